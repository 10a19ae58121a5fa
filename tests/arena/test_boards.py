"""Boards: they fit a terminal of 80 columns with every word whole, every share has its interval, and nothing observed is n/a."""

import io

import pytest
from rich.console import Console

from arena.boards.board import board_of
from arena.boards.tables import percent, points, show_balance, show_board
from arena.match.plan import Entrant, MatchPlan, seat_lineup
from arena.match.reading import MatchLog
from arena.metrics.balance import Balance
from arena.metrics.fold import fold
from arena.metrics.intervals import wilson
from arena.metrics.ledger import ledger_of
from envs import load_game
from tests.arena.stage import play_random, read

CARDS = {
    "trusis": "human,sweeper,gravekeeper,priest,wise_woman,white_knight,trusis,trusis,butcher,illusionist,grave_digger,castaway",
    "avalon": "merlin_pure,troublemaker,guinevere,good_lancelot,cleric,percival,evil_lancelot,trickster,witch,revealer",
}
"""The roles with the longest names."""
KEYS = {"trusis": {"max_days": 4}, "avalon": {"preset": "online"}}


def played(game, agents=("heuristic", "random")):
    setup = load_game(game).setup(roles=CARDS[game].split(","), **KEYS[game])
    lineup = seat_lineup([Entrant(agent, "random?by=verb") for agent in agents], setup.players)
    logs = [read(play_random(MatchPlan(setup, 7, deal, lineup), spec="random?by=verb")) for deal in range(3)]
    return [MatchLog({**log.header, "match": str(deal)}, log.entries, log.result) for deal, log in enumerate(logs)]


def lines_of(show, *arguments):
    out = io.StringIO()
    show(Console(file=out, width=80, highlight=False), *arguments)
    return out.getvalue().splitlines()


@pytest.fixture(scope="module", params=CARDS)
def shown(request):
    board = board_of(iter(played(request.param)))
    return request.param, board, lines_of(show_board, board, request.param)


def test_no_line_is_wider_than_the_terminal(shown):
    assert [line for line in shown[2] if len(line) > 80] == []


def test_no_name_is_broken_and_no_figure_wraps(shown):
    game, _, lines = shown
    rows = [line.split() for line in lines if line.startswith((" heuristic ", " random ", "heuristic ", "random "))]
    named = {word for row in rows for word in row[1:2]}
    assert set(CARDS[game].split(",")) <= named
    assert not any(line.startswith(" " * 12) and line.strip() for line in lines if "─" not in line)


def test_every_title_stands_on_one_line(shown):
    game, _, lines = shown
    assert all(sheet.title in lines for sheet in ledger_of(game).sheets)


def test_every_measure_of_a_game_is_shown_on_some_sheet():
    shown = {game: {one for sheet in ledger_of(game).sheets for _, one in sheet.columns} for game in CARDS}
    assert shown == {game: {measure.id for measure in ledger_of(game).measures} for game in CARDS}


def test_an_agent_with_a_long_spec_is_folded_and_figures_stay_whole():
    agents = ("llm:some-family/some-model-with-a-name@http://localhost:8000/v1?lang=es&temperature=0.7", "random")
    lines = lines_of(show_board, board_of(iter(played("avalon", agents))), "avalon")
    headings = " ".join(line for line in lines if line.lstrip().startswith("agent "))
    assert [line for line in lines if "…" in line or len(line) > 80] == []
    assert all(heading in headings for heading in ("void", "known false", "who knows evil", "over chance", "kept"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (percent(None), "n/a"),
        (percent(0.625, (0.41, 0.8)), "62.5% [41, 80]"),
        (percent(0.0, None, 0), "0%"),
        (points(None), "n/a"),
        (points(0.123, (-0.05, 0.19)), "+12 [-5, +19]"),
        (points(-0.1), "-10"),
    ],
)
def test_figures(text, expected):
    assert text == expected


# --- balance --------------------------------------------------------------------------------------------------------


def ended(players, winner, agents="a", game="avalon"):
    seats = [{"name": "x", "agent": agents[seat % len(agents)]} for seat in range(players)]
    return MatchLog({"game": game, "players": players, "seats": seats}, [], {"winner": winner})


def balance(*logs):
    return fold([Balance()], logs)[0]


def test_balance_counts_a_side_by_agent_and_size_beside_human_play():
    rows = balance(ended(5, "evil"), ended(5, "good"), ended(10, "evil"), ended(5, "evil", "b"))
    assert [(row["agent"], row["players"], row["wins"], row["n"], row["human"]) for row in rows] == [
        ("a", 5, 1, 2, 0.57),
        ("a", 10, 1, 1, 0.59),
        ("b", 5, 1, 1, 0.57),
    ]
    assert rows[0]["interval"] == wilson(1, 2)


def test_balance_leaves_out_mixed_tables_and_games_without_human_figures():
    assert balance(ended(6, "evil", "ab"), ended(8, "trusis", game="trusis")) == []


def test_the_human_figures_are_those_of_proavalon():
    human = ledger_of("avalon").human
    assert (human.team, human.source) == ("evil", "ProAvalon")
    assert dict(human.rates) == {5: 0.57, 6: 0.565, 7: 0.58, 8: 0.63, 9: 0.52, 10: 0.59}


def test_balance_in_parts_is_balance_as_a_whole():
    logs = [ended(5, "evil"), ended(6, "good"), ended(5, "good")]
    metric = Balance()
    parts = metric.merge(metric.step(metric.start(), logs[0]), metric.step(metric.step(metric.start(), logs[1]), logs[2]))
    assert metric.finish(parts) == balance(*logs)


def test_nothing_is_shown_where_there_is_nothing_to_compare():
    assert lines_of(show_balance, []) == []
