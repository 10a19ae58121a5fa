"""The referee: whole replies or nothing, asking again, the fallback, and what never reaches a seat."""

import asyncio

import pytest

from agents.agent import FunctionAgent, HarnessFault, Reply, Request, Say
from arena.match.policy import Policy, PolicyError
from arena.match.referee import play_match
from tests.arena.stage import TRUSIS, entries, make_plan, once, play, play_random, quiet, read, says, seeds_in


class Recorder:
    """Keeps every request it gets."""

    def __init__(self, reply=quiet):
        self.requests = []
        self.reply = reply

    async def act(self, request: Request) -> Reply:
        self.requests.append(request)
        return self.reply(request)


class Slow:
    async def act(self, request: Request) -> Reply:
        await asyncio.sleep(30)
        return Reply(("pass",))


class Cancelling:
    async def act(self, request: Request) -> Reply:
        raise asyncio.CancelledError


class Twice:
    """Answers anything first with one reply, then with another."""

    def __init__(self, first, then=quiet):
        self.first, self.then, self.refusals = first, then, []

    async def act(self, request: Request) -> Reply:
        self.refusals += [request.refusal] if request.refusal else []
        return self.first if request.attempt == 0 else self.then(request)


def raising(request):
    raise KeyError("oops at <object 0x7f00>")


def leaving(request):
    raise SystemExit(3)


def bad(request):
    return "no such action"


def test_one_illegal_item_refuses_the_whole_reply():
    agent = Twice(Reply(("vote:1", "accuse:2", "vote:0", "claim:priest")))
    played = play(make_plan(), {0: agent})
    assert "seat 0 may not 'vote:0' in DAY" in agent.refusals[0]
    assert "nothing of the reply was done" in agent.refusals[0]
    assert entries(played, "vote_cast") == []
    assert entries(played, "accused") == []


def test_a_refused_reply_stands_in_the_log_with_its_reason():
    played = play(make_plan(), {0: Twice(Reply(("vote:1", "vote:0")))})
    first = entries(played, "reply_refused")[0]
    assert first["actions"] == ["vote:1", "vote:0"]
    assert (first["fault"], first["attempt"], first["seat"], first["audience"]) == ("illegal", 0, 0, "log")
    assert "vote:0" in first["reason"]


def test_a_missing_closing_action_means_end_turn():
    played = play(make_plan(), {0: lambda request: Reply(("accuse:1",)) if request.kind == "turn" else Reply()})
    done = [entry["do"] for entry in read(played).entries if entry.get("seat") == 0 and "do" in entry]
    assert done[:4] == ["accuse:1", "end_turn", "accuse:1", "end_turn"]


def test_a_closing_end_turn_after_the_last_action_of_the_budget_is_taken_as_read():
    played = play(make_plan(talk="none"), {0: once(Reply(("vote:1", "end_turn")))})
    assert entries(played, "reply_refused") == []


def test_nothing_else_may_follow_a_closed_turn():
    agent = Twice(Reply(("pass", "accuse:1")))
    play(make_plan(), {0: agent})
    assert agent.refusals[0].startswith("the turn of seat 0 ends with 'pass'; nothing may follow it, not even 'accuse:1'")


def test_a_seat_is_asked_again_without_news_and_with_the_reason():
    agent = Recorder(lambda request: Reply(("nonsense",)) if request.attempt < 2 else quiet(request))
    play(make_plan(), {0: agent})
    asked = agent.requests[:3]
    assert [request.attempt for request in asked] == [0, 1, 2]
    assert [bool(request.news) for request in asked] == [True, False, False]
    assert [request.number for request in asked] == [0, 0, 0]
    assert all("'nonsense' is no action here" in request.refusal for request in asked[1:])


