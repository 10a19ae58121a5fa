"""Reading a log back: header, entries and result, or one sentence that says what is wrong with the file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.match.log import REFEREE_ENTRIES, SCHEMA_VERSION, Entry, entry_event
from envs import UnknownGame, load_game
from envs.engine.events import Event
from envs.engine.game import Game, Setup, SetupError


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class SeatShape(_Shape):
    """A seat in a header."""

    name: str
    agent: str


class DealShape(_Shape):
    """The deal in a header."""

    seed: int
    roles: list[str]
    first: int


class HeaderShape(_Shape):
    """What readers need of a header; other keys are let through."""

    game: str
    players: int
    roles: list[str]
    ruleset: dict[str, Any]
    seats: list[SeatShape]
    deal: DealShape
    preset: str = "current"
    expansions: list[str] = []


class TallyShape(_Shape):
    """One agent's tally in a result."""

    turns: int
    fallbacks: int


class ResultShape(_Shape):
    """What readers need of a result. A match without a winner still has a reason."""

    outcome: str
    reason: str = Field(min_length=1)
    winner: str | None
    returns: list[int]
    faults: list[TallyShape]
    clean: bool


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
    _events: list[Event] = field(default_factory=list, compare=False, repr=False)

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

    def events(self) -> Sequence[Event]:
        """Every event of the game, in order, as the rules emitted it."""
        if not self._events:
            codes, players = self.game.codes, self.players
            shown = (entry for entry in self.entries if "event" in entry and entry["event"] not in REFEREE_ENTRIES)
            self._events.extend(entry_event(codes, players, entry) for entry in shown)
        return self._events


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
    _check(log)
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
    row = _decode(line)
    if not isinstance(row, dict):
        raise ValueError(line)
    return row


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number in JSON")


_decode = json.JSONDecoder(parse_constant=_no_number).decode


def _header(rows: list[Entry], source: str) -> dict[str, Any]:
    header = rows[0].get("header") if rows else None
    if not isinstance(header, dict):
        raise LogError(f"{source} is not a match log: its first line holds no header")
    version = header.get("schema_version")
    if not isinstance(version, int):
        raise LogError(f"{source} is not a match log: its header names no schema_version")
    if version > SCHEMA_VERSION:
        raise LogError(f"{source} has schema_version {version}; this version of Masque reads up to {SCHEMA_VERSION}")
    _validated(HeaderShape, header, f"{source} line 1")
    return header


def _validated(shape: type[BaseModel], given: Any, where: str) -> None:
    try:
        shape.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise LogError(f"{where}: '{key}' is not as it should be: {message[:1].lower()}{message[1:]}") from None


def _check(log: MatchLog) -> None:
    try:
        game = log.game
    except UnknownGame as error:
        raise LogError(f"{log.source}: {error}") from None
    _check_cards(log, game)
    known = {code.name.lower() for code in game.codes} | set(REFEREE_ENTRIES)
    for number, entry in enumerate(log.entries, log.first_line):
        if not (_is_event(entry, log.players, known) if "event" in entry else _is_deed(entry, log.players)):
            raise LogError(f"{log.source} line {number} holds neither an action nor an event of {log.header['game']}")
    if log.result is not None:
        _check_result(log)


def _check_cards(log: MatchLog, game: Game) -> None:
    where = f"{log.source} line 1"
    for kind, given, known in (
        ("role", (*log.roles, *log.header["roles"]), game.role_ids),
        ("expansion", log.header.get("expansions", ()), game.expansions),
    ):
        strange = [name for name in given if name not in known]
        if strange:
            raise LogError(f"{where} gives the unknown {kind} '{strange[0]}'")
    if not len(log.roles) == len(log.names) == log.players:
        raise LogError(f"{where} gives {len(log.roles)} roles and {len(log.names)} names for {log.players} players")


def _is_deed(entry: Entry, players: int) -> bool:
    seat = entry.get("seat")
    if type(seat) is not int or not 0 <= seat < players:
        return False
    if "do" in entry:
        return isinstance(entry["do"], str) and "say" not in entry
    return isinstance(entry.get("say"), str) and type(entry.get("channel")) is int


def _is_event(entry: Entry, players: int, known: set[str]) -> bool:
    if not isinstance(entry["event"], str) or entry["event"] not in known or "do" in entry or "say" in entry:
        return False
    audience = entry.get("audience")
    if isinstance(audience, list):
        if not all(type(seat) is int and 0 <= seat < players for seat in audience):
            return False
    elif audience not in ("public", "log"):
        return False
    seats = (entry.get("actor", -1), entry.get("target", -1))
    if not all(type(seat) is int and -1 <= seat < players for seat in seats):
        return False
    return type(entry.get("value", 0)) is int and isinstance(entry.get("text", ""), str)


def _check_result(log: MatchLog) -> None:
    where = f"{log.source} line {log.first_line + len(log.entries)}"
    _validated(ResultShape, log.result, where)
    assert log.result is not None
    winner = log.result["winner"]
    if winner is not None and winner not in log.game.team_ids:
        raise LogError(f"{where} names the winner {winner!r}; teams are {', '.join(log.game.team_ids)}, or null")
    if not len(log.result["returns"]) == len(log.result["faults"]) == log.players:
        raise LogError(f"{where} does not give one return and one tally for each of {log.players} seats")
