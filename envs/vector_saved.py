"""A batch as bytes and back: arrays beside a head that says what they were made of. Nothing is unpickled."""

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envs.saved import NotAlike, Unreadable, compare, head_of

if TYPE_CHECKING:
    from envs.vector import VectorGames

Arrays = dict[str, NDArray[Any]]
UNSAVED = ("template", "payoffs", "drawn", "ended", "finals", "final_lengths")
"""Arrays that the setup decides, or that only the step itself reads."""
BATCH = "save of a batch"


def batch_head(vec: "VectorGames") -> dict[str, Any]:
    """The head of a batch's bytes."""
    shaping = list(vec.shaping) if vec.shaping else None
    more = {"number of games": vec.num_games, "all_seats": vec.all_seats, "shaping": shaping}
    return head_of(BATCH, vec.setup) | more


def save_batch(vec: "VectorGames", numbers: list[int]) -> bytes:
    """The bytes of ``vec`` and of ``numbers``, whole numbers in [0, 2**64)."""
    arrays = {name: array for name, array in vec._b._asdict().items() if name not in UNSAVED}
    raw: dict[str, Any] = {name: _plain(array) for name, array in arrays.items()}
    head = np.frombuffer(json.dumps(batch_head(vec)).encode(), np.uint8)
    buffer = BytesIO()
    np.savez(buffer, head=head, numbers=np.array(numbers, np.uint64), **raw)
    return buffer.getvalue()


def load_batch(vec: "VectorGames", saved: bytes, count: int) -> list[int]:
    """Fills the arrays of ``vec`` and gives the ``count`` numbers. Raises ``Unreadable`` or ``NotAlike`` before any changes."""
    found = _read(saved)
    places = {name: _plain(array) for name, array in vec._b._asdict().items() if name not in UNSAVED}
    try:
        compare(json.loads(found["head"].tobytes()), batch_head(vec))
        alike = all((found[name].shape, found[name].dtype) == (place.shape, place.dtype) for name, place in places.items())
        numbers = [int(number) for number in found["numbers"]]
    except NotAlike:
        raise
    except Exception:
        alike, numbers = False, []
    if not alike or len(numbers) != count:
        raise Unreadable("these bytes are no saved batch of this version of masque")
    vec._latest.keep()
    for name, place in places.items():
        place[...] = found[name]
    return numbers


def _read(saved: bytes) -> Arrays:
    try:
        with np.load(BytesIO(saved), allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except Exception:  # zipfile, zlib and numpy have a dozen ways to say it
        raise Unreadable("these bytes are no saved batch, or not all of one") from None


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    return array.view(np.uint8) if array.dtype.names else array
