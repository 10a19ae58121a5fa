"""Schedules: one deal per block, every rotation of the line-up, seats shared evenly, and line-ups that fit."""

import random

import numpy as np
import pytest

from agents.roster import SpecError
from arena.match.plan import Entrant, LineupError, seat_lineup
from arena.tournament.schedule import rotations, schedule, seat_counts
from arena.tournament.spec import Tournament, TournamentError, entrants_of, hold, read_spec, spec_of
from envs.engine.game import SetupError
from tests.arena.stage import TRUSIS, read


def tournament(*agents, blocks=2, seed=5, players=8):
    return Tournament(TRUSIS.setup(players=players), entrants_of(agents), blocks, seed)


def test_a_block_is_one_deal_turned_around_the_table():
    plans = schedule(tournament("heuristic", "random", blocks=1))
    assert [plan.rotation for plan in plans] == [0, 1]
    assert len({plan.deal_seed for plan in plans}) == 1
    assert plans[0].lineup[1:] + plans[0].lineup[:1] == plans[1].lineup


def test_every_rotation_of_a_block_has_the_same_chance_streams():
    plans = schedule(tournament("heuristic", "random", blocks=1))
    assert len({tuple(plan.agent_seed(seat) for seat in range(8)) for plan in plans}) == 1


def test_thirty_blocks_are_thirty_deals_and_the_same_thirty_again():
    seeds = [plan.deal_seed for plan in schedule(tournament("random", blocks=30))]
    assert len(set(seeds)) == 30
    assert seeds == [plan.deal_seed for plan in schedule(tournament("random", blocks=30))]


def test_a_line_up_of_one_agent_has_one_rotation():
    assert len(rotations(seat_lineup(entrants_of(["random"]), 8))) == 1


def test_every_agent_sits_in_every_seat_equally_often():
    counts = seat_counts(schedule(tournament("a=random", "b=random", "c=heuristic", "d=heuristic", blocks=3)))
    assert counts == {name: [3] * 8 for name in "abcd"}


def test_matches_are_named_by_what_decides_them():
    ids = [plan.id for plan in schedule(tournament("random", "heuristic", blocks=3))]
    assert len(set(ids)) == len(ids) == 6
    assert ids == [plan.id for plan in schedule(tournament("random", "heuristic", blocks=3))]
    assert not set(ids) & {plan.id for plan in schedule(tournament("random", "heuristic", blocks=3, seed=6))}


def test_scheduling_draws_from_no_global_stream():
    before = random.getstate(), np.random.get_state()[1].tolist()
    schedule(tournament("random"))
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


@pytest.mark.parametrize(
    ("agents", "seats", "sentence"),
    [
        (4, 7, "4 agents cannot share 7 seats evenly; give 1 or 7"),
        (3, 8, "3 agents cannot share 8 seats evenly; give 1, 2, 4 or 8"),
        (9, 8, "9 agents cannot share 8 seats evenly"),
        (0, 8, "a line-up needs at least one agent"),
    ],
)
def test_a_line_up_that_does_not_fit_is_refused(agents, seats, sentence):
    with pytest.raises(LineupError, match=sentence):
        seat_lineup([Entrant(str(number), "random") for number in range(agents)], seats)


def test_a_smaller_line_up_is_repeated_around_the_table():
    assert [entrant.name for entrant in seat_lineup(entrants_of(["a=random", "b=random"]), 6)] == list("ababab")


@pytest.mark.parametrize(
    "agents",
    [("a=random", "a=heuristic"), ("A=random", "a=heuristic"), ("ａ=random", "a=heuristic")],
    ids=["the same name", "another case", "another width"],
)
def test_one_name_for_two_agents_is_refused(agents):
    with pytest.raises(TournamentError, match="two agents are called"):
        tournament(*agents)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 201], ids=["nothing", "blank", "a line break", "too long"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(TournamentError, match="is no name for an agent"):
        hold(spec_of({"agents": [{"name": name or " ", "spec": "random"}]}))


def test_one_spec_named_twice_sits_in_two_seats():
    assert seat_counts(schedule(tournament("random", "random", players=8, blocks=1))) == {"random": [1] * 8}


FILE = """
game = "trusis"
players = 6
blocks = 3
seed = 9
ruleset = { talk = "none", max_days = 4 }
policy = { reasks = 1 }
agents = ["random", { name = "thinker", spec = "heuristic" }]
"""


def test_a_tournament_can_be_read_from_a_file(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_text(FILE)
    held = hold(read_spec(path))
    assert (held.setup.players, held.blocks, held.seed, held.policy.reasks) == (6, 3, 9, 1)
    assert held.setup.ruleset.talk == "none"
    assert held.entrants == (Entrant("random", "random"), Entrant("thinker", "heuristic"))


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"colour": 1}, TournamentError, "unknown key 'colour'; known keys: game, players"),
        ({"players": "six"}, TournamentError, "'players' cannot be 'six'"),
        ({"blocks": 0}, TournamentError, "at least 1 block, not 0"),
        ({"agents": []}, LineupError, "at least one agent"),
        ({"agents": ["gpt"]}, SpecError, "no agent is called 'gpt'"),
        ({"policy": {"patience": 3}}, TournamentError, "no policy key 'patience'; known keys: deadline, probe, reasks"),
        ({"players": 4}, SetupError, "Trusis seats 5 to 20 players, not 4"),
        ({"ruleset": {"speed": 1}}, SetupError, "no ruleset key 'speed'"),
    ],
    ids=["key", "type", "blocks", "no agents", "agent", "policy key", "players", "ruleset key"],
)
def test_a_tournament_that_cannot_be_held_is_refused_with_one_sentence(given, error, sentence):
    with pytest.raises(error, match=sentence):
        hold(spec_of(given))


@pytest.mark.parametrize(
    ("text", "sentence"), [("players = ", "is not TOML"), (None, "there is no tournament file")], ids=["no TOML", "no file"]
)
def test_a_file_that_is_none_is_refused(tmp_path, text, sentence):
    path = tmp_path / "spec.toml"
    path.write_text(text) if text is not None else None
    with pytest.raises(TournamentError, match=sentence):
        read_spec(path)


def test_the_log_says_who_sat_where():
    from arena.match.playing import play_plan

    log = read(play_plan(schedule(tournament("a=random", "b=heuristic", blocks=1))[1]))
    assert log.agents == ("b", "a") * 4
