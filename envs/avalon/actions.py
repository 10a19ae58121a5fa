"""The action table: index <-> (verb, argument) <-> text. Indices never change within a match or between versions."""

from functools import cache
from itertools import groupby

from envs.avalon.codes import MIN_PLAYERS, SEATS, Plot, Result, Verb
from envs.avalon.roles import N_GOOD, N_ROLES, ROLE_IDS
from envs.engine.actions import ActionTable, UnreadableAction

RESULTS = ("good", "evil", *(f"role:{role}" for role in ROLE_IDS))
"""What a claim, a report or an announcement can say, by ``Result``."""
N_RESULTS = len(RESULTS)
assert len(Result) + N_ROLES - 1 == N_RESULTS
PAIRS = tuple((low, high) for high in range(SEATS) for low in range(high))
"""Two seats by index; the pairs of a smaller table are a prefix."""
PAIR_LOW = tuple(low for low, _ in PAIRS)
PAIR_HIGH = tuple(high for _, high in PAIRS)

_PER_SEAT = {
    *(Verb.ADD, Verb.GIVE, Verb.FLIP, Verb.EXCLUDE, Verb.CHECK, Verb.EXPOSE, Verb.LOOK, Verb.TAKE, Verb.SHOW),
    *(Verb.SHOOT_MERLIN, Verb.SHOOT_GUINEVERE, Verb.SHOOT_CLERIC, Verb.TO, Verb.VOUCH, Verb.ACCUSE),
}
_WORDS = {
    Verb.BALLOT: ("approve", "reject"),
    Verb.CARD: ("success", "fail"),
    Verb.ANNOUNCE: tuple(f"announce:{result}" for result in RESULTS),
    Verb.PICK: tuple(f"pick:{plot.name.lower()}" for plot in Plot),
    Verb.SHOOT_LOVERS: tuple(f"shoot_lovers:{low}+{high}" for low, high in PAIRS),
    Verb.TO_PUBLIC: ("to:public",),
    Verb.TO_TEAM: ("to:team",),
    Verb.CLAIM: tuple(f"claim:{result}" for result in RESULTS),
    Verb.PROMISE: ("promise:approve", "promise:reject"),
}


def arguments(verb: Verb, n: int) -> int:
    """How many actions of ``verb`` there are at ``n`` seats."""
    if verb in _PER_SEAT:
        return n
    counts = {Verb.SHOOT_LOVERS: n * (n - 1) // 2, Verb.NAME: n * N_GOOD, Verb.REPORT: n * N_RESULTS}
    return counts.get(verb, len(_WORDS.get(verb, ("",))))


def action_text(verb: Verb, argument: int) -> str:
    """``add:3``, ``approve``, ``report:2=role:morgana``, ``name:4=merlin``."""
    name = verb.name.lower()
    if verb in _WORDS:
        return _WORDS[verb][argument]
    if verb == Verb.REPORT:
        return f"report:{argument // N_RESULTS}={RESULTS[argument % N_RESULTS]}"
    if verb == Verb.NAME:
        return f"name:{argument // N_GOOD}={ROLE_IDS[argument % N_GOOD]}"
    return f"{name}:{argument}" if verb in _PER_SEAT else name


def _offsets(n: int) -> tuple[int, ...]:
    starts = [0]
    for verb in Verb:
        starts.append(starts[-1] + arguments(verb, n))
    return tuple(starts)


OFFSET_OF = tuple(_offsets(max(n, MIN_PLAYERS)) for n in range(SEATS + 1))
"""OFFSET_OF[n][verb]: first index of a verb; OFFSET_OF[n][-1] is the size with talk."""
N_ACTIONS_MAX = OFFSET_OF[SEATS][-1]


def _column(n: int, argument: bool) -> tuple[int, ...]:
    pairs = [(verb, arg) for verb in Verb for arg in range(arguments(verb, max(n, MIN_PLAYERS)))]
    values = [arg if argument else int(verb) for verb, arg in pairs]
    return tuple(values + [0] * (N_ACTIONS_MAX - len(values)))


VERB_OF = tuple(_column(n, argument=False) for n in range(SEATS + 1))
"""VERB_OF[n][index]"""
ARGUMENT_OF = tuple(_column(n, argument=True) for n in range(SEATS + 1))
"""ARGUMENT_OF[n][index]: seat, result or pair; ``seat * N_RESULTS + result`` of a report, ``seat * N_GOOD + role`` of a name."""


@cache
def action_table(n: int, talk: bool) -> ActionTable:
    """The table at ``n`` seats. Without talk it is the prefix that holds no speech, so indices agree."""
    verbs = [verb for verb in Verb if talk or verb < Verb.TO_PUBLIC]
    texts = [action_text(verb, arg) for verb in verbs for arg in range(arguments(verb, n))]
    return ActionTable(tuple(texts), tuple(_groups(texts)))


def _groups(texts: list[str]) -> list[tuple[str, int, int]]:
    found, at = [], 0
    for word, run in groupby(texts, key=lambda text: text if text.startswith("to:p") else text.partition(":")[0]):
        end = at + len(list(run))
        found.append((word, at, end))
        at = end
    return found


def action_index(n: int, verb: int, argument: int = 0) -> int:
    """Index of (verb, argument) at ``n`` seats."""
    return OFFSET_OF[n][verb] + argument


def propose_text(text: str) -> list[str]:
    """The single picks of a whole team as models write it: ``propose:2,0,4`` -> ``add:0``, ``add:2``, ``add:4``.

    Blanks and any order are forgiven. Raises ``UnreadableAction`` unless the text is ``propose:`` and seats, each once.
    """
    word, _, rest = text.strip().lower().partition(":")
    parts = [part.strip() for part in rest.split(",")]
    if word != "propose" or not all(part.isascii() and part.isdigit() for part in parts):
        raise UnreadableAction(f"'{text.strip()}' is no proposal; write the whole team like propose:0,2,4")
    seats = sorted(int(part) for part in parts)
    if len(set(seats)) != len(seats):
        raise UnreadableAction(f"'{text.strip()}' names a seat twice; write each seat once like propose:0,2,4")
    return [f"add:{seat}" for seat in seats]
