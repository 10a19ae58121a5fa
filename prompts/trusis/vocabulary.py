"""What every language says about Trusis, and how the numbers of its events are read. No words and no rules live here.

The orders below are those of ``envs.trusis.codes`` and ``envs.trusis.roles``; tests/prompts hold them together.
"""

from prompts.quoting import quote
from prompts.shapes import (
    NOBODY,
    SEATS_MASK,
    Reading,
    Shape,
    Told,
    Vocabulary,
    Voice,
    person,
    speech,
    spoken,
)

ROLES = (
    "human", "sweeper", "gravekeeper", "priest", "wise_woman", "white_knight",
    "trusis", "butcher", "illusionist", "oracle", "black_knight", "kamikaze", "grave_digger",
    "castaway",
)  # fmt: skip
_REASONS = (
    "none", "all_trusis_dead", "trusis_majority", "trusis_elimination", "both_conditions", "stalemate", "max_days",
)  # fmt: skip
NAMES = {
    "team": ("humans", "trusis", "castaways"),
    "phase": ("day", "night", "over"),
    "outcome": ("open", "humans", "trusis", "castaways", "draw", "void", "truncated"),
    "reason": _REASONS,
    "cause": ("day_vote", "sacrifice", "trusis", "kamikaze"),
    "channel": ("public", "team", "whisper"),
}
RESULTS = ("is_trusis", "is_castaway", "neither", "not_trusis", "role")
_ROLE_RESULT = len(RESULTS) - 1
_ANSWERS: dict[str, tuple[str, ...]] = {key: ("role",) if key == "role" else () for key in RESULTS}
POWERS = ("none", "kill_vote", "sweep", "shield", "add_vote", "revive", "divine", "blast", "hidden_vote")
_DEEDS = ("none", "sweep", "shield", "add_vote", "revive", "divine", "blast")
PHRASES: dict[str, dict[str, tuple[str, ...]]] = {"is": _ANSWERS, "was": _ANSWERS, "deed": {key: ("target",) for key in _DEEDS}}
"""Answers about the living (``is``) and the dead (``was``), said of a seat; what somebody chooses to do with a power
(``deed``; ``none`` where a log does not say which power it was)."""
_PERSONS = ("you", "they")


def _answer(voice: Voice, tense: str, result: int) -> str:
    if 0 <= result < _ROLE_RESULT:
        return voice.phrase(tense, RESULTS[result])
    return voice.phrase(tense, "role", role=voice.role(result - _ROLE_RESULT))


# --- the table and its clock ------------------------------------------------------------------------------------


def _match_began(voice: Voice, event: Told, you: bool) -> Reading:
    return "all", {"players": str(event.value)}


