"""The one-seat environment: Gymnasium's own checks, whose reward it is, what an illegal action does, what the end tells."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import envs
from envs import load_game
from envs.aec import NotReset
from envs.door import endings_of
from envs.engine.actions import IllegalAction
from envs.engine.game import SetupError
from envs.seat import SeatEnv

IDS = [f"{name.capitalize()}-v0" for name in envs.GAMES]
OPPONENTS = ["heuristic", "random"]


def masked_step(env, rng):
    return env.step(int(rng.choice(np.flatnonzero(env.unwrapped.action_masks()))))


def play_out(env, seed):
    """One random match; what each step gave."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    told = [(observation.tobytes(), info["action_mask"].tobytes(), info["text"])]
    rewards, over = [], False
    while not over:
        observation, reward, terminated, truncated, info = masked_step(env, rng)
        told.append((observation.tobytes(), info["action_mask"].tobytes(), info["text"]))
        rewards.append(reward)
        over = terminated or truncated
    return told, rewards, info


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("talk", ["none", "acts"])
def test_gymnasium_finds_no_fault(env_id, opponents, talk):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id, opponents=opponents, talk=talk).unwrapped)
        check_env(gymnasium.make(env_id, opponents=opponents, talk=talk, seat=2, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("opponents", OPPONENTS)
def test_equal_seeds_play_equal_matches(env_id, opponents):
    runs = [play_out(gymnasium.make(env_id, opponents=opponents, disable_env_checker=True), 5) for _ in range(2)]
    assert runs[0][:2] == runs[1][:2]


@pytest.mark.parametrize("env_id", IDS)
def test_the_reward_is_the_learners_own_and_comes_at_the_end(env_id):
    for seed in range(12):
        env = gymnasium.make(env_id, opponents="random", disable_env_checker=True).unwrapped
        _, rewards, info = play_out(env, seed)
        assert rewards[-1] == env.table.returns()[env.seat] == info["result"]
        assert not any(rewards[:-1])
        assert (info["result"] == 1) == (info["winner"] == info["team"])


@pytest.mark.parametrize("env_id", IDS)
def test_payoffs_may_be_chosen(env_id):
    env = gymnasium.make(env_id, opponents="random", rewards={"win": 7, "lose": 3, "draw": 5}, disable_env_checker=True)
    assert play_out(env, 1)[1][-1] in (3, 5, 7)


@pytest.mark.parametrize("env_id", IDS)
def test_compiled_and_interpreted_tables_tell_the_same(env_id):
    runs = [
        play_out(gymnasium.make(env_id, opponents="heuristic", compiled=compiled, disable_env_checker=True), 9)[:2]
        for compiled in (True, False)
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("env_id", IDS)
def test_a_random_seat_is_any_seat_and_a_fixed_one_stays(env_id):
    env = gymnasium.make(env_id, opponents="random", disable_env_checker=True).unwrapped
    assert {env.reset(seed=seed) and env.seat for seed in range(80)} == set(range(env.table.n))
    env = gymnasium.make(env_id, opponents="random", seat=3, disable_env_checker=True).unwrapped
    assert {env.reset(seed=seed) and env.seat for seed in range(5)} == {3}


@pytest.mark.parametrize("env_id", IDS)
def test_an_illegal_action_is_replaced_and_told_or_raises(env_id):
    env = gymnasium.make(env_id, opponents="random", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    assert env.step(0)[4]["illegal_action"]
    env = gymnasium.make(env_id, opponents="random", illegal="raise", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"seat {env.seat} may not 'wait'"):
        env.step(0)


def test_opponents_may_be_a_factory_or_one_spec_per_seat():
    asked = []

    class Quiet:
        wants_features = True

        def turn(self, sight):
            assert sight.features is not None
            return [1]

    def factory(seat, seed):
        asked.append(seat)
        return Quiet()

    env = SeatEnv("trusis", opponents=factory, seat=0)
    env.reset(seed=1)
    assert asked == [1, 2, 3, 4, 5, 6, 7]
    SeatEnv("trusis", opponents=["random"] * 4 + ["heuristic"] * 4).reset(seed=1)


@pytest.mark.parametrize(
    ("keys", "error", "sentence"),
    [
        ({"seat": 8}, SetupError, "seat is 'random' or a whole number from 0 to 7, not 8"),
        ({"opponents": ["random"] * 3}, SetupError, "8 of them, not 3"),
        ({"opponents": "nobody"}, ValueError, "no agent is called 'nobody'"),
        ({"illegal": "punish"}, SetupError, "illegal is replace or raise, not 'punish'"),
        ({"render_mode": "rgb_array"}, SetupError, "render_mode is human or ansi, not 'rgb_array'"),
        ({"reward": "dense"}, SetupError, "reward is 'win' or 'shaped', not 'dense'"),
        ({"players": 3}, SetupError, "Trusis seats 5 to 20 players, not 3"),
    ],
)
def test_what_cannot_be_made_says_why(keys, error, sentence):
    with pytest.raises(error, match=sentence):
        SeatEnv("trusis", **keys)


def test_a_match_that_is_over_or_not_begun_takes_no_step():
    env = SeatEnv("avalon", opponents="random")
    with pytest.raises(NotReset):
        env.step(1)
    play_out(env, 2)
    with pytest.raises(NotReset):
        env.step(1)


@pytest.mark.parametrize("use", [lambda env: env.action_masks(), lambda env: env.state()], ids=["masks", "state"])
def test_one_seat_tells_nothing_before_a_reset(use):
    with pytest.raises(NotReset, match="the environment must be reset before it is asked for its"):
        use(SeatEnv("avalon", opponents="random"))


@pytest.mark.parametrize("kind", ["env", "raw_env", "parallel_env"])
def test_there_is_no_state_before_a_reset(kind):
    with pytest.raises(NotReset, match="trusis_v0 must be reset before it is used"):
        envs.make("trusis_v0", kind).state()


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"seat": True}, "seat is 'random' or a whole number from 0 to 7, not True"),
        ({"shaping": (0.5, float("inf"))}, "shaping is two finite numbers, weight and gamma, not (0.5, inf)"),
        ({"rewards": {"lose": float("nan")}}, "the reward 'lose' is a finite number, not nan"),
    ],
)
def test_numbers_that_cannot_be_used_are_refused(keys, sentence):
    with pytest.raises(SetupError) as refused:
        SeatEnv("trusis", opponents="random", **keys)
    assert str(refused.value) == sentence


