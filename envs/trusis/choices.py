"""What a seat may choose, and the choosing: votes, hidden votes and powers. The one legality test lives here (``allowed``)."""

from envs.engine.events import NOBODY
from envs.engine.telling import announce, emit, tell_seat
from envs.trusis.codes import (
    DAY,
    DECLINE,
    END_TURN,
    HIDDEN_UNVOTE,
    HIDDEN_VOTE,
    NIGHT,
    PASS,
    POWER,
    TO_PUBLIC,
    UNVOTE,
    VOTE,
    EventCode,
)
from envs.trusis.options import AT_END, DIES_NOW, NON_TRUSIS, ONCE, OWN_SECOND_VOTE, PER_ROLE
from envs.trusis.roles import (
    ADD_VOTE,
    BLAST,
    DAY_POWER,
    DIVINE,
    HIDE_VOTE,
    KILL_VOTE,
    NIGHT_POWER,
    NO_POWER,
    NOT_BY_DAY,
    NOT_BY_NIGHT,
    REVIVE,
    SHIELD,
)
from envs.trusis.state import State
from envs.trusis.turns import pass_locks

VOTE_CAST = int(EventCode.VOTE_CAST)
KILL_VOTE_CAST = int(EventCode.KILL_VOTE_CAST)
HIDDEN_VOTE_CAST = int(EventCode.HIDDEN_VOTE_CAST)
POWER_CHOSEN = int(EventCode.POWER_CHOSEN)
PASSED = int(EventCode.PASSED)


def may_choose(g: State, seat: int) -> bool:
    """Only the living choose, and a pass that locks is final."""
    bit = 1 << seat
    return g.alive & bit != 0 and (g.passed & bit == 0 or not pass_locks(g))


def allowed_choice(g: State, seat: int, verb: int) -> int:
    """Legal arguments of a verb that is not talk, as a bit set; bit 0 for a verb without argument."""
    if verb == END_TURN:
        return 1
    if not may_choose(g, seat):
        return 0
    if verb == VOTE:
        return vote_targets(g, seat) & ~held(g.vote[seat])
    if verb == POWER:
        return power_targets(g, seat) & ~held(g.power[seat])
    if verb == HIDDEN_VOTE:
        return hidden_targets(g, seat) & ~held(g.hidden[seat])
    if verb == UNVOTE:
        return 1 if g.vote[seat] != NOBODY else 0
    if verb == DECLINE:
        return 1 if g.power[seat] != NOBODY else 0
    if verb == HIDDEN_UNVOTE:
        return 1 if g.hidden[seat] != NOBODY else 0
    return 1 if verb == PASS else 0


def held(target: int) -> int:
    """The bit of a choice already made: choosing it again is refused."""
    return 0 if target == NOBODY else 1 << target


def vote_targets(g: State, seat: int) -> int:
    """By day any other living seat; by night the same for the Role.TRUSIS seats alone (A.4, A.5, A.11 20 and 21)."""
    others = g.alive & ~(1 << seat)
    if g.phase == DAY:
        return others
    if NIGHT_POWER[g.role[seat]] != KILL_VOTE:
        return 0
    return others & ~g.trusis if g.rules.night_targets == NON_TRUSIS else others


def hidden_targets(g: State, seat: int) -> int:
    """The Illusionist's real vote; a Wise Woman's second vote where the ruleset gives her one (A.11, 4c)."""
    if g.phase != DAY:
        return 0
    role = g.role[seat]
    moves_extra = NIGHT_POWER[role] == ADD_VOTE and g.rules.wise_woman_mode == OWN_SECOND_VOTE and g.extra[seat] != NOBODY
    return g.alive & ~(1 << seat) if DAY_POWER[role] == HIDE_VOTE or moves_extra else 0


def current_power(g: State, seat: int) -> int:
    """The power that ``seat`` may use in this phase."""
    role = g.role[seat]
    if g.phase == NIGHT:
        power, mistimed = NIGHT_POWER[role], NOT_BY_NIGHT[role]
    else:
        power, mistimed = DAY_POWER[role], NOT_BY_DAY[role]
    return NO_POWER if mistimed and g.rules.knight_timing == PER_ROLE else power


def power_targets(g: State, seat: int) -> int:
    """Legal targets of the seat's power (A.3)."""
    power = current_power(g, seat)
    if power in (NO_POWER, KILL_VOTE, HIDE_VOTE):
        return 0
    if power in (REVIVE, BLAST) and g.rules.knight_uses == ONCE and g.spent >> seat & 1:
        return 0
    if power == REVIVE:
        return g.everyone & ~g.alive
    themselves = 1 << seat
    if (power == SHIELD and g.rules.priest_self) or (power == ADD_VOTE and g.rules.wise_woman_self) or power == DIVINE:
        themselves = 0
    return g.alive & ~themselves


def choose(g: State, seat: int, verb: int, argument: int) -> None:
    """Records a choice and tells those who may know of it."""
    if verb == VOTE:
        cast(g, seat, argument)
    elif verb == UNVOTE:
        cast(g, seat, NOBODY)
    elif verb == PASS:
        lock(g, seat)
    elif verb == POWER or verb == DECLINE:
        g.power[seat] = argument if verb == POWER else NOBODY
        tell_seat(g, POWER_CHOSEN, seat, g.power[seat], current_power(g, seat))
    else:
        g.hidden[seat] = argument if verb == HIDDEN_VOTE else NOBODY
        tell_seat(g, HIDDEN_VOTE_CAST, seat, g.hidden[seat], 0)


def cast(g: State, seat: int, target: int) -> None:
    """A vote: seen by all by day (unless votes show at the end), by the living Role.TRUSIS seats by night."""
    g.vote[seat] = target
    if g.phase == NIGHT:
        emit(g, KILL_VOTE_CAST, seat, target, 0, g.trusis & g.alive)
    elif g.rules.vote_visibility == AT_END:
        tell_seat(g, VOTE_CAST, seat, target, 0)
    else:
        announce(g, VOTE_CAST, seat, target, 0)


def lock(g: State, seat: int) -> None:
    """``pass``: public by day, the seat's own affair by night."""
    g.passed |= 1 << seat
    g.open &= ~(1 << seat)
    if g.phase == DAY:
        announce(g, PASSED, seat, NOBODY, 0)
    else:
        tell_seat(g, PASSED, seat, NOBODY, 0)


def dies_on_declaring(g: State, seat: int, verb: int) -> bool:
    """A knight who declares by day and dies at once, where the ruleset says so (A.11, 10)."""
    return verb == POWER and g.phase == DAY and g.rules.knight_dies == DIES_NOW and DAY_POWER[g.role[seat]] == REVIVE


def is_choice(verb: int) -> bool:
    """Whether the verb is not talk."""
    return verb < TO_PUBLIC
