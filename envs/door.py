"""What the AEC and the Parallel adapter share: names, spaces, seeds, infos with text, speech beside actions, rendering."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from envs.engine.actions import IllegalAction
from envs.engine.events import SPECTATOR
from envs.engine.game import Game, Setup, SetupError
from envs.engine.numbers import finite_number, whole_number
from envs.engine.seeds import derive
from envs.engine.table import Table
from envs.engine.tables import make_table
from prompts.narration import narrator

Ints = NDArray[np.int8]
REWARDS: Mapping[str, float] = {"win": 1.0, "lose": -1.0, "draw": 0.0}
CHANNELS = {"public": 0, "team": 1}
RENDER_MODES = ("human", "ansi")


_LAZY = ("action_mask", "text")


class Info(dict[str, Any]):
    """The info of one seat: ``action_mask``, and ``text``: what is new for this seat.

    ``text`` covers the events since the seat last acted, up to the moment the info was made, one line each. It is written
    when first read, and so is the mask of a seat that owes no turn: most infos are never looked at.
    """

    __slots__ = ("_scribe", "_seat", "_start", "_stop")

    def __init__(self, scribe: "Scribe", seat: int, mask: Ints | None, start: int, stop: int) -> None:
        if mask is not None:
            self["action_mask"] = mask
        self._scribe = scribe
        self._seat = seat
        self._start = start
        self._stop = stop

    def __missing__(self, key: str) -> Any:
        if key not in self._scribe.lazy:
            raise KeyError(key)
        scribe = self._scribe
        value = scribe.text(self._seat, self._start, self._stop) if key == "text" else scribe.idle.copy()
        self[key] = value
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._scribe.lazy or super().__contains__(key)

    def _complete(self) -> None:
        for key in self._scribe.lazy:
            self[key]

    def __iter__(self) -> Iterator[str]:
        self._complete()
        return super().__iter__()

    def __len__(self) -> int:
        self._complete()
        return super().__len__()

    def keys(self) -> Any:
        """As of a dict that already holds everything; likewise ``values`` and ``items``."""
        self._complete()
        return super().keys()

    def values(self) -> Any:
        """See ``keys``."""
        self._complete()
        return super().values()

    def items(self) -> Any:
        """See ``keys``."""
        self._complete()
        return super().items()

    def copy(self) -> dict[str, Any]:
        """A plain dict with everything in it."""
        return dict(self)

    def get(self, key: str, default: Any = None) -> Any:
        """As of a dict that already holds ``text``."""
        return self[key] if key in self else default  # noqa: SIM401 (``__contains__`` is ours)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class Scribe:
    """Writes the journal of one table in words, for whoever may read it."""

    def __init__(self, table: Table, lang: str | None) -> None:
        self.table = table
        self.narrator = narrator(table.game.name, lang or "en")
        self.lazy = _LAZY if lang else _LAZY[:1]
        self.idle = np.zeros(len(table.actions), np.int8)
        self.idle[0] = 1
        self.names = {int(code): code.name.lower() for code in table.game.codes}

    def text(self, viewer: int, start: int, stop: int) -> str:
        """The journal's entries [start, stop) that ``viewer`` may know, one line each."""
        line, names = self.narrator.line, self.names
        return "\n".join(line(names[event.code], event, viewer) for event in self.table.news(viewer, start, stop))


