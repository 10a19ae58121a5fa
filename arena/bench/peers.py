"""Other people's environments beside ours: runs ``benchmarks/peers.sh`` of the checkout, and sets our figure against each."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from os import environ
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "peers.sh"
BATCH = ("trusis, 8 players, talk=none", "step(sample())")
DOOR = ("trusis_v0.env()", "")
BESIDE = {"pettingzoo": DOOR}
"""Peer -> beginning and end of the line of ours that stands beside it; the batch for all others."""


class NoPeers(RuntimeError):
    """The script that makes the peers' environments is not here; the sentence says where it lives."""


def peer_lines(folder: str) -> list[dict[str, Any]]:
    """``peer``, ``what`` and ``steps_per_s`` (None where one could not be run) of every line, ours at the end.

    ``folder`` keeps the peers' environments. Raises ``NoPeers`` outside a checkout.
    """
    if not SCRIPT.exists():
        raise NoPeers("peers are measured from a checkout of the source, which has benchmarks/peers.sh; here there is none")
    keys = {**environ, "MASQUE_PYTHON": sys.executable}
    shown = subprocess.run(["bash", SCRIPT, folder], env=keys, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [json.loads(line) for line in shown.splitlines() if line.startswith("{")]


def ratios(lines: Iterable[dict[str, Any]]) -> Iterator[tuple[str, float, float]]:
    """(peer and what, its steps/s, how many times that ours makes): 0 and 0 for a peer that could not be run."""
    known = list(lines)
    ours = {line["what"]: float(line["steps_per_s"]) for line in known if line["peer"] == "masque"}
    for line in known:
        if line["peer"] == "masque":
            yield f"masque: {line['what']}", float(line["steps_per_s"]), 1.0
            continue
        begins, ends = BESIDE.get(line["peer"], BATCH)
        own = next((rate for what, rate in ours.items() if what.startswith(begins) and what.endswith(ends)), 0.0)
        theirs = float(line["steps_per_s"] or 0)
        yield f"{line['peer']}: {line['what']}", theirs, own / theirs if theirs else 0.0
