"""The numbers of the game, named once. Enums are for people and Python callers; the rules compare the plain ints below them,
because looking up and comparing an enum member costs the interpreted rules several times more.
"""

from enum import IntEnum, IntFlag

SEATS = 20
"""Size of every per-seat field; a match has 5 to 20 players."""
MIN_PLAYERS = 5


class Phase(IntEnum):
    """Where a match stands."""

    DAY = 0
    NIGHT = 1
    OVER = 2


class Team(IntEnum):
    """The three teams; not to be confused with the role of the same name (A.1)."""

    HUMANS = 0
    TRUSIS = 1
    CASTAWAYS = 2


class Outcome(IntEnum):
    """How a match stands. The first three are won by the team of the same name."""

    OPEN = 0
    HUMANS = 1
    TRUSIS = 2
    CASTAWAYS = 3
    DRAW = 4
    VOID = 5
    TRUNCATED = 6


class Reason(IntEnum):
    """Why a match ended."""

    NONE = 0
    ALL_TRUSIS_DEAD = 1
    TRUSIS_MAJORITY = 2
    TRUSIS_ELIMINATION = 3
    BOTH_CONDITIONS = 4
    STALEMATE = 5
    MAX_DAYS = 6


class Cause(IntFlag):
    """Causes of one death; several may hold (rules.md A.7)."""

    DAY_VOTE = 1
    SACRIFICE = 2
    TRUSIS = 4
    KAMIKAZE = 8


class Result(IntEnum):
    """Answers about a seat, as reports carry them; an exact role is ``ROLE + role``."""

    IS_TRUSIS = 0
    IS_CASTAWAY = 1
    NEITHER = 2
    NOT_TRUSIS = 3
    ROLE = 4


class Verb(IntEnum):
    """The kinds of action, in the order of the action table."""

    WAIT = 0
    END_TURN = 1
    PASS = 2
    UNVOTE = 3
    VOTE = 4
    HIDDEN_UNVOTE = 5
    HIDDEN_VOTE = 6
    DECLINE = 7
    POWER = 8
    TO_PUBLIC = 9
    TO_TEAM = 10
    TO = 11
    CLAIM = 12
    REPORT = 13
    ACCUSE = 14
    DEFEND = 15
    PROMISE = 16


class EventCode(IntEnum):
    """Everything that can happen. Who may see what stands in ``events.AUDIENCES``."""

    MATCH_BEGAN = 1
    ROLE_DEALT = 2
    INTRODUCED = 3
    PHASE_BEGAN = 4
    ROUND_BEGAN = 5
    VOTE_CAST = 6
    KILL_VOTE_CAST = 7
    HIDDEN_VOTE_CAST = 8
    POWER_CHOSEN = 9
    PASSED = 10
    CLAIMED = 11
    REPORTED = 12
    ACCUSED = 13
    DEFENDED = 14
    PROMISED = 15
    SAID = 16
    VOTE_REVEALED = 17
    HIDDEN_VOTE_COUNTED = 18
    DIED = 19
    CAUSE_RECORDED = 20
    ATTACK_CANCELLED = 21
    REVIVED = 22
    INSPECTED = 23
    ORACLE_LEARNED = 24
    GRAVE_KEPT = 25
    GRAVE_DUG = 26
    ROLE_REVEALED = 27
    FORFEITED = 28
    MATCH_ENDED = 29


DAY, NIGHT, OVER = (int(phase) for phase in Phase)
HUMANS, TRUSIS_TEAM, CASTAWAYS = (int(team) for team in Team)
OPEN, HUMANS_WON, TRUSIS_WON, CASTAWAYS_WON, DRAW, VOID, TRUNCATED = (int(outcome) for outcome in Outcome)
(WAIT, END_TURN, PASS, UNVOTE, VOTE, HIDDEN_UNVOTE, HIDDEN_VOTE, DECLINE, POWER, TO_PUBLIC, TO_TEAM, TO, CLAIM, REPORT, ACCUSE,
 DEFEND, PROMISE) = (int(verb) for verb in Verb)  # fmt: skip
BY_VOTE, BY_SACRIFICE, BY_TRUSIS, BY_KAMIKAZE = (int(cause) for cause in Cause)
IS_TRUSIS, IS_CASTAWAY, NEITHER, NOT_TRUSIS, IS_ROLE = (int(result) for result in Result)
