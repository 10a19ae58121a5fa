"""Batches: what is refused in one sentence, and what cannot reach past the arrays."""

import gc
import os
import signal
import sys
from contextlib import suppress

import gymnasium
import numpy as np
import pytest

import envs
from envs import make_seat_vec, make_vec
from envs.aec import NotReset
from envs.engine.actions import IllegalAction
from envs.engine.game import SetupError
from envs.engine.seeds import derive

# --- what a callback answers ---------------------------------------------------------------------------------------


def steps_with(callback, **keys):
    """Twenty steps against one callback, or what it raises."""
    vec = make_seat_vec("trusis_v0", 4, talk="none", opponents=callback, **keys)
    vec.reset(seed=1)
    for _ in range(20):
        vec.step(vec.sample())
    return vec


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        (lambda rows: np.full(rows, np.nan), ValueError, r"played seat \d of game \d gave actions of float64"),
        (lambda rows: np.full(rows, 1.9), ValueError, r"played seat \d of game \d gave actions of float64"),
        (lambda rows: 1, ValueError, r"gave actions of shape \(\); it was asked for \(\d,\)"),
        (lambda rows: None, ValueError, r"gave actions of shape \(\)"),
        (lambda rows: np.ones(rows + 1, int), ValueError, r"it was asked for \(\d,\)"),
        (lambda rows: np.ones((rows, 30)), ValueError, r"gave actions of shape \(\d, 30\)"),
        (lambda rows: np.zeros(rows, int), IllegalAction, r"seat \d of game \d may not take 'wait' now; legal: end_turn"),
        (lambda rows: np.full(rows, 10**6), IllegalAction, "may not take 1000000, which is outside 0 to 29"),
        (lambda rows: np.full(rows, -5), IllegalAction, "may not take -5, which is outside 0 to 29"),
    ],
    ids=["nan", "fractions", "one number", "nothing", "too many", "scores", "illegal", "too high", "below zero"],
)
def test_what_a_callback_may_not_answer_is_refused(answer, error, sentence):
    with pytest.raises(error, match=sentence):
        steps_with(lambda observations, masks, seats: answer(len(seats)))


def test_no_action_is_applied_when_one_of_several_callbacks_errs():
    good, bad = (lambda o, m, s: m.argmax(1)), (lambda o, m, s: np.zeros(len(s), int))
    vec = make_seat_vec("trusis_v0", 40, talk="none", seat=0, opponents=[good] * 7 + [bad])
    with pytest.raises(IllegalAction, match="a callback erred: seat 7 of game"):
        vec.reset(seed=1)
    assert (vec.games._b.seats[vec._class.waits] == 7).any()
    assert (vec.games._b.lengths < 8).all()


def test_after_a_callback_has_failed_the_batch_must_be_reset():
    fails = [False]

    def callback(observations, masks, seats):
        if fails[0]:
            raise OSError("no network")
        return masks.argmax(1)

    vec = make_seat_vec("trusis_v0", 4, talk="none", opponents=callback)
    vec.reset(seed=1)
    fails[0] = True
    with pytest.raises(OSError, match="no network"):
        vec.step(vec.sample())
    with pytest.raises(NotReset, match="in the middle of a step"):
        vec.step(vec.sample())
    fails[0] = False
    vec.reset(seed=1)
    vec.step(vec.sample())


# --- places, seats, numbers of steps ---------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [4, -1, 10**7, -(10**6), 1.0, "0", None, True])
def test_a_place_that_is_none_is_refused(k):
    vec = make_vec("trusis_v0", 4, talk="none")
    vec.reset(seed=1)
    for look in (vec.state, vec.deal_seed, lambda place: vec.view(place, 0)):
        with pytest.raises(IndexError, match="game is a whole number from 0 to 3, not"):
            look(k)


@pytest.mark.parametrize("seat", [8, -1, 63, 0.0])
def test_a_seat_that_is_none_is_refused(seat):
    vec = make_vec("trusis_v0", 4, talk="none")
    vec.reset(seed=1)
    with pytest.raises(IndexError, match="seat is a whole number from 0 to 7, not"):
        vec.view(0, seat)
    assert vec.view(np.int64(3), np.int8(7))[1].any()


@pytest.mark.parametrize("steps", [-5, 2.5, "3", True, None])
def test_what_is_no_number_of_random_steps_is_refused(steps):
    vec = make_vec("trusis_v0", 4, talk="none")
    vec.reset(seed=1)
    before = vec.save()
    with pytest.raises(ValueError, match="the number of steps is a whole number from 0, not"):
        vec.play_random(steps)
    assert vec.save() == before
    assert vec.play_random(np.int32(3)) == 12


