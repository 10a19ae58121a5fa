"""Every set of seats that may have been dealt evil, as arrays; computed once a table size and never changed."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]
"""(H,) one weight for each possible set of evil seats."""
Counts = NDArray[np.intp]

POPULATION = np.array([bits.bit_count() for bits in range(1 << 10)], np.intp)
"""How many seats each bit set holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """``sets`` (H,): the bit sets of ``evil`` seats among ``n``; ``members`` (H, n): 1.0 where the seat is in the set."""

    n: int
    evil: int
    sets: Counts
    members: NDArray[np.float64]

    def count(self, seats: int) -> Counts:
        """(H,) how many of ``seats`` are evil in each set."""
        counts: Counts = POPULATION[self.sets & seats]
        return counts

    def holds(self, seat: int) -> Weights:
        """(H,) 1.0 where ``seat`` is evil."""
        return self.members[:, seat]


@cache
def space_of(n: int, evil: int) -> Space:
    """The space of a table; at most C(10, 4) = 210 sets."""
    sets = np.array(_bit_sets(n, evil), np.intp)
    members = (sets[:, None] >> np.arange(n) & 1).astype(np.float64)
    return Space(n, evil, sets, members)


@cache
def teams_of(n: int, size: int) -> Counts:
    """(T,) every team of ``size`` seats, as bit sets."""
    return np.array(_bit_sets(n, size), np.intp)


@cache
def evil_on_teams(n: int, evil: int, size: int) -> NDArray[np.int8]:
    """(T, H) how many of each team are evil in each set."""
    counts: Counts = POPULATION[teams_of(n, size)[:, None] & space_of(n, evil).sets]
    return counts.astype(np.int8)


def _bit_sets(n: int, size: int) -> list[int]:
    return [sum(1 << seat for seat in chosen) for chosen in combinations(range(n), size)]
