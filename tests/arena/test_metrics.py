"""Metrics: intervals, win rates under the failure policy, what a speaker knew, and votes against chance."""

import math

import pytest

from arena.match.reading import MatchLog
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.intervals import clustered_mean, share, wilson
from arena.metrics.ledger import statements
from arena.metrics.outcome import WinRates
from arena.metrics.trusis import final_votes
from tests.arena.stage import make_plan, play_random, read

HUMAN, SWEEPER, GRAVEKEEPER, PRIEST, TRUSIS, CASTAWAY = 0, 1, 2, 3, 6, 13
ROLES = ["trusis", "human", "human", "sweeper", "priest"]
INDEX = {"human": HUMAN, "sweeper": SWEEPER, "priest": PRIEST, "trusis": TRUSIS, "castaway": CASTAWAY}
CARDS = [
    {"event": "role_dealt", "audience": [seat], "actor": seat, "target": seat, "value": INDEX[role]}
    for seat, role in enumerate(ROLES)
]


def made(*entries, agents="aabbb", returns=(1, -1, -1, -1, -1), faults=None, scope="role", match="m", roles=ROLES):
    """A log of five seats that holds ``entries`` after the deal."""
    tallies = faults or [(10, 0)] * 5
    header = {
        "game": "trusis",
        "match": match,
        "players": 5,
        "roles": roles,
        "ruleset": {"trusis_scope": scope},
        "seats": [{"name": agent, "agent": agent} for agent in agents],
        "deal": {"roles": roles},
    }
    result = {
        "returns": list(returns),
        "clean": not any(fallbacks for _, fallbacks in tallies),
        "faults": [{"turns": turns, "fallbacks": fallbacks} for turns, fallbacks in tallies],
    }
    return MatchLog(header, [*CARDS, *entries], result)


def public(event, **fields):
    return {"event": event, "audience": "public", **fields}


def claim(speaker, role):
    return public("claimed", actor=speaker, value=role)


def report(speaker, about, result):
    return public("reported", actor=speaker, target=about, value=result)


def inspected(seat, target, result):
    return {"event": "inspected", "audience": [seat], "actor": seat, "target": target, "value": result}


def vote(voter, target):
    return public("vote_cast", actor=voter, target=target)


NIGHT = public("phase_began", target=0, value=3)
IS_TRUSIS, IS_CASTAWAY, NEITHER, NOT_TRUSIS, ROLE = range(5)


@pytest.mark.parametrize(
    ("hits", "n", "interval"),
    [(0, 10, (0.0, 0.2775)), (5, 10, (0.2366, 0.7634)), (10, 10, (0.7225, 1.0)), (1, 1, (0.2065, 1.0))],
)
def test_wilsons_interval(hits, n, interval):
    assert wilson(hits, n) == pytest.approx(interval, abs=1e-4)


def test_nothing_observed_is_none_and_never_zero():
    assert (share(0, 0), wilson(0, 0), clustered_mean([]), clustered_mean([(0.0, 0)])) == (None, None, None, None)


@pytest.mark.parametrize(("hits", "n"), [(-1, 3), (4, 3)])
def test_a_share_that_cannot_be_is_refused(hits, n):
    with pytest.raises(ValueError, match="0 <= hits <= n"):
        wilson(hits, n)


def test_the_mean_of_clusters_weighs_observations_and_its_error_counts_matches():
    mean, low, high = clustered_mean([(1.0, 1), (1.0, 3)])
    assert mean == 0.5
    assert high - mean == pytest.approx(1.96 * math.sqrt((0.5**2 + 0.5**2) * 2) / 4, abs=1e-4)
    assert low == pytest.approx(2 * mean - high)


def test_one_match_gives_no_interval():
    assert clustered_mean([(1.0, 2)]) == (0.5, -math.inf, math.inf)


def rates(by, *logs):
    return {(row["agent"], row[by]): row for row in fold([WinRates(by)], logs)[0]}


