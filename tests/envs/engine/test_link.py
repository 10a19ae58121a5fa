"""Linking: what compiled code depends on, and that numba's own settings are left alone."""

import os
import subprocess
import sys
import types

import numba
import pytest

from envs.engine.draw import below, draw
from envs.engine.link import NumbaMissing, digest_of, link
from envs.engine.tables import make_table


def rules(constant, step=1):
    """A module of rules with a constant from another, as a game has them."""
    module = types.ModuleType("rules")
    exec(f"LIMIT = {constant}\ndef over(x):\n    return x + {step} > LIMIT", module.__dict__)
    module.over.__module__ = "rules"
    return module


def test_a_changed_constant_or_rule_changes_the_fingerprint():
    before = digest_of([rules(3)])
    assert digest_of([rules(3)]) == before
    assert len({before, digest_of([rules(4)]), digest_of([rules(3, 2)]), digest_of([rules((3, 4))])}) == 4


RULE_THAT_CHANGES = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import toy
if len(sys.argv) > 2:
    Path(toy.__file__).write_text("LIMIT = 40\\ndef over(x):\\n    return x + LIMIT\\n")
from envs.engine.link import link
print(link(toy)["toy"]["over"](0), toy.over(0))
"""


def test_code_compiled_while_its_file_was_changed_is_never_taken_for_the_new_rule(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "toy.py").write_text("LIMIT = 30\ndef over(x):\n    return x + LIMIT\n")
    shown = []
    for more in (["change it"], [], []):
        command = [sys.executable, "-B", "-c", RULE_THAT_CHANGES, str(tmp_path), *more]
        shown.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert shown == [["30", "30"], ["40", "40"], ["40", "40"]]


def test_compiled_code_that_nobody_uses_is_removed(tmp_path, monkeypatch):
    import envs.engine.draw as module

    monkeypatch.setattr("envs.engine.link.user_cache_path", lambda name: tmp_path)
    old, recent = tmp_path / "compiled" / "old", tmp_path / "compiled" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    link(module)
    assert (old.exists(), recent.exists()) == (False, True)


def test_the_users_own_cache_folder_is_left_as_it_was():
    import envs.engine.draw as module

    before = numba.config.CACHE_DIR
    space = link(module)[module.__name__]
    assert before == numba.config.CACHE_DIR
    assert [space["below"](1, 2, k, 6) for k in range(50)] == [below(1, 2, k, 6) for k in range(50)]


def test_draws_are_even_and_independent_of_order():
    counts = [0] * 6
    for k in range(6000):
        counts[below(7, 9, k, 6)] += 1
    assert max(counts) - min(counts) < 160
    assert len({draw(1, 2, k) for k in range(10_000)}) > 9_990


def test_asking_for_compiled_rules_without_numba_says_how_to_get_it(monkeypatch):
    from envs import load_game

    monkeypatch.setattr("envs.engine.tables.numba_is_here", lambda: False)
    game = load_game("trusis")
    with pytest.raises(NumbaMissing, match=r"install it with: python3 -m pip install 'masque\[fast\]'"):
        make_table(game, game.setup(), 0, compiled=True)
    assert make_table(game, game.setup(), 0).actor >= 0


@pytest.mark.parametrize("module", ["envs", "agents.roster", "arena.cli.main", "envs.trusis_v0"])
def test_nothing_heavy_is_imported_at_the_start(module):
    code = f"import sys, {module}; print([name for name in ('numba', 'torch', 'openai') if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
