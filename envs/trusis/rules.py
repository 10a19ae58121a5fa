"""The rules contract of Trusis: ``deal``, ``to_act``, ``may``, ``legal``, ``act``, ``advance``, ``apply``, ``returns``.

``apply`` is ``act`` and, when the round is over, one ``advance``. While ``unsettled`` the caller empties the event buffer
and advances again, so that no single call emits more events than the buffer holds.
"""

from typing import Any

from envs.engine.draw import below
from envs.engine.events import NOBODY
from envs.engine.telling import announce, emit, spread, tell_seat
from envs.trusis.actions import ARGUMENT_OF, N_RESULTS, OFFSET_OF, VERB_OF
from envs.trusis.baseline import baseline as baseline
from envs.trusis.choices import allowed_choice, choose, dies_on_declaring
from envs.trusis.codes import (
    ACCUSE,
    CASTAWAYS,
    CLAIM,
    DAY,
    END_TURN,
    HUMANS,
    IS_ROLE,
    NIGHT,
    OVER,
    PASS,
    PROMISE,
    REPORT,
    TO_PUBLIC,
    TRUNCATED,
    WAIT,
    EventCode,
)
from envs.trusis.day import die_at_once, end_day
from envs.trusis.features import observe as observe
from envs.trusis.graves import learn, report_day_deaths, report_night_deaths, revive_due
from envs.trusis.night import end_night
from envs.trusis.potential import potential as potential
from envs.trusis.roles import (
    DAY_DEATH_SIDE,
    KILL_VOTE,
    KNOWS_DIGGERS,
    KNOWS_TRUSIS,
    NIGHT_DEATH_ROLE,
    NIGHT_POWER,
    REPORT_OF,
    TEAM_OF,
)
from envs.trusis.speech import allowed_redirect, allowed_speech, redirect, speak, talk_is_on
from envs.trusis.speech import may_say as may_say
from envs.trusis.speech import say as say
from envs.trusis.state import State
from envs.trusis.turns import all_have_passed, charge, close_turn, open_round, round_is_over, rounds_of
from envs.trusis.turns import next_to_act as next_to_act
from envs.trusis.victory import (
    BEGIN_PHASE,
    NOTHING_PENDING,
    check_limits,
    has_won,
    is_decided,
    reveal_roles,
    win_check,
)

MATCH_BEGAN = int(EventCode.MATCH_BEGAN)
ROLE_DEALT = int(EventCode.ROLE_DEALT)
INTRODUCED = int(EventCode.INTRODUCED)
PHASE_BEGAN = int(EventCode.PHASE_BEGAN)
FORFEITED = int(EventCode.FORFEITED)


def deal(g: State, low: int, high: int) -> None:
    """Shuffles the cards in ``g.role`` over the seats, draws the first seat and opens day 1.

    ``low`` and ``high`` are the two 32-bit halves of the seed. Nothing is drawn after this.
    """
    for seat in range(g.n - 1, 0, -1):
        other = below(low, high, seat, seat + 1)
        g.role[seat], g.role[other] = g.role[other], g.role[seat]
    g.first = below(low, high, g.n, g.n)
    start(g)


def start(g: State) -> None:
    """Opens day 1 of a table whose roles and first seat are set."""
    g.events.count = 0
    clear(g)
    sort_into_sets(g)
    announce(g, MATCH_BEGAN, NOBODY, NOBODY, g.n)
    introduce(g)
    g.day = 0
    g.phase = NIGHT
    begin_phase(g)


def clear(g: State) -> None:
    """Everything that a match has not yet brought about."""
    g.everyone = (1 << g.n) - 1
    g.alive = g.everyone
    g.steady = g.everyone
    g.spent = g.forfeited = g.outcome = g.reason = g.pending = g.quiet_cycles = g.deaths_in_cycle = 0
    for seat in range(g.n):
        g.due[seat] = g.extra[seat] = g.last_vote[seat] = g.promise[seat] = NOBODY
        g.shown[seat] = g.claim[seat] = 0
        for other in range(g.n):
            g.known[seat][other] = g.word[seat][other] = 0
        for entry in g.inbox[seat]:
            entry[0] = entry[1] = entry[2] = 0


