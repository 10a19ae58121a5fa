"""Agents by name: ``kind[:name][@url][?key=value&...]`` <-> ``AgentSpec`` -> a fresh ``Agent``.

No mind is imported before it is built.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from urllib.parse import quote, unquote

from agents.agent import Agent


class SpecError(ValueError):
    """A text that names no agent; the sentence says what was given and what would have been right."""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """What a seat is to be filled with. ``options`` are (key, value) pairs of text, kept in the order of their keys.

    ``str`` gives the canonical text; equal specs have equal texts. Characters that separate parts (``@ ? & = , %``) are
    percent-encoded inside a part, so that specs can stand in comma-separated lists.
    """

    kind: str
    name: str = ""
    url: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(sorted(self.options)))

    def __str__(self) -> str:
        text = self.kind
        if self.name:
            text += ":" + quote(self.name, safe="/:+-._~")
        if self.url:
            text += "@" + quote(self.url, safe="/:+-._~@[]")
        if self.options:
            text += "?" + "&".join(f"{key}={quote(value, safe='/:+-._~')}" for key, value in self.options)
        return text


@dataclass(frozen=True, slots=True)
class Option:
    """One key of a kind: ``parse`` gives its value or raises ValueError; ``wanted`` completes "it needs ..."."""

    parse: Callable[[str], object]
    wanted: str
    meaning: str
    is_secret: bool = False
    """Whether a wrong value may be a secret given by mistake, so that errors do not repeat it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the roster. ``home`` is ``module:function``; the function is called as ``f(spec, seed, **options)``.

    ``name`` and ``url`` say what stands in these parts, or are empty when the kind has no such part.
    """

    id: str
    home: str
    line: str
    name: str = ""
    url: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    waits: bool = False
    """Whether it mostly waits for somebody else, so that many matches may run at once in one process."""


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def _draw(text: str) -> str:
    if text not in ("action", "verb"):
        raise ValueError(text)
    return text


SEED = Option(int, "a whole number", "fixes the stream of random numbers, whatever the match gives")


def _above(low: float, high: float, whole: bool = False) -> Callable[[str], float]:
    def parse(text: str) -> float:
        value: float = int(text) if whole else float(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return parse


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return parse


def _variable(text: str) -> str:
    if not re.fullmatch(r"[A-Z][A-Z0-9_]{1,63}", text):
        raise ValueError(text)
    return text


def _memory(text: str) -> tuple[str, int]:
    policy, _, size = text.partition(":")
    if policy == "window" and size.isdigit() and int(size) > 0:
        return policy, int(size)
    if policy in ("full", "summary") and not size:
        return policy, 0
    raise ValueError(text)


def _yes(text: str) -> bool:
    return _one_of("yes", "no")(text) == "yes"


LANGUAGE_MODEL = {
    "lang": Option(_one_of("en", "es", "fr", "pl"), "en, es, fr or pl", "language of the prompts"),
    "memory": Option(_memory, "full, window:N (lines) or summary", "how much of the match each prompt shows"),
    "variant": Option(str, "the name of a prompt variant", "overlays single prompts, for ablations"),
    "beliefs": Option(_yes, "yes or no", "asks for a forecast of every seat's team in each turn"),
    "temperature": Option(_above(0, 2), "a number from 0 to 2", "sampling; left to the server by default"),
    "top_p": Option(_above(0, 1), "a number from 0 to 1", "sampling; left to the server by default"),
    "effort": Option(_one_of("minimal", "low", "medium", "high"), "minimal, low, medium or high", "reasoning effort"),
    "max_tokens": Option(_above(1, 1e6, True), "a whole number above 0", "limit of one reply (1024)"),
    "retries": Option(_above(0, 20, True), "a whole number from 0 to 20", "how often faulty replies of a turn go back (2)"),
    "seconds": Option(_above(0.01, 1e6), "a number of seconds", "wall time for a turn without a deadline (120)"),
    "context": Option(_above(1, 1e8, True), "a whole number of tokens", "the prompt is kept below it"),
    "key_env": Option(_variable, "the NAME of an environment variable, in capitals", "where the key is", is_secret=True),
    "price_in": Option(_above(0, 1e6), "dollars", "price of a million prompt tokens"),
    "price_out": Option(_above(0, 1e6), "dollars", "price of a million reply tokens"),
    "template": Option(
        _one_of("all", "chatml", "llama", "gemma", "mistral", "tools"), "all, chatml, llama, gemma, mistral or tools",
        "whose control tokens are broken in prompts (all)",
    ),
    "seed": SEED,
}  # fmt: skip

KINDS: dict[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind(
            "random",
            "agents.scripted.uniform:build",
            "takes one uniformly random legal action a turn",
            options={
                "seed": SEED,
                "by": Option(_draw, "'action' or 'verb'", "verb: draws the verb first, then one of its actions"),
                "chat": Option(_share, "a share from 0 to 1", "how often it says a line where free text is allowed"),
            },
        ),
        Kind(
            "heuristic",
            "agents.scripted.heuristic:build",
            "reasons by fixed rules: keeps notes, weighs votes and reports, speaks in speech acts",
            options={"seed": SEED},
        ),
        Kind(
            "policy",
            "agents.policy.player:build",
            "trained, run by numpy: policy:trusis8 and policy:avalon5, each at any table of its game",
            name="policy",
            options={"seed": SEED},
        ),
        Kind(
            "llm",
            "agents.llm.spec:build",
            "asks a language model behind an OpenAI-compatible endpoint",
            name="model",
            url="address",
            options=LANGUAGE_MODEL,
            waits=True,
        ),
    )
}
"""Kind -> its row. A new kind is one more row; its module is imported when the first such agent is built."""


_USER_IN_ADDRESS = re.compile(r"://[^/?#\s]*(?:@|%40)", re.IGNORECASE)


def parse_spec(text: str) -> AgentSpec:
    """The spec written ``text``, whether or not its kind exists. Raises ``SpecError`` when it cannot be read."""
    if _USER_IN_ADDRESS.search(text):
        raise SpecError("an address holds no user or password; put the key into a variable and give its name as key_env=NAME")
    body, _, query = text.strip().partition("?")
    head, _, url = body.partition("@")
    kind, _, name = head.partition(":")
    if not kind.strip():
        raise SpecError(f"'{text}' names no agent; write kind[:name][@url][?key=value&...], such as 'random?seed=3'")
    return AgentSpec(kind.strip().lower(), unquote(name), unquote(url), _options(text, query))


def _options(text: str, query: str) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for part in query.split("&") if query else ():
        key, _, value = part.partition("=")
        if not key or not value:
            raise SpecError(f"'{part}' in '{text}' is no option; write key=value")
        if key in found:
            raise SpecError(f"option '{key}' is given twice in '{text}'; give it once")
        found[key] = unquote(value)
    return tuple(found.items())


def check_spec(text: str) -> AgentSpec:
    """The spec written ``text``, of a known kind with known options. Raises ``SpecError`` with one sentence."""
    spec = parse_spec(text)
    _values(spec, kind_of(spec))
    return spec


def kind_of(spec: AgentSpec) -> Kind:
    """The row of the spec's kind, which must take the parts that the spec has. Raises ``SpecError``."""
    if spec.kind not in KINDS:
        raise SpecError(f"no agent is called '{spec.kind}'; known kinds: {', '.join(sorted(KINDS))}")
    kind = KINDS[spec.kind]
    for part, given, taken in (("name", spec.name, kind.name), ("address", spec.url, kind.url)):
        if given and not taken:
            raise SpecError(f"'{spec.kind}' takes no {part}, but '{given}' was given; write {_usage(kind)}")
    return kind


