"""The games and their doors to learning. ``GAMES`` is the registry; importing this package loads no game."""

from importlib import import_module

from envs.engine.game import Game

GAME_MODULES = {"trusis": "envs.trusis.game", "avalon": "envs.avalon.game"}
"""Name -> module that holds ``GAME``."""


class UnknownGame(ValueError):
    """No game of that name; the sentence lists the known ones."""


def load_game(name: str) -> Game:
    """The game called ``name``. Raises ``UnknownGame``."""
    if name not in GAME_MODULES:
        raise UnknownGame(f"no game is called '{name}'; known games: {', '.join(GAME_MODULES)}")
    game: Game = import_module(GAME_MODULES[name]).GAME
    return game
