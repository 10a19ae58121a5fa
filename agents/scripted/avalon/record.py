"""What each seat has done that a Merlin would do otherwise: proposals, votes and words, with how the matter looked to all then.

Read only by those who look for the Merlin or the lovers.
"""

from collections.abc import Callable
from typing import NamedTuple

from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.suspicion import Suspicion
from envs.avalon.actions import N_RESULTS
from envs.avalon.codes import PROPOSALS, EventCode
from envs.engine.events import NOBODY, PUBLIC, Event


class Proposal(NamedTuple):
    """``leader`` proposed ``party``; to all, each seat was evil with chance ``looks[seat]``."""

    leader: int
    party: int
    looks: list[float]


class Ballot(NamedTuple):
    """A counted vote on ``party``; ``clean``: chance, to all, that nobody on it was evil."""

    party: int
    approvals: int
    clean: float


class Stance(NamedTuple):
    """``speaker`` accused ``target`` or vouched for it; ``looks``: chance, to all, that the target was evil."""

    speaker: int
    target: int
    accuses: bool
    looks: float


class Record:
    """The lists of one match, oldest first; ``claims`` are pairs of seat and result."""

    def __init__(self, book: Notebook, suspicion: Suspicion) -> None:
        self._book, self._suspicion = book, suspicion
        self.proposals: list[Proposal] = []
        self.ballots: list[Ballot] = []
        self.stances: list[Stance] = []
        self.claims: set[tuple[int, int]] = set()

    def note(self, event: Event) -> None:
        """Takes in one event, before it has bent the suspicion of all."""
        keep = KEEPS.get(event.code)
        if keep is not None:
            keep(self, event, self._book, self._suspicion)


def _proposed(self: Record, event: Event, book: Notebook, suspicion: Suspicion) -> None:
    if event.actor != NOBODY:
        self.proposals.append(Proposal(event.actor, book.party, suspicion.public_rows))


def _voted(self: Record, event: Event, book: Notebook, suspicion: Suspicion) -> None:
    if event.value >> 10 & 15 < PROPOSALS - 1:
        clean = suspicion.clean(suspicion.public, book.party)
        self.ballots.append(Ballot(book.party, event.value & book.everyone, clean))


def _stance(self: Record, event: Event, book: Notebook, suspicion: Suspicion) -> None:
    if min(event.actor, event.target) >= 0 and event.actor != event.target and event.audience & PUBLIC:
        looks = suspicion.public_rows[event.target]
        self.stances.append(Stance(event.actor, event.target, event.code == EventCode.ACCUSED, looks))


def _claimed(self: Record, event: Event, book: Notebook, suspicion: Suspicion) -> None:
    if event.actor != NOBODY and event.value < N_RESULTS and event.audience & PUBLIC:
        self.claims.add((event.actor, event.value))


KEEPS: dict[int, Callable[[Record, Event, Notebook, Suspicion], None]] = {
    int(EventCode.TEAM_PROPOSED): _proposed,
    int(EventCode.VOTES_REVEALED): _voted,
    int(EventCode.ACCUSED): _stance,
    int(EventCode.VOUCHED): _stance,
    int(EventCode.CLAIMED): _claimed,
}
"""Event code -> how it is kept; other events say nothing about a Merlin."""
