"""Weld: interpreted rules and compiled rules are one rulebook, event by event, mask by mask, number by number."""

import os
import random

import numpy as np
import pytest

from envs import load_game
from envs.engine.compiled import ROOM, CompiledTable
from envs.engine.record import dtype_of
from envs.engine.table import Table

GAMES_PER_ROW = 32 * int(os.environ.get("MASQUE_LAWS", "1"))
GAME = load_game("trusis")


class CheckedTable(CompiledTable):
    """Compiled with bounds checked: a bad index raises instead of reading beside the field."""

    boundscheck = True


KEYS = {
    "majority": ["strict", "parity", "parity_unless_priest_or_wise_woman"],
    "trusis_scope": ["role", "team"],
    "castaway_override": ["win", "void"],
    "wise_woman_mode": ["against_target", "double_target", "own_second_vote"],
    "knight_dies": ["end", "now"],
    "knight_uses": ["per_life", "once"],
    "gravekeeper_scope": ["all_day_deaths", "executed"],
    "grave_digger_scope": ["trusis_vote", "all_night_deaths"],
    "illusionist_single": ["visible_counts", "never"],
    "night_targets": ["any_other", "non_trusis"],
    "simultaneous_win": ["humans", "trusis", "draw"],
    "pending_revival_blocks_win": [False, True],
    "dead_chat": ["all", "public", "none"],
    "vote_visibility": ["live", "end"],
    "reveal_on_death": ["none", "team", "role"],
    "trusis_channel": [True, False],
    "timeout": ["keep", "drop"],
    "day_vote_lock": ["on_pass", "end_of_phase"],
}


def random_setup(rng, preset, players):
    """A short match of ``preset`` with random keys and, every other time, a random set of cards."""
    keys = {key: rng.choice(values) for key, values in KEYS.items() if rng.random() < 0.3}
    keys |= {"talk": rng.choice(["none", "none", "none", "acts", "text"]), "max_days": rng.choice([1, 2, 3, 4])}
    roles = None
    if rng.random() < 0.5:
        rest = [rng.choice(GAME.role_ids) for _ in range(players - 4)]
        roles = ["trusis", "human", "human", "priest", *rest]
    try:
        return GAME.setup(players, preset, roles, **keys)
    except ValueError:
        return GAME.setup(players, preset, **keys)


def play_side_by_side(setup, seed, rng, compiled):
    """One random match on both tables; every mask, observation and event compared on the way."""
    slow, fast = Table(GAME, setup, seed), compiled(GAME, setup, seed)
    while not slow.is_over:
        assert slow.actor == fast.actor
        mask = slow.actor_mask()
        assert mask.tobytes() == fast.actor_mask().tobytes()
        assert slow.actor_features().tobytes() == fast.actor_features().tobytes()
        action = int(rng.choice(np.flatnonzero(mask)))
        slow.play(slow.actor, action)
        assert fast.step(action)
    assert slow.journal == fast.journal
    assert slow.g == fast.state
    assert slow.returns() == fast.returns()
    return slow


@pytest.mark.parametrize("players", range(5, 21))
@pytest.mark.parametrize("preset", GAME.presets)
def test_interpreted_equals_compiled(preset, players):
    rng = random.Random(f"{preset} {players}")
    for seed in range(GAMES_PER_ROW):
        play_side_by_side(random_setup(rng, preset, players), seed, rng, CompiledTable)


@pytest.mark.parametrize("players", [5, 8, 13, 20])
def test_compiled_rules_stay_within_their_arrays(players):
    rng = random.Random(players)
    for seed in range(GAMES_PER_ROW):
        play_side_by_side(random_setup(rng, "current", players), seed, rng, CheckedTable)


@pytest.mark.parametrize("talk", ["none", "acts", "text"])
def test_whole_long_matches_agree(talk):
    rng = random.Random(talk)
    for seed in range(4):
        play_side_by_side(GAME.setup(16, talk=talk), seed, rng, CompiledTable)


def test_values_near_the_ends_of_their_fields_agree():
    rng = random.Random(0)
    setup = GAME.setup(20, talk="none", max_days=1000, stalemate_cycles=1000, day_rounds=1, night_rounds=1)
    slow, fast = Table(GAME, setup, 0), CompiledTable(GAME, setup, 0)
    while not slow.is_over:
        action = int(rng.choice([1, 2]))
        slow.play(slow.actor, action)
        assert fast.step(action)
    assert slow.g == fast.state
    assert slow.g.day == 1000


@pytest.mark.parametrize("table", [CompiledTable, CheckedTable], ids=["compiled", "bounds checked"])
def test_what_plays_by_itself_after_everybody_has_forfeited_agrees(table):
    setup = GAME.setup(players=20, stalemate_cycles=1000, max_days=60, night_rounds=40)
    plain, compiled = Table(GAME, setup, 1), table(GAME, setup, 1)
    for seat in range(20):
        plain.forfeit(seat)
        compiled.forfeit(seat)
    assert len(plain.journal) > 2 * ROOM
    assert compiled.journal == plain.journal
    assert compiled.is_over


def test_the_state_of_one_match_is_small():
    assert dtype_of(GAME.state).itemsize <= 2048


def test_held_steps_agree_too():
    rng = random.Random(4)
    setup = GAME.setup(9, talk="acts")
    slow, fast = Table(GAME, setup, 3), CompiledTable(GAME, setup, 3)
    while not slow.is_over:
        for seat in range(9):
            mask = slow.mask(seat)
            assert mask.tobytes() == fast.mask(seat).tobytes()
            action = int(rng.choice(np.flatnonzero(mask)))
            slow.hold(seat, action)
            fast.hold(seat, action)
        slow.release()
        fast.release()
    assert slow.journal == fast.journal
