"""The words of one game in one language, read from ``prompts/<game>/<lang>/lexicon.toml`` and checked against the vocabulary."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from prompts.shapes import Vocabulary

_FILE = "lexicon.toml"
_SEATS = ("seats",)
_SUMMARY = {
    "match": ("title", "players", "preset"),
    "seats": ("seats",),
    "cards": ("cards",),
    "card": ("count", "role"),
    "expansions": ("expansions",),
}


class LexiconError(ValueError):
    """A language that is not there, or a lexicon that cannot be used; one sentence says what is wrong."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Words(_Strict):
    """The small words of lists. ``seat`` and ``seats`` hold ``{seats}`` and are used where no preposition governs them."""

    conjunction: str
    seat: str
    seats: str
    nobody: str


class Summary(_Strict):
    """Lines of a match header."""

    match: str
    seats: str
    cards: str
    card: str
    expansions: str


class RoleWords(_Strict):
    """A role: its bare ``name``, ``one`` as it stands in a claim, and its ``power`` as said to its holder."""

    name: str
    one: str
    power: str


class Lexicon(_Strict):
    """Every word of one game in one language; ``language`` is the language's own name for itself.

    ``forged_moderator``: beginnings of lines, lower-case, that would pass for the moderator's own.
    """

    game: str
    lang: str
    language: str
    title: str
    forged_moderator: list[str]
    words: Words
    summary: Summary
    names: dict[str, dict[str, str]]
    phrases: dict[str, dict[str, str]]
    roles: dict[str, RoleWords]
    events: dict[str, dict[str, str]]


def _root() -> Traversable:
    return resources.files("prompts")


@cache
def games() -> tuple[str, ...]:
    """The games that have words, in alphabetical order."""
    return tuple(sorted(entry.name for entry in _root().iterdir() if entry.joinpath("vocabulary.py").is_file()))


@cache
def languages(game: str) -> tuple[str, ...]:
    """The languages of ``game``, in alphabetical order. Raises ``LexiconError`` for a game without words."""
    if game not in games():
        raise LexiconError(f"no game with words is called '{game}'; known games: {', '.join(games())}")
    folder = _root().joinpath(game)
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.joinpath(_FILE).is_file()))


@cache
def load_vocabulary(game: str) -> Vocabulary:
    """What every language of ``game`` must say. Raises ``LexiconError`` for a game without words."""
    languages(game)
    vocabulary: Vocabulary = import_module(f"prompts.{game}.vocabulary").VOCABULARY
    return vocabulary


@cache
def load_lexicon(game: str, lang: str) -> Lexicon:
    """The checked lexicon. Raises ``LexiconError`` naming the known games or languages, or the key that is wrong."""
    if lang not in languages(game):
        raise LexiconError(f"{game} has no language '{lang}'; known languages: {', '.join(languages(game))}")
    text = _root().joinpath(game, lang, _FILE).read_text(encoding="utf-8")
    return parse_lexicon(game, lang, text, load_vocabulary(game))


def parse_lexicon(game: str, lang: str, text: str, vocabulary: Vocabulary) -> Lexicon:
    """A lexicon from TOML. Raises ``LexiconError`` for bad TOML, a missing or unknown key, or placeholders that differ."""
    where = f"{game}/{lang}/{_FILE}"
    try:
        lexicon = Lexicon.model_validate({**tomllib.loads(text), "game": game, "lang": lang})
    except tomllib.TOMLDecodeError as error:
        raise LexiconError(f"{where} is not readable TOML: {error}") from None
    except ValidationError as error:
        raise LexiconError(f"{where}: {_sentence(error)}") from None
    _check(where, lexicon, vocabulary)
    return lexicon


def _sentence(error: ValidationError) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    said = {"missing": "is missing", "extra_forbidden": "is not a key of a lexicon"}
    return f"'{key}' {said.get(first['type'], first['msg'][:1].lower() + first['msg'][1:])}"


def _check(where: str, lexicon: Lexicon, vocabulary: Vocabulary) -> None:
    _check_keys(where, "roles", lexicon.roles, vocabulary.roles)
    _check_keys(where, "names", lexicon.names, vocabulary.names)
    for group, keys in vocabulary.names.items():
        _check_keys(where, f"names.{group}", lexicon.names[group], keys)
    _check_templates(where, "words", lexicon.words.model_dump(include={"seat", "seats"}), {"seat": _SEATS, "seats": _SEATS})
    _check_templates(where, "summary", lexicon.summary.model_dump(), _SUMMARY)
    _check_keys(where, "phrases", lexicon.phrases, vocabulary.phrases)
    for group, wanted in vocabulary.phrases.items():
        _check_templates(where, f"phrases.{group}", lexicon.phrases[group], wanted)
    _check_keys(where, "events", lexicon.events, vocabulary.events)
    for event, shape in vocabulary.events.items():
        _check_templates(where, f"events.{event}", lexicon.events[event], shape.variants)


def _check_keys(where: str, table: str, given: Iterable[str], wanted: Iterable[str]) -> None:
    missing = sorted(set(wanted) - set(given))
    if missing:
        raise LexiconError(f"{where}: '{table}.{missing[0]}' is missing")
    unknown = sorted(set(given) - set(wanted))
    if unknown:
        raise LexiconError(f"{where}: '{table}.{unknown[0]}' is unknown; known keys: {', '.join(sorted(wanted))}")


def _check_templates(where: str, table: str, given: Mapping[str, str], wanted: Mapping[str, tuple[str, ...]]) -> None:
    _check_keys(where, table, given, wanted)
    for key, template in given.items():
        found = _placeholders(f"{where}: '{table}.{key}'", template)
        if found != set(wanted[key]):
            raise LexiconError(f"{where}: '{table}.{key}' needs {_braced(wanted[key])}; the template has {_braced(found)}")


def _placeholders(where: str, template: str) -> set[str]:
    try:
        parts: list[Any] = list(Formatter().parse(template))
    except ValueError as error:
        raise LexiconError(f"{where} is not a template: {error}") from None
    if any(spec or conversion or (name is not None and not name.isidentifier()) for _, name, spec, conversion in parts):
        raise LexiconError(f"{where} may only hold plain placeholders such as {{actor}}, not {template!r}")
    return {name for _, name, _, _ in parts if name is not None}


def _braced(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "no placeholder"
