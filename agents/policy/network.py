"""The forward pass of a trained policy in numpy: seats exchange messages twice, then each seat's role gets a score.

``examples/policies/network.py`` is the same network in PyTorch, for training; a test compares the two.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
ROUNDS = 2


class Encoded(NamedTuple):
    """What one seat may know: ``overall`` (B, G), ``seats`` (B, n, T) and ``pairs`` (B, n, n, E), float32.

    A pair is [who acts, on whom]. Columns do not depend on ``n``, so one network serves every size of table.
    """

    overall: Floats
    seats: Floats
    pairs: Floats


class Network:
    """``weights``: name -> float array, as ``examples/policies/network.py`` names them."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._w = {name: np.ascontiguousarray(array.T, np.float32) for name, array in weights.items()}

    def logits(self, encoded: Encoded) -> Floats:
        """(B, n, K): how much speaks for each seat's holding each role of the game."""
        overall = _relu(self._apply("overall", encoded.overall))
        x = _relu(self._apply("seats", encoded.seats) + self._apply("overall_to_seats", overall)[:, None])
        for number in range(ROUNDS):
            x = self._exchange(number, x, encoded.pairs)
        context = _relu(self._apply("context", np.concatenate([x.mean(1), overall], 1)))
        return self._apply("roles", x) + self._apply("context_to_roles", context)[:, None]

    def _exchange(self, number: int, x: Floats, pairs: Floats) -> Floats:
        said = self._apply(f"speaker.{number}", x)[:, :, None]
        heard = self._apply(f"hearer.{number}", x)[:, None]
        message = _relu(said + heard + self._apply(f"pair.{number}", pairs))
        around = self._apply(f"around.{number}", x.mean(1))[:, None]
        received = self._apply(f"received.{number}", message.mean(1))
        sent = self._apply(f"sent.{number}", message.mean(2))
        return _relu(x + received + sent + around)

    def _apply(self, name: str, x: Floats) -> Floats:
        out: Floats = x @ self._w[f"{name}.weight"]
        bias = self._w.get(f"{name}.bias")
        return out if bias is None else out + bias


def softmax(logits: Floats) -> Floats:
    """Over the last axis."""
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    shares: Floats = weights / weights.sum(-1, keepdims=True)
    return shares


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)
