"""What a seat knows for certain about the cards of the others, folded from the events it was shown (Trusis).

A seat knows its own card, whom it was introduced to, its private results, and what is public: the deck, reveals. From these
each other seat has a set of roles it may still hold; results of one kind never make another seat's set empty.
"""

from collections import Counter
from collections.abc import Callable

from arena.match.reading import MatchLog
from envs.engine.events import SEATS_MASK, Event, may_see, seats_in

Roles = frozenset[int]
IS_TRUSIS, IS_CASTAWAY, NEITHER, NOT_TRUSIS, ROLE = range(5)


_TELLING = {
    "ROLE_DEALT": "_card",
    "INTRODUCED": "_introduced",
    "INSPECTED": "_result",
    "ORACLE_LEARNED": "_result",
    "GRAVE_KEPT": "_result",
    "GRAVE_DUG": "_result",
    "DIED": "_obituary",
    "ROLE_REVEALED": "_card",
}
"""Which events say something about a card, and who reads them."""


class Cards:
    """The deck of one match and what answers about a card mean in its ruleset."""

    def __init__(self, log: MatchLog) -> None:
        game = log.game
        self.codes = game.codes
        self.seats = log.players
        self.role_of = tuple(game.role_ids.index(role) for role in log.roles)
        self.team_of = tuple(game.team_of(role) for role in game.role_ids)
        self.deck: Counter[int] = Counter(self.role_of)
        teams = game.team_ids
        killers = {game.role_ids.index("trusis")}
        team = {role for role, its in enumerate(self.team_of) if teams[its] == "trusis"}
        self.counts_as_trusis = frozenset(team if log.header["ruleset"].get("trusis_scope") == "team" else killers)
        self.castaways = frozenset(role for role, its in enumerate(self.team_of) if teams[its] == "castaways")
        self.every = frozenset(self.deck)
        self.telling = {int(self.codes[name]): method for name, method in _TELLING.items()}

    def said_by(self, result: int) -> Callable[[int], bool]:
        """Which roles the answer ``result`` is true of."""
        if result >= ROLE:
            return lambda role: role == result - ROLE
        if result == IS_CASTAWAY:
            return lambda role: role in self.castaways
        if result == NEITHER:
            return lambda role: role not in self.castaways and role not in self.counts_as_trusis
        return lambda role: (role in self.counts_as_trusis) == (result == IS_TRUSIS)


class Knowledge:
    """What ``viewer`` knows. ``possible[seat]``: the roles that seat may hold for all that the viewer has been shown."""

    def __init__(self, viewer: int, cards: Cards) -> None:
        self.viewer = viewer
        self.possible: list[Roles] = [cards.every] * cards.seats
        self._cards = cards

    def read(self, event: Event) -> None:
        """Takes in one event of the match; what the viewer was not shown changes nothing."""
        told = self._cards.telling.get(event.code)
        if told is not None and may_see(self.viewer, event.audience):
            getattr(self, told)(event)
            self._count_cards()

    def allows(self, seat: int, holds: Callable[[int], bool]) -> bool:
        """Whether ``seat`` may hold a card of which ``holds`` is true, for all that the viewer knows."""
        return any(holds(role) for role in self.possible[seat])

    def _card(self, event: Event) -> None:
        self._keep(event.target, lambda role: role == event.value)

    def _introduced(self, event: Event) -> None:
        role, group = event.value >> 24, event.value & SEATS_MASK
        shown = set(seats_in(group))
        for seat in range(self._cards.seats):
            self._keep(seat, role.__eq__ if seat in shown else role.__ne__)

    def _result(self, event: Event) -> None:
        self._keep(event.target, self._cards.said_by(event.value))

    def _obituary(self, event: Event) -> None:
        if event.value >= ROLE:
            self._keep(event.target, lambda role: role == event.value - ROLE)
        elif event.value > 0:
            self._keep(event.target, lambda role: self._cards.team_of[role] == event.value - 1)

    def _keep(self, seat: int, holds: Callable[[int], bool]) -> None:
        self.possible[seat] = frozenset(role for role in self.possible[seat] if holds(role))

    def _count_cards(self) -> None:
        """A card whose every copy has been placed is in nobody else's hand."""
        placed = -1
        while placed != (placed := sum(len(roles) == 1 for roles in self.possible)):
            known = Counter(next(iter(roles)) for roles in self.possible if len(roles) == 1)
            used_up = frozenset(role for role, count in known.items() if count >= self._cards.deck[role])
            self.possible = [roles if len(roles) == 1 else roles - used_up for roles in self.possible]
