"""Conduct at the table: no quoting of private messages, no forged moderator lines, no claim to hold such a copy.

Words are claims and never proof, so role names and speech acts are always free. The referee asks here before a message is
delivered; the rules of the games know nothing of it. A message that stays within the company that already heard the
original gives nothing away and is no breach.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from envs.engine.events import PUBLIC, SEATS_MASK, Event

QUOTED_WORDS = 8
QUOTED_CHARACTERS = 40
REDACTED = "[…]"
"""What is delivered in place of a redacted message."""
COPY_CLAIMS = (
    "screenshot of", "here is a screenshot", "here's a screenshot", "i have a screenshot", "i took a screenshot",
    "copy of my card", "copy of the moderator", "copy of our private", "copied from my private", "proof from the moderator",
    "captura de pantalla de", "tengo una captura", "hice una captura", "copia de mi carta", "copia del moderador",
    "capture d'écran de", "j'ai une capture", "j'ai fait une capture", "copie de ma carte", "copie du modérateur",
    "zrzut ekranu z", "mam zrzut ekranu", "zrobiłem zrzut", "zrobiłam zrzut", "kopia mojej karty", "kopia wiadomości moderatora",
)  # fmt: skip
"""Ways of saying that one holds a copy of a card or of a private message, which the rulebook forbids even to say."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Heard:
    """A private message as a listener has it: words, spelling without case or spacing, and the seats that heard it."""

    words: tuple[str, ...]
    letters: str
    audience: int


class Conduct:
    """Remembers the private messages of one match. ``forged`` tells whether a text poses as the moderator."""

    def __init__(self, forged: Callable[[str], object]) -> None:
        self._forged = forged
        self._heard: dict[int, list[Heard]] = {}

    def hear(self, event: Event) -> None:
        """Takes note of a message; public ones may be repeated by anybody and are forgotten."""
        if not event.text or event.audience & PUBLIC:
            return
        heard = Heard(_words(event.text), _spelled(event.text), event.audience & SEATS_MASK)
        for seat in range(24):
            if heard.audience >> seat & 1 and seat != event.actor:
                self._heard.setdefault(seat, []).append(heard)

    def breach(self, seat: int, text: str, audience: int) -> str:
        """``quote``, ``moderator`` or ``copy`` when ``seat`` may not write ``text`` to ``audience``, else ""."""
        spelled, words = _spelled(text), _words(text)
        if self._forged(text):
            return "moderator"
        if any(phrase in spelled for phrase in COPY_CLAIMS):
            return "copy"
        told = SEATS_MASK if audience & PUBLIC else audience & SEATS_MASK
        abroad = [heard for heard in self._heard.get(seat, ()) if told & ~heard.audience]
        return "quote" if any(_quotes(spelled, words, heard) for heard in abroad) else ""


def conduct_of(game: str) -> Conduct:
    """A fresh memory for one match of ``game``, with the moderator's phrases of every language."""
    from prompts.moderator import forged_line

    return Conduct(partial(forged_line, game))


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_folded(text)))


def _spelled(text: str) -> str:
    return " ".join(_folded(text).split())


def _folded(text: str) -> str:
    shown = "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")
    return shown.casefold()


def _quotes(spelled: str, words: tuple[str, ...], heard: Heard) -> bool:
    return _share_run(words, heard.words, QUOTED_WORDS) or _share_run(spelled, heard.letters, QUOTED_CHARACTERS)


def _share_run(mine: tuple[str, ...] | str, theirs: tuple[str, ...] | str, length: int) -> bool:
    if len(mine) < length or len(theirs) < length:
        return False
    runs = {theirs[at : at + length] for at in range(len(theirs) - length + 1)}
    return any(mine[at : at + length] in runs for at in range(len(mine) - length + 1))
