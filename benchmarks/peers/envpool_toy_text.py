"""EnvPool's toy-text games: batches in C++, one thread, actions drawn by numpy beforehand."""

import envpool
import numpy as np
from timing import report

ENVS, STEPS = 1024, 300


def stepping(name: str):
    env = envpool.make(name, env_type="gymnasium", num_envs=ENVS, num_threads=1)
    env.reset()
    size = env.action_space.n
    actions = np.random.default_rng(0).integers(0, size, (STEPS, ENVS)).astype(np.int32)

    def work() -> int:
        for row in actions:
            env.step(row)
        return STEPS * ENVS

    return work


for name in ("Taxi-v3", "FrozenLake-v1", "Blackjack-v1"):
    try:
        report("envpool", f"{name}, {ENVS} games", stepping(name))
    except Exception as error:  # a game that this version does not have
        print(f'{{"peer": "envpool", "what": "{name}: {type(error).__name__}", "steps_per_s": null}}')
