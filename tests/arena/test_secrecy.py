"""What the arena tells a seat: nothing of other seats' sealed choices, nothing of other matches, nothing of faults."""

import asyncio

import pytest

from agents.agent import FunctionAgent, HarnessFault, Reply, Request
from arena.match.conduct import conduct_of
from arena.match.referee import Referee
from arena.replay.text import transcript
from envs.engine.events import SPECTATOR
from tests.arena.stage import entries, make_plan, play, quiet, read, says

CANARY = "xylophone-Merlin-7731"


class Ear:
    """Remembers all it is told, as text."""

    def __init__(self):
        self.told = []

    async def act(self, request: Request) -> Reply:
        self.told.append(repr(request))
        return quiet(request)


def by_night(*actions):
    """Takes ``actions`` in the first night and is quiet otherwise."""
    return lambda r: Reply(actions) if r.kind == "turn" and r.clock["phase"] == "night" and r.clock["round"] == 0 else quiet(r)


PLAN = make_plan(8, 3, max_days=2)
ROLES = read(play(PLAN, {})).roles
KILLERS = [seat for seat, role in enumerate(ROLES) if role == "trusis"]
HUMANS = [seat for seat, role in enumerate(ROLES) if role == "human"]
OTHERS = [seat for seat in range(8) if seat not in KILLERS]


def told_to_others(first, second):
    ears = {seat: Ear() for seat in OTHERS}
    played = play(PLAN, {**ears, KILLERS[0]: first, KILLERS[1]: second})
    return {seat: ear.told for seat, ear in ears.items()}, played


def test_a_split_kill_vote_leaves_no_mark_on_anybody_else():
    silent, _ = told_to_others(quiet, quiet)
    voting, played = told_to_others(by_night(f"vote:{HUMANS[0]}"), by_night(f"vote:{HUMANS[1]}", "pass"))
    assert len(entries(played, "kill_vote_cast")) == 2
    assert silent == voting


def test_a_split_kill_vote_is_not_told_in_public():
    _, without = told_to_others(quiet, quiet)
    _, played = told_to_others(by_night(f"vote:{HUMANS[0]}"), by_night(f"vote:{HUMANS[1]}"))
    assert list(transcript(read(played), "en", SPECTATOR)) == list(transcript(read(without), "en", SPECTATOR))


def test_the_killers_see_each_others_votes():
    _, played = told_to_others(by_night(f"vote:{HUMANS[0]}"), quiet)
    assert [entry["audience"] for entry in entries(played, "kill_vote_cast")] == [KILLERS]


def test_faults_by_night_leave_no_mark_either():
    silent, _ = told_to_others(quiet, quiet)
    faulty, played = told_to_others(by_night("vote:99"), quiet)
    assert entries(played, "fallback_taken")
    assert silent == faulty


def test_a_whisper_leaves_no_mark_on_a_third_seat():
    def told(agent):
        ear = Ear()
        play(make_plan(talk="text"), {0: agent, 2: ear})
        return ear.told

    from tests.arena.stage import whisper

    assert told(quiet) == told(lambda r: whisper(CANARY, 3) if r.number == 0 else quiet(r))


def seated(plan, agents):
    return [agents.get(seat) or FunctionAgent(quiet) for seat in range(plan.setup.players)]


def speaker(request):
    return says(CANARY) if request.number == 0 else quiet(request)


def crashing(request):
    if request.number == 1:
        raise HarnessFault("gone")
    return speaker(request)


def referee(seed, agents):
    plan = make_plan(seed=seed, talk="text")
    return Referee(plan, seated(plan, agents), conduct=conduct_of("trusis"))


@pytest.mark.parametrize("first", [speaker, crashing], ids=["played to the end", "given up half-way"])
def test_nothing_of_one_match_reaches_the_next(first):
    ear = Ear()

    async def both():
        await asyncio.gather(referee(1, {0: FunctionAgent(first)}).play(), return_exceptions=True)
        await referee(2, {1: ear}).play()

    asyncio.run(both())
    assert CANARY not in "".join(ear.told)


def test_nothing_of_one_match_reaches_another_played_at_the_same_time():
    class Waiting(Ear):
        async def act(self, request):
            await asyncio.sleep(0)
            return await super().act(request)

    ear = Waiting()

    async def both():
        await asyncio.gather(referee(1, {0: FunctionAgent(speaker), 1: Waiting()}).play(), referee(2, {1: ear}).play())

    asyncio.run(both())
    assert ear.told
    assert CANARY not in "".join(ear.told)
