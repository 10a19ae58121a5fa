"""Who is evil, as a distribution over every set that may have been dealt; once for what all know, once with what I know.

A mission's cards, checks and labels bend it hard, votes, proposals and words softly.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from agents.scripted.avalon.evidence import (
    IMPOSSIBLE,
    SWITCHED_NOISE,
    card_factor,
    cards_factor,
    check_factor,
    fail_table,
    lies_of_checks,
    pass_chance,
    proposal_factor,
    stance_factor,
    votes_factor,
    word_factor,
)
from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.space import Counts, Weights, evil_on_teams, space_of, teams_of
from envs.avalon.actions import N_RESULTS
from envs.avalon.codes import (
    EVIL,
    GOOD,
    IS_GOOD,
    IS_ROLE,
    LABEL_EVIL,
    LABEL_LANCELOT,
    LABEL_ROLE,
    LABEL_WIZARD,
    PROPOSALS,
    QUESTS,
    EventCode,
)
from envs.avalon.roles import IS_LANCELOT, N_ROLES, ROLES, TEAM_OF, TRAITS_OF, Sign
from envs.engine.events import NOBODY, PUBLIC, SEATS_MASK, Event

SIGN_OF = {LABEL_WIZARD: Sign.WIZARD, LABEL_LANCELOT: Sign.KNIGHT}
"""What the seats of a label have in common."""
LIAR_ABOUT_ME = 40.0
"""How much likelier evil a seat is that said something else of me than its check showed."""
FALSE_CLAIM = 8.0
"""How much likelier evil a seat is that claims my own card, of which there is one."""
SPOILER = 4.0
"""How much likelier evil a seat is that turned a Success into a Fail."""
REPORT_WEIGHT = 0.35
"""A report without a check that all saw counts for less than an announcement."""


class Suspicion:
    """The two distributions of the seat of ``book``. ``public`` follows from what all saw, ``private`` bends it by the rest.

    Weights are over ``space.sets``: sides as they were dealt. ``evil_now`` takes account of Lancelots that changed sides.
    """

    def __init__(self, book: Notebook) -> None:
        self.book = book
        self.space = space_of(book.n, book.evil_count)
        self.public: Weights = np.full(len(self.space.sets), 1 / len(self.space.sets))
        self.private: Weights = np.ones(len(self.space.sets))
        self.heard: set[tuple[int, int, int]] = set()

    def note(self, event: Event) -> None:
        """Bends the distributions by one event that the notebook has taken in."""
        bend = BENDS.get(event.code)
        if bend is not None:
            bend(self, event)

    def bend(self, factor: Weights) -> None:
        """Something that everybody saw."""
        self.public = _scaled(self.public * factor)
        self._forget()

    def bend_privately(self, factor: Weights) -> None:
        """Something that only I know."""
        self.private = _scaled(self.private * factor)
        self._forget()

    def bend_by(self, actor: int, factor: Weights) -> None:
        """What ``actor`` chose to do before all; it tells the others something, and me nothing if it was I."""
        self.bend(factor)
        if actor == self.book.seat:
            self.bend_privately(1 / factor)

    def _forget(self) -> None:
        for name in ("mine", "cover", "evil_now", "public_rows"):
            self.__dict__.pop(name, None)

    # --- what follows ------------------------------------------------------------------------------------------

    @cached_property
    def mine(self) -> Weights:
        """(H,) all that I know; sums to 1."""
        return _scaled(self.public * self.private)

    @cached_property
    def cover(self) -> Weights:
        """(H,) what a good seat without any knowledge would think in my place; sums to 1."""
        return _scaled(self.public * (1 - self.space.holds(self.book.seat)))

    @cached_property
    def public_rows(self) -> list[float]:
        """Chance of each seat, to those who know nothing of their own, that it was dealt evil."""
        rows: list[float] = (self.public @ self.space.members).tolist()
        return rows

    @cached_property
    def evil_now(self) -> list[float]:
        """Chance of each seat, to me, that it is evil now."""
        rows: list[float] = np.clip(self.mine @ self.space.members, 0.0, 1.0).tolist()
        if self.book.switched:
            rows = [self._after_switch(seat, chance) for seat, chance in enumerate(rows)]
        if self.book.role != NOBODY:
            rows[self.book.seat] = float(self.book.is_evil)
        return rows

    def _after_switch(self, seat: int, dealt_evil: float) -> float:
        role = self.book.knows(seat)
        if role != NOBODY:
            return float(TEAM_OF[role] == EVIL)
        if self.book.labels[seat] == LABEL_LANCELOT:
            return 1 - dealt_evil
        if any(label == LABEL_LANCELOT for label in self.book.labels):
            return dealt_evil
        evil = self.book.evil_count
        return dealt_evil * (1 - 1 / evil) + (1 - dealt_evil) / (self.book.n - evil)

    def passes(self, weights: Weights, party: int) -> float:
        """Chance that the mission succeeds with ``party``, to whoever believes ``weights``."""
        return float(self._worth()[self.space.count(party)] @ weights)

    def pass_chances(self, weights: Weights) -> tuple[Counts, Weights]:
        """Every team of this mission's size, and the chance that it succeeds, to whoever believes ``weights``."""
        book = self.book
        on_team = evil_on_teams(book.n, book.evil_count, book.size)
        chances: Weights = self._worth().take(on_team) @ weights
        return teams_of(book.n, book.size), chances

    @property
    def _floor(self) -> float:
        return SWITCHED_NOISE if self.book.switched else IMPOSSIBLE

    def _worth(self) -> Weights:
        book = self.book
        return worth_of_teams(book.quest, book.fails_needed, "trapper" in book.setup.expansions)

    def clean(self, weights: Weights, seats: int) -> float:
        """Chance that nobody of ``seats`` was dealt evil."""
        return float(weights[self.space.sets & seats == 0].sum())


