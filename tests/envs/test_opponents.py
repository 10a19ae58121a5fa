"""Agents of the roster as opponents of a learning seat, and the company they keep at a table."""

import asyncio

import pytest

from agents.agent import Reply
from agents.policy.advisor import Advised
from agents.policy.encoding import encoding, moves
from agents.policy.memory import TrusisMemory, advice_of
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


@pytest.mark.parametrize(
    ("talk", "choice", "wanted"),
    [
        ("advice", "advice", ["claim:human", "vote:3"]),
        ("silence", "advice", ["vote:3"]),
        ("accuse:4", "advice", ["accuse:4", "vote:3"]),
        ("advice", "pass", ["claim:human", "pass"]),
        ("accuse:4", "pass", ["accuse:4", "pass"]),
    ],
)
def test_speech_and_choice_are_taken_from_the_advice_or_replaced_apart(talk, choice, wanted):
    table = TRUSIS.actions(8, True)
    special = {"silence": len(table), "advice": len(table) + 1}
    advised = Advised("trusis", 8)
    known = make_table(TRUSIS, TRUSIS.setup(8), 1, False)
    advised.read(known.features(0), [table.index("claim:human"), table.index("vote:3")])
    drawn = special.get(talk) if talk in special else table.index(talk)
    chosen = len(table) if choice == "advice" else table.index(choice)
    assert [table.texts[action] for action in advised.actions(drawn, chosen)] == wanted


@pytest.mark.parametrize(("name", "n"), [("trusis", 5), ("trusis", 20), ("avalon", 5), ("avalon", 10)])
def test_an_encoding_has_the_same_columns_at_every_size(name, n):
    game = load_game(name)
    default = encoding(name, game.default_players)
    other = encoding(name, n)
    assert other.widths == default.widths
    assert moves(name, n).seat_names == moves(name, game.default_players).seat_names
    assert advice_of(name, n).verbs == advice_of(name, game.default_players).verbs


def test_memory_keeps_deaths_and_votes_and_reads_twice_alike():
    n = 8
    memory = TrusisMemory(n)
    table = make_table(TRUSIS, TRUSIS.setup(n), 1, False)
    day = table.features(0)
    memory.read(day)
    night = day.copy()
    night[0] = 1
    rows = {row.name: row for row in TRUSIS.features(n, True)}
    night[rows["seat_alive"].start + rows["seat_alive"].step * 5] = 0
    night[rows["seat_last_vote"].start + rows["seat_last_vote"].step * 2] = 1 + 5
    for read in (memory.read(night), memory.read(night)):
        assert read[len(day) : len(day) + n].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
        assert read[len(day) + n :].reshape(n, n)[2].tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
