"""Requests and their story, written by hand: what a seat of Avalon has seen, what it may do, and what an agent answers."""

from collections.abc import Sequence

from agents.agent import Request
from envs.avalon.actions import RESULTS
from envs.avalon.codes import EventCode, Label, Phase
from envs.avalon.roles import role_index
from envs.engine.events import NOBODY, PUBLIC, Event
from tests.agents.asking import answer, reply_to
from tests.agents.avalon.playing import AVALON

__all__ = ["answer", "reply_to"]
ALL_TALK = ("claim", "report", "vouch", "accuse", "promise", "end_turn", "pass")
FIVE = ("merlin", "percival", "servant", "morgana", "assassin")
SEVEN = ("merlin", "percival", "servant", "servant", "morgana", "assassin", "oberon")
EIGHT = ("merlin", "percival", "servant", "servant", "servant", "morgana", "assassin", "mordred")


def bits(*seats):
    return sum(1 << seat for seat in seats)


def _public(code, actor=NOBODY, target=NOBODY, value=0):
    return Event(int(code), actor, target, value, PUBLIC | 0x3FF)


def _private(code, actor=NOBODY, target=NOBODY, value=0):
    return Event(int(code), actor, target, value, 0x3FF)


def sees_evil(*seats):
    return _private(EventCode.INTRODUCED, value=bits(*seats) + (Label.EVIL << 24))


def sees_wizards(*seats):
    return _private(EventCode.INTRODUCED, value=bits(*seats) + (Label.WIZARD << 24))


def sees_role(seat, role):
    return _private(EventCode.INTRODUCED, value=bits(seat) + (Label.ROLE + role_index(role) << 24))


def begins(quest=1, proposal=1, leader=0):
    return _public(EventCode.PROPOSAL_BEGAN, leader, value=proposal - 1 + 8 * (quest - 1))


def proposes(leader, *seats):
    return _public(EventCode.TEAM_PROPOSED, leader, value=bits(*seats))


def team(quest, *seats, proposal=1, leader=0):
    return (begins(quest, proposal, leader), proposes(leader, *seats))


def votes(quest, *approvers, proposal=1):
    return _public(EventCode.VOTES_REVEALED, value=bits(*approvers) + (proposal - 1 << 10) + (quest - 1 << 14))


def ends(quest, fails, failed=None):
    lost = fails > 0 if failed is None else failed
    return _public(EventCode.QUEST_ENDED, value=fails + 16 * lost + 32 * (quest - 1))


def mission(quest, fails, *seats, leader=0):
    return (*team(quest, *seats, leader=leader), ends(quest, fails))


def asked_in(phase):
    return _public(EventCode.PHASE_BEGAN, value=int(Phase[phase.upper()]))


def gives_sword(leader, holder):
    return _public(EventCode.SWORD_GIVEN, leader, holder)


def turns_card(holder, seat):
    return _public(EventCode.SWORD_USED, holder, seat)


def reads_flipped(holder, seat, is_fail):
    return _private(EventCode.CARD_FLIPPED, holder, seat, int(is_fail))


def excludes(leader, seat):
    return _public(EventCode.CARD_EXCLUDED, leader, seat)


def reads_excluded(leader, seat, is_fail, quest=1):
    return _private(EventCode.EXCLUDED_CARD_SEEN, leader, seat, int(is_fail) + 2 * (quest - 1))


def plays(seat, is_fail):
    return _private(EventCode.CARD_PLAYED, seat, value=int(is_fail))


def checks(checker, seat, result):
    return _private(EventCode.LOYALTY_LEARNED, checker, seat, RESULTS.index(result))


def announces(checker, seat, result):
    return _public(EventCode.ANNOUNCED, checker, seat, RESULTS.index(result))


def accuses(speaker, seat):
    return _public(EventCode.ACCUSED, speaker, seat)


def vouches(speaker, seat):
    return _public(EventCode.VOUCHED, speaker, seat)


def claims(speaker, result):
    return _public(EventCode.CLAIMED, speaker, value=RESULTS.index(result))


def reveals(seat, role):
    return _public(EventCode.ROLE_REVEALED, target=seat, value=role_index(role))


def turns_loyalty_card(switches=True):
    return _public(EventCode.LOYALTY_CARD_TURNED, value=int(switches))


def changes_into(seat, role):
    return _private(EventCode.ROLE_CHANGED, seat, seat, role_index(role))


def shooting(*seats):
    return _public(EventCode.ASSASSIN_CHOSEN, target=seats[0], value=bits(*seats))


def _flat(story):
    return [event for part in story for event in ([part] if isinstance(part, Event) else part)]


def _legal(actions, wanted: Sequence[str], seat: int) -> tuple[int, ...]:
    own = (f":{seat}", f"report:{seat}=")
    texts = [text for text in actions.texts if text in wanted or text.partition(":")[0] in wanted]
    kept = [text for text in texts if text in wanted or not (text.endswith(own[0]) or text.startswith(own[1]))]
    return tuple(sorted(actions.index(text) for text in kept))


def ask(role, *story, legal=(), seat=0, kind="turn", roles=FIVE, expansions=(), attempt=0, **ruleset) -> Request:
    """What a seat that was dealt ``role`` is asked after ``story``; ``legal`` are texts, or verbs for every other seat."""
    setup = AVALON.setup(roles=roles, expansions=expansions, **{"preset": "online", **ruleset})
    actions = AVALON.actions(setup.players, setup.talk != "none")
    dealt = Event(int(EventCode.ROLE_DEALT), seat, seat, role_index(role), 1 << seat)
    names = tuple(f"Player {chr(65 + k)}" for k in range(setup.players))
    return Request(
        kind=kind,
        number=0,
        seat=seat,
        setup=setup,
        names=names,
        clock={},
        news=(dealt, *_flat(story)),
        actions=actions,
        legal=_legal(actions, legal, seat),
        budget=setup.ruleset.actions_per_turn,
        attempt=attempt,
    )
