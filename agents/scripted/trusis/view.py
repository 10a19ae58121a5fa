"""What a decision looks at: notes, guess, turn and a small seeded noise that breaks ties."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agents.scripted.trusis.notebook import Notebook
from agents.scripted.trusis.sides import ADRIFT, ALLY, KILLER, SIDES, SPECIALS, TOWN
from agents.scripted.trusis.suspicion import Guess, tip_of
from agents.scripted.trusis.temper import PLAIN, Temper
from agents.scripted.trusis.turn import Turn
from envs.engine.events import NOBODY
from envs.trusis.codes import DAY, Team
from envs.trusis.roles import TEAM_OF


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one turn is decided from. ``noise[seat]`` in [0, 0.01) is new each phase."""

    book: Notebook
    guess: Guess
    turn: Turn
    noise: list[float]
    temper: Temper = PLAIN

    @property
    def team(self) -> int:
        """Own team; a seat that was never told its card thinks as a human."""
        return TEAM_OF[self.book.role] if self.book.role != NOBODY else int(Team.HUMANS)

    @property
    def killers_alive(self) -> float:
        """Expected living Role.TRUSIS seats."""
        return self.guess.alive_on(self.book, KILLER)

    @property
    def castaways_alive(self) -> float:
        """Expected living castaways."""
        return self.guess.alive_on(self.book, ADRIFT)

    @property
    def is_last_round(self) -> bool:
        """Whether this phase's last round is on."""
        rules = self.book.setup.ruleset
        return self.book.round + 1 >= int(rules.day_rounds if self.book.phase == DAY else rules.night_rounds)

    @property
    def must_pass(self) -> bool:
        """Whether choices count only if the seat also passes, and this is the last time that it can."""
        return self.is_last_round and self.book.setup.ruleset.timeout == "drop"

    @property
    def is_last_killer(self) -> bool:
        """Whether one more dead Trusis probably ends the match; the whole team counts where the ruleset says so."""
        allies = self.guess.alive_on(self.book, ALLY) if self.book.by_team else 0.0
        return self.killers_alive + allies < 1.5

    @property
    def is_majority_near(self) -> bool:
        """Whether one more dead opponent probably gives the Trusis their majority."""
        return self.killers_alive * 2 + self.castaways_alive + 1.2 > self.book.alive.bit_count()

    @property
    def is_castaway_about(self) -> bool:
        """Whether a castaway probably lives, so that an end now would be the castaways'."""
        return self.castaways_alive > self.temper.castaway_about

    def weigh(self, seat: int, worth: tuple[float, ...]) -> float:
        """Mean of ``worth`` (one number per side) over what ``seat`` may be."""
        row = self.guess.rows[seat]
        return sum(row[side] * worth[side] for side in range(SIDES))

    def is_killer(self, seat: int) -> bool:
        """Whether ``seat`` is surely a Role.TRUSIS."""
        return self.book.may_be[seat] == 1 << KILLER

    def standing(self, seat: int) -> float:
        """How surely ``seat`` is a worthy human, in [0, 1]: by its card, its reports, a tip, or its claim."""
        book = self.book
        if book.card[seat] != NOBODY:
            return float(book.card[seat] in SPECIALS)
        if self.guess.special is not None:
            return self.guess.special[seat]
        town = self.guess.rows[seat][TOWN]
        claimed = 0.4 if book.claims.get(seat) in SPECIALS else 0.0
        return max(self.guess.trust[seat], town * claimed, town * 0.6 if tip_of(book, seat) else 0.0)

    def best(self, seats: Iterable[int], score: Callable[[int], float], above: float = float("-inf")) -> int:
        """The seat with the highest score over ``above``, ties broken by the noise; nobody when there is none."""
        chosen, top = NOBODY, above
        for seat in seats:
            value = score(seat) + self.noise[seat]
            if value > top:
                chosen, top = seat, value
        return chosen
