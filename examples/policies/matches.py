"""Tables for gathering, tuning and measuring: a deal, its seats, and who plays them."""

import json
import shlex
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from agents.policy.network import Network
from agents.policy.opponents import AgentOpponent, opponent
from agents.policy.player import MINDS, Trained, record_of, trained
from envs import load_game
from envs.engine.seeds import derive
from envs.engine.table import Table
from envs.engine.tables import make_table
from envs.seat_company import Company, Opponent

Seating = Callable[[int], Opponent]


def read_policy(name: str) -> tuple[Trained, dict[str, Any]]:
    """A shipped policy by its name, or one in the making by the path of its files without ending; with its record."""
    path = Path(name)
    if not path.with_suffix(".npz").exists():
        return trained(name), record_of(name)
    with np.load(path.with_suffix(".npz")) as arrays:
        network = Network({key: arrays[key] for key in arrays.files})
    record = json.loads(path.with_suffix(".json").read_text())
    return Trained(record["game"], network, record.get("settings", {})), record


class Deals:
    """Deals numbered from 0; the same ``root`` gives the same, with the same chances for every agent."""

    def __init__(self, game: str, players: int, talk: str, root: int) -> None:
        self.game = load_game(game)
        self.setup = self.game.setup(players, talk=talk)
        self.root = root

    def table(self, number: int) -> Table:
        """The cards of a deal on a fresh table."""
        return make_table(self.game, self.setup, derive(self.root, "deal", number))

    def roles(self, number: int) -> list[int]:
        """Role by seat."""
        return [int(role) for role in self.table(number).state.role[: self.setup.players]]

    def teams(self, number: int) -> list[int]:
        """Team by seat."""
        return [self.game.team_of(self.game.role_ids[role]) for role in self.roles(number)]

    def seed(self, number: int, seat: int) -> int:
        """Of the agent in one seat."""
        return derive(self.root, "agent", number, seat)

    def rival(self, number: int, seat: int) -> Opponent:
        """The heuristic in one seat."""
        return opponent("heuristic", self.seed(number, seat))

    def learned(self, policy: Trained, number: int, seat: int, settings: Mapping[str, float] | None = None) -> Opponent:
        """The policy in one seat, with other settings where given."""
        mind = mind_class(policy.game)(self.seed(number, seat), policy.network, settings or policy.settings)
        return AgentOpponent(mind)

    def play(self, number: int, seats: Mapping[int, Opponent]) -> list[int]:
        """Results by seat: 1 won, -1 lost, 0 neither."""
        table = self.table(number)
        Company(table, seats).play_on()
        return table.returns()


def command() -> str:
    """The command that runs this program, as one would type it: for the record."""
    return shlex.join(["python", f"examples/policies/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def add_to_record(path: Path, **entries: Any) -> None:
    """Puts entries into the record of a policy (``PATH.json``); ``commands`` follow those already there."""
    written = path.with_suffix(".json")
    record = json.loads(written.read_text()) if written.exists() else {}
    entries["commands"] = list(dict.fromkeys([*record.get("commands", []), *entries.get("commands", [])]))
    written.write_text(json.dumps({**record, **entries}, indent=1) + "\n")


def mind_class(game: str) -> Any:
    """The trained mind of a game: called with a seed, a network or None, and settings."""
    module, _, name = MINDS[game].partition(":")
    return getattr(import_module(module), name)
