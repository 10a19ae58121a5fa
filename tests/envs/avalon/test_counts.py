"""Perft: how many sequences of actions there are, counted by the engine and by hand."""

from collections import Counter

import numpy as np
import pytest

from envs import load_game
from envs.avalon.codes import EventCode
from envs.engine.table import Table

GAME = load_game("avalon")


def start(players, **keys):
    """A match without talk, so that only proposals, votes and cards are chosen."""
    return Table(GAME, GAME.setup(players, talk="none", **keys), 1)


def children(table):
    """Every position one action later."""
    for action in np.flatnonzero(table.mask(table.actor)):
        child = table.copy()
        child.apply(child.actor, int(action))
        yield child


def perft(table, depth):
    """How many sequences of ``depth`` actions there are from here."""
    return 1 if depth == 0 else sum(perft(child, depth - 1) for child in children(table))


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 4),  # the first of two members in ascending order: one of seats 0 to 3
        (2, 10),  # C(5, 2) parties
        (3, 20),  # 10 parties x 2 answers of the first voter
        (5, 80),  # 10 x 2^3
        (7, 320),  # 10 x 2^5: all five have voted
    ],
)
def test_sequences_of_a_first_proposal_at_five_players(depth, count):
    assert perft(start(5), depth) == count


@pytest.mark.parametrize(
    ("players", "parties", "votes"),
    [
        (5, 10, 16),  # C(5, 2); approved by 3, 4 or 5 of 5: 10 + 5 + 1
        (6, 15, 22),  # C(6, 2); approved by 4, 5 or 6 of 6: 15 + 6 + 1 (a tie rejects)
    ],
)
def test_a_first_proposal_is_approved_by_a_strict_majority(players, parties, votes):
    phases = Counter(child.clock()["phase"] for child in leaves(start(players), players + 2))
    assert phases["cards"] == parties * votes
    assert phases["proposal"] == parties * (2**players - votes)


def leaves(table, depth):
    """Every position ``depth`` actions later, once for each way there."""
    if depth == 0:
        yield table
        return
    for child in children(table):
        yield from leaves(child, depth - 1)


def test_sequences_to_the_first_quest_at_five_players():
    # 16 approving votes x the cards of each party: two good 1 way (3 parties), one evil 2 ways (6), two evil 4 ways (1)
    assert sequences_to_the_first_quest(start(5)) == 16 * (3 * 1 + 6 * 2 + 1 * 4) == 304


def sequences_to_the_first_quest(table):
    """Sequences of actions that end with the first quest, without a rejected proposal before it."""
    if any(event.code == EventCode.QUEST_ENDED for event in table.journal):
        return 1
    if table.clock()["proposal"] > 1:
        return 0
    return sum(sequences_to_the_first_quest(child) for child in children(table))
