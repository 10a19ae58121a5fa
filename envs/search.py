"""For search: a world that could be, given what one seat has seen (``determinise``).

A sampled world is a whole match: another deal and other hidden choices, played through the same rules, in which the viewing
seat has seen exactly the same events. Nothing of the true hidden state enters it but through those events.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from time import monotonic

import numpy as np

from envs.engine.events import Event, visible_to
from envs.engine.table import Table, seed_in
from envs.search_decks import dealt_again, stack

DEALS = 1_000_000
"""Deals looked at before giving up; most are dismissed at once, as the viewer would have seen another start."""
SPAN = 512
"""Deals looked at between two looks at the clock."""
RETRIES = 10
"""How often what happened since the viewer last saw something is played anew before the whole phase is."""
RESTARTS = 2
"""How often a phase is played anew before a deal is given up."""
BOLDNESS = 0.75
"""How often a seat whose true choice is hidden, and which might do without, is given one."""
SHOWN = {"avalon": {"team_proposed": ("add",), "votes_revealed": ("approve", "reject")}}
"""Sealed choices that an event lays open soon after: event -> verbs. Once the viewer has seen it, they are no longer hidden."""
CLOSING = ("wait", "end_turn", "pass", "decline")
WAIT = 0
"""The first action of every game: it changes nothing."""
MESSAGE = "SAID"
"""The event of a free message, in every game."""


_NOT_REPLAYABLE = "matches with free messages or forfeits cannot be determinised: actions alone do not tell them"


class NoWorldFound(RuntimeError):
    """No consistent world was found; the sentence says how many deals were looked at, and in how long."""


class NotReplayable(ValueError):
    """The match holds what its deal and actions do not tell: free messages, or a seat made to forfeit."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the true match: ``action`` where the viewer took or saw it, else -1; ``closes``: the seat's turn ended;
    ``goes_on``: the table then went on by itself, if it could; ``seen``: how many events the viewer has seen after it;
    ``is_silent``: it only turned to others, which what the seat said next told the viewer."""

    seat: int
    action: int
    closes: bool
    goes_on: bool
    seen: int
    is_silent: bool = False


class Script:
    """What ``viewer`` knows of the match at ``table``: how it started, the order of turns, and the actions it saw."""

    def __init__(self, table: Table, viewer: int) -> None:
        self.viewer = viewer
        self.news = visible_to(viewer, table.journal)
        twin = dealt_again(table)
        self.opening = visible_to(viewer, twin.journal)
        self.entries: list[Entry] = []
        self._journal = [event for event in table.journal if self._name(table, event) != MESSAGE]
        self._sealed: list[tuple[int, int]] = []
        self._turned: dict[int, tuple[int, int]] = {}
        for seat, action in table.history:
            if action != WAIT:
                self._add(twin, seat, action)
        if visible_to(viewer, twin.journal) != self.news:
            raise NotReplayable(_NOT_REPLAYABLE)

    def _add(self, twin: Table, seat: int, action: int) -> None:
        if not twin.may(seat, action):
            raise NotReplayable(_NOT_REPLAYABLE)
        before, moment = twin.count, _moment(twin)
        twin.hold(seat, action)
        known = seat == self.viewer or bool(visible_to(self.viewer, twin.journal[before:]))
        closes = not twin.to_act >> seat & 1
        self._note_turning(seat, action, known, is_silent=twin.count == before and not closes)
        goes_on = self._let_go_on(twin)
        seen = len(visible_to(self.viewer, twin.journal))
        self.entries.append(Entry(seat, action if known else -1, closes, goes_on, seen))
        if not known:
            self._sealed.append((len(self.entries) - 1, action))
        self._lay_open(twin, before)
        if moment != _moment(twin):
            self._sealed.clear()

    def _let_go_on(self, twin: Table) -> bool:
        """The table goes on where the true one did: in a parallel match, only when the steps of the round are over."""
        after = twin.copy()
        after.release()
        goes_on = after.journal[twin.count :] == self._journal[twin.count : after.count]
        if goes_on:
            twin.release()
        return goes_on

    def _note_turning(self, seat: int, action: int, known: bool, is_silent: bool) -> None:
        """A change of channel is known once the viewer hears what is said on it."""
        if known and seat in self._turned:
            at, turned = self._turned.pop(seat)
            self.entries[at] = replace(self.entries[at], action=turned, is_silent=True)
        elif is_silent and seat != self.viewer:
            self._turned[seat] = len(self.entries), action

    def _lay_open(self, twin: Table, before: int) -> None:
        """Sealed choices that the events from ``before`` on have shown to the viewer."""
        shown = SHOWN.get(twin.game.name, {})
        names = {self._name(twin, event).lower() for event in visible_to(self.viewer, twin.journal[before:])}
        verbs = {verb for name in names & set(shown) for verb in shown[name]}
        for at, action in self._sealed if verbs else ():
            if twin.actions.texts[action].partition(":")[0] in verbs:
                self.entries[at] = replace(self.entries[at], action=action)

    @staticmethod
    def _name(table: Table, event: Event) -> str:
        return table.game.codes(event.code).name


def _moment(table: Table) -> dict[str, int | str]:
    """Where the match stands, but for the round of the phase."""
    return {key: value for key, value in table.clock().items() if key != "round"}


@dataclass(slots=True)
class Mark:
    """A point of an attempt to return to: ``at`` entries played, ``seen`` events of the viewer; ``is_free``: whether anything
    was drawn since, so that playing on from here may come out otherwise."""

    at: int
    table: Table
    seen: int
    moment: dict[str, int | str]
    left: int
    is_free: bool = False


class World:
    """One attempt: a deal, and the script played on it with hidden choices drawn anew. ``is_late``: time to give up."""

    def __init__(self, script: Script, table: Table, rng: Random, is_late: Callable[[], bool]) -> None:
        self.script, self.table, self.rng, self._is_late = script, table, rng, is_late
        self._seen, self._read = len(script.opening), table.count
        self._moment: object = None
        self._bold: set[int] = set()
        texts = table.actions.texts
        self._closing = {texts.index(text) for text in CLOSING if text in texts}
        self._end_turn = texts.index("end_turn")
        self._phase = self._point = self._mark(0, RESTARTS)

    def _mark(self, at: int, left: int) -> Mark:
        return Mark(at, self.table.copy(), self._seen, _moment(self.table), left)

    def play(self) -> bool:
        """Plays the script to its end; False when this deal cannot have been, as far as was tried."""
        at = 0
        while at < len(self.script.entries):
            entry = self.script.entries[at]
            if self._follow(entry):
                at += 1
                if entry.seen > self._point.seen:
                    self._pass(at)
            elif not self._return():
                return False
            else:
                at = self._point.at
        return True

    def _pass(self, at: int) -> None:
        """All agrees so far: a point to return to, and at the start of a phase another one to keep."""
        self._point = self._mark(at, RETRIES)
        if self._point.moment != self._phase.moment:
            self._phase = replace(self._point, left=RESTARTS)

    def _return(self) -> bool:
        """Back to the last point from which things may come out otherwise, False when there is none."""
        if not (self._point.is_free and self._point.left):
            self._point = self._phase
        point = self._point
        if not (point.is_free and point.left) or self._is_late():
            return False
        point.left -= 1
        self.table, self._seen, self._read = point.table.copy(), point.seen, point.table.count
        self._bold.clear()
        return True

    def _follow(self, entry: Entry) -> bool:
        table, seat = self.table, entry.seat
        if entry.action >= 0:
            if table.may(seat, entry.action):
                table.hold(seat, entry.action)
            elif not entry.is_silent:
                return False
        elif table.to_act >> seat & 1:
            self._choose(seat)
            table = self.table
        if entry.closes and table.to_act >> seat & 1:
            if not table.may(seat, self._end_turn):
                return False
            table.hold(seat, self._end_turn)
        if not entry.closes and not table.to_act >> seat & 1:
            return False
        if entry.goes_on:
            table.release()
        return self._agrees(entry.seen)

    def _choose(self, seat: int) -> None:
        """A hidden choice for ``seat``: only what the viewer would not see. One that owes an answer gives one, declining
        among them; in an open turn it may be none, and is at most one in a phase."""
        moment = _moment(self.table)
        if moment != self._moment:
            self._moment, self._bold = moment, set()
        options = [int(action) for action in np.flatnonzero(self.table.mask(seat))]
        if self._end_turn in options:
            options = [action for action in options if action not in self._closing]
            self._draw()
            if seat in self._bold or self.rng.random() > BOLDNESS:
                return
        if len(options) > 1:
            self._draw()
        if options:
            self._try(seat, self.rng.choice(options))

    def _draw(self) -> None:
        self._point.is_free = self._phase.is_free = True

    def _try(self, seat: int, action: int) -> None:
        trial, before = self.table.copy(), self.table.count
        trial.hold(seat, action)
        fresh = trial.journal[before:]
        if fresh and not visible_to(self.script.viewer, fresh):
            self._bold.add(seat)
            self.table = trial

    def _agrees(self, count: int) -> bool:
        fresh = visible_to(self.script.viewer, self.table.journal[self._read :])
        agrees = fresh == self.script.news[self._seen : count]
        self._seen, self._read = count, self.table.count
        return agrees


class Deals:
    """Deals of one stream that begin as the viewer's match did, in their order. ``count``: how many were looked at."""

    def __init__(self, table: Table, script: Script, rng: Random, most: int, is_late: Callable[[], bool]) -> None:
        self.table, self.script, self.rng, self.most, self._is_late = table, script, rng, most, is_late
        self.stream, self.count = rng.getrandbits(64), 0

    def __iter__(self) -> Iterator[Table]:
        scout = self.table.copy()
        while self.count < self.most and not self._is_late():
            stop = min(self.count + SPAN, self.most)
            found = scout.find_deal(self.script.viewer, self.script.opening, self.stream, self.count, stop)
            self.count = stop if found < 0 else found + 1
            if found >= 0:
                deal = type(self.table)(self.table.game, self.table.setup, seed_in(self.stream, found))
                if stack(deal, self.script.news, self.rng) and deal.news(self.script.viewer) == self.script.opening:
                    yield deal


