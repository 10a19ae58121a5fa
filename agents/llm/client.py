"""Calls to models: one connection pool per address and event loop, one gate per endpoint, one accounting record per call.

Retries of the transport (429, 5xx, broken connections, ``Retry-After``) are the client library's own. What it gives up on is a
``HarnessFault``, not the fault of a mind. No key is ever part of an error, a record or a ``repr``.
"""

import asyncio
import json
import re
from collections import deque
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import Any
from weakref import WeakKeyDictionary

from agents.agent import HarnessFault
from agents.llm.book import Book
from agents.llm.cache import key_of
from agents.llm.capability import Capability, Question, capability_of
from agents.llm.endpoints import Endpoint, EndpointError, Place
from agents.llm.faults import EmptyContent, Slip

MAX_LESSONS = 8
"""How often one question is put in another way before its refusal counts."""
CHARACTERS_PER_TOKEN = 4
TRUNCATED_BELOW = 0.5
"""A server that counted fewer than this share of the tokens we estimate has most likely cut the prompt."""
_KEYS = re.compile(r"\b(?:sk|pk|key|gsk|xai)-[\w\-*.]{6,}|Bearer\s+\S+|//[^/\s@]+@", re.IGNORECASE)
_STATUSES: ContextVar[list[int] | None] = ContextVar("statuses", default=None)


class ServerFault(HarnessFault):
    """An endpoint that could not be used, after all retries."""


@dataclass(slots=True)
class Completion:
    """What a model answered. ``text`` is what stands as its answer, ``reasoning`` what the server gave apart from it."""

    text: str
    reasoning: str = ""
    finish: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    refusal: str = ""


@dataclass(slots=True)
class Call:
    """The record of one call, for the trace. Tokens and cost are None when unknown."""

    model: str
    endpoint: str
    mode: str = ""
    seed: int | None = None
    estimate: int = 0
    latency_ms: float = 0.0
    requests: int = 0
    waited: float = 0.0
    """Seconds at the gate."""
    cache: bool = False
    completion: Completion | None = None
    cost: float | None = None
    error: str = ""
    warnings: list[str] = field(default_factory=list)


class Connection:
    """The client of one address in one event loop, with its gate. ``users`` counts the agents that hold it."""

    def __init__(self, endpoint: Endpoint, key: str) -> None:
        import httpx2
        from openai import AsyncOpenAI

        pool = httpx2.Limits(max_connections=endpoint.concurrent, max_keepalive_connections=endpoint.concurrent)
        self._client = AsyncOpenAI(
            api_key=key,
            base_url=endpoint.url,
            http_client=_http_client(limits=pool, event_hooks={"response": [_note_status]}),
        )
        self.create = self._client.chat.completions.with_raw_response.create
        self.gate = Gate(endpoint.concurrent, endpoint.per_minute)
        self.users = 0

    async def close(self) -> None:
        """Gives every socket back."""
        await self._client.close()


def _http_client(**options: Any) -> Any:
    """The library's aiohttp client where it is installed, else its usual one."""
    from openai import DefaultAioHttpClient, DefaultAsyncHttpxClient

    try:
        return DefaultAioHttpClient(**options)
    except RuntimeError:
        return DefaultAsyncHttpxClient(**options)


async def _note_status(response: Any) -> None:
    heard = _STATUSES.get()
    if heard is not None:
        heard.append(response.status_code)


class Gate:
    """Lets ``concurrent`` calls in at once, and ``per_minute`` begin in any minute (0: as many as come)."""

    def __init__(self, concurrent: int, per_minute: int) -> None:
        self._places = asyncio.Semaphore(concurrent)
        self._per_minute = per_minute
        self._begun: deque[float] = deque()

    async def enter(self) -> None:
        """Waits until one more call may begin."""
        await self._places.acquire()
        try:
            while self._per_minute and (wait := self._wait()) > 0:
                await asyncio.sleep(wait)
        except BaseException:
            self._places.release()
            raise

    def leave(self) -> None:
        """Gives the place back."""
        self._places.release()

    def _wait(self) -> float:
        now = monotonic()
        while self._begun and self._begun[0] <= now - 60:
            self._begun.popleft()
        if len(self._begun) >= self._per_minute:
            return self._begun[0] + 60 - now
        self._begun.append(now)
        return 0.0


_OPEN: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, str], Connection]] = WeakKeyDictionary()


