"""A trained mind of Trusis: a network tells which card each seat seems to hold, the scripted mind's rules do the rest."""

from collections.abc import Hashable, Mapping
from dataclasses import replace

import numpy as np

from agents.agent import Request
from agents.policy.network import Encoded, Floats, Network, softmax
from agents.policy.trusis_reading import Chronicle, encode
from agents.scripted.trusis.mind import TEAM_IDS, TrusisMind
from agents.scripted.trusis.notebook import Notebook
from agents.scripted.trusis.sides import SIDE_OF, SIDES, SPECIALS
from agents.scripted.trusis.suspicion import Guess, balance, cards_left
from agents.scripted.trusis.temper import PLAIN, Temper, plain_settings, temper_of
from envs.engine.events import NOBODY
from envs.trusis.codes import Team
from envs.trusis.roles import N_ROLES, ROLE_IDS, TEAM_OF

SIDE = np.array(SIDE_OF)
ON_SIDE = (SIDE[:, None] == np.arange(SIDES)).astype(np.float32)
"""(roles, sides)."""
PLAIN_PRIZES = np.array([role in SPECIALS for role in range(N_ROLES)], np.float32)
HARDLY = 1e-6


class TrusisPolicy(TrusisMind):
    """``network`` None guesses as the scripted mind does, but can be read all the same: so the first examples are made.

    ``settings``, by team: ``TEAM.`` and a number of ``Temper`` by its name, or ``TEAM.prize.ROLE``: how worthy a card is in the
    eyes of those who hunt or shield it (1 for cards with a power and 0 for others, unless given).
    They are tuned at tables with talk and used there alone: without talk the plain ones win more.
    """

    def __init__(self, seed: int, network: Network | None, settings: Mapping[str, float]) -> None:
        super().__init__(seed)
        self._network = network
        self._tempers = [temper_of(settings, f"{team}.") for team in TEAM_IDS]
        self._prizes = [_prizes(settings, f"{team}.") for team in TEAM_IDS]
        self._chronicle: Chronicle | None = None

    is_crucial = False
    """No moment of this game is worth more examples than another."""

    @staticmethod
    def plain_settings(team: str) -> dict[str, float]:
        """The settings of ``team`` as they are without training: what a search starts from."""
        prizes = {f"{team}.prize.{name}": float(role in SPECIALS) for role, name in enumerate(ROLE_IDS)}
        humans = {name: prize for (name, prize), own in zip(prizes.items(), TEAM_OF, strict=True) if own == Team.HUMANS}
        return plain_settings(team) | humans

    def reading(self) -> Encoded:
        """What the network would read now (B = 1). Raises ``RuntimeError`` before the first request."""
        if self._chronicle is None:
            raise RuntimeError("this mind has not been asked anything yet")
        return encode(self._chronicle)[0]

    def _blank(self, request: Request) -> Notebook:
        self._chronicle = Chronicle(request.setup, request.seat)
        return self._chronicle

    def _temper(self, book: Notebook) -> Temper:
        return self._tempers[_team(book)] if book.setup.talk != "none" else PLAIN

    def _grounds(self, book: Notebook) -> Hashable:
        return (book.evidence, book.round, tuple(book.votes))

    def _guess_from(self, book: Notebook) -> Guess:
        assert isinstance(book, Chronicle)
        encoded, plain = encode(book)
        if self._network is None:
            return plain
        roles = (softmax(self._network.logits(encoded))[0] + HARDLY) * possible_roles(book)
        roles /= roles.sum(1, keepdims=True)
        rows: list[list[float]] = np.maximum(roles @ ON_SIDE, HARDLY).astype(np.float64).tolist()
        for seat, sides in enumerate(book.may_be):
            rows[seat] = [rows[seat][side] if sides >> side & 1 else 0.0 for side in range(SIDES)]
        balance(book, rows, cards_left(book))
        return replace(plain, rows=rows, special=(roles @ self._prize(book)).tolist())

    def _prize(self, book: Notebook) -> Floats:
        return self._prizes[_team(book)] if book.setup.talk != "none" else PLAIN_PRIZES


def _team(book: Notebook) -> int:
    return TEAM_OF[book.role] if book.role != NOBODY else int(Team.HUMANS)


def _prizes(settings: Mapping[str, float], of: str) -> Floats:
    plain = ((f"{of}prize.{name}", float(role in SPECIALS)) for role, name in enumerate(ROLE_IDS))
    return np.array([settings.get(name, value) for name, value in plain], np.float32)


def possible_roles(book: Chronicle) -> Floats:
    """(n, roles) 1 where certain knowledge and the deck leave a role possible, else 0; what is told comes before the deck."""
    out = np.zeros((book.n, N_ROLES), np.float32)
    known = [card for card in book.card if card != NOBODY]
    for seat, (card, sides) in enumerate(zip(book.card, book.may_be, strict=True)):
        if card != NOBODY:
            out[seat, card] = 1
            continue
        for role in set(book.deck):
            out[seat, role] = sides >> SIDE_OF[role] & 1 and known.count(role) < book.deck.count(role)
        if not out[seat].any():
            out[seat] = sides >> SIDE & 1
    return out
