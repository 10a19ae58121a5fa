"""How a policy and the scripted mind share a turn: the policy reads the advice, then takes it or acts by itself.

Speech and choice are decided apart. Whatever is drawn, the turn is speech first, then choice, and closes by itself.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.policy.encoding import encoding, moves
from agents.policy.memory import advice_of, memory_of


class Advised:
    """One seat of one match at ``n`` seats."""

    def __init__(self, game_name: str, n: int) -> None:
        self._memory = memory_of(game_name, n)
        self._encoding = encoding(game_name, n)
        self._advice = advice_of(game_name, n)
        self._moves = moves(game_name, n)
        self._advised: tuple[int, ...] = ()

    def read(self, features: NDArray[np.int8], advised: Sequence[int]) -> NDArray[np.int8]:
        """The observation (F,), what is kept and the advice, as ``Encoding`` reads them."""
        self._advised = tuple(advised)
        kept = self._memory.read(self._encoding.padded(features))
        return np.concatenate([kept, self._advice.marks(self._advised)])

    def actions(self, talk: int, choice: int) -> list[int]:
        """The turn. ``talk``: an action, A for silence, A + 1 for the advised speech; ``choice``: an action, A for advice."""
        size = len(self._moves.is_talk)
        if talk > size and choice == size:
            return list(self._advised)
        spoken = [action for action in self._advised if self._is_speech(action)]
        speech = [] if talk == size else spoken if talk > size else [talk]
        done = [action for action in self._advised if not self._is_speech(action)] if choice == size else [choice]
        return [*speech, *done]

    def _is_speech(self, action: int) -> bool:
        return bool(self._moves.is_talk[action] or not self._moves.is_used[action])
