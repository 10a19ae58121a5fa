"""Setting a table up: errors, advice and recommended sets of rules.md A.2."""

from collections import Counter

import pytest

from envs.engine.game import SetupError
from envs.trusis.codes import Team
from envs.trusis.ruleset import basic_roles, recommended_roles, recommended_trusis, team_of
from tests.scenarios.scene import GAME, roles_of

SIZES = range(5, 21)
NINE = "T T H H H S G P W"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": 4}, "Trusis seats 5 to 20 players, not 4"),
        ({"players": 21}, "Trusis seats 5 to 20 players, not 21"),
        ({"roles": ["trusis", "human", "human", "human"]}, "Trusis seats 5 to 20 players, not 4"),
        ({"players": 8, "roles": ["trusis"] + ["human"] * 6}, "8 players need 8 roles, got 7"),
        ({"roles": ["human"] * 8}, "a set of roles needs at least one 'trusis'"),
        ({"roles": ["trusis"] + ["butcher"] * 7}, "a set of roles needs at least one card of the Human team"),
        ({"roles": ["trusis"] * 3 + ["human"] * 2}, "this set is won before it starts: 2 human, 3 trusis"),
        ({"preset": "seer"}, "trusis has no preset 'seer'; known presets: current, fr, bga_wiki_en, pl"),
        ({"expansions": ["lady"]}, "trusis has no expansion 'lady'; known: none"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_in_one_sentence(arguments, sentence):
    with pytest.raises(SetupError) as refusal:
        GAME.setup(**arguments)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"roles": ["trusis", *["human"] * 6, "seer"]}, ["'seer'", "known roles", "black_knight", "wise_woman"]),
        ({"speed": 3}, ["'speed'", "known keys", "majority", "max_days"]),
        ({"majority": "most"}, ["'majority'", "'most'", "'strict'", "'parity'"]),
        ({"max_days": 0}, ["'max_days'", "0", "1"]),
        ({"stalemate_cycles": 1001}, ["'stalemate_cycles'", "1001", "1000"]),
    ],
)
def test_a_refusal_says_what_was_given_and_what_would_be_right(arguments, words):
    with pytest.raises(SetupError) as refusal:
        GAME.setup(**arguments)
    assert [word for word in words if word not in str(refusal.value)] == []


@pytest.mark.parametrize(
    ("seating", "advice"),
    [
        (NINE, []),
        ("T H H H S", ["Trusis plays best with 8 or more, not 5"]),
        ("T H H H S G P W", ["8 players are advised to have 2 'trusis', not 1"]),
        ("T T B C H H S G", ["Human cards should outnumber the others: 4 against 4"]),
    ],
)
def test_advice_is_given_and_the_table_is_played(seating, advice):
    assert list(GAME.setup(roles=roles_of(seating)).advice) == advice


def test_strict_setup_turns_the_balance_advice_into_an_error():
    with pytest.raises(SetupError, match="Human cards should outnumber the others: 4 against 4"):
        GAME.setup(roles=roles_of("T T B C H H S G"), strict_setup=True)


def test_parity_refuses_a_set_that_parity_has_won():
    with pytest.raises(SetupError, match="won before it starts"):
        GAME.setup(roles=roles_of("T T T H H H"), majority="parity")


@pytest.mark.parametrize(
    ("sizes", "trusis"), [((5, 6), 1), ((7, 8, 9, 10), 2), ((11, 12, 13, 14), 3), ((15, 16, 17, 18), 4), ((19, 20), 5)]
)
def test_two_trusis_from_seven_three_from_eleven_and_so_on(sizes, trusis):
    assert {recommended_trusis(n) for n in sizes} == {trusis}


@pytest.mark.parametrize("n", SIZES)
def test_recommended_sets_follow_every_guideline(n):
    roles = recommended_roles(n)
    teams = Counter(team_of(role) for role in roles)
    assert len(roles) == n
    assert roles.count("trusis") == recommended_trusis(n)
    assert teams[Team.HUMANS] > teams[Team.TRUSIS] + teams[Team.CASTAWAYS]
    assert [sentence for sentence in GAME.setup(players=n).advice if "best with 8" not in sentence] == []


@pytest.mark.parametrize(
    ("n", "seating"),
    [
        (5, "T H H S P"),
        (6, "T B H H S P"),
        (7, "T T H H H S P"),
        (8, "T T C H H S G P"),
        (9, "T T C H H S G P W"),
        (10, "T T O C H H S G P W"),
        (11, "T T T I C H S G P W K"),
        (12, "T T T I C H H S G P W K"),
        (13, "T T T I Z C H H S G P W K"),
        (14, "T T T O Z C H H H S G P W K"),
        (15, "T T T T I D C H H H S G P W K"),
        (16, "T T T T O N C H H H H S G P W K"),
    ],
)
def test_recommended_sets_are_those_of_the_rulebook(n, seating):
    assert Counter(recommended_roles(n)) == Counter(roles_of(seating))


def test_the_basic_set_of_eight():
    assert Counter(basic_roles(8)) == Counter(roles_of("H H H H H T T S"))


def test_the_default_table_has_eight_seats_and_the_current_rules():
    setup = GAME.setup()
    assert (setup.players, setup.preset, Counter(setup.roles)) == (8, "current", Counter(recommended_roles(8)))
