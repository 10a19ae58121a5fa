"""By day: whom each team would see executed, and how a vote follows or leads the others'."""

from agents.scripted.trusis.temper import Worth
from agents.scripted.trusis.view import View
from envs.engine.events import NOBODY
from envs.trusis.codes import HIDDEN_VOTE, UNVOTE, VOTE, Team


def worth_of_deaths(view: View) -> Worth:
    """What the own team wants, as the match stands."""
    if view.team == Team.TRUSIS:
        return view.temper.trusis_seek_castaway if view.is_majority_near and view.is_castaway_about else view.temper.trusis_want
    if view.team == Team.CASTAWAYS:
        return view.temper.castaway_ends_it if view.is_last_killer else view.temper.castaway_wants
    if view.is_last_killer and view.is_castaway_about:
        return view.temper.humans_spare_last
    return view.temper.humans_want_team if view.book.by_team else view.temper.humans_want


def leaders(tally: list[int]) -> tuple[int, int]:
    """The seat that would be executed, if any, and the most votes on one seat."""
    top = max(tally, default=0)
    return (tally.index(top) if top and tally.count(top) == 1 else NOBODY), top


def execution_target(view: View) -> int:
    """Whom to vote for by day; nobody when no death is worth it."""
    book, tally = view.book, view.book.tally()
    worth = worth_of_deaths(view)
    alive = book.others_alive()
    appetite = {seat: view.weigh(seat, worth) for seat in alive}
    if view.team == Team.TRUSIS:
        doomed = _doomed_mate(view, tally)
        if doomed != NOBODY:
            return doomed
        appetite = {seat: want + view.temper.trusis_hunt * view.standing(seat) for seat, want in appetite.items()}
    pull = (view.temper.join_late if view.is_last_round else view.temper.join) / max(1, len(alive))
    flight = _flight(view, tally, appetite)

    def score(seat: int) -> float:
        return appetite[seat] + pull * tally[seat] + (view.temper.escape if seat == flight else 0.0)

    floor = _floor(view, appetite, leaders(tally)[0])
    return view.best([seat for seat in alive if appetite[seat] > floor or seat == flight], score)


def _floor(view: View, appetite: dict[int, float], leader: int) -> float:
    """The least that a death must be worth to be voted for: less when it saves somebody whose death is worth less still."""
    least = 0.05 if view.team == Team.CASTAWAYS else 0.0
    return min(least, appetite.get(leader, 0.0) + view.temper.saved)


def _doomed_mate(view: View, tally: list[int]) -> int:
    """A known Trusis whom more than half of the living vote for in the last round: to vote along looks human."""
    leader, top = leaders(tally)
    doomed = view.is_last_round and top * 2 > view.book.alive.bit_count()
    return leader if doomed and leader not in (NOBODY, view.book.seat) and view.is_killer(leader) else NOBODY


def _flight(view: View, tally: list[int], appetite: dict[int, float]) -> int:
    """The runner-up, when I am about to die and its death is not worse."""
    me = view.book.seat
    if not tally[me] or tally[me] < max(tally):
        return NOBODY
    rest = [seat for seat in view.book.others_alive() if tally[seat] and appetite[seat] > view.temper.not_at_any_price]
    return view.best(rest, lambda seat: float(tally[seat]))


def cast_votes(view: View, aim: int) -> None:
    """Puts the vote on ``aim``; who has a hidden vote shows a harmless one and aims with the hidden."""
    turn, book = view.turn, view.book
    if aim != NOBODY and turn.targets(HIDDEN_VOTE):
        if book.hidden != aim:
            turn.take(HIDDEN_VOTE, aim)
        aim = _decoy(view, aim)
    if aim == NOBODY and book.votes[book.seat] != NOBODY:
        turn.take(UNVOTE)
    elif aim != NOBODY and book.votes[book.seat] != aim:
        turn.take(VOTE, aim)


def _decoy(view: View, aim: int) -> int:
    """Whom to be seen voting for: the seat with the most votes, so as not to stand out."""
    tally = view.book.tally()
    shown = view.best([seat for seat in view.book.others_alive() if tally[seat]], lambda seat: float(tally[seat]))
    return aim if shown == NOBODY else shown
