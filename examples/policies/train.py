"""Teaches a network, from gathered examples, which role each seat holds. PyTorch is needed, a GPU is not.

    python examples/policies/train.py --examples work/round0.npz work/round1.npz --epochs 6 --seed 1 --out work/trusis8

Writes ``OUT.npz`` (weights, float16) and ``OUT.json`` (game, options, curve). Every tenth example is held out: the curve is its
cross-entropy in nats per seat over the roles still possible, beside that of the deck alone. Every time a match's seats are
read they are shuffled, since nothing follows from where one sits. Later files of examples count more: ``--growth``.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).parents[2]))

from agents.policy.network import Encoded
from envs import load_game
from examples.policies.matches import add_to_record, command
from examples.policies.network import Network, network_for, numpy_weights

BATCH = 256
HOLD_OUT = 10


class Examples:
    """Files of ``gather.py`` end to end; ``weight`` (N,) float32."""

    def __init__(self, paths: list[Path], growth: float) -> None:
        files = [np.load(path) for path in paths]
        self.parts = Encoded(*(np.concatenate([file[name] for file in files]) for name in Encoded._fields))
        self.commands = [str(file["command"]) for file in files]
        self.labels = np.concatenate([file["labels"] for file in files]).astype(np.int64)
        sizes = [len(file["labels"]) for file in files]
        self.weight = np.concatenate([np.full(size, growth**k, np.float32) for k, size in enumerate(sizes)])
        held = np.arange(len(self.labels)) // 64 % HOLD_OUT == 0
        self.held, self.taught = np.flatnonzero(held), np.flatnonzero(~held)

    def batch(self, rows: np.ndarray, order: np.ndarray) -> tuple[list[Tensor], Tensor, Tensor]:
        """(inputs, labels (B, n), weights (B,)) with the seats in another order."""
        overall, seats, pairs = (part[rows].astype(np.float32) for part in self.parts)
        inputs = [overall, seats[:, order], pairs[:, order][:, :, order]]
        return [torch.from_numpy(part) for part in inputs], *map(
            torch.from_numpy, (self.labels[rows][:, order], self.weight[rows])
        )


def loss_of(network: Network, inputs: list[Tensor], labels: Tensor) -> Tensor:
    """(B,) mean cross-entropy over the seats."""
    logits = network(*inputs)
    return torch.nn.functional.cross_entropy(logits.transpose(1, 2), labels, reduction="none").mean(1)


class Teacher:
    """One network and its optimizer; the rate falls to nothing along a half cosine."""

    def __init__(self, examples: Examples, roles: int, width: int, rate: float, epochs: int, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.examples, self.rng = examples, np.random.default_rng(seed)
        self.network = network_for(examples.parts, roles, width)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), rate, weight_decay=1e-3)
        steps = epochs * (len(examples.taught) // BATCH)
        self.schedule = torch.optim.lr_scheduler.CosineAnnealingLR(self.optimizer, max(steps, 1))

    def epoch(self) -> float:
        """Once through what is taught; the mean loss."""
        rows, seats = self.rng.permutation(self.examples.taught), self.examples.labels.shape[1]
        losses = []
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            inputs, labels, weight = self.examples.batch(rows[start : start + BATCH], self.rng.permutation(seats))
            loss = (loss_of(self.network, inputs, labels) * weight).sum() / weight.sum()
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimizer.step()
            self.schedule.step()
            losses.append(loss.item())
        return float(np.mean(losses))

    @torch.no_grad()
    def held_out(self) -> float:
        """Mean loss on what is not taught."""
        order = np.arange(self.examples.labels.shape[1])
        parts = np.array_split(self.examples.held, max(1, len(self.examples.held) // 1024))
        return float(np.mean([loss_of(self.network, *self.examples.batch(part, order)[:2]).mean().item() for part in parts]))


def deck_loss(labels: np.ndarray) -> float:
    """Cross-entropy of who knows the deck and nothing else."""
    share = np.bincount(labels.ravel()) / labels.size
    return float(-sum(p * np.log(p) for p in share if p > 0))


def save(teacher: Teacher, out: Path, record: dict) -> None:
    """Weights and their record; what is there and not written anew stays."""
    weights = {name: array.astype(np.float16) for name, array in numpy_weights(teacher.network).items()}
    np.savez_compressed(out.with_suffix(".npz"), **weights)
    add_to_record(out, **record)


def main() -> None:
    """Teaches, saving after every epoch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="trusis")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--examples", type=Path, nargs="+", required=True)
    parser.add_argument("--growth", type=float, default=1.5, help="weight of each file beside the one before")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    o = parser.parse_args()
    examples = Examples(o.examples, o.growth)
    teacher = Teacher(examples, len(load_game(o.game).role_ids), o.width, o.rate, o.epochs, o.seed)
    curve, began = [], time.monotonic()
    for number in range(o.epochs):
        taught, held = teacher.epoch(), teacher.held_out()
        minutes = round((time.monotonic() - began) / 60, 2)
        curve.append({"epoch": number + 1, "minutes": minutes, "taught": round(taught, 4), "held_out": round(held, 4)})
        print(curve[-1], flush=True)
        record = {"game": o.game, "players": o.players, "seed": o.seed, "examples": len(examples.labels), "curve": curve}
        save(teacher, o.out, {**record, "deck": round(deck_loss(examples.labels), 4)})
    add_to_record(o.out, commands=[*examples.commands, command()])


if __name__ == "__main__":
    main()
