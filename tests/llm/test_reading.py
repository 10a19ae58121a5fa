"""Reading of replies: LLM-01 to LLM-03, LLM-06, LLM-18, LLM-19, LLM-21 and their neighbours. Nothing is ever guessed."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.llm.extract import extract
from agents.llm.faults import Slip
from agents.llm.reading import read_beliefs, read_turn
from agents.llm.seats import seat_of
from tests.llm.stage import TEAMS, offer

OFFER = offer(talk="text")


def taken(text, offered=OFFER):
    return read_turn(text, offered, TEAMS, 500)


def outcome(text):
    try:
        taken(text)
    except Slip as slip:
        return slip.fault
    return "taken"


def fault_of(text, offered=OFFER):
    with pytest.raises(Slip) as caught:
        taken(text, offered)
    return caught.value.fault


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"actions": ["vote:4"]}', "vote:4"),
        ('{"actions": "vote:4"}', "vote:4"),
        ('{"action": "VOTE:4 "}', "vote:4"),
        ('{"vote": "P4"}', "vote:4"),
        ('{"vote": 4}', "vote:4"),
        ('{"vote": "seat 4"}', "vote:4"),
        ('{"actions": ["vote: player 4"]}', "vote:4"),
        ('{"target": "NameE"}', "vote:4"),
        ('```json\n{"vote": "P1"}\n```\nHmm, no. Final:\n```json\n{"vote": "P4"}\n```', "vote:4"),
        ('<think>{"vote": "P1"}</think>{"vote": "P4"}', "vote:4"),
        ('<THINK lang=x>draft {"vote": "P1"}</THINK> {"vote": "P4"}', "vote:4"),
        ('draft {"vote": "P1"} and so on</think>{"vote": "P4"}', "vote:4"),
        ('<think>a <think>nested</think> {"vote": "P1"}</think>{"vote": "P4"}', "vote:4"),
        ('I use {braces} here. {"vote": "P4"}', "vote:4"),
        ('{"vote": "P4", "confidence": "high"}', "vote:4"),
        ("P10（he is odd）", "vote:10"),
        ("I vote P11.", "vote:11"),
        ("player 1", "vote:1"),
        ("vote: 11", "vote:11"),
        ("vote:3", "vote:3"),
        ("I have thought long, and vote:3 it is.", "vote:3"),
        ("NameJ", "vote:9"),
        ('{"actions": ["pass"]}', "pass"),
        ('{"vote": null}', "pass"),
        ('{"target": null}', "pass"),
        ("abstain", "pass"),
        ("Nobody.", "pass"),
        ("skip", "pass"),
        ('{"vote": "nobody"}', "pass"),
        ('{"actions": []}', "pass"),
    ],
)  # fmt: skip
def test_a_clear_answer_is_read(text, action):
    assert taken(text).actions == [action]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('P2 looks fine, P5 is too quiet... {"vote": "P0"}', "illegal"),
        ('{"vote": "P99"}', "illegal"),
        ("P99", "illegal"),
        ("P1 told me 10 times that P11 lies", "ambiguous"),
        ('{"vote": "P1 or P2"}', "ambiguous"),
        ('{"vote": "P1", "vote": "P2"}', "ambiguous"),
        ('{"actions": ["vote:1", "vote:2"]}', "ambiguous"),
        ('{"actions": ["vote:1"], "vote": 2}', "ambiguous"),
        ('{"actions": ["vote:1"], "action": ["vote:1"]}', "ambiguous"),
        ('{"actions": ["vote:1 vote:2"]}', "ambiguous"),
        ('{"actions": ["vote:1", "unvote"]}', "ambiguous"),
        ('vote:1, or rather vote:2', "ambiguous"),
        ('{"vote": "P1"} and then {"vote": "P', "truncated"),
        ('<think> {"vote": "P1"}', "truncated"),
        ('{"say": "I think that P3 is', "truncated"),
        ('{"vote": "P1"} Final: {"vote": P4}', "unreadable"),
        ('{"actions": ["…"], "note": "…"}', "unreadable"),
        ("wait and see", "unreadable"),
        ("none of them", "unreadable"),
        ("", "unreadable"),
        ('{"vote": "wait and see"}', "unreadable"),
        ('{"actions": [true]}', "unreadable"),
        ('{"actions": {"vote": 1}, "say": 3}', "unreadable"),
        ('{"say": [{"to": "public", "text": 3}]}', "unreadable"),
        ('{"vote": NaN}', "unreadable"),
        ("[" * 100_000, "unreadable"),
        ('{"a":' * 5_000, "unreadable"),
    ],
)  # fmt: skip
def test_what_is_not_clear_goes_back_with_its_fault(text, fault):
    assert fault_of(text) == fault


def test_the_example_of_our_own_prompt_does_not_count_as_an_answer():
    assert taken('{"say": [{"to": "…", "text": "…"}], "actions": ["…"]} {"vote": 4} {"actions": ["…"]}').actions == ["vote:4"]


@pytest.mark.parametrize(
    ("text", "seat"),
    [("10", 10), ("P10", 10), ("p1", 1), ("seat 11", 11), ("Anna", 1), ("joanna", 2), ("Ann!", 0), ("asiento 3", 3), ("#4", 4)],
)
def test_seats_are_whole_words(text, seat):
    names = ["Ann", "Anna", "Joanna", *"XXXXXXXXX"]
    assert seat_of(text, names) == seat


@pytest.mark.parametrize("text", ["Ann and Anna", "P1, P2", "seat 1 (Joanna)"])
def test_two_seats_are_ambiguous(text):
    with pytest.raises(Slip, match="names the seats"):
        seat_of(text, ["Ann", "Anna", "Joanna"])


@pytest.mark.parametrize(
    ("value", "actions"),
    [('"false"', ["decline"]), ('"no"', ["decline"]), ("0", ["decline"]), ("false", ["decline"]), ("null", ["decline"])],
)
def test_a_false_that_is_a_text_is_false(value, actions):
    night = offer_with_legal("decline", "power:2")
    assert taken(f'{{"use_power": {value}}}', night).actions == actions


def test_a_maybe_goes_back():
    assert fault_of('{"use_power": "maybe"}', offer_with_legal("decline", "power:2")) == "unreadable"


def offer_with_legal(*texts):
    from dataclasses import replace

    return replace(OFFER, legal=tuple(OFFER.actions.index(text) for text in texts))


@pytest.mark.parametrize(
    "speech",
    [
        'A. "First." Then "Second!"', "no quotes at all", 'nested «"quotes\'"» and\na line',
        "I wrote <think> once", "ends in }", "naïve — ¿sí?",
    ],
)  # fmt: skip
def test_the_whole_speech_is_kept_unchanged(speech):
    from json import dumps

    [said] = taken(dumps({"say": speech, "actions": ["vote:3"]})).says
    assert said.text == speech


def test_a_message_that_is_too_long_is_cut_and_marked():
    read = read_turn('{"say": "' + "x" * 60 + '", "actions": ["pass"]}', OFFER, TEAMS, 50)
    assert (read.says[0].text, read.warnings) == ("x" * 49 + "…", ["message_cut"])


@pytest.mark.parametrize(
    ("to", "channel"),
    [("public", 0), ("team", 1), ("3", 5), (3, 5), ("P3", 5), ("to:3", 5), ("everyone", 0)],
)
def test_messages_go_where_they_are_sent(to, channel):
    from json import dumps

    assert taken(dumps({"say": [{"to": to, "text": "hello"}], "actions": ["pass"]})).says[0].channel == channel


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"1": {"humans": 0.5, "trusis": 0.5}}, {1: {"humans": 0.5, "trusis": 0.5, "castaways": 0.0}}),
        ([{"seat": 2, "humans": 100, "trusis": 0, "castaways": 0}], {2: {"humans": 1.0, "trusis": 0.0, "castaways": 0.0}}),
        ({"seat 3": {"humans": "0.25", "trusis": 0.75}}, {3: {"humans": 0.25, "trusis": 0.75, "castaways": 0.0}}),
        ({"1": {"humans": 3}}, None),
        ({"1": {"wolves": 1}}, None),
        ({"1": {"humans": -1, "trusis": 2}}, None),
        ([{"seat": 2, "humans": 1}, {"seat": 2, "humans": 1}], None),
        ("humans", None),
        ({"99": {"humans": 1}}, None),
    ],
)
def test_beliefs_are_whole_or_nothing(given, read):
    assert read_beliefs(given, TEAMS, 12) == read


JSONISH = st.text(alphabet='{}[]":,\\ \n<>/thinkvoteP0123456789…truefalsn', max_size=60)


@given(st.one_of(st.text(max_size=80), JSONISH))
def test_whatever_the_text_only_a_slip_is_raised(text):
    assert outcome(text) in ("taken", "unreadable", "ambiguous", "illegal", "truncated")


KEYS = st.sampled_from(["actions", "say", "vote", "to", "text", "beliefs", "target", "use_power", "note"])
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=5)


@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8))
def test_whatever_the_object_only_a_slip_is_raised(value):
    from json import dumps

    with suppress(Slip):
        taken(dumps({"actions": value, "say": value, "vote": value, "beliefs": value, "target": value}))


def test_the_last_complete_object_wins():
    assert extract('{"a": 1} text {"b": {"c": 2}} more').answer == {"b": {"c": 2}}
