"""One seat's turn, tried out on a table: either all of a reply is legal, or nothing of it is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index

from agents.agent import Reply, Say
from arena.match.conduct import REDACTED, Conduct
from arena.match.log import encode, event_line
from arena.match.policy import Fault
from envs.engine.actions import ActionError, ActionTable, IllegalAction, UnreadableAction
from envs.engine.events import Event
from envs.engine.table import Table

END_TURN = "end_turn"
MAX_ITEMS, MAX_ACTION_TEXT = 100, 200
"""Limits of one reply; more is refused unread."""
_CLOSED = "the turn of seat {seat} ends with '{last}'; nothing may follow it, not even '{text}'"


class Refused(Exception):
    """A reply that is not taken. ``fault`` says how the agent failed; the sentence is what the agent is told."""

    def __init__(self, fault: Fault | str, sentence: str, is_final: bool = False) -> None:
        super().__init__(sentence)
        self.fault = fault
        self.is_final = is_final


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach of conduct found in a turn: the rule, where it was written, and the words."""

    rule: str
    channel: int
    text: str


def items_of(reply: object, actions: ActionTable) -> tuple[Sequence[int], Sequence[Say]]:
    """Indices of the actions in ``reply``, and its messages. Raises ``Refused`` for what is no reply, is empty, or cannot be
    read; whatever strange objects an agent puts into it, nothing else is raised."""
    if not isinstance(reply, Reply):
        raise Refused("error", f"an agent answers with a Reply, not {type(reply).__name__}")
    try:
        if _is_one_index(reply):
            actions.text(reply.actions[0])  # type: ignore[arg-type]
            return reply.actions, ()  # type: ignore[return-value]
        items = [reply.actions] if isinstance(reply.actions, (str, int)) else list(islice(reply.actions, MAX_ITEMS + 1))
        says = list(islice(reply.says, MAX_ITEMS + 1))
        moves = [_move(item, actions) for item in items[:MAX_ITEMS]]
    except ActionError as error:
        raise Refused("illegal", str(error)) from None
    except Exception:
        raise Refused("error", "actions are texts or indices, and says are messages, in lists") from None
    if len(items) > MAX_ITEMS or len(says) > MAX_ITEMS:
        raise Refused("illegal", f"a reply holds at most {MAX_ITEMS} actions and as many messages")
    if not moves and not says:
        raise Refused("empty", "the reply holds no action and no message; write at least one action")
    return moves, says


def _is_one_index(reply: Reply) -> bool:
    """The commonest reply by far, which needs no closer look."""
    actions = reply.actions
    return type(actions) is tuple and len(actions) == 1 and type(actions[0]) is int and reply.says == ()


def _move(item: object, actions: ActionTable) -> int:
    if isinstance(item, str):
        if len(item) > MAX_ACTION_TEXT:
            raise UnreadableAction(f"an action is a short text such as 'pass', not {len(item)} characters")
        return actions.index(item)
    if isinstance(item, bool):
        raise UnreadableAction(f"{item} is no action here; write a text or an index")
    move = index(item)  # type: ignore[arg-type]
    actions.text(move)
    return move


