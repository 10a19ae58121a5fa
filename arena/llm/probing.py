"""What an endpoint can do, found out by a handful of calls: no claim of its documentation is taken for granted."""

import asyncio
import json
import statistics
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from agents.agent import AgentFault, HarnessFault
from agents.llm.book import Book
from agents.llm.capability import Question, capability_of
from agents.llm.client import CHARACTERS_PER_TOKEN, TRUNCATED_BELOW, Call, Line
from agents.llm.endpoints import Place
from agents.llm.extract import extract
from agents.llm.faults import Slip

WORD = "zebra"
SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string", "enum": [WORD]}},
    "required": ["word"],
    "additionalProperties": False,
}
"""A schema that only a server which enforces it will meet: the question asks for something else."""
TIMED, TOGETHER = 3, 8
"""Calls timed one after the other, and at once."""
LONG_LINE = "The quick brown fox jumps over the lazy dog near the river bank. "


@dataclass(slots=True)
class Findings:
    """What was found. None stands for what could not be found out; ``problem`` is why nothing more was."""

    model: str
    url: str
    problem: str = ""
    schema_mode: str | None = None
    schema_enforced: bool | None = None
    tokens_parameter: str | None = None
    system_role: bool | None = None
    sampling: str | None = None
    usage_told: bool | None = None
    context: str | None = None
    reasoning_apart: bool | None = None
    seconds: float | None = None
    tokens_per_second: float | None = None
    calls_per_second: float | None = None
    notes: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {name: getattr(self, name) for name in self.__slots__}


class Prober:
    """Asks ``place``, each call for at most ``seconds``. ``tokens``: size of the long prompt, 0 for none."""

    def __init__(self, place: Place, seconds: float = 60.0, tokens: int = 4000) -> None:
        self.found = Findings(place.model, place.endpoint.url)
        self._line = Line(place)
        self._seconds = seconds
        self._tokens = tokens
        self._place = place

    def run(self) -> Findings:
        """Everything that can be found out."""
        asyncio.run(self._all())
        return self.found

    async def _all(self) -> None:
        try:
            for step in (self._ask_schema, self._ask_system, self._ask_long, self._time):
                await step()
        except (HarnessFault, AgentFault, TimeoutError) as problem:
            self.found.problem = str(problem)
        finally:
            await self._line.close()
        self._sum_up()

    async def _call(self, text: str, system: str = "", schema: Any = None, max_tokens: int = 64, temperature: Any = None) -> Call:
        told = ({"role": "system", "content": system},) if system else ()
        question = Question((*told, {"role": "user", "content": text}), schema, max_tokens, temperature)
        call = Call(self._place.model, self._place.endpoint.id)
        try:
            await self._line.ask(question, Book(), self._seconds, call)
        except Slip as slip:
            self.found.notes.append(f"a reply could not be used: {slip}")
        return call

    async def _ask_schema(self) -> None:
        call = await self._call("Greet me in one plain English sentence. Do not write JSON.", schema=SCHEMA, temperature=0.5)
        found = self.found
        found.schema_mode = capability_of(self._place).mode
        done = call.completion
        found.usage_told = done is not None and done.tokens_in is not None
        found.reasoning_apart = done is not None and bool(done.reasoning)
        if found.schema_mode == "json_schema" and done is not None:
            found.schema_enforced = capability_of(self._place).enforced = _is_met(done.text)
        else:
            found.schema_enforced = False
        if not found.schema_enforced:
            found.notes.append("schema_not_enforced: replies are checked here in any case")

    async def _ask_system(self) -> None:
        await self._call("Say yes.", system="You answer in one word.")
        self.found.system_role = not capability_of(self._place).merge_system

    async def _ask_long(self) -> None:
        if not self._tokens:
            return
        text = LONG_LINE * (self._tokens * CHARACTERS_PER_TOKEN // len(LONG_LINE) + 1)
        call = await self._call(f"{text}\nSay yes.", max_tokens=8)
        done = call.completion
        if done is None:
            self.found.context = f"a prompt of about {self._tokens} tokens was refused"
        elif done.tokens_in is None:
            self.found.context = "not told"
        elif done.tokens_in < TRUNCATED_BELOW * call.estimate:
            self.found.context = f"cut silently: of about {call.estimate} tokens {done.tokens_in} were counted"
        else:
            self.found.context = f"a prompt of {done.tokens_in} tokens was taken whole"

    async def _time(self) -> None:
        calls = [await self._call("Count from one to ten in words.", max_tokens=48) for _ in range(TIMED)]
        self.found.seconds = round(statistics.median(call.latency_ms for call in calls) / 1000, 4)
        told = [(call.completion.tokens_out or 0, call.latency_ms / 1000) for call in calls if call.completion is not None]
        spent = sum(seconds for _, seconds in told)
        if spent and any(tokens for tokens, _ in told):
            self.found.tokens_per_second = round(sum(tokens for tokens, _ in told) / spent, 1)
        began = perf_counter()
        await asyncio.gather(*(self._call("Say yes.", max_tokens=8) for _ in range(TOGETHER)))
        self.found.calls_per_second = round(TOGETHER / (perf_counter() - began), 2)

    def _sum_up(self) -> None:
        known = capability_of(self._place)
        if not self.found.problem:
            self.found.tokens_parameter = known.tokens
            self.found.sampling = f"not taken: {', '.join(sorted(known.dropped))}" if known.dropped else "taken"


def _is_met(text: str) -> bool:
    try:
        return extract(text).answer == {"word": WORD} and json.loads(text) == {"word": WORD}
    except (Slip, ValueError):
        return False
