"""A match at the table: state, journal of events and the door to the rules. Nothing here knows a game or an agent.

``Table`` plays interpreted rules; ``envs.engine.compiled.CompiledTable`` is the same table over compiled ones.
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from envs.engine.actions import ActionTable, IllegalAction, listing
from envs.engine.draw import draw
from envs.engine.events import Event, visible_to
from envs.engine.game import Game, Setup
from envs.engine.seeds import split

Mask = NDArray[np.int8]


def seed_in(stream: int, number: int) -> int:
    """The ``number``-th seed of a stream of deals."""
    low, high = split(stream)
    return draw(low, high, 2 * number) | draw(low, high, 2 * number + 1) << 32


class Table:
    """One match of ``setup``, dealt from ``seed``.

    Seats are 0-based. Arrays are fresh: int8, ``mask`` of shape (A,), ``features`` of shape (F,). ``history`` lists every
    (seat, action) taken; with ``seed`` it is the whole match but for free messages and forfeits.
    """

    def __init__(self, game: Game, setup: Setup, seed: int) -> None:
        self.game = game
        self.setup = setup
        self.n = setup.players
        self.actions: ActionTable = game.actions(self.n, setup.talk != "none")
        self.size = game.feature_count(self.n, setup.talk != "none")
        self.seed = seed
        self.history: list[tuple[int, int]] = []
        self._journal: list[Event] = []
        self._open(seed)

    # --- what differs between interpreted and compiled play -------------------------------------------------

    def _open(self, seed: int) -> None:
        self.g = self.game.prepare(self.setup)
        self.game.rules.deal(self.g, *split(seed))
        self._settle()

    @property
    def state(self) -> Any:
        """The whole state as the interpreted record. A live object here, a copy over compiled rules."""
        return self.g

    @property
    def glance(self) -> Any:
        """The state for reading a few fields by name, which a whole copy would be dear for; never written to."""
        return self.g

    def load_state(self, state: Any) -> None:
        """Continues from ``state`` (an interpreted record), for search and tests; the journal stays."""
        self.g = state.copy()
        self._settle()

    @property
    def actor(self) -> int:
        """The seat whose turn it is when one acts at a time, -1 when nobody owes a turn."""
        return int(self.game.rules.next_to_act(self.g))

    @property
    def to_act(self) -> int:
        """Bit set of the seats that owe a turn in this round."""
        return int(self.game.rules.to_act(self.g))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.is_over(self.g))

    @property
    def is_truncated(self) -> bool:
        """Whether it ended by a limit, without a result."""
        return bool(self.game.rules.is_truncated(self.g))

    def clock(self) -> dict[str, int | str]:
        """Where the match stands, for public display."""
        return self.game.clock(self.state)

    def may(self, seat: int, action: int) -> bool:
        """Whether ``action`` (an index) is legal for ``seat`` now."""
        return 0 <= action < len(self.actions) and bool(self.game.rules.may(self.g, seat, action))

    def mask(self, seat: int) -> Mask:
        """1 for every legal action of ``seat``; a seat that owes no turn may only wait (index 0)."""
        mask = np.zeros(len(self.actions), np.int8)
        self.game.rules.legal(self.g, seat, mask)
        return mask

    def features(self, seat: int) -> NDArray[np.int8]:
        """The numeric observation of ``seat``."""
        out = bytearray(self.size)  # plain bytes take a number three times faster than an array does
        self.game.rules.observe(self.g, seat, out)
        return np.frombuffer(out, np.int8)

    def returns(self) -> list[int]:
        """Per seat +1 won, -1 lost, 0 neither (or not yet)."""
        out = [0] * self.n
        self.game.rules.returns(self.g, out)
        return out

    def may_say(self, seat: int, channel: int) -> bool:
        """Whether ``seat`` may send a free message on ``channel`` (0 public, 1 team, 2 + seat)."""
        return bool(self.game.rules.may_say(self.g, seat, channel))

    def _say(self, seat: int, channel: int) -> None:
        self.game.rules.say(self.g, seat, channel)
        self._drain()

    def play(self, seat: int, action: int) -> None:
        """Applies an action known to be legal, and everything that follows from it."""
        self.history.append((seat, action))
        self.game.rules.act(self.g, seat, action)
        self._settle()

    def step(self, action: int) -> bool:
        """The seat to act takes ``action``; False, and nothing changed, when it may not."""
        seat = self.actor
        if seat < 0 or not self.may(seat, action):
            return False
        self.play(seat, action)
        return True

    def actor_mask(self) -> Mask:
        """``mask`` of the seat to act."""
        return self.mask(self.actor)

    def actor_features(self) -> Mask:
        """``features`` of the seat to act."""
        return self.features(self.actor)

    @property
    def count(self) -> int:
        """How many events the journal holds."""
        return len(self._journal)

    def hold(self, seat: int, action: int) -> None:
        """Applies an action known to be legal, leaving the end of the round to ``release``."""
        self.history.append((seat, action))
        self.game.rules.act(self.g, seat, action)
        self._drain()

    def release(self) -> None:
        """Everything that follows once the round is over."""
        self._settle()

    def forfeit(self, seat: int) -> None:
        """From now on ``seat`` only waits."""
        self.game.rules.forfeit(self.g, seat)
        self._settle()

    def _settle(self) -> None:
        rules, g = self.game.rules, self.g
        self._drain()
        while rules.unsettled(g):
            rules.advance(g)
            self._drain()

    def _drain(self) -> None:
        buffer = self.g.events
        for at in range(buffer.count):
            self._journal.append(
                Event(buffer.code[at], buffer.actor[at], buffer.target[at], buffer.value[at], buffer.audience[at])
            )
        buffer.count = 0

    def find_deal(self, viewer: int, opening: Sequence[Event], stream: int, start: int, stop: int) -> int:
        """The first of the deals [``start``, ``stop``) of ``seed_in(stream, ...)`` that shows ``viewer`` the ``opening``, or -1.

        For search. Its setup is this table's; the table itself is used up, so ask a copy.
        """
        for number in range(start, stop):
            self._journal = []
            self._open(seed_in(stream, number))
            if self.news(viewer) == opening:
                return number
        return -1

    def copy(self) -> Self:
        """An independent table in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.g = self.g.copy()
        twin.history = self.history.copy()
        twin._journal = self._journal.copy()
        return twin

    # --- the same for both -----------------------------------------------------------------------------------

    @property
    def journal(self) -> list[Event]:
        """Every event so far, in order. Read it through ``visible_to``."""
        return self._journal

    def news(self, viewer: int, since: int = 0, until: int | None = None) -> list[Event]:
        """What ``viewer`` may know of the journal's entries [``since``, ``until``)."""
        return visible_to(viewer, self.journal[since:until])

    def apply(self, seat: int, action: int) -> None:
        """One action of one seat. Raises ``IllegalAction`` naming the legal ones, and then changes nothing."""
        if not self.may(seat, action):
            raise IllegalAction(self.refusal(seat, action))
        self.play(seat, action)

    def say(self, seat: int, channel: int, text: str) -> None:
        """A free message. Raises ``IllegalAction`` when the seat may not send one there now, and then changes nothing."""
        if not self.may_say(seat, channel):
            raise IllegalAction(self._say_refusal(seat, channel))
        if len(text) > self.setup.ruleset.max_message_chars:
            limit = self.setup.ruleset.max_message_chars
            raise IllegalAction(f"seat {seat} wrote {len(text)} characters; a message holds at most {limit}")
        self._say(seat, channel)
        last = self.journal[-1]
        self._journal[-1] = last._replace(text=text)

    def legal_texts(self, seat: int) -> list[str]:
        """The legal actions of ``seat`` as texts, in table order."""
        texts = self.actions.texts
        return [texts[index] for index in np.flatnonzero(self.mask(seat))]

    def refusal(self, seat: int, action: int) -> str:
        """The sentence that says why ``action`` is refused, and what is legal."""
        name = self.actions.texts[action] if 0 <= action < len(self.actions) else str(action)
        return f"seat {seat} may not '{name}' in {self.phase_name}; legal: {listing(self.legal_texts(seat))}"

    @property
    def phase_name(self) -> str:
        """The current phase as an upper-case word."""
        return str(self.clock()["phase"]).upper()

    def _say_refusal(self, seat: int, channel: int) -> str:
        where = "in public" if channel == 0 else "to the team" if channel == 1 else f"to seat {channel - 2}"
        if self.setup.talk != "text":
            return f"seat {seat} may not send messages: talk is '{self.setup.talk}'"
        limit = self.setup.ruleset.max_messages
        return f"seat {seat} may not speak {where} now; {limit} messages a turn, and only to those it may address"