def test_numpys_whole_numbers_are_seats():
    env = SeatEnv("trusis", opponents="random", seat=np.int64(3))
    env.reset(seed=1)
    assert env.seat == 3


def test_a_clone_draws_from_its_own_generators():
    env = SeatEnv("trusis", opponents="random")
    env.reset(seed=1)
    env.action_space.seed(1)
    clone = env.clone()
    wanted = [env.action_space.sample() for _ in range(5)], env.np_random.random(5).tolist()
    assert ([clone.action_space.sample() for _ in range(5)], clone.np_random.random(5).tolist()) == wanted


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("answer", [[1.0], ["x"], [float("nan")], [True], None, 1], ids=repr)
def test_an_opponent_that_answers_with_no_whole_numbers_is_named(answer, compiled):
    class Bad:
        wants_features = False

        def turn(self, sight):
            return answer

    env = SeatEnv("trusis", opponents=lambda seat, seed: Bad(), seat=7, talk="none", compiled=compiled)
    with pytest.raises(IllegalAction) as refused:
        env.reset(seed=1)
    assert str(refused.value).endswith(f" gave {answer!r}; a turn is a list of whole numbers")
    with pytest.raises(NotReset, match="in the middle of a step, when an opponent failed: reset it"):
        env.step(1)


@pytest.mark.parametrize("answer", [[10**6], [2**70], [-1], [0] * 50, [], np.array([2])], ids=lambda value: repr(value)[:20])
def test_an_opponents_turn_ends_with_what_is_outside_the_table(answer):
    class Bold:
        wants_features = False

        def turn(self, sight):
            return answer

    env = SeatEnv("trusis", opponents=lambda seat, seed: Bold(), talk="none")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[-1]))


@pytest.mark.parametrize("name", envs.GAMES)
def test_the_end_names_role_team_winner_and_time(name):
    env = SeatEnv(name, opponents="random")
    info = play_out(env, 3)[2]
    game = load_game(name)
    assert {"seat", "role", "team", "winner", "result", "outcome", "reason", "phase"} <= set(info)
    assert info["role"] in game.role_ids
    assert dict(info) | endings_of(env.table)[env.seat] == dict(info)


@pytest.mark.parametrize("name", envs.GAMES)
def test_shaped_rewards_add_up_to_the_payoff_less_the_first_potential(name):
    env = SeatEnv(name, opponents="random", reward="shaped", shaping=(0.5, 1.0))
    env.reset(seed=6)
    first = 0.5 * env._phi
    rewards = play_out(env, 6)[1]
    assert sum(rewards) == pytest.approx(env.table.returns()[env.seat] - first)
    assert any(rewards[:-1])


def last_infos(kind, name, **keys):
    """The infos at the end of one random match, by agent, and its table."""
    env = envs.make(f"{name}_v0", kind, **keys)
    if kind == "parallel_env":
        observations, infos = env.reset(seed=5)
        while env.agents:
            actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
            observations, _, _, _, infos = env.step(actions)
        return infos, env.table
    env.reset(seed=5)
    while not env.table.is_over:
        agent = env.agent_selection
        env.step(env.action_space(agent).sample(env.observe(agent)["action_mask"]))
    return env.infos, env.table


@pytest.mark.parametrize("kind", ["env", "raw_env", "parallel_env"])
@pytest.mark.parametrize(("name", "clock"), [("trusis", "day"), ("avalon", "quest")])
def test_the_last_info_of_every_seat_says_how_the_match_ended(kind, name, clock):
    infos, table = last_infos(kind, name, compiled=False)
    for seat, result in enumerate(table.returns()):
        info = infos[f"seat_{seat}"]
        assert (info["seat"], info["result"], info["role"]) == (seat, result, table.game.role_ids[table.state.role[seat]])
        assert info["team"] == table.game.team_ids[table.game.team_of(info["role"])]
        assert (result == 1) == (info["team"] == info["winner"])
        assert info[clock] == table.clock()[clock]


def test_without_words_the_last_infos_stay_numbers():
    infos, _ = last_infos("parallel_env", "trusis", compiled=False, lang=None)
    assert {type(value) for info in infos.values() for value in info.values()} <= {np.ndarray, bool}
