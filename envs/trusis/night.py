"""The night: everything reads the state at dusk, so a dying actor still acts (rules.md A.5, A.6)."""

from envs.engine.events import LOG_ONLY, NOBODY
from envs.engine.telling import emit, tell_seat
from envs.trusis.codes import (
    BY_KAMIKAZE,
    BY_TRUSIS,
    CASTAWAYS,
    IS_CASTAWAY,
    IS_ROLE,
    IS_TRUSIS,
    NEITHER,
    EventCode,
)
from envs.trusis.graves import bury, counts_as_trusis, drop_unpassed, learn, mark, most_voted, sacrifice
from envs.trusis.options import DROP
from envs.trusis.roles import ADD_VOTE, BLAST, DIVINE, NIGHT_POWER, REVIVE, SHIELD, SWEEP, TEAM_OF
from envs.trusis.state import State

INSPECTED = int(EventCode.INSPECTED)
ORACLE_LEARNED = int(EventCode.ORACLE_LEARNED)
ATTACK_CANCELLED = int(EventCode.ATTACK_CANCELLED)


def end_night(g: State) -> None:
    """A.6, end of night: investigate, shield, attack, blast, sacrifice, place extra votes, bury."""
    if g.rules.timeout == DROP:
        drop_unpassed(g)
    attack(g, shielded(g) & ~blasted(g))
    for seat in range(g.n):
        target = g.power[seat]
        power = NIGHT_POWER[g.role[seat]] if g.alive >> seat & 1 and target != NOBODY else 0
        if power == BLAST:
            blast(g, seat, target)
        elif power == REVIVE:
            sacrifice(g, seat)
        elif power == SWEEP or power == DIVINE:
            investigate(g, seat, target, power)
        g.extra[seat] = target if power == ADD_VOTE else NOBODY
    bury(g)


def attack(g: State, safe: int) -> None:
    """The Trusis vote: a unique maximum dies unless it is safe; a tie or no vote kills nobody."""
    for seat in range(g.n):
        g.tally[seat] = 0
    for seat in range(g.n):
        if g.alive >> seat & 1 and g.vote[seat] != NOBODY:
            g.tally[g.vote[seat]] += 1
    victim = most_voted(g)
    if victim == NOBODY:
        return
    if safe >> victim & 1:
        emit(g, ATTACK_CANCELLED, NOBODY, victim, 0, LOG_ONLY)
    else:
        mark(g, victim, BY_TRUSIS)


def shielded(g: State) -> int:
    """Seats that a living Priest protects tonight."""
    return targets_of(g, SHIELD)


def blasted(g: State) -> int:
    """Seats that a living Kamikaze takes along: no shield holds on them, not even against the vote."""
    return targets_of(g, BLAST)


def targets_of(g: State, power: int) -> int:
    """All targets chosen tonight with one power, as a bit set."""
    targets = 0
    for seat in range(g.n):
        if g.alive >> seat & 1 and g.power[seat] != NOBODY and NIGHT_POWER[g.role[seat]] == power:
            targets |= 1 << g.power[seat]
    return targets


def blast(g: State, kamikaze: int, target: int) -> None:
    """Both die; a shield does not help."""
    g.spent |= 1 << kamikaze
    mark(g, kamikaze, BY_KAMIKAZE)
    mark(g, target, BY_KAMIKAZE)


def investigate(g: State, seat: int, target: int, power: int) -> None:
    """The Sweeper's three-way answer, or the Oracle's exact role."""
    result = IS_ROLE + g.role[target] if power == DIVINE else sweep(g, target)
    learn(g, seat, target, result)
    tell_seat(g, ORACLE_LEARNED if power == DIVINE else INSPECTED, seat, target, result)


def sweep(g: State, target: int) -> int:
    """Trusis, Castaway or neither (A.3)."""
    if counts_as_trusis(g, target):
        return IS_TRUSIS
    return IS_CASTAWAY if TEAM_OF[g.role[target]] == CASTAWAYS else NEITHER
