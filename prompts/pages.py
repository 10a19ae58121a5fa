"""Pages: longer texts as data, one Markdown file each, whose lines may depend on the match. No words live here.

A page is looked for in ``variants/<variant>/<game>/<lang>``, ``variants/<variant>/common/<lang>``, ``<game>/<lang>`` and
``common/<lang>``, in this order, so that a variant overlays single files. It begins with front matter::

    ---
    version: 1
    needs: seat, names
    ---

``needs`` lists exactly the plain placeholders (``$seat``) of the page. Dotted ones (``$role.priest``) are words of the
game's lexicon and need no listing. A line that starts with ``[key=value]`` stands only where the facts of the match say so:
``[role=priest]``, ``[talk=acts|text & day_rounds!=1]``.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from pydantic import BaseModel, ConfigDict

Facts = Mapping[str, frozenset[str]]
"""What is so in a match: key -> values, such as ``role`` -> ids of the roles in play."""
Words = Callable[[str, str], str]
"""(group, key) -> the word of the game's lexicon for a dotted placeholder."""
Condition = tuple[str, bool, frozenset[str]]
"""(key, is meant, values)"""
LANGUAGES = ("en", "es", "fr", "pl")
_HEAD = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_CONDITION = re.compile(r"\[([a-z_]+!?=[^\]]+)\] ?")
_PLACE = re.compile(r"\$([a-z_]+)(?:\.([a-z_]+))?")
_GAPS = re.compile(r"\n{3,}")


class PageError(ValueError):
    """A page that is missing, malformed or filled with the wrong things; one sentence says which and why."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the conditions under which it stands, and its template."""

    conditions: tuple[Condition, ...]
    template: str

    def holds(self, facts: Facts, where: str) -> bool:
        """Whether the line stands under ``facts``. Raises ``PageError`` for a key that no fact has."""
        for key, is_meant, values in self.conditions:
            if key not in facts:
                raise PageError(f"prompt {where} asks for the fact '{key}'; known facts: {', '.join(sorted(facts))}")
            if bool(facts[key] & values) != is_meant:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was read. ``digest`` stands for its whole text."""

    where: str
    version: int
    needs: frozenset[str]
    lines: tuple[Line, ...]
    digest: str

    def fill(self, facts: Facts, fields: Mapping[str, str], words: Words | None = None) -> str:
        """The text of the page under ``facts``. Values are put in as they are and never read again.

        Raises ``PageError`` when ``fields`` lack a placeholder.
        """
        if not self.needs <= set(fields):
            wanted, given = _dollars(self.needs), _dollars(fields)
            raise PageError(f"prompt {self.where} needs {wanted}; the renderer was given {given} only")
        lines = [self._filled(line, fields, words) for line in self.lines if line.holds(facts, self.where)]
        return _GAPS.sub("\n\n", "\n".join(lines)).strip()

    def _filled(self, line: Line, fields: Mapping[str, str], words: Words | None) -> str:
        def value(found: re.Match[str]) -> str:
            name, key = found[1], found[2]
            if key is None:
                return fields[name]
            if words is None:
                raise PageError(f"prompt {self.where} uses the word ${name}.{key}; the renderer was given no lexicon")
            return words(name, key)

        return _PLACE.sub(value, line.template)

    def shape(self) -> list[tuple[tuple[Condition, ...], frozenset[str]]]:
        """Conditions and placeholders line by line, without blank lines: what all languages must have in common."""
        full = [line for line in self.lines if line.template.strip()]
        return [(line.conditions, frozenset(found[0] for found in _PLACE.finditer(line.template))) for line in full]


def _dollars(names: object) -> str:
    return ", ".join(f"${name}" for name in sorted(names)) or "nothing"  # type: ignore[call-overload]


def parse_page(where: str, text: str) -> Page:
    """A page from its text. Raises ``PageError`` for bad front matter, or when ``needs`` differs from what is used."""
    text = text.replace("\r\n", "\n")
    head = _HEAD.match(text)
    if head is None:
        raise PageError(f"prompt {where} has no front matter; begin it with lines '---', 'version: 1', 'needs: ...', '---'")
    keys = dict(_head_lines(where, head[1]))
    if set(keys) != {"version", "needs"} or not keys["version"].isdigit():
        raise PageError(f"prompt {where} has front matter {sorted(keys)}; it holds 'version' (a number) and 'needs'")
    needs = frozenset(part.strip() for part in keys["needs"].split(",") if part.strip())
    lines = tuple(_line(where, line) for line in text[head.end() :].strip("\n").split("\n"))
    used = {found[1] for line in lines for found in _PLACE.finditer(line.template) if found[2] is None}
    if used != needs:
        raise PageError(f"prompt {where} says that it needs {_dollars(needs)}, but uses {_dollars(used)}")
    return Page(where, int(keys["version"]), needs, lines, hashlib.blake2b(text.encode(), digest_size=8).hexdigest())


def _head_lines(where: str, head: str) -> Iterator[tuple[str, str]]:
    for line in head.split("\n"):
        key, colon, value = line.partition(":")
        if not colon:
            raise PageError(f"prompt {where} has the front matter line '{line}'; write 'key: value'")
        yield key.strip(), value.strip()


def _line(where: str, line: str) -> Line:
    found = _CONDITION.match(line)
    if found is None:
        return Line((), line)
    return Line(tuple(_condition(part) for part in found[1].split("&")), line[found.end() :])


def _condition(part: str) -> Condition:
    key, _, values = part.partition("=")
    is_meant = not key.strip().endswith("!")
    return key.strip().rstrip("!"), is_meant, frozenset(value.strip() for value in values.split("|"))


# --- where pages are ------------------------------------------------------------------------------------------------


class Variant(BaseModel):
    """An ablation: which parts of the reply it asks for, and what it is for. Its folder may overlay single pages.

    ``note``: private notes; ``acts``: speech acts; ``reasoning``: thoughts written out before the choice; ``beliefs``: a
    forecast of every seat's team with each turn. None leaves the choice to the agent's options.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    description: str = ""
    note: bool | None = None
    acts: bool | None = None
    reasoning: bool | None = None
    beliefs: bool | None = None


