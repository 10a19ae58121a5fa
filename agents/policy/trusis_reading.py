"""What a trained mind of Trusis keeps of a match beyond the scripted one's notes, and how all of it is put into numbers."""

from collections.abc import Iterable
from typing import Self

import numpy as np
from numpy.typing import NDArray

from agents.policy.network import Encoded, Floats
from agents.scripted.trusis.notebook import Notebook
from agents.scripted.trusis.sides import SIDES
from agents.scripted.trusis.suspicion import Guess, has_lied, is_noise, make_guess, rivals, tip_of
from envs.engine.events import NOBODY, PUBLIC, Event
from envs.engine.game import Setup
from envs.trusis.codes import IS_ROLE, NIGHT, EventCode
from envs.trusis.roles import N_ROLES, TEAM_OF

Counts = NDArray[np.float32]
AGAINST, STARTED, JOINED, LEFT, LATE, DOOMED = range(6)
TALLIES = 6
"""Per pair of seats: votes that stood at a day's end; first on a seat; after others; taken back; in a day's last rounds;
votes that stood on a seat which died of them."""
N_ANSWERS = IS_ROLE + 3
"""A report as one of these: the answers without a card, then a card by its team."""
OVERALL = 2 * N_ROLES + 6
SEAT = 12 + N_ROLES + SIDES + SIDES + N_ROLES + 8
PAIR = 3 + TALLIES + N_ANSWERS + 3


class Chronicle(Notebook):
    """A notebook that also counts who did what to whom: ``tallies`` (TALLIES, n, n) and ``fallen`` (n,), the day of death."""

    def __init__(self, setup: Setup, seat: int) -> None:
        super().__init__(setup, seat)
        self.tallies: Counts = np.zeros((TALLIES, self.n, self.n), np.float32)
        self.fallen: Counts = np.zeros(self.n, np.float32)
        self.rose: Counts = np.zeros(self.n, np.float32)
        self.spoke: Counts = np.zeros(self.n, np.float32)
        self.last = [NOBODY] * self.n

    def read(self, news: Iterable[Event]) -> None:
        """Takes in events in order, each before and after the plain notes do."""
        for event in news:
            if -1 <= event.actor < self.n and -1 <= event.target < self.n:
                self._count(event)
                super().read((event,))

    def read_ahead(self, news: Iterable[Event]) -> Self:
        """A chronicle that has also read ``news``; this one stays as it is."""
        ahead = super().read_ahead(())
        for name in ("tallies", "fallen", "rose", "spoke"):
            setattr(ahead, name, getattr(self, name).copy())
        ahead.read(news)
        return ahead

    def _count(self, event: Event) -> None:
        actor, target = event.actor, event.target
        if event.code in (EventCode.VOTE_CAST, EventCode.VOTE_REVEALED) and actor >= 0:
            self._count_vote(actor, target)
        elif event.code == EventCode.PHASE_BEGAN and event.value & 1 == NIGHT:
            self._close_day()
        elif event.code == EventCode.DIED and target >= 0:
            self.fallen[target] = self.day
        elif event.code == EventCode.REVIVED and target >= 0:
            self.rose[target] += 1
        elif EventCode.CLAIMED <= event.code <= EventCode.PROMISED and actor >= 0 and event.audience & PUBLIC:
            self.spoke[actor] += 1

    def _count_vote(self, voter: int, target: int) -> None:
        before = self.votes[voter]
        if before == target:
            return
        if before >= 0:
            self.tallies[LEFT, voter, before] += 1
        if target >= 0:
            others = sum(vote == target for vote in self.votes)
            self.tallies[JOINED if others else STARTED, voter, target] += 1
            self.tallies[LATE, voter, target] += self.round > 0

    def _close_day(self) -> None:
        self.last = list(self.votes)
        for voter, target in enumerate(self.votes):
            if target >= 0:
                self.tallies[AGAINST, voter, target] += 1
                self.tallies[DOOMED, voter, target] += self.dead_today >> target & 1


def encode(book: Chronicle) -> tuple[Encoded, Guess]:
    """The chronicle as the network reads it (B = 1), and the scripted guess that is part of it."""
    guess = make_guess(book)
    return Encoded(_overall(book)[None], _seats(book, guess)[None], _pairs(book)[None]), guess


def _overall(book: Chronicle) -> Floats:
    out = np.zeros(OVERALL, np.float32)
    if book.role != NOBODY:
        out[book.role] = 1
    for role in book.deck:
        out[N_ROLES + role] += 0.25
    alive = book.alive.bit_count()
    out[2 * N_ROLES :] = (book.phase, book.day / 6, book.round / 2, alive / book.n, alive % 2, book.n / 16)
    return out


def _seats(book: Chronicle, guess: Guess) -> Floats:
    out = np.zeros((book.n, SEAT), np.float32)
    bits = np.arange(book.n)
    tally = np.array(book.tally(), np.float32)
    out[book.seat, 0] = 1
    out[:, 1] = book.alive >> bits & 1
    out[:, 2] = book.died_by_night >> bits & 1
    out[:, 3] = (book.fallen > 0) * (1 - out[:, 1]) * (1 - out[:, 2])
    out[:, 4] = book.fallen / 6
    out[:, 5] = book.rose
    out[:, 6] = tally / 4
    out[:, 7] = (tally > 0) & (tally == tally.max())
    out[:, 8] = book.noisy >> bits & 1
    out[:, 9] = np.minimum(book.spoke, 12) / 6
    out[:, 10] = guess.trust
    out[:, 11] = [vote != NOBODY for vote in book.votes]
    for seat in range(book.n):
        _words(book, seat, out[seat, 12:])
    out[:, -8 - SIDES - SIDES : -8 - SIDES] = guess.rows
    out[:, -8 - SIDES : -8] = [[sides >> side & 1 for side in range(SIDES)] for sides in book.may_be]
    return out


def _words(book: Chronicle, seat: int, out: Floats) -> None:
    """Cards: the one claimed, then (last but what ``_seats`` puts behind) the one known; then what the words are worth."""
    claim = book.claims.get(seat, NOBODY)
    if claim != NOBODY:
        out[claim] = 1
        out[-1] = min(rivals(book, seat), 3.0) / 2
        out[-2] = 1
    if book.card[seat] != NOBODY:
        out[N_ROLES + book.card[seat]] = 1
    out[-3] = has_lied(book, seat)
    out[-4] = tip_of(book, seat)
    out[-5] = sum(speaker == seat for speaker, _ in book.reports) / 4
    out[-6] = is_noise(book, seat)
    out[-7] = book.kill_votes.get(seat, NOBODY) != NOBODY
    out[-8] = sum(target == seat for _, target in book.accused) / 4


def _pairs(book: Chronicle) -> Floats:
    out = np.zeros((book.n, book.n, PAIR), np.float32)
    for voter, (now, before) in enumerate(zip(book.votes, book.last, strict=True)):
        if now >= 0:
            out[voter, now, 0] = 1
        if before >= 0:
            out[voter, before, 1] = 1
    for voter, target in book.kill_votes.items():
        out[voter, target, 2] = 1
    out[:, :, 3 : 3 + TALLIES] = np.moveaxis(np.minimum(book.tallies, 4) / 2, 0, 2)
    for (speaker, target), result in book.reports.items():
        answer = result if result < IS_ROLE else IS_ROLE + TEAM_OF[result - IS_ROLE]
        out[speaker, target, 3 + TALLIES + answer] = 1
    for column, pairs in ((-3, book.accused), (-2, book.defended), (-1, book.team_promises.items())):
        for speaker, target in pairs:
            out[speaker, target, column] = 1
    return out
