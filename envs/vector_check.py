"""What ``check=True`` looks at before a step of a batch, and the sentences it raises."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envs.aec import NotReset
from envs.engine.actions import IllegalAction, listing
from envs.engine.game import SetupError
from envs.engine.numbers import whole_number

if TYPE_CHECKING:
    from envs.vector import VectorGames


def check_count(name: str, value: Any) -> None:
    """Raises ``SetupError`` unless ``value`` is a whole number from 1."""
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < 1:
        raise SetupError(f"{name} is a whole number from 1, not {value!r}")


def check_index(what: str, value: Any, size: int) -> int:
    """``value`` as an index below ``size``. Raises IndexError naming the range."""
    number = whole_number(value)
    if number is None or not 0 <= number < size:
        raise IndexError(f"{what} is a whole number from 0 to {size - 1}, not {value!r}")
    return number


class Checker:
    """Checks the actions of one batch against the masks that it last showed."""

    def __init__(self, vec: "VectorGames") -> None:
        self._vec = vec

    def checked(self, actions: ArrayLike) -> NDArray[Any]:
        """``actions`` as an array. Raises ``NotReset``, ValueError or ``IllegalAction``."""
        vec = self._vec
        if not vec.is_reset:
            raise NotReset("the batch must be reset before it is stepped")
        array = np.asarray(actions)
        wanted = vec._b.actions.shape
        if array.shape != wanted:
            raise ValueError(f"actions have shape {array.shape}; this batch takes {wanted}")
        if array.dtype.kind not in "iu":
            raise ValueError(f"actions are of {array.dtype}; they are whole numbers, such as int32")
        masks = vec._b.masks.reshape(-1, vec.n_actions)
        row = vec._fn.first_illegal(np.ascontiguousarray(array, np.int64).ravel(), masks)
        if row >= 0:
            raise IllegalAction(self._sentence(int(array.ravel()[row]), row, masks[row]))
        return array

    def answered(self, answer: Any, rows: NDArray[np.intp]) -> NDArray[Any]:
        """A callback's actions for the games ``rows``, as an array. Raises ValueError or ``IllegalAction``."""
        vec = self._vec
        array, masks = np.asarray(answer), vec._b.masks[rows]
        whom = f"a callback that played seat {vec._b.seats[rows[0]]} of game {rows[0]}"
        if array.shape != rows.shape:
            raise ValueError(f"{whom} gave actions of shape {array.shape}; it was asked for {rows.shape}")
        if array.dtype.kind not in "iu":
            raise ValueError(f"{whom} gave actions of {array.dtype}; they are whole numbers, such as int32")
        at = vec._fn.first_illegal(np.ascontiguousarray(array, np.int64), masks)
        if at >= 0:
            raise IllegalAction(f"a callback erred: {self._sentence(int(array[at]), int(rows[at]), masks[at])}")
        return array

    def _sentence(self, action: int, row: int, mask: NDArray[np.int8]) -> str:
        vec = self._vec
        k, seat = divmod(row, vec.players) if vec.all_seats else (row, int(vec._b.seats[row]))
        if seat < 0:
            return f"the match of game {k} is over: it takes only 0 until the batch is reset, not {action}"
        texts = vec.game.actions(vec.players, vec.setup.talk != "none").texts
        name = f"'{texts[action]}'" if 0 <= action < len(texts) else f"{action}, which is outside 0 to {len(texts) - 1},"
        legal = listing([texts[index] for index in np.flatnonzero(mask)])
        return f"seat {seat} of game {k} may not take {name} now; legal: {legal}"
