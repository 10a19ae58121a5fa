"""The agent of a trained policy: the mind of its game, with the network and the numbers that training gave it.

Plays the game it was trained on, at any size; its strength is known only for the table it was trained at. The file beside the
weights says which, how it was trained, and what was measured.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from agents.agent import Agent, Reply, Request
from agents.policy.network import Network
from agents.roster import AgentSpec, SpecError

WEIGHTS = files("agents.policy") / "weights"
MINDS = {"avalon": "agents.policy.avalon:AvalonPolicy", "trusis": "agents.policy.trusis:TrusisPolicy"}
"""Game -> ``module:class`` of its trained mind, called with a seed, a network and settings."""


class WrongGameError(ValueError):
    """A policy was asked to play another game than its own; the sentence names both."""


class Trained(NamedTuple):
    """What training gave: ``settings`` are numbers by name that the mind of the game knows."""

    game: str
    network: Network
    settings: Mapping[str, float]


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
def trained(name: str) -> Trained:
    """A shipped policy, read once. Raises ``SpecError`` for an unknown name."""
    record = record_of(name)
    with (WEIGHTS / f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        network = Network({key: arrays[key] for key in arrays.files})
    return Trained(record["game"], network, record.get("settings", {}))


def make_trained_mind(policy: Trained, seed: int) -> Agent:
    """A fresh mind for one seat of one match."""
    module, _, name = MINDS[policy.game].partition(":")
    mind: Agent = getattr(import_module(module), name)(seed, policy.network, policy.settings)
    return mind


class PolicyAgent:
    """One seat of one match: hands every request to the trained mind, and refuses other games."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._policy = trained(name)
        self._mind = make_trained_mind(self._policy, seed)

    async def act(self, request: Request) -> Reply:
        """The mind's answer. Raises ``WrongGameError``."""
        if request.setup.game != self._policy.game:
            raise WrongGameError(f"policy '{self.name}' plays '{self._policy.game}', not '{request.setup.game}'")
        return await self._mind.act(request)


def build(spec: AgentSpec, seed: int) -> Agent:
    """The agent of a ``policy`` spec. Raises ``SpecError`` when no such policy is shipped."""
    return PolicyAgent(spec.name, seed)
