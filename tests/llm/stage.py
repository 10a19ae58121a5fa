"""What the tests of language models share: an endpoint that says given texts, requests without a match, short matches."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agents.agent import Request
from agents.llm.book import Book, keeping
from agents.llm.capability import forget_capabilities
from agents.llm.choices import Offer
from agents.roster import build
from arena.llm.fake.moods import Response, Visit, completion
from arena.llm.fake.server import FakeEndpoint, running
from arena.match.plan import Entrant, MatchPlan, seat_lineup
from arena.match.playing import play_plan
from arena.match.policy import Policy
from arena.match.reading import MatchLog, parse_log
from arena.match.referee import Played
from envs import load_game
from envs.engine.table import Table

SHORT = {"max_days": 2, "stalemate_cycles": 2, "day_rounds": 1, "night_rounds": 1}
TEAMS = ("humans", "trusis", "castaways")


def fresh_table(game: str = "trusis", players: int = 12, seed: int = 1, **keys: Any) -> Table:
    """A table after its deal."""
    rules = load_game(game)
    return Table(rules, rules.setup(players=players, **keys), seed)


def request_at(table: Table, seat: int | None = None, **changes: Any) -> Request:
    """What the referee would ask ``seat`` (the actor by default) at ``table``, with all its news."""
    who = table.actor if seat is None else seat
    names = tuple(f"Name{chr(65 + place)}" for place in range(table.n))
    legal = tuple(index for index, allowed in enumerate(table.mask(who)) if allowed)
    made = Request(
        "turn", 0, who, table.setup, names, table.clock(), tuple(table.news(who)), table.actions, legal,
        table.setup.ruleset.actions_per_turn,
    )  # fmt: skip
    return replace(made, **changes)


def offer(players: int = 12, seed: int = 1, **keys: Any) -> Offer:
    """What the first seat of a Trusis day is offered."""
    return Offer.of(request_at(fresh_table(players=players, seed=seed, **keys)))


def saying(*texts: Any, **message: Any) -> FakeEndpoint:
    """An endpoint that says ``texts`` one after the other, and the last one for ever."""
    said = iter(texts)
    last: list[Any] = [None]

    def respond(body: Mapping[str, Any]) -> Response:
        last[0] = next(said, last[0])
        if isinstance(last[0], Response):
            return last[0]
        text = last[0] if isinstance(last[0], (str, list)) or last[0] is None else json.dumps(last[0])
        return Response(completion(Visit(body), text, **message))

    return FakeEndpoint(respond)


def ask(endpoint: FakeEndpoint, request: Request, model: str = "fake", options: str = "", seed: int = 7) -> Any:
    """What one agent replies to ``request`` at ``endpoint``: (reply or exception, records of its calls)."""
    return asyncio.run(_ask(endpoint, request, model, options, seed))


async def _ask(endpoint: FakeEndpoint, request: Request, model: str, options: str, seed: int) -> Any:
    agent: Any = build(f"llm:{model}@{endpoint.url}{options}", seed)
    try:
        reply: Any = await agent.act(request)
    except Exception as error:
        reply = error
    finally:
        await agent.aclose()
    return reply, agent.take_calls()


def served(endpoint: FakeEndpoint | None = None) -> Any:
    """``running``, with everything forgotten that earlier tests learnt."""
    forget_capabilities()
    return running(endpoint)


def plan_of(
    agents: list[str],
    players: int = 5,
    seed: int = 1,
    game: str = "trusis",
    policy: Policy | None = None,
    **keys: Any,
) -> MatchPlan:
    """A short match of ``agents``."""
    rules = {**SHORT, **keys} if game == "trusis" else keys
    setup = load_game(game).setup(players=players, **rules)
    lineup = seat_lineup([Entrant(f"{spec} #{place}", spec) for place, spec in enumerate(agents)], players)
    return MatchPlan(setup, seed, 0, lineup, 0, policy or Policy())


def play(plan: MatchPlan, book: Book | None = None) -> Played:
    """A whole match, entered in ``book``."""
    with keeping(book or Book()):
        return play_plan(plan)


def log_of(played: Played) -> MatchLog:
    """The log as a reader has it."""
    return parse_log(played.log)


def refused(played: Played) -> list[str]:
    """The faults of refused replies, in order."""
    return [entry["fault"] for entry in log_of(played).entries if entry.get("event") == "reply_refused"]


def calls_of(played: Played) -> list[dict[str, Any]]:
    """Every call of the match's trace."""
    rows = [json.loads(line) for line in played.trace.splitlines()]
    return [call for row in rows for call in row.get("calls", ())]


def prompts_of(endpoint: FakeEndpoint) -> list[str]:
    """Everything that was put before the model, one text for each request."""
    return ["\n".join(message["content"] for message in body["messages"]) for body in endpoint.requests]
