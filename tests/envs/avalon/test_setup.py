"""What can be set up, and the sentence for what cannot (rules.md B.1, B.3, B.11)."""

from typing import get_args

import pytest

from envs.avalon import options
from envs.avalon.ruleset import Ruleset, suggested_expansions
from envs.engine.game import SetupError
from tests.envs.avalon.random_play import GAME

FIVE = ("merlin", "percival", "servant", "morgana", "assassin")


def with_roles(roles, **more):
    return {"players": len(roles.split()), "roles": roles.split(), "preset": "online", **more}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"players": 4}, "Avalon seats 5 to 10 players, not 4"),
        ({"players": 11}, "Avalon seats 5 to 10 players, not 11"),
        ({"players": 7, "expansions": ("trapper",)}, "the Trapper needs 8 to 10 players and excludes Plot Cards; got 7 players"),
        (
            {"players": 9, "expansions": ("trapper", "plot_cards")},
            "the Trapper needs 8 to 10 players and excludes Plot Cards; got 9 players and Plot Cards",
        ),
        ({"players": 5, "roles": FIVE[:4]}, "5 players need 5 roles, got 4"),
        (with_roles("merlin percival servant servant morgana"), "5 players need 3 good and 2 evil roles, got 4 good and 1 evil"),
        (with_roles("merlin merlin_pure servant minion minion"), "the roles 'merlin' and 'merlin_pure' exclude each other"),
        (
            with_roles("servant percival servant minion minion"),
            "the roles 'percival' and 'mordred' need 'merlin' or 'merlin_pure'",
        ),
        (
            with_roles("servant servant servant minion mordred"),
            "the roles 'percival' and 'mordred' need 'merlin' or 'merlin_pure'",
        ),
        (with_roles("merlin servant servant minion morgana"), "the role 'morgana' needs a Merlin and 'percival'"),
        (with_roles("merlin tristan servant minion minion"), "the roles 'tristan' and 'isolde' come together"),
        (with_roles("merlin guinevere servant minion minion"), "the role 'guinevere' needs 'good_lancelot' and 'evil_lancelot'"),
        (with_roles("merlin good_lancelot servant minion minion"), "the expansion 'lancelots' needs the role 'evil_lancelot'"),
        (with_roles("merlin merlin servant minion minion"), "the role 'merlin' may be in play once, got 2"),
        (with_roles("servant servant servant witch witch", duplicates=True), "the role 'witch' may be in play once, got 2"),
        (with_roles("merlin percival servant minion seer"), "no Avalon role is called 'seer'; known roles: assassin, brute"),
        (
            with_roles("merlin percival servant minion minion", expansions=("witch",)),
            "the expansion 'witch' needs the role 'witch'",
        ),
        (with_roles("merlin servant servant minion minion", preset="printed"), "somebody must hold the role 'assassin'"),
        (
            {"players": 5, "expansions": ("dragon",)},
            "avalon has no expansion 'dragon'; known: lady, lancelots, excalibur, trapper",
        ),
        ({"players": 5, "preset": "home"}, "avalon has no preset 'home'; known presets: printed, online"),
        ({"players": 5, "dragons": True}, "avalon has no ruleset key 'dragons'"),
        ({"players": 5, "assassin": "anybody"}, "ruleset key 'assassin' cannot be 'anybody'"),
        ({"players": 5, "expansions": ("witch", "lancelots", "revealer")}, "can make room for"),
    ],
)
def test_what_is_refused(asked, sentence):
    with pytest.raises(SetupError) as refused:
        GAME.setup(**asked)
    assert sentence in str(refused.value)


def test_roles_bring_their_expansions():
    roles = ["merlin", "cleric", "servant", "good_lancelot", "troublemaker", "witch", "revealer", "evil_lancelot"]
    assert GAME.setup(8, roles=roles, preset="online").expansions == ("lancelots", "witch", "cleric", "revealer")


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize(
    ("part", "roles"),
    [
        ("witch", {"witch"}),
        ("revealer", {"revealer"}),
        ("cleric", {"cleric"}),
        ("lancelots", {"good_lancelot", "evil_lancelot"}),
    ],
)
def test_expansions_bring_their_roles(part, roles, preset, players):
    assert roles <= set(GAME.setup(players, preset=preset, expansions=(part,)).roles)


@pytest.mark.parametrize("lady", ["lake", "sea"])
def test_a_lady_in_the_ruleset_is_a_lady_in_the_match(lady):
    assert GAME.setup(7, lady=lady).expansions == ("lady",)


def test_duplicates_may_be_switched_on():
    assert GAME.setup(**with_roles("merlin merlin servant oberon oberon", duplicates=True)).roles.count("merlin") == 2


def test_the_assassin_role_is_advised_against_where_the_shooter_is_drawn():
    advice = GAME.setup(5, roles=FIVE, assassin="random_evil").advice
    assert advice == ("with assassin 'random_evil' the role 'assassin' is a plain evil role",)


def test_the_words_of_the_options_are_those_of_the_ruleset():
    words = {
        "fifth_proposal": options.FIFTH_PROPOSAL,
        "assassin": options.ASSASSIN,
        "lady": options.LADY_OPTIONS,
        "lancelot_variant": options.LANCELOT_VARIANT,
        "plot_deck": options.PLOT_DECK,
        "announcements": options.ANNOUNCEMENTS,
        "talk": options.TALK_OPTIONS,
        "conduct": options.CONDUCT,
    }
    assert {key: get_args(Ruleset.model_fields[key].annotation) for key in words} == words


@pytest.mark.parametrize(("players", "parts"), [(5, ()), (6, ()), (7, ("lady",)), (8, ("lady",)), (9, ()), (10, ("lady",))])
def test_the_site_suggests_the_lady_with_some_sets(players, parts):
    assert suggested_expansions(players) == parts
