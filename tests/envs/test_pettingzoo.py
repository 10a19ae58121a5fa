"""PettingZoo's own tests on every preset, and the promises of the adapters that they do not ask about (cases.md, ENV)."""

import copy
import pickle
import random
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import envs
from envs import trusis_v0
from envs.aec import NotReset
from envs.engine.actions import IllegalAction
from envs.parallel import UnknownSeat
from envs.trusis.codes import EventCode
from envs.trusis.roles import role_index
from envs.trusis.ruleset import PRESETS

KNIGHTS_7 = ("trusis", "human", "human", "sweeper", "priest", "white_knight", "white_knight")
ALWAYS_GIVEN = r"Observation (is not a NumPy array|space for each agent probably should be gymnasium.spaces.box)"
"""The two warnings that ``api_test`` gives to every Dict observation that is not PettingZoo's own."""

pytestmark = pytest.mark.filterwarnings(f"ignore:{ALWAYS_GIVEN}")


def play(env, rng, steps=10**9, record=None):
    """Masked-random play until everybody is done or ``steps`` are taken; returns what was seen at each step."""
    seen = [] if record is None else record
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        done = terminated or truncated
        action = None if done else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward, action))
        env.step(action)
        if len(seen) >= steps:
            break
    return seen


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("make", [trusis_v0.env, trusis_v0.raw_env], ids=["env", "raw_env"])
def test_api_of_every_preset(make, preset, capsys):
    api_test(make(preset=preset, seed=1), num_cycles=400)


@pytest.mark.parametrize("preset", PRESETS)
def test_parallel_api_of_every_preset(preset, capsys):
    parallel_api_test(trusis_v0.parallel_env(preset=preset, seed=1), num_cycles=400)


@pytest.mark.parametrize("preset", PRESETS)
def test_same_seed_same_match_of_every_preset(preset):
    seed_test(lambda: trusis_v0.env(preset=preset), num_cycles=100)


@pytest.mark.parametrize("preset", PRESETS)
def test_render_of_every_preset(preset, capsys):
    render_test(lambda render_mode: trusis_v0.env(preset=preset, render_mode=render_mode))


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_a_revived_seat_never_left_env01(kind, capsys):
    with_revival = 0
    for seed in range(200):
        if kind == "aec":
            env = trusis_v0.env(roles=KNIGHTS_7, seed=seed, talk="none")
            api_test(env, num_cycles=2000)
        else:
            env = trusis_v0.parallel_env(roles=KNIGHTS_7, seed=seed, talk="none")
            parallel_api_test(env, num_cycles=400)
        env.reset(seed=seed)
        env.action_space("seat_0").seed(seed)
        table = finished(env, random.Random(seed))
        with_revival += any(event.code == EventCode.REVIVED for event in table.journal)
    assert with_revival >= 20


def finished(env, rng):
    """The table of a whole masked-random match on a freshly reset env of either kind."""
    if hasattr(env, "agent_iter"):
        play(env, rng)
        return env.table
    while env.agents:
        masks = {agent: env.table.mask(seat) for seat, agent in enumerate(env.agents)}
        env.step({agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items()})
    return env.table


def test_official_wrappers_run_over_raw_env(capsys):
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

    wrapped = TerminateIllegalWrapper(trusis_v0.raw_env(seed=1), illegal_reward=-1)
    api_test(OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped)), num_cycles=200)


def test_ids_are_registered():
    assert isinstance(pettingzoo.make("aec", "trusis_v0", players=5), pettingzoo.AECEnv)
    assert isinstance(pettingzoo.make("parallel", "trusis_v0", players=5), pettingzoo.ParallelEnv)
    assert envs.make("trusis_v0", "raw_env", players=6).max_num_agents == 6


@pytest.mark.parametrize("compiled", [False, True])
def test_rewards_reach_every_seat_once_env04(compiled):
    env = trusis_v0.env(players=7, seed=3, compiled=compiled, talk="none", rewards={"win": 5, "lose": -2})
    for options in (None, {"anything": 1}):
        env.reset(seed=11, options=options)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent, _, _, reward, _ in play(env, random.Random(5)):
            totals[agent] += reward
        assert env.agents == []
        assert sorted(set(totals.values())) == [-2.0, 5.0]
        assert [totals[agent] for agent in env.possible_agents] == env.door.payoffs(env.table)


