"""Options of commands that may call language models: limits on calls and cost, and the cache of replies."""

import argparse
from typing import Any

from arena.cli.main import UsageError


def add_limits(parser: argparse.ArgumentParser) -> None:
    """``--max-cost``, ``--max-calls``, their twins for one match, and ``--cache``."""
    group = parser.add_argument_group("language models")
    group.add_argument("--max-cost", type=float, metavar="DOLLARS", help="stop before the run costs more")
    group.add_argument("--max-calls", type=int, metavar="N", help="stop before the run makes more calls")
    group.add_argument("--match-max-cost", type=float, metavar="DOLLARS", help="beyond it, a match is played by the fallback")
    group.add_argument("--match-max-calls", type=int, metavar="N", help="beyond it, a match is played by the fallback")
    group.add_argument("--cache", metavar="FILE", help="keep replies in FILE, and take known ones from it without a call")


def book_of(args: argparse.Namespace) -> Any:
    """The accounts of a run under these options. Raises ``UsageError`` for a limit that is no limit."""
    from agents.llm.book import Book, Limits
    from agents.llm.cache import Cache

    for name in ("max_cost", "max_calls", "match_max_cost", "match_max_calls"):
        value = getattr(args, name)
        if value is not None and not value >= 0:
            raise UsageError(f"--{name.replace('_', '-')} takes a number of at least 0, not {value}")
    return Book(
        Limits(args.max_calls, args.max_cost),
        Limits(args.match_max_calls, args.match_max_cost),
        Cache(args.cache) if args.cache else None,
    )


def told(summary: dict[str, Any]) -> list[str]:
    """Lines about the accounts of a run; none when no model was asked."""
    if not summary["calls"] and not summary["cached"]:
        return []
    tokens = [summary["tokens_in"], summary["tokens_out"]]
    counted = "tokens unknown" if None in tokens else f"{tokens[0]} tokens in, {tokens[1]} out"
    cost = "cost unknown" if summary["cost"] is None else f"{summary['cost']:.4f} dollars"
    unknown = summary["unknown"]
    missing = f" (not told by {unknown['tokens']} calls)" if unknown["tokens"] and None not in tokens else ""
    lines = [f"language models: {summary['calls']} calls, {summary['cached']} from the cache; {counted}{missing}; {cost}"]
    return lines + [f"warning: {name} ({times} times)" for name, times in summary["warnings"].items()]