def test_win_rates_by_role_count_every_seat():
    rows = rates("role", made(), made(returns=(-1, 1, 1, 1, 1)))
    assert {key: (row["wins"], row["n"]) for key, row in rows.items()} == {
        ("a", "trusis"): (1, 2),
        ("a", "human"): (1, 2),
        ("b", "human"): (1, 2),
        ("b", "priest"): (1, 2),
        ("b", "sweeper"): (1, 2),
    }


def test_win_rates_by_team_have_wilsons_interval():
    row = rates("team", made(), made())["b", "humans"]
    assert (row["n"], row["rate"], row["interval"]) == (6, 0.0, wilson(0, 6))


def test_wins_losses_and_neither_add_up_to_the_games():
    rows = rates("all", made(), made(returns=(0,) * 5), made(returns=(-1, 1, 1, 1, 1)))
    assert [row["wins"] + row["losses"] + row["open"] for row in rows.values()] == [row["n"] for row in rows.values()]
    assert (rows["a", "all"]["open"], rows["b", "all"]["open"]) == (2, 3)


def test_a_seat_that_the_fallback_played_never_counts_as_a_winner():
    faults = [(10, 10), (10, 0), (10, 0), (10, 0), (10, 0)]
    rows = rates("team", made(faults=faults))
    assert (rows["a", "trusis"]["wins"], rows["a", "trusis"]["losses"], rows["a", "trusis"]["faulty"]) == (0, 1, 1)


def test_a_single_slip_costs_no_win_but_the_match_is_not_clean():
    row = rates("team", made(faults=[(20, 1), (10, 0), (10, 0), (10, 0), (10, 0)]))["a", "trusis"]
    assert (row["wins"], row["faulty"], row["clean_n"], row["clean_rate"]) == (1, 0, 0, None)


def test_a_match_that_only_the_fallback_played_is_void_and_not_half_won():
    row = rates("all", made(faults=[(10, 10)] * 5))["a", "all"]
    assert (row["void"], row["n"], row["rate"]) == (2, 0, None)


def test_unfinished_matches_count_for_nothing():
    unfinished = MatchLog(made().header, [], None)
    assert fold([WinRates("all"), Deception()], [unfinished]) == [[], []]


@pytest.mark.parametrize(
    ("before", "said", "verdict"),
    [
        ([], claim(1, HUMAN), "true"),
        ([], claim(0, HUMAN), "lie"),
        ([], report(1, 0, IS_TRUSIS), "true"),
        ([], report(1, 2, IS_TRUSIS), "error"),
        ([], report(1, 2, ROLE + CASTAWAY), "lie"),
        ([], report(0, 1, IS_TRUSIS), "lie"),
        ([inspected(3, 2, NEITHER)], report(3, 2, IS_TRUSIS), "lie"),
        ([inspected(3, 2, NEITHER)], report(3, 2, ROLE + PRIEST), "error"),
        ([inspected(3, 0, IS_TRUSIS)], report(3, 1, IS_TRUSIS), "lie"),
        ([inspected(3, 0, IS_TRUSIS)], report(3, 0, NOT_TRUSIS), "lie"),
        ([inspected(3, 0, IS_TRUSIS)], report(1, 2, IS_TRUSIS), "error"),
        ([public("died", target=2, value=1)], report(1, 2, IS_TRUSIS), "lie"),
        ([public("died", target=2, value=4 + HUMAN)], report(4, 2, ROLE + SWEEPER), "lie"),
        ([public("died", target=2)], report(4, 2, ROLE + SWEEPER), "error"),
        ([{"event": "grave_kept", "audience": [4], "target": 2, "value": NOT_TRUSIS}], report(4, 2, IS_TRUSIS), "lie"),
        ([], report(4, 1, IS_CASTAWAY), "lie"),
        ([], report(4, 1, NEITHER), "true"),
    ],
    ids=[
        "one's own card",
        "another card than one's own",
        "a true guess",
        "a false guess",
        "a card that is not in the deck",
        "a Trusis knows that the only Trusis card is his own",
        "against one's own result",
        "false, but the result left it open",
        "the only Trusis was found elsewhere",
        "hiding one's own result",
        "what another one found out is not known",
        "against a team shown at death",
        "against a card shown at death",
        "a death that shows nothing",
        "against a grave's answer",
        "there is no castaway in the deck",
        "neither is true",
    ],
)
def test_a_false_word_is_a_lie_only_if_the_speaker_knew(before, said, verdict):
    assert [statement.verdict for statement in statements(made(*before, said))] == [verdict]


