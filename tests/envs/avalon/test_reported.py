"""Failures that other people reported (cases.md AVA-01 to AVA-22), as they must not happen here."""

from random import Random

import numpy as np
import pytest

from envs.avalon.actions import propose_text
from envs.avalon.codes import EventCode
from envs.avalon.roles import ROLE_IDS
from envs.engine.actions import IllegalAction, UnreadableAction
from envs.engine.events import GOD, SPECTATOR
from envs.engine.table import Table
from tests.envs.avalon.random_play import GAME, played
from tests.scenarios.avalon_scene import Scene

ALL_FIVE = "lady excalibur plot_cards"
PLOT_7 = "Se Se Se Se Mi Mi Mi"


def test_ava_01_five_rejections_end_the_match_and_nothing_runs_after_it():
    scene = Scene("Gl Se Se El Wi", use=ALL_FIVE, preset="printed", plot="ambush charge king_returns ambush charge")
    scene.play("""
        until PROPOSAL; mission A C, nobody fails; until PROPOSAL; 4 teams rejected; until VOTE
        => quest 2; proposal 5; leader A
        nobody approves => evil wins; reason rejected_vote; quest 2; proposal 5; leader A; never SHOT; winners D E""")
    after = [event.code for event in scene.table.journal]
    after = after[after.index(EventCode.MATCH_ENDED) + 1 :]
    assert set(after) <= {EventCode.ROLE_REVEALED, EventCode.CARDS_REVEALED, EventCode.LOYALTY_LEARNED}


@pytest.mark.parametrize(
    ("preset", "phase"), [("online", "CARDS"), ("printed", "VOTE")], ids=["online: forced", "printed: voted"]
)
def test_ava_02_the_fifth_team(preset, phase):
    Scene("Se Se Se Mi Mi", preset=preset).play(f"4 teams rejected; E team A B => now {phase}; proposal 5")


def test_ava_03_the_count_of_rejections_starts_anew_with_each_mission():
    Scene("Se Se Se Mi Mi").play("""
        3 teams rejected => proposal 4; leader D
        mission A B, nobody fails => quest 2; proposal 1; leader E
        2 teams rejected => proposal 3; leader B; quest 2""")


@pytest.mark.parametrize("seed", range(40))
def test_ava_03_there_is_no_sixth_mission(seed):
    began = [event.value for event in played(seed).journal if event.code == EventCode.QUEST_BEGAN]
    assert began == list(range(len(began)))
    assert len(began) <= 5


def test_ava_04_cards_of_an_older_mission_do_not_count_again():
    scene = Scene("Se Se Se Mi Mi").play("""
        mission A B, nobody fails; mission A B D, D fails => quest 2 fails with 1
        mission A B, nobody fails => quest 3 succeeds with 0""")
    assert bin(scene.g.parties[2]).count("1") == 2
    assert [event.code for event in scene.table.journal].count(EventCode.CARD_PLAYED) == 2 + 3 + 2


def test_ava_05_the_lady_starts_beside_the_leader_and_only_two_seats_know_the_answer():
    scene = Scene("Se Se Se Se Mi Mi Mi", use="lady").play("""
        => token G
        mission A B, nobody fails => never CHECK_BY_LADY
        mission A B C, nobody fails => G asked CHECK_BY_LADY
        G may not check G; G checks B; G announces evil => token B; G learns B good""")
    learned = {viewer: scene.seen(viewer, EventCode.LOYALTY_LEARNED) for viewer in (SPECTATOR, *range(7))}
    assert [viewer for viewer, events in learned.items() if events] == [1, 6]
    assert [len(scene.seen(viewer, EventCode.CHECKED, EventCode.ANNOUNCED)) for viewer in learned] == [2] * 8


def test_ava_05_the_lady_is_not_used_once_the_match_is_over():
    Scene("Se Se Se Mi Mi", use="lady").play("""
        mission A B, nobody fails; mission A B C, nobody fails; E checks A; E announces good
        mission A B, nobody fails => good wins; token A""")


