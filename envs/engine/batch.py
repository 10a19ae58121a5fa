"""Loops over many games, in the shared subset: what ``envs.vector`` calls. Bound to a game by ``link``.

``b`` is a ``Batch``: the arrays that all loops share. Every loop works on the games [``start``, ``stop``) alone, so that
threads share nothing. No rule lives here.
"""

from typing import Any, NamedTuple

from envs.engine.ahead import fetch
from envs.engine.contract import (
    act,
    deal,
    is_over,
    is_truncated,
    legal,
    may,
    next_to_act,
    observe,
    potential,
    returns,
    to_act,
)
from envs.engine.draw import draw, mix
from envs.engine.drive import choose, settle_blind

REDEAL = 1 << 31
"""Counter in a place's stream from which its later deals are drawn; one deal stays far below."""
BLOCK = 512
AHEAD = 2
"""How many games ahead of the one played the next is asked for."""
WAIT = 0
END_TURN = 1
"""The first two actions of every game's table."""
PLAYS_ON, ENDED, CUT, OVER_BEFORE = 0, 1, 2, 3
"""Values of ``flags``."""


class Batch(NamedTuple):
    """Arrays of N places, S seats, F features, A actions.

    ``games`` (N,) records; ``template`` (1,) record before the deal; ``keys`` (N, 2) int64 halves of each place's first
    seed; ``episodes`` (N,) int64 matches dealt since; ``lengths`` (N,) int64 steps of the current match; ``left`` (N,)
    int64 steps left in the round; ``actions`` int32, ``drawn`` int32 the next random ones, ``seats`` int8, ``observations``
    int8, ``masks`` int8: one per place, or with all seats one per seat, and ``seats`` is then 1 where a turn is owed;
    ``results`` (N, S) int8 and ``rewards`` (N, S) float32; ``payoffs`` (3,) float32 for -1, 0 and 1; ``flags`` (N,) int8;
    ``ended`` (N,) int64 places whose match ended and ``finals`` (N,) their last records, both filled from ``start``;
    ``phi`` (N, S) int16 potentials at each seat's last turn, ``begun`` (N, S) int8 whether it has had one in this match.
    """

    games: Any
    template: Any
    keys: Any
    episodes: Any
    lengths: Any
    left: Any
    actions: Any
    drawn: Any
    seats: Any
    observations: Any
    masks: Any
    results: Any
    rewards: Any
    payoffs: Any
    flags: Any
    ended: Any
    finals: Any
    final_lengths: Any
    phi: Any
    begun: Any


def batch_reset(b: Any, turn: int, start: int, stop: int) -> None:
    """Deals every place from its key. ``turn`` is the number of steps of a round where all seats act at once."""
    for k in range(start, stop):
        b.episodes[k] = 0
        b.flags[k] = PLAYS_ON
        b.results[k][:] = 0
        b.rewards[k][:] = 0
        deal_place(b, k, b.keys[k][0], b.keys[k][1], turn)


def deal_place(b: Any, k: int, low: int, high: int, turn: int) -> None:
    """A fresh match in place ``k``."""
    b.games[k] = b.template[0]
    deal(b.games[k], low, high)
    settle_blind(b.games[k])
    b.lengths[k] = 0
    b.left[k] = turn


def redeal(b: Any, k: int, turn: int) -> None:
    """The next match of the place's stream."""
    b.episodes[k] += 1
    at = REDEAL + 2 * b.episodes[k]
    low, high = b.keys[k][0], b.keys[k][1]
    deal_place(b, k, draw(low, high, at), draw(low, high, at + 1), turn)


def batch_show(b: Any, start: int, stop: int) -> None:
    """Writes the seat to act of every place, and its view."""
    for k in range(start, stop):
        show(b, k)


