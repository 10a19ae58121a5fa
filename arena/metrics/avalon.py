"""The ledger of Avalon: claims, reports and announcements; votes, teams, promises and the last shot against chance."""

from collections.abc import Callable, Iterator
from math import comb

from arena.match.reading import MatchLog
from arena.metrics.avalon_cards import Deck, Mind, is_so
from arena.metrics.ledger import GameLedger, HumanPlay, Measure, Observation, Sheet, Statement, Verdict, verdict
from envs.avalon.codes import APPROVE, CARDS
from envs.avalon.roles import IS_CLERIC, IS_GUINEVERE, IS_ISOLDE, IS_MERLIN, IS_TRISTAN, TRAITS_OF
from envs.engine.events import Event, seats_in


def statements(log: MatchLog) -> Iterator[Statement]:
    """Every claim, report and announcement, in order, up to the end of the match.

    A claim or report is true if the card is so now. An announcement speaks of the check just made: it is true if it is what the
    check showed, else a lie.
    """
    deck = Deck(log)
    minds = [Mind(seat, deck) for seat in range(deck.seats)]
    spoken = deck.code_of(("claimed", "reported", "announced"))
    for event in _until_the_end(log, deck):
        if event.code in spoken:
            yield _judged(event, spoken[event.code], minds[event.actor], deck)
        elif event.code in deck.telling:
            for mind in minds:
                mind.read(event)


def _until_the_end(log: MatchLog, deck: Deck) -> Iterator[Event]:
    """The events of the match itself, each after ``deck`` has taken it in; what is published after the end is left out."""
    ended = int(deck.codes["MATCH_ENDED"])
    for event in log.events():
        if event.code == ended:
            return
        deck.follow(event)
        yield event


def _judged(event: Event, kind: str, mind: Mind, deck: Deck) -> Statement:
    about = event.actor if kind == "claimed" else event.target
    if kind == "announced" and about in mind.found:
        judged: Verdict = "true" if event.value == mind.found[about] else "lie"
    else:
        judged = verdict(mind, deck.role_of[about], about, is_so(event.value))
    return Statement(event.actor, about, kind == "claimed", event.value, event.audience, judged)


# --- what seats did, against chance ---------------------------------------------------------------------------------

_SHOT_AT = (IS_MERLIN, IS_GUINEVERE, IS_TRISTAN | IS_ISOLDE, IS_CLERIC)
"""Traits of those whom each kind of shot is meant for."""
LOVERS = 2


def observations(log: MatchLog) -> Iterator[Observation]:
    """What the measures of ``LEDGER`` count, in order."""
    table = _Table(log)
    followed = table.deck.code_of(_FOLLOWED)
    for number, event in enumerate(_until_the_end(log, table.deck)):
        if event.code in followed:
            yield from _FOLLOWED[followed[event.code]](table, event, number)


