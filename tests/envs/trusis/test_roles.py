"""The role table of rules.md A.3: team, powers, and who learns what at the start, in both directions."""

import pytest

from envs.engine.events import seats_in
from envs.trusis.codes import EventCode
from envs.trusis.roles import ROLE_IDS, ROLES, role_index
from envs.trusis.ruleset import team_of
from tests.scenarios.scene import LETTERS, Scene, names

EVERYBODY = "H S G P W K T T B I O N Z D D C C H H H"
"""Seats A to T hold every role; Trusis, Grave Diggers and castaways twice."""
TRUSIS, DIGGERS = "G H", "N O"

TABLE = [
    # role, team, seat, knows as Trusis, knows as Grave Diggers, power by day, power by night
    ("human", "humans", "A", "nobody", "nobody", "", ""),
    ("sweeper", "humans", "B", "nobody", "nobody", "", "power"),
    ("gravekeeper", "humans", "C", "nobody", "nobody", "", ""),
    ("priest", "humans", "D", "nobody", "nobody", "", "power"),
    ("wise_woman", "humans", "E", "nobody", "nobody", "", "power"),
    ("white_knight", "humans", "F", "nobody", "nobody", "power", "power"),
    ("trusis", "trusis", "G", TRUSIS, "nobody", "", "vote"),
    ("trusis", "trusis", "H", TRUSIS, "nobody", "", "vote"),
    ("butcher", "trusis", "I", "nobody", "nobody", "", ""),
    ("illusionist", "trusis", "J", "nobody", "nobody", "hidden_vote", ""),
    ("oracle", "trusis", "K", "nobody", "nobody", "", "power"),
    ("black_knight", "trusis", "L", "nobody", "nobody", "power", "power"),
    ("kamikaze", "trusis", "M", "nobody", "nobody", "", "power"),
    ("grave_digger", "trusis", "N", TRUSIS, DIGGERS, "", ""),
    ("grave_digger", "trusis", "O", TRUSIS, DIGGERS, "", ""),
    ("castaway", "castaways", "P", "nobody", "nobody", "", ""),
    ("castaway", "castaways", "Q", "nobody", "nobody", "", ""),
]
IDS = [f"{row[0]} at {row[2]}" for row in TABLE]


def verbs_of(scene: Scene, seat: int) -> set[str]:
    """The verbs that ``seat`` may use beyond closing its turn and talk."""
    verbs = {text.partition(":")[0] for text in scene.table.legal_texts(seat)}
    return verbs & {"vote", "hidden_vote", "power"}


@pytest.mark.parametrize(("role", "team", "seat", "trusis", "diggers", "day", "night"), TABLE, ids=IDS)
def test_who_learns_what_at_the_start(role, team, seat, trusis, diggers, day, night):
    Scene(EVERYBODY).play(f"=> {seat} knows trusis {trusis}; {seat} knows grave_digger {diggers}")


@pytest.mark.parametrize(("role", "team", "seat", "trusis", "diggers", "day", "night"), TABLE, ids=IDS)
def test_every_seat_is_dealt_its_own_card_and_no_other(role, team, seat, trusis, diggers, day, night):
    table = Scene(EVERYBODY).table
    dealt = [event for event in table.news(ord(seat) - ord("A")) if event.code == EventCode.ROLE_DEALT]
    assert [(names([event.target]), ROLE_IDS[event.value]) for event in dealt] == [(seat, role)]


@pytest.mark.parametrize(("role", "team", "seat", "trusis", "diggers", "day", "night"), TABLE, ids=IDS)
def test_nobody_learns_who_else_was_told(role, team, seat, trusis, diggers, day, night):
    viewer = ord(seat) - ord("A")
    opening = Scene(EVERYBODY).table.news(viewer)
    private = [event for event in opening if event.code in (EventCode.ROLE_DEALT, EventCode.INTRODUCED)]
    assert [seats_in(event.audience) for event in private] == [[viewer]] * len(private)


@pytest.mark.parametrize(("role", "team", "seat", "trusis", "diggers", "day", "night"), TABLE, ids=IDS)
def test_teams_and_powers_are_those_of_the_table(role, team, seat, trusis, diggers, day, night):
    by_day = Scene(EVERYBODY, dead="T")
    by_night = Scene(EVERYBODY, dead="T").play("day ends")
    at = ord(seat) - ord("A")
    assert team_of(role).name.lower() == team
    assert verbs_of(by_day, at) == {"vote"} | ({day} - {""})
    assert verbs_of(by_night, at) == {night} - {""}


def test_the_table_names_every_role_of_the_game():
    assert {row[0] for row in TABLE} == set(ROLE_IDS) == set(LETTERS.values())
    assert [role_index(role.id) for role in ROLES] == list(range(14))


def test_a_lone_trusis_knows_himself_only():
    Scene("T H H H S").play("=> A knows trusis A; B knows trusis nobody")


def test_castaways_do_not_know_each_other():
    opening = Scene("T T C C H H H H H").table.news(2)
    assert [event.code for event in opening if event.code == EventCode.INTRODUCED] == []


@pytest.mark.parametrize("letter", ["S", "O", "P", "W", "Z"])
def test_night_powers_reach_the_living_only(letter):
    Scene(f"T T {letter} H H H H", dead="G").play("day ends; C may pick A; C may pick D; C may not pick G")


@pytest.mark.parametrize("letter", ["S", "P", "W", "Z"], ids=["sweeper", "priest", "wise woman", "kamikaze"])
def test_these_powers_never_reach_oneself(letter):
    Scene(f"T T {letter} H H H H").play("day ends; C may not pick C")


def test_an_oracle_may_look_at_any_living_player():
    Scene("T T O H H H H").play("day ends; C picks C; night ends => C learns C oracle")


def test_knights_reach_the_dead_of_any_team_only():
    Scene("T T K N H H H B", dead="B H").play("C may pick B; C may pick H; D may pick B; C may not pick A")
