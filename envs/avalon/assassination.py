"""After the third success: who shoots, at whom, and what a hit is (rules.md B.4)."""

from envs.avalon.actions import PAIR_HIGH, PAIR_LOW, PAIRS
from envs.avalon.codes import (
    EVIL,
    EVIL_WON,
    GOOD,
    GOOD_WON,
    KILL_CLERIC,
    KILL_MERLIN,
    LABEL_EVIL,
    LABEL_ROLE,
    MISS_CLERIC,
    MISS_MERLIN,
    NAME,
    NAMING,
    SHOOT_CLERIC,
    SHOOT_GUINEVERE,
    SHOOT_LOVERS,
    SHOOT_MERLIN,
    SHOT,
    EventCode,
)
from envs.avalon.options import BY_ROLE, COLLECTIVE
from envs.avalon.roles import (
    IS_CLERIC,
    IS_GUINEVERE,
    IS_ISOLDE,
    IS_LANCELOT,
    IS_MERLIN,
    IS_TRISTAN,
    N_GOOD,
    SHOOTS,
    TEAM_OF,
    TRAITS_OF,
)
from envs.avalon.state import State
from envs.avalon.turns import ask, ask_together, finish, reveal, seats_with
from envs.engine.events import NOBODY
from envs.engine.telling import announce, tell_seat

ASSASSIN_CHOSEN = int(EventCode.ASSASSIN_CHOSEN)
SHOT_CHOSEN = int(EventCode.SHOT_CHOSEN)
SHOT_FIRED = int(EventCode.SHOT_FIRED)
ROLE_NAMED = int(EventCode.ROLE_NAMED)
TARGETS = IS_MERLIN | IS_TRISTAN | IS_GUINEVERE | IS_CLERIC
KIND_TRAITS = (IS_MERLIN, IS_GUINEVERE, IS_TRISTAN, IS_CLERIC)
"""KIND_TRAITS[verb - SHOOT_MERLIN]: the role that must be in play for this kind of shot."""
VERB_UNIT = 256
"""A choice is kept as verb * VERB_UNIT + argument."""


def has_target(g: State) -> bool:
    """Whether the set of roles gives evil a last chance."""
    return seats_with(g, TARGETS) != 0


def evil_seats(g: State) -> int:
    """Seats that are evil now."""
    found = 0
    for seat in range(g.n):
        if TEAM_OF[g.role[seat]] == EVIL:
            found |= 1 << seat
    return found


def choose_assassin(g: State) -> None:
    """By role the assassin steps forward alone; otherwise all evil is public, and one of it or all of it shoots."""
    evil = evil_seats(g)
    if g.rules.assassin == BY_ROLE and seats_with(g, SHOOTS):
        g.shooters = 1 << first_in_order(g, seats_with(g, SHOOTS))
        evil = g.shooters
    elif g.rules.assassin == COLLECTIVE:
        g.shooters = evil
    else:
        g.shooters = 1 << first_in_order(g, evil)
    for seat in range(g.n):
        if evil >> seat & 1 and not g.shown[seat]:
            reveal(g, seat)
    lead = NOBODY if g.rules.assassin == COLLECTIVE else first_in_order(g, g.shooters)
    announce(g, ASSASSIN_CHOSEN, NOBODY, lead, g.shooters)


def first_in_order(g: State, seats: int) -> int:
    """The first of ``seats`` in the order drawn at the deal."""
    for at in range(g.n):
        if seats >> g.order[at] & 1:
            return g.order[at]
    return NOBODY


def ask_for_shot(g: State) -> None:
    """One shot of one kind; several shooters choose in secret and the most chosen shot is fired."""
    if g.shooters & (g.shooters - 1):
        ask_together(g, SHOT, g.shooters, SHOOT_MERLIN, 0)
    else:
        ask(g, SHOT, first_in_order(g, g.shooters), SHOOT_MERLIN, 0, 0)


def victims(g: State, seat: int) -> int:
    """Everybody but the shooter and those whom the shooter knows to be evil: an option list tells nothing new."""
    found = g.everyone & ~(1 << seat)
    for other in range(g.n):
        shown, label = g.shown[other] - 1, g.known[seat][other]
        is_known_evil = label == LABEL_EVIL or (label >= LABEL_ROLE and TEAM_OF[label - LABEL_ROLE] == EVIL)
        if is_known_evil or (shown >= 0 and TEAM_OF[shown] == EVIL):
            found &= ~(1 << other)
    return found