class Turn:
    """The turn of ``seat`` on ``table``, with the lines it adds to the log, the events among them and any breach.

    ``table`` changes as the turn goes on: hand over a copy unless the reply is known to be legal.
    """

    __slots__ = (
        "_codes", "_conduct", "_last", "_mark", "breaches", "events", "is_closed", "is_forfeit", "lines", "seat", "table",
        "went_on",
    )  # fmt: skip

    def __init__(self, table: Table, seat: int, conduct: Conduct | None = None) -> None:
        self.table = table
        self.seat = seat
        self.lines: list[str] = []
        self.events: list[Event] = []
        self.breaches: list[Breach] = []
        self.is_closed = False
        self.is_forfeit = False
        self.went_on = False
        self._conduct = conduct
        self._mark = table.count
        self._last = ""
        self._codes = table.game.codes

    def play(self, moves: Sequence[int], says: Sequence[Say]) -> None:
        """All of it, messages first. Raises ``Refused``; the table is then spoilt."""
        total = len(moves) + len(says)
        try:
            for say in says:
                self.say(say)
                if self.is_forfeit:
                    return
            for place, move in enumerate(moves):
                self.act(move, is_last=place == len(moves) - 1)
        except IllegalAction as error:
            whole = "" if total == 1 else "; nothing of the reply was done"
            raise Refused("illegal", f"{error}{whole}") from None

    def act(self, move: int, is_last: bool = False) -> None:
        """One action. A last ``end_turn`` after a turn that closed by itself is taken as read. Raises ``IllegalAction``."""
        text = self.table.actions.texts[move]
        if self.is_closed:
            if is_last and text == END_TURN:
                return
            raise IllegalAction(_CLOSED.format(seat=self.seat, last=self._last, text=text))
        if not self.table.may(self.seat, move):
            raise IllegalAction(self.table.refusal(self.seat, move))
        self.do(move, text)

    def do(self, move: int, text: str) -> None:
        """One action that is known to be legal."""
        self.table.hold(self.seat, move)
        self.lines.append(f'{{"do":"{text}","seat":{self.seat}}}')
        self._collect()
        self._last = text
        self.is_closed = text == END_TURN or not self.table.to_act >> self.seat & 1

    def say(self, say: Say) -> None:
        """One message, as the ruleset's ``conduct`` lets it pass. Raises ``IllegalAction`` or ``Refused``."""
        if not isinstance(say, Say) or not isinstance(say.text, str) or not isinstance(say.channel, int):
            raise Refused("error", "a message is a Say with a text and a channel number")
        if not 0 <= say.channel < 2 + self.table.n:
            raise Refused("illegal", f"{say.channel} is no channel; 0 is public, 1 the team's, 2 + seat a whisper")
        rule = self._breach_of(say)
        text = say.text
        if rule:
            self.breaches.append(Breach(rule, say.channel, say.text))
            mode = self.table.setup.ruleset.conduct
            if mode == "forfeit":
                self._forfeit()
                return
            text = REDACTED if mode == "redact" else text
        self.table.say(self.seat, say.channel, text)
        self.lines.append(encode({"say": text, "channel": say.channel, "seat": self.seat}))
        self._collect()

    def _breach_of(self, say: Say) -> str:
        if self._conduct is None:
            return ""
        rehearsal = self.table.copy()
        rehearsal.say(self.seat, say.channel, say.text)
        return self._conduct.breach(self.seat, say.text, rehearsal.journal[-1].audience)

    def _forfeit(self) -> None:
        self.lines.append(f'{{"do":"forfeit","seat":{self.seat}}}')
        self.table.forfeit(self.seat)
        self._collect()
        self.is_closed = self.is_forfeit = self.went_on = True

    def finish(self, end_turn: int, may_end: bool) -> None:
        """Closes a turn that its seat left open, where that is legal, and lets the table go on.

        ``end_turn`` is the index of that action. ``may_end``: whether it was legal when the turn began; it then still is.
        """
        before = self.table.count
        if not self.is_closed and (may_end or (end_turn >= 0 and self.table.may(self.seat, end_turn))):
            self.lines.append(f'{{"do":"{END_TURN}","seat":{self.seat}}}')
            self.table.play(self.seat, end_turn)
        else:
            self.table.release()
        self._collect()
        self.went_on = self.went_on or self.table.count > before

    def _collect(self) -> None:
        count = self.table.count
        if count == self._mark:
            return
        fresh = self.table.journal[self._mark :]
        self._mark = count
        codes, seats = self._codes, self.table.n
        self.lines.extend([event_line(codes, seats, event) for event in fresh])
        self.events.extend(fresh)
