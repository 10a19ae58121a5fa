"""How each kind of event of Avalon is read into a variant and its fields. No words live here."""

from prompts.avalon.orders import (
    LABELS,
    LOVERS,
    N_GOOD,
    NAME,
    NAMES,
    PAIRS,
    PHASES,
    RESULTS,
    ROLE_LABEL,
    ROLE_RESULT,
    SEATS,
    SHOOT,
    SHOT_UNIT,
)
from prompts.quoting import quote
from prompts.shapes import NOBODY, SEATS_MASK, Reading, Told, Voice, is_public, person, spoken

Variants = dict[str, tuple[str, ...]]
_TOGETHER = ("vote", "cards", "hide", "charge", "shot_together", "naming_together")
ASKED: Variants = {
    **{phase: ("target",) for phase in PHASES if phase not in (*_TOGETHER, "over")},
    **{phase: () for phase in _TOGETHER},
}


INTRODUCED: Variants = {"evil": ("group",), "wizard": ("group",), "lancelot": ("group",), "role": ("group", "role")}
DECLINED: Variants = {phase: ("actor",) for phase in ("use_sword", "lead", "cancel", "expose", "ambush")}
USED: Variants = {
    "lead_to_victory": ("actor", "card"),
    "king_returns": ("actor", "card"),
    "we_found_you": ("actor", "target", "card"),
    "we_found_you_own": ("actor", "card"),
    "ambush": ("actor", "target", "card"),
    "ambush_own": ("actor", "card"),
}


def _at(group: str, index: int) -> str:
    if index < 0:
        raise IndexError(index)
    return NAMES[group][index]


def _answer(voice: Voice, phrases: str, result: int) -> str:
    if 0 <= result < ROLE_RESULT:
        return voice.phrase(phrases, RESULTS[result])
    role = result - ROLE_RESULT
    return voice.phrase(phrases, "role", role=voice.one(role) if phrases == "claim" else voice.role(role))


def _seats(bits: int) -> int:
    return bits % (1 << SEATS)


# --- the table and its clock ------------------------------------------------------------------------------------


