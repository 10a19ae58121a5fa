"""What a policy knows beside its observation: what it kept of earlier ones, and what the scripted mind would do now.

Both are folds over what its own seat was told, so that it can know nothing else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envs import load_game

SEAT_NUMBER = re.compile(r"(?<=[:+])\d+")
"""The seats that an action's text names."""
DIED_BY_DAY, DIED_BY_NIGHT = 1, 2
MOST_VOTES = 3


@dataclass(frozen=True, slots=True)
class Kept:
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


def _places(row: Any) -> NDArray[np.int64]:
    places: NDArray[np.int64] = row.start + row.step * np.arange(row.count)
    return places


class NoMemory:
    """The observation alone."""

    def read(self, observation: NDArray[np.int8]) -> NDArray[np.int8]:
        """The observation as it is."""
        return observation


def memory_of(game_name: str, n: int) -> TrusisMemory | NoMemory:
    """A fresh memory for one seat of one match; a game without its own is played from the observation alone."""
    return TrusisMemory(n) if game_name == "trusis" else NoMemory()


class Advice:
    """The scripted mind's actions as numbers: one mark per seat and verb, then one per action that names no seat."""

    def __init__(self, game_name: str, n: int) -> None:
        texts = load_game(game_name).actions(n, True).texts
        named = [(text, [int(number) for number in SEAT_NUMBER.findall(text)]) for text in texts]
        self.verbs = list(dict.fromkeys(text.partition(":")[0] for text, numbers in named if numbers))
        self.plain = [text for text, numbers in named if not numbers]
        self._n = n
        self._places = [self._of(text, numbers) for text, numbers in named]
        self.size = n * len(self.verbs) + len(self.plain)

    def _of(self, text: str, numbers: list[int]) -> list[int]:
        if not numbers:
            return [self._n * len(self.verbs) + self.plain.index(text)]
        return [self._n * self.verbs.index(text.partition(":")[0]) + seat for seat in numbers]

    def marks(self, actions: Sequence[int]) -> NDArray[np.int8]:
        """(size,) zeros and ones."""
        marks = np.zeros(self.size, np.int8)
        for action in actions:
            marks[self._places[action]] = 1
        return marks


@cache
def advice_of(game_name: str, n: int) -> Advice:
    """The advice of a game at ``n`` seats, made once."""
    return Advice(game_name, n)


def kept_rows(game_name: str, n: int, size: int) -> list[Kept]:
    """What stands behind an observation of ``size`` numbers: memory, then advice."""
    rows = []
    if game_name == "trusis":
        rows += [Kept(size, n, 1, "seat_death", 0, DIED_BY_NIGHT), Kept(size + n, n * n, 1, "kept_votes", 0, MOST_VOTES)]
        size += n + n * n
    advice = advice_of(game_name, n)
    for place, verb in enumerate(advice.verbs):
        rows.append(Kept(size + n * place, n, 1, f"seat_advice_{verb}", 0, 1))
    rows.append(Kept(size + n * len(advice.verbs), len(advice.plain), 1, "advice", 0, 1))
    return rows
