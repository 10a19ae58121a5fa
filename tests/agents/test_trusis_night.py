"""What each card of Trusis does with its night."""

import pytest

from tests.agents.asking import (
    answer,
    ask,
    claims,
    day,
    dies,
    divines,
    inspects,
    knows_trusis,
    mate_promises,
    mate_votes,
    night,
    reports,
    round_begins,
    whispers,
)

SWEEPER_AT_3 = (claims(3, "sweeper"), reports(3, 6, "neither"))
REPORT_ON_5 = (claims(3, "sweeper"), reports(3, 5, "is_trusis"))
POWER = ("power", "end_turn", "pass")
KILL = ("vote", "end_turn", "pass", "to:team", "promise")


@pytest.mark.parametrize(
    ("role", "story", "chosen"),
    [
        ("priest", SWEEPER_AT_3, "power:3"),
        ("sweeper", (claims(3, "gravekeeper"), reports(3, 5, "is_trusis")), "power:5"),
        ("wise_woman", REPORT_ON_5, "power:5"),
        ("kamikaze", REPORT_ON_5, "power:3"),
        ("oracle", SWEEPER_AT_3, "power:3"),
    ],
    ids=[
        "the priest shields a believed investigator",
        "the sweeper looks at whom another investigator reports",
        "the wise woman adds her vote on the reported seat",
        "the kamikaze takes an investigator along",
        "the oracle makes sure of who seems to be an investigator",
    ],
)
def test_whom_a_power_is_used_on(role, story, chosen):
    assert answer(ask(role, *story, night(2), legal=POWER)) == [chosen]


@pytest.mark.parametrize(
    ("role", "story", "grave", "chosen"),
    [
        ("white_knight", (*SWEEPER_AT_3, night(1), dies(3), day(2)), 3, ["power:3"]),
        ("white_knight", (night(1), dies(3), day(2)), 3, ["end_turn"]),
        ("black_knight", (*REPORT_ON_5, dies(5)), 5, ["power:5"]),
        ("black_knight", (*REPORT_ON_5, dies(3)), 3, ["end_turn"]),
    ],
    ids=[
        "the white knight dies for an investigator killed by night",
        "the white knight keeps his life before a stranger's grave",
        "the black knight dies for a Trusis",
        "the black knight does not bring an investigator back",
    ],
)
def test_whom_a_knight_dies_for(role, story, grave, chosen):
    asked = ask(role, *story, night(2), legal=(f"power:{grave}", "end_turn", "pass"))
    assert answer(asked) == chosen


@pytest.mark.parametrize("role", ["human", "gravekeeper", "butcher", "illusionist", "grave_digger", "castaway"])
def test_a_card_without_a_night_power_lets_the_night_pass(role):
    assert answer(ask(role, night(1), legal=("end_turn", "pass"))) == ["end_turn"]


def test_the_sweeper_never_looks_twice():
    asked = ask("sweeper", inspects(0, 5, "neither"), night(2), legal=("power:5", "end_turn", "pass"))
    assert answer(asked) == ["end_turn"]


@pytest.mark.parametrize(
    ("story", "chosen"),
    [
        (SWEEPER_AT_3, "vote:3"),
        ((mate_votes(0, 4, 7),), "vote:7"),
        ((mate_promises(0, 4, 8),), "vote:8"),
        ((whispers(2, 0, 9, "role:sweeper"),), "vote:9"),
    ],
    ids=[
        "an investigator first",
        "the target of a mate who voted",
        "the target that a mate promised to the team",
        "whom an ally whispers to be an investigator",
    ],
)
def test_whom_the_trusis_kill(story, chosen):
    asked = ask("trusis", knows_trusis(0, 0, 4), night(1), *story, legal=KILL)
    assert answer(asked)[0] == chosen


def test_who_leads_the_kill_tells_the_team():
    asked = ask("trusis", knows_trusis(0, 0, 4), *SWEEPER_AT_3, night(1), legal=KILL)
    assert answer(asked) == ["vote:3", "to:team", "promise:3"]


def test_who_follows_a_mate_says_nothing():
    asked = ask("trusis", knows_trusis(0, 0, 4), night(1), mate_votes(0, 4, 7), legal=KILL)
    assert answer(asked) == ["vote:7"]


def test_a_kill_that_failed_is_not_tried_again_the_next_night():
    failed = (night(1), mate_votes(0, 0, 3), day(2))
    asked = ask("trusis", knows_trusis(0, 0, 4), *SWEEPER_AT_3, *failed, night(2), legal=KILL)
    assert "vote:3" not in answer(asked)


def test_a_trusis_would_rather_kill_nobody_than_a_mate():
    asked = ask("trusis", knows_trusis(0, 0, 4), night(1), legal=("vote:4", "end_turn", "pass"))
    assert answer(asked) == ["end_turn"]


def test_the_oracle_whispers_an_investigator_to_a_trusis_it_knows():
    story = (divines(0, 4, "trusis"), divines(0, 3, "sweeper"), night(3))
    asked = ask("oracle", *story, legal=("power:9", "end_turn", "pass", "to", "report"))
    assert answer(asked) == ["power:9", "to:4", "report:3=role:sweeper"]


@pytest.mark.parametrize(
    ("timeout", "acts"),
    [("keep", ["vote:3", "to:team", "promise:3", "pass"]), ("drop", ["vote:3", "to:team", "promise:3", "pass"])],
)
def test_the_last_round_is_closed_with_a_pass(timeout, acts):
    story = (knows_trusis(0, 0, 4), *SWEEPER_AT_3, night(1), round_begins(1))
    assert answer(ask("trusis", *story, legal=KILL, timeout=timeout)) == acts


def test_where_only_what_is_passed_counts_the_last_of_few_actions_is_the_pass():
    story = (knows_trusis(0, 0, 4), *SWEEPER_AT_3, night(1), round_begins(1))
    assert answer(ask("trusis", *story, legal=KILL, timeout="drop", turn_actions=1)) == ["pass"]
