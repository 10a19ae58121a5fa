"""Threads for batches: each takes one range of the games, and the caller takes the first itself."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


class Team:
    """``threads`` ranges over ``size`` games. With one thread no pool is made. A copy or a pickle makes its own pool."""

    def __init__(self, threads: int, size: int) -> None:
        count = min(threads, size)
        self.parts = [(size * at // count, size * (at + 1) // count) for at in range(count)]
        self._pool: ThreadPoolExecutor | None = None
        self._entries: dict[Any, Callable[..., Any]] = {}

    def run(self, loop: Callable[..., Any], *arguments: Any) -> list[Any]:
        """``loop(*arguments, start, stop)`` on every range at once, in the order of the ranges."""
        entry = self._entries.get(loop) or self._entry(loop, arguments)
        if len(self.parts) == 1:
            return [entry(*arguments, *self.parts[0])]
        pool = self._ready()
        waiting = [pool.submit(entry, *arguments, *part) for part in self.parts[1:]]
        first = entry(*arguments, *self.parts[0])
        return [first, *(one.result() for one in waiting)]

    def _entry(self, loop: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """The compiled loop for these kinds of arguments: numba would find them out again at every call, in 15 us."""
        import numba

        loop(*arguments, 0, 0)
        kinds = tuple(numba.typeof(argument) for argument in (*arguments, 0, 0))  # type: ignore[no-untyped-call]
        entry: Callable[..., Any] = loop.overloads[kinds].entry_point
        self._entries[loop] = entry
        return entry

    def _ready(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self.parts) - 1, thread_name_prefix="masque")
        return self._pool

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        return {"parts": self.parts, "_pool": None, "_entries": {}}
