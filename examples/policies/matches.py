"""Matches for training: some seats by the policy being trained, the others by agents of the roster."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from agents.policy.memory import memory_of
from agents.policy.opponents import AgentOpponent, opponent
from envs import load_game
from envs.engine.seeds import derive
from envs.engine.tables import make_table
from envs.seat_company import Company, Sight


@dataclass
class Step:
    """One turn of a learning seat. ``talk`` is the speech action or A for silence; ``value`` and ``log_prob`` at that time."""

    observation: np.ndarray
    mask: np.ndarray
    talk: int
    choice: int
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

    def teams(self, table) -> list[int]:
        game = table.game
        return [game.team_of(game.role_ids[role]) for role in table.state.role[: table.n]]


class Match:
    """One match. ``learner`` is the team whose seats are the caller's; ``steps`` are those of each of its seats."""

    def __init__(self, course: Course, number: int, learner: int) -> None:
        self.table = make_table(load_game(course.game), course.setup, derive(course.root, "deal", number))
        self.teams = course.teams(self.table)
        self.learner = learner
        self.steps: dict[int, list[Step]] = {seat: [] for seat, team in enumerate(self.teams) if team == learner}
        rivals = [seat for seat in range(self.table.n) if seat not in self.steps]
        self.company = Company(
            self.table, {seat: opponent(course.rival, derive(course.root, "agent", number, seat)) for seat in rivals}
        )
        self.memories = {seat: memory_of(course.game, self.table.n) for seat in self.steps}
        self.seat = self.company.play_on()

    def ask(self) -> Step:
        """The next turn of the learning seat, not yet decided."""
        return Step(self.memories[self.seat].read(self.table.actor_features()), self.table.actor_mask(), 0, 0)

    def play(self, step: Step) -> bool:
        """The learning seat's turn; whether the match goes on."""
        self.steps[self.seat].append(step)
        speech = [] if step.talk == len(self.table.actions) else [step.talk]
        self.company.take(self.seat, [*speech, step.choice])
        self.seat = self.company.play_on()
        return self.seat >= 0


@dataclass
class Recorder:
    """An opponent that notes what its agent saw and did, for imitation."""

    inner: AgentOpponent
    is_talk: np.ndarray
    is_used: np.ndarray
    memory: object
    steps: list[Step] = field(default_factory=list)
    wants_features: bool = True

    def turn(self, sight: Sight) -> list[int]:
        actions = list(self.inner.turn(sight))
        mask = np.zeros(len(sight.actions), np.int8)
        mask[list(sight.legal)] = 1
        public = actions[: next((at for at, action in enumerate(actions) if not self.is_used[action]), len(actions))]
        talk = next((action for action in public if self.is_talk[action] and mask[action]), len(mask))
        closing = next(action for action in (1, *sight.legal) if mask[action] and not self.is_talk[action])
        chosen = [action for action in actions if mask[action] and not self.is_talk[action] and self.is_used[action]]
        self.steps.append(Step(self.memory.read(sight.features), mask, talk, chosen[0] if chosen else closing))
        return actions


def recorded(course: Course, number: int, moves) -> Mapping[int, tuple[list[Step], int]]:
    """Seat -> (steps, result) of one match in which everybody is the rival."""
    table = make_table(load_game(course.game), course.setup, derive(course.root, "deal", number))
    seats = {
        seat: Recorder(opponent(course.rival, derive(course.root, "agent", number, seat)), moves.is_talk, moves.is_used, memory_of(course.game, table.n))
        for seat in range(table.n)
    }
    Company(table, seats).play_on()
    return {seat: (one.steps, result) for (seat, one), result in zip(seats.items(), table.returns(), strict=True)}
