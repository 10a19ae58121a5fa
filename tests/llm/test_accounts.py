"""Accounts of a run: budgets that stop cleanly and go on later, the cache that plays a tournament again for free."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agents.agent import HarnessFault
from agents.llm.book import Book, Limits
from agents.llm.cache import Cache, CacheError, key_of
from arena.cli.main import main
from arena.tournament.runner import run
from arena.tournament.schedule import schedule
from arena.tournament.spec import hold, spec_of
from arena.tournament.store import Store
from tests.llm.stage import calls_of, plan_of, play, refused, served

ROOT = Path(__file__).parents[2]
SHORT = {"max_days": 1, "day_rounds": 1, "night_rounds": 1}


def tournament(*agents, blocks=1, **keys):
    given = {"players": 5, "agents": list(agents), "blocks": blocks, "ruleset": {**SHORT, **keys}}
    held = hold(spec_of(given))
    return held, schedule(held)


def held_run(url, folder, book=None, at_once=4, blocks=1, model="fake", **keys):
    held, plans = tournament(f"llm:{model}@{url}?price_in=1&price_out=1&max_tokens=50", blocks=blocks, **keys)
    store = Store(folder)
    with store.lock():
        store.open(held)
        return run(plans, store, book=book, at_once=at_once), store


def logs_in(store):
    return {path.name: path.read_bytes() for path in sorted(store.matches.glob("*.jsonl"))}


def test_a_run_stops_before_it_makes_more_calls_than_allowed_and_goes_on_later(tmp_path):
    with served() as endpoint:
        report, store = held_run(endpoint.url, tmp_path, Book(Limits(calls=25)), blocks=8)
        spent, kept = endpoint.count, len(logs_in(store))
        again, _ = held_run(endpoint.url, tmp_path, blocks=8)
    assert spent == report.accounts["calls"] == 25
    assert "25 calls were made" in report.stopped
    assert (report.failures, report.interrupted) == ([], False)
    assert report.played == kept < 8
    assert (again.played, again.stopped) == (8 - kept, "")


def test_a_run_never_costs_more_than_allowed(tmp_path):
    with served() as endpoint:
        report, _ = held_run(endpoint.url, tmp_path, Book(Limits(cost=0.04)), blocks=8)
    assert 0.02 < report.accounts["cost"] <= 0.04
    assert "of 0.04 dollars" in report.stopped


def test_a_limit_on_cost_needs_a_price(tmp_path):
    with served() as endpoint:
        held, plans = tournament(f"llm:fake@{endpoint.url}")
        store = Store(tmp_path)
        store.open(held)
        report = run(plans, store, book=Book(Limits(cost=1)))
    assert "the price of this model is not known" in report.stopped
    assert endpoint.count == 0


def test_a_match_beyond_its_own_budget_is_played_by_the_fallback():
    with served() as endpoint:
        plan = plan_of([f"llm:fake@{endpoint.url}"])
        played = play(plan, Book(match_limits=Limits(calls=3)).match())
    assert endpoint.count == 3
    assert set(refused(played)) == {"budget"}
    assert played.result["reason"]


def test_a_finished_tournament_is_played_again_offline_and_for_free(tmp_path):
    with served() as endpoint:
        url = endpoint.url
        first, one = held_run(url, tmp_path / "one", Book(cache=Cache(tmp_path / "cache.db")), blocks=3, model="empty-once")
    second, two = held_run(url, tmp_path / "two", Book(cache=Cache(tmp_path / "cache.db")), blocks=3, model="empty-once")
    assert first.accounts["calls"] > 20
    assert (second.accounts["calls"], second.accounts["cached"]) == (0, first.accounts["calls"])
    assert second.accounts["cost"] is None
    assert logs_in(two) == logs_in(one)


@pytest.mark.parametrize("model", ["no-json", "new-parameters", "no-system"])
def test_what_a_server_had_to_be_told_otherwise_is_no_part_of_the_cache(tmp_path, model):
    with served() as endpoint:
        url = endpoint.url
        held_run(url, tmp_path / "one", Book(cache=Cache(tmp_path / "cache.db")), model=model)
    with served():
        report, _ = held_run(url, tmp_path / "two", Book(cache=Cache(tmp_path / "cache.db")), model=model)
    assert (report.accounts["calls"], report.failures) == (0, [])


def test_a_timeout_is_remembered_too(tmp_path):
    with served() as endpoint:
        plan = plan_of([f"llm:hang@{endpoint.url}?seconds=0.05"], max_days=1)
        first = play(plan, Book(cache=Cache(tmp_path / "c")))
        before = endpoint.count
        second = play(plan, Book(cache=Cache(tmp_path / "c")))
    assert second.log == first.log
    assert endpoint.count == before
    assert {call["cache"] for call in calls_of(second)} == {True}


def test_questions_that_differ_have_different_keys():
    assert key_of({"seed": 1}) != key_of({"seed": 2})


def test_a_cache_that_cannot_be_opened_is_one_sentence(tmp_path):
    (tmp_path / "c").write_text("no data base at all, but long enough to be looked at" * 30)
    with pytest.raises(CacheError, match="cannot be used as a cache"):
        Cache(tmp_path / "c")


def test_results_do_not_depend_on_how_many_matches_run_at_once(tmp_path):
    with served() as endpoint:
        _, alone = held_run(endpoint.url, tmp_path / "alone", at_once=1, blocks=6, talk="text")
        _, together = held_run(endpoint.url, tmp_path / "together", at_once=6, blocks=6, talk="text")
    assert len(logs_in(alone)) == 6
    assert logs_in(together) == logs_in(alone)


def test_one_hanging_match_does_not_hold_up_the_others(tmp_path):
    with served() as endpoint:
        url = endpoint.url
        held, plans = tournament(f"a=llm:hang@{url}?seconds=0.4", *["random"] * 4, blocks=2)
        store = Store(tmp_path)
        store.open(held)
        began = time.monotonic()
        report = run(plans, store, at_once=10)
        took = time.monotonic() - began
    assert report.played == 10
    assert took < 0.4 * 10


def test_an_endpoint_that_is_down_stops_the_run_and_blames_nobody(tmp_path):
    with served() as endpoint:
        report, store = held_run(endpoint.url, tmp_path, at_once=1, blocks=9, model="status%3D401")
    assert len(report.failures) == 3
    assert "3 matches in a row could not be played" in report.stopped
    assert logs_in(store) == {}


def test_more_matches_than_connections_wait_for_each_other(tmp_path, monkeypatch):
    rows = tmp_path / "endpoints.toml"
    monkeypatch.setenv("MASQUE_ENDPOINTS", str(rows))
    with served() as endpoint:
        endpoint.delay = 0.01
        rows.write_text(f'[[endpoint]]\nid = "narrow"\nurl = "{endpoint.url}"\nconcurrent = 2\n')
        report, _ = held_run(endpoint.url, tmp_path / "out", at_once=20, blocks=20)
    assert (report.played, report.failures) == (20, [])
    assert endpoint.busiest == 2


def test_calls_that_begin_in_a_minute_are_limited_and_the_crowd_is_nobodys_fault(tmp_path, monkeypatch):
    rows = tmp_path / "endpoints.toml"
    monkeypatch.setenv("MASQUE_ENDPOINTS", str(rows))
    with served() as endpoint:
        rows.write_text(f'[[endpoint]]\nid = "slow"\nurl = "{endpoint.url}"\nper_minute = 4\n')
        with pytest.raises(HarnessFault, match="had no place free"):
            play(plan_of([f"llm:fake@{endpoint.url}?seconds=0.2"], max_days=1))
    assert endpoint.count == 4


def test_a_run_without_its_key_stops_with_the_name_of_the_variable(tmp_path):
    with served() as endpoint:
        held, plans = tournament(f"llm:fake@{endpoint.url}?key_env=NO_SUCH_KEY", blocks=9)
        store = Store(tmp_path)
        store.open(held)
        report = run(plans, store, at_once=2)
    assert "set the environment variable NO_SUCH_KEY" in report.stopped
    assert endpoint.count == report.played == 0


def test_a_model_that_is_nowhere_served_is_one_sentence(tmp_path, capsys):
    code = main(["run", "--players", "5", "--agents", "llm:qwen3", "--blocks", "1", "--out", str(tmp_path / "o")])
    assert code == 2
    assert "\narena: no endpoint is known for the model 'qwen3'; give an address" in capsys.readouterr().err


def test_ctrl_c_stops_within_two_seconds_with_everything_finished_kept(tmp_path):
    with served() as endpoint:
        url = endpoint.url
        command = [sys.executable, "-m", "arena.cli.main", "run", "--players", "5", "--agents", f"llm:slow%3D20@{url}"]
        command += ["--blocks", "400", "--out", str(tmp_path / "out"), "--at-once", "8", "--json"]
        command += ["--set", "max_days=1", "--set", "day_rounds=1", "--set", "night_rounds=1"]
        places = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}
        child = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **places)
        finished = tmp_path / "out" / "matches"
        for _ in range(600):
            if finished.is_dir() and len(list(finished.glob("*.jsonl"))) >= 3:
                break
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = child.communicate(timeout=20)
        took = time.monotonic() - began
    assert child.returncode == 130, err
    assert took < 2
    assert "interrupted" in err
    assert "Traceback" not in err
    assert json.loads(out)["finished"] == len(list(finished.glob("*.jsonl"))) >= 3


def test_the_command_line_tells_what_a_run_used(tmp_path, capsys):
    with served() as endpoint:
        spec = f"llm:usage-absent@{endpoint.url}"
        code = main(
            ["run", "--players", "5", "--agents", spec, "--blocks", "1", "--out", str(tmp_path / "o"), "--set", "max_days=1"]
        )
    out = capsys.readouterr().out
    assert code == 0
    assert "tokens unknown; cost unknown" in out
    assert "usage_unknown" in out
