"""In the parallel environment everybody acts in the same step: what is heard does not tell who had closed its turn."""

import pytest

from envs import trusis_v0
from envs.engine.events import SPECTATOR
from envs.trusis.codes import EventCode
from tests.scenarios.scene import seated

ROLES = ("trusis", "human", "human", "human", "human")


def at_night():
    """A parallel environment at a table of five where seat 2 is dead and night 1 has begun."""
    env = trusis_v0.parallel_env(players=5, roles=ROLES, compiled=False)
    env.reset(seed=0)
    table = seated(ROLES, dead="C")
    while table.clock()["phase"] == "day":
        table.apply(table.actor, table.actions.index("end_turn"))
    env.table.load_state(table.state)
    return env


def speakers(env, closed):
    """Seats 2 and 4 as they are heard in the second step of a night in which ``closed`` seats end their turn in the first."""
    index = env.table.actions.index
    env.step({name: index("end_turn" if name in closed else "claim:priest") for name in env.agents})
    start = env.table.count
    env.step({name: index("claim:human") for name in ("seat_2", "seat_4")})
    return [event.actor for event in env.table.news(SPECTATOR, start) if event.code == EventCode.CLAIMED]


@pytest.mark.parametrize("closed", [(), ("seat_1",), ("seat_1", "seat_3"), ("seat_0", "seat_1", "seat_3")])
def test_the_order_of_words_does_not_tell_who_had_closed_its_turn(closed):
    assert speakers(at_night(), closed) == [2, 4]
