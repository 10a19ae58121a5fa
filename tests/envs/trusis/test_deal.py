"""The deal: every chance draw of a match, from its seed alone."""

from collections import Counter
from functools import cache

import pytest

from envs.engine.table import Table
from tests.scenarios.scene import GAME, Scene

MANY = range(2000)


@cache
def dealt(seed: int, preset: str = "current") -> tuple[int, ...]:
    table = Table(GAME, GAME.setup(players=8, preset=preset), seed)
    return (*table.state.role[:8], table.state.first)


@pytest.mark.parametrize("seat", range(8))
def test_every_card_comes_to_every_seat_equally_often(seat):
    cards = Counter(dealt(seed)[seat] for seed in MANY)
    assert sorted(cards) == [0, 1, 2, 3, 6, 13]
    assert [card for card, count in cards.items() if abs(count - 250 * (1 + (card in (0, 6)))) > 75] == []


def test_every_seat_opens_equally_often():
    first = Counter(dealt(seed)[-1] for seed in MANY)
    assert [seat for seat in range(8) if abs(first[seat] - 250) > 75] == []


def test_two_neighbouring_seeds_deal_apart():
    assert len({dealt(seed) for seed in range(200)}) > 190


@pytest.mark.parametrize("preset", ["fr", "bga_wiki_en", "pl"])
def test_the_ruleset_does_not_move_a_card(preset):
    assert [dealt(seed, preset) for seed in range(50)] == [dealt(seed) for seed in range(50)]


def test_the_upper_half_of_the_seed_counts():
    assert dealt(7) != dealt(7 + (1 << 40))


def test_a_match_cut_by_max_days_is_truncated_and_a_decided_one_is_not():
    cut = Scene("T H H H H", max_days=1).play("day ends => truncated").table
    won = Scene("T H H H H", max_days=1).play("B C vote A; day ends => humans win").table
    assert [(table.is_over, table.is_truncated) for table in (cut, won)] == [(True, True), (True, False)]
