"""The referee's papers: the header of a log, and how much of a refused reply is kept."""

from collections.abc import Sequence
from typing import Any

from agents.agent import Agent, Reply
from arena.match.log import SCHEMA_VERSION
from arena.match.plan import MatchPlan
from envs.engine.table import Table

VERSION = "0.1.0"
KEPT_ITEMS, KEPT_CHARACTERS = 20, 200
"""How much of a refused reply the log keeps; ``cut`` marks that there was more."""


def header(plan: MatchPlan, table: Table, agents: Sequence[Agent] = ()) -> dict[str, Any]:
    """Everything that was fixed before the first turn: versions, ruleset, seats, and the deal with its seed and roles.

    A seat whose agent reads prompts also has the digest of their pages.
    """
    setup = plan.setup
    seats = [
        {"seat": seat, "name": name, "agent": entrant.name, "spec": entrant.spec}
        for seat, (name, entrant) in enumerate(zip(plan.names, plan.lineup, strict=True))
    ]
    for seat, agent in zip(seats, agents, strict=False):
        digest: Any = getattr(agent, "prompt_digest", None)
        if digest is not None:
            seat["prompts"] = digest(setup.game)
    return {
        "schema_version": SCHEMA_VERSION,
        "masque": VERSION,
        "game": setup.game,
        "rules": plan.game.version,
        "match": plan.id,
        "preset": setup.preset,
        "players": setup.players,
        "ruleset": setup.ruleset.model_dump(),
        "expansions": list(setup.expansions),
        "roles": list(setup.roles),
        "seats": seats,
        "policy": plan.policy.as_dict(),
        "deal": {
            "number": plan.deal,
            "rotation": plan.rotation,
            "seed": plan.deal_seed,
            "roles": dealt_roles(table),
            "first": table.actor,
        },
    }


def dealt_roles(table: Table) -> list[str]:
    """Role ids by seat as they were dealt; some may have been exchanged before anybody acts."""
    code, roles = table.game.codes["ROLE_DEALT"], table.game.role_ids
    dealt = {event.actor: roles[event.value] for event in table.journal if event.code == code}
    return [dealt[seat] for seat in range(table.n)]


def kept_of(reply: object) -> dict[str, Any]:
    """What a log keeps of a refused reply: its actions and messages, up to the documented limits."""
    if not isinstance(reply, Reply):
        return {}
    actions, cut_actions = _kept(reply.actions)
    says, cut_says = _kept([getattr(say, "text", say) for say in _listed(reply.says)])
    kept: dict[str, Any] = {"actions": actions, "says": says}
    if cut_actions or cut_says:
        kept["cut"] = True
    return kept


def _listed(items: Any) -> list[Any]:
    if isinstance(items, (str, int)):
        return [items]
    try:
        return list(items)
    except TypeError:
        return []


def _kept(items: Any) -> tuple[list[Any], bool]:
    listed = _listed(items)
    texts = [item if isinstance(item, int) and abs(item) < 1 << 53 else str(item) for item in listed[:KEPT_ITEMS]]
    short = [text[:KEPT_CHARACTERS] if isinstance(text, str) else text for text in texts]
    return short, len(listed) > KEPT_ITEMS or short != texts
