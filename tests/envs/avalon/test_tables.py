"""The tables of rules.md B.1, B.3, B.8 and B.9, row by row."""

from collections import Counter

import pytest

from envs.avalon.codes import Plot
from envs.avalon.quests import fails_needed, party_size
from envs.avalon.roles import HAND_OF, ROLE_IDS, ROLES, SHOWN_TEAM, SIGHT, TEAM_OF
from envs.avalon.ruleset import role_set
from envs.engine.table import Table
from tests.envs.avalon.random_play import GAME

OTHER_EVIL = ("minion", "trickster", "lunatic", "brute", "revealer", "witch", "assassin")
TEAM_LIST = ("minion", "morgana", "mordred", "trickster", "lunatic", "brute", "revealer", "witch", "assassin")
BLIND = ("oberon", "wraith", "evil_lancelot", "good_lancelot", "servant", "cleric", "troublemaker")
EVIL, WIZARD, LANCELOT = "evil", "wizard", "lancelot"
KNIGHTS = {"good_lancelot": "good_lancelot", "evil_lancelot": "evil_lancelot"}
SEES = {
    "merlin": dict.fromkeys(("morgana", "oberon", "evil_lancelot", *OTHER_EVIL), EVIL),
    "merlin_pure": {role: role for role in ("morgana", "oberon", "evil_lancelot", *OTHER_EVIL)},
    "percival": dict.fromkeys(("merlin", "merlin_pure", "morgana"), WIZARD),
    "guinevere": dict.fromkeys(("good_lancelot", "evil_lancelot"), LANCELOT),
    "tristan": {"isolde": "isolde", "tristan": "tristan"},
    "isolde": {"tristan": "tristan", "isolde": "isolde"},
    **{role: {**dict.fromkeys(TEAM_LIST, EVIL), "evil_lancelot": "evil_lancelot"} for role in TEAM_LIST},
    **{role: {} for role in BLIND},
}
"""The whole matrix of B.3: viewer -> whom, as what. Whoever is not listed is unknown."""


def word(label):
    return ROLE_IDS[label - 4] if label >= 4 else ("", EVIL, WIZARD, LANCELOT)[label]


@pytest.mark.parametrize("viewer", ROLE_IDS)
def test_who_sees_whom(viewer):
    row = SIGHT[0][ROLE_IDS.index(viewer)]
    assert {role: word(label) for role, label in zip(ROLE_IDS, row, strict=True) if label} == SEES[viewer]


@pytest.mark.parametrize("target", ROLE_IDS)
def test_who_is_seen_by_whom(target):
    seen_by = {viewer: word(row[ROLE_IDS.index(target)]) for viewer, row in zip(ROLE_IDS, SIGHT[0], strict=True)}
    assert seen_by == {viewer: SEES[viewer].get(target, "") for viewer in ROLE_IDS}


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        ("evil_lancelot", {**dict.fromkeys(TEAM_LIST, EVIL), **KNIGHTS}),
        ("good_lancelot", KNIGHTS),
        ("minion", dict.fromkeys((*TEAM_LIST, "evil_lancelot"), EVIL)),
        ("merlin", SEES["merlin"]),
        ("guinevere", SEES["guinevere"]),
    ],
)  # fmt: skip
def test_in_variant_v3_the_lancelots_know_each_other_and_the_evil_one_its_team(viewer, seen):
    row = SIGHT[1][ROLE_IDS.index(viewer)]
    assert {role: word(label) for role, label in zip(ROLE_IDS, row, strict=True) if label} == seen


def test_no_row_names_another_role():
    assert [field for role in ROLES for field in (*role.senses.values(), role.signs) if isinstance(field, str)] == []


@pytest.mark.parametrize(
    ("players", "good", "evil", "sizes"),
    [
        (5, 3, 2, [2, 3, 2, 3, 3]),
        (6, 4, 2, [2, 3, 4, 3, 4]),
        (7, 4, 3, [2, 3, 3, 4, 4]),
        (8, 5, 3, [3, 4, 4, 5, 5]),
        (9, 6, 3, [3, 4, 4, 5, 5]),
        (10, 6, 4, [3, 4, 4, 5, 5]),
    ],
)
def test_sides_and_sizes(players, good, evil, sizes):
    g = Table(GAME, GAME.setup(players), 0).g
    assert Counter(TEAM_OF[role] for role in g.role[:players]) == {0: good, 1: evil}
    assert [_with(g, quest, party_size) for quest in range(5)] == sizes


