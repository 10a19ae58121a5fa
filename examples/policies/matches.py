"""Matches for training: the seats of one team by the policy being trained, the others by agents of the roster."""

from dataclasses import dataclass

import numpy as np

from agents.policy.advisor import Advised
from agents.policy.opponents import opponent
from envs import load_game
from envs.engine.seeds import derive
from envs.engine.table import Table
from envs.engine.tables import make_table
from envs.seat_company import Company


@dataclass
class Step:
    """One turn of a learning seat: what it read, what it may do, and the indices it drew for speech and choice."""

    observation: np.ndarray
    mask: np.ndarray
    talk: int = 0
    choice: int = 0
    log_prob: float = 0.0
    value: float = 0.0


@dataclass
class Course:
    """What a match will be: the deals come from ``root``, one after another."""

    game: str
    players: int
    talk: str
    root: int
    rival: str = "heuristic"

    def __post_init__(self) -> None:
        self.setup = load_game(self.game).setup(self.players, talk=self.talk)

    def teams(self, table: Table) -> list[int]:
        """Team of each seat of a dealt table."""
        game = table.game
        return [game.team_of(game.role_ids[role]) for role in table.state.role[: table.n]]


class Match:
    """One match. ``learner`` is the team whose seats are the caller's; ``steps`` are those of each of its seats."""

    def __init__(self, course: Course, number: int, learner: int) -> None:
        self.table = make_table(load_game(course.game), course.setup, derive(course.root, "deal", number))
        self.teams = course.teams(self.table)
        self.learner = learner
        self.steps: dict[int, list[Step]] = {seat: [] for seat, team in enumerate(self.teams) if team == learner}
        minds = {seat: opponent(course.rival, derive(course.root, "agent", number, seat)) for seat in range(self.table.n)}
        self.advised = {seat: Advised(course.game, self.table.n) for seat in self.steps}
        self.minds = minds
        self.course, self.number = course, number
        self.company = Company(self.table, {seat: mind for seat, mind in minds.items() if seat not in self.steps})
        self.seat = self.company.play_on()

    def ask(self) -> Step:
        """The next turn of the learning seat, not yet decided."""
        sight = self.company.sight(self.seat, wants_features=True)
        advised = self.advised[self.seat]
        observation = advised.read(sight.features, self.minds[self.seat].turn(sight))
        return Step(observation, self.table.mask(self.seat))

    def play(self, step: Step) -> bool:
        """The learning seat's turn; whether the match goes on."""
        self.steps[self.seat].append(step)
        self.company.take(self.seat, self.advised[self.seat].actions(step.talk, step.choice))
        self.seat = self.company.play_on()
        return self.seat >= 0

    def gain(self) -> list[float]:
        """Per seat the result less that of the same deal played by the rival in every seat, with the same chances: where the
        learner only took advice this is exactly 0, so that what is left is the worth of acting otherwise."""
        return [own - base for own, base in zip(self.table.returns(), baseline(self.course, self.number), strict=True)]


def baseline(course: Course, number: int) -> list[int]:
    """Results by seat when the rival plays every seat of a deal."""
    table = make_table(load_game(course.game), course.setup, derive(course.root, "deal", number))
    minds = {seat: opponent(course.rival, derive(course.root, "agent", number, seat)) for seat in range(table.n)}
    Company(table, minds).play_on()
    return table.returns()
