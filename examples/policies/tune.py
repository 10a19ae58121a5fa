"""Tunes the numbers that a policy's decisions turn on, one team at a time, by evolution strategies on paired deals.

    python examples/policies/tune.py --policy work/trusis8 --team trusis --steps 6 --deals 2000 --seed 3

Every deal is played twice, with the settings moved a little at random one way and the opposite way; half the difference of the
two results, along the move, estimates the slope of the win rate. The team's seats are the policy's, the others the heuristic's.
The settings are written into ``POLICY.json`` with the curve after every step.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from examples.policies.matches import Deals, add_to_record, command, mind_class, read_policy

SPREAD, LEAST = 0.6, 0.5
"""Moves are of this share of a number, and at least so large."""
MEMORY = 0.7
"""Weight of the slopes before in the course of a step: each alone is mostly noise."""


class Search:
    """The settings of one team, in units of their scales around the plain ones."""

    def __init__(self, policy: str, team: str, talk: str, seed: int) -> None:
        self.policy, record = read_policy(policy)
        plain = mind_class(self.policy.game).plain_settings(team)
        self.names = list(plain)
        self.plain = np.array([plain[name] for name in self.names])
        self.scale = np.maximum(SPREAD * np.abs(self.plain), LEAST)
        now = np.array([self.policy.settings.get(name, plain[name]) for name in self.names])
        self.at = (now - self.plain) / self.scale
        self.deals = Deals(self.policy.game, record["players"], talk, seed)
        self.team = self.deals.game.team_ids.index(team)

    def settings(self, at: np.ndarray) -> dict[str, float]:
        """Numbers by name."""
        return dict(zip(self.names, (self.plain + self.scale * at).tolist(), strict=True))

    def won(self, number: int, at: np.ndarray) -> float:
        """1.0 when the team wins a deal with these settings."""
        teams, settings = self.deals.teams(number), {**self.policy.settings, **self.settings(at)}
        seats = {
            seat: self.deals.learned(self.policy, number, seat, settings) if team == self.team else self.deals.rival(number, seat)
            for seat, team in enumerate(teams)
        }
        return float(self.deals.play(number, seats)[teams.index(self.team)] == 1)

    def slope(self, numbers: range) -> tuple[np.ndarray, float]:
        """(sum of the slopes, sum of wins / 2) over some deals."""
        total, wins = np.zeros(len(self.names)), 0.0
        for number in numbers:
            move = np.random.default_rng((self.deals.root, number)).standard_normal(len(self.names))
            high, low = self.won(number, self.at + move), self.won(number, self.at - move)
            total += (high - low) / 2 * move
            wins += (high + low) / 2
        return total, wins


def _slope(job: tuple[tuple, list[float], range]) -> tuple[np.ndarray, float]:
    search = Search(*job[0])
    search.at = np.array(job[1])
    return search.slope(job[2])


def step(options: tuple, at: np.ndarray, numbers: range, workers: int) -> tuple[np.ndarray, float]:
    """(slope, win rate under the moves) over ``numbers``."""
    jobs = [(options, at.tolist(), numbers[start::workers]) for start in range(workers)]
    with ProcessPoolExecutor(workers) as pool:
        found = list(pool.map(_slope, jobs))
    return sum(slope for slope, _ in found) / len(numbers), sum(wins for _, wins in found) / len(numbers)


def main() -> None:
    """Climbs, writing after every step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", type=Path, required=True)
    parser.add_argument("--team", required=True)
    parser.add_argument("--talk", default="acts")
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--deals", type=int, default=2000, help="a step")
    parser.add_argument("--pace", type=float, default=2.0, help="length of a step, in scales")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    o = parser.parse_args()
    options = (str(o.policy), o.team, o.talk, o.seed)
    search, course = Search(*options), np.zeros(0)
    for number in range(o.steps):
        slope, wins = step(options, search.at, range(number * o.deals, (number + 1) * o.deals), o.workers)
        course = slope if number == 0 else MEMORY * course + slope
        search.at = search.at + o.pace * course / max(float(np.linalg.norm(course)), 1e-9)
        steep = round(float(np.linalg.norm(slope)), 4)
        line = {"team": o.team, "step": number + 1, "wins_around": round(wins, 4), "slope": steep}
        settings = {name: round(value, 4) for name, value in search.settings(search.at).items()}
        record = read_policy(str(o.policy))[1]
        tuning = [*record.get("tuning", []), line]
        add_to_record(o.policy, settings={**record.get("settings", {}), **settings}, tuning=tuning)
        print(line, flush=True)
    add_to_record(o.policy, commands=[command()])


if __name__ == "__main__":
    main()
