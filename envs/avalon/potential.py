"""How well a team stands: the potential behind shaped rewards. Not a rule; nothing in play reads it."""

from envs.avalon.codes import EVIL, FAILURE, QUESTS, SUCCESS
from envs.avalon.roles import TEAM_OF
from envs.avalon.state import State

MISSION = 30


def potential(g: State, seat: int) -> int:
    """Hundredths: 30 for each mission seen to go the way of the seat's side of now, less 30 for each other one.

    A hidden mission counts for nobody, so that a shaped reward does not tell its result.
    """
    ahead = 0
    for quest in range(QUESTS):
        ahead += (g.results[quest] == SUCCESS) - (g.results[quest] == FAILURE)
    return MISSION * (-ahead if TEAM_OF[g.role[seat]] == EVIL else ahead)
