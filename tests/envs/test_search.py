"""State for search: clones and saved bytes play on as the original would; a sampled world is one the seat could be in."""

from random import Random

import numpy as np
import pytest

import envs
from envs import load_game
from envs.avalon.codes import LABEL_ROLE
from envs.engine.events import visible_to
from envs.engine.tables import make_table
from envs.search import NotReplayable, NoWorldFound, Script, determinise
from envs.seat import SeatEnv
from envs.trusis.codes import IS_ROLE
from tests.laws.play import SCALE, random_action

NAMES = list(envs.GAMES)


def moves_on(env, steps):
    """The observations of ``steps`` turns of an AEC env played by a fixed habit."""
    seen = []
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((observation["observation"].tobytes(), reward, terminated, info["text"]))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(legal[len(seen) * 7 % len(legal)]))
        if not env.agents:
            env.reset()
    return seen


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize("name", NAMES)
def test_a_clone_and_a_saved_env_play_on_alike_and_apart(name, kind, compiled):
    env = envs.make(f"{name}_v0", kind, compiled=compiled)
    env.reset(seed=3)
    moves_on(env, 40)
    saved, clone = env.save(), env.clone()
    wanted = moves_on(clone, 200)
    other = envs.make(f"{name}_v0", kind, compiled=compiled)
    other.load(saved)
    assert moves_on(other, 200) == wanted
    assert moves_on(env, 200) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_parallel_env_can_be_cloned_and_saved(name):
    env = envs.make(f"{name}_v0", "parallel_env")
    env.reset(seed=3)
    env.step({})
    clone, saved = env.clone(), env.save()
    first = [env.step({})[0]["seat_1"]["observation"].tobytes() for _ in range(5)]
    assert [clone.step({})[0]["seat_1"]["observation"].tobytes() for _ in range(5)] == first
    env.load(saved)
    assert [env.step({})[0]["seat_1"]["observation"].tobytes() for _ in range(5)] == first


def seat_moves(env, steps):
    seen = []
    for _ in range(steps):
        legal = np.flatnonzero(env.action_masks())
        observation, reward, terminated, truncated, info = env.step(int(legal[len(seen) * 5 % len(legal)]))
        seen.append((observation.tobytes(), reward, info["text"]))
        if terminated or truncated:
            env.reset()
    return seen


@pytest.mark.parametrize("opponents", ["heuristic", "random"])
@pytest.mark.parametrize("name", NAMES)
def test_a_clone_of_the_one_seat_env_takes_its_opponents_minds_along(name, opponents):
    env = SeatEnv(name, opponents=opponents)
    env.reset(seed=4)
    seat_moves(env, 5)
    clone, saved = env.clone(), env.save()
    wanted = seat_moves(clone, 30)
    other = SeatEnv(name, opponents=opponents)
    other.load(saved)
    assert seat_moves(other, 30) == wanted
    assert seat_moves(env, 30) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_can_be_cloned_and_saved(name):
    vec = envs.make_vec(f"{name}_v0", 8)
    vec.reset(seed=2)
    vec.play_random(100)
    clone, saved = vec.clone(), vec.save()
    vec.play_random(300)
    clone.play_random(300)
    other = envs.make_vec(f"{name}_v0", 8)
    other.load(saved)
    other.play_random(300)
    for seat in range(vec.players):
        assert clone.view(5, seat)[0].tobytes() == vec.view(5, seat)[0].tobytes() == other.view(5, seat)[0].tobytes()
    with pytest.raises(ValueError, match="made otherwise"):
        envs.make_vec(f"{name}_v0", 9).load(saved)


# --- sampled worlds ----------------------------------------------------------------------------------------------


def table_at(name, players, talk, seed, steps, compiled=True, **keys):
    """A random match after at most ``steps`` actions and before its end, and the seat to look from."""
    game, rng = load_game(name), Random(seed)
    table = before = make_table(game, game.setup(players, talk=talk, **keys), seed, compiled)
    while not table.is_over and len(table.history) < steps:
        before = table.copy()
        table.apply(table.actor, random_action(table, table.actor, rng))
    table = before if table.is_over else table
    return table, table.actor


