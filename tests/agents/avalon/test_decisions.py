"""What the heuristic of Avalon does when it is asked: one story and one question a row."""

import pytest

from tests.agents.avalon.asking import (
    ALL_TALK,
    EIGHT,
    FIVE,
    SEVEN,
    accuses,
    announces,
    answer,
    ask,
    asked_in,
    begins,
    checks,
    excludes,
    gives_sword,
    mission,
    plays,
    proposes,
    reads_excluded,
    reply_to,
    reveals,
    sees_evil,
    sees_role,
    sees_wizards,
    shooting,
    team,
    votes,
)

SEEDS = range(20)
VOTE, CARD = ("approve", "reject"), ("success", "fail")
WITH_LOVERS = ("merlin", "percival", "servant", "tristan", "isolde", "morgana", "assassin", "oberon")
SWORD, LADY, PLOTS = (dict(expansions=(part,)) for part in ("excalibur", "lady", "plot_cards"))
TRAPPER, LADY_AT_EIGHT = (dict(roles=EIGHT, expansions=(part,)) for part in ("trapper", "lady"))
LOST = mission(1, 2, 1, 2)
"""At five players: seats 1 and 2 are the evil ones, and everybody knows it."""
WON_TWICE = (*mission(1, 0, 3, 4), *mission(2, 0, 0, 3, 4))


def share(wanted, role, *story, **keys):
    """How many of twenty fresh minds, seed after seed, answer with ``wanted`` among their actions."""
    asked = ask(role, *story, **keys)
    return sum(wanted in answer(asked, seed=seed) for seed in SEEDS) / len(SEEDS)


@pytest.mark.parametrize(
    ("role", "story", "card", "least"),
    [
        ("morgana", (sees_evil(3), WON_TWICE, team(3, 0, 1)), "fail", 1.0),
        ("morgana", (sees_evil(3), mission(1, 1, 1, 2), mission(2, 1, 1, 2, 4), team(3, 0, 1)), "fail", 1.0),
        ("morgana", (sees_evil(3), mission(1, 0, 1, 2), team(2, 0, 1, 2)), "fail", 0.7),
        ("morgana", (sees_evil(3), team(1, 0, 1)), "success", 0.5),
        ("servant", (WON_TWICE, team(3, 0, 1)), "success", 1.0),
    ],
    ids=[
        "evil fails when good has two",
        "evil fails when it has two",
        "evil mostly fails later",
        "evil often lets the first pass",
        "good plays success",
    ],
)
def test_cards(role, story, card, least):
    assert share(card, role, *story, legal=CARD if role == "morgana" else ("success",)) >= least


def test_of_two_comrades_exactly_one_fails():
    story = (WON_TWICE, team(3, 0, 3))
    first = share("fail", "morgana", sees_evil(3), *story, legal=CARD)
    second = share("fail", "assassin", sees_evil(0), *story, legal=CARD, seat=3)
    assert sorted((first, second)) == [0.0, 1.0]


def test_where_two_fails_are_needed_both_comrades_fail():
    story = (*mission(1, 0, 4, 5), *mission(2, 0, 3, 4, 5), *mission(3, 1, 1, 2, 5), team(4, 0, 3, 4, 5))
    first = share("fail", "morgana", sees_evil(3), *story, legal=CARD, roles=SEVEN)
    second = share("fail", "assassin", sees_evil(0), *story, legal=CARD, seat=3, roles=SEVEN)
    assert min(first, second) > 0.8


def test_one_evil_seat_alone_does_not_fail_where_two_are_needed():
    assert share("success", "morgana", sees_evil(3), begins(4), proposes(1, 0, 1, 2, 4), legal=CARD, roles=SEVEN) == 1.0


@pytest.mark.parametrize(
    ("role", "story", "vote", "least"),
    [
        ("servant", (LOST, team(2, 0, 3, 4)), "approve", 1.0),
        ("servant", (LOST, team(2, 0, 1, 3)), "reject", 1.0),
        ("servant", (LOST, team(2, 0, 1, 3, proposal=5)), "approve", 1.0),
        ("morgana", (sees_evil(3), WON_TWICE, team(3, 1, 2)), "reject", 1.0),
        ("morgana", (sees_evil(3), WON_TWICE, team(3, 1, 3)), "approve", 1.0),
        ("morgana", (sees_evil(3), WON_TWICE, team(3, 1, 2, proposal=5)), "approve", 1.0),
        ("merlin", (sees_evil(2, 3), LOST, team(2, 0, 3, 4)), "approve", 1.0),
    ],
    ids=[
        "good approves a clean team",
        "good rejects a dirty one",
        "good never rejects the fifth",
        "evil rejects a clean team at the brink",
        "evil approves a dirty one at the brink",
        "evil does not show itself at the fifth",
        "Merlin goes with what all believe",
    ],
)
def test_votes(role, story, vote, least):
    assert share(vote, role, *story, legal=VOTE) >= least


def test_merlin_steers_somewhat_more_often_than_a_servant():
    clean, dirty = (share("approve", "merlin", sees_evil(2, 3), team(1, 1, seat), legal=VOTE) for seat in (4, 3))
    assert 0.0 <= clean - dirty < 0.5


