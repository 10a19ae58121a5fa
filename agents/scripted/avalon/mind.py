"""The heuristic mind of one Avalon seat: read the news, weigh it, decide, answer."""

from collections.abc import Callable, Mapping
from random import Random

from agents.agent import Reply, Request, Say
from agents.scripted.avalon.cards import play_card
from agents.scripted.avalon.expansions import announce_check, exclude_card, hide_result, use_sword
from agents.scripted.avalon.hunt import name, shoot
from agents.scripted.avalon.notebook import Notebook
from agents.scripted.avalon.plots import PLOTS
from agents.scripted.avalon.record import Record
from agents.scripted.avalon.speech import speak
from agents.scripted.avalon.suspicion import Suspicion
from agents.scripted.avalon.teams import approves, propose
from agents.scripted.avalon.temper import PLAIN, Temper
from agents.scripted.avalon.turn import Turn
from agents.scripted.avalon.view import View
from agents.scripted.avalon.words import line_for
from envs.avalon.codes import (
    ADD,
    ANNOUNCE,
    APPROVE,
    BALLOT,
    CARD,
    EXCLUDE,
    FLIP,
    HIDE,
    NAME,
    REJECT,
    SHOOT_CLERIC,
    SHOOT_GUINEVERE,
    SHOOT_LOVERS,
    SHOOT_MERLIN,
    TO_PUBLIC,
    Team,
)

NOTHING = Reply()
GOOD_ID, EVIL_ID = (team.name.lower() for team in Team)


class AvalonMind:
    """Plays any role of Avalon from what its seat may know. Holds notes and a random stream, never a table."""

    temper: Temper = PLAIN

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._book: Notebook | None = None

    async def act(self, request: Request) -> Reply:
        """Actions for a turn, beliefs for a probe, nothing at the end."""
        book = self._notes(request)
        self._read(book, request)
        if request.kind == "probe":
            return Reply(beliefs=beliefs(self._suspicion))
        if request.kind != "turn" or not request.legal:
            return NOTHING
        turn = Turn(request)
        if not request.attempt:
            self._decide(self._view(book, turn))
        if not turn.actions:
            return Reply((turn.harmless(),))
        return Reply(tuple(turn.actions), says(request, turn))

    def _notes(self, request: Request) -> Notebook:
        book = self._book
        if book is None or book.seat != request.seat or book.setup != request.setup:
            book = self._book = Notebook(request.setup, request.seat)
            self._suspicion = self._suspects(book)
            self._record = self._records(book)
            self._votes: dict[tuple[int, int], bool] = {}
        return book

    def _suspects(self, book: Notebook) -> Suspicion:
        return Suspicion(book)

    def _records(self, book: Notebook) -> Record:
        return Record(book, self._suspicion)

    def _view(self, book: Notebook, turn: Turn) -> View:
        return View(book, self._suspicion, self._record, turn, self._random, self._votes, self.temper)

    def _decide(self, view: View) -> None:
        decide(view)

    def _read(self, book: Notebook, request: Request) -> None:
        for event in request.news:
            if book.fits(event):
                book.note(event)
                self._record.note(event)
                self._suspicion.note(event)


def decide(view: View) -> None:
    """Fills the turn with the answer to whatever is asked."""
    verb = view.turn.verb
    answer = ANSWERS.get(verb)
    if answer is not None:
        answer(view)
    elif verb >= TO_PUBLIC:
        speak(view)


def vote(view: View) -> None:
    """The ballot, sealed or open."""
    view.turn.take(BALLOT, APPROVE if approves(view) else REJECT)


ANSWERS: dict[int, Callable[[View], None]] = {
    ADD: propose,
    BALLOT: vote,
    CARD: play_card,
    FLIP: use_sword,
    EXCLUDE: exclude_card,
    HIDE: hide_result,
    ANNOUNCE: announce_check,
    SHOOT_MERLIN: shoot,
    SHOOT_GUINEVERE: shoot,
    SHOOT_LOVERS: shoot,
    SHOOT_CLERIC: shoot,
    NAME: name,
    **PLOTS,
}
"""Verb -> who answers it; what is above is talk."""


def says(request: Request, turn: Turn) -> tuple[Say, ...]:
    """A sentence beside the first speech act, where free text is allowed."""
    if request.setup.talk != "text" or request.setup.ruleset.max_messages < 1:
        return ()
    line = line_for(request, turn)[: request.setup.ruleset.max_message_chars]
    return (Say(line),) if line else ()


def beliefs(suspicion: Suspicion) -> Mapping[int, Mapping[str, float]]:
    """Seat -> team id -> probability; rows sum to 1."""
    return {seat: {GOOD_ID: 1 - evil, EVIL_ID: evil} for seat, evil in enumerate(suspicion.evil_now)}
