"""The actions in a model's answer, read against what the turn allows. Nothing is guessed, and no rule is judged here."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from agents.agent import Request
from agents.llm.faults import Slip
from agents.llm.seats import seat_of, seats_named
from envs.engine.actions import ActionError, ActionTable, AmbiguousAction, listing

ABSTAINING = frozenset((
    "abstain", "nobody", "no one", "skip", "none", "null",
    "abstenerse", "nadie", "abstention", "personne", "nikt", "wstrzymuję się",
))  # fmt: skip
"""Words that mean to do nothing; ``pass``, ``end_turn`` and ``decline`` are actions themselves."""
ENDINGS = ("pass", "decline", "end_turn")
"""What an abstaining seat does: the first of these that is legal."""
QUESTIONS = {
    "unvote": "vote",
    "hidden_unvote": "hidden_vote",
    "decline": "power",
    "approve": "ballot",
    "reject": "ballot",
    "success": "card",
    "fail": "card",
}
"""Verbs that answer one question between them; any other verb is a question of its own."""
MANY = frozenset(("add", "to", "claim", "report", "accuse", "defend", "promise", "vouch", "pass", "end_turn"))
"""Verbs that may stand several times in one turn, or close it."""
TALK = frozenset(("to", "claim", "report", "accuse", "defend", "promise", "vouch", "announce"))
_VERB_AND_REST = re.compile(r"([a-z_]+)\s*[:=\s]\s*(.+)", re.DOTALL | re.IGNORECASE)
_YES = frozenset(("true", "yes", "1", "sí", "si", "oui", "tak"))
_NO = frozenset(("false", "no", "0", "non", "nie"))
MAX_LENGTH = 200


def verb_of(text: str) -> str:
    """The verb of an action's text."""
    return text.partition(":")[0]


@dataclass(frozen=True)
class Offer:
    """What a turn offers: the action table, the legal actions, and the names of the seats."""

    seat: int
    actions: ActionTable
    legal: tuple[int, ...]
    names: tuple[str, ...]
    phase: str

    @classmethod
    def of(cls, request: Request) -> "Offer":
        """The offer of a request."""
        return cls(request.seat, request.actions, request.legal, request.names, str(request.clock.get("phase", "")))

    @cached_property
    def texts(self) -> list[str]:
        """The legal actions as texts."""
        return [self.actions.texts[index] for index in self.legal]

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The verbs of the whole table."""
        return frozenset(verb.partition(":")[0] for verb, _, _ in self.actions.groups)

    @cached_property
    def aimed(self) -> list[str]:
        """Legal verbs that take a seat and are no talk: those a bare seat can mean."""
        found = {verb_of(text) for text in self.texts if text[-1].isdigit() and text.partition(":")[2].isdigit()}
        return sorted(found - TALK)

    def abstention(self) -> str:
        """What doing nothing is called here. Raises ``Slip`` where something must be done."""
        for text in ENDINGS:
            if text in self.texts:
                return text
        raise Slip("illegal", f"seat {self.seat} must choose here; legal: {listing(self.texts)}")

    def check_first(self, texts: Sequence[str]) -> None:
        """Raises ``Slip`` when the first action is not among the legal ones; what follows it is the referee's to judge."""
        if texts and texts[0] not in self.texts:
            phase = self.phase.upper()
            raise Slip("illegal", f"seat {self.seat} may not '{texts[0]}' in {phase}; legal: {listing(self.texts)}")


def read_actions(items: Iterable[object], offer: Offer) -> list[str]:
    """Canonical texts of a list of actions. Raises ``Slip``."""
    texts: list[str] = []
    for item in items:
        texts.extend(_read(item, offer))
    check_single(texts)
    return texts


def check_single(texts: Sequence[str]) -> None:
    """Raises ``Slip`` when one question is answered in two ways."""
    answers: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        verb = verb_of(text)
        question = QUESTIONS.get(verb, verb)
        if question in MANY:
            continue
        other = answers.setdefault(question, text)
        if other != text:
            raise Slip("ambiguous", f"'{other}' and '{text}' answer the same question; write exactly one of them")


def _read(item: object, offer: Offer) -> list[str]:
    if isinstance(item, bool) or not isinstance(item, (str, int)):
        raise Slip("unreadable", f"{_shown(item)} is no action; write actions as texts such as '{offer.texts[0]}'")
    text = str(item).strip()
    if not text or len(text) > MAX_LENGTH:
        raise Slip("unreadable", f"an action is a short text such as '{offer.texts[0]}', not {len(text)} characters")
    if text.casefold() in ABSTAINING:
        return [offer.abstention()]
    if text.lower().startswith("propose"):
        return _proposal(text)
    return [_action(text, offer)]


