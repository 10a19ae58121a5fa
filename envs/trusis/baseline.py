"""A plain bot that reads nothing but its own observation: the scripted opponent of compiled batches.

It votes where it knows or hears of an enemy, follows the table otherwise, and uses its power at random. Not a rule.
"""

from collections.abc import Sequence

from envs.trusis.actions import N_RESULTS, OFFSET_OF
from envs.trusis.codes import DAY, END_TURN, HUMANS, POWER, REPORT, TRUSIS_TEAM, VOTE, Result
from envs.trusis.features import COLUMNS, HEAD
from envs.trusis.roles import TEAM_OF

IS_TRUSIS = 1 + int(Result.IS_TRUSIS)
ROLE = 1 + int(Result.ROLE)
CERTAIN, HEARD, VOTED = 100, 20, 3


def baseline(obs: Sequence[int], mask: Sequence[int], number: int) -> int:
    """An action from the observation and the mask of one seat; ``number`` in [0, 2**32) is its chance."""
    n = obs[5] + 0
    offsets = OFFSET_OF[n]
    if obs[0] == DAY and len(mask) > offsets[REPORT]:
        find = known_enemy(obs, n)
        if find >= 0 and mask[offsets[REPORT] + find * N_RESULTS] and unsaid(obs, n, find):
            return offsets[REPORT] + find * N_RESULTS
    target = best_target(obs, mask, n, offsets[VOTE], number)
    if target >= 0:
        return offsets[VOTE] + target
    if obs[16] == 0:
        target = nth_of(mask, offsets[POWER], n, number)
        if target >= 0:
            return offsets[POWER] + target
    return END_TURN


def known_enemy(obs: Sequence[int], n: int) -> int:
    """A living seat that this human knows to be a Trusis, else -1."""
    if obs[8] != HUMANS:
        return -1
    for seat in range(n):
        at = HEAD + COLUMNS * seat
        if obs[at] and obs[at + 4] == IS_TRUSIS:
            return seat
    return -1


def unsaid(obs: Sequence[int], n: int, target: int) -> bool:
    """Whether the viewer has not yet reported ``target`` as a Trusis."""
    pairs = HEAD + COLUMNS * n + 2 * n
    return obs[pairs + 2 * (obs[6] * n + target)] != IS_TRUSIS


def best_target(obs: Sequence[int], mask: Sequence[int], n: int, start: int, number: int) -> int:
    """The legal vote with the highest weight, if it beats the vote that stands; -1 for none."""
    own = HEAD + COLUMNS * obs[6]
    best, top = -1, 0
    if obs[own + 2] > 0:
        top = weight(obs, n, obs[own + 2] - 1, number) + VOTED
    for seat in range(n):
        value = weight(obs, n, seat, number)
        if mask[start + seat] and value > top:
            best, top = seat, value
    return best


def weight(obs: Sequence[int], n: int, target: int, number: int) -> int:
    """How much the viewer wants ``target`` gone; never an ally it knows."""
    at = HEAD + COLUMNS * target
    known, team = obs[at + 4], obs[8]
    if known >= ROLE and TEAM_OF[known - ROLE] == team and obs[at + 7] == 0:
        return -1
    value = 1 + ((number >> (target % 16)) & 1)
    if team != TRUSIS_TEAM and known == IS_TRUSIS:
        value += CERTAIN
    for seat in range(n):
        row = HEAD + COLUMNS * seat
        if obs[row + 2] == 1 + target and obs[row + 7] == 0:
            value += VOTED
    return value + heard(obs, n, target)


def heard(obs: Sequence[int], n: int, target: int) -> int:
    """What reports against ``target`` are worth; nothing where there is no talk."""
    pairs = HEAD + COLUMNS * n + 2 * n
    value = 0
    if len(obs) > pairs:
        for speaker in range(n):
            if obs[pairs + 2 * (speaker * n + target)] == IS_TRUSIS:
                value += HEARD
    return value


def nth_of(mask: Sequence[int], start: int, size: int, number: int) -> int:
    """A random legal place among ``size`` from ``start``, -1 when there is none."""
    count = 0
    for at in range(size):
        count += mask[start + at]
    wanted = (number * count) >> 32
    for at in range(size):
        if mask[start + at]:
            if wanted == 0:
                return at
            wanted -= 1
    return -1
