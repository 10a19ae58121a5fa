"""Whole matches of both games in every language, and many of them side by side on few connections."""

import asyncio
from itertools import product

import pytest

from agents.llm.book import Book, keeping
from arena.match.playing import play_plan_async
from tests.llm.stage import calls_of, log_of, plan_of, play, refused, served

PARTS = {
    "trusis": {"players": 16, "talk": "text"},
    "avalon": {"players": 10, "talk": "text", "expansions": ("lady", "excalibur", "plot_cards")},
}


@pytest.mark.parametrize(("game", "lang"), list(product(PARTS, ("en", "es", "fr", "pl"))))
def test_a_match_is_played_to_its_end_in_every_language(game, lang):
    with served() as endpoint:
        played = play(plan_of([f"llm:fake@{endpoint.url}?lang={lang}"], game=game, **PARTS[game]))
    assert played.result["reason"]
    assert refused(played) == []
    assert len(calls_of(played)) == endpoint.count > 10


@pytest.mark.parametrize("expansion", ["lancelots", "trapper", "witch", "cleric", "revealer"])
def test_every_expansion_can_be_played_by_models(expansion):
    with served() as endpoint:
        played = play(plan_of([f"llm:fake@{endpoint.url}"], 10, game="avalon", expansions=(expansion,)))
    assert played.result["reason"]
    assert refused(played) == []


def test_models_and_bots_sit_at_one_table():
    with served() as endpoint:
        spec = f"llm:fake@{endpoint.url}"
        played = play(plan_of([spec, "heuristic", "random", spec, "heuristic"], talk="text"))
    assert log_of(played).is_complete
    assert played.result["clean"]


def test_matches_that_are_cancelled_leave_the_others_their_connections(tmp_path, monkeypatch):
    rows = tmp_path / "endpoints.toml"
    monkeypatch.setenv("MASQUE_ENDPOINTS", str(rows))

    async def some_cancelled(url):
        plans = [plan_of([f"llm:slow%3D5@{url}"], seed=seed, max_days=1) for seed in range(20)]
        matches = [asyncio.create_task(play_plan_async(plan)) for plan in plans]
        await asyncio.sleep(0.3)
        for match in matches[:5]:
            match.cancel()
        return await asyncio.gather(*matches, return_exceptions=True)

    with served() as endpoint, keeping(Book()):
        rows.write_text(f'[[endpoint]]\nid = "narrow"\nurl = "{endpoint.url}"\nconcurrent = 2\n')
        ended = asyncio.run(some_cancelled(endpoint.url))
    assert [type(match).__name__ for match in ended] == ["CancelledError"] * 5 + ["Played"] * 15
    assert not [match for match in ended[5:] if not match.result["clean"]]
    assert endpoint.busiest <= 2
