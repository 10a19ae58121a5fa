"""Avalon as the house knows it: the rows and functions behind the name ``avalon``."""

from functools import partial
from typing import Any

from envs.avalon import (
    assassination,
    ballots,
    baseline,
    features,
    hooks,
    loyalty,
    mission,
    potential,
    quests,
    rules,
    sight,
    speech,
    turns,
)
from envs.avalon.actions import N_ACTIONS_MAX, action_table
from envs.avalon.codes import MIN_PLAYERS, SEATS, EventCode, Outcome, Phase, Reason, Team
from envs.avalon.expansions import cleric, excalibur, lady, lancelots, plot_cards, revealer, trapper, witch
from envs.avalon.roles import ROLE_IDS, role_index
from envs.avalon.ruleset import (
    EXPANSION_IDS,
    PRESETS,
    Ruleset,
    check_roles,
    complete,
    expansion_bits,
    recommended_roles,
    role_set,
    team_of,
    write_rules,
)
from envs.avalon.state import State
from envs.engine import draw, telling
from envs.engine.game import Game, Setup

VERSION = "1"


def prepare(setup: Setup) -> State:
    """The state of ``setup`` with its cards in canonical order, ready for ``deal``."""
    g = State()
    write_rules(setup.ruleset, setup.expansions, g.rules)
    g.n = setup.players
    g.expansions = expansion_bits(setup.expansions)
    g.role[: g.n] = [role_index(role) for role in setup.roles]
    return g


def winner(g: Any) -> int:
    """Team index of the winners, -1 when nobody has won."""
    return int(g.outcome) - 1


def outcome(g: Any) -> tuple[str, str]:
    """(outcome, reason) as lower-case words."""
    return Outcome(int(g.outcome)).name.lower(), Reason(int(g.reason)).name.lower()


def clock(g: Any) -> dict[str, int | str]:
    """Phase, mission and proposal (both from 1), round of talk."""
    return {
        "phase": Phase(int(g.phase)).name.lower(),
        "quest": int(g.quest) + 1,
        "proposal": int(g.proposal) + 1,
        "round": int(g.round),
    }


GAME = Game(
    name="avalon",
    version=VERSION,
    min_players=MIN_PLAYERS,
    max_players=SEATS,
    default_players=5,
    state=State,
    ruleset=Ruleset,
    presets=PRESETS,
    role_ids=ROLE_IDS,
    team_ids=tuple(team.name.lower() for team in Team),
    expansions=EXPANSION_IDS,
    rules=rules,
    modules=(
        *(draw, telling, turns, sight, loyalty, ballots, speech),
        *(lady, excalibur, trapper, witch, lancelots, cleric, revealer, plot_cards),
        *(hooks, quests, assassination, mission, potential, rules, features, baseline),
    ),
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
    complete=complete,
    role_sets={name: partial(role_set, name) for name in ("printed", "site")},
)
