"""How likely what was seen is, for each set of evil seats: plain functions that give one factor a set. No notes are kept here.

The numbers are habits of play, of people and of scripted minds alike; only what the rules make certain is (nearly) zero.
"""

from functools import cache

import numpy as np

from agents.scripted.avalon.space import Counts, Space, Weights
from envs.avalon.codes import EVIL
from envs.avalon.roles import LIES_TO_CHECKS, TEAM_OF, TRAITS_OF

IMPOSSIBLE = 1e-6
MOST = 8
"""One more than the most cards of a mission."""

FAILS_OF_ONE = ((1.0,), (0.35, 0.65), (0.15, 0.65, 0.2), (0.08, 0.62, 0.2, 0.1), (0.05, 0.6, 0.2, 0.1, 0.05))
"""FAILS_OF_ONE[evil on the team][fails]: where one Fail is enough."""
FAILS_AT_FIRST = ((1.0,), (0.6, 0.4), (0.4, 0.5, 0.1), (0.3, 0.5, 0.15, 0.05), (0.25, 0.5, 0.15, 0.05, 0.05))
"""The same in the first mission, which evil often lets pass."""
FAILS_OF_TWO = ((1.0,), (0.8, 0.2), (0.3, 0.15, 0.55), (0.15, 0.1, 0.6, 0.15), (0.1, 0.1, 0.6, 0.1, 0.1))
"""FAILS_OF_ONE where two are needed."""
FLIPPED_FAIL = 0.6
"""How often the turned card of an evil seat was a Fail."""
SWITCHED_NOISE = 0.06
"""Weight of the impossible while the Lancelots have changed sides."""

APPROVE = ((0.72, 0.32), (0.47, 0.63))
"""How often a good and an evil seat approve a team without, and with, evil on it."""
PROPOSES = np.array(((0.9, 0.62, 0.4, 0.25, 0.2), (0.3, 1.0, 0.7, 0.4, 0.3)))
"""How a good and an evil leader like a team by the number of evil on it."""
ACCUSES = np.array(((0.9, 1.15), (1.03, 0.9)))
"""How a good and an evil seat accuse a good one, and an evil one: hardly more than chance, since words follow what all see."""
ALIKE = 5
"""Seats vote on what all have seen: the votes of a larger table weigh together no more than so many."""
SAYS_EVIL = (0.45, 0.15)
"""How often an evil checker says evil of a good seat, and of an evil one."""


@cache
def fail_table(quest: int, needed: int, floor: float) -> Weights:
    """(evil, fails) chance of so many Fails in a mission; ``floor`` is the weight of what the rules exclude."""
    table = np.full((MOST, MOST), floor)
    for evil, row in enumerate(FAILS_OF_TWO if needed > 1 else FAILS_OF_ONE if quest else FAILS_AT_FIRST):
        table[evil, : len(row)] = np.maximum(row, floor)
    return table


def pass_chance(quest: int, needed: int) -> Weights:
    """(evil,) chance that a mission succeeds with so many evil on the team."""
    chances: Weights = fail_table(quest, needed, 0.0)[:5, :needed].sum(1)
    return chances


def cards_factor(space: Space, table: Weights, counted: int, flipped: int, fails: int) -> Weights:
    """The cards of one mission: its ``fail_table``, the ``counted`` seats, whose card was turned (or -1), and the Fails."""
    fails = min(fails, MOST - 1)
    if flipped < 0 or not counted >> flipped & 1:
        return _at(table, space.count(counted), fails)
    others = space.count(counted & ~(1 << flipped))
    was_fail = space.holds(flipped) * FLIPPED_FAIL
    turned_good = _at(table, others, fails)
    turned_bad = _at(table, others, fails - 1) if fails else np.full(len(others), table[0, -1])
    factor: Weights = was_fail * turned_good + (1 - was_fail) * turned_bad + table[0, -1]
    return factor


def _at(table: Weights, evil: Counts, fails: int) -> Weights:
    column: Weights = table[:, fails][evil]
    return column


def card_factor(space: Space, seat: int, was_fail: bool, floor: float = IMPOSSIBLE) -> Weights:
    """One card as it was played."""
    evil, good = (1.0, floor) if was_fail else (0.45, 1.0)
    return good + (evil - good) * space.holds(seat)


def votes_factor(space: Space, party: int, approvals: int) -> Weights:
    """A counted vote on ``party``, scaled so that the likeliest set has 1."""
    yes = approvals.bit_count()
    table = np.array([[_vote_chance(space, yes, among, habit) for among in range(space.evil + 1)] for habit in APPROVE])
    factor: Weights = table[(space.count(party) > 0).astype(np.intp), space.count(approvals)]
    return (factor / float(factor.max())) ** (ALIKE / space.n)


def _vote_chance(space: Space, yes: int, evil_yes: int, habit: tuple[float, float]) -> float:
    """So many approvals, ``evil_yes`` of them from evil seats, where good and evil approve as often as ``habit`` says."""
    good, evil = habit
    good_yes = max(yes - evil_yes, 0)
    good_no = max(space.n - space.evil - good_yes, 0)
    chance: float = evil**evil_yes * (1 - evil) ** (space.evil - evil_yes) * good**good_yes * (1 - good) ** good_no
    return chance


def proposal_factor(space: Space, leader: int, party: int) -> Weights:
    """``leader`` proposed ``party``."""
    factor: Weights = PROPOSES[space.holds(leader).astype(np.intp), np.minimum(space.count(party), 4)]
    return factor


def stance_factor(space: Space, speaker: int, target: int, accuses: bool) -> Weights:
    """``speaker`` accused ``target``, or vouched for it."""
    at = space.holds(target).astype(np.intp)
    factor: Weights = ACCUSES[space.holds(speaker).astype(np.intp), at if accuses else 1 - at]
    return factor


def check_factor(space: Space, target: int, shows_evil: bool, lies: tuple[float, float]) -> Weights:
    """A check showed ``target`` as good or evil; ``lies``: how often it lies about a good and about an evil seat."""
    good, evil = (lies[0], 1 - lies[1]) if shows_evil else (1 - lies[0], lies[1])
    return good + (evil - good) * space.holds(target)


def word_factor(space: Space, speaker: int, target: int, says_evil: bool, lies: tuple[float, float]) -> Weights:
    """``speaker`` told what a check of ``target`` showed; good seats tell the truth."""
    truth = check_factor(space, target, says_evil, lies)
    of_good, of_evil = SAYS_EVIL if says_evil else (1 - SAYS_EVIL[0], 1 - SAYS_EVIL[1])
    lie = of_good + (of_evil - of_good) * space.holds(target)
    return truth + (lie - truth) * space.holds(speaker)


def lies_of_checks(deck: list[int], switched: int) -> tuple[float, float]:
    """How often a check lies about a good and about an evil seat of this set of roles."""
    found = []
    for team in (EVIL ^ 1, EVIL):
        roles = [role for role in deck if TEAM_OF[role] == team]
        liars = sum(bool(TRAITS_OF[role] & LIES_TO_CHECKS) for role in roles) + switched
        found.append(min(max(liars / max(len(roles), 1), IMPOSSIBLE), 1 - IMPOSSIBLE))
    return found[0], found[1]
