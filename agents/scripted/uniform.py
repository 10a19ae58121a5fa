"""The random agent: one uniformly random legal action a turn. It knows no game, so it plays all of them."""

from itertools import groupby
from random import Random

from agents.agent import Agent, Reply, Request, Say
from agents.roster import AgentSpec

LINES = ("Let us hear from everybody.", "I am not sure yet.", "Somebody here is lying.", "Watch the votes.")
_TURN_ONLY = Reply()


class UniformAgent:
    """Draws from ``request.legal`` with its own stream; reads nothing else of the request.

    ``by_verb`` draws the verb first: where speech acts far outnumber votes, uniform actions are nearly all talk.
    ``chat`` is the share of turns, where ``talk`` is ``text``, in which it also says a canned line.
    """

    def __init__(self, seed: int, by_verb: bool = False, chat: float = 0.0) -> None:
        self._random = Random(seed)
        self._by_verb = by_verb
        self._chat = chat

    async def act(self, request: Request) -> Reply:
        """One legal action, or nothing for a probe, for the end, or where nothing is legal."""
        if request.kind != "turn" or not request.legal:
            return _TURN_ONLY
        draw = self._random
        legal = self._one_verb(request) if self._by_verb else request.legal
        action = legal[int(draw.random() * len(legal))]
        if self._chat and request.setup.talk == "text" and draw.random() < self._chat:
            return Reply((action,), self._line(request))
        return Reply((action,))

    def _line(self, request: Request) -> tuple[Say, ...]:
        rules = request.setup.ruleset
        line = self._random.choice(LINES)[: rules.max_message_chars]
        return (Say(line),) if rules.max_messages > 0 else ()

    def _one_verb(self, request: Request) -> tuple[int, ...]:
        texts = request.actions.texts
        groups = [tuple(group) for _, group in groupby(request.legal, lambda index: texts[index].partition(":")[0])]
        return self._random.choice(groups)


def build(spec: AgentSpec, seed: int, by: str = "action", chat: float = 0.0) -> Agent:
    """The agent of a ``random`` spec."""
    return UniformAgent(seed, by == "verb", chat)
