"""Many matches at once in one asyncio process, for agents that mostly wait: while one seat waits, other matches go on.

Results do not depend on how many run at once.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from agents.agent import HarnessFault
from agents.llm.book import Book, BudgetReached, keeping
from agents.roster import KINDS, parse_spec
from arena.match.plan import MatchPlan
from arena.match.playing import play_plan_async
from arena.tournament.store import Store

Note = Callable[[MatchPlan, str], None]
"""Told of each match that ended: the plan, and why it could not be played ("" when it was)."""
FAILURES_IN_A_ROW = 3
"""So many matches in a row, and at least as many as run at once, without one that worked: the endpoint is taken to be down."""


def has_waiting_agents(plans: Sequence[MatchPlan]) -> bool:
    """Whether any seat of ``plans`` is held by an agent that mostly waits."""
    kinds = {parse_spec(entrant.spec).kind for plan in plans for entrant in plan.lineup}
    return any(KINDS[kind].waits for kind in kinds if kind in KINDS)


@contextmanager
def _cancelled_by_ctrl_c() -> Iterator[None]:
    """Ctrl-C cancels the task inside, so that matches under way give their connections back; where a thread or a system
    cannot have that, it is left as it was."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    before = signal.getsignal(signal.SIGINT)
    try:
        loop.add_signal_handler(signal.SIGINT, task.cancel)
    except (NotImplementedError, RuntimeError, ValueError):
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


class Together:
    """Plays ``plans``, up to ``at_once`` at a time, and keeps each as it ends. ``stopped`` says why it gave out no more."""

    def __init__(
        self, plans: Sequence[MatchPlan], store: Store, book: Book, note: Note, at_once: int, compiled: bool | None
    ) -> None:
        self.stopped = ""
        self._ahead: Iterator[MatchPlan] = iter(plans)
        self._store = store
        self._book = book
        self._note = note
        self._at_once = max(1, min(at_once, len(plans)))
        self._compiled = compiled
        self._failed = 0

    def run(self) -> None:
        """Plays until nothing is left or something stops it. Raises ``KeyboardInterrupt`` on Ctrl-C, with every call dropped."""
        try:
            asyncio.run(self._all())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None
        except BaseExceptionGroup as group:
            raise _first(group) from None

    async def _all(self) -> None:
        with _cancelled_by_ctrl_c():
            async with asyncio.TaskGroup() as group:
                for _ in range(self._at_once):
                    group.create_task(self._one_after_the_other())

    async def _one_after_the_other(self) -> None:
        while not self.stopped:
            plan = next(self._ahead, None)
            if plan is None:
                return
            await self._play(plan)

    async def _play(self, plan: MatchPlan) -> None:
        try:
            with keeping(self._book.match()):
                played = await play_plan_async(plan, compiled=self._compiled)
        except BudgetReached as reached:
            self.stopped = self.stopped or str(reached)
        except HarnessFault as fault:
            self._failed += 1
            self._note(plan, str(fault) or type(fault).__name__)
            if self._failed >= max(FAILURES_IN_A_ROW, self._at_once) and not self.stopped:
                self.stopped = f"{self._failed} matches in a row could not be played, the last because {fault}"
        else:
            self._failed = 0
            self._store.keep(played)
            self._note(plan, "")