@pytest.mark.parametrize(
    ("role", "story", "wanted"),
    [
        ("servant", (LOST, begins(2)), ["add:0", "add:3", "add:4"]),
        ("percival", (sees_wizards(1, 4), LOST, begins(2)), ["add:0", "add:3", "add:4"]),
        ("merlin", (sees_evil(1, 2), LOST, begins(2)), ["add:0", "add:3", "add:4"]),
    ],
    ids=["servant", "percival", "merlin"],
)
def test_good_leaders_propose_the_team_without_evil(role, story, wanted):
    assert answer(ask(role, *story, legal=("add", "add:0"))) == wanted


def test_an_evil_leader_takes_just_one_evil_seat():
    asked = ask("morgana", sees_evil(3), begins(2), legal=("add:0", "add:1", "add:2", "add:3", "add:4"))
    teams = [answer(asked, seed=seed) for seed in SEEDS]
    assert [("add:0" in picks) + ("add:3" in picks) for picks in teams] == [1] * len(SEEDS)


@pytest.mark.parametrize(
    ("role", "story", "legal", "wanted", "keys"),
    [
        ("servant", (LOST, team(2, 0, 1, 3), asked_in("give_sword")), "give:1 give:3", "give:3", SWORD),
        ("morgana", (sees_evil(3), team(2, 0, 1, 3), asked_in("give_sword")), "give:1 give:3", "give:3", SWORD),
        ("servant", (LOST, team(2, 0, 1, 3), gives_sword(3, 0)), "decline flip:1 flip:3", "flip:1", SWORD),
        ("servant", (LOST, team(2, 0, 3, 4), gives_sword(3, 0)), "decline flip:3 flip:4", "decline", SWORD),
        ("morgana", (sees_evil(3), team(2, 0, 1, 3)), "decline flip:1 flip:3", "decline", SWORD),
        ("morgana", (sees_evil(3), WON_TWICE, team(3, 0, 1), plays(0, False)), "decline flip:1", "flip:1", SWORD),
        ("servant", (checks(0, 2, "evil"), team(1, 0, 1, 2, 3)), "exclude:0 exclude:1 exclude:2 exclude:3", "exclude:2", TRAPPER),
        ("servant", (checks(0, 2, "evil"),), "announce:good announce:evil", "announce:evil", LADY),
        ("morgana", (sees_evil(3), checks(0, 3, "evil")), "announce:good announce:evil", "announce:good", LADY),
        (
            "servant",
            (checks(0, 2, "good"), checks(0, 3, "evil"), mission(2, 1, 2, 4)),
            "check:2 check:3 check:4 check:1",
            "check:1",
            LADY_AT_EIGHT,
        ),
        ("servant", (LOST, team(2, 0, 1, 3), asked_in("cancel")), "decline cancel", "cancel", PLOTS),
        ("servant", (LOST, team(2, 0, 1, 3, proposal=5), asked_in("cancel")), "decline cancel", "decline", PLOTS),
        ("morgana", (sees_evil(3), team(2, 0, 1, 3, proposal=5), asked_in("cancel")), "decline cancel", "cancel", PLOTS),
        ("servant", (LOST, begins(2, leader=1)), "decline lead", "lead", PLOTS),
        ("servant", (LOST, begins(2, leader=3)), "decline lead", "decline", PLOTS),
        ("servant", (LOST, team(2, 0, 1, 3)), "decline expose:0 expose:1 expose:3", "expose:1", PLOTS),
        ("servant", (LOST,), "show:1 show:3", "show:3", PLOTS),
        ("morgana", (sees_evil(3),), "show:1 show:3", "show:3", PLOTS),
        ("servant", (), "pick:charge pick:king_returns pick:ambush", "pick:king_returns", PLOTS),
        ("servant", (), "decline", "decline", SWORD),
    ],
    ids=[
        "good gives the sword to whom it trusts",
        "evil gives it to its comrade",
        "good turns the card of who is surely evil",
        "and nothing when all are good",
        "evil does not turn its own Fail away",
        "at the brink evil turns a Success",
        "the Trapper takes out the guiltiest card",
        "good announces what it saw",
        "evil covers its comrade",
        "good checks where it knows least",
        "good cancels a doubtful team",
        "but never the fifth",
        "which evil does",
        "a card to lead is used against a leader who is evil",
        "and kept under one who is good",
        "the guiltiest participant plays openly",
        "good shows itself to whom it trusts",
        "evil to its comrade",
        "the best card is picked",
        "who may only decline declines",
    ],
)
def test_what_the_expansions_ask(role, story, legal, wanted, keys):
    assert share(wanted, role, *story, legal=legal.split(), **keys) == 1.0


def test_an_evil_trapper_takes_out_a_success():
    story = (sees_evil(3, 4), team(1, 0, 1, 2, 3), asked_in("exclude"))
    assert share("exclude:3", "morgana", *story, legal=("exclude",), roles=EIGHT, expansions=("trapper",)) == 0.0