def show(b: Any, k: int) -> None:
    """The seat to act and its view; -1, zeros and no legal action once a match is over and not dealt anew."""
    g = b.games[k]
    seat = next_to_act(g)
    b.seats[k] = seat
    if seat >= 0:
        legal(g, seat, b.masks[k])
        observe(g, seat, b.observations[k])
    else:
        b.masks[k][:] = 0
        b.observations[k][:] = 0


def batch_step(b: Any, renew: bool, draws: bool, low: int, high: int, counter: int, start: int, stop: int) -> int:
    """One action of the seat to act in every place. Returns how many matches ended.

    With ``draws`` it also draws into ``drawn`` what ``batch_sample`` would draw next, while the mask is near the processor.
    """
    count = 0
    base = mix(mix(counter) ^ low) ^ high
    for k in range(start, stop):
        fetch(b.games, min(k + AHEAD, stop - 1))
        if begin_step(b, k):
            g = b.games[k]
            act(g, b.seats[k] + 0, b.actions[k] + 0)
            settle_blind(g)
            if is_over(g):
                close(b, k, start + count, renew, 0)
                count += 1
            show(b, k)
        if draws:
            b.drawn[k] = choose(b.masks[k], mix(base ^ k))
    return count


def begin_step(b: Any, k: int) -> bool:
    """Clears what the last step left; False when the match was over before."""
    if b.flags[k] == PLAYS_ON:
        b.lengths[k] += 1
        return True
    b.results[k][:] = 0
    b.rewards[k][:] = 0
    if is_over(b.games[k]):
        b.flags[k] = OVER_BEFORE
        return False
    b.flags[k] = PLAYS_ON
    b.lengths[k] += 1
    return True


def close(b: Any, k: int, at: int, renew: bool, turn: int) -> None:
    """A match has ended: results, payoffs, its last record in ``finals[at]``, and the next deal."""
    g = b.games[k]
    results, rewards = b.results[k], b.rewards[k]
    returns(g, results)
    for seat in range(len(results)):
        rewards[seat] = b.payoffs[results[seat] + 1]
    b.flags[k] = CUT if is_truncated(g) else ENDED
    b.finals[at] = g
    b.ended[at] = k
    b.final_lengths[at] = b.lengths[k]
    if renew:
        redeal(b, k, turn)


def batch_show_all(b: Any, start: int, stop: int) -> None:
    """Writes the view of every seat of every place."""
    for k in range(start, stop):
        show_all(b, k)


def show_all(b: Any, k: int) -> None:
    """Who owes a turn, and every seat's view."""
    g = b.games[k]
    owed = to_act(g)
    for seat in range(len(b.seats[k])):
        b.seats[k][seat] = owed >> seat & 1
        legal(g, seat, b.masks[k][seat])
        observe(g, seat, b.observations[k][seat])


def batch_step_all(b: Any, renew: bool, turn: int, start: int, stop: int) -> int:
    """One action of every seat in every place; a round is ``turn`` steps. Returns how many matches ended."""
    count = 0
    for k in range(start, stop):
        fetch(b.games, min(k + AHEAD, stop - 1))
        if begin_step(b, k):
            g = b.games[k]
            take_all(g, b.actions[k])
            b.left[k] -= 1
            if b.left[k] == 0:
                end_round(g)
                b.left[k] = turn
            if is_over(g):
                close(b, k, start + count, renew, turn)
                count += 1
            show_all(b, k)
    return count


def take_all(g: Any, actions: Any) -> None:
    """Every seat's action, in the order of the seats; one that a seat before made impossible is dropped."""
    for seat in range(len(actions)):
        action = actions[seat] + 0
        if action != WAIT and may(g, seat, action):
            act(g, seat, action)


def end_round(g: Any) -> None:
    """Closes the turns still open, where they may end, and lets the table move on."""
    owed = to_act(g)
    seat = 0
    while owed:
        if owed & 1 and may(g, seat, END_TURN):
            act(g, seat, END_TURN)
        owed >>= 1
        seat += 1
    settle_blind(g)


