"""How one seat decides, in numbers: the heuristic's are the defaults, a trained policy brings its own.

Every number is plain, so that a search may move it and a file may keep it. What seats take to be *likely* stands in ``evidence``
and ``hunt`` instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Temper:
    """Shares are of cases, in [0, 1]; bars are compared with chances.

    ``first_fail_N``: how often evil fails the first mission on a team of N, where a Fail of few marks each of them (``many``: of
    more than three); ``later_fail``: any later one.
    ``approves_N``: the share of the best team's chance that the Nth team must have to be approved; the fifth always is.
    ``on_board``: what evil gives for just enough of its own on the team, in chances of looking good; ``at_brink_board``: times so
    much when the game may end; ``one_too_many``: what it takes off for each more.
    ``guided``: how much of Merlin's judgement is what he knows, and ``at_brink`` how much more at the brink; the rest is what he
    would think if he knew nothing, for the assassin is not to tell him from a good guesser. ``guileless``: how often he proposes
    as if he knew nothing, while little is at stake. ``shield_guided``: how much of Percival's judgement is what he knows; below 1
    he also speaks of wizards as of anybody, so that it does not show who they are.
    ``blends``: how often evil approves a team without evil that looks good to all. ``loyal``: how often it approves a team that
    it can make fail, however it looks; ``bold``: the same when the game may end.
    ``guilty``: how sure a good seat must be to accuse; ``guilty_to_a_shield``: Percival speaks sooner, so that the assassin looks
    at him. ``innocent``: how guilty one may seem for whom a good seat vouches, ``seems_innocent``: the same for evil.
    ``suspected``: how guilty one must look to all before one says to be good, as both sides do.
    ``slanders_from``: evil accuses good seats that look so many times as guilty as before the first mission.
    ``veil_votes``, ``veil_teams``: how much Merlin's votes and proposals give way to what looks unlike him (``hunt``), in chances
    for each unit of its scores; ``feints``: how often he accuses a good seat and vouches for an evil one.
    """

    first_fail_2: float = 0.3
    first_fail_3: float = 0.55
    first_fail_many: float = 0.7
    later_fail: float = 0.92
    approves_1: float = 0.97
    approves_2: float = 0.95
    approves_3: float = 0.88
    approves_4: float = 0.65
    hesitation: float = 0.12
    on_board: float = 0.45
    at_brink_board: float = 1.5
    one_too_many: float = 0.2
    guided: float = 0.25
    at_brink: float = 0.2
    guileless: float = 0.35
    shield_guided: float = 1.0
    blends: float = 0.75
    loyal: float = 0.3
    bold: float = 1.0
    guilty: float = 0.72
    guilty_to_a_shield: float = 0.55
    innocent: float = 0.12
    seems_innocent: float = 0.24
    suspected: float = 0.6
    slanders_from: float = 1.5
    veil_votes: float = 0.0
    veil_teams: float = 0.0
    feints: float = 0.0

    def first_fail(self, size: int) -> float:
        """How often evil fails the first mission on a team of ``size``."""
        return self.first_fail_2 if size == 2 else self.first_fail_3 if size == 3 else self.first_fail_many

    def approves_from(self, proposal: int) -> float:
        """The bar for the team at ``proposal``, which counts from 0."""
        bars = (self.approves_1, self.approves_2, self.approves_3, self.approves_4, 0.0)
        return bars[proposal]


PLAIN = Temper()
"""The heuristic's."""


def temper_of(settings: Mapping[str, float], of: str = "") -> Temper:
    """The heuristic's temper with the numbers replaced that ``settings`` has under their names with ``of`` before them."""
    names = [field.name for field in fields(Temper)]
    return replace(PLAIN, **{name: float(settings[of + name]) for name in names if of + name in settings})


BY_BOTH = ("approves_1", "approves_2", "approves_3", "approves_4", "suspected")
BY_GOOD = (
    *("guided", "at_brink", "guileless", "shield_guided", "guilty", "guilty_to_a_shield", "innocent"),
    *("veil_votes", "veil_teams", "feints"),
)
BY_EVIL = (
    *("first_fail_2", "first_fail_3", "first_fail_many", "later_fail", "on_board", "at_brink_board", "one_too_many"),
    *("blends", "loyal", "bold", "seems_innocent", "slanders_from"),
)
"""The numbers by which a side decides."""


def plain_settings(is_evil: bool, of: str = "") -> dict[str, float]:
    """The numbers of ``PLAIN`` by which a side decides, under the names that ``temper_of`` reads them by."""
    return {of + name: float(getattr(PLAIN, name)) for name in (*BY_BOTH, *(BY_EVIL if is_evil else BY_GOOD))}
