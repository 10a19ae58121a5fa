"""One short sentence of free text beside a speech act, for tables that talk in text. English only, and few words."""

from agents.agent import Request
from agents.scripted.trusis.turn import Turn
from envs.trusis.actions import ARGUMENT_OF, N_RESULTS, RESULTS, VERB_OF
from envs.trusis.codes import ACCUSE, CLAIM, DEFEND, REPORT, TO
from envs.trusis.roles import ROLE_IDS

FOUND = {
    "is_trusis": "{name} is a Trusis.",
    "is_castaway": "{name} is a castaway.",
    "neither": "{name} is neither Trusis nor castaway.",
    "not_trusis": "{name} was no Trusis.",
}


def line_for(request: Request, turn: Turn) -> str:
    """The sentence that goes with the first speech act of the turn; empty when nothing is said in public."""
    n = request.setup.players
    for action in turn.actions:
        verb, argument = VERB_OF[n][action], ARGUMENT_OF[n][action]
        if verb in (TO, TO - 1):
            return ""
        line = _sentence(request.names, verb, argument)
        if line:
            return line
    return ""


def _sentence(names: tuple[str, ...], verb: int, argument: int) -> str:
    if verb == CLAIM:
        return f"I am the {ROLE_IDS[argument].replace('_', ' ')}."
    if verb == REPORT:
        found = FOUND.get(RESULTS[argument % N_RESULTS], "")
        return found.format(name=_name(names, argument // N_RESULTS))
    if verb == ACCUSE:
        return f"I do not trust {_name(names, argument)}."
    return f"Leave {_name(names, argument)} alone." if verb == DEFEND else ""


def _name(names: tuple[str, ...], seat: int) -> str:
    return names[seat] if seat < len(names) else "that one"
