"""``arena check LOG``: replays a log through the rules and says where it differs."""

import argparse
from pathlib import Path

from arena.cli.main import DONE, NO, UsageError
from arena.cli.options import Subparsers, as_json


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("check", help="check a log", description="Replays logs through the rules.")
    parser.add_argument("places", nargs="+", metavar="LOG", help="a log, or a folder of them")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(args: argparse.Namespace) -> int:
    """0 when every log agrees with the rules, 1 when one differs; a file that is no log is bad input."""
    from arena.match.reading import read_log
    from arena.replay.check import difference

    paths = [path for place in args.places for path in _paths(place)]
    found = {str(path): difference(read_log(path)) for path in paths}
    if args.json:
        print(as_json([{"log": path, "agrees": not where, "difference": where or None} for path, where in found.items()]))
    else:
        for path, where in found.items():
            print(where or f"{path} agrees with the rules")
    return NO if any(found.values()) else DONE


def _paths(place: str) -> list[Path]:
    from arena.cli.logs import logs_in

    path = Path(place)
    if not path.is_dir():
        return [path]
    found = logs_in(path)
    if not found:
        raise UsageError(f"{place} holds no log")
    return found
