"""What every mind speaks: one ``Request`` in, one ``Reply`` out. No agent ever holds a reference to the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from envs.engine.actions import ActionTable
from envs.engine.events import Event
from envs.engine.game import Setup

Kind = Literal["turn", "probe", "over"]
PUBLIC_CHANNEL = 0
TEAM_CHANNEL = 1


class HarnessFault(RuntimeError):
    """Raised by an agent when not its mind but the world around it failed (no network, a server's 5xx after all retries).

    The match is given up without a result and played again later; nobody is blamed for it.
    """


class AgentFault(RuntimeError):
    """Raised by an agent that knows how it failed: ``fault`` is counted, and the sentence is what the log keeps.

    ``is_final``: asking it again in this turn would be of no use.
    """

    def __init__(self, fault: str, sentence: str, is_final: bool = False) -> None:
        super().__init__(sentence)
        self.fault = fault
        self.is_final = is_final


def whisper_to(seat: int) -> int:
    """Channel number of a whisper to ``seat``."""
    return 2 + seat


@dataclass(frozen=True, slots=True)
class Request:
    """One question to one seat.

    ``kind``: ``turn`` asks for actions, ``probe`` for beliefs only, ``over`` tells the end and wants nothing back.
    ``news``: the events that this seat may see and has not been sent before, oldest first.
    ``legal``: indices of the legal actions for the first action of the turn, ascending. ``clock``: phase, day, round.
    ``names``: display names by seat. ``budget``: actions this turn may hold. ``deadline``: seconds, or None.
    ``features``: numeric observation (F,) int8 for agents that ask for it, else None.
    ``attempt`` counts from 0; above 0, ``refusal`` is the sentence that says why the last reply was refused.
    ``shadow`` marks a probe that must leave nothing in the agent's memory.
    """

    kind: Kind
    number: int
    seat: int
    setup: Setup
    names: tuple[str, ...]
    clock: Mapping[str, int | str]
    news: tuple[Event, ...]
    actions: ActionTable
    legal: tuple[int, ...]
    budget: int
    deadline: float | None = None
    attempt: int = 0
    refusal: str = ""
    features: NDArray[np.int8] | None = None
    shadow: bool = False

    def legal_texts(self) -> list[str]:
        """The legal actions as texts, in table order."""
        return [self.actions.texts[index] for index in self.legal]


@dataclass(frozen=True, slots=True)
class Say:
    """A free message: ``channel`` 0 public, 1 team, 2 + seat a whisper; any Unicode text."""

    text: str
    channel: int = PUBLIC_CHANNEL


@dataclass(frozen=True, slots=True)
class Reply:
    """What a seat does with its turn.

    ``actions``: texts or indices, in order; without a closing ``pass`` or ``end_turn`` the turn is ended for the seat.
    ``says``: free messages, delivered before the actions. ``beliefs``: seat -> team id -> probability, rows sum to 1.
    ``note``: private, for the trace alone. ``trace``: anything worth keeping for accounting (tokens, cost); never in the log.
    """

    actions: Sequence[str | int] = ()
    says: Sequence[Say] = ()
    beliefs: Mapping[int, Mapping[str, float]] | None = None
    note: str = ""
    trace: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class Agent(Protocol):
    """A mind in one seat of one match. ``act`` is its only method; an optional class attribute ``wants_features`` asks for
    the numeric observation in every request. An agent that makes calls may have ``take_calls() -> list[dict]``, the records of
    the calls since last asked, for the trace; one that reads prompts ``prompt_digest(game) -> str``, for the log."""

    async def act(self, request: Request) -> Reply:
        """The answer to ``request``. May raise; the referee then asks again and finally falls back."""
        ...


class FunctionAgent:
    """A plain function ``Request -> Reply | list of actions | one action`` as an agent."""

    def __init__(self, function: Callable[[Request], Reply | Sequence[str | int] | str | int]) -> None:
        self.function = function

    async def act(self, request: Request) -> Reply:
        """Calls the function and wraps what it gives."""
        answer = self.function(request)
        if isinstance(answer, Reply):
            return answer
        return Reply(actions=(answer,) if isinstance(answer, (str, int)) else tuple(answer))


def agent(function: Callable[[Request], Reply | Sequence[str | int] | str | int]) -> FunctionAgent:
    """Lifts a plain function to an ``Agent``; also a decorator."""
    return FunctionAgent(function)
