"""Which matches are measured: the same for every door of one game."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class BenchSetup:
    """One column of the bench: a label and the arguments of ``Game.setup``."""

    label: str
    arguments: dict[str, Any] = field(default_factory=dict)


SETUPS = {
    "trusis": (
        BenchSetup("8 players, talk none", {"players": 8, "talk": "none"}),
        BenchSetup("8 players, speech acts", {"players": 8, "talk": "acts"}),
    ),
    "avalon": (
        BenchSetup("5 players, talk none", {"players": 5, "talk": "none"}),
        BenchSetup("8 players, talk none", {"players": 8, "talk": "none"}),
        BenchSetup("5 players, speech acts", {"players": 5, "talk": "acts"}),
        BenchSetup("8 players, speech acts", {"players": 8, "talk": "acts"}),
        BenchSetup(
            "8 players, acts, trapper + excalibur + witch",
            {"players": 8, "talk": "acts", "expansions": ("trapper", "excalibur", "witch")},
        ),
    ),
}
