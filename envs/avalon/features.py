"""Numeric observations of a seat: small ints at fixed places, written by the shared subset (``observe``).

Every number is a function of the events that the seat has seen; tests/envs/avalon/test_secrecy.py holds this.
``feature_table`` names each index. Speech has places only where talk is on.
"""

from dataclasses import dataclass
from typing import Any

from envs.avalon.ballots import VOTED
from envs.avalon.codes import (
    CHARGE,
    CHARGE_PHASE,
    CHECK_BY_LOT,
    FAILURE,
    HELD_KINDS,
    HIDDEN,
    NO_RESULT,
    OVER,
    PLAYING,
    PLOT_CARDS,
    QUESTS,
    SEATS,
    SUCCESS,
    TALK,
    Phase,
    Reason,
)
from envs.avalon.quests import fails_needed, party_size
from envs.avalon.roles import N_ROLES, TEAM_OF
from envs.avalon.sight import readable_cards
from envs.avalon.speech import spoken_places
from envs.avalon.state import CHECKS, INBOX, State
from envs.avalon.turns import talk_is_on

HEAD = 30
COLUMNS = 12 + HELD_KINDS
QUEST_COLUMNS = 4
QUEST_SEAT_COLUMNS = 3
CHECK_COLUMNS = 4
INBOX_PLACES = 3 * INBOX
PLACE = 1023
"""Above every place of an observation: under it compiled code knows that an index is not negative, and need not ask."""


def feature_count(n: int, talk: bool) -> int:
    """F: how many numbers one observation has at ``n`` seats."""
    plain = HEAD + COLUMNS * n + QUESTS * (QUEST_COLUMNS + QUEST_SEAT_COLUMNS * n) + CHECKS * CHECK_COLUMNS
    return plain + 2 * n + 2 * n * n + INBOX_PLACES if talk else plain


def observe(g: State, seat: int, out: Any) -> None:
    """Writes the observation of ``seat`` into ``out``, int8 of ``feature_count`` places."""
    observe_place(g, seat, out)
    observe_score(g, out)
    observe_seats(g, seat, out)
    at = HEAD + COLUMNS * g.n
    width = QUEST_COLUMNS + QUEST_SEAT_COLUMNS * g.n
    finished = finished_quests(g)
    for quest in range(finished):
        observe_quest(g, seat, quest, finished - 1, out, at + quest * width)
    clear(out, at + finished * width, (QUESTS - finished) * width)
    at += QUESTS * width
    observe_checks(g, seat, out, at)
    if talk_is_on(g):
        observe_speech(g, seat, out, at + CHECKS * CHECK_COLUMNS)


def clear(out: Any, at: int, count: int) -> None:
    """Zeros in ``count`` places."""
    at &= PLACE
    for step in range(count):
        out[at + step] = 0


def observe_place(g: State, seat: int, out: Any) -> None:
    """Where the match stands and the viewer's own affairs."""
    owes = g.open >> seat & 1
    out[0] = g.phase
    out[1] = g.quest
    out[2] = g.proposal
    out[3] = g.round
    out[4] = g.leader
    out[5] = g.n
    out[6] = seat
    out[7] = g.role[seat]
    out[8] = TEAM_OF[g.role[seat]]
    out[9] = owes
    out[10] = g.rules.turn_actions - g.used[seat] if owes and g.phase == TALK else 0
    out[11] = g.channel[seat]
    out[12] = g.said[seat]
    out[13] = party_size(g)
    out[14] = fails_needed(g)


def observe_score(g: State, out: Any) -> None:
    """The public side of the table and of the expansions."""
    succeeded = failed = hidden = 0
    for quest in range(QUESTS):
        result = g.results[quest]
        succeeded += result == SUCCESS
        failed += result == FAILURE
        hidden += result == HIDDEN
    out[15] = succeeded
    out[16] = failed
    out[17] = hidden
    out[18] = 0
    out[19] = g.outcome
    out[20] = g.reason
    if g.expansions:
        observe_expansions(g, out)
    else:
        clear(out, 21, HEAD - 21)


def observe_expansions(g: State, out: Any) -> None:
    """What only expansions bring to the table."""
    out[18] = 1 if g.veiled and g.done >> CHECK_BY_LOT & 1 else 0
    out[21] = 1 + g.holder
    out[22] = 1 + g.flipped
    out[23] = 1 + lone_seat(g.excluded)
    out[24] = 1 + g.exposed
    out[25] = 1 + g.token
    out[26] = g.switched
    out[27] = 1 + g.card if g.plot_next else 0
    out[28] = g.plot_next
    out[29] = g.cancelled


def lone_seat(bits: int) -> int:
    """The seat of a set of one, -1 of an empty one."""
    seat = -1
    while bits:
        bits >>= 1
        seat += 1
    return seat


