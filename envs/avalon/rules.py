"""The rules contract of Avalon: ``deal``, ``to_act``, ``may``, ``legal``, ``act``, ``advance``, ``apply``, ``returns``.

``apply`` is ``act`` and, when nobody owes an answer, one ``advance``. While ``unsettled`` the caller empties the event buffer
and advances again, so that no single call emits more events than the buffer holds.
"""

from typing import Any

from envs.avalon.actions import ARGUMENT_OF, N_RESULTS, OFFSET_OF, VERB_OF
from envs.avalon.assassination import choose_shot, namable_seats, shot_options
from envs.avalon.ballots import cast
from envs.avalon.baseline import baseline as baseline
from envs.avalon.codes import (
    ACCUSE,
    ANNOUNCE_PHASE,
    BEGIN,
    CARD,
    CARDS,
    CHECK,
    CLAIM,
    DECLINE,
    END_TURN,
    HELD_KINDS,
    LABEL_ROLE,
    NAME,
    NAMING,
    OVER,
    PASS,
    PROMISE,
    PROPOSAL,
    PROPOSALS,
    QUESTS,
    REPORT,
    SHOOT_CLERIC,
    SHOOT_MERLIN,
    SHOT,
    TALK,
    TO_PUBLIC,
    VOTE,
    VOUCH,
    WAIT,
    EventCode,
)
from envs.avalon.features import observe as observe
from envs.avalon.hooks import answer, at_start, draw
from envs.avalon.loyalty import state_result
from envs.avalon.mission import is_over as is_over
from envs.avalon.mission import publish, take_step
from envs.avalon.options import V3
from envs.avalon.potential import potential as potential
from envs.avalon.quests import pick, play, playable
from envs.avalon.roles import N_GOOD, SIGHT, TEAM_OF
from envs.avalon.speech import allowed_redirect, allowed_speech, redirect, speak, spoken_places
from envs.avalon.speech import may_say as may_say
from envs.avalon.speech import say as say
from envs.avalon.state import State
from envs.avalon.turns import charge, close_turn, has_another_round, open_round
from envs.avalon.turns import next_to_act as next_to_act
from envs.engine.draw import below
from envs.engine.events import NOBODY
from envs.engine.telling import announce, emit, spread, tell_seat

MATCH_BEGAN = int(EventCode.MATCH_BEGAN)
ROLE_DEALT = int(EventCode.ROLE_DEALT)
INTRODUCED = int(EventCode.INTRODUCED)
PASSED = int(EventCode.PASSED)
FORFEITED = int(EventCode.FORFEITED)
DRAW_ORDER = 100
DRAW_CHECKERS = 120
N_LABELS = LABEL_ROLE + len(TEAM_OF)


# --- the deal -------------------------------------------------------------------------------------------------------


def deal(g: State, low: int, high: int) -> None:
    """Shuffles the cards in ``g.role`` over the seats and draws everything that is left to chance; then opens mission 1.

    ``low`` and ``high`` are the two 32-bit halves of the seed. Nothing is drawn after this.
    """
    for seat in range(g.n - 1, 0, -1):
        other = below(low, high, seat, seat + 1)
        g.role[seat], g.role[other] = g.role[other], g.role[seat]
    g.leader = below(low, high, g.n, g.n)
    for seat in range(g.n):
        g.order[seat] = g.checkers[seat] = seat
    for seat in range(g.n - 1, 0, -1):
        other = below(low, high, DRAW_ORDER + seat, seat + 1)
        g.order[seat], g.order[other] = g.order[other], g.order[seat]
        other = below(low, high, DRAW_CHECKERS + seat, seat + 1)
        g.checkers[seat], g.checkers[other] = g.checkers[other], g.checkers[seat]
    draw(g, low, high)
    start(g)


def start(g: State) -> None:
    """Opens mission 1 of a table whose roles, first leader and decks are set."""
    g.events.count = 0
    clear(g)
    clear_seats(g)
    clear_quests(g)
    announce(g, MATCH_BEGAN, NOBODY, NOBODY, g.n)
    for seat in range(g.n):
        tell_seat(g, ROLE_DEALT, seat, seat, g.role[seat])
    for seat in range(g.n):
        introduce(g, seat)
    at_start(g)


def clear(g: State) -> None:
    """Everything that a match has not yet brought about."""
    g.everyone = (1 << g.n) - 1
    g.step = BEGIN
    g.phase = VOTE
    g.first = g.leader
    g.quest = g.proposal = g.outcome = g.reason = g.ending = g.successes = g.failures = 0
    g.forfeited = g.open = g.able = g.verb = g.targets = g.may_decline = g.round = g.done = 0
    g.party = g.picked = g.cancelled = g.voted = g.approvals = g.fails = g.played = g.excluded = g.veiled = 0
    g.check_count = g.token_past = g.witch_spent = g.switched = g.plot_next = g.plot_dealt = g.card = 0
    g.looked = g.shooters = g.namable = g.passed = g.redirected = g.last_votes = 0
    g.token = g.holder = g.flipped = g.giver = g.exposed = NOBODY


