"""Endpoints that misbehave: LLM-05 to LLM-17, LLM-20, LLM-23 over real HTTP on loopback."""

import asyncio
import json
import time
from dataclasses import replace

import pytest

from agents.agent import AgentFault, HarnessFault
from agents.llm.capability import Capability, capability_of, forget_capabilities
from agents.llm.endpoints import find_place
from agents.roster import build
from arena.match.policy import Policy
from tests.llm.stage import (
    ask,
    calls_of,
    fresh_table,
    log_of,
    plan_of,
    play,
    prompts_of,
    refused,
    request_at,
    saying,
    served,
)  # fmt: skip

DAY = request_at(fresh_table(talk="text"))


@pytest.mark.parametrize(
    ("model", "fault"),
    [
        ("empty", "empty"),
        ("empty-stop", "empty"),
        ("no-choices", "empty"),
        ("cut", "truncated"),
        ("think-open", "truncated"),
        ("prose", "unreadable"),
        ("wrong-word", "unreadable"),
        ("wrong-shape", "unreadable"),
        ("numbers", "unreadable"),
        ("garbage", "unreadable"),
        ("twice", "ambiguous"),
        ("two", "ambiguous"),
        ("refusal", "refused"),
    ],
)
def test_a_bad_reply_is_tried_again_and_then_named(model, fault):
    with served() as endpoint:
        error, calls = ask(endpoint, DAY, model)
    assert isinstance(error, AgentFault)
    assert error.fault == fault
    assert [call["fault"]["fault"] for call in calls] == [fault] * 3
    assert endpoint.count == 3


@pytest.mark.parametrize("model", ["extra", "think", "reasoning", "blocks", "usage-absent", "usage-null", "usage-part", "fake"])
def test_an_odd_but_clear_reply_is_taken(model):
    with served() as endpoint:
        reply, calls = ask(endpoint, DAY, model)
    assert reply.actions
    assert len(calls) == 1


def test_an_empty_reply_is_asked_again_with_more_room_and_a_nudge():
    with served() as endpoint:
        reply, calls = ask(endpoint, DAY, "empty-once")
    assert reply.actions
    assert [body["max_tokens"] for body in endpoint.requests] == [1024, 2048]
    assert calls[0]["fault"]["reason"].startswith("empty_content(length)")
    assert "Do not think at length" in endpoint.requests[1]["messages"][-1]["content"]


def test_a_cut_reply_is_kept_and_asked_again_shorter():
    with served() as endpoint:
        _, calls = ask(endpoint, DAY, "cut")
    assert calls[0]["completion"].startswith("{")
    assert "Be much shorter" in endpoint.requests[1]["messages"][-1]["content"]
    assert endpoint.count == 3


def test_the_sentence_that_teaches_goes_back_to_the_model():
    with served(saying({"vote": 0}, {"vote": 3})) as endpoint:
        reply, calls = ask(endpoint, DAY)
    assert reply.actions == ("vote:3",)
    assert "seat 0 may not 'vote:0' in DAY; legal: " in endpoint.requests[1]["messages"][-1]["content"]
    assert [message["role"] for message in endpoint.requests[1]["messages"]] == ["system", "user", "assistant", "user"]
    assert calls[0]["fault"]["fault"] == "illegal"


def test_thoughts_are_in_the_trace_and_never_in_a_prompt():
    plan = plan_of(["llm:think@URL", "llm:reasoning@URL", "llm:blocks@URL", "llm:think-open@URL", "llm:empty@URL"], talk="text")
    with served() as endpoint:
        played = play(replace(plan, lineup=addressed(plan, endpoint)))
    assert "CANARY-THOUGHT" in played.trace
    assert "CANARY-THOUGHT" not in played.log
    assert not [prompt for prompt in prompts_of(endpoint) if "CANARY-THOUGHT" in prompt]


def addressed(plan, endpoint):
    return tuple(entrant._replace(spec=entrant.spec.replace("URL", endpoint.url)) for entrant in plan.lineup)


