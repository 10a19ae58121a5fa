"""What a tournament is: game, setup, line-up, seed and number of blocks, from a command line or a TOML file.

A file looks like this; only ``agents`` is needed. Without ``players`` the table has the game's default size, or the next one that
the agents can share evenly::

    game = "trusis"
    players = 8
    blocks = 20
    seed = 7
    ruleset = { talk = "acts" }
    policy = { reasks = 2 }
    agents = ["heuristic", "random"]          # or [[agents]] tables with ``name`` and ``spec``
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agents.roster import check_spec
from arena.match.plan import Entrant, digest, seat_lineup
from arena.match.policy import Policy
from envs import load_game
from envs.engine.game import Game, Setup

DEFAULT_AGENTS = ("heuristic", "random")
DEFAULT_BLOCKS = 20
_NAMED = re.compile(r"([^\s=?@:,]{1,64})=(.+)", re.DOTALL)


class TournamentError(ValueError):
    """A tournament that cannot be held; the sentence says what was given and what would have been right."""


class _AgentTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    spec: str
    name: str = ""


class SpecFile(BaseModel):
    """The keys of a tournament file; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str = "trusis"
    players: int | None = None
    preset: str | None = None
    roles: list[str] | None = None
    expansions: list[str] = []
    ruleset: dict[str, Any] = {}
    agents: list[str | _AgentTable] = list(DEFAULT_AGENTS)
    blocks: int = DEFAULT_BLOCKS
    seed: int = 0
    policy: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament that can be held: checked setup, entrants in the order of the line-up, blocks and root seed."""

    setup: Setup
    entrants: tuple[Entrant, ...]
    blocks: int = DEFAULT_BLOCKS
    seed: int = 0
    policy: Policy = field(default_factory=Policy)

    def __post_init__(self) -> None:
        if self.blocks < 1:
            raise TournamentError(f"a tournament has at least 1 block, not {self.blocks}")
        check_names(self.entrants)
        seat_lineup(self.entrants, self.setup.players)

    def identity(self) -> dict[str, Any]:
        """Everything that decides each match, as plain values; how many blocks are played is not part of it."""
        setup = self.setup
        return {
            "game": setup.game,
            "rules": load_game(setup.game).version,
            "players": setup.players,
            "preset": setup.preset,
            "roles": list(setup.roles),
            "expansions": list(setup.expansions),
            "ruleset": setup.ruleset.model_dump(),
            "agents": [list(entrant) for entrant in self.entrants],
            "seed": self.seed,
            "policy": self.policy.as_dict(),
        }

    @property
    def id(self) -> str:
        """A short name for folders: equal tournaments have equal names."""
        return f"{self.setup.game}-{digest(self.identity())}"


def read_spec(path: str | Path) -> SpecFile:
    """The tournament file at ``path``. Raises ``TournamentError`` with one sentence."""
    try:
        given = tomllib.loads(Path(path).read_text("utf-8"))
    except FileNotFoundError:
        raise TournamentError(f"there is no tournament file at {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise TournamentError(f"{path} cannot be read: {type(error).__name__}") from None
    except tomllib.TOMLDecodeError as error:
        raise TournamentError(f"{path} is not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    return spec_of(given, str(path))


def spec_of(given: Mapping[str, Any], source: str = "the tournament") -> SpecFile:
    """A checked ``SpecFile``. Raises ``TournamentError`` naming the first key that is wrong."""
    try:
        return SpecFile.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            known = ", ".join(SpecFile.model_fields)
            raise TournamentError(f"{source} has an unknown key '{key}'; known keys: {known}") from None
        message = first["msg"][:1].lower() + first["msg"][1:]
        raise TournamentError(f"{source}: '{key}' cannot be {first['input']!r}: {message}") from None


def hold(spec: SpecFile) -> Tournament:
    """The tournament of a file. Raises one-sentence errors for whatever cannot be played."""
    game = load_game(spec.game)
    players = spec.players if spec.players or spec.roles else table_size(game, len(spec.agents))
    setup = game.setup(players, spec.preset, spec.roles, spec.expansions, **spec.ruleset)
    known = set(Policy.__dataclass_fields__)
    unknown = sorted(set(spec.policy) - known)
    if unknown:
        raise TournamentError(f"there is no policy key '{unknown[0]}'; known keys: {', '.join(sorted(known))}")
    named = [entry if isinstance(entry, str) else _written(entry) for entry in spec.agents]
    return Tournament(setup, entrants_of(named), spec.blocks, spec.seed, Policy(**spec.policy))


def table_size(game: Game, agents: int) -> int:
    """The game's default number of players, or the next one that ``agents`` can share evenly; the default where none is."""
    sizes = range(game.default_players, game.max_players + 1)
    return next((n for n in sizes if agents and n % agents == 0), game.default_players)


def _written(entry: _AgentTable) -> str | tuple[str, str]:
    return (entry.name, entry.spec) if entry.name else entry.spec


def entrants_of(specs: Sequence[str | tuple[str, str]]) -> tuple[Entrant, ...]:
    """Entrants of a line-up: ``spec``, ``name=spec`` or (name, spec). Without a name, the spec is the name.

    Raises ``SpecError`` for a spec that builds no agent.
    """
    return tuple(_entrant(spec) for spec in specs)


def _entrant(spec: str | tuple[str, str]) -> Entrant:
    if isinstance(spec, tuple):
        return Entrant(spec[0], str(check_spec(spec[1])))
    named = _NAMED.fullmatch(spec.strip())
    if named:
        return Entrant(named[1], str(check_spec(named[2])))
    canonical = str(check_spec(spec))
    return Entrant(canonical, canonical)


def check_names(entrants: Sequence[Entrant]) -> None:
    """Raises ``TournamentError`` when one name stands for two agents, or a name cannot be shown."""
    spec_of_name: dict[str, Entrant] = {}
    for entrant in entrants:
        name = entrant.name
        if not name.strip() or len(name) > 200 or not name.isprintable():
            raise TournamentError(f"{name!r} is no name for an agent; give 1 to 200 printable characters")
        key = unicodedata.normalize("NFKC", name).casefold().strip()
        other = spec_of_name.setdefault(key, entrant)
        if other != entrant:
            raise TournamentError(f"two agents are called '{name}': {other.spec} and {entrant.spec}; give each its own name")
