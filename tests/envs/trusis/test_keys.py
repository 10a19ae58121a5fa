"""Each ruleset key of rules.md A.11 matters: one position, the default answer and the answer under another value."""

import pytest

from envs.engine.record import fields_of
from envs.trusis.ruleset import PRESETS, Ruleset
from envs.trusis.state import Rules
from tests.scenarios.scene import GAME, Scene

EVEN = "A B vote E; day ends"
ROWS = [
    ("majority", "parity", "T T H H H", "", EVEN, "=> play goes on", "=> trusis win"),
    ("majority", "parity_unless_priest_or_wise_woman", "T T H H H", "", EVEN, "=> play goes on", "=> trusis win"),
    ("trusis_scope", "team", "T B H H H", "E", "C D vote A; day ends", "=> humans win", "=> play goes on"),
    ("trusis_scope", "team", "T B S H H", "", "day ends; C picks B; night ends", "=> C learns B neither",
     "=> C learns B is_trusis"),
    ("castaways_in_majority", "counted", "T C H H H", "D E", "A votes C; day ends", "=> castaways win",
     "=> play goes on"),
    ("castaway_override", "void", "T H H C H", "", "B C vote A; day ends", "=> castaways win", "=> void"),
    ("priest_self", True, "T P H H H", "", "day ends", "B may not pick B", "B may pick B"),
    ("wise_woman_self", True, "T W H H H", "", "day ends", "B may not pick B", "B may pick B"),
    ("wise_woman_mode", "double_target", "H H W H H T T", "", "day ends; C picks D; night ends; D votes A; day ends",
     "=> count A 1, D 1", "=> count A 2"),
    ("wise_woman_mode", "own_second_vote", "H H W H H T T", "", "day ends; C picks D; night ends", "C may not hide A",
     "C hides A; C votes D; day ends => count A 1, D 1"),
    ("knight_timing", "per_role", "T T K N H H H", "G", "D may pick G", "C may pick G", "C may not pick G"),
    ("knight_dies", "now", "T T K H H H H", "G", "C picks G", "=> nobody dies", "=> C dies"),
    ("knight_uses", "once", "T T K N H H H H", "H", "C picks H; day ends; D picks C; night ends", "C may pick D",
     "C may not pick D"),
    ("knight_uses", "once", "T T Z K H H H H", "H",
     "day ends; C picks E; night ends; D picks C; day ends", "C may pick A", "C may not pick A"),
    ("day_vote_lock", "end_of_phase", "T T H H H H H", "", "C votes D; C passes; round ends", "C may not vote E",
     "C may vote E"),
    ("night_vote_lock", "end_of_phase", "T T H H H H H", "", "day ends; A votes D; A passes; round ends",
     "A may not vote E", "A may vote E"),
    ("gravekeeper_scope", "executed", "T T G K H H H H", "H", "D picks H; day ends", "=> C learns D not_trusis",
     "=> C learns nothing"),
    ("grave_digger_scope", "all_night_deaths", "T T D Z H H H H", "", "day ends; D picks E; night ends",
     "=> C learns nothing", "=> C learns D kamikaze, E human"),
    ("illusionist_single", "never", "T I H H H", "", "B votes C; day ends", "=> C dies", "=> nobody dies"),
    ("night_targets", "non_trusis", "T T H H H", "", "day ends", "A may vote B", "A may not vote B"),
    ("simultaneous_win", "trusis", "T Z H H H", "D E", "day ends; A votes C; B picks A; night ends", "=> humans win",
     "=> trusis win"),
    ("simultaneous_win", "draw", "T Z H H H", "D E", "day ends; A votes C; B picks A; night ends", "=> humans win",
     "=> draw"),
    ("stalemate_cycles", 1, "T H H H H", "", "day ends; night ends", "=> play goes on", "=> draw"),
    ("max_days", 1, "T H H H H", "", "day ends", "=> play goes on", "=> truncated"),
    ("pending_revival_blocks_win", True, "T T N H H H", "B", "C picks B; D E vote A; day ends", "=> humans win",
     "=> B returns; play goes on"),
    ("dead_chat", "public", "T T H H H", "E", "E may claim human", "E may address C", "E may not address C"),
    ("dead_chat", "public", "T T H H H", "E", "E may claim human", "C may address E", "C may not address E"),
    ("dead_chat", "none", "T T H H H", "E", "", "E may claim human", "E may not claim human"),
    ("vote_visibility", "end", "T T H H H", "", "A votes C", "=> board C 1", "=> board nothing"),
    ("reveal_on_death", "team", "T T S H H", "", "A votes C; day ends", "=> C is shown as nothing",
     "=> C is shown as humans"),
    ("reveal_on_death", "role", "T T S H H", "", "A votes C; day ends", "=> C is shown as nothing",
     "=> C is shown as sweeper"),
    ("trusis_channel", False, "T T H H H", "", "C may not address team", "A may address team",
     "A may not address team"),
    ("timeout", "drop", "T T H H H", "", "A votes C; day runs out", "=> C dies", "=> nobody dies"),
    ("timeout", "drop", "T T H H H", "", "day ends; A votes C; night runs out", "=> C dies", "=> nobody dies"),
    ("day_rounds", 1, "T T H H H", "", "round ends", "=> it is day 1", "=> it is night 1"),
    ("night_rounds", 1, "T T H H H", "", "day ends; round ends", "=> it is night 1", "=> it is day 2"),
    ("turn_actions", 1, "T T H H H", "", "A votes C", "A may vote D", "A may not vote D"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "seating", "dead", "script", "default", "changed"), ROWS)
