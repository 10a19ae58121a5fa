"""Trusis as the house knows it: the rows and functions behind the name ``trusis``."""

from typing import Any

from envs.engine import draw, telling
from envs.engine.game import Game, Setup
from envs.trusis import baseline, choices, day, features, graves, night, potential, rules, speech, turns, victory
from envs.trusis.actions import N_ACTIONS_MAX, action_table
from envs.trusis.codes import MIN_PLAYERS, SEATS, EventCode, Outcome, Phase, Reason, Team
from envs.trusis.roles import ROLE_IDS, role_index
from envs.trusis.ruleset import PRESETS, Ruleset, basic_roles, check_roles, recommended_roles, team_of, write_rules
from envs.trusis.state import State

VERSION = "2"


def prepare(setup: Setup) -> State:
    """The state of ``setup`` with its cards in canonical order, ready for ``deal``."""
    g = State()
    write_rules(setup.ruleset, g.rules)
    g.n = setup.players
    g.role[: g.n] = [role_index(role) for role in setup.roles]
    return g


def winner(g: Any) -> int:
    """Team index of the winners, -1 when nobody has won."""
    return int(g.outcome) - 1 if Outcome.HUMANS <= g.outcome <= Outcome.CASTAWAYS else -1


def outcome(g: Any) -> tuple[str, str]:
    """(outcome, reason) as lower-case words."""
    return Outcome(int(g.outcome)).name.lower(), Reason(int(g.reason)).name.lower()


def clock(g: Any) -> dict[str, int | str]:
    """Day, phase and round."""
    return {"phase": Phase(int(g.phase)).name.lower(), "day": int(g.day), "round": int(g.round)}


GAME = Game(
    name="trusis",
    version=VERSION,
    min_players=MIN_PLAYERS,
    max_players=SEATS,
    default_players=8,
    state=State,
    ruleset=Ruleset,
    presets=PRESETS,
    role_ids=ROLE_IDS,
    team_ids=tuple(team.name.lower() for team in Team),
    expansions=(),
    rules=rules,
    modules=(draw, telling, turns, speech, choices, graves, day, night, victory, potential, rules, features, baseline),
    codes=EventCode,
    recommended=recommended_roles,
    check=check_roles,
    prepare=prepare,
    actions=action_table,
    features=features.feature_table,
    feature_count=features.feature_count,
    sizes=(N_ACTIONS_MAX, features.feature_count(SEATS, talk=True)),
    team_of=lambda role: int(team_of(role)),
    winner=winner,
    outcome=outcome,
    clock=clock,
    role_sets={"recommended": recommended_roles, "basic": basic_roles},
    is_dead=lambda g, seat: not g.alive >> seat & 1,
)