def test_parallel_pays_the_same_as_aec():
    parallel = trusis_v0.parallel_env(players=7, talk="none", rewards={"win": 5, "lose": -2})
    parallel.reset(seed=11)
    rng, totals = random.Random(1), dict.fromkeys(parallel.possible_agents, 0.0)
    while parallel.agents:
        actions = {a: int(rng.choice(np.flatnonzero(parallel.table.mask(s)))) for s, a in enumerate(parallel.agents)}
        for agent, reward in parallel.step(actions)[1].items():
            totals[agent] += reward
    assert [totals[agent] for agent in parallel.possible_agents] == parallel.door.payoffs(parallel.table)
    assert set(totals.values()) <= {5.0, -2.0, 0.0}


def test_reset_after_an_illegal_action_starts_clean_env06():
    spoiled, fresh = trusis_v0.env(), trusis_v0.env()
    spoiled.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"seat . may not 'wait' in DAY; legal: end_turn, pass"):
        spoiled.step(0)
    spoiled.reset(seed=42)
    fresh.reset(seed=42)
    assert play(spoiled, random.Random(1), 30) == play(fresh, random.Random(1), 30)


def test_an_illegal_action_changes_nothing_env18():
    env = trusis_v0.env()
    env.reset(seed=1)
    before = (env.agent_selection, env.table.state, list(env.table.journal), env.last()[0]["action_mask"].tobytes())
    for bad in (0, -1, 10**6, 2.0, True, None, "vote:1", {"action": 0}, {"say": ["hello"]}):
        with pytest.raises(IllegalAction):
            env.step(bad)
    after = (env.agent_selection, env.table.state, list(env.table.journal), env.last()[0]["action_mask"].tobytes())
    assert before == after


def test_five_resets_seat_everybody_again_env07():
    env = trusis_v0.env(seed=2)
    for _ in range(5):
        env.reset()
        assert env.agents == env.possible_agents
        assert {agent for agent, *_ in play(env, random.Random(3))} == set(env.possible_agents)


def test_nothing_is_drawn_from_shared_generators_env09():
    state, np_state = random.getstate(), np.random.get_state()[1].tobytes()
    alone = trusis_v0.env()
    alone.reset(seed=7)
    expected = play(alone, random.Random(1))
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == (state, np_state)
    watched, other = trusis_v0.env(), trusis_v0.env()
    watched.reset(seed=7)
    other.reset(seed=99)
    rng, seen = random.Random(1), []
    while watched.agents:
        random.random()
        np.random.rand()
        if other.agents:
            play(other, random.Random(2), 1)
        seen += play(watched, rng, 1)
    assert seen == expected


@pytest.mark.parametrize("compiled", [False, True])
def test_what_was_handed_out_never_changes_env10(compiled):
    env = trusis_v0.env(players=6, compiled=compiled)
    env.reset(seed=5)
    kept, rng = [], random.Random(1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        kept.append((observation, info, copy.deepcopy(observation), copy.deepcopy(info)))
        done = terminated or truncated
        action = None if done else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
    assert len({id(observation) for observation, *_ in kept}) == len(kept)
    for observation, info, observation_then, info_then in kept:
        np.testing.assert_equal(observation, observation_then)
        np.testing.assert_equal(dict(info), dict(info_then))


def test_masks_are_enforced_not_trusted_env10():
    env = trusis_v0.env()
    env.reset(seed=5)
    observation, *_, info = env.last()
    observation["action_mask"][:] = 1
    info["action_mask"][:] = 1
    with pytest.raises(IllegalAction):
        env.step(0)
    assert env.last()[0]["action_mask"].sum() < len(observation["action_mask"])


@pytest.mark.parametrize("talk", ["none", "acts", "text"])
def test_masks_and_observations_fit_their_spaces_env12_env13(talk):
    env = trusis_v0.env(talk=talk, players=9)
    env.reset(seed=4)
    rng = random.Random(2)
    while not env.table.is_over:
        for agent in env.agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert observation["action_mask"].dtype == np.int8
            assert observation["action_mask"].any()
        mask = env.last()[0]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))


