"""Several tournaments that are held together: one of every game, or one agent against itself at every size of table."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from arena.match.plan import digest
from arena.metrics.ledger import ledger_of
from arena.tournament.spec import Tournament, TournamentError, hold, spec_of
from arena.tournament.store import Store
from envs import GAMES, load_game

BALANCE_BLOCKS = 60
"""Matches at each size of table, where nothing else is asked for."""
Keys = Mapping[str, Any]
"""Keys of a tournament file."""


class Held(NamedTuple):
    """A tournament, its name among those held together, and its folder."""

    name: str
    tournament: Tournament
    store: Store


def one(keys: Keys, source: str, out: str | None) -> list[Held]:
    """The one tournament of ``keys``, in ``out`` or a folder of its own under ``runs``."""
    tournament = hold(spec_of(keys, source))
    return [Held("matches", tournament, Store(out or Path("runs") / tournament.id))]


def every_game(keys: Keys, source: str, out: str | None) -> list[Held]:
    """The same line-up and blocks in every game of the house; in one folder for each game inside ``out``."""
    held = {game: hold(spec_of({**keys, "game": game}, source)) for game in GAMES}
    _refuse_single(out)
    return [
        Held(game, tournament, Store(Path(out) / game if out else Path("runs") / tournament.id))
        for game, tournament in held.items()
    ]


def every_size(keys: Keys, source: str, out: str | None) -> list[Held]:
    """One agent in all seats, at every size of table that the game has or at the one that ``keys`` name.

    Raises ``TournamentError`` for several agents, and for a game without figures of human play to compare with.
    """
    name = keys.get("game", next(game for game in GAMES if ledger_of(game).human))
    game = load_game(name)
    if ledger_of(name).human is None:
        known = ", ".join(game for game in GAMES if ledger_of(game).human)
        raise TournamentError(f"there are no figures of human play of {name} to stand beside; known: {known}")
    agents = keys.get("agents", ["heuristic"])
    if len(agents) != 1:
        raise TournamentError(f"the balance of a game is played by one agent in all seats, not by {len(agents)}")
    sizes = [keys["players"]] if keys.get("players") else list(range(game.min_players, game.max_players + 1))
    shared = {"blocks": BALANCE_BLOCKS, **keys, "game": name, "agents": agents}
    held = {n: hold(spec_of({**shared, "players": n}, source)) for n in sizes}
    _refuse_single(out)
    root = Path(out) if out else Path("runs") / f"{name}-balance-{digest([one.id for one in held.values()])}"
    return [Held(f"{n} players", tournament, Store(root / f"{n:02d}")) for n, tournament in held.items()]


def _refuse_single(out: str | None) -> None:
    if out and (Path(out) / "tournament.json").exists():
        raise TournamentError(f"{out} holds a single tournament; give another folder with --out, or name one game with --game")