def owing(b: Any, k: int, together: bool) -> int:
    """The seats whose turn it is in place ``k``, as a bit set: one of them, or all that owe a turn."""
    g = b.games[k]
    if is_over(g):
        return 0
    if together:
        return to_act(g)
    seat = next_to_act(g)
    return 1 << seat if seat >= 0 else 0


def batch_potential(b: Any, together: bool, start: int, stop: int) -> None:
    """Shaping begins here: the potential of every seat, in hundredths, and which of them now have a turn."""
    for k in range(start, stop):
        begin_shaping(b, k, owing(b, k, together))


def begin_shaping(b: Any, k: int, owed: int) -> None:
    """The potentials of place ``k`` as they are; 0 once its match is over and not dealt anew."""
    g = b.games[k]
    for seat in range(len(b.phi[k])):
        b.phi[k][seat] = 0 if is_over(g) else potential(g, seat)
        b.begun[k][seat] = owed >> seat & 1


def batch_shape(b: Any, together: bool, weight: float, gamma: float, start: int, stop: int) -> None:
    """Adds ``weight * (gamma * phi(now) - phi(last turn)) / 100`` to the rewards of the seats whose turn has come, and
    ``- weight * phi(last turn) / 100`` to those of all when the match has ended.

    Nothing is discounted before a seat's first turn: it is paid ``weight * (phi(now) - phi(deal)) / 100`` when that comes.
    """
    for k in range(start, stop):
        owed = owing(b, k, together)
        rewards, phi, begun = b.rewards[k], b.phi[k], b.begun[k]
        if b.flags[k] == ENDED or b.flags[k] == CUT:
            for seat in range(len(phi)):
                rewards[seat] -= weight * phi[seat] / 100
            begin_shaping(b, k, owed)
        else:
            rewards[:] = 0
            for seat in range(len(phi)):
                if owed >> seat & 1:
                    now = potential(b.games[k], seat)
                    reached = gamma * now if begun[seat] else 1.0 * now
                    rewards[seat] = weight * (reached - phi[seat]) / 100
                    phi[seat] = now
                    begun[seat] = 1


def batch_sample(b: Any, low: int, high: int, counter: int, start: int, stop: int) -> None:
    """A uniformly random legal action in every place, into ``actions``; 0 where nothing is legal."""
    base = mix(mix(counter) ^ low) ^ high
    for k in range(start, stop):
        b.actions[k] = choose(b.masks[k], mix(base ^ k))


def batch_sample_all(b: Any, low: int, high: int, counter: int, start: int, stop: int) -> None:
    """As ``batch_sample``, for every seat."""
    base = mix(mix(counter) ^ low) ^ high
    for k in range(start, stop):
        for seat in range(len(b.seats[k])):
            b.actions[k][seat] = choose(b.masks[k][seat], mix(mix(base ^ k) ^ seat))


def batch_play(b: Any, renew: bool, low: int, high: int, counter: int, steps: int, start: int, stop: int) -> None:
    """``steps`` uniformly random steps of every place with everything written each time; counts as ``batch_sample``.

    Places play on by themselves, so each block of them takes all its steps while it is near the processor.
    """
    for first in range(start, stop, BLOCK):
        last = min(first + BLOCK, stop)
        for step in range(steps):
            batch_sample(b, low, high, counter + step, first, last)
            batch_step(b, renew, False, 0, 0, 0, first, last)


def first_illegal(actions: Any, masks: Any) -> int:
    """The first row whose action is not legal, -1 when all are; a row without legal actions takes 0."""
    for k in range(len(actions)):
        action = actions[k]
        if action < 0 or action >= len(masks[k]):
            return k
        if not masks[k][action] and (action != 0 or masks[k].any()):
            return k
    return -1


def desk_look(games: Any, k: int, seat: int, observation: Any, mask: Any) -> None:
    """The view of any seat in one place."""
    legal(games[k], seat, mask)
    observe(games[k], seat, observation)