def _values(spec: AgentSpec, kind: Kind) -> dict[str, object]:
    return {key: _value(kind, key, text) for key, text in spec.options}


def _value(kind: Kind, key: str, text: str) -> object:
    if key not in kind.options:
        known = ", ".join(sorted(kind.options)) or "none"
        raise SpecError(f"'{kind.id}' has no option '{key}'; known options: {known}")
    option = kind.options[key]
    try:
        return option.parse(text)
    except ValueError:
        if option.is_secret:
            raise SpecError(f"option '{key}' of '{kind.id}' needs {option.wanted}; what was given is not repeated") from None
        raise SpecError(f"option '{key}' of '{kind.id}' cannot be '{text}'; it needs {option.wanted}") from None


def build(spec: AgentSpec | str, seed: int) -> Agent:
    """A fresh agent for one seat of one match; the spec's own ``seed`` goes before ``seed``. Raises ``SpecError``."""
    checked = check_spec(spec) if isinstance(spec, str) else spec
    kind = kind_of(checked)
    values = _values(checked, kind)
    own_seed = values.pop("seed", seed)
    module, _, function = kind.home.partition(":")
    made: Agent = getattr(import_module(module), function)(checked, own_seed, **values)
    return made


@dataclass(frozen=True, slots=True)
class Listed:
    """One kind as listings show it: how it is written, what it does, and its options with their meaning."""

    kind: str
    usage: str
    line: str
    options: Mapping[str, str]


def list_kinds() -> list[Listed]:
    """Every kind of the roster in alphabetical order; imports no agent."""
    rows = sorted(KINDS.values(), key=lambda kind: kind.id)
    return [Listed(row.id, _usage(row), row.line, {k: o.meaning for k, o in row.options.items()}) for row in rows]


def _usage(kind: Kind) -> str:
    keys = "&".join(f"{key}=..." for key in sorted(kind.options))
    name = f":<{kind.name}>" if kind.name else ""
    url = f"[@<{kind.url}>]" if kind.url else ""
    return kind.id + name + url + (f"[?{keys}]" if keys else "")
