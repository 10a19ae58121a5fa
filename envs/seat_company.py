"""A match in which some seats are played by others: asks them in turn and applies what they answer. Knows no agent.

``Opponent`` is all that is asked of a mind here; ``agents.policy.opponents`` makes one of any agent of the roster.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from envs.engine.actions import ActionTable, IllegalAction
from envs.engine.events import Event
from envs.engine.game import Setup
from envs.engine.numbers import whole_number
from envs.engine.table import Table

CLOSING = ("pass", "end_turn", "decline")
"""What a seat does whose opponent answers with nothing legal, in order of preference."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat may know when its turn comes. ``news``: the events new to it; ``legal``: indices, ascending.

    ``features`` (F,) int8 where the opponent asks for them, else None. ``budget``: actions the turn may hold.
    """

    number: int
    seat: int
    setup: Setup
    clock: Mapping[str, int | str]
    news: tuple[Event, ...]
    actions: ActionTable
    legal: tuple[int, ...]
    budget: int
    features: NDArray[np.int8] | None


class Opponent(Protocol):
    """A mind for one seat of one match. ``wants_features`` asks for the numeric observation."""

    wants_features: bool

    def turn(self, sight: Sight) -> Sequence[int]:
        """The actions of one turn, as indices; an illegal one ends the turn there."""
        ...


class Company:
    """A table and the opponents at it, by seat. Seats without one are the caller's."""

    def __init__(self, table: Table, opponents: Mapping[int, Opponent]) -> None:
        self.table = table
        self.opponents = opponents
        self._told = [0] * table.n
        self._asked = [0] * table.n
        self._budget = int(table.setup.ruleset.actions_per_turn)
        texts = table.actions.texts
        self._closing = [texts.index(text) for text in CLOSING if text in texts]
        self._end_turn = texts.index("end_turn")

    def copy(self, table: Table) -> "Company":
        """The same opponents, with all that they have in mind, at another table."""
        twin = Company(table, deepcopy(self.opponents))
        twin._told, twin._asked = self._told.copy(), self._asked.copy()
        return twin

    def play_on(self) -> int:
        """Plays the opponents' turns until a seat of the caller's must act: that seat, or -1 when the match is over."""
        table = self.table
        while not table.is_over:
            seat = table.actor
            opponent = self.opponents.get(seat)
            if opponent is None:
                return seat
            self.take(seat, opponent.turn(self.sight(seat, opponent.wants_features)))
        return -1

    def sight(self, seat: int, wants_features: bool = False) -> Sight:
        """What ``seat`` is told now; its news are then no longer new."""
        table = self.table
        since, self._told[seat] = self._told[seat], table.count
        self._asked[seat] += 1
        return Sight(
            self._asked[seat] - 1,
            seat,
            table.setup,
            table.clock(),
            tuple(table.news(seat, since)),
            table.actions,
            tuple(np.flatnonzero(table.mask(seat)).tolist()),
            self._budget,
            table.features(seat) if wants_features else None,
        )

    def take(self, seat: int, actions: Sequence[int]) -> None:
        """A whole turn. What is illegal ends it; a turn left open is closed.

        Raises ``IllegalAction`` where ``actions`` is no list of whole numbers, and then changes nothing.
        """
        table, taken = self.table, 0
        for action in self._indices(seat, actions):
            if not table.to_act >> seat & 1 or not table.may(seat, action):
                break
            table.hold(seat, action)
            taken += 1
        if table.to_act >> seat & 1:
            table.hold(seat, self._end_turn if taken and table.may(seat, self._end_turn) else self.closing(seat))
        table.release()

    def _indices(self, seat: int, actions: Any) -> list[int]:
        """``actions`` as indices, -1 for what is outside the table."""
        answer = list(actions) if isinstance(actions, Iterable) else [None]
        numbers = [whole_number(action) for action in answer]
        if None in numbers:
            raise IllegalAction(f"the opponent in seat {seat} gave {actions!r}; a turn is a list of whole numbers")
        size = len(self.table.actions)
        return [number if number is not None and number < size else -1 for number in numbers]

    def closing(self, seat: int) -> int:
        """A harmless legal action of ``seat``: it passes, ends its turn or declines, else its first legal action."""
        legal = [action for action in self._closing if self.table.may(seat, action)]
        return legal[0] if legal else int(np.flatnonzero(self.table.mask(seat))[0])
