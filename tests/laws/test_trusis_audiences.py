"""Law C of Trusis: every event of random matches reaches exactly the audience of the table, and says no more than it may."""

from itertools import islice

from envs.engine.events import COMPANY, NOBODY, PUBLIC, Event
from envs.engine.table import Table
from envs.trusis.codes import EventCode
from envs.trusis.events import AUDIENCES, Audience
from envs.trusis.roles import ROLE_IDS, ROLES, Power
from envs.trusis.ruleset import team_of
from tests.laws.play import new_table, some, steps

SILENT = {
    EventCode.VOTE_CAST,
    EventCode.KILL_VOTE_CAST,
    EventCode.HIDDEN_VOTE_CAST,
    EventCode.PASSED,
    EventCode.ACCUSED,
    EventCode.DEFENDED,
    EventCode.PROMISED,
    EventCode.SAID,
    EventCode.VOTE_REVEALED,
    EventCode.ATTACK_CANCELLED,
    EventCode.REVIVED,
    EventCode.FORFEITED,
}
"""Codes whose value is 0."""
ANONYMOUS = {EventCode.DIED, EventCode.REVIVED, EventCode.GRAVE_KEPT, EventCode.GRAVE_DUG, EventCode.INTRODUCED}
"""Codes that name no actor."""


class Room:
    """Who lives and who holds which card, folded from the journal, as the audience table speaks of them."""

    def __init__(self, table: Table) -> None:
        self.n = table.n
        self.everyone = (1 << table.n) - 1
        self.alive = self.at_dusk = self.everyone
        self.is_day = True
        self.live_votes = table.setup.ruleset.vote_visibility == "live"
        self.is_parted = table.setup.ruleset.dead_chat != "all"
        self.reveal = table.setup.ruleset.reveal_on_death
        self.role = [ROLE_IDS[role] for role in table.state.role[: table.n]]

    def take(self, event: Event) -> None:
        """Folds in one event."""
        if event.code == EventCode.DIED:
            self.alive &= ~(1 << event.target)
        elif event.code == EventCode.REVIVED:
            self.alive |= 1 << event.target
        elif event.code == EventCode.PHASE_BEGAN:
            self.at_dusk, self.is_day = self.alive, event.value % 2 == 0

    def holders(self, *roles: str) -> int:
        return sum(1 << seat for seat in range(self.n) if self.role[seat] in roles)

    def allowed(self, event: Event) -> set[int]:
        """The audiences that the table allows for this event."""
        everybody, own = PUBLIC | self.everyone, 1 << event.actor if event.actor >= 0 else 0
        told = {"trusis": ("trusis", "grave_digger"), "grave_digger": ("grave_digger",)}
        company = self.alive if self.is_parted else self.everyone
        team = COMPANY | self.holders("trusis") & company
        pairs = {COMPANY | own | 1 << seat for seat in range(self.n) if seat != event.actor and company >> seat & 1}
        return {
            Audience.PUBLIC: {everybody},
            Audience.OWN: {own},
            Audience.TOLD: {self.holders(*told.get(ROLE_IDS[(event.value >> 24) % 14], ()))},
            Audience.BALLOT: {everybody if self.live_votes else own},
            Audience.TRUSIS_ALIVE: {self.holders("trusis") & self.alive},
            Audience.BY_PHASE: {everybody if self.is_day else own},
            Audience.CHANNEL: {everybody} | (pairs if own & company else set()) | ({team} if team & own else set()),
            Audience.KEEPERS: {self.holders("gravekeeper") & self.at_dusk},
            Audience.DIGGERS: {self.holders("grave_digger") & self.at_dusk},
            Audience.LOG: {0},
        }[AUDIENCES[EventCode(event.code)].audience]

    def powers(self, seat: int) -> set[int]:
        """What the card of ``seat`` can do, by day or by night."""
        role = ROLES[ROLE_IDS.index(self.role[seat])]
        return {int(role.day), int(role.night)} - {int(Power.NONE)}

    def obituary(self, seat: int) -> int:
        """What the ruleset says about a death in public."""
        role = self.role[seat]
        return {"none": 0, "team": 1 + team_of(role), "role": 4 + ROLE_IDS.index(role)}[self.reveal]


def emitted(seed: int) -> set[int]:
    """Checks every event of one match against the table; gives the codes that were met."""
    table, rng = new_table("trusis", seed)
    list(islice(steps(table, rng), 40 if seed % 5 == 0 else None))
    if not table.is_over:
        table.forfeit(rng.randrange(table.n))
        list(steps(table, rng))
    room = Room(table)
    for event in table.journal:
        room.take(event)
        assert event.audience in room.allowed(event), f"{EventCode(event.code).name} of {table.setup}"
        assert event.code not in SILENT or event.value == 0
        assert event.code != EventCode.POWER_CHOSEN or event.value in room.powers(event.actor)
        assert event.code not in ANONYMOUS or event.actor == NOBODY
        assert event.code != EventCode.DIED or event.value == room.obituary(event.target)
    return {event.code for event in table.journal}


def test_every_event_reaches_exactly_the_audience_of_the_table():
    met = set().union(*(emitted(seed) for seed in some(150)))
    assert met == set(EventCode)


def test_every_event_code_has_an_audience_and_a_source():
    assert set(AUDIENCES) == set(EventCode)
    assert [code for code, row in AUDIENCES.items() if not row.source] == []
