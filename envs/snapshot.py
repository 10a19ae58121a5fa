"""``clone``, ``save`` and ``load`` for the single environments: a match in progress, to search from or to keep."""

import copy
import pickle
from typing import Any, Self

import numpy as np

from envs.door import Door, Info, Scribe
from envs.engine.table import Table
from envs.saved import Unreadable, compare, head_of


class Snapshots:
    """Mixed into an environment whose state is its attributes. A clone plays on by itself: no part of the match is shared.

    Gymnasium's wrappers do not forward ``clone``, ``save`` and ``load``: ask ``env.unwrapped``.
    """

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
        return pickle.dumps({"head": self._head(), "attributes": self.__dict__}, protocol=pickle.HIGHEST_PROTOCOL)

    def load(self, saved: bytes) -> None:
        """Continues from ``save``. Load only bytes that you saved yourself: like any pickle they can run code.

        Raises ValueError in one sentence where the bytes cannot be read, or come from another kind of environment, version,
        game or setup; this environment is then as it was.
        """
        attributes = self._attributes_in(saved)
        self.__dict__.clear()
        self.__dict__.update(attributes)

    def _attributes_in(self, saved: bytes) -> dict[str, Any]:
        try:
            found = pickle.loads(saved)
            head, attributes = dict(found["head"]), dict(found["attributes"])
            attributes["door"]
        except Exception as error:  # pickle has a dozen ways to say it
            raise Unreadable(f"these bytes are no saved environment, or not all of one: {type(error).__name__}") from None
        compare(head, self._head())
        return attributes

    def _head(self) -> dict[str, Any]:
        return head_of(type(self).__name__, self.__dict__["door"].setup)


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
