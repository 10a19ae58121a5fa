"""From the raw text of a reply to its one JSON object: thoughts taken out, the last complete object kept, nothing guessed."""

import json
import re
from dataclasses import dataclass
from typing import Any

from agents.llm.faults import Slip

PLACEHOLDER = "…"
"""What stands for values in the example that prompts show; an object made of it is no answer."""
_TAG = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning|reflection)(?:\s[^<>]*)?>", re.IGNORECASE)
_STARTS = re.compile(r"[{<]")
_LOOKS_LIKE_JSON = re.compile(r"\{\s*[\"}]")
MAX_TEXT, MAX_BRACES = 200_000, 200


@dataclass(frozen=True, slots=True)
class Extract:
    """``answer``: the last complete JSON object, None when there was none; ``prose``: what stood outside of objects."""

    answer: dict[str, Any] | None
    prose: str


def extract(text: str) -> Extract:
    """What ``text`` answers.

    Thinking between tags is left out, and so is all before a closing tag that was never opened; a tag inside a JSON string is
    only a word. Raises ``Slip``: ``truncated`` for thinking or an object that never ends, ``unreadable`` for an object that is
    no JSON, ``ambiguous`` for a key given twice.
    """
    if len(text) > MAX_TEXT or text.count("{") > MAX_BRACES:
        raise Slip("unreadable", f"the reply is too long ({len(text)} characters); answer with one short JSON object")
    sieve = _Sieve(text)
    while sieve.step():
        pass
    if sieve.broken:
        raise Slip("unreadable", sieve.broken)
    return Extract(sieve.answer, "".join(sieve.prose).strip())


class _Sieve:
    """Walks over a text from object to object. ``broken`` is the complaint about the last object, "" when it was good."""

    def __init__(self, text: str) -> None:
        self.answer: dict[str, Any] | None = None
        self.broken = ""
        self.prose: list[str] = []
        self._text = text
        self._at = 0

    def step(self) -> bool:
        """Takes the next tag or object; whether there was one."""
        found = _STARTS.search(self._text, self._at)
        start = len(self._text) if found is None else found.start()
        self.prose.append(self._text[self._at : start])
        if found is None:
            return False
        if found[0] == "<":
            self._tag(start)
        else:
            self._object(start)
        return True

    def _tag(self, start: int) -> None:
        self._at, is_orphan = _after_thought(self._text, start)
        if is_orphan:
            self.answer, self.broken, self.prose = None, "", []
        elif self._at == start + 1:
            self.prose.append("<")

    def _object(self, start: int) -> None:
        value, self._at, complaint = _object_at(self._text, start)
        if value is None and not complaint:
            self.prose.append(self._text[start : self._at])
        elif value is None:
            self.broken = complaint
        elif not _is_example(value):
            self.answer, self.broken = value, ""


def _after_thought(text: str, start: int) -> tuple[int, bool]:
    """Where to read on behind a tag at ``start``, and whether all before it was thinking."""
    tag = _TAG.match(text, start)
    if tag is None:
        return start + 1, False
    if tag[1]:
        return tag.end(), True
    depth = 1
    for inner in _TAG.finditer(text, tag.end()):
        depth += -1 if inner[1] else 1
        if depth == 0:
            return inner.end(), False
    raise Slip("truncated", "the thinking was never closed, so there is no answer; think less and answer with the JSON object")


def _object_at(text: str, start: int) -> tuple[dict[str, Any] | None, int, str]:
    """(object, where it ends, why it is none). Without a complaint it is a brace in prose."""
    is_json = _LOOKS_LIKE_JSON.match(text, start) is not None
    end = _closing(text, start)
    if end < 0:
        if is_json:
            raise Slip("truncated", "the JSON object of the reply is cut off; answer with a shorter, complete one")
        return None, start + 1, ""
    try:
        value = json.loads(text[start:end], strict=False, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        if not is_json and ":" not in text[start:end]:
            return None, start + 1, ""
        return None, end, "the JSON object of the reply cannot be read; answer with one correct JSON object"
    return value, end, ""


def _closing(text: str, start: int) -> int:
    depth, at, in_string = 0, start, False
    for found in re.finditer(r'[{}"]|\\.', text[start:], re.DOTALL):
        mark = found[0]
        if in_string or mark[0] == "\\":
            in_string = in_string and mark != '"'
            continue
        in_string = mark == '"'
        depth += (mark == "{") - (mark == "}")
        at = start + found.end()
        if depth == 0:
            return at
    return -1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Slip("ambiguous", f"the key '{twice[:40]}' is given twice in the JSON object; give it once")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _is_example(value: Any) -> bool:
    leaves = list(_leaves(value))
    return PLACEHOLDER in leaves and all(leaf in (PLACEHOLDER, 0) for leaf in leaves)


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]
