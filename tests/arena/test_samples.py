"""A log of every released schema version, frozen as it was written: it opens, is told and is counted for ever."""

from pathlib import Path

import pytest

from arena.match.reading import read_log
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.outcome import WinRates
from arena.replay.text import transcript

SAMPLES = Path(__file__).parent / "samples"


@pytest.mark.parametrize("version", [1])
def test_a_log_of_an_earlier_version_still_opens(version):
    log = read_log(SAMPLES / f"log_v{version}.jsonl")
    assert (log.header["schema_version"], log.is_complete, log.warnings) == (version, True, [])


@pytest.mark.parametrize("version", [1])
def test_a_log_of_an_earlier_version_is_still_told(version):
    told = [line.text for line in transcript(read_log(SAMPLES / f"log_v{version}.jsonl"))]
    assert any("hello" in line for line in told)
    assert sum(line.startswith("[referee]") for line in told) == 5


@pytest.mark.parametrize("version", [1])
def test_a_log_of_an_earlier_version_still_counts(version):
    wins, deception = fold([WinRates("team"), Deception()], [read_log(SAMPLES / f"log_v{version}.jsonl")])
    assert sum(row["n"] for row in wins) == 5
    assert sum(row["claims"] + row["reports"] for row in deception) == 2
