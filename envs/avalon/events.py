"""Every event of Avalon: what its numbers mean, and who sees it during the match (rules.md B.13). No rules live here.

Missions, proposals and seats count from 0. A *result* is 0 good, 1 evil, 2 + role; a *card* 0 Success, 1 Fail.
"""

from dataclasses import dataclass
from enum import Enum

from envs.avalon.codes import EventCode


class Seen(Enum):
    """Who sees an event during the match."""

    ALL = "everybody, spectators included"
    ACTOR = "its actor alone"
    PAIR = "its actor and its target, who know of each other"
    ONE = "one seat, which need not be the actor"
    CHANNEL = "the channel it was spoken on: everybody, two seats, or the comrades"
    ALL_OR_LOG = "everybody; the log alone where the ruleset or the Witch hides it"


@dataclass(frozen=True, slots=True)
class Kind:
    """The audience of an event code and the meaning of ``actor``, ``target`` and ``value``; -1 where a seat has no meaning.

    ``published`` tells that the same code comes again for everybody once the match has ended.
    """

    seen: Seen
    meaning: str
    published: bool = False


EVENTS: dict[EventCode, Kind] = {
    EventCode.MATCH_BEGAN: Kind(Seen.ALL, "value: number of seats"),
    EventCode.ROLE_DEALT: Kind(Seen.ACTOR, "actor and target: the seat; value: its role"),
    EventCode.INTRODUCED: Kind(Seen.ONE, "value: seats known under one label + label << 24"),
    EventCode.QUEST_BEGAN: Kind(Seen.ALL, "value: mission"),
    EventCode.PROPOSAL_BEGAN: Kind(Seen.ALL, "actor: leader; value: proposal + 8 * mission"),
    EventCode.PHASE_BEGAN: Kind(Seen.ALL, "target: seat asked, or first in talk, -1 for several; value: phase"),
    EventCode.ROUND_BEGAN: Kind(Seen.ALL, "value: round of talk"),
    EventCode.PASSED: Kind(Seen.ALL, "actor: who says no more in this talk"),
    EventCode.CLAIMED: Kind(Seen.CHANNEL, "actor claims to be value, a result"),
    EventCode.REPORTED: Kind(Seen.CHANNEL, "actor says that target is value, a result"),
    EventCode.VOUCHED: Kind(Seen.CHANNEL, "actor speaks for target"),
    EventCode.ACCUSED: Kind(Seen.CHANNEL, "actor speaks against target"),
    EventCode.PROMISED: Kind(Seen.CHANNEL, "actor promises value: 0 approve, 1 reject"),
    EventCode.SAID: Kind(Seen.CHANNEL, "actor; the words travel as text"),
    EventCode.SEAT_PICKED: Kind(Seen.ACTOR, "actor: leader; target: member picked"),
    EventCode.TEAM_PROPOSED: Kind(Seen.ALL, "actor: leader; value: bit set of members"),
    EventCode.TEAM_FORCED: Kind(Seen.ALL, "actor: leader; value: members of a team that goes without a vote"),
    EventCode.VOTE_CAST: Kind(Seen.ACTOR, "value: 0 approve, 1 reject"),
    EventCode.VOTES_COUNTED: Kind(Seen.ALL, "value: approvals + 16 * rejections + 256 if the team goes"),
    EventCode.VOTES_REVEALED: Kind(Seen.ALL_OR_LOG, "value: approving seats + proposal << 10 + mission << 14", published=True),
    EventCode.TEAM_REJECTED: Kind(Seen.ALL, "by vote or cancelled; value: proposal + 8 * mission"),
    EventCode.CARD_PLAYED: Kind(Seen.ACTOR, "value: card"),
    EventCode.QUEST_ENDED: Kind(Seen.ALL_OR_LOG, "value: Fails counted + 16 if it failed + 32 * mission"),
    EventCode.QUEST_HIDDEN: Kind(Seen.ALL, "value: mission whose result the Witch hides"),
    EventCode.DECLINED: Kind(Seen.ALL, "actor declines; value: phase"),
    EventCode.CHECKED: Kind(Seen.ALL, "actor learns the loyalty of target"),
    EventCode.LOYALTY_LEARNED: Kind(Seen.PAIR, "actor learned that target shows value, a result", published=True),
    EventCode.ANNOUNCED: Kind(Seen.ALL, "actor says of target: value, a result"),
    EventCode.IDENTIFIED: Kind(Seen.ACTOR, "actor now knows target as role value"),
    EventCode.SWORD_GIVEN: Kind(Seen.ALL, "actor: leader; target: holder"),
    EventCode.SWORD_USED: Kind(Seen.ALL, "actor: holder; target: whose card was turned"),
    EventCode.CARD_FLIPPED: Kind(Seen.PAIR, "actor: holder; target: owner; value: card as it reads now"),
    EventCode.CARD_EXCLUDED: Kind(Seen.ALL, "actor: leader; target: whose card does not count"),
    EventCode.EXCLUDED_CARD_SEEN: Kind(Seen.ACTOR, "actor: leader; target: owner; value: card + 2 * mission", published=True),
    EventCode.DECISION_MADE: Kind(Seen.ACTOR, "value: 1 if the seat asked to hide the result"),
    EventCode.LOYALTY_CARDS_LAID: Kind(Seen.ALL, "value: bit set of the missions that begin with a switch"),
    EventCode.LOYALTY_CARD_TURNED: Kind(Seen.ALL, "value: 1 switch, 0 stay"),
    EventCode.ROLE_CHANGED: Kind(Seen.ACTOR, "actor and target: a Lancelot; value: its role now"),
    EventCode.CLERIC_LEARNED: Kind(Seen.ACTOR, "actor: Cleric; target: leader of mission 1; value: result"),
    EventCode.ROLE_REVEALED: Kind(Seen.ALL, "target: seat; value: its role"),
    EventCode.PLOT_CARD_TURNED: Kind(Seen.ALL, "actor: leader; value: kind of plot card"),
    EventCode.PLOT_CARD_GIVEN: Kind(Seen.ALL, "actor: leader; target: who gets it; value: kind"),
    EventCode.PLOT_CARD_USED: Kind(Seen.ALL, "actor: owner; target: on whom, -1 none; value: kind"),
    EventCode.PLOT_CARD_TAKEN: Kind(Seen.ALL, "actor: new owner; target: old owner; value: kind"),
    EventCode.OPEN_VOTES_SHOWN: Kind(Seen.ALL, "value: approving seats + seats that voted openly << 10"),
    EventCode.CARD_SEEN: Kind(Seen.PAIR, "actor: seer; target: owner; value: card"),
    EventCode.OPEN_CARD_SHOWN: Kind(Seen.ALL, "target: owner; value: card as it reads after a flip"),
    EventCode.ASSASSIN_CHOSEN: Kind(Seen.ALL, "target: assassin, -1 for all evil; value: bit set of shooters"),
    EventCode.SHOT_CHOSEN: Kind(Seen.ACTOR, "value: verb * 256 + argument"),
    EventCode.SHOT_FIRED: Kind(
        Seen.ALL,
        "actor: assassin, -1 for all evil; target: victim; value: kind (0 Merlin, 1 Guinevere, 2 lovers, 3 Cleric)"
        " + 4 on a hit + 8 * (1 + second victim)",
    ),
    EventCode.ROLE_NAMED: Kind(Seen.ALL, "actor: assassin; target: victim; value: role + 32 on a hit"),
    EventCode.MATCH_ENDED: Kind(Seen.ALL, "value: outcome + 16 * reason"),
    EventCode.CARDS_REVEALED: Kind(
        Seen.ALL, "after the end; target: whose card was turned, -1 none; value: Fails as read + members << 10 + mission << 20"
    ),
    EventCode.FORFEITED: Kind(Seen.ALL, "actor: seat that only waits from now on"),
}
assert set(EVENTS) == set(EventCode)
