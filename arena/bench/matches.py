"""Whole matches of ``random`` with their logs, as the tournament plays them."""

from collections.abc import Callable

from arena.match.plan import Entrant, MatchPlan
from arena.match.playing import play_plan
from envs.engine.game import Setup

MATCHES = 40


def playing(setup: Setup, compiled: bool) -> Callable[[], int]:
    """Work: matches of random agents in every seat, referee, log and trace included."""
    plans = [match_plan(setup, k) for k in range(MATCHES)]

    def work() -> int:
        for plan in plans:
            play_plan(plan, compiled=compiled)
        return MATCHES

    return work


def match_plan(setup: Setup, deal: int) -> MatchPlan:
    """A match of random agents in every seat."""
    lineup = tuple(Entrant("random", "random") for _ in range(setup.players))
    return MatchPlan(setup=setup, root=1, deal=deal, lineup=lineup)
