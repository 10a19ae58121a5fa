"""What saved matches say of their maker, and how it is compared. No bytes are read here."""

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from envs.engine.game import Setup


class NotAlike(ValueError):
    """Saved by another kind of environment, or by one made otherwise; the sentence says what differs."""


class Unreadable(ValueError):
    """Not what ``save`` gave."""


def package_version() -> str:
    """Of this package, "unknown" where it is not installed."""
    try:
        return version("masque")
    except PackageNotFoundError:
        return "unknown"


def head_of(kind: str, setup: Setup) -> dict[str, Any]:
    """What saved bytes say of their maker, in the order in which it is compared."""
    rules = setup.ruleset.model_dump(mode="json")
    return {
        "kind": kind,
        "masque": package_version(),
        "game": setup.game,
        "players": setup.players,
        "roles": list(setup.roles),
        "expansions": list(setup.expansions),
        **{f"rule '{name}'": value for name, value in rules.items()},
    }


def compare(saved: dict[str, Any], own: dict[str, Any]) -> None:
    """Raises ``NotAlike`` naming the first thing that differs."""
    for name, value in own.items():
        if saved.get(name) != value:
            raise NotAlike(f"what was saved was made otherwise: its {name} is {saved.get(name)!r}, here it is {value!r}")
