"""Reference pages of a game, written from its tables: ``python -m arena.reference trusis > docs/reference-trusis.md``."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from envs import load_game
from envs.engine.game import Game


def page(name: str) -> str:
    """The page of the game called ``name``: ruleset, presets, roles, actions, observation. Raises ``UnknownGame``."""
    game = load_game(name)
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"# {game.name.capitalize()}: reference"
    yield ""
    yield f"Written by `python -m arena.reference {game.name}` from the tables that the rules themselves read."
    for title, lines in _sections(game):
        yield from ("", f"## {title}", "", *lines)


def _sections(game: Game) -> Iterator[tuple[str, list[str]]]:
    n = game.default_players
    yield "Ruleset", _table(("key", "values", "default"), _keys(game))
    yield "Presets", _table(("preset", "differs from the first in"), _presets(game))
    yield "Recommended sets", _table(("players", "roles"), _sets(game))
    yield f"Actions at {n} players", _table(("action", "indices", "first", "last"), _actions(game, n))
    yield f"Observation at {n} players, with talk", _table(("index", "name", "range", "meaning"), _features(game, n))
    yield "Events", [", ".join(f"`{code.name.lower()}`" for code in game.codes)]


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    head = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    return head + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def _keys(game: Game) -> list[tuple[str, str, str]]:
    fields = game.ruleset.model_fields
    return [(f"`{name}`", _values(field.annotation), f"`{_word(field.default)}`") for name, field in fields.items()]


def _values(annotation: Any) -> str:
    words = [value for value in get_args(annotation) if not isinstance(value, type)]
    if words:
        return ", ".join(f"`{_word(word)}`" for word in words)
    return {bool: "`true`, `false`", int: "a whole number"}.get(annotation, "a whole number, or `null`")


def _word(value: Any) -> str:
    return "null" if value is None else str(value).lower()


def _presets(game: Game) -> list[tuple[str, str]]:
    first = next(iter(game.presets.values())).model_dump()
    rows = []
    for name, ruleset in game.presets.items():
        changed = {key: value for key, value in ruleset.model_dump().items() if value != first[key]}
        rows.append((f"`{name}`", ", ".join(f"`{key}: {_word(value)}`" for key, value in changed.items()) or "(the first)"))
    return rows


def _sets(game: Game) -> list[tuple[int, str]]:
    sizes = range(game.min_players, game.max_players + 1)
    return [(n, ", ".join(game.setup(n).roles)) for n in sizes]


def _actions(game: Game, n: int) -> list[tuple[str, str, str, str]]:
    table = game.actions(n, True)
    return [
        (
            f"`{verb}`",
            f"{start}" if stop - start == 1 else f"{start} to {stop - 1}",
            f"`{table.texts[start]}`",
            f"`{table.texts[stop - 1]}`",
        )
        for verb, start, stop in table.groups
    ]


def _features(game: Game, n: int) -> list[tuple[str, str, str, str]]:
    return [(_places(row), f"`{row.name}`", f"{row.low} to {row.high}", row.meaning) for row in game.features(n, True)]


def _places(row: Any) -> str:
    if row.count == 1:
        return str(row.start)
    return (
        f"{row.start}, then every {row.step}, {row.count} in all"
        if row.step > 1
        else f"{row.start} to {row.start + row.count - 1}"
    )


if __name__ == "__main__":
    print(page(sys.argv[1]), end="")