def clear_seats(g: State) -> None:
    """What is kept for each seat."""
    for seat in range(g.n):
        g.shown[seat] = g.seen[seat] = g.choice[seat] = 0
        g.used[seat] = g.said[seat] = g.channel[seat] = 0
        for kind in range(HELD_KINDS):
            g.held[seat][kind] = g.offered[kind] = 0
        for other in range(g.n):
            g.known[seat][other] = g.checked[seat][other] = 0
        for entry in g.inbox[seat]:
            entry[0] = entry[1] = entry[2] = 0
    for at in range(spoken_places(g.n)):
        g.spoken[at] = 0
    for entry in g.checks:
        entry[0] = entry[1] = entry[2] = entry[3] = 0


def clear_quests(g: State) -> None:
    """What is kept for each mission."""
    for quest in range(QUESTS):
        g.parties[quest] = g.fail_cards[quest] = g.played_cards[quest] = g.excluded_cards[quest] = 0
        g.results[quest] = g.fail_counts[quest] = g.leaders[quest] = 0
        for seat in range(g.n):
            g.readers[quest][seat] = 0
        for proposal in range(PROPOSALS):
            g.votes[quest][proposal] = 0


def introduce(g: State, viewer: int) -> None:
    """What ``viewer`` sees at the start: seats by label, each label as one event (B.3)."""
    sight = SIGHT[int(g.rules.lancelot_variant == V3)][g.role[viewer]]
    labels = 0
    for seat in range(g.n):
        if seat != viewer:
            g.known[viewer][seat] = sight[g.role[seat]]
            labels |= 1 << g.known[viewer][seat]
    for label in range(1, N_LABELS):
        if labels >> label & 1:
            seats = 0
            for seat in range(g.n):
                if g.known[viewer][seat] == label:
                    seats |= 1 << seat
            emit(g, INTRODUCED, NOBODY, NOBODY, seats + (label << 24), 1 << viewer)


# --- who may do what ------------------------------------------------------------------------------------------------


def to_act(g: State) -> int:
    """Bit set of the seats that still owe a turn in this round."""
    return g.open


def allowed(g: State, seat: int, verb: int) -> int:
    """Legal arguments of ``verb`` for a seat that owes a turn, as a bit set (target seats for a report or a name)."""
    if g.phase == TALK:
        return allowed_talk(g, seat, verb)
    if verb == DECLINE:
        return g.may_decline | (g.able >> seat & 1 ^ 1)
    if g.phase == SHOT:
        return shot_options(g, seat, verb) if SHOOT_MERLIN <= verb <= SHOOT_CLERIC else 0
    if verb != g.verb or not g.able >> seat & 1:
        return 0
    if verb == CARD:
        return playable(g, seat)
    return namable_seats(g, seat) if verb == NAME else g.targets


def allowed_talk(g: State, seat: int, verb: int) -> int:
    """Legal arguments in a turn of talk."""
    if verb >= CLAIM:
        return allowed_speech(g, seat, verb)
    if verb >= TO_PUBLIC:
        return allowed_redirect(g, seat, verb)
    return 1 if verb == END_TURN or verb == PASS else 0


def may(g: State, seat: int, action: int) -> bool:
    """Whether ``seat`` may take ``action`` now; one that owes no turn may only wait."""
    if not g.open >> seat & 1:
        return action == 0
    verb, argument = VERB_OF[g.n][action], ARGUMENT_OF[g.n][action]
    if verb == WAIT:
        return False
    if verb == REPORT:
        argument = argument // N_RESULTS
    elif verb == NAME:
        if not g.namable >> argument % N_GOOD & 1:
            return False
        argument = argument // N_GOOD
    return allowed(g, seat, verb) >> argument & 1 == 1


def legal(g: State, seat: int, mask: Any) -> None:
    """Writes 0 or 1 for every action into ``mask``, int8 of the table's size."""
    mask[:] = 0
    offsets = OFFSET_OF[g.n]
    if not g.open >> seat & 1:
        mask[0] = 1
    elif g.phase == TALK:
        legal_talk(g, seat, mask)
    elif g.phase == SHOT:
        for verb in range(SHOOT_MERLIN, SHOOT_CLERIC + 1):
            spread(mask, offsets[verb], allowed(g, seat, verb))
    elif g.phase == NAMING:
        legal_names(g, seat, mask)
    else:
        spread(mask, offsets[g.verb], allowed(g, seat, g.verb))
        spread(mask, offsets[DECLINE], allowed(g, seat, DECLINE))


