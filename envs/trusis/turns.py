"""Who is asked, in which round, and what a turn costs (rules.md A.4, A.5)."""

from envs.engine.events import COMPANY, NOBODY, PUBLIC
from envs.engine.telling import TO_A_SEAT, TO_THE_TEAM, announce, first_from
from envs.trusis.codes import DAY, NIGHT, EventCode
from envs.trusis.options import DEAD_CHAT_ALL, DEAD_CHAT_NONE, ON_PASS, TALK_NONE
from envs.trusis.state import State

ROUND_BEGAN = int(EventCode.ROUND_BEGAN)


def is_open_phase(g: State) -> bool:
    """By day public choices show at once and the phase may end early; the night is sealed."""
    return g.phase == DAY


def pass_locks(g: State) -> bool:
    """Whether ``pass`` makes this phase's choices final (A.11, 29)."""
    if g.phase == DAY:
        return g.rules.day_vote_lock == ON_PASS
    return g.rules.night_vote_lock == ON_PASS


def all_have_passed(g: State) -> bool:
    """Whether no living seat has anything left to decide in an open phase."""
    return g.phase == DAY and g.rules.day_vote_lock == ON_PASS and g.alive & ~g.passed & ~g.forfeited == 0


def rounds_of(g: State) -> int:
    """Rounds of the current phase."""
    return g.rules.night_rounds if g.phase == NIGHT else g.rules.day_rounds


def open_round(g: State) -> None:
    """Every seat that this round asks owes one turn: the living who still choose, and the dead who may talk."""
    living = g.alive & ~g.passed if g.phase == DAY and g.rules.day_vote_lock == ON_PASS else g.alive
    g.open = (living | talking_dead(g)) & ~g.forfeited
    g.redirected = 0
    for seat in range(g.n):
        g.used[seat] = 0
        g.said[seat] = 0
        g.channel[seat] = 0
    announce(g, ROUND_BEGAN, NOBODY, NOBODY, g.round)


def talking_dead(g: State) -> int:
    """The dead who take talk-only turns (A.8, A.11 26)."""
    if g.rules.talk == TALK_NONE or g.rules.dead_chat == DEAD_CHAT_NONE:
        return 0
    return g.everyone & ~g.alive


def close_turn(g: State, seat: int) -> None:
    """The seat owes nothing more in this round."""
    g.open &= ~(1 << seat)


def charge(g: State, seat: int) -> None:
    """One action of the turn is used; the last one closes it."""
    g.redirected &= ~(1 << seat)
    g.used[seat] += 1
    if g.used[seat] >= g.rules.turn_actions:
        g.open &= ~(1 << seat)


def round_is_over(g: State) -> bool:
    """Nobody owes a turn, or only the dead do while the living have all passed: they never delay the end."""
    return g.open == 0 or (g.open & g.alive == 0 and all_have_passed(g))


def next_to_act(g: State) -> int:
    """The seat whose turn it is when one acts at a time: round the table from the first seat, the living before the dead."""
    due = g.open & g.alive
    if due == 0:
        due = g.open
    return first_from(due, g.first)


def team_on_channel(g: State) -> int:
    """The Role.TRUSIS seats that share a channel: the living ones alone where the dead may not talk in private (A.11, 26)."""
    return g.trusis if g.rules.dead_chat == DEAD_CHAT_ALL else g.trusis & g.alive


def channel_audience(g: State, seat: int, channel: int) -> int:
    """Who hears ``seat`` on ``channel``. No third seat learns of a whisper."""
    if channel >= TO_A_SEAT:
        return COMPANY | 1 << seat | 1 << (channel - TO_A_SEAT)
    if channel == TO_THE_TEAM:
        return COMPANY | team_on_channel(g)
    return PUBLIC | g.everyone
