"""How the fake endpoint may misbehave. The name of the model chooses: ``hang``, ``storm=3``, ``usage-text``; others are good.

Each mood is one function; ``MOODS`` lists them with what they do.
"""

import email.utils
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.llm.fake.answers import good_answer

Body = Mapping[str, Any]


@dataclass(slots=True)
class Response:
    """What goes back. ``delay`` in seconds; ``hangs``: nothing ever goes back; ``breaks``: the connection ends in mid-answer."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    hangs: bool = False
    breaks: bool = False


@dataclass(slots=True)
class Visit:
    """One request: its body, the value behind ``=`` in the model's name, how many came for this model before."""

    body: Body
    value: str = ""
    before: int = 0

    def answer(self) -> str:
        """The good answer."""
        return good_answer(self.body)


def completion(visit: Visit, content: Any, finish: str | None = "stop", usage: Any = "count", **message: Any) -> dict[str, Any]:
    """A chat completion around ``content``."""
    told = {"role": "assistant", "content": content, **message}
    given: dict[str, Any] = {
        "id": "chatcmpl-fake",
        "object": "chat.completion",
        "created": 0,
        "model": visit.body.get("model"),
        "choices": [{"index": 0, "message": told, "finish_reason": finish, "logprobs": None}],
    }
    counted = _count(visit.body, content) if usage == "count" else usage
    if usage != "absent":
        given["usage"] = counted
    return given


def _count(body: Body, content: Any) -> dict[str, int]:
    asked = sum(len(str(message.get("content"))) for message in body.get("messages") or ()) // 4 + 1
    said = len(content) // 4 + 1 if isinstance(content, str) else 1
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


def error(status: int, message: str, code: str | None = None, param: str | None = None, **headers: str) -> Response:
    """An error as OpenAI words it."""
    told = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return Response({"error": told}, status, {name.replace("_", "-"): value for name, value in headers.items()})


def good(visit: Visit) -> Response:
    """answers well"""
    return Response(completion(visit, visit.answer()))


def _says(content: Callable[[Visit], Any], finish: str | None = "stop", **message: Any) -> Callable[[Visit], Response]:
    return lambda visit: Response(completion(visit, content(visit), finish, **message))


def _usage(usage: Any) -> Callable[[Visit], Response]:
    return lambda visit: Response(completion(visit, visit.answer(), usage=usage))


def _slow(visit: Visit) -> Response:
    return Response(completion(visit, visit.answer()), delay=float(visit.value or 200) / 1000)


def _storm(visit: Visit) -> Response:
    """429 for the first ``value`` requests, then good."""
    if visit.before < int(visit.value or 2):
        return error(429, "Rate limit reached, slow down", "rate_limit_exceeded", retry_after_ms="20")
    return good(visit)


def _retry_after(visit: Visit) -> Response:
    """The first request is refused with the header ``Retry-After: value``."""
    if visit.before:
        return good(visit)
    value = visit.value
    if value.startswith("date"):
        value = email.utils.formatdate(time.time() + float(value[4:] or 2), usegmt=True)
    return error(429, "Rate limit reached", "rate_limit_exceeded", **({} if value == "none" else {"Retry_After": value}))


def _loading(visit: Visit) -> Response:
    return good(visit) if visit.before else error(503, "Loading model", "unavailable_error")


def _status(visit: Visit) -> Response:
    key = "sk-CANARY" if visit.value == "401" else ""
    return error(int(visit.value or 500), f"this server only answers with status {visit.value} {key}".strip())


def _no_schema(visit: Visit) -> Response:
    wanted = (visit.body.get("response_format") or {}).get("type")
    if wanted == "json_schema":
        return error(400, "failed to parse grammar")
    return good(visit)


def _no_json(visit: Visit) -> Response:
    if "response_format" in visit.body:
        return error(400, "response_format is not supported by this server", param="response_format")
    return good(visit)


def _strict_grammar(visit: Visit) -> Response:
    """Refuses schemas with anything that llama.cpp's grammars have trouble with."""
    text = json.dumps((visit.body.get("response_format") or {}).get("json_schema"))
    for word in ('"pattern"', '"format"', '"maxLength"', '"minLength"', '"$ref"', '"anyOf"', '"number"', '"null"'):
        if word in text:
            return error(400, f"failed to parse grammar: {word}")
    return good(visit)


def _strict_roles(visit: Visit) -> Response:
    roles = [message.get("role") for message in visit.body.get("messages") or ()]
    turns = roles[1:] if roles[:1] == ["system"] else roles
    wanted = ["user" if place % 2 == 0 else "assistant" for place in range(len(turns))]
    is_empty = any(not message.get("content") for message in visit.body.get("messages") or ())
    if turns != wanted or not turns or is_empty:
        return error(400, "Conversation roles must alternate user/assistant/user/assistant/...")
    return good(visit)


def _no_system(visit: Visit) -> Response:
    if any(message.get("role") == "system" for message in visit.body.get("messages") or ()):
        return error(400, "System role not supported")
    return _strict_roles(visit)


def _new_parameters(visit: Visit) -> Response:
    if "max_tokens" in visit.body:
        told = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        return error(400, told, "unsupported_parameter", "max_tokens")
    if visit.body.get("temperature", 1) != 1:
        told = "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported."
        return error(400, told, "unsupported_value", "temperature")
    return good(visit)


def _old_parameters(visit: Visit) -> Response:
    if "max_completion_tokens" in visit.body or "max_tokens" not in visit.body:
        return error(400, "unknown field max_completion_tokens; max_tokens is required")
    return good(visit)


