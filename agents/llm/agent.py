"""A language model in a seat: one call a turn, faulty replies asked again with the reason, and a record of every call."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt

from agents.agent import AgentFault, HarnessFault, Reply, Request
from agents.llm.book import open_book
from agents.llm.capability import Message, Question
from agents.llm.choices import Offer
from agents.llm.client import CHARACTERS_PER_TOKEN, Call, Completion, Line
from agents.llm.endpoints import Place
from agents.llm.extract import extract
from agents.llm.faults import EmptyContent, Slip
from agents.llm.memory import Memory, Policy
from agents.llm.neutral import neutral
from agents.llm.offer import probe_schema, turn_schema
from agents.llm.prompt import Style, Writer
from agents.llm.reading import Taken, read_probe, read_turn
from agents.llm.records import record_of
from envs import load_game
from envs.engine.seeds import derive
from prompts.lexicon import LexiconError
from prompts.pages import PageError, prompt_digest

MAX_ECHO = 2000
"""Characters of a refused reply that the model is shown again."""
MARGIN = 0.05
"""Seconds of the referee's deadline that are left for handing over."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How an agent asks. ``seconds``: wall time for a whole turn when the referee sets no deadline. ``retries``: how often a
    turn's faulty replies are asked again, the referee's own questions included. ``context``: tokens, 0 when unknown."""

    style: Style = field(default_factory=Style)
    memory: Policy = "full"
    window: int = 0
    max_tokens: int = 1024
    retries: int = 2
    seconds: float = 120.0
    context: int = 0
    temperature: float | None = None
    top_p: float | None = None
    effort: str | None = None


@dataclass(slots=True)
class Attempts:
    """One request under way: when it began, how many calls it took, the dialogue about faulty replies, the room for an answer."""

    number: int
    ends: float
    used: int = 0
    dialogue: list[Message] = field(default_factory=list)
    last: str = ""
    max_tokens: int = 0
    room: int | None = None


class LanguageAgent:
    """``place`` serves the model; ``seed`` is the stream of this seat in this match.

    A new match (request 0) starts with an empty memory. ``take_calls`` gives the records of the calls since last asked.
    """

    def __init__(self, place: Place, seed: int, habits: Habits) -> None:
        self.place = place
        self.habits = habits
        self._seed = seed
        self._line = Line(place)
        self._calls: list[dict[str, Any]] = []
        self._told: tuple[Message, ...] = ()
        self._writer: Writer | None = None
        self._asked = Attempts(-1, 0.0)

    def __repr__(self) -> str:
        return f"LanguageAgent({self.place.model!r} at {self.place.endpoint.id!r})"

    def prompt_digest(self, game: str) -> str:
        """Stands for every page and word that the prompts of ``game`` are made of."""
        return prompt_digest(game, self.habits.style.lang, self.habits.style.variant)

    def take_calls(self) -> list[dict[str, Any]]:
        """Records of the calls made since this was last asked."""
        calls, self._calls = self._calls, []
        return calls

    async def aclose(self) -> None:
        """Gives the connection back."""
        await self._line.close()

    # --- answering ---------------------------------------------------------------------------------------------

    async def act(self, request: Request) -> Reply:
        """The model's reply. Raises ``AgentFault``, ``TimeoutError`` or ``HarnessFault``."""
        writer = self._listen(request)
        if request.kind == "over":
            return Reply()
        taken = await self._persist(request, self._attempts(request), writer)
        if request.kind == "probe":
            if taken.beliefs and not request.shadow:
                writer.believe(taken.beliefs)
            return Reply(beliefs=taken.beliefs)
        known = len(writer.memory.entries)
        writer.note(taken.note)
        writer.memory.sum_up(taken.summary, known)
        return Reply(tuple(taken.actions), tuple(taken.says), taken.beliefs, taken.note)

    def _listen(self, request: Request) -> Writer:
        if self._writer is None or (request.number == 0 and request.attempt == 0):
            self._asked, self._told = Attempts(-1, 0.0), ()
            self._writer = self._new_writer(request)
        self._writer.hear(request.news, request.seat)
        return self._writer

    def _new_writer(self, request: Request) -> Writer:
        try:
            return Writer(self.habits.style, request, Memory(self.habits.memory, self.habits.window))
        except (PageError, LexiconError) as error:
            raise HarnessFault(str(error)) from None

    def _attempts(self, request: Request) -> Attempts:
        if self._asked.number != request.number:
            seconds = self.habits.seconds if request.deadline is None else request.deadline - MARGIN
            self._asked = Attempts(request.number, monotonic() + seconds, max_tokens=self.habits.max_tokens)
        elif request.attempt and self._writer is not None:
            self._object(self._asked, self._writer, request.refusal, "reason")
        return self._asked

    async def _persist(self, request: Request, asked: Attempts, writer: Writer) -> Taken:
        left = self.habits.retries + 1 - asked.used
        if left < 1:
            tried = f"{asked.used} replies were tried for this turn, and no more are allowed"
            raise AgentFault("exhausted", tried, is_final=True)
        try:
            return await self._tries(left, request, asked, writer)
        except Slip as slip:
            slip.is_final = True
            raise
        except TimeoutError:
            raise AgentFault("timeout", "no answer came in time", is_final=True) from None

    async def _tries(self, left: int, request: Request, asked: Attempts, writer: Writer) -> Taken:
        """Up to ``left`` attempts; the first is made without the machinery of the others, as most are good."""
        try:
            return await self._once(request, asked, writer)
        except Slip:
            if left == 1:
                raise
        again = AsyncRetrying(retry=retry_if_exception_type(Slip), stop=stop_after_attempt(left - 1), reraise=True)
        return await again(self._once, request, asked, writer)

    async def _once(self, request: Request, asked: Attempts, writer: Writer) -> Taken:
        call = Call(self.place.model, self.place.endpoint.id)
        messages = self._messages(request, asked, writer)
        fault: AgentFault | None = None
        taken: Taken | None = None
        try:
            done = await self._ask(messages, request, asked, call)
            taken = self._read(done, request, writer)
            return taken
        except Slip as slip:
            fault = slip
            self._answer_slip(slip, asked, writer, call)
            raise
        except AgentFault as caught:
            fault = caught
            raise
        finally:
            asked.used += 1
            if request.deadline is None:
                asked.ends += call.waited
            self._record(call, messages, request, asked, taken, fault)

    def _messages(self, request: Request, asked: Attempts, writer: Writer) -> tuple[Message, ...]:
        room = asked.room
        if room is None and self.habits.context:
            tokens = self.habits.context - asked.max_tokens
            room = max(0, tokens * CHARACTERS_PER_TOKEN * 3 // 4 - len(writer.system) - 3000)
        ask = writer.probe if request.kind == "probe" else writer.turn
        return _alternating((*ask(request, room), *asked.dialogue))

    async def _ask(self, messages: tuple[Message, ...], request: Request, asked: Attempts, call: Call) -> Completion:
        habits = self.habits
        question = Question(
            messages,
            self._schema(request),
            asked.max_tokens,
            habits.temperature,
            habits.top_p,
            derive(self._seed, request.number, asked.used) % (1 << 31),
            habits.effort,
        )
        seconds = asked.ends - monotonic()
        if seconds <= 0:
            raise TimeoutError("no answer came in time")
        return await self._line.ask(question, open_book(), seconds, call)

    def _schema(self, request: Request) -> Mapping[str, Any]:
        teams = load_game(request.setup.game).team_ids
        if request.kind == "probe":
            return probe_schema(teams, request.setup.players)
        assert self._writer is not None
        fields = self._writer.asked_fields(request)
        offered = self._writer.offered(request)
        return turn_schema(offered, request.actions.texts, fields, teams, request.setup.players)

    def _read(self, done: Completion, request: Request, writer: Writer) -> Taken:
        teams = load_game(request.setup.game).team_ids
        try:
            if request.kind == "probe":
                return read_probe(done.text, teams, request.setup.players)
            taken = read_turn(done.text, Offer.of(request), teams, request.setup.ruleset.max_message_chars)
        except Slip as slip:
            if done.finish == "length" and slip.fault in ("unreadable", "truncated"):
                raise Slip("truncated", "the reply was cut off at the limit of its length") from None
            raise
        if "beliefs" not in writer.fields:
            taken.beliefs = None
        return taken

    # --- faulty replies ----------------------------------------------------------------------------------------

    def _answer_slip(self, slip: Slip, asked: Attempts, writer: Writer, call: Call) -> None:
        done = call.completion
        asked.last = done.text if done is not None else ""
        if slip.fault in ("empty", "truncated"):
            asked.max_tokens = min(2 * asked.max_tokens, 4 * self.habits.max_tokens)
        if done is None and slip.fault == "truncated":
            shown = writer.memory.recall(asked.room).text("")
            asked.room = len(shown) // 2
            return
        kind = "empty" if isinstance(slip, EmptyContent) else "cut" if slip.fault == "truncated" else "reason"
        self._object(asked, writer, str(slip), kind)

    def _object(self, asked: Attempts, writer: Writer, reason: str, kind: str) -> None:
        shown = _visible(asked.last)
        if shown:
            asked.dialogue.append({"role": "assistant", "content": neutral(shown, self.habits.style.template)})
        asked.dialogue.append({"role": "user", "content": writer.reask(reason, kind)})

    def _record(
        self,
        call: Call,
        messages: tuple[Message, ...],
        request: Request,
        asked: Attempts,
        taken: Taken | None,
        fault: AgentFault | None,
    ) -> None:
        if taken is not None:
            asked.last = call.completion.text if call.completion is not None else ""
            call.warnings.extend(taken.warnings)
        self._calls.append(record_of(call, messages, self._told, request, taken, fault))
        self._told = messages


def _visible(text: str) -> str:
    """What of a reply the model is shown again: without its thoughts, not too long."""
    try:
        found = extract(text)
    except Slip:
        return text.strip()[:MAX_ECHO] if "<" not in text else ""
    return (found.prose or text.strip())[:MAX_ECHO] if found.answer is None else _written(found.answer)


def _written(answer: dict[str, Any]) -> str:
    from json import dumps

    return dumps(answer, ensure_ascii=False)[:MAX_ECHO]


def _alternating(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The same messages with neighbours of one role put together, so that user and assistant take turns."""
    merged: list[Message] = []
    for message in messages:
        if merged and merged[-1]["role"] == message["role"]:
            merged[-1] = {"role": message["role"], "content": f"{merged[-1]['content']}\n\n{message['content']}"}
        else:
            merged.append(message)
    return tuple(merged)
