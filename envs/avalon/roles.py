"""The roles as rows (rules.md B.3): a role shows signs, and has senses for those of others. No row names another role.

The whole who-sees-whom matrix follows from the rows; a new role made of these signs is one more row.
"""

from dataclasses import dataclass, field
from enum import IntFlag

from envs.avalon.codes import GOOD, Label, Team


class Sign(IntFlag):
    """What a role shows to those who have the sense for it."""

    NONE = 0
    SHADOW = 1
    """Evil that a magician feels."""
    COMRADE = 2
    """Evil that opens its eyes with the others."""
    THUMB = 4
    """Evil that is shown to comrades without seeing them."""
    WIZARD = 8
    KNIGHT = 16
    LOVER = 32


class Hand(IntFlag):
    """Which mission cards a role may play."""

    SUCCESS = 1
    FAIL = 2
    EITHER = 3


class Trait(IntFlag):
    """What other rules ask of a role."""

    NONE = 0
    MERLIN = 1
    TRISTAN = 2
    ISOLDE = 4
    GUINEVERE = 8
    CLERIC = 16
    LANCELOT = 32
    WITCH = 64
    REVEALER = 128
    SHOOTS = 256
    WIZARD_READER = 512
    KNIGHT_READER = 1024
    LIES_TO_CHECKS = 2048
    COMRADE = 4096


Senses = dict[Sign, Label]


@dataclass(frozen=True, slots=True)
class Role:
    """One role. ``senses`` maps a sign to the label under which its bearers are known.

    ``hand`` holds in missions 1 to 3 and ``late_hand`` (default the same) in 4 and 5. ``open_signs`` and ``open_senses`` replace
    the signs and senses where the Lancelots know each other (variant v3).
    """

    id: str
    team: Team
    signs: Sign = Sign.NONE
    senses: Senses = field(default_factory=dict)
    hand: Hand = Hand.SUCCESS
    late_hand: Hand | None = None
    traits: Trait = Trait.NONE
    open_signs: Sign | None = None
    open_senses: Senses | None = None


_EVIL_EYES: Senses = {Sign.COMRADE: Label.EVIL, Sign.THUMB: Label.ROLE}
_COMRADE = Sign.SHADOW | Sign.COMRADE
_FRIEND = Trait.COMRADE


def _minion(role_id: str, traits: Trait = Trait.NONE, signs: Sign = _COMRADE, **rest: Hand) -> Role:
    """One of the evil team that opens its eyes together."""
    return Role(role_id, Team.EVIL, signs, _EVIL_EYES, traits=traits | _FRIEND, **{"hand": Hand.EITHER, **rest})  # type: ignore[arg-type]


