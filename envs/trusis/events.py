"""Who may see which event: one row per event code, as data. No event is emitted here; the rules emit, this table is the contract.

``tests/laws/test_trusis_audiences.py`` compares the audience of every event of random matches with this table.
"""

from dataclasses import dataclass
from enum import Enum

from envs.trusis.codes import EventCode


class Audience(Enum):
    """Kinds of audience, in words."""

    PUBLIC = "everybody, spectators included"
    OWN = "the acting seat alone"
    TOLD = "the seats whose role knows the named group, who do not learn of each other"
    BALLOT = "everybody, or the voter alone while votes show at the end"
    TRUSIS_ALIVE = "the living Role.TRUSIS seats"
    BY_PHASE = "everybody by day, the acting seat alone by night"
    CHANNEL = "everybody, or the speaker and one other seat, or the Role.TRUSIS seats, as channel and dead_chat say"
    KEEPERS = "the Gravekeepers who lived through the day just ended, who do not learn of each other"
    DIGGERS = "the Grave Diggers who lived through the night just ended, who do not learn of each other"
    LOG = "the log alone"


@dataclass(frozen=True, slots=True)
class Row:
    """Audience of one event code, and the section of rules.md (or design.md) that says so."""

    audience: Audience
    source: str


AUDIENCES: dict[EventCode, Row] = {
    EventCode.MATCH_BEGAN: Row(Audience.PUBLIC, "A.1"),
    EventCode.ROLE_DEALT: Row(Audience.OWN, "A.1: every player secretly gets one character"),
    EventCode.INTRODUCED: Row(Audience.TOLD, "A.3: knows at start"),
    EventCode.PHASE_BEGAN: Row(Audience.PUBLIC, "A.1"),
    EventCode.ROUND_BEGAN: Row(Audience.PUBLIC, "design 4: rounds"),
    EventCode.VOTE_CAST: Row(Audience.BALLOT, "A.4 3, A.11 22"),
    EventCode.KILL_VOTE_CAST: Row(Audience.TRUSIS_ALIVE, "A.5 2"),
    EventCode.HIDDEN_VOTE_CAST: Row(Audience.OWN, "A.4 4, A.11 22"),
    EventCode.POWER_CHOSEN: Row(Audience.OWN, "A.5 3, A.11 10"),
    EventCode.PASSED: Row(Audience.BY_PHASE, "A.5 4, design 4: sealed phases"),
    EventCode.CLAIMED: Row(Audience.CHANNEL, "A.8"),
    EventCode.REPORTED: Row(Audience.CHANNEL, "A.8"),
    EventCode.ACCUSED: Row(Audience.CHANNEL, "A.8"),
    EventCode.DEFENDED: Row(Audience.CHANNEL, "A.8"),
    EventCode.PROMISED: Row(Audience.CHANNEL, "A.8"),
    EventCode.SAID: Row(Audience.CHANNEL, "A.8"),
    EventCode.VOTE_REVEALED: Row(Audience.PUBLIC, "A.11 22"),
    EventCode.HIDDEN_VOTE_COUNTED: Row(Audience.LOG, "A.11 22"),
    EventCode.DIED: Row(Audience.PUBLIC, "A.6: names only"),
    EventCode.CAUSE_RECORDED: Row(Audience.LOG, "A.11 23"),
    EventCode.ATTACK_CANCELLED: Row(Audience.LOG, "A.3 priest: never told whether it mattered"),
    EventCode.REVIVED: Row(Audience.PUBLIC, "A.4 1, A.5 1"),
    EventCode.INSPECTED: Row(Audience.OWN, "A.3 sweeper"),
    EventCode.ORACLE_LEARNED: Row(Audience.OWN, "A.3 oracle"),
    EventCode.GRAVE_KEPT: Row(Audience.KEEPERS, "A.3 gravekeeper, A.7"),
    EventCode.GRAVE_DUG: Row(Audience.DIGGERS, "A.3 grave_digger, A.7"),
    EventCode.ROLE_REVEALED: Row(Audience.PUBLIC, "A.11 22: after the end"),
    EventCode.FORFEITED: Row(Audience.PUBLIC, "design 4: conduct"),
    EventCode.MATCH_ENDED: Row(Audience.PUBLIC, "A.9"),
}
"""Event code -> who may see it. Every code has a row."""
