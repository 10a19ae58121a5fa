"""One typed class per state, read twice: as a plain Python object and as a numpy record.

``class State(Record)`` gives ``State()`` (ints and lists, all zero), ``dtype_of(State)`` (the packed record of the same
fields) and the moves between them. No game is known here.
"""

from functools import cache
from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Byte = Annotated[int, "i1"]
Short = Annotated[int, "i2"]
Word = Annotated[int, "i4"]


class Record:  # noqa: PLW1641 (a state changes, so it is not hashable)
    """Base of a state. Fields are annotations: ``Byte``, ``Annotated[list[int], "i1", 20]``, or another ``Record``."""

    def __init__(self) -> None:
        for name, (kind, shape) in fields_of(type(self)).items():
            setattr(self, name, kind() if isinstance(kind, type) else _zeros(shape))

    def copy(self) -> Self:
        """An independent twin with equal fields."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, _copied(value))
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)


@cache
def _fields(record: Any) -> dict[str, tuple[Any, tuple[int, ...]]]:
    hints = get_type_hints(record, include_extras=True)
    return {name: _field(hint) for name, hint in hints.items()}


def fields_of(record: type[Record]) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """Name -> (dtype string or Record class, shape), in the order of declaration; read once per class."""
    kind: Any = record
    return _fields(kind)


def _field(hint: Any) -> tuple[Any, tuple[int, ...]]:
    if get_origin(hint) is Annotated:
        _, kind, *shape = get_args(hint)
        return kind, tuple(shape)
    return hint, ()


def dtype_of(record: type[Record]) -> np.dtype[np.void]:
    """The packed numpy dtype with the same names, order and shapes."""
    return np.dtype(
        [(name, dtype_of(kind) if isinstance(kind, type) else kind, shape) for name, (kind, shape) in fields_of(record).items()]
    )


def pack(g: Record, row: Any) -> None:
    """Writes ``g`` into one numpy record ``row`` of ``dtype_of(type(g))``. Raises OverflowError if a value does not fit."""
    for name, (kind, _) in fields_of(type(g)).items():
        if isinstance(kind, type):
            pack(getattr(g, name), row[name])
        else:
            row[name] = getattr(g, name)


def unpack(row: Any, record: type[Record]) -> Any:
    """The Python twin of one numpy record."""
    g = object.__new__(record)
    for name, (kind, _) in fields_of(record).items():
        setattr(g, name, unpack(row[name], kind) if isinstance(kind, type) else row[name].tolist())
    return g


class Peek:
    """Reads single fields of one numpy record as attributes, where unpacking the whole would be waste. Never written to."""

    __slots__ = ("_row",)

    def __init__(self, row: Any) -> None:
        self._row = row

    def __getattr__(self, name: str) -> Any:
        return self._row[name]


def blank(record: type[Record], count: int) -> NDArray[np.void]:
    """``count`` zeroed records, shape (count,)."""
    return np.zeros(count, dtype_of(record))


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _copied(value: Any) -> Any:
    if isinstance(value, Record):
        return value.copy()
    if isinstance(value, list):
        return [_copied(item) for item in value] if value and isinstance(value[0], list) else value.copy()
    return value
