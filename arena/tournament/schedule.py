"""Which matches a tournament consists of. Pure: the same tournament gives the same list, and nothing is played here."""

from collections import Counter

from arena.match.plan import Entrant, MatchPlan, seat_lineup
from arena.tournament.spec import Tournament


def rotations(lineup: tuple[Entrant, ...]) -> list[tuple[Entrant, ...]]:
    """Every different way in which ``lineup`` can be turned around the table, unturned first."""
    turned = [lineup[by:] + lineup[:by] for by in range(len(lineup))]
    return list(dict.fromkeys(turned))


def block(tournament: Tournament, deal: int) -> list[MatchPlan]:
    """One deal, played by every rotation of the line-up with the same seeds: each entrant meets each card of the deal
    equally often."""
    lineup = seat_lineup(tournament.entrants, tournament.setup.players)
    return [
        MatchPlan(tournament.setup, tournament.seed, deal, turned, rotation, tournament.policy)
        for rotation, turned in enumerate(rotations(lineup))
    ]


def schedule(tournament: Tournament) -> list[MatchPlan]:
    """All matches, block by block."""
    return [plan for deal in range(tournament.blocks) for plan in block(tournament, deal)]


def seat_counts(plans: list[MatchPlan]) -> dict[str, list[int]]:
    """Agent name -> how often it sits in each seat."""
    counts = Counter((entrant.name, seat) for plan in plans for seat, entrant in enumerate(plan.lineup))
    names = sorted({name for name, _ in counts})
    seats = max((len(plan.lineup) for plan in plans), default=0)
    return {name: [counts[name, seat] for seat in range(seats)] for name in names}
