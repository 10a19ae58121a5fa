"""Gymnasium's ``VectorEnv`` over a batch: one learning seat in each game, the others played by compiled bots or a callback.

No agent lives here: a callback may be anything, such as the network in training or one kept from before (a league).
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from envs import load_game
from envs.aec import NotReset
from envs.door import bounds, checked_seat, checked_seed
from envs.engine.game import Game, SetupError
from envs.engine.learning import BASELINE, OUTSIDE, RANDOM, Class
from envs.engine.seeds import MASK64
from envs.vector import OPTIONS, VectorGames
from envs.vector_endings import Ending

Ints = NDArray[np.int8]
Callback = Callable[[Ints, Ints, Ints], NDArray[Any]]
"""(observations (M, F), masks (M, A), seats (M,)) of the seats that must act -> their actions (M,)."""
BOTS = {"random": RANDOM, "baseline": BASELINE}


class SeatVector(VectorEnv[Any, Any, Any]):
    """``num_envs`` games; observation (N, F) int8 of the learners, reward that of their own seats, SAME_STEP autoreset.

    ``opponents``: ``"random"``, ``"baseline"`` (the game's plain compiled bot), a ``Callback``, or one of these per seat.
    ``seat``: the learners' seat, or ``"random"``: drawn anew for every deal. ``infos["action_mask"]`` (N, A) int8 is also
    ``action_masks()``; ``infos["final_obs"]`` and ``infos["final_info"]`` are given for games that ended: ``seat``, ``role``,
    ``team``, ``winner``, ``outcome``, ``reason``, ``result`` and the clock (day or quest). ``reward="shaped"`` shapes between
    the learner's own turns; that of Trusis is computed from full information and for training alone (``VectorGames``).

    With ``check`` a callback's answer is checked as a learner's action is. The learners' actions are then already taken: a
    batch whose callback raised or was refused must be reset. Other keys are those of ``VectorGames`` but for ``all_seats`` and
    ``autoreset``. Gymnasium's wrappers do not forward ``action_masks()``, ``sample()`` and ``seats``: ask ``vec.unwrapped``.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        opponents: str | Callback | Sequence[str | Callback] = "baseline",
        seat: int | str = "random",
        reward: str = "win",
        **kwargs: Any,
    ) -> None:
        options = {key: kwargs.pop(key) for key in OPTIONS if key in kwargs}
        refuse("all_seats", options.pop("all_seats", False), False)
        refuse("autoreset", options.pop("autoreset", True), True)
        self._copy = bool(options.pop("copy", True))
        self._checks = bool(options.pop("check", True))
        self.games = VectorGames(game, game.setup(**kwargs), num_envs, reward=reward, copy=False, check=False, **options)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self._wanted = checked_seat(seat, self.games.players)
        self._is_midway = False
        self._make_spaces(game)
        self._class = self._made_class(opponents)

    def _make_spaces(self, game: Game) -> None:
        setup = self.games.setup
        low, high = bounds(game, setup.players, setup.talk != "none")
        self.single_observation_space = Box(low, high, dtype=np.int8)
        self.single_action_space = Discrete(self.games.n_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = MultiDiscrete([self.games.n_actions] * self.num_envs)

    def _made_class(self, opponents: str | Callback | Sequence[str | Callback]) -> Class:
        players, n = self.games.players, self.num_envs
        by_seat = [opponents] * players if isinstance(opponents, str) or callable(opponents) else list(opponents)
        if len(by_seat) != players:
            raise SetupError(f"opponents are one for all or one per seat, {players} of them, not {len(by_seat)}")
        self._outside = {seat: one for seat, one in enumerate(by_seat) if callable(one)}
        unknown = [one for one in by_seat if not callable(one) and one not in BOTS]
        if unknown:
            raise SetupError(
                f"no compiled bot is called {unknown[0]!r}; known: {', '.join(BOTS)}; or give a callback, or seat any agent "
                "with gymnasium.make_vec(..., vectorization_mode='sync')"
            )
        kinds = [OUTSIDE if callable(one) else BOTS[one] for one in by_seat]
        return Class(
            learners=np.zeros(n, np.int8),
            kinds=np.array(kinds, np.int64),
            moves=np.zeros(n, np.int64),
            gains=np.zeros(n, np.float64),
            waits=np.zeros(n, np.bool_),
            finals=np.zeros(n, np.int8),
            counts=np.zeros(n, np.int64),
            last=np.zeros(n, np.int64),
        )

    # --- play -------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Ints, dict[str, Any]]:
        """Fresh deals, played up to the learners' first turns. Game k's deal is that of ``VectorGames.reset(seed)``."""
        root = None if seed is None else checked_seed(seed) & MASK64
        super().reset(seed=root)
        self.games.reset(root)
        self._run(self.games._fn.class_reset)
        self._ask_outside()
        return self._observations(), {"action_mask": self._masks()}

    def step(self, actions: Any) -> tuple[Ints, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action per learner, (N,). With ``check`` an illegal one raises ``IllegalAction``, before anything is applied."""
        games, b = self.games, self.games._b
        if self._is_midway:
            raise NotReset("the batch stopped in the middle of a step, when a callback failed: reset it")
        b.actions[...] = games._checker.checked(actions) if self._checks else actions
        self._run(games._fn.class_step)
        self._ask_outside()
        if games.shaping:
            games._team.run(games._fn.class_shape, b, self._class, *games.shaping)
        infos: dict[str, Any] = {"action_mask": self._masks()}
        endings = self._endings()
        if endings:
            self._tell_endings(infos, endings)
        return self._observations(), self._class.gains.copy(), b.flags == 1, b.flags == 2, infos

    def _run(self, loop: Any) -> None:
        self.games._team.run(loop, self.games._b, self._class, self._wanted)

    def _ask_outside(self) -> None:
        """Lets the callbacks choose until every game waits for its learner."""
        b, c = self.games._b, self._class
        self._is_midway = True
        while self._outside and c.waits.any():
            waiting = np.flatnonzero(c.waits)
            for seat, callback in self._groups(b.seats[waiting]):
                rows = waiting if seat is None else waiting[b.seats[waiting] == seat]
                answer = callback(b.observations[rows], b.masks[rows], b.seats[rows])
                b.actions[rows] = self.games._checker.answered(answer, rows) if self._checks else answer
            self._run(self.games._fn.class_play_chosen)
        self._is_midway = False

    def _groups(self, seats: Ints) -> list[tuple[int | None, Callback]]:
        """One call for all seats where they share one callback, else one per seat."""
        different = list({id(callback): callback for callback in self._outside.values()}.values())
        if len(different) == 1:
            return [(None, different[0])]
        return [(int(seat), self._outside[int(seat)]) for seat in np.unique(seats)]

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, A) bool: the learners' legal actions. Raises ``NotReset``."""
        self.games.need_reset()
        masks: NDArray[np.bool_] = self.games._b.masks.astype(np.bool_)
        return masks

    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for each learner."""
        return self.games.sample()

    @property
    def seats(self) -> Ints:
        """(N,) the learners' seats in the matches now played. Raises ``NotReset``."""
        self.games.need_reset()
        seats: Ints = self._class.learners.copy()
        return seats

    def _observations(self) -> Ints:
        observations: Ints = self.games._b.observations
        return observations.copy() if self._copy else self.games.views().observation

    def _masks(self) -> Ints:
        masks: Ints = self.games._b.masks
        return masks.copy() if self._copy else self.games.views().mask

    # --- endings ----------------------------------------------------------------------------------------------

    def _endings(self) -> list[tuple[Ending, int]]:
        parts = self.games._team.parts
        counts = [int(self._class.counts[start]) for start, _ in parts]
        learners = [int(seat) for count, (start, _) in zip(counts, parts, strict=True)
                    for seat in self._class.finals[start : start + count]]  # fmt: skip
        return list(zip(self.games.endings(counts), learners, strict=True))

    def _tell_endings(self, infos: dict[str, Any], endings: list[tuple[Ending, int]]) -> None:
        final_obs = np.empty(self.num_envs, object)
        present = np.zeros(self.num_envs, np.bool_)
        rows: dict[str, Any] = {}
        for ending, learner in endings:
            present[ending.game] = True
            final_obs[ending.game] = ending.observations[learner]
            for key, value in ending.told(learner).items():
                rows.setdefault(key, np.empty(self.num_envs, object))[ending.game] = value
        rows |= {f"_{key}": present.copy() for key in list(rows)}
        infos |= {"final_obs": final_obs, "_final_obs": present, "final_info": rows, "_final_info": present.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads, if it came to be; a later step starts them again."""
        if "games" in self.__dict__:
            self.games.close()


def refuse(key: str, given: Any, only: bool) -> None:
    """Raises ``SetupError`` unless ``given`` is the one value that a learner in each game allows."""
    if given is not only:
        raise SetupError(f"with one learner in each game {key} is always {only}, not {given!r}")


def seat_vector(game: str, num_envs: int = 1, **kwargs: Any) -> SeatVector:
    """``gymnasium.make_vec("Trusis-v0", num_envs=..., vectorization_mode="vector_entry_point")``."""
    return SeatVector(load_game(game), num_envs, **kwargs)
