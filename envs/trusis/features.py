"""Numeric observations of a seat: small ints at fixed places, written by the shared subset (``observe``).

Every number is a function of the events that the seat has seen; tests/laws/test_secrecy.py holds this.
``feature_table`` names each index. Speech has places only where talk is on.
"""

from dataclasses import dataclass
from typing import Any

from envs.trusis.codes import DAY, NIGHT, SEATS
from envs.trusis.options import AT_END, TALK_NONE
from envs.trusis.roles import TEAM_OF
from envs.trusis.speech import REPORT_BITS, STANCE
from envs.trusis.state import INBOX, State
from envs.trusis.turns import rounds_of

HEAD = 20
COLUMNS = 8
SPEECH_COLUMNS = 2
INBOX_PLACES = 3 * INBOX
PLACE = 2047
"""Above every place of an observation: under it compiled code knows that an index is not negative, and need not ask."""


def feature_count(n: int, talk: bool) -> int:
    """F: how many numbers one observation has at ``n`` seats."""
    plain = HEAD + COLUMNS * n
    return plain + SPEECH_COLUMNS * n + 2 * n * n + INBOX_PLACES if talk else plain


def observe(g: State, seat: int, out: Any) -> None:
    """Writes the observation of ``seat`` into ``out``, int8 of ``feature_count`` places."""
    observe_head(g, seat, out)
    observe_seats(g, seat, out)
    if g.rules.talk != TALK_NONE:
        observe_speech(g, seat, out, HEAD + COLUMNS * g.n)


def observe_head(g: State, seat: int, out: Any) -> None:
    """The table and the viewer's own affairs."""
    bit = 1 << seat
    out[0] = g.phase
    out[1] = min(g.day, 127)
    out[2] = g.round
    out[3] = rounds_of(g)
    out[4] = g.first
    out[5] = g.n
    out[6] = seat
    out[7] = g.role[seat]
    out[8] = TEAM_OF[g.role[seat]]
    out[9] = g.alive >> seat & 1
    out[10] = g.open >> seat & 1
    out[11] = g.rules.turn_actions - g.used[seat] if g.open & bit else 0
    out[12] = g.channel[seat]
    out[13] = g.passed >> seat & 1
    out[14] = g.spent >> seat & 1
    out[15] = 1 + g.hidden[seat]
    out[16] = 1 + g.power[seat]
    out[17] = 1 + g.extra[seat]
    out[18] = g.said[seat]
    out[19] = g.outcome


def observe_seats(g: State, viewer: int, out: Any) -> None:
    """The rows of the table: what ``viewer`` may know of each seat."""
    votes, alive, forfeited = visible_votes(g, viewer), g.alive, g.forfeited
    passed = g.passed if g.phase == DAY else g.passed & 1 << viewer
    for seat in range(g.n):
        at = HEAD + COLUMNS * seat
        out[at] = alive >> seat & 1
        out[at + 1] = passed >> seat & 1
        out[at + 2] = (votes >> seat & 1) * (1 + g.vote[seat])
        out[at + 3] = 1 + g.last_vote[seat]
        out[at + 4] = g.known[viewer][seat]
        out[at + 5] = g.shown[seat]
        out[at + 6] = forfeited >> seat & 1
        out[at + 7] = 1 if seat == viewer else 0


def visible_votes(g: State, viewer: int) -> int:
    """The seats whose current vote ``viewer`` has seen cast; the own one always."""
    own = 1 << viewer
    if g.phase == NIGHT:
        return g.everyone if g.trusis & g.alive & own else own
    return own if g.phase != DAY or g.rules.vote_visibility == AT_END else g.everyone


