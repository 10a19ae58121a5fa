"""The accounts of a run: calls, tokens, cost and warnings of every language model, limits on them, and the cache of replies.

A run opens one ``Book``; each match of it gets a page by ``Book.match``. Nobody who is outside a run has limits.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from agents.agent import HarnessFault
from agents.llm.cache import Cache
from agents.llm.faults import BudgetSpent


class BudgetReached(HarnessFault):
    """The run may spend no more: its matches under way are given up, and are played when it is resumed."""


@dataclass(slots=True)
class Limits:
    """At most so many calls and dollars; None for no limit."""

    calls: int | None = None
    cost: float | None = None


@dataclass(slots=True)
class Counts:
    """What was used. ``cost`` is in dollars, over the ``priced`` calls; ``counted`` calls told their tokens."""

    calls: int = 0
    cached: int = 0
    counted: int = 0
    priced: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    held: float = 0.0
    """Dollars set aside for calls under way."""

    def exceeds(self, limits: Limits, cost: float | None) -> str:
        """Why one more call that costs at most ``cost`` would go too far; "" when it would not."""
        if limits.calls is not None and self.calls >= limits.calls:
            return f"{limits.calls} calls were made, and no more are allowed"
        if limits.cost is not None:
            if cost is None:
                return f"at most {limits.cost:g} dollars may be spent, but the price of this model is not known"
            if self.cost + self.held + cost > limits.cost:
                return f"{self.cost:.4f} of {limits.cost:g} dollars are spent, and the next call could go beyond it"
        return ""


@dataclass(slots=True)
class Book:
    """Accounts of a run, or of one match of it (``parent`` is then the run's)."""

    limits: Limits = field(default_factory=Limits)
    match_limits: Limits = field(default_factory=Limits)
    cache: Cache | None = None
    parent: "Book | None" = None
    counts: Counts = field(default_factory=Counts)
    warnings: Counter[str] = field(default_factory=Counter)
    is_spent: bool = False

    def match(self) -> "Book":
        """A page for one match."""
        return Book(self.match_limits, cache=self.cache, parent=self)

    def reserve(self, cost: float | None) -> None:
        """Counts one call that is about to be made and costs at most ``cost`` dollars (None: unknown).

        Raises ``BudgetReached`` when the run may not make it, ``BudgetSpent`` when the match may not.
        """
        for book in self._chain():
            reason = book.counts.exceeds(book.limits, cost)
            if reason and book.parent is None:
                book.is_spent = True
                raise BudgetReached(f"the budget of the run is used up: {reason}; run it again with a larger one to go on")
            if reason:
                raise BudgetSpent(f"the budget of the match is used up: {reason}")
        for book in self._chain():
            book.counts.calls += 1
            book.counts.held += cost or 0.0

    def settle(self, held: float | None, tokens_in: int | None, tokens_out: int | None, cost: float | None) -> None:
        """Enters what a reserved call has used; a call that failed has used nothing that is known."""
        for book in self._chain():
            counts = book.counts
            counts.held = max(0.0, counts.held - (held or 0.0))
            counts.counted += tokens_in is not None and tokens_out is not None
            counts.tokens_in += tokens_in or 0
            counts.tokens_out += tokens_out or 0
            counts.priced += cost is not None
            counts.cost += cost or 0.0

    def hit(self) -> None:
        """Enters a reply that came from the cache."""
        for book in self._chain():
            book.counts.cached += 1

    def warn(self, name: str, where: str) -> None:
        """Enters a warning about the endpoint or agent ``where``."""
        for book in self._chain():
            book.warnings[f"{name}: {where}"] += 1

    def _chain(self) -> Iterator["Book"]:
        book: Book | None = self
        while book is not None:
            yield book
            book = book.parent

    def summary(self) -> dict[str, Any]:
        """Plain values. Sums are over the calls that told them; ``unknown`` says how many did not."""
        counts = self.counts
        return {
            "calls": counts.calls,
            "cached": counts.cached,
            "tokens_in": counts.tokens_in if counts.counted else None,
            "tokens_out": counts.tokens_out if counts.counted else None,
            "cost": round(counts.cost, 6) if counts.priced else None,
            "unknown": {"tokens": counts.calls - counts.counted, "cost": counts.calls - counts.priced},
            "warnings": dict(sorted(self.warnings.items())),
        }


_OPEN: ContextVar[Book | None] = ContextVar("open_book", default=None)


def open_book() -> Book:
    """The book of this match; an empty one without limits outside of any run."""
    return _OPEN.get() or Book()


@contextmanager
def keeping(book: Book) -> Iterator[Book]:
    """Everything begun inside is entered in ``book``."""
    token = _OPEN.set(book)
    try:
        yield book
    finally:
        _OPEN.reset(token)