def determinise(table: Table, viewer: int, seed: int, deals: int = DEALS, seconds: float | None = None) -> Table:
    """A table in which ``viewer`` has seen exactly what it saw at ``table``, sampled with ``seed``; ``table`` is unchanged.

    Deals are drawn until the match starts as the viewer saw it start; then the known actions are played and the hidden ones
    drawn, until all events agree. Worlds are therefore drawn from the deals' own odds, weighed by how easily random hidden
    choices explain what was seen. A deck's seen cards are laid on top, so that of a table with plot cards or Lancelots the
    world's ``seed`` tells the deal but not the order of the decks.

    The cost grows with what the viewer knows and with how long it played: over compiled rules mostly 10 to 300 ms, now and
    then seconds; over interpreted ones several times more. After the end, when the roles lie open, hardly a deal agrees.
    Raises ``NotReplayable``, or ``NoWorldFound`` after ``deals`` deals or ``seconds`` of trying; without ``seconds`` equal
    seeds give equal worlds, or none.
    """
    script, rng, began = Script(table, viewer), Random(seed), monotonic()

    def is_late() -> bool:
        return seconds is not None and monotonic() - began >= seconds

    likely = Deals(table, script, rng, deals, is_late)
    for deal in likely:
        world = World(script, deal, rng, is_late)
        if world.play():
            return world.table
    spent = monotonic() - began
    raise NoWorldFound(f"no world agrees with what seat {viewer} saw, in {likely.count} deals and {spent:.1f} seconds")
