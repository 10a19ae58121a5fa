"""Seats in what a model writes: ``seat 10``, ``P10``, ``10``, a display name. Whole words only; two different ones are never
settled by guessing."""

import re
from collections.abc import Sequence
from functools import lru_cache

from agents.llm.faults import Slip

_NOUNS = (
    "seat", "player", "p", "s", "asiento", "jugador", "jugadora", "siège", "siege", "joueur", "joueuse", "miejsce", "gracz",
    "graczka",
)  # fmt: skip
_MARKED = rf"(?<!\w)(?:{'|'.join(_NOUNS)})[\s_:#.\-]{{0,2}}(\d{{1,3}})(?!\w)"
_BARE = re.compile(r"[\s#(\[]*(\d{1,3})[\s)\].!]*(?:\([^()\d]*\)|（[^（）\d]*）)?[\s.!]*")


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted((name for name in names if name), key=len, reverse=True)
    listed = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
    return re.compile(rf"{_MARKED}|(?<!\w)({listed})(?!\w)", re.IGNORECASE)


def seats_named(text: str, names: Sequence[str]) -> list[int]:
    """Every seat that ``text`` names, each once, in order; numbers are those written with a noun (``seat 3``, ``P3``)."""
    folded = [name.casefold() for name in names]
    found: list[int] = []
    for match in _pattern(tuple(names)).finditer(text):
        seat = int(match[1]) if match[1] else folded.index(match[2].casefold())
        if seat not in found:
            found.append(seat)
    return found


def seat_of(text: str, names: Sequence[str]) -> int:
    """The one seat that ``text`` means: ``3``, ``P3``, ``seat 3 (Dario)``, ``Dario``.

    Raises ``Slip``: ``ambiguous`` for two seats, ``unreadable`` for none, ``illegal`` for one that is not at the table.
    """
    bare = _BARE.fullmatch(text)
    found = [int(bare[1])] if bare else seats_named(text, names)
    if len(found) > 1:
        listed = ", ".join(str(seat) for seat in found)
        raise Slip("ambiguous", f"'{_short(text)}' names the seats {listed}; name exactly one")
    if not found:
        raise Slip("unreadable", f"'{_short(text)}' names no seat; write its number, 0 to {len(names) - 1}")
    if found[0] >= len(names):
        raise Slip("illegal", f"there is no seat {found[0]}; seats are 0 to {len(names) - 1}")
    return found[0]


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= 60 else plain[:57] + "..."
