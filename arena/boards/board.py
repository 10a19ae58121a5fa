"""The board of one tournament: its metrics folded from the logs in its folder."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from arena.match.plan import MatchPlan
from arena.match.reading import LogError, MatchLog, read_log
from arena.metrics.balance import Balance
from arena.metrics.deception import Deception
from arena.metrics.fold import Row, fold
from arena.metrics.outcome import WinRates
from arena.tournament.store import Store

Board = dict[str, list[Row]]
"""Table name -> rows: ``overall``, ``by_team``, ``by_role``, ``deception``, ``balance``."""


def finished_logs(plans: Sequence[MatchPlan], store: Store, warn: Callable[[str], Any]) -> Iterator[MatchLog]:
    """The logs of the matches that are finished, in the order of the schedule; one that cannot be read is told to ``warn``."""
    for plan in plans:
        if store.has(plan.id):
            try:
                log = read_log(store.log_path(plan.id))
            except LogError as error:
                warn(str(error))
                continue
            for warning in log.warnings:
                warn(warning)
            yield log


def board_of(logs: Iterator[MatchLog]) -> Board:
    """All tables over ``logs``, read once."""
    metrics = (WinRates("all"), WinRates("team"), WinRates("role"), Deception("agent", "role"), Balance())
    names = ("overall", "by_team", "by_role", "deception", "balance")
    return dict(zip(names, fold(metrics, logs), strict=True))
