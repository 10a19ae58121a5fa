"""Timing by repetition: medians, because the machine is shared."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

REPEATS = 5


def rate(work: Callable[[], int], repeats: int = REPEATS) -> float:
    """Median of ``repeats`` runs of ``work``, which returns how many steps it took; in steps per second."""
    return median(_once(work) for _ in range(repeats))


def _once(work: Callable[[], int]) -> float:
    began = perf_counter()
    steps = work()
    return steps / (perf_counter() - began)


def seconds(work: Callable[[], object]) -> float:
    """How long ``work`` takes, once."""
    began = perf_counter()
    work()
    return perf_counter() - began
