"""How well each seat's proposals and votes go with each card it might hold, if it decides as the scripted mind does.

Only an input of the network, which learns how far to believe it: seats need not play by this book.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from agents.scripted.avalon.evidence import cards_factor, fail_table, proposal_factor
from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.space import Space, Weights, evil_on_teams, teams_of
from agents.scripted.avalon.suspicion import Suspicion, worth_of_teams
from agents.scripted.avalon.temper import PLAIN
from agents.scripted.avalon.view import CROWN
from envs.avalon.codes import EVIL, LABEL_ROLE, LABEL_WIZARD, PROPOSALS
from envs.avalon.roles import IS_MERLIN, READS_WIZARDS, ROLES, TEAM_OF, TRAITS_OF, Sign
from envs.engine.events import NOBODY

Array = NDArray[np.float64]
SLIP = 0.05
"""How often a seat does what its card would not let it."""
PICKY = 60.0
"""How sharply a leader prefers the better team."""
FEW = 35
"""Sets of evil seats up to which a Percival's view is worked out as well."""


@cache
def pairs_of(n: int) -> NDArray[np.intp]:
    """(n, n) bit set of two seats."""
    bits = 1 << np.arange(n)
    return np.asarray(bits[:, None] | bits[None], np.intp)


class Habits:
    """Sums of log-likelihoods over a match, by seat: as ``servant`` (n,), and for each set of evil seats as ``merlin`` and as
    ``evil`` (n, H); as a ``percival`` (n, n, n) who sees a wizard in two seats. ``hard`` (H,): what the cards of missions say.
    """

    def __init__(self, book: Notebook, suspicion: Suspicion) -> None:
        self._book, self._suspicion = book, suspicion
        space = suspicion.space
        sets = len(space.sets)
        self.servant: Array = np.zeros(book.n)
        self.merlin, self.evil = np.zeros((book.n, sets)), np.zeros((book.n, sets))
        self.percival: Array = np.zeros((book.n,) * 3)
        self.hard: Array = np.zeros(sets)
        self.undone: Array = np.ones((book.n, sets))
        """What each seat's own proposals told all the others, but not itself."""
        self._one_evil = _one_evil(space) if sets <= FEW else None

    # --- what a seat would think ---------------------------------------------------------------------------------

    def _covers(self) -> tuple[Weights, Weights]:
        """(n, H) what each seat thinks if it is good and knows nothing: by what all know, and with its own acts taken back."""
        cover = self._suspicion.public * (1 - self._suspicion.space.members.T)
        mine = cover * self.undone
        cover /= cover.sum(1, keepdims=True)
        mine /= mine.sum(1, keepdims=True)
        return cover, mine

    def _worths(self) -> Array:
        """(T, H) chance of success of every team against every set of evil seats."""
        book = self._book
        worth = worth_of_teams(book.quest, book.fails_needed, "trapper" in book.setup.expansions)
        return np.asarray(worth[evil_on_teams(book.n, book.evil_count, book.size)])

    def _share(self) -> float:
        """How much of a Merlin's judgement is what he knows."""
        return PLAIN.guided + PLAIN.at_brink * self._is_brink

    @property
    def _is_brink(self) -> bool:
        return max(self._book.successes, self._book.failures) >= CROWN

    def _to_percivals(self, mine: Weights, worths: Array) -> Array:
        """(n, n, n, T) chances of the teams to each seat that sees a wizard in two others."""
        assert self._one_evil is not None
        weights = mine[:, None, None] * self._one_evil + 1e-12
        return np.asarray((weights / weights.sum(-1, keepdims=True)) @ worths.T)

    # --- votes ---------------------------------------------------------------------------------------------------

    def note_votes(self, party: int, approvals: int) -> None:
        """A counted vote, before it has bent the suspicion of all."""
        book = self._book
        at = _index_of(book, party)
        if book.proposal >= PROPOSALS - 1 or at < 0:
            return
        yes = (approvals >> np.arange(book.n) & 1).astype(bool)
        worths = self._worths()
        cover, mine = self._covers()
        self.servant += _log(self._approves(mine @ worths.T, at), yes)
        self.merlin += _log(self._merlin_approves(cover @ worths.T, worths, at), yes[:, None])
        self.evil += _log(self._evil_approves(self._approves(cover @ worths.T, at), party), yes[:, None])
        if self._one_evil is not None:
            self.percival += _log(self._approves(self._to_percivals(mine, worths), at), yes[:, None, None])

    def _approves(self, chances: Array, at: int) -> Array:
        """How often a seat to whom the teams have these chances (..., T) approves the one ``at``."""
        ratio: Array = chances[..., at] / chances.max(-1)
        return np.clip(1 - (PLAIN.approves_from(self._book.proposal) - ratio) / PLAIN.hesitation, 0, 1)

    def _merlin_approves(self, plain: Array, worths: Array, at: int) -> Array:
        share = self._share()
        return self._approves(share * worths.T[None] + (1 - share) * plain[:, None], at)

    def _evil_approves(self, looks: Array, party: int) -> Array:
        book = self._book
        dirty = self._suspicion.space.count(party) >= book.fails_needed
        willing = PLAIN.bold if self._is_brink else PLAIN.loyal
        clean = 0.0 if book.successes >= CROWN else PLAIN.blends
        return np.where(dirty, looks[:, None] + (1 - looks[:, None]) * willing, looks[:, None] * clean)

    # --- proposals and cards -------------------------------------------------------------------------------------

    def note_proposal(self, leader: int, party: int) -> None:
        """A proposal, before it has bent the suspicion of all."""
        book, space = self._book, self._suspicion.space
        at = _index_of(book, party)
        if at < 0:
            return
        worths, own = self._worths(), 0.03 * (teams_of(book.n, book.size) >> leader & 1)
        cover, mine = self._covers()
        plain = cover[leader] @ worths.T
        self.servant[leader] += _picks(mine[leader] @ worths.T + own, at)
        share = self._share()
        blind = 0.0 if self._is_brink else PLAIN.guileless
        knowing = np.exp(_picks(share * worths.T + (1 - share) * plain + own, at))
        self.merlin[leader] += np.log(blind * np.exp(_picks(plain + own, at)) + (1 - blind) * knowing)
        self.evil[leader] += _picks(plain + self._board(space) + 0.1 * (own > 0), at)
        if self._one_evil is not None:
            self.percival[leader] += _picks(self._to_percivals(mine, worths)[leader] + own, at)
        self.undone[leader] /= proposal_factor(space, leader, party)

    def _board(self, space: Space) -> Array:
        """(H, T) what each set of evil seats likes in each team."""
        book = self._book
        mates = evil_on_teams(book.n, book.evil_count, book.size).T
        worth = PLAIN.on_board * (PLAIN.at_brink_board if self._is_brink else 1.0)
        need = book.fails_needed
        return np.asarray(worth * (mates >= need) - PLAIN.one_too_many * np.maximum(mates - need, 0))

    def note_cards(self, quest: int, fails: int) -> None:
        """The result of a mission."""
        book = self._book
        counted = book.party & ~(1 << book.excluded if book.excluded != NOBODY else 0)
        table = fail_table(quest, book.fails_needed, 1e-6)
        self.hard += np.log(cards_factor(self._suspicion.space, table, counted, book.flipped, fails))

    # --- who is who ----------------------------------------------------------------------------------------------

    def posterior(self) -> Array:
        """(n, 3) chance of each seat to be evil, a Merlin, and one who reads wizards, if all play by this book."""
        book, suspicion = self._book, self._suspicion
        others = np.arange(book.n) != book.seat
        servant, members = self.servant * others, suspicion.space.members
        known = np.log(np.maximum(suspicion.private / self.undone[book.seat], 1e-12))
        base = self.hard + known + (members * (self.evil.T * others[None])).sum(1) + ((1 - members) * servant).sum(1)
        gain_m = ((self.merlin - self.servant[:, None]) * others[:, None]).T
        gain_p = (self.percival - self.servant[:, None, None]) * others[:, None, None]
        joint = base[:, None, None, None] + gain_m[:, None, :, None] + gain_p[None] + self._possible()
        weights = np.exp(joint - joint.max())
        weights /= weights.sum()
        evil = weights.sum((1, 2, 3)) @ members
        return np.stack([evil, weights.sum((0, 1, 3)), weights.sum((0, 2, 3))], 1)

    def _possible(self) -> Array:
        """(H, p, m, g) zero where ``p`` may read wizards, ``m`` be a Merlin and ``g`` the evil wizard, else very low."""
        book, members = self._book, self._suspicion.space.members
        percivals, merlins = _holders(book, READS_WIZARDS), _holders(book, IS_MERLIN)
        wizards = _evil_wizards(book)
        good = 1 - members
        out = (good * percivals)[:, :, None, None] * (good * merlins)[:, None, :, None] * (members * wizards)[:, None, None]
        out = out * (1 - np.eye(book.n))[None, :, :, None]
        if book.traits & READS_WIZARDS:
            seen = np.array([label == LABEL_WIZARD for label in book.labels], float)
            out = out * (seen[:, None] * seen)[None, None]
        return np.asarray(np.log(out + 1e-9))


