"""Beliefs as logs keep them: seat -> team id -> probability, checked and made plain."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

Beliefs = dict[str, dict[str, float]]


def tidy_beliefs(given: Any, seats: int, teams: Sequence[str]) -> Beliefs | None:
    """``given`` with its keys as texts and its rows checked; None when it is none, or no belief at all.

    A row is kept whole: known teams, probabilities in [0, 1], sum 1 within 1e-3; one bad row spoils the answer.
    """
    if not isinstance(given, Mapping):
        return None
    try:
        rows = {int(seat): {str(team): float(share) for team, share in row.items()} for seat, row in given.items()}
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None
    if not all(0 <= seat < seats and _is_distribution(row, teams) for seat, row in rows.items()):
        return None
    return {str(seat): rows[seat] for seat in sorted(rows)}


def _is_distribution(row: Mapping[str, float], teams: Sequence[str]) -> bool:
    shares = list(row.values())
    known = all(team in teams for team in row)
    return known and all(math.isfinite(p) and 0 <= p <= 1 for p in shares) and abs(math.fsum(shares) - 1) <= 1e-3
