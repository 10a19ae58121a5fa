"""``arena bench``: measures rules, environments and matches on this machine, in one run."""

import argparse
import sys

from arena.cli.options import Subparsers, as_json

WIDTH = (48, 66)


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "bench", help="measure the speed of everything", description="Measures on this machine, medians of 5, one core."
    )
    parser.add_argument("--game", metavar="G", default="trusis", help="which game (default trusis)")
    parser.add_argument(
        "--peers", metavar="DIR", help="measure other people's environments instead, kept in this folder, and ours beside"
    )
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(args: argparse.Namespace) -> int:
    """Prints each figure as it is known."""
    from arena.bench.peers import NoPeers
    from arena.bench.report import bench, peers

    try:
        figures = list(peers(args.peers)) if args.peers else bench(args.game)
    except NoPeers as missing:
        print(missing, file=sys.stderr)
        return 2
    if args.json:
        print(as_json([figure.as_dict() for figure in figures]))
        return 0
    shown: tuple[str, str] | None = None
    for figure in figures:
        if (figure.part, figure.setup) != shown:
            print(f"\n{figure.part}: {figure.setup}", flush=True)
            shown = (figure.part, figure.setup)
        ratio = "" if figure.ratio is None else f"  x{figure.ratio:.2f}"
        print(f"  {figure.what:<{WIDTH[figure.part == 'peers']}}{_number(figure.value):>14} {figure.unit}{ratio}", flush=True)
    return 0


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}".rstrip("0").rstrip(".")