def _holders(book: Notebook, trait: int) -> Array:
    """(n,) 1 where, to me, a seat may hold a good card with ``trait``; everybody when the deck has none."""
    if not any(TRAITS_OF[role] & trait for role in book.deck):
        return np.ones(book.n)
    out = np.ones(book.n)
    out[book.seat] = bool(book.traits & trait)
    if book.traits & trait and sum(bool(TRAITS_OF[role] & trait) for role in book.deck) == 1:
        out[:] = np.arange(book.n) == book.seat
    for seat, label in enumerate(book.labels):
        if label >= LABEL_ROLE:
            out[seat] = bool(TRAITS_OF[label - LABEL_ROLE] & trait)
    return out


def _evil_wizards(book: Notebook) -> Array:
    """(n,) 1 where, to me, a seat may be the evil that shows itself as a wizard."""
    deck = [role for role in book.deck if TEAM_OF[role] == EVIL and ROLES[role].signs & Sign.WIZARD]
    if not deck:
        return np.ones(book.n)
    out = np.ones(book.n)
    if book.role != NOBODY:
        out[book.seat] = book.role in deck
        if book.role in deck and len(deck) == 1:
            out[:] = np.arange(book.n) == book.seat
    return out


@cache
def _one_evil(space: Space) -> Array:
    """(n, n, H) 1 where exactly one of two seats is evil."""
    pairs = pairs_of(space.n)
    return np.array([[space.count(int(pair)) == 1 for pair in row] for row in pairs], np.float64)


def _index_of(book: Notebook, party: int) -> int:
    """Where a team stands among those of this mission's size, or -1."""
    found = np.flatnonzero(teams_of(book.n, book.size) == party)
    return int(found[0]) if len(found) else -1


def _picks(scores: Array, at: int) -> Array:
    """Log of how often a leader who likes the teams (..., T) so much proposes the one ``at``."""
    weights = np.exp(PICKY * (scores - scores.max(-1, keepdims=True)))
    share = weights[..., at] / weights.sum(-1)
    return np.asarray(np.log(SLIP / scores.shape[-1] + (1 - SLIP) * share))


def _log(chance: Array, yes: NDArray[np.bool_]) -> Array:
    happened = np.where(yes, chance, 1 - chance)
    return np.asarray(np.log(SLIP / 2 + (1 - SLIP) * happened))
