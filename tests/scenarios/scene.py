"""A small language for matches of Trusis.

``Scene("T T H H S").play("A B vote C; day ends => C dies; night 1 begins")``: a seating string gives the roles of
seats A, B, C, ...; a script is lines of sentences, each line perhaps with expected facts after ``=>``. Facts about
what happened speak of the time since the last phase was told to end. No rule of the game lives here.
"""

import re
from collections import Counter
from collections.abc import Callable

from envs import load_game
from envs.engine.actions import IllegalAction
from envs.engine.events import SPECTATOR, Event, seats_in, visible_to
from envs.engine.table import Table
from envs.trusis.actions import RESULTS
from envs.trusis.codes import Cause, EventCode, Outcome, Team
from envs.trusis.roles import ROLE_IDS
from envs.trusis.turns import open_round

GAME = load_game("trusis")
LETTERS = {
    "H": "human",
    "S": "sweeper",
    "G": "gravekeeper",
    "P": "priest",
    "W": "wise_woman",
    "K": "white_knight",
    "T": "trusis",
    "B": "butcher",
    "I": "illusionist",
    "O": "oracle",
    "N": "black_knight",
    "Z": "kamikaze",
    "D": "grave_digger",
    "C": "castaway",
}
"""Role letters of a seating string."""
VERBS = {
    "vote": "vote:{}",
    "unvote": "unvote",
    "hide": "hidden_vote:{}",
    "unhide": "hidden_unvote",
    "pick": "power:{}",
    "decline": "decline",
    "pass": "pass",
    "end": "end_turn",
    "address": "to:{}",
    "claim": "claim:{}",
    "accuse": "accuse:{}",
    "defend": "defend:{}",
    "promise": "promise:{}",
    "report": "report:{}={}",
}
_DEED = re.compile(r"((?:[A-T] )+)(may not |may )?(\w+)(?: (\w+))?(?: (\w+))?")
_LEARNED = {EventCode.INSPECTED, EventCode.ORACLE_LEARNED, EventCode.GRAVE_KEPT, EventCode.GRAVE_DUG}


def seat_of(name: str) -> int:
    """A is seat 0."""
    return ord(name) - ord("A")


def names(seats: list[int]) -> str:
    """Seats as the script writes them."""
    return " ".join(chr(ord("A") + seat) for seat in seats) or "nobody"


def verb_of(word: str) -> str:
    """``votes`` and ``vote`` are one verb, as ``passes`` and ``pass``."""
    return next(form for form in (word, word[:-1], word[:-2]) if form in VERBS)


def roles_of(seating: str) -> tuple[str, ...]:
    """Role ids by seat."""
    return tuple(LETTERS[letter] for letter in seating.split())


def seated(roles: tuple[str, ...], preset: str = "current", dead: str = "", seed: int = 0, **keys: object) -> Table:
    """A table whose seats hold exactly these roles; seat 0 opens day 1, and the seats in ``dead`` are dead already."""
    setup = GAME.setup(players=len(roles), preset=preset, roles=roles, **keys)
    table = Table(GAME, setup, seed)
    g = GAME.prepare(setup)
    g.role[: g.n] = [ROLE_IDS.index(role) for role in roles]
    g.first = g.n - 1
    GAME.rules.start(g)
    if dead:
        g.alive &= ~sum(1 << seat_of(name) for name in dead.split())
        g.events.count -= 1
        open_round(g)
    table.journal.clear()
    table.load_state(g)
    return table


