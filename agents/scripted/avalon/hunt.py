"""After the third success: who looks like Merlin, which two look like lovers, and at whom to shoot."""

from math import exp

import numpy as np

from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.record import Ballot, Proposal, Record, Stance
from agents.scripted.avalon.space import Counts, Weights
from agents.scripted.avalon.view import View
from envs.avalon.actions import PAIR_HIGH, PAIR_LOW
from envs.avalon.codes import (
    IS_EVIL,
    IS_ROLE,
    NAME,
    SHOOT_CLERIC,
    SHOOT_GUINEVERE,
    SHOOT_LOVERS,
    SHOOT_MERLIN,
)
from envs.avalon.roles import IS_MERLIN, N_GOOD, ROLES, TRAITS_OF, Sign
from envs.engine.events import NOBODY

LED_CLEAN, LED_DIRTY = 0.7, -1.3
"""What a proposal without, and with, evil that Merlin sees says for its leader."""
SAW_THROUGH, FELL_FOR = 0.8, -0.6
"""A vote against evil that looked good to all; a vote for evil by one who was not on the team."""
KNEW_BETTER, DOUBTED = 0.7, -0.3
"""A vote for a team without evil by one who was not on it; a vote against such a team."""
NAMED, MISSED, SHIELDED = 0.8, -0.7, -0.8
"""Accusing evil that nobody suspected; accusing a good seat; vouching for evil."""
CLAIMS_A_CARD = -1.0
"""A Merlin does not draw attention by claiming a great card."""


def shoot(view: View) -> None:
    """The kind of shot with the best chance, at the likeliest seats."""
    turn = view.turn
    chances = merlin_chances(view)
    best: tuple[float, int, int] = (-1.0, SHOOT_MERLIN, 0)
    for verb in range(SHOOT_MERLIN, SHOOT_CLERIC + 1):
        for argument in turn.targets(verb):
            best = max(best, (_chance(view, chances, verb, argument) + view.noise(0.001), verb, argument))
    turn.take(best[1], best[2])


def _chance(view: View, merlin: list[float], verb: int, argument: int) -> float:
    if verb == SHOOT_MERLIN:
        return merlin[argument]
    if verb == SHOOT_LOVERS:
        return lovers_chance(view, PAIR_LOW[argument], PAIR_HIGH[argument])
    plain = (1 - merlin[argument]) / max(1, sum(chance > 0 for chance in merlin))
    return plain if verb == SHOOT_GUINEVERE else plain / 3


def name(view: View) -> None:
    """After the Cleric: the likeliest pair of seat and role; a Merlin by his play, other roles by their number."""
    chances = merlin_chances(view)
    deck = view.book.deck

    def score(argument: int) -> float:
        seat, role = argument // N_GOOD, argument % N_GOOD
        if TRAITS_OF[role] & IS_MERLIN:
            return chances[seat]
        return deck.count(role) * (1 - chances[seat]) / len(deck)

    view.turn.take(NAME, max(view.turn.targets(NAME), key=score))


def merlin_chances(view: View) -> list[float]:
    """Chance of each seat that it is a Merlin, to one who knows the evil seats; they sum to 1."""
    return view.merlin if view.merlin is not None else looks_like_merlin(view.book, view.record)


def looks_like_merlin(book: Notebook, record: Record) -> list[float]:
    """The same by plain signs: who led, voted and spoke as one who sees evil."""
    evil, seen = book.mates, seen_by_merlin(book)
    scores = [0.0] * book.n
    for proposal in record.proposals:
        scores[proposal.leader] += _led(proposal, seen)
    for ballot in record.ballots:
        for seat in range(book.n):
            scores[seat] += _voted(ballot, seat, seen)
    for stance in record.stances:
        scores[stance.speaker] += _spoke(stance, seen)
    for seat, result in record.claims:
        scores[seat] += CLAIMS_A_CARD * (result > IS_EVIL and result - IS_ROLE > 0)
    weights = [0.0 if evil >> seat & 1 else exp(min(score, 50.0)) for seat, score in enumerate(scores)]
    total = sum(weights) or 1.0
    return [weight / total for weight in weights]


def tells_of_vote(view: View) -> float:
    """How much more approving the team on the table would make me look like Merlin than rejecting it."""
    book, seen = view.book, seen_by_merlin(view.book)
    clean = view.suspicion.clean(view.suspicion.public, book.party)
    yes, no = (_voted(Ballot(book.party, vote << book.seat, clean), book.seat, seen) for vote in (1, 0))
    return yes - no


def tells_of_teams(view: View, teams: Counts) -> Weights:
    """How much proposing each team would make me look like Merlin."""
    return np.where(teams & seen_by_merlin(view.book), LED_DIRTY, LED_CLEAN)


def seen_by_merlin(book: Notebook) -> int:
    """Evil seats that a Merlin sees: all whose exact role I do not know, and those that show themselves to him."""
    found = book.mates
    for seat in range(book.n):
        role = book.role if seat == book.seat else book.knows(seat)
        if role != NOBODY and not ROLES[role].signs & Sign.SHADOW:
            found &= ~(1 << seat)
    return found


def _led(proposal: Proposal, seen: int) -> float:
    return LED_DIRTY if proposal.party & seen else LED_CLEAN


def _voted(ballot: Ballot, seat: int, seen: int) -> float:
    approved, on_team = ballot.approvals >> seat & 1, ballot.party >> seat & 1
    if ballot.party & seen:
        return FELL_FOR * (0.3 if on_team else 1.0) if approved else SAW_THROUGH * ballot.clean
    if approved:
        return 0.1 if on_team else KNEW_BETTER * (1 - ballot.clean)
    return DOUBTED


def _spoke(stance: Stance, seen: int) -> float:
    is_seen = seen >> stance.target & 1
    if stance.accuses:
        return NAMED * (1 - stance.looks) if is_seen else MISSED
    return SHIELDED if is_seen else 0.15


def lovers_chance(view: View, low: int, high: int) -> float:
    """Chance that two seats are the lovers: above an even draw for pairs that always had each other on their teams."""
    book = view.book
    good = book.n - book.evil_count
    even = 2 / (good * (good - 1))
    return even * min(3.0, exp(_affinity(view, low, high) + _affinity(view, high, low)))


def _affinity(view: View, seat: int, other: int) -> float:
    score = 0.0
    for proposal in view.record.proposals:
        if proposal.leader == seat:
            score += 0.3 if proposal.party >> other & 1 else -0.3
    for ballot in view.record.ballots:
        if ballot.party >> other & 1 and not ballot.party >> seat & 1:
            score += 0.15 if ballot.approvals >> seat & 1 else -0.1
    return score
