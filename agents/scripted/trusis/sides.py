"""The four kinds of card that a guess tells apart, and which of them an answer leaves possible."""

from collections.abc import Iterable

from envs.trusis.codes import IS_CASTAWAY, IS_ROLE, IS_TRUSIS, NEITHER, Team
from envs.trusis.roles import ROLES, Power, Report, Role

TOWN, KILLER, ALLY, ADRIFT = range(4)
"""Human team; Role.TRUSIS; the rest of the Trusis team; castaways."""
SIDES = 4
ANY_SIDE = (1 << SIDES) - 1
SIDES_OF_TEAM = (1 << TOWN, 1 << KILLER | 1 << ALLY, 1 << ADRIFT)
"""Bit set of the sides of each team, by team."""


def _side_of(role: Role) -> int:
    if role.night == Power.KILL_VOTE:
        return KILLER
    return {Team.HUMANS: TOWN, Team.TRUSIS: ALLY, Team.CASTAWAYS: ADRIFT}[role.team]


def _investigates(role: Role) -> bool:
    return role.team == Team.HUMANS and (role.night == Power.SWEEP or role.report != Report.NONE)


SIDE_OF = tuple(_side_of(role) for role in ROLES)
"""Side of each role."""
INVESTIGATORS = frozenset(index for index, role in enumerate(ROLES) if _investigates(role))
"""Roles of the Human team that learn about others."""
SPECIALS = frozenset(
    index for index, role in enumerate(ROLES) if role.team == Team.HUMANS and (role.night or role.day or role.report)
)
"""Roles of the Human team that can do anything besides voting."""


def count_sides(roles: Iterable[int]) -> list[int]:
    """How many of the cards belong to each side."""
    counts = [0] * SIDES
    for role in roles:
        counts[SIDE_OF[role]] += 1
    return counts


def sides_left(result: int, by_team: bool) -> int:
    """Bit set of the sides that an answer leaves possible; ``by_team`` when answers call the whole team Trusis."""
    if result >= IS_ROLE:
        return 1 << SIDE_OF[result - IS_ROLE]
    trusis = SIDES_OF_TEAM[Team.TRUSIS] if by_team else 1 << KILLER
    if result == IS_TRUSIS:
        return trusis
    if result == IS_CASTAWAY:
        return 1 << ADRIFT
    return ANY_SIDE & ~trusis & ~(1 << ADRIFT) if result == NEITHER else ANY_SIDE & ~trusis
