"""Measures a policy against the heuristic on paired matches: the same deals, with one side or one seat exchanged.

    python examples/policies/measure.py --policy trusis8 --deals 1000 --root 7
    python examples/policies/measure.py --policy trusis8 --deals 1000 --root 7 --by-role

For every deal all seats are first played by the heuristic; then all seats of one team (or with ``--by-role`` one seat alone) by
the policy. The figure is the difference in win rate of that side, with a normal 95 % interval over the deals. The deals are not
those of training: they come from another root. ``--talk none`` and ``--players`` try it at other tables.
"""

import argparse
import json
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from examples.policies.matches import Deals, add_to_record, command, read_policy

Gains = dict[str, tuple[float, float]]
"""Side or role -> (1.0 where the heuristic won there, 1.0 where the policy did)."""


class Measure:
    """One policy at one table."""

    def __init__(self, policy: str, players: int, talk: str, root: int, by_role: bool) -> None:
        self.policy, record = read_policy(policy)
        self.deals = Deals(self.policy.game, players or record["players"], talk, root)
        self.by_role = by_role

    def won(self, number: int, ours: list[int]) -> list[bool]:
        """Who won (by seat) when the policy has the seats of ``ours``."""
        deals = self.deals
        seats = {
            seat: deals.learned(self.policy, number, seat) if seat in ours else deals.rival(number, seat)
            for seat in range(deals.setup.players)
        }
        return [result == 1 for result in deals.play(number, seats)]

    def deal(self, number: int) -> Gains:
        """One deal: the base match, and one for every side or role."""
        game = self.deals.game
        roles = [game.role_ids[role] for role in self.deals.roles(number)]
        names = roles if self.by_role else [game.team_ids[team] for team in self.deals.teams(number)]
        base = self.won(number, [])
        gains: Gains = {}
        for name in dict.fromkeys(names):
            chosen = [names.index(name)] if self.by_role else [seat for seat, own in enumerate(names) if own == name]
            gains[name] = float(base[chosen[0]]), float(self.won(number, chosen)[chosen[0]])
        return gains


def row(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """Win rates and their difference with its interval."""
    base, ours = np.array(pairs).T
    gains = ours - base
    half = 1.96 * gains.std(ddof=1) / np.sqrt(len(gains))
    figures = {"deals": len(gains), "heuristic": base.mean(), "policy": ours.mean(), "gain": gains.mean()}
    figures |= {"low": gains.mean() - half, "high": gains.mean() + half}
    return {key: round(float(value), 4) for key, value in figures.items()}


def _deals(job: tuple[tuple, range]) -> list[Gains]:
    measure = Measure(*job[0])
    return [measure.deal(number) for number in job[1]]


def measured(options: tuple, deals: int, workers: int) -> dict[str, dict[str, float]]:
    """The table, by side or role."""
    jobs = [(options, range(start, deals, workers)) for start in range(workers)]
    with ProcessPoolExecutor(workers) as pool:
        found = [gains for part in pool.map(_deals, jobs) for gains in part]
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for gains in found:
        for name, pair in gains.items():
            pairs[name].append(pair)
    return {name: row(got) for name, got in pairs.items()}


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", required=True, help="a shipped policy, or the path of one in the making without its ending")
    parser.add_argument("--players", type=int, default=0, help="other than the table it was trained at")
    parser.add_argument("--talk", default="acts")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--root", type=int, default=7)
    parser.add_argument("--keep", type=Path, help="path of the policy's record, to write the figures into")
    parser.add_argument("--by-role", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    o = parser.parse_args()
    found = measured((o.policy, o.players, o.talk, o.root, o.by_role), o.deals, o.workers)
    print(json.dumps(found, indent=1))
    if o.keep:
        old = json.loads(o.keep.with_suffix(".json").read_text()).get("measured", {})
        add_to_record(o.keep, measured={**old, command(): found})


if __name__ == "__main__":
    main()