def test_key_changes_the_answer(key, value, seating, dead, script, default, changed):
    Scene(seating, dead=dead).play(script).play(default)
    Scene(seating, dead=dead, **{key: value}).play(script).play(changed)


def test_talk_decides_which_words_exist():
    setups = [GAME.setup(talk=talk) for talk in ("none", "acts", "text")]
    assert ["claim:human" in GAME.actions(8, setup.talk != "none").texts for setup in setups] == [False, True, True]
    assert [Scene("T T H H H", talk=setup.talk).table.may_say(0, 0) for setup in setups] == [False, False, True]


def test_max_messages_is_counted_in_each_turn():
    table = Scene("T T H H H", talk="text", max_messages=1).table
    table.say(0, 0, "one")
    assert [table.may_say(0, 0), table.may_say(1, 0)] == [False, True]


def test_every_key_that_the_rules_read_is_shown_to_matter():
    assert {row[0] for row in ROWS} | {"talk", "max_messages"} == set(fields_of(Rules))


@pytest.mark.parametrize(
    ("preset", "differences"),
    [
        ("current", {}),
        ("fr", {"priest_self": True, "wise_woman_self": True, "day_vote_lock": "end_of_phase"}),
        ("bga_wiki_en", {"castaways_in_majority": "counted"}),
        (
            "pl",
            {
                "castaways_in_majority": "counted",
                "knight_timing": "per_role",
                "priest_self": True,
                "wise_woman_self": True,
                "day_vote_lock": "end_of_phase",
                "night_vote_lock": "end_of_phase",
            },
        ),
    ],
)
def test_presets_differ_from_current_as_the_editions_do(preset, differences):
    assert PRESETS[preset] == Ruleset(**differences)


def test_defaults_are_those_of_the_rulebook():
    assert Ruleset().model_dump() == {
        "majority": "strict",
        "trusis_scope": "role",
        "castaways_in_majority": "excluded",
        "castaway_override": "win",
        "priest_self": False,
        "wise_woman_self": False,
        "wise_woman_mode": "against_target",
        "knight_timing": "any",
        "knight_dies": "end",
        "knight_uses": "per_life",
        "day_vote_lock": "on_pass",
        "night_vote_lock": "on_pass",
        "gravekeeper_scope": "all_day_deaths",
        "grave_digger_scope": "trusis_vote",
        "illusionist_single": "visible_counts",
        "night_targets": "any_other",
        "simultaneous_win": "humans",
        "stalemate_cycles": 5,
        "max_days": 30,
        "pending_revival_blocks_win": False,
        "strict_setup": False,
        "dead_chat": "all",
        "vote_visibility": "live",
        "reveal_on_death": "none",
        "trusis_channel": True,
        "timeout": "keep",
        "day_rounds": 3,
        "night_rounds": 2,
        "talk": "acts",
        "conduct": "flag",
        "turn_actions": None,
        "max_messages": 2,
        "max_message_chars": 500,
    }


@pytest.mark.parametrize(("talk", "actions"), [("none", 1), ("acts", 3), ("text", 6)])
def test_a_turn_has_as_many_actions_as_its_talk_needs(talk, actions):
    assert Ruleset(talk=talk).actions_per_turn == actions
