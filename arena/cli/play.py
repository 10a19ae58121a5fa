"""``arena play GAME``: one match, told in the terminal as it happens."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from arena.cli.limits import add_limits, book_of, told
from arena.cli.main import UsageError
from arena.cli.options import Subparsers, add_setup, listed, ruleset_keys


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("play", help="play one match", description="Plays one match and tells it live.")
    parser.add_argument("game", metavar="GAME", help="which game; see 'arena games'")
    add_setup(parser)
    parser.add_argument("--agents", metavar="A,B,...", help="who plays: one agent for all seats, or a line-up")
    parser.add_argument("--seed", type=int, metavar="S", help="seed of the match; by default a new one each time")
    parser.add_argument("--lang", default="en", metavar="L", help="language of the transcript (en, es, fr, pl)")
    parser.add_argument("--as", dest="view", default="god", metavar="VIEW", help="god, public or seat:K")
    add_limits(parser)
    parser.add_argument("--log", metavar="FILE", help="where to write the log")
    parser.add_argument("--human", type=int, metavar="K", help="seat that a person plays in this terminal")


def run(args: argparse.Namespace) -> int:
    """Plays and tells the match."""
    from secrets import randbits

    from arena.match.plan import MatchPlan, seat_lineup
    from arena.tournament.spec import DEFAULT_AGENTS, check_names, entrants_of
    from envs import load_game

    setup = load_game(args.game).setup(
        args.players, args.preset, listed(args.roles), listed(args.expansions) or (), **ruleset_keys(args.set)
    )
    named = listed(args.agents)
    lineup = list(seat_lineup(entrants_of(DEFAULT_AGENTS[:1] if named is None else named), setup.players))
    if args.human is not None:
        if not 0 <= args.human < setup.players:
            raise UsageError(f"seats are 0 to {setup.players - 1}, not {args.human}")
        lineup[args.human] = entrants_of(["human"])[0]
    check_names(lineup)
    for advice in setup.advice:
        print(f"arena: {advice}", file=sys.stderr)
    seed = randbits(48) if args.seed is None else args.seed
    return _tell(MatchPlan(setup, seed, 0, tuple(lineup)), args)


def _tell(plan: Any, args: argparse.Namespace) -> int:
    from rich.console import Console

    from agents.llm.book import keeping
    from arena.match.playing import play_plan
    from arena.match.stopping import interruptible
    from arena.replay.text import Teller, show_line, viewer_of
    from arena.tournament.store import write_whole
    from envs.engine.events import Event

    viewer = viewer_of(args.view, plan.setup.players)
    place = None if args.log is None else _log_place(args.log)
    teller, console = Teller(plan.setup.game, args.lang, plan.names, viewer), Console(highlight=False)

    def hear(entry: Any) -> None:
        if isinstance(entry, Event):
            lines = [teller.event(entry)]
        elif "header" in entry:
            lines = list(teller.opening(entry["header"]))
        else:
            lines = [teller.referee(entry)]
        for line in filter(None, lines):
            show_line(console, line)

    book = book_of(args)
    with interruptible(), keeping(book.match()):
        played = play_plan(plan, hear)
    for line in told(book.summary()):
        console.print(line, style="dim", soft_wrap=True)
    console.print(f"\nseed {plan.root}", style="dim")
    if place is not None:
        write_whole(place, played.log)
        console.print(f"log: {args.log}", style="dim", soft_wrap=True)
    return 0


def _log_place(log: str) -> Path:
    """Where the log goes, once it is sure that it can go there: a match is not played for a log that cannot be kept."""
    place = Path(log).resolve()
    if not place.parent.is_dir() or (place.exists() and not place.is_file()):
        raise UsageError(f"--log takes the name of a file in a folder that exists, not '{log}'")
    try:
        with TemporaryFile(dir=place.parent):
            return place
    except OSError as error:
        raise UsageError(f"--log cannot write '{log}': {(error.strerror or type(error).__name__).lower()}") from None