def test_those_introduced_know_the_whole_group():
    roles = ["trusis", "human", "trusis", "sweeper", "priest"]
    shown = {"event": "introduced", "audience": [0, 2], "value": 0b101 + (TRUSIS << 24)}
    cards = [{**CARDS[2], "value": TRUSIS}]
    log = made(*cards, shown, report(0, 1, IS_TRUSIS), report(0, 2, NOT_TRUSIS), roles=roles)
    log.entries.remove(CARDS[2])
    assert [statement.verdict for statement in statements(log)] == ["lie", "lie"]


def test_with_team_scope_a_butcher_counts_as_trusis():
    roles = ["butcher", "human", "trusis", "sweeper", "priest"]
    said = report(3, 0, IS_TRUSIS)
    log = made(said, roles=roles, scope="team")
    assert [statement.verdict for statement in statements(log)] == ["true"]


def test_words_after_the_end_are_not_judged():
    assert list(statements(made(public("match_ended", value=1), claim(0, HUMAN)))) == []


def test_only_the_vote_that_stands_when_the_day_ends_counts():
    votes = list(final_votes(made(vote(1, 2), vote(1, 0), vote(2, 0), public("vote_cast", actor=2), NIGHT)))
    assert [(one.voter, one.target, one.hit, one.chance) for one in votes] == [(1, 0, True, 0.25)]


def test_chance_is_among_those_alive_before_the_day_took_its_dead():
    died = public("died", target=2)
    day_one = list(final_votes(made(vote(1, 2), died, NIGHT)))
    day_two = list(final_votes(made(died, public("round_began"), vote(1, 0), NIGHT)))
    assert (day_one[0].chance, day_two[0].chance) == (0.25, pytest.approx(1 / 3))


def test_the_last_day_counts_too():
    assert len(list(final_votes(made(vote(1, 0), public("died", target=0), public("match_ended", value=1))))) == 1


def test_vote_lift_is_zero_for_a_vote_at_chance_and_positive_for_a_hit():
    rows = {row["role"]: row for row in fold([Deception()], [made(vote(1, 0), vote(3, 4), NIGHT)])[0]}
    assert (rows["human"]["lift"], rows["sweeper"]["lift"], rows["priest"]["lift"]) == (0.75, -0.25, None)
    assert rows["human"]["lift_interval"] is None


def test_the_deception_table_counts_by_role():
    log = made(claim(0, HUMAN), report(0, 1, IS_TRUSIS), claim(1, HUMAN), report(1, 2, IS_TRUSIS))
    rows = {row["role"]: row for row in fold([Deception()], [log])[0]}
    assert [rows["trusis"][key] for key in ("claims", "reports", "false", "lies")] == [1, 1, 1.0, 1.0]
    assert [rows["human"][key] for key in ("n", "claims", "reports", "false", "lies")] == [2, 1, 1, 0.5, 0.0]
    assert [rows["priest"][key] for key in ("claims", "false", "lies_interval")] == [0, None, None]


@pytest.mark.parametrize("metric", [WinRates("all"), WinRates("team"), WinRates("role"), Deception("role"), Deception("agent")])
def test_folding_in_parts_and_in_any_order_gives_the_same(metric):
    logs = [read(play_random(make_plan(8, seed, max_days=4))) for seed in range(4)]
    for number, log in enumerate(logs):
        log.header["match"] = str(number)
    whole = fold([metric], logs)[0]
    parts = [metric.start(), metric.start()]
    for number, log in enumerate(reversed(logs)):
        parts[number % 2] = metric.step(parts[number % 2], log)
    assert metric.finish(metric.merge(*parts)) == whole