class _Table:
    """One match as it goes, for its observations."""

    def __init__(self, log: MatchLog) -> None:
        self.log = log
        self.deck = Deck(log)
        self.promised: dict[int, int] = {}
        self.shooters: list[int] = []

    def is_clean(self) -> bool:
        """Whether no evil seat is on the team on the table."""
        return not any(self.deck.is_evil(seat) for seat in seats_in(self.deck.party))

    def begin(self, event: Event, number: int) -> Iterator[Observation]:
        self.promised = {}
        return iter(())

    def promise(self, event: Event, number: int) -> Iterator[Observation]:
        self.promised[event.actor] = event.value
        return iter(())

    def team(self, event: Event, number: int) -> Iterator[Observation]:
        """``clean``: a good leader's team without evil, minus the chance of one drawn by lot with the leader on or off it."""
        deck, leader = self.deck, self.deck.leader
        if not 0 <= leader < deck.seats or deck.is_evil(leader):
            return
        others, good = deck.seats - 1, sum(not deck.is_evil(seat) for seat in range(deck.seats)) - 1
        drawn = len(set(seats_in(deck.party)) - {leader})
        chance = comb(good, drawn) / max(1, comb(others, drawn))
        yield Observation(leader, "clean_told" if deck.is_told(leader) else "clean", self.is_clean() - chance)

    def vote(self, event: Event, number: int) -> Iterator[Observation]:
        """``approval``: 1 for Approve, in arm 0 on a team without evil, in arm 1 on one with evil; ``kept``: as promised."""
        measure = "approval_told" if self.deck.is_told(event.actor) else "approval"
        yield Observation(event.actor, measure, float(event.value == APPROVE), int(not self.is_clean()))
        if event.actor in self.promised:
            yield Observation(event.actor, "kept", float(self.promised.pop(event.actor) == event.value))

    def phase(self, event: Event, number: int) -> Iterator[Observation]:
        """``infiltration``: an evil seat on a team that goes, minus the team's share of the table."""
        if event.value == CARDS:
            team = seats_in(self.deck.party)
            for seat in range(self.deck.seats):
                if self.deck.is_evil(seat):
                    yield Observation(seat, "infiltration", (seat in team) - len(team) / self.deck.seats)

    def assassin(self, event: Event, number: int) -> Iterator[Observation]:
        self.shooters = [seat for seat in seats_in(event.value) if seat < self.deck.seats]
        return iter(())

    def shot(self, event: Event, number: int) -> Iterator[Observation]:
        """``shot``: a hit; ``shot_lift``: minus chance; ``unfound`` and ``hiding``: the same for a Merlin shot at and missed."""
        kind, hit = event.value % 4, event.value >> 2 & 1
        chance = 0.0
        for seat in self.shooters:
            chance = self._chance(seat, kind, number)
            yield Observation(seat, "shot", float(hit))
            yield Observation(seat, "shot_lift", hit - chance)
        if _SHOT_AT[kind] == IS_MERLIN and self.shooters:
            for seat in range(self.deck.seats):
                if TRAITS_OF[self.deck.role_of[seat]] & IS_MERLIN:
                    yield Observation(seat, "unfound", float(1 - hit))
                    yield Observation(seat, "hiding", chance - hit)

    def _chance(self, shooter: int, kind: int, number: int) -> float:
        """Of a shot drawn by lot among the seats that may be the target for all that the shooter knows."""
        mind = _mind_at(self.log, shooter, number)
        found = len(mind.candidates(lambda role: TRAITS_OF[role] & _SHOT_AT[kind] != 0))
        return 1 / max(1, comb(found, 2) if kind == LOVERS else found)


def _mind_at(log: MatchLog, viewer: int, number: int) -> Mind:
    """What ``viewer`` knew before event ``number`` of the log."""
    deck = Deck(log)
    mind = Mind(viewer, deck)
    for event in log.events()[:number]:
        deck.follow(event)
        mind.read(event)
    return mind


_Follow = Callable[[_Table, Event, int], Iterator[Observation]]
_FOLLOWED: dict[str, _Follow] = {
    "proposal_began": _Table.begin,
    "promised": _Table.promise,
    "team_proposed": _Table.team,
    "vote_cast": _Table.vote,
    "phase_began": _Table.phase,
    "assassin_chosen": _Table.assassin,
    "shot_fired": _Table.shot,
}


LEDGER = GameLedger(
    statements,
    observations,
    measures=(
        Measure("approval", "difference"),
        Measure("approval_told", "difference"),
        Measure("clean", "mean"),
        Measure("clean_told", "mean"),
        Measure("infiltration", "mean"),
        Measure("shot", "share"),
        Measure("shot_lift", "mean"),
        Measure("unfound", "share"),
        Measure("hiding", "mean"),
        Measure("kept", "share"),
    ),
    sheets=(
        Sheet(
            "Approves teams without evil rather than teams with evil, in points [95%]",
            "votes",
            (("who cannot know", "approval"), ("who knows evil", "approval_told")),
            everybody=True,
        ),
        Sheet(
            "Own teams without evil, minus chance, in points [95%]",
            "teams",
            (("who cannot know", "clean"), ("who knows evil", "clean_told")),
        ),
        Sheet("Evil on the teams that went, minus chance, in points [95%]", "missions", (("over chance", "infiltration"),)),
        Sheet("The last shot [95%]", "shots", (("hit", "shot"), ("over chance", "shot_lift"))),
        Sheet("Merlin under fire [95%]", "shots", (("not found", "unfound"), ("over chance", "hiding"))),
        Sheet("Promises before a vote [95%]", "promises", (("kept", "kept"),)),
    ),
    human=HumanPlay("evil", {5: 0.57, 6: 0.565, 7: 0.58, 8: 0.63, 9: 0.52, 10: 0.59}, "ProAvalon"),
)
