"""What the arena's tests share: small matches with agents made of plain functions."""

import re
from collections.abc import Callable, Sequence

from agents.agent import Agent, FunctionAgent, Reply, Request, Say, whisper_to
from agents.roster import build
from arena.match.conduct import Conduct, conduct_of
from arena.match.plan import Entrant, MatchPlan, seat_lineup
from arena.match.policy import Policy
from arena.match.reading import MatchLog, parse_log
from arena.match.referee import Played, play_match
from envs import load_game

TRUSIS = load_game("trusis")
AVALON = load_game("avalon")
SHORT = {"max_days": 2, "stalemate_cycles": 2}


def make_plan(players: int = 5, seed: int = 1, policy: Policy | None = None, **keys: object) -> MatchPlan:
    """A plan for a short match; who sits where does not matter to it."""
    setup = TRUSIS.setup(players=players, **{**SHORT, **keys})
    lineup = seat_lineup([Entrant("test", "random")], players)
    return MatchPlan(setup, seed, 0, lineup, 0, policy or Policy())


def avalon_plan(
    players: int = 5, seed: int = 1, policy: Policy | None = None, agent: str = "random", **keys: object
) -> MatchPlan:
    """A plan for a match of Avalon."""
    setup = AVALON.setup(players=players, **keys)
    return MatchPlan(setup, seed, 0, seat_lineup([Entrant("test", agent)], players), 0, policy or Policy())


def quiet(request: Request) -> Reply:
    """Ends every turn at once."""
    return Reply(("end_turn",)) if request.kind == "turn" else Reply()


def once(reply: Reply) -> Callable[[Request], Reply]:
    """Gives ``reply`` to the first request, then stays quiet."""
    return lambda request: reply if request.number == 0 and request.attempt == 0 else quiet(request)


def play(plan: MatchPlan, agents: dict[int, Callable[[Request], object] | Agent], conduct: Conduct | None = None) -> Played:
    """Plays ``plan``; seats without an agent are quiet."""
    given = [agents.get(seat, quiet) for seat in range(plan.setup.players)]
    seated = [agent if hasattr(agent, "act") else FunctionAgent(agent) for agent in given]
    return play_match(plan, seated, conduct=conduct or conduct_of(plan.setup.game))


def play_random(plan: MatchPlan, spec: str = "random", **kwargs: object) -> Played:
    """Plays ``plan`` with the agent of ``spec`` in every seat."""
    seated = [build(spec, plan.agent_seed(seat)) for seat in range(plan.setup.players)]
    return play_match(plan, seated, **kwargs)


def read(played: Played) -> MatchLog:
    """The log as a reader has it."""
    return parse_log(played.log)


def entries(played: Played, name: str) -> list[dict]:
    """The log's entries of one event name."""
    return [entry for entry in read(played).entries if entry.get("event") == name]


def says(text: str, channel: int = 0) -> Reply:
    """A reply that only speaks."""
    return Reply((), (Say(text, channel),))


def whisper(text: str, seat: int) -> Reply:
    """A reply that whispers to ``seat``."""
    return says(text, whisper_to(seat))


def seeds_in(text: str, plan: MatchPlan) -> Sequence[str]:
    """The numbers in ``text`` that are seeds of ``plan``."""
    secrets = {str(plan.root), str(plan.deal_seed), *(str(plan.agent_seed(seat)) for seat in range(plan.setup.players))}
    return sorted(secrets & set(re.findall(r"\d+", text)))
