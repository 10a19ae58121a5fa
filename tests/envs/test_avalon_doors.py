"""PettingZoo's own tests over Avalon: both presets, every expansion, and rewards that reach every seat once (ENV-04)."""

import copy
import pickle
import random

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from envs import avalon_v0
from envs.avalon.codes import EventCode

from .test_pettingzoo import ALWAYS_GIVEN, advance, play

SETUPS = {
    "printed": {"players": 5},
    "online": {"players": 7, "preset": "online"},
    "lake and lancelots": {"players": 8, "expansions": ("lady", "lancelots"), "preset": "online"},
    "trapper, excalibur, witch": {"players": 8, "expansions": ("trapper", "excalibur", "witch")},
    "plot cards, cleric, revealer": {"players": 9, "expansions": ("plot_cards", "cleric", "revealer"), "preset": "online"},
    "text": {"players": 6, "talk": "text"},
    "no talk": {"players": 10, "talk": "none"},
}

pytestmark = pytest.mark.filterwarnings(f"ignore:{ALWAYS_GIVEN}")


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("make", [avalon_v0.env, avalon_v0.raw_env], ids=["env", "raw_env"])
def test_api(make, setup, capsys):
    api_test(make(seed=1, **SETUPS[setup]), num_cycles=400)


@pytest.mark.parametrize("setup", SETUPS)
def test_parallel_api(setup, capsys):
    parallel_api_test(avalon_v0.parallel_env(seed=1, **SETUPS[setup]), num_cycles=400)


@pytest.mark.parametrize("setup", SETUPS)
def test_same_seed_same_match(setup):
    seed_test(lambda: avalon_v0.env(**SETUPS[setup]), num_cycles=100)


@pytest.mark.parametrize("setup", SETUPS)
def test_render(setup, capsys):
    render_test(lambda render_mode: avalon_v0.env(render_mode=render_mode, **SETUPS[setup]))


@pytest.mark.parametrize("setup", SETUPS)
def test_masks_and_observations_fit_their_spaces(setup):
    env = avalon_v0.env(**SETUPS[setup])
    env.reset(seed=4)
    rng = random.Random(2)
    while not env.table.is_over:
        for agent in env.agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert observation["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


@pytest.mark.parametrize("compiled", [False, True])
def test_rewards_reach_every_seat_once_env04(compiled):
    env = avalon_v0.env(players=5, compiled=compiled, talk="none")
    for seed in range(10):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent, _, _, reward, _ in play(env, random.Random(seed)):
            totals[agent] += reward
        assert env.agents == []
        assert sorted(totals.values()) in ([-1.0, -1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, 1.0, 1.0])


def test_parallel_pays_the_same_as_the_table():
    env = avalon_v0.parallel_env(players=6, talk="none")
    env.reset(seed=1)
    rng, totals = random.Random(1), dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {a: int(rng.choice(np.flatnonzero(env.table.mask(s)))) for s, a in enumerate(env.agents)}
        for agent, reward in env.step(actions)[1].items():
            totals[agent] += reward
    assert list(totals.values()) == env.door.payoffs(env.table)


@pytest.mark.parametrize("make", [avalon_v0.env, avalon_v0.parallel_env], ids=["aec", "parallel"])
def test_copies_and_pickles_play_on_alike_env21(make):
    env = make(players=8, talk="text", expansions=("trapper", "excalibur", "witch"))
    env.reset(seed=6)
    advance(env, random.Random(1), 40)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    traces = [advance(twin, random.Random(2), 30) for twin in twins]
    assert traces[0] == traces[1] == advance(env, random.Random(2), 30)


def test_proposals_are_public_once_complete():
    env = avalon_v0.env(players=5, talk="none")
    env.reset(seed=3)
    advance(env, random.Random(1), 60)
    proposed = [event for event in env.table.news(-1) if event.code == EventCode.TEAM_PROPOSED]
    assert proposed
    assert all(event.value.bit_count() in (2, 3) for event in proposed)


def test_ids_are_registered():
    assert isinstance(pettingzoo.make("aec", "avalon_v0", players=5), pettingzoo.AECEnv)
    assert isinstance(pettingzoo.make("parallel", "avalon_v0", players=5), pettingzoo.ParallelEnv)
