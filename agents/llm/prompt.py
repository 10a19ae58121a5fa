"""The words a model is given: system text, account of the match, question, and what is said to a reply that was not taken.

All of it is filled from pages. Only what the seat may see ever gets here: news of its requests, and the public setup.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from agents.agent import Request
from agents.llm.capability import Message
from agents.llm.extract import PLACEHOLDER
from agents.llm.facts import facts_of, numbers_of
from agents.llm.memory import Entry, Memory
from agents.llm.neutral import neutral
from agents.llm.offer import ACTS, may_speak, printed
from envs import load_game
from envs.engine.events import PUBLIC, Event
from envs.engine.game import Setup
from prompts.narration import Narrator, narrator
from prompts.pages import load_page
from prompts.quoting import quote

NOTES = 8
"""How many of its latest private notes a seat is shown."""
MAX_NOTE, MAX_SUMMARY = 500, 4000
"""Characters of a note and of a summary that are kept."""


@dataclass(frozen=True, slots=True)
class Style:
    """How prompts are worded: ``lang``, ``variant``, the ``fields`` of a reply, and the family of chat templates whose
    control tokens are broken."""

    lang: str = "en"
    variant: str = ""
    fields: frozenset[str] = frozenset(("say", "acts", "note"))
    template: str = "all"


class Writer:
    """Writes the prompts of one seat in one match. The system text is the same for all seats, so that servers which keep
    the beginnings of prompts keep it once."""

    def __init__(self, style: Style, request: Request, memory: Memory) -> None:
        setup = request.setup
        self.style = style
        self.memory = memory
        self.notes: list[str] = []
        self.fields = style.fields if setup.talk == "text" else style.fields - {"say"}
        self._setup = setup
        self._narrator: Narrator = narrator(setup.game, style.lang, request.names)
        self._codes = load_game(setup.game).codes
        self._where = ""
        self._round = ""
        self._has_begun = False
        told = self.fields | {"summary"} if memory.policy == "summary" else self.fields
        self._seat = request.seat
        self._legal: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())
        self._facts = facts_cached(setup, self.fields)
        self.system = _system(style, setup, request.names, told)

    # --- the account -------------------------------------------------------------------------------------------

    def hear(self, news: Iterable[Event], seat: int) -> None:
        """Takes new events into memory, one line each."""
        for event in news:
            name = self._codes(event.code).name.lower()
            line = neutral(self._narrator.line(name, event, seat), self.style.template)
            kind = self._narrator.kind(name, event)
            if kind == "heading":
                self._has_begun, self._where, self._round = name != "match_began", line, ""
            elif kind == "subheading":
                self._round = f" {line}"
            self.memory.add(Entry(line, kind == "private" or not self._has_begun, bool(event.audience & PUBLIC)))

    def note(self, text: str) -> None:
        """Keeps a private note of the model's."""
        if text.strip() and "note" in self.fields:
            self.notes = [*self.notes[1 - NOTES :], text.strip()[:MAX_NOTE]]

    def believe(self, beliefs: Mapping[int, Mapping[str, float]]) -> None:
        """Keeps the model's own forecast among its notes."""
        rows = (f"{seat}: " + ", ".join(f"{team} {share:.0%}" for team, share in row.items()) for seat, row in beliefs.items())
        self.note("; ".join(rows))

    def _account(self, room: int | None) -> str:
        parts = [self._label("history", seat=str(self._seat)), self.memory.recall(room).text(self._label("gap", count="{count}"))]
        if self.memory.summary:
            parts += ["", self._label("summary", summary=self._own(self.memory.summary[:MAX_SUMMARY]))]
        if self.notes:
            parts += ["", self._label("notes", notes="\n".join(f"- {self._own(note)}" for note in self.notes))]
        return "\n".join(parts)

    def _own(self, text: str) -> str:
        return neutral(quote(text), self.style.template)

    def _label(self, name: str, **fields: str) -> str:
        return _label(self._setup.game, self.style, name, tuple(sorted(fields.items())))

    # --- questions ---------------------------------------------------------------------------------------------

    def turn(self, request: Request, room: int | None = None) -> tuple[Message, ...]:
        """The messages that ask for a turn; the account takes at most ``room`` characters where possible."""
        asked = self._page("turn", {"turn": self._turn_facts(request)}, self._turn_fields(request))
        return self._messages(f"{self._account(room)}\n\n{asked}")

    def probe(self, request: Request, room: int | None = None) -> tuple[Message, ...]:
        """The messages that ask for beliefs."""
        form = form_of(("beliefs",), load_game(self._setup.game).team_ids)
        return self._messages(f"{self._account(room)}\n\n{self._page('probe', {}, {'form': form})}")

    def reask(self, reason: str, kind: str) -> str:
        """What is said to a reply that was not taken; ``kind`` is ``reason``, ``cut`` or ``empty``."""
        told = frozenset(("reason", "cut")) if kind == "cut" else frozenset((kind,))
        return self._page("reask", {"slip": told}, {"reason": neutral(reason, self.style.template)})

    def _messages(self, user: str) -> tuple[Message, ...]:
        return {"role": "system", "content": self.system}, {"role": "user", "content": user}

    def legal(self, request: Request) -> tuple[str, ...]:
        """The legal actions as texts, looked up once for each request."""
        if self._legal[0] is not request.legal:
            self._legal = (request.legal, tuple(request.legal_texts()))
        return self._legal[1]

    def offered(self, request: Request) -> tuple[str, ...]:
        """The legal actions that are shown: all of them, unless the variant leaves speech acts out."""
        texts = self.legal(request)
        if "acts" in self.fields:
            return texts
        silent = tuple(text for text in texts if text.partition(":")[0] not in ACTS)
        return silent or texts

    def _turn_fields(self, request: Request) -> dict[str, str]:
        options = "\n".join(f"- `{line}`" for line in printed(self.offered(request)))
        where = f"{self._where}{self._round}"
        return {"where": where, "seat": str(request.seat), "options": options, "budget": str(request.budget)}

    def _turn_facts(self, request: Request) -> frozenset[str]:
        texts = self.legal(request)
        speaks = "say" in self.fields and may_speak(texts, request.setup.talk)
        is_team = any(text.startswith("add:") for text in texts)
        return frozenset(
            (
                "many" if request.budget > 1 and "end_turn" in texts else "one",
                "speak" if speaks else "silent" if "say" in self.fields else "quiet",
                "team" if is_team else "single",
            )
        )

    def asked_fields(self, request: Request) -> frozenset[str]:
        """The parts of the answer that this turn asks for."""
        speaks = may_speak(self.legal(request), request.setup.talk)
        fields = self.fields if speaks else self.fields - {"say"}
        return fields | {"summary"} if self.memory.wants_summary() else fields

    def _page(self, name: str, facts: Mapping[str, frozenset[str]], fields: Mapping[str, str]) -> str:
        page = load_page(self._setup.game, self.style.lang, name, self.style.variant)
        known = {**self._facts, **facts}
        if self.memory.wants_summary():
            known["field"] = known["field"] | {"summary"}
        return page.fill(known, fields)


