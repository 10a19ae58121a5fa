"""What the heuristic of Avalon believes: certain where the rules make it so, bent by play, better than the deck alone."""

import asyncio
from statistics import mean

import pytest

from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.suspicion import Suspicion
from envs.avalon.roles import TEAM_OF
from tests.agents.avalon.asking import (
    EIGHT,
    SEVEN,
    accuses,
    announces,
    ask,
    begins,
    checks,
    claims,
    ends,
    excludes,
    mission,
    proposes,
    reads_excluded,
    reads_flipped,
    reply_to,
    reveals,
    sees_evil,
    sees_role,
    sees_wizards,
    team,
    turns_card,
    turns_loyalty_card,
    votes,
    vouches,
)
from tests.agents.avalon.playing import AVALON, match_of


def guilt(role, *story, seat, **keys):
    beliefs = reply_to(ask(role, *story, kind="probe", **keys)).beliefs
    return beliefs[seat]["evil"]


def public_guilt(role, *story, seat):
    asked = ask(role, *story)
    book = Notebook(asked.setup, asked.seat)
    suspicion = Suspicion(book)
    for event in asked.news:
        book.note(event)
        suspicion.note(event)
    return suspicion.public_rows[seat]


TRAPPER = dict(roles=EIGHT, expansions=("trapper",))
SWORD = dict(expansions=("excalibur",))
KNIGHTS = ("merlin", "servant", "good_lancelot", "evil_lancelot", "minion")


@pytest.mark.parametrize(
    ("role", "story", "seat", "evil", "keys"),
    [
        ("servant", (), 0, 0.0, {}),
        ("morgana", (), 0, 1.0, {}),
        ("servant", (), 3, 0.5, {}),
        ("merlin", (sees_evil(2, 3),), 3, 1.0, {}),
        ("merlin", (sees_evil(2, 3),), 4, 0.0, {}),
        ("percival", (sees_wizards(1, 2),), 1, 0.5, {}),
        ("percival", (sees_wizards(1, 2),), 4, 0.5, {}),
        ("morgana", (sees_evil(3),), 3, 1.0, {}),
        ("morgana", (sees_evil(3),), 4, 0.0, {}),
        ("morgana", (sees_evil(3),), 4, 0.2, dict(roles=SEVEN)),
        ("servant", (checks(0, 2, "evil"),), 2, 1.0, {}),
        ("servant", (checks(0, 2, "good"),), 2, 0.0, {}),
        ("servant", (mission(1, 2, 1, 2),), 1, 1.0, {}),
        ("servant", (mission(1, 2, 1, 2),), 3, 0.0, {}),
        ("servant", (mission(1, 1, 0, 2),), 2, 1.0, {}),
        ("servant", (reveals(4, "morgana"),), 4, 1.0, {}),
        ("guinevere", (sees_role(4, "evil_lancelot"),), 4, 1.0, dict(roles=(*KNIGHTS[1:], "guinevere"))),
        ("merlin", (sees_role(4, "evil_lancelot"), turns_loyalty_card()), 4, 1.0, dict(roles=KNIGHTS)),
        ("servant", (team(1, 0, 1, 2, 3), excludes(0, 2), reads_excluded(0, 2, True)), 2, 1.0, TRAPPER),
        ("servant", (team(1, 1, 2, 3, 4), excludes(0, 2), ends(1, 3)), 2, 0.0, TRAPPER),
        ("servant", (team(2, 0, 1, 2), turns_card(0, 1), reads_flipped(0, 1, False)), 1, 1.0, SWORD),
        ("servant", (team(1, 0, 1), turns_card(1, 0), reads_flipped(1, 0, True), ends(1, 1)), 1, 0.7, SWORD),
    ],
    ids=[
        "I am good",
        "I am evil",
        "nothing is known of the others",
        "Merlin knows whom he sees",
        "and whom he does not see, when all evil shows itself",
        "one of two wizards is evil",
        "and one of the two others",
        "evil knows its comrade",
        "and that nobody else is evil",
        "but not who Oberon is",
        "a check shows evil",
        "a check shows good",
        "two fails of two cards",
        "leave nobody else",
        "a fail beside my success",
        "a role shown to all",
        "a role known exactly",
        "a label stays as it is until I am told more",
        "an excluded fail that I have read",
        "three fails of three counted cards leave the excluded one out",
        "a turned card that now reads success was a fail",
        "who turned my success",
    ],
)
def test_what_a_seat_may_conclude(role, story, seat, evil, keys):
    assert guilt(role, *story, seat=seat, **keys) == pytest.approx(evil, abs=0.12)


