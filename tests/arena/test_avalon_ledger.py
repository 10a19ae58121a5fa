"""The ledger of Avalon: what a speaker knew, what an announcement is worth, and that nobody is held to know what is not so."""

from itertools import product, takewhile

import pytest

from arena.metrics.avalon_cards import Deck, Mind
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.knowledge import one_of
from arena.metrics.ledger import LEDGERS, heard_by, statements
from envs import GAMES
from tests.arena.avalon_words import (
    ASSASSIN,
    EIGHT,
    EVIL,
    GOOD,
    MERLIN,
    MORGANA,
    PERCIVAL,
    SERVANT,
    SEVEN,
    STAY,
    SWITCH,
    card,
    checked,
    claim,
    ended,
    index,
    is_role,
    made,
    proposal,
    public,
    report,
    to,
    verdicts,
)
from tests.arena.stage import avalon_plan, play_random, read


@pytest.mark.parametrize(
    ("before", "said", "verdict"),
    [
        ([], claim(SERVANT, GOOD), "true"),
        ([], claim(SERVANT, is_role("servant")), "true"),
        ([], claim(SERVANT, is_role("merlin")), "lie"),
        ([], claim(MORGANA, EVIL), "true"),
        ([], claim(MORGANA, GOOD), "lie"),
        ([], report(SERVANT, MORGANA, EVIL), "true"),
        ([], report(SERVANT, MERLIN, EVIL), "error"),
        ([], report(SERVANT, MERLIN, is_role("oberon")), "lie"),
        ([], report(SERVANT, MERLIN, is_role("servant")), "lie"),
        ([], report(MERLIN, PERCIVAL, EVIL), "lie"),
        ([], report(MERLIN, MORGANA, GOOD), "lie"),
        ([], report(MERLIN, MORGANA, is_role("assassin")), "error"),
        ([], report(PERCIVAL, MORGANA, is_role("merlin")), "error"),
        ([], report(PERCIVAL, MORGANA, is_role("servant")), "lie"),
        ([], report(PERCIVAL, MERLIN, EVIL), "error"),
        ([], report(PERCIVAL, SERVANT, is_role("merlin")), "lie"),
        ([], report(ASSASSIN, MERLIN, EVIL), "lie"),
        ([], report(ASSASSIN, SERVANT, is_role("merlin")), "error"),
        ([], report(ASSASSIN, MORGANA, is_role("assassin")), "lie"),
        ([checked(SERVANT, MERLIN, GOOD)], report(SERVANT, MERLIN, EVIL), "lie"),
        ([checked(SERVANT, MERLIN, GOOD)], report(SERVANT, PERCIVAL, EVIL), "error"),
        ([checked(SERVANT, MORGANA, EVIL)], report(PERCIVAL, MORGANA, GOOD), "error"),
        ([to([PERCIVAL], "identified", actor=1, target=MORGANA, value=index("morgana"))], report(1, MERLIN, EVIL), "lie"),
        ([public("role_revealed", target=MORGANA, value=index("morgana"))], report(SERVANT, MORGANA, GOOD), "lie"),
        ([public("role_revealed", target=MORGANA, value=index("morgana"))], report(PERCIVAL, MERLIN, is_role("servant")), "lie"),
    ],
    ids=[
        "one's own side",
        "one's own card",
        "another card than one's own",
        "evil that says so",
        "evil that says to be good",
        "a true guess",
        "a false guess",
        "a card that is not in the deck",
        "a card that one holds alone",
        "a Merlin knows whom he was not shown",
        "a Merlin knows whom he was shown",
        "a Merlin does not know which evil",
        "Percival does not know which wizard",
        "Percival knows that both are wizards",
        "one of the wizards may be evil",
        "Percival knows where the wizards are",
        "evil knows who is good",
        "evil does not know who is Merlin",
        "one's own card lies nowhere else",
        "against one's own check",
        "another seat than the one checked",
        "what another one learned is not known",
        "one wizard identified tells the other",
        "against a card that everybody has seen",
        "a revealed wizard tells the other one",
    ],
)
def test_a_false_word_is_a_lie_only_if_the_speaker_knew(before, said, verdict):
    assert verdicts(*before, said) == [verdict]


