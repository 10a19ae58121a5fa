"""Whole prompts as each seat gets them while a match is played by a plan: what the secrecy laws compare."""

from collections.abc import Iterator

from agents.llm.choices import Offer
from agents.llm.memory import Memory
from agents.llm.offer import printed, probe_schema, spelled_out, turn_schema
from agents.llm.prompt import Style, Writer
from envs import load_game
from envs.engine.table import Table
from prompts.pages import LANGUAGES
from tests.laws.secrecy import Eyes, Plan, planned
from tests.llm.stage import request_at

Shown = tuple[object, ...]


class Reader:
    """One seat with its prompts in every language, kept up to date."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.eyes = Eyes(seat)
        self._at = 0
        first = request_at(table, seat)
        fields = frozenset(("say", "acts", "note", "beliefs"))
        self.writers = [Writer(Style(lang, fields=fields), first, Memory()) for lang in LANGUAGES]

    def look(self) -> None:
        """Takes in what happened since."""
        fresh = self.table.news(self.seat, self._at)
        self._at = len(self.table.journal)
        self.eyes.look(fresh)
        for writer in self.writers:
            writer.hear(fresh, self.seat)

    def shown(self) -> Shown:
        """Everything that a model in this seat would be given now: prompts, probes, re-asks, schemas."""
        table, request = self.table, request_at(self.table, self.seat)
        offer = Offer.of(request)
        illegal = next(index for index in range(len(table.actions)) if index not in request.legal)
        refusal = table.refusal(self.seat, illegal)
        teams = load_game(table.setup.game).team_ids
        schema = turn_schema(tuple(offer.texts), request.actions.texts, self.writers[0].asked_fields(request), teams, table.n)
        prompts = [(writer.turn(request), writer.probe(request), writer.reask(refusal, "reason")) for writer in self.writers]
        return repr(prompts), repr(schema), repr(probe_schema(teams, table.n))

    def options(self) -> tuple[list[str], list[str]]:
        """(what the printed options stand for, what the mask allows)."""
        request = request_at(self.table, self.seat)
        return spelled_out(printed(self.writers[0].offered(request))), self.table.legal_texts(self.seat)


def watched(table: Table, plan: Plan, seats: list[int]) -> Iterator[tuple[Reader, int]]:
    """Plays ``table`` by ``plan``; yields the reader of each of ``seats`` whenever its turn comes, with the step."""
    readers = {seat: Reader(table, seat) for seat in seats}
    for step, (seat, action) in enumerate(planned(table, plan)):
        if seat in readers:
            readers[seat].eyes.did(action)
        for reader in readers.values():
            reader.look()
        if table.actor in readers:
            yield readers[table.actor], step