def _proposal(text: str) -> list[str]:
    from envs.avalon.actions import propose_text

    try:
        return propose_text(text)
    except ActionError as error:
        fault = "ambiguous" if "twice" in str(error) else "unreadable"
        raise Slip(fault, str(error)) from None


def _action(text: str, offer: Offer) -> str:
    try:
        return offer.actions.texts[offer.actions.index(text)]
    except AmbiguousAction as error:
        raise Slip("ambiguous", str(error)) from None
    except ActionError as error:
        unread = error
    found = _VERB_AND_REST.fullmatch(text)
    if found is not None and found[1].lower() in offer.verbs:
        return _with_seat(found[1].lower(), found[2], offer)
    if len(offer.aimed) == 1 and (text.isdigit() or seats_named(text, offer.names)):
        return _with_seat(offer.aimed[0], text, offer)
    raise Slip("unreadable", str(unread))


def _with_seat(verb: str, rest: str, offer: Offer) -> str:
    if rest.strip().casefold() in ABSTAINING:
        return offer.abstention()
    if "=" in rest:
        seat, _, result = rest.partition("=")
        return _known(f"{verb}:{seat_of(seat.strip(), offer.names)}={result.strip().lower()}", offer)
    return _known(f"{verb}:{seat_of(rest.strip(), offer.names)}", offer)


def _known(text: str, offer: Offer) -> str:
    try:
        return offer.actions.texts[offer.actions.index(text)]
    except ActionError as error:
        raise Slip("unreadable", str(error)) from None


def read_shorthand(answer: dict[str, object], offer: Offer) -> list[str]:
    """Actions that stand as keys of their own: ``{"vote": 3}``, ``{"target": null}``, ``{"use_power": "no"}``.

    Raises ``Slip``.
    """
    found: list[str] = []
    for key, value in answer.items():
        name = key.strip().lower()
        if name in ("target", "use_power"):
            found.extend(_short_target(value, offer) if name == "target" else _short_power(value, offer))
        elif name in offer.verbs:
            found.append(_short_verb(name, value, offer))
    return found


def _short_verb(verb: str, value: object, offer: Offer) -> str:
    if value is None:
        return offer.abstention()
    if f"{verb}" in offer.actions.texts:
        return verb
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise Slip("unreadable", f"'{verb}' is given as {_shown(value)}; write one text such as '{offer.texts[0]}'")
    text = str(value)
    return _action(text if verb_of(text.lower()) == verb else f"{verb}:{text}", offer)


def _short_target(value: object, offer: Offer) -> list[str]:
    if value is None:
        return [offer.abstention()]
    if len(offer.aimed) != 1:
        raise Slip("ambiguous", f"a target alone does not say what to do; legal: {listing(offer.texts)}")
    return [_short_verb(offer.aimed[0], value, offer)]


def _short_power(value: object, offer: Offer) -> list[str]:
    word = str(value).strip().casefold()
    if value is None or word in _NO:
        return [offer.abstention()]
    if word in _YES:
        return []
    raise Slip("unreadable", f"'use_power' is {_shown(value)}; write true or false, or the action itself")


def read_prose(text: str, offer: Offer) -> list[str]:
    """The action of a reply without JSON: only when it names exactly one action, one seat, or a word for doing nothing.

    Raises ``Slip``.
    """
    plain = text.strip().strip("\"'`*").rstrip(".!").strip()
    if plain.casefold() in ABSTAINING:
        return [offer.abstention()]
    named = [part for part in _words(text) if part in offer.actions.texts and (":" in part or part == plain.lower())]
    if len(set(named)) == 1:
        return [named[0]]
    if len(set(named)) > 1:
        raise Slip("ambiguous", f"the reply names {', '.join(dict.fromkeys(named))}; answer with one JSON object")
    if len(offer.aimed) == 1 and len(text) <= MAX_LENGTH:
        return _prose_seat(plain, offer)
    raise Slip("unreadable", "the reply holds no JSON object; answer with one JSON object and nothing else")


def _prose_seat(plain: str, offer: Offer) -> list[str]:
    verb = offer.aimed[0]
    after_verb = re.fullmatch(rf"{verb}\s*[:=]?\s*(.+)", plain, re.IGNORECASE | re.DOTALL)
    return [f"{verb}:{seat_of(after_verb[1] if after_verb else plain, offer.names)}"]


def _words(text: str) -> list[str]:
    return [part.strip(".;,!?'\"()[]{}`*") for part in text.lower().split()]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