class Line:
    """One agent's way to its model. Holds a connection from the first call on; ``close`` gives it back."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._held: tuple[dict[tuple[str, str], Connection], tuple[str, str], Connection] | None = None

    @property
    def capability(self) -> Capability:
        """What is known of the endpoint."""
        return capability_of(self.place)

    def _connection(self) -> Connection:
        if self._held is None:
            endpoint = self.place.endpoint
            table = _OPEN.setdefault(asyncio.get_running_loop(), {})
            key = (endpoint.url, endpoint.key_env)
            connection = table.get(key) or Connection(endpoint, self._key())
            table[key] = connection
            connection.users += 1
            self._held = (table, key, connection)
        return self._held[2]

    def _key(self) -> str:
        try:
            return self.place.endpoint.key()
        except EndpointError as error:
            raise ServerFault(str(error)) from None

    async def close(self) -> None:
        """Gives the connection back; the last agent closes it."""
        if self._held is None:
            return
        table, key, connection = self._held
        self._held = None
        connection.users -= 1
        if connection.users == 0:
            table.pop(key, None)
            await connection.close()

    async def ask(self, question: Question, book: Book, seconds: float, call: Call) -> Completion:
        """The answer to ``question`` within ``seconds``; ``call`` is filled in whatever happens.

        Raises ``TimeoutError``, ``HarnessFault``, ``BudgetSpent``, or a ``Slip`` when there is no answer in what came.
        """
        began = perf_counter()
        call.seed, call.estimate = question.seed, estimate(question)
        try:
            raw = await self._raw(question, book, seconds, call)
            completion = call.completion = read_completion(raw)
            self._check_usage(call, book)
            return _answered(completion)
        except BaseException as error:
            call.error = str(error) or type(error).__name__
            raise
        finally:
            call.latency_ms = round((perf_counter() - began) * 1000, 3)

    async def _raw(self, question: Question, book: Book, seconds: float, call: Call) -> dict[str, Any]:
        if book.cache is None:
            return await self._paid(question, book, seconds, call)
        asked = {"url": self.place.endpoint.url, "model": self.place.model, **question.as_dict()}
        key = key_of(asked)
        kept = book.cache.get(key)
        if kept is not None:
            call.cache, call.mode = True, "cache"
            book.hit()
            if "timeout" in kept:
                raise TimeoutError("no answer came in time")
            return kept
        try:
            raw = await self._paid(question, book, seconds, call)
        except TimeoutError:
            book.cache.put(key, {"timeout": seconds})
            raise
        book.cache.put(key, raw)
        return raw

    async def _paid(self, question: Question, book: Book, seconds: float, call: Call) -> dict[str, Any]:
        price = self.place.price
        bound = price.cost(call.estimate, question.max_tokens)
        book.reserve(bound)
        usage: tuple[int | None, int | None] = (None, None)
        try:
            raw = await self._timed(question, seconds, call)
            usage = read_usage(raw)
            return raw
        finally:
            call.cost = price.cost(*usage)
            book.settle(bound, *usage, call.cost)

    async def _timed(self, question: Question, seconds: float, call: Call) -> dict[str, Any]:
        connection = self._connection()
        await self._enter(connection, seconds, call)
        try:
            return await self._watched(connection, question, seconds, call)
        finally:
            connection.gate.leave()

    async def _enter(self, connection: Connection, seconds: float, call: Call) -> None:
        """Waits for a place at the gate; that is our own crowd, and nobody's fault."""
        began = monotonic()
        try:
            async with asyncio.timeout(seconds):
                await connection.gate.enter()
        except TimeoutError:
            crowd = f"{self._name} had no place free for {seconds:.0f} seconds"
            raise ServerFault(f"{crowd}; run fewer matches at once, or raise its limits") from None
        finally:
            call.waited = monotonic() - began

    async def _watched(self, connection: Connection, question: Question, seconds: float, call: Call) -> dict[str, Any]:
        heard: list[int] = []
        token = _STATUSES.set(heard)
        try:
            async with asyncio.timeout(seconds):
                return await self._fitted(connection, question, seconds, call)
        except TimeoutError:
            if heard and (heard[-1] == 429 or heard[-1] >= 500):
                raise ServerFault(f"{self._name} kept answering with status {heard[-1]} until the time was up") from None
            raise TimeoutError("no answer came in time") from None
        finally:
            call.requests = len(heard)
            _STATUSES.reset(token)

    async def _fitted(self, connection: Connection, question: Question, seconds: float, call: Call) -> dict[str, Any]:
        import openai

        known = self.capability
        for _ in range(MAX_LESSONS):
            learnt, call.mode = len(known.learnt), known.mode if question.schema is not None else "prompt"
            try:
                raw = await connection.create(**_passed(known.body(self.place.model, question)), timeout=seconds + 5)
                return self._read_body(raw.http_response.content)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                message, parameter = self._clean(error), str(error.param or "")
            except openai.APIStatusError as error:
                raise ServerFault(f"{self._name} answered with status {error.status_code}: {self._clean(error)}") from None
            except openai.APIConnectionError as error:
                raise ServerFault(f"{self._name} cannot be reached: {self._cause(error)}") from None
            _check_refusal(message)
            if len(known.learnt) == learnt and not known.learn(message, parameter, question):
                break
        raise ServerFault(f"{self._name} refuses the request: {message}")

    @property
    def _name(self) -> str:
        return f"endpoint '{self.place.endpoint.id}' ({self.place.model})"

    def _read_body(self, content: bytes) -> dict[str, Any]:
        try:
            body = json.loads(content)
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            raise ServerFault(f"{self._name} answered with something that is no JSON object")
        return body

    def _clean(self, error: Any) -> str:
        body = error.body if isinstance(error.body, dict) else {}
        text = str(body.get("message") or error.message or "no reason given")
        return clean(text)

    def _cause(self, error: BaseException) -> str:
        """The library's own timeouts never come before ours: what it calls one here is a connection that failed."""
        cause = error.__cause__ or error
        return clean(f"{type(cause).__name__} {cause}")

    def _check_usage(self, call: Call, book: Book) -> None:
        done = call.completion
        if done is None or done.tokens_in is None:
            if not call.cache:
                call.warnings.append("usage_unknown")
        elif done.tokens_in < TRUNCATED_BELOW * call.estimate:
            call.warnings.append("prompt_truncated")
        if self.capability.dropped & {"temperature", "top_p"}:
            call.warnings.append("sampling_differs")
        for warning in call.warnings:
            book.warn(warning, self._name)


