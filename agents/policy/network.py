"""The forward pass of a trained policy in numpy: seats exchange messages twice, then every action gets a score.

``examples/policies/network.py`` is the same network in PyTorch, for training; a test compares the two.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from agents.policy.encoding import Encoded, Floats

ROUNDS = 2
EXTRA = 3


class Scores(NamedTuple):
    """``general`` (B, V), ``by_seat`` (B, n, W) and ``extra`` (B, 3) are logits; ``value`` (B,) is the expected return.

    ``extra``: silence; the advised speech; the advised choice.
    """

    general: Floats
    by_seat: Floats
    extra: Floats
    value: Floats


class Network:
    """``weights``: name -> float array, as ``examples/policies/network.py`` names them."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._w = {name: np.asarray(array, np.float32) for name, array in weights.items()}

    def _apply(self, name: str, x: Floats) -> Floats:
        out: Floats = x @ self._w[f"{name}.weight"].T
        bias = self._w.get(f"{name}.bias")
        return out if bias is None else out + bias

    def scores(self, encoded: Encoded) -> Scores:
        """Logits and value of a batch."""
        overall = _relu(self._apply("overall", encoded.overall))
        x = _relu(self._apply("seats", encoded.seats) + self._apply("overall_to_seats", overall)[:, None])
        for number in range(ROUNDS):
            x = self._exchange(number, x, encoded.pairs)
        context = _relu(self._apply("context", np.concatenate([x.mean(1), overall], 1)))
        general = self._apply("general", context)
        by_seat = self._apply("by_seat", x) + self._apply("context_to_seats", context)[:, None]
        return Scores(general[:, :-EXTRA], by_seat, general[:, -EXTRA:], self._apply("value", context)[:, 0])

    def _exchange(self, number: int, x: Floats, pairs: Floats) -> Floats:
        said = self._apply(f"speaker.{number}", x)[:, :, None]
        heard = self._apply(f"hearer.{number}", x)[:, None]
        message = _relu(said + heard + self._apply(f"pair.{number}", pairs))
        around = self._apply(f"around.{number}", x.mean(1))[:, None]
        received = self._apply(f"received.{number}", message.mean(1))
        sent = self._apply(f"sent.{number}", message.mean(2))
        return _relu(x + received + sent + around)


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)
