"""Machinery of the laws: which games, random setups, random legal play. Nothing here knows a particular game.

``MASQUE_LAWS`` (default 1) multiplies the number of matches.
"""

import os
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any, get_args

import numpy as np

from envs import GAMES as REGISTRY
from envs import load_game
from envs.engine.events import seats_in
from envs.engine.game import Game, Setup, SetupError
from envs.engine.table import Table

SCALE = max(1, int(os.environ.get("MASQUE_LAWS", "1")))
GAMES = tuple(name for name, module in REGISTRY.items() if find_spec(module))
"""Every registered game."""
CLOSING = ("end_turn", "pass", "wait")
MAX_STEPS = 60_000


def some(count: int) -> range:
    """Seeds of ``count`` matches at scale 1."""
    return range(count * SCALE)


def random_setup(name: str, rng: Random, players: int | None = None, **fixed: Any) -> Setup:
    """A random playable setup: any table size, preset, cards, expansions and ruleset keys."""
    game = load_game(name)
    for _ in range(40):
        n = players or random_size(game, rng)
        try:
            return game.setup(
                players=n,
                preset=rng.choice(list(game.presets)),
                roles=rng.choices(game.role_ids, k=n) if rng.random() < 0.6 else None,
                expansions=_some_of(game.expansions, rng),
                **{**random_keys(game, rng), **fixed},
            )
        except SetupError:
            continue
    return game.setup(players=players, **fixed)


def random_size(game: Game, rng: Random) -> int:
    """Any table size, small ones more often."""
    return min(rng.randint(game.min_players, game.max_players) for _ in range(2))


def random_keys(game: Game, rng: Random) -> dict[str, Any]:
    """Random values for about half of the ruleset keys."""
    fields = game.ruleset.model_fields
    return {key: random_value(field, rng) for key, field in fields.items() if rng.random() < 0.5}


def random_value(field: Any, rng: Random) -> Any:
    """A value that the field allows: a word, a truth value, or a small number near its lower bound."""
    words = [word for word in get_args(field.annotation) if isinstance(word, str)]
    if words:
        return rng.choice(words)
    if field.annotation is bool:
        return rng.random() < 0.5
    low = next((part.ge for part in field.metadata if hasattr(part, "ge")), 0)
    return rng.choice([low, low + 1, low + 2, field.default])


def _some_of(names: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    return tuple(rng.sample(names, rng.randint(0, min(3, len(names))))) if rng.random() < 0.7 else ()


def random_action(table: Table, seat: int, rng: Random, closing: float = 0.4) -> int:
    """A random legal action: a verb first, so that talk does not drown the rest. ``closing``: chance to end the turn."""
    legal = np.flatnonzero(table.mask(seat))
    if rng.random() < closing:
        closes = [int(action) for action in legal[:3] if table.actions.texts[action] in CLOSING]
        if closes:
            return rng.choice(closes)
    cuts = [*np.searchsorted(legal, [start for _, start, _ in table.actions.groups]).tolist(), len(legal)]
    start, stop = rng.choice([pair for pair in pairwise(cuts) if pair[0] < pair[1]])
    return int(legal[rng.randrange(start, stop)])


def steps(table: Table, rng: Random) -> Iterator[tuple[int, int]]:
    """Plays ``table`` to its end, yielding (seat, action) before each action is applied."""
    for _ in range(MAX_STEPS):
        if table.is_over:
            return
        seat = rng.choice(seats_in(table.to_act)) if rng.random() < 0.2 else table.actor
        action = random_action(table, seat, rng)
        yield seat, action
        table.apply(seat, action)
        speak(table, rng)
    raise AssertionError(f"no end after {MAX_STEPS} steps of {table.setup}")


def speak(table: Table, rng: Random) -> None:
    """Now and then some seat sends a free message, where it may."""
    if table.setup.talk == "text" and rng.random() < 0.2:
        seat, channel = rng.randrange(table.n), rng.choice([0, 1, 2 + rng.randrange(table.n)])
        if table.may_say(seat, channel):
            table.say(seat, channel, "x")


def new_table(name: str, seed: int, **fixed: Any) -> tuple[Table, Random]:
    """A table with a random setup, and the generator to play it with; both from ``seed``."""
    rng = Random(f"{name} {seed}")
    return Table(load_game(name), random_setup(name, rng, **fixed), rng.getrandbits(64)), rng


def transcript(table: Table) -> list[tuple[Any, ...]]:
    """The journal as plain tuples."""
    return [tuple(event) for event in table.journal]
