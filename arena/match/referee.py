"""The referee: asks each seat in turn, checks replies, applies them, and writes down what happened. No rule lives here.

A reply counts as a whole or not at all. A failed reply is asked again with the reason; after ``policy.reasks`` more failures
the seat's turn is played by the fallback: ``pass``, ``end_turn`` or ``decline`` where legal, else one of the legal actions
drawn from the match's own fallback stream. Agents never get the table, the seed or another seat's news.
"""

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import Any

from agents.agent import Agent, HarnessFault, Kind, Reply, Request
from arena.match.beliefs import tidy_beliefs
from arena.match.chair import Chair
from arena.match.conduct import Conduct
from arena.match.log import Listener, LogWriter
from arena.match.outcome import result_entry
from arena.match.papers import header, kept_of
from arena.match.plan import MatchPlan
from arena.match.trace import TraceWriter
from arena.match.turn import Refused, Turn, items_of
from envs.engine.tables import make_table

FALLBACKS = ("pass", "end_turn", "decline")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match: its log and trace as texts, and the result entry."""

    id: str
    log: str = field(repr=False)
    trace: str = field(repr=False)
    result: dict[str, Any]


@dataclass(slots=True)
class Asking:
    """One request on its way: its number in the match, when it began, and what went wrong so far."""

    number: int
    began: float = field(default_factory=perf_counter)
    faults: list[str] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)


class Referee:
    """Plays one match of ``plan`` with ``agents`` by seat, each fresh for this match.

    ``listener`` hears every event and entry as it is written. ``compiled`` chooses the rules' speed, never the result.
    ``conduct`` is needed where ``talk`` is ``text``; without it no message is checked.
    """

    def __init__(
        self,
        plan: MatchPlan,
        agents: Sequence[Agent],
        listener: Listener | None = None,
        compiled: bool | None = False,
        conduct: Conduct | None = None,
    ) -> None:
        self.plan = plan
        self.table = make_table(plan.game, plan.setup, plan.deal_seed, compiled)
        self.log = LogWriter(plan.game.codes, plan.setup.players, listener)
        self.trace = TraceWriter(plan.id)
        self._chairs = [Chair(agent) for agent in agents]
        self._conduct = conduct if plan.setup.talk == "text" else None
        self._requests = 0
        self._clock = self.table.clock()
        self._budget = int(plan.setup.ruleset.actions_per_turn)
        self._verbs = {text: index for index, text in enumerate(self.table.actions.texts) if text in FALLBACKS}
        self._end_turn = self._verbs.get("end_turn", -1)

    async def play(self) -> Played:
        """The whole match. Raises only ``HarnessFault``: what an agent does wrong is dealt with here."""
        self.log.write({"header": header(self.plan, self.table, [chair.agent for chair in self._chairs])})
        self.log.happened(self.table.journal)
        try:
            await self._probe_all()
            while not self.table.is_over:
                await self._turn(self.table.actor)
            for seat in range(self.table.n):
                await self._tell_end(seat)
        finally:
            for chair in self._chairs:
                await chair.close()
        result = result_entry(self.table, [chair.tally for chair in self._chairs])
        self.log.write({"result": result})
        return Played(self.plan.id, self.log.text(), self.trace.text(), result)

    # --- asking ------------------------------------------------------------------------------------------------

    def _request(self, kind: Kind, seat: int, legal: tuple[int, ...]) -> Request:
        chair, table = self._chairs[seat], self.table
        news = tuple(table.news(seat, chair.sent))
        chair.sent = table.count
        chair.asked += 1
        self._requests += 1
        return Request(
            kind,
            chair.asked - 1,
            seat,
            self.plan.setup,
            self.plan.names,
            dict(self._clock),
            news,
            table.actions,
            legal,
            self._budget,
            self.plan.policy.deadline,
            features=table.features(seat) if chair.wants_features else None,
        )

    async def _turn(self, seat: int) -> None:
        request = self._request("turn", seat, tuple(self.table.mask(seat).nonzero()[0].tolist()))
        asking = Asking(self._requests - 1)
        turn, reply = await self._attempts(request, asking)
        self._chairs[seat].tally.turns += 1
        attempts = len(asking.faults) + (reply is not None)
        self.trace.asked(asking.number, seat, "turn", attempts, asking.began, reply, asking.faults, asking.calls)
        self._keep(turn)
        if turn.went_on:
            await self._go_on()

    async def _attempts(self, request: Request, asking: Asking) -> tuple[Turn, Reply | None]:
        refusal = Refused("empty", "")
        for attempt in range(self.plan.policy.reasks + 1):
            reply = None
            try:
                reply = await self._answered(request, asking)
                return self._tried(request, reply), reply
            except Refused as caught:
                refusal = caught
                self._note_refusal(request, asking, caught, reply)
                if caught.is_final:
                    break
                request = replace(request, attempt=attempt + 1, refusal=str(caught), news=())
        return self._fall_back(request, asking, refusal), None

    async def _answered(self, request: Request, asking: Asking) -> Reply:
        """One answer, with the calls it took; the faulty replies that the agent itself asked again are counted as refused."""
        chair = self._chairs[request.seat]
        retried: list[dict[str, Any]] = []
        try:
            reply = await chair.answer(request)
            retried = chair.take_calls()
            self._count_retried(request, asking, retried)
            return reply
        except Refused:
            calls = chair.take_calls()
            self._count_retried(request, asking, calls[:-1])
            retried = calls
            raise
        finally:
            asking.calls.extend(retried or chair.take_calls())

    def _count_retried(self, request: Request, asking: Asking, calls: list[dict[str, Any]]) -> None:
        for call in calls:
            if "fault" in call:
                fault = call["fault"]
                self._note_refusal(request, asking, Refused(fault["fault"], fault["reason"]), None)

    def _tried(self, request: Request, reply: Reply) -> Turn:
        """The turn that ``reply`` makes. A single action needs no copy of the table, and neither does a closing
        ``end_turn`` after it: ending is legal after an action wherever it was legal before."""
        moves, says = items_of(reply, self.table.actions)
        may_end = self._end_turn in request.legal
        closes = len(moves) == 2 and moves[1] == self._end_turn and may_end
        if not says and (len(moves) == 1 or closes) and _holds(request.legal, moves[0]):
            turn = Turn(self.table, request.seat)
            turn.do(moves[0], self.table.actions.texts[moves[0]])
        else:
            turn = Turn(self.table.copy(), request.seat, self._conduct)
            turn.play(moves, says)
        turn.finish(self._end_turn, may_end)
        return turn

    def _fall_back(self, request: Request, asking: Asking, refusal: Refused) -> Turn:
        chosen = next((self._verbs[text] for text in FALLBACKS if self._verbs.get(text, -1) in request.legal), None)
        if chosen is None:
            chosen = Random(self.plan.fallback_seed(asking.number)).choice(request.legal)
        text, tally = self.table.actions.texts[chosen], self._chairs[request.seat].tally
        tally.fallbacks += 1
        tally.status = refusal.fault
        self.log.referee("fallback_taken", request.seat, request=asking.number, fault=refusal.fault, action=text)
        turn = Turn(self.table, request.seat)
        turn.do(chosen, text)
        turn.finish(self._end_turn, self._end_turn in request.legal)
        return turn

    def _note_refusal(self, request: Request, asking: Asking, refusal: Refused, reply: Any) -> None:
        self._chairs[request.seat].tally.refusals += 1
        cause = f": {refusal.__cause__}" if str(refusal.__cause__ or "") else ""
        asking.faults.append(f"{refusal}{cause}")
        self.log.referee(
            "reply_refused",
            request.seat,
            request=asking.number,
            attempt=len(asking.faults) - 1,
            fault=refusal.fault,
            reason=str(refusal),
            **kept_of(reply),
        )

    # --- after a turn ------------------------------------------------------------------------------------------

    def _keep(self, turn: Turn) -> None:
        self.table = turn.table
        for breach in turn.breaches:
            mode = self.plan.setup.ruleset.conduct
            self.log.referee(
                "conduct_breached", turn.seat, rule=breach.rule, channel=breach.channel, text=breach.text, conduct=mode
            )
        self.log.extend(turn.lines, turn.events)
        if self._conduct is not None:
            for event in turn.events:
                self._conduct.hear(event)

    async def _go_on(self) -> None:
        before, self._clock = self._clock, self.table.clock()
        if {**before, "round": 0} != {**self._clock, "round": 0}:
            await self._probe_all()

    async def _probe_all(self) -> None:
        """At the start of each phase every seat says what it believes, where the policy asks for it."""
        if self.plan.policy.probe == "none" or self.table.is_over:
            return
        for seat in range(self.table.n):
            request = replace(self._request("probe", seat, ()), shadow=self.plan.policy.probe == "shadow")
            asking = Asking(self._requests - 1)
            reply = await self._heard(request, asking)
            given = getattr(reply, "beliefs", None)
            beliefs = tidy_beliefs(given, self.table.n, self.plan.game.team_ids)
            self.log.referee("probed", seat, request=asking.number, beliefs=beliefs)

    async def _tell_end(self, seat: int) -> None:
        await self._heard(self._request("over", seat, ()), Asking(self._requests - 1))

    async def _heard(self, request: Request, asking: Asking) -> Reply | None:
        """An answer that nothing hangs on: a failure costs the seat nothing."""
        reply: Any = None
        try:
            reply = await self._chairs[request.seat].answer(request)
        except Refused as refusal:
            asking.faults.append(str(refusal))
        except HarnessFault as fault:
            if request.kind != "over":  # a match that has been played to its end counts, whoever hears of it
                raise
            asking.faults.append(str(fault))
        kept = reply if isinstance(reply, Reply) else None
        calls = self._chairs[request.seat].take_calls()
        self.trace.asked(asking.number, request.seat, request.kind, 1, asking.began, kept, asking.faults, calls)
        return kept


def _holds(legal: tuple[int, ...], move: int) -> bool:
    at = bisect_left(legal, move)
    return at < len(legal) and legal[at] == move


def play_match(
    plan: MatchPlan,
    agents: Sequence[Agent],
    listener: Listener | None = None,
    compiled: bool | None = False,
    conduct: Conduct | None = None,
) -> Played:
    """``Referee.play`` in an event loop of its own."""
    return asyncio.run(Referee(plan, agents, listener, compiled, conduct).play())
