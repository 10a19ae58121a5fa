"""A small sequential driver over the table, enough to let agents play; the referee of the arena does it properly."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from agents.agent import Agent, Reply, Request
from agents.roster import build
from envs import load_game
from envs.engine.seeds import derive
from envs.engine.tables import make_table


@dataclass
class Played:
    """A finished match: the table, and every reply in order with its seat."""

    table: object
    replies: list[tuple[int, Reply]] = field(default_factory=list)

    @property
    def winner(self) -> int:
        return self.table.game.winner(self.table.state)


class Match:
    """One match of ``specs`` (one agent spec per seat)."""

    def __init__(self, table, specs: Sequence[str], seed: int) -> None:
        self.table = table
        self.agents: list[Agent] = [build(spec, derive(seed, "agent", k)) for k, spec in enumerate(specs)]
        self.seen = [0] * table.n
        self.names = tuple(f"Player {chr(65 + seat)}" for seat in range(table.n))
        self.count = 0

    def request(self, seat: int, kind: str = "turn", attempt: int = 0) -> Request:
        table = self.table
        news = tuple(table.news(seat, self.seen[seat]))
        self.seen[seat] = len(table.journal)
        legal = tuple(np.flatnonzero(table.mask(seat)).tolist()) if kind == "turn" else ()
        budget = table.setup.ruleset.actions_per_turn
        self.count += 1
        return Request(
            kind, self.count, seat, table.setup, self.names, self.clock(), news, table.actions, legal, budget, attempt=attempt
        )

    async def reply(self, request: Request) -> Reply:
        return await self.agents[request.seat].act(request)

    async def turn(self, seat: int) -> Reply:
        began = self.clock()
        reply = await self.reply(self.request(seat))
        for say in reply.says:
            self.table.say(seat, say.channel, say.text)
        for action in reply.actions:
            self.table.apply(seat, action)
        if self.clock() == began and self.table.to_act >> seat & 1:
            self.table.apply(seat, self.table.actions.index("end_turn"))
        return reply

    def clock(self) -> dict[str, int | str]:
        return self.table.game.clock(self.table.state)

    async def play(self) -> Played:
        played = Played(self.table)
        while not self.table.is_over:
            seat = self.table.actor
            played.replies.append((seat, await self.turn(seat)))
        return played

    def play_to(self, day: int) -> None:
        """Plays until ``day`` or the end, whichever is first."""
        table = self.table
        while not table.is_over and self.clock()["day"] < day:
            asyncio.run(self.turn(table.actor))

    def beliefs(self, seat: int) -> dict[int, dict[str, float]]:
        """What the agent in ``seat`` believes now."""
        return asyncio.run(self.agents[seat].act(self.request(seat, kind="probe"))).beliefs

    def play_out(self) -> Played:
        """Plays to the end."""
        return asyncio.run(self.play())


def table_of(setup, seed: int, compiled: bool | None = False):
    """A dealt table. Interpreted by default: it starts at once, and no test here needs more speed."""
    return make_table(load_game(setup.game), setup, derive(seed, "deal"), compiled=compiled)


def play(setup, specs: Sequence[str], seed: int) -> Played:
    """Plays ``setup`` to its end with one spec per seat."""
    return Match(table_of(setup, seed), specs, seed).play_out()


def play_by_team(setup, spec_of_team: Sequence[str], seed: int, compiled: bool | None = False) -> Played:
    """Plays ``setup`` with the agents given per team; the deal decides who sits where."""
    game = load_game(setup.game)
    table = table_of(setup, seed, compiled)
    roles = list(table.state.role)[: table.n]
    specs = [spec_of_team[game.team_of(game.role_ids[role])] for role in roles]
    return Match(table, specs, seed).play_out()
