"""What each side of Trusis does and says by day."""

import pytest

from tests.agents.asking import (
    ALL_TALK,
    answer,
    ask,
    claims,
    day,
    dies,
    divines,
    inspects,
    knows_trusis,
    last_round,
    reads_grave,
    reply_to,
    reports,
    votes,
)

DAY = ("vote", "end_turn", "pass", *ALL_TALK)
REPORT_ON_5 = (claims(3, "sweeper"), reports(3, 5, "is_trusis"))
LAST_TRUSIS_AT_5 = (divines(0, 6, "trusis"), dies(6), divines(0, 5, "trusis"))


@pytest.mark.parametrize(
    ("role", "story", "acts"),
    [
        ("sweeper", (inspects(0, 5, "is_trusis"), day(2)), ["claim:sweeper", "report:5=is_trusis", "vote:5"]),
        ("sweeper", (inspects(0, 5, "is_castaway"), day(2)), ["claim:sweeper", "report:5=is_castaway", "vote:5"]),
        ("gravekeeper", (reads_grave(0, 5, "not_trusis"), dies(5), day(3)), ["claim:gravekeeper", "report:5=not_trusis"]),
    ],
    ids=[
        "the sweeper who found a Trusis claims, reports and votes",
        "the sweeper who found a castaway does the same",
        "the gravekeeper tells all from the third day on",
    ],
)
def test_investigators_tell_what_they_found(role, story, acts):
    assert answer(ask(role, *story, legal=DAY))[: len(acts)] == acts


def test_the_sweeper_without_a_find_keeps_the_card_hidden():
    said = answer(ask("sweeper", inspects(0, 5, "neither"), day(2), legal=DAY))
    assert [text for text in said if text.startswith(("claim", "report"))] == []


def test_the_dead_sweeper_still_tells():
    story = (inspects(0, 5, "is_trusis"), dies(0), day(2))
    assert answer(ask("sweeper", *story, legal=("end_turn", *ALL_TALK))) == ["claim:sweeper", "report:5=is_trusis"]


@pytest.mark.parametrize("role", ["human", "priest", "wise_woman", "white_knight", "gravekeeper"])
def test_humans_accuse_and_vote_on_a_believed_report(role):
    assert answer(ask(role, *REPORT_ON_5, day(2), legal=DAY)) == ["accuse:5", "vote:5"]


@pytest.mark.parametrize(
    "story",
    [
        (claims(3, "sweeper"), claims(3, "priest"), reports(3, 5, "is_trusis")),
        (claims(3, "sweeper"), reports(3, 0, "is_trusis"), reports(3, 5, "is_trusis")),
        (claims(3, "human"), reports(3, 5, "is_trusis")),
    ],
    ids=["by one who changed the story", "by one who lied about me", "by one without an investigator's card"],
)
def test_a_report_is_not_believed(story):
    assert "accuse:5" not in answer(ask("human", *story, day(2), legal=DAY))


def test_a_human_who_is_about_to_die_says_its_card():
    assert "claim:priest" in answer(ask("priest", day(2), *votes(0, 1, 2), legal=DAY))


def test_a_human_defends_whom_it_knows_to_be_clean():
    story = (inspects(0, 4, "neither"), day(2), *votes(4, 7, 8, 9))
    assert "defend:4" in answer(ask("sweeper", *story, legal=DAY))


def test_late_votes_join_the_leading_suspect():
    story = (day(1), *votes(7, 1, 2, 3), *votes(8, 4, 5), last_round())
    assert answer(ask("human", *story, legal=DAY)) == ["vote:7", "pass"]


def test_humans_spare_the_last_trusis_while_a_castaway_lives():
    assert "vote:5" not in answer(ask("sweeper", *LAST_TRUSIS_AT_5, day(3), legal=DAY))


def test_humans_execute_the_last_trusis_once_the_castaway_is_dead():
    story = (*LAST_TRUSIS_AT_5, divines(0, 9, "castaway"), dies(9), day(3))
    assert "vote:5" in answer(ask("sweeper", *story, legal=DAY))


@pytest.mark.parametrize("role", ["trusis", "grave_digger"])
def test_who_knows_the_trusis_does_not_vote_for_one(role):
    story = (knows_trusis(0, 4, 6), day(1), *votes(4, 1, 2, 3), *votes(7, 5))
    assert answer(ask(role, *story, legal=DAY))[-1] == "vote:7"


