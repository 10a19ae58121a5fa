"""How well a team stands: the potential behind shaped rewards. Not a rule; nothing in play reads it."""

from envs.engine.telling import count_seats
from envs.trusis.codes import HUMANS, TRUSIS_TEAM
from envs.trusis.roles import TEAM_OF
from envs.trusis.state import State


def potential(g: State, seat: int) -> int:
    """Hundredths. Humans: share of the Role.TRUSIS seats dead; Trusis: share of the others dead; castaways: share living."""
    team = TEAM_OF[g.role[seat]]
    if team == HUMANS:
        return 100 * count_seats(g.trusis & ~g.alive) // count_seats(g.trusis)
    if team == TRUSIS_TEAM:
        others = g.everyone & ~g.trusis
        return 100 * count_seats(others & ~g.alive) // count_seats(others)
    return 100 * count_seats(g.castaways & g.alive) // count_seats(g.castaways)