class Scene:
    """A seated table, and the sentences that are played on it."""

    def __init__(self, seating: str, preset: str = "current", dead: str = "", **keys: object) -> None:
        self.table = seated(roles_of(seating), preset, dead, **keys)
        self.since = 0

    def play(self, script: str) -> "Scene":
        """Plays the lines of ``script`` and asserts the facts it names."""
        for line in filter(None, map(str.strip, script.splitlines())):
            deeds, _, facts = line.partition("=>")
            for deed in filter(None, map(str.strip, deeds.split(";"))):
                self.do(deed)
            for fact in filter(None, map(str.strip, facts.split(";"))):
                self.hold(fact)
        return self

    # --- sentences -------------------------------------------------------------------------------------------

    def do(self, deed: str) -> None:
        """One sentence: a phase or round ends, or some seats act, may act or may not act."""
        if deed in ("day ends", "night ends", "day runs out", "night runs out"):
            phase, _, how = deed.partition(" ")
            self.end_phase(phase, "pass" if how == "ends" else "end_turn")
        elif deed == "round ends":
            self.close("end_turn")
        else:
            self.act(deed)

    def act(self, deed: str) -> None:
        """``A B vote C``, ``A may vote C``, ``A may not vote C``."""
        found = _DEED.fullmatch(deed)
        assert found, f"the scene does not understand '{deed}'"
        who, mode, word, argument, more = found.groups()
        target = str(seat_of(argument)) if argument and len(argument) == 1 else argument
        action = self.table.actions.index(VERBS[verb_of(word)].format(target, more))
        for name in who.split():
            self.take(seat_of(name), action, mode, deed)

    def take(self, seat: int, action: int, mode: str | None, deed: str) -> None:
        """Applies an action, or checks that it is legal or refused."""
        legal = bool(self.table.mask(seat)[action])
        assert legal == (mode != "may not "), f"'{deed}': legal are {self.table.legal_texts(seat)}"
        if mode is None:
            self.table.apply(seat, action)
        elif mode == "may not ":
            self.is_refused(seat, action)

    def is_refused(self, seat: int, action: int) -> None:
        """A refused action raises and leaves the table as it was."""
        before, events = self.table.state.copy(), list(self.table.journal)
        try:
            self.table.apply(seat, action)
        except IllegalAction:
            assert self.table.state == before
            assert self.table.journal == events
        else:
            raise AssertionError(f"seat {seat} was allowed {self.table.actions.text(action)}")

    def end_phase(self, phase: str, word: str) -> None:
        """Every seat passes (or ends its turn), in as many rounds as the phase has."""
        now = self.now()
        assert now[0] == phase, f"it is {now[0]}, not {phase}"
        self.since = len(self.table.journal)
        while self.now()[:2] == now[:2]:
            self.close(word)

    def close(self, word: str) -> None:
        """The seats that owe a turn close it once."""
        wanted, spare, now = self.table.actions.index(word), self.table.actions.index("end_turn"), self.now()
        for seat in seats_in(self.table.to_act):
            if self.now() == now:
                self.table.apply(seat, wanted if self.table.may(seat, wanted) else spare)

    def now(self) -> tuple[object, ...]:
        """Phase, day and round."""
        return tuple(GAME.clock(self.table.state).values())

    # --- facts -----------------------------------------------------------------------------------------------

    def hold(self, fact: str) -> None:
        """Asserts one fact."""
        for pattern, check in FACTS:
            found = pattern.fullmatch(fact)
            if found:
                got, wanted = check(self, *found.groups())
                assert got == wanted, f"'{fact}': got {got!r}, wanted {wanted!r}"
                return
        raise AssertionError(f"the scene does not understand the fact '{fact}'")

    def recent(self, *codes: EventCode) -> list[Event]:
        """Events of these codes since the last phase was told to end."""
        return [event for event in self.table.journal[self.since :] if event.code in codes]

    def of_this_phase(self) -> list[Event]:
        """Public events since the current phase began."""
        journal = self.table.journal
        start = max(at for at, event in enumerate(journal) if event.code == EventCode.PHASE_BEGAN)
        return visible_to(SPECTATOR, journal[start:])

    def outcome(self) -> str:
        """The outcome in a word."""
        return GAME.outcome(self.table.state)[0]


Check = tuple[object, object]


def deaths(scene: Scene, who: str) -> Check:
    return names(sorted(event.target for event in scene.recent(EventCode.DIED))), who


def causes(scene: Scene, who: str, causes: str) -> Check:
    bits = sum(Cause[word.upper()] for word in causes.split())
    return [e.value for e in scene.recent(EventCode.CAUSE_RECORDED) if e.target == seat_of(who)], [bits]


