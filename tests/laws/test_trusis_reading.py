"""Random matches under random rulesets agree with the rulebook read a second time (``trusis_reading``), choice by choice."""

from collections.abc import Iterator
from random import Random

import pytest

from envs.engine.events import Event, seats_in
from envs.engine.game import Setup
from envs.engine.table import Table
from envs.trusis.actions import RESULTS
from envs.trusis.codes import Cause, EventCode
from tests.laws.play import random_action, random_keys, random_setup, some
from tests.laws.trusis_reading import Reading
from tests.scenarios.scene import GAME

ANSWERS = {EventCode.INSPECTED, EventCode.ORACLE_LEARNED, EventCode.GRAVE_KEPT, EventCode.GRAVE_DUG}
POWERFUL = ("castaway", "priest", "human", "white_knight", "black_knight", "kamikaze", "wise_woman", "illusionist", "gravekeeper")
LONG = {"talk": "none", "turn_actions": 3, "max_days": 8, "stalemate_cycles": 4}
VERBS = ("vote", "hidden_vote", "power")


def offered(table: Table, seat: int) -> dict[str, set[int]]:
    """The targets that the mask leaves to ``seat``."""
    texts = [text.partition(":") for text in table.legal_texts(seat)]
    return {verb: {int(target) for name, _, target in texts if name == verb} for verb in VERBS}


def targets(events: list[Event], code: EventCode) -> set[int]:
    return {event.target for event in events if event.code == code}


def causes(events: list[Event]) -> dict[int, set[str]]:
    recorded = [event for event in events if event.code == EventCode.CAUSE_RECORDED]
    return {event.target: {cause.name.lower() for cause in Cause if event.value & cause} for event in recorded}


def told(events: list[Event]) -> list[tuple[int, int, str]]:
    return sorted((s, e.target, RESULTS[e.value]) for e in events if e.code in ANSWERS for s in seats_in(e.audience))


def pieces(events: list[Event]) -> Iterator[list[Event]]:
    """What happened, cut before each phase, each first round and the end."""
    piece: list[Event] = []
    for event in events:
        opens = event.code == EventCode.ROUND_BEGAN and event.value == 0
        if opens or event.code in (EventCode.PHASE_BEGAN, EventCode.MATCH_ENDED):
            yield piece
            piece = []
        piece.append(event)


def follow(reading: Reading, events: list[Event], died_before: set[int]) -> None:
    """Holds the ends of phases among ``events`` against the reading, and takes it along."""
    is_ending = True
    for piece in pieces(events):
        if is_ending:
            died, facts = reading.end_phase()
            assert targets(piece, EventCode.DIED) - died_before == died
            assert causes(piece) == {seat: reading.causes[seat] for seat in died | (died_before & targets(piece, EventCode.DIED))}
        else:
            returned, facts = reading.next_phase()
            assert targets(piece, EventCode.REVIVED) == returned
        assert told(piece) == sorted(facts)
        is_ending = not is_ending


def play(table: Table, rng: Random) -> str:
    """One match, compared throughout; gives its outcome."""
    reading, at = Reading(table), len(table.journal)
    while not table.is_over:
        seat = table.actor
        assert offered(table, seat) == reading.choices(seat)
        action = random_action(table, seat, rng, closing=0.3)
        quits = rng.random() < 0.002
        table.forfeit(seat) if quits else table.apply(seat, action)
        alive = set(reading.alive)
        reading.deed(seat, "forfeit" if quits else table.actions.text(action))
        follow(reading, table.journal[at:], alive - reading.alive)
        at = len(table.journal)
    assert GAME.outcome(table.state)[0] == reading.outcome
    return reading.outcome


def crowded(rng: Random) -> Setup:
    """A small table full of powers, so that they meet each other often."""
    cards = ("trusis", "priest", "kamikaze", *rng.choices(POWERFUL, k=rng.randint(2, 4)))
    keys = {**random_keys(GAME, rng), **LONG}
    return GAME.setup(players=len(cards), roles=cards, **{**keys, "strict_setup": False})


def any_table(rng: Random) -> Setup:
    """Any table size, cards and preset."""
    return random_setup("trusis", rng, **LONG)


@pytest.mark.parametrize("batch", range(4))
@pytest.mark.parametrize("kind", [any_table, crowded])
def test_the_engine_and_a_second_reading_of_the_rules_agree(kind, batch):
    outcomes = set()
    for seed in some(100):
        rng = Random(1000 * batch + seed)
        outcomes.add(play(Table(GAME, kind(rng), seed), rng))
    assert outcomes >= {"humans", "trusis", "castaways", "truncated"}
