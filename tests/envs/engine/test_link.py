"""Linking: what compiled code depends on, and that numba's own settings are left alone."""

import subprocess
import sys
import types

import numba
import pytest

from envs.engine.draw import below, draw
from envs.engine.link import NumbaMissing, digest_of, link
from envs.engine.tables import make_table


def package(folder, constant):
    """A rule module ``rules.py`` beside a module of constants, as a game has them."""
    folder.mkdir(exist_ok=True)
    (folder / "codes.py").write_text(f"LIMIT = {constant}\n")
    (folder / "rules.py").write_text("def over(x):\n    return x > LIMIT\n")
    module = types.ModuleType("rules")
    module.__file__ = str(folder / "rules.py")
    return module


def test_a_changed_constant_beside_the_rules_changes_the_fingerprint(tmp_path):
    before = digest_of([package(tmp_path / "game", 3)])
    assert digest_of([package(tmp_path / "game", 3)]) == before
    assert digest_of([package(tmp_path / "game", 4)]) != before


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
