"""Whole matches of one scripted agent with their logs, as the tournament plays them."""

from collections.abc import Callable

from arena.match.plan import Entrant, MatchPlan
from arena.match.playing import play_plan
from envs.engine.game import Setup

MATCHES = 40


def playing(setup: Setup, compiled: bool, agent: str = "random") -> Callable[[], int]:
    """Work: matches of one agent in every seat, referee, log and trace included."""
    plans = [match_plan(setup, k, agent) for k in range(MATCHES)]

    def work() -> int:
        for plan in plans:
            play_plan(plan, compiled=compiled)
        return MATCHES

    return work


def match_plan(setup: Setup, deal: int, agent: str = "random") -> MatchPlan:
    """A match of one agent in every seat."""
    lineup = tuple(Entrant(agent, agent) for _ in range(setup.players))
    return MatchPlan(setup=setup, root=1, deal=deal, lineup=lineup)
