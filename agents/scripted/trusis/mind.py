"""The heuristic mind of one Trusis seat: read the news, guess, decide, answer."""

from collections.abc import Hashable, Mapping
from random import Random

from agents.agent import Reply, Request, Say
from agents.scripted.trusis.day import cast_votes, execution_target
from agents.scripted.trusis.night import choose_at_night, use_power
from agents.scripted.trusis.notebook import Notebook
from agents.scripted.trusis.sides import ADRIFT, ALLY, KILLER, TOWN
from agents.scripted.trusis.speech import speak_up, tell_findings
from agents.scripted.trusis.suspicion import Guess, make_guess
from agents.scripted.trusis.temper import PLAIN, Temper
from agents.scripted.trusis.turn import Turn
from agents.scripted.trusis.view import View
from agents.scripted.trusis.words import line_for
from envs.engine.events import NOBODY
from envs.trusis.codes import DAY, END_TURN, HIDDEN_VOTE, PASS, VOTE, Team
from envs.trusis.roles import DAY_POWER, NOT_BY_NIGHT, REVIVE

NOTHING = Reply()
TEAM_IDS = tuple(team.name.lower() for team in Team)


class TrusisMind:
    """Plays any of the fourteen roles from what its seat may know. Holds notes and a random stream, never a table."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._book: Notebook | None = None
        self._guess: tuple[Hashable, Guess] | None = None
        self._noise: tuple[int, list[float]] | None = None

    async def act(self, request: Request) -> Reply:
        """Actions for a turn, beliefs for a probe, nothing at the end."""
        book = self._notes(request)
        if request.shadow:
            return Reply(beliefs=beliefs(self._guess_from(book.read_ahead(request.news))))
        book.read(request.news)
        if request.kind == "probe":
            return Reply(beliefs=beliefs(self._guess_now(book)))
        if request.kind != "turn" or not request.legal:
            return NOTHING
        turn = Turn(request)
        if request.attempt:
            return Reply((turn.harmless(PASS, END_TURN),))
        decide(View(book, self._guess_now(book), turn, self._noise_now(book), self._temper(book)))
        if not turn.actions:
            return Reply((turn.harmless(END_TURN, PASS),))
        return Reply(tuple(turn.actions), says(request, turn))

    def _notes(self, request: Request) -> Notebook:
        book = self._book
        if book is None or book.seat != request.seat or book.setup != request.setup:
            book = self._book = self._blank(request)
            self._guess = None
        return book

    def _guess_now(self, book: Notebook) -> Guess:
        grounds = self._grounds(book)
        if self._guess is None or self._guess[0] != grounds:
            self._guess = (grounds, self._guess_from(book))
        return self._guess[1]

    def _temper(self, book: Notebook) -> Temper:
        return PLAIN

    def _blank(self, request: Request) -> Notebook:
        return Notebook(request.setup, request.seat)

    def _grounds(self, book: Notebook) -> Hashable:
        """What a guess follows from: while it stays the same, so does the guess."""
        return book.evidence

    def _guess_from(self, book: Notebook) -> Guess:
        return make_guess(book)

    def _noise_now(self, book: Notebook) -> list[float]:
        moment = 2 * book.day + book.phase
        if self._noise is None or self._noise[0] != moment:
            self._noise = (moment, [self._random.random() / 100 for _ in range(book.n)])
        return self._noise[1]


def decide(view: View) -> None:
    """Fills the turn: the day's words and vote, or the night's choices; the dead only tell what they found."""
    if not view.book.is_alive(view.book.seat):
        tell_findings(view)
        return
    view.turn.keep(view.must_pass)
    if view.book.phase == DAY:
        decide_by_day(view)
    else:
        choose_at_night(view)
    view.turn.keep(-view.must_pass)
    if view.is_last_round:
        view.turn.finish()


def decide_by_day(view: View) -> None:
    """Words first, but with room kept for the vote."""
    aim = execution_target(view) if view.turn.targets(VOTE) else NOBODY
    votes = 2 if view.turn.targets(HIDDEN_VOTE) else 1
    view.turn.keep(votes)
    speak_up(view, aim)
    view.turn.keep(-votes)
    cast_votes(view, aim)
    if view.is_last_round:
        sacrifice_by_day(view)


def sacrifice_by_day(view: View) -> None:
    """A knight whom the ruleset refuses the night gives his life by day; others keep it for the night."""
    role, rules = view.book.role, view.book.setup.ruleset
    if role == NOBODY or DAY_POWER[role] != REVIVE:
        return
    if rules.knight_timing == "per_role" and NOT_BY_NIGHT[role]:
        use_power(view)
        if rules.knight_dies == "now" and view.turn.actions:
            view.turn.stop()


def says(request: Request, turn: Turn) -> tuple[Say, ...]:
    """A sentence beside the first speech act, where free text is allowed."""
    if request.setup.talk != "text" or request.setup.ruleset.max_messages < 1:
        return ()
    line = line_for(request, turn)[: request.setup.ruleset.max_message_chars]
    return (Say(line),) if line else ()


def beliefs(guess: Guess) -> Mapping[int, Mapping[str, float]]:
    """Seat -> team id -> probability; rows sum to 1."""
    return {seat: _by_team(row) for seat, row in enumerate(guess.rows)}


def _by_team(row: list[float]) -> dict[str, float]:
    return dict(zip(TEAM_IDS, (row[TOWN], row[KILLER] + row[ALLY], row[ADRIFT]), strict=True))
