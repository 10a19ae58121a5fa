"""Events into sentences: one line of text for each event, in the language of the reader.

What a reader may be told is decided elsewhere.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from prompts.lexicon import Lexicon, load_lexicon, load_vocabulary
from prompts.quoting import inert
from prompts.shapes import PUBLIC, Kind, Reading, Shape, Told, is_public, seats_in

EVERYBODY = -2
"""Reader who stands above the table: private events are told in the third person."""
_ROOM = 4096
_BY_AUDIENCE = ("public", "private", "result")
_BRACKETS = str.maketrans("()", "[]")
_Key = tuple[str, int, int, int, int, int]


class NarrationError(ValueError):
    """An event that has no words; the sentence lists those that have."""


class Narrator:
    """Tells the events of one table in one language.

    ``names``: display names by seat, made harmless here; without them seats are told by number alone. A narrator never
    changes what it says: lines are kept, and two narrators of the same table are equal in all they tell.
    Raises ``LexiconError`` for an unknown game or language.
    """

    def __init__(self, game: str, lang: str = "en", names: Sequence[str] = ()) -> None:
        self.lexicon: Lexicon = load_lexicon(game, lang)
        self.names = tuple(names)
        self._vocabulary = load_vocabulary(game)
        self._seats = [f"{seat} ({_tame(name)})" if name else str(seat) for seat, name in enumerate(self.names)]
        self._kept: dict[_Key, str] = {}

    def __reduce__(self) -> tuple[type["Narrator"], tuple[str, str, tuple[str, ...]]]:
        return Narrator, (self.lexicon.game, self.lexicon.lang, self.names)

    # --- telling ----------------------------------------------------------------------------------------------

    def line(self, event_name: str, event: Told, viewer: int = EVERYBODY) -> str:
        """One line for ``event``, whose code is called ``event_name`` (lower-case).

        A private event is told to a ``viewer`` (a seat) of its audience in the second person, else in the third.
        Raises ``NarrationError`` for an event or a value that the game does not have.
        """
        if event.text:
            return self._told(event_name, event, viewer)
        audience = event.audience
        reader = EVERYBODY if audience & PUBLIC else viewer
        key = (event_name, event.actor, event.target, event.value, audience, reader)
        line = self._kept.get(key)
        if line is None:
            if len(self._kept) >= _ROOM:
                self._kept.clear()
            line = self._kept[key] = self._told(event_name, event, reader)
        return line

    def lines(self, events: Iterable[tuple[str, Told]], viewer: int = EVERYBODY) -> list[str]:
        """One line for each (event name, event)."""
        return [self.line(event_name, event, viewer) for event_name, event in events]

    def kind(self, event_name: str, event: Told | None = None) -> Kind:
        """How to set the line apart. What is now public, now sealed goes by the audience of ``event``, which no seat may know."""
        kind = self._shape(event_name).kind
        if event is None or kind not in _BY_AUDIENCE:
            return kind
        if not is_public(event):
            return "private" if seats_in(event.audience) else "log"
        return "public" if kind == "private" else kind

    def header(self, preset: str, roles: Sequence[str], expansions: Sequence[str] = (), players: int = 0) -> list[str]:
        """The lines above a match: game and ruleset, seats by name, cards in play, expansions. All of it is public."""
        words, count = self.lexicon.summary, players or len(roles)
        cards = [words.card.format(count=times, role=self.lexicon.roles[role].name) for role, times in Counter(roles).items()]
        lines = [words.match.format(title=self.lexicon.title, players=count, preset=preset)]
        if self.names:
            lines.append(words.seats.format(seats=", ".join(self._seats)))
        lines.append(words.cards.format(cards=", ".join(cards)))
        if expansions:
            names = self.lexicon.names["expansion"]
            lines.append(words.expansions.format(expansions=", ".join(names[name] for name in expansions)))
        return lines

    def _told(self, event_name: str, event: Told, viewer: int) -> str:
        shape = self._shape(event_name)
        you = viewer >= 0 and bool(event.audience >> viewer & 1)
        try:
            variant, fields = shape.read(self, event, you)
        except (IndexError, StopIteration):
            raise NarrationError(f"'{event_name}' cannot be told of {event!r}: a number is outside the game's lists") from None
        return self._filled(event_name, (variant, fields), event)

    def _filled(self, event_name: str, reading: Reading, event: Told) -> str:
        variant, fields = reading
        fields["actor"] = self.seat(event.actor)
        fields["target"] = self.seat(event.target)
        return self.lexicon.events[event_name][variant].format_map(fields)

    def _shape(self, event_name: str) -> Shape:
        shape = self._vocabulary.events.get(event_name)
        if shape is None:
            known = ", ".join(sorted(self._vocabulary.events))
            raise NarrationError(f"no event of {self.lexicon.game} is called '{event_name}'; known events: {known}")
        return shape

    # --- the voice that shapes speak with ---------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """``3``, or ``3 (Alice)`` where names are known; the word for nobody below 0."""
        if seat < 0:
            return self.lexicon.words.nobody
        return self._seats[seat] if seat < len(self._seats) else str(seat)

    def group(self, bits: int) -> str:
        """``seat 3`` or ``seats 1, 2 and 5`` for a bit set of seats; the word for nobody when it is empty."""
        seats, words = [self.seat(seat) for seat in seats_in(bits)], self.lexicon.words
        if not seats:
            return words.nobody
        return (words.seat if len(seats) == 1 else words.seats).format(seats=self.listing(seats))

    def name(self, group: str, index: int) -> str:
        """The word for a number, from ``[names.<group>]``."""
        return self.lexicon.names[group][_at(self._vocabulary.names[group], index)]

    def phrase(self, group: str, key: str, **fields: str) -> str:
        """A filled phrase from ``[phrases.<group>]``."""
        return self.lexicon.phrases[group][key].format_map(fields)

    def role(self, index: int) -> str:
        """The bare name of a role."""
        return self.lexicon.roles[_at(self._vocabulary.roles, index)].name

    def one(self, index: int) -> str:
        """The role as it stands in a claim: ``a Priest``."""
        return self.lexicon.roles[_at(self._vocabulary.roles, index)].one

    def power(self, index: int) -> str:
        """What the role can do, said to its holder."""
        return self.lexicon.roles[_at(self._vocabulary.roles, index)].power

    def listing(self, words: list[str]) -> str:
        """``a, b and c``."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.lexicon.words.conjunction} {words[-1]}"


def _tame(name: str) -> str:
    """A display name that cannot close the brackets it stands in."""
    return inert(name.translate(_BRACKETS))


def _at(keys: Sequence[str], index: int) -> str:
    if index < 0:
        raise IndexError(index)
    return keys[index]


@lru_cache(maxsize=64)
def narrator(game: str, lang: str = "en", names: tuple[str, ...] = ()) -> Narrator:
    """A shared ``Narrator``, so that many matches in one language keep their lines together."""
    return Narrator(game, lang, names)