def sort_into_sets(g: State) -> None:
    """Bit sets of the teams and of the roles that share knowledge."""
    g.trusis = g.keepers = g.diggers = g.humans = g.castaways = 0
    for seat in range(g.n):
        role, bit = g.role[seat], 1 << seat
        if NIGHT_POWER[role] == KILL_VOTE:
            g.trusis |= bit
        if REPORT_OF[role] == DAY_DEATH_SIDE:
            g.keepers |= bit
        if REPORT_OF[role] == NIGHT_DEATH_ROLE:
            g.diggers |= bit
        if TEAM_OF[role] == HUMANS:
            g.humans |= bit
        if TEAM_OF[role] == CASTAWAYS:
            g.castaways |= bit


def introduce(g: State) -> None:
    """Each seat learns its card; those who know others learn them, without learning who else was told (A.3)."""
    told_trusis = told_diggers = 0
    for seat in range(g.n):
        role = g.role[seat]
        tell_seat(g, ROLE_DEALT, seat, seat, role)
        learn(g, seat, seat, IS_ROLE + role)
        told_trusis |= KNOWS_TRUSIS[role] << seat
        told_diggers |= KNOWS_DIGGERS[role] << seat
    show_set(g, told_trusis, g.trusis)
    show_set(g, told_diggers, g.diggers)


def show_set(g: State, told: int, group: int) -> None:
    """Tells the seats in ``told`` who the seats in ``group`` are; all of a group hold the same role."""
    if told == 0 or group == 0:
        return
    role = NOBODY
    for seat in range(g.n):
        if group >> seat & 1:
            role = g.role[seat]
    emit(g, INTRODUCED, NOBODY, NOBODY, group + (role << 24), told)
    for viewer in range(g.n):
        for seat in range(g.n):
            if told >> viewer & 1 and group >> seat & 1:
                learn(g, viewer, seat, IS_ROLE + role)


def begin_phase(g: State) -> None:
    """Start of the next phase: revivals, reports, win check if the living changed, first round (A.4, A.5)."""
    g.pending = NOTHING_PENDING
    g.phase = DAY if g.phase == NIGHT else NIGHT
    g.day += g.phase == DAY
    g.first = (g.first + 1) % g.n
    announce(g, PHASE_BEGAN, NOBODY, g.first, g.phase + 2 * g.day)
    revive_due(g)
    if g.phase == NIGHT:
        report_day_deaths(g)
    else:
        report_night_deaths(g)
    clear_choices(g)
    if g.alive != g.steady:
        win_check(g)
    if g.phase != OVER:
        open_round(g)


def clear_choices(g: State) -> None:
    """A new phase begins without votes, powers or passes."""
    g.passed = 0
    g.round = 0
    for seat in range(g.n):
        g.vote[seat] = g.hidden[seat] = g.power[seat] = NOBODY
        g.cause[seat] = 0


def to_act(g: State) -> int:
    """Bit set of the seats that still owe a turn in this round."""
    return g.open


def is_over(g: State) -> bool:
    """Whether the match has ended."""
    return g.phase == OVER


def allowed(g: State, seat: int, verb: int) -> int:
    """Legal arguments of ``verb`` for a seat that owes a turn, as a bit set (target seats for a report)."""
    if verb < TO_PUBLIC:
        return allowed_choice(g, seat, verb)
    if not talk_is_on(g):
        return 0
    return allowed_speech(g, seat, verb) if verb >= CLAIM else allowed_redirect(g, seat, verb)


def may(g: State, seat: int, action: int) -> bool:
    """Whether ``seat`` may take ``action`` now; one that owes no turn may only wait."""
    if not g.open >> seat & 1:
        return action == 0
    verb, argument = VERB_OF[g.n][action], ARGUMENT_OF[g.n][action]
    if verb == WAIT:
        return False
    if verb == REPORT:
        argument = argument // N_RESULTS
    return allowed(g, seat, verb) >> argument & 1 == 1


