"""One turn: what the request allows, and the list of actions being put together. No judgement lives here."""

from bisect import bisect_left

from agents.agent import Request
from envs.avalon.actions import N_RESULTS, OFFSET_OF, VERB_OF
from envs.avalon.codes import ADD, DECLINE, END_TURN, PASS, REPORT


class Turn:
    """The turn of ``request``: ``targets(verb)`` are the legal arguments, ``take`` adds an action while there is room.

    Legality is that of the start of the turn; words of one turn stay legal together, and a question takes one answer.
    """

    def __init__(self, request: Request) -> None:
        self._legal = request.legal
        self._offsets = OFFSET_OF[request.setup.players]
        self.room = request.budget
        self.verb = VERB_OF[request.setup.players][request.legal[-1]]
        """The verb of the last legal action: what is asked here, since ``decline`` stands before every other answer."""
        self.actions: list[int] = []

    def targets(self, verb: int) -> list[int]:
        """Legal arguments of ``verb``, ascending (for a report, seat * results + result)."""
        start, end = self._offsets[verb], self._offsets[verb + 1]
        low = bisect_left(self._legal, start)
        return [index - start for index in self._legal[low : bisect_left(self._legal, end, low)]]

    def may(self, verb: int, argument: int = 0) -> bool:
        """Whether one action is legal."""
        index = self._offsets[verb] + argument
        at = bisect_left(self._legal, index)
        return at < len(self._legal) and self._legal[at] == index

    def take(self, verb: int, argument: int = 0) -> bool:
        """Adds an action that is legal and for which there is room; tells whether it did."""
        if self.room <= 0 or not self.may(verb, argument):
            return False
        self.actions.append(self._offsets[verb] + argument)
        self.room -= 1
        return True

    def propose(self, seats: int) -> None:
        """Picks every seat of a bit set, ascending, if the first may be picked; a proposal takes no room of a turn."""
        picks = [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
        if picks and self.may(ADD, picks[0]):
            self.actions += [self._offsets[ADD] + seat for seat in picks]

    def report(self, target: int, result: int) -> bool:
        """Adds ``report:target=result``."""
        return self.take(REPORT, target * N_RESULTS + result)

    def decline(self) -> None:
        """Uses nothing, where that is allowed."""
        self.take(DECLINE)

    def finish(self) -> None:
        """Ends the talk of this phase, where there is room."""
        self.take(PASS)

    def harmless(self) -> int:
        """A legal action that decides nothing if there is one, else the first legal one."""
        quiet = [verb for verb in (PASS, END_TURN, DECLINE) if self.may(verb)]
        return self._offsets[quiet[0]] if quiet else self._legal[0]
