"""One full match per preset, event by event. After a wanted change: ``python -m tests.golden.regenerate``, then read the diff."""

import pytest

from envs import load_game
from tests.golden.transcripts import FOLDER, MATCHES, transcript


@pytest.mark.parametrize("name", MATCHES)
def test_a_golden_match_is_played_as_it_was(name):
    assert transcript(name).splitlines() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_preset_of_trusis_has_a_golden_match():
    assert {preset for game, preset, *_ in MATCHES.values() if game == "trusis"} == set(load_game("trusis").presets)
