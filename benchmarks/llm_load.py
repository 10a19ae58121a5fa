"""Load of language models against the fake endpoint: ``python benchmarks/llm_load.py [--json]``.

Three figures, all on this machine and in this run: calls a second of the arena as a share of what the bare client library
reaches with the same request bodies and the same backend; memory with 200 matches in flight; and how many times more matches
a second 64 at once play than one at a time, when every answer takes 200 ms.
"""

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agents.llm import client
from agents.llm.book import Book
from arena.match.plan import MatchPlan
from arena.tournament.runner import run
from arena.tournament.schedule import schedule
from arena.tournament.spec import hold, spec_of
from arena.tournament.store import Store

ROOT = Path(__file__).parents[1]
SHORT = {"max_days": 2, "day_rounds": 2, "night_rounds": 1, "stalemate_cycles": 2, "talk": "text"}
IN_FLIGHT = 200


@contextmanager
def endpoint(delay: float = 0.0) -> Iterator[str]:
    """The fake endpoint in a process of its own."""
    command = [sys.executable, "-m", "arena.cli.main", "fake-llm", "--port", "0", "--delay", str(delay)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        yield child.stdout.readline().split()[1]
    finally:
        child.kill()
        child.wait()


def plans_at(url: str, matches: int, seed: int = 0) -> list[MatchPlan]:
    """``matches`` short matches of five language models."""
    given = {"players": 5, "agents": [f"llm:fake@{url}"], "blocks": matches, "seed": seed, "ruleset": SHORT}
    return schedule(hold(spec_of(given)))


def played(plans: list[MatchPlan], at_once: int) -> tuple[float, int]:
    """(seconds, calls) of a run."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        for place in (store.matches, store.traces):
            place.mkdir(parents=True)
        book = Book()
        began = time.perf_counter()
        report = run(plans, store, book=book, at_once=at_once)
        took = time.perf_counter() - began
    assert report.played == len(plans), report
    return took, book.counts.calls


@contextmanager
def bodies_kept() -> Iterator[list[dict[str, Any]]]:
    """Keeps the body of every call that is made inside."""
    kept: list[dict[str, Any]] = []
    before = client.Connection.__init__

    def watched(self: client.Connection, *args: Any) -> None:
        before(self, *args)
        create = self.create

        def noted(**body: Any) -> Any:
            kept.append(body["extra_body"])
            return create(**body)

        self.create = noted

    client.Connection.__init__ = watched  # type: ignore[method-assign]
    try:
        yield kept
    finally:
        client.Connection.__init__ = before  # type: ignore[method-assign]


async def bare(url: str, bodies: list[dict[str, Any]], at_once: int) -> float:
    """Seconds that the client library alone needs for the same bodies."""
    import httpx2
    from openai import AsyncOpenAI

    limits = httpx2.Limits(max_connections=at_once, max_keepalive_connections=at_once)
    library = AsyncOpenAI(api_key="none", base_url=url, http_client=client._http_client(limits=limits))
    ahead = iter(bodies)

    async def one_after_the_other() -> None:
        for body in ahead:
            await library.chat.completions.create(**body)

    began = time.perf_counter()
    await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
    took = time.perf_counter() - began
    await library.close()
    return took


def share_of_bare(matches: int) -> dict[str, Any]:
    """Calls a second of the arena and of the bare library, best of two each, taken in turns."""
    house: list[float] = []
    library: list[float] = []
    with endpoint() as url:
        played(plans_at(url, 4), 4)
        for turn in range(2):
            with bodies_kept() as bodies:
                seconds, calls = played(plans_at(url, matches, seed=turn), IN_FLIGHT)
            house.append(calls / seconds)
            library.append(len(bodies) / asyncio.run(bare(url, bodies, IN_FLIGHT)))
    return {
        "calls_per_second": round(max(house)),
        "bare_calls_per_second": round(max(library)),
        "share": round(max(house) / max(library), 3),
        "memory_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def gain_of_many(delay: float = 0.2) -> dict[str, Any]:
    """Matches a second, 64 at once against one at a time, with ``delay`` seconds for each answer."""
    with endpoint(delay) as url:
        alone, _ = played(plans_at(url, 1), 1)
        together, calls = played(plans_at(url, 64, seed=1), 64)
    lone_calls = calls / 64
    return {
        "seconds_one_match": round(alone, 2),
        "seconds_64_at_once": round(together, 2),
        "calls_a_match": round(lone_calls, 1),
        "gain": round(64 * alone / together, 1),
    }


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=IN_FLIGHT, help="matches for the first figure (200)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = {"zero_delay": share_of_bare(args.matches), "delay_200_ms": gain_of_many()}
    if args.json:
        print(json.dumps(figures, indent=2))
        return
    for name, values in figures.items():
        print(name.replace("_", " "))
        for key, value in values.items():
            print(f"  {key.replace('_', ' '):24} {value}")


if __name__ == "__main__":
    main()
