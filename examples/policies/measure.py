"""Measures a policy against the heuristic on paired matches: the same deals, with one side or one seat exchanged.

    python examples/policies/measure.py --policy trusis8 --deals 1000 --root 7

For every deal all seats are first played by the heuristic; then one team (or with ``--by-role`` one seat) by the policy. The
figure is the difference in win rate of that side, with a normal 95 % interval over the deals. The deals are not those of
training: they come from another root.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from agents.policy.opponents import opponent
from agents.policy.player import record_of
from envs import load_game
from envs.engine.seeds import derive
from envs.engine.tables import make_table
from envs.seat_company import Company

Chooser = Callable[[int], bool]


class Measured:
    """Wins by side with and without the policy, deal by deal."""

    def __init__(self, policy: str, rival: str, root: int, talk: str) -> None:
        record = record_of(policy.partition("?")[0])
        self.game = load_game(record["game"])
        self.setup = self.game.setup(record["players"], talk=talk)
        self.policy, self.rival, self.root = f"policy:{policy}", rival, root
        self.gains: dict[str, list[float]] = defaultdict(list)
        self.bases: dict[str, list[float]] = defaultdict(list)

    def play(self, number: int, is_ours: Chooser) -> list[bool]:
        """Who won (by seat) when the seats that ``is_ours`` names are the policy's."""
        table = make_table(self.game, self.setup, derive(self.root, "deal", number))
        seats = {
            seat: opponent(self.policy if is_ours(seat) else self.rival, derive(self.root, "agent", number, seat))
            for seat in range(table.n)
        }
        Company(table, seats).play_on()
        return [result == 1 for result in table.returns()]

    def deal(self, number: int, by_role: bool) -> None:
        """One deal: the base match, and one for every side or role."""
        table = make_table(self.game, self.setup, derive(self.root, "deal", number))
        roles = [self.game.role_ids[role] for role in table.state.role[: table.n]]
        names = roles if by_role else [self.game.team_ids[self.game.team_of(role)] for role in roles]
        base = self.play(number, lambda seat: False)
        for name in dict.fromkeys(names):
            chosen = [names.index(name)] if by_role else [seat for seat, own in enumerate(names) if own == name]
            won = self.play(number, chosen.__contains__)
            self.gains[name].append(float(won[chosen[0]]) - float(base[chosen[0]]))
            self.bases[name].append(float(base[chosen[0]]))

    def table(self) -> dict[str, dict[str, float]]:
        """Side or role -> win rate of the heuristic there, difference, and its 95 % interval."""
        return {name: _row(np.array(gains), np.array(self.bases[name])) for name, gains in self.gains.items()}


def _row(gains: np.ndarray, bases: np.ndarray) -> dict[str, float]:
    half = 1.96 * gains.std(ddof=1) / np.sqrt(len(gains))
    mean = gains.mean()
    figures = {"deals": len(gains), "heuristic": bases.mean(), "gain": mean, "low": mean - half, "high": mean + half}
    return {key: round(float(value), 4) for key, value in figures.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", required=True, help="a shipped policy, options allowed: trusis8?temperature=0.5")
    parser.add_argument("--rival", default="heuristic")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--root", type=int, default=7)
    parser.add_argument("--talk", default="acts")
    parser.add_argument("--by-role", action="store_true")
    options = parser.parse_args()
    measured = Measured(options.policy, options.rival, options.root, options.talk)
    for number in range(options.deals):
        measured.deal(number, options.by_role)
    print(json.dumps(measured.table(), indent=1))
