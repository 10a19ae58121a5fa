"""Many games at once, as arrays: ``make_vec``. The loops are ``envs.engine.batch``; threads release the GIL.

One acting seat per game and step by default; ``all_seats=True`` moves every seat at once, as the Parallel adapter does.
No rule and no agent lives here. Needs the extra ``fast``.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envs.aec import NotReset
from envs.door import checked_rewards, checked_seed, checked_shaping
from envs.engine.batch import Batch
from envs.engine.game import Game, Setup, SetupError
from envs.engine.link import NumbaMissing, numba_is_here
from envs.engine.numbers import whole_number
from envs.engine.record import blank, pack
from envs.engine.seeds import MASK64, derive, split
from envs.vector_check import Checker, check_count, check_index
from envs.vector_endings import Ending, Endings, Latest
from envs.vector_saved import load_batch, save_batch
from envs.vector_team import Team

REWARD_KINDS = ("win", "shaped")
GAMMA = 1.0
WEIGHT = 0.5


class Turn(NamedTuple):
    """What one ``reset`` or ``step`` gives: arrays over N games, S seats, F features, A actions.

    ``seat`` (N,) int8: who acts, -1 where a match is over and ``autoreset`` is off. With ``all_seats`` it is ``must_act``
    (N, S) int8: 1 where a turn is owed. ``observation`` (N, F) and ``mask`` (N, A) int8 belong to that seat; with
    ``all_seats`` they are (N, S, F) and (N, S, A). ``rewards`` (N, S) float32 are those of every seat for this step.
    ``terminated`` and ``truncated`` (N,) bool say whose match ended in this step; the views are then already those of
    the next deal (SAME_STEP). ``endings``: the matches that ended, read on demand. With ``copy=False`` the first four are the
    batch's own arrays, which change with the next step and cannot be written to.
    """

    seat: NDArray[np.int8]
    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    endings: Sequence[Ending]


class Views(NamedTuple):
    """The first four of a ``Turn``, as the batch's own arrays."""

    seat: NDArray[np.int8]
    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    rewards: NDArray[np.float32]


