"""Boards in a terminal. ``n/a`` stands where nothing was observed, and every share has its 95% interval behind it."""

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from arena.boards.board import Board
from arena.metrics.fold import Row
from arena.metrics.ledger import Sheet, ledger_of

NOTHING = "n/a"
WHOLE_NAME, SHORT_SPEC = 24, 9
"""Room that a name always has, and that the spec of an agent has at least, in columns of a terminal."""


def show_board(console: Console, board: Board, game: str) -> None:
    """Prints every table of ``board``, of matches of ``game``."""
    for table in (_wins(board["overall"], "all"), _wins(board["by_team"], "team"), _wins(board["by_role"], "role")):
        console.print(table)
    show_balance(console, board["balance"])
    console.print(_statements(board["deception"]))
    ledger = ledger_of(game)
    kinds = {measure.id: measure.kind for measure in ledger.measures}
    for sheet in ledger.sheets:
        console.print(_sheet(sheet, kinds, board["deception"]))


def show_balance(console: Console, rows: Sequence[Row]) -> None:
    """Prints how often one agent's side wins against itself beside human play; nothing where there is nothing to compare."""
    if not rows:
        return
    team, source = rows[0]["team"], rows[0]["source"]
    shown = [
        [row["agent"], str(row["players"]), str(row["n"]), str(row["wins"]), percent(row["rate"], row["interval"]), _human(row)]
        for row in rows
    ]
    columns = ["agent", "players", "matches", "won", "rate [95%]", "people"]
    console.print(plain_table(f"{team.capitalize()}'s wins beside human play ({source}), one agent in all seats", columns, shown))


def _human(row: Row) -> str:
    return percent(row["human"])


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


def plain_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> Group:
    """A title on a line of its own above a table whose first ``texts`` columns are words and the others numbers. Cells are never
    read as markup."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
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
    return Group(Text(title, "bold"), table, Text())


def _width(rows: Sequence[Sequence[str]], place: int) -> int:
    """Room for the longest word of a column, so that names stand whole; a long spec in the first column is folded."""
    return min(WHOLE_NAME if place else SHORT_SPEC, max((len(word) for row in rows for word in row[place].split()), default=0))


def _wins(rows: Sequence[Row], by: str) -> Group:
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


def _statements(rows: Sequence[Row]) -> Group:
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


def _sheet(sheet: Sheet, kinds: Mapping[str, str], rows: Sequence[Row]) -> Group:
    measures = [measure for _, measure in sheet.columns]
    counted = [(row, max(row[f"{measure}_n"] for measure in measures)) for row in rows]
    shown = [
        [row["agent"], row["role"], str(n), *(_FIGURE[kinds[one]](row[one], row[f"{one}_interval"]) for one in measures)]
        for row, n in counted
        if n or sheet.everybody
    ]
    columns = ["agent", "role", sheet.count, *(heading for heading, _ in sheet.columns)]
    return plain_table(sheet.title, columns, shown, texts=2)


def _rounded(value: float | None, interval: Sequence[float] | None) -> str:
    return percent(value, interval, 0)


_FIGURE = {"share": _rounded, "mean": points, "difference": points}
