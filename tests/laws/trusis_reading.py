"""Trusis read a second time from its rulebook, with sets and dictionaries and no eye on speed: what may be chosen, who dies, who
returns, who is told what, who wins. It knows the engine's names and nothing of its code.
"""

from collections import Counter

from envs.engine.table import Table
from envs.trusis.roles import ROLE_IDS
from envs.trusis.ruleset import team_of

KNIGHTS = ("white_knight", "black_knight")
ANYBODY, ANOTHER = True, False
Facts = list[tuple[int, int, str]]
"""(seat that is told, seat that it is about, answer)"""


class Reading:
    """One match as the rulebook has it. ``deed`` takes in each action, ``end_phase`` and ``next_phase`` what follows."""

    def __init__(self, table: Table) -> None:
        self.rules = table.setup.ruleset
        self.everyone = set(range(table.n))
        self.role = [ROLE_IDS[role] for role in table.state.role[: table.n]]
        self.team = [team_of(role).name.lower() for role in self.role]
        self.alive = set(self.everyone)
        self.phase, self.day, self.outcome = "day", 1, "open"
        self.extra: dict[int, int] = {}
        self.due: list[int] = []
        self.spent: set[int] = set()
        self.quiet, self.had_death = 0, False
        self.begin()

    def begin(self) -> None:
        self.vote: dict[int, int] = {}
        self.hidden: dict[int, int] = {}
        self.power: dict[int, int] = {}
        self.passed: set[int] = set()
        self.causes: dict[int, set[str]] = {}

    def holders(self, *roles: str) -> set[int]:
        return {seat for seat in self.everyone if self.role[seat] in roles}

    def of_team(self, team: str) -> set[int]:
        return {seat for seat in self.everyone if self.team[seat] == team}

    @property
    def called_trusis(self) -> set[int]:
        return self.of_team("trusis") if self.rules.trusis_scope == "team" else self.holders("trusis")

    # --- what may be chosen (A.3, A.4, A.5) --------------------------------------------------------------------

    def choices(self, seat: int) -> dict[str, set[int]]:
        """Targets of each verb for a seat that owes a turn; a choice already made cannot be made again."""
        lock = self.rules.day_vote_lock if self.phase == "day" else self.rules.night_vote_lock
        if seat not in self.alive or (seat in self.passed and lock == "on_pass"):
            return {"vote": set(), "hidden_vote": set(), "power": set()}
        return {
            "vote": self.votable(seat) - {self.vote.get(seat)},
            "hidden_vote": self.hideable(seat) - {self.hidden.get(seat)},
            "power": self.reachable(seat) - {self.power.get(seat)},
        }

    def votable(self, seat: int) -> set[int]:
        others = self.alive - {seat}
        if self.phase == "day":
            return others
        if self.role[seat] != "trusis":
            return set()
        return others - self.holders("trusis") if self.rules.night_targets == "non_trusis" else others

    def hideable(self, seat: int) -> set[int]:
        moves_extra = self.rules.wise_woman_mode == "own_second_vote" and seat in self.extra
        may = self.phase == "day" and (self.role[seat] == "illusionist" or moves_extra)
        return self.alive - {seat} if may else set()

    def reachable(self, seat: int) -> set[int]:
        role = self.role[seat]
        is_spent = self.rules.knight_uses == "once" and seat in self.spent
        if role in KNIGHTS:
            own = "night" if role == "white_knight" else "day"
            is_late = self.rules.knight_timing == "per_role" and own != self.phase
            return set() if is_spent or is_late else self.everyone - self.alive
        reach = {
            "sweeper": ANOTHER,
            "oracle": ANYBODY,
            "priest": self.rules.priest_self,
            "wise_woman": self.rules.wise_woman_self,
            "kamikaze": ANOTHER,
        }
        if self.phase == "day" or role not in reach or (role == "kamikaze" and is_spent):
            return set()
        return self.alive if reach[role] else self.alive - {seat}

    def deed(self, seat: int, text: str) -> None:
        """One action, or ``forfeit``."""
        verb, _, target = text.partition(":")
        held = {"vote": self.vote, "hidden_vote": self.hidden, "power": self.power}
        undone = {"unvote": self.vote, "hidden_unvote": self.hidden, "decline": self.power}
        if verb in held:
            held[verb][seat] = int(target)
        elif verb in undone:
            del undone[verb][seat]
        elif verb == "pass":
            self.passed.add(seat)
        elif verb == "forfeit":
            for choice in held.values():
                choice.pop(seat, None)
        if verb == "power" and self.phase == "day" and self.rules.knight_dies == "now":
            self.sacrifice(seat)
            self.leave(seat)

    def leave(self, knight: int) -> None:
        """A knight who dies at once takes the votes by him and on him along, and everybody may choose again."""
        self.alive -= {knight}
        self.passed = set()
        for choice in (self.vote, self.hidden, self.power):
            choice.pop(knight, None)
        self.vote = {voter: target for voter, target in self.vote.items() if target != knight}
        self.hidden = {voter: target for voter, target in self.hidden.items() if target != knight}

    def sacrifice(self, knight: int) -> None:
        self.causes.setdefault(knight, set()).add("sacrifice")
        self.due.append(self.power[knight])
        self.spent.add(knight)

    # --- what follows (A.6) ------------------------------------------------------------------------------------

    def end_phase(self) -> tuple[set[int], Facts]:
        """(who dies now, who is told what); sets ``outcome``."""
        if self.rules.timeout == "drop":
            for choice in (self.vote, self.hidden, self.power):
                for seat in choice.keys() - self.passed:
                    del choice[seat]
        told = self.dusk() if self.phase == "day" else self.dawn()
        died = self.causes.keys() & self.alive
        self.alive -= died
        self.had_death |= bool(self.causes)
        self.check_win()
        self.check_limits()
        return died, told

    def mark(self, victim: int | None, cause: str) -> None:
        if victim is not None:
            self.causes.setdefault(victim, set()).add(cause)

    def dusk(self) -> Facts:
        votes: list[int | None] = []
        mode = self.rules.wise_woman_mode
        for voter in self.alive:
            doubled = list(self.extra.values()).count(voter) if mode == "double_target" else 0
            votes += [self.real_vote(voter)] * (1 + doubled)
        if mode != "double_target":
            moved = self.hidden if mode == "own_second_vote" else {}
            votes += [moved.get(woman, target) for woman, target in self.extra.items()]
        self.mark(plurality(vote for vote in votes if vote in self.alive), "day_vote")
        for knight in self.power:
            self.sacrifice(knight)
        return []

    def real_vote(self, voter: int) -> int | None:
        if self.role[voter] != "illusionist":
            return self.vote.get(voter)
        shown = None if self.rules.illusionist_single == "never" else self.vote.get(voter)
        return self.hidden.get(voter, shown)

    def dawn(self) -> Facts:
        by_role = {role: {self.power[s] for s in self.power if self.role[s] == role} for role in ("priest", "kamikaze")}
        victim = plurality(self.vote.values())
        if victim not in by_role["priest"] - by_role["kamikaze"]:
            self.mark(victim, "trusis")
        for seat, target in self.power.items():
            if self.role[seat] == "kamikaze":
                self.spent.add(seat)
                self.mark(seat, "kamikaze")
                self.mark(target, "kamikaze")
            elif self.role[seat] in KNIGHTS:
                self.sacrifice(seat)
        self.extra = {seat: target for seat, target in self.power.items() if self.role[seat] == "wise_woman"}
        oracles = [(s, t, f"role:{self.role[t]}") for s, t in self.power.items() if self.role[s] == "oracle"]
        return oracles + [(s, t, self.swept(t)) for s, t in self.power.items() if self.role[s] == "sweeper"]

    def swept(self, target: int) -> str:
        if target in self.called_trusis:
            return "is_trusis"
        return "is_castaway" if self.team[target] == "castaways" else "neither"

    def next_phase(self) -> tuple[set[int], Facts]:
        """(who returns, who is told what); sets ``outcome`` when the returns decide."""
        told = [fact for victim in self.causes for fact in self.read_grave(victim)]
        returned = set(self.due) - self.alive
        self.phase = "night" if self.phase == "day" else "day"
        self.day += self.phase == "day"
        self.alive |= returned
        self.due = []
        self.begin()
        if returned:
            self.check_win()
        return returned, told

    def read_grave(self, victim: int) -> Facts:
        causes = self.causes[victim]
        if self.phase == "day":
            counts = self.rules.gravekeeper_scope == "all_day_deaths" or "day_vote" in causes
            readers, answer = self.holders("gravekeeper"), "is_trusis" if victim in self.called_trusis else "not_trusis"
        else:
            counts = self.rules.grave_digger_scope == "all_night_deaths" or "trusis" in causes
            readers, answer = self.holders("grave_digger"), f"role:{self.role[victim]}"
        return [(reader, victim, answer) for reader in readers & self.alive] if counts else []

    # --- who wins (A.9) ----------------------------------------------------------------------------------------

    def check_win(self) -> None:
        humans = not self.alive & self.called_trusis
        trusis = self.has_majority() or not self.alive & (self.of_team("humans") | self.of_team("castaways"))
        waits = self.rules.pending_revival_blocks_win and bool(set(self.due) - self.alive)
        if waits or not (humans or trusis):
            return
        if self.alive & self.of_team("castaways"):
            self.outcome = "castaways" if self.rules.castaway_override == "win" else "void"
        elif humans and trusis:
            self.outcome = self.rules.simultaneous_win
        else:
            self.outcome = "humans" if humans else "trusis"

    def has_majority(self) -> bool:
        ours = self.alive & self.holders("trusis")
        others = self.alive - ours
        if self.rules.castaways_in_majority == "excluded":
            others -= self.of_team("castaways")
        restrained = self.rules.majority == "parity_unless_priest_or_wise_woman" and self.alive & self.holders(
            "priest", "wise_woman"
        )
        if self.rules.majority == "strict" or restrained:
            return len(ours) > len(others)
        return bool(ours) and len(ours) >= len(others)

    def check_limits(self) -> None:
        if self.outcome != "open":
            return
        if self.phase == "day":
            self.outcome = "truncated" if self.day >= self.rules.max_days else "open"
            return
        self.quiet = 0 if self.had_death else self.quiet + 1
        self.had_death = False
        self.outcome = "draw" if self.quiet >= self.rules.stalemate_cycles else "open"


def plurality(votes: object) -> int | None:
    """The one with most votes; nobody in a tie or without any."""
    ranked = Counter(votes).most_common(2)  # type: ignore[call-overload]
    is_clear = len(ranked) == 1 or (len(ranked) == 2 and ranked[0][1] > ranked[1][1])
    return int(ranked[0][0]) if is_clear else None
