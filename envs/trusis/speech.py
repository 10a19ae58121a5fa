"""Talk: channels, structured speech acts and free messages, each heard exactly by its audience (rules.md A.8)."""

from envs.engine.events import NOBODY, PUBLIC
from envs.engine.telling import TO_A_SEAT, TO_THE_TEAM, emit
from envs.trusis.actions import N_RESULTS
from envs.trusis.codes import (
    ACCUSE,
    CLAIM,
    DEFEND,
    PROMISE,
    REPORT,
    TO_PUBLIC,
    TO_TEAM,
    EventCode,
)
from envs.trusis.options import DEAD_CHAT_ALL, TALK_NONE, TALK_TEXT
from envs.trusis.roles import N_ROLES
from envs.trusis.state import INBOX, State
from envs.trusis.turns import channel_audience, team_on_channel

CLAIMED = int(EventCode.CLAIMED)
REPORTED = int(EventCode.REPORTED)
SAID = int(EventCode.SAID)
ANY_ROLE = (1 << N_ROLES) - 1
REPORT_BITS = 5
STANCE = 1 << REPORT_BITS
"""``word`` holds report + STANCE * stance."""


def whisper_partners(g: State, seat: int) -> int:
    """Seats that ``seat`` may address alone: never across death unless the dead may talk in private (A.11, 26)."""
    if g.rules.dead_chat == DEAD_CHAT_ALL:
        return g.everyone & ~(1 << seat)
    return g.alive & ~(1 << seat) if g.alive >> seat & 1 else 0


def has_team_channel(g: State, seat: int) -> bool:
    """Whether the channel of the Role.TRUSIS seats is open to ``seat``, and somebody else is on it (A.11, 30)."""
    team = team_on_channel(g)
    return g.rules.trusis_channel != 0 and team >> seat & 1 == 1 and team & ~(1 << seat) != 0


def may_address(g: State, seat: int, channel: int) -> bool:
    """Whether ``seat`` may speak on ``channel``: a channel chosen earlier in the turn closes when its hearer has died since."""
    if channel >= TO_A_SEAT:
        return whisper_partners(g, seat) >> (channel - TO_A_SEAT) & 1 == 1
    return channel == 0 or (channel == TO_THE_TEAM and has_team_channel(g, seat))


def allowed_redirect(g: State, seat: int, verb: int) -> int:
    """Legal arguments of ``to:...``: a channel other than the current one, once between two other actions."""
    channel = g.channel[seat]
    if g.redirected >> seat & 1 and may_address(g, seat, channel):
        return 0
    if verb == TO_PUBLIC:
        return 1 if channel != 0 else 0
    if verb == TO_TEAM:
        return 1 if channel != TO_THE_TEAM and has_team_channel(g, seat) else 0
    partners = whisper_partners(g, seat)
    return partners & ~(1 << (channel - TO_A_SEAT)) if channel >= TO_A_SEAT else partners


def allowed_speech(g: State, seat: int, verb: int) -> int:
    """Legal arguments of a speech act as a bit set (of target seats for a report)."""
    if g.channel[seat] != 0 and not may_address(g, seat, g.channel[seat]):
        return 0
    if verb == CLAIM:
        return ANY_ROLE
    others = g.everyone & ~(1 << seat)
    return others & g.alive if verb == PROMISE else others


def redirect(g: State, seat: int, verb: int, argument: int) -> None:
    """Sets the channel for the rest of the turn; free of charge and unseen."""
    g.redirected |= 1 << seat
    if verb == TO_PUBLIC:
        g.channel[seat] = 0
    elif verb == TO_TEAM:
        g.channel[seat] = TO_THE_TEAM
    else:
        g.channel[seat] = TO_A_SEAT + argument


def speak(g: State, seat: int, verb: int, argument: int) -> None:
    """A speech act on the seat's current channel."""
    audience = channel_audience(g, seat, g.channel[seat])
    if verb == REPORT:
        target, value = argument // N_RESULTS, argument % N_RESULTS
    elif verb == CLAIM:
        target, value = NOBODY, argument
    else:
        target, value = argument, 0
    emit(g, CLAIMED + verb - CLAIM, seat, target, value, audience)
    if audience & PUBLIC:
        remember(g, seat, verb, target, value)
    else:
        deliver(g, seat, verb, target, value, audience)


def remember(g: State, seat: int, verb: int, target: int, value: int) -> None:
    """Keeps the last public word of a speaker readable in every observation."""
    if verb == CLAIM:
        g.claim[seat] = 1 + value
    elif verb == PROMISE:
        g.promise[seat] = target
    elif verb == REPORT:
        g.word[seat][target] = g.word[seat][target] // STANCE * STANCE + 1 + value
    elif verb == ACCUSE:
        g.word[seat][target] = g.word[seat][target] % STANCE + STANCE
    elif verb == DEFEND:
        g.word[seat][target] = g.word[seat][target] % STANCE + 2 * STANCE


def deliver(g: State, seat: int, verb: int, target: int, value: int, audience: int) -> None:
    """Puts a private act into the inbox of each hearer; the oldest entry falls out."""
    for hearer in range(g.n):
        if audience >> hearer & 1 and hearer != seat:
            box = g.inbox[hearer]
            for slot in range(INBOX - 1, 0, -1):
                for part in range(3):
                    box[slot][part] = box[slot - 1][part]
            box[0][0] = 1 + seat
            box[0][1] = 1 + target
            box[0][2] = 1 + value + (verb - CLAIM) * 20


def may_say(g: State, seat: int, channel: int) -> bool:
    """Whether ``seat`` may send one more free message on ``channel`` in this turn."""
    if not g.open >> seat & 1 or g.rules.talk != TALK_TEXT or g.said[seat] >= g.rules.max_messages:
        return False
    return may_address(g, seat, channel)


def say(g: State, seat: int, channel: int) -> None:
    """Records that a message was sent; its words are opaque to the rules and travel beside the event."""
    g.said[seat] += 1
    emit(g, SAID, seat, NOBODY, 0, channel_audience(g, seat, channel))


def talk_is_on(g: State) -> bool:
    """Whether speech acts exist in this match."""
    return g.rules.talk != TALK_NONE
