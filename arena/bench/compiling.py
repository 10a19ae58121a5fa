"""How long a first use of compiled rules takes: with nothing kept, and in a fresh process with everything kept."""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

FIRST_USE = """
import sys
from time import perf_counter
from envs import load_game
from envs.engine.compiled import CompiledTable
game = load_game(sys.argv[1])
began = perf_counter()
CompiledTable(game, game.setup(), 0)
print(perf_counter() - began)
"""


def first_uses(game: str) -> tuple[float, float]:
    """(seconds with an empty cache folder, seconds in the next process)."""
    with TemporaryDirectory() as folder:
        keys = {**os.environ, "XDG_CACHE_HOME": folder}
        command = [sys.executable, "-c", FIRST_USE, game]
        first, second = (float(subprocess.run(command, env=keys, capture_output=True, check=True).stdout) for _ in range(2))
    return first, second