@pytest.mark.parametrize(
    "use",
    [
        lambda vec: vec.play_random(3),
        lambda vec: vec.sample(),
        lambda vec: vec.save(),
        lambda vec: vec.state(0),
        lambda vec: vec.view(0, 0),
        lambda vec: vec.deal_seed(0),
    ],
    ids=["play_random", "sample", "save", "state", "view", "deal_seed"],
)
def test_a_batch_is_of_no_use_before_a_reset(use):
    with pytest.raises(NotReset, match="the batch must be reset before it is used"):
        use(make_vec("trusis_v0", 4))


def test_learners_are_of_no_use_before_a_reset():
    vec = make_seat_vec("trusis_v0", 4)
    for use in (vec.action_masks, vec.sample, lambda: vec.seats, lambda: vec.step([1] * 4)):
        with pytest.raises(NotReset, match="must be reset"):
            use()


# --- seeds and keys ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [make_vec, make_seat_vec])
@pytest.mark.parametrize("seed", [1.7, "7", True, [1, 2]], ids=repr)
def test_what_is_no_seed_is_refused(make, seed):
    vec = make("trusis_v0", 2, talk="none")
    with pytest.raises(SetupError, match="a seed is a whole number, not"):
        vec.reset(seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**200, np.int64(5), np.uint64(2**64 - 1)], ids=repr)
def test_every_whole_number_is_a_seed_and_can_be_saved(seed):
    vec, other = make_vec("trusis_v0", 2, talk="none"), make_vec("trusis_v0", 2, talk="none")
    vec.reset(seed=seed)
    assert vec.deal_seed(1) == derive(int(seed), "deal", 1)
    other.load(vec.save())
    for each in (vec, other):
        each.play_random(30)
        each.reset()
    assert other.save() == vec.save()
    learners = make_seat_vec("trusis_v0", 2, talk="none")
    learners.reset(seed=seed)
    assert learners.games.deal_seed(1) == derive(int(seed), "deal", 1)


