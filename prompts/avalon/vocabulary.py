"""What every language says about Avalon: the shape of each event. No words and no rules live here."""

from prompts.avalon import readings
from prompts.avalon.orders import NAMES, PHRASES, ROLES
from prompts.avalon.readings import ASKED, DECLINED, INTRODUCED, USED
from prompts.shapes import Shape, Vocabulary, speech

_BOTH = ("actor", "target")
_ROLE_POWER = ("role", "power")
_QUEST_RESULT = {"success": ("quest", "fails"), "failure": ("quest", "fails")}
_CARDS = ("quest", "successes", "fails")


def _persons(*fields: str, told_of: str = "actor") -> dict[str, tuple[str, ...]]:
    return {"you": fields, "they": (told_of, *fields)}


def _by_person(variants: dict[str, tuple[str, ...]], told_of: str) -> dict[str, tuple[str, ...]]:
    theirs = {f"they_{key}": (told_of, *fields) for key, fields in variants.items()}
    return {**{f"you_{key}": fields for key, fields in variants.items()}, **theirs}


def _verdicts(*fields: str) -> dict[str, tuple[str, ...]]:
    alone = ("actor", *fields)
    return {"one_hit": alone, "one_miss": alone, "all_hit": fields, "all_miss": fields}


EVENTS = {
    "match_began": Shape("heading", {"all": ("players",)}, readings.match_began),
    "role_dealt": Shape("private", {"you": _ROLE_POWER, "they": ("target", "role")}, readings.own_role),
    "introduced": Shape("private", _by_person(INTRODUCED, "hearers"), readings.introduced),
    "quest_began": Shape("heading", {"all": ("quest",)}, readings.quest_began),
    "proposal_began": Shape("heading", {"all": ("actor", "proposal", "quest")}, readings.proposal),
    "phase_began": Shape("subheading", ASKED, readings.phase_began),
    "round_began": Shape("subheading", {"all": ("round",)}, readings.round_began),
    "passed": Shape("public", {"all": ("actor",)}, readings.plain),
    "claimed": speech(readings.claimed, "claim"),
    "reported": speech(readings.reported, "target", "result"),
    "vouched": speech(readings.stated, "target"),
    "accused": speech(readings.stated, "target"),
    "promised": speech(readings.promised, "promise"),
    "said": speech(readings.said, "quote"),
    "seat_picked": Shape("private", _persons("target"), readings.secret),
    "team_proposed": Shape("public", {"all": ("actor", "group")}, readings.team),
    "team_forced": Shape("public", {"all": ("actor", "group")}, readings.team),
    "vote_cast": Shape("private", _persons("vote"), readings.vote_cast),
    "votes_counted": Shape("public", {"goes": ("yes", "no"), "stays": ("yes", "no")}, readings.votes_counted),
    "votes_revealed": Shape(
        "public",
        {"open": ("proposal", "quest", "approving", "rejecting"), "log": ("proposal", "quest", "approving")},
        readings.votes_revealed,
    ),
    "team_rejected": Shape("public", {"all": ("proposal", "quest")}, readings.proposal),
    "card_played": Shape("private", _persons("card"), readings.card),
    "quest_ended": Shape(
        "result", {**_QUEST_RESULT, **{f"log_{key}": fields for key, fields in _QUEST_RESULT.items()}}, readings.quest_ended
    ),
    "quest_hidden": Shape("result", {"all": ("quest",)}, readings.quest_began),
    "declined": Shape("public", DECLINED, readings.declined),
    "checked": Shape("public", {"all": _BOTH}, readings.plain),
    "loyalty_learned": Shape("private", {"pair": (*_BOTH, "result"), "open": (*_BOTH, "result")}, readings.loyalty_learned),
    "announced": Shape("speech", {"all": (*_BOTH, "result")}, readings.announced),
    "identified": Shape("private", _persons("target", "role"), readings.identified),
    "sword_given": Shape("public", {"all": _BOTH}, readings.plain),
    "sword_used": Shape("public", {"other": _BOTH, "own": ("actor",)}, readings.on_seat),
    "card_flipped": Shape("private", {"pair": (*_BOTH, "card"), "own": ("actor", "card")}, readings.shared_card),
    "card_excluded": Shape("public", {"other": _BOTH, "own": ("actor",)}, readings.on_seat),
    "excluded_card_seen": Shape(
        "private", {**_persons("target", "card", "quest"), "open": (*_BOTH, "card", "quest")}, readings.excluded_card
    ),
    "decision_made": Shape("private", _by_person({"hide": (), "leave": ()}, "actor"), readings.decision),
    "loyalty_cards_laid": Shape("public", {"none": (), "some": ("quests",)}, readings.loyalty_cards),
    "loyalty_card_turned": Shape("public", {"switch": (), "stay": ()}, readings.loyalty_card),
    "role_changed": Shape("private", {"you": _ROLE_POWER, "they": ("target", "role")}, readings.own_role),
    "cleric_learned": Shape("private", _persons("target", "result"), readings.cleric_learned),
    "role_revealed": Shape("result", {"all": ("target", "role")}, readings.role),
    "plot_card_turned": Shape("public", {"all": ("actor", "card")}, readings.plot_turned),
    "plot_card_given": Shape("public", {"other": (*_BOTH, "card"), "own": ("actor", "card")}, readings.plot_given),
    "plot_card_used": Shape("public", USED, readings.plot_used),
    "plot_card_taken": Shape("public", {"all": (*_BOTH, "card")}, readings.plot_turned),
    "open_votes_shown": Shape("public", {"all": ("approving", "rejecting")}, readings.open_votes),
    "card_seen": Shape("private", {"pair": (*_BOTH, "card"), "own": ("actor", "card")}, readings.shared_card),
    "open_card_shown": Shape("public", {"all": ("target", "card")}, readings.open_card),
    "assassin_chosen": Shape("public", {"one": ("target",), "all": ("group",)}, readings.assassin_chosen),
    "shot_chosen": Shape(
        "private", _by_person({"shoot": ("sought", "victims"), "name": ("victims", "role")}, "actor"), readings.shot_chosen
    ),
    "shot_fired": Shape("result", _verdicts("sought", "victims"), readings.shot_fired),
    "role_named": Shape("result", _verdicts("target", "role"), readings.role_named),
    "match_ended": Shape("result", {"all": ("outcome", "reason")}, readings.match_ended),
    "cards_revealed": Shape("result", {"plain": _CARDS, "flipped": (*_CARDS, "target")}, readings.cards_revealed),
    "forfeited": Shape("public", {"all": ("actor",)}, readings.plain),
}
"""By lower-case name of the event code."""

VOCABULARY = Vocabulary(names=NAMES, roles=ROLES, phrases=PHRASES, events=EVENTS)
