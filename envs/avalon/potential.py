"""How well a team stands: the potential behind shaped rewards. Not a rule; nothing in play reads it."""

from envs.avalon.codes import Team
from envs.avalon.roles import TEAM_OF
from envs.avalon.state import State

GOOD = int(Team.GOOD)


def potential(g: State, seat: int) -> int:
    """Hundredths: the lead in missions, from the side that the seat is on now; three missions are the whole way."""
    lead = 100 * (g.successes - g.failures) // 3
    return lead if TEAM_OF[g.role[seat]] == GOOD else -lead
