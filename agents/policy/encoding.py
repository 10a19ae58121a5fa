"""From int8 observations to what a policy network reads, and from its outputs to actions; by numpy, for any game.

The network sees a table (``overall``), its seats and its pairs of seats, all as zeros and ones, so that what it learns about
one seat holds for every seat. No weights live here.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.policy.layout import LAYOUTS
from agents.policy.memory import SEAT_NUMBER, Kept, kept_rows
from envs import load_game

WIDEST = 32
"""A feature with more values than this enters as one scaled number."""
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Encoded(NamedTuple):
    """``overall`` (B, G), ``seats`` (B, n, T) and ``pairs`` (B, n, n, E), float32: [speaker, target] in a pair."""

    overall: Floats
    seats: Floats
    pairs: Floats


class Encoding:
    """The reading of one game at ``n`` seats. Column meanings do not depend on ``n``."""

    def __init__(self, game_name: str, n: int) -> None:
        game, layout = load_game(game_name), LAYOUTS[game_name]
        self.n = n
        own = game.feature_count(n, True)
        rows = [*game.features(n, True), *kept_rows(game_name, n, own)]
        self.plain = own
        self.size = own + sum(row.count for row in rows if isinstance(row, Kept))
        self.widths = {"overall": 0, "seats": 0, "pairs": 0}
        self._hot: dict[str, list[tuple[Ints, int, int, int]]] = {"overall": [], "seats": [], "pairs": []}
        self._scaled: list[tuple[Ints, int, float]] = []
        self._marks: list[tuple[Ints, int, int]] = []
        self._arrows: list[tuple[Ints, int]] = []
        for feature in rows:
            if feature.name not in layout.left_out:
                self._place(feature, layout)

    def _place(self, feature: Any, layout: Any) -> None:
        places = feature.start + feature.step * np.arange(feature.count)
        span = feature.high - feature.low + 1
        if feature.name in layout.seats:
            for place in places:
                self._marks.append((place, layout.seats[feature.name], self._room("seats", 1)))
        elif feature.name in layout.arrows:
            self._arrows.append((places, self._room("pairs", 1)))
        elif feature.name in layout.pairs:
            self._hot["pairs"].append((places, feature.low, span, self._room("pairs", span)))
        elif feature.name in layout.columns or feature.name.startswith("seat_"):
            self._hot["seats"].append((places, feature.low, span, self._room("seats", span)))
        else:
            self._place_overall(places, feature, span)

    def _place_overall(self, places: Ints, feature: Any, span: int) -> None:
        for place in places:
            if span > WIDEST:
                self._scaled.append((place, self._room("overall", 1), 10.0))
            else:
                self._hot["overall"].append((place[None], feature.low, span, self._room("overall", span)))

    def _room(self, part: str, width: int) -> int:
        at = self.widths[part]
        self.widths[part] += width
        return at

    def encode(self, observations: NDArray[np.int8]) -> Encoded:
        """Reads observations (B, F) with what is kept behind them, as ``memory_of`` gives them for a table with talk."""
        x = observations.astype(np.int64)
        b, n = len(x), self.n
        overall = np.zeros((b, self.widths["overall"]), np.float32)
        seats = np.zeros((b, n, self.widths["seats"]), np.float32)
        pairs = np.zeros((b, n, n, self.widths["pairs"]), np.float32)
        self._fill(overall[:, None], x, "overall")
        self._fill(seats, x, "seats")
        self._fill(pairs.reshape(b, n * n, -1), x, "pairs")
        for place, column, scale in self._scaled:
            overall[:, column] = x[:, place] / scale
        for place, offset, column in self._marks:
            seat = x[:, place] - offset
            rows = np.flatnonzero((seat >= 0) & (seat < n))
            seats[rows, seat[rows], column] = 1
        for places, column in self._arrows:
            rows, speakers = np.nonzero(x[:, places] > 0)
            pairs[rows, speakers, x[rows, places[speakers]] - 1, column] = 1
        return Encoded(overall, seats, pairs)

    def padded(self, observation: NDArray[np.int8]) -> NDArray[np.int8]:
        """An observation (F,) as a table with talk would give it: without talk it is the shorter prefix."""
        return np.pad(observation, (0, self.plain - len(observation)))

    def _fill(self, out: Floats, x: Ints, part: str) -> None:
        """Ones at ``value - low`` of every feature; ``out`` is (B, places, width)."""
        rows = np.arange(len(x))[:, None]
        for places, low, span, column in self._hot[part]:
            value = np.clip(x[:, places] - low, 0, span - 1)
            out[rows, np.arange(len(places))[None], column + value] = 1


class Moves:
    """How the outputs of a network name the actions at ``n`` seats.

    ``general`` (A,), ``first`` and ``second`` (A,) index the outputs for the table, and those by seat flattened (n * V), each
    padded by one zero: an action's score is the sum of its three. ``is_talk`` (A,) marks speech, ``is_used`` what may be chosen.
    """

    def __init__(self, game_name: str, n: int) -> None:
        table, layout = load_game(game_name).actions(n, True), LAYOUTS[game_name]
        verbs = [text.partition(":")[0] for text in table.texts]
        self.general_names, self.seat_names = _names(table.texts)
        width = len(self.seat_names)
        self.general = np.full(len(table), len(self.general_names), np.int64)
        self.first = np.full(len(table), n * width, np.int64)
        self.second = self.first.copy()
        for index, text in enumerate(table.texts):
            self._place(index, text, width)
        self.is_talk = np.array([verb in layout.talk for verb in verbs])
        self.is_used = np.array(
            [verb not in layout.never and text not in layout.never for verb, text in zip(verbs, table.texts, strict=True)]
        )

    def _place(self, index: int, text: str, width: int) -> None:
        numbers = [int(number) for number in SEAT_NUMBER.findall(text)]
        name = SEAT_NUMBER.sub("#", text)
        if not numbers:
            self.general[index] = self.general_names.index(name)
        for slot, seat in zip((self.first, self.second), numbers, strict=False):
            slot[index] = seat * width + self.seat_names.index(name)


def _names(texts: tuple[str, ...]) -> tuple[list[str], list[str]]:
    general = [text for text in texts if not SEAT_NUMBER.search(text)]
    return general, list(dict.fromkeys(SEAT_NUMBER.sub("#", text) for text in texts if SEAT_NUMBER.search(text)))


@cache
def encoding(game_name: str, n: int) -> Encoding:
    """The encoding of a game at ``n`` seats, made once."""
    return Encoding(game_name, n)


@cache
def moves(game_name: str, n: int) -> Moves:
    """The moves of a game at ``n`` seats, made once."""
    return Moves(game_name, n)
