"""The ledger of Trusis: what its events tell about cards, its claims, promises and final votes."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.match.reading import MatchLog
from arena.metrics.knowledge import Cards, Holds, Knowledge, one_of
from arena.metrics.ledger import GameLedger, Measure, Observation, Sheet, Statement, verdict
from envs.engine.events import NOBODY, SEATS_MASK, Event, may_see, seats_in

IS_TRUSIS, IS_CASTAWAY, NEITHER, NOT_TRUSIS, ROLE = range(5)


class Deck(Cards):
    """The deck of one match and what answers about a card mean in its ruleset."""

    def __init__(self, log: MatchLog) -> None:
        super().__init__(log)
        game = log.game
        teams = [game.team_ids[team] for team in self.team_of]
        team = {role for role, name in enumerate(teams) if name == "trusis"}
        by_team = log.header["ruleset"].get("trusis_scope") == "team"
        self.counts_as_trusis = frozenset(team if by_team else {game.role_ids.index("trusis")})
        self.castaways = frozenset(role for role, name in enumerate(teams) if name == "castaways")
        self.telling = self.code_of(_TELLING)

    def said_by(self, result: int) -> Holds:
        """Which roles the answer ``result`` is true of."""
        if result >= ROLE:
            return one_of({result - ROLE})
        if result == IS_CASTAWAY:
            return one_of(self.castaways)
        if result == NEITHER:
            return lambda role: role not in self.castaways and role not in self.counts_as_trusis
        return lambda role: (role in self.counts_as_trusis) == (result == IS_TRUSIS)


class Mind(Knowledge):
    """What one seat knows: its card, whom it was introduced to, its results, and what is public."""

    def __init__(self, viewer: int, deck: Deck) -> None:
        super().__init__(viewer, deck)
        self._deck = deck

    def read(self, event: Event) -> None:
        """Takes in one event of the match; what the viewer was not shown changes nothing."""
        told = self._deck.telling.get(event.code)
        if told is not None and may_see(self.viewer, event.audience):
            _TELLING[told](self, event)

    def card(self, event: Event) -> None:
        """A card turned over."""
        self.keep(event.target, one_of({event.value}))

    def introduced(self, event: Event) -> None:
        """All holders of one role, and nobody else."""
        role, shown = event.value >> 24, set(seats_in(event.value & SEATS_MASK))
        for seat in range(len(self.possible)):
            self.keep(seat, role.__eq__ if seat in shown else role.__ne__)

    def result(self, event: Event) -> None:
        """The answer of a power."""
        self.keep(event.target, self._deck.said_by(event.value))

    def obituary(self, event: Event) -> None:
        """What a death shows."""
        if event.value >= ROLE:
            self.keep(event.target, one_of({event.value - ROLE}))
        elif event.value > 0:
            self.keep(event.target, lambda role: self._deck.team_of[role] == event.value - 1)


_TELLING = {
    "role_dealt": Mind.card,
    "introduced": Mind.introduced,
    "inspected": Mind.result,
    "oracle_learned": Mind.result,
    "grave_kept": Mind.result,
    "grave_dug": Mind.result,
    "died": Mind.obituary,
    "role_revealed": Mind.card,
}
"""Which events say something about a card, and who reads them."""


def statements(log: MatchLog) -> Iterator[Statement]:
    """Every claim and report, in order."""
    deck = Deck(log)
    minds = [Mind(seat, deck) for seat in range(deck.seats)]
    spoken, ended = deck.code_of(("claimed", "reported")), int(deck.codes["MATCH_ENDED"])
    for event in log.events():
        if event.code == ended:
            return
        if event.code in spoken:
            yield _judged(event, spoken[event.code] == "claimed", minds[event.actor], deck)
        elif event.code in deck.telling:
            for mind in minds:
                mind.read(event)


def _judged(event: Event, is_claim: bool, mind: Mind, deck: Deck) -> Statement:
    about = event.actor if is_claim else event.target
    holds = one_of({event.value}) if is_claim else deck.said_by(event.value)
    judged = verdict(mind, deck.role_of[about], about, holds)
    return Statement(event.actor, about, is_claim, event.value, event.audience, judged)


# --- votes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FinalVote:
    """The vote of a seat that stood when a day ended. ``hit``: whether the target was of another team; ``chance``: the share
    of such seats among the other living ones."""

    voter: int
    target: int
    hit: bool
    chance: float


@dataclass(frozen=True, slots=True)
class DayEnd:
    """A day as its vote left it. ``kept``: whether each living seat that had promised a vote gave it."""

    votes: list[FinalVote]
    kept: dict[int, bool]


class _Ballot:
    """Votes, promises and the living, followed through a match. Deaths count from the next action on: all votes of a day stand
    on those who lived through it."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.votes: dict[int, int] = {}
        self.promised: dict[int, int] = {}
        self.alive = set(range(deck.seats))
        self.fallen: set[int] = set()
        self.by_day = True

    def settle(self) -> None:
        self.alive -= self.fallen
        self.fallen.clear()

    def end_of_day(self) -> DayEnd:
        votes = [self._final(voter) for voter in sorted(self.votes) if self._counts(voter)]
        kept = {seat: self.votes.get(seat) == target for seat, target in sorted(self.promised.items()) if seat in self.alive}
        return DayEnd(votes, kept)

    def _counts(self, voter: int) -> bool:
        return voter in self.alive and self.votes[voter] in self.alive - {voter}

    def _final(self, voter: int) -> FinalVote:
        team, target = [self.deck.team_of[role] for role in self.deck.role_of], self.votes[voter]
        others = self.alive - {voter}
        foes = sum(team[seat] != team[voter] for seat in others)
        return FinalVote(voter, target, team[target] != team[voter], foes / len(others))

    def vote(self, event: Event) -> None:
        self.settle()
        if event.target == NOBODY:
            self.votes.pop(event.actor, None)
        else:
            self.votes[event.actor] = event.target

    def promise(self, event: Event) -> None:
        self.promised[event.actor] = event.target

    def death(self, event: Event) -> None:
        self.fallen.add(event.target)

    def revival(self, event: Event) -> None:
        self.settle()
        self.alive.add(event.target)

    def act(self, event: Event) -> None:
        self.settle()

    def close(self) -> Iterator[DayEnd]:
        """A phase ends; promises of the night are for the next day."""
        if self.by_day:
            yield self.end_of_day()
            self.promised.clear()
        self.votes.clear()
        self.settle()


