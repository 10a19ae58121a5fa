"""The Trapper's law with Excalibur and the Witch beside him: no card is lost, and what the leader saw is what was taken.

``MASQUE_LAWS=10`` plays ten thousand matches; by default a thousand.
"""

from random import Random

import numpy as np
import pytest

from envs.avalon.codes import EventCode
from envs.avalon.quests import PARTY_SIZES
from envs.engine.compiled import CompiledTable
from envs.engine.events import SPECTATOR, visible_to
from tests.envs.avalon.random_play import GAME, SCALE
from tests.envs.avalon.test_laws import missions

PARTS = ("trapper", "excalibur", "witch")


def match(seed):
    """A random match over compiled rules."""
    rng = Random(seed)
    preset = ("printed", "online")[seed % 2]
    table = CompiledTable(GAME, GAME.setup(8 + seed % 3, preset, expansions=PARTS, talk="none"), seed)
    while not table.is_over:
        assert table.step(int(rng.choice(np.flatnonzero(table.actor_mask()).tolist())))
    return table


@pytest.mark.parametrize("hundred", range(10 * SCALE))
def test_cards_are_conserved_and_the_excluded_value_is_the_leaders_alone(hundred):
    ran = 0
    for seed in range(100 * hundred, 100 * hundred + 100):
        table = match(seed)
        for mission in missions(table.journal):
            ran += 1
            assert len(mission["members"]) == PARTY_SIZES[table.n - 5][mission["quest"]] + 1
            assert set(mission["cards"]) == set(mission["members"])
            assert mission["counted"] == sum(mission["now"].values()) - mission["now"][mission["excluded"]]
            assert mission["value"] == mission["now"][mission["excluded"]]
            assert (mission["public"], mission["seen_by"]) == (1, 1 << mission["leader"])
        assert_nobody_else_sees(table)
    assert ran > 100


def assert_nobody_else_sees(table):
    """Before the end the value is in no stream but its leader's, and the mark is in everybody's."""
    ended = next(at for at, event in enumerate(table.journal) if event.code == EventCode.MATCH_ENDED)
    marks = sum(event.code == EventCode.CARD_EXCLUDED for event in table.journal[:ended])
    for viewer in (SPECTATOR, *range(table.n)):
        seen = visible_to(viewer, table.journal[:ended])
        assert {event.actor for event in seen if event.code == EventCode.EXCLUDED_CARD_SEEN} <= {viewer}
        assert sum(event.code == EventCode.CARD_EXCLUDED for event in seen) == marks