def shot_options(g: State, seat: int, verb: int) -> int:
    """Legal arguments of one kind of shot, as a bit set of seats or pairs."""
    if not seats_with(g, KIND_TRAITS[verb - SHOOT_MERLIN]):
        return 0
    found = victims(g, seat)
    if verb != SHOOT_LOVERS:
        return found
    pairs = 0
    for at in range(g.n * (g.n - 1) // 2):
        if found >> PAIR_LOW[at] & found >> PAIR_HIGH[at] & 1:
            pairs |= 1 << at
    return pairs


def choose_shot(g: State, seat: int, verb: int, argument: int) -> None:
    """Keeps a shooter's choice until all have chosen."""
    g.choice[seat] = verb * VERB_UNIT + argument
    tell_seat(g, SHOT_CHOSEN, seat, NOBODY, g.choice[seat])


def chosen(g: State) -> int:
    """The most frequent choice; of equal ones that of the first shooter in the dealt order."""
    best, best_count = 0, 0
    for at in range(g.n):
        seat, count = g.order[at], 0
        for other in range(g.n):
            if g.shooters >> other & 1 and g.choice[other] == g.choice[seat]:
                count += 1
        if g.shooters >> seat & 1 and count > best_count:
            best, best_count = g.choice[seat], count
    return best


def resolve_shot(g: State) -> None:
    """Fires the chosen shot, or names the chosen role."""
    choice = chosen(g)
    verb, argument = choice // VERB_UNIT, choice % VERB_UNIT
    if verb == NAME:
        resolve_name(g, argument // N_GOOD, argument % N_GOOD)
        return
    kind = verb - SHOOT_MERLIN
    first, second = argument, NOBODY
    if verb == SHOOT_LOVERS:
        first, second = PAIR_LOW[argument], PAIR_HIGH[argument]
    hit = is_hit(g, verb, first, second)
    announce(g, SHOT_FIRED, shooter(g), first, kind + 4 * hit + 8 * (second + 1))
    if verb == SHOOT_CLERIC and hit:
        reveal(g, first)
        ask_for_name(g)
    else:
        finish(g, EVIL_WON if hit else GOOD_WON, (KILL_MERLIN if hit else MISS_MERLIN) + kind)


def shooter(g: State) -> int:
    """The seat that shoots, nobody when all evil does."""
    return NOBODY if g.shooters & (g.shooters - 1) else first_in_order(g, g.shooters)


def is_hit(g: State, verb: int, first: int, second: int) -> bool:
    """Whether the victims hold the roles this kind of shot is meant for."""
    traits = TRAITS_OF[g.role[first]]
    if verb == SHOOT_MERLIN:
        return traits & IS_MERLIN != 0
    if verb == SHOOT_GUINEVERE:
        return traits & IS_GUINEVERE != 0
    if verb == SHOOT_CLERIC:
        return traits & IS_CLERIC != 0
    lovers = IS_TRISTAN | IS_ISOLDE
    others = TRAITS_OF[g.role[second]]
    if traits & lovers == 0 or others & lovers == 0:
        return False
    return not g.rules.lovers_strict or (traits | others) & lovers == lovers


def ask_for_name(g: State) -> None:
    """After a hit on the Cleric: one more player, and the exact role."""
    g.namable = namable_roles(g)
    if g.shooters & (g.shooters - 1):
        ask_together(g, NAMING, g.shooters, NAME, 0)
    else:
        ask(g, NAMING, shooter(g), NAME, 0, 0)


def namable_roles(g: State) -> int:
    """Roles of good players but the Cleric and the Lancelot; Merlins and Guinevere only if nothing else is left."""
    plain = great = 0
    for seat in range(g.n):
        role = g.role[seat]
        if TEAM_OF[role] == GOOD and not TRAITS_OF[role] & (IS_CLERIC | IS_LANCELOT):
            if TRAITS_OF[role] & (IS_MERLIN | IS_GUINEVERE):
                great |= 1 << role
            else:
                plain |= 1 << role
    return plain if plain else great


def namable_seats(g: State, seat: int) -> int:
    """Whom the shooter may name: not the published Cleric."""
    found = victims(g, seat)
    for other in range(g.n):
        if g.shown[other]:
            found &= ~(1 << other)
    return found


def resolve_name(g: State, target: int, role: int) -> None:
    """The second step of the shot at the Cleric."""
    hit = g.role[target] == role
    announce(g, ROLE_NAMED, shooter(g), target, role + 32 * hit)
    finish(g, EVIL_WON if hit else GOOD_WON, KILL_CLERIC if hit else MISS_CLERIC)


assert len(PAIRS) < VERB_UNIT
assert SHOOT_GUINEVERE == SHOOT_MERLIN + 1
