"""A small language for matches of Avalon.

``Scene("Me Pe Se Mg As").play("A team A B; all approve; B fails => quest 1 fails with 1; leader B")``: a seating string
gives the roles of seats A, B, C, ...; seat A leads first. A script is lines of sentences, each line perhaps with facts after
``=>`` that then hold. No rule of the game lives here.
"""

import re
from collections.abc import Callable
from typing import Any

from envs import load_game
from envs.avalon.actions import RESULTS, propose_text
from envs.avalon.codes import EventCode, Label, Phase, Plot
from envs.avalon.roles import ROLE_IDS
from envs.avalon.ruleset import role_set
from envs.engine.actions import ActionError
from envs.engine.events import SPECTATOR, Event, seats_in
from envs.engine.table import Table

GAME = load_game("avalon")
CODES = dict(
    zip(re.findall("..", "SeMeMpPeTrIsGuGlClTmMiMgMdObWrElTkLuBrReWiAs"), ROLE_IDS, strict=True),
)
"""Two letters of a seating string -> role id."""
VERBS = {
    **{verb: verb + ":{}" for verb in ("give", "flip", "exclude", "check", "expose", "look", "take", "show", "pick")},
    **{f"shoot_{kind}": f"shoot_{kind}:{{}}" for kind in ("merlin", "guinevere", "lovers", "cleric")},
    **{verb: verb for verb in ("approve", "reject", "success", "fail", "decline", "lead", "cancel", "hide")},
    "announce": "announce:{}",
    "name": "name:{}={}",
    "vote": "{}",
    "play": "{}",
    "add": "add:{}",
}
_DEED = re.compile(r"([A-J]) (may not |may )?(\w+)(?: ([\w:+]+))?(?: (\w+))?")
_SEEN = {EventCode.CARD_FLIPPED, EventCode.CARD_SEEN, EventCode.EXCLUDED_CARD_SEEN, EventCode.OPEN_CARD_SHOWN}
_LEARNED = {EventCode.LOYALTY_LEARNED, EventCode.CLERIC_LEARNED}


def seat_of(name: str) -> int:
    """A is seat 0."""
    return ord(name) - ord("A")


def names(seats: list[int]) -> str:
    """Seats as the script writes them."""
    return " ".join(chr(ord("A") + seat) for seat in seats) or "nobody"


def bits(seats: str) -> int:
    """Bit set of the seats in a script."""
    return sum(1 << seat_of(name) for name in seats.split() if name != "nobody")


def argument_of(word: str | None) -> str | None:
    """A seat letter, a pair like ``B+C``, or a word as it stands."""
    if word and re.fullmatch(r"[A-J](\+[A-J])?", word):
        return "+".join(str(seat_of(part)) for part in word.split("+"))
    return word


def order_of(first: str) -> list[int]:
    """All seats, those named first."""
    return sorted(range(10), key=lambda seat: (first + "ABCDEFGHIJ").index("ABCDEFGHIJ"[seat]))


class Seated(Table):
    """A table whose seats hold exactly these roles, with the decks as given; seat A leads."""

    def __init__(self, roles: tuple[str, ...], expansions: tuple[str, ...], decks: dict[str, Any], **keys: Any) -> None:
        self.dealt, self.decks = roles, decks
        keys = {"preset": "online", "talk": "none", **keys}
        super().__init__(GAME, GAME.setup(len(roles), roles=roles, expansions=expansions, **keys), 0)

    def _open(self, seed: int) -> None:
        g = GAME.prepare(self.setup)
        g.role[: g.n] = [ROLE_IDS.index(role) for role in self.dealt]
        g.plot_size = len(self.decks.get("plot", ()))
        g.plot_deck[: g.plot_size] = [Plot[card.upper()] for card in self.decks.get("plot", ())]
        g.loyalty_deck = [int(card == "switch") for card in self.decks.get("loyalty", ("stay",) * 5)]
        g.order, g.checkers = order_of(self.decks.get("order", "")), order_of(self.decks.get("checkers", ""))
        g.decoy = ROLE_IDS.index(self.decks["decoy"]) if "decoy" in self.decks else -1
        self.g = g
        GAME.rules.start(g)
        self._settle()


