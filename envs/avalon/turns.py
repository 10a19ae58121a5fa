"""Asking: who owes an answer to which question, and rounds of talk."""

from envs.avalon.codes import OVER, TALK, EventCode
from envs.avalon.options import TALK_NONE
from envs.avalon.roles import IS_COMRADE, TRAITS_OF
from envs.avalon.state import State
from envs.engine.events import COMPANY, NOBODY, PUBLIC
from envs.engine.telling import TO_A_SEAT, TO_THE_TEAM, announce, first_from

PHASE_BEGAN = int(EventCode.PHASE_BEGAN)
ROUND_BEGAN = int(EventCode.ROUND_BEGAN)
ROLE_REVEALED = int(EventCode.ROLE_REVEALED)
MATCH_ENDED = int(EventCode.MATCH_ENDED)


def seats_with(g: State, traits: int) -> int:
    """Bit set of the seats whose role has one of ``traits``."""
    found = 0
    for seat in range(g.n):
        if TRAITS_OF[g.role[seat]] & traits:
            found |= 1 << seat
    return found


def first_time(g: State, mark: int) -> bool:
    """Whether this step of the proposal has not been taken before; from now on it has."""
    if g.done >> mark & 1:
        return False
    g.done |= 1 << mark
    return True


def ask(g: State, phase: int, seat: int, verb: int, targets: int, may_decline: int) -> bool:
    """Puts a question to one seat: ``verb`` with an argument of the bit set ``targets``, or ``decline`` where it may."""
    ask_seats(g, phase, 1 << seat, verb, targets, may_decline)
    announce(g, PHASE_BEGAN, NOBODY, seat, phase)
    return True


def ask_together(g: State, phase: int, seats: int, verb: int, targets: int) -> bool:
    """Puts one sealed question to several seats."""
    ask_seats(g, phase, seats, verb, targets, 0)
    announce(g, PHASE_BEGAN, NOBODY, NOBODY, phase)
    return True


def ask_seats(g: State, phase: int, seats: int, verb: int, targets: int, may_decline: int) -> None:
    """The question as the state holds it."""
    g.phase = phase
    g.verb = verb
    g.targets = targets
    g.may_decline = may_decline
    g.open = seats
    g.able = seats


def talk_is_on(g: State) -> bool:
    """Whether speech acts exist in this match."""
    return g.rules.talk != TALK_NONE


def begin_talk(g: State) -> None:
    """Opens a phase of talk, where the match has any."""
    if talk_is_on(g):
        g.phase = TALK
        g.passed = 0
        g.round = 0
        announce(g, PHASE_BEGAN, NOBODY, g.first, TALK)
        open_round(g)


def open_round(g: State) -> None:
    """Every seat that has not passed takes one turn of talk."""
    g.open = g.everyone & ~g.passed
    g.redirected = 0
    for seat in range(g.n):
        g.used[seat] = g.said[seat] = g.channel[seat] = 0
    announce(g, ROUND_BEGAN, NOBODY, NOBODY, g.round)


def has_another_round(g: State) -> bool:
    """Whether this talk goes on: a round is left and somebody has not passed."""
    return g.phase == TALK and g.round + 1 < g.rules.talk_rounds and g.everyone & ~g.passed & ~g.forfeited != 0


def close_turn(g: State, seat: int) -> None:
    """The seat owes nothing more in this round."""
    g.open &= ~(1 << seat)


def charge(g: State, seat: int) -> None:
    """One action of a turn of talk is used; the last one closes it."""
    g.redirected &= ~(1 << seat)
    g.used[seat] += 1
    if g.used[seat] >= g.rules.turn_actions:
        close_turn(g, seat)


def next_to_act(g: State) -> int:
    """The seat whose turn it is when one acts at a time: round the table from the leader."""
    return first_from(g.open, g.first)


def comrades(g: State) -> int:
    """The seats of the evil team that opened their eyes together."""
    return seats_with(g, IS_COMRADE)


def channel_audience(g: State, seat: int, channel: int) -> int:
    """Who hears ``seat`` on ``channel``. No third seat learns of a whisper."""
    if channel >= TO_A_SEAT:
        return COMPANY | 1 << seat | 1 << (channel - TO_A_SEAT)
    if channel == TO_THE_TEAM:
        return COMPANY | comrades(g)
    return PUBLIC | g.everyone


def reveal(g: State, seat: int) -> None:
    """Makes the role of ``seat`` public."""
    g.shown[seat] = 1 + g.role[seat]
    announce(g, ROLE_REVEALED, NOBODY, seat, g.role[seat])


def finish(g: State, outcome: int, reason: int) -> None:
    """Closes the match; what was secret is published by the next ``advance`` steps."""
    g.outcome = outcome
    g.reason = reason
    g.phase = OVER
    g.open = 0
    g.ending = 1
    announce(g, MATCH_ENDED, NOBODY, NOBODY, outcome + 16 * reason)