def observe_seats(g: State, viewer: int, out: Any) -> None:
    """The rows of the table: what ``viewer`` may know of each seat. Most is seldom there: all is cleared, and a part written
    where any seat has it."""
    clear(out, HEAD, COLUMNS * g.n)
    team = g.picked if viewer == g.leader else g.party
    votes, approvals = visible_votes(g, viewer), g.approvals
    last_votes, last_approvals = visible_last_votes(g, viewer), g.last_votes
    for seat in range(g.n):
        at = HEAD + COLUMNS * seat
        out[at] = team >> seat & 1
        out[at + 1] = (votes >> seat & 1) * (2 - (approvals >> seat & 1))
        out[at + 2] = (last_votes >> seat & 1) * (2 - (last_approvals >> seat & 1))
        out[at + 3] = g.known[viewer][seat]
        out[at + 4] = g.checked[viewer][seat]
        out[at + 5] = g.shown[seat]
    out[HEAD + COLUMNS * viewer + 9] = 1
    cards = visible_cards(g, viewer)
    if cards:
        for seat in range(g.n):
            out[HEAD + COLUMNS * seat + 6] = (cards >> seat & 1) * (1 + (g.fails >> seat & 1))
    passed = g.passed if g.phase == TALK else 0
    if g.token_past | g.forfeited | g.shooters | passed:
        observe_marks(g, passed, out)
    if g.expansions & PLOT_CARDS:
        observe_held(g, out)


def observe_marks(g: State, passed: int, out: Any) -> None:
    """Who has or had the token, only waits, shoots, has passed."""
    for seat in range(g.n):
        at = HEAD + COLUMNS * seat
        out[at + 7] = g.token_past >> seat & 1
        out[at + 8] = g.forfeited >> seat & 1
        out[at + 10] = g.shooters >> seat & 1
        out[at + 11] = passed >> seat & 1


def observe_held(g: State, out: Any) -> None:
    """The plot cards that lie before each seat."""
    for seat in range(g.n):
        for kind in range(HELD_KINDS):
            out[HEAD + COLUMNS * seat + 12 + kind] = g.held[seat][kind]


def visible_votes(g: State, viewer: int) -> int:
    """The seats whose vote on the team now on the table ``viewer`` knows: the own one, and those cast openly."""
    known = 1 << viewer
    if g.done >> CHARGE_PHASE & 1 and (g.phase != CHARGE_PHASE or g.open == 0):
        for seat in range(g.n):
            if g.held[seat][CHARGE]:
                known |= 1 << seat
    return g.voted & known


def visible_last_votes(g: State, viewer: int) -> int:
    """The seats whose vote in the last ballot counted ``viewer`` knows."""
    return visible_voters(g, viewer) if g.last_votes & VOTED else 0


def visible_voters(g: State, viewer: int) -> int:
    """The seats whose counted votes ``viewer`` knows; in anonymous voting the own ones, and all at the end."""
    return 1 << viewer if g.rules.anonymous_voting and g.phase != OVER else g.everyone


def visible_cards(g: State, viewer: int) -> int:
    """The seats whose card of this mission, as it reads now, ``viewer`` knows (B.13)."""
    if g.phase == OVER:
        return g.party if g.step > PLAYING else 0
    return g.party & readable_cards(g, viewer)


def finished_quests(g: State) -> int:
    """How many missions have a result; they are the first ones."""
    count = 0
    for quest in range(QUESTS):
        count += g.results[quest] != NO_RESULT
    return count


def observe_quest(g: State, viewer: int, quest: int, latest: int, out: Any, at: int) -> None:
    """A finished mission: result, fails, leader, teams; then each seat's part, vote and card as far as the viewer knows."""
    at &= PLACE
    result = g.results[quest]
    out[at] = result
    out[at + 1] = 0 if result == HIDDEN else 1 + g.fail_counts[quest]
    if g.rules.hidden_history and quest != latest:
        clear(out, at + 2, QUEST_COLUMNS - 2 + QUEST_SEAT_COLUMNS * g.n)
        return
    ballots = ballots_of(g, quest)
    votes = g.votes[quest][max(ballots - 1, 0)]
    voters = visible_voters(g, viewer) if votes & VOTED else 0
    cards = g.parties[quest] if g.phase == OVER else g.readers[quest][viewer]
    party, excluded, fails = g.parties[quest], g.excluded_cards[quest], g.fail_cards[quest]
    out[at + 2] = 1 + g.leaders[quest]
    out[at + 3] = ballots
    for seat in range(g.n):
        place = at + QUEST_COLUMNS + QUEST_SEAT_COLUMNS * seat
        out[place] = (party >> seat & 1) + (excluded >> seat & 1)
        out[place + 1] = (voters >> seat & 1) * (2 - (votes >> seat & 1))
        out[place + 2] = (cards >> seat & 1) * (1 + (fails >> seat & 1))


