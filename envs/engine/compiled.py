"""The table over compiled rules: the same interface as ``Table``, one fused call per step. Needs the extra ``fast``."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import numpy as np

from envs.engine import batch, drive, learning
from envs.engine.drive import ILLEGAL
from envs.engine.events import Event
from envs.engine.game import Game, Setup
from envs.engine.link import entry_of, functions_of, link
from envs.engine.record import Peek, blank, dtype_of, pack, unpack
from envs.engine.seeds import split
from envs.engine.table import Mask, Table

ROOM = 1024
"""Events that a desk holds before they move into the journal."""
HEADROOM = ROOM // 2
"""Room that must be left before a step: far more than one action or one ``advance`` emits."""


@cache
def compiled_rules(game: Game, boundscheck: bool = False) -> SimpleNamespace:
    """The loops of ``drive``, ``batch`` and ``learning`` linked to ``game``; compiled on first call, or from a fresh cache."""
    loops = (drive, batch, learning)
    spaces = link(*game.modules, *loops, rules=game.rules, boundscheck=boundscheck)
    found = {name: spaces[module.__name__][name] for module in loops for name in _functions(module)}
    return SimpleNamespace(**found)


def _functions(module: ModuleType) -> list[str]:
    return [function.__name__ for function in functions_of(module)]


@cache
def desk_dtype(game: Game) -> np.dtype[np.void]:
    """The record behind one compiled table."""
    n_actions, n_features = game.sizes
    return np.dtype(
        [
            ("g", dtype_of(game.state)),
            ("seat", "i1"),
            ("n_actions", "i4"),
            ("n_features", "i4"),
            ("count", "i4"),
            ("mask", "i1", (n_actions,)),
            ("obs", "i1", (n_features,)),
            ("side_mask", "i1", (n_actions,)),
            ("side_obs", "i1", (n_features,)),
            ("rows", "i4", (ROOM, 5)),
        ]
    )


@cache
def step_entry(game: Game, boundscheck: bool) -> Callable[[Any, int], int]:
    """``desk_step`` without numba's look at the kinds of its arguments."""
    return entry_of(compiled_rules(game, boundscheck).desk_step, np.zeros(1, desk_dtype(game)), ILLEGAL)


@lru_cache(maxsize=256)
def _template(game: Game, setup: Setup) -> Any:
    row = blank(game.state, 1)
    pack(game.prepare(setup), row[0])
    return row[0]


