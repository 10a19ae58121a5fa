"""Who has won (rules.md A.9), and the end of a match."""

from envs.engine.events import NOBODY
from envs.engine.telling import announce, count_seats
from envs.trusis.codes import (
    CASTAWAYS_WON,
    DAY,
    DRAW,
    HUMANS_WON,
    OPEN,
    OVER,
    TRUNCATED,
    TRUSIS_WON,
    VOID,
    EventCode,
    Reason,
)
from envs.trusis.options import (
    BOTH_HUMANS,
    BOTH_TRUSIS,
    BY_TEAM,
    COUNTED,
    OVERRIDE_WINS,
    PARITY,
    STRICT,
)
from envs.trusis.roles import RESTRAINS_PARITY, TEAM_OF
from envs.trusis.state import State

MATCH_ENDED = int(EventCode.MATCH_ENDED)
ROLE_REVEALED = int(EventCode.ROLE_REVEALED)
ALL_TRUSIS_DEAD = int(Reason.ALL_TRUSIS_DEAD)
TRUSIS_MAJORITY = int(Reason.TRUSIS_MAJORITY)
TRUSIS_ELIMINATION = int(Reason.TRUSIS_ELIMINATION)
BOTH_CONDITIONS = int(Reason.BOTH_CONDITIONS)
STALEMATE = int(Reason.STALEMATE)
MAX_DAYS = int(Reason.MAX_DAYS)
NOTHING_PENDING, BEGIN_PHASE, REVEAL_ROLES = range(3)


def humans_reached(g: State) -> bool:
    """All Trusis dead: the role, or with ``trusis_scope: team`` the whole team."""
    foes = g.everyone & ~g.humans & ~g.castaways if g.rules.trusis_scope == BY_TEAM else g.trusis
    return g.alive & foes == 0


def has_majority(g: State) -> bool:
    """More living Role.TRUSIS seats than others, allies counted among the others; castaways by edition."""
    ours = count_seats(g.alive & g.trusis)
    others = g.alive & ~g.trusis
    if g.rules.castaways_in_majority != COUNTED:
        others &= ~g.castaways
    theirs = count_seats(others)
    if g.rules.majority == STRICT:
        return ours > theirs
    if g.rules.majority == PARITY or not parity_is_restrained(g):
        return ours > 0 and ours >= theirs
    return ours > theirs


def parity_is_restrained(g: State) -> bool:
    """Whether a living Priest or Wise Woman holds equal numbers off (A.11, 1)."""
    for seat in range(g.n):
        if g.alive >> seat & 1 and RESTRAINS_PARITY[g.role[seat]]:
            return True
    return False


def eliminated_others(g: State) -> bool:
    """Every player of the other teams is dead."""
    return g.alive & (g.humans | g.castaways) == 0


def win_check(g: State) -> None:
    """Ends the match if a condition holds on the living (A.9, order of evaluation)."""
    humans = humans_reached(g)
    majority = has_majority(g)
    trusis = majority or eliminated_others(g)
    if not (humans or trusis) or revival_blocks(g):
        return
    reason = reason_of(humans, trusis, majority)
    if g.alive & g.castaways:
        finish(g, CASTAWAYS_WON if g.rules.castaway_override == OVERRIDE_WINS else VOID, reason)
    elif humans and trusis:
        finish(g, both_hold(g), reason)
    else:
        finish(g, HUMANS_WON if humans else TRUSIS_WON, reason)


def reason_of(humans: bool, trusis: bool, majority: bool) -> int:
    """Which condition was met."""
    if humans and trusis:
        return BOTH_CONDITIONS
    if humans:
        return ALL_TRUSIS_DEAD
    return TRUSIS_MAJORITY if majority else TRUSIS_ELIMINATION


def both_hold(g: State) -> int:
    """The ruleset's answer when both conditions hold at once (A.11, 24)."""
    if g.rules.simultaneous_win == BOTH_HUMANS:
        return HUMANS_WON
    return TRUSIS_WON if g.rules.simultaneous_win == BOTH_TRUSIS else DRAW


def revival_blocks(g: State) -> bool:
    """Whether a queued revival holds the win check back (A.11, 13)."""
    if not g.rules.pending_revival_blocks_win:
        return False
    for seat in range(g.n):
        if g.due[seat] != NOBODY and not g.alive >> g.due[seat] & 1:
            return True
    return False


def check_limits(g: State) -> None:
    """The last day without a result truncates; too many full cycles without a death are a draw (A.11, 25)."""
    if g.outcome != OPEN:
        return
    if g.phase == DAY:
        if g.day >= g.rules.max_days:
            finish(g, TRUNCATED, MAX_DAYS)
        return
    g.quiet_cycles = 0 if g.deaths_in_cycle else g.quiet_cycles + 1
    g.deaths_in_cycle = 0
    if g.quiet_cycles >= g.rules.stalemate_cycles:
        finish(g, DRAW, STALEMATE)


def finish(g: State, outcome: int, reason: int) -> None:
    """Closes the match; the roles are shown by the next ``advance``."""
    g.outcome = outcome
    g.reason = reason
    g.phase = OVER
    g.open = 0
    g.pending = REVEAL_ROLES
    announce(g, MATCH_ENDED, NOBODY, NOBODY, outcome + 16 * reason)


def reveal_roles(g: State) -> None:
    """After the end every role is public."""
    g.pending = NOTHING_PENDING
    for seat in range(g.n):
        g.shown[seat] = 4 + g.role[seat]
        announce(g, ROLE_REVEALED, NOBODY, seat, g.role[seat])


def has_won(g: State, seat: int) -> bool:
    """Teams win together, their dead included."""
    return g.outcome == 1 + TEAM_OF[g.role[seat]]


def is_decided(g: State) -> bool:
    """Whether some team has won and the others have lost."""
    return g.outcome in (HUMANS_WON, TRUSIS_WON, CASTAWAYS_WON)
