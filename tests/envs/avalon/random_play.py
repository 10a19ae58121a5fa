"""Random matches of Avalon: setups over presets, keys, expansions and table sizes, and random legal play."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from envs import load_game
from envs.engine.game import Setup, SetupError
from envs.engine.table import Table

GAME = load_game("avalon")
SCALE = max(1, int(os.environ.get("MASQUE_LAWS", "1")))
KEYS: dict[str, tuple[Any, ...]] = {
    "fifth_proposal": ("vote", "forced"),
    "assassin": ("role", "random_evil", "collective"),
    "excalibur_self": (False, True),
    "lovers_strict": (False, True),
    "witch_hides_revealer": (False, True),
    "lancelot_variant": ("site", "v1", "v2", "v3"),
    "plot_deck": ("site", "ubg"),
    "lady": ("none", "lake", "sea"),
    "announcements": ("free", "truthful"),
    "anonymous_voting": (False, True),
    "hidden_history": (False, True),
    "evil_channel": (False, True),
    "whispers": (False, True),
    "talk": ("none", "none", "acts", "text"),
    "talk_rounds": (1, 1, 3),
}
GOOD = ("merlin", "percival", "tristan", "isolde", "guinevere", "good_lancelot", "cleric", "troublemaker", "servant", "servant")
EVIL = (
    "morgana",
    "mordred",
    "oberon",
    "wraith",
    "evil_lancelot",
    "trickster",
    "lunatic",
    "brute",
    "revealer",
    "witch",
    "assassin",
)
EVIL_COUNT = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


def random_setup(rng: Random, players: int, **fixed: Any) -> Setup:
    """Random roles (every other time), keys and expansions that fit together."""
    while True:
        keys = {key: rng.choice(values) for key, values in KEYS.items() if rng.random() < 0.4}
        expansions = [part for part in GAME.expansions if rng.random() < 0.4]
        roles = random_roles(rng, players) if rng.random() < 0.6 else None
        wanted = {"roles": roles, "expansions": expansions, "preset": rng.choice(list(GAME.presets)), **keys, **fixed}
        try:
            return GAME.setup(players, **wanted)
        except SetupError:
            continue


def random_roles(rng: Random, players: int) -> list[str]:
    """A random set with the right sides; whether it fits is for the setup to say."""
    evil = EVIL_COUNT[players]
    good = [*rng.sample(GOOD, min(players - evil, len(GOOD)))]
    if rng.random() < 0.5 and "evil_lancelot" not in good:
        good = [role for role in good if role not in ("good_lancelot", "guinevere")] + ["servant"] * players
    bad = [*rng.sample([*EVIL, "minion", "minion"], evil)]
    return good[: players - evil] + bad


def random_table(seed: int, players: int | None = None, **fixed: Any) -> tuple[Table, Random]:
    """A dealt table and the generator to play it with."""
    rng = Random(f"avalon {seed}")
    setup = random_setup(rng, players or rng.randint(5, 10), **fixed)
    return Table(GAME, setup, rng.getrandbits(64)), rng


def random_action(table: Table, seat: int, rng: Random) -> int:
    """A random legal action; approval is likelier than not, and talk is short, so that matches get far."""
    mask = table.mask(seat)
    for word, chance in (("approve", 0.5), ("pass", 0.4), ("success", 0.3)):
        at = table.actions.index(word)
        if mask[at] and rng.random() < chance:
            return at
    return int(rng.choice(np.flatnonzero(mask)))


def steps(table: Table, rng: Random) -> Iterator[tuple[int, int]]:
    """Plays to the end, yielding (seat, action) before each is applied."""
    while not table.is_over:
        seat = table.actor
        action = random_action(table, seat, rng)
        yield seat, action
        table.apply(seat, action)


def played(seed: int, players: int | None = None, **fixed: Any) -> Table:
    """A finished random match."""
    table, rng = random_table(seed, players, **fixed)
    for _ in steps(table, rng):
        pass
    return table