def test_ava_06_the_switch_is_drawn_first_and_every_later_check_sees_the_side_of_now():
    scene = Scene("Gl Se Se El Mi", use="lady", loyalty="switch stay stay stay stay").play("""
        mission A B, nobody fails; mission A B C, nobody fails; E checks A => E learns A evil
        E announces good; C team A D; all approve => A may only fail; D may only success""")
    codes = [event.code for event in scene.table.journal]
    assert codes.index(EventCode.LOYALTY_CARD_TURNED) < codes.index(EventCode.CHECKED)
    dealt = [ROLE_IDS[e.value] for e in scene.table.news(GOD) if e.code == EventCode.ROLE_DEALT and e.actor in (0, 3)]
    assert dealt == ["good_lancelot", "evil_lancelot"]


def test_ava_07_the_sword_follows_the_team():
    Scene(PLOT_7, use="excalibur").play("""
        A team A B; A gives B; nobody approves => sword nobody
        B team C D; B may not give B; B gives D; all approve => sword D; C D asked CARDS
        C plays success; D plays success => D asked USE_SWORD
        D declines => quest 1 succeeds with 0""")


def test_ava_08_the_sword_decides_before_the_win_is_checked():
    start = (
        "mission A B, nobody fails; mission A B D, D fails; mission A B, nobody fails; mission A B D, D fails; until PROPOSAL;"
    )
    Scene("Me Se Se Mi Mi", use="excalibur").play(f"""
        {start} E team A B C; E gives A; all approve; nobody fails; A flips C => evil wins; score 2-3; never SHOT""")
    Scene("Me Se Se Mi Mi", use="excalibur").play("""
        mission A D, D fails; mission A B D, D fails; until PROPOSAL; C team A D; C gives A; all approve; D fails; A flips D
        => play goes on; score 1-2; quest 4""")
    Scene(PLOT_7, use="excalibur").play("""
        mission A B, nobody fails; mission A B E, E fails; mission A B C, nobody fails; until PROPOSAL
        D team A B C E; D gives A; all approve; E fails; A flips B => quest 4 fails with 2""")


def test_ava_09_the_witch_comes_after_the_sword_and_only_once():
    Scene("Se Se Se Mi Wi", use="excalibur", preset="online").play("""
        A team A B; A gives B; all approve; nobody fails => B asked USE_SWORD
        B declines => A B C D E asked HIDE
        nobody hides => quest 1 succeeds with 0
        mission A B C, nobody fails; anything => now HIDE
        E hides => now CHECK_BY_LOT
        A checks B; A announces good; mission A B, nobody fails; anything => good wins""")


def test_ava_09_a_rejection_that_ends_the_match_asks_no_witch():
    Scene("Se Se Se Mi Wi", preset="printed").play("""
        4 teams rejected; until VOTE; nobody approves => reason rejected_vote; never HIDE""")


def test_ava_12_two_open_votes_of_one_seat_are_one_vote():
    scene = Scene(PLOT_7, use="plot_cards", plot="charge charge").play("""
        A gives C; A gives C => C holds charge charge
        A team A B => C asked CHARGE
        C votes approve => A B D E F G asked VOTE
        A B approve => votes 3-4""")
    assert [e.value for e in scene.seen(SPECTATOR, EventCode.OPEN_VOTES_SHOWN)] == [0b100 | 0b100 << 10]


def test_ava_12_two_owners_vote_openly_at_the_same_time_and_count_once():
    scene = Scene(PLOT_7, use="plot_cards", plot="charge charge").play("""
        A gives C; A gives D; A team A B => C D asked CHARGE
        C votes approve => D asked CHARGE""")
    assert scene.seen(SPECTATOR, EventCode.OPEN_VOTES_SHOWN) == []
    scene.play("""
        D votes reject => A B E F G asked VOTE
        A B E approve => votes 4-3; now CARDS""")


