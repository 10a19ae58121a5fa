"""Law A for every registered game: what a seat is given is a function of what it has seen and done."""

from itertools import product
from random import Random

import pytest

from envs import load_game
from envs.engine.table import Table
from tests.laws.play import GAMES, random_setup, some
from tests.laws.secrecy import Ledger, Plan, follow

pytestmark = pytest.mark.parametrize("name", GAMES)


@pytest.mark.parametrize("family", some(5))
def test_equal_histories_are_shown_equal_things_whatever_is_hidden(name, family):
    rng, game = Random(family), load_game(name)
    setup = random_setup(name, rng, players=game.min_players + family % 3)
    ledger = Ledger(every=4)
    for deal, secret in product(range(6), range(7)):
        follow(Table(game, setup, deal), Plan(family, secret), ledger, (deal, secret))
    assert ledger.met > 60
