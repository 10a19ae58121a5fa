"""Weld: a batch is the single environment, seat by seat and array by array, on the same deals and actions."""

import random

import numpy as np
import pytest

import envs
from envs import load_game
from envs.aec import RawEnv
from envs.door import Door
from envs.engine.seeds import derive
from envs.parallel import Parallel
from envs.vector import VectorGames

ROOT = 20
GAMES = 4
STEPS = 600
DAYS = {"none": 4, "acts": 2, "text": 1}
"""Few enough for some matches to end in the steps played."""
PLAIN = [
    (name, preset, talk, players)
    for name in envs.GAMES
    for preset in load_game(name).presets
    for talk, players in (("none", 6), ("acts", 8), ("text", 10))
]
EXPANSIONS = [("avalon", expansion) for expansion in load_game("avalon").expansions]
SEVERAL = ("lady", "excalibur", "witch", "cleric", "trapper")


class Twins:
    """One single environment per game of a batch, redealt when the batch deals anew."""

    def __init__(self, vec, wrap):
        door = Door(vec.game, vec.setup, compiled=False)
        self.vec = vec
        self.envs = [wrap(Door(vec.game, vec.setup, compiled=False)) for _ in range(vec.num_games)]
        self.agents = door.agents

    def reset(self, root):
        for k, env in enumerate(self.envs):
            env.reset(seed=derive(root, "deal", k))

    def redeal(self, k):
        self.envs[k].reset(seed=self.vec.deal_seed(k))


def check_views(turn, twins):
    for k, env in enumerate(twins.envs):
        seen = env.observe(env.agent_selection)
        assert twins.agents[turn.seat[k]] == env.agent_selection
        assert turn.observation[k].tobytes() == seen["observation"].tobytes()
        assert turn.mask[k].tobytes() == seen["action_mask"].tobytes()


def check_ends(turn, twins):
    """Rewards and flags of this step, then the next deal where a match ended."""
    for k, env in enumerate(twins.envs):
        assert turn.rewards[k].tolist() == [env.rewards[name] for name in twins.agents]
        assert turn.terminated[k] == any(env.terminations.values())
        assert turn.truncated[k] == any(env.truncations.values())
    for ending in turn.endings:
        table = twins.envs[ending.game].table
        assert ending.returns == tuple(table.returns())
        assert ending.clock == table.clock()
        assert ending.observations.tobytes() == b"".join(table.features(seat).tobytes() for seat in range(table.n))
        twins.redeal(ending.game)


def weld(setup, game, steps=STEPS):
    vec = VectorGames(game, setup, GAMES)
    twins = Twins(vec, RawEnv)
    turn = vec.reset(seed=ROOT)
    twins.reset(ROOT)
    ended = 0
    for _ in range(steps):
        check_views(turn, twins)
        actions = vec.sample()
        turn = vec.step(actions)
        for env, action in zip(twins.envs, actions, strict=True):
            env.step(int(action))
        ended += len(turn.endings)
        check_ends(turn, twins)
    return ended


@pytest.mark.parametrize(("name", "preset", "talk", "players"), PLAIN)
def test_a_batch_plays_the_single_environment(name, preset, talk, players):
    game = load_game(name)
    short = {"max_days": DAYS[talk]} if name == "trusis" else {}
    assert weld(game.setup(players, preset, talk=talk, **short), game) > 0


@pytest.mark.parametrize(("name", "expansion"), EXPANSIONS)
@pytest.mark.parametrize("talk", ["none", "acts"])
def test_a_batch_plays_every_expansion(name, expansion, talk):
    game = load_game(name)
    weld(game.setup(8, expansions=(expansion,), talk=talk), game)


def check_all(turn, twins, seen):
    for k, env in enumerate(twins.envs):
        for seat, name in enumerate(twins.agents):
            assert turn.observation[k, seat].tobytes() == seen[k][name]["observation"].tobytes()
            assert turn.mask[k, seat].tobytes() == seen[k][name]["action_mask"].tobytes()
            assert turn.seat[k, seat] == env.table.to_act >> seat & 1


def step_all(twins, actions):
    """Every single env's step; its observations after it, of the next deal where the match ended."""
    outcomes = [
        env.step({name: int(action) for name, action in zip(twins.agents, row, strict=True)})
        for env, row in zip(twins.envs, actions, strict=True)
    ]
    return outcomes, [outcome[0] for outcome in outcomes]


def weld_all(setup, game, steps=120):
    vec = VectorGames(game, setup, GAMES, all_seats=True)
    twins = Twins(vec, Parallel)
    turn = vec.reset(seed=ROOT)
    seen = [env.reset(seed=derive(ROOT, "deal", k))[0] for k, env in enumerate(twins.envs)]
    ended = 0
    for _ in range(steps):
        check_all(turn, twins, seen)
        actions = vec.sample()
        turn = vec.step(actions)
        outcomes, seen = step_all(twins, actions)
        for k, (_, rewards, terminated, truncated, _) in enumerate(outcomes):
            assert turn.rewards[k].tolist() == list(rewards.values())
            assert turn.terminated[k] == any(terminated.values())
            assert turn.truncated[k] == any(truncated.values())
        for ending in turn.endings:
            seen[ending.game] = twins.envs[ending.game].reset(seed=vec.deal_seed(ending.game))[0]
            ended += 1
    return ended


@pytest.mark.parametrize("name", envs.GAMES)
@pytest.mark.parametrize("talk", ["none", "acts", "text"])
def test_all_seats_at_once_play_the_parallel_environment(name, talk):
    game = load_game(name)
    short = {"max_days": DAYS[talk]} if name == "trusis" else {}
    assert weld_all(game.setup(7, talk=talk, **short), game, steps=300) > 0


@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in envs.GAMES for preset in load_game(name).presets])
@pytest.mark.parametrize(("talk", "players"), [("none", 6), ("acts", 8)])
def test_all_seats_at_once_play_every_preset(name, preset, talk, players):
    game = load_game(name)
    weld_all(game.setup(players, preset, talk=talk), game)


@pytest.mark.parametrize("talk", ["none", "acts"])
@pytest.mark.parametrize("parts", [*((part,) for _, part in EXPANSIONS), SEVERAL], ids="+".join)
def test_all_seats_at_once_play_every_expansion(parts, talk):
    game = load_game("avalon")
    weld_all(game.setup(8, expansions=parts, talk=talk), game)


@pytest.mark.parametrize("talk", ["none", "acts"])
def test_a_batch_plays_several_expansions_together(talk):
    game = load_game("avalon")
    weld(game.setup(8, expansions=SEVERAL, talk=talk), game)


@pytest.mark.parametrize("name", envs.GAMES)
def test_later_deals_differ_from_the_first_and_from_each_other(name):
    vec = envs.make_vec(f"{name}_v0", num_games=64, talk="none")
    vec.reset(seed=1)
    seeds = {vec.deal_seed(k) for k in range(64)}
    for _ in range(600):
        seeds |= {vec.deal_seed(ending.game) for ending in vec.step(vec.sample()).endings}
    dealt = 64 + int(vec._b.episodes.sum())
    assert len(seeds) == dealt
    assert dealt > 100


@pytest.mark.parametrize("name", envs.GAMES)
def test_compiled_loops_stay_within_their_arrays(name):
    game = load_game(name)
    for together in (False, True):
        vec = VectorGames(game, game.setup(8, talk="acts"), 4, all_seats=together, boundscheck=True, reward="shaped")
        vec.reset(seed=random.Random(3).getrandbits(64))
        for _ in range(400):
            vec.step(vec.sample())
        assert np.abs(vec._b.rewards).max() <= 2
