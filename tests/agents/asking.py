"""Requests and their story, written by hand: what a seat has seen, what it may do, and what an agent answers in words."""

import asyncio
from collections.abc import Sequence

from agents.agent import Reply, Request
from agents.roster import build
from envs import load_game
from envs.engine.events import COMPANY, NOBODY, PUBLIC, Event
from envs.trusis.actions import RESULTS
from envs.trusis.codes import EventCode
from envs.trusis.roles import ROLE_IDS, role_index

TRUSIS = load_game("trusis")
EVERY_CARD = (*ROLE_IDS, "trusis", "human")
"""Sixteen cards: each of the fourteen roles, one more Trusis and one more human."""
ALL_TALK = ("claim", "report", "accuse", "defend", "promise")


def _public(code, actor=NOBODY, target=NOBODY, value=0):
    return Event(int(code), actor, target, value, PUBLIC | 0xFFFF)


def _private(code, seat, target=NOBODY, value=0, actor=None):
    return Event(int(code), seat if actor is None else actor, target, value, 1 << seat)


def day(number):
    return _public(EventCode.PHASE_BEGAN, target=0, value=2 * number)


def night(number):
    return _public(EventCode.PHASE_BEGAN, target=0, value=1 + 2 * number)


def round_begins(number):
    return _public(EventCode.ROUND_BEGAN, value=number)


def last_round():
    return round_begins(2)


def votes(target, *voters):
    return tuple(_public(EventCode.VOTE_CAST, voter, target) for voter in voters)


def claims(speaker, role):
    return _public(EventCode.CLAIMED, speaker, value=role_index(role))


def reports(speaker, target, result):
    return _public(EventCode.REPORTED, speaker, target, RESULTS.index(result))


def whispers(speaker, hearer, target, result):
    audience = COMPANY | 1 << speaker | 1 << hearer
    return Event(int(EventCode.REPORTED), speaker, target, RESULTS.index(result), audience)


def accuses(speaker, target):
    return _public(EventCode.ACCUSED, speaker, target)


def dies(seat, shown=0):
    return _public(EventCode.DIED, target=seat, value=shown)


def returns(seat):
    return _public(EventCode.REVIVED, target=seat)


def knows_trusis(seat, *mates):
    group = sum(1 << mate for mate in mates) + (role_index("trusis") << 24)
    return _private(EventCode.INTRODUCED, seat, value=group, actor=NOBODY)


def inspects(seat, target, result):
    return _private(EventCode.INSPECTED, seat, target, RESULTS.index(result))


def divines(seat, target, role):
    return _private(EventCode.ORACLE_LEARNED, seat, target, 4 + role_index(role))


def reads_grave(seat, target, result):
    return _private(EventCode.GRAVE_KEPT, seat, target, RESULTS.index(result), actor=NOBODY)


def mate_votes(seat, mate, target):
    return Event(int(EventCode.KILL_VOTE_CAST), mate, target, 0, 1 << seat | 1 << mate)


def mate_promises(seat, mate, target):
    return Event(int(EventCode.PROMISED), mate, target, 0, COMPANY | 1 << seat | 1 << mate)


def _flat(story):
    return [event for part in story for event in ([part] if isinstance(part, Event) else part)]


def _legal(actions, verbs: Sequence[str], seat: int) -> tuple[int, ...]:
    wanted = [text for text in actions.texts if text in verbs or text.partition(":")[0] in verbs]
    own = (f":{seat}", f"report:{seat}=")
    kept = [text for text in wanted if not text.endswith(own[0]) and not text.startswith(own[1])]
    return tuple(sorted(actions.index(text) for text in kept))


def ask(role, *story, legal=(), seat=0, kind="turn", roles=EVERY_CARD, attempt=0, **ruleset) -> Request:
    """What a seat that was dealt ``role`` is asked after ``story``; ``legal`` are verbs (for every other seat) or texts."""
    setup = TRUSIS.setup(roles=roles, **ruleset)
    actions = TRUSIS.actions(setup.players, setup.talk != "none")
    dealt = _private(EventCode.ROLE_DEALT, seat, seat, role_index(role))
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


def reply_to(request: Request, spec: str = "heuristic", seed: int = 1) -> Reply:
    """What a fresh agent answers."""
    return asyncio.run(build(spec, seed).act(request))


def answer(request: Request, spec: str = "heuristic", seed: int = 1) -> list[str]:
    """The actions of a fresh agent's answer, as texts."""
    return [request.actions.text(action) for action in reply_to(request, spec, seed).actions]
