"""Batches: what is refused, what a thread count and a copy may change (nothing), rewards, endings, secrecy."""

import numpy as np
import pytest

import envs
from envs import load_game, make_vec
from envs.aec import NotReset
from envs.engine.actions import IllegalAction
from envs.engine.game import SetupError
from envs.engine.record import pack
from envs.engine.seeds import derive
from envs.search import determinise
from tests.envs.test_search import table_at

TRUSIS = load_game("trusis")
NAMES = list(envs.GAMES)


def played(vec, steps, seed=3):
    """Every array of ``steps`` random steps, as bytes."""
    turn = vec.reset(seed=seed)
    told = []
    for _ in range(steps):
        told.append(b"".join(np.ascontiguousarray(part).tobytes() for part in turn[:6]))
        told.append(repr([(e.game, e.length, e.roles, e.winner, e.clock) for e in turn.endings]))
        turn = vec.step(vec.sample().copy())
    return told


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("together", [False, True], ids=["one seat a step", "all seats"])
def test_results_do_not_depend_on_threads_or_on_copying(name, together):
    base = played(make_vec(f"{name}_v0", 13, talk="none", all_seats=together), 300)
    for keys in ({"threads": 2}, {"threads": 5}, {"copy": False}, {"check": False}, {"threads": 13, "copy": False}):
        assert played(make_vec(f"{name}_v0", 13, talk="none", all_seats=together, **keys), 300) == base


def test_a_place_does_not_depend_on_how_many_others_there_are():
    few, many = make_vec("trusis_v0", 3, talk="none"), make_vec("trusis_v0", 9, talk="none")
    a, b = few.reset(seed=8), many.reset(seed=8)
    for _ in range(400):
        actions = many.sample()
        a, b = few.step(actions[:3]), many.step(actions)
        assert a.observation.tobytes() == b.observation[:3].tobytes()


def test_without_copy_the_same_buffers_come_back():
    vec = make_vec("trusis_v0", 4, copy=False)
    first = vec.reset(seed=1)
    second = vec.step(vec.sample())
    assert first.observation is second.observation
    copied = make_vec("trusis_v0", 4)
    first = copied.reset(seed=1)
    before = first.observation.copy()
    copied.step(copied.sample())
    assert (first.observation == before).all()


@pytest.mark.parametrize(
    ("actions", "error", "sentence"),
    [
        ([1, 1, 1], ValueError, r"actions have shape \(3,\); this batch takes \(4,\)"),
        ([1.0, 1.0, 1.0, 1.0], ValueError, "actions are of float64; they are whole numbers"),
        ([1, 1, 0, 1], IllegalAction, "of game 2 may not take 'wait' now; legal: end_turn, pass, vote:"),
        ([1, 1, 1, 99], IllegalAction, "of game 3 may not take 99, which is outside 0 to 29, now"),
        ([1, -1, 1, 1], IllegalAction, "of game 1 may not take -1, which is outside 0 to 29, now"),
    ],
    ids=["shape", "kind", "illegal", "too high", "below zero"],
)
def test_a_wrong_step_says_what_is_wrong_and_changes_nothing(actions, error, sentence):
    vec = make_vec("trusis_v0", 4, talk="none")
    before = vec.reset(seed=1)
    with pytest.raises(error, match=sentence):
        vec.step(actions)
    after = vec.step([1, 1, 1, 1])
    other = make_vec("trusis_v0", 4, talk="none")
    other.reset(seed=1)
    assert after.observation.tobytes() == other.step([1, 1, 1, 1]).observation.tobytes()
    assert before.seat.shape == (4,)


def test_with_all_seats_an_illegal_action_names_its_seat():
    vec = make_vec("trusis_v0", 2, talk="none", all_seats=True)
    vec.reset(seed=1)
    actions = np.ones((2, 8), int)
    actions[1, 5] = 4 + 5
    with pytest.raises(IllegalAction, match="seat 5 of game 1 may not take 'vote:5' now"):
        vec.step(actions)


