"""How often a side wins when one agent plays against itself, by size of table, beside human play."""

from collections import Counter

from arena.match.reading import MatchLog
from arena.metrics.fold import Row
from arena.metrics.intervals import share, wilson
from arena.metrics.ledger import ledger_of

Counts = Counter[tuple[str, str, int, str]]
"""(game, agent, players, what) -> how often; what is games or wins."""


class Balance:
    """One row per agent and number of players, over the matches in which that agent held every seat; none for games without
    figures of human play. ``rate``: share that the game's measured side won, with Wilson's interval; ``human``: the same of
    people, None where it is not known."""

    def start(self) -> Counts:
        """Nothing counted."""
        return Counter()

    def step(self, state: Counts, log: MatchLog) -> Counts:
        """Adds one match, if one agent held every seat."""
        human = ledger_of(log.header["game"]).human
        if human is not None and len(set(log.agents)) == 1 and log.result is not None:
            key = log.header["game"], log.agents[0], log.players
            state[(*key, "games")] += 1
            state[(*key, "wins")] += log.result["winner"] == human.team
        return state

    def merge(self, one: Counts, other: Counts) -> Counts:
        """Sums."""
        return one + other

    def finish(self, state: Counts) -> list[Row]:
        """The rows, by game, agent and number of players."""
        return [self._row(state, *key) for key in sorted({key[:3] for key in state})]

    def _row(self, state: Counts, game: str, agent: str, players: int) -> Row:
        games, wins = state[game, agent, players, "games"], state[game, agent, players, "wins"]
        human = ledger_of(game).human
        return {
            "agent": agent,
            "players": players,
            "team": human.team if human else None,
            "n": games,
            "wins": wins,
            "rate": share(wins, games),
            "interval": wilson(wins, games),
            "human": human.rates.get(players) if human else None,
            "source": human.source if human else None,
        }
