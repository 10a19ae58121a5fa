"""Secrecy of prompts in four languages, for both games: laws A and B over whole prompts, re-asks and schemas."""

from itertools import combinations, product
from random import Random

import pytest

from envs import load_game
from envs.engine.table import Table
from tests.laws.play import random_setup
from tests.laws.secrecy import Plan
from tests.llm.looking import watched

GAMES = ("trusis", "avalon")


@pytest.mark.parametrize(("name", "family"), list(product(GAMES, range(2))))
def test_equal_histories_are_given_byte_equal_prompts_whatever_is_hidden(name, family):
    game = load_game(name)
    setup = random_setup(name, Random(family), players=5, talk="text", **({"max_days": 3} if name == "trusis" else {}))
    first, met = {}, 0
    for deal, secret in product(range(4), range(5)):
        for reader, _ in watched(Table(game, setup, deal), Plan(family, secret), [0, 2, 4]):
            key = (reader.seat, reader.eyes.history)
            shown = hash(reader.shown())
            known = first.setdefault(key, (shown, deal, secret))
            assert known[0] == shown
            met += known[1:] != (deal, secret)
    assert met > 20


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("family", range(2))
def test_two_cards_swapped_that_a_seat_cannot_tell_apart_change_no_byte_of_its_prompts(name, family):
    compared = 0
    for one, other, seat in swapped_pairs(name, count=6):
        compared += same_until_news_differ(one, other, seat, Plan(family, family, busy=30))
    assert compared > 40


@pytest.mark.parametrize("name", GAMES)
def test_printed_options_are_the_mask(name):
    rng, seen = Random(name), 0
    for deal in range(12):
        setup = random_setup(name, rng, talk=rng.choice(["none", "acts", "text"]))
        table = Table(load_game(name), setup, deal)
        for reader, _ in watched(table, Plan(deal), list(range(table.n))):
            printed, allowed = reader.options()
            assert printed == allowed
            seen += 1
    assert seen > 500


# --- machinery -------------------------------------------------------------------------------------------------------


def swapped_pairs(name, count):
    """(table, table, seat): the same deal but for two cards swapped, and a seat that is told the same of both."""
    game = load_game(name)
    setup = game.setup(players=5 if name == "avalon" else 6, talk="text")
    deals = {}
    for seed in range(6000):
        table = Table(game, setup, seed)
        key = (tuple(table.state.role[: table.n]), table.actor)
        deals.setdefault(key, table)
    found = []
    for (roles, actor), table in deals.items():
        for one, other in combinations(range(table.n), 2):
            swapped = list(roles)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            twin = deals.get((tuple(swapped), actor))
            if twin is None or roles[one] == roles[other]:
                continue
            blind = [seat for seat in range(table.n) if seat not in (one, other) and table.news(seat) == twin.news(seat)]
            found.extend((table, twin, seat) for seat in blind[:1])
    Random(1).shuffle(found)
    return [(one.copy(), other.copy(), seat) for one, other, seat in found[:count]]


def same_until_news_differ(one, other, seat, plan):
    """Plays both tables in step; asserts that ``seat`` is shown the same while it has been told the same."""
    compared = 0
    for (left, _), (right, _) in zip(watched(one, plan, [seat]), watched(other, plan, [seat]), strict=False):
        if left.eyes.history != right.eyes.history:
            break
        assert left.shown() == right.shown()
        compared += 1
    return compared
