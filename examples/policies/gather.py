"""Plays matches and writes down what seats could read, with the cards that were really dealt: examples to learn from.

    python examples/policies/gather.py --game trusis --players 8 --matches 20000 --root 1 --out round0.npz
    python examples/policies/gather.py --game trusis --players 8 --matches 10000 --root 2 --policy work/trusis8 --out round1.npz

Without ``--policy`` every seat is the heuristic. With it, each match draws who plays the policy: all seats of one team, one
seat, or everybody; the others are the heuristic. All of them are read.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from agents.policy.network import Encoded
from agents.policy.opponents import AgentOpponent
from agents.policy.player import Trained
from examples.policies.matches import Deals, command, mind_class, read_policy


class Pupil(AgentOpponent):
    """A seat that is read after some of its turns: always at a crucial moment, else with chance ``share``."""

    def __init__(self, mind: Any, share: float, rng: np.random.Generator) -> None:
        super().__init__(mind)
        self.mind, self.share, self.rng = mind, share, rng
        self.read: list[Encoded] = []

    def turn(self, sight: Any) -> Any:
        """The mind's turn."""
        actions = super().turn(sight)
        if self.mind.is_crucial or self.rng.random() < self.share:
            self.read.append(Encoded(*(part.astype(np.float16) for part in self.mind.reading())))
        return actions


class Gatherer:
    """Deals from ``root``; the same root gives the same examples."""

    def __init__(self, deals: Deals, policy: Trained | None, share: float) -> None:
        self.deals, self.policy, self.share = deals, policy, share
        self.rng = np.random.default_rng(deals.root)
        self.labels: list[list[int]] = []
        self.read: list[Encoded] = []

    def match(self, number: int) -> None:
        """One match, read."""
        roles = self.deals.roles(number)
        learned = self.learned_seats(self.deals.teams(number)) if self.policy else set()
        pupils = {seat: self.pupil(number, seat, seat in learned) for seat in range(len(roles))}
        self.deals.play(number, pupils)
        for pupil in pupils.values():
            self.read += pupil.read
            self.labels += [roles] * len(pupil.read)

    def pupil(self, number: int, seat: int, is_learned: bool) -> Pupil:
        """The mind of one seat."""
        network, settings = (self.policy.network, self.policy.settings) if self.policy and is_learned else (None, {})
        mind = mind_class(self.deals.game.name)(self.deals.seed(number, seat), network, settings)
        return Pupil(mind, self.share, self.rng)

    def learned_seats(self, teams: list[int]) -> set[int]:
        """Who plays the policy: a team in six matches of ten, one seat in three, everybody in one."""
        drawn = self.rng.random()
        if drawn < 0.6:
            team = self.rng.choice(sorted(set(teams)))
            return {seat for seat, own in enumerate(teams) if own == team}
        return {int(self.rng.integers(len(teams)))} if drawn < 0.9 else set(range(len(teams)))

    def save(self, out: Path) -> None:
        """All examples as float16 arrays, with the roles (N, n) int8."""
        parts = {name: np.concatenate([getattr(read, name) for read in self.read]) for name in Encoded._fields}
        np.savez(out, command=np.array(command()), labels=np.array(self.labels, np.int8), **parts)


def main() -> None:
    """Plays and saves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trusis")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--talk", default="acts")
    parser.add_argument("--matches", type=int, required=True)
    parser.add_argument("--root", type=int, required=True, help="seed of the deals")
    parser.add_argument("--share", type=float, default=0.05, help="how many turns are read")
    parser.add_argument("--policy", help="path of weights and record, without ending")
    parser.add_argument("--out", type=Path, required=True)
    o = parser.parse_args()
    policy = read_policy(o.policy)[0] if o.policy else None
    gatherer = Gatherer(Deals(o.game, o.players, o.talk, o.root), policy, o.share)
    for number in range(o.matches):
        gatherer.match(number)
    gatherer.save(o.out)
    print(f"{o.matches} matches, {len(gatherer.labels)} examples: {o.out}")


if __name__ == "__main__":
    main()
