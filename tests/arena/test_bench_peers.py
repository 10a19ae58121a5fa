"""Peers beside ours in the bench: which figure stands beside which, and what is said where they cannot be measured."""

from pathlib import Path

from arena.bench import compiling, peers
from arena.cli.main import main

BATCH = "trusis, 8 players, talk=none, F=178, A=28, 1024 games, "
LINES = [
    {"peer": "envpool", "what": "FrozenLake-v1, 1024 games", "steps_per_s": 2_000_000},
    {"peer": "pettingzoo", "what": "connect_four_v3.env()", "steps_per_s": 20_000},
    {"peer": "pgx", "what": "could not be installed", "steps_per_s": None},
    {"peer": "masque", "what": f"{BATCH}step(sample())", "steps_per_s": 6_000_000},
    {"peer": "masque", "what": f"{BATCH}play_random", "steps_per_s": 7_000_000},
    {"peer": "masque", "what": "trusis_v0.env(), 8 players, talk=none", "steps_per_s": 160_000},
]


def test_each_peer_stands_beside_what_is_like_it():
    found = {what: ratio for what, _, ratio in peers.ratios(LINES)}
    assert found["envpool: FrozenLake-v1, 1024 games"] == 3.0
    assert found["pettingzoo: connect_four_v3.env()"] == 8.0
    assert found["pgx: could not be installed"] == 0.0
    assert len(found) == len(LINES)


def test_the_script_writes_the_lines_that_are_looked_for():
    ours = (Path(__file__).parents[2] / "benchmarks" / "peers" / "masque_games.py").read_text("utf-8")
    assert "{label}, step(sample())" in ours
    assert "talk={talk}" in ours
    assert peers.DOOR[0] in ours


def test_the_table_is_printed_with_ratios(monkeypatch, capsys):
    monkeypatch.setattr("arena.bench.report.peer_lines", lambda folder: LINES)
    assert main(["bench", "--peers", "somewhere"]) == 0
    shown = capsys.readouterr().out
    assert "x3.00" in shown
    assert "20,000 steps/s  x8.00" in shown


def test_without_a_checkout_one_sentence_says_so(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(peers, "SCRIPT", tmp_path / "peers.sh")
    assert main(["bench", "--peers", str(tmp_path)]) == 2
    assert "benchmarks/peers.sh" in capsys.readouterr().err


COUNTS_USES = """
import os, sys
from pathlib import Path
uses = Path(os.environ["XDG_CACHE_HOME"]) / sys.argv[1]
print(1.0 if uses.exists() else 15.0)
uses.touch()
"""


def test_a_first_use_is_measured_with_an_empty_cache_and_then_with_a_full_one(monkeypatch):
    monkeypatch.setattr(compiling, "FIRST_USE", COUNTS_USES)
    assert compiling.first_uses("trusis") == (15.0, 1.0)
    assert compiling.first_uses("trusis") == (15.0, 1.0)
