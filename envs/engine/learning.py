"""Loops for batches in which one seat of each game learns and the others are played, in the shared subset.

``b`` is the ``Batch`` and ``c`` the ``Class`` of its learners. Other seats are played by compiled bots; a seat of kind
``OUTSIDE`` stops its game until the caller has chosen for it. Randomness is a stream of each place, so that threads share
nothing. No rule lives here.
"""

from typing import Any, NamedTuple

from envs.engine.batch import PLAYS_ON, close, redeal, show
from envs.engine.contract import act, baseline, is_over, legal, next_to_act, observe, potential
from envs.engine.draw import below, draw
from envs.engine.drive import choose, settle_blind

RANDOM, BASELINE, OUTSIDE = 0, 1, 2
SEATING = 3 << 30
"""Counter in a place's stream from which learners' seats are drawn, one for each deal."""
TURNED = 0x5EA7
"""Turns the stream's key for the bots' moves."""
ANY_SEAT = -1


class Class(NamedTuple):
    """Arrays of N places: ``learners`` (N,) int8 the learning seat; ``kinds`` (S,) int64 who plays the others; ``moves`` (N,)
    int64 drawn so far; ``gains`` (N,) float64 the learner's reward; ``waits`` (N,) bool which games a call moves;
    ``finals`` (N,) int8 the learner of each ended match, beside ``Batch.ended``; ``counts`` (N,) int64 matches ended, at the
    start of a thread's range; ``last`` (N,) int64 the learner's potential at its last turn."""

    learners: Any
    kinds: Any
    moves: Any
    gains: Any
    waits: Any
    finals: Any
    counts: Any
    last: Any


def class_reset(b: Any, c: Any, wanted: int, start: int, stop: int) -> None:
    """Seats the learners of freshly dealt games and plays to their first turn. ``wanted``: a seat, or ``ANY_SEAT``."""
    c.counts[start] = 0
    for k in range(start, stop):
        c.moves[k] = 0
        c.gains[k] = 0
        c.waits[k] = True
        seat_learner(b, c, k, wanted)
    class_play(b, c, wanted, start, stop)
    for k in range(start, stop):
        b.flags[k] = PLAYS_ON
        c.last[k] = potential(b.games[k], c.learners[k] + 0)


def seat_learner(b: Any, c: Any, k: int, wanted: int) -> None:
    """Where the learner of place ``k`` sits in the match just dealt."""
    seats = len(c.kinds)
    at = SEATING + b.episodes[k]
    c.learners[k] = below(b.keys[k][0], b.keys[k][1], at, seats) if wanted == ANY_SEAT else wanted


def class_step(b: Any, c: Any, wanted: int, start: int, stop: int) -> None:
    """The learners' actions, then everything up to their next turn or to a seat played from outside."""
    c.counts[start] = 0
    for k in range(start, stop):
        b.flags[k] = PLAYS_ON
        c.gains[k] = 0
        c.waits[k] = True
    class_play_chosen(b, c, wanted, start, stop)


def class_play_chosen(b: Any, c: Any, wanted: int, start: int, stop: int) -> None:
    """Applies ``b.actions`` in the games that wait, and plays on."""
    for k in range(start, stop):
        if c.waits[k]:
            g = b.games[k]
            act(g, b.seats[k] + 0, b.actions[k] + 0)
            settle_blind(g)
            b.lengths[k] += 1
    class_play(b, c, wanted, start, stop)


def class_play(b: Any, c: Any, wanted: int, start: int, stop: int) -> None:
    """Plays the games that wait until their learner, or a seat played from outside, must act; then ``waits`` says which
    of them wait for the outside."""
    for k in range(start, stop):
        if c.waits[k]:
            c.waits[k] = play_on(b, c, k, wanted, start)
            show(b, k)


def play_on(b: Any, c: Any, k: int, wanted: int, start: int) -> bool:
    """Bots' moves in place ``k``; whether a seat played from outside is next."""
    while True:
        if is_over(b.games[k]):
            finish(b, c, k, wanted, start)
        else:
            seat = next_to_act(b.games[k])
            if seat == c.learners[k]:
                return False
            if c.kinds[seat] == OUTSIDE:
                return True
            bot_move(b, c, k, seat)


def finish(b: Any, c: Any, k: int, wanted: int, start: int) -> None:
    """The end of a match: the learner's reward, and the next deal. Of two ends in one step only the first is told."""
    learner = c.learners[k]
    first = b.flags[k] == PLAYS_ON
    if first:
        at = start + c.counts[start]
        close(b, k, at, True, 0)
        c.gains[k] += b.rewards[k][learner]
        c.finals[at] = learner
        c.counts[start] += 1
    else:
        redeal(b, k, 0)
    seat_learner(b, c, k, wanted)


def bot_move(b: Any, c: Any, k: int, seat: int) -> None:
    """One action of a compiled bot."""
    g = b.games[k]
    number = draw(b.keys[k][0], b.keys[k][1] ^ TURNED, c.moves[k])
    c.moves[k] += 1
    legal(g, seat, b.masks[k])
    if c.kinds[seat] == BASELINE:
        observe(g, seat, b.observations[k])
        action = baseline(b.observations[k], b.masks[k], number)
    else:
        action = choose(b.masks[k], number)
    act(g, seat, action)
    settle_blind(g)
    b.lengths[k] += 1


def class_shape(b: Any, c: Any, weight: float, gamma: float, start: int, stop: int) -> None:
    """Adds ``weight * (gamma * phi(now) - phi(before)) / 100`` to the learners' rewards; the potential of an end is 0."""
    for k in range(start, stop):
        now = potential(b.games[k], c.learners[k] + 0)
        reached = now if b.flags[k] == PLAYS_ON else 0
        c.gains[k] += weight * (gamma * reached - c.last[k]) / 100
        c.last[k] = now
