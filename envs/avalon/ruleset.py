"""The ruleset of Avalon: the keys of rules.md B.2 and B.15, presets, suggested sets of roles and the checks of a setup."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from envs.avalon.codes import MIN_PLAYERS, SEATS, Expansion, Team
from envs.avalon.roles import ROLE_IDS, ROLES, TEAM_OF, TRAITS_OF, Trait, role_index
from envs.avalon.state import Rules

ACTIONS_PER_TURN = {"none": 1, "acts": 3, "text": 6}
EVIL_COUNT = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""Evil players by table size (B.1)."""
EXPANSION_IDS = tuple(expansion.name.lower() for expansion in Expansion if expansion.name)
TRAPPER_SEATS = (8, 10)


class Ruleset(BaseModel):
    """One edition of the rules. Defaults are those of the printed game; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fifth_proposal: Literal["vote", "forced"] = "vote"
    assassin: Literal["role", "random_evil", "collective"] = "role"
    excalibur_self: bool = False
    lovers_strict: bool = True
    witch_hides_revealer: bool = True
    lancelot_variant: Literal["site", "v1", "v2", "v3"] = "site"
    plot_deck: Literal["site", "ubg"] = "site"
    lady: Literal["none", "lake", "sea"] = Field(default="none", description="which Lady; 'none' with the expansion: lake")
    announcements: Literal["free", "truthful"] = "free"
    anonymous_voting: bool = False
    hidden_history: bool = False
    duplicates: bool = Field(default=False, description="allow several of one special role")
    whispers: bool = True
    evil_channel: bool = False
    talk: Literal["none", "acts", "text"] = "acts"
    talk_rounds: int = Field(default=1, ge=1, le=100)
    conduct: Literal["flag", "redact", "forfeit"] = "flag"
    turn_actions: int | None = Field(default=None, ge=1, le=100, description="None: 1, 3 or 6 by talk")
    max_messages: int = Field(default=2, ge=0, le=100)
    max_message_chars: int = Field(default=500, ge=1, le=100_000)

    @property
    def actions_per_turn(self) -> int:
        """``turn_actions``, or its default for the kind of talk (design.md section 4)."""
        return self.turn_actions or ACTIONS_PER_TURN[self.talk]


PRINTED = Ruleset()
PRESETS: dict[str, Ruleset] = {
    "printed": PRINTED,
    "online": PRINTED.model_copy(update={"fifth_proposal": "forced", "assassin": "random_evil"}),
}


def write_rules(ruleset: Ruleset, expansions: Sequence[str], rules: Rules) -> None:
    """Fills the state's numbers from the words of ``ruleset``; the Lady's expansion without a choice is the Lady of the Lake."""
    for name in vars(rules):
        value = ruleset.actions_per_turn if name == "turn_actions" else getattr(ruleset, name)
        setattr(rules, name, _number(name, value))
    if "lady" in expansions and ruleset.lady == "none":
        rules.lady = _number("lady", "lake")


def _number(name: str, value: Any) -> int:
    if not isinstance(value, str):
        return int(value)
    words = get_args(Ruleset.model_fields[name].annotation)
    return int(words.index(value))


# --- suggested sets -------------------------------------------------------------------------------------------------

_SETS = {
    "site": {
        5: "merlin percival servant mordred morgana",
        6: "merlin percival servant*2 mordred morgana",
        7: "merlin percival servant*2 mordred morgana minion",
        8: "merlin percival servant*3 mordred morgana minion",
        9: "merlin percival tristan isolde servant*2 mordred morgana minion",
        10: "merlin percival tristan isolde servant*2 mordred morgana minion oberon",
    },
    "printed": {
        5: "merlin percival servant morgana assassin",
        6: "merlin percival servant*2 morgana assassin",
        7: "merlin percival servant*2 morgana assassin oberon",
        8: "merlin percival servant*3 morgana assassin mordred",
        9: "merlin percival servant*4 morgana assassin mordred",
        10: "merlin percival servant*4 morgana assassin mordred oberon",
    },
}
SITE_LADY_TABLES = (7, 8, 10)
"""Table sizes at which the site suggests the Lady of the Lake with its set (B.3)."""
_EXPANSION_ROLES = {
    "lancelots": ("good_lancelot", "evil_lancelot"),
    "cleric": ("cleric",),
    "revealer": ("revealer",),
    "witch": ("witch",),
}
_REPLACED_FIRST = ("servant", "minion", "oberon", "mordred", "morgana", "percival")


def role_set(name: str, n: int) -> tuple[str, ...]:
    """The suggested set ``site`` (B.3) or ``printed`` (at 5 the set most research uses) at ``n`` seats.

    Raises ValueError outside 5 to 10 players or for another name.
    """
    check_player_count(n)
    if name not in _SETS:
        raise ValueError(f"no set of roles is called '{name}'; known sets: {', '.join(_SETS)}")
    return tuple(role for word in _SETS[name][n].split() for role in _repeated(word))


def suggested_expansions(n: int) -> tuple[str, ...]:
    """What the site suggests to add to its set at ``n`` seats."""
    check_player_count(n)
    return ("lady",) if n in SITE_LADY_TABLES else ()


def _repeated(word: str) -> list[str]:
    role, _, times = word.partition("*")
    return [role] * int(times or 1)


def recommended_roles(n: int) -> tuple[str, ...]:
    """The set of the default preset at ``n`` seats. Raises ValueError outside 5 to 10."""
    return role_set("printed", n)


def complete(
    roles: Sequence[str] | None, n: int, ruleset: Ruleset, expansions: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Roles and expansions of a match: roles bring their expansions, and without a choice of roles expansions bring theirs.

    Raises ValueError for what cannot be combined, in one sentence.
    """
    check_player_count(n)
    parts = set(expansions)
    chosen = tuple(roles) if roles is not None else _with_expansions(role_set(_set_for(ruleset), n), parts)
    parts |= {part for part, needed in _EXPANSION_ROLES.items() if set(needed) & set(chosen)}
    if ruleset.lady != "none":
        parts.add("lady")
    check_expansions(chosen, n, parts)
    return chosen, tuple(part for part in EXPANSION_IDS if part in parts)


