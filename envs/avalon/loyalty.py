"""Loyalty checks: what a check shows, who learns it, and the announcement that may be a lie (rules.md B.5)."""

from envs.avalon.codes import (
    ANNOUNCE,
    ANNOUNCE_PHASE,
    EVIL,
    IS_EVIL,
    IS_ROLE,
    LABEL_LANCELOT,
    LABEL_ROLE,
    LABEL_WIZARD,
    EventCode,
)
from envs.avalon.options import TRUTHFUL
from envs.avalon.roles import LIES_TO_CHECKS, READS_KNIGHTS, READS_WIZARDS, SHOWN_TEAM, TEAM_OF, TRAITS_OF
from envs.avalon.state import State
from envs.avalon.turns import ask
from envs.engine.events import COMPANY
from envs.engine.telling import announce, emit, tell_seat

CHECKED = int(EventCode.CHECKED)
LOYALTY_LEARNED = int(EventCode.LOYALTY_LEARNED)
ANNOUNCED = int(EventCode.ANNOUNCED)
IDENTIFIED = int(EventCode.IDENTIFIED)
NOT_ANNOUNCED = -1


def shown_loyalty(g: State, target: int) -> int:
    """Good or evil as a check shows it; some roles make it lie."""
    return SHOWN_TEAM[g.role[target]]


def exact_loyalty(g: State, target: int) -> int:
    """Good, or the exact evil role; a good role that shows as evil shows the role drawn at the deal."""
    if shown_loyalty(g, target) != EVIL:
        return shown_loyalty(g, target)
    if TEAM_OF[g.role[target]] == EVIL:
        return IS_ROLE + g.role[target]
    return IS_ROLE + g.decoy if g.decoy >= 0 else IS_EVIL


def showable_roles(g: State) -> int:
    """Bit set of the evil roles in play that a check can show."""
    found = 0
    for seat in range(g.n):
        role = g.role[seat]
        if TEAM_OF[role] == EVIL and not TRAITS_OF[role] & LIES_TO_CHECKS:
            found |= 1 << role
    return found


def look(g: State, checker: int, target: int, result: int, exact: int) -> bool:
    """``checker`` learns ``result`` about ``target``, everybody that he did; then he has to announce something."""
    announce(g, CHECKED, checker, target, 0)
    emit(g, LOYALTY_LEARNED, checker, target, result, COMPANY | 1 << checker | 1 << target)
    g.checked[checker][target] = 1 + result
    entry = g.checks[g.check_count]
    entry[0] = checker
    entry[1] = target
    entry[2] = result
    entry[3] = NOT_ANNOUNCED
    g.check_count += 1
    identify(g, checker, target)
    return ask(g, ANNOUNCE_PHASE, checker, ANNOUNCE, announceable(g, result, exact), 0)


def announceable(g: State, result: int, exact: int) -> int:
    """What the checker may say: whatever a check of this kind (``exact``: 1 shows roles) can show."""
    if g.rules.announcements == TRUTHFUL:
        return 1 << result
    roles = showable_roles(g) if exact else 0
    return 1 | roles << IS_ROLE if roles else 3


def state_result(g: State, seat: int, value: int) -> None:
    """The public word of the checker about the check just made."""
    entry = g.checks[g.check_count - 1]
    entry[3] = value
    announce(g, ANNOUNCED, seat, entry[1], value)


def identify(g: State, checker: int, target: int) -> None:
    """Who knows two seats only as one of two learns both by checking one."""
    traits, label = TRAITS_OF[g.role[checker]], g.known[checker][target]
    if not ((traits & READS_WIZARDS and label == LABEL_WIZARD) or (traits & READS_KNIGHTS and label == LABEL_LANCELOT)):
        return
    for seat in range(g.n):
        if g.known[checker][seat] == label:
            g.known[checker][seat] = LABEL_ROLE + g.role[seat]
            tell_seat(g, IDENTIFIED, checker, seat, g.role[seat])
