"""Talk: channels, structured speech acts and free messages, each heard exactly by its audience. Words are claims, never proof."""

from envs.avalon.actions import N_RESULTS
from envs.avalon.codes import ACCUSE, CLAIM, PROMISE, REPORT, TALK, TO_PUBLIC, TO_TEAM, VOUCH, EventCode
from envs.avalon.options import TALK_TEXT
from envs.avalon.state import INBOX, State
from envs.avalon.turns import channel_audience, comrades
from envs.engine.events import NOBODY, PUBLIC
from envs.engine.telling import TO_A_SEAT, TO_THE_TEAM, emit

CLAIMED = int(EventCode.CLAIMED)
SAID = int(EventCode.SAID)
ANYTHING = (1 << N_RESULTS) - 1
EITHER_VOTE = 3
INBOX_UNIT = 25
"""An inbox act is 1 + value + INBOX_UNIT * (verb - CLAIM)."""


def whisper_partners(g: State, seat: int) -> int:
    """Seats that ``seat`` may address alone."""
    return g.everyone & ~(1 << seat) if g.rules.whispers else 0


def has_team_channel(g: State, seat: int) -> bool:
    """Whether the comrades' channel is open to ``seat``; the rules have none unless the ruleset gives it."""
    if not g.rules.evil_channel:
        return False
    team = comrades(g)
    return team >> seat & 1 == 1 and team & ~(1 << seat) != 0


def allowed_redirect(g: State, seat: int, verb: int) -> int:
    """Legal arguments of ``to:...``: a channel other than the current one, once between two other actions."""
    if g.redirected >> seat & 1:
        return 0
    channel = g.channel[seat]
    if verb == TO_PUBLIC:
        return 1 if channel != 0 else 0
    if verb == TO_TEAM:
        return 1 if channel != TO_THE_TEAM and has_team_channel(g, seat) else 0
    partners = whisper_partners(g, seat)
    return partners & ~(1 << (channel - TO_A_SEAT)) if channel >= TO_A_SEAT else partners


def allowed_speech(g: State, seat: int, verb: int) -> int:
    """Legal arguments of a speech act as a bit set (of target seats for a report)."""
    if verb == CLAIM:
        return ANYTHING
    return EITHER_VOTE if verb == PROMISE else g.everyone & ~(1 << seat)


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
    target, value = NOBODY, argument
    if verb == REPORT:
        target, value = argument // N_RESULTS, argument % N_RESULTS
    elif verb == VOUCH or verb == ACCUSE:
        target, value = argument, 0
    emit(g, CLAIMED + verb - CLAIM, seat, target, value, audience)
    if audience & PUBLIC:
        remember(g, seat, verb, target, value)
    else:
        deliver(g, seat, verb, target, value, audience)


def spoken_places(n: int) -> int:
    """How many numbers the last public words of ``n`` seats are."""
    return 2 * n + 2 * n * n


def remember(g: State, seat: int, verb: int, target: int, value: int) -> None:
    """Keeps the last public word of a speaker readable in every observation."""
    about = 2 * (g.n + g.n * seat + target)
    if verb == CLAIM:
        g.spoken[2 * seat] = 1 + value
    elif verb == PROMISE:
        g.spoken[2 * seat + 1] = 1 + value
    elif verb == REPORT:
        g.spoken[about] = 1 + value
    else:
        g.spoken[about + 1] = 1 if verb == VOUCH else 2


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
            box[0][2] = 1 + value + (verb - CLAIM) * INBOX_UNIT


def may_say(g: State, seat: int, channel: int) -> bool:
    """Whether ``seat`` may send one more free message on ``channel`` in this turn of talk."""
    if g.phase != TALK or not g.open >> seat & 1 or g.rules.talk != TALK_TEXT or g.said[seat] >= g.rules.max_messages:
        return False
    if channel >= TO_A_SEAT:
        return whisper_partners(g, seat) >> (channel - TO_A_SEAT) & 1 == 1
    return channel == 0 or (channel == TO_THE_TEAM and has_team_channel(g, seat))


def say(g: State, seat: int, channel: int) -> None:
    """Records that a message was sent; its words are opaque to the rules and travel beside the event."""
    g.said[seat] += 1
    emit(g, SAID, seat, NOBODY, 0, channel_audience(g, seat, channel))