# --- transport -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "at_least", "below"),
    [
        ("retry-after=none", 0.3, 1.0),
        ("retry-after=1", 1.0, 1.6),
        ("retry-after=0", 0.3, 1.0),
        ("retry-after=-1", 0.3, 1.0),
        ("retry-after=NaN", 0.3, 1.0),
        ("retry-after=date2", 0.8, 2.6),
        ("loading", 0.3, 1.0),
    ],
)
def test_a_busy_server_is_asked_again_when_it_says(model, at_least, below):
    with served() as endpoint:
        began = time.monotonic()
        reply, _ = ask(endpoint, DAY, model.replace("=", "%3D"))
        took = time.monotonic() - began
    assert reply.actions
    assert endpoint.count == 2
    assert at_least <= took < below + 2


@pytest.mark.parametrize(
    ("model", "requests"),
    [
        ("retry-after=3600", 1),
        ("status=401", 1),
        ("status=404", 1),
        ("status=403", 1),
        ("status=500", 3),
        ("html", 1),
        ("storm=99", 3),
    ],
)
def test_a_server_that_gives_nothing_is_nobodys_fault(model, requests):
    with served() as endpoint:
        error, calls = ask(endpoint, DAY, model.replace("=", "%3D"))
    assert isinstance(error, HarnessFault)
    assert endpoint.count == requests
    assert len(calls) == 1


def test_no_server_at_all_is_nobodys_fault():
    with served() as endpoint:
        pass
    error, _ = ask(endpoint, DAY)
    assert isinstance(error, HarnessFault)
    assert "cannot be reached" in str(error)


def test_a_connection_that_breaks_is_tried_again_by_the_library():
    with served() as endpoint:
        error, _ = ask(endpoint, DAY, "break")
    assert isinstance(error, HarnessFault)
    assert endpoint.count == 3


def test_a_hanging_server_costs_the_turn_budget_and_one_request():
    with served() as endpoint:
        began = time.monotonic()
        error, calls = ask(endpoint, replace(DAY, deadline=0.5), "hang")
        took = time.monotonic() - began
    assert isinstance(error, AgentFault)
    assert (error.fault, error.is_final) == ("timeout", True)
    assert took < 1.5
    assert (endpoint.count, len(calls)) == (1, 1)


def test_a_cancelled_call_is_not_tried_again():
    async def cancelled(url):
        warm = build(f"llm:fake@{url}", 1)
        await warm.act(DAY)
        agent = build(f"llm:slow%3D5000@{url}", 1)
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(agent.act(DAY), 0.3)
        await agent.aclose()
        await warm.aclose()
        return time.monotonic() - began

    with served() as endpoint:
        assert asyncio.run(cancelled(endpoint.url)) < 1.5
        assert endpoint.count == 2


# --- downgrades ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "options", "requests", "learnt"),
    [
        ("no-schema", "", 2, ["answers in mode json_object"]),
        ("no-json", "", 3, ["answers in mode json_object", "answers in mode prompt"]),
        ("no-system", "", 2, ["no system role"]),
        ("new-parameters", "?temperature=0.5", 3, ["limit is called max_completion_tokens", "no temperature"]),
        ("old-parameters", "", 1, []),
        ("strict-grammar", "?beliefs=yes", 1, []),
        ("strict-roles", "", 1, []),
    ],
)
def test_a_refused_parameter_is_learnt_once_and_remembered(model, options, requests, learnt):
    with served() as endpoint:
        first, _ = ask(endpoint, DAY, model, options)
        asked = endpoint.count
        second, _ = ask(endpoint, DAY, model, options)
        known = capability_of(find_place(model, endpoint.url)).learnt
    assert first.actions
    assert second.actions
    assert (asked, endpoint.count) == (requests, requests + 1)
    assert known == learnt


def test_sampling_that_differs_is_said_in_the_record():
    with served() as endpoint:
        _, calls = ask(endpoint, DAY, "new-parameters", "?temperature=0.5")
    assert "sampling_differs" in calls[0]["warnings"]


def test_two_calls_that_learn_the_same_lesson_lower_the_mode_once():
    async def both(url):
        agents = [build(f"llm:no-schema@{url}", seed) for seed in range(8)]
        replies = await asyncio.gather(*(agent.act(DAY) for agent in agents))
        await asyncio.gather(*(agent.aclose() for agent in agents))
        return replies

    with served() as endpoint:
        replies = asyncio.run(both(endpoint.url))
        assert capability_of(find_place("no-schema", endpoint.url)).mode == "json_object"
    assert all(reply.actions for reply in replies)


