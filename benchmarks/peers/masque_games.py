"""Our own figures beside the peers': batches on one core, and the shipped single environments."""

import random

import numpy as np
from timing import report

import envs

STEPS = 4_000


def fused(vec, steps: int):
    vec.reset(seed=0)
    return lambda: vec.play_random(steps)


def stepped(vec, steps: int):
    vec.reset(seed=0)

    def work() -> int:
        for _ in range(steps):
            vec.step(vec.sample())
        return steps * vec.num_games

    return work


def single(env):
    def work() -> int:
        rng, steps, seed = random.Random(0), 0, 0
        while steps < STEPS:
            env.reset(seed=seed)
            seed += 1
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                mask = observation["action_mask"]
                env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
                steps += 1
        return steps

    return work


for name, players in (("trusis", 8), ("avalon", 5), ("avalon", 8)):
    for talk in ("none", "acts"):
        vec = envs.make_vec(f"{name}_v0", 1024, players=players, talk=talk, copy=False, check=False)
        label = f"{name}, {players} players, talk={talk}, F={vec.n_features}, A={vec.n_actions}, 1024 games"
        report("masque", f"{label}, play_random", fused(vec, 800))
        report("masque", f"{label}, step(sample())", stepped(vec, 800))
report("masque", "trusis_v0.env(), 8 players, talk=none", single(envs.make("trusis_v0", players=8, talk="none")))