def at_a_seat_env(name, compiled):
    env = SeatEnv(name, opponents="heuristic", talk="acts", compiled=compiled)
    env.reset(seed=2)
    for step in range(8):
        legal = np.flatnonzero(env.action_masks())
        env.step(int(legal[step * 5 % len(legal)]))
    return env.table, env.seat


def at_a_parallel_env(name, compiled, talk="acts", steps=12, seed=1, **keys):
    env, rng = envs.make(f"{name}_v0", "parallel_env", compiled=compiled, talk=talk, **keys), Random(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        env.step({seat: rng.choice(np.flatnonzero(env.table.mask(k)).tolist()) for k, seat in enumerate(env.agents)})
    return env.table, seed


EXACT = {"avalon": LABEL_ROLE, "trusis": 1 + IS_ROLE}
"""From here on what a seat knows of another is its role."""


def contradicted(world, viewer):
    """Seats whose role in ``world`` is not the one that ``viewer`` knows them to hold."""
    known, exact = world.state.known[viewer], EXACT[world.game.name]
    return [seat for seat in range(world.n) if known[seat] >= exact and world.state.role[seat] != known[seat] - exact]


def check_world(table, viewer, seed=7):
    before = table.journal.copy()
    world = determinise(table, viewer, seed=seed)
    assert visible_to(viewer, world.journal) == visible_to(viewer, table.journal)
    assert world.features(viewer).tobytes() == table.features(viewer).tobytes()
    assert world.mask(viewer).tobytes() == table.mask(viewer).tobytes()
    assert world.state.role[viewer] == table.state.role[viewer]
    assert sorted(world.state.role[: table.n]) == sorted(table.state.role[: table.n])
    assert list(world.state.known[viewer]) == list(table.state.known[viewer])
    assert contradicted(world, viewer) == contradicted(table, viewer) == []
    assert world.to_act == table.to_act
    assert table.journal == before
    return world


MOMENTS = ((0, 0), (1, 20), (3, 45), (4, 80), *((seed, 70) for seed in range(5, 4 + SCALE)))
CASES = [
    (name, players, talk, seed, steps)
    for name, players in (("trusis", 8), ("trusis", 6), ("avalon", 5))
    for talk in ("none", "acts")
    for seed, steps in MOMENTS
]


@pytest.mark.parametrize(("name", "players", "talk", "seed", "steps"), CASES)
def test_a_sampled_world_shows_the_viewer_what_it_saw(name, players, talk, seed, steps):
    check_world(*table_at(name, players, talk, seed, steps))


TALKS = ("none", "acts")
PARTS = load_game("avalon").expansions
SEVERAL = ("lady", "excalibur", "witch", "cleric", "trapper")


@pytest.mark.parametrize(("seed", "steps"), MOMENTS[1:])
@pytest.mark.parametrize("talk", TALKS)
@pytest.mark.parametrize("parts", [*((part,) for part in PARTS), SEVERAL], ids="+".join)
def test_every_expansion_can_be_sampled(parts, talk, seed, steps):
    check_world(*table_at("avalon", 8, talk, seed, steps, expansions=parts))


@pytest.mark.parametrize("talk", TALKS)
@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in NAMES for preset in load_game(name).presets])
def test_every_preset_can_be_sampled(name, preset, talk):
    for seed, steps in MOMENTS[1:]:
        check_world(*table_at(name, 7, talk, seed, steps, preset=preset))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_the_match_of_a_one_seat_env_can_be_sampled(name, compiled):
    check_world(*at_a_seat_env(name, compiled))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("talk", TALKS)
@pytest.mark.parametrize("name", NAMES)
def test_the_match_of_a_parallel_env_can_be_sampled(name, talk, compiled):
    check_world(*at_a_parallel_env(name, compiled, talk, steps={"none": 5, "acts": 14}[talk]))


