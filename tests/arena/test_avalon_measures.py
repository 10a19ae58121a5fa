"""The measures of Avalon: votes, teams, promises and the last shot against chance, and the table they come to."""

import pytest

from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.ledger import observations
from tests.arena.avalon_words import (
    ASSASSIN,
    EVIL,
    FIVE,
    GOOD,
    MERLIN,
    MORGANA,
    PERCIVAL,
    SERVANT,
    SEVEN,
    SWITCH,
    checked,
    claim,
    index,
    made,
    proposal,
    public,
    report,
    to,
)

# --- observations -----------------------------------------------------------------------------------------------


def seen(*entries, roles=FIVE):
    return [(one.seat, one.measure, pytest.approx(one.value), one.arm) for one in observations(made(*entries, roles=roles))]


def vote(seat, answer):
    return to([seat], "vote_cast", actor=seat, value=answer)


@pytest.mark.parametrize(
    ("team", "voter", "answer", "expected"),
    [
        ((0, 1), SERVANT, 0, (SERVANT, "approval", 1.0, 0)),
        ((0, 3), SERVANT, 0, (SERVANT, "approval", 1.0, 1)),
        ((0, 3), PERCIVAL, 1, (PERCIVAL, "approval", 0.0, 1)),
        ((0, 3), MERLIN, 1, (MERLIN, "approval_told", 0.0, 1)),
        ((0, 1), MORGANA, 1, (MORGANA, "approval_told", 0.0, 0)),
    ],
    ids=["a clean team", "a team with evil", "Percival cannot know", "Merlin was told", "evil knows itself"],
)
def test_votes_are_split_by_team_and_by_what_one_can_know(team, voter, answer, expected):
    assert seen(*proposal(3, *team), vote(voter, answer)) == [expected]


@pytest.mark.parametrize(
    ("leader", "team", "expected"),
    [
        (SERVANT, (SERVANT, MERLIN), [(SERVANT, "clean", 1 - 2 / 4, 0)]),
        (SERVANT, (SERVANT, MORGANA), [(SERVANT, "clean", -2 / 4, 0)]),
        (SERVANT, (MERLIN, PERCIVAL), [(SERVANT, "clean", 1 - 1 / 6, 0)]),
        (PERCIVAL, (MERLIN, PERCIVAL, SERVANT), [(PERCIVAL, "clean", 1 - 1 / 6, 0)]),
        (MERLIN, (MERLIN, PERCIVAL), [(MERLIN, "clean_told", 1 - 2 / 4, 0)]),
        (MORGANA, (MERLIN, PERCIVAL), []),
    ],
    ids=["C(2,1)/C(4,1)", "a team with evil", "leader off the team: C(2,2)/C(4,2)", "C(2,2)/C(4,2)", "Merlin", "evil leaders"],
)
def test_own_teams_are_held_against_a_team_drawn_by_lot(leader, team, expected):
    assert seen(*proposal(leader, *team)) == expected


def test_sides_of_votes_and_teams_are_those_of_the_moment():
    after = seen(SWITCH, *proposal(2, 2, 4), vote(3, 0), roles=SEVEN)
    assert after == [(2, "clean", 1 - 3 / 6, 0), (3, "approval", 1.0, 0)]


CARDS_PHASE = public("phase_began", value=3)


def test_evil_on_a_team_that_goes_is_held_against_its_share_of_the_table():
    went = seen(*proposal(3, 0, 3), CARDS_PHASE)
    assert went == [(MORGANA, "infiltration", 1 - 2 / 5, 0), (ASSASSIN, "infiltration", -2 / 5, 0)]


CHOSEN = public("assassin_chosen", target=ASSASSIN, value=1 << ASSASSIN)


def shot(victim, hit):
    return public("shot_fired", actor=ASSASSIN, target=victim, value=4 * hit)


@pytest.mark.parametrize(
    ("before", "fired", "lift"),
    [
        ([], shot(MERLIN, 1), 1 - 1 / 3),
        ([], shot(SERVANT, 0), -1 / 3),
        ([checked(ASSASSIN, SERVANT, GOOD)], shot(MERLIN, 1), 1 - 1 / 3),
        ([public("role_revealed", target=PERCIVAL, value=index("percival"))], shot(MERLIN, 1), 1 - 1 / 2),
    ],
    ids=["a hit", "a miss", "a check that tells nothing new", "a seat that is known to be another"],
)
def test_a_shot_is_held_against_a_draw_among_those_who_may_be_merlin(before, fired, lift):
    hit = float(lift > 0)
    assert seen(*before, CHOSEN, fired) == [
        (ASSASSIN, "shot", hit, 0),
        (ASSASSIN, "shot_lift", lift, 0),
        (MERLIN, "unfound", 1 - hit, 0),
        (MERLIN, "hiding", -lift, 0),
    ]


def test_all_evil_shooting_together_share_the_shot():
    together = public("assassin_chosen", value=1 << ASSASSIN | 1 << MORGANA)
    assert [one[:2] for one in seen(together, shot(MERLIN, 1))[:4:2]] == [(MORGANA, "shot"), (ASSASSIN, "shot")]


@pytest.mark.parametrize(("answer", "kept"), [(0, 1.0), (1, 0.0)], ids=["kept", "broken"])
def test_a_promise_is_kept_by_the_next_vote_on_the_same_proposal(answer, kept):
    promise = public("promised", actor=SERVANT, value=0)
    found = seen(*proposal(3, 0, 3), promise, vote(SERVANT, answer), vote(SERVANT, answer))
    assert [one for one in found if one[1] == "kept"] == [(SERVANT, "kept", kept, 0)]


def test_a_promise_does_not_outlive_its_proposal():
    promise = public("promised", actor=SERVANT, value=0)
    found = seen(promise, *proposal(3, 0, 3), vote(SERVANT, 0))
    assert [one[1] for one in found] == ["approval"]


# --- the table --------------------------------------------------------------------------------------------------


def rows(*logs):
    return {row["role"]: row for row in fold([Deception()], logs)[0]}


def test_approval_is_a_difference_of_rates_and_needs_both_kinds_of_team():
    clean, dirty = proposal(3, 0, 1), proposal(3, 0, 3)
    both = rows(made(*clean, vote(2, 0), *dirty, vote(2, 1)), made(*clean, vote(2, 1), *dirty, vote(2, 1), match="n"))
    assert (both["servant"]["approval"], both["servant"]["approval_n"]) == (0.5, 4)
    assert both["servant"]["approval_interval"][1] <= 1.0
    assert rows(made(*clean, vote(2, 0)))["servant"]["approval"] is None


def test_what_was_not_observed_is_none():
    found = rows(made())["assassin"]
    assert [found[key] for key in ("false", "approval", "shot", "shot_interval", "shot_lift", "hiding", "kept")] == [None] * 7
    assert found["shot_n"] == 0


def test_the_table_counts_claims_reports_and_announcements_by_role():
    log = made(claim(3, GOOD), report(3, 0, EVIL), checked(2, 0, GOOD), public("announced", actor=2, target=0, value=EVIL))
    found = rows(log)
    assert [found["morgana"][key] for key in ("claims", "reports", "false", "lies")] == [1, 1, 1.0, 1.0]
    assert [found["servant"][key] for key in ("claims", "reports", "lies")] == [0, 1, 1.0]