def worth_of_teams(quest: int, needed: int, has_trapper: bool) -> Weights:
    """(evil,) chance of success; a Trapper takes out one of the evil cards every other time."""
    chances = pass_chance(quest, needed)
    if has_trapper:
        chances[1:] = (chances[1:] + chances[:-1]) / 2
    return chances


def _scaled(weights: Weights) -> Weights:
    """Sums to 1; where everything has become impossible, everything is possible again."""
    total = float(weights.sum())
    if not 0 < total < float("inf"):
        return np.full(len(weights), 1 / len(weights))
    return np.maximum(weights / total, 1e-30)


def _in(self: Suspicion, seats: int) -> Weights:
    """1 where all of ``seats`` are evil, else next to nothing."""
    return np.where(self.space.sets & seats == seats, 1.0, IMPOSSIBLE)


def _out(self: Suspicion, seats: int) -> Weights:
    """1 where none of ``seats`` is evil, else next to nothing."""
    return np.where(self.space.sets & seats == 0, 1.0, IMPOSSIBLE)


# --- what I am told -----------------------------------------------------------------------------------------------------


def _dealt(self: Suspicion, event: Event) -> None:
    me = 1 << self.book.seat
    if event.actor == self.book.seat and event.value < N_ROLES:
        self.bend_privately(_in(self, me) if TEAM_OF[event.value] == EVIL else _out(self, me))


def _introduced(self: Suspicion, event: Event) -> None:
    label, seats = event.value >> 24, event.value & SEATS_MASK & self.book.everyone
    if label == LABEL_EVIL:
        self.bend_privately(_in(self, seats))
    elif label in SIGN_OF:
        evil = sum(TEAM_OF[role] == EVIL and bool(ROLES[role].signs & SIGN_OF[label]) for role in self.book.deck)
        self.bend_privately(np.where(self.space.count(seats) == evil, 1.0, IMPOSSIBLE))
    elif LABEL_ROLE <= label < LABEL_ROLE + N_ROLES:
        self.bend_privately(_of_team(self, seats, label - LABEL_ROLE))


def _of_team(self: Suspicion, seats: int, role: int) -> Weights:
    return _in(self, seats) if self.book.dealt_team(role) == EVIL else _out(self, seats)


def _identified(self: Suspicion, event: Event) -> None:
    if event.target != NOBODY and event.value < N_ROLES:
        self.bend_privately(_of_team(self, 1 << event.target, event.value))


def _revealed(self: Suspicion, event: Event) -> None:
    if event.target != NOBODY and event.value < N_ROLES:
        self.bend(_of_team(self, 1 << event.target, event.value))


def _learned(self: Suspicion, event: Event) -> None:
    if event.actor == self.book.seat and event.target not in (NOBODY, self.book.seat) and event.value < N_RESULTS:
        self.bend_privately(check_factor(self.space, event.target, event.value != IS_GOOD, _lies(self)))


def _lies(self: Suspicion) -> tuple[float, float]:
    return lies_of_checks(self.book.deck, self.book.switched)


def _card_read(self: Suspicion, event: Event) -> None:
    """A card that I could read: what was played is what it reads, turned back if it was turned."""
    book, seat = self.book, event.target
    if seat == NOBODY or (seat == book.seat and event.actor in (NOBODY, seat)):
        return
    if seat == book.seat:
        _turned_against_me(self, event)
        return
    was_fail = bool(event.value & 1) != (book.flipped == seat)
    factor = card_factor(self.space, seat, was_fail, self._floor)
    if event.audience & PUBLIC:
        self.bend(factor)
    else:
        self.bend_privately(factor)


