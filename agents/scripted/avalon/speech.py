"""What is said in a turn of talk: few words, each of which the speaker's side can use."""

from agents.scripted.avalon.teams import approves, judgement
from agents.scripted.avalon.view import View
from envs.avalon.codes import ACCUSE, CLAIM, IS_EVIL, IS_GOOD, PROMISE, REPORT, VOUCH
from envs.avalon.roles import IS_CLERIC
from envs.engine.events import NOBODY


def speak(view: View) -> None:
    """Before a proposal: accuse, vouch, defend oneself; with a team on the table: how I shall vote."""
    if not view.book.is_shooting:
        if view.book.party:
            view.turn.take(PROMISE, 0 if approves(view) else 1)
        elif view.book.proposal == 0:
            _open_mission(view)
    view.turn.finish()


def _open_mission(view: View) -> None:
    _tell_findings(view)
    _say_once(view, ACCUSE, accused_seat(view))
    if view.looks_guilty(view.book.seat) > view.temper.suspected:
        _say_once(view, CLAIM, IS_GOOD)
    elif view.book.quest > 0:
        _say_once(view, VOUCH, vouched_seat(view))


def _say_once(view: View, verb: int, target: int) -> None:
    if target != NOBODY and (verb, target) not in view.book.said and view.turn.take(verb, target):
        view.book.said.add((verb, target))


def accused_seat(view: View) -> int:
    """Whom to accuse, if anybody. Nobody points at a wizard."""
    if view.is_evil:
        foes = [seat for seat in view.others() if not view.is_mate(seat)]
        return view.best(foes, view.looks_guilty, view.temper.slanders_from * view.book.evil_count / view.book.n)
    if _feints(view):
        return view.best([seat for seat in view.others() if not view.is_mate(seat)], view.looks_guilty)
    opinion = opinions(view)
    return view.best(_spoken_of(view), opinion.__getitem__, _accuses_from(view))


def _feints(view: View) -> bool:
    return view.is_merlin and view.temper.feints > 0 and view.chance(view.temper.feints)


def _accuses_from(view: View) -> float:
    return view.temper.guilty_to_a_shield if view.is_shield else view.temper.guilty


def opinions(view: View) -> list[float]:
    """How guilty each seat is by what I let others see of my judgement."""
    if not view.is_discreet:
        return view.suspicion.evil_now
    rows: list[float] = (judgement(view) @ view.suspicion.space.members).tolist()
    return rows


def vouched_seat(view: View) -> int:
    """For whom to vouch, if for anybody; nobody points at a wizard."""
    if view.is_evil:
        return view.best(view.others(), lambda seat: -view.looks_guilty(seat), -view.temper.seems_innocent)
    if _feints(view):
        return view.best([seat for seat in view.others() if view.is_mate(seat)], lambda seat: -view.looks_guilty(seat))
    opinion = opinions(view)
    return view.best(_spoken_of(view), lambda seat: -opinion[seat], -view.temper.innocent)


def _spoken_of(view: View) -> list[int]:
    """Nobody points at a wizard, unless it is to look as if he knew of none."""
    return [seat for seat in view.others() if view.is_discreet or not view.is_wizard(seat)]


def _tell_findings(view: View) -> None:
    """Good seats report an evil card that they could read, in whatever way; the Cleric keeps his finding for his votes."""
    book = view.book
    if view.is_evil or book.traits & IS_CLERIC or view.is_merlin:
        return
    for (quest, seat), is_fail in book.cards.items():
        was_fail = bool(is_fail) != ((quest, seat) in book.turned)
        if was_fail and seat != book.seat and (REPORT, seat) not in book.said and view.turn.report(seat, IS_EVIL):
            book.said.add((REPORT, seat))
