"""The VectorEnv adapter: it plays the same matches as the plain batch, whoever plays the other seats, on any thread count."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

import envs
from envs import make_seat_vec, make_vec
from envs.engine.actions import IllegalAction
from envs.engine.game import SetupError

NAMES = list(envs.GAMES)
N = 7


def habit(observations, masks, seats):
    """A fixed way to play: a legal action chosen by the sum of what is seen."""
    legal = [np.flatnonzero(mask) for mask in masks]
    sums = np.asarray(observations, np.int64).sum(1)
    return np.array([options[int(total) % len(options)] for options, total in zip(legal, sums, strict=True)])


def told(vec, steps=150, seed=2):
    """What the learners see and get when they play by habit."""
    observation, info = vec.reset(seed=seed)
    found = []
    for _ in range(steps):
        found.append((observation.tobytes(), info["action_mask"].tobytes()))
        observation, gains, terminated, truncated, info = vec.step(habit(observation, info["action_mask"], None))
        found.append((gains.tolist(), terminated.tolist(), truncated.tolist(), repr(info.get("final_info"))))
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("talk", ["none", "acts"])
def test_with_callbacks_it_is_the_plain_batch_seen_from_one_seat(name, talk):
    vec = make_seat_vec(f"{name}_v0", N, opponents=habit, seat=3, talk=talk)
    observation, info = vec.reset(seed=4)
    mine = [[row.tobytes()] for row in observation]
    for _ in range(80):
        observation, _, _, _, info = vec.step(habit(observation, info["action_mask"], None))
        for k in range(N):
            mine[k].append(observation[k].tobytes())
    plain = make_vec(f"{name}_v0", N, talk=talk)
    turn = plain.reset(seed=4)
    theirs = [[] for _ in range(N)]
    while min(len(row) for row in theirs) < 81:
        for k in np.flatnonzero(turn.seat == 3):
            theirs[k].append(turn.observation[k].tobytes())
        turn = plain.step(habit(turn.observation, turn.mask, turn.seat))
    assert [row[:81] for row in theirs] == mine


@pytest.mark.parametrize("gamma", [1.0, 0.9])
@pytest.mark.parametrize("name", NAMES)
def test_shaped_rewards_are_those_of_the_plain_batch_between_the_seats_turns(name, gamma):
    keys = {"talk": "none", "reward": "shaped", "shaping": (0.5, gamma)}
    vec = make_seat_vec(f"{name}_v0", N, opponents=habit, seat=3, **keys)
    observation, info = vec.reset(seed=4)
    mine = [[] for _ in range(N)]
    for _ in range(80):
        observation, gains, _, _, info = vec.step(habit(observation, info["action_mask"], None))
        for k in range(N):
            mine[k].append(gains[k])
    plain = make_vec(f"{name}_v0", N, **keys)
    turn = plain.reset(seed=4)
    theirs = [[0.0] for _ in range(N)]
    while min(len(row) for row in theirs) < 82:
        for k in np.flatnonzero(turn.seat == 3):
            theirs[k].append(0.0)
        turn = plain.step(habit(turn.observation, turn.mask, turn.seat))
        for k in range(N):
            theirs[k][-1] += turn.rewards[k, 3]
    assert np.allclose([row[1:81] for row in theirs], mine, atol=1e-5)
    assert np.unique(mine).size > 4


@pytest.mark.parametrize("opponents", ["random", "baseline", habit, ["random", "baseline", habit, "random", "baseline"]])
@pytest.mark.parametrize("name", NAMES)
def test_results_do_not_depend_on_threads_or_on_copying(name, opponents):
    base = told(make_seat_vec(f"{name}_v0", N, opponents=opponents, players=5))
    for keys in ({"threads": 2}, {"threads": 7}, {"copy": False}, {"check": False}):
        assert told(make_seat_vec(f"{name}_v0", N, opponents=opponents, players=5, **keys)) == base


@pytest.mark.parametrize("name", NAMES)
def test_the_reward_is_that_of_the_learners_seat(name):
    vec = make_seat_vec(f"{name}_v0", 64, opponents="random")
    vec.reset(seed=1)
    ends = 0
    for _ in range(300):
        _, gains, terminated, truncated, info = vec.step(vec.sample())
        over = terminated | truncated
        assert not gains[~over].any()
        for k in np.flatnonzero(over):
            final = info["final_info"]
            assert gains[k] == final["result"][k]
            assert (gains[k] == 1) == (final["winner"][k] == final["team"][k])
            assert info["final_obs"][k][6] == final["seat"][k]
            ends += 1
    assert ends > 20


@pytest.mark.parametrize("name", NAMES)
def test_shaped_rewards_add_up(name):
    vec = make_seat_vec(f"{name}_v0", 32, opponents="random", reward="shaped", shaping=(0.5, 1.0), seat=0)
    plain = make_seat_vec(f"{name}_v0", 32, opponents="random", seat=0)
    vec.reset(seed=1)
    plain.reset(seed=1)
    first = vec._class.last / 200
    total, target, going = np.zeros(32), np.zeros(32), np.ones(32, bool)
    for _ in range(300):
        actions = vec.sample()
        one, other = vec.step(actions), plain.step(actions)
        total[going] += one[1][going]
        target[going] += other[1][going]
        going &= ~(one[2] | one[3])
    assert going.sum() < 32
    assert np.allclose(total[~going], (target - first)[~going])


@pytest.mark.parametrize("name", NAMES)
def test_it_has_the_shape_of_gymnasiums_vector_env(name):
    vec = gymnasium.make_vec(f"{name.capitalize()}-v0", 6, vectorization_mode="vector_entry_point", opponents="baseline")
    assert isinstance(vec, VectorEnv)
    assert vec.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, info = vec.reset(seed=1)
    assert vec.observation_space.contains(observation)
    assert vec.single_observation_space.contains(observation[0])
    assert vec.action_space.contains(vec.unwrapped.sample().astype(vec.action_space.dtype))
    assert vec.unwrapped.action_masks().shape == info["action_mask"].shape == (6, vec.single_action_space.n)
    vec.close()


def test_a_random_seat_is_drawn_anew_and_a_fixed_one_stays():
    vec = make_seat_vec("trusis_v0", 200, talk="none")
    vec.reset(seed=1)
    assert set(vec.seats.tolist()) == set(range(8))
    vec = make_seat_vec("trusis_v0", 20, talk="none", seat=5)
    observation, _ = vec.reset(seed=1)
    assert set(observation[:, 6].tolist()) == {5}


def test_an_illegal_action_of_a_learner_raises_before_anything_happens():
    vec = make_seat_vec("trusis_v0", 3)
    before, _ = vec.reset(seed=1)
    with pytest.raises(IllegalAction, match="of game 1 may not take 'wait' now"):
        vec.step([1, 0, 1])
    assert vec.games._b.observations.tobytes() == before.tobytes()


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (
            {"opponents": "heuristic"},
            "no compiled bot is called 'heuristic'; known: random, baseline; or give a callback, or seat any agent",
        ),
        ({"opponents": ["random"] * 3}, "opponents are one for all or one per seat, 8 of them, not 3"),
        ({"seat": 9}, "seat is 'random' or a whole number from 0 to 7, not 9"),
    ],
)
def test_what_cannot_be_made_says_why(keys, sentence):
    with pytest.raises(SetupError, match=sentence):
        make_seat_vec("trusis_v0", 2, **keys)


def results(name, opponents, steps, **keys):
    """Mean result by team of learners that play at random against ``opponents``."""
    vec = make_seat_vec(f"{name}_v0", 256, opponents=opponents, check=False, **keys)
    vec.reset(seed=1)
    found = {}
    for _ in range(steps):
        info = vec.step(vec.sample())[4]
        final = info.get("final_info", {"team": np.empty(0), "result": np.empty(0), "_team": np.zeros(0, bool)})
        for team, result in zip(final["team"][final["_team"]], final["result"][final["_team"]], strict=True):
            found.setdefault(team, []).append(result)
    return {team: float(np.mean(got)) for team, got in found.items()}


@pytest.mark.parametrize(("name", "players", "team"), [("trusis", 8, "humans"), ("avalon", 5, "good"), ("trusis", 8, "trusis")])
def test_the_baseline_is_a_harder_opponent_than_chance(name, players, team):
    keys = {"players": players, "talk": "none", "steps": 400}
    assert results(name, "baseline", **keys)[team] < results(name, "random", **keys)[team]
