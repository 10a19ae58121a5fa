"""For search: a world that could be, given what one seat has seen (``determinise``).

A sampled world is a whole match: another deal and other hidden choices, played through the same rules, in which the viewing
seat has seen exactly the same events. Nothing of the true hidden state enters it but through those events.
"""

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from envs.engine.events import Event, visible_to
from envs.engine.table import Table

DEALS = 200_000
"""Deals looked at before giving up; most are dismissed at once, as the viewer would have seen another start."""
RETRIES = 60
"""How often what happened between two moments that the viewer saw is played anew before a deal is given up."""
BOLDNESS = 0.75
"""How often a seat whose true choice is hidden is given one."""
SHOWN = {"avalon": {"team_proposed": ("add",), "votes_revealed": ("approve", "reject")}}
"""Sealed choices that an event lays open soon after: event -> verbs. Once the viewer has seen it, they are no longer hidden."""
CLOSING = ("wait", "end_turn", "pass", "decline")


class NoWorldFound(RuntimeError):
    """No consistent world was found; the sentence says how many deals were looked at."""


class NotReplayable(ValueError):
    """The match holds what its deal and actions do not tell: free messages, or a seat made to forfeit."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of the true match: ``action`` where the viewer took or saw it, else -1; ``closes``: the seat's turn ended;
    ``seen``: how many events the viewer has seen after it; ``is_silent``: it only turned to others, which what the seat said
    next told the viewer."""

    seat: int
    action: int
    closes: bool
    seen: int
    is_silent: bool = False


class Script:
    """What ``viewer`` knows of the match at ``table``: how it started, the order of turns, and the actions it saw."""

    def __init__(self, table: Table, viewer: int) -> None:
        self.viewer = viewer
        self.news = visible_to(viewer, table.journal)
        twin = type(table)(table.game, table.setup, table.seed)
        self.opening = visible_to(viewer, twin.journal)
        self.entries: list[Entry] = []
        self._sealed: list[tuple[int, int]] = []
        self._turned: dict[int, tuple[int, int]] = {}
        for seat, action in table.history:
            self._add(twin, seat, action)
        if visible_to(viewer, twin.journal) != self.news:
            raise NotReplayable("matches with free messages or forfeits cannot be determinised: actions alone do not tell them")

    def _add(self, twin: Table, seat: int, action: int) -> None:
        before, moment = twin.count, _moment(twin)
        twin.hold(seat, action)
        known = seat == self.viewer or bool(visible_to(self.viewer, twin.journal[before:]))
        closes = not twin.to_act >> seat & 1
        self._note_turning(seat, action, known, is_silent=twin.count == before and not closes)
        twin.release()
        self.entries.append(Entry(seat, action if known else -1, closes, len(visible_to(self.viewer, twin.journal))))
        if not known:
            self._sealed.append((len(self.entries) - 1, action))
        self._lay_open(twin, before)
        if moment != _moment(twin):
            self._sealed.clear()

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
        names = {twin.game.codes(event.code).name.lower() for event in visible_to(self.viewer, twin.journal[before:])}
        verbs = {verb for name in names & set(shown) for verb in shown[name]}
        for at, action in self._sealed if verbs else ():
            if twin.actions.texts[action].partition(":")[0] in verbs:
                self.entries[at] = replace(self.entries[at], action=action)


def _moment(table: Table) -> dict[str, int | str]:
    """Where the match stands, but for the round of the phase."""
    return {key: value for key, value in table.clock().items() if key != "round"}


class World:
    """One attempt: a deal, and the script played on it with hidden choices drawn anew."""

    def __init__(self, script: Script, table: Table, rng: Random) -> None:
        self.script, self.table, self.rng = script, table, rng
        self._seen = len(script.opening)
        self._moment: object = None
        self._bold: set[int] = set()
        texts = table.actions.texts
        self._closing = {texts.index(text) for text in CLOSING if text in texts}
        self._end_turn = texts.index("end_turn")

    def play(self) -> bool:
        """Plays the script to its end; False when this deal cannot have been, as far as was tried."""
        at, left, saved = 0, RETRIES, (0, self.table.copy(), self._seen)
        while at < len(self.script.entries):
            entry = self.script.entries[at]
            if self._follow(entry):
                at += 1
                if entry.seen > saved[2]:
                    saved, left = (at, self.table.copy(), entry.seen), RETRIES
            elif left:
                left -= 1
                at, self.table, self._seen = saved[0], saved[1].copy(), saved[2]
                self._bold.clear()
            else:
                return False
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
        if entry.closes and table.to_act >> seat & 1:
            if not table.may(seat, self._end_turn):
                return False
            table.hold(seat, self._end_turn)
        if not entry.closes and not table.to_act >> seat & 1:
            return False
        table.release()
        return self._agrees(entry.seen)

    def _choose(self, seat: int) -> None:
        """A hidden choice for ``seat``, or none: only what the viewer would not see, and at most one in a phase."""
        moment = _moment(self.table)
        if moment != self._moment:
            self._moment, self._bold = moment, set()
        legal = [int(action) for action in np.flatnonzero(self.table.mask(seat))]
        options = [action for action in legal if action not in self._closing]
        is_free = len(options) < len(legal)
        if is_free and (seat in self._bold or self.rng.random() > BOLDNESS):
            return
        if options:
            trial, action = self.table.copy(), self.rng.choice(options)
            trial.hold(seat, action)
            fresh = trial.journal[self.table.count :]
            if fresh and not visible_to(self.script.viewer, fresh):
                self._bold.add(seat)
                self.table.hold(seat, action)

    def _agrees(self, count: int) -> bool:
        news = self._news()
        agrees = len(news) == count and news[self._seen :] == self.script.news[self._seen : count]
        self._seen = count
        return agrees

    def _news(self) -> list[Event]:
        return visible_to(self.script.viewer, self.table.journal)


def determinise(table: Table, viewer: int, seed: int, deals: int = DEALS) -> Table:
    """A table in which ``viewer`` has seen exactly what it saw at ``table``, sampled with ``seed``; ``table`` is unchanged.

    Deals are drawn until the match starts as the viewer saw it start; then the known actions are played and the hidden ones
    drawn, until all events agree. Worlds are therefore drawn from the deals' own odds, weighed by how easily random hidden
    choices explain what was seen. Raises ``NotReplayable``, or ``NoWorldFound`` after ``deals`` deals.
    """
    script, rng = Script(table, viewer), Random(seed)
    for _ in range(deals):
        other = type(table)(table.game, table.setup, rng.getrandbits(64))
        if visible_to(viewer, other.journal) == script.opening:
            world = World(script, other, rng)
            if world.play():
                return world.table
    raise NoWorldFound(f"no world agrees with what seat {viewer} saw, in {deals} deals")
