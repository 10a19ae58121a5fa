"""Secrecy of Trusis: law A on tables full of powers, law B by swapping cards, and whispers."""

from itertools import product
from random import Random

import pytest

from envs.engine.events import SPECTATOR, Event, visible_to
from envs.engine.table import Table
from envs.trusis.codes import EventCode
from envs.trusis.roles import ROLE_IDS
from tests.laws.play import random_action, random_setup, some
from tests.laws.secrecy import Ledger, Plan, follow, planned, shown_to
from tests.scenarios.scene import GAME, roles_of, seated

SENSES = {EventCode.INSPECTED, EventCode.ORACLE_LEARNED, EventCode.GRAVE_KEPT, EventCode.GRAVE_DUG}


# --- law A -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seating", "knight_dies", "vote_visibility"),
    [
        ("T T Z K P H H", "end", "live"),
        ("T T N K I W G", "now", "end"),
        ("T T O S W D C H", "end", "end"),
        ("T T Z Z K N P G D", "now", "live"),
    ],
)
def test_equal_histories_are_shown_equal_things_among_many_powers(seating, knight_dies, vote_visibility):
    roles = sorted(roles_of(seating), key=ROLE_IDS.index)
    ledger = Ledger(every=2)
    for deal, secret in product(range(5), range(8)):
        mixed = tuple(Random(deal).sample(roles, len(roles)))
        table = seated(mixed, knight_dies=knight_dies, vote_visibility=vote_visibility, night_rounds=1, day_rounds=2)
        follow(table, Plan(1, secret, bold=25, busy=80), ledger, (deal, secret))
    assert ledger.met > 100


# --- law B -------------------------------------------------------------------------------------------------------


def mirrored(seed: int) -> tuple[Table, Table, int, int, int]:
    """Two tables that differ in two swapped cards, those two seats, and a third seat who was told neither card."""
    rng = Random(seed)
    setup = random_setup("trusis", rng, players=rng.randint(5, 12), turn_actions=4)
    roles = rng.sample(setup.roles, setup.players)
    keys = setup.ruleset.model_dump(exclude={"strict_setup"})
    a, b, viewer = rng.sample(range(setup.players), 3)
    swapped = list(roles)
    swapped[a], swapped[b] = roles[b], roles[a]
    return seated(tuple(roles), **keys), seated(tuple(swapped), **keys), a, b, viewer


def has_sensed(events: list[Event], seats: set[int]) -> bool:
    """Whether these events tell a seat more about one of ``seats`` than the public knows."""
    return any(event.code in SENSES and event.target in seats for event in events)


def compare(one: Table, two: Table, pair: set[int], viewer: int, plan: Plan) -> int:
    """Plays both tables by one plan, turn by turn, while the public sees the same; gives the number of turns compared."""
    moves, twins, turns = planned(one, plan), planned(two, plan), 0
    while not one.is_over and rounds(one) == rounds(two):
        now = rounds(one)
        if not (play_round(one, moves, now) and play_round(two, twins, now)):
            break
        if visible_to(SPECTATOR, one.journal) != visible_to(SPECTATOR, two.journal):
            break
        mine, theirs = one.news(viewer), two.news(viewer)
        if has_sensed(mine, pair) or has_sensed(theirs, pair):
            break
        assert mine == theirs
        assert shown_to(one, viewer) == shown_to(two, viewer)
        turns += 1
    return turns


def rounds(table: Table) -> tuple[object, ...]:
    """Phase, day and round."""
    return tuple(GAME.clock(table.state).values())


def play_round(table: Table, moves: object, now: tuple[object, ...]) -> bool:
    """Plays until another round begins; False when the match ended or the plan is played out."""
    for _ in moves:
        if rounds(table) != now:
            return not table.is_over
    return False


def can_tell_apart(one: Table, two: Table, viewer: int) -> bool:
    return one.news(viewer) != two.news(viewer)


def test_swapping_two_cards_that_a_seat_cannot_tell_apart_changes_nothing_for_it():
    turns = []
    for seed in some(120):
        one, two, a, b, viewer = mirrored(seed)
        if not can_tell_apart(one, two, viewer):
            turns.append(compare(one, two, {a, b}, viewer, Plan(seed, seed, bold=30)))
    assert len(turns) > 60
    assert sum(turns) > 300


# --- whispers ----------------------------------------------------------------------------------------------------


def whisper(table: Table, speaker: int, hearer: int, rng: Random) -> None:
    """A speech act and, where words are allowed, a message to one seat; then back to the public channel."""
    deeds = [f"to:{hearer}", f"claim:{rng.choice(ROLE_IDS)}", f"accuse:{hearer}", "to:public"]
    for deed in deeds:
        table.apply(speaker, table.actions.index(deed))
    if table.may_say(speaker, 2 + hearer):
        table.say(speaker, 2 + hearer, "x")


def without_channels(table: Table, seat: int, rng: Random) -> int:
    """A random legal action that is no change of channel."""
    action = random_action(table, seat, rng, closing=0.6)
    return table.actions.index("end_turn") if table.actions.text(action).startswith("to:") else action


def play_both(seed: int, talk: str) -> int:
    """One match with and without whispers between two seats, compared at every step; gives the number of whispers."""
    rng = Random(seed)
    setup = random_setup("trusis", rng, talk=talk, turn_actions=100, dead_chat="all", max_days=4)
    quiet, loud = Table(GAME, setup, seed), Table(GAME, setup, seed)
    speaker, hearer = rng.sample(range(quiet.n), 2)
    others = [seat for seat in range(quiet.n) if seat not in (speaker, hearer)]
    whispers = 0
    while not quiet.is_over and len(quiet.journal) < 600:
        seat = quiet.actor
        if seat == speaker and loud.may(seat, loud.actions.index(f"to:{hearer}")):
            whisper(loud, speaker, hearer, rng)
            whispers += 1
        action = without_channels(quiet, seat, rng)
        quiet.apply(seat, action)
        loud.apply(seat, action)
        watcher = rng.choice(others)
        assert shown_to(quiet, watcher) == shown_to(loud, watcher)
    assert [quiet.news(viewer) for viewer in (SPECTATOR, *others)] == [loud.news(viewer) for viewer in (SPECTATOR, *others)]
    return whispers


@pytest.mark.parametrize("talk", ["acts", "text"])
def test_two_seats_that_whisper_leave_every_third_seat_in_the_dark(talk):
    assert sum(play_both(seed, talk) for seed in some(20)) > 100