def test_a_batch_must_be_reset_first():
    with pytest.raises(NotReset, match="must be reset"):
        make_vec("trusis_v0", 2).step([1, 1])


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"num_games": 0}, "num_games is a whole number from 1, not 0"),
        ({"threads": 0}, "threads is a whole number from 1, not 0"),
        ({"reward": "dense"}, "reward is 'win' or 'shaped', not 'dense'"),
        ({"players": 4}, "Trusis seats 5 to 20 players, not 4"),
        ({"colour": "red"}, "trusis has no ruleset key 'colour'"),
        ({"rewards": {"won": 1}}, "rewards know win, lose and draw, not 'won'"),
    ],
)
def test_what_cannot_be_made_says_why(keys, sentence):
    with pytest.raises(SetupError, match=sentence):
        make_vec("trusis_v0", **{"num_games": 2, **keys})


def test_without_autoreset_a_finished_game_stays_over_and_takes_no_action():
    vec = make_vec("trusis_v0", 6, talk="none", max_days=1, autoreset=False)
    turn = vec.reset(seed=2)
    ended = 0
    for _ in range(200):
        turn = vec.step(np.where(turn.seat < 0, 0, vec.sample()))
        ended += len(turn.endings)
    assert ended == 6
    assert (turn.seat == -1).all()
    assert not turn.mask.any()
    assert not turn.rewards.any()
    assert not turn.terminated.any()
    with pytest.raises(IllegalAction, match="the match of game 4 is over: it takes only 0 until the batch is reset, not 1"):
        vec.step([0, 0, 0, 0, 1, 0])


@pytest.mark.parametrize("name", NAMES)
def test_an_ending_tells_roles_teams_winner_and_time(name):
    vec = make_vec(f"{name}_v0", 32, talk="none")
    turn = vec.reset(seed=2)
    endings = []
    for _ in range(600):
        turn = vec.step(vec.sample())
        for ending in turn.endings:
            assert turn.rewards[ending.game].tolist() == list(ending.returns)
            assert turn.terminated[ending.game] != turn.truncated[ending.game]
            endings.append(ending)
    assert len(endings) > 10
    for ending in endings:
        assert sorted(ending.roles) == sorted(vec.setup.roles)
        assert [result == 1 for result in ending.returns] == [team == ending.winner for team in ending.teams]
        assert ending.told(2)["role"] == ending.roles[2]


@pytest.mark.parametrize("together", [False, True], ids=["one seat a step", "all seats"])
@pytest.mark.parametrize("name", NAMES)
def test_shaped_rewards_add_up_to_the_payoff_less_the_first_potential(name, together):
    keys = {"talk": "none", "all_seats": together}
    vec = make_vec(f"{name}_v0", 16, reward="shaped", shaping=(0.5, 1.0), **keys)
    plain = make_vec(f"{name}_v0", 16, **keys)
    vec.reset(seed=5)
    plain.reset(seed=5)
    first = vec._b.phi.copy() / 200
    total, target = np.zeros((16, vec.players)), np.zeros((16, vec.players))
    open_games = np.ones(16, bool)
    for _ in range(900):
        actions = vec.sample()
        turn, other = vec.step(actions), plain.step(actions)
        total[open_games] += turn.rewards[open_games]
        target[open_games] += other.rewards[open_games]
        open_games &= ~(turn.terminated | turn.truncated)
    assert open_games.sum() < 16
    assert np.allclose(total[~open_games], (target - first)[~open_games], atol=1e-5)


def test_payoffs_may_be_chosen():
    vec = make_vec("avalon_v0", 32, talk="none", rewards={"win": 5, "lose": 2})
    vec.reset(seed=1)
    seen = {float(reward) for _ in range(400) for reward in vec.step(vec.sample()).rewards.ravel()}
    assert seen == {0.0, 2.0, 5.0}


def test_resets_without_a_seed_continue_the_stream():
    a, b = make_vec("trusis_v0", 4), make_vec("trusis_v0", 4)
    a.reset(seed=1)
    b.reset(seed=1)
    first = a.deal_seed(0)
    a.reset()
    b.reset()
    assert a.deal_seed(0) == b.deal_seed(0) != first == derive(1, "deal", 0)


