"""Reported leaks and slips of identity (cases.md TRU-08, 09, 11, 13, 20, ENV-20, SEC-04, SEC-06) on a table of Trusis."""

import numpy as np
import pytest

from envs.engine.actions import IllegalAction
from envs.engine.events import GOD, SPECTATOR, seats_in
from envs.engine.table import Table
from envs.trusis.codes import EventCode
from tests.scenarios.scene import GAME, Scene

TALK = {"claim", "report", "accuse", "defend", "promise", "to"}
VIEWERS = (SPECTATOR, *range(7))


def verbs(table: Table, seat: int) -> set[str]:
    return {text.partition(":")[0] for text in table.legal_texts(seat)}


def test_an_index_means_the_same_seat_before_and_after_deaths_and_revivals():
    scene = Scene("T T K N H H H H", dead="B D")
    index = scene.table.actions.index("vote:5")
    scene.play("A C E G H vote F")
    targets = {event.target for event in scene.table.journal if event.code == EventCode.VOTE_CAST}
    scene.play("C picks B; day ends => C F die; B returns")
    assert targets == {5}
    assert scene.table.actions.text(index) == "vote:5"


def test_the_public_list_shows_the_wise_woman_once_and_nobody_sees_the_extra_vote():
    scene = Scene("T T W H H H H H").play("day ends; C picks E; night ends; A B vote D; F votes E; C votes E; day ends")
    day = [event for event in scene.table.news(SPECTATOR) if event.code == EventCode.VOTE_CAST]
    assert [event.actor for event in day] == [0, 1, 5, 2]
    hidden = [event for event in scene.table.news(GOD) if event.code == EventCode.HIDDEN_VOTE_COUNTED]
    assert [(event.actor, event.target, event.audience) for event in hidden] == [(2, 4, 0)]


def test_nobody_ever_dies_by_chance():
    tables = [Table(GAME, GAME.setup(players=7, day_rounds=1, night_rounds=1), seed) for seed in range(200)]
    assert {death for table in tables for death in _deaths_without_a_vote(table)} == set()


def _deaths_without_a_vote(table: Table) -> list[int]:
    while table.state.day < 3:
        table.apply(table.actor, table.actions.index("pass"))
    return [event.target for event in table.journal if event.code == EventCode.DIED]


def test_fifty_equal_votes_are_one_vote():
    table = Scene("T T H H H H H").table
    refused = 0
    for _ in range(50):
        try:
            table.apply(0, table.actions.index("vote:2"))
        except IllegalAction:
            refused += 1
    cast = [event for event in table.journal if event.code == EventCode.VOTE_CAST]
    assert (refused, len(cast), table.state.round) == (49, 1, 0)


@pytest.mark.parametrize("seat", [0, 1], ids=["first Trusis", "second Trusis"])
def test_a_trusis_knows_the_others_from_the_start_and_deaths_change_nothing(seat):
    scene = Scene("T T H H H H H H")
    at = GAME.features(8, True)
    known = next(row for row in at if row.name == "seat_known")
    before = scene.table.features(seat)[known.start :: known.step][:8].tolist()
    scene.play("C D E vote A; day ends => A dies")
    assert before == [11, 11, 0, 0, 0, 0, 0, 0]
    assert scene.table.features(seat)[known.start :: known.step][:8].tolist() == before


@pytest.mark.parametrize("seat", range(2, 8))
def test_no_other_role_has_a_list_of_trusis(seat):
    table = Scene("T T H S O B C H").table
    assert [event for event in table.news(seat) if event.code == EventCode.INTRODUCED] == []


def test_the_second_message_of_a_turn_is_delivered_and_the_third_is_not():
    table = Scene("T H H H H", talk="text", max_messages=2).table
    table.say(0, 0, "one")
    table.say(0, 0, "two")
    assert [event.text for event in table.news(3) if event.code == EventCode.SAID] == ["one", "two"]
    with pytest.raises(IllegalAction, match="2 messages a turn"):
        table.say(0, 0, "three")


