"""The agent of an ``llm`` spec: ``llm:gpt-5-mini``, ``llm:qwen3@http://localhost:8000/v1?lang=es&memory=window:60``."""

from agents.agent import Agent
from agents.llm.agent import Habits, LanguageAgent
from agents.llm.endpoints import find_place
from agents.llm.memory import Policy
from agents.llm.prompt import Style
from agents.roster import AgentSpec, SpecError
from prompts.pages import load_variant


def build(
    spec: AgentSpec,
    seed: int,
    lang: str = "en",
    variant: str = "",
    memory: tuple[Policy, int] = ("full", 0),
    key_env: str = "",
    beliefs: bool = False,
    template: str = "all",
    context: int = 0,
    **numbers: float,
) -> Agent:
    """The agent. ``numbers``: temperature, top_p, max_tokens, retries, seconds, price_in, price_out, effort."""
    if not spec.name:
        raise SpecError("'llm' needs the name of a model; write llm:gpt-5-mini or llm:qwen3@http://localhost:8000/v1")
    place = find_place(spec.name, spec.url)
    if key_env:
        place = place.with_key(key_env)
    prices = {field: numbers.pop(f"price_{way}", None) for field, way in (("input", "in"), ("output", "out"))}
    place = place.with_prices({field: price for field, price in prices.items() if price is not None})
    fields = _fields(variant, beliefs)
    habits = Habits(
        Style(lang, variant, fields, template),
        *memory,
        context=context or place.price.context,
        **numbers,  # type: ignore[arg-type]
    )
    return LanguageAgent(place, seed, habits)


def _fields(variant: str, beliefs: bool) -> frozenset[str]:
    chosen = load_variant(variant)
    wanted = {
        "say": True,
        "acts": chosen.acts is not False,
        "note": chosen.note is not False,
        "reasoning": chosen.reasoning is True,
        "beliefs": beliefs if chosen.beliefs is None else chosen.beliefs,
    }
    return frozenset(name for name, is_wanted in wanted.items() if is_wanted)
