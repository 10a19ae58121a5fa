"""``arena replay LOG --text``: a match told again, through the eyes of one seat, of the public or of everybody."""

import argparse
import sys

from arena.cli.options import Subparsers


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("replay", help="tell a match again", description="Tells a logged match again.")
    parser.add_argument("place", metavar="LOG_OR_DIR", help="a log, or the folder of a tournament")
    parser.add_argument(
        "match", nargs="?", metavar="MATCH", help="which match of the folder; the beginning of its name is enough"
    )
    parser.add_argument("--text", action="store_true", help="as lines of text (the default)")
    parser.add_argument("--as", dest="view", default="god", metavar="VIEW", help="god, public or seat:K")
    parser.add_argument("--lang", default="en", metavar="L", help="language of the transcript (en, es, fr, pl)")


def run(args: argparse.Namespace) -> int:
    """Prints the transcript."""
    from rich.console import Console

    from arena.cli.logs import find_log
    from arena.match.reading import read_log
    from arena.replay.text import show_line, transcript, viewer_of

    log = read_log(find_log(args.place, args.match))
    for warning in log.warnings:
        print(f"arena: {warning}", file=sys.stderr)
    console = Console(highlight=False)
    for line in transcript(log, args.lang, viewer_of(args.view, log.players)):
        show_line(console, line)
    return 0