def _turned_against_me(self: Suspicion, event: Event) -> None:
    """My Success was turned into a Fail, which few good seats would do."""
    if event.code == EventCode.CARD_FLIPPED and event.value & 1:
        self.bend_privately(1 + (SPOILER - 1) * self.space.holds(event.actor))


# --- what all see -------------------------------------------------------------------------------------------------------


def _proposed(self: Suspicion, event: Event) -> None:
    if event.actor != NOBODY and self.book.party:
        self.bend_by(event.actor, proposal_factor(self.space, event.actor, self.book.party))


def _votes(self: Suspicion, event: Event) -> None:
    if event.value >> 10 & 15 < PROPOSALS - 1 and self.book.party:
        self.bend(votes_factor(self.space, self.book.party, event.value & self.book.everyone))


def _quest_ended(self: Suspicion, event: Event) -> None:
    book = self.book
    if event.value >> 5 >= QUESTS or not book.party:
        return
    counted = book.party & ~(1 << book.excluded if book.excluded != NOBODY else 0)
    table = fail_table(book.quest, book.fails_needed, self._floor)
    self.bend(cards_factor(self.space, table, counted, book.flipped, event.value & 15))


def _announced(self: Suspicion, event: Event) -> None:
    _hear_word(self, event, 1.0)


def _reported(self: Suspicion, event: Event) -> None:
    _hear_word(self, event, REPORT_WEIGHT)


def _hear_word(self: Suspicion, event: Event, weight: float) -> None:
    speaker, target = event.actor, event.target
    if min(speaker, target) < 0 or speaker == target or event.value >= N_RESULTS or _again(self, event):
        return
    says_evil = _says_evil(event.value)
    factor = word_factor(self.space, speaker, target, says_evil, _lies(self)) ** weight
    if event.audience & PUBLIC:
        self.bend_by(speaker, factor)
    else:
        self.bend_privately(factor)
    shown = self.book.told_of_me.get(speaker)
    if target == self.book.seat and shown is not None and _says_evil(shown) != says_evil:
        self.bend_privately(1 + (LIAR_ABOUT_ME - 1) * self.space.holds(speaker))


def _says_evil(result: int) -> bool:
    return result != IS_GOOD if result < IS_ROLE else TEAM_OF[result - IS_ROLE] == EVIL


def _again(self: Suspicion, event: Event) -> bool:
    """Whether the same was said before: a word counts once."""
    word = (event.code * 64 + event.value, event.actor, event.target)
    if word in self.heard:
        return True
    self.heard.add(word)
    return False


def _stance(self: Suspicion, event: Event) -> None:
    speaker, target = event.actor, event.target
    if min(speaker, target) < 0 or speaker == target or not event.audience & PUBLIC or _again(self, event):
        return
    self.bend_by(speaker, stance_factor(self.space, speaker, target, event.code == EventCode.ACCUSED))


def _claimed(self: Suspicion, event: Event) -> None:
    """Somebody claims the card that I hold: there is only one, and I know who has it."""
    role = event.value - IS_ROLE
    if event.actor in (NOBODY, self.book.seat) or role != self.book.role or _again(self, event):
        return
    if self.book.deck.count(role) == 1 and TEAM_OF[role] == GOOD and not TRAITS_OF[role] & IS_LANCELOT:
        self.bend_privately(1 + (FALSE_CLAIM - 1) * self.space.holds(event.actor))


BENDS: dict[int, Callable[[Suspicion, Event], None]] = {
    int(code): bend
    for code, bend in (
        (EventCode.ROLE_DEALT, _dealt),
        (EventCode.INTRODUCED, _introduced),
        (EventCode.IDENTIFIED, _identified),
        (EventCode.ROLE_REVEALED, _revealed),
        (EventCode.LOYALTY_LEARNED, _learned),
        (EventCode.CLERIC_LEARNED, _learned),
        (EventCode.CARD_FLIPPED, _card_read),
        (EventCode.EXCLUDED_CARD_SEEN, _card_read),
        (EventCode.CARD_SEEN, _card_read),
        (EventCode.OPEN_CARD_SHOWN, _card_read),
        (EventCode.TEAM_PROPOSED, _proposed),
        (EventCode.VOTES_REVEALED, _votes),
        (EventCode.QUEST_ENDED, _quest_ended),
        (EventCode.ANNOUNCED, _announced),
        (EventCode.REPORTED, _reported),
        (EventCode.VOUCHED, _stance),
        (EventCode.ACCUSED, _stance),
        (EventCode.CLAIMED, _claimed),
    )
}
"""Event code -> how it bends; other events leave suspicion as it is."""
