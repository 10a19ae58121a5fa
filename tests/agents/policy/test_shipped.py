"""The policies in this package: known by name, run without PyTorch, and with a record of how they were made and measured."""

import subprocess
import sys
from importlib.resources import files

import pytest

from agents.policy.network import ROUNDS
from agents.policy.player import WrongGameError, record_of, shipped, trained
from agents.roster import SpecError, build
from envs import load_game
from tests.agents.asking import ask, reply_to

LARGEST = 300_000
"""Bytes of one file of weights."""


def test_both_games_have_one():
    assert {record_of(name)["game"] for name in shipped()} == {"avalon", "trusis"}


@pytest.mark.parametrize("name", shipped())
def test_the_record_tells_how_it_was_made_and_what_it_is_worth(name):
    record = record_of(name)
    curve = [epoch["held_out"] for epoch in record["curve"]]
    assert curve[-1] < curve[0] < record["deck"]
    programs = {command.split()[1].rpartition("/")[2] for command in record["commands"]}
    assert {"gather.py", "train.py"} <= programs
    sides = next(found for command, found in record["measured"].items() if "--by-role" not in command)
    assert set(sides) == set(load_game(record["game"]).team_ids)
    assert all(row["deals"] >= 1000 for row in sides.values())


@pytest.mark.parametrize("name", shipped())
def test_each_side_of_it_beats_the_heuristic_by_its_record(name):
    for command, found in record_of(name)["measured"].items():
        if "--by-role" not in command and "--players" not in command and "--talk none" not in command:
            assert all(row["low"] > 0 for row in found.values())


@pytest.mark.parametrize("name", shipped())
def test_the_weights_are_small(name):
    assert (files("agents.policy") / "weights" / f"{name}.npz").stat().st_size < LARGEST
    assert trained(name).network.logits is not None
    assert ROUNDS == 2


@pytest.mark.parametrize("name", shipped())
def test_it_plays_by_numpy_alone(name):
    game = record_of(name)["game"]
    script = (
        "import sys; from arena.cli.main import main; "
        f"code = main(['play', '{game}', '--agents', 'policy:{name}', '--seed', '3', '--as', 'public']); "
        "print(sorted({'torch', 'numba'} & set(sys.modules)), code)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[] 0", done.stderr


def test_another_game_is_refused_in_one_sentence():
    with pytest.raises(WrongGameError, match="policy 'avalon5' plays 'avalon', not 'trusis'"):
        reply_to(ask("human", legal=("pass",)), "policy:avalon5")


def test_an_unknown_policy_is_refused_with_those_that_there_are():
    with pytest.raises(SpecError, match="this package has: avalon5, trusis8"):
        build("policy:nobody", 1)
