"""Which numbers of an observation name seats, per game: what makes one network serve every seat and table size."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """Names of features as in ``Game.features``.

    ``seats``: features whose value is a seat plus the given offset; they become a mark on that seat. ``columns``: one value
    per seat (besides all names that begin with ``seat_``). ``pairs``: one value per ordered pair of seats. ``arrows``:
    columns whose value is a seat plus 1; they become a mark on the pair. ``left_out`` says nothing that others do not.
    ``talk``: verbs of the speech part of an action; ``never``: verbs that the policy does not use.
    """

    seats: Mapping[str, int]
    columns: tuple[str, ...]
    pairs: tuple[str, ...]
    arrows: tuple[str, ...]
    left_out: tuple[str, ...]
    talk: tuple[str, ...]
    never: tuple[str, ...]


LAYOUTS = {
    "trusis": Layout(
        seats={"first": 0, "hidden": 1, "power": 1, "extra": 1, "inbox_speaker": 1, "inbox_target": 1},
        columns=("claim",),
        pairs=("report", "stance", "kept_votes"),
        arrows=("seat_vote", "seat_last_vote", "promise"),
        left_out=("seat", "channel", "inbox_act", "said"),
        talk=("claim", "report", "accuse", "defend", "promise"),
        never=("to:public", "to:team", "to"),
    ),
    "avalon": Layout(
        seats={
            **{"leader": 0, "sword": 1, "flipped": 1, "excluded": 1, "exposed": 1, "token": 1, "quest_leader": 1},
            **{"check_by": 1, "check_of": 1, "inbox_speaker": 1, "inbox_target": 1},
        },
        columns=("claim", "promise", *(f"quest_{name}_{quest}" for quest in range(5) for name in ("part", "vote", "card"))),
        pairs=("report", "stance"),
        arrows=(),
        left_out=("seat", "channel", "inbox_act", "said", "reason"),
        talk=("claim", "report", "vouch", "accuse", "promise"),
        never=("to:public", "to:team", "to"),
    ),
}
