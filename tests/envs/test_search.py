"""State for search: clones and saved bytes play on as the original would; a sampled world is one the seat could be in."""

from random import Random

import numpy as np
import pytest

import envs
from envs import load_game
from envs.engine.events import visible_to
from envs.engine.tables import make_table
from envs.search import NotReplayable, NoWorldFound, determinise
from envs.seat import SeatEnv
from tests.laws.play import random_action

NAMES = list(envs.GAMES)


def moves_on(env, steps):
    """The observations of ``steps`` turns of an AEC env played by a fixed habit."""
    seen = []
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((observation["observation"].tobytes(), reward, terminated, info["text"]))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(legal[len(seen) * 7 % len(legal)]))
        if not env.agents:
            env.reset()
    return seen


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize("name", NAMES)
def test_a_clone_and_a_saved_env_play_on_alike_and_apart(name, kind, compiled):
    env = envs.make(f"{name}_v0", kind, compiled=compiled)
    env.reset(seed=3)
    moves_on(env, 40)
    saved, clone = env.save(), env.clone()
    wanted = moves_on(clone, 200)
    other = envs.make(f"{name}_v0", kind, compiled=compiled)
    other.load(saved)
    assert moves_on(other, 200) == wanted
    assert moves_on(env, 200) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_parallel_env_can_be_cloned_and_saved(name):
    env = envs.make(f"{name}_v0", "parallel_env")
    env.reset(seed=3)
    env.step({})
    clone, saved = env.clone(), env.save()
    first = [env.step({})[0]["seat_1"]["observation"].tobytes() for _ in range(5)]
    assert [clone.step({})[0]["seat_1"]["observation"].tobytes() for _ in range(5)] == first
    env.load(saved)
    assert [env.step({})[0]["seat_1"]["observation"].tobytes() for _ in range(5)] == first


def seat_moves(env, steps):
    seen = []
    for _ in range(steps):
        legal = np.flatnonzero(env.action_masks())
        observation, reward, terminated, truncated, info = env.step(int(legal[len(seen) * 5 % len(legal)]))
        seen.append((observation.tobytes(), reward, info["text"]))
        if terminated or truncated:
            env.reset()
    return seen


@pytest.mark.parametrize("opponents", ["heuristic", "random"])
@pytest.mark.parametrize("name", NAMES)
def test_a_clone_of_the_one_seat_env_takes_its_opponents_minds_along(name, opponents):
    env = SeatEnv(name, opponents=opponents)
    env.reset(seed=4)
    seat_moves(env, 5)
    clone, saved = env.clone(), env.save()
    wanted = seat_moves(clone, 30)
    other = SeatEnv(name, opponents=opponents)
    other.load(saved)
    assert seat_moves(other, 30) == wanted
    assert seat_moves(env, 30) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_can_be_cloned_and_saved(name):
    vec = envs.make_vec(f"{name}_v0", 8)
    vec.reset(seed=2)
    vec.play_random(100)
    clone, saved = vec.clone(), vec.save()
    vec.play_random(300)
    clone.play_random(300)
    other = envs.make_vec(f"{name}_v0", 8)
    other.load(saved)
    other.play_random(300)
    for seat in range(vec.players):
        assert clone.view(5, seat)[0].tobytes() == vec.view(5, seat)[0].tobytes() == other.view(5, seat)[0].tobytes()
    with pytest.raises(ValueError, match="made otherwise"):
        envs.make_vec(f"{name}_v0", 9).load(saved)


def table_at(name, players, talk, seed, steps):
    """A random match after at most ``steps`` actions, and the seat to look from."""
    game, rng = load_game(name), Random(seed)
    table = make_table(game, game.setup(players, talk=talk), seed, True)
    while not table.is_over and len(table.history) < steps:
        table.apply(table.actor, random_action(table, table.actor, rng))
    return table, max(table.actor, 0)


CASES = [
    (name, players, talk, seed, steps)
    for name, players in (("trusis", 8), ("trusis", 6), ("avalon", 5))
    for talk in ("none", "acts")
    for seed, steps in ((0, 0), (1, 20), (3, 45))
]


@pytest.mark.parametrize(("name", "players", "talk", "seed", "steps"), CASES)
def test_a_sampled_world_shows_the_viewer_what_it_saw(name, players, talk, seed, steps):
    table, viewer = table_at(name, players, talk, seed, steps)
    before = table.journal.copy()
    world = determinise(table, viewer, seed=7)
    assert visible_to(viewer, world.journal) == visible_to(viewer, table.journal)
    assert world.features(viewer).tobytes() == table.features(viewer).tobytes()
    assert world.mask(viewer).tobytes() == table.mask(viewer).tobytes()
    assert world.state.role[viewer] == table.state.role[viewer]
    assert sorted(world.state.role[:players]) == sorted(table.state.role[:players])
    assert table.journal == before


@pytest.mark.parametrize("name", NAMES)
def test_worlds_differ_in_what_the_viewer_does_not_know(name):
    table, viewer = table_at(name, 7, "none", 1, 10)
    deals = {tuple(determinise(table, viewer, seed).state.role) for seed in range(12)}
    assert len(deals) > 3


def test_equal_seeds_sample_equal_worlds():
    table, viewer = table_at("trusis", 8, "none", 3, 40)
    assert determinise(table, viewer, 5).journal == determinise(table, viewer, 5).journal


def test_a_seat_that_knows_the_others_finds_them_where_they_are():
    game = load_game("trusis")
    table = make_table(game, game.setup(8, talk="none"), 4, True)
    mates = [seat for seat in range(8) if game.role_ids[table.state.role[seat]] == "trusis"]
    for seed in range(8):
        world = determinise(table, mates[0], seed)
        assert [seat for seat in range(8) if game.role_ids[world.state.role[seat]] == "trusis"] == mates


def test_what_cannot_be_sampled_says_so():
    table, viewer = table_at("trusis", 8, "none", 1, 30)
    with pytest.raises(NoWorldFound, match=f"no world agrees with what seat {viewer} saw, in 0 deals"):
        determinise(table, viewer, 1, deals=0)
    table.forfeit((viewer + 1) % 8)
    with pytest.raises(NotReplayable, match="free messages or forfeits"):
        determinise(table, viewer, 1)
