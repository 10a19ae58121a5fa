"""Trains a policy by PPO against the rival: every seat of one team at a time, each with the rival's own mind as adviser.

    python examples/policies/train.py --game trusis --players 8 --minutes 40 --seed 1 --out trusis8

Writes ``OUT.npz`` (weights, float16), ``OUT.json`` (command, seed, curve). One thread; PyTorch is needed, a GPU is not.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).parents[2]))

from agents.policy.encoding import encoding, moves
from envs import load_game
from examples.policies.matches import Course, Match, Step
from examples.policies.network import Heads, Network, numpy_weights

CLIP, LAMBDA, ENTROPY, VALUE_WEIGHT = 0.2, 0.97, 0.002, 0.5
DECISIONS, TABLES, MINIBATCH, EPOCHS = 4096, 64, 512, 3


class Trainer:
    """One network for every role of the game at one table size."""

    def __init__(self, course: Course, rate: float, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.course, self.rng = course, np.random.default_rng(seed)
        self.encoding, self.moves = encoding(course.game, course.players), moves(course.game, course.players)
        self.network, self.heads = Network(self.encoding, self.moves), Heads(self.moves)
        self.optimizer = torch.optim.Adam(self.network.parameters(), rate, eps=1e-5)
        self.shares = self._shares()
        self.number = 0
        self.running: list[Match] = []
        self.results: dict[int, list[float]] = {team: [] for team in range(len(self.shares))}

    def _shares(self) -> np.ndarray:
        """How often each team learns: more often than its size says, less than evenly."""
        game = load_game(self.course.game)
        counts = np.bincount([game.team_of(role) for role in self.course.setup.roles], minlength=len(game.team_ids))
        return np.sqrt(counts) / np.sqrt(counts).sum()

    def read(self, steps: list[Step]) -> tuple[tuple[Tensor, ...], tuple[Tensor, Tensor]]:
        """Scores and the two log-distributions for a batch of steps."""
        encoded = self.encoding.encode(np.stack([step.observation for step in steps]))
        scores = self.network(*(torch.from_numpy(part) for part in encoded))
        return scores, self.heads(scores, torch.from_numpy(np.stack([step.mask for step in steps])))

    # --- play and improvement --------------------------------------------------------------------------------

    @staticmethod
    def log_prob_of(log_probs: tuple[Tensor, Tensor], steps: list[Step]) -> Tensor:
        """Of the speech and the choice taken together."""
        talk = torch.tensor([step.talk for step in steps])[:, None]
        choice = torch.tensor([step.choice for step in steps])[:, None]
        return (log_probs[0].gather(1, talk) + log_probs[1].gather(1, choice))[:, 0]

    def new_match(self) -> Match:
        """The next deal in which the learning team has something to do."""
        while True:
            self.number += 1
            match = Match(self.course, self.number, int(self.rng.choice(len(self.shares), p=self.shares)))
            if match.seat >= 0:
                return match

    @torch.no_grad()
    def act(self, running: list[Match]) -> list[Step]:
        """A turn for each waiting seat, sampled."""
        steps = [match.ask() for match in running]
        scores, (talk, choice) = self.read(steps)
        talks, choices = (torch.multinomial(part.exp(), 1)[:, 0].tolist() for part in (talk, choice))
        values = scores[3].tolist()
        for step, said, done, value in zip(steps, talks, choices, values, strict=True):
            step.talk, step.choice, step.value = said, done, value
        for step, log_prob in zip(steps, self.log_prob_of((talk, choice), steps).tolist(), strict=True):
            step.log_prob = log_prob
        return steps

    def collect(self) -> tuple[list[Step], np.ndarray, np.ndarray]:
        """(steps, advantages, returns) of at least ``DECISIONS`` turns of finished matches."""
        steps: list[Step] = []
        advantages: list[float] = []
        while len(steps) < DECISIONS:
            self.running += [self.new_match() for _ in range(TABLES - len(self.running))]
            turns = self.act(self.running)
            going = [match.play(turn) for match, turn in zip(self.running, turns, strict=True)]
            for match in [match for match, goes in zip(self.running, going, strict=True) if not goes]:
                self.close(match, steps, advantages)
            self.running = [match for match, goes in zip(self.running, going, strict=True) if goes]
        gained = np.array(advantages, np.float32)
        return steps, gained, gained + np.array([step.value for step in steps], np.float32)

    def close(self, match: Match, steps: list[Step], advantages: list[float]) -> None:
        """Generalized advantages of every learning seat of a finished match; the reward comes at the end, undiscounted."""
        results = match.gain()
        self.results[match.learner].append(results[match.teams.index(match.learner)])
        for seat, taken in match.steps.items():
            ahead, gain, own = float(results[seat]), 0.0, []
            for step in reversed(taken):
                gain = ahead - step.value + LAMBDA * gain
                own.append(gain)
                ahead = step.value
            steps += taken
            advantages += reversed(own)

    def improve(self, steps: list[Step], gained: np.ndarray, returns: np.ndarray) -> None:
        """PPO's clipped steps."""
        gained = (gained - gained.mean()) / (gained.std() + 1e-8)
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(steps))
            for start in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
                part = order[start : start + MINIBATCH]
                self._improve_once([steps[k] for k in part], torch.from_numpy(gained[part]), torch.from_numpy(returns[part]))

    def _improve_once(self, steps: list[Step], gained: Tensor, returns: Tensor) -> None:
        scores, log_probs = self.read(steps)
        old = torch.tensor([step.log_prob for step in steps])
        ratio = (self.log_prob_of(log_probs, steps) - old).exp()
        surrogate = torch.min(ratio * gained, ratio.clamp(1 - CLIP, 1 + CLIP) * gained).mean()
        entropy = -sum((part.exp() * part.clamp(min=-50)).sum(1).mean() for part in log_probs)
        self._descend(VALUE_WEIGHT * (scores[3] - returns).square().mean() - surrogate - ENTROPY * entropy)

    def _descend(self, loss: Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    def rates(self) -> dict[str, float]:
        """Mean gain of each learning team over the rival since the last call, in [-2, 2]; 0.02 is one more win in a hundred."""
        names = load_game(self.course.game).team_ids
        found = {names[team]: round(float(np.mean(got)), 3) for team, got in self.results.items() if got}
        self.results = {team: [] for team in self.results}
        return found


def save(trainer: Trainer, out: Path, record: dict) -> None:
    """Weights and their record."""
    weights = {name: array.astype(np.float16) for name, array in numpy_weights(trainer.network).items()}
    np.savez_compressed(out.with_suffix(".npz"), **weights)
    out.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")


def main() -> None:
    """Trains for the minutes given, saving as it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="trusis")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--talk", default="acts")
    parser.add_argument("--minutes", type=float, default=40, help="wall time")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    trainer = Trainer(Course(options.game, options.players, options.talk, options.seed), options.rate, options.seed)
    given = {name: str(value) if name == "out" else value for name, value in vars(options).items()}
    record = {"game": options.game, "players": options.players, "options": given, "curve": []}
    began, turns, update = time.monotonic(), 0, 0
    while time.monotonic() - began < 60 * options.minutes:
        left = 1 - (time.monotonic() - began) / (60 * options.minutes)
        trainer.optimizer.param_groups[0]["lr"] = options.rate * max(left, 0.05)
        batch = trainer.collect()
        trainer.improve(*batch)
        turns, update = turns + len(batch[0]), update + 1
        if update % 5 == 0:
            line = {"minutes": round((time.monotonic() - began) / 60, 1), "turns": turns, **trainer.rates()}
            record["curve"].append(line)
            print(line, flush=True)
            save(trainer, options.out, record)
    save(trainer, options.out, record)


if __name__ == "__main__":
    main()