MESSAGES = ["hello world", "héllo, wörld!", "投票 P3", "🦊", "a\nb", "", "x" * 500]


@pytest.mark.parametrize("text", MESSAGES, ids=["plain", "accents", "chinese", "emoji", "newline", "empty", "at the limit"])
def test_any_text_reaches_every_hearer_unchanged_env14(text):
    env = trusis_v0.env(talk="text")
    env.reset(seed=1)
    env.step({"action": 1, "say": [text]})
    for seat in range(8):
        assert [event.text for event in env.table.news(seat) if event.code == EventCode.SAID] == [text]


def test_an_overlong_or_third_message_is_refused_env14_env20():
    env = trusis_v0.env(talk="text")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="501 characters; a message holds at most 500"):
        env.step({"action": 1, "say": ["x" * 501]})
    with pytest.raises(IllegalAction, match="2 messages a turn"):
        env.step({"action": 1, "say": ["a", "b", "c"]})
    assert not [event for event in env.table.journal if event.code == EventCode.SAID]
    env.step({"action": 1, "say": ["a", {"to": 3, "text": "b"}]})
    assert [event.text for event in env.table.journal if event.code == EventCode.SAID] == ["a", "b"]


def test_info_text_is_what_is_new_for_the_seat():
    env = trusis_v0.env(talk="text", lang="en")
    env.reset(seed=1)
    first = env.agent_selection
    env.step({"action": 1, "say": ["good morning"]})
    assert "good morning" in env.last()[4]["text"]
    while env.agent_selection != first:
        env.step(1)
    second_turn = env.last()[4]["text"]
    assert "Round 2" in second_turn
    assert "Round 1" not in second_turn


@pytest.mark.parametrize(
    "read",
    [dict, lambda info: {**info}, lambda info: info.copy(), lambda info: dict(info.items()), copy.copy, copy.deepcopy],
    ids=["dict", "unpacked", "copy method", "items", "copy", "deepcopy"],
)
@pytest.mark.parametrize("make", [trusis_v0.env, trusis_v0.parallel_env], ids=["aec", "parallel"])
def test_whoever_copies_an_info_has_its_text_and_its_mask_env15(make, read):
    env = make(players=5, seed=3)
    env.reset(seed=3)
    infos = env.infos if make is trusis_v0.env else env.step({})[4]
    for info in infos.values():
        held = read(info)
        assert {*held} >= {"action_mask", "text"}
        assert held["text"] == info["text"]
        assert [*info] == [*info.keys()] == [*held]


def test_observing_is_not_acting_env16():
    quiet, curious = trusis_v0.env(), trusis_v0.env()
    quiet.reset(seed=8)
    curious.reset(seed=8)
    expected, seen, rng = play(quiet, random.Random(3)), [], random.Random(3)
    while curious.agents:
        for agent in curious.agents * 3:
            np.testing.assert_equal(curious.observe(agent), curious.observe(agent))
        seen += play(curious, rng, 1)
    assert seen == expected


def test_parallel_keys_are_the_seats_env15():
    env = trusis_v0.parallel_env(roles=KNIGHTS_7)
    env.reset(seed=3)
    rng = random.Random(1)
    while env.agents:
        before = set(env.agents)
        actions = {a: int(rng.choice(np.flatnonzero(env.table.mask(s)))) for s, a in enumerate(env.agents)}
        assert all(set(part) == before for part in env.step(actions))


def test_missing_extra_and_unknown_actions_env17():
    env = trusis_v0.parallel_env(players=7)
    env.reset(seed=3)
    *_, infos = env.step({"seat_0": None, "seat_1": 2})
    assert all(infos[agent]["missing_action"] for agent in env.agents if agent != "seat_1")
    assert "missing_action" not in infos["seat_1"]
    journal = list(env.table.journal)
    with pytest.raises(UnknownSeat, match="no seat is called 'seat_9'"):
        env.step({"seat_9": 1})
    with pytest.raises(IllegalAction):
        env.step({"seat_0": 0, "seat_1": 5})
    assert env.table.journal == journal


