"""Rulings of rules.md A.4 to A.11 that no scenario of Part C plays."""

import pytest

from envs.engine.events import SPECTATOR
from envs.trusis.codes import EventCode
from tests.scenarios.scene import GAME, Scene

ROWS = [
    ("A.4 a vote may be withdrawn", "T H H H H", {}, """
        A votes B; A unvotes => board nothing
        day ends => nobody dies"""),
    ("A.4 a knight may withdraw his declaration until he passes", "T T K H H H H", {"dead": "G"}, """
        C picks G; C declines; C passes
        day ends => nobody dies; nobody returns"""),
    ("A.4 a knight who has passed may not declare", "T T K H H H H", {"dead": "G"}, """
        C passes; round ends; C may not pick G"""),
    ("A.6 a shield does not save a knight from his own sacrifice", "T T P N H H H H", {"dead": "H"}, """
        day ends
        C picks D; D picks H
        night ends => D dies; D dies of sacrifice; H returns"""),
    ("A.6 a dying Priest still shields", "T T P H Z H H H", {}, """
        day ends
        A B vote D; C picks D; E picks C
        night ends => C E die"""),
    ("A.6 a Kamikaze elsewhere leaves the shield whole", "T T P H Z H H H", {}, """
        day ends
        A B vote D; C picks D; E picks F
        night ends => E F die"""),
    ("A.6 two shields on one seat are one shield", "T T P P H H H H", {}, """
        day ends
        A B vote E; C D pick E
        night ends => nobody dies"""),
    ("A.6 two Kamikaze on each other both die once", "T T Z Z H H H H", {}, """
        day ends
        C picks D; D picks C
        night ends => C D die; C dies of kamikaze"""),
    ("A.6 an extra vote counts on the next day only", "T T W H H H H H", {}, """
        day ends
        C picks D; night ends
        day ends => D dies; count D 1
        night ends
        day ends => nobody dies"""),
    ("A.6 a hidden vote kills although the board is empty", "T T I H H H H H", {}, """
        C hides D => board nothing
        day ends => D dies; count D 1"""),
    ("A.7 a revived Kamikaze has his power back", "T T Z K H H H H H", {}, """
        day ends
        C picks E; night ends => C E die
        D picks C; day ends => D dies; C returns
        C may pick F"""),
    ("A.7 a revived seat keeps its role and its vote", "T T S K H H H H", {"dead": "C"}, """
        D picks C; day ends => D dies; C returns
        C picks A; night ends => C learns A is_trusis"""),
    ("A.7 a seat that dies again may be revived again", "T T K N H H H H", {"dead": "H"}, """
        C picks H; day ends => C dies; H returns
        A B vote H; night ends => H dies
        D picks H; day ends => D dies; H returns"""),
    ("A.11 7 the Priest may shield the same seat again", "T T P H H H H", {}, """
        day ends
        C picks D; A B vote D; night ends => nobody dies
        day ends
        C picks D; A B vote D; night ends => nobody dies"""),
    ("A.11 16 the Gravekeeper hears of a sacrifice too", "T T G K H H H H", {"dead": "H"}, """
        D picks H; A B vote E
        day ends => D E die; C learns D not_trusis, E not_trusis"""),
    ("A.11 16 nothing of deaths at night", "T T G H H H H", {}, """
        day ends
        A B vote D; night ends => D dies; C learns nothing"""),
    ("A.11 16 two Gravekeepers both hear", "T T G G H H H H", {}, """
        A E F vote B
        day ends => B dies; C learns B is_trusis; D learns B is_trusis"""),
    ("A.11 17 the Grave Digger hears nothing of executions", "T T D H H H H", {}, """
        A B vote D
        day ends => D dies; C learns nothing
        night ends => C learns nothing"""),
    ("A.11 19 one pass locks both votes of the Illusionist", "T T I H H H H", {}, """
        C votes D; C passes; round ends; C may not hide E; C may not vote E"""),
    ("A.11 18 a hidden vote that is withdrawn leaves the visible one", "T T I H H H H", {}, """
        C votes D; C hides E; C unhides
        day ends => D dies; count D 1"""),
    ("A.11 21 Trusis may kill one of their own", "T T H H H H H", {}, """
        day ends
        A votes B; night ends => B dies"""),
    ("A.11 24 the last Trusis and the last Human gone, castaways win", "T Z H C H", {"dead": "E"}, """
        day ends
        A votes C; B picks A; night ends => alive D; castaways win"""),
    ("A.11 29 the night runs its full rounds although all have passed", "T T H H H", {}, """
        day ends
        A B C D E pass => it is night 1
        A B C D E end => it is day 2"""),
    ("A.11 29 the day ends as soon as all have passed", "T T H H H", {}, """
        A B C D E pass => it is night 1"""),
    ("A.11 29 with open votes the day runs its full rounds", "T T H H H", {"day_vote_lock": "end_of_phase"}, """
        A B C D E pass; A B C D E pass => it is day 1
        A B C D E pass => it is night 1"""),
    ("A.11 30 the team's channel is for Trusis, not for allies", "T T B H H H H", {}, """
        A may address team; B may address team; C may not address team; D may not address team"""),
]  # fmt: skip


@pytest.mark.parametrize(("seating", "keys", "script"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_the_ruling_holds(seating, keys, script):
    Scene(seating, **keys).play(script)


def test_the_teams_channel_is_heard_by_the_team_dead_or_alive():
    table = Scene("T T T B H H H H H", dead="C").play("A addresses team; A accuses E").table
    heard = [seat for seat in range(table.n) if table.news(seat)[-1].code == EventCode.ACCUSED]
    assert heard == [0, 1, 2]


def test_names_only_are_public_when_somebody_dies():
    table = Scene("T T P H Z D H H H").play("day ends; A B vote D; C picks D; E picks D; night ends").table
    public = [event for event in table.news(SPECTATOR) if event.code == EventCode.DIED]
    assert [(event.actor, event.target, event.value) for event in public] == [(-1, 3, 0), (-1, 4, 0)]


def test_roles_are_public_after_the_end_only():
    scene = Scene("T B H H H")
    before = [event for event in scene.table.journal if event.code == EventCode.ROLE_REVEALED]
    scene.play("C D E vote A; day ends => humans win")
    after = [event.target for event in scene.table.news(SPECTATOR) if event.code == EventCode.ROLE_REVEALED]
    assert (before, after) == ([], [0, 1, 2, 3, 4])


@pytest.mark.parametrize("phase", ["", "day ends"], ids=["by day", "by night"])
def test_the_dead_speak_after_the_living(phase):
    table = Scene("T T S H H H H", dead="A C").play(phase).table
    order = []
    while GAME.clock(table.state)["round"] == 0:
        order.append(table.actor)
        table.apply(table.actor, table.actions.index("end_turn"))
    assert {*order[:5]} == {1, 3, 4, 5, 6}
    assert {*order[5:]} == {0, 2}


def test_every_living_seat_is_asked_in_every_round_of_the_night():
    table = Scene("T T S H H H H", dead="C", dead_chat="none").play("day ends").table
    asked = []
    while GAME.clock(table.state)["phase"] == "night":
        asked.append(table.actor)
        table.apply(table.actor, table.actions.index("end_turn"))
    assert sorted(asked) == sorted([0, 1, 3, 4, 5, 6] * 2)


def test_the_seat_that_opens_moves_on_with_each_phase():
    scene = Scene("T T S H H H H")
    first = [scene.table.actor]
    for phase in ("day ends", "night ends", "day ends"):
        scene.play(phase)
        first.append(scene.table.actor)
    assert first == [0, 1, 2, 3]