@pytest.mark.parametrize(
    ("agent", "fault"),
    [
        (FunctionAgent(bad), "illegal"),
        (FunctionAgent(lambda request: Reply(("vote:0",))), "illegal"),
        (FunctionAgent(lambda request: Reply((10**9,))), "illegal"),
        (FunctionAgent(lambda request: Reply((True,))), "illegal"),
        (FunctionAgent(lambda request: Reply(("x" * 10**6,))), "illegal"),
        (FunctionAgent(lambda request: Reply(("vote:1",) * 10**6)), "illegal"),
        (FunctionAgent(lambda request: Reply()), "empty"),
        (FunctionAgent(raising), "error"),
        (FunctionAgent(leaving), "error"),
        (Cancelling(), "error"),
        (FunctionAgent(lambda request: Reply((object(),))), "error"),
        (FunctionAgent(lambda request: Reply(7.5)), "error"),
        (FunctionAgent(lambda request: Reply((), ("not a Say",))), "error"),
        (FunctionAgent(lambda request: says("psst", -1)), "illegal"),
        (FunctionAgent(lambda request: says("psst", 2**70)), "illegal"),
    ],
    ids=[
        "a text that is no action",
        "an action that is not legal",
        "an index outside the table",
        "a truth value",
        "an endless text",
        "endless actions",
        "an empty reply",
        "an exception",
        "an attempt to leave",
        "a cancellation of its own",
        "an object",
        "no list",
        "a message of the wrong type",
        "a channel below all others",
        "a channel above all others",
    ],
)
def test_an_agent_that_fails_for_ever_is_played_by_the_fallback(agent, fault):
    played = play(make_plan(), {0: agent})
    tally = played.result["faults"][0]
    assert (tally["status"], tally["refusals"]) == (fault, 3 * tally["turns"])
    assert tally["fallbacks"] == tally["turns"] > 0
    assert {entry["action"] for entry in entries(played, "fallback_taken")} == {"pass", "end_turn"}
    assert played.result["faults"][1] == {"fallbacks": 0, "refusals": 0, "status": "ok", "turns": tally["turns"] + 4}


def test_a_missed_deadline_is_a_fault_of_the_agent():
    played = play(make_plan(max_days=1, policy=Policy(reasks=0, deadline=0.01)), {0: Slow()})
    assert played.result["faults"][0]["status"] == "timeout"
    assert played.result["clean"] is False


def test_a_failure_of_the_world_ends_the_match_without_a_result():
    def no_network(request):
        raise HarnessFault("the server gives 503")

    with pytest.raises(HarnessFault, match="503"):
        play(make_plan(), {2: no_network})


def test_a_match_that_was_played_to_its_end_counts_whoever_hears_of_it():
    def gone(request):
        if request.kind == "over":
            raise HarnessFault("the server gives 503")
        return quiet(request)

    assert play(make_plan(), {2: gone}).result["clean"] is True


def test_an_exception_leaves_its_type_in_the_log_and_its_words_in_the_trace():
    played = play(make_plan(), {0: raising})
    assert "the agent failed with KeyError" in played.log
    assert "oops" not in played.log
    assert "oops" in played.trace


def test_no_seat_hears_of_the_faults_of_another():
    calm, noisy = Recorder(), Recorder()
    play(make_plan(), {1: calm, 0: lambda request: Reply(("pass",))})
    play(make_plan(), {1: noisy, 0: Twice(Reply(("vote:0",)), lambda request: Reply(("pass",)))})
    assert [repr(request) for request in calm.requests] == [repr(request) for request in noisy.requests]


def test_seed_and_roles_never_reach_a_seat():
    plan = make_plan(players=8, seed=918273645, reveal_on_death="none")
    watch = Recorder(lambda request: Reply((request.legal[0],)) if request.kind == "turn" else Reply())
    play(plan, {3: watch})
    before_the_end = [request for request in watch.requests if request.kind != "over"]
    assert seeds_in(repr(before_the_end), plan) == []
    assert plan.id not in repr(watch.requests)
    dealt = [event for request in before_the_end for event in request.news if event.code == TRUSIS.codes.ROLE_DEALT]
    assert [event.target for event in dealt] == [3]


def test_everybody_is_told_the_end_with_the_final_news():
    agent = Recorder()
    play(make_plan(), {4: agent})
    last = agent.requests[-1]
    assert last.kind == "over"
    assert last.legal == ()
    assert TRUSIS.codes.MATCH_ENDED in [event.code for event in last.news]


def test_no_event_is_sent_twice_or_left_out():
    agent = Recorder()
    played = play(make_plan(), {2: agent})
    heard = [event for request in agent.requests for event in request.news]
    told = [event for event in read(played).events() if event.audience >> 2 & 1]
    assert [event[:4] for event in heard] == [event[:4] for event in told]


def test_an_agent_cannot_change_what_the_next_one_sees():
    def spoil(request):
        request.clock["day"] = 99
        return quiet(request)

    agent = Recorder()
    play(make_plan(), {0: spoil, 1: spoil, 2: agent, 3: spoil, 4: spoil})
    assert {request.clock["day"] for request in agent.requests} == {1, 2}


def test_messages_are_delivered_before_the_actions():
    played = play(make_plan(talk="text"), {0: lambda r: Reply(("accuse:1",), (Say("first"),)) if r.number == 0 else quiet(r)})
    spoken = [entry["event"] for entry in read(played).entries if entry.get("actor") == 0]
    assert spoken[:3] == ["role_dealt", "said", "accused"]


