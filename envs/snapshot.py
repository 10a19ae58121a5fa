"""``clone``, ``save`` and ``load`` for the single environments: a match in progress, to search from or to keep."""

import copy
import pickle
from typing import Any, Self

import numpy as np

from envs.door import Door, Info, Scribe
from envs.engine.table import Table


class Snapshots:
    """Mixed into an environment whose state is its attributes. A clone plays on by itself: nothing mutable is shared."""

    def clone(self) -> Self:
        """An independent environment in the same position; the compiled state is copied as one block of bytes."""
        twin = object.__new__(type(self))
        twin.__dict__.update({name: _copied(value) for name, value in self.__dict__.items()})
        twin._rebind()
        return twin

    def _rebind(self) -> None:
        """Lets the parts of a copy refer to each other, not to those they were copied from."""
        scribe = self.__dict__.get("scribe")
        if scribe is not None:
            self.__dict__["scribe"] = Scribe(self.__dict__["table"], self.__dict__["door"].lang)

    def save(self) -> bytes:
        """The environment as bytes, for ``load`` of the same version of this package. Opponents must be picklable."""
        return pickle.dumps(self.__dict__, protocol=pickle.HIGHEST_PROTOCOL)

    def load(self, saved: bytes) -> None:
        """Continues from ``save``. Load only bytes that you saved yourself: like any pickle they can run code."""
        self.__dict__.update(pickle.loads(saved))


def _copied(value: Any) -> Any:
    if isinstance(value, Table):
        return value.copy()
    if isinstance(value, Door):
        return copy.copy(value)
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, list):
        return value.copy()
    return _copied_dict(value) if type(value) is dict else value


def _copied_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: copy.copy(item) if type(item) is Info else item for key, item in value.items()}
