"""Teams: which one a leader proposes, and whether a seat approves the one on the table."""

import numpy as np

from agents.scripted.avalon.hunt import tells_of_teams, tells_of_vote
from agents.scripted.avalon.space import POPULATION, Counts, Weights
from agents.scripted.avalon.view import CROWN, View

# --- proposing --------------------------------------------------------------------------------------------------------


def propose(view: View) -> None:
    """Picks the team, or what is missing of it."""
    book = view.book
    teams, scores = scores_of_teams(view)
    scores = scores + np.array([view.noise(0.04) for _ in range(len(teams))])
    if book.picked:
        scores = np.where(_completes(teams, book.picked), scores, -np.inf)
    view.turn.propose(int(teams[scores.argmax()]) & ~book.picked)


def _completes(teams: Counts, picked: int) -> Counts:
    """Teams that hold what is already picked and beyond it only seats above, since seats are picked in ascending order."""
    below = (1 << picked.bit_length()) - 1
    return np.asarray(teams & below == picked)


def scores_of_teams(view: View) -> tuple[Counts, Weights]:
    """Every team and how a leader in my place likes it."""
    suspicion = view.suspicion
    if view.is_evil:
        teams, looks = suspicion.pass_chances(suspicion.cover)
        return teams, looks + _value_to_evil(view, teams)
    guileless = view.is_merlin and not view.is_brink and view.chance(view.temper.guileless)
    teams, chances = suspicion.pass_chances(suspicion.cover if guileless else judgement(view))
    if view.is_merlin:
        chances = chances - view.temper.veil_teams * tells_of_teams(view, teams)
    return teams, chances + 0.03 * (teams >> view.book.seat & 1)


def _value_to_evil(view: View, teams: Counts) -> Weights:
    need, temper = view.book.fails_needed, view.temper
    mates = POPULATION[teams & view.book.mates]
    worth = temper.on_board * (temper.at_brink_board if view.is_brink else 1.0)
    value: Weights = worth * (mates >= need) - temper.one_too_many * np.maximum(mates - need, 0)
    return value + 0.1 * (teams >> view.book.seat & 1)


# --- voting -----------------------------------------------------------------------------------------------------------


def approves(view: View) -> bool:
    """The vote on the team on the table, decided once and then kept to."""
    key = (view.book.quest, view.book.proposal)
    if key not in view.votes:
        view.votes[key] = _decide(view)
    return view.votes[key]


def _decide(view: View) -> bool:
    book = view.book
    if book.is_last_proposal:
        return True
    if view.is_evil:
        return _evil_approves(view)
    return is_good_enough(view, judgement(view), veil=view.temper.veil_votes * tells_of_vote(view) if view.is_merlin else 0.0)


def judgement(view: View) -> Weights:
    """What a good seat goes by: all that it knows, but with the discreet only a share of it."""
    suspicion, temper = view.suspicion, view.temper
    if not view.is_discreet:
        return suspicion.mine
    share = temper.guided + temper.at_brink * view.is_brink if view.is_merlin else temper.shield_guided
    return share * suspicion.mine + (1 - share) * suspicion.cover


def is_good_enough(view: View, weights: Weights, veil: float = 0.0) -> bool:
    """Whether the team's chance, less ``veil``, comes near enough to the best team's, to whoever believes ``weights``."""
    chance = view.suspicion.passes(weights, view.book.party)
    best = float(view.suspicion.pass_chances(weights)[1].max())
    bar = view.temper.approves_from(view.book.proposal) - view.noise(view.temper.hesitation)
    return chance >= (bar + veil) * best


def _evil_approves(view: View) -> bool:
    book = view.book
    looks_good = is_good_enough(view, view.suspicion.cover)
    if (book.party & book.mates).bit_count() >= book.fails_needed:
        willing = view.temper.bold if view.is_brink else view.temper.loyal
        return looks_good or willing >= 1 or view.chance(willing)
    if book.successes >= CROWN:
        return False
    return looks_good and view.chance(view.temper.blends)
