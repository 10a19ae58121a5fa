"""What one seat has seen and heard, folded from its news and nothing else. No judgement lives here."""

from collections.abc import Callable

from envs.avalon.actions import N_RESULTS
from envs.avalon.codes import (
    EVIL,
    HELD_KINDS,
    LABEL_EVIL,
    LABEL_ROLE,
    PROPOSALS,
    QUESTS,
    UNKNOWN,
    EventCode,
)
from envs.avalon.quests import FIRST_TABLE, PARTY_SIZES, TWO_FAILS_QUEST, TWO_FAILS_TABLE
from envs.avalon.roles import IS_COMRADE, IS_LANCELOT, N_ROLES, TEAM_OF, TRAITS_OF, role_index
from envs.engine.events import NOBODY, SEATS_MASK, Event
from envs.engine.game import Setup

Note = Callable[["Notebook", Event], None]


class Notebook:
    """The notes of ``seat`` in one match. Sets of seats are bit sets, missions and proposals count from 0.

    ``labels[seat]``: how the seat is known (``Label``), an exact role as ``LABEL_ROLE`` + the role it holds now.
    ``cards``: (mission, seat) -> whether the card reads Fail, where that was seen, after a possible flip; ``turned``: the
    (mission, seat) of flips.
    ``told_of_me``: checker -> what a check on this seat showed. ``findings``: target -> what my last check of it showed.
    ``held[seat][kind]``: plot cards lying before a seat. ``switched``: 1 while the Lancelots have changed sides.
    ``said``: own words (verb, argument), so as not to repeat them.
    """

    def __init__(self, setup: Setup, seat: int) -> None:
        self.setup, self.seat, self.n = setup, seat, setup.players
        self.everyone = (1 << self.n) - 1
        self.deck = [role_index(role) for role in setup.roles]
        self.evil_count = sum(TEAM_OF[role] == EVIL for role in self.deck)
        self.role = NOBODY
        self.phase = self.quest = self.proposal = self.leader = 0
        self.party = self.picked = 0
        self.holder = self.flipped = self.excluded = NOBODY
        self.successes = self.failures = 0
        self.labels = [UNKNOWN] * self.n
        self.cards: dict[tuple[int, int], int] = {}
        self.turned: set[tuple[int, int]] = set()
        self.told_of_me: dict[int, int] = {}
        self.findings: dict[int, int] = {}
        self.held = [[0] * HELD_KINDS for _ in range(self.n)]
        self.switched = self.is_shooting = 0
        self.said: set[tuple[int, int]] = set()

    def fits(self, event: Event) -> bool:
        """Whether this table can hold the event."""
        return -1 <= event.actor < self.n and -1 <= event.target < self.n and event.value >= 0

    def note(self, event: Event) -> None:
        """Takes in one event that fits."""
        note = NOTES.get(event.code)
        if note is not None:
            note(self, event)

    @property
    def is_evil(self) -> bool:
        """Whether this seat is evil now; one that was never told its card thinks as good."""
        return self.role != NOBODY and TEAM_OF[self.role] == EVIL

    @property
    def traits(self) -> int:
        """Traits of the own role."""
        return TRAITS_OF[self.role] if self.role != NOBODY else 0

    @property
    def mates(self) -> int:
        """Seats that are surely evil now, an evil seat itself among them."""
        found = 1 << self.seat if self.is_evil else 0
        for seat, label in enumerate(self.labels):
            if label == LABEL_EVIL or (label >= LABEL_ROLE and TEAM_OF[label - LABEL_ROLE] == EVIL):
                found |= 1 << seat
        return found

    @property
    def is_comrade(self) -> bool:
        """Whether the own role opened its eyes with the evil team."""
        return bool(self.traits & IS_COMRADE)

    @property
    def size(self) -> int:
        """Seats on a team of this mission."""
        return PARTY_SIZES[self.n - FIRST_TABLE][self.quest] + ("trapper" in self.setup.expansions)

    @property
    def fails_needed(self) -> int:
        """Fails that make this mission a failure."""
        return 2 if self.quest == TWO_FAILS_QUEST and self.n >= TWO_FAILS_TABLE else 1

    @property
    def is_last_proposal(self) -> bool:
        """Whether this is the fifth team of the mission."""
        return self.proposal >= PROPOSALS - 1

    def knows(self, seat: int) -> int:
        """The exact role that ``seat`` holds now, or -1."""
        return self.labels[seat] - LABEL_ROLE if self.labels[seat] >= LABEL_ROLE else NOBODY

    def dealt_team(self, role: int) -> int:
        """The side that the holder of ``role`` was dealt, which for a Lancelot may not be its side now."""
        return TEAM_OF[role] ^ (self.switched if TRAITS_OF[role] & IS_LANCELOT else 0)


def _dealt(book: Notebook, event: Event) -> None:
    if event.actor == book.seat and event.value < N_ROLES:
        book.role = event.value


