"""The agent of a trained policy: numpy and a file of weights, nothing else. Plays the game it was trained on, at any size.

Its strength is known only for the table it was trained at; the file beside the weights says which, and how it was trained.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Reply, Request
from agents.policy.encoding import Encoded, Moves, encoding, moves
from agents.policy.memory import NoMemory, TrusisMemory, memory_of
from agents.policy.network import Network
from agents.roster import AgentSpec, SpecError

WEIGHTS = files("agents.policy") / "weights"
NOTHING = Reply()


class WrongGameError(ValueError):
    """A policy was asked to play another game than its own; the sentence names both."""


def shipped() -> list[str]:
    """Names of the policies in this package."""
    return sorted(item.name.removesuffix(".npz") for item in WEIGHTS.iterdir() if item.name.endswith(".npz"))


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
        self._memory: TrusisMemory | NoMemory | None = None

    async def act(self, request: Request) -> Reply:
        """Speech and choice for a turn; nothing for a probe or at the end. Raises ``WrongGameError``."""
        if request.kind != "turn" or not request.legal or request.features is None:
            return NOTHING
        if request.setup.game != self._game:
            raise WrongGameError(f"policy '{self.name}' plays '{self._game}', not '{request.setup.game}'")
        if request.attempt:
            return Reply((request.legal[0],))
        return Reply(self._actions(request, request.features))

    def _actions(self, request: Request, features: NDArray[np.int8]) -> tuple[int, ...]:
        n = request.setup.players
        table, known = encoding(self._game, n), moves(self._game, n)
        if self._memory is None:
            self._memory = memory_of(self._game, n)
        read = self._memory.read(table.padded(features))
        scores, silence = action_scores(self._network, table.encode(read[None]), known)
        legal = np.zeros(len(scores), np.bool_)
        legal[list(request.legal)] = True
        legal &= known.is_used
        said = self._draw(np.append(np.where(legal & known.is_talk, scores, -np.inf), silence))
        done = self._draw(np.where(legal & ~known.is_talk, scores, -np.inf))
        if said == len(scores):
            return (done,)
        return (said, done) if request.budget > 1 else (said,)

    def _draw(self, scores: NDArray[np.floating[Any]]) -> int:
        if self._temperature == 0:
            return int(scores.argmax())
        weights = np.exp((scores - scores.max()) / self._temperature)
        return min(int(np.searchsorted(np.cumsum(weights), self._random.random() * weights.sum())), len(scores) - 1)


def action_scores(network: Network, encoded: Encoded, known: Moves) -> tuple[NDArray[np.floating[Any]], float]:
    """Score (A,) of every action, and the score of silence, for one seat."""
    scores = network.scores(encoded)
    general = np.append(scores.general[0], 0.0)
    by_seat = np.append(scores.by_seat[0].ravel(), 0.0)
    return general[known.general] + by_seat[known.first] + by_seat[known.second], float(scores.silence[0])


def build(spec: AgentSpec, seed: int, temperature: float = 1.0) -> Agent:
    """The agent of a ``policy`` spec. Raises ``SpecError`` when no such policy is shipped."""
    return PolicyAgent(spec.name, seed, temperature)
