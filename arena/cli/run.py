"""``arena run``: tournaments. Running it again plays only what is missing."""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from arena.cli.limits import add_limits, book_of, told
from arena.cli.main import UsageError
from arena.cli.options import Subparsers, add_setup, as_json, listed, ruleset_keys

ABOUT = (
    "Plays a tournament. Without a file, --game, or an option that sets up a match, scripted bots play every game of the house,"
    " each with its own board and folder; with such an option alone, Trusis is played."
)
SETUP_KEYS = ("players", "preset", "roles", "expansions", "ruleset")
"""Keys that mean one game."""


def add(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("run", help="play a tournament of every game, or of one", description=ABOUT)
    parser.add_argument("spec", nargs="?", metavar="SPEC.toml", help="tournament file; options go before its keys")
    parser.add_argument("--game", metavar="G", help="play this game only; see 'arena games'")
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
    parser.add_argument(
        "--balance", action="store_true", help="one agent in all seats at every size of table: a side's wins beside human play"
    )
    add_limits(parser)
    parser.add_argument("--out", metavar="DIR", help="folder for the logs; by default one under runs/")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(args: argparse.Namespace) -> int:
    """Plays what is missing, and shows the boards."""
    if args.at_once < 1:
        raise UsageError(f"at least 1 match runs at once, not {args.at_once}")
    if args.workers < 1:
        raise UsageError(f"a tournament needs at least 1 worker, not {args.workers}")
    held = _held(args)
    for advice in dict.fromkeys(advice for one in held for advice in one.tournament.setup.advice):
        print(f"arena: {advice}", file=sys.stderr)
    with _opened(held):
        reports = _play(held, args)
    tell = _tell_balance if args.balance else _tell_boards
    tell(held, reports, args)
    codes = [_code(report) for report in reports]
    return max(codes)


def _held(args: argparse.Namespace) -> Any:
    from arena.tournament import sets

    keys = _keys(args)
    source = args.spec or "the command line"
    if args.balance:
        return sets.every_size(keys, source, args.out)
    if args.spec or "game" in keys or any(keys.get(key) for key in SETUP_KEYS):
        return sets.one(keys, source, args.out)
    return sets.every_game(keys, source, args.out)


def _keys(args: argparse.Namespace) -> dict[str, Any]:
    """What the file and the options say, options first."""
    from arena.tournament.spec import read_spec

    base = read_spec(args.spec).model_dump(exclude_unset=True) if args.spec else {}
    given: dict[str, Any] = {key: getattr(args, key) for key in ("game", "players", "preset", "blocks", "seed")}
    given.update(roles=listed(args.roles), expansions=listed(args.expansions), agents=listed(args.agents))
    policy = {key: getattr(args, key) for key in ("reasks", "deadline", "probe") if getattr(args, key) is not None}
    merged = {**base, **{key: value for key, value in given.items() if value is not None}}
    merged["ruleset"] = {**base.get("ruleset", {}), **ruleset_keys(args.set)}
    merged["policy"] = {**base.get("policy", {}), **policy}
    return merged


@contextlib.contextmanager
def _opened(held: Sequence[Any]) -> Iterator[None]:
    """Holds the folders of all tournaments, before any match is played."""
    with contextlib.ExitStack() as stack:
        for one in held:
            stack.enter_context(one.store.lock())
            one.store.open(one.tournament)
        yield


def _play(held: Sequence[Any], args: argparse.Namespace) -> list[Any]:
    """Plays one tournament after the other; the reports of those that were begun."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from arena.tournament.schedule import schedule

    limits = {"book": book_of(args), "at_once": args.at_once}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    reports: list[Any] = []
    with Progress(*columns, console=Console(stderr=True), disable=args.json) as bar:
        plans = [schedule(one.tournament) for one in held]
        tasks = [
            bar.add_task(one.name, total=len(its), completed=sum(one.store.has(plan.id) for plan in its))
            for one, its in zip(held, plans, strict=True)
        ]
        for one, its, task in zip(held, plans, tasks, strict=True):
            reports.append(_play_one(one, its, lambda plan, task=task: bar.advance(task), args, limits))
            if reports[-1].interrupted or reports[-1].stopped:
                break
    return reports


def _play_one(one: Any, plans: Sequence[Any], progress: Any, args: argparse.Namespace, limits: dict[str, Any]) -> Any:
    from arena.tournament.runner import run as play_missing

    return play_missing(plans, one.store, args.workers, progress, args.compiled, **limits)


# --- what is shown --------------------------------------------------------------------------------------------------


def _tell_boards(held: Sequence[Any], reports: Sequence[Any], args: argparse.Namespace) -> None:
    boards = [_board(one) for one, _ in zip(held, reports, strict=False)]
    if args.json:
        single = len(held) == 1
        accounts = {"accounts": reports[-1].accounts}
        shown = {**boards[0], **accounts} if single else {"games": {board["game"]: board for board in boards}, **accounts}
        print(as_json(shown))
        return
    from rich.console import Console

    from arena.boards.tables import show_board

    console = Console(highlight=False)
    for board in boards:
        if len(held) > 1:
            console.rule(f"[bold]{board['game'].capitalize()}", align="left", characters="═")
        show_board(console, board["tables"], board["game"])
        console.print(f"{board['finished']} of {board['planned']} matches; logs: {board['logs']}\n", soft_wrap=True)
    if len(held) > 1:
        console.print("a side's wins at every size of table, beside human play: arena run --balance", style="dim")
    for line in told(reports[-1].accounts):
        console.print(line, soft_wrap=True)


def _board(one: Any) -> dict[str, Any]:
    """Counts and tables of one tournament, from its folder."""
    from arena.boards.board import board_of, finished_logs
    from arena.tournament.schedule import schedule

    plans = schedule(one.tournament)
    tables = board_of(finished_logs(plans, one.store, _warn))
    finished = sum(one.store.has(plan.id) for plan in plans)
    counts = {"planned": len(plans), "finished": finished, "logs": str(one.store.matches)}
    return {"game": one.tournament.setup.game, **counts, "tables": tables}


def _tell_balance(held: Sequence[Any], reports: Sequence[Any], args: argparse.Namespace) -> None:
    from rich.console import Console

    from arena.boards.board import finished_logs
    from arena.boards.tables import show_balance
    from arena.metrics.balance import Balance
    from arena.metrics.fold import fold
    from arena.tournament.schedule import schedule

    plans = [(one, schedule(one.tournament)) for one in held]
    rows = fold([Balance()], (log for one, its in plans for log in finished_logs(its, one.store, _warn)))[0]
    planned, finished = sum(len(its) for _, its in plans), sum(one.store.has(plan.id) for one, its in plans for plan in its)
    logs = str(held[0].store.root.parent)
    if args.json:
        print(
            as_json({"balance": rows, "planned": planned, "finished": finished, "logs": logs, "accounts": reports[-1].accounts})
        )
        return
    console = Console(highlight=False)
    show_balance(console, rows)
    console.print(f"{finished} of {planned} matches; logs: {logs}", soft_wrap=True)
    for line in told(reports[-1].accounts):
        console.print(line, soft_wrap=True)


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