class VectorGames:
    """``num_games`` matches of one setup. Everything is int8 unless ``Turn`` says otherwise.

    ``reset(seed)`` deals game k from ``derive(seed, "deal", k)``: the deal of ``env.reset(seed=derive(seed, "deal", k))``.
    Later deals of place k come from a counter stream of that seed alone, so that results depend neither on the number of
    threads nor on other places; ``deal_seed(k)`` names the current one. A seed is any whole number, of which the lowest 64
    bits count.

    ``reward="shaped"`` adds to each seat's reward, between its own turns, ``weight * (gamma * phi(its turn now) - phi(its last
    turn))``, paid in the step after which its turn comes; before its first turn of a match nothing is discounted, and at the
    end all seats are paid ``- weight * phi(last turn)``, the potential of an ended match being 0. With ``all_seats`` a turn is
    a step before which ``must_act`` is 1. With gamma 1 all that is added in one match is ``- weight * phi(deal)``. The
    potential of Trusis is computed from full information (how many of a hidden team are dead): its rewards may tell a seat
    during play what it cannot know, so they are for training alone.
    """

    metadata = {"autoreset_mode": "same_step"}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        game: Game,
        setup: Setup,
        num_games: int,
        *,
        all_seats: bool = False,
        copy: bool = True,
        check: bool = True,
        autoreset: bool = True,
        threads: int = 1,
        rewards: Mapping[str, float] | None = None,
        reward: str = "win",
        shaping: tuple[float, float] = (WEIGHT, GAMMA),
        boundscheck: bool = False,
    ) -> None:
        if not numba_is_here():
            raise NumbaMissing("batches need numba; install it with: python3 -m pip install 'masque[fast]'")
        check_count("num_games", num_games)
        check_count("threads", threads)
        if reward not in REWARD_KINDS:
            raise SetupError(f"reward is 'win' or 'shaped', not '{reward}'")
        self.game, self.setup = game, setup
        self.num_games, self.players = num_games, setup.players
        self.all_seats, self.copy, self.check, self.autoreset = all_seats, copy, check, autoreset
        checked = checked_shaping(shaping)
        self.shaping = checked if reward == "shaped" else None
        self.n_actions = len(game.actions(setup.players, setup.talk != "none"))
        self.n_features = game.feature_count(setup.players, setup.talk != "none")
        self._turn = int(setup.ruleset.actions_per_turn)
        self._root: int | None = None
        self._resets = self._sampled = 0
        self._sampling: tuple[int, int] | None = None
        self._samples, self._drawn = False, -1
        self._bind(boundscheck)
        self._allot(checked_rewards(rewards))
        self._team = Team(threads, num_games)
        self._checker = Checker(self)
        self._latest = Latest()
        self._views: Views | None = None

    def _bind(self, boundscheck: bool) -> None:
        from envs.engine.compiled import compiled_rules

        self._fn = fn = compiled_rules(self.game, boundscheck)
        together = self.all_seats
        self._show = fn.batch_show_all if together else fn.batch_show
        self._sample = fn.batch_sample_all if together else fn.batch_sample

    def _allot(self, rewards: Mapping[str, float]) -> None:
        n, s = self.num_games, self.players
        rows = (n, s) if self.all_seats else (n,)
        template = blank(self.game.state, 1)
        pack(self.game.prepare(self.setup), template[0])
        template["blind"] = 1
        self._b = Batch(
            games=blank(self.game.state, n),
            template=template,
            keys=np.zeros((n, 2), np.int64),
            episodes=np.zeros(n, np.int64),
            lengths=np.zeros(n, np.int64),
            left=np.zeros(n, np.int64),
            actions=np.zeros(rows, np.int32),
            drawn=np.zeros(rows, np.int32),
            seats=np.zeros(rows, np.int8),
            observations=np.zeros((*rows, self.n_features), np.int8),
            masks=np.zeros((*rows, self.n_actions), np.int8),
            results=np.zeros((n, s), np.int8),
            rewards=np.zeros((n, s), np.float32),
            payoffs=np.array([rewards["lose"], rewards["draw"], rewards["win"]], np.float32),
            flags=np.zeros(n, np.int8),
            ended=np.zeros(n, np.int64),
            finals=blank(self.game.state, n),
            final_lengths=np.zeros(n, np.int64),
            phi=np.zeros((n, s), np.int16),
            begun=np.zeros((n, s), np.int8),
        )

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_views": None}

    # --- play -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> Turn:
        """Fresh deals everywhere. Without ``seed`` the next ones of the stream, or unpredictable ones at first.

        Raises ``SetupError`` for a seed that is no whole number.
        """
        if seed is not None:
            self._root, self._resets = checked_seed(seed) & MASK64, 0
        elif self._root is None:
            self._root = int.from_bytes(os.urandom(8), "little")
        root = derive(self._root, "reset", self._resets) if self._resets else self._root
        self._resets += 1
        self._sampled, self._sampling = 0, None
        self._samples, self._drawn = False, -1
        keys = [split(derive(root, "deal", k)) for k in range(self.num_games)]
        self._b.keys[:] = np.array(keys, np.int64).reshape(-1, 2)
        self._run(self._fn.batch_reset, self._turn)
        self._run(self._show)
        if self.shaping:
            self._run(self._fn.batch_potential, self.all_seats)
        return self._outcome([0] * len(self._team.parts))

    def step(self, actions: ArrayLike) -> Turn:
        """One action per game, (N,) whole numbers; with ``all_seats`` (N, S), where a seat that owes no turn waits (0).

        With ``check`` a wrong shape or kind raises ValueError, an illegal action ``IllegalAction``, use before ``reset``
        ``NotReset``, all before anything is applied. Without it, such input is undefined behaviour.
        """
        if self.check:
            actions = self._checker.checked(actions)
        if actions is not self._b.actions:
            self._b.actions[...] = actions
        counts = self._step_all() if self.all_seats else self._step()
        if self.shaping:
            self._run(self._fn.batch_shape, self.all_seats, *self.shaping)
        return self._outcome(counts)

    def _step_all(self) -> list[int]:
        return self._run(self._fn.batch_step_all, self.autoreset, self._turn)

    def _step(self) -> list[int]:
        """One that has just sampled will sample again: the step then draws the next sample as well."""
        draws, self._samples = self._samples, False
        counts = self._run(self._fn.batch_step, self.autoreset, draws, *self._stream(), self._sampled)
        self._drawn = self._sampled if draws else -1
        return counts

    def sample(self) -> NDArray[np.int32]:
        """Uniformly random legal actions, drawn by compiled code from the stream of the last ``reset``."""
        if self._drawn == self._sampled:
            self._b.actions[...] = self._b.drawn
        else:
            self._run(self._sample, *self._stream(), self._sampled)
        self._sampled += 1
        self._samples = True
        actions: NDArray[np.int32] = self._b.actions
        return actions.copy() if self.copy else actions

    def play_random(self, steps: int) -> int:
        """``steps`` random steps of every game in one call, everything written each time; the actions of ``sample``.

        Returns the number of agent steps. Not for ``all_seats``; shaping begins anew where it stops. Raises ValueError for
        what is no number of steps, ``NotReset`` before ``reset``.
        """
        if self.all_seats:
            raise ValueError("play_random moves one seat per game; make the batch without all_seats")
        number = whole_number(steps)
        if number is None or number < 0:
            raise ValueError(f"the number of steps is a whole number from 0, not {steps!r}")
        low, high = self._stream()
        self._run(self._fn.batch_play, self.autoreset, low, high, self._sampled, number)
        if self.shaping:
            self._run(self._fn.batch_potential, self.all_seats)
        self._sampled += number
        return number * self.num_games

    def need_reset(self) -> None:
        """Raises ``NotReset`` before the first ``reset``."""
        if not self._resets:
            raise NotReset("the batch must be reset before it is used")

    def _stream(self) -> tuple[int, int]:
        if self._sampling is None:
            self.need_reset()
            self._sampling = split(derive(self._root or 0, "sample", self._resets))
        return self._sampling

    def _run(self, loop: Callable[..., Any], *numbers: Any) -> list[Any]:
        self._latest.keep()
        return self._team.run(loop, self._b, *numbers)

    def _outcome(self, counts: Sequence[int]) -> Turn:
        b = self._b
        terminated, truncated = b.flags == 1, b.flags == 2
        endings = self.endings(counts)
        if self.copy:
            return Turn(b.seats.copy(), b.observations.copy(), b.masks.copy(), b.rewards.copy(), terminated, truncated, endings)
        return Turn(*self.views(), terminated, truncated, endings)

    def views(self) -> "Views":
        """The arrays that every step writes, as they are now; not to be written to from outside."""
        if self._views is None:
            b = self._b
            self._views = Views(*(_read_only(array) for array in (b.seats, b.observations, b.masks, b.rewards)))
        return self._views

    def endings(self, counts: Sequence[int]) -> Endings:
        """The matches that ended, so many in each thread's range."""
        endings = Endings(self, counts, self._team.parts)
        self._latest.note(endings)
        return endings

    # --- looking in -------------------------------------------------------------------------------------------

    @property
    def is_reset(self) -> bool:
        """Whether ``reset`` was called."""
        return self._resets > 0

    def deal_seed(self, k: int) -> int:
        """The seed of the deal now played in place ``k``: ``env.reset(seed=...)`` deals the same.

        Raises IndexError when there is no such place, as do ``view`` and ``state``, and ``NotReset`` before ``reset``.
        """
        from envs.engine.batch import REDEAL
        from envs.engine.draw import draw

        k = self._place(k)
        low, high = (int(half) for half in self._b.keys[k])
        episode = int(self._b.episodes[k])
        if episode:
            at = REDEAL + 2 * episode
            low, high = draw(low, high, at), draw(low, high, at + 1)
        return low | high << 32

    def view(self, k: int, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """(observation (F,), mask (A,)) of any seat in game ``k``, fresh arrays."""
        return self._look(self._b.games, self._place(k), check_index("seat", seat, self.players))

    def _place(self, k: int) -> int:
        self.need_reset()
        return check_index("game", k, self.num_games)

    def _look(self, games: Any, k: int, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        observation, mask = np.zeros(self.n_features, np.int8), np.zeros(self.n_actions, np.int8)
        self._fn.desk_look(games, k, seat, observation, mask)
        return observation, mask

    def state(self, k: int) -> NDArray[np.int8]:
        """Game ``k`` for critics: the observations of all seats side by side, (S * F,).

        What some seat knows is in it; what no seat has seen yet, such as a vote not counted, is not.
        """
        return np.concatenate([self.view(k, seat)[0] for seat in range(self.players)])

    def save(self) -> bytes:
        """All games, their streams and the last views as bytes, for ``load`` of a batch made alike. Raises ``NotReset``."""
        self.need_reset()
        return save_batch(self, [self._root or 0, self._resets, self._sampled])

    def load(self, saved: bytes) -> Turn:
        """Continues from ``save``; the views as they were. Payoffs, threads, checks and ``autoreset`` stay this batch's own.

        Raises ValueError in one sentence where the bytes cannot be read, or come from another version of this package, another
        game, setup, number of games, ``all_seats`` or shaping; the batch is then as it was.
        """
        self._root, self._resets, self._sampled = load_batch(self, saved, 3)
        self._sampling, self._samples, self._drawn = None, False, -1
        return self._outcome([0] * len(self._team.parts))

    def clone(self) -> "VectorGames":
        """An independent batch in the same position."""
        twin = copy(self)
        twin._b = Batch(*(array.copy() for array in self._b))
        twin._team = Team(len(self._team.parts), self.num_games)
        twin._checker = Checker(twin)
        twin._latest = Latest()
        return twin

    @property
    def bytes_per_game(self) -> int:
        """Size of one game's state."""
        return int(self._b.games.itemsize)

    def close(self) -> None:
        """Ends the threads; a later step starts them again."""
        self._team.close()


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


OPTIONS = ("all_seats", "copy", "check", "autoreset", "threads", "rewards", "reward", "shaping", "boundscheck")


def make_batch(game: Game, num_games: int, **kwargs: Any) -> VectorGames:
    """``VectorGames`` from mixed keys: those in ``OPTIONS``, and those of ``Game.setup``. Raises ``SetupError``."""
    options = {key: kwargs.pop(key) for key in OPTIONS if key in kwargs}
    return VectorGames(game, game.setup(**kwargs), num_games, **options)