@pytest.mark.parametrize(
    ("before", "said", "verdict"),
    [
        ([checked(2, 5, GOOD)], report(2, 5, GOOD), "error"),
        ([checked(2, 5, GOOD)], report(2, 5, is_role("lunatic")), "lie"),
        ([checked(2, 1, EVIL)], report(2, 1, EVIL), "error"),
        ([checked(2, 1, EVIL)], report(2, 1, is_role("trickster")), "lie"),
        ([checked(0, 1, EVIL)], report(0, 1, EVIL), "lie"),
        ([checked(2, 1, is_role("lunatic"))], report(2, 1, is_role("lunatic")), "error"),
        ([checked(2, 1, is_role("lunatic"))], report(2, 1, is_role("assassin")), "lie"),
        ([], claim(1, EVIL), "lie"),
    ],
    ids=[
        "a Trickster shows good",
        "only some evil shows good",
        "a Troublemaker shows evil",
        "a Trickster never shows evil",
        "a Merlin knows that the check lies",
        "to the Lady of the Sea a Troublemaker shows a role",
        "the role that a check showed, or the Troublemaker",
        "one's own side, whatever checks show",
    ],
)
def test_roles_that_lie_to_checks_leave_their_checker_in_error(before, said, verdict):
    assert verdicts(*before, said, roles=EIGHT) == [verdict]


@pytest.mark.parametrize(
    ("before", "said", "verdict"),
    [
        ([], claim(1, GOOD), "true"),
        ([SWITCH], claim(1, GOOD), "lie"),
        ([SWITCH], claim(4, is_role("good_lancelot")), "true"),
        ([STAY], claim(4, GOOD), "lie"),
        ([SWITCH, SWITCH], claim(4, GOOD), "lie"),
        ([SWITCH], report(5, 4, EVIL), "lie"),
        ([], report(5, 4, GOOD), "lie"),
        ([SWITCH], report(5, 2, is_role("evil_lancelot")), "error"),
        ([SWITCH], report(0, 4, EVIL), "error"),
        ([checked(2, 4, EVIL), SWITCH], report(2, 4, EVIL), "error"),
        ([to([3], "cleric_learned", actor=3, target=5, value=EVIL)], report(3, 5, GOOD), "lie"),
    ],
    ids=[
        "before any switch",
        "after a switch one's old side",
        "after a switch one's new card",
        "a card that says stay",
        "two switches are none",
        "comrades see the label change",
        "comrades know the evil Lancelot",
        "nobody is told who the new one is",
        "Merlin's mark stays on a Lancelot that turned good",
        "a check grows old with a switch",
        "the Cleric's own report",
    ],
)
def test_after_a_switch_words_are_judged_by_the_new_sides(before, said, verdict):
    assert verdicts(*before, said, roles=SEVEN) == [verdict]


TWO_FAIL = [*proposal(SERVANT, SERVANT, MORGANA, ASSASSIN), card(SERVANT, 0), card(MORGANA, 1), card(ASSASSIN, 1), ended(2, 1)]
ONE_FAILS = [*proposal(SERVANT, SERVANT, MORGANA, ASSASSIN), card(SERVANT, 0), card(MORGANA, 0), card(ASSASSIN, 1), ended(1, 1)]


@pytest.mark.parametrize(
    ("before", "said", "verdict"),
    [
        (TWO_FAIL, report(SERVANT, MORGANA, GOOD), "lie"),
        (TWO_FAIL, report(SERVANT, MERLIN, EVIL), "lie"),
        (TWO_FAIL, report(PERCIVAL, ASSASSIN, GOOD), "error"),
        (ONE_FAILS, report(SERVANT, MORGANA, GOOD), "error"),
        ([*TWO_FAIL[:-1], {**TWO_FAIL[-1], "audience": "log"}], report(SERVANT, MORGANA, GOOD), "error"),
        (
            [
                *proposal(SERVANT, SERVANT, MERLIN),
                public("sword_used", actor=SERVANT, target=MERLIN),
                card(SERVANT, 0),
                ended(1, 1),
            ],
            report(SERVANT, MERLIN, EVIL),
            "error",
        ),
        (
            [
                *proposal(SERVANT, SERVANT, MERLIN),
                public("sword_used", actor=SERVANT, target=MERLIN),
                to([MERLIN, SERVANT], "card_flipped", actor=SERVANT, target=MERLIN, value=0, company=True),
            ],
            report(SERVANT, MERLIN, GOOD),
            "true",
        ),
        (
            [
                *proposal(SERVANT, SERVANT, MORGANA),
                public("sword_used", actor=SERVANT, target=MORGANA),
                to([MORGANA, SERVANT], "card_flipped", actor=SERVANT, target=MORGANA, value=0, company=True),
            ],
            report(SERVANT, MORGANA, GOOD),
            "lie",
        ),
        (
            [
                *proposal(SERVANT, PERCIVAL, MORGANA),
                to([SERVANT], "excluded_card_seen", actor=SERVANT, target=MORGANA, value=1),
            ],
            report(SERVANT, MORGANA, GOOD),
            "lie",
        ),
        (
            [*proposal(SERVANT, PERCIVAL, MORGANA), to([MERLIN, MORGANA], "card_seen", actor=MERLIN, target=MORGANA, value=1)],
            report(SERVANT, MORGANA, GOOD),
            "error",
        ),
    ],
    ids=[
        "the others must both have failed",
        "then all the rest is good",
        "one who played no card is left in doubt",
        "one Fail of two leaves doubt",
        "a result that was hidden",
        "a Fail that the sword may have made",
        "a turned Fail was no good card",
        "a Fail turned by one's own hand",
        "a card that the Trapper's leader saw",
        "a card that another one saw",
    ],
)
def test_mission_cards_count_as_known_where_they_leave_no_doubt(before, said, verdict):
    assert verdicts(*before, said) == [verdict]