def _introduced(book: Notebook, event: Event) -> None:
    label = event.value >> 24
    if label < LABEL_ROLE + N_ROLES:
        for seat in range(book.n):
            if (event.value & SEATS_MASK) >> seat & 1:
                book.labels[seat] = label


def _identified(book: Notebook, event: Event) -> None:
    if event.target != NOBODY and event.value < N_ROLES:
        book.labels[event.target] = LABEL_ROLE + event.value


def _phase_began(book: Notebook, event: Event) -> None:
    book.phase = event.value


def _proposal_began(book: Notebook, event: Event) -> None:
    book.proposal, book.quest = min(event.value & 7, PROPOSALS - 1), min(event.value >> 3, QUESTS - 1)
    book.leader = max(event.actor, 0)
    book.party = book.picked = 0
    book.holder = book.flipped = book.excluded = NOBODY


def _picked(book: Notebook, event: Event) -> None:
    if event.target != NOBODY:
        book.picked |= 1 << event.target


def _proposed(book: Notebook, event: Event) -> None:
    book.party, book.picked = event.value & book.everyone, 0


def _ended(book: Notebook, event: Event) -> None:
    if event.value >> 4 & 1:
        book.failures += 1
    else:
        book.successes += 1


def _sword_given(book: Notebook, event: Event) -> None:
    book.holder = event.target


def _sword_used(book: Notebook, event: Event) -> None:
    book.turned.add((book.quest, event.target))
    book.flipped = event.target


def _excluded(book: Notebook, event: Event) -> None:
    book.excluded = event.target


def _card_read(book: Notebook, event: Event) -> None:
    if event.target != NOBODY:
        book.cards[book.quest, event.target] = event.value & 1


def _own_card(book: Notebook, event: Event) -> None:
    if event.actor == book.seat:
        book.cards[book.quest, book.seat] = event.value & 1


def _loyalty_learned(book: Notebook, event: Event) -> None:
    if min(event.actor, event.target) < 0 or event.value >= N_RESULTS:
        return
    if event.target == book.seat:
        book.told_of_me[event.actor] = event.value
    else:
        book.findings[event.target] = event.value


def _card_turned(book: Notebook, event: Event) -> None:
    book.switched ^= event.value & 1


def _role_changed(book: Notebook, event: Event) -> None:
    if event.actor == book.seat and event.value < N_ROLES:
        book.role = event.value


def _assassin_chosen(book: Notebook, event: Event) -> None:
    book.is_shooting = 1


def _plot_given(book: Notebook, event: Event) -> None:
    if event.target != NOBODY and event.value < HELD_KINDS:
        book.held[event.target][event.value] += 1


def _plot_used(book: Notebook, event: Event) -> None:
    if event.actor != NOBODY and event.value < HELD_KINDS:
        book.held[event.actor][event.value] -= 1


def _plot_taken(book: Notebook, event: Event) -> None:
    if min(event.actor, event.target) >= 0 and event.value < HELD_KINDS:
        book.held[event.actor][event.value] += 1
        book.held[event.target][event.value] -= 1


NOTES: dict[int, Note] = {
    int(code): note
    for code, note in (
        (EventCode.ROLE_DEALT, _dealt),
        (EventCode.INTRODUCED, _introduced),
        (EventCode.IDENTIFIED, _identified),
        (EventCode.ROLE_REVEALED, _identified),
        (EventCode.PHASE_BEGAN, _phase_began),
        (EventCode.PROPOSAL_BEGAN, _proposal_began),
        (EventCode.SEAT_PICKED, _picked),
        (EventCode.TEAM_PROPOSED, _proposed),
        (EventCode.TEAM_FORCED, _proposed),
        (EventCode.QUEST_ENDED, _ended),
        (EventCode.SWORD_GIVEN, _sword_given),
        (EventCode.SWORD_USED, _sword_used),
        (EventCode.CARD_EXCLUDED, _excluded),
        (EventCode.CARD_PLAYED, _own_card),
        (EventCode.CARD_FLIPPED, _card_read),
        (EventCode.EXCLUDED_CARD_SEEN, _card_read),
        (EventCode.CARD_SEEN, _card_read),
        (EventCode.OPEN_CARD_SHOWN, _card_read),
        (EventCode.LOYALTY_LEARNED, _loyalty_learned),
        (EventCode.CLERIC_LEARNED, _loyalty_learned),
        (EventCode.LOYALTY_CARD_TURNED, _card_turned),
        (EventCode.ROLE_CHANGED, _role_changed),
        (EventCode.ASSASSIN_CHOSEN, _assassin_chosen),
        (EventCode.PLOT_CARD_GIVEN, _plot_given),
        (EventCode.PLOT_CARD_USED, _plot_used),
        (EventCode.PLOT_CARD_TAKEN, _plot_taken),
    )
}
"""Event code -> how it is written down; other events leave no note."""
