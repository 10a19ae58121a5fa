"""The Lady of the Lake and the Lady of the Sea: one check before missions 3, 4 and 5 (rules.md B.5)."""

from envs.avalon.codes import CHECK, CHECK_BY_LADY
from envs.avalon.loyalty import exact_loyalty, look, showable_roles, shown_loyalty
from envs.avalon.options import SEA
from envs.avalon.roles import N_ROLES
from envs.avalon.state import State
from envs.avalon.turns import ask, first_time
from envs.engine.draw import below
from envs.engine.telling import count_seats

FIRST_QUEST = 2
DRAW_DECOY = 400


def draw(g: State, low: int, high: int) -> None:
    """Draws the evil role that a good role shows to the Lady of the Sea when it lies."""
    roles = showable_roles(g)
    g.decoy = -1
    left = below(low, high, DRAW_DECOY, max(count_seats(roles), 1))
    for role in range(N_ROLES):
        if roles >> role & 1:
            if left == 0:
                g.decoy = role
            left -= 1


def place(g: State) -> None:
    """The token lies to the right of the first leader."""
    g.token = (g.leader + g.n - 1) % g.n
    g.token_past = 1 << g.token


def offer_check(g: State) -> bool:
    """The holder must check somebody who has never held the token."""
    if g.proposal != 0 or g.quest < FIRST_QUEST or not first_time(g, CHECK_BY_LADY):
        return False
    return ask(g, CHECK_BY_LADY, g.token, CHECK, g.everyone & ~g.token_past, 0)


def check(g: State, seat: int, target: int) -> None:
    """The check; the token passes to the checked player."""
    g.token = target
    g.token_past |= 1 << target
    if g.rules.lady == SEA:
        look(g, seat, target, exact_loyalty(g, target), 1)
    else:
        look(g, seat, target, shown_loyalty(g, target), 0)