@pytest.mark.parametrize("players", [8, 9, 10])
def test_the_trapper_adds_one_member_and_no_fail(players):
    g = Table(GAME, GAME.setup(players, expansions=("trapper",)), 0).g
    assert [_with(g, quest, party_size) for quest in range(5)] == [4, 5, 5, 6, 6]
    assert [_with(g, quest, fails_needed) for quest in range(5)] == [1, 1, 1, 2, 1]


@pytest.mark.parametrize(("players", "needed"), [(5, 1), (6, 1), (7, 2), (8, 2), (9, 2), (10, 2)])
def test_only_mission_four_from_seven_players_on_needs_two_fails(players, needed):
    g = Table(GAME, GAME.setup(players), 0).g
    assert [_with(g, quest, fails_needed) for quest in range(5)] == [1, 1, 1, needed, 1]


def _with(g, quest, ask):
    g.quest = quest
    return ask(g)


@pytest.mark.parametrize("role", ROLE_IDS)
def test_hands(role):
    either, fail, success = 3, 2, 1
    early = {"lunatic": fail, "evil_lancelot": fail}.get(role, either if _is_evil(role) else success)
    late = success if role == "brute" else early
    assert [HAND_OF[at][ROLE_IDS.index(role)] for at in (0, 1)] == [early, late]


@pytest.mark.parametrize("role", ROLE_IDS)
def test_checks_lie_about_the_trickster_and_the_troublemaker(role):
    shown = {"trickster": 0, "troublemaker": 1}.get(role, int(_is_evil(role)))
    assert SHOWN_TEAM[ROLE_IDS.index(role)] == shown


def _is_evil(role):
    return TEAM_OF[ROLE_IDS.index(role)] == 1


SMALL = {"LEAD_TO_VICTORY": 2, "AMBUSH": 2, "KING_RETURNS": 1, "RESTORE_HONOR": 1, "CHARGE": 1}
BIG = {**SMALL, "KING_RETURNS": 3, "CHARGE": 2, "SHOW_NATURE": 1, "ARE_YOU_THE_ONE": 2, "WE_FOUND_YOU": 1, "SHOW_STRENGTH": 1}


@pytest.mark.parametrize(("players", "deck"), [(5, SMALL), (6, SMALL), (7, BIG), (8, BIG), (9, BIG), (10, BIG)])
def test_the_plot_deck_in_a_hundred_deals(players, deck):
    setup = GAME.setup(players, expansions=("plot_cards",))
    tables = [Table(GAME, setup, seed).g for seed in range(100)]
    assert [Counter(Plot(kind).name for kind in g.plot_deck[: g.plot_size]) for g in tables] == [deck] * 100
    assert len({tuple(g.plot_deck) for g in tables}) > 90


@pytest.mark.parametrize(("players", "size"), [(5, 10), (6, 10), (7, 15), (10, 15)])
def test_the_printed_plot_deck(players, size):
    assert Table(GAME, GAME.setup(players, expansions=("plot_cards",), plot_deck="ubg"), 0).g.plot_size == size


@pytest.mark.parametrize(("deck", "rounds"), [("site", [1, 1, 2, 2, 3, 3]), ("ubg", [2, 2, 2, 2, 3, 3])], ids=["site", "printed"])
def test_plot_cards_a_round(deck, rounds):
    dealt = [_turned_before_the_first_team(players, deck) for players in range(5, 11)]
    assert dealt == rounds


def _turned_before_the_first_team(players, deck):
    table = Table(GAME, GAME.setup(players, expansions=("plot_cards",), plot_deck=deck, talk="none"), 1)
    while table.phase_name != "PROPOSAL":
        table.apply(table.actor, int(table.mask(table.actor).argmax()))
    return table.g.plot_dealt


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("site", {0, 1, 2}), ("v1", {0, 1, 2}), ("v2", {0, 1, 2})],
)
def test_loyalty_decks(variant, counts):
    setup = GAME.setup(7, expansions=("lancelots",), lancelot_variant=variant)
    decks = [Table(GAME, setup, seed).g.loyalty_deck for seed in range(200)]
    drawn = [sum(deck if variant == "v2" else deck[:3]) for deck in decks]
    assert set(drawn) == counts
    assert all(sum(deck) == 2 for deck in decks) == (variant != "v2")


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("preset", GAME.presets)
def test_the_suggested_sets_can_be_played(preset, players):
    setup = GAME.setup(players, preset=preset)
    assert setup.roles == tuple(sorted(role_set({"printed": "printed", "online": "site"}[preset], players), key=ROLE_IDS.index))
    assert setup.advice == ()


def test_the_research_set_is_the_default_of_five():
    assert set(GAME.setup().roles) == {"merlin", "percival", "servant", "morgana", "assassin"}