def _short_context(visit: Visit) -> Response:
    counted = _count(visit.body, "")
    usage = {**counted, "prompt_tokens": min(counted["prompt_tokens"], int(visit.value or 500))}
    return Response(completion(visit, visit.answer(), usage=usage))


def _context_error(visit: Visit) -> Response:
    tokens = _count(visit.body, "")["prompt_tokens"]
    limit = int(visit.value or 1000)
    if tokens > limit:
        told = f"This model's maximum context length is {limit} tokens, but you requested {tokens} (max_tokens included)."
        return error(400, told, "context_length_exceeded", "messages")
    return good(visit)


def _cut(text: str) -> str:
    return text[: max(10, len(text) * 2 // 3)].rstrip("}]")


def _as_numbers(visit: Visit) -> str:
    return visit.answer().replace("[", "[7, ", 1)


def _twice(visit: Visit) -> str:
    return '{"actions": ["vote:0"], "actions": ["vote:1"]}'


def _two(visit: Visit) -> str:
    return '{"actions": ["vote:0", "vote:1"]}'


def _blocks(visit: Visit) -> list[dict[str, str]]:
    return [{"type": "reasoning", "text": "I am the Oracle CANARY-THOUGHT"}, {"type": "text", "text": visit.answer()}]


def _then_good(bad: Callable[[Visit], Response]) -> Callable[[Visit], Response]:
    return lambda visit: good(visit) if visit.before % 2 else bad(visit)


_EMPTY = _says(lambda visit: None, "length", reasoning="CANARY-THOUGHT I am the Oracle and I think, and think")
MOODS: dict[str, tuple[Callable[[Visit], Response], str]] = {
    "slow": (_slow, "answers well after VALUE milliseconds (200)"),
    "hang": (lambda visit: Response(None, hangs=True), "takes the request and never answers"),
    "break": (lambda visit: Response(completion(visit, visit.answer()), breaks=True), "ends the connection in mid-answer"),
    "storm": (_storm, "429 for the first VALUE requests (2)"),
    "retry-after": (_retry_after, "429 once, with Retry-After VALUE (none, a number, date3)"),
    "loading": (_loading, "503 once"),
    "status": (_status, "always the HTTP status VALUE"),
    "empty": (_EMPTY, "no content, finish_reason length, thoughts apart"),
    "empty-stop": (_says(lambda visit: None), "no content, finish_reason stop"),
    "empty-once": (_then_good(_EMPTY), "no content every other time"),
    "cut": (_says(lambda visit: _cut(visit.answer()), "length"), "JSON cut off at the limit of tokens"),
    "prose": (_says(lambda visit: "Well, let me think about everybody here."), "prose without any answer"),
    "wrong-word": (_says(lambda visit: '{"actions": ["vote:nobody at all"]}'), "an action that does not exist"),
    "wrong-shape": (_says(lambda visit: '{"actions": {"vote": 1}, "say": 3}'), "JSON of another shape"),
    "extra": (_says(lambda visit: visit.answer()[:-1] + ', "confidence": "high"}'), "a key too many"),
    "numbers": (_says(_as_numbers), "numbers among the texts"),
    "twice": (_says(_twice), "one key twice"),
    "two": (_says(_two), "two answers to one question"),
    "garbage": (_says(lambda visit: "{]}<<>> \x00 ???"), "garbage for ever"),
    "think": (_says(lambda visit: f"<think>CANARY-THOUGHT {_two(visit)}</think>{visit.answer()}"), "thoughts between tags"),
    "think-open": (_says(lambda visit: f"<think>CANARY-THOUGHT {visit.answer()}"), "thoughts that never end"),
    "reasoning": (_says(lambda visit: visit.answer(), reasoning_content="CANARY-THOUGHT"), "thoughts beside the answer"),
    "blocks": (_says(_blocks), "content as a list of blocks"),
    "no-choices": (lambda visit: Response({**completion(visit, ""), "choices": []}), "an answer without choices"),
    "refusal": (_says(lambda visit: None, refusal="I cannot take part in deception."), "refuses to answer"),
    "html": (lambda visit: Response("<html>bad gateway</html>"), "status 200 and no JSON"),
    "usage-absent": (_usage("absent"), "no usage"),
    "usage-null": (_usage(None), "usage null"),
    "usage-part": (_usage({"prompt_tokens": None}), "usage with nulls"),
    "usage-text": (_usage({"prompt_tokens": "12", "completion_tokens": "3"}), "usage as texts"),
    "short-context": (_short_context, "cuts prompts silently at VALUE tokens (500)"),
    "context-error": (_context_error, "refuses prompts above VALUE tokens (1000)"),
    "no-schema": (_no_schema, "400 for json_schema"),
    "no-json": (_no_json, "400 for any response_format"),
    "strict-grammar": (_strict_grammar, "400 for schemas beyond llama.cpp's grammars"),
    "strict-roles": (_strict_roles, "400 unless user and assistant alternate"),
    "no-system": (_no_system, "400 for the system role"),
    "new-parameters": (_new_parameters, "400 for max_tokens and for a temperature"),
    "old-parameters": (_old_parameters, "400 for max_completion_tokens"),
}
"""Model name -> (mood, what it does). ``name=value`` gives a mood its value."""


class Temper:
    """Chooses the mood of each request by its model, and counts the requests of each model."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def respond(self, body: Body) -> Response:
        """The response to a chat completion request."""
        model = str(body.get("model"))
        name, _, value = model.partition("=")
        mood = MOODS.get(name, (good, ""))[0]
        before = self.counts[model]
        self.counts[model] += 1
        return mood(Visit(body, value, before))