def test_an_action_of_the_dead_is_ignored_and_flagged_env17():
    env = trusis_v0.parallel_env(players=7, talk="none")
    env.reset(seed=3)
    victim = env.table.actions.index("vote:6")
    env.step({agent: victim if agent != "seat_6" else 2 for agent in env.agents})
    env.step({agent: 2 if agent != "seat_6" else 0 for agent in env.agents})
    assert env.table.phase_name == "NIGHT"
    *_, infos = env.step({"seat_6": 5})
    assert infos["seat_6"]["ignored_action"]
    assert env.agents == env.possible_agents


def test_a_parallel_round_takes_its_steps_whatever_anybody_does():
    env = trusis_v0.parallel_env(players=6)
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, 1))
    for _ in range(2):
        assert {agent: env.table.mask(seat)[0] for seat, agent in enumerate(env.agents)} == dict.fromkeys(env.agents, 1)
        assert env.table.state.round == 0
        env.step({})
    assert env.table.state.round == 1


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("make", [trusis_v0.env, trusis_v0.parallel_env], ids=["aec", "parallel"])
def test_copies_and_pickles_play_on_alike_env21(make, compiled):
    env = make(players=7, talk="text", compiled=compiled)
    env.reset(seed=6)
    advance(env, random.Random(1), 12)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    journal = list(env.table.journal)
    traces = [advance(twin, random.Random(2), 30) for twin in twins]
    assert env.table.journal == journal
    assert traces[0] == traces[1] == advance(env, random.Random(2), 30)


def advance(env, rng, steps):
    """Plays on and returns the journal."""
    for _ in range(steps):
        if env.table.is_over:
            break
        if hasattr(env, "agent_iter"):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
        else:
            env.step({a: int(rng.choice(np.flatnonzero(env.table.mask(s)))) for s, a in enumerate(env.agents)})
    return list(env.table.journal)


def test_a_match_without_result_is_truncated_after_the_last_day_env20():
    env = trusis_v0.env(players=8, talk="none", max_days=1)
    env.reset(seed=1)
    while not env.table.is_over:
        env.step(2)
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0.0}


def test_a_win_on_the_last_day_is_no_truncation_env20():
    env = trusis_v0.env(roles=("trusis", "human", "human", "human", "human"), talk="none", max_days=1)
    env.reset(seed=1)
    trusis = env.table.state.role.index(role_index("trusis"))
    vote = env.table.actions.index(f"vote:{trusis}")
    while not env.table.is_over:
        env.step(vote if env.last()[0]["action_mask"][vote] else 2)
    assert set(env.terminations.values()) == {True}
    assert env.rewards[f"seat_{trusis}"] == -1.0


def test_order_is_enforced():
    env = trusis_v0.env()
    for use in (lambda: env.step(1), lambda: env.observe("seat_0"), env.render, env.state, env.agent_iter):
        with pytest.raises(NotReset, match="trusis_v0 must be reset before it is used"):
            use()
    env.reset(seed=1)
    play(env, random.Random(1))
    with pytest.raises(NotReset, match="is over; reset it"):
        env.step(None)
    with pytest.raises(ValueError, match="no agent is called 'seat_99'"):
        env.observe("seat_99")


def test_state_is_all_observations_side_by_side():
    env = trusis_v0.env(players=6)
    env.reset(seed=1)
    expected = np.concatenate([env.observe(agent)["observation"] for agent in env.agents])
    np.testing.assert_array_equal(env.state(), expected)


def test_no_warning_but_the_two_always_given_env01():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(trusis_v0.env(roles=KNIGHTS_7, seed=1), num_cycles=300)
        parallel_api_test(trusis_v0.parallel_env(roles=KNIGHTS_7, seed=1), num_cycles=300)
    texts = {str(warning.message).split(".")[0] for warning in caught}
    assert texts == {"Observation is not a NumPy array", "Observation space for each agent probably should be gymnasium"}


def test_the_seed_stays_out_of_reach_rep11():
    env = trusis_v0.env(players=6, seed=918273645)
    env.reset(seed=918273645)
    text = [repr(env), str(env), env.last()[4]["text"], repr(env.last()), repr(env.infos), str(env.metadata)]
    assert "918273645" not in " ".join(text)


