"""Full matches as stable text: one row per transcript, played by a seeded policy of legal moves. No rule lives here."""

from pathlib import Path

from envs import load_game
from envs.engine.events import PUBLIC, Event, seats_in
from envs.engine.seeds import derive
from envs.engine.table import Table

FOLDER = Path(__file__).parent
MATCHES = {
    "trusis_current": ("trusis", "current", 8, 20, ()),
    "trusis_fr": ("trusis", "fr", 12, 13, ()),
    "trusis_bga_wiki_en": ("trusis", "bga_wiki_en", 10, 4, ()),
    "trusis_pl": ("trusis", "pl", 16, 10, ()),
    "avalon_printed": ("avalon", "printed", 5, 3, ()),
    "avalon_online": ("avalon", "online", 7, 10, ()),
    "avalon_trapper": ("avalon", "printed", 8, 36, ("excalibur", "trapper", "witch")),
    "avalon_plots": ("avalon", "online", 9, 35, ("lady", "lancelots", "plot_cards")),
}
"""File name -> game, preset, players, seed, expansions."""
CLOSING = ("end_turn", "pass")


def transcript(name: str) -> str:
    """The text of one golden match: a header, one line per event, the result."""
    game, preset, players, seed, expansions = MATCHES[name]
    table = played(game, preset, players, seed, expansions)
    outcome, reason = table.game.outcome(table.state)
    header = f"{game} preset={preset} players={players} seed={seed}" + "".join(f" +{part}" for part in expansions)
    lines = [line(table, event) for event in table.journal]
    return "\n".join([header, *lines, f"result {outcome} {reason} {table.returns()}", ""])


def played(game: str, preset: str, players: int, seed: int, expansions: tuple[str, ...] = ()) -> Table:
    """The match, played to its end."""
    rules = load_game(game)
    table = Table(rules, rules.setup(players=players, preset=preset, expansions=expansions), seed)
    step = 0
    while not table.is_over:
        seat = table.actor
        table.apply(seat, table.actions.index(move(table, seat, derive(seed, "move", step))))
        step += 1
    return table


def move(table: Table, seat: int, number: int) -> str:
    """A legal action chosen by ``number``: every second one closes the turn, the others take a verb, then its argument."""
    legal = table.legal_texts(seat)
    closes = [text for text in legal if text in CLOSING]
    if closes and number % 2:
        return closes[number // 2 % len(closes)]
    verbs = sorted({verb(text) for text in legal})
    chosen = verbs[number // 2 % len(verbs)]
    options = [text for text in legal if verb(text) == chosen]
    return options[number // 64 % len(options)]


def verb(text: str) -> str:
    """``vote`` of ``vote:3``."""
    return text.partition(":")[0]


def line(table: Table, event: Event) -> str:
    """``VOTE_CAST actor=3 target=5 value=0 to=public``."""
    audience = "public" if event.audience & PUBLIC else ",".join(map(str, seats_in(event.audience))) or "log"
    name = table.game.codes(event.code).name
    return f"{name} actor={event.actor} target={event.target} value={event.value} to={audience}"
