"""The bare rules: interpreted (recorded actions; mask and random choice) and compiled (one game, many games)."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from envs.engine.game import Game, Setup
from envs.engine.record import blank, pack
from envs.engine.seeds import split

RECORDED = 20_000
CHOSEN = 6_000
COMPILED_STEPS = 2_000_000
Recorded = list[tuple[int, int]]


def record(game: Game, setup: Setup, steps: int) -> list[tuple[int, Recorded]]:
    """Uniformly random matches as (seed, [(seat, action)]), ``steps`` actions in all."""
    rng, matches, taken, seed = random.Random(1), list[tuple[int, Recorded]](), 0, 0
    while taken < steps:
        moves: Recorded = []
        for seat, action in _random_match(game, setup, seed, rng):
            moves.append((seat, action))
            taken += 1
            if taken == steps:
                break
        matches.append((seed, moves))
        seed += 1
    return matches


def _random_match(game: Game, setup: Setup, seed: int, rng: random.Random) -> Any:
    rules, g = game.rules, _dealt(game, setup, seed)
    mask = np.zeros(len(game.actions(setup.players, setup.talk != "none")), np.int8)
    seat = rules.next_to_act(g)
    while seat >= 0:
        rules.legal(g, seat, mask)
        options = mask.nonzero()[0]
        action = int(options[int(rng.random() * len(options))])
        yield seat, action
        _step(rules, g, seat, action)
        seat = rules.next_to_act(g)


def _dealt(game: Game, setup: Setup, seed: int) -> Any:
    g = game.prepare(setup)
    game.rules.deal(g, *split(seed))
    _settle(game.rules, g)
    return g


def _step(rules: Any, g: Any, seat: int, action: int) -> None:
    rules.apply(g, seat, action)
    g.events.count = 0
    while rules.unsettled(g):
        rules.advance(g)
        g.events.count = 0


def _settle(rules: Any, g: Any) -> None:
    g.events.count = 0
    while rules.unsettled(g):
        rules.advance(g)
        g.events.count = 0


def applying(game: Game, setup: Setup) -> Callable[[], int]:
    """Work: ``apply`` of recorded legal actions, deals made beforehand."""
    matches = record(game, setup, RECORDED)

    def work_on(states: list[Any]) -> int:
        rules = game.rules
        for g, (_, moves) in zip(states, matches, strict=True):
            for seat, action in moves:
                _step(rules, g, seat, action)
        return RECORDED

    return Prepared(lambda: [_dealt(game, setup, seed) for seed, _ in matches], work_on)


class Prepared:
    """Work whose material is made outside the clock, anew for every repetition."""

    def __init__(self, prepare: Callable[[], Any], work: Callable[[Any], int]) -> None:
        self.prepare = prepare
        self.work = work
        self.material = [prepare() for _ in range(6)]

    def __call__(self) -> int:
        """One repetition."""
        return self.work(self.material.pop() if self.material else self.prepare())


def choosing(game: Game, setup: Setup) -> Callable[[], int]:
    """Work: mask, uniformly random choice and ``apply``."""

    def work() -> int:
        rng, taken, seed = random.Random(2), 0, 0
        while taken < CHOSEN:
            for _ in _random_match(game, setup, seed, rng):
                taken += 1
            seed += 1
        return taken

    return work


def compiled(game: Game, setup: Setup, games: int) -> Callable[[], int]:
    """Work: ``games`` games in one compiled loop, masks written, random legal steps, new deals when a match ends."""
    from envs.engine.compiled import compiled_rules

    play = compiled_rules(game).play_random
    records = blank(game.state, games)
    for k in range(games):
        pack(_dealt(game, setup, k), records[k])
    records["blind"] = 1
    masks = np.zeros((games, len(game.actions(setup.players, setup.talk != "none"))), np.int8)
    play(records, masks, 1, 2, 1)
    rounds = max(1, COMPILED_STEPS // games)
    return lambda: int(play(records, masks, 3, 4, rounds))
