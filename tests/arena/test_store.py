"""The store: a match is there whole or not at all, names never leave the folder, and one folder holds one tournament."""

import json
import os

import pytest

from arena.match.playing import play_plan
from arena.tournament.schedule import schedule
from arena.tournament.spec import Tournament, entrants_of
from arena.tournament.store import Store, StoreError, write_whole
from tests.arena.stage import SHORT, TRUSIS


def tournament(blocks=2, seed=5, agents=("random",), **keys):
    setup = TRUSIS.setup(players=5, **{**SHORT, "talk": "none", **keys})
    return Tournament(setup, entrants_of(agents), blocks, seed)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "out")
    store.open(tournament())
    return store


@pytest.fixture
def played():
    return play_plan(schedule(tournament())[0])


def test_a_finished_match_has_a_log_and_a_trace(store, played):
    store.keep(played)
    assert store.log_path(played.id).read_text() == played.log
    assert (store.traces / f"{played.id}.jsonl").read_text() == played.trace


def test_keeping_a_match_again_changes_nothing(store, played):
    store.keep(played)
    before = store.log_path(played.id).stat()
    store.keep(played)
    assert store.log_path(played.id).stat() == before
    assert len(list(store.matches.iterdir())) == 1


@pytest.mark.parametrize("failing", [1, 2], ids=["before the trace is there", "before the log is there"])
def test_a_crash_while_keeping_leaves_no_finished_match_and_no_half_file(store, played, monkeypatch, failing):
    calls, real = [], os.replace

    def crash(source, target):
        calls.append(target)
        if len(calls) == failing:
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(KeyboardInterrupt):
        store.keep(played)
    monkeypatch.undo()
    assert not store.has(played.id)
    assert list(store.root.rglob("*.part")) == []
    store.keep(played)
    assert store.has(played.id)


def test_half_files_of_a_killed_run_are_swept_away(store):
    (store.matches / ".x.jsonl.99.part").write_text("half")
    store.open(tournament())
    assert list(store.root.rglob("*.part")) == []


@pytest.mark.parametrize("name", ["../../x", "..", "a/b", "a\\b", "~", "", "x" * 300, "a.", ".hidden", "a b", "con:"])
def test_no_name_leaves_the_folder(store, name):
    with pytest.raises(StoreError, match="is no name of a match"):
        store.log_path(name)


@pytest.mark.parametrize("agent", ["../../x", "con", "a/b", "a\\b", "~", "x" * 200, "trailing."])
def test_the_name_of_an_agent_is_never_the_name_of_a_file(tmp_path, agent):
    from arena.match.plan import Entrant

    plan = schedule(Tournament(TRUSIS.setup(players=5), (Entrant(agent, "random"),), 1))[0]
    assert Store(tmp_path).log_path(plan.id).parent == tmp_path / "matches"
    assert agent not in plan.id


def test_the_tournament_can_be_read_from_its_folder(store):
    assert store.tournament().identity() == tournament().identity()
    assert json.loads((store.root / "tournament.json").read_text())["schema_version"] == 1


def test_more_blocks_may_be_played_in_the_same_folder(store):
    store.open(tournament(blocks=5))
    assert store.tournament().blocks == 5


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (tournament(seed=6), "its seed is 5, not 6; give another folder with --out"),
        (tournament(agents=("heuristic",)), "its agents is"),
        (tournament(max_days=3), "its ruleset is"),
        (tournament(blocks=1), "was begun with 2 blocks, not 1"),
    ],
    ids=["another seed", "other agents", "other rules", "fewer blocks"],
)
def test_another_tournament_in_the_same_folder_is_refused(store, other, sentence):
    with pytest.raises(StoreError, match=sentence):
        store.open(other)


def test_a_folder_with_other_things_in_it_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(StoreError, match="is not empty and holds no tournament"):
        Store(tmp_path).open(tournament())


def test_a_folder_without_a_tournament_is_refused(tmp_path):
    with pytest.raises(StoreError, match=r"there is no tournament\.json in it"):
        Store(tmp_path).tournament()


def test_a_newer_folder_is_refused(store):
    (store.root / "tournament.json").write_text('{"schema_version": 7}')
    with pytest.raises(StoreError, match="has schema_version 7; this version of Masque reads 1"):
        store.tournament()


@pytest.mark.parametrize("agents", [None, [1], [["a"]], "x"], ids=["none", "numbers", "half", "a text"])
def test_a_folder_that_does_not_say_who_plays_is_refused(store, agents):
    card = json.loads((store.root / "tournament.json").read_text())
    (store.root / "tournament.json").write_text(json.dumps({**card, "agents": agents}))
    with pytest.raises(StoreError, match="does not say who plays"):
        store.tournament()


def test_two_runs_never_share_a_folder(store):
    with store.lock(), pytest.raises(StoreError, match="another run is using"), Store(store.root).lock():
        pass


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1
