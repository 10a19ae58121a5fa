"""The PettingZoo doors, and the floor that the interface itself sets: the same loop over an environment that does nothing."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

import envs
from envs.engine.game import Setup

STEPS = 40_000
SLOW_STEPS = 6_000


def plan(env: Any, steps: int) -> list[int]:
    """Legal choices for ``steps`` steps from ``reset(seed=0)``, -1 where a match is over and the next is dealt."""
    rng, choices, taken = random.Random(1), list[int](), 0
    env.reset(seed=0)
    while taken < steps:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            choices.append(-1)
            env.reset(seed=len(choices))
            continue
        action = int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        choices.append(action)
        env.step(action)
        taken += 1
    return choices


def stepping(env: Any, steps: int, choices: list[int] | None = None) -> Callable[[], int]:
    """Work: ``last()``, a choice made beforehand, ``step``; new deals are part of the run."""
    if choices is None:
        choices = plan(env, steps)

    def work() -> int:
        env.reset(seed=0)
        for at, action in enumerate(choices):
            if action < 0:
                env.reset(seed=at + 1)
            else:
                env.last()
                env.step(action)
        return steps

    return work


def door(setup: Setup, kind: str, compiled: bool) -> Any:
    """``raw_env`` or ``env`` of the setup's game."""
    keys = setup.ruleset.model_dump(exclude_defaults=True)
    keys["talk"] = setup.talk
    return envs.make(
        f"{setup.game}_v0",
        kind,
        players=setup.players,
        roles=setup.roles,
        expansions=setup.expansions,
        compiled=compiled,
        **keys,
    )


def wrapped(env: Any) -> Any:
    """Under PettingZoo's three official wrappers, as its own games ship."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, illegal_reward=-1)))


class Idle(AECEnv):  # type: ignore[misc]
    """An AEC environment of 8 agents that does nothing: what any environment pays for the interface."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.metadata = {"name": "idle_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(8)]
        self._observations = Dict({"observation": Box(0, 1, (features,), np.int8), "action_mask": Box(0, 1, (actions,), np.int8)})
        self._actions = Discrete(actions)
        self._observation = np.zeros(features, np.int8)
        self._mask = np.ones(actions, np.int8)

    def observation_space(self, agent: str) -> Dict:
        """One space for all."""
        return self._observations

    def action_space(self, agent: str) -> Discrete:
        """One space for all."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The start, which is also the middle."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seat = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Fresh arrays, as any environment owes them."""
        return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}

    def step(self, action: int) -> None:
        """The next agent is selected; the rest is what PettingZoo's own games do at the end of a step."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._seat = (self._seat + 1) % 8
        self.agent_selection = self.possible_agents[self._seat]
        self._clear_rewards()
        self._accumulate_rewards()