class CompiledTable(Table):
    """One match over compiled rules. ``step`` is the fast path for one seat at a time."""

    boundscheck = False

    def _open(self, seed: int) -> None:
        self._link()
        self._allot()
        self._desk["g"][0] = _template(self.game, self.setup)
        self._note(self._fn.desk_deal(self._desk, *split(seed)))

    def _link(self) -> None:
        self._fn = compiled_rules(self.game, self.boundscheck)
        self._take = step_entry(self.game, self.boundscheck)

    def _allot(self) -> None:
        self._bind(np.zeros(1, desk_dtype(self.game)))
        self._desk["n_actions"] = len(self.actions)
        self._desk["n_features"] = self.size

    def _bind(self, desk: Any) -> None:
        self._desk = desk
        self._g = Peek(desk["g"][0])
        self._mask_view: Mask = desk["mask"][0][: len(self.actions)]
        self._obs_view: Mask = desk["obs"][0][: self.size]

    def _note(self, status: int, settles: bool = True) -> None:
        """Takes in what a call gives; one that ``settles`` and has filled the desk goes on until all has followed."""
        while True:
            self._unread = status >> 7
            self._seat = (status & 63) - 1
            self._over = bool(status & 64)
            if self._unread <= ROOM - HEADROOM:
                return
            self._flush()
            if not settles:
                return
            status = self._fn.desk_release(self._desk)

    def _flush(self) -> None:
        if self._unread:
            self._journal.extend(Event(*row) for row in self._desk["rows"][0][: self._unread].tolist())
            self._desk["count"] = self._unread = 0

    def step(self, action: int) -> bool:
        """The seat to act takes ``action``; False, and nothing changed, when it may not."""
        seat = self._seat
        status = self._take(self._desk, action)
        if status < 0:
            return False
        self.history.append((seat, action))
        self._note(status)
        return True

    def actor_mask(self) -> Mask:
        """Mask of the seat to act, as the last step left it."""
        return self._mask_view.copy()

    def actor_features(self) -> Mask:
        """Features of the seat to act, as the last step left them."""
        return self._obs_view.copy()

    @property
    def count(self) -> int:
        """How many events the journal holds."""
        return len(self._journal) + self._unread

    @property
    def journal(self) -> list[Event]:
        """Every event so far, in order."""
        self._flush()
        return self._journal

    @property
    def state(self) -> Any:
        """A copy of the state as the interpreted record."""
        return unpack(self._desk["g"][0], self.game.state)

    @property
    def glance(self) -> Any:
        """The state for reading a few fields by name."""
        return self._g

    def load_state(self, state: Any) -> None:
        """Continues from an interpreted record; the journal stays."""
        pack(state, self._desk["g"][0])
        self.release()

    @property
    def actor(self) -> int:
        """The seat whose turn it is, -1 when nobody owes one."""
        return self._seat

    @property
    def to_act(self) -> int:
        """Bit set of the seats that owe a turn."""
        return int(self._fn.desk_open(self._desk))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._over

    @property
    def is_truncated(self) -> bool:
        """Whether it ended by a limit."""
        return bool(self.game.rules.is_truncated(self._g))

    def clock(self) -> dict[str, int | str]:
        """Where the match stands, as of ``Game.clock``."""
        return self.game.clock(self._g)

    def may(self, seat: int, action: int) -> bool:
        """Whether ``action`` is legal for ``seat`` now."""
        return bool(self._fn.desk_may(self._desk, seat, action))

    def mask(self, seat: int) -> Mask:
        """1 for every legal action of ``seat``."""
        self._fn.desk_view(self._desk, seat)
        return np.array(self._desk["side_mask"][0][: len(self.actions)])

    def features(self, seat: int) -> Mask:
        """The numeric observation of ``seat``."""
        self._fn.desk_view(self._desk, seat)
        return np.array(self._desk["side_obs"][0][: self.size])

    def returns(self) -> list[int]:
        """Per seat +1 won, -1 lost, 0 neither."""
        out = [0] * self.n
        self.game.rules.returns(self._g, out)
        return out

    def may_say(self, seat: int, channel: int) -> bool:
        """Whether ``seat`` may send a free message on ``channel``."""
        return bool(self._fn.desk_may_say(self._desk, seat, channel))

    def _say(self, seat: int, channel: int) -> None:
        self._note(self._fn.desk_say(self._desk, seat, channel), settles=False)

    def play(self, seat: int, action: int) -> None:
        """Applies an action known to be legal, and everything that follows from it."""
        self.history.append((seat, action))
        self._note(self._fn.desk_play(self._desk, seat, action))

    def hold(self, seat: int, action: int) -> None:
        """Applies an action known to be legal, leaving the end of the round to ``release``."""
        self.history.append((seat, action))
        self._note(self._fn.desk_hold(self._desk, seat, action), settles=False)

    def release(self) -> None:
        """Everything that follows once the round is over."""
        self._note(self._fn.desk_release(self._desk))

    def forfeit(self, seat: int) -> None:
        """From now on ``seat`` only waits."""
        self._note(self._fn.desk_forfeit(self._desk, seat))

    def find_deal(self, viewer: int, opening: Sequence[Event], stream: int, start: int, stop: int) -> int:
        """As of ``Table.find_deal``, some microseconds a deal; this table stays as it is."""
        template = blank(self.game.state, 1)
        template[0] = _template(self.game, self.setup)
        rows = np.array([event[:4] for event in opening], np.int32).reshape(-1, 4)
        return int(self._fn.find_deal(template.copy(), template, viewer, rows, *split(stream), start, stop))

    def copy(self) -> Self:
        """An independent table in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._bind(self._desk.copy())
        twin.history = self.history.copy()
        twin._journal = self._journal.copy()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        self._flush()
        hidden = {"_fn", "_take", "_g", "_mask_view", "_obs_view"}
        return {name: value for name, value in self.__dict__.items() if name not in hidden}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._link()
        self._bind(self._desk)
