"""What a language must be able to say about a game: names, phrases, roles and the shape of every event. No words live here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal["heading", "subheading", "speech", "private", "public", "result", "log"]
"""How a renderer sets a line apart: where the match stands, who says what, what one seat alone knows, what all see, how it
ended, and what only the log knows."""
PUBLIC = 1 << 30
"""Audience bit of what everybody sees, as ``envs.engine.events.PUBLIC``."""
SEATS_MASK = (1 << 24) - 1
"""Audience bits that are seats."""
NOBODY = -1


class Told(Protocol):
    """An event as the narrator reads it: plain attributes; ``text`` is "" unless somebody spoke freely."""

    @property
    def actor(self) -> int:
        """Seat that did it, -1 for nobody."""

    @property
    def target(self) -> int:
        """Seat it was done to, -1 for nobody."""

    @property
    def value(self) -> int:
        """A number whose meaning the event's shape knows."""

    @property
    def audience(self) -> int:
        """Bit set of the seats that may know, with the mark ``PUBLIC``."""

    @property
    def text(self) -> str:
        """Free speech."""


class Voice(Protocol):
    """One language at one table, as shapes use it."""

    def seat(self, seat: int) -> str:
        """``3``, or ``3 (Alice)`` where names are known."""

    def group(self, bits: int) -> str:
        """``seat 3`` or ``seats 1, 2 and 5`` for a bit set of seats."""

    def name(self, group: str, index: int) -> str:
        """The word for a number, from ``[names.<group>]``."""

    def phrase(self, group: str, key: str, **fields: str) -> str:
        """A filled phrase from ``[phrases.<group>]``."""

    def role(self, index: int) -> str:
        """The bare name of a role."""

    def one(self, index: int) -> str:
        """The role as it stands in a claim: ``a Priest``."""

    def power(self, index: int) -> str:
        """What the role can do, said to its holder."""

    def listing(self, words: list[str]) -> str:
        """``a, b and c``."""


Reading = tuple[str, dict[str, str]]
"""The variant that tells an event, and its fields beside ``actor`` and ``target``."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of event is told.

    ``variants``: name -> placeholders; ``read(voice, event, told_to_you)`` picks one and fills it.
    """

    kind: Kind
    variants: Mapping[str, tuple[str, ...]]
    read: Callable[[Voice, Told, bool], Reading]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything a lexicon of one game must hold, in the order of the numbers that events carry.

    ``names``: group -> keys; ``roles``: ids by index; ``phrases``: group -> key -> placeholders; ``events``: name -> shape.
    """

    names: Mapping[str, tuple[str, ...]]
    roles: tuple[str, ...]
    phrases: Mapping[str, Mapping[str, tuple[str, ...]]]
    events: Mapping[str, Shape]


def seats_in(bits: int) -> list[int]:
    """The seats of a bit set, ascending; marks are ignored."""
    return [seat for seat in range(24) if bits >> seat & 1]


def is_public(event: Told) -> bool:
    """Whether everybody sees the event."""
    return bool(event.audience & PUBLIC)


def person(event: Told, you: bool) -> str:
    """``open`` for what all see, else ``you`` or ``they``: whether the reader is the one it concerns."""
    return "open" if is_public(event) else "you" if you else "they"


def channel(event: Told) -> str:
    """``public``, ``whisper`` for an audience of two, else ``team``."""
    if is_public(event):
        return "public"
    return "whisper" if len(seats_in(event.audience & SEATS_MASK)) == 2 else "team"


def hearer(voice: Voice, event: Told) -> str:
    """The one other seat of a whisper."""
    return voice.seat(next(seat for seat in seats_in(event.audience) if seat != event.actor))


def spoken(voice: Voice, event: Told, **fields: str) -> Reading:
    """A word on its channel; a whisper names its hearer."""
    where = channel(event)
    return where, {**fields, "hearer": hearer(voice, event)} if where == "whisper" else fields


def speech(read: Callable[[Voice, Told, bool], Reading], *placeholders: str) -> Shape:
    """The shape of something said, on any of the three channels."""
    heard = ("actor", *placeholders)
    return Shape("speech", {"public": heard, "whisper": (*heard, "hearer"), "team": heard}, read)
