"""One full match per preset, event by event. After a wanted change: ``python -m tests.golden.regenerate``, then read the diff."""

import pytest

from envs import GAMES, load_game
from tests.golden.transcripts import FOLDER, MATCHES, transcript


@pytest.mark.parametrize("name", MATCHES)
def test_a_golden_match_is_played_as_it_was(name):
    assert transcript(name).splitlines() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_has_a_golden_match(game):
    assert {preset for name, preset, *_ in MATCHES.values() if name == game} == set(load_game(game).presets)


@pytest.mark.parametrize(
    ("name", "happens"),
    [
        ("avalon_printed", {"TEAM_REJECTED", "SHOT_FIRED"}),
        ("avalon_online", {"TEAM_FORCED", "ASSASSIN_CHOSEN", "SHOT_FIRED"}),
        ("avalon_trapper", {"SWORD_USED", "CARD_FLIPPED", "CARD_EXCLUDED", "EXCLUDED_CARD_SEEN", "QUEST_HIDDEN", "ANNOUNCED"}),
        ("avalon_plots", {"PLOT_CARD_USED", "LOYALTY_CARD_TURNED", "ROLE_CHANGED", "LOYALTY_LEARNED", "ANNOUNCED"}),
    ],
)
def test_a_golden_match_of_avalon_shows_what_it_is_there_for(name, happens):
    assert happens <= {line.partition(" ")[0] for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()}
