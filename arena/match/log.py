"""The log of one match: JSON lines, the same bytes for the same seeds and replies. No clock, no host, no cost.

Line by line: ``header``; then what was done (``do`` or ``say``, with ``seat``), each followed by the events it brought about
(``event``, ``actor``, ``target``, ``value``, ``audience``, ``text``; what is missing is -1, 0 or empty); the referee's own
entries among them (``reply_refused``, ``fallback_taken``, ``conduct_breached``, ``probed``); last ``result``.
``audience`` is ``"public"``, ``"log"`` or the seats that saw it; ``company`` marks those who know who else was addressed.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any

from envs.engine.events import COMPANY, PUBLIC, Event, seats_in

SCHEMA_VERSION = 1
REFEREE_ENTRIES = ("reply_refused", "fallback_taken", "conduct_breached", "probed")

Entry = dict[str, Any]
Listener = Callable[[Entry | Event], None]


def plain(value: Any) -> Any:
    """The Python number or list behind a numpy value. Raises TypeError for anything else that JSON does not know."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a log holds numbers, texts, lists and mappings, not {type(value).__name__}")


encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, default=plain).encode
"""One line of a log. Raises ValueError for NaN and infinities; everything outside ASCII is escaped."""


def audience_of(bits: int, seats: int) -> str | list[int]:
    """An audience as logs write it, at a table of ``seats``."""
    if bits & PUBLIC:
        return "public"
    return seats_in(bits) or "log"


def audience_bits(audience: str | list[int], company: bool, seats: int) -> int:
    """The inverse of ``audience_of``."""
    if audience == "public":
        return PUBLIC | ((1 << seats) - 1)
    bits = 0 if isinstance(audience, str) else sum(1 << seat for seat in audience)
    return bits | (COMPANY if company else 0)


def event_entry(codes: type[IntEnum], seats: int, event: Event) -> Entry:
    """One event of a game as a log entry."""
    entry: Entry = {"event": codes(event.code).name.lower(), "audience": audience_of(event.audience, seats)}
    for key, value, missing in (("actor", event.actor, -1), ("target", event.target, -1), ("value", event.value, 0)):
        if value != missing:
            entry[key] = int(value)
    if event.text:
        entry["text"] = event.text
    if event.audience & COMPANY:
        entry["company"] = True
    return entry


@lru_cache(maxsize=1 << 16)
def _silent_line(codes: type[IntEnum], seats: int, event: Event) -> str:
    return encode(event_entry(codes, seats, event))


def event_line(codes: type[IntEnum], seats: int, event: Event) -> str:
    """The line of one event; those without words are written once and remembered."""
    if event.text:
        return encode(event_entry(codes, seats, event))
    return _silent_line(codes, seats, event)


def entry_event(codes: type[IntEnum], seats: int, entry: Mapping[str, Any]) -> Event:
    """The event of a log entry. Raises KeyError for a name the game does not have."""
    return Event(
        int(codes[entry["event"].upper()]),
        entry.get("actor", -1),
        entry.get("target", -1),
        entry.get("value", 0),
        audience_bits(entry["audience"], entry.get("company", False), seats),
        entry.get("text", ""),
    )


class LogWriter:
    """Collects the lines of one match. ``listener`` hears every event and entry as it is written, for live display."""

    def __init__(self, codes: type[IntEnum], seats: int, listener: Listener | None = None) -> None:
        self.lines: list[str] = []
        self._codes = codes
        self._seats = seats
        self._listener = listener

    def write(self, entry: Entry) -> None:
        """Any entry that is not an event of the game."""
        self.lines.append(encode(entry))
        if self._listener is not None:
            self._listener(entry)

    def extend(self, lines: Iterable[str], events: Iterable[Event]) -> None:
        """What one accepted turn brought about, already written, with the events among it."""
        self.lines.extend(lines)
        if self._listener is not None:
            for event in events:
                self._listener(event)

    def happened(self, events: Iterable[Event]) -> None:
        """Events that no action of a seat stands before."""
        events = list(events)
        self.extend((event_line(self._codes, self._seats, event) for event in events), events)

    def referee(self, name: str, seat: int, **fields: Any) -> None:
        """One of ``REFEREE_ENTRIES``; nobody at the table ever sees it."""
        self.write({"event": name, "seat": seat, "audience": "log", **fields})

    def text(self) -> str:
        """The whole log."""
        return "\n".join(self.lines) + "\n"
