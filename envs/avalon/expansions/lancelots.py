"""The Lancelots: loyalty cards that make them change sides, and their forced mission cards (rules.md B.9)."""

from envs.avalon.codes import EVIL, GOOD, LABEL_ROLE, LOYALTY_CARD_MARK, QUESTS, EventCode
from envs.avalon.options import V1, V2, V3
from envs.avalon.roles import IS_LANCELOT, ROLES, TEAM_OF, TRAITS_OF, Hand, Trait
from envs.avalon.state import State
from envs.avalon.turns import first_time
from envs.engine.draw import below
from envs.engine.events import NOBODY
from envs.engine.telling import announce, tell_seat

IDENTIFIED = int(EventCode.IDENTIFIED)
LOYALTY_CARDS_LAID = int(EventCode.LOYALTY_CARDS_LAID)
LOYALTY_CARD_TURNED = int(EventCode.LOYALTY_CARD_TURNED)
ROLE_CHANGED = int(EventCode.ROLE_CHANGED)
GOOD_KNIGHT = next(at for at, role in enumerate(ROLES) if Trait.LANCELOT in role.traits and int(role.team) == GOOD)
EVIL_KNIGHT = next(at for at, role in enumerate(ROLES) if Trait.LANCELOT in role.traits and int(role.team) == EVIL)
EITHER = int(Hand.EITHER)
FIRST_QUEST = 2
DRAW_SWITCH = 300


def draw(g: State, low: int, high: int) -> None:
    """Two switch cards somewhere in a deck of five (seven where they lie open); the first five places are kept."""
    size = 7 if g.rules.lancelot_variant == V2 else 5
    first = below(low, high, DRAW_SWITCH, size)
    second = below(low, high, DRAW_SWITCH + 1, size - 1)
    second += second >= first
    for at in range(QUESTS):
        g.loyalty_deck[at] = int(at in (first, second))


def lay(g: State) -> None:
    """In variant v2 the cards of all five missions lie open from the start."""
    if g.rules.lancelot_variant == V2:
        bits = 0
        for at in range(QUESTS):
            bits |= g.loyalty_deck[at] << at
        announce(g, LOYALTY_CARDS_LAID, NOBODY, NOBODY, bits)


def turn_card(g: State) -> None:
    """At the start of missions 3 to 5 (v2: of every mission) one card is turned up for all to see."""
    variant = g.rules.lancelot_variant
    start = 0 if variant == V2 else FIRST_QUEST
    if g.proposal != 0 or g.quest < start or variant == V3 or not first_time(g, LOYALTY_CARD_MARK):
        return
    switches = g.loyalty_deck[g.quest - start]
    announce(g, LOYALTY_CARD_TURNED, NOBODY, NOBODY, switches)
    if switches:
        switch(g)


def switch(g: State) -> None:
    """The two exchange role and side for everything; who knew one exactly sees the label change, and nobody learns more."""
    g.switched ^= 1
    for seat in range(g.n):
        if TRAITS_OF[g.role[seat]] & IS_LANCELOT:
            g.role[seat] = counterpart(g.role[seat])
            tell_seat(g, ROLE_CHANGED, seat, seat, g.role[seat])
    for viewer in range(g.n):
        for seat in range(g.n):
            label = g.known[viewer][seat] - LABEL_ROLE
            if label in (GOOD_KNIGHT, EVIL_KNIGHT):
                g.known[viewer][seat] = LABEL_ROLE + g.role[seat]
                tell_seat(g, IDENTIFIED, viewer, seat, g.role[seat])


def counterpart(role: int) -> int:
    """The other Lancelot."""
    return EVIL_KNIGHT if role == GOOD_KNIGHT else GOOD_KNIGHT


def hand(g: State, role: int, cards: int) -> int:
    """The forced card falls away in the variants that leave the evil one a choice."""
    if (g.rules.lancelot_variant in (V1, V3)) and TRAITS_OF[role] & IS_LANCELOT and TEAM_OF[role] == EVIL:
        return EITHER
    return cards
