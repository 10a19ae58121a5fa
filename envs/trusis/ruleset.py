"""The ruleset of Trusis: every key of rules.md A.11 that can be set, its presets, and the checks of a set of roles (A.2)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from envs.trusis.codes import MIN_PLAYERS, SEATS, Team
from envs.trusis.roles import NIGHT_POWER, ROLE_IDS, ROLES, TEAM_OF, Power, role_index
from envs.trusis.state import Rules, State
from envs.trusis.victory import eliminated_others, has_majority, humans_reached

VoteLock = Literal["on_pass", "end_of_phase"]
ACTIONS_PER_TURN = {"none": 1, "acts": 3, "text": 6}


class Ruleset(BaseModel):
    """One edition of the rules. Defaults are those of rules.md A.11; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    majority: Literal["strict", "parity", "parity_unless_priest_or_wise_woman"] = "strict"
    trusis_scope: Literal["role", "team"] = "role"
    castaways_in_majority: Literal["excluded", "counted"] = "excluded"
    castaway_override: Literal["win", "void"] = "win"
    priest_self: bool = False
    wise_woman_self: bool = False
    wise_woman_mode: Literal["against_target", "double_target", "own_second_vote"] = "against_target"
    knight_timing: Literal["any", "per_role"] = "any"
    knight_dies: Literal["end", "now"] = "end"
    knight_uses: Literal["per_life", "once"] = "per_life"
    day_vote_lock: VoteLock = "on_pass"
    night_vote_lock: VoteLock = "on_pass"
    gravekeeper_scope: Literal["all_day_deaths", "executed"] = "all_day_deaths"
    grave_digger_scope: Literal["trusis_vote", "all_night_deaths"] = "trusis_vote"
    illusionist_single: Literal["visible_counts", "never"] = "visible_counts"
    night_targets: Literal["any_other", "non_trusis"] = "any_other"
    simultaneous_win: Literal["humans", "trusis", "draw"] = "humans"
    stalemate_cycles: int = Field(default=5, ge=1, le=1000)
    max_days: int = Field(default=30, ge=1, le=1000)
    pending_revival_blocks_win: bool = False
    strict_setup: bool = False
    dead_chat: Literal["all", "public", "none"] = "all"
    vote_visibility: Literal["live", "end"] = "live"
    reveal_on_death: Literal["none", "team", "role"] = "none"
    trusis_channel: bool = True
    timeout: Literal["keep", "drop"] = "keep"
    day_rounds: int = Field(default=3, ge=1, le=100)
    night_rounds: int = Field(default=2, ge=1, le=100)
    talk: Literal["none", "acts", "text"] = "acts"
    conduct: Literal["flag", "redact", "forfeit"] = "flag"
    turn_actions: int | None = Field(default=None, ge=1, le=100, description="None: 1, 3 or 6 by talk")
    max_messages: int = Field(default=2, ge=0, le=100)
    max_message_chars: int = Field(default=500, ge=1, le=100_000)

    @property
    def actions_per_turn(self) -> int:
        """``turn_actions``, or its default for the kind of talk (design.md section 4)."""
        return self.turn_actions or ACTIONS_PER_TURN[self.talk]


CURRENT = Ruleset()
PRESETS: dict[str, Ruleset] = {
    "current": CURRENT,
    "fr": CURRENT.model_copy(update={"priest_self": True, "wise_woman_self": True, "day_vote_lock": "end_of_phase"}),
    "bga_wiki_en": CURRENT.model_copy(update={"castaways_in_majority": "counted"}),
    "pl": CURRENT.model_copy(
        update={
            "castaways_in_majority": "counted",
            "knight_timing": "per_role",
            "priest_self": True,
            "wise_woman_self": True,
            "day_vote_lock": "end_of_phase",
            "night_vote_lock": "end_of_phase",
        }
    ),
}


def write_rules(ruleset: Ruleset, rules: Rules) -> None:
    """Fills the state's numbers from the words of ``ruleset``."""
    for name in vars(rules):
        value = ruleset.actions_per_turn if name == "turn_actions" else getattr(ruleset, name)
        setattr(rules, name, _number(name, value))


def _number(name: str, value: Any) -> int:
    if not isinstance(value, str):
        return int(value)
    words = get_args(Ruleset.model_fields[name].annotation)
    return int(words.index(value))