class Scene:
    """A seated table, and the sentences that are played on it."""

    def __init__(self, seating: str, use: str = "", **keys: Any) -> None:
        decks = {name: keys.pop(name) for name in ("plot", "loyalty", "order", "checkers", "decoy") if name in keys}
        decks = {name: deck.split() if name in ("plot", "loyalty") else deck for name, deck in decks.items()}
        roles = tuple(CODES[code] for code in seating.split())
        self.table: Table = Seated(roles, tuple(use.split()), decks, **keys)
        self.n = self.table.n

    @property
    def g(self) -> Any:
        return self.table.state

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
        """One sentence."""
        for pattern, run in DEEDS:
            found = pattern.fullmatch(deed)
            if found:
                run(self, *found.groups())
                return
        self.act(deed)

    def act(self, deed: str) -> None:
        """``A gives B``, ``A may give B``, ``A may not give B``."""
        found = _DEED.fullmatch(deed)
        assert found, f"the scene does not understand '{deed}'"
        who, mode, word, first, second = found.groups()
        verb = word if word in VERBS else word.removesuffix("es") if word.removesuffix("es") in VERBS else word.removesuffix("s")
        action = self.table.actions.index(VERBS[verb].format(argument_of(first), second))
        self.take(seat_of(who), action, mode, deed)

    def take(self, seat: int, action: int, mode: str | None, deed: str) -> None:
        """Applies an action, or checks that it is legal, or that it is refused and changes nothing."""
        legal = bool(self.table.mask(seat)[action])
        assert legal == self.table.may(seat, action)
        assert legal == (mode != "may not "), f"'{deed}' in {self.table.phase_name}: legal are {self.table.legal_texts(seat)}"
        before, events = self.table.state.copy(), list(self.table.journal)
        if mode is None:
            self.table.apply(seat, action)
        elif mode == "may not ":
            try:
                self.table.apply(seat, action)
            except ActionError:
                assert (self.table.state, self.table.journal) == (before, events)

    def text(self, seat: int, text: str) -> None:
        """Applies one action by its text."""
        self.table.apply(seat, self.table.actions.index(text))

    def team(self, leader: str, members: str) -> None:
        """The leader proposes a whole team."""
        seats = ",".join(str(seat_of(name)) for name in members.split())
        for pick in propose_text(f"propose:{seats}"):
            self.text(seat_of(leader), pick)

    def vote(self, approving: str) -> None:
        """The seats named approve, all others reject; ``all`` and ``nobody`` are understood."""
        yes = (1 << self.n) - 1 if approving == "all" else bits(approving)
        for seat in seats_in(self.table.to_act):
            self.text(seat, "approve" if yes >> seat & 1 else "reject")

    def cards(self, failing: str) -> None:
        """The seats named play Fail, all others Success, or the one card they have."""
        for seat in seats_in(self.table.to_act):
            wanted = "fail" if bits(failing) >> seat & 1 else "success"
            legal = self.table.legal_texts(seat)
            assert wanted in legal or len(legal) == 1, f"{names([seat])} may play {legal}"
            self.text(seat, wanted if wanted in legal else legal[0])

    def hide(self, who: str) -> None:
        """The seat named hides the result, everybody else declines."""
        for seat in seats_in(self.table.to_act):
            self.text(seat, "hide" if bits(who) >> seat & 1 else "decline")

    def reject_teams(self, count: str) -> None:
        """So many teams are proposed and voted down, whatever expansions ask being declined or answered first."""
        for _ in range(int(count)):
            self.any_until("VOTE")
            self.vote("nobody")

    def any_until(self, phase: str) -> None:
        """First legal answers (``decline`` where there is one) until ``phase`` is asked."""
        while self.table.phase_name != phase and not self.table.is_over:
            self.any_answer()

    def any_answer(self) -> None:
        """The first legal answer of the seat to act, ``decline`` where there is one."""
        legal = self.table.legal_texts(self.table.actor)
        self.text(self.table.actor, "decline" if "decline" in legal else legal[0])

    def leave(self, who: str) -> None:
        """The seat answers nothing any more."""
        self.table.forfeit(seat_of(who))

    def mission(self, members: str, failing: str) -> None:
        """The leader's team is proposed, goes, and these cards fail."""
        self.any_until("PROPOSAL")
        self.team(names([self.table.actor]), members)
        if self.table.phase_name == "GIVE_SWORD":
            self.any_answer()
        if self.table.phase_name == "VOTE":
            self.vote("all")
        self.cards(failing)

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

    def seen(self, viewer: int, *codes: EventCode) -> list[Event]:
        """Events of these codes that a viewer has seen."""
        return [event for event in self.table.news(viewer) if event.code in codes]


