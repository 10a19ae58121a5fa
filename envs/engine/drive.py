"""Loops over compiled rules, in the shared subset: one desk for single play, many games for batches. Bound to a game by ``link``.

A *desk* is one record: the state ``g``, the seat to act, its mask and observation, and the journal of events not yet read.
"""

from typing import Any

from envs.engine.contract import (
    act,
    advance,
    deal,
    forfeit,
    is_over,
    legal,
    may,
    may_say,
    next_to_act,
    observe,
    say,
    to_act,
    unsettled,
)
from envs.engine.draw import draw, mix

ILLEGAL = -1
NOWHERE = -1
DARTS = 4
"""Random places of the mask that are tried before the legal ones are counted."""
STIR = 0x9E3779B9
"""Turns one random number into the next."""


def desk_deal(desks: Any, low: int, high: int) -> int:
    """Deals the desk's match from a seed; returns its ``status``."""
    d = desks[0]
    d.count = 0
    deal(d.g, low, high)
    return settle(d)


def desk_step(desks: Any, action: int) -> int:
    """The seat to act takes ``action``; returns ``ILLEGAL`` and changes nothing when it may not, else the new ``status``."""
    d = desks[0]
    if action < 0 or action >= d.n_actions or d.seat < 0 or not may(d.g, d.seat, action):
        return ILLEGAL
    act(d.g, d.seat, action)
    return settle(d)


def desk_play(desks: Any, seat: int, action: int) -> int:
    """``seat`` takes an action known to be legal, and all that follows happens."""
    d = desks[0]
    act(d.g, seat, action)
    return settle(d)


def desk_hold(desks: Any, seat: int, action: int) -> int:
    """``seat`` takes an action known to be legal; what follows waits for ``desk_release``."""
    d = desks[0]
    act(d.g, seat, action)
    drain(d)
    return status(d)


def desk_release(desks: Any) -> int:
    """All that follows once the round is over."""
    return settle(desks[0])


def desk_say(desks: Any, seat: int, channel: int) -> int:
    """A free message of ``seat``."""
    d = desks[0]
    say(d.g, seat, channel)
    drain(d)
    return status(d)


def desk_forfeit(desks: Any, seat: int) -> int:
    """``seat`` only waits from now on."""
    d = desks[0]
    forfeit(d.g, seat)
    return settle(d)


def desk_may(desks: Any, seat: int, action: int) -> bool:
    """The legality test on the desk's state."""
    d = desks[0]
    return action >= 0 and action < d.n_actions and may(d.g, seat, action)


def desk_may_say(desks: Any, seat: int, channel: int) -> bool:
    """Whether a free message is allowed."""
    return may_say(desks[0].g, seat, channel)


def desk_view(desks: Any, seat: int) -> None:
    """Writes mask and observation of any seat beside those of the seat to act."""
    d = desks[0]
    legal(d.g, seat, d.side_mask[: d.n_actions])
    observe(d.g, seat, d.side_obs[: d.n_features])


def desk_open(desks: Any) -> int:
    """The seats that owe a turn, as a bit set."""
    return to_act(desks[0].g)


def find_deal(games: Any, template: Any, viewer: int, opening: Any, low: int, high: int, start: int, stop: int) -> int:
    """The first deal of [``start``, ``stop``) of a stream that begins as ``viewer`` saw its match begin, or ``NOWHERE``.

    ``games`` (1,) is used up, ``template`` (1,) is the record before the deal; ``opening`` (K, 4) int32 are code, actor,
    target and value of the events seen. Deal ``number`` has the keys ``draw(2 * number)`` and ``draw(2 * number + 1)``.
    """
    for number in range(start, stop):
        games[0] = template[0]
        deal(games[0], draw(low, high, 2 * number), draw(low, high, 2 * number + 1))
        if begins_as(games[0], viewer, opening):
            return number
    return NOWHERE


