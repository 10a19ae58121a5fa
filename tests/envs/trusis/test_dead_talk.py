"""``dead_chat``: where the dead may not talk in private, no private word crosses between the living and the dead (A.11, 26)."""

import pytest

from envs.engine.events import COMPANY, seats_in
from envs.trusis.codes import EventCode
from tests.scenarios.scene import Scene

TEAM = "T T T B K H H H H"
DECLARING = "H H H K T H H"


def hearers(table):
    """The seats that see the last word."""
    return [seat for seat in range(table.n) if table.news(seat)[-1].code in (EventCode.ACCUSED, EventCode.SAID)]


@pytest.mark.parametrize(("dead_chat", "heard"), [("all", [0, 1, 2]), ("public", [0, 1]), ("none", [0, 1])])
def test_the_team_channel_carries_speech_acts_to(dead_chat, heard):
    table = Scene(TEAM, dead="C", dead_chat=dead_chat).play("A addresses team; A accuses F").table
    assert hearers(table) == heard


@pytest.mark.parametrize(("dead_chat", "heard"), [("all", [0, 1, 2]), ("public", [0, 1]), ("none", [0, 1])])
def test_the_team_channel_carries_messages_to(dead_chat, heard):
    table = Scene(TEAM, dead="C", dead_chat=dead_chat, talk="text").table
    table.say(0, 1, "x")
    assert hearers(table) == heard


@pytest.mark.parametrize(("dead_chat", "may"), [("all", "may"), ("public", "may not"), ("none", "may not")])
def test_the_last_living_trusis_has_a_team_channel(dead_chat, may):
    Scene(TEAM, dead="B C", dead_chat=dead_chat).play(f"A {may} address team; A may claim human")


@pytest.mark.parametrize(("dead_chat", "may"), [("all", "may"), ("public", "may not")])
def test_a_dead_trusis_has_a_team_channel(dead_chat, may):
    Scene(TEAM, dead="C", dead_chat=dead_chat).play(f"C {may} address team; C may claim human")


def test_a_revived_trusis_is_back_on_the_team_channel():
    scene = Scene(TEAM, dead="C", dead_chat="none").play("E picks C; day ends => E dies; C returns")
    assert hearers(scene.play("A addresses team; A accuses F").table) == [0, 1, 2]


@pytest.mark.parametrize(("dead_chat", "may"), [("all", "may"), ("public", "may not"), ("none", "may not")])
def test_a_whisper_goes_on_when_its_hearer_has_died_in_mid_turn(dead_chat, may):
    scene = Scene(DECLARING, dead="G", dead_chat=dead_chat, knight_dies="now", turn_actions=5)
    scene.play(f"A addresses D; D picks G; A {may} accuse E; A {may} claim human")


@pytest.mark.parametrize("dead_chat", ["public", "none"])
def test_a_channel_that_has_closed_can_be_left_for_the_public_one(dead_chat):
    scene = Scene(DECLARING, dead="G", dead_chat=dead_chat, knight_dies="now", turn_actions=5)
    table = scene.play("A addresses D; D picks G; A addresses public; A accuses E").table
    assert seats_in(table.journal[-1].audience) == list(range(7))
    assert not table.journal[-1].audience & COMPANY


@pytest.mark.parametrize("channel", [-3, -1, 9, 40], ids=str)
def test_a_trusis_may_not_speak_on_a_channel_that_does_not_exist(channel):
    assert not Scene("T T H H H", talk="text").table.may_say(0, channel)