def ballots_of(g: State, quest: int) -> int:
    """How many teams were voted on or sent in a mission."""
    count = 0
    for votes in g.votes[quest]:
        count += votes != 0
    return count


def observe_checks(g: State, viewer: int, out: Any, at: int) -> None:
    """Loyalty checks in order: who, whom, what was announced, and the answer for those who know it."""
    clear(out, at, CHECKS * CHECK_COLUMNS)
    first = g.check_count - 1 if g.rules.hidden_history and g.check_count else 0
    for index in range(first, g.check_count):
        entry = g.checks[index]
        place = at + CHECK_COLUMNS * index
        knows = viewer == entry[0] or viewer == entry[1] or g.phase == OVER
        out[place] = 1 + entry[0]
        out[place + 1] = 1 + entry[1]
        out[place + 2] = 1 + entry[3]
        out[place + 3] = 1 + entry[2] if knows else 0


def observe_speech(g: State, seat: int, out: Any, at: int) -> None:
    """Public words of everybody, kept as they stand here, and the last private ones that the viewer heard."""
    at &= PLACE
    words = spoken_places(g.n)
    for place in range(words):
        out[at + place] = g.spoken[place]
    at = at + words & PLACE
    for slot in range(INBOX):
        for part in range(3):
            out[at + 3 * slot + part] = g.inbox[seat][slot][part]


@dataclass(frozen=True, slots=True)
class Feature:
    """Index ``start`` (and every ``step`` after it, ``count`` times): its meaning and its range."""

    start: int
    count: int
    step: int
    name: str
    low: int
    high: int
    meaning: str


_HEAD = (
    ("phase", 0, len(Phase) - 1, "the question on the table, as codes.Phase"),
    ("quest", 0, QUESTS - 1, "mission, from 0"),
    ("proposal", 0, 4, "proposal of the mission, from 0"),
    ("round", 0, 99, "round of talk, from 0"),
    ("leader", 0, SEATS - 1, "seat that leads"),
    ("seats", 5, SEATS, "seats at the table"),
    ("seat", 0, SEATS - 1, "own seat"),
    ("role", 0, N_ROLES - 1, "own role now"),
    ("team", 0, 1, "own side now: 0 good, 1 evil"),
    ("owes", 0, 1, "whether the viewer owes a turn"),
    ("actions_left", 0, 100, "actions left in a turn of talk"),
    ("channel", 0, SEATS + 1, "0 public, 1 team, 2 + seat a whisper"),
    ("said", 0, 100, "free messages sent in this turn"),
    ("party_size", 2, 6, "members of a team in this mission"),
    ("fails_needed", 1, 2, "Fails that make this mission a failure"),
    ("successes", 0, 3, "missions seen to succeed"),
    ("failures", 0, 3, "missions seen to fail"),
    ("hidden", 0, 1, "finished missions whose result was hidden"),
    ("hidden_now", 0, 1, "whether this mission's result will be hidden"),
    ("outcome", 0, 2, "0 open, 1 good, 2 evil has won"),
    ("reason", 0, len(Reason) - 1, "why the match ended, as codes.Reason"),
    ("sword", 0, SEATS, "1 + seat that holds Excalibur, 0 none"),
    ("flipped", 0, SEATS, "1 + seat whose card Excalibur turned in this mission, 0 none"),
    ("excluded", 0, SEATS, "1 + seat whose card does not count in this mission, 0 none"),
    ("exposed", 0, SEATS, "1 + seat that plays openly in this mission, 0 none"),
    ("token", 0, SEATS, "1 + seat that holds the Lady's token, 0 none"),
    ("switched", 0, 1, "whether the Lancelots stand exchanged"),
    ("plot_card", 0, 9, "1 + kind of the plot card turned up last, 0 none"),
    ("plot_turned", 0, 15, "plot cards turned up so far"),
    ("cancelled", 0, 1, "whether this team was cancelled"),
)
_COLUMNS = (
    ("seat_in_team", 0, 1, "whether it is in the team on the table (the leader sees his picks)"),
    ("seat_vote", 0, 2, "its vote on this team as far as known: 1 approve, 2 reject"),
    ("seat_last_vote", 0, 2, "its vote in the last ballot counted: 1 approve, 2 reject, 0 unknown"),
    ("seat_known", 0, 3 + N_ROLES, "label: 0 none, 1 evil, 2 wizard, 3 a Lancelot, 4 + role"),
    ("seat_checked", 0, 2 + N_ROLES, "loyalty the viewer learned: 0 none, 1 good, 2 evil, 3 + role"),
    ("seat_shown", 0, N_ROLES, "1 + role revealed to all, 0 none"),
    ("seat_card", 0, 2, "its card in this mission as it reads now: 1 Success, 2 Fail, 0 unknown"),
    ("seat_had_token", 0, 1, "whether it holds or held the Lady's token"),
    ("seat_forfeited", 0, 1, "whether it only waits"),
    ("seat_is_self", 0, 1, "whether it is the viewer"),
    ("seat_shoots", 0, 1, "whether it decides on the assassination"),
    ("seat_passed", 0, 1, "whether it has passed in this talk"),
    ("seat_lead_to_victory", 0, 2, "plot cards of this kind before it"),
    ("seat_ambush", 0, 2, "plot cards of this kind before it"),
    ("seat_king_returns", 0, 3, "plot cards of this kind before it"),
    ("seat_we_found_you", 0, 1, "plot cards of this kind before it"),
    ("seat_charge", 0, 2, "plot cards of this kind before it"),
)
_QUEST = (
    ("quest_result", 0, 3, "0 none, 1 success, 2 failure, 3 hidden"),
    ("quest_fails", 0, 1 + SEATS, "1 + Fails counted, 0 unknown"),
    ("quest_leader", 0, SEATS, "1 + seat that led it, 0 unknown"),
    ("quest_teams", 0, 5, "teams voted on or sent"),
)
_QUEST_SEAT = (
    ("quest_part", 0, 2, "0 not in it, 1 took part, 2 took part and its card was excluded"),
    ("quest_vote", 0, 2, "vote on the team that went: 1 approve, 2 reject, 0 unknown or forced"),
    ("quest_card", 0, 2, "its card as it read at the end where the viewer knows it: 1 Success, 2 Fail"),
)
_CHECK = (
    ("check_by", 0, SEATS, "1 + seat that checked, 0 none"),
    ("check_of", 0, SEATS, "1 + seat that was checked"),
    ("check_announced", 0, 2 + N_ROLES, "0 nothing yet, 1 good, 2 evil, 3 + role"),
    ("check_answer", 0, 2 + N_ROLES, "the answer where the viewer knows it, coded the same"),
)