def begins_as(g: Any, viewer: int, opening: Any) -> bool:
    """Whether a match just dealt shows ``viewer`` exactly ``opening`` until somebody can act."""
    at = agreeing(g.events, viewer, opening, 0)
    while at >= 0 and unsettled(g):
        advance(g)
        at = agreeing(g.events, viewer, opening, at)
    return at == len(opening)


def agreeing(events: Any, viewer: int, opening: Any, at: int) -> int:
    """Empties the buffer: how many events of ``opening`` have happened now, or ``NOWHERE`` once ``viewer`` saw another."""
    for k in range(events.count):
        if at >= 0 and events.audience[k] >> viewer & 1:
            if at < len(opening) and is_row(events, k, opening[at]):
                at += 1
            else:
                at = NOWHERE
    events.count = 0
    return at


def is_row(events: Any, k: int, row: Any) -> bool:
    """Whether a buffered event is the one written in ``row``."""
    if events.code[k] != row[0] or events.actor[k] != row[1]:
        return False
    same: bool = events.target[k] == row[2] and events.value[k] == row[3]
    return same


def settle(d: Any) -> int:
    """Empties the buffer and advances until somebody can act; then shows the next seat its view.

    It stops when half of the desk's rows are full, as when everybody has forfeited and the rest plays by itself: the caller
    reads them and goes on with ``desk_release``.
    """
    drain(d)
    while d.count <= len(d.rows) // 2 and unsettled(d.g):
        advance(d.g)
        drain(d)
    d.seat = next_to_act(d.g)
    if d.seat >= 0:
        legal(d.g, d.seat, d.mask[: d.n_actions])
        observe(d.g, d.seat, d.obs[: d.n_features])
    return status(d)


def status(d: Any) -> int:
    """``count`` of unread events, whether the match is over, and 1 + the seat to act, in one number."""
    over = 1 if is_over(d.g) else 0
    flags: int = (d.count * 2 + over) * 64 + d.seat + 1
    return flags


def drain(d: Any) -> None:
    """Moves the buffered events into the desk's journal."""
    events = d.g.events
    for at in range(events.count):
        row = d.rows[d.count]
        row[0] = events.code[at]
        row[1] = events.actor[at]
        row[2] = events.target[at]
        row[3] = events.value[at]
        row[4] = events.audience[at]
        d.count += 1
    events.count = 0


def choose(mask: Any, number: int) -> int:
    """A uniformly random legal index from ``number`` in [0, 2**32): a few darts first, then the n-th legal one."""
    size = len(mask)
    for _ in range(DARTS):
        at = (number * size) >> 32
        if mask[at]:
            return at
        number = mix(number ^ STIR)
    return nth_legal(mask, number)


def nth_legal(mask: Any, number: int) -> int:
    """The legal index that ``number`` in [0, 2**32) picks, each equally often; 0 where nothing is legal."""
    count = 0
    for at in range(len(mask)):
        count += mask[at]
    wanted = (number * count) >> 32
    for at in range(len(mask)):
        if mask[at]:
            if wanted == 0:
                return at
            wanted -= 1
    return 0


def settle_blind(g: Any) -> None:
    """Advances a blind game until somebody can act."""
    while unsettled(g):
        advance(g)


def play_random(games: Any, masks: Any, low: int, high: int, rounds: int) -> int:
    """``rounds`` uniformly random legal steps in each game, mask written each time; finished games are dealt anew.

    ``games``: (N,) blind records already dealt; ``masks``: (N, A) int8. Returns the number of agent steps.
    """
    steps = 0
    for step in range(rounds):
        for k in range(len(games)):
            g = games[k]
            seat = next_to_act(g)
            legal(g, seat, masks[k])
            action = choose(masks[k], draw(low + k, high, step))
            act(g, seat, action)
            settle_blind(g)
            steps += 1
            if is_over(g):
                deal(g, draw(low, k, step), high)
                settle_blind(g)
    return steps