def _phase_began(voice: Voice, event: Told, you: bool) -> Reading:
    return NAMES["phase"][event.value % 2], {"day": str(event.value // 2)}


def _round_began(voice: Voice, event: Told, you: bool) -> Reading:
    return "all", {"round": str(event.value + 1)}


def _match_ended(voice: Voice, event: Told, you: bool) -> Reading:
    return "all", {"outcome": voice.name("outcome", event.value % 16), "reason": voice.name("reason", event.value // 16)}


def _plain(voice: Voice, event: Told, you: bool) -> Reading:
    return "all", {}


# --- cards and knowledge ----------------------------------------------------------------------------------------


def _role_dealt(voice: Voice, event: Told, you: bool) -> Reading:
    if you:
        return "you", {"role": voice.role(event.value), "power": voice.power(event.value)}
    return "they", {"role": voice.role(event.value)}


def _introduced(voice: Voice, event: Told, you: bool) -> Reading:
    fields = {"role": voice.role(event.value >> 24), "group": voice.group(event.value & SEATS_MASK)}
    return ("you", fields) if you else ("they", {**fields, "hearers": voice.group(event.audience & SEATS_MASK)})


def _learned(voice: Voice, event: Told, you: bool) -> Reading:
    return _PERSONS[not you], {"result": _answer(voice, "is", event.value)}


def _read_grave(voice: Voice, event: Told, you: bool) -> Reading:
    fields = {"result": _answer(voice, "was", event.value)}
    return ("you", fields) if you else ("they", {**fields, "hearers": voice.group(event.audience & SEATS_MASK)})


def _role_revealed(voice: Voice, event: Told, you: bool) -> Reading:
    return "all", {"role": voice.role(event.value)}


# --- choices ----------------------------------------------------------------------------------------------------


def _choice(voice: Voice, event: Told, you: bool) -> Reading:
    return person(event, you) + ("_withdrawn" if event.target == NOBODY else ""), {}


def _power_chosen(voice: Voice, event: Told, you: bool) -> Reading:
    if event.target == NOBODY:
        return person(event, you) + "_withdrawn", {}
    if not 0 <= event.value < len(POWERS) or POWERS[event.value] not in _DEEDS:
        raise IndexError(event.value)
    return person(event, you), {"deed": voice.phrase("deed", POWERS[event.value], target=voice.seat(event.target))}


def _kill_vote(voice: Voice, event: Told, you: bool) -> Reading:
    return "withdrawn" if event.target == NOBODY else "cast", {}


def _passed(voice: Voice, event: Told, you: bool) -> Reading:
    return person(event, you), {}


def _counted(voice: Voice, event: Told, you: bool) -> Reading:
    return "all", {"times": str(event.value)}


# --- speech -----------------------------------------------------------------------------------------------------


def _claimed(voice: Voice, event: Told, you: bool) -> Reading:
    return spoken(voice, event, role=voice.one(event.value))


def _reported(voice: Voice, event: Told, you: bool) -> Reading:
    return spoken(voice, event, result=_answer(voice, "is", event.value))


def _stated(voice: Voice, event: Told, you: bool) -> Reading:
    return spoken(voice, event)


def _said(voice: Voice, event: Told, you: bool) -> Reading:
    return spoken(voice, event, quote=quote(event.text))


# --- death and return -------------------------------------------------------------------------------------------


def _died(voice: Voice, event: Told, you: bool) -> Reading:
    if event.value == 0:
        return "plain", {}
    if event.value < 4:
        return "team", {"team": voice.name("team", event.value - 1)}
    return "role", {"role": voice.role(event.value - 4)}


def _cause_recorded(voice: Voice, event: Told, you: bool) -> Reading:
    causes = [voice.name("cause", bit) for bit in range(len(NAMES["cause"])) if event.value >> bit & 1]
    return "plain" if event.actor == NOBODY else "returns", {"causes": voice.listing(causes)}


_VOTER, _BALLOT = ("actor",), ("actor", "target")


def _own(kind_of_answer: tuple[str, ...], *told_of: str) -> dict[str, tuple[str, ...]]:
    return {"you": ("target", *kind_of_answer), "they": (*told_of, "target", *kind_of_answer)}


def _secret_choice() -> dict[str, tuple[str, ...]]:
    return {"you": ("target",), "you_withdrawn": (), "they": _BALLOT, "they_withdrawn": _VOTER}


def _secret_deed() -> dict[str, tuple[str, ...]]:
    return {**_secret_choice(), "you": ("deed",), "they": ("actor", "deed")}


EVENTS = {
    "match_began": Shape("heading", {"all": ("players",)}, _match_began),
    "role_dealt": Shape("private", {"you": ("role", "power"), "they": ("target", "role")}, _role_dealt),
    "introduced": Shape("private", {"you": ("role", "group"), "they": ("hearers", "role", "group")}, _introduced),
    "phase_began": Shape("heading", {"day": ("day", "target"), "night": ("day", "target")}, _phase_began),
    "round_began": Shape("subheading", {"all": ("round",)}, _round_began),
    "vote_cast": Shape("public", {"open": _BALLOT, "open_withdrawn": _VOTER, **_secret_choice()}, _choice),
    "kill_vote_cast": Shape("private", {"cast": _BALLOT, "withdrawn": _VOTER}, _kill_vote),
    "hidden_vote_cast": Shape("private", _secret_choice(), _choice),
    "power_chosen": Shape("private", _secret_deed(), _power_chosen),
    "passed": Shape("public", {"open": _VOTER, "you": (), "they": _VOTER}, _passed),
    "claimed": speech(_claimed, "role"),
    "reported": speech(_reported, "target", "result"),
    "accused": speech(_stated, "target"),
    "defended": speech(_stated, "target"),
    "promised": speech(_stated, "target"),
    "said": speech(_said, "quote"),
    "vote_revealed": Shape("public", {"all": _BALLOT}, _plain),
    "hidden_vote_counted": Shape("log", {"all": (*_BALLOT, "times")}, _counted),
    "died": Shape("public", {"plain": ("target",), "team": ("target", "team"), "role": ("target", "role")}, _died),
    "cause_recorded": Shape("log", {"plain": ("target", "causes"), "returns": ("target", "causes", "actor")}, _cause_recorded),
    "attack_cancelled": Shape("log", {"all": ("target",)}, _plain),
    "revived": Shape("public", {"all": ("target",)}, _plain),
    "inspected": Shape("private", _own(("result",), "actor"), _learned),
    "oracle_learned": Shape("private", _own(("result",), "actor"), _learned),
    "grave_kept": Shape("private", _own(("result",), "hearers"), _read_grave),
    "grave_dug": Shape("private", _own(("result",), "hearers"), _read_grave),
    "role_revealed": Shape("result", {"all": ("target", "role")}, _role_revealed),
    "forfeited": Shape("public", {"all": _VOTER}, _plain),
    "match_ended": Shape("result", {"all": ("outcome", "reason")}, _match_ended),
}
"""By lower-case name of the event code."""

VOCABULARY = Vocabulary(names=NAMES, roles=ROLES, phrases=PHRASES, events=EVENTS)