def legal_talk(g: State, seat: int, mask: Any) -> None:
    """The mask of a turn of talk; every claim is legal or none, a report with every result or with none."""
    offsets = OFFSET_OF[g.n]
    mask[offsets[END_TURN]] = mask[offsets[PASS]] = 1
    for verb in range(TO_PUBLIC, CLAIM):
        spread(mask, offsets[verb], allowed_redirect(g, seat, verb))
    if allowed_speech(g, seat, CLAIM):
        mask[offsets[CLAIM] : offsets[CLAIM + 1]] = 1
    about = allowed_speech(g, seat, REPORT)
    if about:
        mask[offsets[REPORT] : offsets[REPORT + 1]] = 1
        for target in range(g.n):
            if not about >> target & 1:
                at = offsets[REPORT] + target * N_RESULTS
                mask[at : at + N_RESULTS] = 0
    for verb in range(VOUCH, PROMISE + 1):
        spread(mask, offsets[verb], allowed_speech(g, seat, verb))


def legal_names(g: State, seat: int, mask: Any) -> None:
    """Every namable player with every namable role."""
    seats = allowed(g, seat, NAME)
    for target in range(g.n):
        if seats >> target & 1:
            spread(mask, OFFSET_OF[g.n][NAME] + target * N_GOOD, g.namable)


# --- what follows ---------------------------------------------------------------------------------------------------


def act(g: State, seat: int, action: int) -> None:
    """One legal action of one seat, without what follows when nobody owes an answer."""
    verb, argument = VERB_OF[g.n][action], ARGUMENT_OF[g.n][action]
    if verb == WAIT:
        return
    if g.phase == TALK:
        talk(g, seat, verb, argument)
    else:
        close_turn(g, seat)
        respond(g, seat, verb, argument)


def talk(g: State, seat: int, verb: int, argument: int) -> None:
    """One action of a turn of talk."""
    if verb == END_TURN:
        close_turn(g, seat)
    elif verb == PASS:
        g.passed |= 1 << seat
        close_turn(g, seat)
        announce(g, PASSED, seat, NOBODY, 0)
    elif verb < CLAIM:
        redirect(g, seat, verb, argument)
    else:
        speak(g, seat, verb, argument)
        charge(g, seat)


def respond(g: State, seat: int, verb: int, argument: int) -> None:
    """The answer to a question."""
    phase = g.phase
    if phase == PROPOSAL:
        pick(g, seat, argument)
    elif phase == VOTE:
        cast(g, seat, argument)
    elif phase == CARDS:
        play(g, seat, argument)
    elif phase == ANNOUNCE_PHASE:
        state_result(g, seat, argument)
    elif phase == SHOT or phase == NAMING:
        choose_shot(g, seat, verb, argument)
    else:
        answer(g, seat, verb, argument)


def unsettled(g: State) -> bool:
    """Whether the table must advance before anybody can act again."""
    if g.phase == OVER:
        return g.ending != 0
    return g.open == 0 or g.open & g.forfeited != 0


def advance(g: State) -> None:
    """What the table does by itself: the next step, the next round of talk, an absent seat's answer, or the last secrets."""
    if g.phase == OVER:
        publish(g)
    elif g.open:
        act_for_absent(g)
    elif has_another_round(g):
        g.round += 1
        open_round(g)
    else:
        take_step(g)


def act_for_absent(g: State) -> None:
    """A forfeited seat answers with its first legal action: it passes, declines, approves, succeeds, picks the lowest seat."""
    seat = 0
    while not (g.open & g.forfeited) >> seat & 1:
        seat += 1
    action = OFFSET_OF[g.n][PASS] if g.phase == TALK else 1
    while not may(g, seat, action):
        action += 1
    act(g, seat, action)


def apply(g: State, seat: int, action: int) -> None:
    """One legal action and, if nobody owes an answer then, one ``advance``."""
    act(g, seat, action)
    if unsettled(g):
        advance(g)


def forfeit(g: State, seat: int) -> None:
    """From now on the seat only waits and the table answers for it (conduct, not rules, decides when)."""
    g.forfeited |= 1 << seat
    announce(g, FORFEITED, seat, NOBODY, 0)


def returns(g: State, out: Any) -> None:
    """``out[seat]``: +1 for the winners, -1 for the others, by the side a seat is on at the end; 0 while play goes on."""
    for seat in range(g.n):
        out[seat] = 0
        if g.outcome:
            out[seat] = 1 if g.outcome == 1 + TEAM_OF[g.role[seat]] else -1


def is_truncated(g: State) -> bool:
    """Never: five missions of five proposals always end."""
    return False


assert ACCUSE == VOUCH + 1
assert CHECK < TO_PUBLIC
