"""The day: counting visible, hidden and extra votes, and what follows from them (rules.md A.4, A.6)."""

from envs.engine.events import LOG_ONLY, NOBODY
from envs.engine.telling import announce, emit, tell_seat
from envs.trusis.codes import BY_VOTE, EventCode
from envs.trusis.graves import bury, drop_unpassed, mark, most_voted, sacrifice
from envs.trusis.options import AT_END, DOUBLE_TARGET, DROP, NEVER, OWN_SECOND_VOTE
from envs.trusis.roles import DAY_POWER, HIDE_VOTE, REVIVE
from envs.trusis.state import State
from envs.trusis.turns import close_turn

VOTE_CAST = int(EventCode.VOTE_CAST)
VOTE_REVEALED = int(EventCode.VOTE_REVEALED)
HIDDEN_VOTE_COUNTED = int(EventCode.HIDDEN_VOTE_COUNTED)


def end_day(g: State) -> None:
    """A.6, end of day: lock, tally, execute, sacrifice, bury."""
    if g.rules.timeout == DROP:
        drop_unpassed(g)
    reveal_votes(g)
    tally_day(g)
    victim = most_voted(g)
    if victim != NOBODY:
        mark(g, victim, BY_VOTE)
    for knight in range(g.n):
        if g.alive >> knight & 1 and g.power[knight] != NOBODY and DAY_POWER[g.role[knight]] == REVIVE:
            sacrifice(g, knight)
    bury(g)


def reveal_votes(g: State) -> None:
    """Keeps the board's last votes readable, and shows them now if the ruleset kept them until the end."""
    for seat in range(g.n):
        g.last_vote[seat] = g.vote[seat]
        if g.rules.vote_visibility == AT_END and g.vote[seat] != NOBODY:
            announce(g, VOTE_REVEALED, seat, g.vote[seat], 0)


def tally_day(g: State) -> None:
    """Visible votes, the Illusionist's real ones in their place, and the Wise Woman's; only on the living."""
    for seat in range(g.n):
        g.tally[seat] = 0
    for seat in range(g.n):
        if g.alive >> seat & 1:
            count_own(g, seat)
        if g.extra[seat] != NOBODY and g.rules.wise_woman_mode != DOUBLE_TARGET:
            count_extra(g, seat)


def count_own(g: State, voter: int) -> None:
    """One vote of a living seat; what the board does not show of it is written to the log."""
    target, times = real_vote(g, voter), 1 + doublings(g, voter)
    count(g, target, times)
    if target != NOBODY and (target != g.vote[voter] or times > 1):
        emit(g, HIDDEN_VOTE_COUNTED, voter, target, times, LOG_ONLY)


def real_vote(g: State, seat: int) -> int:
    """The vote that counts: an Illusionist's hidden one replaces the visible (A.11, 18)."""
    if DAY_POWER[g.role[seat]] != HIDE_VOTE:
        return g.vote[seat]
    if g.hidden[seat] != NOBODY or g.rules.illusionist_single == NEVER:
        return g.hidden[seat]
    return g.vote[seat]


def doublings(g: State, seat: int) -> int:
    """How often the vote of ``seat`` is added once more (``wise_woman_mode: double_target``)."""
    times = 0
    if g.rules.wise_woman_mode == DOUBLE_TARGET:
        for woman in range(g.n):
            times += g.extra[woman] == seat
    return times


def count_extra(g: State, woman: int) -> None:
    """The hidden vote placed last night counts although its owner may be dead (A.11, 5)."""
    target = g.extra[woman]
    if g.rules.wise_woman_mode == OWN_SECOND_VOTE and g.hidden[woman] != NOBODY:
        target = g.hidden[woman]
    if g.alive >> target & 1:
        emit(g, HIDDEN_VOTE_COUNTED, woman, target, 1, LOG_ONLY)
        count(g, target, 1)


def count(g: State, target: int, votes: int) -> None:
    """Adds votes on a living target; votes on the dead are void."""
    if target != NOBODY and g.alive >> target & 1:
        g.tally[target] += votes


def die_at_once(g: State, knight: int) -> None:
    """``knight_dies: now``: he leaves the day, and the votes by him and on him with him (A.11, 10).

    Every pass is undone, not only those of his voters: who voted for him in secret must not show.
    """
    sacrifice(g, knight)
    g.power[knight] = NOBODY
    g.hidden[knight] = NOBODY
    bury(g)
    close_turn(g, knight)
    withdraw_vote(g, knight)
    g.passed = 0
    for seat in range(g.n):
        if g.hidden[seat] == knight:
            g.hidden[seat] = NOBODY
        if g.vote[seat] == knight:
            withdraw_vote(g, seat)


def withdraw_vote(g: State, seat: int) -> None:
    """Clears a visible vote; whoever saw it cast sees it go."""
    if g.vote[seat] == NOBODY:
        return
    g.vote[seat] = NOBODY
    if g.rules.vote_visibility == AT_END:
        tell_seat(g, VOTE_CAST, seat, NOBODY, 0)
    else:
        announce(g, VOTE_CAST, seat, NOBODY, 0)
