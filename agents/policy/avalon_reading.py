"""What a trained mind of Avalon keeps of a match beyond the scripted one's record, and how all of it is put into numbers."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.policy.avalon_habits import Habits
from agents.policy.network import Encoded, Floats
from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.record import Record
from agents.scripted.avalon.space import Weights
from agents.scripted.avalon.suspicion import Suspicion
from envs.avalon.actions import N_RESULTS
from envs.avalon.codes import (
    EVIL,
    IS_GOOD,
    IS_ROLE,
    LABEL_EVIL,
    LABEL_LANCELOT,
    LABEL_ROLE,
    LABEL_WIZARD,
    PROPOSALS,
    QUESTS,
    EventCode,
)
from envs.avalon.roles import N_ROLES, TEAM_OF
from envs.engine.events import NOBODY, PUBLIC, Event

OVERALL = 2 * N_ROLES + QUESTS + 8
SEAT = 41 + 2 * QUESTS + N_ROLES
PAIR = 14


class Mission(NamedTuple):
    """``party`` went on mission ``quest``, which showed so many ``fails``."""

    quest: int
    party: int
    fails: int


class Guesses(NamedTuple):
    """What the scripted mind believes: ``sets`` (H,) of evil seats; each seat evil to me, evil to all, and like a Merlin."""

    sets: Weights
    guilt: list[float]
    looks: list[float]
    merlin: list[float]


class Chronicle(Record):
    """A record that also keeps ``missions``, ``reports`` (speaker, target, whether it says evil) and ``habits``."""

    def __init__(self, book: Notebook, suspicion: Suspicion) -> None:
        super().__init__(book, suspicion)
        self.habits = Habits(book, suspicion)
        self.missions: list[Mission] = []
        self.reports: set[tuple[int, int, bool]] = set()

    def note(self, event: Event) -> None:
        """Takes in one event, before it has bent the suspicion of all."""
        super().note(event)
        party = self._book.party
        if event.code == EventCode.TEAM_PROPOSED and event.actor != NOBODY:
            self.habits.note_proposal(event.actor, party)
        elif event.code == EventCode.VOTES_REVEALED and event.value >> 10 & 15 < PROPOSALS - 1:
            self.habits.note_votes(party, event.value)
        elif event.code == EventCode.QUEST_ENDED and event.value >> 5 < QUESTS and party:
            self.missions.append(Mission(event.value >> 5, party, event.value & 15))
            self.habits.note_cards(event.value >> 5, event.value & 15)
        elif event.code in (EventCode.ANNOUNCED, EventCode.REPORTED) and event.audience & PUBLIC:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        if min(event.actor, event.target) >= 0 and event.value < N_RESULTS:
            role = event.value - IS_ROLE
            says_evil = TEAM_OF[role] == EVIL if role >= 0 else event.value != IS_GOOD
            self.reports.add((event.actor, event.target, says_evil))


def encode(book: Notebook, record: Chronicle, guesses: Guesses) -> Encoded:
    """One seat's notes as the network reads them (B = 1)."""
    return Encoded(_overall(book)[None], _seats(book, record, guesses)[None], _pairs(book, record)[None])


def _overall(book: Notebook) -> Floats:
    out = np.zeros(OVERALL, np.float32)
    if book.role != NOBODY:
        out[book.role] = 1
    for role in book.deck:
        out[N_ROLES + role] += 0.5
    out[2 * N_ROLES + book.quest] = 1
    out[-8:-4] = (book.proposal / 4, book.successes / 3, book.failures / 3, book.is_shooting)
    out[-4:] = (book.n / 10, book.evil_count / book.n, book.party > 0, book.switched)
    return out


def _seats(book: Notebook, record: Chronicle, guesses: Guesses) -> Floats:
    columns = [
        _standing(book),
        np.array([guesses.guilt, guesses.looks, guesses.merlin]).T,
        _by_habit(record.habits, guesses),
        _votes(book, record, np.array(guesses.guilt)),
        _missions(book, record),
        _words(book, record, np.array(guesses.guilt)),
        _known_roles(book),
    ]
    return np.concatenate(columns, 1).astype(np.float32)


def _standing(book: Notebook) -> NDArray[np.float64]:
    """(n, 9): whose seat, who leads, who is on the team, and how I know each seat."""
    seats = np.arange(book.n)
    labels = np.array(book.labels)
    team = np.array([TEAM_OF[label - LABEL_ROLE] if label >= LABEL_ROLE else -1 for label in book.labels])
    columns = [
        *(seats == book.seat, seats == book.leader, book.party >> seats & 1, seats == book.holder),
        *(labels == label for label in (LABEL_EVIL, LABEL_WIZARD, LABEL_LANCELOT)),
        *(team == 0, team == 1),
    ]
    return np.stack(columns, 1).astype(np.float64)


