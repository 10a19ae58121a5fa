"""Plays the missing matches of a tournament, here or in worker processes. The results are the same either way.

Only effects live here: what is to be played comes from the schedule, and every match is kept by the store as it ends.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from typing import Any

from agents.agent import HarnessFault
from agents.llm.book import Book
from arena.llm.together import Together, has_waiting_agents
from arena.match.plan import MatchPlan
from arena.match.playing import play_plan
from arena.match.stopping import interruptible
from arena.tournament.store import Store

Progress = Callable[[MatchPlan], None]
AT_ONCE = 16
"""Matches with language models that run side by side."""
WAITING_PER_WORKER = 3
"""Matches handed out ahead, so that no worker is idle and little is lost when the run is stopped."""


@dataclass(slots=True)
class RunReport:
    """How a run went: matches ``played`` now, and those that could not be, with the reason.

    ``stopped`` says why it ended before its end, "" when it did not; ``accounts`` are those of language models.
    """

    played: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    interrupted: bool = False
    stopped: str = ""
    accounts: dict[str, Any] = field(default_factory=dict)


def run(
    plans: Sequence[MatchPlan],
    store: Store,
    workers: int = 1,
    progress: Progress | None = None,
    compiled: bool | None = False,
    book: Book | None = None,
    at_once: int = AT_ONCE,
) -> RunReport:
    """Plays every plan that ``store`` does not have yet. Ctrl-C stops it with everything finished kept.

    Where a language model has a seat, ``at_once`` matches run side by side in this process, within the limits of ``book``.
    """
    book = book or Book()
    missing = [plan for plan in plans if not store.has(plan.id)]
    report = RunReport()
    done = progress or (lambda plan: None)
    with interruptible():
        try:
            if has_waiting_agents(missing):
                _run_together(missing, store, report, done, compiled, book, at_once)
            elif workers > 1 and len(missing) > 1:
                _run_pool(missing, store.root, min(workers, len(missing)), report, done, compiled)
            else:
                _run_here(missing, store, report, done, compiled)
        except KeyboardInterrupt:
            report.interrupted = True
    report.accounts = book.summary()
    store.sweep()
    return report


def _run_together(
    missing: list[MatchPlan],
    store: Store,
    report: RunReport,
    done: Progress,
    compiled: bool | None,
    book: Book,
    at_once: int,
) -> None:
    together = Together(missing, store, book, lambda plan, failure: _note(plan, failure, report, done), at_once, compiled)
    together.run()
    report.stopped = together.stopped


def _run_here(missing: list[MatchPlan], store: Store, report: RunReport, done: Progress, compiled: bool | None) -> None:
    for plan in missing:
        failure = _play_and_keep(plan, store, compiled)
        _note(plan, failure, report, done)


def _play_and_keep(plan: MatchPlan, store: Store, compiled: bool | None) -> str:
    try:
        store.keep(play_plan(plan, compiled=compiled))
    except HarnessFault as fault:
        return str(fault) or type(fault).__name__
    return ""


def _note(plan: MatchPlan, failure: str, report: RunReport, done: Progress) -> None:
    if failure:
        report.failures.append((plan.id, failure))
    else:
        report.played += 1
    done(plan)


# --- worker processes ------------------------------------------------------------------------------------------


def _run_pool(
    missing: list[MatchPlan], root: Path, workers: int, report: RunReport, done: Progress, compiled: bool | None
) -> None:
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, initializer=_begin_worker, initargs=(stop,))
    try:
        _feed(pool, missing, root, workers, report, done, compiled)
    except KeyboardInterrupt:
        stop.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _feed(
    pool: ProcessPoolExecutor,
    missing: list[MatchPlan],
    root: Path,
    workers: int,
    report: RunReport,
    done: Progress,
    compiled: bool | None,
) -> None:
    waiting: dict[Future[str], MatchPlan] = {}
    ahead = iter(missing)
    try:
        while True:
            for plan in ahead:
                waiting[pool.submit(_work, plan, root, compiled)] = plan
                if len(waiting) >= workers * WAITING_PER_WORKER:
                    break
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                plan = waiting.pop(future)
                _note(plan, future.result(), report, done)
    except BrokenProcessPool:
        known = {match for match, _ in report.failures}
        lost = [plan.id for plan in missing if plan.id not in known and not Store(root).has(plan.id)]
        report.failures.extend((match, "a worker process died before it was finished") for match in lost)


def _work(plan: MatchPlan, root: Path, compiled: bool | None) -> str:
    return _play_and_keep(plan, Store(root), compiled)


def _begin_worker(stop: Flag) -> None:
    """A worker leaves Ctrl-C to its parent, and goes when it is told to or when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_when_told, args=(stop,), daemon=True).start()


def _leave_when_told(stop: Flag) -> None:
    parent = multiprocessing.parent_process()
    while not stop.wait(0.2):
        if parent is not None and not parent.is_alive():
            break
    os._exit(1)