def _set_for(ruleset: Ruleset) -> str:
    return "printed" if ruleset.assassin == "role" else "site"


def _with_expansions(base: tuple[str, ...], parts: set[str]) -> tuple[str, ...]:
    roles = list(base)
    for part in EXPANSION_IDS:
        for role in _EXPANSION_ROLES.get(part, ()) if part in parts else ():
            roles[_place_for(role, roles)] = role
    if "percival" not in roles and "morgana" in roles:
        roles[roles.index("morgana")] = "minion"
    return tuple(roles)


def _place_for(role: str, roles: list[str]) -> int:
    """The least wanted card of the same side."""
    for spare in _REPLACED_FIRST:
        if spare in roles and team_of(spare) == team_of(role):
            return roles.index(spare)
    raise ValueError(f"no card of the suggested set can make room for '{role}'; give the roles yourself")


# --- checks ---------------------------------------------------------------------------------------------------------


def check_player_count(n: int) -> None:
    """Raises ValueError unless 5 <= n <= 10."""
    if not MIN_PLAYERS <= n <= SEATS:
        raise ValueError(f"Avalon seats {MIN_PLAYERS} to {SEATS} players, not {n}")


def check_expansions(roles: Sequence[str], n: int, parts: set[str]) -> None:
    """Raises ValueError for expansions that do not fit the table, each other or the roles (B.11)."""
    if "trapper" in parts and (n < TRAPPER_SEATS[0] or "plot_cards" in parts):
        found = f"{n} players" + (" and Plot Cards" if "plot_cards" in parts else "")
        raise ValueError(f"the Trapper needs 8 to 10 players and excludes Plot Cards; got {found}")
    for part, needed in _EXPANSION_ROLES.items():
        missing = [role for role in needed if role not in roles]
        if part in parts and missing:
            raise ValueError(f"the expansion '{part}' needs the role '{missing[0]}' among the roles; got {', '.join(roles)}")


