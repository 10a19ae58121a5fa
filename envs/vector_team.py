"""Threads for batches: each takes one range of the games, and the caller takes the first itself."""

from collections.abc import Callable
from os import getpid
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from envs.engine.link import entry_of


class Task(NamedTuple):
    """One range of one call: ``entry(*arguments)``, and where what it gives goes, as (``at``, result, error)."""

    entry: Callable[..., Any]
    arguments: tuple[Any, ...]
    at: int
    outbox: "SimpleQueue[tuple[int, Any, BaseException | None]]"


Inbox = SimpleQueue[Task | None]


class Team:
    """``threads`` ranges over ``size`` games. With one thread none is started. A copy, a pickle or a forked process starts its
    own, and so does the first ``run`` after ``close``."""

    def __init__(self, threads: int, size: int) -> None:
        count = min(threads, size)
        self.parts = [(size * at // count, size * (at + 1) // count) for at in range(count)]
        self._inboxes: list[Inbox] = []
        self._process = 0
        self._entries: dict[Any, Callable[..., Any]] = {}

    def run(self, loop: Callable[..., Any], *arguments: Any) -> list[Any]:
        """``loop(*arguments, start, stop)`` on every range at once, in the order of the ranges."""
        entry = self._entries.get(loop) or self._entry(loop, arguments)
        if len(self.parts) == 1:
            return [entry(*arguments, *self.parts[0])]
        if self._process != getpid():
            self._start()
        # an executor's futures would cost as much as a small batch; an outbox for each call keeps a late answer out of the next
        outbox: SimpleQueue[tuple[int, Any, BaseException | None]] = SimpleQueue()
        for at, inbox in enumerate(self._inboxes, 1):
            inbox.put(Task(entry, (*arguments, *self.parts[at]), at, outbox))
        results = [entry(*arguments, *self.parts[0])] * len(self.parts)
        for _ in self._inboxes:
            at, results[at], error = outbox.get()
            if error is not None:
                raise error
        return results

    def _entry(self, loop: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        entry = self._entries[loop] = entry_of(loop, *arguments, 0, 0)
        return entry

    def _start(self) -> None:
        self._inboxes, self._process = [], getpid()
        for at in range(1, len(self.parts)):
            inbox: Inbox = SimpleQueue()
            Thread(target=work, args=(inbox,), name=f"masque-{at}", daemon=True).start()
            self._inboxes.append(inbox)

    def close(self) -> None:
        """Ends the threads."""
        if self._process == getpid():
            for inbox in self._inboxes:
                inbox.put(None)
        self._inboxes, self._process = [], 0

    def __del__(self) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"parts": self.parts, "_inboxes": [], "_process": 0, "_entries": {}}


def work(inbox: Inbox) -> None:
    """What a thread does until it is told to end; it holds no batch in between."""
    while (task := inbox.get()) is not None:
        try:
            task.outbox.put((task.at, task.entry(*task.arguments), None))
        except BaseException as error:
            task.outbox.put((task.at, None, error))
        del task
