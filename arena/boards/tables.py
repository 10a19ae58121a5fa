"""Boards in a terminal. ``n/a`` stands where nothing was observed, and every share has its 95% interval behind it."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.boards.board import Board
from arena.metrics.fold import Row

NOTHING = "n/a"


def show_board(console: Console, board: Board) -> None:
    """Prints every table of ``board``."""
    for table in (_wins(board["overall"], "all"), _wins(board["by_team"], "team"), _wins(board["by_role"], "role")):
        console.print(table)
    console.print(_statements(board["deception"]))
    console.print(_votes(board["deception"]))


def percent(value: float | None, interval: Sequence[float] | None = None, digits: int = 1) -> str:
    """``62.5% [41, 80]``, or ``n/a``."""
    if value is None:
        return NOTHING
    text = f"{100 * value:.{digits}f}%"
    return text if interval is None else f"{text} [{100 * interval[0]:.0f}, {100 * interval[1]:.0f}]"


def points(value: float | None, interval: Sequence[float] | None = None) -> str:
    """``+12 [+5, +19]`` in percentage points, or ``n/a``."""
    if value is None:
        return NOTHING
    text = f"{100 * value:+.0f}"
    return text if interval is None else f"{text} [{100 * interval[0]:+.0f}, {100 * interval[1]:+.0f}]"


def plain_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> Table:
    """A table whose first ``texts`` columns are words and the others numbers. Cells are never read as markup."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(
            column,
            justify="left" if place < texts else "right",
            overflow="fold",
            no_wrap=place >= texts,
            min_width=_width(rows, place) if place < texts else None,
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if not rows:
        table.add_row(*([NOTHING] * len(columns)))
    return table


def _width(rows: Sequence[Sequence[str]], place: int) -> int:
    """Room for the longest word of a column, so that names of roles and agents stand whole; long specs may still wrap."""
    return min(24, max((len(word) for row in rows for word in row[place].split()), default=0))


def _wins(rows: Sequence[Row], by: str) -> Table:
    title = {"all": "Win rate", "team": "Win rate by team", "role": "Win rate by role"}[by]
    groups = [] if by == "all" else [by]
    shown = [[row["agent"], *(row[group] for group in groups), *_figures(row)] for row in rows]
    columns = ["agent", *groups, "n", "won", "rate [95%]", *([] if groups else _CLEAN)]
    return plain_table(title, columns, shown, texts=1 + len(groups))


_CLEAN = ["clean n", "clean rate", "faulty", "void"]


def _figures(row: Row) -> list[str]:
    main = [str(row["n"]), str(row["wins"]), percent(row["rate"], row["interval"])]
    if "all" not in row:
        return main
    return [
        *main,
        str(row["clean_n"]),
        percent(row["clean_rate"]),
        str(row["faulty"]),
        str(row["void"]),
    ]


def _statements(rows: Sequence[Row]) -> Table:
    shown = [
        [
            row["agent"],
            row["role"],
            str(row["n"]),
            str(row["claims"]),
            str(row["reports"]),
            percent(row["false"], row["false_interval"], 0),
            percent(row["lies"], row["lies_interval"], 0),
        ]
        for row in rows
    ]
    columns = ["agent", "role", "n", "claims", "reports", "false", "known false"]
    return plain_table("What was said, and how much of it was false, or known to be [95%]", columns, shown, texts=2)


def _votes(rows: Sequence[Row]) -> Table:
    shown = [[row["agent"], row["role"], str(row["votes"]), points(row["lift"], row["lift_interval"])] for row in rows]
    columns = ["agent", "role", "day votes", "enemies, over chance"]
    return plain_table("Final votes of each day on another team, minus chance, in points [95%]", columns, shown, texts=2)
