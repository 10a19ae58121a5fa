"""OpenSpiel's Leduc poker in Python: random legal actions, with and without the observation tensor of the acting player."""

import random

import pyspiel
from timing import report

STEPS = 60_000


def playing(name: str, observe: bool):
    game = pyspiel.load_game(name)

    def work() -> int:
        rng, state, steps = random.Random(0), game.new_initial_state(), 0
        while steps < STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, _ = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choice(outcomes))
            else:
                if observe:
                    state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


report("open_spiel", "leduc_poker, random loop", playing("leduc_poker", False))
report("open_spiel", "leduc_poker, random loop with observations", playing("leduc_poker", True))
