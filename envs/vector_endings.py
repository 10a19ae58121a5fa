"""The matches of a batch that ended in one step: who was what, who won, and when. Read on demand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from envs.engine.record import unpack

if TYPE_CHECKING:
    from envs.vector import VectorGames


@dataclass(frozen=True, slots=True)
class Ending:
    """One finished match. ``game`` is its place in the batch, ``length`` its steps.

    ``roles`` and ``teams`` are ids by seat, ``winner`` a team id or "" for nobody; ``outcome``, ``reason`` and ``clock``
    (day or quest, phase) as of ``Game``; ``returns`` +1, -1 or 0 by seat; ``observations`` (S, F) int8: each seat's last.
    """

    game: int
    length: int
    roles: tuple[str, ...]
    teams: tuple[str, ...]
    winner: str
    outcome: str
    reason: str
    clock: dict[str, int | str]
    returns: tuple[int, ...]
    observations: NDArray[np.int8]

    def told(self, seat: int) -> dict[str, Any]:
        """What ``info`` says of the end to the learner in ``seat``: its role and team, the winner, the result, the day."""
        return {
            "seat": seat,
            "role": self.roles[seat],
            "team": self.teams[seat],
            "winner": self.winner,
            "result": self.returns[seat],
            "outcome": self.outcome,
            "reason": self.reason,
            **self.clock,
        }


class Endings(Sequence[Ending]):
    """All that ended in one step, by place ascending. The records are copied when they are first read, or before the batch
    moves on: later steps change nothing."""

    def __init__(self, vec: "VectorGames", counts: Sequence[int], parts: Sequence[tuple[int, int]]) -> None:
        self._vec = vec
        self._length = sum(counts)
        self._counts, self._parts = counts, parts
        self._is_kept = not self._length

    def keep(self) -> None:
        """Copies the records out of the batch, once."""
        if self._is_kept:
            return
        self._is_kept = True
        spans = [slice(start, start + count) for count, (start, _) in zip(self._counts, self._parts, strict=True) if count]
        b = self._vec._b
        raw = b.finals.view(np.uint8).reshape(len(b.finals), -1)  # numpy copies records field by field, bytes at once
        self._finals = _gathered(raw, spans).view(b.finals.dtype).ravel()
        self._games, self._steps = _gathered(b.ended, spans), _gathered(b.final_lengths, spans)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Ending: ...

    @overload
    def __getitem__(self, at: slice) -> list[Ending]: ...

    def __getitem__(self, at: int | slice) -> Ending | list[Ending]:
        if isinstance(at, slice):
            return [self._read(index) for index in range(self._length)[at]]
        return self._read(range(self._length)[at])

    def __iter__(self) -> Iterator[Ending]:
        return (self._read(index) for index in range(self._length))

    def _read(self, at: int) -> Ending:
        self.keep()
        vec = self._vec
        game, n = vec.game, vec.players
        g: Any = unpack(self._finals[at], game.state)
        roles = tuple(game.role_ids[role] for role in g.role[:n])
        out = [0] * n
        game.rules.returns(g, out)
        outcome, reason = game.outcome(g)
        winner = game.winner(g)
        return Ending(
            game=int(self._games[at]),
            length=int(self._steps[at]),
            roles=roles,
            teams=tuple(game.team_ids[game.team_of(role)] for role in roles),
            winner=game.team_ids[winner] if winner >= 0 else "",
            outcome=outcome,
            reason=reason,
            clock=game.clock(g),
            returns=tuple(out),
            observations=np.stack([vec._look(self._finals, at, seat)[0] for seat in range(n)]),
        )


class Latest:
    """The endings of the last step, as long as anybody else holds them."""

    def __init__(self) -> None:
        self._held: Callable[[], Endings | None] = _nothing

    def note(self, endings: Endings) -> None:
        """From now on these are the last."""
        self._held = ref(endings)

    def keep(self) -> None:
        """The batch moves on: what is still held is copied."""
        endings = self._held()
        if endings is not None:
            endings.keep()

    def __getstate__(self) -> dict[str, Any]:
        return {"_held": _nothing}


def _nothing() -> None:
    return None


def _gathered(array: NDArray[Any], spans: Sequence[slice]) -> NDArray[Any]:
    return array[spans[0]].copy() if len(spans) == 1 else np.concatenate([array[span] for span in spans])
