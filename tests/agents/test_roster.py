"""Specs are two-way text, and a wrong one is refused with a sentence that teaches."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.roster import KINDS, AgentSpec, SpecError, build, check_spec, list_kinds, parse_spec
from tests.agents.asking import answer, ask, day

WORDS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("random", "random"),
        (" Random?seed=3 ", "random?seed=3"),
        ("random?seed=3&by=verb", "random?by=verb&seed=3"),
        ("policy:trusis8", "policy:trusis8"),
        ("llm:qwen3:8b@http://localhost:8000/v1?lang=es", "llm:qwen3:8b@http://localhost:8000/v1?lang=es"),
        ("llm:org/model@http://host/@me/v1", "llm:org/model@http://host/@me/v1"),
        ("llm:a%40b?note=x%26y%2Cz", "llm:a%40b?note=x%26y%2Cz"),
    ],
    ids=["bare", "blanks and case", "keys in order", "a name", "a name with a colon", "an address with an @", "encoded"],
)
def test_a_spec_has_one_canonical_text(text, canonical):
    assert str(parse_spec(text)) == canonical


@given(WORDS, WORDS, st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), WORDS, max_size=3))
def test_text_and_spec_are_two_way(name, url, options):
    spec = AgentSpec("llm", name, url, tuple(options.items()))
    assert parse_spec(str(spec)) == spec


@given(WORDS, WORDS)
def test_a_spec_can_stand_in_a_comma_separated_list(name, value):
    assert "," not in str(AgentSpec("llm", name, "", (("key", value),)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' names no agent; write kind[:name][@url][?key=value&...], such as 'random?seed=3'"),
        ("wizard", "no agent is called 'wizard'; known kinds: "),
        ("random?speed=3", "'random' has no option 'speed'; known options: by, chat, seed"),
        ("random?seed=high", "option 'seed' of 'random' cannot be 'high'; it needs a whole number"),
        ("random?chat=2", "option 'chat' of 'random' cannot be '2'; it needs a share from 0 to 1"),
        ("random?seed", "'seed' in 'random?seed' is no option; write key=value"),
        ("random?seed=1&seed=2", "option 'seed' is given twice in 'random?seed=1&seed=2'; give it once"),
        ("heuristic:deep", "'heuristic' takes no name, but 'deep' was given; write heuristic[?seed=...]"),
        ("heuristic@http://x", "'heuristic' takes no address, but 'http://x' was given; write heuristic[?seed=...]"),
    ],
    ids=["empty", "unknown kind", "unknown option", "bad value", "out of range", "no value", "twice", "name", "address"],
)
def test_a_wrong_spec_is_refused_with_one_sentence(text, sentence):
    with pytest.raises(SpecError) as refused:
        check_spec(text)
    assert str(refused.value).startswith(sentence)


def test_every_agent_is_fresh():
    assert build("random", 1) is not build("random", 1)


def test_the_seed_of_a_spec_goes_before_the_seed_of_the_match():
    asked = ask("human", day(1), legal=("vote", "accuse", "defend", "end_turn", "pass"))
    assert answer(asked, "random?seed=3", seed=1) == answer(asked, "random?seed=3", seed=2)


def test_the_listing_names_every_kind_with_a_line():
    assert [(row.kind, bool(row.line)) for row in list_kinds()] == [(kind, True) for kind in sorted(KINDS)]


def test_checking_a_spec_imports_no_mind(monkeypatch):
    monkeypatch.delitem(sys.modules, "agents.scripted.heuristic", raising=False)
    check_spec("heuristic?seed=1")
    assert "agents.scripted.heuristic" not in sys.modules
