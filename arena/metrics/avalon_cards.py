"""What a seat of Avalon knows for certain about the roles of the others, folded from the events it was shown.

Its own card and those it was shown at the start, loyalty checks, changes of the Lancelots, reveals; and mission cards that it
saw, or that the published count of Fails leaves no doubt about. What votes and play only suggest is no knowledge.
"""

from arena.match.reading import MatchLog
from arena.metrics.knowledge import Cards, Holds, Knowledge, one_of
from envs.avalon.codes import EVIL, GOOD, LABEL_EVIL, LABEL_ROLE, PLAY_FAIL, PLAY_SUCCESS
from envs.avalon.roles import HAND_OF, IS_LANCELOT, SHOWN_TEAM, SIGHT, TEAM_OF, TRAITS_OF, Hand
from envs.engine.events import SEATS_MASK, Event, may_see, seats_in

RESULT_ROLE = 2
"""A result is 0 good, 1 evil, 2 + role."""
LATE_QUEST = 3
KNIGHTS = tuple(role for role, traits in enumerate(TRAITS_OF) if traits & IS_LANCELOT)
SWITCH = {KNIGHTS[0]: KNIGHTS[1], KNIGHTS[1]: KNIGHTS[0]}
"""What a loyalty card does to the two Lancelots."""


class Deck(Cards):
    """The deck of one match, who holds what now, and the mission that is under way as everybody sees it."""

    def __init__(self, log: MatchLog) -> None:
        super().__init__(log)
        variant = log.header["ruleset"].get("lancelot_variant")
        self.eyes_open = variant == "v3"
        self.free_knight = variant in ("v1", "v3")
        self.telling = self.code_of(_TELLING)
        self._public = {int(self.codes[name.upper()]): follow for name, follow in _PUBLIC.items()}
        self.leader, self.quest, self.party, self.flipped, self.excluded = -1, 0, 0, -1, -1

    def follow(self, event: Event) -> None:
        """Takes in what the whole table sees; to be called before any mind reads the same event."""
        if event.code in self._public:
            self._public[event.code](self, event)

    def begin_proposal(self, event: Event) -> None:
        """A new leader; nothing of the last team is left."""
        self.leader, self.quest, self.party, self.flipped, self.excluded = event.actor, event.value // 8, 0, -1, -1

    def propose(self, event: Event) -> None:
        """A team on the table."""
        self.party = event.value & ((1 << self.seats) - 1)

    def turn(self, event: Event) -> None:
        """The sword has turned a card."""
        self.flipped = event.target

    def exclude(self, event: Event) -> None:
        """The Trapper's card."""
        self.excluded = event.target

    def switch(self, event: Event) -> None:
        """A loyalty card: on 1 the Lancelots exchange roles."""
        if event.value:
            self.role_of = [SWITCH.get(role, role) for role in self.role_of]

    def is_evil(self, seat: int) -> bool:
        """Whether the seat is evil now."""
        return TEAM_OF[self.role_of[seat]] == EVIL

    def is_told(self, seat: int) -> bool:
        """Whether the seat knows who is evil: it is evil, or its card shows it evil seats at the start."""
        sight = SIGHT[int(self.eyes_open)][self.role_of[seat]]
        labels = {sight[role] for role in self.deck if TEAM_OF[role] == EVIL}
        return self.is_evil(seat) or any(label == LABEL_EVIL or label >= LABEL_ROLE for label in labels)

    def hand(self, role: int) -> int:
        """The mission cards that ``role`` may play in this mission: bit 0 a Success, bit 1 a Fail."""
        if self.free_knight and role in KNIGHTS and TEAM_OF[role] == EVIL:
            return int(Hand.EITHER)
        return HAND_OF[int(self.quest >= LATE_QUEST)][role]


_PUBLIC = {
    "proposal_began": Deck.begin_proposal,
    "team_proposed": Deck.propose,
    "sword_used": Deck.turn,
    "card_excluded": Deck.exclude,
    "loyalty_card_turned": Deck.switch,
}


def is_so(result: int) -> Holds:
    """Which roles a claim or report of ``result`` is true of: a side, or one role."""
    if result >= RESULT_ROLE:
        return one_of({result - RESULT_ROLE})
    return lambda role: TEAM_OF[role] == (EVIL if result else GOOD)


