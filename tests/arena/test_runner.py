"""Running tournaments: only what is missing, the same bytes for any number of workers, nothing lost when stopped."""

import signal

import pytest

from agents.agent import HarnessFault
from arena.boards.board import board_of, finished_logs
from arena.match.reading import parse_log
from arena.tournament import runner
from arena.tournament.runner import run
from arena.tournament.schedule import schedule
from arena.tournament.spec import Tournament, entrants_of
from arena.tournament.store import Store
from tests.arena.shell import is_running, left_over, logs, start, stop_after, wait_until, workers_of
from tests.arena.stage import SHORT, TRUSIS

LONG = ("run", "--game", "trusis", "--agents", "random", "--blocks", "60", "--set", "talk=acts")


def tournament(blocks=8, agents=("random", "heuristic")):
    return Tournament(TRUSIS.setup(players=6, **SHORT), entrants_of(agents), blocks, 5)


def opened(folder, held):
    store = Store(folder)
    store.open(held)
    return store


def test_one_and_four_workers_give_the_same_bytes(tmp_path):
    held = tournament(blocks=6)
    plans = schedule(held)
    run(plans, opened(tmp_path / "one", held), workers=1)
    report = run(plans, opened(tmp_path / "four", held), workers=4)
    assert (report.played, report.failures) == (12, [])
    assert logs(tmp_path / "one") == logs(tmp_path / "four")


def test_no_two_matches_of_a_tournament_are_the_same(tmp_path):
    held = tournament()
    run(schedule(held), opened(tmp_path, held))
    bodies = [log.split(b"\n", 1)[1] for log in logs(tmp_path).values()]
    assert len(set(bodies)) == len(bodies) == 16


def test_running_again_plays_nothing_again(tmp_path):
    held = tournament(blocks=3)
    store = opened(tmp_path, held)
    run(schedule(held), store)
    times = {path: path.stat().st_mtime_ns for path in store.matches.iterdir()}
    assert run(schedule(held), store).played == 0
    assert {path: path.stat().st_mtime_ns for path in store.matches.iterdir()} == times


def test_only_failed_matches_are_played_again(tmp_path, monkeypatch):
    held = tournament(blocks=5)
    plans, store = schedule(held), opened(tmp_path, held)
    down = {plans[4].id, plans[8].id}
    real, asked = runner.play_plan, []

    def flaky(plan, **kwargs):
        asked.append(plan.id)
        if plan.id in down:
            raise HarnessFault("the endpoint is down")
        return real(plan, **kwargs)

    monkeypatch.setattr(runner, "play_plan", flaky)
    first = run(plans, store)
    assert first.failures == [(match, "the endpoint is down") for match in sorted(down)]
    down.clear()
    asked.clear()
    assert run(plans, store).played == 2
    assert asked == [plans[4].id, plans[8].id]
    assert run(plans, store).played == 0


def test_the_board_of_a_resumed_run_is_that_of_an_uninterrupted_one(tmp_path):
    held = tournament(blocks=6)
    plans = schedule(held)
    whole, parts = opened(tmp_path / "whole", held), opened(tmp_path / "parts", held)
    run(plans, whole)
    run(plans[:7], parts)
    run(plans, parts)
    assert board_of(finished_logs(plans, whole, print)) == board_of(finished_logs(plans, parts, print))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_everything_finished_and_nothing_else(tmp_path, workers):
    code, told = stop_after(start(*LONG, "--workers", workers, "--out", str(tmp_path)), tmp_path, 3)
    assert code == 130
    assert "everything finished is kept" in told
    assert left_over(tmp_path) == []
    assert all(parse_log(log.decode()).is_complete for log in logs(tmp_path).values())


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_run_loses_nothing_finished_and_goes_on(tmp_path, workers):
    arguments = (*LONG[:5], "--blocks", "20", "--workers", workers, "--out", str(tmp_path))
    code, _ = stop_after(start(*arguments), tmp_path, 3, signal.SIGKILL)
    kept = logs(tmp_path)
    assert code == -signal.SIGKILL
    assert all(parse_log(log.decode()).is_complete for log in kept.values())
    again = start(*arguments)
    shown, _ = again.communicate(timeout=60)
    assert again.returncode == 0
    assert "20 of 20 matches" in shown
    assert kept.items() <= logs(tmp_path).items()
    assert len(logs(tmp_path)) == 20


def test_workers_go_when_their_parent_is_killed(tmp_path):
    process = start(*LONG, "--workers", "2", "--out", str(tmp_path))
    wait_until(lambda: len(logs(tmp_path)) >= 1, "a first log")
    workers = workers_of(process)
    stop_after(process, tmp_path, 1, signal.SIGKILL)
    assert len(workers) == 2
    wait_until(lambda: not any(is_running(pid) for pid in workers), "the end of the workers")


def test_a_killed_worker_is_reported_and_its_match_is_left_to_be_played(tmp_path):
    import os

    process = start(*LONG, "--workers", "2", "--out", str(tmp_path))
    wait_until(lambda: len(logs(tmp_path)) >= 1, "a first log")
    os.kill(workers_of(process)[0], signal.SIGKILL)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "a worker process died before it was finished" in told
    assert "run it again to play what is missing" in told
    assert left_over(tmp_path) == []
