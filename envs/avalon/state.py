"""The whole state of one match of Avalon, as flat numbers (design: one record size for every table)."""

from typing import Annotated

from envs.avalon.codes import DECK, HELD_KINDS, PROPOSALS, QUESTS, SEATS
from envs.engine.record import Byte, Record, Short, Word

EVENT_ROOM = 48
"""Events that one ``act`` or ``advance`` may emit before the buffer is emptied; the laws of the tests prove it enough."""
INBOX = 2
"""Private speech acts that stay readable in a seat's observation."""
CHECKS = 8
"""Loyalty checks in one match at most: three by the Lady, one by lot, four by plot cards."""

Seats = Annotated[list[int], "i1", SEATS]
SeatPairs = Annotated[list[list[int]], "i1", SEATS, SEATS]
PerQuest = Annotated[list[int], "i1", QUESTS]
PerQuestSeats = Annotated[list[int], "i2", QUESTS]


class Rules(Record):
    """The ruleset in force, as the rules read it; words by their position in ``options``."""

    fifth_proposal: Byte
    assassin: Byte
    excalibur_self: Byte
    lovers_strict: Byte
    witch_hides_revealer: Byte
    lancelot_variant: Byte
    plot_deck: Byte
    lady: Byte
    announcements: Byte
    anonymous_voting: Byte
    hidden_history: Byte
    whispers: Byte
    evil_channel: Byte
    talk: Byte
    talk_rounds: Byte
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
    """``g``. No events are written while it is ``blind``. Bit sets of seats are words; seats in fields are 0-based, -1 is nobody.

    The question on the table: ``phase``, ``verb`` and the legal ``targets`` (a bit set of arguments), open to the seats in
    ``open``; of these only ``able`` may take it, all others and, with ``may_decline``, these too may decline.
    ``done`` are the steps already taken in this proposal (phases and marks). ``fails`` are the cards that read Fail now,
    ``played`` those that read Fail when played; ``excluded`` do not count.
    ``known[viewer][target]`` is a label of the start; ``checked[viewer][target]`` 0, or 1 + result of a loyalty check.
    ``readers[quest][viewer]`` are the participants of a past mission whose card ``viewer`` has read.
    ``shown[seat]`` is 0, or 1 + role as revealed to all. ``spoken`` are the last public words of a table of ``n``: for each
    speaker 1 + claim and 1 + promise, then for each speaker and target 1 + reported result and stance (1 vouched, 2 accused).
    """

    rules: Rules
    blind: Byte
    n: Byte
    expansions: Short
    # --- where the match stands
    quest: Byte
    proposal: Byte
    step: Byte
    leader: Byte
    outcome: Byte
    reason: Byte
    ending: Byte
    successes: Byte
    failures: Byte
    everyone: Word
    forfeited: Word
    # --- the question on the table
    phase: Byte
    verb: Byte
    targets: Word
    may_decline: Byte
    open: Word
    able: Word
    first: Byte
    round: Byte
    done: Word
    # --- the team
    party: Word
    picked: Word
    cancelled: Byte
    voted: Word
    approvals: Word
    fails: Word
    played: Word
    excluded: Word
    veiled: Byte
    last_votes: Short
    # --- expansions
    check_count: Byte
    token: Byte
    token_past: Word
    holder: Byte
    flipped: Byte
    witch_spent: Byte
    switched: Byte
    plot_next: Byte
    plot_dealt: Byte
    card: Byte
    giver: Byte
    exposed: Byte
    looked: Word
    # --- assassination
    shooters: Word
    namable: Word
    # --- talk
    passed: Word
    redirected: Word
    # --- what is past
    results: PerQuest
    fail_counts: PerQuest
    leaders: PerQuest
    parties: PerQuestSeats
    fail_cards: PerQuestSeats
    excluded_cards: PerQuestSeats
    played_cards: PerQuestSeats
    votes: Annotated[list[list[int]], "i2", QUESTS, PROPOSALS]
    readers: Annotated[list[list[int]], "i2", QUESTS, SEATS]
    # --- seats
    role: Seats
    used: Seats
    said: Seats
    channel: Seats
    shown: Seats
    known: SeatPairs
    checked: SeatPairs
    held: Annotated[list[list[int]], "i1", SEATS, HELD_KINDS]
    seen: Annotated[list[int], "i2", SEATS]
    checks: Annotated[list[list[int]], "i1", CHECKS, 4]
    # --- seldom looked at
    offered: Annotated[list[int], "i2", HELD_KINDS]
    choice: Annotated[list[int], "i2", SEATS]
    order: Seats
    checkers: Seats
    decoy: Byte
    loyalty_deck: PerQuest
    plot_deck: Annotated[list[int], "i1", DECK]
    plot_size: Byte
    # --- words
    spoken: Annotated[list[int], "i1", 2 * SEATS + 2 * SEATS * SEATS]
    inbox: Annotated[list[list[list[int]]], "i1", SEATS, INBOX, 3]
    # --- what happened
    events: Buffer
