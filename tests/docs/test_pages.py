"""The pages say what is so: the README's session runs, the reference pages are as the tables are."""

import doctest
from pathlib import Path

import pytest

from arena.reference import page

ROOT = Path(__file__).parents[2]


def test_the_readme_session_runs():
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted >= 10
    assert results.failed == 0


@pytest.mark.parametrize("game", ["trusis"])
def test_the_reference_page_is_as_the_tables_are(game):
    assert (ROOT / "docs" / f"reference-{game}.md").read_text(encoding="utf-8") == page(game)
