"""Medians of five, printed as JSON lines."""

import json
from collections.abc import Callable
from statistics import median
from time import perf_counter


def report(peer: str, what: str, work: Callable[[], int]) -> None:
    """``work`` returns the number of steps it took; the first run warms up and does not count."""
    work()
    rates = []
    for _ in range(5):
        began = perf_counter()
        steps = work()
        rates.append(steps / (perf_counter() - began))
    print(json.dumps({"peer": peer, "what": what, "steps_per_s": round(median(rates))}), flush=True)
