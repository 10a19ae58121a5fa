"""Plays a log again through the rules and says where the two differ."""

import json
from collections import deque
from typing import Any

from arena.match.log import REFEREE_ENTRIES, Entry, event_entry
from arena.match.outcome import result_entry
from arena.match.papers import dealt_roles
from arena.match.reading import MatchLog
from envs.engine.actions import ActionError
from envs.engine.table import Table


class Difference(Exception):
    """The first place where a log and the rules differ; the sentence gives the line."""


def difference(log: MatchLog) -> str:
    """The first difference between ``log`` and its rules as one sentence, "" when there is none."""
    try:
        _Check(log).run()
    except Difference as found:
        return f"{log.source} {found}"
    return ""


class _Check:
    def __init__(self, log: MatchLog) -> None:
        self.log = log
        self.due: deque[Entry] = deque()
        self.mark = 0
        self.at = 1

    def run(self) -> None:
        self._open()
        for number, entry in enumerate(self.log.entries, self.log.first_line):
            self.at = number
            if entry.get("event") in REFEREE_ENTRIES:
                continue
            if "event" in entry:
                self._compare(entry)
            else:
                self._nothing_left_out()
                self._apply(entry)
        self.at += 1
        self._nothing_left_out()
        self._compare_result()

    def _differ(self, sentence: str) -> Difference:
        return Difference(f"line {self.at}: {sentence}")

    def _open(self) -> None:
        head, game = self.log.header, self.log.game
        if head.get("rules", game.version) != game.version:
            raise self._differ(f"the log was written by rules version {head['rules']}; these are version {game.version}")
        setup = self.log.setup()
        self.table = Table(game, setup, int(head["deal"]["seed"]))
        for key, given in (("roles", dealt_roles(self.table)), ("first", self.table.actor)):
            if head["deal"].get(key) != given:
                raise self._differ(f"the log says that {key} is {head['deal'].get(key)}; its seed deals {given}")
        self._collect()

    def _collect(self) -> None:
        fresh = self.table.journal[self.mark :]
        self.mark += len(fresh)
        self.due.extend(event_entry(self.log.game.codes, self.log.players, event) for event in fresh)

    def _compare(self, entry: Entry) -> None:
        if not self.due:
            raise self._differ(f"the log has {_shown(entry)}, which no action brings about")
        expected = self.due.popleft()
        if entry != expected:
            raise self._differ(f"the log has {_shown(entry)}; the rules give {_shown(expected)}")

    def _nothing_left_out(self) -> None:
        if self.due:
            raise self._differ(f"the log leaves out {_shown(self.due[0])}")

    def _apply(self, entry: Entry) -> None:
        seat, table = entry.get("seat"), self.table
        if not isinstance(seat, int) or not 0 <= seat < table.n:
            raise self._differ(f"seats are 0 to {table.n - 1}, not {seat!r}")
        if table.actor != seat:
            turn = "the match is over" if table.is_over else f"it is the turn of seat {table.actor}"
            raise self._differ(f"seat {seat} acts, but {turn}")
        try:
            if "say" in entry:
                table.say(seat, entry["channel"], entry["say"])
            elif entry["do"] == "forfeit":
                table.forfeit(seat)
            else:
                table.apply(seat, table.actions.index(entry["do"]))
        except ActionError as error:
            raise self._differ(str(error)) from None
        except (KeyError, TypeError, AttributeError):
            raise self._differ(f"{_shown(entry)} is no action") from None
        self._collect()

    def _compare_result(self) -> None:
        if self.log.result is None:
            raise self._differ("the log is incomplete: it ends without a result")
        if not self.table.is_over:
            raise self._differ("the log has a result; by the rules the match goes on")
        expected = result_entry(self.table, [])
        for key, value in expected.items():
            given: Any = self.log.result.get(key)
            if key not in ("clean", "faults") and given != value:
                raise self._differ(f"the log says that {key} is {given!r}; the rules give {value!r}")


def _shown(entry: Entry) -> str:
    return json.dumps(entry, sort_keys=True, separators=(",", ":"))
