"""What holds for every scripted agent: legal, reproducible, unimpressed by strange requests, and no way to the game."""

import dataclasses
import gc
from typing import Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.agent import Agent, Reply
from agents.roster import build
from agents.scripted.heuristic import NoMindForGameError
from envs.engine.events import Event
from envs.engine.record import Record
from envs.engine.table import Table
from envs.trusis.roles import ROLE_IDS
from envs.trusis.ruleset import Ruleset
from tests.agents.asking import TRUSIS, answer, ask, day, night, reply_to
from tests.agents.driver import Match, play, play_by_team, table_of

SCRIPTED = ["random", "random?by=verb", "random?chat=0.5", "heuristic", "policy:trusis8"]
SLOW = "policy:trusis8"
SETUPS = [
    dict(players=8, talk="none"),
    dict(players=8, talk="acts"),
    dict(players=8, talk="text"),
    dict(players=5, preset="fr", talk="acts"),
    dict(players=11, preset="pl", talk="acts", vote_visibility="end", reveal_on_death="role"),
    dict(players=16, talk="acts", knight_dies="now", wise_woman_mode="own_second_vote", dead_chat="none"),
]
SETUP_IDS = ["silent", "acts", "text", "fr", "pl with votes shown late", "sixteen seats and knights who die at once"]
ALL_ACTS = ("vote", "claim", "report", "accuse", "defend", "promise", "to", "end_turn", "pass")


EDITIONS = st.fixed_dictionaries(
    {
        key: st.sampled_from(get_args(field.annotation))
        for key, field in Ruleset.model_fields.items()
        if get_origin(field.annotation) is Literal
    },
    optional={
        "priest_self": st.booleans(),
        "wise_woman_self": st.booleans(),
        "trusis_channel": st.booleans(),
        "day_rounds": st.integers(1, 4),
        "night_rounds": st.integers(1, 3),
        "turn_actions": st.integers(1, 7),
        "max_messages": st.integers(0, 2),
        "max_message_chars": st.integers(1, 20),
    },
)
CARDS = st.lists(st.sampled_from(ROLE_IDS), min_size=2, max_size=6)


def actions_of(played):
    return [(seat, reply.actions, reply.says) for seat, reply in played.replies]


@pytest.mark.parametrize(("spec", "seed"), [(spec, seed) for spec in SCRIPTED for seed in range(12 if spec == SLOW else 100)])
def test_every_reply_is_legal(spec, seed):
    setup = TRUSIS.setup(**SETUPS[seed % len(SETUPS)], max_days=6)
    assert play(setup, [spec] * setup.players, seed).table.is_over


@settings(max_examples=60)
@given(EDITIONS, CARDS, st.integers(0, 2**32))
def test_the_heuristic_plays_every_edition_with_any_cards(keys, cards, seed):
    setup = TRUSIS.setup(roles=("trusis", *["human"] * 8, *cards), max_days=5, **keys)
    assert play(setup, ["heuristic"] * setup.players, seed).table.is_over


@pytest.mark.parametrize("keys", SETUPS, ids=SETUP_IDS)
def test_heuristic_and_random_seats_share_a_table(keys):
    setup = TRUSIS.setup(**keys)
    assert play_by_team(setup, ("heuristic", "random", "heuristic"), seed=4).table.is_over


@pytest.mark.parametrize("spec", SCRIPTED)
def test_the_same_seed_gives_the_same_replies(spec):
    setup = TRUSIS.setup(players=8, talk="text", max_days=6)
    assert actions_of(play(setup, [spec] * 8, seed=7)) == actions_of(play(setup, [spec] * 8, seed=7))


@pytest.mark.parametrize("spec", SCRIPTED)
def test_another_seed_gives_other_replies(spec):
    setup = TRUSIS.setup(players=8, talk="text", max_days=6)
    assert actions_of(play(setup, [spec] * 8, seed=7)) != actions_of(play(setup, [spec] * 8, seed=8))


@pytest.mark.parametrize("spec", SCRIPTED)
def test_it_is_an_agent(spec):
    assert isinstance(build(spec, 1), Agent)


@pytest.mark.parametrize("spec", SCRIPTED)
@pytest.mark.parametrize("kind", ["turn", "over"])
def test_where_nothing_is_legal_nothing_is_done(spec, kind):
    assert reply_to(ask("human", day(1), kind=kind), spec).actions == ()