@lru_cache(maxsize=256)
def facts_cached(setup: Setup, fields: frozenset[str]) -> dict[str, frozenset[str]]:
    """``facts_of``, kept; do not change what it gives."""
    return facts_of(setup, fields)


@lru_cache(maxsize=256)
def _label(game: str, style: Style, name: str, fields: tuple[tuple[str, str], ...]) -> str:
    page = load_page(game, style.lang, "labels", style.variant)
    return page.fill({"label": frozenset((name,))}, {**dict.fromkeys(page.needs, ""), **dict(fields)})


@lru_cache(maxsize=1024)
def _system(style: Style, setup: Setup, names: tuple[str, ...], fields: frozenset[str]) -> str:
    told = narrator(setup.game, style.lang, names)
    table = "\n".join(told.header(setup.preset, setup.roles, setup.expansions, setup.players))
    numbers = dict(numbers_of(setup))
    form = form_of(tuple(name for name in ORDER if name in fields or name == "actions"), load_game(setup.game).team_ids)
    given = {**numbers, "title": told.lexicon.title, "table": neutral(table, style.template), "form": form}

    def words(group: str, key: str) -> str:
        return told.lexicon.roles[key].name if group == "role" else told.lexicon.names[group][key]

    facts = facts_cached(setup, fields)
    pages = [load_page(setup.game, style.lang, name, style.variant) for name in ("system", "rules", "answer", "persona")]
    return "\n\n".join(filter(None, (page.fill(facts, given, words) for page in pages)))


ORDER = ("reasoning", "say", "actions", "beliefs", "note")
"""The parts of an answer in the order in which a model should write them."""


@lru_cache(maxsize=64)
def form_of(fields: tuple[str, ...], teams: tuple[str, ...]) -> str:
    """An example of the answer's form, made of placeholders; repeated as it is, it counts as no answer."""
    parts: dict[str, Any] = {
        "reasoning": PLACEHOLDER,
        "say": [{"to": PLACEHOLDER, "text": PLACEHOLDER}],
        "actions": [PLACEHOLDER],
        "beliefs": [{"seat": 0, **dict.fromkeys(teams, 0)}, PLACEHOLDER],
        "note": PLACEHOLDER,
    }
    from json import dumps

    return dumps({name: parts[name] for name in fields}, ensure_ascii=False)
