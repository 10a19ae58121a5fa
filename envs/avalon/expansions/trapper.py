"""The Trapper: one participant more, and the leader takes one card out of the count (rules.md B.11)."""

from envs.avalon.codes import EXCLUDE, EXCLUDE_PHASE, EventCode
from envs.avalon.state import State
from envs.avalon.turns import ask, first_time
from envs.engine.telling import announce, tell_seat

CARD_EXCLUDED = int(EventCode.CARD_EXCLUDED)
EXCLUDED_CARD_SEEN = int(EventCode.EXCLUDED_CARD_SEEN)
EXTRA_MEMBERS = 1


def ask_to_exclude(g: State) -> bool:
    """The leader must choose exactly one participant, and sees nothing before."""
    return first_time(g, EXCLUDE_PHASE) and ask(g, EXCLUDE_PHASE, g.leader, EXCLUDE, g.party, 0)


def exclude(g: State, seat: int, target: int) -> None:
    """The card does not count; everybody knows whose, and only this leader what it reads."""
    g.excluded = 1 << target
    announce(g, CARD_EXCLUDED, seat, target, 0)
    tell_seat(g, EXCLUDED_CARD_SEEN, seat, target, (g.fails >> target & 1) + 2 * g.quest)
