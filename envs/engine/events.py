"""Events: what happened, and who may know. ``visible_to`` is the only gate between a match and a seat."""

from collections.abc import Iterable
from typing import NamedTuple

PUBLIC = 1 << 30
"""Audience bit: everybody, spectators included."""
COMPANY = 1 << 29
"""Audience bit: those addressed may know who else is addressed (a whisper, a team's channel)."""
OPEN = PUBLIC | COMPANY
"""Audience bits of which a seat that sees the event may know the whole audience."""
SEATS_MASK = (1 << 24) - 1
LOG_ONLY = 0
"""Audience of what only the log may know."""
NOBODY = -1
"""Stands for a seat where there is none."""
SPECTATOR = -1
"""Viewer that sees public events only."""
GOD = -2
"""Viewer that sees every event, the log's own included."""


class Event(NamedTuple):
    """One fact. ``code`` is the game's event code; ``actor`` and ``target`` are seats or ``NOBODY``.

    ``value`` is an int32 (a role, a result, a bit set of seats). ``audience`` is a bit set of seats fixed when the event
    was emitted, with the marks ``PUBLIC`` and ``COMPANY``; 0 is for the log alone. ``text`` is free speech, else "".
    """

    code: int
    actor: int
    target: int
    value: int
    audience: int
    text: str = ""


def may_see(viewer: int, audience: int) -> bool:
    """Whether ``viewer`` (a seat, ``SPECTATOR`` or ``GOD``) belongs to ``audience``."""
    if viewer >= 0:
        return bool(audience >> viewer & 1)
    return viewer == GOD or bool(audience & PUBLIC)


def seen(viewer: int, event: Event) -> Event:
    """The event as ``viewer`` has it: of a private audience that does not know its members, only the viewer is left."""
    if viewer == GOD or event.audience & OPEN:
        return event
    return event._replace(audience=1 << viewer)


def visible_to(viewer: int, events: Iterable[Event]) -> list[Event]:
    """The events that ``viewer`` may know, in order. Everything shown to a seat is a fold over this list."""
    if viewer < 0:
        return [event for event in events if may_see(viewer, event.audience)]
    bit = 1 << viewer
    return [event if event.audience & OPEN else seen(viewer, event) for event in events if event.audience & bit]


def seats_in(bits: int) -> list[int]:
    """The seats of a bit set, ascending; marks are ignored."""
    return [seat for seat in range(24) if bits >> seat & 1]