def shows(result: int) -> Holds:
    """Which roles a loyalty check shows as ``result``; some show the other side, and a good one of them any evil role."""
    if result >= RESULT_ROLE:
        return lambda role: role == result - RESULT_ROLE or (TEAM_OF[role] == GOOD and SHOWN_TEAM[role] == EVIL)
    return lambda role: SHOWN_TEAM[role] == (EVIL if result else GOOD)


class Mind(Knowledge):
    """What one seat knows. ``read_cards`` are the mission cards it has seen, as they read after a flip."""

    def __init__(self, viewer: int, deck: Deck) -> None:
        super().__init__(viewer, deck)
        self._deck = deck
        self.introduced: set[int] = set()
        self.found: dict[int, int] = {}
        self.read_cards: dict[int, int] = {}

    def read(self, event: Event) -> None:
        """Takes in one event of the match; what the viewer was not shown changes nothing."""
        told = self._deck.telling.get(event.code)
        if told is not None and may_see(self.viewer, event.audience):
            _TELLING[told](self, event)

    def card(self, event: Event) -> None:
        """A role that is known for certain."""
        self.keep(event.target, one_of({event.value}))

    def introduction(self, event: Event) -> None:
        """Seats known under one label."""
        shown = seats_in(event.value & SEATS_MASK)
        self.introduced |= set(shown)
        for seat in shown:
            if seat < len(self.possible):
                self._keep_sight(seat, event.value >> 24)

    def mission(self, event: Event) -> None:
        """When the first mission begins, all introductions have been made: the other seats bear no sign."""
        if event.value == 0:
            for seat in set(range(len(self.possible))) - self.introduced - {self.viewer}:
                self._keep_sight(seat, 0)

    def proposal(self, event: Event) -> None:
        """No card has been played."""
        self.read_cards = {}

    def _keep_sight(self, seat: int, label: int) -> None:
        sight = SIGHT[int(self._deck.eyes_open)]
        own = self.possible[self.viewer]
        self.keep(seat, lambda role: any(sight[mine][role] == label for mine in own))

    def switch(self, event: Event) -> None:
        """Everybody sees the Lancelots change, whoever they are."""
        if event.value:
            self.exchange(SWITCH)

    def check(self, event: Event) -> None:
        """What a loyalty check showed, to the checker and to the one who was checked."""
        self.found[event.target] = event.value
        self.keep(event.target, shows(event.value))

    def own_card(self, event: Event) -> None:
        """The mission card that the viewer played."""
        self.read_cards[event.actor] = event.value

    def seen_card(self, event: Event) -> None:
        """A mission card that the viewer was shown, as it reads now."""
        self._note(event.target, event.value % 2)

    def _note(self, seat: int, reads: int) -> None:
        self.read_cards[seat] = reads
        played = reads ^ int(seat == self._deck.flipped)
        bit = int(Hand.FAIL if played == PLAY_FAIL else Hand.SUCCESS)
        if seat != self.viewer:
            self.keep(seat, lambda role: self._deck.hand(role) & bit != 0)

    def result(self, event: Event) -> None:
        """The published Fails: where they leave only one reading of the cards not seen, those are known too."""
        counted = [seat for seat in seats_in(self._deck.party) if seat != self._deck.excluded]
        unseen = [seat for seat in counted if seat not in self.read_cards]
        fails = event.value % 16 - sum(self.read_cards.get(seat, 0) for seat in counted)
        if unseen and fails in (0, len(unseen)):
            for seat in unseen:
                self._note(seat, PLAY_FAIL if fails else PLAY_SUCCESS)


_TELLING = {
    "role_dealt": Mind.card,
    "introduced": Mind.introduction,
    "quest_began": Mind.mission,
    "proposal_began": Mind.proposal,
    "loyalty_card_turned": Mind.switch,
    "role_changed": Mind.card,
    "identified": Mind.card,
    "role_revealed": Mind.card,
    "loyalty_learned": Mind.check,
    "cleric_learned": Mind.check,
    "card_played": Mind.own_card,
    "card_flipped": Mind.seen_card,
    "card_seen": Mind.seen_card,
    "open_card_shown": Mind.seen_card,
    "excluded_card_seen": Mind.seen_card,
    "quest_ended": Mind.result,
}
"""Which events say something about a role, and who reads them."""