class Door:
    """How matches of one setup are opened for learning: spaces, payoffs, and a deal for every reset."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        *,
        lang: str | None = "en",
        rewards: Mapping[str, float] | None = None,
        compiled: bool | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.lang = lang
        self.rewards = checked_rewards(rewards)
        self.compiled = compiled
        self.root = checked_seed(seed) if seed is not None else int.from_bytes(os.urandom(8), "little")
        self.episode = 0
        self.agents = [f"seat_{seat}" for seat in range(setup.players)]
        self.seat_of = {name: seat for seat, name in enumerate(self.agents)}
        narrator(game.name, lang or "en")
        self._make_spaces()

    def _make_spaces(self) -> None:
        talk = self.setup.talk != "none"
        size = len(self.game.actions(self.setup.players, talk))
        low, high = bounds(self.game, self.setup.players, talk)
        self.action_spaces = {name: Discrete(size) for name in self.agents}
        self.observation_spaces = {
            name: Dict({"observation": Box(low, high, dtype=np.int8), "action_mask": Box(0, 1, (size,), np.int8)})
            for name in self.agents
        }

    def open(self, seed: int | None) -> Table:
        """A dealt table. ``seed`` is the deal's own; without one the next of the root's stream is dealt."""
        if seed is not None:
            self.root, self.episode = checked_seed(seed), 0
        deal = derive(self.root, "episode", self.episode) if self.episode else self.root
        self.episode += 1
        return make_table(self.game, self.setup, deal, self.compiled)

    def payoffs(self, table: Table) -> list[float]:
        """Per seat the payoff of a finished match."""
        names = {1: "win", -1: "lose", 0: "draw"}
        return [self.rewards[names[result]] for result in table.returns()]


def endings_of(table: Table) -> list[dict[str, Any]]:
    """Per seat what its info says of a match that is over: ``seat``, ``role``, ``team``, ``winner`` ("" where nobody won),
    ``result`` (1 won, -1 lost, 0 neither), ``outcome``, ``reason``, and the clock (``day`` or ``quest`` among others)."""
    game, g = table.game, table.glance
    winner = game.winner(g)
    outcome, reason = game.outcome(g)
    shared = {"winner": game.team_ids[winner] if winner >= 0 else "", "outcome": outcome, "reason": reason, **game.clock(g)}
    roles = [game.role_ids[g.role[seat]] for seat in range(table.n)]
    own = [{"role": role, "team": game.team_ids[game.team_of(role)]} for role in roles]
    return [{"seat": seat, **own[seat], "result": result, **shared} for seat, result in enumerate(table.returns())]


def open_door(
    game: Game,
    players: int | None = None,
    preset: str | None = None,
    roles: Sequence[str] | None = None,
    expansions: Sequence[str] = (),
    *,
    talk: str = "acts",
    lang: str | None = "en",
    rewards: Mapping[str, float] | None = None,
    compiled: bool | None = None,
    seed: int | None = None,
    **ruleset_keys: Any,
) -> Door:
    """What a game's constructors share. Raises ``SetupError`` with one sentence for anything that cannot be set up.

    ``players``: default as many as ``roles``, else the game's usual number. ``preset``: default the game's first.
    ``roles``: cards to deal, default the recommended set. ``talk``: ``none``, ``acts`` or ``text``. ``lang``: of
    ``info["text"]``; None leaves words out of the infos, for libraries that take numbers only. ``rewards``: payoffs
    ``win``, ``lose``, ``draw``. ``compiled``: None uses numba when it is there. ``seed``: of the first deal. Other keys
    override the preset's ruleset.
    """
    setup = game.setup(players, preset, roles, expansions, talk=talk, **ruleset_keys)
    return Door(game, setup, lang=lang, rewards=rewards, compiled=compiled, seed=seed)


def bounds(game: Game, players: int, talk: bool) -> tuple[Ints, Ints]:
    """Lowest and highest value of every feature, two int8 arrays (F,)."""
    size = game.feature_count(players, talk)
    low, high = np.zeros(size, np.int8), np.zeros(size, np.int8)
    for row in game.features(players, talk):
        places = slice(row.start, row.start + row.step * row.count, row.step)
        low[places], high[places] = row.low, row.high
    return low, high


def checked_rewards(rewards: Mapping[str, float] | None) -> dict[str, float]:
    """The payoffs with defaults filled in. Raises ``SetupError`` for an unknown name or for what is no number."""
    given = {} if rewards is None else rewards
    if not isinstance(given, Mapping):
        raise SetupError(f"rewards are numbers by name, such as {{'win': 1.0}}, not {rewards!r}")
    unknown = [name for name in given if name not in REWARDS]
    if unknown:
        raise SetupError(f"rewards know win, lose and draw, not '{unknown[0]}'")
    return {name: _reward(name, given.get(name, value)) for name, value in REWARDS.items()}


def _reward(name: str, value: Any) -> float:
    number = finite_number(value)
    if number is None:
        raise SetupError(f"the reward '{name}' is a finite number, not {value!r}")
    return number


def checked_shaping(shaping: Any) -> tuple[float, float]:
    """(weight, gamma). Raises ``SetupError`` when these are no two finite numbers."""
    pair = tuple(shaping) if isinstance(shaping, (tuple, list, np.ndarray)) else ()
    weight, gamma = (finite_number(value) for value in pair) if len(pair) == 2 else (None, None)
    if weight is None or gamma is None:
        raise SetupError(f"shaping is two finite numbers, weight and gamma, not {shaping!r}")
    return weight, gamma


def checked_seat(seat: Any, players: int) -> int:
    """The learner's seat, -1 for ``"random"``. Raises ``SetupError``."""
    if isinstance(seat, str) and seat == "random":
        return -1
    number = whole_number(seat)
    if number is None or not 0 <= number < players:
        raise SetupError(f"seat is 'random' or a whole number from 0 to {players - 1}, not {seat!r}")
    return number


