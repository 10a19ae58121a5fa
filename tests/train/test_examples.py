"""The examples for training run, keep to the masks and learn. Marked ``train``: they need the extra of that name.

Each example is a program of its own below 150 lines; their tests use the same functions with fewer steps.
"""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("default")]


def test_maskable_ppo_rises_over_its_start():
    before, after = import_module("examples.maskable_ppo").learn("Trusis", steps=8_000, matches=300)
    assert after > before + 0.1


def test_self_play_rises_over_its_start():
    before, after = import_module("examples.self_play_ppo").learn("avalon", updates=12)
    assert after > before + 0.05


def test_rllib_trains_and_never_takes_an_illegal_action():
    means = import_module("examples.rllib_masking").learn("Trusis", iterations=2)
    assert np.isfinite(means).all()


@pytest.mark.parametrize("game", ["trusis", "avalon"])
def test_torchrl_plays_whole_matches_within_the_masks(game):
    data = import_module("examples.torchrl_pettingzoo").rollout(game, players=5, steps=150)
    seats = data["seats"]
    taken = seats["action_mask"].gather(-1, seats["action"].unsqueeze(-1))
    assert bool(taken.all())
    assert int(data["next", "done"].sum()) > 0


def test_advantages_follow_each_seat_and_stop_at_the_end_of_a_match():
    advantages = import_module("examples.self_play_ppo").advantages
    value = np.array([[0.5], [0.25], [0.0], [0.125]], np.float32)
    seats = np.array([[0], [1], [0], [1]])
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[2, 0] = [1, -1]
    ends = np.array([[False], [False], [True], [False]])
    gained, known = advantages(value, seats, rewards, ends)
    assert known[:, 0].tolist() == [True, True, True, False]
    assert np.allclose(gained[:3, 0], [(0 - 0.5) + 0.95 * 1, -1 - 0.25, 1 - 0])


@pytest.mark.parametrize(("game", "n"), [("trusis", 8), ("trusis", 5), ("avalon", 5), ("avalon", 8)])
def test_the_network_in_numpy_is_the_network_in_pytorch(game, n):
    import torch

    from agents.policy.encoding import encoding, moves
    from agents.policy.network import Network

    twin = import_module("examples.policies.network")
    torch.manual_seed(0)
    reading = encoding(game, n)
    theirs = twin.Network(reading, moves(game, n))
    ours = Network(twin.numpy_weights(theirs))
    observations = np.random.default_rng(0).integers(0, 2, (9, reading.size)).astype(np.int8)
    encoded = reading.encode(observations)
    with torch.no_grad():
        wanted = theirs(*(torch.from_numpy(part) for part in encoded))
    for got, want in zip(ours.scores(encoded), wanted, strict=True):
        assert np.allclose(got, want.numpy(), atol=1e-4)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_is_short(path):
    assert len(path.read_text("utf-8").splitlines()) < 150
