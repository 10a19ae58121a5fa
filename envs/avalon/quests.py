"""One mission: proposing, playing cards, counting them; and whose turn it is to lead (rules.md B.1, B.2, B.12)."""

from envs.avalon.ballots import count_votes, is_last_proposal
from envs.avalon.codes import (
    ADD,
    CARD,
    CARDS,
    EVIL_WON,
    FAILURE,
    HIDDEN,
    PLAY_FAIL,
    PROPOSAL,
    REJECTED_VOTE,
    SUCCESS,
    EventCode,
)
from envs.avalon.hooks import extra_members, hand, new_proposal
from envs.avalon.roles import HAND_OF
from envs.avalon.sight import readable_cards
from envs.avalon.state import State
from envs.avalon.turns import ask, ask_together, finish
from envs.engine.events import LOG_ONLY, NOBODY, PUBLIC
from envs.engine.telling import announce, count_seats, emit, tell_seat

QUEST_BEGAN = int(EventCode.QUEST_BEGAN)
PROPOSAL_BEGAN = int(EventCode.PROPOSAL_BEGAN)
SEAT_PICKED = int(EventCode.SEAT_PICKED)
TEAM_PROPOSED = int(EventCode.TEAM_PROPOSED)
TEAM_REJECTED = int(EventCode.TEAM_REJECTED)
CARD_PLAYED = int(EventCode.CARD_PLAYED)
QUEST_ENDED = int(EventCode.QUEST_ENDED)

PARTY_SIZES = ((2, 3, 2, 3, 3), (2, 3, 4, 3, 4), (2, 3, 3, 4, 4), (3, 4, 4, 5, 5), (3, 4, 4, 5, 5), (3, 4, 4, 5, 5))
"""PARTY_SIZES[players - 5][mission] (B.1)."""
FIRST_TABLE = 5
TWO_FAILS_QUEST = 3
TWO_FAILS_TABLE = 7
LATE_QUEST = 3


def party_size(g: State) -> int:
    """How many go on this mission."""
    return PARTY_SIZES[g.n - FIRST_TABLE][g.quest] + extra_members(g)


def fails_needed(g: State) -> int:
    """Fails that make this mission a failure: two in the fourth from seven players on, else one."""
    return 2 if g.quest == TWO_FAILS_QUEST and g.n >= TWO_FAILS_TABLE else 1


def begin_proposal(g: State) -> None:
    """A leader begins a team; nothing of the last one is left."""
    if g.proposal == 0:
        announce(g, QUEST_BEGAN, NOBODY, NOBODY, g.quest)
    g.first = g.leader
    g.done = g.party = g.picked = g.voted = g.approvals = g.fails = g.played = g.excluded = 0
    g.cancelled = g.veiled = 0
    new_proposal(g)
    announce(g, PROPOSAL_BEGAN, g.leader, NOBODY, g.proposal + 8 * g.quest)


def ask_for_team(g: State) -> None:
    """The leader picks one seat at a time, ascending."""
    ask(g, PROPOSAL, g.leader, ADD, pickable(g), 0)


def pickable(g: State) -> int:
    """Seats above the last one picked that leave enough seats to complete the team."""
    above = 0
    while g.picked >> above:
        above += 1
    last = g.n - (party_size(g) - count_seats(g.picked))
    return (1 << (last + 1)) - (1 << above)


def pick(g: State, seat: int, target: int) -> None:
    """One more member; the complete team is public."""
    g.picked |= 1 << target
    tell_seat(g, SEAT_PICKED, seat, target, 0)
    if count_seats(g.picked) < party_size(g):
        g.targets = pickable(g)
        g.open = 1 << seat
    else:
        g.party = g.picked
        announce(g, TEAM_PROPOSED, seat, NOBODY, g.party)


def settle_vote(g: State) -> bool:
    """Whether the team goes on; a rejected one passes the lead or, being the fifth, ends the game."""
    if count_votes(g):
        return True
    reject(g)
    return False


def reject(g: State) -> None:
    """The team does not go: next leader, or the end after the fifth (B.2)."""
    announce(g, TEAM_REJECTED, NOBODY, NOBODY, g.proposal + 8 * g.quest)
    if is_last_proposal(g):
        finish(g, EVIL_WON, REJECTED_VOTE)
        return
    g.proposal += 1
    pass_lead(g)


def pass_lead(g: State) -> None:
    """The next seat clockwise leads."""
    g.leader = (g.leader + 1) % g.n


def ask_for_cards(g: State) -> None:
    """All participants play at the same time, in secret."""
    ask_together(g, CARDS, g.party, CARD, 0)


def playable(g: State, seat: int) -> int:
    """The cards that the role of ``seat`` may play in this mission: bit 0 a Success, bit 1 a Fail."""
    role = g.role[seat]
    return hand(g, role, HAND_OF[int(g.quest >= LATE_QUEST)][role])


def play(g: State, seat: int, card: int) -> None:
    """A card, seen by its own seat; it cannot be changed."""
    if card == PLAY_FAIL:
        g.fails |= 1 << seat
        g.played |= 1 << seat
    tell_seat(g, CARD_PLAYED, seat, NOBODY, card)


def score(g: State) -> None:
    """Counts the cards that count, and keeps the mission."""
    quest = g.quest
    fails = count_seats(g.fails & ~g.excluded)
    failed = fails >= fails_needed(g)
    if failed:
        g.failures += 1
    else:
        g.successes += 1
    g.results[quest] = HIDDEN if g.veiled else FAILURE if failed else SUCCESS
    g.fail_counts[quest] = fails
    g.leaders[quest] = g.leader
    g.parties[quest] = g.party
    g.fail_cards[quest] = g.fails
    g.played_cards[quest] = g.played
    g.excluded_cards[quest] = g.excluded
    for seat in range(g.n):
        g.readers[quest][seat] = readable_cards(g, seat)
    audience = LOG_ONLY if g.veiled else PUBLIC | g.everyone
    emit(g, QUEST_ENDED, NOBODY, NOBODY, fails + 16 * failed + 32 * quest, audience)


def next_quest(g: State) -> None:
    """The lead moves on after every mission."""
    g.quest += 1
    g.proposal = 0
    pass_lead(g)
