"""Trusis for PettingZoo: ``env()`` (checked), ``raw_env()`` and ``parallel_env()``."""

from collections.abc import Mapping, Sequence
from typing import Any

from envs.aec import Env, RawEnv
from envs.door import Door
from envs.parallel import Parallel
from envs.trusis.game import GAME

__all__ = ["env", "parallel_env", "raw_env"]


def door(
    players: int | None = None,
    preset: str = "current",
    roles: Sequence[str] | None = None,
    expansions: Sequence[str] = (),
    *,
    talk: str = "acts",
    lang: str = "en",
    rewards: Mapping[str, float] | None = None,
    compiled: bool | None = None,
    seed: int | None = None,
    **ruleset_keys: Any,
) -> Door:
    """What the three constructors share. Raises ``SetupError`` with one sentence for anything that cannot be set up.

    ``players``: 5 to 20, default as many as ``roles``, else 8. ``roles``: cards to deal, default the recommended set.
    ``talk``: ``none``, ``acts`` or ``text``. ``lang``: of ``info["text"]``. ``rewards``: payoffs ``win``, ``lose``, ``draw``.
    ``compiled``: None uses numba when it is there. ``seed``: of the first deal. Other keys override the preset's ruleset.
    """
    setup = GAME.setup(players, preset, roles, expansions, talk=talk, **ruleset_keys)
    return Door(GAME, setup, lang=lang, rewards=rewards, compiled=compiled, seed=seed)


def env(*args: Any, render_mode: str | None = None, **kwargs: Any) -> Env:
    """The AEC environment with its checks inside; arguments as of ``door``."""
    return Env(door(*args, **kwargs), render_mode)


def raw_env(*args: Any, render_mode: str | None = None, **kwargs: Any) -> RawEnv:
    """The AEC environment without checks on the order of calls; arguments as of ``door``."""
    return RawEnv(door(*args, **kwargs), render_mode)


def parallel_env(*args: Any, render_mode: str | None = None, **kwargs: Any) -> Parallel:
    """The Parallel environment; arguments as of ``door``. Everybody acts in each step, so nobody shows who is acting."""
    return Parallel(door(*args, **kwargs), render_mode)
