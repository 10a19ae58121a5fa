"""Any agent of the roster as an opponent of a learning seat: what ``envs.seat`` and ``envs.vector_seat`` look up by name."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from agents.agent import Agent, Reply, Request
from agents.roster import build, kind_of, parse_spec
from envs.engine.actions import ActionError, ActionTable
from envs.seat_company import Sight


class AgentOpponent:
    """Hands every turn to an agent. Free messages and beliefs are dropped: a learning environment carries actions only."""

    def __init__(self, agent: Agent, needs_loop: bool = False) -> None:
        self.agent = agent
        self.needs_loop = needs_loop
        self.wants_features = bool(getattr(agent, "wants_features", False))
        self._names: tuple[str, ...] = ()

    def turn(self, sight: Sight) -> Sequence[int]:
        """The agent's actions as indices, up to the first that cannot be read."""
        if len(self._names) != sight.setup.players:
            self._names = tuple(f"Player {chr(ord('A') + seat)}" for seat in range(sight.setup.players))
        reply = _answer(self.agent.act(self._request(sight)), self.needs_loop)
        items = [reply.actions] if isinstance(reply.actions, (str, int)) else reply.actions
        return _indices(items, sight.actions)

    def _request(self, sight: Sight) -> Request:
        return Request(
            "turn",
            sight.number,
            sight.seat,
            sight.setup,
            self._names,
            sight.clock,
            sight.news,
            sight.actions,
            sight.legal,
            sight.budget,
            features=sight.features,
        )


def opponent(spec: str, seed: int) -> AgentOpponent:
    """A fresh opponent for one seat of one match. Raises ``SpecError`` for a spec that the roster does not know."""
    return AgentOpponent(build(spec, seed), needs_loop=kind_of(parse_spec(spec)).waits)


def _answer(act: Coroutine[Any, Any, Reply], needs_loop: bool) -> Reply:
    """What the agent gives: at once where it waits for nothing, as scripted ones do, else from an event loop."""
    if needs_loop:
        return asyncio.run(_whole(act))
    try:
        act.send(None)
    except StopIteration as done:
        reply: Reply = done.value
        return reply
    act.close()
    raise RuntimeError("this agent waits for something; make its opponent with needs_loop=True")


async def _whole(act: Coroutine[Any, Any, Reply]) -> Reply:
    return await act


def _indices(items: Sequence[str | int], actions: ActionTable) -> list[int]:
    found: list[int] = []
    for item in items:
        try:
            found.append(actions.index(item) if isinstance(item, str) else int(item))
        except ActionError:
            break
    return found
