"""The trace of one match: what each request took and what the agent kept beside its reply, one JSON line per request.

It stands beside the log and holds what differs from run to run (milliseconds, tokens, cost). Lines are keyed by
``match`` and ``request``, the number of the request in the match.
"""

import json
import math
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from agents.agent import Reply


class TraceWriter:
    """Collects the lines of one match's trace."""

    def __init__(self, match: str) -> None:
        self.lines: list[str] = []
        self._match = match

    def asked(
        self, request: int, seat: int, kind: str, attempts: int, began: float, reply: Reply | None, faults: list[str]
    ) -> None:
        """One request: how many attempts, how long since ``began``, the faults on the way, and the reply that was taken."""
        took = round((perf_counter() - began) * 1000, 3)
        if not (faults or reply is None or reply.note or reply.beliefs or reply.trace):
            head = f'{{"match":"{self._match}","request":{request},"seat":{seat},"kind":"{kind}",'
            self.lines.append(f'{head}"attempts":{attempts},"t_ms":{took}}}')
            return
        row: dict[str, Any] = {
            "match": self._match,
            "request": request,
            "seat": seat,
            "kind": kind,
            "attempts": attempts,
            "t_ms": took,
        }
        if faults:
            row["faults"] = faults
        if reply is not None:
            kept = {"note": reply.note, "beliefs": reply.beliefs, "trace": reply.trace}
            row.update({key: value for key, value in kept.items() if value})
        self.lines.append(_line(row))

    def text(self) -> str:
        """The whole trace."""
        return "".join(line + "\n" for line in self.lines)


def _line(row: dict[str, Any]) -> str:
    try:
        return json.dumps(row, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError):
        return json.dumps(tidy(row), separators=(",", ":"), allow_nan=False)


def tidy(value: Any) -> Any:
    """``value`` with everything that JSON does not know made plain: NaN and infinities are null, objects their text."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): tidy(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [tidy(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)
