"""The action table: index <-> (verb, argument) <-> text. Indices of one table size are the same in every match."""

from functools import cache

from envs.engine.actions import ActionTable
from envs.trusis.codes import MIN_PLAYERS, SEATS, Result, Verb
from envs.trusis.roles import N_ROLES, ROLE_IDS

RESULTS = tuple(result.name.lower() for result in list(Result)[:4]) + tuple(f"role:{role}" for role in ROLE_IDS)
N_RESULTS = len(RESULTS)

_PER_SEAT = {Verb.VOTE, Verb.HIDDEN_VOTE, Verb.POWER, Verb.TO, Verb.ACCUSE, Verb.DEFEND, Verb.PROMISE}
_WORDS = {Verb.TO_PUBLIC: "to:public", Verb.TO_TEAM: "to:team"}


def arguments(verb: Verb, n: int) -> int:
    """How many actions of ``verb`` there are at ``n`` seats."""
    if verb in _PER_SEAT:
        return n
    return {Verb.CLAIM: N_ROLES, Verb.REPORT: n * N_RESULTS}.get(verb, 1)


def action_text(verb: Verb, argument: int, n: int) -> str:
    """``vote:3``, ``report:2=role:oracle``, ``end_turn``."""
    name = _WORDS.get(verb, verb.name.lower())
    if verb == Verb.CLAIM:
        return f"claim:{ROLE_IDS[argument]}"
    if verb == Verb.REPORT:
        return f"report:{argument // N_RESULTS}={RESULTS[argument % N_RESULTS]}"
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
"""ARGUMENT_OF[n][index]: a seat, a role, or ``seat * N_RESULTS + result`` for a report."""


@cache
def action_table(n: int, talk: bool) -> ActionTable:
    """The table at ``n`` seats. Without talk it is the prefix that holds no speech, so indices agree."""
    verbs = [verb for verb in Verb if talk or verb < Verb.TO_PUBLIC]
    texts = [action_text(verb, arg, n) for verb in verbs for arg in range(arguments(verb, n))]
    groups = [(_WORDS.get(verb, verb.name.lower()), OFFSET_OF[n][verb], OFFSET_OF[n][verb + 1]) for verb in verbs]
    return ActionTable(tuple(texts), tuple(groups))


def action_index(n: int, verb: int, argument: int = 0) -> int:
    """Index of (verb, argument) at ``n`` seats."""
    return OFFSET_OF[n][verb] + argument
