"""Win rates of each agent by team and by role, with Wilson intervals (metrics.md A.2, Outcome)."""

from collections import Counter
from typing import Literal

from arena.match.reading import MatchLog
from arena.metrics.fold import Row
from arena.metrics.intervals import share, wilson

By = Literal["all", "team", "role"]
FAULTY_SHARE = 0.1
"""A seat of whose turns more than this share had to be played by the fallback has not played the match itself."""
Counts = Counter[tuple[str, str, str]]
"""(agent, team or role, what) -> how often; what is one of games, wins, losses, open, clean, clean_wins, faulty, void."""


class WinRates:
    """How often each agent won, by ``all``, ``team`` or ``role``.

    Policy for agents that fail: a match is never void for one agent's fault, but a win of a seat that did not play the match
    itself (``FAULTY_SHARE``) is not counted as a win. A match in which no agent took any turn itself counts for nobody and
    stands under ``void``. ``clean`` figures are of matches without any fallback.
    """

    def __init__(self, by: By) -> None:
        self.by = by

    def start(self) -> Counts:
        """Nothing counted."""
        return Counter()

    def step(self, state: Counts, log: MatchLog) -> Counts:
        """Counts every seat of one match."""
        assert log.result is not None
        void = all(one["fallbacks"] >= one["turns"] > 0 for one in log.result["faults"])
        for seat, agent in enumerate(log.agents):
            key = (agent, self._group(log, seat))
            if void:
                state[(*key, "void")] += 1
            else:
                state.update((*key, what) for what in _happened(log.result, seat))
        return state

    def merge(self, one: Counts, other: Counts) -> Counts:
        """Sums."""
        return one + other

    def finish(self, state: Counts) -> list[Row]:
        """Rows with ``n``, ``wins``, ``losses``, ``open`` (neither), ``rate`` and its interval, the clean figures, and how many
        matches were ``faulty`` or ``void``; in the order of agents and groups."""
        return [self._row(state, agent, group) for agent, group in sorted({key[:2] for key in state})]

    def _group(self, log: MatchLog, seat: int) -> str:
        if self.by == "all":
            return "all"
        role = log.roles[seat]
        return role if self.by == "role" else log.game.team_ids[log.game.team_of(role)]

    def _row(self, state: Counts, agent: str, group: str) -> Row:
        count = {what: state[agent, group, what] for what in _WHAT}
        games, wins, clean = count["games"], count["wins"], count["clean"]
        return {
            "agent": agent,
            self.by: group,
            "n": games,
            "wins": wins,
            "losses": count["losses"],
            "open": count["open"],
            "rate": share(wins, games),
            "interval": wilson(wins, games),
            "clean_n": clean,
            "clean_rate": share(count["clean_wins"], clean),
            "faulty": count["faulty"],
            "void": count["void"],
        }


_WHAT = ("games", "wins", "losses", "open", "clean", "clean_wins", "faulty", "void")


def _happened(result: Row, seat: int) -> list[str]:
    fault = result["faults"][seat]
    faulty = fault["fallbacks"] > FAULTY_SHARE * fault["turns"]
    value = result["returns"][seat]
    what = ["games", "open" if value == 0 else "wins" if value > 0 and not faulty else "losses"]
    if faulty:
        what.append("faulty")
    if result["clean"]:
        what += ["clean", "clean_wins"] if value > 0 else ["clean"]
    return what