def test_the_dead_may_talk_on_in_the_round_in_which_all_living_have_passed():
    env = envs.make("trusis_v0", "parallel_env", talk="acts", players=5, roles=("trusis", "human", "human", "human", "human"))
    env.reset(seed=2)
    index = env.table.actions.index
    holder = list(env.table.state.role[:5]).index(load_game("trusis").role_ids.index("trusis"))
    victim = (holder + 1) % 5
    living = [seat for seat in range(5) if seat != victim]
    env.step({f"seat_{seat}": index(f"vote:{victim}" if seat != victim else "pass") for seat in range(5)})
    while env.table.clock()["phase"] == "day":
        env.step({})
    while env.table.clock()["phase"] == "night":
        env.step({})
    assert not env.table.state.alive >> victim & 1, "the living have voted for this seat by day"
    env.step({f"seat_{seat}": index("pass") for seat in living} | {f"seat_{victim}": index("claim:priest")})
    env.step({f"seat_{victim}": index("claim:human")})
    assert not all(entry.goes_on for entry in Script(env.table, holder).entries)
    check_world(env.table, holder)


def test_a_world_can_be_sampled_from_a_world():
    table, viewer = table_at("avalon", 8, "none", 2, 60, expansions=("plot_cards", "lancelots"))
    check_world(check_world(table, viewer), (viewer + 3) % 8)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_table_holds_is_in_its_history(compiled):
    table, _ = table_at("trusis", 8, "none", 1, 0, compiled)
    first = table.actor
    table.hold(first, table.actions.index("pass"))
    table.release()
    assert table.history == [(first, table.actions.index("pass"))]


def after_declining(declined):
    """A table of seven with the Witch at which so many seats have declined to hide, and the seat to answer next."""
    table, _ = table_at("avalon", 7, "none", 3, 0, expansions=("witch",))
    rng = Random(3)
    while table.clock()["phase"] != "hide":
        table.apply(table.actor, random_action(table, table.actor, rng))
    for _ in range(declined):
        table.apply(table.actor, table.actions.index("decline"))
    return table, table.actor


@pytest.mark.parametrize("declined", [1, 3, 6])
def test_who_declines_unseen_need_not_be_the_witch(declined):
    table, viewer = after_declining(declined)
    worlds = [check_world(table, viewer, seed) for seed in range(12)]
    assert len({tuple(world.state.role) for world in worlds}) > 3
    assert not all(world.state.veiled for world in worlds)


@pytest.mark.parametrize("name", NAMES)
def test_worlds_differ_in_what_the_viewer_does_not_know(name):
    table, viewer = table_at(name, 7, "none", 1, 10)
    deals = {tuple(determinise(table, viewer, seed).state.role) for seed in range(12)}
    assert len(deals) > 3


def test_equal_seeds_sample_equal_worlds():
    table, viewer = table_at("trusis", 8, "none", 3, 40)
    assert determinise(table, viewer, 5).journal == determinise(table, viewer, 5).journal


def test_a_seat_that_knows_the_others_finds_them_where_they_are():
    game = load_game("trusis")
    table = make_table(game, game.setup(8, talk="none"), 4, True)
    mates = [seat for seat in range(8) if game.role_ids[table.state.role[seat]] == "trusis"]
    for seed in range(8):
        world = determinise(table, mates[0], seed)
        assert [seat for seat in range(8) if game.role_ids[world.state.role[seat]] == "trusis"] == mates


def test_what_cannot_be_sampled_says_so():
    table, viewer = table_at("trusis", 8, "none", 1, 30)
    with pytest.raises(NoWorldFound, match=f"no world agrees with what seat {viewer} saw, in 0 deals"):
        determinise(table, viewer, 1, deals=0)
    with pytest.raises(NoWorldFound, match=r"in \d+ deals and \d+\.\d seconds"):
        determinise(table, viewer, 1, seconds=0)
    table.forfeit((viewer + 1) % 8)
    with pytest.raises(NotReplayable, match="free messages or forfeits"):
        determinise(table, viewer, 1)
