"""What the fake model answers: a legal-looking turn drawn from the question alone, the same for the same question and seed."""

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

from agents.llm.offer import spelled_out

LINES = ("I have seen nothing yet.", "Somebody is lying.", "Let us vote with care.", "I trust few of you.", "Who speaks next?")
_OPTION = re.compile(r"^- `([^`]+)`$", re.MULTILINE)
CLOSING = ("end_turn", "pass")


def good_answer(request: Mapping[str, Any]) -> str:
    """The text of a well-formed answer to a chat completion request: by its schema, else by the options in its last message."""
    messages = request.get("messages") or [{}]
    random = Random(f"{request.get('seed')} {len(str(messages[-1].get('content')))}")
    schema = _schema_of(request)
    text = "\n".join(str(message.get("content")) for message in messages if message.get("role") == "user")
    if schema is not None:
        return json.dumps(_filled(schema, random, text))
    return json.dumps(_turn(text, random))


def _schema_of(request: Mapping[str, Any]) -> Mapping[str, Any] | None:
    wanted = request.get("response_format")
    if not isinstance(wanted, dict) or wanted.get("type") != "json_schema":
        return None
    schema = (wanted.get("json_schema") or {}).get("schema")
    return schema if isinstance(schema, dict) else None


def _filled(schema: Mapping[str, Any], random: Random, text: str) -> dict[str, Any]:
    parts = schema.get("properties") or {}
    return {name: _value(name, part, random, text) for name, part in parts.items()}


def _value(name: str, part: Mapping[str, Any], random: Random, text: str) -> Any:
    if "enum" in part:
        return random.choice(part["enum"])
    if name == "actions":
        words = part["items"].get("enum")
        return _turn(text, random)["actions"] if not words or "add:0" in words else _actions(words, random)
    if name == "say":
        return [{"to": "public", "text": random.choice(LINES)}] if random.random() < 0.4 else []
    if name == "beliefs":
        return [_row(part["items"]["properties"], seat) for seat in part["items"]["properties"]["seat"]["enum"]]
    return random.choice(LINES) if part.get("type") == "string" else 0


def _row(parts: Mapping[str, Any], seat: int) -> dict[str, int]:
    teams = [name for name in parts if name != "seat"]
    share = 100 // len(teams)
    return {"seat": seat, **dict.fromkeys(teams, share), teams[0]: 100 - share * (len(teams) - 1)}


def _turn(question: str, random: Random) -> dict[str, Any]:
    """By the options printed in the question: where a team is picked, the schema lists more than is legal at once."""
    options = spelled_out(_OPTION.findall(question))
    return {"actions": _actions(options or ["end_turn"], random), "say": []}


def _actions(words: list[str], random: Random) -> list[str]:
    """One action, drawn by verb, so that talk does not drown the rest, and now and then the end of the turn."""
    useful = [word for word in words if not word.startswith(("to:", "wait")) and word not in CLOSING] or words
    verbs = sorted({word.partition(":")[0] for word in useful})
    verb = random.choice(verbs)
    chosen = random.choice([word for word in useful if word.partition(":")[0] == verb])
    closing = [word for word in CLOSING if word in words]
    return [chosen, closing[0]] if closing and random.random() < 0.5 else [chosen]
