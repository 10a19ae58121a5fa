"""``arena agents``: which kinds of agent there are and how their specs are written."""

import argparse
from dataclasses import asdict

from arena.cli.options import Subparsers, as_json


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("agents", help="list the agents", description="Lists the kinds of agent.")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(args: argparse.Namespace) -> int:
    """Prints the list."""
    from agents.roster import list_kinds

    kinds = list_kinds()
    if args.json:
        print(as_json([{**asdict(kind), "options": dict(kind.options)} for kind in kinds]))
        return 0
    from rich.console import Console

    from arena.boards.tables import plain_table

    shown = [[kind.usage, kind.line, _options(kind.options)] for kind in kinds]
    Console().print(plain_table("Agents", ["spec", "what it does", "options"], shown, texts=3))
    return 0


def _options(options: object) -> str:
    return "\n".join(f"{key}: {meaning}" for key, meaning in dict(options).items())  # type: ignore[call-overload]
