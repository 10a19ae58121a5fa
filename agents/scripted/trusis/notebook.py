"""What one seat has seen and heard, folded from its news and nothing else. No judgement lives here."""

from collections.abc import Callable, Iterable
from copy import copy
from typing import NamedTuple, Self

from agents.scripted.trusis.sides import ANY_SIDE, SIDES_OF_TEAM, sides_left
from envs.engine.events import NOBODY, PUBLIC, SEATS_MASK, Event
from envs.engine.game import Setup
from envs.trusis.codes import DAY, IS_ROLE, NIGHT, EventCode
from envs.trusis.roles import N_ROLES, role_index


class Ballot(NamedTuple):
    """How one past day ended: the visible votes by seat, and the bit set of the seats that died."""

    votes: tuple[int, ...]
    dead: int


class Notebook:
    """The notes of ``seat`` in one match. Sets of seats are bit sets.

    ``may_be[seat]``: the sides that certain knowledge leaves possible. ``card[seat]``: the role where it is certain,
    else -1. ``claims``: seat -> role last claimed in public. ``reports``: (speaker, target) -> result last heard, in
    public or alone; ``public_reports``: those said to all. ``team_promises``: whom others promised in private, this
    phase, to strike. ``findings``: own results, in order. ``noisy``: seats that changed their story in public.
    ``last_aim``: own kill vote of the last night. ``evidence`` grows with every note that can change a guess.
    """

    def __init__(self, setup: Setup, seat: int) -> None:
        self.setup, self.seat, self.n = setup, seat, setup.players
        self.deck = [role_index(role) for role in setup.roles]
        self.by_team = setup.ruleset.trusis_scope == "team"
        self.role = NOBODY
        self.alive = (1 << self.n) - 1
        self.phase, self.day, self.round = DAY, 1, 0
        self.votes = [NOBODY] * self.n
        self.kill_votes: dict[int, int] = {}
        self.hidden = self.power = NOBODY
        self.may_be = [ANY_SIDE] * self.n
        self.card = [NOBODY] * self.n
        self.claims: dict[int, int] = {}
        self.reports: dict[tuple[int, int], int] = {}
        self.public_reports: dict[tuple[int, int], int] = {}
        self.accused: set[tuple[int, int]] = set()
        self.defended: set[tuple[int, int]] = set()
        self.team_promises: dict[int, int] = {}
        self.findings: list[tuple[int, int]] = []
        self.ballots: list[Ballot] = []
        self.dead_today = self.died_by_night = self.noisy = 0
        self.last_aim = NOBODY
        self.evidence = 0

    def read(self, news: Iterable[Event]) -> None:
        """Takes in events in order; events that this table cannot hold are passed over."""
        n = self.n
        for event in news:
            note = NOTES.get(event.code)
            if note is not None and -1 <= event.actor < n and -1 <= event.target < n:
                note(self, event)

    def read_ahead(self, news: Iterable[Event]) -> Self:
        """A notebook that has also read ``news``; this one stays as it is."""
        ahead = copy(self)
        for name, note in vars(self).items():
            if isinstance(note, list | dict | set):
                setattr(ahead, name, note.copy())
        ahead.read(news)
        return ahead

    def is_alive(self, seat: int) -> bool:
        """Whether ``seat`` lives."""
        return bool(self.alive >> seat & 1)

    def others_alive(self) -> list[int]:
        """The other living seats, ascending."""
        return [seat for seat in range(self.n) if self.alive >> seat & 1 and seat != self.seat]

    def tally(self) -> list[int]:
        """Visible votes on each seat, my own left out."""
        counts = [0] * self.n
        for voter, target in enumerate(self.votes):
            if target >= 0 and voter != self.seat:
                counts[target] += 1
        return counts

    def learn(self, seat: int, result: int) -> None:
        """Certain knowledge about ``seat``."""
        if seat < 0 or not 0 <= result < IS_ROLE + N_ROLES:
            return
        if result >= IS_ROLE:
            self.card[seat] = result - IS_ROLE
        self.narrow(seat, sides_left(result, self.by_team))

    def narrow(self, seat: int, sides: int) -> None:
        """Keeps only ``sides`` possible for ``seat``; what would leave nothing replaces what was thought before."""
        self.may_be[seat] = self.may_be[seat] & sides or sides
        self.evidence += 1


def _began(book: Notebook, event: Event) -> None:
    phase, book.day = event.value & 1, event.value >> 1
    if phase == NIGHT:
        book.ballots.append(Ballot(tuple(book.votes), book.dead_today))
    else:
        book.last_aim = book.kill_votes.get(book.seat, NOBODY)
    book.phase, book.dead_today, book.round = phase, 0, 0
    book.votes = [NOBODY] * book.n
    book.kill_votes = {}
    book.team_promises = {}
    book.hidden = book.power = NOBODY
    book.evidence += 1


