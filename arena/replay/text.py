"""A match as lines of text, through the eyes of one seat, of the public, or of everybody, in any language of the house.

The same teller serves live play and replays from logs. What a viewer may know is decided by ``visible_to`` alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from arena.match.log import REFEREE_ENTRIES, entry_event
from arena.match.reading import MatchLog
from envs import load_game
from envs.engine.events import GOD, SPECTATOR, Event, may_see, seen
from prompts.narration import narrator
from prompts.quoting import inert

STYLES = {
    "heading": "bold",
    "subheading": "dim",
    "speech": "cyan",
    "private": "magenta",
    "public": "",
    "result": "bold green",
    "log": "dim",
    "referee": "yellow",
}
"""How each kind of line looks where colours are shown."""


class ViewError(ValueError):
    """A view that is none; the sentence says what would be one."""


class Line(NamedTuple):
    """One line of a transcript and its kind, a key of ``STYLES``."""

    kind: str
    text: str


def viewer_of(text: str, players: int) -> int:
    """``god``, ``public`` or ``seat:K`` as a viewer. Raises ``ViewError``."""
    if text in ("god", "public"):
        return GOD if text == "god" else SPECTATOR
    kind, _, number = text.partition(":")
    if kind == "seat" and number.isdecimal() and number.isascii() and int(number) < players:
        return int(number)
    raise ViewError(f"a match is watched as god, public or seat:0 to seat:{players - 1}, not as '{text}'")


class Teller:
    """Tells one match to one ``viewer``. Raises ``prompts.lexicon.LexiconError`` for an unknown language."""

    def __init__(self, game: str, lang: str, names: Sequence[str], viewer: int) -> None:
        self.viewer = viewer
        self._codes = load_game(game).codes
        self._narrator = narrator(game, lang, tuple(names))

    def opening(self, header: Mapping[str, Any]) -> list[Line]:
        """What stands above a match: game, seats and cards in play."""
        told = self._narrator.header(header["preset"], header["roles"], header["expansions"], header["players"])
        return [Line("heading", told[0]), *(Line("public", line) for line in told[1:])]

    def event(self, event: Event) -> Line | None:
        """The line of one event, None when the viewer may not know of it."""
        if not may_see(self.viewer, event.audience):
            return None
        shown = seen(self.viewer, event)
        name = self._codes(event.code).name.lower()
        return Line(self._narrator.kind(name, shown), self._narrator.line(name, shown, self.viewer))

    def referee(self, entry: Mapping[str, Any]) -> Line | None:
        """The line of one of the referee's own entries; only ``god`` sees them."""
        if self.viewer != GOD or entry.get("event") not in REFEREE_ENTRIES:
            return None
        return Line("referee", inert(_REFEREE[entry["event"]](defaultdict(str, entry))))


_REFEREE = {
    "reply_refused": lambda e: f"[referee] seat {e['seat']}: reply refused ({e['fault']}): {e['reason']}",
    "fallback_taken": lambda e: f"[referee] seat {e['seat']}: played by the fallback ({e['fault']}): {e['action']}",
    "conduct_breached": lambda e: f"[referee] seat {e['seat']}: breach of conduct ({e['rule']}): {e['text']}",
    "probed": lambda e: f"[referee] seat {e['seat']}: beliefs {e['beliefs']}",
}


def transcript(log: MatchLog, lang: str = "en", viewer: int = GOD) -> Iterator[Line]:
    """The lines of a logged match; an unfinished one ends by saying that it is incomplete."""
    teller = Teller(log.header["game"], lang, log.names, viewer)
    codes, players = log.game.codes, log.players
    yield from teller.opening({"preset": "", "expansions": [], **log.header})
    for entry in log.entries:
        line = None
        if entry.get("event") in REFEREE_ENTRIES:
            line = teller.referee(entry)
        elif "event" in entry:
            line = teller.event(entry_event(codes, players, entry))
        if line is not None:
            yield line
    if not log.is_complete:
        yield Line("referee", "[referee] this log is incomplete: the match was never finished")


def show_line(console: Console, line: Line) -> None:
    """Prints one line, never as markup; a terminal wraps it between words, a pipe gets it whole. Headings stand apart."""
    if line.kind == "heading":
        console.print()
    console.print(Text(line.text, STYLES.get(line.kind, "")), soft_wrap=not console.is_terminal)
