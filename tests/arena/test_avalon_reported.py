"""Failures that others reported about Avalon at the table of agents (cases.md, AVA-19 and AVA-20)."""

import asyncio
import json

from agents.agent import FunctionAgent, Reply
from arena.match.policy import Policy
from arena.match.referee import Referee
from arena.replay.check import difference
from tests.arena.stage import avalon_plan, entries, read

DEADLINE = 0.02


class Half:
    """Names the first member of a team and then never answers again."""

    def __init__(self):
        self.began = False

    async def act(self, request):
        adds = [text for text in request.legal_texts() if text.startswith("add:")]
        if adds and not self.began:
            self.began = True
            return Reply([adds[0]])
        if self.began and request.kind == "turn":
            await asyncio.sleep(60)
        return Reply([request.legal[0]]) if request.kind == "turn" else Reply()


def first_legal(request):
    return Reply([request.legal[-1]]) if request.kind == "turn" else Reply()


def played(agents, policy):
    plan = avalon_plan(5, 3, policy, talk="none")
    seated = [agents.get(seat) or FunctionAgent(first_legal) for seat in range(5)]
    return asyncio.run(Referee(plan, seated).play())


def test_a_half_made_choice_is_completed_legally_when_time_runs_out_ava19():
    match = played({seat: Half() for seat in range(5)}, Policy(reasks=0, deadline=DEADLINE))
    taken = entries(match, "fallback_taken")
    assert any(entry["action"].startswith("add:") for entry in taken)
    assert {entry["fault"] for entry in taken} == {"timeout"}
    assert read(match).result["outcome"] in ("good", "evil")


def test_nothing_happens_after_the_result_although_a_deadline_was_running_ava19():
    match = played({0: Half()}, Policy(reasks=0, deadline=DEADLINE))
    assert "result" in json.loads(match.log.splitlines()[-1])
    assert difference(read(match)) == ""


def test_one_kind_of_agent_in_two_seats_keeps_two_memories_ava20():
    told = {1: [], 4: []}

    def listening(seat):
        def act(request):
            told[seat].append(request)
            return first_legal(request)

        return FunctionAgent(act)

    match = played({1: listening(1), 4: listening(4)}, Policy())
    for seat, requests in told.items():
        assert {request.seat for request in requests} == {seat}
        private = [event for request in requests for event in request.news if event.audience == 1 << (5 - seat)]
        assert not private
    assert not entries(match, "fallback_taken")
