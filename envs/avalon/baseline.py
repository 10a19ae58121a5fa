"""A plain bot that reads nothing but its own observation: the scripted opponent of compiled batches.

It trusts who was never in a failed mission, hides nothing, and says nothing. Not a rule.
"""

from collections.abc import Sequence

from envs.avalon.actions import OFFSET_OF
from envs.avalon.codes import ADD, BALLOT, CARD, CARDS, END_TURN, EVIL, FAILURE, LABEL_EVIL, LABEL_ROLE, PROPOSAL, QUESTS, TALK
from envs.avalon.codes import VOTE as VOTE_PHASE
from envs.avalon.features import COLUMNS, HEAD, QUEST_COLUMNS, QUEST_SEAT_COLUMNS
from envs.avalon.roles import TEAM_OF

CHECKED_EVIL = 2
LAST_PROPOSAL = 4
EAGER = 3 << 30
"""An evil seat plays Fail in three of four missions."""


def baseline(obs: Sequence[int], mask: Sequence[int], number: int) -> int:
    """An action from the observation and the mask of one seat; ``number`` in [0, 2**32) is its chance."""
    n = obs[5] + 0
    offsets = OFFSET_OF[n]
    phase = obs[0]
    if phase == TALK:
        return END_TURN
    if phase == PROPOSAL:
        return offsets[ADD] + first_wanted(obs, mask, n, offsets[ADD])
    if phase == VOTE_PHASE:
        wanted = offsets[BALLOT] + (0 if approves(obs, n) else 1)
        return wanted if mask[wanted] else nth_allowed(mask, number)
    if phase == CARDS:
        wanted = offsets[CARD] + (1 if obs[8] == EVIL and number < EAGER else 0)
        return wanted if mask[wanted] else nth_allowed(mask, number)
    return nth_allowed(mask, number)


def nth_allowed(mask: Sequence[int], number: int) -> int:
    """A random legal action."""
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


def first_wanted(obs: Sequence[int], mask: Sequence[int], n: int, start: int) -> int:
    """The first seat that may be added and is wanted, else the first that may be added."""
    first = -1
    for seat in range(n):
        if mask[start + seat]:
            if is_wanted(obs, n, seat):
                return seat
            if first < 0:
                first = seat
    return max(first, 0)


def approves(obs: Sequence[int], n: int) -> bool:
    """Good approves a team without a suspect, evil one with an evil seat in it; the last proposal is always approved."""
    suspects = evils = 0
    for seat in range(n):
        if obs[HEAD + COLUMNS * seat]:
            suspects += is_suspect(obs, n, seat)
            evils += is_evil(obs, seat)
    if obs[2] == LAST_PROPOSAL:
        return True
    return evils > 0 if obs[8] == EVIL else suspects == 0


def is_wanted(obs: Sequence[int], n: int, seat: int) -> bool:
    """Whether the viewer likes ``seat`` in a team: itself, and whom it does not suspect."""
    return obs[HEAD + COLUMNS * seat + 9] != 0 or not is_suspect(obs, n, seat)


def is_evil(obs: Sequence[int], seat: int) -> bool:
    """Whether the viewer knows ``seat`` as evil, itself included."""
    at = HEAD + COLUMNS * seat
    if obs[at + 9]:
        return obs[8] == EVIL
    label = obs[at + 3]
    if label >= LABEL_ROLE:
        return TEAM_OF[label - LABEL_ROLE] == EVIL
    return label == LABEL_EVIL or obs[at + 4] == CHECKED_EVIL


def is_suspect(obs: Sequence[int], n: int, seat: int) -> bool:
    """Known as evil, or taken along on a mission that failed; the viewer itself never is."""
    if obs[HEAD + COLUMNS * seat + 9]:
        return False
    if is_evil(obs, seat):
        return True
    start, width = HEAD + COLUMNS * n, QUEST_COLUMNS + QUEST_SEAT_COLUMNS * n
    for quest in range(QUESTS):
        at = start + quest * width
        if obs[at] == FAILURE and obs[at + QUEST_COLUMNS + QUEST_SEAT_COLUMNS * seat]:
            return True
    return False