def _by_habit(habits: Habits, guesses: Guesses) -> NDArray[np.float64]:
    """(n, 9): the posterior by the scripted mind's book, plain and as log-odds, and how each card explains each seat's acts."""
    odds = habits.posterior()
    sharp = np.clip(odds, 1e-4, 1 - 1e-4)
    sets = guesses.sets
    gains = np.stack([habits.servant / 4, habits.merlin @ sets - habits.servant, habits.evil @ sets - habits.servant], 1)
    return np.concatenate([odds, np.log(sharp / (1 - sharp)) / 3, np.clip(gains, -6, 6) / 2], 1)


def _votes(book: Notebook, record: Chronicle, guilt: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 15): votes and proposals by whether the team had evil on it, to me, and whether it looked clean."""
    seats = np.arange(book.n)
    party, yes = _ballots(book, record)
    clean = np.array([ballot.clean for ballot in record.ballots])[:, None]
    dirt = np.minimum(party @ guilt, 1.0)[:, None]
    sides = (yes * party, yes * (1 - party), (1 - yes) * party, (1 - yes) * (1 - party))
    sums = [(side * weight).sum(0) for side in sides for weight in (dirt, 1 - dirt)]
    sums += [(said * weight).sum(0) for said in (yes, 1 - yes) for weight in (clean, 1 - clean)]
    led = np.zeros((3, book.n))
    for proposal in record.proposals:
        evil = min(float((proposal.party >> seats & 1) @ guilt), 1.0)
        led[:, proposal.leader] += (1.0, evil, 1 - evil)
    return np.stack([*sums, *led], 1) / 4


def _missions(book: Notebook, record: Chronicle) -> NDArray[np.float64]:
    """(n, 2 * QUESTS): on which missions a seat went, and how many of them showed Fails."""
    out = np.zeros((book.n, 2 * QUESTS))
    for mission in record.missions:
        on_team = mission.party >> np.arange(book.n) & 1
        out[:, mission.quest] = on_team
        out[:, QUESTS + mission.quest] = on_team * mission.fails
    return out


def _words(book: Notebook, record: Chronicle, guilt: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 5): accusations and praise by whether they hit, to me; whether a seat claims anything."""
    out = np.zeros((book.n, 5))
    for stance in record.stances:
        column = 0 if stance.accuses else 2
        out[stance.speaker, column] += guilt[stance.target]
        out[stance.speaker, column + 1] += 1 - guilt[stance.target]
    for seat, _ in record.claims:
        out[seat, 4] = 1
    return out


def _known_roles(book: Notebook) -> NDArray[np.float64]:
    out = np.zeros((book.n, N_ROLES))
    for seat, label in enumerate(book.labels):
        if label >= LABEL_ROLE:
            out[seat, label - LABEL_ROLE] = 1
    return out


def _pairs(book: Notebook, record: Chronicle) -> Floats:
    """(n, n, PAIR): what the first seat did when the second was on the team, or said of it."""
    out = np.zeros((book.n, book.n, PAIR), np.float32)
    seats = np.arange(book.n)
    for proposal in record.proposals:
        on_team = proposal.party >> seats & 1
        out[proposal.leader, :, 0] += on_team / 4
        out[proposal.leader, :, 1] += (1 - on_team) / 4
    out[:, :, 2:8] = _together(*_ballots(book, record))
    for stance in record.stances:
        out[stance.speaker, stance.target, 8 if stance.accuses else 9] += 0.5
    for speaker, target, says_evil in record.reports:
        out[speaker, target, 10 if says_evil else 11] = 1
    for mission in record.missions:
        on_team = mission.party >> seats & 1
        out[:, :, 12] += np.outer(on_team, on_team) / 2
        out[:, :, 13] += np.outer(on_team, on_team) * min(mission.fails, 2) / 2
    return out


def _ballots(book: Notebook, record: Chronicle) -> tuple[Floats, Floats]:
    """(B, n) who was on the team, and who approved it, in every counted vote."""
    seats = np.arange(book.n)
    party = np.array([ballot.party for ballot in record.ballots], np.int64)[:, None] >> seats & 1
    yes = np.array([ballot.approvals for ballot in record.ballots], np.int64)[:, None] >> seats & 1
    return party.astype(np.float32), yes.astype(np.float32)


def _together(party: Floats, yes: Floats) -> Floats:
    """(n, n, 6): how the first seat voted on teams with the second, on all and as an outsider, and how often both voted alike."""
    no, off = 1 - yes, 1 - party
    agreed = (yes.T @ yes + no.T @ no) / 8
    differed = (yes.T @ no + no.T @ yes) / 8
    return np.stack([*(votes.T @ party / 4 for votes in (yes, no, yes * off, no * off)), agreed, differed], 2)
