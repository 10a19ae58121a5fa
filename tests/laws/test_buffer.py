"""The event buffer holds what one ``apply`` or ``advance`` can emit, at full tables of the worst cards."""

from random import Random

import pytest

from envs.engine.table import Table
from envs.trusis.codes import SEATS
from envs.trusis.state import EVENT_ROOM
from tests.laws.play import some
from tests.scenarios.scene import GAME, roles_of, seated

EAGER = ("power:", "hidden_vote:", "vote:")


def apply(table: Table, seat: int, text: str) -> int:
    """One action by the rules alone, emptying the buffer only after ``apply`` and each ``advance``; gives the peak."""
    rules, g = GAME.rules, table.g
    rules.apply(g, seat, table.actions.index(text))
    peak, g.events.count = g.events.count, 0
    while rules.unsettled(g):
        rules.advance(g)
        peak, g.events.count = max(peak, g.events.count), 0
    return int(peak)


def all_do(table: Table, deeds: dict[int, list[str]]) -> int:
    """The deeds of some seats, then every living seat passes; gives the peak."""
    peak = 0
    for seat in range(table.n):
        for text in [*deeds.get(seat, ()), "pass"]:
            peak = max(peak, apply(table, seat, text) if table.may(seat, table.actions.index(text)) else 0)
    return peak


def test_the_fullest_dusk_of_all_fills_the_buffer_to_its_last_place():
    table = seated(roles_of("W T " + "K " * 18), vote_visibility="end", talk="none", turn_actions=2, night_rounds=1, day_rounds=1)
    all_do(table, {})
    all_do(table, {0: ["power:5"], 1: ["vote:0"]})
    dusk = {knight: ["vote:1", "power:0"] for knight in range(2, 20)}
    assert all_do(table, {1: ["vote:2"], **dusk}) == EVENT_ROOM
    assert GAME.outcome(table.state)[0] == "humans"


WORST = ["K", "N", "Z", "W", "I", "S", "O", "G", "D", "P", "C"]


@pytest.mark.parametrize("mode", ["against_target", "double_target", "own_second_vote"])
@pytest.mark.parametrize("letter", WORST)
def test_tables_full_of_one_card_stay_within_the_buffer(letter, mode):
    keys = {"wise_woman_mode": mode, "vote_visibility": "end", "talk": "none", "turn_actions": 3, "max_days": 6}
    peaks = [
        eager_match(seated(roles_of("T H W " + f"{letter} " * 17), knight_dies=knights, **keys), Random(seed))
        for seed in some(2)
        for knights in ("end", "now")
    ]
    assert max(peaks) <= EVENT_ROOM
    assert max(peaks) > SEATS


def eager_match(table: Table, rng: Random) -> int:
    """A match in which every seat uses all it may; gives the peak of the buffer."""
    peak = 0
    while not table.is_over:
        seat = table.actor
        legal = [text for text in table.legal_texts(seat) if text.startswith(EAGER)]
        wanted = [text for text in legal if not text.startswith("vote") or rng.random() < 0.5]
        peak = max(peak, apply(table, seat, rng.choice(wanted) if wanted else "end_turn"))
    return peak
