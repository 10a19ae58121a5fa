"""Avalon for PettingZoo: ``env()`` (checked), ``raw_env()`` and ``parallel_env()``; arguments as of ``envs.door.open_door``."""

from typing import Any

from envs.aec import Env, RawEnv
from envs.avalon.game import GAME
from envs.door import open_door
from envs.parallel import Parallel

__all__ = ["env", "parallel_env", "raw_env"]


def env(*args: Any, render_mode: str | None = None, **kwargs: Any) -> Env:
    """The AEC environment with its checks inside."""
    return Env(open_door(GAME, *args, **kwargs), render_mode)


def raw_env(*args: Any, render_mode: str | None = None, **kwargs: Any) -> RawEnv:
    """The AEC environment without checks on the order of calls."""
    return RawEnv(open_door(GAME, *args, **kwargs), render_mode)


def parallel_env(*args: Any, render_mode: str | None = None, **kwargs: Any) -> Parallel:
    """The Parallel environment. Everybody acts in each step, so nobody shows who is acting."""
    return Parallel(open_door(GAME, *args, **kwargs), render_mode)
