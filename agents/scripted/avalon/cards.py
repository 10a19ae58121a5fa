"""Mission cards: when evil fails, and which of several evil seats does it."""

from agents.scripted.avalon.view import CROWN, View
from envs.avalon.codes import CARD, PLAY_FAIL, PLAY_SUCCESS
from envs.avalon.quests import LATE_QUEST
from envs.avalon.roles import HAND_OF, Hand


def play_card(view: View) -> None:
    """Plays a Fail when evil, able, wanted and willing; otherwise a Success where that is allowed."""
    turn = view.turn
    wants = view.is_evil and turn.may(CARD, PLAY_FAIL) and (is_chosen(view) and dares(view))
    if not turn.take(CARD, PLAY_FAIL if wants else PLAY_SUCCESS):
        turn.take(CARD, PLAY_FAIL)


def dares(view: View) -> bool:
    """Whether this is the time: always at the brink, mostly after the first mission."""
    book = view.book
    if view.is_brink:
        return True
    if book.quest == 0:
        return view.chance(view.temper.first_fail(book.size))
    return view.chance(view.temper.later_fail)


def is_chosen(view: View) -> bool:
    """Whether I am among the evil seats that fail, as each comrade on the team works it out for itself.

    The least suspected go first: their cards are the last to be turned or excluded, and the first to be believed.
    """
    book = view.book
    mine = [seat for seat in range(book.n) if (book.party & book.mates) >> seat & 1]
    needed = book.fails_needed
    if len(mine) < needed:
        return False
    wanted = needed + _spare(view)
    ranked = sorted(mine, key=lambda seat: (view.looks_guilty(seat), seat))
    return book.seat in ranked[:wanted]


def _spare(view: View) -> int:
    """Fails beyond those needed: where one may be taken out or a comrade may be unable, and all is at stake."""
    book = view.book
    late = book.quest >= LATE_QUEST
    unable = late and any(HAND_OF[1][role] == Hand.SUCCESS and HAND_OF[0][role] == Hand.EITHER for role in book.deck)
    exposed = "trapper" in book.setup.expansions and not view.is_mate(book.leader)
    return int((unable or exposed) and (book.successes >= CROWN or unable))
