"""Makes the environments known: to PettingZoo as ``trusis_v0`` and the like, to Gymnasium as ``Trusis-v0``."""

from importlib.util import find_spec

import gymnasium
import pettingzoo

_ENTRIES = (("aec", pettingzoo.aec_registry, "env"), ("parallel", pettingzoo.parallel_registry, "parallel_env"))


def register_with_pettingzoo(games: tuple[str, ...]) -> None:
    """Registers ``<game>_v0`` of every game that is installed, once."""
    for game in games:
        module = f"envs.{game}_v0"
        if find_spec(module) is None:
            continue
        for kind, registry, constructor in _ENTRIES:
            if f"{game}-v0" not in registry:
                pettingzoo.register(kind, f"{game}_v0", f"{module}:{constructor}")


def register_with_gymnasium(games: tuple[str, ...]) -> None:
    """Registers ``Trusis-v0`` and the like: one learning seat, and many of them through ``gymnasium.make_vec``, once."""
    for game in games:
        name = f"{game.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="envs.seat:SeatEnv",
                vector_entry_point="envs.vector_seat:seat_vector",
                kwargs={"game": game},
            )
