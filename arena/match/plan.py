"""What has to be known to play one match: setup, seeds, and who sits where. Pure data that can go to another process."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import arena.match.log as match_log
from arena.match.policy import Policy
from envs import load_game
from envs.engine.game import Game, Setup
from envs.engine.seeds import derive

NAMES = (
    "Alba", "Boris", "Carmen", "Dario", "Elena", "Felix", "Greta", "Hugo", "Irena", "Jonas", "Katia", "Leo",
    "Marta", "Nils", "Olga", "Pablo", "Quinn", "Rosa", "Simon", "Tekla", "Ursula", "Viktor", "Wanda", "Yann",
)  # fmt: skip
"""Display names by seat. Fixed, so that they carry nothing of a seed; agents move around the seats, names do not."""


class Entrant(NamedTuple):
    """Who takes part: the name that boards show, and the spec that builds the agent."""

    name: str
    spec: str


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """One match to be played. ``lineup`` holds the entrant of each seat; ``deal`` numbers the deal under ``root``.

    ``rotation`` says how far the line-up has moved around the table. Matches of one deal share every seed.
    """

    setup: Setup
    root: int
    deal: int
    lineup: tuple[Entrant, ...]
    rotation: int = 0
    policy: Policy = field(default_factory=Policy)

    @property
    def id(self) -> str:
        """Name of the match: its place, and a digest of everything that decides what happens in it."""
        return f"{self.deal:05d}-{self.rotation:02d}-{digest(self.inputs())}"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return load_game(self.setup.game)

    @property
    def deal_seed(self) -> int:
        """Seed of cards and every other chance draw."""
        return derive(self.root, "deal", self.deal)

    @property
    def names(self) -> tuple[str, ...]:
        """Display names by seat."""
        return NAMES[: self.setup.players]

    def agent_seed(self, seat: int) -> int:
        """Seed of the agent in ``seat``: of the deal, so that the matches of one block share their chance streams."""
        return derive(self.root, "agent", self.deal, seat)

    def fallback_seed(self, request: int) -> int:
        """Seed of the referee's choice for a failed request."""
        return derive(self.root, "fallback", self.id, request)

    def inputs(self) -> dict[str, Any]:
        """Everything that decides the match, as plain values."""
        return {
            "schema_version": match_log.SCHEMA_VERSION,
            "game": self.setup.game,
            "rules": self.game.version,
            "ruleset": self.setup.ruleset.model_dump(),
            "roles": list(self.setup.roles),
            "expansions": list(self.setup.expansions),
            "root": self.root,
            "deal": self.deal,
            "rotation": self.rotation,
            "lineup": [list(entrant) for entrant in self.lineup],
            "policy": self.policy.as_dict(),
        }


def digest(values: Any) -> str:
    """Twelve hex digits that stand for ``values`` (plain data)."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


class LineupError(ValueError):
    """A line-up that cannot be seated; the sentence says what was given and what would have been right."""


def seat_lineup(entrants: Sequence[Entrant], seats: int) -> tuple[Entrant, ...]:
    """``entrants`` around the table, repeated until every seat is taken.

    Fill-in rule: the line-up must go into the seats a whole number of times, so that each entry gets as many seats as any
    other. Raises ``LineupError``.
    """
    if not entrants:
        raise LineupError("a line-up needs at least one agent")
    if seats % len(entrants):
        fitting = [str(size) for size in range(1, seats + 1) if seats % size == 0]
        raise LineupError(f"{len(entrants)} agents cannot share {seats} seats evenly; give {_either(fitting)}")
    return tuple(entrants) * (seats // len(entrants))


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