Check = tuple[object, object]
_WHO = r"(nobody|[A-J](?: [A-J])*)"
_MANY = r"(all|nobody|[A-J](?: [A-J])*)"
DEEDS: list[tuple[re.Pattern[str], Callable[..., None]]] = [
    (re.compile(r"([A-J]) team ((?:[A-J] ?)+)"), Scene.team),
    (re.compile(_MANY + r" approves?"), Scene.vote),
    (re.compile(_WHO + r" fails?"), Scene.cards),
    (re.compile(r"nobody hides()"), Scene.hide),
    (re.compile(r"([A-J]) hides"), Scene.hide),
    (re.compile(r"(\d) teams? rejected"), Scene.reject_teams),
    (re.compile(r"mission ((?:[A-J] ?)+), " + _WHO + r" fails?"), Scene.mission),
    (re.compile(r"until (\w+)"), Scene.any_until),
    (re.compile(r"anything"), Scene.any_answer),
    (re.compile(r"([A-J]) is absent"), Scene.leave),
]


def result(scene: Scene, quest: str, word: str, fails: str) -> Check:
    ended = {e.value // 32: e.value % 32 for e in scene.seen(SPECTATOR, EventCode.QUEST_ENDED)}
    return ended.get(int(quest) - 1), int(fails) + 16 * (word == "fails")


def hidden(scene: Scene, quest: str) -> Check:
    told = [e.value for e in scene.seen(SPECTATOR, EventCode.QUEST_HIDDEN)]
    shown = [e for e in scene.seen(SPECTATOR, EventCode.QUEST_ENDED) if e.value // 32 == int(quest) - 1]
    return (told, shown), ([int(quest) - 1], [])


def score(scene: Scene, good: str, evil: str) -> Check:
    return (scene.g.successes, scene.g.failures), (int(good), int(evil))


def won(scene: Scene, team: str) -> Check:
    return GAME.outcome(scene.g)[0], team


def reason(scene: Scene, word: str) -> Check:
    return GAME.outcome(scene.g)[1], word


def goes_on(scene: Scene) -> Check:
    return GAME.outcome(scene.g)[0], "open"


def clock(scene: Scene, key: str, number: str) -> Check:
    return GAME.clock(scene.g)[key], int(number)


def leader(scene: Scene, who: str) -> Check:
    return names([scene.g.leader]), who


def asked(scene: Scene, who: str, phase: str) -> Check:
    return (names(seats_in(scene.table.to_act)), scene.table.phase_name), (who, phase)


def phase_is(scene: Scene, phase: str) -> Check:
    return scene.table.phase_name, phase


def never(scene: Scene, phase: str) -> Check:
    began = [e.value for e in scene.seen(SPECTATOR, EventCode.PHASE_BEGAN)]
    return Phase[phase] in began, False


def learned(scene: Scene, who: str, whom: str, what: str) -> Check:
    events = [e for e in scene.seen(seat_of(who), *_LEARNED) if e.actor == seat_of(who)]
    return [(names([e.target]), RESULTS[e.value].removeprefix("role:")) for e in events][-1:], [(whom, what)]


def learned_nothing(scene: Scene, who: str) -> Check:
    return [e for e in scene.seen(seat_of(who), *_LEARNED) if e.actor == seat_of(who)], []


def card_seen(scene: Scene, who: str, whom: str, card: str) -> Check:
    events = [e for e in scene.seen(seat_of(who), *_SEEN) if e.target == seat_of(whom)]
    return [("success", "fail")[e.value % 2] for e in events][-1:], [card]


def no_card_seen(scene: Scene, who: str, whom: str) -> Check:
    return [e for e in scene.seen(seat_of(who), *_SEEN) if e.target == seat_of(whom)], []


def label(scene: Scene, who: str, whom: str, what: str) -> Check:
    value = scene.g.known[seat_of(who)][seat_of(whom)]
    word = ROLE_IDS[value - Label.ROLE] if value >= Label.ROLE else Label(value).name.lower()
    return word, "none" if what == "nothing" else what


def told_label(scene: Scene, who: str, whom: str, what: str) -> Check:
    events = scene.seen(seat_of(who), EventCode.IDENTIFIED)
    return [ROLE_IDS[e.value] for e in events if e.target == seat_of(whom)][-1:], [what]


def public_role(scene: Scene, who: str, role: str) -> Check:
    shown = scene.g.shown[seat_of(who)]
    return ROLE_IDS[shown - 1] if shown else "nothing", role


def holds_sword(scene: Scene, who: str) -> Check:
    return names([scene.g.holder] if scene.g.holder >= 0 else []), who


def holds_token(scene: Scene, who: str) -> Check:
    return names([scene.g.token]), who


def excluded(scene: Scene, who: str, whom: str) -> Check:
    viewer = SPECTATOR if who == "everybody" else seat_of(who)
    return [names([e.target]) for e in scene.seen(viewer, EventCode.CARD_EXCLUDED)][-1:], [whom]


def plays(scene: Scene, who: str, card: str) -> Check:
    return " ".join(scene.table.legal_texts(seat_of(who))), card.replace(" or ", " ")


def cards_before(scene: Scene, who: str, kinds: str) -> Check:
    held = scene.g.held[seat_of(who)]
    return [Plot(k).name.lower() for k in range(5) for _ in range(held[k])], [] if kinds == "nothing" else kinds.split()


def winners(scene: Scene, who: str) -> Check:
    return names([seat for seat, gain in enumerate(scene.table.returns()) if gain > 0]), who


def forced(scene: Scene, who: str) -> Check:
    return [names(seats_in(e.value)) for e in scene.seen(SPECTATOR, EventCode.TEAM_FORCED)][-1:], [who]


def counted(scene: Scene, yes: str, no: str) -> Check:
    value = scene.seen(SPECTATOR, EventCode.VOTES_COUNTED)[-1].value
    return (value % 16, value // 16 % 16), (int(yes), int(no))


def table_part(scene: Scene, quest: str, who: str, what: str) -> Check:
    row = next(row for row in GAME.features(scene.n, False) if row.name == f"quest_part_{int(quest) - 1}")
    parts = {int(scene.table.features(viewer)[row.start + row.step * seat_of(who)]) for viewer in range(scene.n)}
    return parts, {("nothing", "a tick", "a tick and the mark").index(what)}


def past_card(scene: Scene, who: str, whom: str, quest: str, card: str) -> Check:
    row = next(row for row in GAME.features(scene.n, False) if row.name == f"quest_card_{int(quest) - 1}")
    value = int(scene.table.features(seat_of(who))[row.start + row.step * seat_of(whom)])
    return ("unknown", "success", "fail")[value], card


FACTS: list[tuple[re.Pattern[str], Callable[..., Check]]] = [
    (re.compile(r"quest (\d) (succeeds|fails) with (\d)"), result),
    (re.compile(r"quest (\d) is hidden"), hidden),
    (re.compile(r"score (\d)-(\d)"), score),
    (re.compile(r"(good|evil) wins"), won),
    (re.compile(r"reason (\w+)"), reason),
    (re.compile(r"play goes on"), goes_on),
    (re.compile(r"(quest|proposal) (\d)"), clock),
    (re.compile(r"leader ([A-J])"), leader),
    (re.compile(_WHO + r" asked (\w+)"), asked),
    (re.compile(r"now (\w+)"), phase_is),
    (re.compile(r"never (\w+)"), never),
    (re.compile(r"([A-J]) learns ([A-J]) (\w+)"), learned),
    (re.compile(r"([A-J]) learns nothing"), learned_nothing),
    (re.compile(r"([A-J]) sees ([A-J]) (success|fail)"), card_seen),
    (re.compile(r"([A-J]) sees no card of ([A-J])"), no_card_seen),
    (re.compile(r"([A-J]) knows ([A-J]) as (\w+)"), label),
    (re.compile(r"([A-J]) was told ([A-J]) is (\w+)"), told_label),
    (re.compile(r"([A-J]) is public as (\w+)"), public_role),
    (re.compile(r"sword " + _WHO), holds_sword),
    (re.compile(r"token ([A-J])"), holds_token),
    (re.compile(r"(everybody|[A-J]) knows the card of ([A-J]) is out"), excluded),
    (re.compile(r"([A-J]) may only (.+)"), plays),
    (re.compile(r"([A-J]) holds (.+)"), cards_before),
    (re.compile(r"winners " + _WHO), winners),
    (re.compile(r"forced team " + _WHO), forced),
    (re.compile(r"([A-J]) remembers ([A-J]) in (\d) as (unknown|success|fail)"), past_card),
    (re.compile(r"table (\d) shows ([A-J]) with (nothing|a tick|a tick and the mark)"), table_part),
    (re.compile(r"votes (\d+)-(\d+)"), counted),
]
__all__ = ["GAME", "Scene", "Seated", "role_set"]
