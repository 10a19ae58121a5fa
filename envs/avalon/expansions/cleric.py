"""The Cleric learns the loyalty of the first mission's leader (rules.md B.10)."""

from envs.avalon.codes import CLERIC_MARK, EventCode
from envs.avalon.loyalty import shown_loyalty
from envs.avalon.roles import IS_CLERIC, TRAITS_OF
from envs.avalon.state import State
from envs.avalon.turns import first_time
from envs.engine.telling import tell_seat

CLERIC_LEARNED = int(EventCode.CLERIC_LEARNED)


def report(g: State) -> None:
    """At the end of mission 1, unless he led it himself."""
    if g.quest != 0 or not first_time(g, CLERIC_MARK):
        return
    for seat in range(g.n):
        if TRAITS_OF[g.role[seat]] & IS_CLERIC and seat != g.leader:
            g.checked[seat][g.leader] = 1 + shown_loyalty(g, g.leader)
            tell_seat(g, CLERIC_LEARNED, seat, g.leader, shown_loyalty(g, g.leader))
