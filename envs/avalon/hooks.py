"""The hook points of a mission: which expansions speak there, in the order of rules.md B.12.

The core calls these functions and knows no expansion. A hook that returns True has asked somebody something and is called
again once the answer is there; it returns False when nobody has anything left to say at this point.
"""

from envs.avalon.codes import (
    CHARGE_PHASE,
    CHECK_BY_LADY,
    CHECK_BY_LOT,
    CHECK_NEIGHBOUR,
    CLERIC,
    DEAL_PLOT,
    DECLINE,
    EXCALIBUR,
    EXCLUDE_PHASE,
    GIVE_SWORD,
    HIDE_PHASE,
    LADY,
    LANCELOTS,
    PICK_PHASE,
    PLOT_CARDS,
    REVEALER,
    SHOW_PHASE,
    TAKE_PHASE,
    TRAPPER,
    USE_SWORD,
    WITCH,
    EventCode,
)
from envs.avalon.expansions.cleric import report as report_cleric
from envs.avalon.expansions.excalibur import ask_to_give, ask_to_use, put_down
from envs.avalon.expansions.excalibur import give as give_sword
from envs.avalon.expansions.excalibur import use as use_sword
from envs.avalon.expansions.lady import check as check_by_lady
from envs.avalon.expansions.lady import draw as draw_lady
from envs.avalon.expansions.lady import offer_check
from envs.avalon.expansions.lady import place as place_lady
from envs.avalon.expansions.lancelots import draw as draw_lancelots
from envs.avalon.expansions.lancelots import hand as hand_lancelots
from envs.avalon.expansions.lancelots import lay as lay_lancelots
from envs.avalon.expansions.lancelots import turn_card
from envs.avalon.expansions.plot_cards import (
    ask_open_votes,
    check_neighbour,
    offer_ambush,
    offer_cancel,
    offer_expose,
    offer_lead,
    show_open_card,
    vote_openly,
)
from envs.avalon.expansions.plot_cards import begin as begin_plot
from envs.avalon.expansions.plot_cards import deal as deal_plot
from envs.avalon.expansions.plot_cards import give as give_plot
from envs.avalon.expansions.plot_cards import pick as pick_plot
from envs.avalon.expansions.plot_cards import show as show_plot
from envs.avalon.expansions.plot_cards import shuffle as shuffle_plot
from envs.avalon.expansions.plot_cards import take as take_plot
from envs.avalon.expansions.plot_cards import use as use_plot
from envs.avalon.expansions.revealer import step_forward
from envs.avalon.expansions.trapper import EXTRA_MEMBERS, ask_to_exclude
from envs.avalon.expansions.trapper import exclude as exclude_trapper
from envs.avalon.expansions.witch import ask_to_hide
from envs.avalon.expansions.witch import check as check_by_lot
from envs.avalon.expansions.witch import decide as decide_witch
from envs.avalon.state import State
from envs.engine.events import NOBODY
from envs.engine.telling import announce

DECLINED = int(EventCode.DECLINED)


def draw(g: State, low: int, high: int) -> None:
    """The chance draws of the expansions, all at the deal."""
    if g.expansions & LADY:
        draw_lady(g, low, high)
    if g.expansions & LANCELOTS:
        draw_lancelots(g, low, high)
    if g.expansions & PLOT_CARDS:
        shuffle_plot(g, low, high)


def at_start(g: State) -> None:
    """Before the first mission."""
    if g.expansions & LADY:
        place_lady(g)
    if g.expansions & LANCELOTS:
        lay_lancelots(g)


def new_proposal(g: State) -> None:
    """What a new proposal clears."""
    if g.expansions & EXCALIBUR:
        put_down(g)
    if g.expansions & PLOT_CARDS:
        begin_plot(g)


def extra_members(g: State) -> int:
    """Seats on a team beyond the usual size."""
    return EXTRA_MEMBERS if g.expansions & TRAPPER else 0


def hand(g: State, role: int, cards: int) -> int:
    """The mission cards open to ``role``, out of ``cards`` by its row."""
    return hand_lancelots(g, role, cards) if g.expansions & LANCELOTS else cards


def before_proposal(g: State) -> bool:
    """Loyalty card, the Lady, offers to lead, the deal of plot cards."""
    used = g.expansions
    if used & LANCELOTS:
        turn_card(g)
    if used & LADY and offer_check(g):
        return True
    return used & PLOT_CARDS != 0 and (offer_lead(g) or deal_plot(g))


def after_proposal(g: State) -> bool:
    """The sword is given."""
    return g.expansions & EXCALIBUR != 0 and ask_to_give(g)


def before_vote(g: State) -> bool:
    """Open votes."""
    return g.expansions & PLOT_CARDS != 0 and ask_open_votes(g)


def after_vote(g: State) -> bool:
    """The approved team may be cancelled; then one of it may have to play openly."""
    return g.expansions & PLOT_CARDS != 0 and (offer_cancel(g) or offer_expose(g))


def after_cards(g: State) -> bool:
    """Sword, open card, ambush, Trapper, Witch."""
    used = g.expansions
    if used & EXCALIBUR and ask_to_use(g):
        return True
    if used & PLOT_CARDS:
        show_open_card(g)
        if offer_ambush(g):
            return True
    if used & TRAPPER and ask_to_exclude(g):
        return True
    return used & WITCH != 0 and ask_to_hide(g)


def before_result(g: State) -> None:
    """What is learned before the cards are counted."""
    if g.expansions & CLERIC:
        report_cleric(g)


def after_result(g: State) -> None:
    """What follows from a result."""
    if g.expansions & REVEALER:
        step_forward(g)


def answer(g: State, seat: int, verb: int, argument: int) -> None:
    """Hands the answer to the expansion that asked."""
    phase = g.phase
    if phase == HIDE_PHASE:
        decide_witch(g, seat, verb)
        return
    if verb == DECLINE:
        announce(g, DECLINED, seat, NOBODY, phase)
    if phase == GIVE_SWORD:
        give_sword(g, seat, argument)
    elif phase == USE_SWORD:
        use_sword(g, seat, verb, argument)
    elif phase == EXCLUDE_PHASE:
        exclude_trapper(g, seat, argument)
    elif phase == CHECK_BY_LADY:
        check_by_lady(g, seat, argument)
    elif phase == CHECK_BY_LOT:
        check_by_lot(g, seat, argument)
    else:
        answer_plot(g, seat, verb, argument)


def answer_plot(g: State, seat: int, verb: int, argument: int) -> None:
    """The questions of the plot cards."""
    phase = g.phase
    if phase == DEAL_PLOT:
        give_plot(g, seat, argument)
    elif phase == TAKE_PHASE:
        take_plot(g, seat, argument)
    elif phase == PICK_PHASE:
        pick_plot(g, seat, argument)
    elif phase == SHOW_PHASE:
        show_plot(g, seat, argument)
    elif phase == CHECK_NEIGHBOUR:
        check_neighbour(g, seat, argument)
    elif phase == CHARGE_PHASE:
        vote_openly(g, seat, argument)
    else:
        use_plot(g, seat, verb, argument)
