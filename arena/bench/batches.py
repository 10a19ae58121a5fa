"""The batched doors: many games as arrays, one learning seat in each, and one compiled table stepped from Python."""

from collections.abc import Callable
from typing import Any

from envs.engine.compiled import CompiledTable
from envs.engine.game import Game, Setup
from envs.vector import VectorGames
from envs.vector_seat import SeatVector

STEPS = 800_000
SINGLE_STEPS = 100_000


def batch(game: Game, setup: Setup, games: int, threads: int = 1) -> VectorGames:
    """Observations, masks and rewards written into buffers, no checks."""
    vec = VectorGames(game, setup, games, threads=threads, copy=False, check=False)
    vec.reset(0)
    return vec


def stepping(vec: VectorGames) -> Callable[[], int]:
    """Work: one ``sample`` and one ``step`` of Python at a time."""
    rounds = max(1, STEPS // vec.num_games)

    def work() -> int:
        for _ in range(rounds):
            vec.step(vec.sample())
        return rounds * vec.num_games

    return work


def playing(vec: VectorGames) -> Callable[[], int]:
    """Work: the same steps in one call."""
    return lambda: vec.play_random(max(1, STEPS // vec.num_games))


def learning(game: Game, setup: Setup, games: int, opponents: str) -> Callable[[], int]:
    """Work: steps of one learning seat per game, the bots' moves between them not counted."""
    keys: dict[str, Any] = {"players": setup.players, "talk": setup.talk}
    vec = SeatVector(game, games, opponents=opponents, copy=False, check=False, **keys)
    vec.reset(seed=0)
    rounds = max(1, STEPS // (8 * games))

    def work() -> int:
        for _ in range(rounds):
            vec.step(vec.sample())
        return rounds * games

    return work


def single(game: Game, setup: Setup) -> Callable[[], int]:
    """Work: one compiled table, actions recorded beforehand; mask and observation of every seat to act are read."""
    vec = VectorGames(game, setup, 1, copy=False, check=False)

    def work() -> int:
        taken, seed = 0, 0
        while taken < SINGLE_STEPS:
            table = CompiledTable(game, setup, seed)
            for action in moves[seed % len(moves)]:
                table.actor_mask()
                table.actor_features()
                table.step(action)
                taken += 1
            seed += 1
        return taken

    moves = [_match(vec, seed) for seed in range(100)]
    return work


def _match(vec: VectorGames, seed: int) -> list[int]:
    """The actions of one random match of the deal ``seed``."""
    table, taken = CompiledTable(vec.game, vec.setup, seed), list[int]()
    vec.reset(seed)
    while not table.is_over:
        vec._b.masks[0] = table.actor_mask()
        action = int(vec.sample()[0])
        table.step(action)
        taken.append(action)
    return taken
