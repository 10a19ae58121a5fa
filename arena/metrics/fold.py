"""A metric is a fold over logs: start, step, merge, finish. Logs may be folded on any machine and in any order."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from arena.match.reading import MatchLog

State = TypeVar("State")
Row = dict[str, Any]
"""One line of a table: plain values, None where nothing was observed."""


class Metric(Protocol[State]):
    """One table of numbers. ``merge(a, b)`` of the states of two sets of logs is the state of both together."""

    def start(self) -> State:
        """The state before any log."""
        ...

    def step(self, state: State, log: MatchLog) -> State:
        """The state after one more log; ``state`` may be changed."""
        ...

    def merge(self, one: State, other: State) -> State:
        """The state of both; neither is changed."""
        ...

    def finish(self, state: State) -> list[Row]:
        """The rows of the table."""
        ...


def fold(metrics: Sequence[Metric[Any]], logs: Iterable[MatchLog]) -> list[list[Row]]:
    """The rows of every metric over all finished ``logs``, read once. Unfinished matches count for nothing."""
    states = [metric.start() for metric in metrics]
    for log in logs:
        if log.is_complete:
            states = [metric.step(state, log) for metric, state in zip(metrics, states, strict=True)]
    return [metric.finish(state) for metric, state in zip(metrics, states, strict=True)]
