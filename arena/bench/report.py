"""The whole bench of one game: which figures, in which unit, each with what it is a ratio to."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from arena.bench import doors, matches, rules
from arena.bench.compiling import first_uses
from arena.bench.peers import peer_lines, ratios
from arena.bench.setups import SETUPS, BenchSetup
from arena.bench.timing import rate
from envs import load_game
from envs.engine.game import Game, Setup
from envs.engine.link import numba_is_here
from envs.engine.record import dtype_of

MANY = 1024


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: ``value`` in ``unit``; ``ratio`` to what the part's first line measures, where that makes sense."""

    part: str
    setup: str
    what: str
    value: float
    unit: str
    ratio: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for ``--json``."""
        return asdict(self)


def figures(game: Game) -> Iterator[Figure]:
    """Every figure of ``game``, as it is measured."""
    yield from _static(game)
    for bench in SETUPS[game.name]:
        setup = game.setup(**bench.arguments)
        yield from _sizes(game, setup, bench)
        yield from _rules(game, setup, bench)
        if numba_is_here():
            yield from _batches(game, setup, bench)
    for bench in SETUPS[game.name][-1:] if game.name == "trusis" else SETUPS[game.name][2:3]:
        setup = game.setup(**bench.arguments)
        yield from _doors(game, setup, bench)
        yield from _matches(setup, bench)


def _static(game: Game) -> Iterator[Figure]:
    yield Figure("size", "every setup", "state of one match", dtype_of(game.state).itemsize, "bytes")
    if numba_is_here():
        for what, value in zip(
            ("first use, nothing kept", "first use of a process, from the cache"), first_uses(game.name), strict=True
        ):
            yield Figure("compile", "every setup", what, value, "s")


def peers(folder: str) -> Iterator[Figure]:
    """Other people's environments, each with how many times its steps ours makes. Raises ``NoPeers``."""
    for what, value, ratio in ratios(peer_lines(folder)):
        yield Figure("peers", "one core each, ratio: ours to theirs", what, value, "steps/s", ratio)


def _sizes(game: Game, setup: Setup, bench: BenchSetup) -> Iterator[Figure]:
    talk = setup.talk != "none"
    yield Figure("size", bench.label, "A, actions in the mask", len(game.actions(setup.players, talk)), "")
    yield Figure("size", bench.label, "F, numbers observed", game.feature_count(setup.players, talk), "")


def _rules(game: Game, setup: Setup, bench: BenchSetup) -> Iterator[Figure]:
    def line(what: str, work: Callable[[], int]) -> Figure:
        return Figure("rules", bench.label, what, rate(work), "steps/s")

    yield line("interpreted, apply of recorded actions", rules.applying(game, setup))
    yield line("interpreted, mask + random choice + apply", rules.choosing(game, setup))
    if numba_is_here():
        yield line("compiled, mask + random choice, 1 game", rules.compiled(game, setup, 1))
        yield line(f"compiled, mask + random choice, {MANY:,} games", rules.compiled(game, setup, MANY))


def _batches(game: Game, setup: Setup, bench: BenchSetup) -> Iterator[Figure]:
    from arena.bench import batches

    def line(what: str, work: Callable[[], int], base: float | None = None) -> Figure:
        value = rate(work)
        return Figure("batches", bench.label, what, value, "steps/s", value / (base or value))

    one = line(f"make_vec, step(sample()), {MANY:,} games", batches.stepping(batches.batch(game, setup, MANY)))
    yield one
    yield line(f"make_vec, play_random, {MANY:,} games", batches.playing(batches.batch(game, setup, MANY)), one.value)
    for games in (8 * MANY, 64 * MANY):
        yield line(f"make_vec, step(sample()), {games:,} games", batches.stepping(batches.batch(game, setup, games)), one.value)
    for games in (4 * MANY, 16 * MANY):
        single = line(f"make_vec, {games:,} games, 1 thread", batches.stepping(batches.batch(game, setup, games)), one.value)
        yield single
        double = batches.stepping(batches.batch(game, setup, games, threads=2))
        yield line(f"make_vec, {games:,} games, 2 threads (ratio to 1)", double, single.value)
    for bots in ("random", "baseline"):
        yield line(f"one learning seat, {bots} bots, learner's steps", batches.learning(game, setup, MANY, bots), one.value)
    yield line("one compiled table from Python, mask and observation", batches.single(game, setup), one.value)


def _doors(game: Game, setup: Setup, bench: BenchSetup) -> Iterator[Figure]:
    talk = setup.talk != "none"
    idle = doors.Idle(game.feature_count(setup.players, talk), len(game.actions(setup.players, talk)))
    floor = rate(doors.stepping(idle, doors.STEPS, [0] * doors.STEPS))
    shipped = doors.wrapped(idle)
    floor_wrapped = rate(doors.stepping(shipped, doors.SLOW_STEPS, [0] * doors.SLOW_STEPS))
    yield Figure("doors", bench.label, "do-nothing AEC env", floor, "steps/s", 1.0)
    yield Figure("doors", bench.label, "do-nothing AEC env, three wrappers", floor_wrapped, "steps/s", floor_wrapped / floor)
    for what, env, steps in _environments(setup):
        value = rate(doors.stepping(env, steps))
        yield Figure("doors", bench.label, what, value, "steps/s", value / floor)


def _environments(setup: Setup) -> Iterator[tuple[str, Any, int]]:
    for compiled in (True, False) if numba_is_here() else (False,):
        speed, steps = ("numba", doors.STEPS) if compiled else ("interpreted", doors.SLOW_STEPS)
        yield f"raw_env(), {speed}", doors.door(setup, "raw_env", compiled), steps
        yield f"env(), {speed}", doors.door(setup, "env", compiled), steps
        yield f"raw_env() in three wrappers, {speed}", doors.wrapped(doors.door(setup, "raw_env", compiled)), doors.SLOW_STEPS


def _matches(setup: Setup, bench: BenchSetup) -> Iterator[Figure]:
    slow = rate(matches.playing(setup, compiled=False))
    yield Figure("matches", bench.label, "random matches with log, interpreted", slow, "matches/s", 1.0)
    minds = rate(matches.playing(setup, compiled=False, agent="heuristic"))
    yield Figure("matches", bench.label, "heuristic matches with log, interpreted", minds, "matches/s", minds / slow)
    if numba_is_here():
        fast = rate(matches.playing(setup, compiled=True))
        yield Figure("matches", bench.label, "random matches with log, numba", fast, "matches/s", fast / slow)


def bench(name: str) -> Iterator[Figure]:
    """Every figure of the game called ``name``. Raises ``UnknownGame``."""
    return figures(load_game(name))
