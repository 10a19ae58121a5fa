"""The heuristic agent: finds the scripted mind of the game that its first request is about."""

from importlib import import_module
from typing import cast

from agents.agent import Agent, Reply, Request
from agents.roster import AgentSpec

MINDS = {
    "avalon": "agents.scripted.avalon.mind:AvalonMind",
    "trusis": "agents.scripted.trusis.mind:TrusisMind",
}
"""Game -> ``module:class`` of its mind, called with a seed. A new game is one more row."""


class NoMindForGameError(ValueError):
    """A game that no scripted mind plays; the sentence lists those that have one."""


class HeuristicAgent:
    """Hands every request to the mind of its game, which is made at the first one."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._minds: dict[str, Agent] = {}

    async def act(self, request: Request) -> Reply:
        """The mind's answer. Raises ``NoMindForGameError`` for a game without one."""
        game = request.setup.game
        mind = self._minds.get(game)
        if mind is None:
            mind = self._minds[game] = make_mind(game, self._seed)
        return await mind.act(request)


def make_mind(game: str, seed: int) -> Agent:
    """A fresh mind for one seat of ``game``. Raises ``NoMindForGameError``."""
    if game not in MINDS:
        raise NoMindForGameError(f"'heuristic' does not play '{game}'; it plays: {', '.join(sorted(MINDS))}")
    module, _, name = MINDS[game].partition(":")
    return cast(Agent, getattr(import_module(module), name)(seed))


def build(spec: AgentSpec, seed: int) -> Agent:
    """The agent of a ``heuristic`` spec."""
    return HeuristicAgent(seed)
