"""What is so in a match, as the conditions of pages ask for it: ruleset keys, roles, teams, expansions, and what is asked."""

from collections.abc import Mapping
from typing import Any

from envs import load_game
from envs.engine.game import Setup


def facts_of(setup: Setup, fields: frozenset[str] = frozenset()) -> dict[str, frozenset[str]]:
    """Key -> values, all as texts; truth values are ``yes`` and ``no``. ``field`` holds ``fields``."""
    game = load_game(setup.game)
    facts = {key: frozenset((_word(value),)) for key, value in setup.ruleset.model_dump().items()}
    facts["actions_per_turn"] = frozenset((str(setup.ruleset.actions_per_turn),))
    facts["role"] = frozenset(setup.roles)
    facts["team"] = frozenset(game.team_ids[game.team_of(role)] for role in setup.roles)
    facts["expansion"] = frozenset(setup.expansions)
    facts["players"] = frozenset((str(setup.players),))
    facts["game"] = frozenset((setup.game,))
    facts["field"] = fields
    return facts


def numbers_of(setup: Setup) -> Mapping[str, str]:
    """The ruleset's numbers, and the number of players, as fields for pages."""
    keys = {key: str(value) for key, value in setup.ruleset.model_dump().items() if isinstance(value, int)}
    return {**keys, "turn_actions": str(setup.ruleset.actions_per_turn), "players": str(setup.players)}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
