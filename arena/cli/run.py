"""``arena run``: a tournament. Running it again plays only what is missing."""

import argparse
import sys
from pathlib import Path
from typing import Any

from arena.cli.limits import add_limits, book_of, told
from arena.cli.main import UsageError
from arena.cli.options import Subparsers, add_setup, as_json, listed, ruleset_keys


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "run", help="play a tournament", description="Plays a tournament; without arguments, scripted bots play Trusis."
    )
    parser.add_argument("spec", nargs="?", metavar="SPEC.toml", help="tournament file; options go before its keys")
    parser.add_argument("--game", metavar="G", help="which game; see 'arena games'")
    add_setup(parser)
    parser.add_argument("--agents", metavar="A,B,...", help="the line-up: spec, or name=spec; repeated around the table")
    parser.add_argument("--blocks", type=int, metavar="N", help="number of deals, each played by every rotation")
    parser.add_argument("--seed", type=int, metavar="S", help="root seed")
    parser.add_argument("--reasks", type=int, metavar="K", help="how often a refused reply is asked again")
    parser.add_argument("--deadline", type=float, metavar="SECONDS", help="how long an agent may think")
    parser.add_argument("--probe", metavar="none|all|shadow", help="ask seats for their beliefs")
    parser.add_argument("--workers", type=int, default=1, metavar="W", help="worker processes")
    parser.add_argument("--compiled", action="store_true", help="compiled rules: slower to start, faster to play")
    parser.add_argument("--at-once", type=int, default=16, metavar="N", help="matches side by side, with language models (16)")
    add_limits(parser)
    parser.add_argument("--out", metavar="DIR", help="folder for the logs; by default one under runs/")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(args: argparse.Namespace) -> int:
    """Plays what is missing, and shows the board."""
    from arena.tournament.spec import hold
    from arena.tournament.store import Store

    if args.at_once < 1:
        raise UsageError(f"at least 1 match runs at once, not {args.at_once}")
    if args.workers < 1:
        raise UsageError(f"a tournament needs at least 1 worker, not {args.workers}")
    tournament = hold(_spec(args))
    for advice in tournament.setup.advice:
        print(f"arena: {advice}", file=sys.stderr)
    store = Store(args.out or Path("runs") / tournament.id)
    with store.lock():
        store.open(tournament)
        report = _play(tournament, store, args)
    return _tell(tournament, store, report, args)


def _spec(args: argparse.Namespace) -> Any:
    from arena.tournament.spec import read_spec, spec_of

    base = read_spec(args.spec).model_dump() if args.spec else {}
    given: dict[str, Any] = {key: getattr(args, key) for key in ("game", "players", "preset", "blocks", "seed")}
    given.update(roles=listed(args.roles), expansions=listed(args.expansions), agents=listed(args.agents))
    policy = {key: getattr(args, key) for key in ("reasks", "deadline", "probe") if getattr(args, key) is not None}
    merged = {**base, **{key: value for key, value in given.items() if value is not None}}
    merged["ruleset"] = {**base.get("ruleset", {}), **ruleset_keys(args.set)}
    merged["policy"] = {**base.get("policy", {}), **policy}
    return spec_of(merged, args.spec or "the command line")


def _play(tournament: Any, store: Any, args: argparse.Namespace) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from arena.tournament.runner import run as play_missing
    from arena.tournament.schedule import schedule

    plans = schedule(tournament)
    kept = sum(store.has(plan.id) for plan in plans)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=args.json) as bar:
        task = bar.add_task("matches", total=len(plans), completed=kept)
        limits = {"book": book_of(args), "at_once": args.at_once}
        return play_missing(plans, store, args.workers, lambda plan: bar.advance(task), args.compiled, **limits)


def _tell(tournament: Any, store: Any, report: Any, args: argparse.Namespace) -> int:
    from rich.console import Console

    from arena.boards.board import board_of, finished_logs
    from arena.boards.tables import show_board
    from arena.tournament.schedule import schedule

    plans = schedule(tournament)
    board = board_of(finished_logs(plans, store, _warn))
    finished = sum(store.has(plan.id) for plan in plans)
    if args.json:
        counts = {"planned": len(plans), "finished": finished, "logs": str(store.matches)}
        print(as_json({**counts, "tables": board, "accounts": report.accounts}))
    else:
        console = Console(highlight=False)
        show_board(console, board)
        console.print(f"{finished} of {len(plans)} matches; logs: {store.matches}", soft_wrap=True)
        for line in told(report.accounts):
            console.print(line, soft_wrap=True)
    return _code(report)


def _warn(sentence: str) -> None:
    print(f"arena: {sentence}", file=sys.stderr)


def _code(report: Any) -> int:
    for match, reason in report.failures[:5]:
        _warn(f"match {match} was not played: {reason}")
    if len(report.failures) > 5:
        _warn(f"and {len(report.failures) - 5} more")
    if report.interrupted:
        _warn("interrupted; everything finished is kept, and running it again goes on from here")
        return 130
    if report.stopped:
        _warn(f"stopped: {report.stopped}")
    if report.failures or report.stopped:
        _warn("run it again to play what is missing")
        return 1
    return 0
