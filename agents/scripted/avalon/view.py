"""What a decision looks at: notes, suspicion, the record of votes, the turn and a seeded random stream."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.record import Record
from agents.scripted.avalon.suspicion import Suspicion
from agents.scripted.avalon.temper import PLAIN, Temper
from agents.scripted.avalon.turn import Turn
from envs.avalon.codes import LABEL_WIZARD
from envs.avalon.roles import IS_MERLIN, READS_WIZARDS
from envs.engine.events import NOBODY

CROWN = 2
"""Missions that either side has at the brink of the end."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one turn is decided from. ``votes`` keeps what was decided on the team on the table, once.

    ``merlin``: chance of each seat that it is a Merlin, where the mind knows it better than ``hunt`` does.
    """

    book: Notebook
    suspicion: Suspicion
    record: Record
    turn: Turn
    random: Random
    votes: dict[tuple[int, int], bool]
    temper: Temper = PLAIN
    merlin: list[float] | None = None

    @property
    def is_evil(self) -> bool:
        """Whether I am evil now."""
        return self.book.is_evil

    @property
    def is_merlin(self) -> bool:
        """Whether I have to steer unseen."""
        return bool(self.book.traits & IS_MERLIN)

    @property
    def is_shield(self) -> bool:
        """Whether I should draw the assassin's eye."""
        return bool(self.book.traits & READS_WIZARDS)

    @property
    def is_discreet(self) -> bool:
        """Whether others shall see only a share of what I know."""
        return self.is_merlin or (self.is_shield and self.temper.shield_guided < 1)

    @property
    def is_brink(self) -> bool:
        """Whether this mission may end the game."""
        return max(self.book.successes, self.book.failures) >= CROWN

    def is_wizard(self, seat: int) -> bool:
        """Whether ``seat`` is one of those among whom I know the Merlin."""
        return self.book.labels[seat] == LABEL_WIZARD

    def others(self) -> list[int]:
        """The other seats, ascending."""
        return [seat for seat in range(self.book.n) if seat != self.book.seat]

    def guilt(self, seat: int) -> float:
        """Chance, to me, that ``seat`` is evil now."""
        return self.suspicion.evil_now[seat]

    def looks_guilty(self, seat: int) -> float:
        """Chance that ``seat`` was dealt evil, to one who knows nothing."""
        return self.suspicion.public_rows[seat]

    def is_mate(self, seat: int) -> bool:
        """Whether ``seat`` is surely evil now."""
        return bool(self.book.mates >> seat & 1)

    def is_foe(self, seat: int) -> bool:
        """Whether ``seat`` is more likely than not on the other side."""
        return not self.is_mate(seat) if self.is_evil else self.guilt(seat) > 0.5

    def trust(self, seat: int) -> float:
        """How much I would have ``seat`` be strong: a friend, in [0, 1]; evil prefers friends whom nobody suspects."""
        if not self.is_evil:
            return 1 - self.guilt(seat)
        return (1.0 if self.is_mate(seat) else 0.0) * (1 - self.looks_guilty(seat) / 2)

    def chance(self, share: float) -> bool:
        """True in about ``share`` of all cases."""
        return self.random.random() < share

    def noise(self, width: float) -> float:
        """A small number in [0, ``width``)."""
        return self.random.random() * width

    def best(self, seats: Iterable[int], score: Callable[[int], float], above: float = float("-inf")) -> int:
        """The seat with the highest score over ``above``, ties broken at random; nobody when there is none."""
        chosen, top = NOBODY, above
        for seat in seats:
            value = score(seat) + self.noise(0.01)
            if value > top:
                chosen, top = seat, value
        return chosen