def test_what_is_known_of_an_endpoint_can_be_forgotten():
    place = find_place("fake", "http://127.0.0.1:1/v1")
    capability_of(place).mode = "prompt"
    forget_capabilities()
    assert capability_of(place) == Capability()


# --- usage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "tokens", "warned"),
    [
        ("usage-absent", (None, None), ["usage_unknown"]),
        ("usage-null", (None, None), ["usage_unknown"]),
        ("usage-part", (None, None), ["usage_unknown"]),
        ("usage-text", (12, 3), ["prompt_truncated"]),
    ],
)
def test_tokens_that_are_not_told_are_unknown_and_not_zero(model, tokens, warned):
    with served() as endpoint:
        _, [call] = ask(endpoint, DAY, model, "?price_in=1&price_out=1")
    assert (call["tokens_in"], call["tokens_out"]) == tokens
    assert call["warnings"] == warned
    assert (call["cost"] is None) == (tokens == (None, None))


def test_a_prompt_that_the_server_cut_is_warned_of():
    with served() as endpoint:
        _, [call] = ask(endpoint, DAY, "short-context%3D50")
    assert call["warnings"] == ["prompt_truncated"]
    assert call["tokens_estimated"] > 500


def test_a_prompt_beyond_the_context_is_shortened_and_asked_again():
    table = fresh_table(talk="text", players=5, dead_chat="none", day_rounds=100)
    for turn in range(250):
        table.say(table.actor, 0, f"message number {turn} " + "x" * 40)
        table.apply(table.actor, table.actions.index("end_turn"))
    with served() as endpoint:
        reply, calls = ask(endpoint, request_at(table), "context-error%3D5000")
    assert reply.actions
    assert calls[0]["fault"]["fault"] == "truncated"
    assert "earlier lines are left out" in prompts_of(endpoint)[-1]
    assert "Your card:" in prompts_of(endpoint)[-1]


# --- whole matches ---------------------------------------------------------------------------------------------------


def test_garbage_for_ever_ends_in_the_fallback_and_the_match_goes_on():
    plan = plan_of(["llm:garbage@URL"])
    with served() as endpoint:
        played = play(replace(plan, lineup=addressed(plan, endpoint)))
    turns = [seat["turns"] for seat in played.result["faults"]]
    assert [seat["fallbacks"] for seat in played.result["faults"]] == turns
    assert set(refused(played)) == {"unreadable"}
    assert endpoint.count == 3 * sum(turns)


def test_a_seat_that_hangs_for_ever_holds_nobody_up_beyond_its_budget():
    plan = plan_of(["llm:hang@URL", "random", "random", "random", "random"], policy=Policy(deadline=0.2), max_days=1)
    with served() as endpoint:
        began = time.monotonic()
        played = play(replace(plan, lineup=addressed(plan, endpoint)))
        took = time.monotonic() - began
    faults = played.result["faults"]
    assert faults[0]["fallbacks"] == faults[0]["turns"] == endpoint.count
    assert faults[0]["status"] == "timeout"
    assert [seat["fallbacks"] for seat in faults[1:]] == [0] * 4
    assert took < 1.2 * faults[0]["turns"]


def test_refused_replies_are_in_the_log_with_their_fault_and_calls_in_the_trace_alone():
    plan = plan_of(["llm:empty-once@URL"])
    with served() as endpoint:
        played = play(replace(plan, lineup=addressed(plan, endpoint)))
    calls = calls_of(played)
    assert refused(played) == ["empty"] * (len(calls) // 2)
    assert not [entry for entry in log_of(played).entries if {"tokens_in", "cost", "latency_ms", "seed"} & set(entry)]
    assert len(calls) == endpoint.count
    assert played.result["clean"]


def test_the_log_names_the_digest_of_the_prompts():
    plan = plan_of(["llm:fake@URL", "random", "random", "random", "random"])
    with served() as endpoint:
        played = play(replace(plan, lineup=addressed(plan, endpoint)))
    seats = json.loads(played.log.splitlines()[0])["header"]["seats"]
    assert len(seats[0]["prompts"]) == 16
    assert "prompts" not in seats[1]
