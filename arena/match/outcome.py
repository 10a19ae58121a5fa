"""How a match ended, as its log's last line says it: who won, why, and how each agent kept its seat."""

from dataclasses import dataclass
from typing import Any

from envs.engine.table import Table


@dataclass(slots=True)
class Tally:
    """What one agent did with its turns. ``status`` is ``ok``, or the last fault that the fallback had to answer for."""

    turns: int = 0
    refusals: int = 0
    fallbacks: int = 0
    status: str = "ok"


def result_entry(table: Table, tallies: list[Tally]) -> dict[str, Any]:
    """The result of a finished ``table``.

    ``winner`` is a team id or None, and ``reason`` always says why; ``winners`` are the seats that won. ``returns`` by seat
    are +1, -1 or 0. ``faults`` gives one tally per seat; ``clean`` is whether no seat ever needed the fallback.
    """
    game, state = table.game, table.state
    outcome, reason = game.outcome(state)
    returns = [int(value) for value in table.returns()]
    team = game.winner(state)
    clock = {key: value for key, value in game.clock(state).items() if key not in ("phase", "round")}
    return {
        "outcome": outcome,
        "reason": reason,
        "winner": None if team < 0 else game.team_ids[team],
        "winners": [seat for seat, value in enumerate(returns) if value > 0],
        "returns": returns,
        "truncated": table.is_truncated,
        **{f"{key}s": value for key, value in clock.items()},
        "clean": not any(tally.fallbacks for tally in tallies),
        "faults": [
            {"turns": one.turns, "refusals": one.refusals, "fallbacks": one.fallbacks, "status": one.status} for one in tallies
        ],
    }
