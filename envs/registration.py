"""Makes the environments known to PettingZoo's registry under the ids ``trusis_v0`` and the like."""

from importlib.util import find_spec

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
