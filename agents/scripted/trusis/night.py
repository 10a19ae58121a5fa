"""By night: the target of each power, and the kill that the Trusis agree on. Roles are read by their power rows."""

from collections.abc import Callable

from agents.scripted.trusis.sides import INVESTIGATORS, KILLER, TOWN
from agents.scripted.trusis.view import View
from envs.engine.events import NOBODY
from envs.trusis.codes import DECLINE, IS_ROLE, POWER, PROMISE, VOTE, Team
from envs.trusis.roles import ADD_VOTE, BLAST, DIVINE, NIGHT_POWER, REVIVE, SHIELD, SWEEP, TEAM_OF


def choose_at_night(view: View) -> None:
    """The night's vote and power, as far as the card has them."""
    vote_to_kill(view)
    use_power(view)
    if view.book.role != NOBODY and NIGHT_POWER[view.book.role] == DIVINE:
        tell_the_killers(view)


def vote_to_kill(view: View) -> None:
    """The kill vote: a mate's target when there is one, so that no tie saves the victim; who leads tells the team."""
    targets = view.turn.targets(VOTE)
    if not targets:
        return
    own = view.book.kill_votes.get(view.book.seat, NOBODY)
    led = mates_target(view, targets)
    aim = led if led != NOBODY else own if own != NOBODY else kill_target(view, targets)
    if aim not in (NOBODY, own) and view.turn.take(VOTE, aim) and led == NOBODY and view.turn.address_team():
        view.turn.take(PROMISE, aim)


def mates_target(view: View, targets: list[int]) -> int:
    """The target that I am to follow: of the lowest mate who voted before me, or, once I have voted, sits below me."""
    book = view.book
    wishes = {seat: aim for seat, aim in book.team_promises.items() if view.is_killer(seat)} | book.kill_votes
    leads = [seat for seat in wishes if seat < book.seat or (seat != book.seat and book.seat not in book.kill_votes)]
    aim = wishes[min(leads)] if leads else NOBODY
    return aim if aim in targets or aim == book.kill_votes.get(book.seat) else NOBODY


def kill_target(view: View, targets: list[int]) -> int:
    """Whom the Trusis should kill: investigators first, never a mate; not the same again when it failed last night."""
    ending = view.is_majority_near and view.is_castaway_about
    worth = view.temper.kill_to_end if ending else view.temper.kill_worth
    failed, temper = view.book.last_aim, view.temper

    def score(seat: int) -> float:
        hunted = 0.0 if ending else temper.kill_hunt * view.standing(seat)
        return view.weigh(seat, worth) + hunted + temper.kill_again * (seat == failed)

    return view.best(targets, score, above=-5.0)


def use_power(view: View) -> None:
    """The target that the night's (or a knight's day) power is best spent on, if any."""
    role = view.book.role
    power = int(NIGHT_POWER[role]) if role != NOBODY else 0
    choose = CHOICES.get(power)
    if choose is None:
        return
    targets = view.turn.targets(POWER)
    if view.book.power != NOBODY:
        targets = [*targets, view.book.power]
    aim = choose(view, targets)
    if aim == NOBODY:
        view.turn.take(DECLINE)
    elif aim != view.book.power:
        view.turn.take(POWER, aim)


def _unknown_suspect(view: View, targets: list[int]) -> int:
    seen = {seat for seat, _ in view.book.findings} | {view.book.seat}
    fresh = [seat for seat in targets if seat not in seen and view.book.may_be[seat].bit_count() > 1]
    return view.best(fresh, lambda seat: view.weigh(seat, view.temper.humans_want))


def _unknown_role(view: View, targets: list[int]) -> int:
    fresh = [seat for seat in targets if view.book.card[seat] == NOBODY]
    return view.best(fresh, lambda seat: view.guess.rows[seat][KILLER] + view.standing(seat))


def _worth_a_shield(view: View, targets: list[int]) -> int:
    return view.best(targets, lambda seat: view.standing(seat) + view.temper.shield_town * view.guess.rows[seat][TOWN])


def _extra_vote(view: View, targets: list[int]) -> int:
    if view.book.setup.ruleset.wise_woman_mode == "double_target":
        return _worth_a_shield(view, targets)
    return view.best(targets, lambda seat: view.weigh(seat, view.temper.humans_want), above=0.0)


def _worth_a_life(view: View, targets: list[int]) -> int:
    """Whom a knight dies for: a human's own investigator; for the Trusis side, one of those who kill."""
    if TEAM_OF[view.book.role] == Team.TRUSIS:
        return view.best(targets, lambda seat: view.guess.rows[seat][KILLER], above=view.temper.life_from)
    return view.best(targets, view.standing, above=view.temper.life_from)


def _worth_a_blast(view: View, targets: list[int]) -> int:
    """A confirmed investigator; from the third night any likely human: living, the Kamikaze counts against his own."""
    hot = view.best(targets, view.standing, above=view.temper.blast_from)
    if hot != NOBODY or view.book.day < 3 or (view.is_majority_near and view.is_castaway_about):
        return hot
    return view.best(targets, lambda seat: view.weigh(seat, (1.0, -3.0, 0.0, 0.8)), above=0.4)


CHOICES: dict[int, Callable[[View, list[int]], int]] = {
    SWEEP: _unknown_suspect,
    DIVINE: _unknown_role,
    SHIELD: _worth_a_shield,
    ADD_VOTE: _extra_vote,
    REVIVE: _worth_a_life,
    BLAST: _worth_a_blast,
}
"""Power -> whom to use it on, of the legal targets; nobody to keep it."""


def tell_the_killers(view: View) -> None:
    """Who divines for the Trusis whispers a card worth killing to one of them, each card once."""
    book = view.book
    killer = view.best([seat for seat in book.others_alive() if view.is_killer(seat)], lambda seat: 0.0)
    news = [(target, result) for target, result in book.findings if _is_worth_a_kill(view, target, result)]
    if killer != NOBODY and news and view.turn.whisper(killer):
        view.turn.report(*news[-1])


def _is_worth_a_kill(view: View, target: int, result: int) -> bool:
    told = (view.book.seat, target) in view.book.reports
    return result - IS_ROLE in INVESTIGATORS and view.book.is_alive(target) and not told