def feature_table(n: int, talk: bool) -> tuple[Feature, ...]:
    """Names, ranges and meanings of all ``feature_count(n, talk)`` indices; its ranges are the bounds of the Box."""
    rows = [Feature(at, 1, 1, *row) for at, row in enumerate(_HEAD)]
    rows += [Feature(HEAD + at, n, COLUMNS, *row) for at, row in enumerate(_COLUMNS)]
    start, width = HEAD + COLUMNS * n, QUEST_COLUMNS + QUEST_SEAT_COLUMNS * n
    rows += [Feature(start + at, QUESTS, width, *row) for at, row in enumerate(_QUEST)]
    for quest in range(QUESTS):
        first = start + quest * width + QUEST_COLUMNS
        rows += [_of_quest(quest, Feature(first + at, n, QUEST_SEAT_COLUMNS, *row)) for at, row in enumerate(_QUEST_SEAT)]
    start += QUESTS * width
    rows += [Feature(start + at, CHECKS, CHECK_COLUMNS, *row) for at, row in enumerate(_CHECK)]
    return tuple(rows + _speech_rows(n, start + CHECKS * CHECK_COLUMNS)) if talk else tuple(rows)


def _of_quest(quest: int, feature: Feature) -> Feature:
    return Feature(
        feature.start,
        feature.count,
        feature.step,
        f"{feature.name}_{quest}",
        feature.low,
        feature.high,
        f"mission {quest}: {feature.meaning}",
    )


def _speech_rows(n: int, at: int) -> list[Feature]:
    pairs = at + 2 * n
    box = pairs + 2 * n * n
    return [
        Feature(at, n, 2, "claim", 0, 2 + N_ROLES, "last public claim: 0 none, 1 good, 2 evil, 3 + role"),
        Feature(at + 1, n, 2, "promise", 0, 2, "vote last promised in public: 0 none, 1 approve, 2 reject"),
        Feature(pairs, n * n, 2, "report", 0, 2 + N_ROLES, "speaker by target: last public report, coded like a claim"),
        Feature(pairs + 1, n * n, 2, "stance", 0, 2, "speaker by target: 1 vouched, 2 accused, in public, last"),
        Feature(box, INBOX, 3, "inbox_speaker", 0, SEATS, "1 + speaker of a private act heard, newest first, 0 none"),
        Feature(box + 1, INBOX, 3, "inbox_target", 0, SEATS, "1 + its target, 0 none"),
        Feature(box + 2, INBOX, 3, "inbox_act", 0, 127, "1 + value + 25 * (claim, report, vouch, accuse, promise)"),
    ]