def _passed(body: dict[str, Any]) -> dict[str, Any]:
    """The same body for the library. Word by word, it walks over whatever is given by name, which takes longer than the
    rest of a call; what stands in ``extra_body`` goes out as it is, and before what was given by name."""
    return {"model": body["model"], "messages": [], "extra_body": body}


def estimate(question: Question) -> int:
    """A low estimate of the prompt's tokens."""
    return sum(len(message["content"]) for message in question.messages) // CHARACTERS_PER_TOKEN


def clean(text: str) -> str:
    """``text`` of a server or of the network: one short line, with everything that looks like a key left out."""
    return _KEYS.sub("***", " ".join(text.split()))[:300]


_TOO_LONG = ("context length", "context_length", "context size", "maximum context", "too long", "exceeds the available context")


def _check_refusal(message: str) -> None:
    plain = message.lower()
    if any(sign in plain for sign in _TOO_LONG):
        raise Slip("truncated", f"the prompt is longer than the model's context: {message}")
    if "content_filter" in plain or "content management policy" in plain:
        raise Slip("refused", f"the endpoint's content filter refused the prompt: {message}")


def _answered(completion: Completion) -> Completion:
    if completion.refusal and not completion.text.strip():
        raise Slip("refused", f"the model refused to answer: {clean(completion.refusal)}")
    if completion.finish == "content_filter":
        raise Slip("refused", "the endpoint's content filter stopped the answer")
    if not completion.text.strip():
        raise EmptyContent(completion.finish)
    return completion


# --- reading what came -----------------------------------------------------------------------------------------------


def read_completion(raw: dict[str, Any]) -> Completion:
    """The answer in a chat completion, however freely a server builds it. Raises ``Slip`` when it holds no choice at all."""
    choices = raw.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict):
        raise Slip("empty", "the server's answer holds no choices; answer with the JSON object")
    message = first.get("message")
    if not isinstance(message, dict):
        message = {"content": first.get("text")}
    text, thoughts = _parts(message.get("content"))
    given = (message.get("reasoning_content"), message.get("reasoning"))
    thoughts += next((part for part in given if isinstance(part, str)), "")
    finish = first.get("finish_reason")
    refusal = message.get("refusal")
    return Completion(
        text,
        thoughts,
        finish if isinstance(finish, str) else None,
        *read_usage(raw),
        refusal=refusal if isinstance(refusal, str) else "",
    )


def _parts(content: Any) -> tuple[str, str]:
    """(answer, thoughts) of a content that is a text or a list of blocks."""
    if isinstance(content, str):
        return content, ""
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    texts = [block["text"] for block in blocks if block.get("type") == "text" and isinstance(block.get("text"), str)]
    thoughts = [str(block.get("text") or block.get("thinking") or "") for block in blocks if block.get("type") != "text"]
    return "".join(texts), "".join(thoughts)


def read_usage(raw: dict[str, Any]) -> tuple[int | None, int | None]:
    """(prompt, completion) tokens; None for what is absent or no number."""
    usage = raw.get("usage")
    if not isinstance(usage, dict):
        return None, None
    return _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))


def _count(value: Any) -> int | None:
    try:
        number = None if isinstance(value, bool) else int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number is not None and number >= 0 else None
