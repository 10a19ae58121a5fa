"""The Witch: once, blind, she may hide a mission's result; then a player drawn by lot checks a loyalty (rules.md B.7).

All seats are asked, so that the question does not tell who she is.
"""

from envs.avalon.codes import CHECK, CHECK_BY_LOT, HIDE, HIDE_PHASE, EventCode
from envs.avalon.loyalty import look, shown_loyalty
from envs.avalon.roles import IS_WITCH, TRAITS_OF
from envs.avalon.state import State
from envs.avalon.turns import ask, ask_together, first_time, seats_with
from envs.engine.events import NOBODY
from envs.engine.telling import announce, tell_seat

DECISION_MADE = int(EventCode.DECISION_MADE)
QUEST_HIDDEN = int(EventCode.QUEST_HIDDEN)


def ask_to_hide(g: State) -> bool:
    """The decision, until it has been used; then the check by lot."""
    if not g.witch_spent and first_time(g, HIDE_PHASE):
        ask_together(g, HIDE_PHASE, g.everyone, HIDE, 1)
        g.able = seats_with(g, IS_WITCH)
        g.may_decline = 1
        return True
    if not g.veiled or not first_time(g, CHECK_BY_LOT):
        return False
    announce(g, QUEST_HIDDEN, NOBODY, NOBODY, g.quest)
    checker = drawn_checker(g)
    return ask(g, CHECK_BY_LOT, checker, CHECK, g.everyone & ~(1 << checker), 0)


def drawn_checker(g: State) -> int:
    """The first seat of the dealt order that is not the Witch's."""
    return g.checkers[0] if not TRAITS_OF[g.role[g.checkers[0]]] & IS_WITCH else g.checkers[1]


def decide(g: State, seat: int, verb: int) -> None:
    """One seat's answer; only hers has an effect."""
    if verb == HIDE:
        g.veiled = g.witch_spent = 1
    tell_seat(g, DECISION_MADE, seat, NOBODY, int(verb == HIDE))


def check(g: State, seat: int, target: int) -> None:
    """The check by lot; no token passes."""
    look(g, seat, target, shown_loyalty(g, target), 0)
