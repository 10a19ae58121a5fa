"""The numbers of the game, named once. Enums are for people and Python callers; the rules compare the plain ints below them,
because looking up and comparing an enum member costs the interpreted rules several times more.
"""

from enum import IntEnum, IntFlag

SEATS = 10
"""Size of every per-seat field; a match has 5 to 10 players."""
MIN_PLAYERS = 5
QUESTS = 5
PROPOSALS = 5


class Phase(IntEnum):
    """What is being asked. From ``GIVE_SWORD`` to ``AMBUSH`` the questions belong to the expansions."""

    TALK = 0
    PROPOSAL = 1
    VOTE = 2
    CARDS = 3
    GIVE_SWORD = 4
    USE_SWORD = 5
    EXCLUDE = 6
    HIDE = 7
    CHECK_BY_LADY = 8
    CHECK_BY_LOT = 9
    ANNOUNCE = 10
    LEAD = 11
    DEAL_PLOT = 12
    TAKE = 13
    PICK = 14
    SHOW = 15
    CHECK_NEIGHBOUR = 16
    CHARGE = 17
    CANCEL = 18
    EXPOSE = 19
    AMBUSH = 20
    SHOT = 21
    NAMING = 22
    OVER = 23


class Step(IntEnum):
    """Where the table stands in the order of one mission (rules.md B.12), and after the last one."""

    BEGIN = 0
    BEFORE_PROPOSAL = 1
    TALK_BEFORE = 2
    PROPOSING = 3
    AFTER_PROPOSAL = 4
    TALK_AFTER = 5
    BEFORE_VOTE = 6
    VOTING = 7
    COUNTING = 8
    AFTER_VOTE = 9
    PLAYING = 10
    AFTER_CARDS = 11
    BEFORE_RESULT = 12
    SCORING = 13
    AFTER_RESULT = 14
    DECIDING = 15
    ASSASSIN = 16
    TALK_LAST = 17
    SHOOTING = 18
    RESOLVING = 19


class Mark(IntEnum):
    """Steps of an expansion that ask nothing, taken once a proposal; they share ``done`` with the phases."""

    LOYALTY_CARD = 24
    OPEN_CARD = 25
    CLERIC = 26


class Team(IntEnum):
    """The two sides; a seat is on the side of the role it holds now."""

    GOOD = 0
    EVIL = 1


class Outcome(IntEnum):
    """How a match stands; a won one is 1 + the team."""

    OPEN = 0
    GOOD = 1
    EVIL = 2


class Reason(IntEnum):
    """Why a match ended."""

    NONE = 0
    EVIL_TEAM_MISSIONS = 1
    GOOD_TEAM_MISSIONS = 2
    REJECTED_VOTE = 3
    KILL_MERLIN = 4
    KILL_GUINEVERE = 5
    KILL_LOVERS = 6
    KILL_CLERIC = 7
    MISS_MERLIN = 8
    MISS_GUINEVERE = 9
    MISS_LOVERS = 10
    MISS_CLERIC = 11


class Result(IntEnum):
    """What a loyalty check, a report or an announcement can say; an exact role is ``ROLE + role``."""

    GOOD = 0
    EVIL = 1
    ROLE = 2


class Label(IntEnum):
    """How a seat knows another; an exact role is ``ROLE + role``."""

    NONE = 0
    EVIL = 1
    WIZARD = 2
    LANCELOT = 3
    ROLE = 4


class QuestResult(IntEnum):
    """A mission as everybody sees it."""

    NONE = 0
    SUCCESS = 1
    FAILURE = 2
    HIDDEN = 3


class Expansion(IntFlag):
    """Parts of the game that a match may use; ``State.expansions`` holds their bits."""

    LADY = 1
    LANCELOTS = 2
    EXCALIBUR = 4
    TRAPPER = 8
    WITCH = 16
    CLERIC = 32
    REVEALER = 64
    PLOT_CARDS = 128


class Plot(IntEnum):
    """The plot cards; the first five can lie before a player, the others are used at once."""

    LEAD_TO_VICTORY = 0
    AMBUSH = 1
    KING_RETURNS = 2
    WE_FOUND_YOU = 3
    CHARGE = 4
    RESTORE_HONOR = 5
    SHOW_NATURE = 6
    ARE_YOU_THE_ONE = 7
    SHOW_STRENGTH = 8


HELD_KINDS = 5
DECK = 15


class Verb(IntEnum):
    """The kinds of action, in the order of the action table."""

    WAIT = 0
    END_TURN = 1
    PASS = 2
    DECLINE = 3
    BALLOT = 4
    CARD = 5
    ADD = 6
    GIVE = 7
    FLIP = 8
    EXCLUDE = 9
    HIDE = 10
    CHECK = 11
    ANNOUNCE = 12
    LEAD = 13
    CANCEL = 14
    EXPOSE = 15
    LOOK = 16
    TAKE = 17
    PICK = 18
    SHOW = 19
    SHOOT_MERLIN = 20
    SHOOT_GUINEVERE = 21
    SHOOT_LOVERS = 22
    SHOOT_CLERIC = 23
    NAME = 24
    TO_PUBLIC = 25
    TO_TEAM = 26
    TO = 27
    CLAIM = 28
    REPORT = 29
    VOUCH = 30
    ACCUSE = 31
    PROMISE = 32


