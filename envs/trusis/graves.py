"""Death and return: marking, burying, reviving, and the reports of those who read graves (rules.md A.6, A.7)."""

from envs.engine.events import LOG_ONLY, NOBODY
from envs.engine.telling import announce, emit
from envs.trusis.codes import (
    BY_SACRIFICE,
    BY_TRUSIS,
    BY_VOTE,
    IS_ROLE,
    IS_TRUSIS,
    NOT_TRUSIS,
    TRUSIS_TEAM,
    EventCode,
)
from envs.trusis.options import BY_TEAM, EXECUTED, REVEAL_NONE, REVEAL_ROLE, TRUSIS_VOTE
from envs.trusis.roles import TEAM_OF
from envs.trusis.state import State

DIED = int(EventCode.DIED)
CAUSE_RECORDED = int(EventCode.CAUSE_RECORDED)
REVIVED = int(EventCode.REVIVED)
GRAVE_KEPT = int(EventCode.GRAVE_KEPT)
GRAVE_DUG = int(EventCode.GRAVE_DUG)


def counts_as_trusis(g: State, seat: int) -> bool:
    """What Sweeper and Gravekeeper call a Trusis: the role, or the team by key (A.11, 2)."""
    if g.rules.trusis_scope == BY_TEAM:
        return TEAM_OF[g.role[seat]] == TRUSIS_TEAM
    return g.trusis >> seat & 1 == 1


def learn(g: State, viewer: int, target: int, result: int) -> None:
    """Keeps an answer readable for ``viewer``; an exact role is never overwritten by less."""
    if g.known[viewer][target] <= IS_ROLE:
        g.known[viewer][target] = 1 + result


def mark(g: State, seat: int, cause: int) -> None:
    """Adds a cause of death; the death itself waits for ``bury``."""
    g.cause[seat] |= cause


def sacrifice(g: State, knight: int) -> None:
    """A declared knight will die, and the one he gives his life for will return with the next phase."""
    mark(g, knight, BY_SACRIFICE)
    g.spent |= 1 << knight
    g.due[knight] = g.power[knight]


def bury(g: State) -> None:
    """All marked deaths at once; the public learns names, the log the causes and, as actor, whom a knight will bring back."""
    for seat in range(g.n):
        if g.cause[seat] and g.alive >> seat & 1:
            g.alive &= ~(1 << seat)
            g.deaths_in_cycle = 1
            announce(g, DIED, NOBODY, seat, obituary(g, seat))
            emit(g, CAUSE_RECORDED, g.due[seat], seat, g.cause[seat], LOG_ONLY)


def obituary(g: State, seat: int) -> int:
    """What a death reveals to all: 0 nothing, 1 + team, or 4 + role."""
    if g.rules.reveal_on_death == REVEAL_NONE:
        return 0
    role = g.role[seat]
    g.shown[seat] = 4 + role if g.rules.reveal_on_death == REVEAL_ROLE else 1 + TEAM_OF[role]
    return g.shown[seat]


def revive_due(g: State) -> None:
    """Brings back those whose revival is due; one already alive is left alone."""
    g.steady = g.alive
    for knight in range(g.n):
        target = g.due[knight]
        g.due[knight] = NOBODY
        if target != NOBODY and not g.alive >> target & 1:
            g.alive |= 1 << target
            announce(g, REVIVED, NOBODY, target, 0)


def report_day_deaths(g: State) -> None:
    """Gravekeepers who lived through the day learn of each death whether it was a Trusis (A.11, 16)."""
    audience = g.keepers & g.steady
    for seat in range(g.n):
        cause = g.cause[seat]
        if cause and audience and (g.rules.gravekeeper_scope != EXECUTED or cause & BY_VOTE):
            result = IS_TRUSIS if counts_as_trusis(g, seat) else NOT_TRUSIS
            report(g, GRAVE_KEPT, audience, seat, result)


def report_night_deaths(g: State) -> None:
    """Grave Diggers who lived through the night learn the exact role of the Trusis' victim (A.11, 17)."""
    audience = g.diggers & g.steady
    for seat in range(g.n):
        cause = g.cause[seat]
        if cause and audience and (g.rules.grave_digger_scope != TRUSIS_VOTE or cause & BY_TRUSIS):
            report(g, GRAVE_DUG, audience, seat, IS_ROLE + g.role[seat])


def report(g: State, code: int, audience: int, target: int, result: int) -> None:
    """One private report to all of ``audience``, who do not learn of each other."""
    emit(g, code, NOBODY, target, result, audience)
    for viewer in range(g.n):
        if audience >> viewer & 1:
            learn(g, viewer, target, result)


def most_voted(g: State) -> int:
    """The seat with the unique maximum of ``tally`` above zero, else nobody: a tie kills no one."""
    best, top = NOBODY, 0
    for seat in range(g.n):
        if g.tally[seat] > top:
            best, top = seat, g.tally[seat]
        elif g.tally[seat] == top:
            best = NOBODY
    return best


def drop_unpassed(g: State) -> None:
    """Choices of seats that never passed are dropped where the ruleset says so (A.11, 29)."""
    for seat in range(g.n):
        if not g.passed >> seat & 1:
            g.vote[seat] = g.hidden[seat] = g.power[seat] = NOBODY
