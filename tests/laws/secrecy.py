"""Machinery of the secrecy laws: matches played by a plan, so that equal positions are met again under other deals.

A *plan* is a number. Public behaviour of a seat follows from the plan and what is public; hidden choices follow from
the plan and the card that the seat holds, so that they move with the card when cards are swapped.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from envs.engine.events import Event, may_see, seen
from envs.engine.table import Table

HIDDEN = {
    "trusis": {"power", "hidden_vote"},
    "avalon": {"success", "fail", "approve", "reject", "flip", "exclude", "decline"},
}
"""Verbs whose choice only the acting seat sees, by game."""
SEALED = {"trusis": {"vote"}, "avalon": set()}
"""Verbs that are hidden in a phase called night."""
NOT_PLANNED = {"to:public", "to:team", "to", "unvote", "decline", "hidden_unvote", "wait", "report"}
CLOSING = ("end_turn", "pass")


def score(*parts: object) -> int:
    """A number that depends on nothing but ``parts``."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=4).digest(), "little")


@dataclass
class Plan:
    """How every seat behaves in one family of matches: openly by ``number``, in secret by ``secret``.

    ``bold``, ``busy`` and ``gossip`` are the chances in percent of an open deed, a secret choice and a whisper in a turn.
    """

    number: int
    secret: int = 0
    bold: int = 40
    busy: int = 60
    gossip: int = 15

    def turn(self, table: Table, seat: int) -> Iterator[int]:
        """The actions of one turn of ``seat``: perhaps a hidden choice, perhaps a public one, then the close."""
        now = tuple(table.game.clock(table.state).values())
        hidden = self.pick(table, seat, True, (self.secret, "secret", card(table, seat), now))
        if hidden:
            yield hidden
        yield from self.whisper(table, seat, (self.secret, "whisper", seat, now))
        if table.to_act >> seat & 1:
            public = self.pick(table, seat, False, (self.number, "open", seat, now))
            if public:
                yield public
        if table.to_act >> seat & 1:
            yield self.close(table, seat, (self.number, "close", seat, now))

    def quits(self, table: Table, seat: int) -> bool:
        """Whether ``seat`` forfeits instead of taking this turn; everybody sees it."""
        now = tuple(table.game.clock(table.state).values())
        return score(self.number, "quits", seat, now) % 150 == 0

    def whisper(self, table: Table, seat: int, key: tuple[object, ...]) -> Iterator[int]:
        """A word to one other seat, and back to the public channel; nothing where that is not allowed."""
        listeners = [text for text in table.legal_texts(seat) if text.removeprefix("to:").isdigit()]
        if not listeners or score(*key) % 100 >= self.gossip:
            return
        yield table.actions.index(max(listeners, key=lambda text: score(*key, text)))
        words = [text for text in table.legal_texts(seat) if text.startswith(("claim:", "accuse:"))]
        yield table.actions.index(max(words, key=lambda text: score(*key, text)))
        if "to:public" in table.legal_texts(seat):
            yield table.actions.index("to:public")

    def pick(self, table: Table, seat: int, hidden: bool, key: tuple[object, ...]) -> int:
        """The best-scored action among the hidden (or public) ones, 0 for none."""
        if score(*key) % 100 >= (self.busy if hidden else self.bold):
            return 0
        texts = table.actions.texts
        legal = [int(a) for a in np.flatnonzero(table.mask(seat)) if kind_of(table, texts[a]) == hidden]
        return max(legal, key=lambda action: score(*key, texts[action]), default=0)

    def close(self, table: Table, seat: int, key: tuple[object, ...]) -> int:
        """End of the turn, or a pass now and then; where neither exists, the best-scored legal action."""
        legal = [int(action) for action in np.flatnonzero(table.mask(seat))]
        closes = [action for action in legal if table.actions.texts[action] in CLOSING]
        return max(closes or legal, key=lambda action: score(*key, table.actions.texts[action]))


def kind_of(table: Table, text: str) -> bool | None:
    """True for a hidden choice, False for a public deed, None for what plans leave out."""
    verb = text if text in NOT_PLANNED else text.partition(":")[0]
    if verb in NOT_PLANNED or verb in CLOSING:
        return None
    night = table.game.clock(table.state)["phase"] == "night"
    return verb in HIDDEN[table.game.name] or (night and verb in SEALED[table.game.name])


def card(table: Table, seat: int) -> tuple[int, int]:
    """The role of ``seat``, and which of its holders it is."""
    roles = list(table.state.role[: table.n])
    return roles[seat], roles[:seat].count(roles[seat])


def planned(table: Table, plan: Plan, limit: int = 400) -> Iterator[tuple[int, int]]:
    """Plays ``table`` by ``plan``, yielding (seat, action) after each action."""
    count = 0
    while not table.is_over and count < limit:
        seat = table.actor
        if plan.quits(table, seat):
            table.forfeit(seat)
            continue
        for action in plan.turn(table, seat):
            table.apply(seat, action)
            count += 1
            yield seat, action


class Eyes:
    """What one seat has seen and done, folded into one number."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.history = 0

    def look(self, events: list[Event]) -> None:
        """Takes in new events."""
        for event in events:
            if may_see(self.seat, event.audience):
                self.history = hash((self.history, *seen(self.seat, event)[:5]))

    def did(self, action: int) -> None:
        """Remembers an action of its own: choosing a channel or ending a turn leaves no event."""
        self.history = hash((self.history, -1, action))


def shown_to(table: Table, seat: int) -> tuple[bytes, bytes, str]:
    """Everything but events that a seat is given: mask, features, and the sentence of a refusal."""
    mask = table.mask(seat)
    return mask.tobytes(), table.features(seat).tobytes(), table.refusal(seat, int(np.argmin(mask)))


class Ledger:
    """For each history of a seat, what was shown to it the first time; ``met`` counts meetings in another match.

    One history in ``every`` is entered, the same ones in every match.
    """

    def __init__(self, every: int) -> None:
        self.every = every
        self.first: dict[tuple[int, int], tuple[object, object]] = {}
        self.met = 0

    def enter(self, table: Table, eyes: Eyes, match: object) -> None:
        """Asserts that equal histories are shown equal things."""
        if eyes.history % self.every:
            return
        shown = shown_to(table, eyes.seat)
        known, other = self.first.setdefault((eyes.seat, eyes.history), (shown, match))
        assert shown == known, f"seat {eyes.seat} can tell {match} from {other} although it saw the same: {table.setup}"
        self.met += other != match


def follow(table: Table, plan: Plan, ledger: Ledger, match: object) -> None:
    """Follows a match from its deal to its end through the eyes of all seats."""
    eyes, at = [Eyes(seat) for seat in range(table.n)], len(table.journal)
    for each in eyes:
        each.look(table.journal)
        ledger.enter(table, each, match)
    for seat, action in planned(table, plan):
        eyes[seat].did(action)
        for each in eyes:
            each.look(table.journal[at:])
            ledger.enter(table, each, match)
        at = len(table.journal)
