"""Logs: complete, deterministic, plain; read back exactly or refused with one sentence."""

import json
import subprocess
import sys

import numpy as np
import pytest

from arena.match.log import audience_bits, audience_of, encode, entry_event, event_entry
from arena.match.reading import LogError, parse_log, read_log
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.outcome import WinRates
from arena.replay.check import difference
from arena.replay.text import transcript
from envs.engine.events import COMPANY, GOD, PUBLIC, Event, visible_to
from envs.engine.table import Table
from tests.arena.stage import TRUSIS, make_plan, play, play_random, quiet, read, says, whisper

PLAYED = play_random(make_plan(8, 3))
LINES = PLAYED.log.splitlines()


def with_header(**changes):
    header = json.loads(LINES[0])
    header["header"].update(changes)
    return "\n".join([json.dumps(header), *LINES[1:]])


def without_header(key):
    header = json.loads(LINES[0])
    del header["header"][key]
    return "\n".join([json.dumps(header), *LINES[1:]])


def test_every_event_of_the_table_can_be_read_back():
    plan = make_plan(8, 3)
    log = read(PLAYED)
    table = Table(TRUSIS, plan.setup, plan.deal_seed)
    for entry in log.entries:
        if "do" in entry:
            table.apply(entry["seat"], table.actions.index(entry["do"]))
    assert list(log.events()) == table.journal


def test_the_header_holds_everything_that_was_fixed_before_the_first_turn():
    header = read(PLAYED).header
    assert header["schema_version"] == 1
    assert header["ruleset"] == make_plan(8, 3).setup.ruleset.model_dump()
    assert header["deal"]["seed"] == make_plan(8, 3).deal_seed
    assert sorted(header["deal"]["roles"]) == sorted(header["roles"])
    assert header["seats"][2] == {"seat": 2, "name": "Carmen", "agent": "test", "spec": "random"}


def test_display_names_hold_no_number():
    assert all(seat["name"].isalpha() for seat in read(PLAYED).header["seats"])


def test_the_result_says_who_won_and_why():
    result = read(PLAYED).result
    assert {"outcome", "winner", "reason", "winners", "returns", "days", "clean", "faults"} <= set(result)


def test_a_match_that_nobody_won_has_no_winner_but_a_reason():
    result = play(make_plan(max_days=1), {}).result
    assert (result["winner"], result["reason"], result["truncated"]) == (None, "max_days", True)
    assert result["returns"] == [0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("bits", "written"),
    [
        (PUBLIC | 31, ("public", False)),
        (0, ("log", False)),
        (1 << 3, ([3], False)),
        (COMPANY | 1 << 1 | 1 << 4, ([1, 4], True)),
    ],
    ids=["everybody", "the log alone", "one seat", "a whisper"],
)
def test_who_saw_an_event_is_written_down(bits, written):
    audience = audience_of(bits, 5)
    assert (audience, bool(bits & COMPANY)) == written
    assert audience_bits(*written, 5) == bits


def test_what_a_seat_saw_can_be_told_from_the_log_alone():
    seen = visible_to(2, read(PLAYED).events())
    assert seen == visible_to(2, list(read(PLAYED).events()))
    assert {event.code for event in seen} >= {TRUSIS.codes.ROLE_DEALT, TRUSIS.codes.VOTE_CAST}


@pytest.mark.parametrize(
    "text",
    ["ok \ud83d", "\x00", "\x1b[31mred", "a\nb\r\u2028c", "</script><!--", "żółć 🎭", '"\\'],
    ids=["a lone surrogate", "a null", "an escape", "line breaks", "markup", "letters", "quotes"],
)
def test_any_text_survives_the_log(text):
    played = play(make_plan(talk="text"), {0: lambda r: says(text) if r.number == 0 else quiet(r)})
    assert played.log.isascii()
    spoken = [event for event in read(played).events() if event.text]
    assert [event.text for event in spoken] == [text]


def test_a_whisper_knows_its_company_in_the_log():
    played = play(make_plan(talk="text"), {0: lambda r: whisper("psst", 3) if r.number == 0 else quiet(r)})
    entry = next(entry for entry in read(played).entries if entry.get("event") == "said")
    assert (entry["audience"], entry["company"]) == ([0, 3], True)


@pytest.mark.parametrize(
    "value",
    [np.int64(3), np.int8(3), np.float64(3.0), np.array(3)],
    ids=["int64", "int8", "float64", "an array"],
)
def test_numpy_numbers_become_plain(value):
    assert json.loads(encode({"value": value})) == {"value": 3}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), np.float32("nan")], ids=["nan", "infinity", "numpy's nan"])
def test_what_json_does_not_know_is_never_written(value):
    with pytest.raises(ValueError, match="JSON compliant"):
        encode({"value": value})


def test_an_object_is_never_written():
    with pytest.raises(TypeError, match="not object"):
        encode({"value": object()})


def test_a_name_the_game_does_not_have_is_never_read():
    with pytest.raises(KeyError):
        entry_event(TRUSIS.codes, 5, {"event": "lady_used", "audience": "public"})