@pytest.mark.parametrize("name", NAMES)
def test_play_random_is_sample_and_step(name):
    a, b = make_vec(f"{name}_v0", 8), make_vec(f"{name}_v0", 8)
    a.reset(seed=4)
    b.reset(seed=4)
    assert a.play_random(50) == 400
    for _ in range(50):
        b.step(b.sample())
    assert a.view(3, 1)[0].tobytes() == b.view(3, 1)[0].tobytes()
    assert a.deal_seed(3) == b.deal_seed(3)


@pytest.mark.parametrize("name", NAMES)
def test_sampled_actions_are_legal_and_cover_what_is_legal(name):
    vec = make_vec(f"{name}_v0", 400, talk="none")
    turn = vec.reset(seed=6)
    seen = [vec.sample() for _ in range(60)]
    assert all(turn.mask[np.arange(400), actions].all() for actions in seen)
    first = np.unique([actions[0] for actions in seen])
    assert first.tolist() == np.flatnonzero(turn.mask[0]).tolist()


def test_a_state_takes_two_kilobytes_at_most():
    assert make_vec("trusis_v0", 1).bytes_per_game <= 2048


# --- secrecy: the arrays of a seat are a function of the events it may see ---------------------------------------


def swapped(vec, k, one, other):
    """Exchanges two hidden cards of game ``k`` and deals knowledge anew: only the first day has been begun."""
    game = vec.game
    g = game.prepare(vec.setup)
    game.rules.deal(g, *(int(half) for half in vec._b.keys[k]))
    g.role[one], g.role[other] = g.role[other], g.role[one]
    g.first = (g.first - 1) % g.n
    game.rules.start(g)
    while game.rules.unsettled(g):
        game.rules.advance(g)
    g.events.count = 0
    return g


@pytest.mark.parametrize("talk", ["none", "acts"])
def test_cards_that_a_seat_cannot_tell_apart_change_none_of_its_numbers(talk):
    vec = make_vec("trusis_v0", 40, talk=talk, all_seats=True)
    turn = vec.reset(seed=7)
    before, masks = turn.observation.copy(), turn.mask.copy()
    pairs = []
    for k in range(40):
        roles = [TRUSIS.role_ids[role] for role in vec._b.games[k]["role"][:8]]
        one, other = roles.index("castaway"), roles.index("sweeper")
        pack(swapped(vec, k, one, other), vec._b.games[k])
        pairs.append({one, other})
    for k in range(40):
        for seat in set(range(8)) - pairs[k]:
            observation, mask = vec.view(k, seat)
            assert observation.tobytes() == before[k, seat].tobytes()
            assert mask.tobytes() == masks[k, seat].tobytes()


SIGHTS = [
    ("trusis", "none", ()),
    ("trusis", "acts", ()),
    ("avalon", "none", ()),
    ("avalon", "acts", ()),
    *(("avalon", "none", (part,)) for part in load_game("avalon").expansions),
]


@pytest.mark.parametrize(("name", "talk", "parts"), SIGHTS)
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_arrays(name, talk, parts):
    keys = {"expansions": parts} if parts else {}
    vec = make_vec(f"{name}_v0", 8, players=8, talk=talk, all_seats=True, **keys)
    vec.reset(seed=1)
    moments = [table_at(name, 8, talk, seed, steps, **keys) for seed, steps in ((1, 12), (2, 30), (3, 60), (4, 60))]
    differ = 0
    for k, (table, viewer) in enumerate(moments):
        world = determinise(table, viewer, seed=k)
        pack(table.state, vec._b.games[2 * k])
        pack(world.state, vec._b.games[2 * k + 1])
        differ += list(world.state.role) != list(table.state.role)
    vec._b.games["blind"] = 1
    vec._run(vec._show)
    for k, (_, viewer) in enumerate(moments):
        for array in (vec._b.observations, vec._b.masks, vec._b.seats):
            assert array[2 * k, viewer].tobytes() == array[2 * k + 1, viewer].tobytes()
    assert differ > 0
