"""Actions with two-way text: ``vote:3`` <-> index. The index of an action is the same all match long."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


class ActionError(ValueError):
    """An action that cannot be taken; the sentence says why and what would have been right."""


class UnreadableAction(ActionError):
    """A text that names no action of this game at all."""


class IllegalAction(ActionError):
    """A well-formed action that this seat may not take now; the sentence lists the legal ones."""


class AmbiguousAction(ActionError):
    """A text that could mean more than one action; it is never guessed."""


@dataclass(frozen=True, slots=True)
class ActionTable:
    """All actions of a game at one table size, by index. ``texts`` are unique, lower case, without blanks.

    ``groups`` are the verbs in table order with their half-open index range, for listings and documentation.
    """

    texts: tuple[str, ...]
    groups: tuple[tuple[str, int, int], ...]
    _index: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._index.update({text: index for index, text in enumerate(self.texts)})
        if len(self._index) != len(self.texts):
            raise ValueError("two actions share one text")

    def __len__(self) -> int:
        return len(self.texts)

    def index(self, text: str) -> int:
        """Index of the action written ``text``; blanks around it and upper case are forgiven.

        Raises ``UnreadableAction`` when it is no action, ``AmbiguousAction`` when it names several.
        """
        found = self._index.get(text.strip().lower())
        if found is not None:
            return found
        named = [self._index[part] for part in _parts(text) if part in self._index]
        if len(set(named)) > 1:
            raise AmbiguousAction(f"'{text.strip()}' names more than one action; write exactly one")
        raise UnreadableAction(f"'{text.strip()}' is no action here; actions look like {self._examples()}")

    def text(self, index: int) -> str:
        """The text of an action. Raises ``UnreadableAction`` for an index outside the table."""
        if 0 <= index < len(self.texts):
            return self.texts[index]
        raise UnreadableAction(f"{index} is no action here; the table has 0 to {len(self.texts) - 1}")

    def _examples(self) -> str:
        return ", ".join(self.texts[start] for _, start, _ in self.groups)


def _parts(text: str) -> Iterable[str]:
    return (part.strip(".;'\"()[]{}") for part in text.lower().replace(",", " ").split())


def listing(texts: Sequence[str]) -> str:
    """``add:0 ... add:6, pass``: runs of the same verb are folded to their first and last text."""
    runs: list[list[str]] = []
    for text in texts:
        verb = text.partition(":")[0]
        if runs and runs[-1][0].partition(":")[0] == verb:
            runs[-1].append(text)
        else:
            runs.append([text])
    return ", ".join(_folded(run) for run in runs)


def _folded(run: list[str]) -> str:
    return ", ".join(run) if len(run) <= 8 else f"{run[0]} ... {run[-1]}"