TOLD_GOOD = (checks(3, 0, "good"),)


@pytest.mark.parametrize(
    ("worse", "better", "seat"),
    [
        ((mission(2, 1, 2, 3, 4),), (mission(2, 0, 2, 3, 4),), 2),
        ((team(1, 2, 3), votes(1, 2, 3, 4), ends(1, 1)), (team(1, 2, 3), votes(1, 0, 2, 3), ends(1, 1)), 4),
        ((begins(1), proposes(4, 2, 3), ends(1, 1)), (begins(1), proposes(1, 2, 3), ends(1, 1)), 4),
        ((announces(1, 2, "evil"),), (announces(1, 2, "good"),), 2),
        ((accuses(1, 2),), (), 2),
        ((accuses(1, 2),), (vouches(1, 2),), 2),
        ((*TOLD_GOOD, announces(3, 0, "evil")), (*TOLD_GOOD, announces(3, 0, "good")), 3),
        ((claims(4, "role:servant"),), (), 4),
    ],
    ids=[
        "who was on a failed mission",
        "who voted for a team that failed",
        "who proposed a team that failed",
        "of whom a checker says evil",
        "who is accused",
        "rather than vouched for",
        "who says of me what the check did not show",
        "who claims my card",
    ],
)
def test_who_grows_suspect(worse, better, seat):
    assert guilt("servant", *worse, seat=seat) > guilt("servant", *better, seat=seat)


def test_a_word_counts_once():
    once, often = (accuses(1, 2),), (accuses(1, 2),) * 9
    assert guilt("servant", *often, seat=2) == guilt("servant", *once, seat=2)


def test_what_only_i_know_does_not_change_what_all_think():
    assert public_guilt("merlin", sees_evil(2, 3), seat=3) == pytest.approx(0.4)


def test_my_own_proposal_tells_me_nothing():
    assert guilt("servant", team(1, 0, 2), seat=2) == pytest.approx(guilt("servant", seat=2))


@pytest.mark.parametrize(("seat", "evil"), [(1, 1 / 2), (3, 1 / 3)], ids=["was evil", "was good"])
def test_after_a_switch_any_seat_may_have_changed_sides(seat, evil):
    story = (mission(1, 2, 1, 2), turns_loyalty_card())
    assert guilt("servant", *story, seat=seat, roles=KNIGHTS) == pytest.approx(evil, abs=0.01)


def errors_of_good(seed: int) -> list[float]:
    """Squared errors of every good seat's belief about every other, when the fourth mission begins at eight seats."""
    match = match_of(AVALON.setup(players=8), ("heuristic", "heuristic"), seed)
    while not match.table.is_over and match.table.clock()["quest"] < 4:
        asyncio.run(match.turn(match.table.actor))
    evil = [TEAM_OF[role] for role in list(match.table.state.role)[:8]]
    views = [(seat, match.beliefs(seat)) for seat in range(8) if not evil[seat]]
    return [(view[k]["evil"] - evil[k]) ** 2 for seat, view in views for k in range(8) if k != seat]


def test_good_seats_believe_better_than_the_deck_alone():
    deck = 3 / 7 * 4 / 7
    assert mean(error for seed in range(40) for error in errors_of_good(seed)) < 0.6 * deck
