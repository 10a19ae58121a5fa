"""A trained mind of Avalon: a network tells which card each seat seems to hold, the scripted mind's rules do the rest."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from agents.agent import Request
from agents.policy.avalon_reading import Chronicle, Guesses, encode
from agents.policy.network import Encoded, Floats, Network, softmax
from agents.scripted.avalon.hunt import looks_like_merlin
from agents.scripted.avalon.mind import EVIL_ID, GOOD_ID, AvalonMind
from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.space import Weights
from agents.scripted.avalon.suspicion import Suspicion
from agents.scripted.avalon.temper import PLAIN, plain_settings, temper_of
from agents.scripted.avalon.turn import Turn
from agents.scripted.avalon.view import View
from envs.avalon.codes import NAME, SHOOT_CLERIC, SHOOT_MERLIN, EventCode
from envs.avalon.roles import IS_MERLIN, READS_WIZARDS, TEAM_OF, TRAITS_OF, role_index

EVIL_ROLES = np.array(TEAM_OF) == 1
MERLINS = np.array([bool(traits & IS_MERLIN) for traits in TRAITS_OF])
PLAIN_CARD = role_index("servant")
TEAM_IDS = (GOOD_ID, EVIL_ID)
HARDLY = 3e-5
FITS, DAMPED, CLOSE = 20, 0.5, 0.01
"""Rounds in which a distribution over sets of evil seats is brought to agree with the chance of every seat, how much of the
difference each round makes up, and what is near enough."""


DISCREET = {
    "good.guided": 0.0,
    "good.at_brink": 0.0,
    "good.guileless": 1.0,
    "good.shield_guided": 0.0,
    "good.guilty_to_a_shield": PLAIN.guilty,
    "good.feints": 0.4,
}
"""How the good play who have a network, unless told otherwise: nobody shows more than all could read, for an assassin reads as
well. A Merlin who feints deceives those who go by plain signs, and tells one who reads who he is: so he does in some matches."""
Read = Callable[[], Weights | None]


class ReadSuspicion(Suspicion):
    """Suspicion whose ``mine`` agrees with what a network says of every seat, where ``read`` gives that (n,), and whose ``cover``
    is what ``innocent`` gives (H,): the belief of one who reads as well, and was told nothing.

    What the scripted mind believes stays as ``plain``, and keeps which seats are evil together, and what is certain.
    """

    def __init__(self, book: Notebook, read: Read, innocent: Read) -> None:
        super().__init__(book)
        self._chances, self._innocent = read, innocent

    def _forget(self) -> None:
        super()._forget()
        for name in ("plain", "plain_rows"):
            self.__dict__.pop(name, None)

    @cached_property
    def plain(self) -> Weights:
        """(H,) what the scripted mind would believe."""
        weights: Weights = self.public * self.private
        weights /= weights.sum()
        return weights

    @cached_property
    def plain_rows(self) -> list[float]:
        """Chance of each seat, to the scripted mind, that it was dealt evil."""
        rows: list[float] = (self.plain @ self.space.members).tolist()
        return rows

    @cached_property
    def mine(self) -> Weights:
        """(H,) all that I believe; sums to 1."""
        chances = self._chances()
        return self.plain if chances is None else fitted(self.plain, self.space.members, chances)

    @cached_property
    def cover(self) -> Weights:
        """(H,) what a good seat without any knowledge would think in my place; sums to 1."""
        weights = self._innocent()
        if weights is None:
            weights = self.public * (1 - self.space.holds(self.book.seat))
            weights /= weights.sum()
        return weights


def fitted(weights: Weights, members: Weights, chances: Weights) -> Weights:
    """``weights`` (H,) bent seat by seat until each is in a set about as often as ``chances`` (n,) says; sums to 1.

    What ``weights`` hold for certain stays as it is.
    """
    sure = weights @ members
    wanted = np.clip(np.where(np.abs(sure - 0.5) > 0.5 - HARDLY, sure, chances), HARDLY, 1 - HARDLY)
    for _ in range(FITS):
        now = np.clip(weights @ members, HARDLY / 10, 1 - HARDLY / 10)
        shift = np.log(wanted * (1 - now) / (now * (1 - wanted)))
        if np.abs(wanted - now).max() < CLOSE:
            break
        bent = np.log(weights) + DAMPED * (members @ shift)
        weights = np.maximum(np.exp(bent - bent.max()), 1e-30)
        weights /= weights.sum()
    return weights


class AvalonPolicy(AvalonMind):
    """``network`` None decides as the scripted mind does, but can be read all the same: so the first examples are made.

    ``settings``: numbers of ``Temper`` by team and name, such as ``good.guilty``; whether Merlin feints is drawn once a match.
    """

    def __init__(self, seed: int, network: Network | None, settings: Mapping[str, float]) -> None:
        super().__init__(seed)
        settings = settings if network is None else {**DISCREET, **settings}
        self._tempers = [temper_of(settings, f"{team}.") for team in TEAM_IDS]
        self._network = network
        self._is_crucial = False
        self._innocent: AvalonPolicy | None = None
        self._feints = False

    @staticmethod
    def plain_settings(team: str) -> dict[str, float]:
        """The settings of ``team`` as they are without training: what a search starts from."""
        plain = plain_settings(team == EVIL_ID, f"{team}.")
        return plain | {name: value for name, value in DISCREET.items() if name in plain}

    @property
    def is_crucial(self) -> bool:
        """Whether the last turn was a shot, of which there is one a match."""
        return self._is_crucial

    def reading(self) -> Encoded:
        """What the network would read now (B = 1). Raises ``RuntimeError`` before the first request."""
        book = self._book
        if book is None:
            raise RuntimeError("this mind has not been asked anything yet")
        suspicion, record = self._suspicion, self._record
        assert isinstance(suspicion, ReadSuspicion)
        assert isinstance(record, Chronicle)
        guesses = Guesses(suspicion.plain, suspicion.plain_rows, suspicion.public_rows, looks_like_merlin(book, record))
        return encode(book, record, guesses)

    def roles(self) -> Floats | None:
        """(n, roles) chance of each seat to hold each role, as far as the network can tell; None without one."""
        return None if self._network is None else softmax(self._network.logits(self.reading()))[0]

    def _suspects(self, book: Notebook) -> Suspicion:
        self._innocent = None
        self._feints = self._tempers[0].feints > 0 and self._random.random() < self._tempers[0].feints
        return ReadSuspicion(book, self._evil_chances, self._innocent_belief)

    def _records(self, book: Notebook) -> Chronicle:
        return Chronicle(book, self._suspicion)

    def _evil_chances(self) -> Weights | None:
        roles = self.roles()
        return None if roles is None else roles[:, EVIL_ROLES].sum(1).astype(np.float64)

    def _read(self, book: Notebook, request: Request) -> None:
        super()._read(book, request)
        if book.traits & (IS_MERLIN | READS_WIZARDS) and self._network is not None:
            if self._innocent is None:
                self._innocent = AvalonPolicy(0, self._network, {})
            self._innocent.overhear(request)

    def overhear(self, request: Request) -> None:
        """Reads the news of a seat with secrets as if the seat had been dealt a plain card and been shown nobody."""
        news = [event for event in request.news if event.code not in (EventCode.INTRODUCED, EventCode.IDENTIFIED)]
        plain = [event._replace(value=PLAIN_CARD) if event.code == EventCode.ROLE_DEALT else event for event in news]
        self._read(self._notes(request), replace(request, news=tuple(plain)))

    def _innocent_belief(self) -> Weights | None:
        return None if self._innocent is None else self._innocent._suspicion.mine

    def _view(self, book: Notebook, turn: Turn) -> View:
        self._is_crucial = SHOOT_MERLIN <= turn.verb <= SHOOT_CLERIC or turn.verb == NAME
        merlin = self._merlin_chances(book) if self._is_crucial else None
        temper = self._tempers[book.is_evil]
        if temper.feints > 0:
            temper = replace(temper, feints=float(self._feints))
        return View(book, self._suspicion, self._record, turn, self._random, self._votes, temper, merlin)

    def _merlin_chances(self, book: Notebook) -> list[float] | None:
        roles = self.roles()
        if roles is None:
            return None
        chances = np.array([0.0 if book.mates >> seat & 1 else roles[seat, MERLINS].sum() for seat in range(book.n)])
        rows: list[float] = (chances / max(chances.sum(), HARDLY)).tolist()
        return rows