def test_ava_12_an_open_card_leaves_nothing_for_the_next_team():
    scene = Scene(PLOT_7, use="plot_cards", plot="we_found_you ambush").play("""
        A gives C; A gives D; A team A B; all approve; C exposes A; nobody fails => now AMBUSH
        D declines => quest 2; C holds nothing""")
    assert (scene.g.exposed, scene.g.party, scene.g.picked) == (-1, 0, 0)


def test_ava_12_a_cancelled_approval_is_a_rejection_without_cards():
    scene = Scene(PLOT_7, use="plot_cards", plot="king_returns ambush").play("""
        A gives C; A gives D; A team A B; all approve; C cancels
        => proposal 2; leader B; quest 1; C holds nothing; now PROPOSAL""")
    assert scene.seen(GOD, EventCode.CARD_PLAYED) == []


@pytest.mark.parametrize("preset", ["online", "printed"])
def test_ava_14_without_anybody_to_shoot_at_there_is_no_assassination(preset):
    Scene("Se Se Se Mi Mi", preset=preset).play("""
        mission A B, nobody fails; mission A B C, nobody fails; mission A B, nobody fails => good wins; never SHOT""")


def test_ava_14_the_shooter_excludes_himself_and_the_evil_he_knows_and_no_other():
    Scene("Me Pe Se Se Ob As Mo".replace("Mo", "Mg"), preset="printed").play("""
        mission A B, nobody fails; mission A B C, nobody fails; mission A B C, nobody fails => F asked SHOT
        F may not shoot_merlin F; F may not shoot_merlin G; F may shoot_merlin E; F may shoot_merlin A""")


def test_ava_17_merlins_list_stands_in_the_order_of_the_seats():
    setup = GAME.setup(10, preset="online")
    order = [_evil_as_told(Table(GAME, setup, seed)) for seed in range(300)]
    assert all(seats == sorted(seats) for seats in order)


def _evil_as_told(table):
    from envs.engine.events import seats_in

    merlin = table.g.role.index(ROLE_IDS.index("merlin"))
    return [seat for e in table.news(merlin) if e.code == EventCode.INTRODUCED for seat in seats_in(e.value)]


def test_ava_19_a_half_made_team_can_be_completed_by_a_fallback():
    table = Scene("Se Se Se Mi Mi").table
    table.apply(0, table.actions.index("add:2"))
    assert table.legal_texts(0) == ["add:3", "add:4"]
    table.forfeit(0)
    assert [e.value for e in table.news(SPECTATOR) if e.code == EventCode.TEAM_PROPOSED] == [0b01100]


def test_ava_19_after_the_end_there_is_nothing_to_do():
    table = played(3)
    for seat in range(table.n):
        assert table.legal_texts(seat) == ["wait"]
    with pytest.raises(IllegalAction):
        table.apply(0, table.actions.index("approve"))


def test_ava_22_what_follows_a_mission_needs_a_mission():
    Scene("Se Tm Cl Mi Mi", use="lady", preset="online").play("""
        4 teams rejected => C learns nothing; never CHECK_BY_LADY
        E team A B; nobody fails => C learns E evil; quest 2""")


@pytest.mark.parametrize(
    ("text", "picks"),
    [
        ("propose:0,2,4", ["add:0", "add:2", "add:4"]),
        (" Propose: 4, 0 ,2", ["add:0", "add:2", "add:4"]),
        ("propose:7", ["add:7"]),
    ],
)
def test_a_whole_team_in_one_text(text, picks):
    assert propose_text(text) == picks


@pytest.mark.parametrize("text", ["propose:", "propose", "propose:a,b", "propose:1,,2", "propose:1,1", "add:1", "propose:²"])
def test_a_text_that_is_no_team(text):
    with pytest.raises(UnreadableAction):
        propose_text(text)


def test_partial_picks_are_seen_by_the_leader_alone():
    scene = Scene("Se Se Se Mi Mi").play("A adds B")
    assert [len(scene.seen(viewer, EventCode.SEAT_PICKED)) for viewer in (SPECTATOR, *range(5))] == [0, 1, 0, 0, 0, 0]
    scene.play("A may not add A; A may not add B; A adds D => now VOTE")
    assert [len(scene.seen(viewer, EventCode.TEAM_PROPOSED)) for viewer in (SPECTATOR, *range(5))] == [1] * 6


