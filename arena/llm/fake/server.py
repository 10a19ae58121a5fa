"""The fake endpoint's HTTP: one asyncio protocol on loopback, no framework, so that it stands aside in measurements."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from arena.llm.fake.moods import Response, Temper

Responder = Callable[[Mapping[str, Any]], Response]
_REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}
MODELS = {"object": "list", "data": [{"id": "fake", "object": "model", "created": 0, "owned_by": "masque"}]}


class FakeEndpoint:
    """Answers ``POST .../chat/completions`` by ``respond`` and ``GET .../models``.

    ``requests`` keeps the bodies that came while ``keeps`` is set; ``delay`` in seconds goes before every answer;
    ``busiest`` is the most requests that were under way at once.
    """

    def __init__(self, respond: Responder | None = None, delay: float = 0.0, keeps: bool = True) -> None:
        self.temper = Temper()
        self.respond: Responder = respond or self.temper.respond
        self.delay = delay
        self.keeps = keeps
        self.requests: list[Mapping[str, Any]] = []
        self.authorizations: set[str] = set()
        self.count = 0
        self.under_way = 0
        self.busiest = 0
        self.port = 0
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """The address for specs."""
        return f"http://127.0.0.1:{self.port}/v1"

    async def start(self, port: int = 0) -> None:
        """Listens on loopback; port 0 takes any free one."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Wire(self), "127.0.0.1", port, backlog=2048)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stops listening and drops what is open."""
        if self._server is not None:
            self._server.close()
            close_clients = getattr(self._server, "close_clients", None)
            if close_clients is not None:
                close_clients()


class _Wire(asyncio.Protocol):
    """One connection."""

    def __init__(self, endpoint: FakeEndpoint) -> None:
        self._endpoint = endpoint
        self._buffer = b""
        self._transport: Any = None
        self._tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        for task in self._tasks:
            task.cancel()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while True:
            head_end = self._buffer.find(b"\r\n\r\n")
            if head_end < 0:
                return
            head = self._buffer[:head_end].decode("latin-1")
            length = _header(head, "content-length")
            end = head_end + 4 + int(length or 0)
            if len(self._buffer) < end:
                return
            body, self._buffer = self._buffer[head_end + 4 : end], self._buffer[end:]
            self._take(head, body)

    def _take(self, head: str, body: bytes) -> None:
        endpoint = self._endpoint
        method, path, _ = head.split(" ", 2)
        if method == "GET" and path.endswith("/models"):
            self._send(Response(MODELS))
        elif method != "POST" or not path.endswith("/chat/completions"):
            self._send(Response({"error": {"message": f"no such address: {path}"}}, 404))
        else:
            asked = json.loads(body)
            endpoint.count += 1
            if endpoint.keeps:
                endpoint.requests.append(asked)
                endpoint.authorizations.add(_header(head, "authorization"))
            response = endpoint.respond(asked)
            delay = response.delay or endpoint.delay
            if delay or response.hangs:
                task = asyncio.ensure_future(self._later(response, delay))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                self._send(response)

    async def _later(self, response: Response, delay: float) -> None:
        endpoint = self._endpoint
        endpoint.under_way += 1
        endpoint.busiest = max(endpoint.busiest, endpoint.under_way)
        try:
            if response.hangs:
                await asyncio.Event().wait()
            await asyncio.sleep(delay)
            self._send(response)
        finally:
            endpoint.under_way -= 1

    def _send(self, response: Response) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        body = response.body.encode() if isinstance(response.body, str) else json.dumps(response.body).encode()
        reason = _REASONS.get(response.status, "Status")
        lines = [f"HTTP/1.1 {response.status} {reason}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in response.headers.items()]
        head = "\r\n".join([*lines, "", ""]).encode("latin-1")
        if response.breaks:
            self._transport.write(head + body[: len(body) // 2])
            self._transport.close()
        else:
            self._transport.write(head + body)


def _header(head: str, name: str) -> str:
    at = head.lower().find(f"\r\n{name}:")
    if at < 0:
        return ""
    end = head.find("\r\n", at + 2)
    return head[at + len(name) + 3 : end if end >= 0 else None].strip()


@contextmanager
def running(endpoint: FakeEndpoint | None = None, port: int = 0) -> Iterator[FakeEndpoint]:
    """The endpoint in a thread of its own, for as long as the block lasts."""
    served = endpoint or FakeEndpoint()
    ready, stop = threading.Event(), threading.Event()
    thread = threading.Thread(target=asyncio.run, args=(_serve(served, port, ready, stop),), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield served
    finally:
        stop.set()
        thread.join(10)


async def _serve(served: FakeEndpoint, port: int, ready: threading.Event, stop: threading.Event) -> None:
    try:
        await served.start(port)
    finally:
        ready.set()
    while not stop.is_set():
        await asyncio.sleep(0.02)
    await served.stop()
