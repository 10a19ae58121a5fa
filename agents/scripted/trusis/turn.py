"""One turn: what the request allows, and the list of actions being put together. No judgement lives here."""

from bisect import bisect_left

from agents.agent import Request
from envs.trusis.actions import N_RESULTS, OFFSET_OF
from envs.trusis.codes import PASS, REPORT, TO, TO_TEAM


class Turn:
    """The turn of ``request``: ``targets(verb)`` are the legal arguments, ``take`` adds an action while there is room.

    Legality is that of the start of the turn. One vote, one hidden vote, one power and any words stay legal together.
    """

    def __init__(self, request: Request) -> None:
        self._legal = request.legal
        self._offsets = OFFSET_OF[request.setup.players]
        self.room = request.budget
        self.actions: list[int] = []
        self._ended = False

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

    def has(self, verb: int) -> bool:
        """Whether an action of ``verb`` has been taken in this turn."""
        return any(self._offsets[verb] <= index < self._offsets[verb + 1] for index in self.actions)

    def take(self, verb: int, argument: int = 0) -> bool:
        """Adds an action that is legal and for which there is room; tells whether it did."""
        if self.room <= 0 or self._ended or not self.may(verb, argument):
            return False
        self.actions.append(self._offsets[verb] + argument)
        self.room -= 1
        return True

    def report(self, target: int, result: int) -> bool:
        """Adds ``report:target=result``."""
        return self.take(REPORT, target * N_RESULTS + result)

    def whisper(self, seat: int) -> bool:
        """Speaks to ``seat`` alone for the rest of the turn; free of charge."""
        return self._redirect(TO, seat)

    def address_team(self) -> bool:
        """Speaks to the Role.TRUSIS seats for the rest of the turn; free of charge."""
        return self._redirect(TO_TEAM, 0)

    def _redirect(self, verb: int, argument: int) -> bool:
        if self.room <= 0 or self._ended or not self.may(verb, argument):
            return False
        self.actions.append(self._offsets[verb] + argument)
        return True

    def keep(self, actions: int) -> None:
        """Keeps room for so many actions out of reach; a negative number gives it back."""
        self.room -= actions

    def finish(self) -> None:
        """Passes, where there is room: nothing more to choose in this phase."""
        if self.room > 0 and not self._ended and self.may(PASS):
            self.actions.append(self._offsets[PASS])
        self._ended = True

    def stop(self) -> None:
        """Takes nothing more."""
        self._ended = True

    def harmless(self, *verbs: int) -> int:
        """The first of ``verbs`` that is legal, else the first legal action: a turn is never answered with nothing."""
        quiet = [verb for verb in verbs if self.may(verb)]
        return self._offsets[quiet[0]] if quiet else self._legal[0]
