"""One learning seat at a table of opponents, as a Gymnasium environment: ``gymnasium.make("Trusis-v0", opponents="heuristic")``.

The opponents' minds are not known here: a text is resolved by ``RESOLVER``, a module looked up by name when the environment
is made, so that this package imports no agent; or the caller gives a function that makes ``Opponent`` objects.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from envs import load_game
from envs.aec import NotReset
from envs.door import (
    Door,
    Info,
    Scribe,
    bounds,
    checked_index,
    checked_seat,
    checked_seed,
    checked_shaping,
    endings_of,
    full_state,
    public_text,
)
from envs.engine.actions import IllegalAction
from envs.engine.game import SetupError
from envs.engine.seeds import MASK64, derive
from envs.seat_company import Company, Opponent
from envs.snapshot import Snapshots

Ints = NDArray[np.int8]
Factory = Callable[[int, int], Opponent]
"""(seat, seed) -> a fresh opponent for one match."""
RESOLVER = "agents.policy.opponents:opponent"
"""``module:function`` called with (spec, seed); named here and imported only when a spec has to be resolved."""
ILLEGAL = ("replace", "raise")
MODES = ("human", "ansi")


class SeatEnv(Snapshots, gymnasium.Env[Ints, Any]):
    """Observation (F,) int8, action ``Discrete(A)``, reward of the learner's own seat; ``action_masks()`` and the info's
    ``action_mask`` (A,) say what is legal, and ``info["text"]`` what is new, in words.

    ``opponents``: a spec for all (``"heuristic"``, ``"random"``, ``"policy:trusis8"``), one spec per seat (the learner's is not
    used), or a ``Factory``. ``seat``: a number, or ``"random"``: drawn from each deal's seed. ``illegal``: ``"replace"`` plays a
    closing action instead and says ``illegal_action`` in the info, as Gymnasium's own checks sample without masks;
    ``"raise"`` raises ``IllegalAction``. ``reward``: ``"win"``, or ``"shaped"`` by the game's potential with ``shaping``
    (weight, gamma), between the learner's own turns. At the end the info holds ``seat``, ``role``, ``team``, ``winner``,
    ``result``, ``outcome``, ``reason`` and the clock (day or quest).

    The shaped reward of Trusis is computed from full information (how many of a hidden team are dead): it may tell the learner
    during play what its seat cannot know, so it is for training alone. Gymnasium's wrappers do not forward
    ``action_masks()``, ``state()`` and ``clone()``: ask ``env.unwrapped``. An opponent that fails stops the match in the
    middle of a step: reset it.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Sequence[str] | Factory = "heuristic",
        seat: int | str = "random",
        lang: str | None = "en",
        rewards: Mapping[str, float] | None = None,
        compiled: bool | None = None,
        illegal: str = "replace",
        reward: str = "win",
        shaping: tuple[float, float] = (0.5, 1.0),
        seed: int | None = None,
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise SetupError(f"render_mode is {' or '.join(MODES)}, not {render_mode!r}")
        if illegal not in ILLEGAL:
            raise SetupError(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
        if reward not in ("win", "shaped"):
            raise SetupError(f"reward is 'win' or 'shaped', not '{reward}'")
        checked = checked_shaping(shaping)
        self._shaping = checked if reward == "shaped" else None
        self.render_mode = render_mode
        self._raises = illegal == "raise"
        known = load_game(game)
        self.door = Door(known, known.setup(**setup), lang=lang, rewards=rewards, compiled=compiled, seed=seed)
        self._seat = checked_seat(seat, self.door.setup.players)
        self._factory = factory_of(opponents, self.door.setup.players)
        talk = self.door.setup.talk != "none"
        low, high = bounds(known, self.door.setup.players, talk)
        self.observation_space = Box(low, high, dtype=np.int8)
        self.action_space = Discrete(len(known.actions(self.door.setup.players, talk)))
        self.seat = -1
        self._shown = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Ints, Info]:
        """A fresh deal, played up to the learner's first turn: from ``seed``, or the next one of the stream."""
        super().reset(seed=None if seed is None else checked_seed(seed) & MASK64)
        seat = self._open(seed)
        while seat < 0:
            seat = self._open(None)
        self._phi = self._potential()
        return self.table.features(self.seat), self._info()

    def _open(self, seed: int | None) -> int:
        self.table = self.door.open(seed)
        root = derive(self.door.root, "seats", self.door.episode)
        n = self.table.n
        self.seat = self._seat if self._seat >= 0 else derive(root, "learner") % n
        others = [seat for seat in range(n) if seat != self.seat]
        self.company = Company(self.table, {seat: self._factory(seat, derive(root, "agent", seat)) for seat in others})
        self.scribe = Scribe(self.table, self.door.lang)
        self._read = self._shown = 0
        return self.company.play_on()

    def step(self, action: Any) -> tuple[Ints, float, bool, bool, Info]:
        """The learner's action, then everybody else's up to its next one. Raises ``NotReset`` when no match is on."""
        if self.seat < 0 or self.table.is_over:
            raise NotReset("the environment must be reset before it is stepped")
        table = self.table
        if table.actor != self.seat:
            raise NotReset("the match stopped in the middle of a step, when an opponent failed: reset it")
        self._read = table.count
        index = checked_index(action, len(table.actions), self.seat)
        replaced = not table.may(self.seat, index)
        if replaced and self._raises:
            raise IllegalAction(table.refusal(self.seat, index))
        table.play(self.seat, self.company.closing(self.seat) if replaced else index)
        self.company.play_on()
        over, cut = table.is_over, table.is_over and table.is_truncated
        reward = (self.door.payoffs(table)[self.seat] if over else 0.0) + self._shaped(over)
        info = self._info()
        if replaced:
            info["illegal_action"] = True
        if over:
            info.update(endings_of(table)[self.seat])
        return table.features(self.seat), reward, over and not cut, cut, info

    def _potential(self) -> float:
        return int(self.table.game.rules.potential(self.table.state, self.seat)) / 100 if self._shaping else 0.0

    def _shaped(self, over: bool) -> float:
        """``weight * (gamma * phi(now) - phi(before))``, the potential of an ended match being 0; 0 for reward ``win``."""
        if self._shaping is None:
            return 0.0
        weight, gamma = self._shaping
        before, self._phi = self._phi, 0.0 if over else self._potential()
        return weight * (gamma * self._phi - before)

    def _info(self) -> Info:
        return Info(self.scribe, self.seat, self.table.mask(self.seat), self._read, self.table.count)

    def _rebind(self) -> None:
        super()._rebind()
        if self.seat >= 0:
            self.company = self.company.copy(self.table)
        for name in ("action_space", "observation_space", "_np_random"):
            if name in self.__dict__:
                self.__dict__[name] = deepcopy(self.__dict__[name])

    def action_masks(self) -> NDArray[np.bool_]:
        """(A,) bool: what the learner may do now, as sb3-contrib asks for it. Raises ``NotReset``."""
        self._need_reset("asked for its masks")
        return self.table.mask(self.seat).astype(np.bool_)

    def state(self) -> Ints:
        """For critics: the observations of all seats side by side, (n * F,). Raises ``NotReset``.

        What some seat knows is in it; what no seat has seen yet, such as a vote not counted, is not.
        """
        self._need_reset("asked for its state")
        return full_state(self.table)

    def _need_reset(self, before: str) -> None:
        if self.seat < 0:
            raise NotReset(f"the environment must be reset before it is {before}")

    def render(self) -> str | None:
        """The match as a spectator sees it: printed (``human``: what is new since the last call) or returned (``ansi``)."""
        self._need_reset("rendered")
        if self.render_mode == "ansi":
            return public_text(self.scribe)
        if self.render_mode == "human":
            lines = public_text(self.scribe).splitlines()
            print("\n".join(lines[self._shown :]))
            self._shown = len(lines)
        return None


def factory_of(opponents: str | Sequence[str] | Factory, players: int) -> Factory:
    """A factory from any way of naming opponents. Raises ``SetupError``, or what the resolver raises for a bad spec."""
    if callable(opponents):
        return opponents
    specs = [opponents] * players if isinstance(opponents, str) else list(opponents)
    if len(specs) != players:
        raise SetupError(f"opponents are one spec for all or one per seat, {players} of them, not {len(specs)}")
    module, _, name = RESOLVER.partition(":")
    resolve = getattr(import_module(module), name)
    for spec in dict.fromkeys(specs):
        resolve(spec, 0)
    return Specs(tuple(specs), resolve)


@dataclass(frozen=True, slots=True)
class Specs:
    """Opponents by spec, one per seat."""

    specs: tuple[str, ...]
    resolve: Callable[[str, int], Opponent]

    def __call__(self, seat: int, seed: int) -> Opponent:
        """A fresh opponent for ``seat``."""
        return self.resolve(self.specs[seat], seed)