@pytest.mark.parametrize(
    ("shown", "announced", "verdict"),
    [(GOOD, GOOD, "true"), (GOOD, EVIL, "lie"), (EVIL, EVIL, "true")],
    ids=["what it showed, though the check was deceived", "the opposite", "what it showed of a Troublemaker"],
)
def test_an_announcement_is_held_against_what_the_check_showed(shown, announced, verdict):
    target = 1 if shown else 5
    said = public("announced", actor=2, target=target, value=announced)
    assert verdicts(checked(2, target, shown), said, roles=EIGHT) == [verdict]


def test_vouching_and_accusing_are_stances_and_no_statements():
    stances = [public("vouched", actor=3, target=4), public("accused", actor=3, target=0)]
    assert verdicts(*stances) == []


def test_words_after_the_end_are_not_judged():
    assert verdicts(public("match_ended", value=1), claim(MORGANA, GOOD)) == []


def test_a_whisper_is_judged_and_only_its_company_heard_it():
    said = {**claim(MORGANA, GOOD), "audience": [SERVANT, MORGANA], "company": True}
    statement = next(iter(statements(made(said))))
    assert statement.verdict == "lie"
    assert [seat for seat in range(5) if heard_by(statement, seat)] == [SERVANT, MORGANA]


# --- laws ---

EXPANSIONS = ("excalibur", "lady", "lancelots", "trapper", "witch")
OTHERS = ("excalibur", "lady", "plot_cards", "cleric", "revealer", "lancelots")


@pytest.fixture(scope="module")
def random_logs():
    plans = [avalon_plan(8, seed, expansions=EXPANSIONS, fifth_proposal="forced") for seed in range(6)]
    plans += [avalon_plan(7, seed, expansions=("lancelots",), lancelot_variant="v2") for seed in range(6)]
    plans += [avalon_plan(9, seed, expansions=OTHERS, fifth_proposal="forced", lady="sea") for seed in range(6)]
    logs = [read(play_random(plan, spec="random?by=verb")) for plan in plans]
    for number, log in enumerate(logs):
        log.header["match"] = str(number)
    return logs


def wrong_beliefs(log):
    """(event, viewer, seat) wherever a mind rules out, before the end, what a seat really holds."""
    deck = Deck(log)
    minds = [Mind(seat, deck) for seat in range(deck.seats)]
    for number, event in enumerate(takewhile(lambda event: event.code != deck.codes["MATCH_ENDED"], log.events())):
        deck.follow(event)
        for mind in minds:
            mind.read(event)
        pairs = product(minds, range(deck.seats)) if event.code in deck.telling else ()
        yield from ((number, mind.viewer, seat) for mind, seat in pairs if not mind.allows(seat, one_of({deck.role_of[seat]})))


def test_what_a_seat_is_held_to_know_is_never_wrong(random_logs):
    assert [list(wrong_beliefs(log)) for log in random_logs] == [[]] * 18


def test_nobody_is_ever_in_error_about_oneself(random_logs):
    said = [statement for log in random_logs for statement in statements(log)]
    assert {statement.verdict for statement in said} == {"true", "error", "lie"}
    assert [one for one in said if one.is_claim and one.verdict == "error"] == []


@pytest.mark.parametrize("by", ["role", "agent"])
def test_folding_in_parts_and_in_any_order_gives_the_same(random_logs, by):
    metric = Deception(by)
    parts = [metric.start(), metric.start()]
    for number, log in enumerate(reversed(random_logs)):
        parts[number % 2] = metric.step(parts[number % 2], log)
    assert metric.finish(metric.merge(*parts)) == fold([metric], random_logs)[0]


def test_every_game_of_the_house_has_a_ledger():
    assert set(LEDGERS) == set(GAMES)
