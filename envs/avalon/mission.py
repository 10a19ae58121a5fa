"""The order of one mission and of what follows it: each ``take_step`` is one line of rules.md B.12."""

from envs.avalon.assassination import ask_for_shot, choose_assassin, has_target, resolve_shot
from envs.avalon.ballots import open_vote, vote_record
from envs.avalon.codes import (
    AFTER_CARDS,
    AFTER_PROPOSAL,
    AFTER_RESULT,
    AFTER_VOTE,
    ASSASSIN_STEP,
    BEFORE_PROPOSAL,
    BEFORE_RESULT,
    BEFORE_VOTE,
    BEGIN,
    COUNTING,
    DECIDING,
    EVIL_TEAM_MISSIONS,
    EVIL_WON,
    GOOD_TEAM_MISSIONS,
    GOOD_WON,
    OVER,
    PLAYING,
    PROPOSING,
    QUESTS,
    SCORING,
    SHOOTING,
    TALK_AFTER,
    TALK_BEFORE,
    TALK_LAST,
    VOTING,
    EventCode,
)
from envs.avalon.hooks import (
    after_cards,
    after_proposal,
    after_result,
    after_vote,
    before_proposal,
    before_result,
    before_vote,
)
from envs.avalon.quests import (
    ask_for_cards,
    ask_for_team,
    begin_proposal,
    next_quest,
    reject,
    score,
    settle_vote,
)
from envs.avalon.state import State
from envs.avalon.turns import begin_talk, finish, reveal
from envs.engine.events import NOBODY
from envs.engine.telling import announce

WINS = 3
LOYALTY_LEARNED = int(EventCode.LOYALTY_LEARNED)
CARDS_REVEALED = int(EventCode.CARDS_REVEALED)
EXCLUDED_CARD_SEEN = int(EventCode.EXCLUDED_CARD_SEEN)
VOTES_REVEALED = int(EventCode.VOTES_REVEALED)


def take_step(g: State) -> None:
    """One step; a hook that asked something keeps the table on its step until it has nothing left to ask."""
    step = g.step
    if step <= AFTER_PROPOSAL:
        done = step_of_proposal(g, step)
    elif step <= PLAYING:
        done = step_of_vote(g, step)
    elif step <= DECIDING:
        done = step_of_result(g, step)
    else:
        done = step_of_assassin(g, step)
    if done:
        g.step = step + 1


def step_of_proposal(g: State, step: int) -> bool:
    """From a new leader to a team on the table. True when the next step follows."""
    if step == BEFORE_PROPOSAL:
        return not before_proposal(g)
    if step == AFTER_PROPOSAL:
        return not after_proposal(g)
    if step == BEGIN:
        begin_proposal(g)
    elif step == TALK_BEFORE:
        begin_talk(g)
    elif step == PROPOSING:
        ask_for_team(g)
    return True


def step_of_vote(g: State, step: int) -> bool:
    """From the team to the cards."""
    if step == BEFORE_VOTE:
        return not before_vote(g)
    if step == TALK_AFTER:
        begin_talk(g)
    elif step == VOTING:
        open_vote(g)
    elif step == COUNTING:
        return settle_vote(g) or begin_again(g)
    elif step == AFTER_VOTE:
        return approved_team_goes(g)
    elif step == PLAYING:
        ask_for_cards(g)
    return True


def approved_team_goes(g: State) -> bool:
    """An approved team may still be cancelled, which counts as a rejection."""
    if after_vote(g):
        return False
    if g.cancelled:
        reject(g)
        return begin_again(g)
    return True


def begin_again(g: State) -> bool:
    """Back to a new proposal. False: the next step is set."""
    g.step = BEGIN
    return False


def step_of_result(g: State, step: int) -> bool:
    """From the cards to the next mission."""
    if step == AFTER_CARDS:
        return not after_cards(g)
    if step == BEFORE_RESULT:
        before_result(g)
    elif step == SCORING:
        score(g)
    elif step == AFTER_RESULT:
        after_result(g)
    elif step == DECIDING:
        return decide(g)
    return True


def decide(g: State) -> bool:
    """Three failures, three successes, or the next mission."""
    if g.failures == WINS:
        finish(g, EVIL_WON, EVIL_TEAM_MISSIONS)
    elif g.successes == WINS and not has_target(g):
        finish(g, GOOD_WON, GOOD_TEAM_MISSIONS)
    elif g.successes < WINS:
        next_quest(g)
        return begin_again(g)
    return True


def step_of_assassin(g: State, step: int) -> bool:
    """The last chance of evil; a hit on the Cleric asks once more and stays on the last step."""
    if step == ASSASSIN_STEP:
        choose_assassin(g)
    elif step == TALK_LAST:
        begin_talk(g)
    elif step == SHOOTING:
        ask_for_shot(g)
    else:
        resolve_shot(g)
        return False
    return True


def publish(g: State) -> None:
    """After the end, one piece a step: roles, each mission's cards and votes, the true answers of the checks (B.13)."""
    piece = g.ending
    if piece == 1:
        for seat in range(g.n):
            reveal(g, seat)
    elif piece <= 1 + QUESTS:
        publish_quest(g, piece - 2)
    else:
        for at in range(g.check_count):
            entry = g.checks[at]
            announce(g, LOYALTY_LEARNED, entry[0], entry[1], entry[2])
    g.ending = piece + 1 if piece <= 1 + QUESTS else 0


def publish_quest(g: State, quest: int) -> None:
    """The cards as they read at the end, whose was turned, what the excluded one read, and the votes if they were secret."""
    party, fails = g.parties[quest], g.fail_cards[quest]
    if party:
        flipped = place_of(fails ^ g.played_cards[quest])
        announce(g, CARDS_REVEALED, NOBODY, flipped, fails + (party << 10) + (quest << 20))
    excluded = place_of(g.excluded_cards[quest])
    if excluded != NOBODY:
        announce(g, EXCLUDED_CARD_SEEN, g.leaders[quest], excluded, (fails >> excluded & 1) + 2 * quest)
    if g.rules.anonymous_voting:
        for proposal in range(len(g.votes[quest])):
            if g.votes[quest][proposal] >> 10 & 1:
                announce(g, VOTES_REVEALED, NOBODY, NOBODY, vote_record(g, quest, proposal))


def place_of(bits: int) -> int:
    """The lowest seat of a bit set, or nobody."""
    if bits == 0:
        return NOBODY
    seat = 0
    while not bits >> seat & 1:
        seat += 1
    return seat


def is_over(g: State) -> bool:
    """Whether the match has ended."""
    return g.phase == OVER
