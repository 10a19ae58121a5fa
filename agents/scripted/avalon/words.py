"""One short sentence of free text beside a speech act, for tables that talk in text. English only, and few words."""

from agents.agent import Request
from agents.scripted.avalon.turn import Turn
from envs.avalon.actions import ARGUMENT_OF, N_RESULTS, RESULTS, VERB_OF
from envs.avalon.codes import ACCUSE, CLAIM, PROMISE, REPORT, VOUCH


def line_for(request: Request, turn: Turn) -> str:
    """The sentence that goes with the first speech act of the turn; empty when there is none."""
    n = request.setup.players
    for action in turn.actions:
        line = _sentence(request.names, VERB_OF[n][action], ARGUMENT_OF[n][action])
        if line:
            return line
    return ""


def _sentence(names: tuple[str, ...], verb: int, argument: int) -> str:
    if verb == CLAIM:
        return f"I am {_result(argument)}."
    if verb == REPORT:
        return f"{_name(names, argument // N_RESULTS)} is {_result(argument % N_RESULTS)}, I have seen it."
    if verb == ACCUSE:
        return f"I would not send {_name(names, argument)}."
    if verb == VOUCH:
        return f"I would go with {_name(names, argument)}."
    if verb == PROMISE:
        return "This team does not convince me." if argument else "This team is fine with me."
    return ""


def _result(result: int) -> str:
    word = RESULTS[result].replace("_", " ")
    return f"the {word.partition(':')[2]}" if ":" in word else word


def _name(names: tuple[str, ...], seat: int) -> str:
    return names[seat] if seat < len(names) else "that one"
