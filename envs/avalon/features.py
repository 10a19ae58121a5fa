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
from envs.avalon.speech import STANCE
from envs.avalon.state import CHECKS, INBOX, State
from envs.avalon.turns import talk_is_on

HEAD = 30
COLUMNS = 12 + HELD_KINDS
QUEST_COLUMNS = 4
QUEST_SEAT_COLUMNS = 3
CHECK_COLUMNS = 4
INBOX_PLACES = 3 * INBOX


def feature_count(n: int, talk: bool) -> int:
    """F: how many numbers one observation has at ``n`` seats."""
    plain = HEAD + COLUMNS * n + QUESTS * (QUEST_COLUMNS + QUEST_SEAT_COLUMNS * n) + CHECKS * CHECK_COLUMNS
    return plain + 2 * n + 2 * n * n + INBOX_PLACES if talk else plain


def observe(g: State, seat: int, out: Any) -> None:
    """Writes the observation of ``seat`` into ``out``, int8 of ``feature_count`` places."""
    observe_place(g, seat, out)
    observe_score(g, out)
    at = HEAD
    for other in range(g.n):
        observe_seat(g, seat, other, out, at)
        at += COLUMNS
    for quest in range(QUESTS):
        observe_quest(g, seat, quest, out, at)
        at += QUEST_COLUMNS + QUEST_SEAT_COLUMNS * g.n
    observe_checks(g, seat, out, at)
    if talk_is_on(g):
        observe_speech(g, seat, out, at + CHECKS * CHECK_COLUMNS)


def observe_place(g: State, seat: int, out: Any) -> None:
    """Where the match stands and the viewer's own affairs."""
    bit = 1 << seat
    out[0] = g.phase
    out[1] = g.quest
    out[2] = g.proposal
    out[3] = g.round
    out[4] = g.leader
    out[5] = g.n
    out[6] = seat
    out[7] = g.role[seat]
    out[8] = TEAM_OF[g.role[seat]]
    out[9] = 1 if g.open & bit else 0
    out[10] = g.rules.turn_actions - g.used[seat] if g.open & bit and g.phase == TALK else 0
    out[11] = g.channel[seat]
    out[12] = g.said[seat]
    out[13] = party_size(g)
    out[14] = fails_needed(g)


def observe_score(g: State, out: Any) -> None:
    """The public side of the table and of the expansions."""
    out[15] = count_results(g, SUCCESS)
    out[16] = count_results(g, FAILURE)
    out[17] = count_results(g, HIDDEN)
    out[18] = 1 if g.veiled and g.done >> CHECK_BY_LOT & 1 else 0
    out[19] = g.outcome
    out[20] = g.reason
    out[21] = 1 + g.holder
    out[22] = 1 + g.flipped
    out[23] = 1 + lone_seat(g.excluded)
    out[24] = 1 + g.exposed
    out[25] = 1 + g.token
    out[26] = g.switched
    out[27] = 1 + g.card if g.plot_next else 0
    out[28] = g.plot_next
    out[29] = g.cancelled


def count_results(g: State, result: int) -> int:
    """Finished missions that everybody sees as ``result``."""
    count = 0
    for quest in range(QUESTS):
        count += g.results[quest] == result
    return count


def lone_seat(bits: int) -> int:
    """The seat of a set of one, -1 of an empty one."""
    seat = -1
    while bits:
        bits >>= 1
        seat += 1
    return seat


def observe_seat(g: State, viewer: int, seat: int, out: Any, at: int) -> None:
    """One row of the table: what ``viewer`` may know of ``seat``."""
    team = g.picked if viewer == g.leader else g.party
    out[at] = team >> seat & 1
    out[at + 1] = visible_vote(g, viewer, seat)
    out[at + 2] = last_vote(g, viewer, seat)
    out[at + 3] = g.known[viewer][seat]
    out[at + 4] = g.checked[viewer][seat]
    out[at + 5] = g.shown[seat]
    out[at + 6] = visible_card(g, viewer, seat)
    out[at + 7] = g.token_past >> seat & 1
    out[at + 8] = g.forfeited >> seat & 1
    out[at + 9] = 1 if seat == viewer else 0
    out[at + 10] = g.shooters >> seat & 1
    out[at + 11] = g.passed >> seat & 1 if g.phase == TALK else 0
    for kind in range(HELD_KINDS):
        out[at + 12 + kind] = g.held[seat][kind]


