"""Votes on a team: sealed, final, more approvals than rejections send it (rules.md B.2)."""

from envs.avalon.codes import APPROVE, BALLOT, PROPOSALS, VOTE, EventCode
from envs.avalon.options import FIFTH_FORCED
from envs.avalon.state import State
from envs.avalon.turns import ask_together
from envs.engine.events import LOG_ONLY, NOBODY, PUBLIC
from envs.engine.telling import announce, count_seats, emit, tell_seat

VOTE_CAST = int(EventCode.VOTE_CAST)
VOTES_COUNTED = int(EventCode.VOTES_COUNTED)
VOTES_REVEALED = int(EventCode.VOTES_REVEALED)
TEAM_FORCED = int(EventCode.TEAM_FORCED)
BOTH_ANSWERS = 3
VOTED = 1 << 10
FORCED = 1 << 11
"""Marks in ``votes`` beside the bit set of approvals."""


def is_last_proposal(g: State) -> bool:
    """Whether this is the fifth team of the mission."""
    return g.proposal == PROPOSALS - 1


def is_forced(g: State) -> bool:
    """Whether this team goes without a vote (B.2, ``fifth_proposal``)."""
    return is_last_proposal(g) and g.rules.fifth_proposal == FIFTH_FORCED


def open_vote(g: State) -> None:
    """Everybody votes who has not voted openly; a forced team is recorded as sent."""
    if is_forced(g):
        g.votes[g.quest][g.proposal] = FORCED
        announce(g, TEAM_FORCED, g.leader, NOBODY, g.party)
    else:
        ask_together(g, VOTE, g.everyone & ~g.voted, BALLOT, BOTH_ANSWERS)


def cast(g: State, seat: int, answer: int) -> None:
    """A vote, seen by its own seat until all have voted; it cannot be changed."""
    g.voted |= 1 << seat
    if answer == APPROVE:
        g.approvals |= 1 << seat
    tell_seat(g, VOTE_CAST, seat, NOBODY, answer)


def count_votes(g: State) -> bool:
    """Publishes the vote and says whether the team goes; a forced one always does."""
    if is_forced(g):
        return True
    yes = count_seats(g.approvals)
    goes = yes > g.n - yes
    g.votes[g.quest][g.proposal] = g.last_votes = g.approvals | VOTED
    announce(g, VOTES_COUNTED, NOBODY, NOBODY, yes + 16 * (g.n - yes) + 256 * goes)
    audience = LOG_ONLY if g.rules.anonymous_voting else PUBLIC | g.everyone
    emit(g, VOTES_REVEALED, NOBODY, NOBODY, vote_record(g, g.quest, g.proposal), audience)
    return goes


def vote_record(g: State, quest: int, proposal: int) -> int:
    """Approvals as a bit set, with proposal and mission above them."""
    return g.votes[quest][proposal] % VOTED + (proposal << 10) + (quest << 14)