def _round_began(book: Notebook, event: Event) -> None:
    book.round = event.value


def _dealt(book: Notebook, event: Event) -> None:
    if event.actor == book.seat and 0 <= event.value < N_ROLES:
        book.role = event.value
        book.learn(book.seat, IS_ROLE + event.value)


def _introduced(book: Notebook, event: Event) -> None:
    role = event.value >> 24
    for seat in range(book.n):
        if (event.value & SEATS_MASK) >> seat & 1:
            book.learn(seat, IS_ROLE + role)


def _voted(book: Notebook, event: Event) -> None:
    if event.actor >= 0:
        book.votes[event.actor] = event.target


def _kill_voted(book: Notebook, event: Event) -> None:
    book.kill_votes.pop(event.actor, None)
    if event.target >= 0:
        book.kill_votes[event.actor] = event.target


def _hidden_voted(book: Notebook, event: Event) -> None:
    if event.actor == book.seat:
        book.hidden = event.target


def _power_chosen(book: Notebook, event: Event) -> None:
    if event.actor == book.seat:
        book.power = event.target


def _claimed(book: Notebook, event: Event) -> None:
    if not event.audience & PUBLIC or event.actor < 0 or not 0 <= event.value < N_ROLES:
        return
    if book.claims.setdefault(event.actor, event.value) != event.value:
        book.noisy |= 1 << event.actor
    book.claims[event.actor] = event.value
    book.evidence += 1


def _reported(book: Notebook, event: Event) -> None:
    key = (event.actor, event.target)
    if min(key) < 0 or not 0 <= event.value < IS_ROLE + N_ROLES:
        return
    if book.reports.setdefault(key, event.value) != event.value and event.audience & PUBLIC:
        book.noisy |= 1 << event.actor
    book.reports[key] = event.value
    if event.audience & PUBLIC:
        book.public_reports[key] = event.value
    book.evidence += 1


def _accused(book: Notebook, event: Event) -> None:
    if event.actor >= 0 and event.target >= 0:
        book.accused.add((event.actor, event.target))
        book.evidence += 1


def _defended(book: Notebook, event: Event) -> None:
    if event.actor >= 0 and event.target >= 0:
        book.defended.add((event.actor, event.target))
        book.evidence += 1


def _promised(book: Notebook, event: Event) -> None:
    if not event.audience & PUBLIC and event.target >= 0:
        book.team_promises[event.actor] = event.target


def _died(book: Notebook, event: Event) -> None:
    if event.target < 0:
        return
    book.alive &= ~(1 << event.target)
    if book.phase == DAY:
        book.dead_today |= 1 << event.target
    else:
        book.died_by_night |= 1 << event.target
    if event.value >= IS_ROLE:
        book.learn(event.target, event.value)
    elif event.value > 0:
        book.narrow(event.target, SIDES_OF_TEAM[event.value - 1])
    book.evidence += 1


def _revived(book: Notebook, event: Event) -> None:
    if event.target >= 0:
        book.alive |= 1 << event.target
        book.evidence += 1


def _found(book: Notebook, event: Event) -> None:
    book.learn(event.target, event.value)
    book.findings.append((event.target, event.value))


def _shown(book: Notebook, event: Event) -> None:
    book.learn(event.target, IS_ROLE + event.value)


NOTES: dict[int, Callable[[Notebook, Event], None]] = {
    int(code): note
    for code, note in (
        (EventCode.PHASE_BEGAN, _began),
        (EventCode.ROUND_BEGAN, _round_began),
        (EventCode.ROLE_DEALT, _dealt),
        (EventCode.INTRODUCED, _introduced),
        (EventCode.VOTE_CAST, _voted),
        (EventCode.VOTE_REVEALED, _voted),
        (EventCode.KILL_VOTE_CAST, _kill_voted),
        (EventCode.HIDDEN_VOTE_CAST, _hidden_voted),
        (EventCode.POWER_CHOSEN, _power_chosen),
        (EventCode.CLAIMED, _claimed),
        (EventCode.REPORTED, _reported),
        (EventCode.ACCUSED, _accused),
        (EventCode.DEFENDED, _defended),
        (EventCode.PROMISED, _promised),
        (EventCode.DIED, _died),
        (EventCode.REVIVED, _revived),
        (EventCode.INSPECTED, _found),
        (EventCode.ORACLE_LEARNED, _found),
        (EventCode.GRAVE_KEPT, _found),
        (EventCode.GRAVE_DUG, _found),
        (EventCode.ROLE_REVEALED, _shown),
    )
}
"""Event code -> how it is written down; other events leave no note."""