def match_began(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: how many seats."""
    return "all", {"players": str(event.value)}


def quest_began(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the mission, from 0."""
    return "all", {"quest": str(event.value + 1)}


def proposal(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: proposal + 8 * mission."""
    return "all", {"proposal": str(event.value % 8 + 1), "quest": str(event.value // 8 + 1)}


def phase_began(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the phase; ``target``: who is asked or speaks first, nobody when several are asked at once."""
    phase = _at("phase", event.value)
    together = f"{phase}_together"
    return together if event.target == NOBODY and together in ASKED else _known(phase, ASKED), {}


def _known(phase: str, variants: Variants) -> str:
    if phase not in variants:
        raise IndexError(phase)
    return phase


def round_began(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the round, from 0."""
    return "all", {"round": str(event.value + 1)}


def match_ended(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: outcome + 16 * reason."""
    return "all", {"outcome": voice.name("outcome", event.value % 16), "reason": voice.name("reason", event.value // 16)}


def plain(voice: Voice, event: Told, you: bool) -> Reading:
    """What needs no more than ``actor`` and ``target``."""
    return "all", {}


# --- cards and knowledge ----------------------------------------------------------------------------------------


def own_role(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the role that its holder now has."""
    if you:
        return "you", {"role": voice.role(event.value), "power": voice.power(event.value)}
    return "they", {"role": voice.role(event.value)}


def introduced(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of seats + (label << 24), an exact role being a label from ``ROLE_LABEL`` on."""
    label = event.value >> 24
    fields = {"group": voice.group(event.value & SEATS_MASK)}
    if label >= ROLE_LABEL:
        fields["role"] = voice.role(label - ROLE_LABEL)
    key = _known(LABELS[min(max(label, 0), ROLE_LABEL)], INTRODUCED)
    return (f"you_{key}", fields) if you else (f"they_{key}", {**fields, "hearers": voice.group(event.audience & SEATS_MASK)})


def role(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a role, told to all."""
    return "all", {"role": voice.role(event.value)}


def identified(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the role that one seat now knows of another."""
    return person(event, you), {"role": voice.role(event.value)}


def cleric_learned(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the loyalty shown to the Cleric."""
    return person(event, you), {"result": _answer(voice, "shown", event.value)}


def loyalty_learned(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: what a check showed, to the two seats of the check or in the end to all."""
    return _pair_or_open(event), {"result": _answer(voice, "shown", event.value)}


def _pair_or_open(event: Told) -> str:
    return "open" if is_public(event) else "pair"


def announced(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: what a seat says that a check has shown."""
    return "all", {"result": _answer(voice, "is", event.value)}


def loyalty_cards(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of the missions that begin with a switch."""
    quests = [str(quest + 1) for quest in range(event.value.bit_length()) if event.value >> quest & 1]
    return ("some", {"quests": voice.listing(quests)}) if quests else ("none", {})


def loyalty_card(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: 1 for a switch."""
    return "switch" if event.value else "stay", {}


# --- speech -----------------------------------------------------------------------------------------------------


def claimed(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a result about the speaker."""
    return spoken(voice, event, claim=_answer(voice, "claim", event.value))


def reported(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a result about ``target``."""
    return spoken(voice, event, result=_answer(voice, "is", event.value))


def stated(voice: Voice, event: Told, you: bool) -> Reading:
    """A word about ``target``."""
    return spoken(voice, event)


def promised(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a vote."""
    return spoken(voice, event, promise=voice.phrase("promise", _at("vote", event.value)))


def said(voice: Voice, event: Told, you: bool) -> Reading:
    """Free speech."""
    return spoken(voice, event, quote=quote(event.text))


# --- team and vote ----------------------------------------------------------------------------------------------


def secret(voice: Voice, event: Told, you: bool) -> Reading:
    """A choice that only its seat sees."""
    return person(event, you), {}


def team(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of the team."""
    return "all", {"group": voice.group(event.value & SEATS_MASK)}


def vote_cast(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the vote."""
    return person(event, you), {"vote": voice.name("vote", event.value)}


def votes_counted(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: approvals + 16 * rejections + 256 when the team goes."""
    return "goes" if event.value >> 8 & 1 else "stays", {"yes": str(event.value & 15), "no": str(event.value >> 4 & 15)}


def votes_revealed(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of approvals + (proposal << 10) + (mission << 14); the audience holds all who voted."""
    above = event.value >> SEATS
    fields = {"proposal": str(above % 16 + 1), "quest": str(above // 16 + 1), "approving": voice.group(_seats(event.value))}
    if not is_public(event):
        return "log", fields
    return "open", {**fields, "rejecting": voice.group(event.audience & SEATS_MASK & ~_seats(event.value))}


def open_votes(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of approvals + (bit set of those who voted << 10)."""
    voted = event.value >> SEATS
    return "all", {"approving": voice.group(_seats(event.value)), "rejecting": voice.group(voted & ~event.value)}


def declined(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: the phase of the question that is answered with no."""
    return _known(_at("phase", event.value), DECLINED), {}


# --- mission cards ----------------------------------------------------------------------------------------------


def card(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a mission card."""
    return person(event, you), {"card": voice.name("card", event.value)}


def shared_card(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a mission card that two seats see, or one when it is the seer's own."""
    return _own_or("pair", event), {"card": voice.name("card", event.value)}


def _own_or(other: str, event: Told) -> str:
    return "own" if event.actor == event.target else other


def on_seat(voice: Voice, event: Told, you: bool) -> Reading:
    """Something done in public to a card, perhaps one's own."""
    return _own_or("other", event), {}


def open_card(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a mission card, told to all."""
    return "all", {"card": voice.name("card", event.value)}


def excluded_card(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: mission card + 2 * mission."""
    return person(event, you), {"card": voice.name("card", event.value % 2), "quest": str(event.value // 2 + 1)}


def decision(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: 1 for hiding the result."""
    return f"{person(event, you)}_{'hide' if event.value else 'leave'}", {}


def quest_ended(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: fails + 16 for a failure + 32 * mission; the log's own when the result is hidden."""
    result = "failure" if event.value >> 4 & 1 else "success"
    fields = {"quest": str((event.value >> 5) + 1), "fails": str(event.value & 15)}
    return result if is_public(event) else f"log_{result}", fields


def cards_revealed(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of fails + (bit set of the team << 10) + (mission << 20); ``target``: whose card was turned."""
    fails, party = _seats(event.value), _seats(event.value >> SEATS)
    fields = {"successes": voice.group(party & ~fails), "fails": voice.group(fails)}
    return "plain" if event.target == NOBODY else "flipped", {"quest": str((event.value >> 2 * SEATS) + 1), **fields}


# --- plot cards -------------------------------------------------------------------------------------------------


def plot_turned(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a plot card."""
    return "all", {"card": voice.name("plot", event.value)}


def plot_given(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a plot card that somebody gets, perhaps the giver."""
    return _own_or("other", event), {"card": voice.name("plot", event.value)}


def plot_used(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: a plot card that can lie before a player and be used."""
    kind = _at("plot", event.value)
    own = f"{kind}_own" if event.actor == event.target else kind
    return _known(own, USED), {"card": voice.name("plot", event.value)}


# --- the last shot ----------------------------------------------------------------------------------------------


def assassin_chosen(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: bit set of those who shoot; ``target``: the one who does, nobody when all choose together."""
    return "all" if event.target == NOBODY else "one", {"group": voice.group(event.value & SEATS_MASK)}


def shot_chosen(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: verb * ``SHOT_UNIT`` + argument."""
    verb, argument = divmod(event.value, SHOT_UNIT)
    if verb == NAME:
        seat, role = divmod(argument, N_GOOD)
        return f"{person(event, you)}_name", {"victims": voice.group(1 << seat), "role": voice.role(role)}
    kind = verb - SHOOT
    low, high = PAIRS[argument] if kind == LOVERS else (argument, argument)
    return f"{person(event, you)}_shoot", {"sought": voice.name("sought", kind), "victims": voice.group(1 << low | 1 << high)}


def shot_fired(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: whom it is meant for + 4 for a hit + 8 * (second victim + 1); ``target``: the first victim."""
    second = (event.value >> 3) - 1
    victims = 1 << event.target | (1 << second if second >= 0 else 0)
    fields = {"sought": voice.name("sought", event.value & 3), "victims": voice.group(victims)}
    return _verdict(event, event.value >> 2 & 1), fields


def role_named(voice: Voice, event: Told, you: bool) -> Reading:
    """``value``: role + 32 for a hit."""
    return _verdict(event, event.value >> 5 & 1), {"role": voice.role(event.value % 32)}


def _verdict(event: Told, hit: int) -> str:
    return ("all_" if event.actor == NOBODY else "one_") + ("hit" if hit else "miss")