@pytest.mark.parametrize(
    "text",
    ["x" * 501, "x" * 10**6, "\n" * 10_000, "a" + "\u0301" * 5000],
    ids=["one character too many", "a megabyte", "ten thousand lines", "five thousand accents"],
)
def test_a_message_above_the_limit_is_refused_and_kept_short(text):
    played = play(make_plan(talk="text"), {0: Twice(says(text))})
    refused = entries(played, "reply_refused")[0]
    assert "a message holds at most 500" in refused["reason"]
    assert (len(refused["says"][0]), refused["cut"]) == (200, True)
    assert entries(played, "said") == []


def test_five_hundred_messages_in_one_reply_are_refused():
    played = play(make_plan(talk="text"), {0: Twice(Reply((), (Say("hello"),) * 500))})
    assert entries(played, "reply_refused")[0]["cut"] is True
    assert entries(played, "said") == []


def test_strange_text_reaches_the_hearers_unchanged():
    text = "ok \ud83d \x00 \x1b[31m </script> \u2028 [Moderator says] nothing"
    agent = Recorder()
    played = play(make_plan(talk="text"), {0: lambda r: says(text) if r.number == 0 else quiet(r), 1: agent})
    heard = [event.text for request in agent.requests for event in request.news if event.text]
    assert heard == [text]
    assert entries(played, "said")[0]["text"] == text


def test_probes_are_kept_in_the_log_alone_and_change_nothing():
    def believing(request):
        share = {"humans": 0.5, "trusis": 0.5}
        return Reply((), beliefs={1: share}) if request.kind == "probe" else quiet(request)

    plain = play(make_plan(), {0: quiet})
    probed = play(make_plan(policy=Policy(probe="all")), {0: believing})
    rows = entries(probed, "probed")
    assert {row["audience"] for row in rows} == {"log"}
    assert next(row["beliefs"] for row in rows if row["seat"] == 0) == {"1": {"humans": 0.5, "trusis": 0.5}}
    assert [entry for entry in read(probed).entries if entry.get("event") != "probed"] == read(plain).entries


@pytest.mark.parametrize(
    "beliefs",
    [{1: {"humans": float("nan")}}, {1: {"elves": 1.0}}, {9: {"humans": 1.0}}, {1: {"humans": 0.2}}, {1: 3}, "none", 7],
    ids=["not a number", "unknown team", "unknown seat", "sum is not 1", "no row", "a text", "a number"],
)
def test_beliefs_that_are_none_are_kept_as_nothing(beliefs):
    played = play(
        make_plan(policy=Policy(probe="all")), {0: lambda r: Reply((), beliefs=beliefs) if r.kind == "probe" else quiet(r)}
    )
    assert {str(row["beliefs"]) for row in entries(played, "probed")} == {"None"}


def test_a_strange_trace_never_stops_a_match():
    loop = {}
    loop["loop"] = loop
    reply = Reply(("end_turn",), note=loop, trace={"x": float("inf"), 3: object(), "deep": loop})
    played = play(make_plan(), {0: lambda request: reply})
    assert '"x":null' in played.trace
    assert played.result["faults"][0]["status"] == "ok"


def test_features_are_given_to_agents_that_ask():
    agent = Recorder()
    agent.wants_features = True
    play(make_plan(), {0: agent})
    assert agent.requests[0].features.shape == (TRUSIS.feature_count(5, True),)


def test_the_same_seeds_and_replies_give_the_same_bytes():
    assert play_random(make_plan(8, 5)).log == play_random(make_plan(8, 5)).log
    assert play_random(make_plan(8, 5)).log != play_random(make_plan(8, 6)).log


def test_compiled_and_interpreted_rules_give_the_same_log():
    pytest.importorskip("numba")
    assert play_random(make_plan(8, 5), compiled=True).log == play_random(make_plan(8, 5), compiled=False).log


def test_games_with_the_same_agents_at_once_do_not_mix():
    words = {}

    def remember(request):
        words.setdefault(id(request.setup), []).append(request.news)
        return quiet(request)

    alone = play(make_plan(seed=1), {0: remember}).log
    other = play(make_plan(seed=2), {0: remember}).log
    assert play(make_plan(seed=1), {0: quiet}).log == alone
    assert play(make_plan(seed=2), {0: quiet}).log == other


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"reasks": -1}, "0 to 20 times, not -1"),
        ({"deadline": 0}, "seconds above 0, not 0"),
        ({"deadline": "soon"}, "seconds above 0, not 'soon'"),
        ({"probe": "some"}, "not 'some'"),
    ],
    ids=["asked again less than never", "no time at all", "no number", "some probes"],
)
def test_a_policy_that_makes_no_sense_is_refused(keys, sentence):
    with pytest.raises(PolicyError, match=sentence):
        Policy(**keys)


def test_a_match_of_everlasting_garbage_ends():
    plan = make_plan(max_days=30, stalemate_cycles=3)
    played = play_match(plan, [FunctionAgent(raising) for _ in range(5)])
    assert played.result["reason"] == "stalemate"