def test_anonymous_votes_are_counts_until_the_end():
    scene = Scene("Se Se Se Mi Mi", anonymous_voting=True).play("A team A B; A B C approve => votes 3-2; now CARDS")
    assert [scene.seen(viewer, EventCode.VOTES_REVEALED) for viewer in (SPECTATOR, *range(5))] == [[]] * 6
    scene.play("nobody fails; mission A B C, nobody fails; mission A B, nobody fails => good wins")
    assert [event.value % 1024 for event in scene.seen(SPECTATOR, EventCode.VOTES_REVEALED)] == [0b00111, 31, 31]


def test_a_collective_shot_goes_where_most_aim_and_ties_go_by_the_dealt_order():
    start = "mission A B, nobody fails; mission A B C, nobody fails; mission A B C, nobody fails => E F G asked SHOT\n"
    seating, keys = "Me Pe Se Se Mi Mi Mg", {"assassin": "collective"}
    Scene(seating, **keys).play(f"{start} E shoot_merlin B; F shoot_merlin A; G shoot_merlin A => evil wins; reason kill_merlin")
    Scene(seating, order="F", **keys).play(
        f"{start} E shoot_merlin A; F shoot_merlin B; G shoot_merlin C => good wins; reason miss_merlin"
    )


def test_the_lovers_need_not_be_of_both_kinds_where_the_ruleset_says_so():
    start = "mission A B C, nobody fails; mission A B C D, nobody fails; mission A B C D, nobody fails;"
    seating, keys = "Tr Tr Is Se Se Mi Mi Mi", {"duplicates": True, "order": "F"}
    Scene(seating, **keys).play(f"{start} F shoot_lovers A+B => good wins; reason miss_lovers")
    Scene(seating, lovers_strict=False, **keys).play(f"{start} F shoot_lovers A+B => evil wins; reason kill_lovers")


def test_a_truthful_table_announces_what_was_seen():
    Scene("Se Se Se Mi Mi", use="lady", announcements="truthful").play("""
        mission A B, nobody fails; mission A B C, nobody fails; E checks D; E may not announce good; E announces evil""")


@pytest.mark.parametrize(
    ("variant", "hand"), [("site", "fail"), ("v1", "success or fail"), ("v2", "fail"), ("v3", "success or fail")]
)
def test_the_evil_lancelots_hand(variant, hand):
    Scene("Se Gl Se El Mi", lancelot_variant=variant).play(f"A team A D; all approve => D may only {hand}")


@pytest.mark.parametrize("variant", ["site", "v1", "v2", "v3"])
def test_when_loyalty_cards_are_turned(variant):
    scene = Scene("Se Gl Se El Mi", lancelot_variant=variant, loyalty="stay stay stay stay stay").play("""
        mission A C, nobody fails; mission A C E, E fails; mission A C, nobody fails; mission A C E, E fails""")
    turned = len(scene.seen(SPECTATOR, EventCode.LOYALTY_CARD_TURNED))
    laid = len(scene.seen(SPECTATOR, EventCode.LOYALTY_CARDS_LAID))
    assert (turned, laid) == {"site": (3, 0), "v1": (3, 0), "v2": (5, 1), "v3": (0, 0)}[variant]


def test_restore_honor_takes_a_card_of_choice_and_is_skipped_when_there_is_none():
    Scene(PLOT_7, use="plot_cards", plot="restore_honor ambush charge restore_honor").play("""
        A gives B => A asked DEAL_PLOT
        A gives C; mission A B, nobody fails; anything => B asked DEAL_PLOT
        B gives C => C holds ambush charge; B asked DEAL_PLOT
        B gives D => D asked TAKE
        D may not take D; D may not take A; D takes C => D asked PICK
        D may not pick king_returns; D picks charge => D holds charge; C holds ambush""")


