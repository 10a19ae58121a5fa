"""What every game's rules share: events into the buffer, channels, sets of seats as bits. Linked with the rules of each."""

from typing import Any

from envs.engine.events import NOBODY, PUBLIC

TO_THE_TEAM = 1
TO_A_SEAT = 2
"""Channels: 0 public, 1 a team's own where the ruleset has one, 2 + seat a whisper."""


def emit(g: Any, code: int, actor: int, target: int, value: int, audience: int) -> None:
    """Writes one event into the buffer, where anybody reads it."""
    if g.blind:
        return
    events = g.events
    at = events.count
    events.code[at] = code
    events.actor[at] = actor
    events.target[at] = target
    events.value[at] = value
    events.audience[at] = audience
    events.count = at + 1


def announce(g: Any, code: int, actor: int, target: int, value: int) -> None:
    """Emits a public event."""
    emit(g, code, actor, target, value, PUBLIC | g.everyone)


def tell_seat(g: Any, code: int, seat: int, target: int, value: int) -> None:
    """Emits an event of ``seat`` that only this seat sees."""
    emit(g, code, seat, target, value, 1 << seat)


def count_seats(bits: int) -> int:
    """How many seats a bit set holds."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def first_from(seats: int, seat: int) -> int:
    """The first of a set of seats from ``seat`` on, round the table; nobody of an empty set."""
    if seats == 0:
        return NOBODY
    if seats >> seat == 0:
        seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


def spread(mask: Any, start: int, bits: int) -> None:
    """Writes the bits of a set into consecutive places of the mask."""
    at = start
    while bits:
        mask[at] = bits & 1
        bits >>= 1
        at += 1