@pytest.mark.parametrize("talk", ["none", "acts", "text"])
@pytest.mark.parametrize("viewer", range(2, 8))
def test_night_votes_and_their_number_reach_no_other_seat(viewer, talk):
    silent = Scene("T T H S O B C H", talk=talk, turn_actions=3).play("day ends")
    voting = Scene("T T H S O B C H", talk=talk, turn_actions=3).play("day ends; A votes C; A votes D; B votes E")
    assert voting.table.news(viewer) == silent.table.news(viewer)
    assert voting.table.news(SPECTATOR) == silent.table.news(SPECTATOR)
    assert np.array_equal(voting.table.features(viewer), silent.table.features(viewer))
    assert np.array_equal(voting.table.mask(viewer), silent.table.mask(viewer))


@pytest.mark.parametrize("viewer", range(8))
def test_day_votes_reach_every_seat(viewer):
    scene = Scene("T T H S O B C H").play("A votes C")
    cast = [event for event in scene.table.news(viewer) if event.code == EventCode.VOTE_CAST]
    assert [(event.actor, event.target) for event in cast] == [(0, 2)]
    assert scene.table.features(viewer)[20 + 2] == 3


@pytest.mark.parametrize("viewer", range(8))
def test_a_finished_match_does_not_show_the_last_kill_votes_to_the_others(viewer):
    ends = [Scene("T T Z H H H H H", dead="E F G H").play(script) for script in LAST_NIGHTS]
    votes = [end.table.features(viewer)[20 + 2 :: 8][:8].tolist() for end in ends]
    assert [end.outcome() for end in ends] == ["trusis", "trusis"]
    assert [vote for vote in votes if viewer > 1 and any(vote)] == []


LAST_NIGHTS = (
    "day ends; A votes D; B votes D; night ends",
    "day ends; A votes D; night ends",
)


@pytest.mark.parametrize("phase", ["", "day ends"], ids=["by day", "by night"])
@pytest.mark.parametrize(
    ("dead_chat", "allowed"),
    [("all", TALK | {"end_turn"}), ("public", TALK - {"to"} | {"end_turn"}), ("none", {"wait"})],
)
@pytest.mark.parametrize("letter", ["H", "S", "P", "W", "K", "T", "O", "N", "Z", "I"])
def test_the_dead_may_talk_and_nothing_else(letter, dead_chat, allowed, phase):
    scene = Scene(f"{letter} T H H H H H", dead="A G", dead_chat=dead_chat, trusis_channel=False).play(phase)
    assert verbs(scene.table, 0) == allowed


def test_a_dead_seat_changes_nothing_that_others_see_but_its_words():
    table = Scene("T T S H H H H", dead="C").table
    table.apply(2, table.actions.index("end_turn"))
    quiet = Scene("T T S H H H H", dead="C").table
    assert [table.news(viewer) for viewer in (SPECTATOR, 0, 1, 3)] == [quiet.news(viewer) for viewer in (SPECTATOR, 0, 1, 3)]
    assert [np.array_equal(table.features(seat), quiet.features(seat)) for seat in (0, 1, 3, 4, 5, 6)] == [True] * 6


def test_the_dead_never_delay_the_end():
    table = Scene("T T S H H H H", dead="C").table
    for seat in (0, 1, 3, 4, 5, 6):
        table.apply(seat, table.actions.index("pass"))
    assert GAME.clock(table.state) == {"phase": "night", "day": 1, "round": 0}


def test_a_whisper_is_heard_by_two_seats_and_names_them_to_each_other():
    scene = Scene("T T S H H H H").play("A addresses D; A accuses B")
    heard = {viewer: scene.table.news(viewer)[-1] for viewer in (0, 3)}
    assert {seat for event in heard.values() for seat in seats_in(event.audience)} == {0, 3}
    assert [viewer for viewer in VIEWERS if _accusations(scene.table, viewer)] == [0, 3]


def _accusations(table: Table, viewer: int) -> list[object]:
    return [event for event in table.news(viewer) if event.code == EventCode.ACCUSED]