def test_events_are_written_by_name():
    event = Event(int(TRUSIS.codes.VOTE_CAST), 1, 2, 0, PUBLIC | 31)
    assert event_entry(TRUSIS.codes, 5, event) == {"event": "vote_cast", "actor": 1, "target": 2, "audience": "public"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "its first line holds no header"),
        ("{}", "its first line holds no header"),
        ("[1]", "line 1 is not a JSON object"),
        ("what?", "line 1 is not a JSON object"),
        (with_header(schema_version=9), "has schema_version 9; this version of Masque reads up to 1"),
        (with_header(schema_version=None), "names no schema_version"),
        (with_header(game="chess"), "no game is called 'chess'"),
        (without_header("deal"), "line 1: 'deal' is not as it should be: field required"),
        ("\n".join([*LINES[:5], "{", *LINES[5:]]), "line 6 is not a JSON object"),
        ("\n".join([*LINES[:5], '{"event":"lady_used"}', *LINES[5:]]), "line 6 holds neither an action nor an event"),
        (PLAYED.log.replace('"winner":null', '"winner":"elves"'), "names the winner 'elves'"),
    ],
    ids=[
        "an empty file",
        "no header",
        "a list",
        "no JSON",
        "a newer version",
        "no version",
        "an unknown game",
        "no deal",
        "a broken line in the middle",
        "an unknown event",
        "an unknown winner",
    ],
)
def test_a_file_that_is_no_log_is_refused_with_one_sentence(text, sentence):
    with pytest.raises(LogError, match=sentence):
        parse_log(text)


STRANGE = (None, 7, -1, "x", [], [7], {}, {"x": 1}, True, 1e400)
HEADER_KEYS = sorted(json.loads(LINES[0])["header"])
RESULT_KEYS = sorted(json.loads(LINES[-1])["result"])
EVENT_KEYS = ("event", "audience", "actor", "target", "value", "text", "company", "do", "say", "seat")


def spoilt(line, part, key, value):
    rows = [json.loads(row) for row in LINES]
    (rows[line][part] if part else rows[line])[key] = value
    return "\n".join(map(json.dumps, rows))


def use(text):
    """Everything that commands do with a log."""
    log = parse_log(text)
    difference(log)
    fold([WinRates("role"), Deception()], [log])
    return [line for viewer in (GOD, 0) for line in transcript(log, "en", viewer)]


def survives(text):
    """Whether a log is either usable or refused with one of our own sentences."""
    try:
        use(text)
    except ValueError as error:
        return type(error).__module__.partition(".")[0] in ("arena", "prompts", "envs")
    return True


@pytest.mark.parametrize("value", STRANGE, ids=repr)
@pytest.mark.parametrize(
    ("line", "part", "keys"),
    [(0, "header", HEADER_KEYS), (-1, "result", RESULT_KEYS), (12, "", EVENT_KEYS), (40, "", EVENT_KEYS)],
    ids=["header", "result", "an early line", "a later line"],
)
def test_a_spoilt_log_is_used_or_refused_but_never_a_crash(line, part, keys, value):
    assert [key for key in keys if not survives(spoilt(line, part, key, value))] == []


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("roles", ["human", "werewolf"], "spoilt.jsonl line 1 gives the unknown role 'werewolf'"),
        ("expansions", ["lady"], "spoilt.jsonl line 1 gives the unknown expansion 'lady'"),
        ("seats", [{"name": "Alba", "agent": "random"}], "spoilt.jsonl line 1 gives 8 roles and 1 names for 8 players"),
    ],
)
def test_a_header_that_nothing_can_be_told_of_is_refused(key, value, sentence):
    with pytest.raises(LogError) as refused:
        parse_log(spoilt(0, "header", key, value), "spoilt.jsonl")
    assert str(refused.value) == sentence


def test_a_cut_last_line_is_left_out_with_a_warning():
    log = parse_log(PLAYED.log[: len(PLAYED.log) // 2], "half.jsonl")
    assert not log.is_complete
    assert [warning.split(" line")[0].split(":")[0] for warning in log.warnings] == ["half.jsonl", "half.jsonl is incomplete"]


def test_a_log_that_is_not_there_is_named(tmp_path):
    with pytest.raises(LogError, match="there is no log at"):
        read_log(tmp_path / "none.jsonl")


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError, match="cannot be read: UnicodeDecodeError"):
        read_log(path)


PROGRAM = """
from tests.arena.stage import make_plan, play_random
print(play_random(make_plan(8, 3)).log, end="")
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_order_of_sets_never_reaches_a_log(hash_seed):
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={"PYTHONHASHSEED": hash_seed, "PATH": ""}, capture_output=True, text=True, check=True
    )
    assert ran.stdout == PLAYED.log


def test_the_trace_is_keyed_by_match_and_request_and_holds_the_clock():
    rows = [json.loads(line) for line in PLAYED.trace.splitlines()]
    assert [row["request"] for row in rows] == list(range(len(rows)))
    assert {row["match"] for row in rows} == {PLAYED.id}
    assert all(row["t_ms"] >= 0 for row in rows)
    assert "t_ms" not in PLAYED.log
