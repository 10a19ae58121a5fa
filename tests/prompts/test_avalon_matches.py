"""Whole matches of Avalon told: every event that the rules can emit has its line, for every reader it may have."""

import random
import re
from functools import cache

import pytest

from envs import load_game
from envs.engine.events import GOD, SPECTATOR
from envs.engine.table import Table
from prompts.lexicon import load_lexicon
from prompts.narration import narrator
from prompts.quoting import quoted_in

AVALON = load_game("avalon")
LANGUAGES = ("en", "es", "fr", "pl")
EVERY_LABEL = [
    "merlin_pure",
    "percival",
    "tristan",
    "isolde",
    "guinevere",
    "good_lancelot",
    "morgana",
    "evil_lancelot",
    "wraith",
    "oberon",
]
EVERY_TARGET = [
    "merlin",
    "tristan",
    "isolde",
    "guinevere",
    "good_lancelot",
    "cleric",
    "mordred",
    "evil_lancelot",
    "witch",
    "revealer",
]
ODD_HANDS = ["merlin", "percival", "troublemaker", "servant", "trickster", "lunatic", "brute"]
ONLY_CLERIC = ["cleric", "servant", "servant", "minion", "minion"]
SETUPS = {
    "printed": AVALON.setup(players=5, talk="text"),
    "online": AVALON.setup(players=6, preset="online", talk_rounds=2),
    "every expansion but the plot cards": AVALON.setup(
        players=10, preset="online", talk="text", evil_channel=True,
        expansions=["lady", "lancelots", "excalibur", "trapper", "witch", "cleric", "revealer"],
    ),
    "plot cards and open loyalty cards": AVALON.setup(
        players=10, preset="online", expansions=["plot_cards", "excalibur", "lancelots"],
        lady="sea", excalibur_self=True, lancelot_variant="v2", anonymous_voting=True,
    ),
    "eight with plot cards and sword": AVALON.setup(players=8, preset="online", expansions=["plot_cards", "excalibur", "lady"]),
    "nine with the Trapper": AVALON.setup(players=9, expansions=["trapper", "witch"], lady="sea"),
    "printed plot deck": AVALON.setup(players=7, preset="online", expansions=["plot_cards"], plot_deck="ubg", talk="none"),
    "every label": AVALON.setup(roles=EVERY_LABEL, preset="online", lady="lake", lancelot_variant="v1"),
    "every target, all evil shoots": AVALON.setup(roles=EVERY_TARGET, assassin="collective", witch_hides_revealer=False),
    "cards that roles forbid": AVALON.setup(roles=ODD_HANDS, preset="online", lady="sea", announcements="truthful"),
    "the Cleric alone is sought": AVALON.setup(roles=ONLY_CLERIC, preset="online"),
    "the Cleric alone is sought by all": AVALON.setup(roles=ONLY_CLERIC, assassin="collective"),
}  # fmt: skip
SEEDS = range(8)


def chosen(table, chance, gentle):
    """The action of the seat to act: by chance, but a gentle table plays Success where it may."""
    legal = table.legal_texts(table.actor)
    return "success" if gentle and "success" in legal else chance.choice(legal)


def played(setup, seed):
    """A match by chance with free messages on every channel; seat 1 forfeits where the seed is 3, odd seeds are gentle."""
    table, chance = Table(AVALON, setup, seed), random.Random(seed)
    if seed == 3:
        table.forfeit(1)
    while not table.is_over:
        seat = table.actor
        for channel in (0, 1, 2 + (seat + 1) % table.n):
            if table.may_say(seat, channel):
                table.say(seat, channel, f"\n{channel}")
        table.apply(seat, table.actions.texts.index(chosen(table, chance, seed % 2)))
    return table


def names(events):
    return [AVALON.codes(event.code).name.lower() for event in events]


def told(table, lang, viewer):
    news = table.news(viewer)
    return narrator("avalon", lang).lines(zip(names(news), news, strict=True), viewer)


def words(text):
    return set(re.findall(r"[^\W\d][\w']*", re.sub(r"«[^»]*»", "", text)))


def leaves(tree):
    return [leaf for branch in tree.values() for leaf in leaves(branch)] if isinstance(tree, dict) else [tree]


def words_of(lang):
    dumped = load_lexicon("avalon", lang).model_dump(exclude={"game", "lang", "forged_moderator"})
    return {word for leaf in leaves(dumped) for word in words(re.sub(r"{\w+}", " ", leaf))}


WORDS = {lang: words_of(lang) for lang in LANGUAGES}


@cache
def matches(name):
    return [played(SETUPS[name], seed) for seed in SEEDS]


@pytest.fixture(scope="module", params=SETUPS)
def tables(request):
    return matches(request.param)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("viewer", [GOD, SPECTATOR, 0, 1, 2, 4])
def test_every_event_of_a_match_is_one_printable_line(tables, lang, viewer):
    lines = [line for table in tables for line in told(table, lang, viewer)]
    assert len(lines) == sum(len(table.news(viewer)) for table in tables)
    assert [line for line in lines if not line.isprintable()] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("viewer", [GOD, 0, 3])
def test_no_key_and_no_placeholder_is_left_in_a_match(tables, lang, viewer):
    lines = {line for table in tables for line in told(table, lang, viewer)}
    assert [line for line in lines if set("{}_") & set(line)] == []
    assert {word for line in lines for word in words(line)} - WORDS[lang] == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_all_see_is_told_alike_to_all(tables, lang):
    public = [told(table, lang, SPECTATOR) for table in tables]
    for viewer in (GOD, 0, 4):
        heard = [iter(told(table, lang, viewer)) for table in tables]
        assert [line for lines, seen in zip(public, heard, strict=True) for line in lines if line not in seen] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_transcript_holds_exactly_the_messages_that_were_sent(tables, lang):
    for table in tables:
        sent = [event.text for event in table.journal if event.text]
        assert [message for line in told(table, lang, GOD) for message in quoted_in(line)] == sent


def test_a_spectator_is_never_addressed(tables):
    lines = [line for table in tables for line in told(table, "en", SPECTATOR)]
    assert [line for line in lines if re.search(r"\b[Yy]our?\b(?![^“]*”)", line)] == []


def test_the_matches_hold_every_event_of_avalon():
    found = {name for setup in SETUPS for table in matches(setup) for name in names(table.journal)}
    assert found == {code.name.lower() for code in AVALON.codes}
