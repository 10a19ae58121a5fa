"""The whole state of one match of Trusis, as flat numbers (design: one record size for every table)."""

from typing import Annotated

from envs.engine.record import Byte, Record, Short, Word
from envs.trusis.codes import SEATS

EVENT_ROOM = 60
"""Events that one ``act`` or ``advance`` may emit before the buffer is emptied; tests/laws/test_buffer.py proves it enough."""
INBOX = 2
"""Private speech acts that stay readable in a seat's observation."""

Seats = Annotated[list[int], "i1", SEATS]
SeatPairs = Annotated[list[list[int]], "i1", SEATS, SEATS]


class Rules(Record):
    """The ruleset in force, as the rules read it; words by their position in ``options``."""

    majority: Byte
    trusis_scope: Byte
    castaways_in_majority: Byte
    castaway_override: Byte
    priest_self: Byte
    wise_woman_self: Byte
    wise_woman_mode: Byte
    knight_timing: Byte
    knight_dies: Byte
    knight_uses: Byte
    day_vote_lock: Byte
    night_vote_lock: Byte
    gravekeeper_scope: Byte
    grave_digger_scope: Byte
    illusionist_single: Byte
    night_targets: Byte
    simultaneous_win: Byte
    stalemate_cycles: Short
    max_days: Short
    pending_revival_blocks_win: Byte
    dead_chat: Byte
    vote_visibility: Byte
    reveal_on_death: Byte
    trusis_channel: Byte
    timeout: Byte
    day_rounds: Byte
    night_rounds: Byte
    talk: Byte
    turn_actions: Byte
    max_messages: Byte


class Buffer(Record):
    """Events since the caller last emptied it, oldest first."""

    count: Short
    code: Annotated[list[int], "i1", EVENT_ROOM]
    actor: Annotated[list[int], "i1", EVENT_ROOM]
    target: Annotated[list[int], "i1", EVENT_ROOM]
    value: Annotated[list[int], "i4", EVENT_ROOM]
    audience: Annotated[list[int], "i4", EVENT_ROOM]


class State(Record):
    """``g``. No events are written while it is ``blind``. Words are bit sets of seats; seats in fields are 0-based, -1 is nobody.

    ``pending`` says what ``advance`` has to do next. ``steady`` are the seats alive before this phase's revivals.
    ``known[viewer][target]`` is 0, or 1 + result code; ``shown[seat]`` is 0, 1 + team or 4 + role, as revealed to all.
    ``word[speaker][target]`` is the last public report (1 + result code, 5 bits) and stance (1 accused, 2 defended; times 32).
    """

    rules: Rules
    blind: Byte
    n: Byte
    day: Short
    phase: Byte
    round: Byte
    first: Byte
    outcome: Byte
    reason: Byte
    pending: Byte
    quiet_cycles: Short
    deaths_in_cycle: Byte
    everyone: Word
    alive: Word
    steady: Word
    open: Word
    passed: Word
    redirected: Word
    spent: Word
    forfeited: Word
    trusis: Word
    keepers: Word
    diggers: Word
    humans: Word
    castaways: Word
    role: Seats
    used: Seats
    said: Seats
    channel: Seats
    vote: Seats
    last_vote: Seats
    hidden: Seats
    power: Seats
    extra: Seats
    due: Seats
    cause: Seats
    tally: Seats
    shown: Seats
    claim: Seats
    promise: Seats
    known: SeatPairs
    word: SeatPairs
    inbox: Annotated[list[list[list[int]]], "i1", SEATS, INBOX, 3]
    events: Buffer
