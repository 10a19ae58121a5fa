"""The examples for training run, keep to the masks and learn. Marked ``train``: they need the extra of that name.

Each example is a program of its own below 150 lines; their tests use the same functions with fewer steps.
"""

import json
import subprocess
import sys
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


@pytest.mark.parametrize("n", [5, 8, 16])
def test_the_network_in_numpy_is_the_network_in_pytorch(n):
    import torch

    from agents.policy.network import Encoded, Network

    twin = import_module("examples.policies.network")
    torch.manual_seed(0)
    theirs = twin.Network(7, 5, 3, roles=4, width=16)
    ours = Network(twin.numpy_weights(theirs))
    rng = np.random.default_rng(0)
    encoded = Encoded(*(rng.normal(size=(9, *shape)).astype(np.float32) for shape in ((7,), (n, 5), (n, n, 3))))
    with torch.no_grad():
        wanted = theirs(*(torch.from_numpy(part) for part in encoded)).numpy()
    assert wanted.std() > 0.01
    assert np.allclose(ours.logits(encoded), wanted, atol=1e-4)


@pytest.mark.parametrize(("game", "players", "team"), [("trusis", 8, "trusis"), ("avalon", 5, "evil")])
def test_a_policy_is_gathered_for_taught_tuned_and_measured(game, players, team, tmp_path):
    work = tmp_path / "policy"
    table = ["--game", game, "--players", str(players)]
    run("gather", *table, "--matches", "12", "--root", "1", "--share", "0.3", "--out", f"{tmp_path}/first.npz")
    taught = ["--game", game, "--players", str(players), "--width", "8", "--epochs", "3", "--rate", "0.01", "--out", str(work)]
    run("train", *taught, "--examples", f"{tmp_path}/first.npz")
    more = ["--policy", str(work), "--matches", "4", "--root", "2", "--out", f"{tmp_path}/second.npz"]
    run("gather", *table, *more)
    run("train", *taught, "--examples", f"{tmp_path}/first.npz", f"{tmp_path}/second.npz")
    run("tune", "--policy", str(work), "--team", team, "--steps", "1", "--deals", "4")
    record = json.loads(work.with_suffix(".json").read_text())
    assert record["curve"][-1]["held_out"] < record["curve"][0]["held_out"] < 5
    assert [line["step"] for line in record["tuning"]] == [1]
    assert any(name.startswith(team) for name in record["settings"])
    found = json.loads(run("measure", "--policy", str(work), "--deals", "6"))
    assert {row["deals"] for row in found.values()} == {6}
    assert all(row["low"] <= row["gain"] <= row["high"] for row in found.values())


def run(program, *arguments):
    """Runs one of the programs of ``examples/policies`` and gives what it printed."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / "policies" / f"{program}.py", *arguments], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_is_short(path):
    assert len(path.read_text("utf-8").splitlines()) < 150
