"""The agent of a trained policy: numpy, a file of weights, and the scripted mind of its game as adviser.

Plays the game it was trained on, at any size; its strength is known only for the table it was trained at. The file beside the
weights says which, and how it was trained.
"""

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Reply, Request
from agents.policy.advisor import Advised
from agents.policy.encoding import encoding, moves
from agents.policy.network import Network
from agents.roster import AgentSpec, SpecError
from agents.scripted.heuristic import make_mind

WEIGHTS = files("agents.policy") / "weights"
Logits = NDArray[np.floating[Any]]


class WrongGameError(ValueError):
    """A policy was asked to play another game than its own; the sentence names both."""


def shipped() -> list[str]:
    """Names of the policies in this package."""
    files_there = WEIGHTS.iterdir() if WEIGHTS.is_dir() else ()
    return sorted(item.name.removesuffix(".npz") for item in files_there if item.name.endswith(".npz"))


@cache
def record_of(name: str) -> dict[str, Any]:
    """How the policy was trained: game, players, options, curve, measured results. Raises ``SpecError`` for an unknown name."""
    if name not in shipped():
        raise SpecError(f"no policy is called '{name}'; this package has: {', '.join(shipped()) or 'none'}")
    record: dict[str, Any] = json.loads((WEIGHTS / f"{name}.json").read_text("utf-8"))
    return record


@cache
def network_of(name: str) -> Network:
    """The weights of a shipped policy, read once."""
    with (WEIGHTS / f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        return Network({key: arrays[key] for key in arrays.files})


class PolicyAgent:
    """One seat of one match. Each turn it says at most one thing and makes one choice, both drawn from the policy.

    ``temperature`` 1 plays as trained, 0 always the most likely.
    """

    wants_features = True

    def __init__(self, name: str, seed: int, temperature: float = 1.0) -> None:
        self.name = name
        self._game = str(record_of(name)["game"])
        self._network = network_of(name)
        self._temperature = temperature
        self._random = np.random.default_rng(seed)
        self._adviser = make_mind(self._game, seed)
        self._advised: Advised | None = None

    async def act(self, request: Request) -> Reply:
        """Speech and choice for a turn; nothing for a probe or at the end. Raises ``WrongGameError``."""
        if request.setup.game != self._game:
            raise WrongGameError(f"policy '{self.name}' plays '{self._game}', not '{request.setup.game}'")
        advice = await self._adviser.act(request)
        if request.kind != "turn" or request.attempt or not request.legal or request.features is None:
            return advice
        advised = [request.actions.index(item) if isinstance(item, str) else int(item) for item in advice.actions]
        actions = self._actions(request, request.features, advised)
        return replace(advice, actions=actions) if actions == advised else Reply(actions, beliefs=advice.beliefs)

    def _actions(self, request: Request, features: NDArray[np.int8], advised: list[int]) -> list[int]:
        n = request.setup.players
        if self._advised is None:
            self._advised = Advised(self._game, n)
        read = self._advised.read(features, advised)
        talk, choice = self._scores(read, request.legal, n)
        actions = self._advised.actions(self._draw(talk), self._draw(choice))
        return actions if len(actions) <= request.budget or actions == advised else actions[-request.budget :]

    def _scores(self, read: NDArray[np.int8], legal: tuple[int, ...], n: int) -> tuple[Logits, Logits]:
        """Logits (A + 2,) of speech and (A + 1,) of choice."""
        known = moves(self._game, n)
        scores = self._network.scores(encoding(self._game, n).encode(read[None]))
        general, by_seat = np.append(scores.general[0], 0.0), np.append(scores.by_seat[0].ravel(), 0.0)
        total = general[known.general] + by_seat[known.first] + by_seat[known.second]
        allowed = np.zeros(len(total), np.bool_)
        allowed[list(legal)] = True
        allowed &= known.is_used
        talk = np.append(np.where(allowed & known.is_talk, total, -np.inf), scores.extra[0, :2])
        return talk, np.append(np.where(allowed & ~known.is_talk, total, -np.inf), scores.extra[0, 2:])

    def _draw(self, scores: Logits) -> int:
        if self._temperature == 0:
            return int(scores.argmax())
        weights = np.exp((scores - scores.max()) / self._temperature)
        return min(int(np.searchsorted(np.cumsum(weights), self._random.random() * weights.sum())), len(scores) - 1)


def build(spec: AgentSpec, seed: int, temperature: float = 1.0) -> Agent:
    """The agent of a ``policy`` spec. Raises ``SpecError`` when no such policy is shipped."""
    return PolicyAgent(spec.name, seed, temperature)
