"""The deception table: by role, what was claimed and reported, how much of it was false and known to be, and how well votes
found enemies (metrics.md A.2, Truthfulness and Detection)."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from arena.match.reading import MatchLog
from arena.metrics.fold import Row
from arena.metrics.intervals import clustered_mean, share, wilson
from arena.metrics.ledger import final_votes, statements

By = Literal["role", "agent"]
Group = tuple[str, ...]
"""Labels of one row: an agent, a role, or both."""
GAMES = ("trusis",)
"""Games whose ledger can be kept."""


@dataclass(slots=True)
class Said:
    """Counts by (group, what), and vote lift as (sum, count) per match and group."""

    counts: Counter[tuple[Group, str]] = field(default_factory=Counter)
    lifts: dict[tuple[Group, str], tuple[float, int]] = field(default_factory=dict)


class Deception:
    """One row per role, per agent, or per agent and role: ``Deception("agent", "role")``.

    ``claims``, ``reports``: how many; ``false``: share of both that was not so; ``lies``: share that the speaker knew to be
    false, each with a Wilson interval. ``lift``: mean over own final day votes of [target is of another team] minus the share
    of other teams among the living others, in [-1, 1], 0 for a random voter; its interval is by matches.
    """

    def __init__(self, *by: By) -> None:
        self.by: tuple[By, ...] = by or ("role",)

    def start(self) -> Said:
        """Nothing said."""
        return Said()

    def step(self, state: Said, log: MatchLog) -> Said:
        """Adds one match."""
        if log.header["game"] not in GAMES:
            return state
        labels = {"role": log.roles, "agent": log.agents}
        groups: list[Group] = list(zip(*(labels[by] for by in self.by), strict=True))
        for group in groups:
            state.counts[group, "seats"] += 1
        for said in statements(log):
            group = groups[said.speaker]
            state.counts[group, "claims" if said.is_claim else "reports"] += 1
            state.counts[group, said.verdict] += 1
        match = str(log.header.get("match", log.source))
        for vote in final_votes(log):
            total, count = state.lifts.get((groups[vote.voter], match), (0.0, 0))
            state.lifts[groups[vote.voter], match] = total + vote.hit - vote.chance, count + 1
        return state

    def merge(self, one: Said, other: Said) -> Said:
        """Both together; a match that is in both counts its votes once."""
        return Said(one.counts + other.counts, {**one.lifts, **other.lifts})

    def finish(self, state: Said) -> list[Row]:
        """The rows, in alphabetical order."""
        return [self._row(state, group) for group in sorted({group for group, _ in state.counts})]

    def _row(self, state: Said, group: Group) -> Row:
        claims, reports = state.counts[group, "claims"], state.counts[group, "reports"]
        lies, errors, n = state.counts[group, "lie"], state.counts[group, "error"], claims + reports
        clusters = [value for (who, _), value in sorted(state.lifts.items()) if who == group]
        lift = clustered_mean(clusters)
        bounded = lift is not None and math.isfinite(lift[1])
        return {
            **dict(zip(self.by, group, strict=True)),
            "n": state.counts[group, "seats"],
            "claims": claims,
            "reports": reports,
            "false": share(lies + errors, n),
            "false_interval": wilson(lies + errors, n),
            "lies": share(lies, n),
            "lies_interval": wilson(lies, n),
            "votes": sum(count for _, count in clusters),
            "lift": lift[0] if lift else None,
            "lift_interval": lift[1:] if lift and bounded else None,
        }
