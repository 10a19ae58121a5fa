"""Logs of Avalon written by hand: a deal, introductions in the first mission, and what a test adds."""

from arena.match.reading import MatchLog
from arena.metrics.ledger import statements
from envs.avalon.roles import ROLE_IDS

GOOD, EVIL, ROLE = 0, 1, 2
AS_EVIL, AS_WIZARD, AS_LANCELOT, AS_ROLE = 1, 2, 3, 4
MERLIN, PERCIVAL, SERVANT, MORGANA, ASSASSIN = range(5)
FIVE = ("merlin", "percival", "servant", "morgana", "assassin")
SEVEN = ("merlin", "good_lancelot", "servant", "cleric", "evil_lancelot", "minion", "assassin")
EIGHT = ("merlin", "troublemaker", "servant", "percival", "servant", "trickster", "lunatic", "assassin")


def index(role):
    return ROLE_IDS.index(role)


def is_role(role):
    return ROLE + index(role)


def to(seats, event, **fields):
    return {"event": event, "audience": seats, **fields}


def public(event, **fields):
    return to("public", event, **fields)


def introduced(viewer, label, *seats):
    return to([viewer], "introduced", value=sum(1 << seat for seat in seats) + (label << 24))


SIGHTS = {
    FIVE: [
        introduced(MERLIN, AS_EVIL, MORGANA, ASSASSIN),
        introduced(PERCIVAL, AS_WIZARD, MERLIN, MORGANA),
        introduced(MORGANA, AS_EVIL, ASSASSIN),
        introduced(ASSASSIN, AS_EVIL, MORGANA),
    ],
    SEVEN: [
        introduced(0, AS_EVIL, 4, 5, 6),
        introduced(5, AS_EVIL, 6),
        introduced(5, AS_ROLE + index("evil_lancelot"), 4),
        introduced(6, AS_EVIL, 5),
        introduced(6, AS_ROLE + index("evil_lancelot"), 4),
    ],
    EIGHT: [
        introduced(0, AS_EVIL, 5, 6, 7),
        introduced(3, AS_WIZARD, 0),
        *(introduced(seat, AS_EVIL, *{5, 6, 7} - {seat}) for seat in (5, 6, 7)),
    ],
}


def made(*entries, roles=FIVE, match="m", **ruleset):
    """A log that holds ``entries`` after the deal and the introductions, in the first mission."""
    dealt = [to([seat], "role_dealt", actor=seat, target=seat, value=index(role)) for seat, role in enumerate(roles)]
    header = {
        "game": "avalon",
        "match": match,
        "players": len(roles),
        "roles": list(roles),
        "ruleset": {"lancelot_variant": "site", **ruleset},
        "seats": [{"name": role, "agent": "a"} for role in roles],
        "deal": {"roles": list(roles)},
    }
    began = [public("quest_began"), public("proposal_began", actor=0)]
    return MatchLog(header, [*dealt, *SIGHTS[roles], *began, *entries], {"returns": [0] * len(roles)})


def claim(speaker, value):
    return public("claimed", actor=speaker, value=value)


def report(speaker, about, value):
    return public("reported", actor=speaker, target=about, value=value)


def proposal(leader, *team, quest=0):
    began = public("proposal_began", actor=leader, value=8 * quest)
    return [began, public("team_proposed", actor=leader, value=sum(1 << seat for seat in team))]


def card(seat, value):
    return to([seat], "card_played", actor=seat, value=value)


def ended(fails, failed=0, quest=0):
    return public("quest_ended", value=fails + 16 * failed + 32 * quest)


def checked(checker, target, result):
    return to([checker, target], "loyalty_learned", actor=checker, target=target, value=result, company=True)


def verdicts(*entries, **keys):
    return [statement.verdict for statement in statements(made(*entries, **keys))]


SWITCH = public("loyalty_card_turned", value=1)
STAY = public("loyalty_card_turned", value=0)
