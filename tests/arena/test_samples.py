"""A log of every released schema version, frozen as it was written: it opens, is told and is counted for ever."""

from pathlib import Path

import pytest

from arena.match.reading import read_log
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.outcome import WinRates
from arena.replay.text import transcript

SAMPLES = Path(__file__).parent / "samples"
WRITTEN = [("trusis", 1), ("avalon", 1)]


def sample(game, version):
    return read_log(SAMPLES / f"{game}_log_v{version}.jsonl")


@pytest.mark.parametrize(("game", "version"), WRITTEN)
def test_a_log_of_an_earlier_version_still_opens(game, version):
    log = sample(game, version)
    assert (log.header["game"], log.header["schema_version"], log.is_complete, log.warnings) == (game, version, True, [])


@pytest.mark.parametrize(("game", "version"), WRITTEN)
@pytest.mark.parametrize("lang", ["en", "es", "fr", "pl"])
def test_a_log_of_an_earlier_version_is_still_told(game, version, lang):
    told = [line.text for line in transcript(sample(game, version), lang)]
    assert any("hello" in line for line in told)
    assert sum(line.startswith("[referee]") for line in told) == 5


@pytest.mark.parametrize(("game", "version", "seats", "said"), [("trusis", 1, 5, 2), ("avalon", 1, 8, 4)])
def test_a_log_of_an_earlier_version_still_counts(game, version, seats, said):
    wins, deception = fold([WinRates("team"), Deception()], [sample(game, version)])
    assert sum(row["n"] for row in wins) == seats
    assert sum(row["claims"] + row["reports"] for row in deception) == said


def test_the_measures_of_the_avalon_sample():
    rows = {row["role"]: row for row in fold([Deception()], [sample("avalon", 1)])[0]}
    assert [rows["assassin"][key] for key in ("shot", "shot_n", "approval_told_n")] == [0.0, 1, 5]
    assert rows["merlin"]["unfound"] == 1.0
    assert rows["percival"]["kept"] == 1.0
