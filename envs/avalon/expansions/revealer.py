"""The Revealer becomes public after the second failure (rules.md B.10, B.15 8)."""

from envs.avalon.codes import FAILURE, QUESTS
from envs.avalon.roles import IS_REVEALER, TRAITS_OF
from envs.avalon.state import State
from envs.avalon.turns import reveal

LIMIT = 2


def step_forward(g: State) -> None:
    """At the second failure; a hidden one counts only where the ruleset lets it tell."""
    count = g.failures
    if g.rules.witch_hides_revealer:
        count = visible_failures(g)
    for seat in range(g.n):
        if count >= LIMIT and TRAITS_OF[g.role[seat]] & IS_REVEALER and not g.shown[seat]:
            reveal(g, seat)


def visible_failures(g: State) -> int:
    """Failures that everybody has seen."""
    count = 0
    for quest in range(QUESTS):
        count += g.results[quest] == FAILURE
    return count
