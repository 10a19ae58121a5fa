"""From notes to guesses: on which side each seat is, and how far each seat's reports are to be trusted.

Every guess starts from the public deck and is bent by evidence: certain knowledge first, then graves, past ballots,
words of defence, lies, and reports by the trust in who made them. The weights are judgement, not arithmetic.
"""

from dataclasses import dataclass

from agents.scripted.trusis.notebook import Notebook
from agents.scripted.trusis.sides import (
    ANY_SIDE,
    INVESTIGATORS,
    KILLER,
    SIDES,
    SPECIALS,
    TOWN,
    count_sides,
    sides_left,
)
from envs.engine.events import NOBODY
from envs.trusis.codes import IS_ROLE, IS_TRUSIS

Row = list[float]

KILLED_BY_NIGHT = (1.0, 0.12, 0.8, 1.0)
"""Who dies at night is hardly ever one of those who kill."""
VOTED_OUT_A_KILLER = (1.3, 0.6, 0.8, 1.0)
VOTED_OUT_A_HUMAN = (0.9, 1.25, 1.1, 1.0)
DEFENDED_A_KILLER = (0.7, 1.6, 1.3, 1.0)
LIED = (0.15, 1.0, 1.0, 0.7)
"""Said what the reader knows to be false: humans have no reason to."""
RIVALLED = (0.7, 1.15, 1.1, 1.0)
"""Claims a card of which more are claimed than there are."""
ALONE_WITH_CLAIM = (1.7, 0.6, 0.8, 0.7)
"""Claims a rare card of the Human team, and nobody else does."""
ATTACKED_THE_TRUSTED = (0.75, 1.4, 1.2, 1.0)
"""Accused somebody whose reports are believed."""
TRUSTED = 0.5

PLAIN_WORD, FITTING_WORD, ODD_WORD = 0.35, 0.92, 0.1
"""Trust in a human's report: without a claim, with an investigator's card claimed, with another card claimed."""
NOISE = 0.04
"""What is left of the trust in a seat that changes its story."""
WEIGHT_OF_REPORT = 6.0


@dataclass(frozen=True, slots=True)
class Guess:
    """``rows[seat][side]``: probability that the seat is on a side, rows sum to 1.

    ``trust[seat]`` in [0, 1]: how far its reports are believed; 0 for a seat that has reported nothing.
    ``special[seat]`` in [0, 1], from guessers that tell cards apart: how worthy a human card the seat seems to hold.
    """

    rows: list[Row]
    trust: list[float]
    special: list[float] | None = None

    def alive_on(self, book: Notebook, side: int) -> float:
        """Expected number of living seats on ``side``."""
        return sum(row[side] for seat, row in enumerate(self.rows) if book.alive >> seat & 1)


def make_guess(book: Notebook) -> Guess:
    """The guess that follows from the notes."""
    left = cards_left(book)
    rows = [_prior(book, seat, left) for seat in range(book.n)]
    _weigh_graves(book, rows)
    _weigh_ballots(book, rows)
    _weigh_words(book, rows)
    balance(book, rows, left)
    trust = trust_in_reports(book, rows)
    if any(trust):
        _weigh_reports(book, rows, trust)
        _weigh_attacks(book, rows, trust)
        balance(book, rows, left)
        trust = trust_in_reports(book, rows)
    return Guess(rows, trust)


def is_settled(sides: int) -> bool:
    """Whether only one side is possible."""
    return sides & (sides - 1) == 0


def cards_left(book: Notebook) -> list[int]:
    """Cards per side that belong to no settled seat."""
    left = count_sides(book.deck)
    for sides in book.may_be:
        if is_settled(sides):
            side = sides.bit_length() - 1
            left[side] = max(0, left[side] - 1)
    return left


def _prior(book: Notebook, seat: int, left: list[int]) -> Row:
    sides = book.may_be[seat]
    if is_settled(sides):
        return [float(sides >> side & 1) for side in range(SIDES)]
    row = [float(left[side]) if sides >> side & 1 else 0.0 for side in range(SIDES)]
    total = sum(row)
    if total == 0:
        return [float(sides >> side & 1) / sides.bit_count() for side in range(SIDES)]
    return [weight / total for weight in row]


def _bend(row: Row, weights: tuple[float, ...]) -> None:
    for side in range(SIDES):
        row[side] *= weights[side]


def _weigh_graves(book: Notebook, rows: list[Row]) -> None:
    for seat in range(book.n):
        if book.died_by_night >> seat & 1:
            _bend(rows[seat], KILLED_BY_NIGHT)


def _weigh_ballots(book: Notebook, rows: list[Row]) -> None:
    for ballot in book.ballots:
        for voter, target in enumerate(ballot.votes):
            if target >= 0 and ballot.dead >> target & 1 and is_settled(book.may_be[target]):
                _bend_voter(rows[voter], book.may_be[target])


