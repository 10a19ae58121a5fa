"""PettingZoo's classic games through their shipped ``env()``: random legal actions drawn from the mask."""

import random

import numpy as np
from pettingzoo.classic import connect_four_v3, texas_holdem_v4
from timing import report

STEPS = 4_000


def playing(module):
    env = module.env()

    def work() -> int:
        rng, steps, seed = random.Random(0), 0, 0
        while steps < STEPS:
            env.reset(seed=seed)
            seed += 1
            for _ in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
                steps += 1
        return steps

    return work


report("pettingzoo", "texas_holdem_v4.env()", playing(texas_holdem_v4))
report("pettingzoo", "connect_four_v3.env()", playing(connect_four_v3))
