"""Who may hold which card, for all that one seat has been shown. Cards of a known deck lie before the seats, one each.

Nothing here belongs to one game: what an event tells about a card is said by the module of its game.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from arena.match.reading import MatchLog

Roles = frozenset[int]
Holds = Callable[[int], bool]
"""Which roles something is true of."""


class Cards:
    """The public deck of one match, and the role that each seat really holds (``role_of``, which a game may exchange)."""

    def __init__(self, log: MatchLog) -> None:
        game = log.game
        self.codes = game.codes
        self.seats = log.players
        self.role_of = [game.role_ids.index(role) for role in log.roles]
        self.team_of = tuple(game.team_of(role) for role in game.role_ids)
        self.deck: Counter[int] = Counter(self.role_of)

    def code_of(self, names: Iterable[str]) -> dict[int, str]:
        """Event code -> lower-case name, for ``names`` of events."""
        return {int(self.codes[name.upper()]): name for name in names}


class Knowledge:
    """What ``viewer`` knows. ``possible[seat]``: the roles that this seat may hold, taken by itself.

    ``allows`` also counts cards: a card whose every copy must lie elsewhere is not before this seat.
    """

    def __init__(self, viewer: int, cards: Cards) -> None:
        self.viewer = viewer
        self.every: Roles = frozenset(cards.deck)
        self.possible: list[Roles] = [self.every] * cards.seats
        self._slots = sorted(cards.deck.elements())

    def keep(self, seat: int, holds: Holds) -> None:
        """The viewer was shown that ``holds`` is true of the card of ``seat``."""
        self.possible[seat] = frozenset(role for role in self.possible[seat] if holds(role))

    def exchange(self, into: Mapping[int, int]) -> None:
        """Cards changed before everybody's eyes: each role is now what ``into`` says, or the same."""
        self.possible = [frozenset(into.get(role, role) for role in roles) for roles in self.possible]

    def allows(self, seat: int, holds: Holds) -> bool:
        """Whether ``seat`` may hold a card of which ``holds`` is true, for all that the viewer knows."""
        narrowed = list(self.possible)
        narrowed[seat] = frozenset(filter(holds, narrowed[seat]))
        return bool(narrowed[seat]) and (self._can_be_dealt(narrowed) or not self._can_be_dealt(self.possible))

    def candidates(self, holds: Holds) -> list[int]:
        """The other seats that may hold a card of which ``holds`` is true."""
        return [seat for seat in range(len(self.possible)) if seat != self.viewer and self.allows(seat, holds)]

    def _can_be_dealt(self, possible: Sequence[Roles]) -> bool:
        """Whether the deck can lie so. Seats of which nothing is known take what is left."""
        holder: dict[int, int] = {}
        known = [seat for seat, roles in enumerate(possible) if roles != self.every]
        return all(self._place(seat, possible, holder, set()) for seat in known)

    def _place(self, seat: int, possible: Sequence[Roles], holder: dict[int, int], tried: set[int]) -> bool:
        """Finds a card for ``seat``, moving others to further cards where needed (Kuhn 1955)."""
        for slot, role in enumerate(self._slots):
            if role in possible[seat] and slot not in tried:
                tried.add(slot)
                if slot not in holder or self._place(holder[slot], possible, holder, tried):
                    holder[slot] = seat
                    return True
        return False


def one_of(roles: Collection[int]) -> Holds:
    """True of ``roles``."""
    return roles.__contains__
