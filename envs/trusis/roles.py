"""The fourteen roles as rows of known verbs (rules.md A.3). A new role made of these verbs is one more row."""

from dataclasses import dataclass
from enum import IntEnum

from envs.trusis.codes import Team


class Power(IntEnum):
    """What a role can choose to do."""

    NONE = 0
    KILL_VOTE = 1
    SWEEP = 2
    SHIELD = 3
    ADD_VOTE = 4
    REVIVE = 5
    DIVINE = 6
    BLAST = 7
    HIDDEN_VOTE = 8


class Report(IntEnum):
    """What a role is told without asking."""

    NONE = 0
    DAY_DEATH_SIDE = 1
    NIGHT_DEATH_ROLE = 2


class Knows(IntEnum):
    """Whom a role knows from the start."""

    TRUSIS = 1
    GRAVE_DIGGERS = 2


@dataclass(frozen=True, slots=True)
class Role:
    """One role: its id, its team and its verbs by day, by night and at the graves.

    ``own_timing`` is the single phase that ``knight_timing: per_role`` leaves to a knight. ``restrains_parity``: see A.11, 1.
    """

    id: str
    team: Team
    day: Power = Power.NONE
    night: Power = Power.NONE
    report: Report = Report.NONE
    knows: tuple[Knows, ...] = ()
    own_timing: str = ""
    restrains_parity: bool = False


ROLES = (
    Role("human", Team.HUMANS),
    Role("sweeper", Team.HUMANS, night=Power.SWEEP),
    Role("gravekeeper", Team.HUMANS, report=Report.DAY_DEATH_SIDE),
    Role("priest", Team.HUMANS, night=Power.SHIELD, restrains_parity=True),
    Role("wise_woman", Team.HUMANS, night=Power.ADD_VOTE, restrains_parity=True),
    Role("white_knight", Team.HUMANS, day=Power.REVIVE, night=Power.REVIVE, own_timing="night"),
    Role("trusis", Team.TRUSIS, night=Power.KILL_VOTE, knows=(Knows.TRUSIS,)),
    Role("butcher", Team.TRUSIS),
    Role("illusionist", Team.TRUSIS, day=Power.HIDDEN_VOTE),
    Role("oracle", Team.TRUSIS, night=Power.DIVINE),
    Role("black_knight", Team.TRUSIS, day=Power.REVIVE, night=Power.REVIVE, own_timing="day"),
    Role("kamikaze", Team.TRUSIS, night=Power.BLAST),
    Role("grave_digger", Team.TRUSIS, report=Report.NIGHT_DEATH_ROLE, knows=(Knows.TRUSIS, Knows.GRAVE_DIGGERS)),
    Role("castaway", Team.CASTAWAYS),
)
ROLE_IDS = tuple(role.id for role in ROLES)
N_ROLES = len(ROLES)

# What the rules index: TEAM_OF[g.role[seat]].
TEAM_OF = tuple(int(role.team) for role in ROLES)
DAY_POWER = tuple(int(role.day) for role in ROLES)
NIGHT_POWER = tuple(int(role.night) for role in ROLES)
REPORT_OF = tuple(int(role.report) for role in ROLES)
KNOWS_TRUSIS = tuple(int(Knows.TRUSIS in role.knows) for role in ROLES)
KNOWS_DIGGERS = tuple(int(Knows.GRAVE_DIGGERS in role.knows) for role in ROLES)
NOT_BY_DAY = tuple(int(role.own_timing == "night") for role in ROLES)
NOT_BY_NIGHT = tuple(int(role.own_timing == "day") for role in ROLES)
RESTRAINS_PARITY = tuple(int(role.restrains_parity) for role in ROLES)

(NO_POWER, KILL_VOTE, SWEEP, SHIELD, ADD_VOTE, REVIVE, DIVINE, BLAST, HIDE_VOTE) = (int(power) for power in Power)
DAY_DEATH_SIDE, NIGHT_DEATH_ROLE = int(Report.DAY_DEATH_SIDE), int(Report.NIGHT_DEATH_ROLE)


def role_index(role_id: str) -> int:
    """Index of a role by id. Raises ValueError that names the known roles."""
    if role_id not in ROLE_IDS:
        raise ValueError(f"no Trusis role is called '{role_id}'; known roles: {', '.join(sorted(ROLE_IDS))}")
    return ROLE_IDS.index(role_id)