def visible_vote(g: State, viewer: int, seat: int) -> int:
    """A vote on the team now on the table: 0 unknown, 1 approve, 2 reject. Others' only when cast openly."""
    if not g.voted >> seat & 1:
        return 0
    is_shown = g.done >> CHARGE_PHASE & 1 and g.held[seat][CHARGE] and (g.phase != CHARGE_PHASE or g.open == 0)
    return 2 - (g.approvals >> seat & 1) if viewer == seat or is_shown else 0


def last_vote(g: State, viewer: int, seat: int) -> int:
    """A vote in the last ballot counted; in anonymous voting the viewer's own, and all at the end."""
    if not g.last_votes & VOTED or (g.rules.anonymous_voting and viewer != seat and g.phase != OVER):
        return 0
    return 2 - (g.last_votes >> seat & 1)


def visible_card(g: State, viewer: int, seat: int) -> int:
    """What a card of this mission reads now: 0 unknown, 1 Success, 2 Fail (B.13)."""
    if not g.party >> seat & 1:
        return 0
    is_known = g.step > PLAYING if g.phase == OVER else readable_cards(g, viewer) >> seat & 1 == 1
    return 1 + (g.fails >> seat & 1) if is_known else 0


def observe_quest(g: State, viewer: int, quest: int, out: Any, at: int) -> None:
    """A finished mission: result, fails, leader, teams; then each seat's part, vote and card as far as the viewer knows."""
    result = g.results[quest]
    out[at] = result
    out[at + 1] = 1 + g.fail_counts[quest] if result in (SUCCESS, FAILURE) else 0
    is_readable = result != NO_RESULT and (not g.rules.hidden_history or quest == latest_quest(g))
    out[at + 2] = 1 + g.leaders[quest] if is_readable else 0
    out[at + 3] = ballots_of(g, quest) if is_readable else 0
    read = g.parties[quest] if g.phase == OVER else g.readers[quest][viewer]
    for seat in range(g.n):
        place = at + QUEST_COLUMNS + QUEST_SEAT_COLUMNS * seat
        part = g.parties[quest] >> seat & 1
        out[place] = part + (g.excluded_cards[quest] >> seat & 1) if is_readable else 0
        out[place + 1] = deciding_vote(g, viewer, quest, seat) if is_readable else 0
        out[place + 2] = 1 + (g.fail_cards[quest] >> seat & 1) if is_readable and read >> seat & 1 else 0


def latest_quest(g: State) -> int:
    """The last mission that has a result."""
    latest = -1
    for quest in range(QUESTS):
        if g.results[quest] != NO_RESULT:
            latest = quest
    return latest


def ballots_of(g: State, quest: int) -> int:
    """How many teams were voted on or sent in a mission."""
    count = 0
    for votes in g.votes[quest]:
        count += votes != 0
    return count


def deciding_vote(g: State, viewer: int, quest: int, seat: int) -> int:
    """The vote on the team that went: 0 unknown or forced, 1 approve, 2 reject."""
    votes = g.votes[quest][max(ballots_of(g, quest) - 1, 0)]
    if not votes & VOTED or (g.rules.anonymous_voting and viewer != seat and g.phase != OVER):
        return 0
    return 2 - (votes >> seat & 1)


def observe_checks(g: State, viewer: int, out: Any, at: int) -> None:
    """Loyalty checks in order: who, whom, what was announced, and the answer for those who know it."""
    for index in range(CHECKS):
        entry = g.checks[index]
        place = at + CHECK_COLUMNS * index
        is_past = index < g.check_count and (not g.rules.hidden_history or index == g.check_count - 1)
        knows = viewer == entry[0] or viewer == entry[1] or g.phase == OVER
        out[place] = 1 + entry[0] if is_past else 0
        out[place + 1] = 1 + entry[1] if is_past else 0
        out[place + 2] = 1 + entry[3] if is_past else 0
        out[place + 3] = 1 + entry[2] if is_past and knows else 0


def observe_speech(g: State, seat: int, out: Any, at: int) -> None:
    """Public words of everybody, and the last private ones that the viewer heard."""
    for other in range(g.n):
        out[at] = g.claim[other]
        out[at + 1] = g.promise[other]
        at += 2
    for speaker in range(g.n):
        for target in range(g.n):
            word = g.word[speaker][target]
            out[at] = word % STANCE
            out[at + 1] = word // STANCE
            at += 2
    for entry in g.inbox[seat]:
        for part in range(3):
            out[at] = entry[part]
            at += 1


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