STRANGE = [
    (Event(99, 0, 0, 0, 1),),
    (Event(19, -1, 200, 0, 1), Event(6, 77, 3, 0, 1), Event(12, -1, -1, 0, 1), Event(15, -1, -1, 0, 1)),
    (Event(12, 3, 4, 4_000, 1 << 30), Event(11, 3, -1, -9, 1 << 30), Event(3, -1, -1, -1, 1), Event(3, -1, -1, 1 << 30, 1)),
    (Event(19, -1, 3, 99, 1 << 30), Event(27, -1, 3, 99, 1 << 30), Event(4, -1, 0, -7, 1 << 30), Event(5, -1, -1, 999, 1)),
    tuple(Event(code, -1, -1, -1, 0) for code in range(40)),
    tuple(Event(code, 3, 3, 3, 1 << 30, "\ud800") for code in range(40)),
    tuple(Event(23, 0, seat, result, 1) for seat in range(16) for result in (0, 1, 2, 3, 5, 17)),
]
STRANGE_IDS = ["unknown code", "no such seat", "no such value", "no such role", "nobody", "to oneself", "contradictions"]


@pytest.mark.parametrize("spec", SCRIPTED)
@pytest.mark.parametrize("moment", [day(2), night(2)], ids=["day", "night"])
@pytest.mark.parametrize("story", STRANGE, ids=STRANGE_IDS)
def test_strange_news_do_not_disturb_it(spec, moment, story):
    asked = ask("human", moment, *story, legal=("vote", "end_turn", "pass"))
    assert set(answer(asked, spec)) <= set(asked.legal_texts())


@pytest.mark.parametrize("spec", ["heuristic", SLOW])
@pytest.mark.parametrize("story", STRANGE, ids=STRANGE_IDS)
def test_beliefs_stay_probabilities_whatever_the_news(spec, story):
    beliefs = reply_to(ask("human", *story, kind="probe"), spec).beliefs
    assert [sum(row.values()) for row in beliefs.values()] == pytest.approx([1.0] * 16)


@pytest.mark.parametrize("spec", SCRIPTED)
def test_a_seat_that_was_never_told_its_card_plays_on(spec):
    asked = dataclasses.replace(ask("human", legal=ALL_ACTS), news=(), clock={}, names=())
    assert set(answer(asked, spec)) <= set(asked.legal_texts())


def test_after_a_refusal_it_does_the_harmless_thing():
    assert answer(ask("human", day(1), legal=("vote", "end_turn", "pass"), attempt=1)) == ["pass"]


def test_a_game_without_a_scripted_mind_is_refused_with_a_sentence():
    asked = ask("human", legal=("end_turn",))
    chess = dataclasses.replace(asked, setup=dataclasses.replace(asked.setup, game="chess"))
    with pytest.raises(NoMindForGameError, match="'heuristic' does not play 'chess'; it plays: "):
        reply_to(chess)


def reachable_from(root):
    """Everything that an object leads to, without modules, classes and functions, which belong to everybody."""
    seen, waiting = {}, [root]
    while waiting:
        thing = waiting.pop()
        shared = isinstance(thing, type) or callable(thing) or hasattr(thing, "__spec__")
        if id(thing) not in seen and not shared:
            seen[id(thing)] = thing
            waiting += gc.get_referents(thing)
    return seen.values()


@pytest.mark.parametrize("spec", SCRIPTED)
def test_no_agent_leads_to_the_game(spec):
    setup = TRUSIS.setup(players=8, max_days=3)
    match = Match(table_of(setup, 5), [spec] * 8, 5)
    match.play_out()
    assert [thing for thing in reachable_from(match.agents[0]) if isinstance(thing, Table | Record)] == []


def test_the_random_agent_says_nothing_unless_asked_to():
    setup = TRUSIS.setup(players=8, talk="text", max_days=2)
    assert {reply.says for _, reply in play(setup, ["random"] * 8, seed=2).replies} == {()}


def test_a_probe_of_the_random_agent_gives_no_beliefs():
    assert reply_to(ask("human", kind="probe"), "random") == Reply()


@pytest.mark.parametrize("spec", SCRIPTED)
def test_a_turn_is_never_answered_with_nothing(spec):
    setup = TRUSIS.setup(players=8, max_days=4)
    assert all(reply.actions for _, reply in play(setup, [spec] * 8, seed=6).replies)
