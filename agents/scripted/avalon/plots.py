"""What the plot cards ask: whom to give and show them to, and when to use them."""

from collections.abc import Callable

from agents.scripted.avalon.expansions import choose_check, give_sword
from agents.scripted.avalon.view import View
from envs.avalon.codes import (
    AMBUSH,
    CANCEL,
    CHARGE,
    CHECK,
    DEAL_PLOT,
    EXPOSE,
    GIVE,
    KING_RETURNS,
    LEAD,
    LEAD_TO_VICTORY,
    LOOK,
    PICK,
    SHOW,
    TAKE,
    WE_FOUND_YOU,
)
from envs.engine.events import NOBODY

LIKING = {KING_RETURNS: 5, LEAD_TO_VICTORY: 4, AMBUSH: 3, WE_FOUND_YOU: 2, CHARGE: 1}
"""How much a card is wanted."""
DOUBTFUL = 0.4
"""A team whose chance is below this is cancelled by the good."""
LEADS_FROM = 1
"""The mission from which it is worth a card to lead."""


def give(view: View) -> None:
    """The sword or a plot card goes to a friend; who has to vote openly should rather be a foe."""
    if view.book.phase != DEAL_PLOT:
        give_sword(view)
        return
    view.turn.take(GIVE, view.best(view.turn.targets(GIVE), view.trust))


def lead(view: View) -> None:
    """Leads when something is known and the present leader is not trusted."""
    book = view.book
    if book.quest < LEADS_FROM or not view.is_foe(book.leader) or not view.turn.take(LEAD):
        view.turn.decline()


def cancel(view: View) -> None:
    """Good cancels a doubtful team, but never the fifth; evil the fifth always, and any other that it cannot make fail."""
    book = view.book
    if view.is_evil:
        can_fail = (book.party & book.mates).bit_count() >= book.fails_needed
        wants = book.is_last_proposal or (view.is_brink and not can_fail)
    else:
        wants = not book.is_last_proposal and view.suspicion.passes(view.suspicion.mine, book.party) < DOUBTFUL
    if not wants or not view.turn.take(CANCEL):
        view.turn.decline()


def expose(view: View) -> None:
    """Good makes the guiltiest participant play openly; evil keeps the card."""
    target = view.best(view.turn.targets(EXPOSE), view.guilt, 0.3)
    if view.is_evil or target == NOBODY or not view.turn.take(EXPOSE, target):
        view.turn.decline()


def look(view: View) -> None:
    """Good looks at the card it knows least about; evil has nothing to learn."""
    seats = [seat for seat in view.turn.targets(LOOK) if seat != view.book.seat]
    target = view.best(seats, lambda seat: -abs(view.guilt(seat) - 0.5), -0.4)
    if view.is_evil or target == NOBODY or not view.turn.take(LOOK, target):
        view.turn.decline()


def take(view: View) -> None:
    """Takes from a foe who holds the best card."""
    held = view.book.held

    def score(seat: int) -> float:
        best = max((LIKING[kind] for kind in LIKING if held[seat][kind] > 0), default=0)
        return best - 2 * view.trust(seat)

    view.turn.take(TAKE, view.best(view.turn.targets(TAKE), score))


def pick(view: View) -> None:
    """The most wanted of several cards."""
    view.turn.take(PICK, max(view.turn.targets(PICK), key=lambda kind: LIKING.get(kind, 0)))


def show(view: View) -> None:
    """Shows the own loyalty to a friend."""
    view.turn.take(SHOW, view.best(view.turn.targets(SHOW), view.trust))


PLOTS: dict[int, Callable[[View], None]] = {
    GIVE: give,
    LEAD: lead,
    CANCEL: cancel,
    EXPOSE: expose,
    LOOK: look,
    TAKE: take,
    PICK: pick,
    SHOW: show,
    CHECK: choose_check,
}
"""Verb -> who answers it."""
