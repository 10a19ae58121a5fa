"""RLlib's PPO with action masking on the one-seat environment, on the new API stack.

    python examples/rllib_masking.py --game Trusis --iterations 3

Needs the extra ``train``. The mask travels in the observation; the module adds minus infinity to the logits of what is illegal,
and the environment is told to raise on an illegal action, so that a run to the end proves that none was taken.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Box, Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env
from torch import nn

import envs  # noqa: F401 (registers the environments)

LOWEST = -1e9


class WithMask(gymnasium.Wrapper):
    """The observation as ``{"observation": floats, "action_mask": floats}``."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        self.scale = np.maximum(env.observation_space.high.astype(np.float32), 1)
        size = int(env.action_space.n)
        self.observation_space = Dict(
            {"observation": Box(-1, 1, self.scale.shape, np.float32), "action_mask": Box(0, 1, (size,), np.float32)}
        )

    def _both(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        mask = self.env.unwrapped.action_masks().astype(np.float32)
        return {"observation": observation / self.scale, "action_mask": mask}

    def reset(self, **kwargs: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        observation, _ = self.env.reset(**kwargs)
        return self._both(observation), {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, _ = self.env.step(int(action))
        return self._both(observation), reward, terminated, truncated, {}


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A small actor-critic whose logits are masked in every forward pass."""

    def setup(self) -> None:
        size = self.observation_space["observation"].shape[0]
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.actor, self.critic = nn.Linear(128, int(self.action_space.n)), nn.Linear(128, 1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(self.body(seen["observation"]))
        return {Columns.ACTION_DIST_INPUTS: torch.where(seen["action_mask"] > 0, logits, LOWEST)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.critic(self.body(batch[Columns.OBS]["observation"]))[:, 0]


def make(config: dict[str, Any]) -> gymnasium.Env:
    """One environment among random players; illegal actions raise."""
    return WithMask(
        gymnasium.make(
            f"{config['game']}-v0", opponents="random", talk="none", players=5, illegal="raise", disable_env_checker=True
        )
    )


def learn(game: str = "Trusis", iterations: int = 3, seed: int = 1) -> list[float]:
    """Mean return of each training iteration."""
    register_env("masque_seat", make)
    config = (
        PPOConfig()
        .environment("masque_seat", env_config={"game": game})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4, rollout_fragment_length="auto")
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=1024, minibatch_size=256, num_epochs=4, lr=1e-3, gamma=1.0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    try:
        return [float(algorithm.train()["env_runners"]["episode_return_mean"]) for _ in range(iterations)]
    finally:
        algorithm.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="Trusis", choices=["Trusis", "Avalon"])
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    for number, mean in enumerate(learn(**vars(parser.parse_args())), 1):
        print(f"iteration {number}: mean return {mean:+.3f}")
