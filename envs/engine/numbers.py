"""Numbers as people and libraries give them. No game is known here."""

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
