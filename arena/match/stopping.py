"""Ctrl-C that always works."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt at once: asyncio's own handler would let a match that never waits swallow it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
