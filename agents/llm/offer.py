"""The legal actions as a prompt prints them and as the wire schema lists them. Both are made of the mask and nothing else."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from agents.llm.choices import TALK, verb_of

MAX_ENUM = 252
"""Longest list of words that local servers take into a grammar."""
ACTS = TALK - {"announce"}
"""Speech acts and the choice of their channel, which a variant may leave out."""


@lru_cache(maxsize=4096)
def printed(texts: tuple[str, ...]) -> tuple[str, ...]:
    """One line for each verb; braces list what may stand in a place: ``vote:{1,4}``, ``report:{1,2}={good,evil}``."""
    return tuple(_line(verb, [text.partition(":")[2] for text in run]) for verb, run in groupby(texts, key=verb_of))


def _line(verb: str, arguments: list[str]) -> str:
    if arguments == [""]:
        return verb
    left = list(dict.fromkeys(argument.partition("=")[0] for argument in arguments))
    right = list(dict.fromkeys(argument.partition("=")[2] for argument in arguments))
    if right == [""]:
        return f"{verb}:{_braced(left)}"
    if [f"{a}={b}" for a, b in product(left, right)] == arguments:
        return f"{verb}:{_braced(left)}={_braced(right)}"
    return f"{verb}:{_braced(arguments)}"


def _braced(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else "{" + ",".join(words) + "}"


def spelled_out(lines: Iterable[str]) -> list[str]:
    """Every action that printed lines stand for: the inverse of ``printed``."""
    return [action for line in lines for action in _spelled(line)]


def _spelled(line: str) -> list[str]:
    verb, colon, rest = line.partition(":")
    if not colon:
        return [verb]
    left, equals, right = _split(rest)
    return [f"{verb}:{a}{equals}{b}" for a, b in product(_words(left), _words(right) if equals else [""])]


def _split(rest: str) -> tuple[str, str, str]:
    if rest.startswith("{"):
        end = rest.index("}") + 1
        return rest[:end], rest[end : end + 1], rest[end + 1 :]
    return rest.partition("=")


def _words(text: str) -> list[str]:
    return text[1:-1].split(",") if text.startswith("{") else [text]


# --- the wire schema -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def turn_schema(
    legal: tuple[str, ...], table: tuple[str, ...], fields: frozenset[str], teams: tuple[str, ...], seats: int
) -> dict[str, Any]:
    """JSON schema of a turn's answer: only objects, arrays, strings, integers and enums, each key required.

    ``fields`` are the parts that are asked for: ``reasoning``, ``say``, ``beliefs``, ``note``, ``summary``.
    """
    words = schema_words(legal, table)
    item: dict[str, Any] = {"type": "string"}
    if len(words) <= MAX_ENUM:
        item["enum"] = words
    parts: dict[str, Any] = {}
    if "reasoning" in fields:
        parts["reasoning"] = {"type": "string"}
    if "say" in fields:
        parts["say"] = {"type": "array", "items": _closed({"to": {"type": "string", "enum": addressees(legal)}, "text": _TEXT})}
    if "enum" in item and is_single(words):
        parts["action"] = item
    else:
        parts["actions"] = {"type": "array", "items": item}
    return _closed({**parts, **_private_parts(fields, teams, seats)})


@lru_cache(maxsize=64)
def probe_schema(teams: tuple[str, ...], seats: int) -> dict[str, Any]:
    """JSON schema of an answer to a probe."""
    return _closed(_private_parts(frozenset(("beliefs",)), teams, seats))


_TEXT = {"type": "string"}


def _private_parts(fields: frozenset[str], teams: tuple[str, ...], seats: int) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    if "beliefs" in fields:
        row = {"seat": {"type": "integer", "enum": list(range(seats))}, **{team: {"type": "integer"} for team in teams}}
        parts["beliefs"] = {"type": "array", "items": _closed(row)}
    parts.update((name, {"type": "string"}) for name in ("note", "summary") if name in fields)
    return parts


def _closed(parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}


def is_single(words: Sequence[str]) -> bool:
    """Whether one action is all that a turn can hold: nothing ends it, and no team is picked."""
    return "end_turn" not in words and not any(verb_of(text) == "add" for text in words)


def schema_words(legal: Sequence[str], table: Sequence[str]) -> list[str]:
    """The legal actions, with those that can become legal within the turn: every pick of a team, the way back to the public,
    the end of the turn."""
    verbs = {verb_of(text) for text in legal}
    later = {text for text in ("to:public", "end_turn") if "to" in verbs}
    allowed = {*legal, *later}
    return [text for text in table if text in allowed or ("add" in verbs and verb_of(text) == "add")]


def addressees(legal: Sequence[str]) -> list[str]:
    """Where a message may go, as the mask shows it: ``public`` and everything that ``to:`` offers."""
    offered = [text.partition(":")[2] for text in legal if verb_of(text) == "to"]
    return list(dict.fromkeys(["public", *offered]))


@lru_cache(maxsize=4096)
def may_speak(legal: tuple[str, ...], talk: str) -> bool:
    """Whether free messages are possible now: where speech acts are legal, so are words."""
    return talk == "text" and any(verb_of(text) in ("claim", "to") for text in legal)
