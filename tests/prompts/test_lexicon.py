"""Lexicons: four languages that say the same things, and a loader that refuses anything else."""

import re
from importlib import resources

import pytest

from envs.engine import events
from envs.trusis.codes import Cause, EventCode, Outcome, Phase, Reason, Result, Team
from envs.trusis.roles import ROLE_IDS, Power
from prompts import shapes
from prompts.lexicon import LexiconError, games, languages, load_lexicon, load_vocabulary, parse_lexicon
from prompts.trusis.vocabulary import NAMES, POWERS, RESULTS, VOCABULARY

LANGUAGES = ("en", "es", "fr", "pl")
ENGLISH = load_lexicon("trusis", "en")
SOURCE = {lang: load_lexicon("trusis", lang).model_dump() for lang in LANGUAGES}


def lower(enum):
    return tuple(member.name.lower() for member in enum)


def text_of(lang):
    return resources.files("prompts").joinpath("trusis", lang, "lexicon.toml").read_text(encoding="utf-8")


def leaves(tree, path=""):
    if isinstance(tree, dict):
        return {key: value for name, branch in tree.items() for key, value in leaves(branch, f"{path}.{name}").items()}
    return {path: sorted(re.findall(r"{(\w+)}", tree))} if isinstance(tree, str) else {path: []}


def test_trusis_speaks_four_languages():
    assert languages("trusis") == LANGUAGES


def test_games_with_words_are_listed():
    assert "trusis" in games()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(lang):
    assert leaves(SOURCE[lang]) == leaves(SOURCE["en"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_code_has_its_words(lang):
    assert set(load_lexicon("trusis", lang).events) == set(lower(EventCode))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty_or_holds_a_quotation_mark_of_messages(lang):
    assert not re.findall(r'= ""|«|»|\S  | "$', text_of(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_template_is_a_sentence(lang):
    templates = [text for variants in load_lexicon("trusis", lang).events.values() for text in variants.values()]
    assert [text for text in templates if not re.search(r"^[A-ZÀ-ÝŁŚŻ].*(\.|{quote}|{power}|{reason})$", text)] == []


@pytest.mark.parametrize("lang", ["es", "fr", "pl"])
def test_no_event_is_left_in_english(lang):
    ours, english = load_lexicon("trusis", lang).events, ENGLISH.events
    assert [name for name in english if set(ours[name].values()) & set(english[name].values())] == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (VOCABULARY.roles, ROLE_IDS),
        (NAMES["team"], lower(Team)),
        (NAMES["phase"], lower(Phase)),
        (NAMES["outcome"], lower(Outcome)),
        (NAMES["reason"], lower(Reason)),
        (NAMES["cause"], lower(Cause)),
        (RESULTS, lower(Result)),
        (POWERS, lower(Power)),
        (tuple(VOCABULARY.events), lower(EventCode)),
        (shapes.PUBLIC, events.PUBLIC),
        (shapes.SEATS_MASK, events.SEATS_MASK),
        (shapes.NOBODY, events.NOBODY),
    ],
    ids=["roles", "teams", "phases", "outcomes", "reasons", "causes", "results", "powers", "events", "public", "seats", "nobody"],
)
def test_the_vocabulary_has_the_order_of_the_rules(ours, theirs):
    assert ours == theirs


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("es", "Humano, Limpiador, Cuidador de Tumbas, Sacerdote, Mujer Sabia, Caballero Blanco, Trusis, Carnicero, "
               "Ilusionista, Oráculo, Caballero Negro, Kamikaze, Cavador de Tumbas, Náufrago"),
        ("fr", "Humain, Balayeur, Croque-mort, Prêtre, Commère, Paladin Blanc, Trusis, Boucher, "
               "Illusionniste, Oracle, Paladin Noir, Kamikaze, Profanatrice, Naufragé"),
        ("pl", "Człowiek, Zamiatacz, Dozorca Cmentarza, Kapłan, Mądra Kobieta, Biały Rycerz, Trusis, Rzeźnik, "
               "Iluzjonista, Wyrocznia, Czarny Rycerz, Kamikadze, Grabarz, Rozbitek"),
        ("en", "Human, Sweeper, Gravekeeper, Priest, Wise Woman, White Knight, Trusis, Butcher, "
               "Illusionist, Oracle, Black Knight, Kamikaze, Grave Digger, Castaway"),
    ],
)  # fmt: skip
def test_roles_bear_the_names_of_the_rulebook(lang, names):
    assert ", ".join(load_lexicon("trusis", lang).roles[role].name for role in ROLE_IDS) == names


@pytest.mark.parametrize(
    ("load", "sentence"),
    [
        (lambda: load_lexicon("trusis", "de"), "trusis has no language 'de'; known languages: en, es, fr, pl"),
        (lambda: load_lexicon("trusis", "../en"), "trusis has no language '../en'; known languages: en, es, fr, pl"),
        (lambda: languages("chess"), "no game with words is called 'chess'; known games: "),
        (lambda: load_vocabulary("chess"), "no game with words is called 'chess'; known games: "),
    ],
    ids=["language", "path", "game", "vocabulary"],
)
def test_what_is_unknown_is_refused_with_what_is_known(load, sentence):
    with pytest.raises(LexiconError, match=re.escape(sentence)):
        load()


@pytest.mark.parametrize(
    ("written", "instead", "sentence"),
    [
        ('title = "Trusis"\n', "", "'title' is missing"),
        ('title = "Trusis"', 'title = "Trusis"\nsubtitle = "x"', "'subtitle' is not a key of a lexicon"),
        ('title = "Trusis"', "title = 3", "'title' input should be a valid string"),
        ('one = "a Priest"', "", "'roles.priest.one' is missing"),
        ('one = "a Priest"', 'two = "a Priest"', "'roles.priest.one' is missing"),
        ("[roles.priest]", "[roles.bishop]", "'roles.priest' is missing"),
        ('draw = "Nobody wins; it is a draw."', "", "'names.outcome.draw' is missing"),
        ("[events.revived]", "[events.reborn]", "'events.revived' is missing"),
        (
            "[events.revived]\n",
            '[events.reborn]\nall = "x"\n[events.revived]\n',
            "'events.reborn' is unknown; known keys: accused, ",
        ),
        ("Seat {target} returns", "Somebody returns", "'events.revived.all' needs {target}; the template has no placeholder"),
        ("Seat {target} returns", "Seat {who} returns", "'events.revived.all' needs {target}; the template has {who}"),
        ("Seat {target} returns", "Seat {target.x} returns", "'events.revived.all' may only hold plain placeholders"),
        ("Seat {target} returns", "Seat {target!r} returns", "'events.revived.all' may only hold plain placeholders"),
        ("Seat {target} returns", "Seat {} returns", "'events.revived.all' may only hold plain placeholders"),
        ("Seat {target} returns", "Seat {target returns", "'events.revived.all' is not a template: "),
        ('seat = "seat {seats}"', 'seat = "seat"', "'words.seat' needs {seats}; the template has no placeholder"),
        ("[words]", "[words", "is not readable TOML: "),
    ],
    ids=lambda value: value[:24],
)
def test_a_lexicon_that_says_less_or_more_is_refused(written, instead, sentence):
    text = text_of("en")
    assert written in text
    with pytest.raises(LexiconError) as refused:
        parse_lexicon("trusis", "en", text.replace(written, instead, 1), VOCABULARY)
    assert str(refused.value).startswith("trusis/en/lexicon.toml")
    assert sentence in str(refused.value)
