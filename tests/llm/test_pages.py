"""Pages: the same in four languages, generated from the ruleset in force, with variants that overlay single files."""

from itertools import product

import pytest

from agents.llm.facts import facts_of
from agents.llm.memory import Memory
from agents.llm.prompt import Style, Writer
from envs import load_game
from envs.avalon.quests import PARTY_SIZES
from prompts.pages import LANGUAGES, PAGES, PageError, load_page, parse_page, prompt_digest, variants
from tests.llm.stage import fresh_table, request_at

GAMES = ("trusis", "avalon")
OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")


def rules_text(game, lang="en", **setup):
    table = fresh_table(game, **setup)
    return Writer(Style(lang), request_at(table), Memory()).system


@pytest.mark.parametrize(("game", "page", "lang"), list(product(GAMES, PAGES, OTHERS)))
def test_all_languages_have_the_same_conditions_and_placeholders(game, page, lang):
    assert load_page(game, lang, page).shape() == load_page(game, "en", page).shape()


@pytest.mark.parametrize(("variant", "game", "lang"), list(product(variants(), GAMES, LANGUAGES)))
def test_every_variant_speaks_every_language(variant, game, lang):
    for page in PAGES:
        assert load_page(game, lang, page, variant).shape() == load_page(game, "en", page, variant).shape()


EVERY_ROLE = {"players": 16, "roles": [*load_game("trusis").role_ids, "human", "human"]}
LONG = {"players": 10}
TRUSIS_KEYS = [
    *(("majority", value) for value in ("parity", "parity_unless_priest_or_wise_woman")),
    ("trusis_scope", "team"), ("castaways_in_majority", "counted"), ("castaway_override", "void"), ("priest_self", True),
    ("wise_woman_self", True), ("wise_woman_mode", "double_target"), ("wise_woman_mode", "own_second_vote"),
    ("knight_timing", "per_role"), ("knight_dies", "now"), ("knight_uses", "once"), ("day_vote_lock", "end_of_phase"),
    ("night_vote_lock", "end_of_phase"), ("gravekeeper_scope", "executed"), ("grave_digger_scope", "all_night_deaths"),
    ("illusionist_single", "never"), ("night_targets", "non_trusis"), ("simultaneous_win", "trusis"),
    ("simultaneous_win", "draw"),
    ("stalemate_cycles", 7), ("max_days", 9), ("pending_revival_blocks_win", True), ("dead_chat", "public"),
    ("dead_chat", "none"), ("vote_visibility", "end"), ("reveal_on_death", "team"), ("reveal_on_death", "role"),
    ("trusis_channel", False), ("timeout", "drop"), ("day_rounds", 4), ("night_rounds", 4), ("talk", "none"), ("talk", "acts"),
    ("conduct", "redact"), ("conduct", "forfeit"), ("turn_actions", 5), ("max_messages", 3), ("max_message_chars", 300),
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "value"), TRUSIS_KEYS)
def test_a_key_that_changes_a_rule_of_trusis_changes_the_prompt(lang, key, value):
    plain = rules_text("trusis", lang, **EVERY_ROLE, talk="text")
    assert rules_text("trusis", lang, **EVERY_ROLE, **{"talk": "text", key: value}) != plain


KNIGHTS = [
    "merlin", "percival", "tristan", "isolde", "guinevere", "good_lancelot",
    "evil_lancelot", "witch", "revealer", "assassin",
]  # fmt: skip
AVALON_KEYS = [
    ({}, "fifth_proposal", "forced"), ({}, "assassin", "random_evil"), ({}, "assassin", "collective"),
    ({"expansions": ["excalibur"]}, "excalibur_self", True), ({}, "lovers_strict", False), ({}, "witch_hides_revealer", False),
    ({}, "lancelot_variant", "v1"), ({}, "lancelot_variant", "v2"), ({}, "lancelot_variant", "v3"),
    ({"expansions": ["plot_cards"]}, "plot_deck", "ubg"), ({"expansions": ["lady"]}, "lady", "sea"), ({}, "lady", "lake"),
    ({"expansions": ["lady"]}, "announcements", "truthful"), ({}, "anonymous_voting", True), ({}, "hidden_history", True),
    ({}, "duplicates", True), ({}, "whispers", False), ({}, "evil_channel", True), ({}, "talk", "none"), ({}, "talk", "acts"),
    ({}, "talk_rounds", 3), ({}, "conduct", "redact"), ({}, "conduct", "forfeit"), ({}, "turn_actions", 5),
    ({}, "max_messages", 3), ({}, "max_message_chars", 300),
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("parts", "key", "value"), AVALON_KEYS)
def test_a_key_that_changes_a_rule_of_avalon_changes_the_prompt(lang, parts, key, value):
    base = {"players": 10, "roles": KNIGHTS, **parts}
    assert rules_text("avalon", lang, **base, **{"talk": "text", key: value}) != rules_text("avalon", lang, **base, talk="text")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_role_and_expansion_is_explained_where_it_is_in_play(game, lang):
    rules = load_page(game, lang, "rules")
    named = {
        value for line in rules.lines for key, _, values in line.conditions if key in ("role", "expansion") for value in values
    }
    assert named >= set(load_game(game).role_ids)
    assert named >= set(load_game(game).expansions) - {"witch", "cleric", "revealer"}


