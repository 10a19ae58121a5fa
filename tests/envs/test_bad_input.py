"""What the environments are given and cannot take: one sentence in the right class of error, and nothing is changed."""

import numpy as np
import pytest

from envs import trusis_v0
from envs.engine.actions import IllegalAction
from envs.engine.game import SetupError

SIZE = 221


def fresh(make=trusis_v0.env):
    """An environment where free text is allowed, before its first step."""
    env = make(players=8, seed=1, talk="text", compiled=False)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("action", [True, np.True_, 1.0, "pass", None, [1], np.array([1]), float("nan"), -1, 10**6], ids=repr)
def test_what_is_no_index_is_refused(action):
    env = fresh()
    before = (env.agent_selection, list(env.table.journal))
    with pytest.raises(IllegalAction, match=f"a whole number from 0 to {SIZE}"):
        env.step(action)
    assert (env.agent_selection, env.table.journal) == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint16, np.array], ids=lambda kind: kind.__name__)
def test_every_kind_of_whole_number_is_an_index(kind):
    env = fresh()
    first = env.agent_selection
    env.step(kind(2))
    assert env.agent_selection != first
    parallel = fresh(trusis_v0.parallel_env)
    assert "missing_action" not in parallel.step({"seat_0": kind(2)})[4]["seat_0"]


@pytest.mark.parametrize(
    ("say", "sentence"),
    [
        (5, "'say' holds a text, a message or a list of them, not 5"),
        ([3], "a message is a text, or has a 'text' and maybe a 'to'; got 3"),
        ([b"hello"], "a message is a text, or has a 'text' and maybe a 'to'; got b'hello'"),
        ([{}], "a message is a text, or has a 'text' and maybe a 'to'; got {}"),
        ([{"text": None}], "a message is a text, or has a 'text' and maybe a 'to'; got {'text': None}"),
        ([{"to": 8, "text": "x"}], "a message goes to 'public', 'team' or a seat from 0 to 7, not 8"),
        ([{"to": True, "text": "x"}], "a message goes to 'public', 'team' or a seat from 0 to 7, not True"),
        ([{"to": [], "text": "x"}], "a message goes to 'public', 'team' or a seat from 0 to 7, not []"),
        (["fine", {"to": "all", "text": "x"}], "a message goes to 'public', 'team' or a seat from 0 to 7, not 'all'"),
    ],
)
def test_what_is_no_message_is_refused_with_all_that_came_with_it(say, sentence):
    env, parallel = fresh(), fresh(trusis_v0.parallel_env)
    for each, action in ((env, {"action": 1, "say": say}), (parallel, {"seat_0": {"action": 1, "say": say}})):
        before = list(each.table.journal)
        with pytest.raises(IllegalAction) as refused:
            each.step(action)
        assert (str(refused.value), each.table.journal) == (sentence, before)


@pytest.mark.parametrize("say", [None, (), "", [], ["", {"text": "x"}]], ids=repr)
def test_nothing_one_text_and_a_list_are_all_ways_to_say(say):
    fresh().step({"action": 1, "say": say})


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"players": 8.0}, "the number of players is a whole number, not 8.0"),
        ({"players": "8"}, "the number of players is a whole number, not '8'"),
        ({"players": True}, "the number of players is a whole number, not True"),
        ({"seed": "7"}, "a seed is a whole number, not '7'"),
        ({"seed": 1.5}, "a seed is a whole number, not 1.5"),
        ({"rewards": {"win": "much"}}, "the reward 'win' is a finite number, not 'much'"),
        ({"render_mode": "rgb_array"}, "render_mode is 'human', 'ansi' or None, not 'rgb_array'"),
    ],
)
@pytest.mark.parametrize("make", [trusis_v0.env, trusis_v0.raw_env, trusis_v0.parallel_env], ids=lambda make: make.__name__)
def test_what_cannot_be_set_up_is_said_in_a_sentence(make, keys, sentence):
    with pytest.raises(SetupError) as refused:
        make(**keys)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("make", [trusis_v0.env, trusis_v0.parallel_env], ids=lambda make: make.__name__)
def test_a_reset_takes_whole_numbers_of_any_kind_as_seeds(make):
    env = make(players=5)
    for seed in (np.int64(5), 2**80, -3):
        env.reset(seed=seed)
        env.reset()
    with pytest.raises(SetupError, match="a seed is a whole number, not 'x'"):
        env.reset(seed="x")


@pytest.mark.parametrize("name", ["agent_selection", "rewards", "infos"])
def test_what_is_not_known_before_a_reset_says_so(name):
    with pytest.raises(AttributeError, match=f"{name} is known once trusis_v0 has been reset"):
        getattr(trusis_v0.env(players=5), name)
