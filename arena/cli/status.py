"""``arena status DIR``: how far a tournament is, and how seats were shared out."""

import argparse
from typing import Any

from arena.cli.options import Subparsers, as_json


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("status", help="how far a tournament is", description="Shows how far a tournament is.")
    parser.add_argument("dir", metavar="DIR", help="folder of a tournament")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def summary(folder: str) -> dict[str, Any]:
    """What is planned, finished and missing, and seat counts by agent over the whole schedule."""
    from arena.tournament.schedule import schedule, seat_counts
    from arena.tournament.store import Store

    store = Store(folder)
    tournament = store.tournament()
    plans = schedule(tournament)
    missing = [plan.id for plan in plans if not store.has(plan.id)]
    return {
        "tournament": tournament.id,
        "game": tournament.setup.game,
        "players": tournament.setup.players,
        "seed": tournament.seed,
        "blocks": tournament.blocks,
        "planned": len(plans),
        "finished": len(plans) - len(missing),
        "missing": missing,
        "seats": seat_counts(plans),
        "logs": str(store.matches),
    }


def run(args: argparse.Namespace) -> int:
    """Prints the summary."""
    found = summary(args.dir)
    if args.json:
        print(as_json(found))
        return 0
    from rich.console import Console

    from arena.boards.tables import plain_table

    console = Console(highlight=False)
    console.print(f"{found['game']}, {found['players']} seats, {found['blocks']} blocks, seed {found['seed']}")
    console.print(f"{found['finished']} of {found['planned']} matches finished; logs: {found['logs']}", soft_wrap=True)
    columns = ["agent", *(f"seat {seat}" for seat in range(found["players"]))]
    shown = [[name, *map(str, counts)] for name, counts in found["seats"].items()]
    console.print(plain_table("How often each agent sits where", columns, shown))
    return 0
