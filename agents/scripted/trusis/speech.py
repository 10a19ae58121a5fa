"""What is said in public: true finds, lies under suspicion, accusations and defences, as speech acts."""

from agents.scripted.trusis.day import leaders
from agents.scripted.trusis.sides import INVESTIGATORS, KILLER, SPECIALS
from agents.scripted.trusis.view import View
from envs.engine.events import NOBODY
from envs.trusis.codes import ACCUSE, CLAIM, DEFEND, IS_CASTAWAY, IS_ROLE, IS_TRUSIS, Team
from envs.trusis.roles import TEAM_OF, role_index

HUMAN, SWEEPER, TRUSIS = role_index("human"), role_index("sweeper"), role_index("trusis")


def speak_up(view: View, aim: int) -> None:
    """Everything that the seat has to say this turn, the most urgent first; the turn takes what there is room for."""
    if not view.turn.may(CLAIM):
        return
    if view.team == Team.HUMANS:
        tell_findings(view)
        defend_own_card(view)
        clear_a_friend(view)
    else:
        answer_accusers(view)
        pose_as_sweeper(view, aim)
    if in_danger(view):
        claim(view, view.book.role if view.team == Team.HUMANS else alibi(view))
    if aim != NOBODY:
        accuse(view, aim)


def in_danger(view: View) -> bool:
    """Whether as many vote for me as for anybody else, and somebody does."""
    tally = view.book.tally()
    return tally[view.book.seat] > 0 and tally[view.book.seat] == max(tally)


def claim(view: View, role: int) -> None:
    """Claims ``role``, unless the seat has claimed a role before: one story is kept."""
    if role != NOBODY and view.book.seat not in view.book.claims and not view.turn.has(CLAIM):
        view.turn.take(CLAIM, role)


def alibi(view: View) -> int:
    """A card to hide behind: any of the Human team's that is in the deck and that nobody has claimed, else a plain human."""
    book = view.book
    free = [role for role in sorted(set(book.deck)) if TEAM_OF[role] == Team.HUMANS and role not in book.claims.values()]
    return free[int(view.noise[book.seat] * 100 * len(free))] if free else HUMAN


def defend_own_card(view: View) -> None:
    """Claims the own rare card once somebody else claims it."""
    book = view.book
    if book.role in SPECIALS and any(role == book.role for seat, role in book.claims.items() if seat != book.seat):
        claim(view, book.role)


def tell_findings(view: View) -> None:
    """An investigator's results, once it is time: the card first, then each result not yet told, the newest first."""
    book = view.book
    if book.role not in INVESTIGATORS or not _is_time(view):
        return
    news = [(t, r) for t, r in reversed(book.findings) if book.public_reports.get((book.seat, t)) != r]
    claim(view, book.role)
    for target, result in sorted(news, key=lambda found: found[1] not in (IS_TRUSIS, IS_CASTAWAY)):
        view.turn.report(target, result)


def _is_time(view: View) -> bool:
    book = view.book
    has_find = any(result in (IS_TRUSIS, IS_CASTAWAY) and book.is_alive(target) for target, result in book.findings)
    came_out = book.seat in book.claims or not book.is_alive(book.seat)
    if has_find or came_out or in_danger(view):
        return True
    has_rival = any(role == book.role for seat, role in book.claims.items() if seat != book.seat)
    return has_rival or (bool(book.findings) and book.day >= view.temper.speak_out)


def clear_a_friend(view: View) -> None:
    """Defends the seat about to be executed when it is surely no Trusis."""
    leader, _ = leaders(view.book.tally())
    if leader in (NOBODY, view.book.seat) or view.book.may_be[leader] >> KILLER & 1:
        return
    if (view.book.seat, leader) not in view.book.defended:
        view.turn.take(DEFEND, leader)


def answer_accusers(view: View) -> None:
    """Who is reported as a Trusis claims to be the Sweeper and says the same of the reporter."""
    book = view.book
    accusers = [
        speaker
        for (speaker, target), result in book.public_reports.items()
        if target == book.seat and result in (IS_TRUSIS, IS_ROLE + TRUSIS) and book.is_alive(speaker)
    ]
    if not accusers or not book.is_alive(book.seat):
        return
    claim(view, SWEEPER if SWEEPER in book.deck else HUMAN)
    for accuser in accusers[:1]:
        if (book.seat, accuser) not in book.public_reports and not view.is_killer(accuser):
            view.turn.report(accuser, IS_TRUSIS)


def pose_as_sweeper(view: View, aim: int) -> None:
    """A bold Trusis plays the Sweeper before anybody else does, with one false find a day on whom it votes for."""
    book = view.book
    if aim == NOBODY or book.claims.get(book.seat, SWEEPER) != SWEEPER or not _is_bold(view):
        return
    told = sum(speaker == book.seat for speaker, _ in book.public_reports)
    if told < book.day - 1 and (book.seat, aim) not in book.public_reports and not view.is_killer(aim):
        claim(view, SWEEPER)
        view.turn.report(aim, IS_TRUSIS)


def _is_bold(view: View) -> bool:
    book = view.book
    if book.seat in book.claims:
        return True
    mates = [seat for seat in range(book.n) if view.is_killer(seat) and book.is_alive(seat)]
    is_free = SWEEPER in book.deck and SWEEPER not in book.claims.values()
    return is_free and mates[:1] == [book.seat] and view.noise[book.seat] < view.temper.bold / 100


def accuse(view: View, aim: int) -> None:
    """Accuses whom the seat votes for, once, when it is fairly sure or, of the Trusis, when a human would seem to be."""
    book = view.book
    if is_sure(view, aim) and (book.seat, aim) not in book.accused and book.is_alive(book.seat):
        view.turn.take(ACCUSE, aim)


def is_sure(view: View, aim: int) -> bool:
    """Whether there is ground to accuse ``aim`` aloud; for the Trusis side any public word against it will do."""
    if view.team == Team.HUMANS:
        return view.guess.rows[aim][KILLER] >= view.temper.sure
    spoken_against = any(target == aim for _, target in view.book.accused)
    return view.team == Team.TRUSIS and (spoken_against or view.standing(aim) > view.temper.sure)
