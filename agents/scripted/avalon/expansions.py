"""What the expansions ask: Excalibur, Trapper, Witch, loyalty checks and their announcement."""

from agents.scripted.avalon.view import CROWN, View
from envs.avalon.actions import N_RESULTS
from envs.avalon.codes import (
    ANNOUNCE,
    CHECK,
    EVIL,
    EXCLUDE,
    FLIP,
    GIVE,
    GOOD,
    HIDE,
    IS_EVIL,
    IS_GOOD,
    IS_ROLE,
)
from envs.avalon.roles import TEAM_OF
from envs.engine.events import NOBODY

SURE_OF_FAIL = 0.5
"""How likely a card must be a Fail for a good seat to turn it."""
PLAYS_FAIL = 0.8
SLANDER = 0.5
"""How often evil says evil of a good seat that it checked."""
HIDES = 0.6


def give_sword(view: View) -> None:
    """The sword goes to a friend who is on the team."""
    view.turn.take(GIVE, view.best(view.turn.targets(GIVE), view.trust))


def use_sword(view: View) -> None:
    """Good turns a likely Fail; evil turns a Success only when the game is at the brink and nobody failed."""
    turn, book = view.turn, view.book
    seats = turn.targets(FLIP)
    if view.is_evil:
        failed = book.cards.get((book.quest, book.seat), 0) or _mates_on_team(view)
        target = view.best([seat for seat in seats if not view.is_mate(seat)], view.looks_guilty)
        if failed or not view.is_brink or book.fails_needed > 1:
            target = NOBODY
    else:
        target = view.best([seat for seat in seats if seat != book.seat], lambda seat: fail_chance(view, seat), SURE_OF_FAIL)
    if target == NOBODY or not turn.take(FLIP, target):
        turn.decline()


def _mates_on_team(view: View) -> int:
    return view.book.party & view.book.mates & ~(1 << view.book.seat)


def fail_chance(view: View, seat: int) -> float:
    """Chance, to me, that the card of ``seat`` is a Fail now."""
    known = view.book.cards.get((view.book.quest, seat))
    return float(known) if known is not None else view.guilt(seat) * PLAYS_FAIL


def exclude_card(view: View) -> None:
    """Good takes out the card likeliest to be a Fail; evil one that is surely a Success, of a seat that looks guilty."""
    seats = view.turn.targets(EXCLUDE)
    if view.is_evil:
        harmless = [seat for seat in seats if not view.is_mate(seat)]
        target = view.best(harmless or seats, view.looks_guilty)
    else:
        target = view.best(seats, lambda seat: fail_chance(view, seat))
    view.turn.take(EXCLUDE, target)


def hide_result(view: View) -> None:
    """The Witch hides a mission that marks her or a comrade; everybody else declines."""
    book = view.book
    marked = book.cards.get((book.quest, book.seat), 0) or (book.quest > 0 and _mates_on_team(view))
    wants = view.is_evil and bool(marked) and book.successes < CROWN and view.chance(HIDES)
    if not wants or not view.turn.take(HIDE):
        view.turn.decline()


def choose_check(view: View) -> None:
    """Good checks where it knows least; evil a good seat that looks guilty, whose word then counts for less."""
    seats = view.turn.targets(CHECK)
    if view.is_evil:
        target = view.best(seats, lambda seat: view.looks_guilty(seat) - view.is_mate(seat) * 0.3)
    else:
        target = view.best(seats, lambda seat: -abs(view.guilt(seat) - 0.5))
    view.turn.take(CHECK, target)


def announce_check(view: View) -> None:
    """Good tells what it saw; evil covers its own and slanders others half of the time."""
    options = view.turn.targets(ANNOUNCE)
    target, result = last_check(view)
    if not view.is_evil:
        view.turn.take(ANNOUNCE, _nearest(options, result))
        return
    guilty = [option for option in options if is_guilty(option)]
    slanders = not view.is_mate(target) and view.chance(SLANDER) and bool(guilty)
    word = view.random.choice(guilty) if slanders else _nearest(options, IS_GOOD)
    view.turn.take(ANNOUNCE, word)


def last_check(view: View) -> tuple[int, int]:
    """Whom I checked last, and what it showed; nobody and good when there was no check."""
    return list(view.book.findings.items())[-1] if view.book.findings else (NOBODY, IS_GOOD)


def is_guilty(result: int) -> bool:
    """Whether a result speaks of evil."""
    return result == IS_EVIL or (IS_ROLE <= result < N_RESULTS and TEAM_OF[result - IS_ROLE] == EVIL)


def _nearest(options: list[int], result: int) -> int:
    """``result`` if it may be said, else what says the same side, else anything."""
    same = [option for option in options if is_guilty(option) == is_guilty(result)]
    return result if result in options else (same or options)[0]


assert GOOD == IS_GOOD