ROLES = (
    Role("servant", Team.GOOD),
    Role("merlin", Team.GOOD, Sign.WIZARD, {Sign.SHADOW: Label.EVIL}, traits=Trait.MERLIN),
    Role("merlin_pure", Team.GOOD, Sign.WIZARD, {Sign.SHADOW: Label.ROLE}, traits=Trait.MERLIN),
    Role("percival", Team.GOOD, senses={Sign.WIZARD: Label.WIZARD}, traits=Trait.WIZARD_READER),
    Role("tristan", Team.GOOD, Sign.LOVER, {Sign.LOVER: Label.ROLE}, traits=Trait.TRISTAN),
    Role("isolde", Team.GOOD, Sign.LOVER, {Sign.LOVER: Label.ROLE}, traits=Trait.ISOLDE),
    Role("guinevere", Team.GOOD, senses={Sign.KNIGHT: Label.LANCELOT}, traits=Trait.GUINEVERE | Trait.KNIGHT_READER),
    Role("good_lancelot", Team.GOOD, Sign.KNIGHT, traits=Trait.LANCELOT, open_senses={Sign.KNIGHT: Label.ROLE}),
    Role("cleric", Team.GOOD, traits=Trait.CLERIC),
    Role("troublemaker", Team.GOOD, traits=Trait.LIES_TO_CHECKS),
    _minion("minion"),
    _minion("morgana", signs=_COMRADE | Sign.WIZARD),
    _minion("mordred", signs=Sign.COMRADE),
    Role("oberon", Team.EVIL, Sign.SHADOW, hand=Hand.EITHER),
    Role("wraith", Team.EVIL, hand=Hand.EITHER),
    Role(
        "evil_lancelot",
        Team.EVIL,
        Sign.SHADOW | Sign.THUMB | Sign.KNIGHT,
        hand=Hand.FAIL,
        traits=Trait.LANCELOT,
        open_signs=Sign.SHADOW | Sign.COMRADE | Sign.KNIGHT,
        open_senses={Sign.COMRADE: Label.EVIL, Sign.KNIGHT: Label.ROLE},
    ),
    _minion("trickster", Trait.LIES_TO_CHECKS),
    _minion("lunatic", hand=Hand.FAIL),
    _minion("brute", late_hand=Hand.SUCCESS),
    _minion("revealer", Trait.REVEALER),
    _minion("witch", Trait.WITCH),
    _minion("assassin", Trait.SHOOTS),
)
ROLE_IDS = tuple(role.id for role in ROLES)
N_ROLES = len(ROLES)
N_GOOD = sum(role.team == Team.GOOD for role in ROLES)
"""The good roles stand first, so a good role is its own index in lists of good roles."""


def _signs(role: Role, eyes_open: bool) -> Sign:
    return role.open_signs if eyes_open and role.open_signs is not None else role.signs


def _senses(role: Role, eyes_open: bool) -> Senses:
    return role.open_senses if eyes_open and role.open_senses is not None else role.senses


def label_between(viewer: Role, other: Role, eyes_open: bool = False) -> int:
    """Label under which a seat of role ``viewer`` knows a seat of role ``other``: 0, a ``Label``, or ``Label.ROLE`` + role."""
    found = [label for sign, label in _senses(viewer, eyes_open).items() if _signs(other, eyes_open) & sign]
    best = max(found, default=Label.NONE)
    return int(best) + ROLE_IDS.index(other.id) if best == Label.ROLE else int(best)


# What the rules index: TEAM_OF[g.role[seat]], SIGHT[eyes_open][viewer role][other role].
TEAM_OF = tuple(int(role.team) for role in ROLES)
TRAITS_OF = tuple(int(role.traits) for role in ROLES)
HAND_OF = (
    tuple(int(role.hand) for role in ROLES),
    tuple(int(role.late_hand or role.hand) for role in ROLES),
)
"""HAND_OF[late][role]: bit 0 a Success, bit 1 a Fail."""
SIGHT = tuple(
    tuple(tuple(label_between(viewer, other, eyes_open) for other in ROLES) for viewer in ROLES) for eyes_open in (False, True)
)
SHOWN_TEAM = tuple(int(role.team) ^ int(Trait.LIES_TO_CHECKS in role.traits) for role in ROLES)
"""The loyalty that a check shows."""

(IS_MERLIN, IS_TRISTAN, IS_ISOLDE, IS_GUINEVERE, IS_CLERIC, IS_LANCELOT, IS_WITCH, IS_REVEALER, SHOOTS, READS_WIZARDS,
 READS_KNIGHTS, LIES_TO_CHECKS, IS_COMRADE) = (int(trait) for trait in Trait if trait)  # fmt: skip
assert all(team == GOOD for team in TEAM_OF[:N_GOOD])


def role_index(role_id: str) -> int:
    """Index of a role by id. Raises ValueError that names the known roles."""
    if role_id not in ROLE_IDS:
        raise ValueError(f"no Avalon role is called '{role_id}'; known roles: {', '.join(sorted(ROLE_IDS))}")
    return ROLE_IDS.index(role_id)
