"""``arena games``: which games there are, for how many players, with which presets."""

import argparse
from typing import Any

from arena.cli.options import Subparsers, as_json


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("games", help="list the games", description="Lists the games of the house.")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def _is_there(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module.rpartition(".")[0]) is not None and find_spec(module) is not None


def rows() -> list[dict[str, Any]]:
    """One row per game."""
    from envs import GAMES, load_game

    games = [load_game(name) for name, module in GAMES.items() if _is_there(module)]
    return [
        {
            "game": game.name,
            "rules": game.version,
            "min_players": game.min_players,
            "max_players": game.max_players,
            "default_players": game.default_players,
            "presets": list(game.presets),
            "expansions": list(game.expansions),
            "teams": list(game.team_ids),
            "roles": list(game.role_ids),
        }
        for game in games
    ]


def run(args: argparse.Namespace) -> int:
    """Prints the list."""
    listing = rows()
    if args.json:
        print(as_json(listing))
        return 0
    from rich.console import Console

    from arena.boards.tables import plain_table

    shown = [
        [
            row["game"],
            ", ".join(row["presets"]),
            ", ".join(row["expansions"]) or "none",
            f"{row['min_players']} to {row['max_players']}",
            str(len(row["roles"])),
        ]
        for row in listing
    ]
    Console().print(plain_table("Games", ["game", "presets", "expansions", "players", "roles"], shown, texts=3))
    return 0
