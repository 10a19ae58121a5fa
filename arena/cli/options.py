"""Options that several commands share, and what they stand for."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from arena.cli.main import UsageError

Subparsers = Any
"""What ``argparse`` gives for sub-commands."""


def add_setup(parser: argparse.ArgumentParser) -> None:
    """``--players``, ``--preset``, ``--roles``, ``--expansions``, ``--set``."""
    parser.add_argument("--players", type=int, metavar="N", help="number of seats")
    parser.add_argument("--preset", metavar="P", help="edition of the rules")
    parser.add_argument("--roles", metavar="A,B,...", help="the cards in play, one for each seat")
    parser.add_argument("--expansions", metavar="A,B,...", help="optional parts of the game")
    parser.add_argument("--set", action="append", metavar="KEY=VALUE", help="one key of the ruleset; may be repeated")


def listed(text: str | None) -> list[str] | None:
    """The parts of a comma-separated list, None for no list."""
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def ruleset_keys(given: Sequence[str] | None) -> dict[str, Any]:
    """``KEY=VALUE`` pairs, values read as JSON where they are JSON. Raises ``UsageError``."""
    keys: dict[str, Any] = {}
    for pair in given or ():
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"--set takes KEY=VALUE, not '{pair}'")
        keys[key.strip()] = _value(value.strip())
    return keys


def _value(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, (bool, int)) or value is None else text


def as_json(value: Any) -> str:
    """``value`` as readable JSON."""
    return json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)
