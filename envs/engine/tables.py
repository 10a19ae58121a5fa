"""Chooses between interpreted and compiled play."""

from envs.engine.game import Game, Setup
from envs.engine.link import NumbaMissing, numba_is_here
from envs.engine.table import Table


def make_table(game: Game, setup: Setup, seed: int, compiled: bool | None = None) -> Table:
    """A dealt table. ``compiled``: True asks for compiled rules, False for interpreted, None takes what is there.

    Raises ``NumbaMissing`` when compiled rules are asked for without numba.
    """
    if compiled is None:
        compiled = numba_is_here()
    if not compiled:
        return Table(game, setup, seed)
    if not numba_is_here():
        raise NumbaMissing("compiled rules need numba; install it with: python3 -m pip install 'masque[fast]'")
    from envs.engine.compiled import CompiledTable

    return CompiledTable(game, setup, seed)