def _root() -> Traversable:
    return resources.files("prompts")


@cache
def variants() -> tuple[str, ...]:
    """Names of the variants, in alphabetical order."""
    folder = _root().joinpath("variants")
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.joinpath("variant.toml").is_file()))


@cache
def load_variant(name: str) -> Variant:
    """The variant called ``name``; "" is the plain one. Raises ``PageError`` for an unknown name."""
    if not name:
        return Variant()
    if name not in variants():
        raise PageError(f"no prompt variant is called '{name}'; known variants: {', '.join(variants())}")
    text = _root().joinpath("variants", name, "variant.toml").read_text("utf-8")
    return Variant.model_validate(tomllib.loads(text))


@cache
def load_page(game: str, lang: str, name: str, variant: str = "") -> Page:
    """The page ``name`` of ``game`` in ``lang``, as ``variant`` has it. Raises ``PageError``."""
    load_variant(variant)
    if lang not in LANGUAGES:
        raise PageError(f"there are no prompts in '{lang}'; known languages: {', '.join(LANGUAGES)}")
    places = [f"{game}/{lang}", f"common/{lang}"]
    if variant:
        places = [f"variants/{variant}/{game}/{lang}", f"variants/{variant}/common/{lang}", *places]
    for place in places:
        entry = _root().joinpath(*place.split("/"), f"{name}.md")
        if entry.is_file():
            return parse_page(f"{place}/{name}.md", entry.read_text("utf-8"))
    raise PageError(f"there is no prompt '{name}' of {game} in {lang}; looked in {', '.join(places)}")


PAGES = ("system", "rules", "answer", "persona", "turn", "reask", "probe", "labels")
"""Every page that a match may need."""


@cache
def prompt_digest(game: str, lang: str, variant: str = "") -> str:
    """Sixteen hex digits that stand for every page and word a language model may be shown."""
    words = _root().joinpath(game, lang, "lexicon.toml").read_text("utf-8")
    parts = [load_page(game, lang, name, variant).digest for name in PAGES]
    return hashlib.blake2b("\n".join([*parts, words]).encode(), digest_size=8).hexdigest()
