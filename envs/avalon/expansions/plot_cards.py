"""The plot cards: dealing, taking, and the uses of the nine kinds (rules.md B.8). All cards are face up."""

from envs.avalon.ballots import cast, is_forced
from envs.avalon.codes import (
    AMBUSH,
    AMBUSH_PHASE,
    ARE_YOU_THE_ONE,
    BALLOT,
    CANCEL,
    CANCEL_PHASE,
    CHARGE,
    CHARGE_PHASE,
    CHECK,
    CHECK_NEIGHBOUR,
    DEAL_PLOT,
    DECK,
    DECLINE,
    EXPOSE,
    EXPOSE_PHASE,
    GIVE,
    HELD_KINDS,
    KING_RETURNS,
    LEAD,
    LEAD_PHASE,
    LEAD_TO_VICTORY,
    LOOK,
    OPEN_CARD_MARK,
    PICK,
    PICK_PHASE,
    RESTORE_HONOR,
    SHOW,
    SHOW_NATURE,
    SHOW_PHASE,
    SHOW_STRENGTH,
    TAKE,
    TAKE_PHASE,
    WE_FOUND_YOU,
    EventCode,
)
from envs.avalon.loyalty import look, shown_loyalty
from envs.avalon.state import State
from envs.avalon.turns import ask, ask_together, first_time
from envs.engine.draw import below
from envs.engine.events import COMPANY, NOBODY
from envs.engine.telling import announce, emit

PLOT_CARD_TURNED = int(EventCode.PLOT_CARD_TURNED)
PLOT_CARD_GIVEN = int(EventCode.PLOT_CARD_GIVEN)
PLOT_CARD_USED = int(EventCode.PLOT_CARD_USED)
PLOT_CARD_TAKEN = int(EventCode.PLOT_CARD_TAKEN)
OPEN_VOTES_SHOWN = int(EventCode.OPEN_VOTES_SHOWN)
CARD_SEEN = int(EventCode.CARD_SEEN)
OPEN_CARD_SHOWN = int(EventCode.OPEN_CARD_SHOWN)

BIG_DECK = (
    (LEAD_TO_VICTORY,) * 2
    + (AMBUSH,) * 2
    + (KING_RETURNS, RESTORE_HONOR, CHARGE)
    + (SHOW_NATURE, ARE_YOU_THE_ONE, SHOW_STRENGTH)
    + (KING_RETURNS,) * 2
    + (CHARGE, ARE_YOU_THE_ONE, WE_FOUND_YOU)
)
"""The full deck. Its first 7 cards are the site's small deck, its first 10 the printed one (only whose number is known)."""
DECK_SIZES = ((7, 15), (10, 15))
CARDS_A_ROUND = ((1, 1, 2, 2, 3, 3), (2, 2, 2, 2, 3, 3))
"""Rows: ``plot_deck`` site, ubg. Columns: small or large table; 5 to 10 players."""
SMALL_TABLE = 6
DRAW_DECK = 200


def shuffle(g: State, low: int, high: int) -> None:
    """Deals the deck of this table in random order."""
    g.plot_size = DECK_SIZES[g.rules.plot_deck][int(g.n > SMALL_TABLE)]
    for at in range(DECK):
        g.plot_deck[at] = BIG_DECK[at]
    for at in range(g.plot_size - 1, 0, -1):
        other = below(low, high, DRAW_DECK + at, at + 1)
        g.plot_deck[at], g.plot_deck[other] = g.plot_deck[other], g.plot_deck[at]


def begin(g: State) -> None:
    """A new proposal: nobody has been offered anything, no card is open or looked at."""
    if g.proposal == 0:
        g.plot_dealt = 0
    g.exposed = NOBODY
    g.looked = 0
    for seat in range(g.n):
        g.seen[seat] = 0
    for kind in range(HELD_KINDS):
        g.offered[kind] = 0


# --- offers ---------------------------------------------------------------------------------------------------------


def next_owner(g: State, kind: int) -> int:
    """The nearest owner from the leader on, clockwise, who has not been offered this card yet."""
    for step in range(g.n):
        seat = (g.leader + step) % g.n
        if g.held[seat][kind] and not g.offered[kind] >> seat & 1:
            return seat
    return NOBODY


def offer(g: State, kind: int, phase: int, verb: int, targets: int) -> bool:
    """Asks the next owner whether to use the card; each is asked once."""
    seat = next_owner(g, kind)
    if seat == NOBODY or targets == 0:
        return False
    g.offered[kind] |= 1 << seat
    return ask(g, phase, seat, verb, targets, 1)


def spend(g: State, seat: int, kind: int, target: int) -> None:
    """The card is used and gone."""
    g.held[seat][kind] -= 1
    announce(g, PLOT_CARD_USED, seat, target, kind)


def offer_lead(g: State) -> bool:
    """Before the deal of a round and before any team an owner may become leader, once in a proposal."""
    if g.proposal == 0 and g.plot_dealt > 0:
        return False
    g.offered[LEAD_TO_VICTORY] |= 1 << g.leader
    return offer(g, LEAD_TO_VICTORY, LEAD_PHASE, LEAD, 1)


def offer_cancel(g: State) -> bool:
    """After approval an owner may cancel the team."""
    return not g.cancelled and offer(g, KING_RETURNS, CANCEL_PHASE, CANCEL, 1)


def offer_expose(g: State) -> bool:
    """Before the cards an owner may make one participant play openly."""
    return not g.cancelled and offer(g, WE_FOUND_YOU, EXPOSE_PHASE, EXPOSE, g.party)


