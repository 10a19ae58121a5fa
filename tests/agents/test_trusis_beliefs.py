"""What the heuristic of Trusis believes: certain where it knows, bent by words as they deserve, better than the deck."""

from dataclasses import replace
from statistics import mean

import pytest

from agents.scripted.trusis.notebook import Notebook
from agents.scripted.trusis.sides import ADRIFT, ALLY, KILLER, TOWN
from agents.scripted.trusis.suspicion import make_guess
from envs.trusis.roles import TEAM_OF
from tests.agents.asking import (
    TRUSIS,
    accuses,
    ask,
    claims,
    day,
    dies,
    divines,
    inspects,
    knows_trusis,
    night,
    reads_grave,
    reply_to,
    reports,
    returns,
    votes,
)
from tests.agents.driver import Match, table_of


def noted(role, *story, **keys):
    asked = ask(role, *story, **keys)
    book = Notebook(asked.setup, asked.seat)
    book.read(asked.news)
    return book


def guessed(role, *story, **keys):
    return make_guess(noted(role, *story, **keys))


@pytest.mark.parametrize(
    ("role", "story", "seat", "side"),
    [
        ("trusis", (knows_trusis(0, 0, 4),), 4, KILLER),
        ("grave_digger", (knows_trusis(0, 4, 6),), 6, KILLER),
        ("sweeper", (inspects(0, 5, "is_trusis"),), 5, KILLER),
        ("sweeper", (inspects(0, 5, "is_castaway"),), 5, ADRIFT),
        ("oracle", (divines(0, 5, "butcher"),), 5, ALLY),
        ("gravekeeper", (dies(5), reads_grave(0, 5, "is_trusis")), 5, KILLER),
        ("human", (dies(5, shown=4 + 3),), 5, TOWN),
        ("human", (), 0, TOWN),
    ],
    ids=["a mate", "introduced", "swept", "a castaway", "divined", "in the grave", "shown in death", "myself"],
)
def test_what_a_seat_knows_is_certain(role, story, seat, side):
    assert guessed(role, *story).rows[seat][side] == 1.0


def test_who_is_neither_may_still_be_an_ally_of_the_trusis():
    row = guessed("sweeper", inspects(0, 5, "neither")).rows[5]
    assert (row[KILLER], row[ADRIFT], row[TOWN] > 0, row[ALLY] > 0) == (0.0, 0.0, True, True)


def test_where_answers_go_by_team_neither_is_a_human():
    assert guessed("sweeper", inspects(0, 5, "neither"), trusis_scope="team").rows[5][TOWN] == 1.0


def test_who_knows_every_trusis_suspects_nobody_else():
    rows = guessed("trusis", knows_trusis(0, 0, 4)).rows
    assert [row[KILLER] for seat, row in enumerate(rows) if seat not in (0, 4)] == [0.0] * 14


REPORT_ON_5 = (claims(3, "sweeper"), reports(3, 5, "is_trusis"))
RIVAL = (claims(6, "sweeper"), reports(6, 3, "is_trusis"))


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (REPORT_ON_5, ()),
        (REPORT_ON_5, (*REPORT_ON_5, *RIVAL)),
        (REPORT_ON_5, (reports(3, 5, "is_trusis"),)),
        (REPORT_ON_5, (claims(3, "human"), reports(3, 5, "is_trusis"))),
        (REPORT_ON_5, (*REPORT_ON_5, reports(3, 0, "is_trusis"))),
        (REPORT_ON_5, (*REPORT_ON_5, reports(3, 5, "neither"))),
        ((*REPORT_ON_5, night(1), dies(3), day(2)), REPORT_ON_5),
    ],
    ids=[
        "than before",
        "than when a rival claims the same card",
        "than from one without a card",
        "than from one with another card",
        "than from one who lied about me",
        "than from one who took it back",
        "and the more when the reporter is killed by night",
    ],
)
def test_a_sweepers_report_is_believed(more, less):
    assert guessed("human", *more).rows[5][KILLER] > guessed("human", *less).rows[5][KILLER]


@pytest.mark.parametrize(
    ("role", "worse", "better"),
    [
        ("sweeper", (claims(6, "sweeper"),), ()),
        ("human", (*REPORT_ON_5, accuses(6, 3)), REPORT_ON_5),
        ("human", (*votes(5, 6), dies(5, shown=4), night(1)), (*votes(5, 7), dies(5, shown=4), night(1))),
        ("human", (claims(7, "priest"), claims(6, "priest")), (claims(6, "priest"),)),
    ],
    ids=["who claims my card", "who attacks a believed reporter", "who voted a human out", "who claims what another claims"],
)
def test_who_grows_suspect(role, worse, better):
    assert guessed(role, *worse).rows[6][KILLER] > guessed(role, *better).rows[6][KILLER]


def test_who_dies_by_night_is_hardly_a_trusis():
    assert guessed("human", night(1), dies(5)).rows[5][KILLER] < guessed("human").rows[5][KILLER] / 2


def test_who_returns_lives():
    assert noted("human", dies(5), returns(5)).is_alive(5)


def test_votes_start_anew_each_day():
    assert noted("human", day(1), *votes(5, 1, 2), night(1), day(2)).votes == [-1] * 16


def test_beliefs_are_given_by_team():
    beliefs = reply_to(ask("sweeper", inspects(0, 5, "is_trusis"), kind="probe")).beliefs
    assert beliefs[5] == {"humans": 0.0, "trusis": 1.0, "castaways": 0.0}


def test_beliefs_of_every_seat_sum_to_one():
    beliefs = reply_to(ask("human", *REPORT_ON_5, kind="probe")).beliefs
    assert [sum(row.values()) for row in beliefs.values()] == pytest.approx([1.0] * 16)


def test_a_shadow_probe_leaves_nothing_behind():
    book = noted("human")
    before = make_guess(book)
    ahead = book.read_ahead([*REPORT_ON_5, dies(7)])
    assert (make_guess(book), make_guess(ahead) == before, book.is_alive(7)) == (before, False, True)


def test_a_shadow_probe_is_answered_with_its_own_news():
    shadow = replace(ask("sweeper", inspects(0, 5, "is_trusis"), kind="probe"), shadow=True)
    assert reply_to(shadow).beliefs[5]["trusis"] == 1.0


def brier_of_humans(seed: int) -> list[float]:
    """Squared errors of every living human's belief, at the start of day 3, that each other seat is of the Trusis team."""
    match = Match(table_of(TRUSIS.setup(players=8, talk="acts"), seed), ["heuristic"] * 8, seed)
    match.play_to(day=3)
    if match.table.is_over:
        return []
    team = [TEAM_OF[role] for role in list(match.table.state.role)[:8]]
    alive = match.table.state.alive
    asking = [seat for seat in range(8) if team[seat] == 0 and alive >> seat & 1]
    views = [(seat, match.beliefs(seat)) for seat in asking]
    return [(view[k]["trusis"] - (team[k] == 1)) ** 2 for seat, view in views for k in range(8) if k != seat]


def test_humans_believe_better_than_the_deck_alone():
    errors = [error for seed in range(40) for error in brier_of_humans(seed)]
    deck = 2 / 7 * 5 / 7
    assert mean(errors) < 0.6 * deck
