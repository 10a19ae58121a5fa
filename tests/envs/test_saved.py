"""Saved matches: what was made otherwise, or cannot be read, is refused in one sentence and changes nothing."""

import numpy as np
import pytest

import envs
from envs import make_vec, saved
from envs.seat import SeatEnv

BASE = {"talk": "none", "players": 8}


@pytest.mark.parametrize(
    ("game", "keys", "what"),
    [
        ("avalon_v0", {}, "its game is 'trusis', here it is 'avalon'"),
        ("trusis_v0", {"max_days": 3}, "its rule 'max_days' is"),
        ("trusis_v0", {"talk": "acts"}, "its rule '"),
        ("trusis_v0", {"all_seats": True}, "its all_seats is False, here it is True"),
        ("trusis_v0", {"reward": "shaped"}, r"its shaping is None, here it is \[0.5, 1.0\]"),
        ("trusis_v0", {"players": 9}, "its players is 8, here it is 9"),
        ("trusis_v0", {"num_games": 5}, "its number of games is 4, here it is 5"),
        ("trusis_v0", {"roles": ["trusis"] * 2 + ["human"] * 6}, "its roles is"),
    ],
    ids=["game", "rule", "talk", "all seats", "reward", "players", "number", "roles"],
)
def test_a_batch_made_otherwise_is_not_loaded(game, keys, what):
    maker = make_vec("trusis_v0", 4, **BASE)
    maker.reset(seed=1)
    other = make_vec(game, **{"num_games": 4, **BASE, **keys})
    other.reset(seed=2)
    before = other.save()
    with pytest.raises(ValueError, match="what was saved was made otherwise: " + what):
        other.load(maker.save())
    assert other.save() == before


@pytest.mark.parametrize("name", envs.GAMES)
def test_what_is_saved_does_not_depend_on_threads(name):
    one, many = make_vec(f"{name}_v0", 9, talk="none"), make_vec(f"{name}_v0", 9, talk="none", threads=4)
    one.reset(seed=7)
    one.play_random(77)
    many.load(one.save())
    for vec in (one, many):
        vec.play_random(400)
    assert one.save() == many.save()


@pytest.mark.parametrize("name", envs.GAMES)
def test_a_batch_of_another_preset_is_not_loaded(name):
    first, *_, last = envs.load_game(name).presets
    maker, other = (make_vec(f"{name}_v0", 4, preset=preset, **BASE) for preset in (first, last))
    maker.reset(seed=1)
    with pytest.raises(ValueError, match=r"made otherwise: its (rule|roles)"):
        other.load(maker.save())


def test_a_batch_of_another_version_is_not_loaded(monkeypatch):
    vec = make_vec("trusis_v0", 4, **BASE)
    vec.reset(seed=1)
    kept = vec.save()
    monkeypatch.setattr(saved, "package_version", lambda: "9.9")
    with pytest.raises(ValueError, match=r"its masque is '[^']+', here it is '9.9'"):
        vec.load(kept)


SPOILT = [lambda kept: b"xx", lambda kept: b"", lambda kept: kept[:500], lambda kept: kept[:-200], lambda kept: "text"]
KINDS = ["garbage", "nothing", "the start", "cut", "a text"]


@pytest.mark.parametrize("spoil", SPOILT, ids=KINDS)
def test_bytes_that_are_no_batch_are_refused(spoil):
    vec = make_vec("trusis_v0", 4, **BASE)
    vec.reset(seed=1)
    kept = vec.save()
    with pytest.raises(ValueError, match="these bytes are no saved batch"):
        vec.load(spoil(kept))
    assert vec.save() == kept


def test_an_npz_of_something_else_is_no_batch(tmp_path):
    np.savez(tmp_path / "x.npz", head=np.zeros(3, np.uint8))
    vec = make_vec("trusis_v0", 4, **BASE)
    with pytest.raises(ValueError, match="these bytes are no saved batch"):
        vec.load((tmp_path / "x.npz").read_bytes())


def made(kind, name="trusis", **keys):
    """A single environment after its reset."""
    env = SeatEnv(name, opponents="random", **keys) if kind == "seat" else envs.make(f"{name}_v0", kind, **keys)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    ("one", "other", "what"),
    [
        (("env",), ("seat",), "its kind is 'Env', here it is 'SeatEnv'"),
        (("seat",), ("parallel_env",), "its kind is 'SeatEnv', here it is 'Parallel'"),
        (("env", "avalon"), ("env", "trusis"), "its game is 'avalon', here it is 'trusis'"),
        (("seat", "avalon"), ("seat", "trusis"), "its game is 'avalon', here it is 'trusis'"),
    ],
    ids=["agents in turn into one seat", "one seat into parallel", "another game", "another game, one seat"],
)
def test_another_environments_bytes_are_not_loaded(one, other, what):
    env = made(*other)
    attributes = dict(env.__dict__)
    with pytest.raises(ValueError, match="what was saved was made otherwise: " + what):
        env.load(made(*one).save())
    assert env.__dict__ == attributes


def test_an_environment_set_up_otherwise_is_not_loaded():
    with pytest.raises(ValueError, match="its rule 'max_days' is 2, here it is"):
        made("env").load(made("env", max_days=2).save())


@pytest.mark.parametrize("spoil", SPOILT, ids=KINDS)
@pytest.mark.parametrize("kind", ["env", "parallel_env", "seat"])
def test_bytes_that_are_no_environment_are_refused(kind, spoil):
    env = made(kind)
    attributes = dict(env.__dict__)
    with pytest.raises(ValueError, match="these bytes are no saved environment"):
        env.load(spoil(env.save()))
    assert env.__dict__ == attributes


@pytest.mark.parametrize("seed", [-3, 2**200, np.int64(5)], ids=repr)
def test_every_whole_number_is_a_seed_of_one_seat_and_can_be_saved(seed):
    env = made("seat")
    env.reset(seed=seed)
    kept, state = env.save(), env.state()
    env.reset()
    env.load(kept)
    assert (env.state() == state).all()
