"""What a game gives the house: its names, its rulebook and its tables. Adapters and arena know games only through ``Game``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from types import ModuleType
from typing import Any

from pydantic import BaseModel, ValidationError

from envs.engine.actions import ActionTable
from envs.engine.numbers import whole_number
from envs.engine.record import Record


class SetupError(ValueError):
    """A match that cannot be set up; the sentence says what was given and what would have been right."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything public about a match before the deal. ``roles`` is the multiset of cards in canonical order."""

    game: str
    players: int
    preset: str
    ruleset: Any
    roles: tuple[str, ...]
    expansions: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def talk(self) -> str:
        """``none``, ``acts`` or ``text``."""
        return str(self.ruleset.talk)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One game of the house.

    ``rules`` is the module of the rules contract; ``modules`` are all modules in the shared subset, ``rules`` among them.
    ``prepare`` gives the state of a setup before the deal. ``features`` and ``actions`` depend on players and talk only.
    ``sizes`` are the largest action table and observation, for buffers that serve every setup.
    """

    name: str
    version: str
    min_players: int
    max_players: int
    default_players: int
    state: type[Record]
    ruleset: type[BaseModel]
    presets: Mapping[str, Any]
    role_ids: tuple[str, ...]
    team_ids: tuple[str, ...]
    expansions: tuple[str, ...]
    rules: ModuleType
    modules: tuple[ModuleType, ...]
    codes: type[IntEnum]
    recommended: Callable[[int], tuple[str, ...]]
    check: Callable[[Sequence[str], int, Any], list[str]]
    prepare: Callable[[Setup], Any]
    actions: Callable[[int, bool], ActionTable]
    features: Callable[[int, bool], Any]
    feature_count: Callable[[int, bool], int]
    sizes: tuple[int, int]
    team_of: Callable[[str], int]
    winner: Callable[[Any], int]
    """Team index of the winners of a finished state, -1 when nobody has won."""
    outcome: Callable[[Any], tuple[str, str]]
    """(outcome, reason) of a state as lower-case words."""
    clock: Callable[[Any], dict[str, int | str]]
    """Where the match stands, for public display: phase, day or quest, round."""
    complete: Callable[[Sequence[str] | None, int, Any, Sequence[str]], tuple[Sequence[str], Sequence[str]]] | None = None
    """(roles or None, players, ruleset, expansions) -> (roles, expansions), where these depend on each other; or ValueError."""
    role_sets: Mapping[str, Callable[[int], tuple[str, ...]]] = field(default_factory=dict)
    """Sets of cards by name, each by number of players; raise ValueError for a number they do not serve."""
    is_dead: Callable[[Any, int], bool] = lambda g, seat: False
    """Whether a seat is dead in the game; a game without death leaves the default."""

    def __reduce__(self) -> tuple[Any, ...]:
        from envs import load_game

        return load_game, (self.name,)

    def setup(
        self,
        players: int | None = None,
        preset: str | None = None,
        roles: Sequence[str] | str | None = None,
        expansions: Sequence[str] = (),
        **keys: Any,
    ) -> Setup:
        """A checked setup. ``roles``: cards, or the name of a set of cards. ``keys`` override the preset.

        Raises ``SetupError`` with one sentence.
        """
        named = self._named_set(roles)
        n = _seats(players) if players is not None else (len(roles) if roles and not named else self.default_players)
        ruleset = self._ruleset(preset or next(iter(self.presets)), keys)
        unknown = [name for name in expansions if name not in self.expansions]
        if unknown:
            raise SetupError(f"{self.name} has no expansion '{unknown[0]}'; known: {', '.join(self.expansions) or 'none'}")
        try:
            chosen, parts = self._completed(self.role_sets[named](n) if named else roles, n, ruleset, expansions)
            advice = self.check(chosen, n, ruleset)
        except SetupError:
            raise
        except ValueError as error:
            raise SetupError(str(error)) from None
        ordered = tuple(sorted(chosen, key=self.role_ids.index))
        return Setup(self.name, n, preset or next(iter(self.presets)), ruleset, ordered, parts, tuple(advice))

    def _named_set(self, roles: Sequence[str] | str | None) -> str:
        name = roles if isinstance(roles, str) else roles[0] if roles and len(roles) == 1 else ""
        if isinstance(roles, str) and name not in self.role_sets:
            raise SetupError(f"{self.name} has no set of roles '{name}'; known sets: {', '.join(self.role_sets)}")
        return name if name in self.role_sets else ""

    def _completed(
        self, roles: Sequence[str] | None, n: int, ruleset: Any, expansions: Sequence[str]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if self.complete is not None:
            chosen, parts = self.complete(roles, n, ruleset, expansions)
            return tuple(chosen), tuple(parts)
        return tuple(roles) if roles is not None else self.recommended(n), tuple(expansions)

    def _ruleset(self, preset: str, keys: Mapping[str, Any]) -> Any:
        if preset not in self.presets:
            raise SetupError(f"{self.name} has no preset '{preset}'; known presets: {', '.join(self.presets)}")
        unknown = [key for key in keys if key not in self.ruleset.model_fields]
        if unknown:
            known = ", ".join(sorted(self.ruleset.model_fields))
            raise SetupError(f"{self.name} has no ruleset key '{unknown[0]}'; known keys: {known}")
        try:
            return self.ruleset.model_validate({**self.presets[preset].model_dump(), **keys})
        except ValidationError as error:
            raise SetupError(_sentence(error)) from None


def _seats(players: Any) -> int:
    number = whole_number(players)
    if number is None:
        raise SetupError(f"the number of players is a whole number, not {players!r}")
    return number


def _sentence(error: ValidationError) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    message = first["msg"][:1].lower() + first["msg"][1:]
    return f"ruleset key '{key}' cannot be {first['input']!r}: {message}"
