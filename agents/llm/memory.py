"""What a seat remembers of a match as lines of text, and how much of it a prompt shows.

Always shown: lines from before the first phase, what the seat alone was told, and the last public lines.
"""

from dataclasses import dataclass
from typing import Literal

Policy = Literal["full", "window", "summary"]
LAST_PUBLIC = 12
"""Public lines at the end that no policy leaves out."""
SUMMARY_AFTER = 40
"""Lines since the last summary from which on the model is asked for a new one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. ``pinned`` lines stand in every prompt; ``public`` ones are known to everybody."""

    text: str
    pinned: bool = False
    public: bool = False


@dataclass(frozen=True, slots=True)
class Recall:
    """What a prompt shows: ``parts`` are lines and, as numbers, how many were left out between them."""

    parts: tuple[str | int, ...]

    def text(self, gap: str) -> str:
        """The lines, with ``gap`` (which holds ``{count}``) where some are missing."""
        return "\n".join(part if isinstance(part, str) else gap.replace("{count}", str(part)) for part in self.parts)


class Memory:
    """``policy`` as the spec gives it: ``full``, ``window`` of ``size`` lines, or ``summary``."""

    def __init__(self, policy: Policy = "full", size: int = 0) -> None:
        self.policy = policy
        self.size = size
        self.entries: list[Entry] = []
        self.summary = ""
        self._summed = 0
        self._full: list[str] = []
        self._characters = 0

    def add(self, entry: Entry) -> None:
        """One more line."""
        self.entries.append(entry)
        self._characters += len(entry.text) + 1

    def wants_summary(self) -> bool:
        """Whether the model should now write a summary."""
        return self.policy == "summary" and len(self.entries) - self._summed >= SUMMARY_AFTER

    def sum_up(self, text: str, known: int) -> None:
        """Keeps the model's own summary of the first ``known`` lines."""
        if text.strip():
            self.summary, self._summed = text.strip(), known

    def recall(self, room: int | None = None) -> Recall:
        """What to show, in at most ``room`` characters where that can be done."""
        count = len(self.entries)
        if self.policy == "window":
            count = min(count, self.size)
        elif self.policy == "summary" and self.summary:
            count = len(self.entries) - self._summed
        if room is None or self._characters <= room:
            return self._last(count)
        while count > 0 and self._length(count) > room:
            count = count * 3 // 4
        return self._last(count)

    def _length(self, count: int) -> int:
        return sum(len(part) + 1 for part in self._last(count).parts if isinstance(part, str))

    def _last(self, count: int) -> Recall:
        if count >= len(self.entries):
            return Recall((self._joined(),) if self.entries else ())
        begin = len(self.entries) - count
        public = [at for at, entry in enumerate(self.entries) if entry.public][-LAST_PUBLIC:]
        shown = {*range(begin, len(self.entries)), *public}
        parts: list[str | int] = []
        for at, entry in enumerate(self.entries):
            if at in shown or entry.pinned:
                parts.append(entry.text)
            elif parts and isinstance(parts[-1], int):
                parts[-1] += 1
            else:
                parts.append(1)
        return Recall(tuple(parts))

    def _joined(self) -> str:
        fresh = [entry.text for entry in self.entries[len(self._full) :]]
        if fresh:
            self._full.extend(fresh)
        return "\n".join(self._full)