@pytest.mark.parametrize("role", ["trusis", "grave_digger"])
def test_a_mate_who_is_lost_is_voted_for_in_the_last_round(role):
    story = (knows_trusis(0, 4, 6), day(1), *votes(4, 1, 2, 3, 5, 7, 8, 9, 10, 11), last_round())
    assert "vote:4" in answer(ask(role, *story, legal=DAY))


@pytest.mark.parametrize("role", ["trusis", "butcher", "oracle", "illusionist", "kamikaze", "black_knight"])
def test_who_is_reported_lies_and_turns_the_report_round(role):
    story = (claims(3, "sweeper"), reports(3, 0, "is_trusis"), day(2))
    assert answer(ask(role, *story, legal=DAY))[:2] == ["claim:sweeper", "report:3=is_trusis"]


@pytest.mark.parametrize("role", ["butcher", "oracle", "kamikaze", "black_knight"])
def test_allies_vote_for_the_reporter_and_not_for_the_reported(role):
    assert answer(ask(role, *REPORT_ON_5, day(2), legal=DAY))[-1] == "vote:3"


def test_the_illusionist_is_seen_with_the_crowd_and_aims_in_secret():
    story = (*REPORT_ON_5, day(2), *votes(5, 1, 2, 4, 7))
    assert answer(ask("illusionist", *story, legal=("hidden_vote", *DAY)))[-2:] == ["hidden_vote:3", "vote:5"]


def test_a_castaway_votes_with_the_crowd():
    story = (day(1), *votes(7, 1, 2, 3))
    assert answer(ask("castaway", *story, legal=DAY)) == ["vote:7"]


def test_a_castaway_ends_the_match_on_the_last_trusis():
    assert answer(ask("castaway", *LAST_TRUSIS_AT_5, day(3), legal=DAY)) == ["vote:5"]


def test_a_castaway_under_suspicion_calls_itself_a_human():
    assert "claim:human" in answer(ask("castaway", day(2), *votes(0, 1, 2), legal=DAY))


@pytest.mark.parametrize(
    ("die", "acts"),
    [("end", ["vote:3", "power:5", "pass"]), ("now", ["vote:3", "power:5"])],
    ids=["and lives until the end of the day", "and is gone at once"],
)
def test_a_black_knight_who_has_only_the_day_gives_his_life_in_its_last_round(die, acts):
    story = (*REPORT_ON_5, dies(5), day(3), last_round())
    legal = ("vote:3", "power:5", "end_turn", "pass")
    assert answer(ask("black_knight", *story, legal=legal, knight_timing="per_role", knight_dies=die)) == acts


def test_without_talk_there_is_only_the_vote():
    assert answer(ask("human", dies(3), day(2), *votes(7, 1, 2), legal=("vote", "pass", "end_turn"), talk="none")) == ["vote:7"]


def test_where_free_text_is_allowed_a_sentence_goes_with_the_act():
    reply = reply_to(ask("human", *REPORT_ON_5, day(2), legal=DAY, talk="text"))
    assert [say.text for say in reply.says] == ["I do not trust Player F."]


def test_who_hides_takes_a_human_card_that_nobody_has_claimed():
    taken = [claims(7 + k, role) for k, role in enumerate(("human", "sweeper", "gravekeeper", "priest", "wise_woman"))]
    assert "claim:white_knight" in answer(ask("castaway", *taken, day(2), *votes(0, 1, 2), legal=DAY))


@pytest.mark.parametrize("role", ["sweeper", "gravekeeper", "priest", "wise_woman", "white_knight"])
def test_a_rare_card_is_claimed_once_somebody_else_claims_it(role):
    assert answer(ask(role, claims(6, role), day(2), legal=DAY))[0] == f"claim:{role}"


def test_a_bold_trusis_poses_as_the_sweeper_before_anybody_has():
    asked = ask("trusis", knows_trusis(0, 0, 4), day(3), *votes(7, 1, 2), legal=DAY)
    assert ["claim:sweeper", "report:7=is_trusis", "vote:7"] in [answer(asked, seed=seed) for seed in range(12)]


def test_one_story_is_kept():
    story = (claims(0, "priest"), claims(3, "sweeper"), reports(3, 0, "is_trusis"), day(2))
    assert "claim:sweeper" not in answer(ask("trusis", *story, legal=DAY))


def test_a_turn_holds_no_more_than_its_budget():
    story = (inspects(0, 5, "is_trusis"), inspects(0, 6, "neither"), day(4), last_round())
    assert answer(ask("sweeper", *story, legal=DAY, turn_actions=2)) == ["claim:sweeper", "vote:5"]
