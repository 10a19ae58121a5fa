"""What a policy keeps in mind between its turns: a fold over its own observations, so that it can know nothing else.

A game without a row here is played from the observation alone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from envs import load_game

DIED_BY_DAY, DIED_BY_NIGHT = 1, 2
MOST_VOTES = 3


class Kept(NamedTuple):
    """One remembered row after the game's own features: as ``Feature``, ``count`` places from ``start``."""

    start: int
    count: int
    step: int
    name: str
    low: int
    high: int


class TrusisMemory:
    """Who died by day and who by night, and how often each seat's last vote of a day went against each other seat."""

    def __init__(self, n: int) -> None:
        rows = {row.name: row for row in load_game("trusis").features(n, True)}
        self._n = n
        self._alive, self._votes = (_places(rows[name]) for name in ("seat_alive", "seat_last_vote"))
        self._moment = (0, 0)
        self._living = np.ones(n, np.int8)
        self._deaths = np.zeros(n, np.int8)
        self._against = np.zeros((n, n), np.int8)

    def read(self, observation: NDArray[np.int8]) -> NDArray[np.int8]:
        """The observation (F,) with what is remembered behind it; reading the same one twice changes nothing."""
        moment = (int(observation[1]), int(observation[0]))
        if moment != self._moment:
            self._turn(observation, moment)
        return np.concatenate([observation, self._deaths, self._against.ravel()])

    def _turn(self, observation: NDArray[np.int8], moment: tuple[int, int]) -> None:
        self._moment = moment
        night = moment[1] == 1
        living = observation[self._alive]
        self._deaths[(self._living == 1) & (living == 0)] = DIED_BY_DAY if night else DIED_BY_NIGHT
        self._deaths[living == 1] = 0
        self._living = living.copy()
        if night:
            targets = observation[self._votes]
            voters = np.flatnonzero(targets)
            cell = voters, targets[voters] - 1
            self._against[cell] = np.minimum(self._against[cell] + 1, MOST_VOTES)


def _places(row: "object") -> NDArray[np.int64]:
    start, step, count = (getattr(row, name) for name in ("start", "step", "count"))
    return start + step * np.arange(count)


class NoMemory:
    """The observation alone."""

    def read(self, observation: NDArray[np.int8]) -> NDArray[np.int8]:
        """The observation as it is."""
        return observation


def memory_of(game_name: str, n: int) -> TrusisMemory | NoMemory:
    """A fresh memory for one seat of one match."""
    return TrusisMemory(n) if game_name == "trusis" else NoMemory()


def kept_rows(game_name: str, n: int, size: int) -> list[Kept]:
    """What ``memory_of`` adds behind an observation of ``size`` numbers."""
    if game_name != "trusis":
        return []
    votes = Kept(size + n, n * n, 1, "kept_votes", 0, MOST_VOTES)
    return [Kept(size, n, 1, "seat_death", 0, DIED_BY_NIGHT), votes]
