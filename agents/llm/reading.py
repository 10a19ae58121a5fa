"""A model's reply as the house's ``Reply``: checked by pydantic and against the turn's own offer."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from agents.agent import PUBLIC_CHANNEL, TEAM_CHANNEL, Say, whisper_to
from agents.llm.choices import Offer, check_single, read_actions, read_prose, read_shorthand
from agents.llm.extract import extract
from agents.llm.faults import Slip
from agents.llm.seats import seat_of

CUT = "…"
"""Stands at the end of a message that was longer than the rules allow."""
_PUBLIC = ("public", "all", "everyone", "everybody", "table", "público", "publique", "publicznie")
_TEAM = ("team", "equipo", "équipe", "drużyna")


class Spoken(BaseModel):
    """One message: ``to`` is ``public``, ``team`` or a seat."""

    model_config = ConfigDict(extra="ignore")

    text: str
    to: str | int = "public"


class Answer(BaseModel):
    """The JSON object that models are asked for. Unknown keys are left alone."""

    model_config = ConfigDict(extra="ignore")

    actions: list[Any] = []
    say: list[Spoken] = []
    beliefs: Any = None
    note: str = ""
    summary: str = ""
    reasoning: str = ""

    @field_validator("actions", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return [] if value is None else value if isinstance(value, list) else [value]

    @field_validator("say", mode="before")
    @classmethod
    def _messages(cls, value: Any) -> Any:
        items = [] if value is None else value if isinstance(value, list) else [value]
        spoken = [{"text": item} if isinstance(item, str) else item for item in items]
        return [item for item in spoken if not (isinstance(item, dict) and str(item.get("text") or "").strip() == "")]

    @field_validator("note", "summary", "reasoning", mode="before")
    @classmethod
    def _texts(cls, value: Any) -> Any:
        if isinstance(value, list):
            return "\n".join(str(item) for item in value)
        return "" if value is None else value


ALIASES = {"action": "actions", "choice": "actions", "says": "say", "message": "say", "messages": "say", "speech": "say"}
"""Names that models use for our keys. A key under both names is ambiguous."""


@dataclass(slots=True)
class Taken:
    """What a reply was understood to be. ``warnings`` name what was left out or cut."""

    actions: list[str] = field(default_factory=list)
    says: list[Say] = field(default_factory=list)
    beliefs: dict[int, dict[str, float]] | None = None
    note: str = ""
    summary: str = ""
    reasoning: str = ""
    warnings: list[str] = field(default_factory=list)


def read_turn(text: str, offer: Offer, teams: Sequence[str], max_chars: int) -> Taken:
    """The turn that ``text`` answers. Raises ``Slip``; never anything else, whatever the text is."""
    found = extract(text)
    if found.answer is None:
        return Taken(actions=_checked(read_prose(found.prose, offer), offer))
    answer = _answer(found.answer)
    actions = read_actions(answer.actions, offer)
    actions += [text for text in read_shorthand(found.answer, offer) if text not in actions]
    check_single(actions)
    taken = _common(answer, found.answer, teams, len(offer.names))
    taken.actions = _checked(actions, offer)
    taken.says = [_said(message, offer, max_chars, taken.warnings) for message in answer.say]
    if not taken.actions and not taken.says:
        taken.actions = [offer.abstention()]
        taken.warnings.append("no_action")
    return taken


def read_probe(text: str, teams: Sequence[str], seats: int) -> Taken:
    """The beliefs that ``text`` answers. Raises ``Slip``."""
    found = extract(text)
    if found.answer is None:
        raise Slip("unreadable", "the reply holds no JSON object; answer with one JSON object and nothing else")
    return _common(_answer(found.answer), found.answer, teams, seats)


def _checked(actions: list[str], offer: Offer) -> list[str]:
    offer.check_first(actions)
    return actions


def _answer(given: Mapping[str, Any]) -> Answer:
    fields: dict[str, Any] = {}
    for key, value in given.items():
        name = ALIASES.get(key.strip().lower(), key.strip().lower())
        if name in fields and name in Answer.model_fields:
            raise Slip("ambiguous", f"'{name}' is given twice in the JSON object; give it once")
        fields[name] = value
    try:
        return Answer.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Slip("unreadable", f"'{where[:60]}' in the JSON object is wrong: {first['msg'].lower()}") from None


def _common(answer: Answer, given: Mapping[str, Any], teams: Sequence[str], seats: int) -> Taken:
    taken = Taken(note=answer.note, summary=answer.summary, reasoning=answer.reasoning)
    if answer.beliefs is not None:
        taken.beliefs = read_beliefs(answer.beliefs, teams, seats)
        if taken.beliefs is None:
            taken.warnings.append("beliefs_unreadable")
    return taken


def _said(message: Spoken, offer: Offer, max_chars: int, warnings: list[str]) -> Say:
    text = message.text.strip()
    if len(text) > max_chars:
        text = text[: max_chars - len(CUT)] + CUT if max_chars > len(CUT) else text[:max_chars]
        warnings.append("message_cut")
    return Say(text, _channel(message.to, offer))


def _channel(to: str | int, offer: Offer) -> int:
    word = str(to).strip().casefold().removeprefix("to:")
    if word in _PUBLIC:
        return PUBLIC_CHANNEL
    if word in _TEAM:
        return TEAM_CHANNEL
    return whisper_to(seat_of(word, offer.names))


def read_beliefs(given: Any, teams: Sequence[str], seats: int) -> dict[int, dict[str, float]] | None:
    """Seat -> team -> probability, rows made to sum to 1; None when anything in it cannot be read.

    Shares may be given as probabilities or as percentages, in a mapping by seat or in a list of rows with ``seat``.
    """
    try:
        rows = _belief_rows(given)
        read = {seat: _shares(row, teams) for seat, row in rows.items() if 0 <= seat < seats}
    except (TypeError, ValueError, AttributeError, KeyError, OverflowError):
        return None
    return read if read and len(read) == len(rows) and None not in read.values() else None  # type: ignore[return-value]


def _belief_rows(given: Any) -> dict[int, Mapping[str, Any]]:
    if isinstance(given, dict):
        return {int(str(seat).strip().lower().removeprefix("seat").strip(" _:p")): row for seat, row in given.items()}
    rows: dict[int, Mapping[str, Any]] = {
        int(row["seat"]): {key: value for key, value in row.items() if key != "seat"} for row in given
    }
    if len(rows) != len(given):
        raise ValueError("a seat stands twice")
    return rows


def _shares(row: Mapping[str, Any], teams: Sequence[str]) -> dict[str, float] | None:
    shares = {team: float(row.get(team) or 0) for team in teams}
    total = math.fsum(shares.values())
    known = all(team in teams for team in row)
    if not known or not math.isfinite(total) or min(shares.values()) < 0:
        return None
    if not (0.9 <= total <= 1.1 or 90 <= total <= 110):
        return None
    return {team: share / total for team, share in shares.items()}