@pytest.mark.parametrize("kind", ["aec", "parallel"])
@pytest.mark.parametrize("lang", ["en", "es", "fr", "pl"])
def test_a_whisper_leaves_everything_handed_to_a_third_seat_as_it_was(kind, lang):
    silent, whispered = (handed_out(kind, lang, whispers) for whispers in (False, True))
    heard = silent.pop("seat_5") != whispered.pop("seat_5")
    assert heard
    assert {agent: parts for agent, parts in silent.items() if agent != "seat_2"} == {
        agent: parts for agent, parts in whispered.items() if agent != "seat_2"
    }


def handed_out(kind, lang, whispers):
    """Per agent all it was handed in a quiet match in which seat 2 may whisper to seat 5 in each of its turns."""
    env = {"aec": trusis_v0.env, "parallel": trusis_v0.parallel_env}[kind](players=7, talk="text", lang=lang, max_days=2)
    env.reset(seed=9)
    parts = {agent: [] for agent in env.possible_agents}
    while not env.table.is_over:
        if kind == "aec":
            agent = env.agent_selection
            parts[agent].append(printed(*env.last()))
            env.step(whispering(agent, whispers, 1))
        else:
            quiet = {agent: int(env.table.to_act >> seat & 1) for seat, agent in enumerate(env.agents)}
            given = env.step({agent: whispering(agent, whispers, action) for agent, action in quiet.items()})
            for agent, kept in parts.items():
                kept.append(printed(*(part[agent] for part in given)))
    return parts


def whispering(agent, whispers, action):
    """``end_turn`` or ``wait``, with a whisper before it where seat 2 has a turn."""
    says = [{"to": 5, "text": "meet me at the well"}] if whispers and agent == "seat_2" and action == 1 else []
    return {"action": action, "say": says}


def printed(observation, reward, terminated, truncated, info):
    """All of one answer of the environment as text and bytes."""
    arrays = [observation["observation"].tobytes(), observation["action_mask"].tobytes(), info["action_mask"].tobytes()]
    return (*arrays, reward, terminated, truncated, info["text"])


@pytest.mark.parametrize("make", [trusis_v0.env, trusis_v0.parallel_env], ids=["aec", "parallel"])
def test_without_a_language_infos_hold_numbers_only(make):
    env = make(players=6, lang=None)
    env.reset(seed=1)
    infos = env.infos if hasattr(env, "infos") else env.step({})[4]
    assert {"action_mask"} <= set(infos["seat_0"])
    assert not any(isinstance(value, str) for info in infos.values() for value in info.values())
    assert "text" not in infos["seat_0"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("talk", ["none", "acts"])
@pytest.mark.parametrize("name", envs.GAMES)
def test_the_end_of_a_parallel_round_answers_for_nobody(name, talk, seed):
    env, rng = envs.make(f"{name}_v0", "parallel_env", talk=talk, players=7, compiled=False), random.Random(seed)
    env.reset(seed=seed)
    taken, hold = [], env.table.hold

    def watched(seat, action):
        taken.append(env.table.may(seat, action))
        hold(seat, action)

    env.table.hold = watched
    for _ in range(40):
        if env.agents:
            env.step({agent: rng.choice(np.flatnonzero(env.table.mask(k)).tolist()) for k, agent in enumerate(env.agents)})
    assert taken
    assert all(taken)


def test_a_leader_picks_the_whole_team_in_parallel_too():
    env = envs.make("avalon_v0", "parallel_env", talk="none", players=5)
    env.reset(seed=1)
    leader = f"seat_{env.table.actor}"
    for target in (2, 4):
        env.step({leader: env.table.actions.index(f"add:{target}")})
    assert env.table.state.party == 1 << 2 | 1 << 4


@pytest.mark.parametrize("name", envs.GAMES)
def test_with_no_action_at_all_a_parallel_match_goes_on_to_its_end(name):
    env = envs.make(f"{name}_v0", "parallel_env", talk="none", players=6)
    env.reset(seed=1)
    for _ in range(1000):
        if env.agents:
            env.step({})
    assert env.agents == []
