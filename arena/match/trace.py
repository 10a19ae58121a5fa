"""The trace of one match: what each request took and what the agent kept beside its reply, one JSON line per request.

It stands beside the log and holds what differs from run to run (milliseconds, tokens, cost). Lines are keyed by
``match`` and ``request``, the number of the request in the match.
"""

import json
import math
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from agents.agent import Reply

MAX_DEPTH = 12


class TraceWriter:
    """Collects the lines of one match's trace."""

    def __init__(self, match: str) -> None:
        self.lines: list[str] = []
        self._match = match

    def asked(
        self,
        request: int,
        seat: int,
        kind: str,
        attempts: int,
        began: float,
        reply: Reply | None,
        faults: list[str],
        calls: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """One request: how many attempts, how long since ``began``, the faults on the way, the reply that was taken, and the
        records of the calls that the agent made for it."""
        took = round((perf_counter() - began) * 1000, 3)
        if not faults and not calls and (reply is None or _is_bare(reply)):
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
            row.update(note=reply.note, beliefs=reply.beliefs, trace=reply.trace)
        if calls:
            row["calls"] = list(calls)
        self.lines.append(json.dumps(tidy(row), separators=(",", ":"), allow_nan=False))

    def text(self) -> str:
        """The whole trace."""
        return "".join(line + "\n" for line in self.lines)


def _is_bare(reply: Reply) -> bool:
    return (
        isinstance(reply.note, str)
        and not reply.note
        and reply.beliefs is None
        and isinstance(reply.trace, dict)
        and not reply.trace
    )


def tidy(value: Any, depth: int = 0) -> Any:
    """``value`` with everything that JSON does not know made plain: NaN and infinities are null, objects their text, and what
    lies deeper than ``MAX_DEPTH`` is null too. Never raises."""
    if depth > MAX_DEPTH:
        return None
    if isinstance(value, Mapping):
        return {_text(key): tidy(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [tidy(item, depth + 1) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return tidy(value.tolist(), depth + 1) if hasattr(value, "tolist") else _text(value)


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return type(value).__name__