_SPECIALS = "sweeper gravekeeper priest wise_woman white_knight"
_RECOMMENDED = {
    5: "trusis human*2 sweeper priest",
    6: "trusis butcher human*2 sweeper priest",
    7: "trusis*2 human*3 sweeper priest",
    8: "trusis*2 castaway human*2 sweeper gravekeeper priest",
    9: "trusis*2 castaway human*2 sweeper gravekeeper priest wise_woman",
    10: "trusis*2 oracle castaway human*2 sweeper gravekeeper priest wise_woman",
    11: f"trusis*3 illusionist castaway human {_SPECIALS}",
    12: f"trusis*3 illusionist castaway human*2 {_SPECIALS}",
    13: f"trusis*3 illusionist kamikaze castaway human*2 {_SPECIALS}",
    14: f"trusis*3 oracle kamikaze castaway human*3 {_SPECIALS}",
    15: f"trusis*4 illusionist grave_digger castaway human*3 {_SPECIALS}",
    16: f"trusis*4 oracle black_knight castaway human*4 {_SPECIALS}",
    17: f"trusis*4 oracle black_knight castaway human*5 {_SPECIALS}",
    18: f"trusis*4 oracle black_knight kamikaze castaway human*5 {_SPECIALS}",
    19: f"trusis*5 illusionist black_knight castaway human*6 {_SPECIALS}",
    20: f"trusis*5 oracle black_knight kamikaze castaway human*6 {_SPECIALS}",
}


def recommended_roles(n: int) -> tuple[str, ...]:
    """The recommended set at ``n`` seats (rules.md A.2; 17 to 20 continue its pattern). Raises ValueError outside 5 to 20."""
    check_player_count(n)
    return tuple(role for word in _RECOMMENDED[n].split() for role in _repeated(word))


def basic_roles(n: int) -> tuple[str, ...]:
    """The plain set that beginners play at 8 seats: Humans, two Trusis, one Sweeper (rules.md A.2). Raises ValueError."""
    if n != 8:
        raise ValueError(f"the basic set is for 8 players, not {n}")
    return ("trusis",) * 2 + ("human",) * 5 + ("sweeper",)


def _repeated(word: str) -> list[str]:
    role, _, times = word.partition("*")
    return [role] * int(times or 1)


def check_player_count(n: int) -> None:
    """Raises ValueError unless 5 <= n <= 20."""
    if not MIN_PLAYERS <= n <= SEATS:
        raise ValueError(f"Trusis seats {MIN_PLAYERS} to {SEATS} players, not {n}")


def recommended_trusis(n: int) -> int:
    """How many Role.TRUSIS cards the rules advise at ``n`` seats: 2 from 7, 3 from 11, and so on (A.2)."""
    return 1 + max(0, (n - 3) // 4)


def check_roles(roles: Sequence[str], n: int, ruleset: Ruleset) -> list[str]:
    """Advice that the set of roles goes against, one sentence each.

    Raises ValueError for a set that cannot be played: wrong size, unknown role, no Role.TRUSIS, no Human-team card, a win
    condition that already holds; with ``strict_setup`` also when Humans do not outnumber the other teams together.
    """
    check_player_count(n)
    indices = [role_index(role) for role in roles]
    if len(indices) != n:
        raise ValueError(f"{n} players need {n} roles, got {len(indices)}")
    _check_playable(indices, n, ruleset)
    return _advice(indices, n, ruleset)


def _check_playable(indices: list[int], n: int, ruleset: Ruleset) -> None:
    if not any(NIGHT_POWER[role] == Power.KILL_VOTE for role in indices):
        raise ValueError("a set of roles needs at least one 'trusis'")
    if not any(TEAM_OF[role] == Team.HUMANS for role in indices):
        raise ValueError("a set of roles needs at least one card of the Human team")
    if _is_already_won(indices, n, ruleset):
        raise ValueError(f"this set is won before it starts: {_written(indices)}")


def _is_already_won(indices: list[int], n: int, ruleset: Ruleset) -> bool:
    from envs.trusis.rules import sort_into_sets

    g = State()
    write_rules(ruleset, g.rules)
    g.n, g.everyone, g.alive = n, (1 << n) - 1, (1 << n) - 1
    g.role[:n] = indices
    sort_into_sets(g)
    return humans_reached(g) or has_majority(g) or eliminated_others(g)


def _advice(indices: list[int], n: int, ruleset: Ruleset) -> list[str]:
    found = []
    teams = Counter(TEAM_OF[role] for role in indices)
    kills = sum(NIGHT_POWER[role] == Power.KILL_VOTE for role in indices)
    if n < 8:
        found.append(f"Trusis plays best with 8 or more, not {n}")
    if kills != recommended_trusis(n):
        found.append(f"{n} players are advised to have {recommended_trusis(n)} 'trusis', not {kills}")
    if teams[Team.HUMANS] <= n - teams[Team.HUMANS]:
        sentence = f"Human cards should outnumber the others: {teams[Team.HUMANS]} against {n - teams[Team.HUMANS]}"
        if ruleset.strict_setup:
            raise ValueError(sentence)
        found.append(sentence)
    return found


def _written(indices: list[int]) -> str:
    return ", ".join(f"{count} {ROLE_IDS[role]}" for role, count in sorted(Counter(indices).items()))


def team_of(role_id: str) -> Team:
    """Team of a role by id."""
    return ROLES[role_index(role_id)].team