def returned(scene: Scene, who: str) -> Check:
    return names(sorted(event.target for event in scene.recent(EventCode.REVIVED))), who


def phase_began(scene: Scene, phase: str, day: str) -> Check:
    value = [event.value for event in scene.recent(EventCode.PHASE_BEGAN)]
    return value[-1:], [(phase == "night") + 2 * int(day)]


def nothing_began(scene: Scene) -> Check:
    return scene.recent(EventCode.PHASE_BEGAN), []


def clock(scene: Scene, phase: str, day: str) -> Check:
    return scene.now()[:2], (phase, int(day))


def shown(scene: Scene, who: str, what: str) -> Check:
    words = ("nothing", *(team.name.lower() for team in Team), *ROLE_IDS)
    return [words[e.value] for e in scene.recent(EventCode.DIED) if e.target == seat_of(who)], [what]


def won(scene: Scene, team: str) -> Check:
    return scene.outcome(), team


def goes_on(scene: Scene) -> Check:
    return scene.outcome(), Outcome.OPEN.name.lower()


def ended(scene: Scene, word: str) -> Check:
    return scene.outcome(), word


def learned(scene: Scene, who: str, what: str) -> Check:
    events = [e for e in scene.recent(*_LEARNED) if e.audience >> seat_of(who) & 1]
    got = [f"{names([e.target])} {RESULTS[e.value].removeprefix('role:')}" for e in events]
    return ", ".join(got) or "nothing", what


def board(scene: Scene, counts: str) -> Check:
    held: dict[int, int] = {}
    for event in scene.of_this_phase():
        if event.code == EventCode.VOTE_CAST:
            held[event.actor] = event.target
    return _count(held), counts


def counted(scene: Scene, counts: str) -> Check:
    tally = scene.table.state.tally
    return ", ".join(f"{names([seat])} {tally[seat]}" for seat in range(scene.table.n) if tally[seat]), counts


def _count(held: dict[int, int]) -> str:
    votes = Counter(target for target in held.values() if target >= 0)
    return ", ".join(f"{names([seat])} {votes[seat]}" for seat in sorted(votes)) or "nothing"


def living(scene: Scene, who: str) -> Check:
    return names(seats_in(scene.table.state.alive)), who


def knows(scene: Scene, who: str, role: str, whom: str) -> Check:
    told = [e.value for e in scene.table.news(seat_of(who)) if e.code == EventCode.INTRODUCED]
    seats = [seat for value in told if value >> 24 == ROLE_IDS.index(role) for seat in seats_in(value)]
    return names(seats), whom


def winners(scene: Scene, who: str) -> Check:
    return names([seat for seat, result in enumerate(scene.table.returns()) if result > 0]), who


def losers(scene: Scene, who: str) -> Check:
    return names([seat for seat, result in enumerate(scene.table.returns()) if result < 0]), who


_WHO = r"(nobody|[A-T](?: [A-T])*)"
FACTS: list[tuple[re.Pattern[str], Callable[..., Check]]] = [
    (re.compile(_WHO + r" dies?"), deaths),
    (re.compile(r"([A-T]) dies of (.+)"), causes),
    (re.compile(_WHO + r" returns?"), returned),
    (re.compile(r"(day|night) (\d+) begins"), phase_began),
    (re.compile(r"no phase begins"), nothing_began),
    (re.compile(r"it is (day|night) (\d+)"), clock),
    (re.compile(r"([A-T]) is shown as (\w+)"), shown),
    (re.compile(r"(humans|trusis|castaways) win"), won),
    (re.compile(r"play goes on"), goes_on),
    (re.compile(r"(draw|void|truncated)"), ended),
    (re.compile(r"([A-T]) learns (.+)"), learned),
    (re.compile(r"board (.*)"), board),
    (re.compile(r"count (.*)"), counted),
    (re.compile(r"alive " + _WHO), living),
    (re.compile(r"([A-T]) knows (\w+) " + _WHO), knows),
    (re.compile(r"winners " + _WHO), winners),
    (re.compile(r"losers " + _WHO), losers),
]
