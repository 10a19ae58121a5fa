"""Agents of the roster as opponents of a learning seat, and the company they keep at a table."""

import asyncio

import pytest

from agents.agent import Reply
from agents.policy.opponents import AgentOpponent, opponent
from agents.roster import SpecError, build
from envs import load_game
from envs.engine.tables import make_table
from envs.seat_company import Company

TRUSIS = load_game("trusis")


class Fixed:
    """Answers every request with the same reply."""

    def __init__(self, *actions):
        self.actions = actions
        self.requests = []

    async def act(self, request):
        self.requests.append(request)
        return Reply(self.actions)


class Slow(Fixed):
    """Waits before it answers."""

    async def act(self, request):
        await asyncio.sleep(0)
        return await super().act(request)


def company(agent, talk="none", needs_loop=False):
    table = make_table(TRUSIS, TRUSIS.setup(8, talk=talk), 3, False)
    first = table.actor
    return table, first, Company(table, {first: AgentOpponent(agent, needs_loop)})


@pytest.mark.parametrize(
    ("agent", "needs_loop"), [(Fixed("pass"), False), (Slow("pass"), True)], ids=["at once", "after a while"]
)
def test_an_agents_turn_is_taken_whether_or_not_it_waits(agent, needs_loop):
    table, first, seats = company(agent, needs_loop=needs_loop)
    assert seats.play_on() == (first + 1) % 8
    assert table.history == [(first, 2)]


def test_an_agent_that_waits_needs_a_loop():
    with pytest.raises(RuntimeError, match="needs_loop=True"):
        company(Slow("pass"))[2].play_on()


@pytest.mark.parametrize(
    ("actions", "taken"),
    [
        (("end_turn",), ["end_turn"]),
        (("vote:9000", "pass"), ["pass"]),
        ((), ["pass"]),
        (("pass", "end_turn"), ["pass"]),
        (("claim:human",), ["claim:human", "end_turn"]),
        (("claim:human", "nonsense"), ["claim:human", "end_turn"]),
        (("claim:human", "accuse:0", "accuse:1", "pass"), ["claim:human", "accuse:0", "accuse:1"]),
    ],
    ids=["legal", "unreadable first", "nothing", "after the end", "left open", "unreadable later", "over budget"],
)
def test_what_is_not_legal_ends_the_turn_and_an_open_turn_is_closed(actions, taken):
    table, first, seats = company(Fixed(*actions), talk="acts")
    seats.play_on()
    assert [table.actions.texts[action] for seat, action in table.history if seat == first] == taken


def test_an_opponent_is_told_what_is_new_to_its_seat_alone():
    table, first, seats = company(agent := Fixed("pass"))
    seats.play_on()
    assert agent.requests[0].news == tuple(table.news(first, 0, agent.requests[0].number or 99))[: len(agent.requests[0].news)]
    assert agent.requests[0].seat == first
    assert agent.requests[0].legal == (1, 2, *(4 + seat for seat in range(8) if seat != first))


@pytest.mark.parametrize("spec", ["nobody", "policy:nobody", "heuristic?colour=red"])
def test_a_spec_that_names_no_agent_is_refused(spec):
    with pytest.raises(SpecError):
        opponent(spec, 1)


def test_a_policy_that_is_not_shipped_is_refused_by_name():
    with pytest.raises(SpecError, match="no policy is called 'nobody'"):
        build("policy:nobody", 1)
