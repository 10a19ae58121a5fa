"""From a plan to a finished match: builds the agents, plays, and gives log and trace."""

import asyncio

from agents.roster import build
from arena.match.conduct import conduct_of
from arena.match.log import Listener
from arena.match.plan import MatchPlan
from arena.match.referee import Played, Referee


def play_plan(plan: MatchPlan, listener: Listener | None = None, compiled: bool | None = False) -> Played:
    """Plays ``plan`` with fresh agents. Raises ``HarnessFault``, and ``SpecError`` for an agent that cannot be built."""
    return asyncio.run(play_plan_async(plan, listener, compiled))


async def play_plan_async(plan: MatchPlan, listener: Listener | None = None, compiled: bool | None = False) -> Played:
    """``play_plan`` inside an event loop, beside other matches."""
    agents = [build(entrant.spec, plan.agent_seed(seat)) for seat, entrant in enumerate(plan.lineup)]
    conduct = conduct_of(plan.setup.game) if plan.setup.talk == "text" else None
    return await Referee(plan, agents, listener, compiled, conduct).play()