_FOLLOWED = {
    "vote_cast": _Ballot.vote,
    "promised": _Ballot.promise,
    "died": _Ballot.death,
    "revived": _Ballot.revival,
    "round_began": _Ballot.act,
    "passed": _Ballot.act,
}


def day_ends(log: MatchLog) -> Iterator[DayEnd]:
    """Every day as it ended."""
    deck = Deck(log)
    ballot = _Ballot(deck)
    followed, phases = deck.code_of(_FOLLOWED), deck.code_of(("phase_began", "match_ended"))
    for event in log.events():
        if event.code in followed:
            _FOLLOWED[followed[event.code]](ballot, event)
        elif event.code in phases:
            yield from ballot.close()
            ballot.by_day = event.value % 2 == 0


def final_votes(log: MatchLog) -> Iterator[FinalVote]:
    """The visible day votes that stood at the end of each day, by seats and on seats then alive."""
    return (vote for day in day_ends(log) for vote in day.votes)


def observations(log: MatchLog) -> Iterator[Observation]:
    """``lift``: a final vote on another team, minus chance; ``kept``: a promised vote that was given."""
    for day in day_ends(log):
        yield from (Observation(vote.voter, "lift", vote.hit - vote.chance) for vote in day.votes)
        yield from (Observation(seat, "kept", float(was_kept)) for seat, was_kept in day.kept.items())


LEDGER = GameLedger(
    statements,
    observations,
    measures=(Measure("lift", "mean"), Measure("kept", "share")),
    sheets=(
        Sheet(
            "Final votes of each day on another team, minus chance, in points [95%]",
            "day votes",
            (("enemies, over chance", "lift"),),
            everybody=True,
        ),
        Sheet("Votes that were promised, and how many were given [95%]", "promises", (("kept", "kept"),)),
    ),
)