@pytest.mark.parametrize("players", range(5, 11))
def test_team_sizes_are_those_of_the_rules(players):
    sizes = ", ".join(str(size) for size in PARTY_SIZES[players - 5])
    assert f": {sizes}." in rules_text("avalon", players=players)


def test_a_role_that_is_not_in_play_is_not_explained():
    text = rules_text("trusis", players=5, roles=["trusis", "human", "human", "sweeper", "priest"])
    assert "Priest" in text
    assert "Kamikaze" not in text


def test_the_parts_of_a_variant_are_asked_for():
    table = fresh_table(talk="text")
    plain = Writer(Style(), request_at(table), Memory()).system
    assert '"note"' in plain
    assert '"reasoning"' not in plain
    thinking = Writer(
        Style(variant="thinking", fields=frozenset(("say", "acts", "note", "reasoning"))), request_at(table), Memory()
    )
    assert '"reasoning"' in thinking.system


def test_a_variant_overlays_single_pages():
    assert load_page("trusis", "en", "persona", "persona").where == "variants/persona/common/en/persona.md"
    assert load_page("trusis", "en", "rules", "persona").where == "trusis/en/rules.md"


def test_the_digest_stands_for_game_language_and_variant():
    digests = {prompt_digest(game, lang, variant) for game in GAMES for lang in LANGUAGES for variant in ("", "terse")}
    assert len(digests) == 16


HEAD = "---\nversion: 1\nneeds: leader, team\n---\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "has no front matter"),
        ("---\nversion: 1\n---\nhello", "it holds 'version'"),
        ("---\nversion one\nneeds:\n---\n", "write 'key: value'"),
        (HEAD + "$leader", "says that it needs \\$leader, \\$team, but uses \\$leader"),
    ],
)
def test_a_malformed_page_is_refused_with_one_sentence(text, sentence):
    with pytest.raises(PageError, match=sentence):
        parse_page("avalon/fr/vote.md", text)


def test_a_page_says_what_it_lacks():
    page = parse_page("avalon/fr/vote.md", HEAD + "$leader $team")
    with pytest.raises(PageError) as refused:
        page.fill({}, {"team": "x"})
    assert str(refused.value) == "prompt avalon/fr/vote.md needs $leader, $team; the renderer was given $team only"


def test_values_are_never_read_again():
    page = parse_page("x", HEAD + "$leader and $team")
    assert page.fill({}, {"leader": "$team", "team": "[a=b]"}) == "$team and [a=b]"


@pytest.mark.parametrize(
    ("sentence", "call"),
    [
        ("there are no prompts in 'xx'; known languages: en, es, fr, pl", lambda: load_page("trusis", "xx", "turn")),
        ("there is no prompt 'nope' of trusis in en", lambda: load_page("trusis", "en", "nope")),
        ("no prompt variant is called 'nope'", lambda: load_page("trusis", "en", "turn", "nope")),
        ("asks for the fact 'moon'", lambda: parse_page("x", "---\nversion: 1\nneeds:\n---\n[moon=full] hi").fill({}, {})),
    ],
)
def test_what_is_not_there_is_named(sentence, call):
    with pytest.raises(PageError, match=sentence):
        call()


def test_facts_are_texts():
    facts = facts_of(load_game("trusis").setup(players=5))
    assert facts["priest_self"] == {"no"}
    assert facts["day_rounds"] == {"3"}
