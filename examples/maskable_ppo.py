"""MaskablePPO of sb3-contrib on the one-seat environment: learns one seat of a table of random players.

    python examples/maskable_ppo.py --game Trusis --steps 20000

Needs the extra ``train``. Prints the learner's mean reward before and after, each over matches dealt from fixed seeds.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import envs  # noqa: F401 (registers the environments)


class AsFloats(gymnasium.ObservationWrapper):
    """Small ints as floats, each divided by its largest value: what an MLP likes. ``action_masks`` is passed on."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        self.scale = np.maximum(env.observation_space.high.astype(np.float32), 1)
        self.observation_space = gymnasium.spaces.Box(-1, 1, self.scale.shape, np.float32)

    def observation(self, observation: np.ndarray) -> np.ndarray:
        return observation / self.scale

    def action_masks(self) -> np.ndarray:
        return self.env.unwrapped.action_masks()


def make(game: str, opponents: str, seed: int) -> gymnasium.Env:
    """One environment with its own stream of deals; shaped by nothing but winning."""
    env = gymnasium.make(f"{game}-v0", opponents=opponents, talk="none", players=5, seed=seed, disable_env_checker=True)
    return AsFloats(env)


def mean_reward(model: MaskablePPO, game: str, opponents: str, matches: int) -> float:
    """Mean reward of a match over the seeds 0, 1, 2, ..., the most likely action taken each time."""
    env, total = make(game, opponents, 0), 0.0
    for seed in range(matches):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, terminated, truncated, _ = env.step(int(action))
            total += float(reward)
            over = terminated or truncated
    return total / matches


def learn(
    game: str = "Trusis", opponents: str = "random", steps: int = 20_000, matches: int = 300, seed: int = 1
) -> tuple[float, float]:
    """(mean reward before, after) ``steps`` steps of training."""
    tables = DummyVecEnv([lambda k=k: make(game, opponents, 1000 + k) for k in range(8)])
    model = MaskablePPO(
        "MlpPolicy", tables, n_steps=128, batch_size=256, n_epochs=6, learning_rate=1e-3, gamma=1.0, ent_coef=0.01, seed=seed
    )
    before = mean_reward(model, game, opponents, matches)
    model.learn(steps)
    return before, mean_reward(model, game, opponents, matches)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="Trusis", choices=["Trusis", "Avalon"])
    parser.add_argument("--opponents", default="random", help="any agent of the roster, such as heuristic")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    before, after = learn(**vars(parser.parse_args()))
    print(f"mean reward before {before:+.3f}, after {after:+.3f}")