@pytest.mark.parametrize(
    ("role", "story", "said"),
    [
        ("servant", (LOST, begins(2)), "accuse:1"),
        ("servant", (LOST, begins(2)), "vouch:3"),
        ("percival", (sees_wizards(1, 3), LOST, begins(2)), "accuse:2"),
        ("servant", (LOST, team(2, 0, 1, 3)), "promise:reject"),
        ("servant", (LOST, team(2, 0, 3, 4)), "promise:approve"),
    ],
    ids=["accuses the guilty", "vouches for the innocent", "Percival too", "announces a rejection", "announces an approval"],
)
def test_words_of_the_good(role, story, said):
    assert share(said, role, *story, legal=ALL_TALK) >= 0.3


def test_who_has_read_an_excluded_fail_reports_it():
    story = (team(1, 0, 1, 2, 3), excludes(0, 2), reads_excluded(0, 2, True), begins(2))
    assert share("report:2=evil", "servant", *story, legal=ALL_TALK, roles=EIGHT, expansions=("trapper",)) == 1.0


@pytest.mark.parametrize("role", FIVE)
@pytest.mark.parametrize("story", [(begins(1),), (LOST, begins(2)), (LOST, accuses(3, 0), begins(3))], ids=["1", "2", "3"])
def test_nobody_ever_claims_a_great_card(role, story):
    asked = ask(role, sees_evil(2), *story, legal=ALL_TALK)
    said = [text for seed in SEEDS for text in answer(asked, seed=seed) if text.startswith("claim:")]
    assert set(said) <= {"claim:good"}


@pytest.mark.parametrize("seat", [1, 2])
def test_merlin_accuses_nobody_whom_others_could_not_suspect(seat):
    assert share(f"accuse:{seat}", "merlin", sees_evil(1, 2), begins(1), legal=ALL_TALK) == 0.0


def test_percival_does_not_point_at_a_wizard():
    asked = ask("percival", sees_wizards(1, 3), LOST, begins(2), legal=ALL_TALK)
    said = {text for seed in SEEDS for text in answer(asked, seed=seed)}
    assert said & {"accuse:1", "accuse:3", "vouch:1", "vouch:3"} == set()


SHOTS = tuple(f"shoot_merlin:{seat}" for seat in (1, 2, 4))
END = (sees_evil(3), shooting(0), asked_in("shot"))
SAW_THROUGH = (team(1, 1, 3), votes(1, 0, 1, 3, 4), team(1, 1, 3, proposal=2), votes(1, 0, 1, 3, 4, proposal=2))
LED_CLEAN = (begins(2), proposes(2, 1, 2, 4), begins(2, 2), proposes(1, 1, 3, 4), begins(2, 3), proposes(4, 0, 1, 4))


@pytest.mark.parametrize(
    "story",
    [SAW_THROUGH, LED_CLEAN, (accuses(2, 3), accuses(1, 4), accuses(4, 1))],
    ids=["who rejected evil that looked good", "who proposed no evil", "who named evil"],
)
def test_the_assassin_shoots(story):
    assert share("shoot_merlin:2", "assassin", *story, *END, legal=SHOTS) == 1.0


def test_nobody_shoots_who_is_known_to_be_evil():
    story = (*SAW_THROUGH, sees_evil(3), reveals(2, "morgana"), shooting(0))
    assert share("shoot_merlin:2", "assassin", *story, legal=("shoot_merlin:1", "shoot_merlin:4")) == 0.0


def test_the_assassin_shoots_at_merlin_rather_than_at_a_pair():
    legal = ("shoot_merlin:1", "shoot_merlin:2", "shoot_lovers:1+2", "shoot_lovers:1+4")
    story = (sees_evil(3, 5), *SAW_THROUGH, shooting(0))
    assert share("shoot_merlin:2", "assassin", *story, legal=legal, roles=WITH_LOVERS) == 1.0


def test_after_the_cleric_the_commonest_role_is_named():
    roles = ("merlin", "percival", "cleric", "servant", "servant", "morgana", "minion", "minion")
    story = (sees_evil(6, 7), reveals(1, "cleric"), shooting(0))
    legal = ("name:2=servant", "name:2=percival")
    assert share("name:2=servant", "morgana", *story, legal=legal, roles=roles) == 1.0


def test_who_knows_that_a_checker_lied_trusts_him_no_more():
    story = (checks(3, 0, "good"), announces(3, 0, "evil"), begins(2))
    assert share("add:3", "servant", *story, legal=("add:0", "add:1", "add:2", "add:3", "add:4")) == 0.0


def test_lovers_trust_each_other():
    roles = ("merlin", "tristan", "isolde", "servant", "minion", "minion", "minion")
    picks = answer(ask("tristan", sees_role(4, "isolde"), begins(1), legal=("add", "add:0"), roles=roles))
    assert picks == ["add:0", "add:4"]


def test_free_text_goes_with_the_speech_act():
    reply = reply_to(ask("servant", LOST, begins(2), legal=ALL_TALK, talk="text"))
    assert [say.text.partition(" Player")[0] for say in reply.says] == ["I would not send"]