@pytest.mark.parametrize("seat", [np.int64(3), np.int8(3)], ids=repr)
def test_numpys_whole_numbers_are_seats(seat):
    vec = make_seat_vec("trusis_v0", 2, talk="none", seat=seat)
    vec.reset(seed=1)
    assert vec.seats.tolist() == [3, 3]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"all_seats": True}, "with one learner in each game all_seats is always False, not True"),
        ({"autoreset": False}, "with one learner in each game autoreset is always True, not False"),
        ({"seat": True}, "seat is 'random' or a whole number from 0 to 7, not True"),
        ({"seat": 1.0}, "seat is 'random' or a whole number from 0 to 7, not 1.0"),
        ({"shaping": 0.5}, "shaping is two finite numbers, weight and gamma, not 0.5"),
        ({"shaping": ("a", "b")}, "shaping is two finite numbers"),
        ({"shaping": (0.5, float("nan"))}, "shaping is two finite numbers"),
        ({"shaping": (1, 2, 3)}, "shaping is two finite numbers"),
        ({"rewards": {"win": float("inf")}}, "the reward 'win' is a finite number, not inf"),
        ({"rewards": {"win": "1"}}, "the reward 'win' is a finite number, not '1'"),
        ({"rewards": 5}, "rewards are numbers by name, such as {'win': 1.0}, not 5"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_keys_that_cannot_be_honoured_are_refused(keys, sentence):
    with pytest.raises(SetupError) as refused:
        make_seat_vec("trusis_v0", 2, **keys)
    assert sentence in str(refused.value)
    if set(keys) & {"shaping", "rewards"}:
        with pytest.raises(SetupError):
            make_vec("trusis_v0", 2, **keys)


# --- the door of Gymnasium ------------------------------------------------------------------------------------------------


def test_by_default_gymnasiums_learners_meet_the_compiled_scripted_bot():
    plain = gymnasium.make_vec("Trusis-v0", 8, vectorization_mode="vector_entry_point", talk="none")
    named = make_seat_vec("trusis_v0", 8, talk="none", opponents="baseline")
    assert (plain.reset(seed=1)[0] == named.reset(seed=1)[0]).all()
    for _ in range(40):
        actions = named.sample()
        assert (plain.step(actions)[0] == named.step(actions)[0]).all()


@pytest.mark.parametrize("keys", [{"opponents": "heuristic"}, {"players": 3}, {"colour": "red"}], ids=str)
def test_a_batch_that_did_not_come_to_be_leaves_without_a_word(keys, monkeypatch):
    words = []
    monkeypatch.setattr(sys, "unraisablehook", words.append)
    with suppress(SetupError):
        make_seat_vec("trusis_v0", 2, **keys)
    gc.collect()
    assert not words


def test_an_agent_that_is_not_compiled_is_refused_with_the_way_to_seat_it():
    sentence = "known: random, baseline; or give a callback, or seat any agent with gymnasium.make_vec"
    with pytest.raises(SetupError) as refused:
        gymnasium.make_vec("Trusis-v0", 2, opponents="heuristic")
    assert sentence in str(refused.value)
    assert "vectorization_mode='sync'" in str(refused.value)


# --- buffers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("together", [False, True], ids=["one seat a step", "all seats"])
def test_without_copies_the_batchs_own_arrays_cannot_be_written_to(together):
    vec = make_vec("trusis_v0", 2, talk="none", copy=False, all_seats=together)
    turns = [vec.reset(seed=1), vec.step(vec.sample()), vec.clone().step(vec.sample()), vec.load(vec.save())]
    for turn in turns:
        for array in (turn.seat, turn.observation, turn.mask, turn.rewards):
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 1


def test_without_copies_the_learners_arrays_cannot_be_written_to():
    vec = make_seat_vec("trusis_v0", 2, talk="none", copy=False)
    observation, info = vec.reset(seed=1)
    for array in (observation, info["action_mask"], vec.step(vec.sample())[4]["action_mask"]):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


def test_a_clone_without_copies_shows_its_own_arrays():
    vec = make_vec("trusis_v0", 4, talk="none", copy=False)
    first = vec.reset(seed=1)
    before = first.observation.copy()
    twin = vec.clone()
    for _ in range(30):
        turn = twin.step(twin.sample())
    assert (first.observation == before).all()
    assert turn.observation.tobytes() == twin._b.observations.tobytes()


# --- threads ---------------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_starts_threads_of_its_own():
    vec = make_vec("trusis_v0", 64, threads=2, talk="none")
    vec.reset(seed=1)
    vec.step(vec.sample())
    wanted = vec.clone().play_random(5)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        os._exit(0 if vec.play_random(5) == wanted else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert vec.play_random(5) == wanted


@pytest.mark.parametrize("make", [make_vec, make_seat_vec])
def test_after_close_a_step_starts_the_threads_again(make):
    vec = make("trusis_v0", 8, threads=2, talk="none")
    other = make("trusis_v0", 8, threads=2, talk="none")
    for each in (vec, other):
        each.reset(seed=1)
    vec.close()
    vec.close()
    assert repr(vec.step(vec.sample())[:4]) == repr(other.step(other.sample())[:4])
    vec.close()


# --- shaping -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("together", [False, True], ids=["one seat a step", "all seats"])
@pytest.mark.parametrize("name", envs.GAMES)
def test_shaping_is_charged_between_a_seats_own_turns_alone(name, together):
    vec = make_vec(f"{name}_v0", 16, talk="none", all_seats=together, reward="shaped", shaping=(0.5, 0.9))
    turn = vec.reset(seed=5)
    phis = [[[phi] for phi in row] for row in vec._b.phi.tolist()]
    paid = 0
    for _ in range(300):
        seated = {(k, s) for k in range(16) for s in range(vec.players) if vec._b.begun[k, s]}
        turn = vec.step(vec.sample())
        for k in range(16):
            if turn.terminated[k] or turn.truncated[k]:
                phis[k] = [[phi] for phi in vec._b.phi[k].tolist()]
                continue
            for seat in range(vec.players):
                has_turn = turn.seat[k, seat] == 1 if together else turn.seat[k] == seat
                if not has_turn:
                    assert turn.rewards[k, seat] == 0
                    continue
                now, before = int(vec._b.phi[k, seat]), phis[k][seat][-1]
                discounted = 0.9 if (k, seat) in seated else 1.0
                assert turn.rewards[k, seat] == pytest.approx(0.5 * (discounted * now - before) / 100, abs=1e-6)
                phis[k][seat].append(now)
                paid += turn.rewards[k, seat] != 0
    assert paid


@pytest.mark.parametrize("name", envs.GAMES)
def test_after_random_play_shaping_begins_anew(name):
    vec = make_vec(f"{name}_v0", 64, talk="none", reward="shaped", shaping=(0.5, 1.0))
    vec.reset(seed=1)
    vec.play_random(300)
    rules = vec.game.rules
    from envs.engine.record import unpack

    states = [unpack(row, vec.game.state) for row in vec._b.games]
    assert vec._b.phi.tolist() == [[rules.potential(g, seat) for seat in range(vec.players)] for g in states]