def test_instant_cards_that_show_a_loyalty():
    scene = Scene("Tm Se Se Se Mi Mi Mi", use="plot_cards", plot="show_nature are_you_the_one show_strength ambush").play("""
        A gives E => E asked SHOW
        E may not show E; E shows A => A learns E evil; A asked ANNOUNCE
        A announces good => A asked DEAL_PLOT
        A gives C => C asked CHECK_NEIGHBOUR
        C may not check A; C may not check C; C may check B; C checks D => C learns D good
        C announces evil; mission A B, nobody fails => B asked SHOW
        B shows G => G learns B good
        G announces good => B asked DEAL_PLOT""")
    assert scene.g.check_count == 3


def test_whispers_and_claims_are_heard_by_their_channel():
    table = Scene("Se Se Se Mi Mi", talk="acts").table
    for text in ("claim:role:merlin", "to:3", "accuse:1", "promise:reject"):
        table.apply(0, table.actions.index(text))
    heard = {
        viewer: [e.code for e in table.news(viewer) if EventCode.CLAIMED <= e.code <= EventCode.PROMISED] for viewer in (1, 3)
    }
    assert heard == {1: [EventCode.CLAIMED], 3: [EventCode.CLAIMED, EventCode.ACCUSED, EventCode.PROMISED]}
    assert table.actor == 1


@pytest.mark.parametrize(("keys", "word", "legal"), [({}, "to:team", False), ({"evil_channel": True}, "to:team", True)])
def test_evil_has_a_channel_only_where_the_ruleset_gives_one(keys, word, legal):
    table = Scene("Se Se Se Mi Mi", talk="acts", **keys).table
    table.apply(0, table.actions.index("pass"))
    table.apply(1, table.actions.index("pass"))
    table.apply(2, table.actions.index("pass"))
    assert bool(table.mask(3)[table.actions.index(word)]) == legal
    assert not Scene("Se Se Se Mi Mi", talk="acts", **keys).table.mask(0)[table.actions.index(word)]


def test_talk_has_its_rounds_before_and_after_the_proposal():
    table, rng = Table(GAME, GAME.setup(5, talk="acts", talk_rounds=2), 1), Random(1)
    while not table.is_over:
        legal = table.legal_texts(table.actor)
        word = "end_turn" if "end_turn" in legal else str(rng.choice(legal))
        table.apply(table.actor, table.actions.index(word))
    rounds = [e.value for e in table.news(SPECTATOR) if e.code == EventCode.ROUND_BEGAN]
    assert rounds[: len(rounds) // 2 * 2] == [0, 1] * (len(rounds) // 2)
    assert np.array_equal(table.mask(0)[:2], [1, 0])


def test_cards_once_read_stay_readable_for_those_who_read_them():
    Scene("Se Se Se Se Se Mi Mi Mi", use="trapper excalibur").play("""
        A team B C D F; A gives B; all approve; F fails; B flips C; A excludes F => quest 2
        => A remembers F in 1 as fail; A remembers C in 1 as unknown; B remembers C in 1 as fail; C remembers C in 1 as fail
        => F remembers F in 1 as fail; B remembers F in 1 as unknown; D remembers D in 1 as success
        => G remembers F in 1 as unknown""")
    Scene(PLOT_7, use="plot_cards", plot="ambush we_found_you").play("""
        A gives C; A gives D; A team A E; all approve; D exposes E; E fails; C looks A => quest 2
        => C remembers A in 1 as success; D remembers A in 1 as unknown; G remembers E in 1 as fail""")


def test_with_hidden_history_only_the_latest_mission_stays_readable():
    Scene("Se Se Se Mi Mi", hidden_history=True).play("""
        mission A B, nobody fails => A remembers A in 1 as success
        mission A B D, D fails => A remembers A in 1 as unknown; D remembers D in 2 as fail; table 1 shows A with nothing
        => table 2 shows D with a tick""")
