"""One conformance suite for every registered game: ends, legality, replay, records, copies."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs import load_game
from envs.engine.actions import IllegalAction
from envs.engine.events import GOD, visible_to
from envs.engine.record import blank, pack, unpack
from envs.engine.table import Table
from tests.laws.play import GAMES, SCALE, new_table, some, steps, transcript

pytestmark = pytest.mark.parametrize("name", GAMES)
SEEDS = st.integers(0, 2**32)
ROOT = Path(__file__).parents[2]


@settings(max_examples=100 * SCALE)
@given(seed=SEEDS)
def test_every_match_ends_and_its_returns_are_of_one_kind(name, seed):
    table, rng = new_table(name, seed)
    for _ in steps(table, rng):
        assert table.returns() == [0] * table.n
    assert set(table.returns()) in ({0}, {1, -1}, {1}, {-1})
    assert table.game.outcome(table.state)[0] != "open"
    assert [table.legal_texts(seat) for seat in range(table.n)] == [["wait"]] * table.n


@settings(max_examples=40 * SCALE)
@given(seed=SEEDS)
def test_a_seat_that_must_act_can_and_the_others_only_wait(name, seed):
    table, rng = new_table(name, seed)
    for _ in steps(table, rng):
        assert table.to_act >> table.actor & 1
        for seat in range(table.n):
            mask = table.mask(seat)
            owes = table.to_act >> seat & 1
            assert mask[0] == 1 - owes
            assert mask.any()
            assert owes or mask.sum() == 1


@settings(max_examples=40 * SCALE)
@given(seed=SEEDS)
def test_the_mask_is_what_may_says_for_every_index(name, seed):
    table, rng = new_table(name, seed)
    for _ in steps(table, rng):
        if rng.random() < 0.05:
            seat = rng.randrange(table.n)
            assert table.mask(seat).tolist() == [table.may(seat, index) for index in range(len(table.actions))]


@settings(max_examples=30 * SCALE)
@given(seed=SEEDS)
def test_every_listed_action_is_accepted_and_every_other_refused_without_a_trace(name, seed):
    table, rng = new_table(name, seed)
    for _ in steps(table, rng):
        if rng.random() < 0.02:
            check_each_action(table, rng.randrange(table.n), rng)


def check_each_action(table: Table, seat: int, rng: Random) -> None:
    """Applies a sample of the legal actions to copies, and of the illegal ones to the table itself."""
    mask, before, events = table.mask(seat), table.state.copy(), list(table.journal)
    for action in sampled(np.flatnonzero(mask), rng):
        table.copy().apply(seat, action)
    for action in [*sampled(np.flatnonzero(mask == 0), rng), -1, len(mask)]:
        with pytest.raises(IllegalAction):
            table.apply(seat, action)
    assert table.state == before
    assert table.journal == events


def sampled(indices: np.ndarray, rng: Random) -> list[int]:
    return rng.sample(indices.tolist(), min(12, len(indices)))


@settings(max_examples=30 * SCALE)
@given(seed=SEEDS)
def test_the_same_seed_and_the_same_actions_give_the_same_journal(name, seed):
    (table, rng), (twin, again) = new_table(name, seed), new_table(name, seed)
    list(steps(table, rng))
    list(steps(twin, again))
    assert transcript(table) == transcript(twin)


@settings(max_examples=30 * SCALE)
@given(seed=SEEDS)
def test_replaying_deal_and_actions_gives_the_journal_that_was_played(name, seed):
    table, rng = new_table(name, seed, talk="acts")
    replay = Table(table.game, table.setup, Random(seed).getrandbits(64))
    replay.journal.clear()
    replay.journal.extend(table.journal)
    replay.load_state(table.state)
    taken = list(steps(table, rng))
    for seat, action in taken:
        replay.apply(seat, action)
    assert transcript(replay) == transcript(table)
    assert replay.state == table.state


@settings(max_examples=40 * SCALE)
@given(seed=SEEDS)
def test_every_number_fits_its_field(name, seed):
    table, rng = new_table(name, seed)
    row = blank(table.game.state, 1)[0]
    for _ in steps(table, rng):
        if rng.random() < 0.2:
            pack(table.state, row)
            assert unpack(row, table.game.state) == table.state


@settings(max_examples=25 * SCALE)
@given(seed=SEEDS)
def test_a_feature_stays_in_its_range(name, seed):
    table, rng = new_table(name, seed)
    low, high = bounds(table)
    for _ in steps(table, rng):
        if rng.random() < 0.2:
            seen = table.features(rng.randrange(table.n))
            assert ((low <= seen) & (seen <= high)).all()


def bounds(table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest value of each place of the observation."""
    low, high = np.full(table.size, 127), np.full(table.size, -128)
    for row in table.game.features(table.n, table.setup.talk != "none"):
        places = slice(row.start, row.start + row.step * (row.count - 1) + 1, row.step)
        low[places], high[places] = row.low, row.high
    assert (low <= high).all()
    return low, high


@settings(max_examples=25 * SCALE)
@given(seed=SEEDS)
def test_a_copy_lives_its_own_life(name, seed):
    table, rng = new_table(name, seed)
    for at, _ in enumerate(steps(table, rng)):
        if at == 20:
            break
    before, events = table.state.copy(), list(table.journal)
    list(steps(table.copy(), rng))
    assert table.state == before
    assert table.journal == events


@settings(max_examples=25 * SCALE)
@given(seed=SEEDS)
def test_what_a_seat_has_seen_only_grows(name, seed):
    table, rng = new_table(name, seed)
    viewer, seen, at = seed % table.n, [], 0
    for _ in steps(table, rng):
        seen += table.news(viewer, at)
        at = len(table.journal)
    seen += table.news(viewer, at)
    assert seen == visible_to(viewer, table.journal)
    assert len(visible_to(GOD, table.journal)) == len(table.journal)


@settings(max_examples=30 * SCALE)
@given(seed=SEEDS)
def test_forfeiting_seats_only_wait_and_the_match_still_ends(name, seed):
    table, rng = new_table(name, seed)
    gone = set()
    for _ in steps(table, rng):
        if rng.random() < 0.01 and len(gone) < table.n - 1:
            break
    quitter = rng.randrange(table.n)
    table.forfeit(quitter)
    for seat, _ in steps(table, rng):
        gone.add(seat)
    assert quitter not in gone


def test_the_hash_seed_of_python_changes_nothing(name):
    here = digest(name)
    for hash_seed in ("1", "2"):
        code = f"from tests.laws.test_conformance import digest; print(digest({name!r}))"
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", code]
        there = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=True)
        assert there.stdout.strip() == here


def digest(name: str) -> str:
    """Fingerprint of a few whole matches: events, features, masks."""
    found = hashlib.blake2b(digest_size=16)
    for seed in some(3):
        table, rng = new_table(name, seed, players=load_game(name).min_players)
        for seat, action in steps(table, rng):
            found.update(f"{seat} {action}".encode() + table.features(seat).tobytes() + table.mask(seat).tobytes())
        found.update(repr(transcript(table)).encode())
    return found.hexdigest()
