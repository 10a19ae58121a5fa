"""Which cards of a mission a seat has read, and so still knows once the mission is over (rules.md B.13)."""

from envs.avalon.codes import CARDS, OPEN_CARD_MARK, PLAYING
from envs.avalon.state import State


def readable_cards(g: State, viewer: int) -> int:
    """Bit set of the participants whose card, as it reads now, ``viewer`` knows.

    The own one; the one turned by the viewer's sword; those looked at from an ambush; the open one; the one excluded as leader.
    """
    if g.step <= PLAYING:
        return 0
    read = 1 << viewer | g.seen[viewer]
    if g.holder == viewer and g.flipped >= 0:
        read |= 1 << g.flipped
    if g.exposed >= 0 and g.done >> OPEN_CARD_MARK & 1:
        read |= 1 << g.exposed
    if g.leader == viewer:
        read |= g.excluded
    unplayed = g.open if g.phase == CARDS else 0
    return read & g.party & ~unplayed