def offer_ambush(g: State) -> bool:
    """After the cards an owner may look at a card that nobody has looked at in this mission."""
    return offer(g, AMBUSH, AMBUSH_PHASE, LOOK, g.party & ~g.looked)


def show_open_card(g: State) -> None:
    """The card played openly, as it reads after a possible flip."""
    if g.exposed != NOBODY and first_time(g, OPEN_CARD_MARK):
        announce(g, OPEN_CARD_SHOWN, NOBODY, g.exposed, g.fails >> g.exposed & 1)


def use(g: State, seat: int, verb: int, target: int) -> None:
    """The answer to an offer."""
    if verb == DECLINE:
        return
    if verb == LEAD:
        spend(g, seat, LEAD_TO_VICTORY, NOBODY)
        g.leader = g.first = seat
        g.offered[LEAD_TO_VICTORY] = g.everyone
    elif verb == CANCEL:
        spend(g, seat, KING_RETURNS, NOBODY)
        g.cancelled = 1
    elif verb == EXPOSE:
        spend(g, seat, WE_FOUND_YOU, target)
        g.exposed = target
    else:
        spend(g, seat, AMBUSH, target)
        ambush(g, seat, target)


def ambush(g: State, seat: int, target: int) -> None:
    """Seer and owner know what the card reads; whoever holds a second ambush may go on."""
    g.looked |= 1 << target
    g.offered[AMBUSH] &= ~(1 << seat)
    g.seen[seat] |= 1 << target
    emit(g, CARD_SEEN, seat, target, g.fails >> target & 1, COMPANY | 1 << seat | 1 << target)


# --- the deal of a round --------------------------------------------------------------------------------------------


def deal(g: State) -> bool:
    """On the first proposal the leader turns up this round's cards one by one and gives each away."""
    limit = CARDS_A_ROUND[g.rules.plot_deck][g.n - 5]
    if g.proposal != 0 or g.plot_dealt >= limit or g.plot_next >= g.plot_size:
        return False
    g.card = g.plot_deck[g.plot_next]
    g.plot_next += 1
    g.plot_dealt += 1
    announce(g, PLOT_CARD_TURNED, g.leader, NOBODY, g.card)
    if g.card == SHOW_STRENGTH:
        announce(g, PLOT_CARD_GIVEN, g.leader, g.leader, g.card)
        return ask_to_show(g, g.leader)
    return ask(g, DEAL_PLOT, g.leader, GIVE, g.everyone & ~(1 << g.leader), 0)


def give(g: State, seat: int, target: int) -> None:
    """The card goes to another player, who keeps it or has to use it at once."""
    announce(g, PLOT_CARD_GIVEN, seat, target, g.card)
    if g.card < HELD_KINDS:
        g.held[target][g.card] += 1
    elif g.card == RESTORE_HONOR:
        ask_to_take(g, target)
    elif g.card == SHOW_NATURE:
        ask_to_show(g, target)
    else:
        neighbours = 1 << (target + 1) % g.n | 1 << (target + g.n - 1) % g.n
        ask(g, CHECK_NEIGHBOUR, target, CHECK, neighbours, 0)


def ask_to_show(g: State, seat: int) -> bool:
    """The owner must show his loyalty to somebody."""
    return ask(g, SHOW_PHASE, seat, SHOW, g.everyone & ~(1 << seat), 0)


def show(g: State, seat: int, target: int) -> None:
    """The chosen player sees the loyalty and announces."""
    look(g, target, seat, shown_loyalty(g, seat), 0)


def check_neighbour(g: State, seat: int, target: int) -> None:
    """The owner sees the loyalty of a neighbour and announces."""
    look(g, seat, target, shown_loyalty(g, target), 0)


def kinds_of(g: State, seat: int) -> int:
    """Bit set of the kinds of card that lie before ``seat``."""
    kinds = 0
    for kind in range(HELD_KINDS):
        if g.held[seat][kind]:
            kinds |= 1 << kind
    return kinds


def ask_to_take(g: State, seat: int) -> None:
    """The owner must take a card from another player, if there is one."""
    owners = 0
    for other in range(g.n):
        if other != seat and kinds_of(g, other):
            owners |= 1 << other
    if owners:
        ask(g, TAKE_PHASE, seat, TAKE, owners, 0)


def take(g: State, seat: int, target: int) -> None:
    """From whom; which card is asked only where there is a choice."""
    g.giver = target
    kinds = kinds_of(g, target)
    if kinds & (kinds - 1):
        ask(g, PICK_PHASE, seat, PICK, kinds, 0)
        return
    for kind in range(HELD_KINDS):
        if kinds >> kind & 1:
            pick(g, seat, kind)


def pick(g: State, seat: int, kind: int) -> None:
    """The card changes its owner."""
    g.held[g.giver][kind] -= 1
    g.held[seat][kind] += 1
    announce(g, PLOT_CARD_TAKEN, seat, g.giver, kind)


# --- open votes -----------------------------------------------------------------------------------------------------


def ask_open_votes(g: State) -> bool:
    """Owners of a Charge vote before the others, at the same time as each other; a forced team has no vote."""
    owners = 0
    for seat in range(g.n):
        if g.held[seat][CHARGE]:
            owners |= 1 << seat
    if owners == 0 or is_forced(g) or not first_time(g, CHARGE_PHASE):
        return False
    return ask_together(g, CHARGE_PHASE, owners, BALLOT, 3)


def vote_openly(g: State, seat: int, answer: int) -> None:
    """An open vote; shown once all owners have voted."""
    cast(g, seat, answer)
    if g.open == 0:
        announce(g, OPEN_VOTES_SHOWN, NOBODY, NOBODY, g.approvals | g.voted << 10)