def observe_speech(g: State, seat: int, out: Any, at: int) -> None:
    """Public words of everybody, and the last private ones that the viewer heard."""
    at &= PLACE
    for other in range(g.n):
        out[at + 2 * other] = g.claim[other]
        out[at + 2 * other + 1] = 1 + g.promise[other]
    row = 2 * g.n
    for speaker in range(g.n):
        at = at + row & PLACE
        for target in range(g.n):
            word = g.word[speaker][target]
            out[at + 2 * target] = word & STANCE - 1
            out[at + 2 * target + 1] = word >> REPORT_BITS
    at = at + row & PLACE
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
    ("phase", 0, 2, "0 day, 1 night, 2 over"),
    ("day", 0, 127, "number of the day, from 1; 127 and above read 127"),
    ("round", 0, 99, "round of the phase, from 0"),
    ("rounds", 1, 100, "rounds of the phase"),
    ("first", 0, SEATS - 1, "seat that opens the rounds of this phase"),
    ("seats", 5, SEATS, "seats at the table"),
    ("seat", 0, SEATS - 1, "own seat"),
    ("role", 0, 13, "own role"),
    ("team", 0, 2, "own team: 0 humans, 1 trusis, 2 castaways"),
    ("alive", 0, 1, "whether the viewer lives"),
    ("owes", 0, 1, "whether the viewer owes a turn in this round"),
    ("actions_left", 0, 100, "actions left in the turn"),
    ("channel", 0, SEATS + 1, "0 public, 1 team, 2 + seat a whisper"),
    ("passed", 0, 1, "whether the viewer has passed in this phase"),
    ("spent", 0, 1, "whether a once-only power was used"),
    ("hidden", 0, SEATS, "1 + target of the own hidden vote, 0 none"),
    ("power", 0, SEATS, "1 + target of the own power, 0 none"),
    ("extra", 0, SEATS, "1 + target of the extra vote placed last night, 0 none"),
    ("said", 0, 100, "free messages sent in this turn"),
    ("outcome", 0, 6, "0 open, 1 humans, 2 trusis, 3 castaways, 4 draw, 5 void, 6 truncated"),
)
_COLUMNS = (
    ("seat_alive", 0, 1, "whether the seat lives"),
    ("seat_passed", 0, 1, "whether it has passed, as far as the viewer knows"),
    ("seat_vote", 0, SEATS, "1 + target of its current vote as the viewer saw it, 0 none"),
    ("seat_last_vote", 0, SEATS, "1 + target of its visible vote at the end of the last day, 0 none"),
    ("seat_known", 0, 18, "private knowledge: 0 none, 1 Trusis, 2 castaway, 3 neither, 4 not Trusis, 5 + role"),
    ("seat_shown", 0, 17, "revealed to all: 0 nothing, 1 + team, 4 + role"),
    ("seat_forfeited", 0, 1, "whether it only waits"),
    ("seat_is_self", 0, 1, "whether it is the viewer"),
)


def feature_table(n: int, talk: bool) -> tuple[Feature, ...]:
    """Names, ranges and meanings of all ``feature_count(n, talk)`` indices; its ranges are the bounds of the Box."""
    rows = [Feature(at, 1, 1, name, low, high, meaning) for at, (name, low, high, meaning) in enumerate(_HEAD)]
    rows += [Feature(HEAD + at, n, COLUMNS, *column) for at, column in enumerate(_COLUMNS)]
    if talk:
        rows += _speech_rows(n, HEAD + COLUMNS * n)
    return tuple(rows)


def _speech_rows(n: int, at: int) -> list[Feature]:
    pairs = at + 2 * n
    box = pairs + 2 * n * n
    return [
        Feature(at, n, 2, "claim", 0, 14, "1 + role last claimed in public, 0 none"),
        Feature(at + 1, n, 2, "promise", 0, SEATS, "1 + seat last promised a vote in public, 0 none"),
        Feature(pairs, n * n, 2, "report", 0, 18, "speaker by target: 1 + result last reported in public, 0 none"),
        Feature(pairs + 1, n * n, 2, "stance", 0, 2, "speaker by target: 1 accused, 2 defended, in public, last"),
        Feature(box, INBOX, 3, "inbox_speaker", 0, SEATS, "1 + speaker of a private act heard, newest first, 0 none"),
        Feature(box + 1, INBOX, 3, "inbox_target", 0, SEATS, "1 + its target, 0 none"),
        Feature(box + 2, INBOX, 3, "inbox_act", 0, 127, "1 + value + 20 * (claim, report, accuse, defend, promise)"),
    ]
