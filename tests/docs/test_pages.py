"""The pages say what is so: the README's session runs, the reference pages are as the tables are."""

import doctest
from pathlib import Path

import pytest

from arena.cli.main import main
from arena.reference import page

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("name", "lines"), [("README.md", 10), ("docs/training.md", 14)])
def test_the_session_on_a_page_runs(name, lines):
    results = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted >= lines
    assert results.failed == 0


@pytest.mark.parametrize("game", ["trusis", "avalon"])
def test_the_reference_page_is_as_the_tables_are(game):
    assert (ROOT / "docs" / f"reference-{game}.md").read_text(encoding="utf-8") == page(game)


def test_the_match_in_the_readme_is_the_match_that_is_played(capsys):
    before, _, block = (ROOT / "README.md").read_text(encoding="utf-8").partition("    $ arena play")
    command, *shown = [line.strip() for line in block.partition("\n\n")[0].splitlines()]
    story = [line for line in shown if line != "..."]
    assert before
    assert main(["play", *command.split()]) == 0
    told = iter(line.strip() for line in capsys.readouterr().out.splitlines())
    assert len(story) > 10
    assert all(line in told for line in story)
