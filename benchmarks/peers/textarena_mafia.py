"""TextArena's SecretMafia with eight players: a fixed cheap answer in each turn, the texts as the environment makes them."""

import random

import textarena
from timing import report

MATCHES = 20


def work() -> int:
    rng, steps = random.Random(0), 0
    for number in range(MATCHES):
        env = textarena.make("SecretMafia-v0")
        env = getattr(env, "env", env)
        env.reset(num_players=8, seed=number)
        done = False
        for _ in range(400):
            if done:
                break
            env.get_observation()
            done, _ = env.step(action=f"[{rng.randrange(8)}]")
            steps += 1
    return steps


report("textarena", "SecretMafia, 8 players", work)
