"""What the referee's short cuts rest on: laws of turns that every game of the house keeps."""

from random import Random

import numpy as np
import pytest

from envs import load_game
from envs.engine.table import Table

SETUPS = [("trusis", 8, {}), ("trusis", 12, {"talk": "none"}), ("trusis", 17, {"knight_dies": "now"}), ("avalon", 7, {})]
IDS = ["Trusis", "Trusis without talk", "Trusis with knights that die at once", "Avalon"]


def open_turns(name, players, keys, seed):
    """(table, seat, whether end_turn was legal before) after each random action that left its turn open."""
    game = load_game(name)
    table, draw = Table(game, game.setup(players=players, **keys), seed), Random(seed)
    end_turn = table.actions.index("end_turn")
    while not table.is_over:
        seat = table.actor
        might = table.may(seat, end_turn)
        table.hold(seat, draw.choice(np.flatnonzero(table.mask(seat)).tolist()))
        if table.to_act >> seat & 1:
            yield table, seat, might
        table.release()


@pytest.mark.parametrize(("name", "players", "keys"), SETUPS, ids=IDS)
def test_a_turn_that_could_be_ended_can_be_ended_after_an_action(name, players, keys):
    for seed in range(3):
        end_turn = load_game(name).actions(players, keys.get("talk") != "none").index("end_turn")
        turns = [table.may(seat, end_turn) for table, seat, might in open_turns(name, players, keys, seed) if might]
        assert all(turns)


@pytest.mark.parametrize(("name", "players", "keys"), SETUPS, ids=IDS)
def test_nothing_follows_from_an_action_that_leaves_its_turn_open(name, players, keys):
    for seed in range(3):
        for table, _, _ in open_turns(name, players, keys, seed):
            before = table.count
            table.release()
            assert table.count == before