def legal(g: State, seat: int, mask: Any) -> None:
    """Writes 0 or 1 for every action into ``mask``, int8 of the table's size."""
    mask[:] = 0
    if not g.open >> seat & 1:
        mask[0] = 1
        return
    offsets = OFFSET_OF[g.n]
    for verb in range(END_TURN, TO_PUBLIC):
        spread(mask, offsets[verb], allowed_choice(g, seat, verb))
    if talk_is_on(g):
        legal_talk(g, seat, mask)


def legal_talk(g: State, seat: int, mask: Any) -> None:
    """The speech part of the mask; every claim is legal or none, a report with every result or with none."""
    offsets = OFFSET_OF[g.n]
    for verb in range(TO_PUBLIC, CLAIM):
        spread(mask, offsets[verb], allowed_redirect(g, seat, verb))
    if allowed_speech(g, seat, CLAIM):
        mask[offsets[CLAIM] : offsets[CLAIM + 1]] = 1
    about = allowed_speech(g, seat, REPORT)
    if about:
        mask[offsets[REPORT] : offsets[REPORT + 1]] = 1
        for target in range(g.n):
            if not about >> target & 1:
                at = offsets[REPORT] + target * N_RESULTS
                mask[at : at + N_RESULTS] = 0
    for verb in range(ACCUSE, PROMISE + 1):
        spread(mask, offsets[verb], allowed_speech(g, seat, verb))


def act(g: State, seat: int, action: int) -> None:
    """One legal action of one seat, without what follows when the round is over."""
    verb, argument = VERB_OF[g.n][action], ARGUMENT_OF[g.n][action]
    if verb == WAIT:
        return
    if verb >= CLAIM:
        speak(g, seat, verb, argument)
    elif verb >= TO_PUBLIC:
        redirect(g, seat, verb, argument)
        return
    elif verb == END_TURN:
        close_turn(g, seat)
    else:
        choose(g, seat, verb, argument)
        if dies_on_declaring(g, seat, verb):
            die_at_once(g, seat)
    if verb != END_TURN and verb != PASS:
        charge(g, seat)


def advance(g: State) -> None:
    """What the table does by itself: next round, end of the phase, next phase, or the final reveal."""
    if g.phase == OVER:
        reveal_roles(g)
    elif g.pending == BEGIN_PHASE:
        begin_phase(g)
    elif g.round + 1 < rounds_of(g) and not all_have_passed(g):
        g.round += 1
        open_round(g)
    else:
        end_phase(g)


def end_phase(g: State) -> None:
    """Resolution, then the win check and the limits; the next phase begins with the next ``advance``."""
    g.open = 0
    if g.phase == DAY:
        end_day(g)
    else:
        end_night(g)
    g.pending = BEGIN_PHASE
    win_check(g)
    check_limits(g)


def unsettled(g: State) -> bool:
    """Whether the table must advance before anybody can act again."""
    return g.pending != NOTHING_PENDING or (g.phase != OVER and round_is_over(g))


def apply(g: State, seat: int, action: int) -> None:
    """One legal action and, if it ended the round, one ``advance``."""
    act(g, seat, action)
    if unsettled(g):
        advance(g)


def forfeit(g: State, seat: int) -> None:
    """The seat takes no more turns and its choices are dropped (conduct, not rules, decides when)."""
    g.forfeited |= 1 << seat
    close_turn(g, seat)
    if g.phase != OVER:
        g.vote[seat] = g.hidden[seat] = g.power[seat] = NOBODY
    announce(g, FORFEITED, seat, NOBODY, 0)


def returns(g: State, out: Any) -> None:
    """``out[seat]``: +1 for the winners, -1 for the others, 0 on draw, void, truncation or while play goes on."""
    for seat in range(g.n):
        out[seat] = 0
        if is_decided(g):
            out[seat] = 1 if has_won(g, seat) else -1


def is_truncated(g: State) -> bool:
    """Whether the match was cut by a limit rather than decided."""
    return g.outcome == TRUNCATED
