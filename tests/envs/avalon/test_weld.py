"""Weld: interpreted and compiled rules of Avalon agree event by event, mask by mask, number by number."""

from contextlib import suppress
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from envs.engine.compiled import CompiledTable
from envs.engine.game import SetupError
from envs.engine.record import dtype_of
from envs.engine.table import Table
from tests.envs.avalon.random_play import GAME, SCALE, random_action, random_setup


class CheckedTable(CompiledTable):
    """Compiled with bounds checked: a bad index raises instead of reading beside the field."""

    boundscheck = True


def play_side_by_side(setup, seed, rng, compiled):
    slow, fast = Table(GAME, setup, seed), compiled(GAME, setup, seed)
    while not slow.is_over:
        seat = slow.actor
        assert fast.actor == seat
        assert slow.mask(seat).tobytes() == fast.mask(seat).tobytes()
        assert slow.features(seat).tobytes() == fast.features(seat).tobytes()
        action = random_action(slow, seat, rng)
        slow.play(seat, action)
        fast.play(seat, action)
    assert slow.journal == fast.journal
    assert slow.g == fast.state
    assert slow.returns() == fast.returns()


@pytest.mark.parametrize("players", range(5, 11))
def test_interpreted_equals_compiled(players):
    rng = Random(players)
    for seed in range(60 * SCALE):
        play_side_by_side(random_setup(rng, players), seed, rng, CompiledTable)


def fitting(parts):
    """Every setup of ``parts`` together: both presets at 5 to 10 players, as far as the rules allow them."""
    for preset, players in product(GAME.presets, range(5, 11)):
        with suppress(SetupError):
            yield GAME.setup(players, preset, expansions=parts, talk="none")


COMBINATIONS = [(part,) for part in GAME.expansions] + list(combinations(GAME.expansions, 2))
EXCLUDED = {"trapper", "plot_cards"}


@pytest.mark.parametrize("parts", COMBINATIONS, ids="+".join)
def test_every_expansion_alone_and_in_pairs_agrees(parts):
    setups = list(fitting(parts))
    assert bool(setups) == (set(parts) != EXCLUDED)
    for seed, setup in enumerate(setups * 2 * SCALE):
        play_side_by_side(setup, seed, Random(seed), CompiledTable)


@pytest.mark.parametrize("players", [5, 7, 10])
def test_compiled_rules_stay_within_their_arrays(players):
    rng = Random(-players)
    for seed in range(20 * SCALE):
        play_side_by_side(random_setup(rng, players), seed, rng, CheckedTable)


def test_held_steps_agree_too():
    rng = Random(3)
    setup = GAME.setup(10, preset="online", expansions=("excalibur", "plot_cards", "lady", "witch"))
    slow, fast = Table(GAME, setup, 3), CompiledTable(GAME, setup, 3)
    while not slow.is_over:
        for seat in range(10):
            action = int(rng.choice(np.flatnonzero(slow.mask(seat))))
            slow.hold(seat, action)
            fast.hold(seat, action)
        slow.release()
        fast.release()
    assert slow.journal == fast.journal


def test_the_state_of_one_match_is_small():
    assert dtype_of(GAME.state).itemsize <= 2048
