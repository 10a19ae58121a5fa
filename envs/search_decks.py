"""Decks in a sampled match: what was turned up so far lies on top, so that no deal has to be found that shuffled it so."""

from collections.abc import Iterable
from random import Random
from typing import Any

from envs.engine.events import Event
from envs.engine.table import Table

TURNED = {"avalon": {"PLOT_CARD_TURNED": ("plot_deck", "plot_size"), "LOYALTY_CARD_TURNED": ("loyalty_deck", "")}}
"""Decks whose cards are turned up one by one, as the value of an event: event -> fields of the state, deck and size or ""."""


def dealt_again(table: Table) -> Table:
    """The start of the match at ``table``, decks included: a sampled one may have another order than its seed gives."""
    twin = type(table)(table.game, table.setup, table.seed)
    decks = TURNED.get(table.game.name, {})
    now, start = (table.state, twin.state) if decks else (None, None)
    wrong = [field for field, _ in decks.values() if list(getattr(now, field)) != list(getattr(start, field))]
    for field in wrong:
        getattr(start, field)[:] = getattr(now, field)
    if wrong:
        twin.load_state(start)
    return twin


def stack(table: Table, seen: Iterable[Event], rng: Random) -> bool:
    """Puts the cards that ``seen`` turned up on top of the decks of a fresh deal; False when a deck does not hold them.

    A card that lies elsewhere changes places with the one that lies where it should: what is left is as well shuffled as
    before.
    """
    fields = TURNED.get(table.game.name, {})
    turned: dict[tuple[str, str], list[int]] = {}
    for event in seen if fields else ():
        name = table.game.codes(event.code).name
        if name in fields:
            turned.setdefault(fields[name], []).append(event.value)
    if not turned:
        return True
    state = table.state
    found = all(_put_on_top(getattr(state, deck), _size(state, deck, size), cards, rng) for (deck, size), cards in turned.items())
    table.load_state(state)
    return found


def _size(state: Any, deck: str, size: str) -> int:
    return int(getattr(state, size)) if size else len(getattr(state, deck))


def _put_on_top(deck: Any, size: int, cards: list[int], rng: Random) -> bool:
    for at, card in enumerate(cards):
        if deck[at] != card:
            places = [place for place in range(at + 1, size) if deck[place] == card]
            if not places:
                return False
            place = rng.choice(places)
            deck[at], deck[place] = card, deck[at]
    return True
