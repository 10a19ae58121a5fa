"""Numbers as people and libraries give them. No game is known here."""

from math import isfinite
from operator import index
from typing import Any

import numpy as np


def whole_number(value: Any) -> int | None:
    """``value`` as an int when it is a whole number of any kind (numpy's scalars and 0-d arrays too), else None.

    Truth values are no numbers here.
    """
    if isinstance(value, (bool, np.bool_)):
        return None
    try:
        return int(index(value))
    except TypeError:
        return None


def finite_number(value: Any) -> float | None:
    """``value`` as a float when it is a finite number of any kind, else None. Texts and truth values are no numbers here."""
    if isinstance(value, (str, bytes, bool, np.bool_)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None
