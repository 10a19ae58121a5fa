"""How a language model can fail a question. Each is told to the model as a sentence, and counted by its ``fault``."""

from agents.agent import AgentFault


class Slip(AgentFault):
    """A reply that cannot be taken; asking again may help.

    ``fault`` is one of ``unreadable``, ``ambiguous``, ``illegal``, ``empty``, ``truncated``, ``refused``.
    """


class EmptyContent(Slip):
    """The server answered without an answer: all tokens went into thinking, or nothing came at all."""

    def __init__(self, finish_reason: str | None) -> None:
        super().__init__("empty", f"empty_content({finish_reason}): the reply holds no text; answer with the JSON object")
        self.finish_reason = finish_reason


class BudgetSpent(AgentFault):
    """The match may make no further calls; the seat is played by the fallback from here on."""

    def __init__(self, sentence: str) -> None:
        super().__init__("budget", sentence)
