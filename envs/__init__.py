"""The games and their doors to learning. ``GAMES`` is the registry; importing this package loads no game."""

from importlib import import_module
from typing import Any

from envs.engine.game import Game

GAMES = {"trusis": "envs.trusis.game", "avalon": "envs.avalon.game"}
"""Name -> module that holds ``GAME``."""


class UnknownGame(ValueError):
    """No game of that name; the sentence lists the known ones."""


def load_game(name: str) -> Game:
    """The game called ``name``. Raises ``UnknownGame``."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called '{name}'; known games: {', '.join(GAMES)}")
    game: Game = import_module(GAMES[name]).GAME
    return game


def make(env_id: str, kind: str = "env", **kwargs: Any) -> Any:
    """``make("trusis_v0", players=8)``: the environment of that id. ``kind``: ``env``, ``raw_env`` or ``parallel_env``.

    Raises ``UnknownGame`` for another id, ValueError for another kind.
    """
    name = env_id.removesuffix("_v0")
    if name not in GAMES:
        raise UnknownGame(f"no environment is called '{env_id}'; known: {', '.join(f'{game}_v0' for game in GAMES)}")
    if kind not in ("env", "raw_env", "parallel_env"):
        raise ValueError(f"an environment is an 'env', 'raw_env' or 'parallel_env', not '{kind}'")
    return getattr(import_module(f"envs.{name}_v0"), kind)(**kwargs)


def make_vec(env_id: str, num_games: int, **kwargs: Any) -> Any:
    """``make_vec("trusis_v0", num_games=1024, players=8)``: many matches as arrays, an ``envs.vector.VectorGames``.

    Keys of ``VectorGames`` (``all_seats``, ``copy``, ``check``, ``threads``, ...) are taken as such, all others set the match
    up as of ``env``. Raises ``UnknownGame``, ``SetupError``, or ``NumbaMissing`` where numba is not installed.
    """
    from envs.vector import make_batch

    return make_batch(load_game(env_id.removesuffix("_v0")), num_games, **kwargs)


def make_seat_vec(env_id: str, num_envs: int, **kwargs: Any) -> Any:
    """``make_seat_vec("trusis_v0", num_envs=256, opponents="baseline")``: one learning seat in each of many games, as a
    Gymnasium ``VectorEnv``; an ``envs.vector_seat.SeatVector``."""
    from envs.vector_seat import SeatVector

    return SeatVector(load_game(env_id.removesuffix("_v0")), num_envs, **kwargs)


def _register() -> None:
    from envs.registration import register_with_gymnasium, register_with_pettingzoo

    register_with_pettingzoo(tuple(GAMES))
    register_with_gymnasium(tuple(GAMES))


_register()
