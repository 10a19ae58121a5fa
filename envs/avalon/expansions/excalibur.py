"""Excalibur: given before the vote, it may turn one other participant's card (rules.md B.6)."""

from envs.avalon.codes import DECLINE, FLIP, GIVE, GIVE_SWORD, USE_SWORD, EventCode
from envs.avalon.state import State
from envs.avalon.turns import ask, first_time
from envs.engine.events import COMPANY, NOBODY
from envs.engine.telling import announce, emit

SWORD_GIVEN = int(EventCode.SWORD_GIVEN)
SWORD_USED = int(EventCode.SWORD_USED)
CARD_FLIPPED = int(EventCode.CARD_FLIPPED)


def put_down(g: State) -> None:
    """Nobody holds the sword at a new proposal."""
    g.holder = g.flipped = NOBODY


def ask_to_give(g: State) -> bool:
    """The leader must give it to another member of the team."""
    if not first_time(g, GIVE_SWORD):
        return False
    return ask(g, GIVE_SWORD, g.leader, GIVE, g.party & ~(1 << g.leader), 0)


def give(g: State, seat: int, target: int) -> None:
    """Everybody sees who holds the sword."""
    g.holder = target
    announce(g, SWORD_GIVEN, seat, target, 0)


def ask_to_use(g: State) -> bool:
    """After the cards the holder turns one or passes."""
    if not first_time(g, USE_SWORD):
        return False
    targets = g.party if g.rules.excalibur_self else g.party & ~(1 << g.holder)
    return ask(g, USE_SWORD, g.holder, FLIP, targets, 1)


def use(g: State, seat: int, verb: int, target: int) -> None:
    """Everybody sees whose card was turned; holder and owner see what it reads now."""
    if verb == DECLINE:
        return
    g.flipped = target
    g.fails ^= 1 << target
    announce(g, SWORD_USED, seat, target, 0)
    emit(g, CARD_FLIPPED, seat, target, g.fails >> target & 1, COMPANY | 1 << seat | 1 << target)
