"""What the referee does when an agent fails: how often a seat is asked again, how long it may think, when it is probed."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

PROBES = ("none", "all", "shadow")
Fault = Literal["illegal", "empty", "timeout", "error"]
"""Ways for an agent to fail: a refused reply, a reply without anything in it, a missed deadline, a crash or a wrong type."""


class PolicyError(ValueError):
    """A policy that makes no sense; the sentence says what was given and what would have been right."""


@dataclass(frozen=True, slots=True)
class Policy:
    """``reasks``: how often a refused turn is asked again, 0 to 20. ``deadline``: seconds for one answer, or None.

    ``probe``: ``all`` asks every seat for its beliefs at the start of each phase; the answers are for the log alone. With
    ``shadow`` the question also leaves nothing in the memory of the agents, so that asking does not change their play.
    Raises ``PolicyError``.
    """

    reasks: int = 2
    deadline: float | None = None
    probe: str = "none"

    def __post_init__(self) -> None:
        if not isinstance(self.reasks, int) or not 0 <= self.reasks <= 20:
            raise PolicyError(f"a turn is asked again 0 to 20 times, not {self.reasks!r}")
        if self.deadline is not None and not (isinstance(self.deadline, (int, float)) and 0 < self.deadline < 1e9):
            raise PolicyError(f"a deadline is a number of seconds above 0, not {self.deadline!r}")
        if self.probe not in PROBES:
            raise PolicyError(f"probe is 'none', 'all' or 'shadow', not {self.probe!r}")

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for logs and ids."""
        return asdict(self)
