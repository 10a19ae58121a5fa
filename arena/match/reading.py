"""Reading a log back: header, entries and result, or one sentence that says what is wrong with the file."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.match.log import REFEREE_ENTRIES, SCHEMA_VERSION, Entry, entry_event
from envs import UnknownGame, load_game
from envs.engine.events import Event
from envs.engine.game import Game, Setup, SetupError

NEEDED = ("game", "players", "ruleset", "roles", "seats", "deal")


class LogError(ValueError):
    """A file that cannot be read as a log; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class MatchLog:
    """One match as it was written. ``entries`` are all lines between header and result, with ``first_line`` the number of
    the first of them in the file. ``result`` is None, and ``warnings`` says so, when the match was never finished."""

    header: dict[str, Any]
    entries: list[Entry]
    result: dict[str, Any] | None
    source: str = ""
    warnings: list[str] = field(default_factory=list)
    first_line: int = 2

    @property
    def game(self) -> Game:
        """The game that was played."""
        return load_game(self.header["game"])

    @property
    def players(self) -> int:
        """Number of seats."""
        return int(self.header["players"])

    @property
    def roles(self) -> tuple[str, ...]:
        """Role ids by seat."""
        return tuple(self.header["deal"]["roles"])

    @property
    def names(self) -> tuple[str, ...]:
        """Display names by seat."""
        return tuple(seat["name"] for seat in self.header["seats"])

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents by seat, as boards show them."""
        return tuple(seat["agent"] for seat in self.header["seats"])

    @property
    def is_complete(self) -> bool:
        """Whether the match was played to its end."""
        return self.result is not None

    def setup(self) -> Setup:
        """The setup of the match. Raises ``LogError`` when these rules cannot set it up."""
        head = self.header
        try:
            return self.game.setup(
                head["players"], head.get("preset"), head["roles"], head.get("expansions", ()), **head["ruleset"]
            )
        except SetupError as error:
            raise LogError(f"{self.source} cannot be set up: {error}") from None

    def events(self) -> Iterator[Event]:
        """Every event of the game, in order, as the rules emitted it."""
        codes, players = self.game.codes, self.players
        for entry in self.entries:
            if "event" in entry and entry["event"] not in REFEREE_ENTRIES:
                yield entry_event(codes, players, entry)


def read_log(path: str | Path) -> MatchLog:
    """The log in ``path``. Raises ``LogError`` with one sentence."""
    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise LogError(f"there is no log at {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path} cannot be read: {type(error).__name__}") from None
    return parse_log(text, str(path))


def parse_log(text: str, source: str = "the log") -> MatchLog:
    """The log written in ``text``. A cut last line is left out with a warning. Raises ``LogError``."""
    warnings: list[str] = []
    rows = _rows(text.split("\n"), source, warnings)
    header = _header(rows, source)
    result = rows[-1].get("result") if len(rows) > 1 else None
    if result is None:
        warnings.append(f"{source} is incomplete: it ends without a result")
    entries = rows[1:] if result is None else rows[1:-1]
    log = MatchLog(header, entries, result, source, warnings)
    _check_entries(log)
    return log


def _rows(lines: list[str], source: str, warnings: list[str]) -> list[Entry]:
    rows: list[Entry] = []
    last = max((number for number, line in enumerate(lines, 1) if line), default=0)
    for number, line in enumerate(lines[:last], 1):
        try:
            rows.append(_object(line))
        except ValueError:
            if number < last or number == 1:
                raise LogError(f"{source} line {number} is not a JSON object") from None
            warnings.append(f"{source} line {number} is cut off and was left out")
    return rows


def _object(line: str) -> Entry:
    row = json.loads(line)
    if not isinstance(row, dict):
        raise ValueError(line)
    return row


def _header(rows: list[Entry], source: str) -> dict[str, Any]:
    header = rows[0].get("header") if rows else None
    if not isinstance(header, dict):
        raise LogError(f"{source} is not a match log: its first line holds no header")
    version = header.get("schema_version")
    if not isinstance(version, int):
        raise LogError(f"{source} is not a match log: its header names no schema_version")
    if version > SCHEMA_VERSION:
        raise LogError(f"{source} has schema_version {version}; this version of Masque reads up to {SCHEMA_VERSION}")
    missing = [key for key in NEEDED if key not in header]
    if missing:
        raise LogError(f"{source} has no '{missing[0]}' in its header")
    return header


def _check_entries(log: MatchLog) -> None:
    try:
        known = {code.name.lower() for code in log.game.codes} | set(REFEREE_ENTRIES)
    except UnknownGame as error:
        raise LogError(f"{log.source}: {error}") from None
    for number, entry in enumerate(log.entries, log.first_line):
        if "do" in entry or "say" in entry:
            continue
        if entry.get("event") not in known or "audience" not in entry:
            raise LogError(f"{log.source} line {number} holds neither an action nor an event of {log.header['game']}")
    _check_result(log)


def _check_result(log: MatchLog) -> None:
    if log.result is None:
        return
    winner = log.result.get("winner")
    if winner is not None and winner not in log.game.team_ids:
        raise LogError(f"{log.source} names the winner {winner!r}; teams are {', '.join(log.game.team_ids)}, or null")
    if not log.result.get("reason"):
        raise LogError(f"{log.source} gives no reason for its result")
