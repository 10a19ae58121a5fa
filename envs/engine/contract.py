"""The names of the rules contract, for code that serves every game: ``link`` puts a game's own functions in their place.

Called as they stand they raise, so that code linked to no game cannot play one.
"""

from typing import Any, NoReturn


def _unbound() -> NoReturn:
    raise NotImplementedError("a function of the rules contract was called without a game; link() binds it")


def deal(g: Any, low: int, high: int) -> None:
    """Deals the cards of ``g`` from the two halves of a seed and opens the match."""
    _unbound()


def to_act(g: Any) -> int:
    """Bit set of the seats that owe a turn in this round."""
    _unbound()


def next_to_act(g: Any) -> int:
    """The seat whose turn it is when one acts at a time, -1 when nobody owes one."""
    _unbound()


def may(g: Any, seat: int, action: int) -> bool:
    """Whether ``seat`` may take ``action`` now: the one legality test."""
    _unbound()


def legal(g: Any, seat: int, mask: Any) -> None:
    """Writes ``may`` for every action into ``mask``, int8."""
    _unbound()


def act(g: Any, seat: int, action: int) -> None:
    """One legal action; what follows from a finished round waits for ``advance``."""
    _unbound()


def unsettled(g: Any) -> bool:
    """Whether the table has to advance before anybody can act again."""
    _unbound()


def advance(g: Any) -> None:
    """One thing that the table does by itself."""
    _unbound()


def observe(g: Any, seat: int, out: Any) -> None:
    """Writes the numeric observation of ``seat`` into ``out``, int8."""
    _unbound()


def is_over(g: Any) -> bool:
    """Whether the match has ended."""
    _unbound()


def may_say(g: Any, seat: int, channel: int) -> bool:
    """Whether ``seat`` may send a free message on ``channel``."""
    _unbound()


def say(g: Any, seat: int, channel: int) -> None:
    """Records that a free message was sent."""
    _unbound()


def forfeit(g: Any, seat: int) -> None:
    """From now on ``seat`` only waits."""
    _unbound()


def returns(g: Any, out: Any) -> None:
    """``out[seat]``: +1 for the winners, -1 for the others, 0 for neither or while play goes on."""
    _unbound()


def is_truncated(g: Any) -> bool:
    """Whether the match was cut by a limit rather than decided."""
    _unbound()


def potential(g: Any, seat: int) -> int:
    """How well the team of ``seat`` stands, in hundredths from -100 to 100: the potential of shaped rewards."""
    _unbound()


def baseline(obs: Any, mask: Any, number: int) -> int:
    """What the game's plain scripted bot does, from the observation and mask of its seat; ``number`` in [0, 2**32) is chance."""
    _unbound()
