"""The ledger of claims: what was said about cards, whether it was true, and whether the speaker knew better.

Judged by what the speaker had been shown when speaking (metrics.md A.2, Truthfulness): a statement that what it knows rules
out is a lie; one that is false but not known to be is an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from arena.match.reading import MatchLog
from arena.metrics.knowledge import Cards, Knowledge
from envs.engine.events import NOBODY, Event, may_see

Verdict = Literal["true", "error", "lie"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim or report. ``about`` is the seat it speaks of; ``audience`` the bits of those who heard it."""

    speaker: int
    about: int
    is_claim: bool
    value: int
    audience: int
    verdict: Verdict


def statements(log: MatchLog) -> Iterator[Statement]:
    """Every claim and report of a match of Trusis, in order."""
    cards = Cards(log)
    minds = [Knowledge(seat, cards) for seat in range(cards.seats)]
    claimed, reported = cards.codes["CLAIMED"], cards.codes["REPORTED"]
    ended = cards.codes["MATCH_ENDED"]
    for event in log.events():
        if event.code == ended:
            return
        if event.code in (claimed, reported):
            yield _judged(event, event.code == claimed, minds[event.actor], cards)
        elif event.code in cards.telling:
            for mind in minds:
                mind.read(event)


def _judged(event: Event, is_claim: bool, mind: Knowledge, cards: Cards) -> Statement:
    about = event.actor if is_claim else event.target
    value = event.value
    holds = (lambda role: role == value) if is_claim else cards.said_by(value)
    if holds(cards.role_of[about]):
        verdict: Verdict = "true"
    else:
        verdict = "error" if mind.allows(about, holds) else "lie"
    return Statement(event.actor, about, is_claim, value, event.audience, verdict)


@dataclass(frozen=True, slots=True)
class FinalVote:
    """The vote of a seat that stood when a day ended. ``hit``: whether the target was of another team; ``chance``: the share
    of such seats among the other living ones."""

    voter: int
    target: int
    hit: bool
    chance: float


class _Ballot:
    """Votes and the living, followed through a match. Deaths count from the next action on: all votes of a day stand on
    those who lived through it."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.votes: dict[int, int] = {}
        self.alive = set(range(cards.seats))
        self.fallen: set[int] = set()

    def settle(self) -> None:
        self.alive -= self.fallen
        self.fallen.clear()

    def standing(self) -> Iterator[FinalVote]:
        team = [self.cards.team_of[role] for role in self.cards.role_of]
        for voter in sorted(self.votes):
            target = self.votes[voter]
            others = self.alive - {voter}
            if voter not in self.alive or target not in others:
                continue
            foes = sum(team[seat] != team[voter] for seat in others)
            yield FinalVote(voter, target, team[target] != team[voter], foes / len(others))


def final_votes(log: MatchLog) -> Iterator[FinalVote]:
    """The visible day votes that stood at the end of each day, by seats and on seats then alive."""
    cards = Cards(log)
    ballot = _Ballot(cards)
    names = {int(code): code.name for code in cards.codes}
    for event in log.events():
        name = names[event.code]
        if name == "VOTE_CAST":
            ballot.settle()
            _vote(ballot, event)
        elif name == "DIED":
            ballot.fallen.add(event.target)
        elif name == "REVIVED":
            ballot.settle()
            ballot.alive.add(event.target)
        elif name in ("ROUND_BEGAN", "PASSED"):
            ballot.settle()
        elif name in ("PHASE_BEGAN", "MATCH_ENDED"):
            yield from ballot.standing()
            ballot.votes.clear()
            ballot.settle()


def _vote(ballot: _Ballot, event: Event) -> None:
    if event.target == NOBODY:
        ballot.votes.pop(event.actor, None)
    else:
        ballot.votes[event.actor] = event.target


def heard_by(statement: Statement, seat: int) -> bool:
    """Whether ``seat`` heard ``statement``."""
    return may_see(seat, statement.audience)