def checked_seed(seed: Any) -> int:
    """``seed`` as an int. Raises ``SetupError`` when it is no whole number."""
    number = whole_number(seed)
    if number is None:
        raise SetupError(f"a seed is a whole number, not {seed!r}")
    return number


def checked_render_mode(mode: Any) -> str | None:
    """``mode`` when there is such a one. Raises ``SetupError``."""
    if mode is None or mode in RENDER_MODES:
        return mode  # type: ignore[no-any-return]
    raise SetupError(f"render_mode is 'human', 'ansi' or None, not {mode!r}")


def checked_index(action: Any, size: int, seat: int) -> int:
    """``action`` as an index. Raises ``IllegalAction`` when it is no whole number of the table."""
    number = action if action.__class__ is int else whole_number(action)
    if number is not None and 0 <= number < size:
        return number
    raise IllegalAction(f"seat {seat} gave {action!r}; an action is a whole number from 0 to {size - 1}")


def messages_of(action: Mapping[str, Any], n: int) -> list[tuple[int, str]]:
    """(channel, text) of each item under ``say``: a text for all, or ``{"to": "public" | "team" | seat, "text": ...}``.

    Raises ``IllegalAction`` for what is no message.
    """
    says: Any = action.get("say")
    items = () if says is None else [says] if isinstance(says, (str, Mapping)) else says
    if not isinstance(items, (list, tuple)):
        raise IllegalAction(f"'say' holds a text, a message or a list of them, not {says!r}")
    return [_message(item, n) for item in items]


def _message(item: Any, n: int) -> tuple[int, str]:
    if isinstance(item, str):
        return 0, item
    text = item.get("text") if isinstance(item, Mapping) else None
    if not isinstance(text, str):
        raise IllegalAction(f"a message is a text, or has a 'text' and maybe a 'to'; got {item!r}")
    return _channel(item.get("to", "public"), n), text


def _channel(to: Any, n: int) -> int:
    if isinstance(to, str) and to in CHANNELS:
        return CHANNELS[to]
    seat = whole_number(to)
    if seat is not None and 0 <= seat < n:
        return 2 + seat
    raise IllegalAction(f"a message goes to 'public', 'team' or a seat from 0 to {n - 1}, not {to!r}")


def speak(table: Table, seat: int, action: Mapping[str, Any]) -> Any:
    """Sends the messages of ``{"action": id, "say": [...]}`` and gives the id; nothing is sent unless everything is legal."""
    if "action" not in action:
        raise IllegalAction(f"seat {seat} gave a dict without 'action'; it holds 'action' and maybe 'say'")
    messages = messages_of(action, table.n)
    index = checked_index(action["action"], len(table.actions), seat)
    if not table.may(seat, index):
        raise IllegalAction(table.refusal(seat, index))
    rehearsal = table.copy() if len(messages) > 1 else None
    for channel, text in messages if rehearsal else ():
        rehearsal.say(seat, channel, text)  # type: ignore[union-attr]
    for channel, text in messages:
        table.say(seat, channel, text)
    return index


def public_text(scribe: Scribe) -> str:
    """Everything that a spectator may know so far."""
    return scribe.text(SPECTATOR, 0, scribe.table.count)


def full_state(table: Table) -> Ints:
    """The observations of all seats side by side, shape (n * F,): all that is decided, nothing undrawn."""
    return np.concatenate([table.features(seat) for seat in range(table.n)])
