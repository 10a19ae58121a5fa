"""What an endpoint turned out to understand. It is learnt from refusals, and remembered while the program runs.

A question is first put in the best way; each refusal that says what was not understood leads to one plainer way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.llm.endpoints import Place, TokenName

Mode = Literal["json_schema", "json_object", "prompt"]
MODES: tuple[Mode, ...] = ("json_schema", "json_object", "prompt")
Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked, before it is fitted to a server. ``schema`` is the JSON schema of the answer, or None.

    Sampling parameters that are None are left to the server.
    """

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None
    max_tokens: int
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    effort: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for the key of the cache."""
        return {
            "messages": list(self.messages),
            "schema": self.schema,
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "seed": self.seed,
            "effort": self.effort,
        }


@dataclass(slots=True)
class Capability:
    """How to put questions to one model at one endpoint. ``dropped``: sampling parameters it does not take.

    ``enforced`` is whether answers were seen to keep to the schema that was sent: None before any was seen.
    """

    mode: Mode = "json_schema"
    tokens: TokenName = "max_tokens"
    merge_system: bool = False
    dropped: set[str] = field(default_factory=set)
    enforced: bool | None = None
    learnt: list[str] = field(default_factory=list)

    def body(self, model: str, question: Question) -> dict[str, Any]:
        """The parameters of a call."""
        body: dict[str, Any] = {"model": model, "messages": self._messages(question), self.tokens: question.max_tokens}
        chosen = (
            ("temperature", question.temperature),
            ("top_p", question.top_p),
            ("seed", question.seed),
            ("reasoning_effort", question.effort),
        )
        body.update((name, value) for name, value in chosen if value is not None and name not in self.dropped)
        if question.schema is not None and self.mode == "json_schema":
            wire = {"name": "answer", "strict": True, "schema": question.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": wire}
        elif question.schema is not None and self.mode == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def _messages(self, question: Question) -> list[Message]:
        messages = list(question.messages)
        if self.merge_system and len(messages) > 1 and messages[0]["role"] == "system":
            merged = {"role": "user", "content": f"{messages[0]['content']}\n\n{messages[1]['content']}"}
            return [merged, *messages[2:]]
        return messages

    def learn(self, refusal: str, parameter: str, question: Question) -> bool:
        """Takes a refusal (status 400 or 422) to heart: whether the question can now be put in another way."""
        text = f"{refusal} {parameter}".lower()
        for sign, change in _LESSONS:
            if any(word in text for word in sign):
                lesson = change(self, question)
                if lesson:
                    self.learnt.append(lesson)
                    return True
        return False

    def lower(self, question: Question) -> str:
        """The next plainer mode."""
        if question.schema is None or self.mode == "prompt":
            return ""
        self.mode = MODES[MODES.index(self.mode) + 1]
        return f"answers in mode {self.mode}"

    def swap_tokens(self, question: Question) -> str:
        """The other name of the limit; once only."""
        if any(lesson.startswith("limit") for lesson in self.learnt):
            return ""
        self.tokens = "max_tokens" if self.tokens == "max_completion_tokens" else "max_completion_tokens"
        return f"limit is called {self.tokens}"

    def merge(self, question: Question) -> str:
        """The system text goes into the first user message."""
        if self.merge_system:
            return ""
        self.merge_system = True
        return "no system role"

    def drop(self, name: str, is_set: bool) -> str:
        """Leaves a sampling parameter out."""
        if not is_set or name in self.dropped:
            return ""
        self.dropped.add(name)
        return f"no {name}"


_LESSONS = (
    (("max_tokens", "max_completion_tokens"), Capability.swap_tokens),
    (("temperature",), lambda known, question: known.drop("temperature", question.temperature is not None)),
    (("top_p",), lambda known, question: known.drop("top_p", question.top_p is not None)),
    (
        ("reasoning_effort", "reasoning effort"),
        lambda known, question: known.drop("reasoning_effort", question.effort is not None),
    ),
    (("seed",), lambda known, question: known.drop("seed", question.seed is not None)),
    (("response_format", "schema", "grammar", "guided", "json_object", "structured"), Capability.lower),
    (("system", "alternate", "roles must", "developer"), Capability.merge),
    (("",), Capability.lower),
)
"""Words in a refusal -> what to change; the first change that is possible is made. The last row stands for any refusal."""

_KNOWN: dict[tuple[str, str], Capability] = {}


def capability_of(place: Place) -> Capability:
    """What is known of ``place``; shared by everybody who asks there."""
    key = (place.endpoint.url, place.model)
    known = _KNOWN.get(key)
    if known is None:
        known = _KNOWN[key] = Capability(tokens=place.endpoint.tokens)
    return known


def forget_capabilities() -> None:
    """Forgets everything that was learnt."""
    _KNOWN.clear()