class EventCode(IntEnum):
    """Everything that can happen. Payloads and audiences stand in ``envs.avalon.events``."""

    MATCH_BEGAN = 1
    ROLE_DEALT = 2
    INTRODUCED = 3
    QUEST_BEGAN = 4
    PROPOSAL_BEGAN = 5
    PHASE_BEGAN = 6
    ROUND_BEGAN = 7
    PASSED = 8
    CLAIMED = 9
    REPORTED = 10
    VOUCHED = 11
    ACCUSED = 12
    PROMISED = 13
    SAID = 14
    SEAT_PICKED = 15
    TEAM_PROPOSED = 16
    TEAM_FORCED = 17
    VOTE_CAST = 18
    VOTES_COUNTED = 19
    VOTES_REVEALED = 20
    TEAM_REJECTED = 21
    CARD_PLAYED = 22
    QUEST_ENDED = 23
    QUEST_HIDDEN = 24
    DECLINED = 25
    CHECKED = 26
    LOYALTY_LEARNED = 27
    ANNOUNCED = 28
    IDENTIFIED = 29
    SWORD_GIVEN = 30
    SWORD_USED = 31
    CARD_FLIPPED = 32
    CARD_EXCLUDED = 33
    EXCLUDED_CARD_SEEN = 34
    DECISION_MADE = 35
    LOYALTY_CARDS_LAID = 36
    LOYALTY_CARD_TURNED = 37
    ROLE_CHANGED = 38
    CLERIC_LEARNED = 39
    ROLE_REVEALED = 40
    PLOT_CARD_TURNED = 41
    PLOT_CARD_GIVEN = 42
    PLOT_CARD_USED = 43
    PLOT_CARD_TAKEN = 44
    OPEN_VOTES_SHOWN = 45
    CARD_SEEN = 46
    OPEN_CARD_SHOWN = 47
    ASSASSIN_CHOSEN = 48
    SHOT_CHOSEN = 49
    SHOT_FIRED = 50
    ROLE_NAMED = 51
    MATCH_ENDED = 52
    CARDS_REVEALED = 53
    FORFEITED = 54


(TALK, PROPOSAL, VOTE, CARDS, GIVE_SWORD, USE_SWORD, EXCLUDE_PHASE, HIDE_PHASE, CHECK_BY_LADY, CHECK_BY_LOT, ANNOUNCE_PHASE,
 LEAD_PHASE, DEAL_PLOT, TAKE_PHASE, PICK_PHASE, SHOW_PHASE, CHECK_NEIGHBOUR, CHARGE_PHASE, CANCEL_PHASE, EXPOSE_PHASE,
 AMBUSH_PHASE, SHOT, NAMING, OVER) = (int(phase) for phase in Phase)  # fmt: skip
(BEGIN, BEFORE_PROPOSAL, TALK_BEFORE, PROPOSING, AFTER_PROPOSAL, TALK_AFTER, BEFORE_VOTE, VOTING, COUNTING, AFTER_VOTE, PLAYING,
 AFTER_CARDS, BEFORE_RESULT, SCORING, AFTER_RESULT, DECIDING, ASSASSIN_STEP, TALK_LAST, SHOOTING,
 RESOLVING) = (int(step) for step in Step)  # fmt: skip
LOYALTY_CARD_MARK, OPEN_CARD_MARK, CLERIC_MARK = (int(mark) for mark in Mark)
GOOD, EVIL = (int(team) for team in Team)
OPEN, GOOD_WON, EVIL_WON = (int(outcome) for outcome in Outcome)
(NO_REASON, EVIL_TEAM_MISSIONS, GOOD_TEAM_MISSIONS, REJECTED_VOTE, KILL_MERLIN, KILL_GUINEVERE, KILL_LOVERS, KILL_CLERIC,
 MISS_MERLIN, MISS_GUINEVERE, MISS_LOVERS, MISS_CLERIC) = (int(reason) for reason in Reason)  # fmt: skip
IS_GOOD, IS_EVIL, IS_ROLE = (int(result) for result in Result)
UNKNOWN, LABEL_EVIL, LABEL_WIZARD, LABEL_LANCELOT, LABEL_ROLE = (int(label) for label in Label)
NO_RESULT, SUCCESS, FAILURE, HIDDEN = (int(result) for result in QuestResult)
LADY, LANCELOTS, EXCALIBUR, TRAPPER, WITCH, CLERIC, REVEALER, PLOT_CARDS = (int(expansion) for expansion in Expansion)
(LEAD_TO_VICTORY, AMBUSH, KING_RETURNS, WE_FOUND_YOU, CHARGE, RESTORE_HONOR, SHOW_NATURE, ARE_YOU_THE_ONE,
 SHOW_STRENGTH) = (int(card) for card in Plot)  # fmt: skip
(WAIT, END_TURN, PASS, DECLINE, BALLOT, CARD, ADD, GIVE, FLIP, EXCLUDE, HIDE, CHECK, ANNOUNCE, LEAD, CANCEL, EXPOSE, LOOK, TAKE,
 PICK, SHOW, SHOOT_MERLIN, SHOOT_GUINEVERE, SHOOT_LOVERS, SHOOT_CLERIC, NAME, TO_PUBLIC, TO_TEAM, TO, CLAIM, REPORT, VOUCH,
 ACCUSE, PROMISE) = (int(verb) for verb in Verb)  # fmt: skip
APPROVE, REJECT = 0, 1
PLAY_SUCCESS, PLAY_FAIL = 0, 1