def check_roles(roles: Sequence[str], n: int, ruleset: Ruleset) -> list[str]:
    """Advice that the set of roles goes against, one sentence each.

    Raises ValueError for a set that cannot be played: wrong size or sides, an unknown role, a role without those it needs,
    duplicates of special roles unless ``duplicates``.
    """
    check_player_count(n)
    indices = [role_index(role) for role in roles]
    if len(indices) != n:
        raise ValueError(f"{n} players need {n} roles, got {len(indices)}")
    _check_sides(indices, n)
    _check_duplicates(roles, ruleset)
    for needed, present, sentence in _DEPENDENCIES:
        if needed & set(roles) and not present(set(roles)):
            raise ValueError(f"{sentence}; got {', '.join(roles)}")
    _check_assassin(indices, ruleset)
    return _advice(roles, ruleset)


def _check_sides(indices: list[int], n: int) -> None:
    evil = sum(TEAM_OF[role] == Team.EVIL for role in indices)
    if evil != EVIL_COUNT[n]:
        wanted = f"{n - EVIL_COUNT[n]} good and {EVIL_COUNT[n]} evil roles"
        raise ValueError(f"{n} players need {wanted}, got {n - evil} good and {evil} evil")


_NEVER_TWICE = {"witch", "good_lancelot", "evil_lancelot"}


def _check_duplicates(roles: Sequence[str], ruleset: Ruleset) -> None:
    for role, count in Counter(roles).items():
        if count > 1 and role not in ("servant", "minion") and (not ruleset.duplicates or role in _NEVER_TWICE):
            raise ValueError(f"the role '{role}' may be in play once, got {count}")


_MERLINS = {"merlin", "merlin_pure"}
_KNIGHTS = {"good_lancelot", "evil_lancelot"}
_DEPENDENCIES: tuple[tuple[set[str], Callable[[set[str]], object], str], ...] = (
    (_MERLINS, lambda have: not have >= _MERLINS, "the roles 'merlin' and 'merlin_pure' exclude each other"),
    ({"percival", "mordred"}, lambda have: _MERLINS & have, "the roles 'percival' and 'mordred' need 'merlin' or 'merlin_pure'"),
    ({"morgana"}, lambda have: _MERLINS & have and "percival" in have, "the role 'morgana' needs a Merlin and 'percival'"),
    ({"tristan", "isolde"}, lambda have: {"tristan", "isolde"} <= have, "the roles 'tristan' and 'isolde' come together"),
    (_KNIGHTS, lambda have: have >= _KNIGHTS, "the roles 'good_lancelot' and 'evil_lancelot' come together"),
    ({"guinevere"}, lambda have: have >= _KNIGHTS, "the role 'guinevere' needs 'good_lancelot' and 'evil_lancelot'"),
)
"""What the settings of the site enforce (B.3): roles, the condition on the whole set, the sentence when it does not hold."""
_SHOT_AT = Trait.MERLIN | Trait.TRISTAN | Trait.GUINEVERE | Trait.CLERIC


def _check_assassin(indices: list[int], ruleset: Ruleset) -> None:
    traits = Trait.NONE
    for role in indices:
        traits |= Trait(TRAITS_OF[role])
    if ruleset.assassin == "role" and traits & _SHOT_AT and not traits & Trait.SHOOTS:
        raise ValueError("with assassin 'role' somebody must hold the role 'assassin'; add it or set assassin to 'random_evil'")


def _advice(roles: Sequence[str], ruleset: Ruleset) -> list[str]:
    if "assassin" in roles and ruleset.assassin != "role":
        return [f"with assassin '{ruleset.assassin}' the role 'assassin' is a plain evil role"]
    return []


def team_of(role_id: str) -> Team:
    """Team of a role by id."""
    return ROLES[role_index(role_id)].team


def expansion_bits(names: Sequence[str]) -> int:
    """The expansions as the state holds them."""
    return sum(1 << EXPANSION_IDS.index(name) for name in names)


assert len(ROLE_IDS) == len(ROLES)
