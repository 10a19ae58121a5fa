"""The numbers that a mind's decisions turn on. The scripted mind has the defaults; a trained policy brings its own."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

Worth = tuple[float, float, float, float]
"""What the death of a human, a Trusis, an ally of theirs and a castaway is worth to somebody."""


@dataclass(frozen=True, slots=True)
class Temper:
    """By day (``*_want``, votes) and by night (``kill_*``, powers); likings are in units of one death, chances in [0, 1]."""

    humans_want: Worth = (-0.55, 1.0, 0.25, 0.6)
    humans_want_team: Worth = (-0.55, 1.0, 1.0, 0.6)
    humans_spare_last: Worth = (-0.12, -1.0, 0.1, 1.0)
    """The last Trusis must not die before the castaway, who would win by it."""
    trusis_want: Worth = (0.7, -3.0, 0.0, 0.7)
    trusis_seek_castaway: Worth = (0.1, -3.0, 0.0, 1.5)
    castaway_wants: Worth = (0.2, 0.15, 0.15, 0.0)
    castaway_ends_it: Worth = (0.0, 1.0, 0.0, -0.3)
    """The last Trusis dead while a castaway lives is the castaways' victory."""
    castaway_about: float = 0.4
    """From so many expected castaways alive, one is reckoned with."""
    not_at_any_price: float = -0.45
    """A death worth less than this is not bought with the own life."""
    join: float = 0.5
    """Pull of the share of the others' votes that a seat already has."""
    join_late: float = 1.2
    saved: float = 0.15
    """How much less the death of one seat must be worth before another is voted for to save it."""
    escape: float = 0.8
    """Pull of the runner-up on somebody who would die as things stand."""
    trusis_hunt: float = 0.5
    """What a seat's standing adds, to the Trusis, to the worth of its execution."""
    kill_worth: Worth = (1.0, -9.0, 0.3, 0.8)
    kill_to_end: Worth = (0.1, -9.0, 0.1, 1.5)
    """When one more death ends the match, the castaway has to go first."""
    kill_hunt: float = 1.5
    """What a seat's standing adds to the worth of its kill."""
    kill_again: float = -3.0
    """Liking for the victim of a kill that failed last night."""
    shield_town: float = 0.3
    blast_from: float = 0.6
    life_from: float = 0.55
    speak_out: float = 3.0
    """From this day an investigator tells everything, find or no find."""
    bold: float = 0.3
    """How often a Trusis dares to pose as the Sweeper, on a day when nobody does."""
    sure: float = 0.5
    """From this suspicion on a human accuses."""


PLAIN = Temper()


def temper_of(settings: Mapping[str, float], of: str = "") -> Temper:
    """``PLAIN`` with settings in place: ``OFjoin`` -> 0.7, ``OFkill_worth.3`` -> 1.2. Others' settings are passed over."""
    changes: dict[str, Any] = {}
    for field in fields(Temper):
        name, plain = f"{of}{field.name}", getattr(PLAIN, field.name)
        if isinstance(plain, tuple):
            changes[field.name] = tuple(settings.get(f"{name}.{k}", value) for k, value in enumerate(plain))
        elif name in settings:
            changes[field.name] = settings[name]
    return replace(PLAIN, **changes)


OF_OTHERS = {
    "humans": ("trusis_", "castaway_wants", "castaway_ends_it", "kill_", "blast_", "bold"),
    "trusis": ("humans_", "castaway_wants", "castaway_ends_it", "shield_", "speak_out"),
    "castaways": ("humans_", "trusis_", "kill_", "shield_", "blast_", "life_", "speak_out"),
}
"""Team -> beginnings of the names that play no part in what it does."""


def plain_settings(team: str) -> dict[str, float]:
    """The numbers of ``PLAIN`` that matter to a team, under the names that ``temper_of`` reads them by."""
    found: dict[str, float] = {}
    for field in fields(Temper):
        name, plain = f"{team}.{field.name}", getattr(PLAIN, field.name)
        if field.name.startswith(OF_OTHERS[team]):
            continue
        found |= {f"{name}.{k}": value for k, value in enumerate(plain)} if isinstance(plain, tuple) else {name: plain}
    return found