def _bend_voter(row: Row, victim: int) -> None:
    if victim == 1 << KILLER:
        _bend(row, VOTED_OUT_A_KILLER)
    elif victim == 1 << TOWN:
        _bend(row, VOTED_OUT_A_HUMAN)


def _weigh_words(book: Notebook, rows: list[Row]) -> None:
    for speaker, target in book.defended:
        if book.may_be[target] == 1 << KILLER:
            _bend(rows[speaker], DEFENDED_A_KILLER)
    for seat in range(book.n):
        if has_lied(book, seat):
            _bend(rows[seat], LIED)
        elif book.claims.get(seat) in SPECIALS:
            _bend(rows[seat], RIVALLED if rivals(book, seat) > 1 else ALONE_WITH_CLAIM)


def has_lied(book: Notebook, seat: int) -> bool:
    """Whether the reader knows a claim or a report of ``seat`` to be false."""
    claim = book.claims.get(seat)
    if claim is not None and claims_taken_card(book, seat, claim):
        return True
    return any(
        speaker == seat and not sides_left(result, book.by_team) & book.may_be[target]
        for (speaker, target), result in book.reports.items()
    )


def claims_taken_card(book: Notebook, seat: int, claim: int) -> bool:
    """Whether ``seat`` claims another card than its own, or one whose every copy the reader knows to be elsewhere."""
    if book.card[seat] != NOBODY:
        return book.card[seat] != claim
    return book.card.count(claim) >= book.deck.count(claim)


def rivals(book: Notebook, seat: int) -> float:
    """Seats that claim the same card, for each copy in the deck."""
    claim = book.claims[seat]
    claimants = sum(other == claim for other in book.claims.values())
    return claimants / max(1, book.deck.count(claim))


def trust_in_reports(book: Notebook, rows: list[Row]) -> list[float]:
    """Per seat in [0, 1]: the chance that its reports are an investigator's and true."""
    trust = [0.0] * book.n
    for seat in {speaker for speaker, _ in book.reports if speaker != book.seat}:
        trust[seat] = rows[seat][TOWN] * _weight_of_word(book, seat)
    return trust


def _weight_of_word(book: Notebook, seat: int) -> float:
    if has_lied(book, seat):
        return 0.0
    weight = _fit_of_claim(book, seat)
    if proven(book, seat):
        weight = max(weight, FITTING_WORD)
    return weight * NOISE if is_noise(book, seat) else weight


def _fit_of_claim(book: Notebook, seat: int) -> float:
    claim = book.claims.get(seat, NOBODY)
    if claim == NOBODY:
        return PLAIN_WORD
    if claim in INVESTIGATORS:
        return FITTING_WORD / max(1.0, rivals(book, seat))
    return ODD_WORD


def is_noise(book: Notebook, seat: int) -> bool:
    """Whether ``seat`` changed its story, or reports more than an investigator can have learnt by now."""
    if book.noisy >> seat & 1:
        return True
    said = sum(speaker == seat for speaker, _ in book.reports)
    return said > max(book.day, book.n - book.alive.bit_count())


def proven(book: Notebook, seat: int) -> bool:
    """Whether ``seat`` reported as Trusis somebody whom the reader knows to be one."""
    return any(
        speaker == seat and result == IS_TRUSIS and book.may_be[target] == 1 << KILLER
        for (speaker, target), result in book.public_reports.items()
    )


def _weigh_reports(book: Notebook, rows: list[Row], trust: list[float]) -> None:
    for (speaker, target), result in book.reports.items():
        if trust[speaker] > 0 and target != book.seat:
            _bend_by_report(rows[target], sides_left(result, book.by_team), trust[speaker])


def _weigh_attacks(book: Notebook, rows: list[Row], trust: list[float]) -> None:
    for speaker, target in book.accused:
        if trust[target] >= TRUSTED:
            _bend(rows[speaker], ATTACKED_THE_TRUSTED)


def _bend_by_report(row: Row, sides: int, trust: float) -> None:
    if sides == ANY_SIDE:
        return
    for side in range(SIDES):
        row[side] *= 1 + WEIGHT_OF_REPORT * trust if sides >> side & 1 else 1 - trust


def balance(book: Notebook, rows: list[Row], left: list[int]) -> None:
    """Scales unsettled rows so that they sum to 1 and, nearly, hold as many cards of each side as are left."""
    open_rows = [rows[seat] for seat in range(book.n) if not is_settled(book.may_be[seat])]
    for _ in range(2):
        for side in range(SIDES):
            held = sum(row[side] for row in open_rows)
            if held > 0:
                scale = left[side] / held
                for row in open_rows:
                    row[side] *= scale
        for row in rows:
            _normalise(row)


def _normalise(row: Row) -> None:
    total = sum(row)
    row[:] = [weight / total for weight in row] if total > 0 else [1 / SIDES] * SIDES


def tip_of(book: Notebook, seat: int) -> bool:
    """Whether somebody said that ``seat`` holds an investigator's card."""
    return any(target == seat and result - IS_ROLE in INVESTIGATORS for (_, target), result in book.reports.items())
