"""A chair: one agent in one seat of one match, asked by the referee. Whatever the agent does wrong ends here as ``Refused``."""

import asyncio
import contextlib
from typing import Any

from agents.agent import Agent, AgentFault, HarnessFault, Reply, Request
from arena.match.outcome import Tally
from arena.match.turn import Refused


class Chair:
    """``sent`` is how far in the journal the agent has been told; ``asked`` how many requests it had."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.sent = 0
        self.asked = 0
        self.tally = Tally()
        self.wants_features = bool(getattr(agent, "wants_features", False))

    async def answer(self, request: Request) -> Reply:
        """What the agent gives. Raises ``Refused`` when it crashes or comes too late, ``HarnessFault`` as it comes."""
        try:
            if request.deadline is None:
                return await self.agent.act(request)
            async with asyncio.timeout(request.deadline):
                return await self.agent.act(request)
        except HarnessFault:
            raise
        except AgentFault as fault:
            raise Refused(fault.fault, str(fault), fault.is_final) from None
        except TimeoutError as error:
            raise Refused("timeout", "no answer came in time") from error
        except asyncio.CancelledError as error:
            raise self._cancelled(error) from error
        except (Exception, SystemExit) as error:
            raise Refused("error", f"the agent failed with {type(error).__name__}") from error

    def _cancelled(self, error: asyncio.CancelledError) -> BaseException:
        task = asyncio.current_task()
        is_ours = task is not None and task.cancelling() > 0
        return error if is_ours else Refused("error", "the agent failed with CancelledError")

    def take_calls(self) -> list[dict[str, Any]]:
        """Records of the calls that the agent made since this was last asked; none for an agent that keeps none."""
        take: Any = getattr(self.agent, "take_calls", None)
        return [] if take is None else list(take())

    async def close(self) -> None:
        """Lets an agent that has an ``aclose`` give its connections back; a failure there is its own affair."""
        aclose: Any = getattr(self.agent, "aclose", None)
        if aclose is not None:
            with contextlib.suppress(Exception):
                await aclose()
