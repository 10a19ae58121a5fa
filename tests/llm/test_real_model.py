"""One short match of each game against a real model; only facts of the protocol are asserted, never how well it plays."""

import json

import pytest

from agents.llm.capability import capability_of, forget_capabilities
from agents.llm.endpoints import find_place
from agents.llm.records import unfold
from arena.llm.realmodel import serving
from tests.llm.stage import calls_of, plan_of, play

pytestmark = pytest.mark.real_model
OPTIONS = "max_tokens=24&retries=0&variant=no_notes&memory=window:10&temperature=0.7&seconds=120"


@pytest.fixture(scope="module")
def url():
    forget_capabilities()
    with serving() as address:
        yield address


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("trusis", {"talk": "none", "max_days": 2, "stalemate_cycles": 2}),
        ("avalon", {"talk": "none"}),
    ],
)
def test_a_real_model_plays_a_match_to_its_end(url, game, keys):
    plan = plan_of([f"llm:smollm2@{url}?{OPTIONS}"], game=game, **keys)
    played = play(plan)
    calls = calls_of(played)
    assert played.result["reason"]
    assert 10 <= len(calls) <= 100
    assert {call["mode"] for call in calls} == {"json_schema"}
    assert all(call["tokens_in"] > 100 and 0 < call["tokens_out"] <= 24 for call in calls)
    assert {call["finish"] for call in calls} <= {"stop", "length"}
    whole = [call for call in calls if call["finish"] == "stop"]
    assert whole
    assert all({"action", "actions"} & set(json.loads(call["completion"])) for call in whole)
    assert not [call for call in calls if "error" in call]
    assert capability_of(find_place("smollm2", url)).learnt == []
    assert unfold(calls)[0][0]["role"] == "system"
