"""The ledger of Avalon: what a speaker knew, what an announcement is worth, and votes, teams and shots against chance."""

from itertools import product, takewhile

import pytest

from arena.match.reading import MatchLog
from arena.metrics.avalon_cards import Deck, Mind
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.knowledge import one_of
from arena.metrics.ledger import LEDGERS, heard_by, observations, statements
from envs import GAMES
from envs.avalon.roles import ROLE_IDS
from tests.arena.stage import avalon_plan, play_random, read

GOOD, EVIL, ROLE = 0, 1, 2
AS_EVIL, AS_WIZARD, AS_LANCELOT, AS_ROLE = 1, 2, 3, 4
MERLIN, PERCIVAL, SERVANT, MORGANA, ASSASSIN = range(5)
FIVE = ("merlin", "percival", "servant", "morgana", "assassin")
SEVEN = ("merlin", "good_lancelot", "servant", "cleric", "evil_lancelot", "minion", "assassin")
EIGHT = ("merlin", "troublemaker", "servant", "percival", "servant", "trickster", "lunatic", "assassin")


def index(role):
    return ROLE_IDS.index(role)


def is_role(role):
    return ROLE + index(role)


def to(seats, event, **fields):
    return {"event": event, "audience": seats, **fields}


def public(event, **fields):
    return to("public", event, **fields)


def introduced(viewer, label, *seats):
    return to([viewer], "introduced", value=sum(1 << seat for seat in seats) + (label << 24))


SIGHTS = {
    FIVE: [
        introduced(MERLIN, AS_EVIL, MORGANA, ASSASSIN),
        introduced(PERCIVAL, AS_WIZARD, MERLIN, MORGANA),
        introduced(MORGANA, AS_EVIL, ASSASSIN),
        introduced(ASSASSIN, AS_EVIL, MORGANA),
    ],
    SEVEN: [
        introduced(0, AS_EVIL, 4, 5, 6),
        introduced(5, AS_EVIL, 6),
        introduced(5, AS_ROLE + index("evil_lancelot"), 4),
        introduced(6, AS_EVIL, 5),
        introduced(6, AS_ROLE + index("evil_lancelot"), 4),
    ],
    EIGHT: [
        introduced(0, AS_EVIL, 5, 6, 7),
        introduced(3, AS_WIZARD, 0),
        *(introduced(seat, AS_EVIL, *{5, 6, 7} - {seat}) for seat in (5, 6, 7)),
    ],
}


def made(*entries, roles=FIVE, match="m", **ruleset):
    """A log that holds ``entries`` after the deal and the introductions, in the first mission."""
    dealt = [to([seat], "role_dealt", actor=seat, target=seat, value=index(role)) for seat, role in enumerate(roles)]
    header = {
        "game": "avalon",
        "match": match,
        "players": len(roles),
        "roles": list(roles),
        "ruleset": {"lancelot_variant": "site", **ruleset},
        "seats": [{"name": role, "agent": "a"} for role in roles],
        "deal": {"roles": list(roles)},
    }
    began = [public("quest_began"), public("proposal_began", actor=0)]
    return MatchLog(header, [*dealt, *SIGHTS[roles], *began, *entries], {"returns": [0] * len(roles)})


def claim(speaker, value):
    return public("claimed", actor=speaker, value=value)


def report(speaker, about, value):
    return public("reported", actor=speaker, target=about, value=value)


def proposal(leader, *team, quest=0):
    began = public("proposal_began", actor=leader, value=8 * quest)
    return [began, public("team_proposed", actor=leader, value=sum(1 << seat for seat in team))]


def card(seat, value):
    return to([seat], "card_played", actor=seat, value=value)


def ended(fails, failed=0, quest=0):
    return public("quest_ended", value=fails + 16 * failed + 32 * quest)


def checked(checker, target, result):
    return to([checker, target], "loyalty_learned", actor=checker, target=target, value=result, company=True)


def verdicts(*entries, **keys):
    return [statement.verdict for statement in statements(made(*entries, **keys))]


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


SWITCH = public("loyalty_card_turned", value=1)
STAY = public("loyalty_card_turned", value=0)


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


# --- observations -----------------------------------------------------------------------------------------------


def seen(*entries, roles=FIVE):
    return [(one.seat, one.measure, pytest.approx(one.value), one.arm) for one in observations(made(*entries, roles=roles))]


def vote(seat, answer):
    return to([seat], "vote_cast", actor=seat, value=answer)


@pytest.mark.parametrize(
    ("team", "voter", "answer", "expected"),
    [
        ((0, 1), SERVANT, 0, (SERVANT, "approval", 1.0, 0)),
        ((0, 3), SERVANT, 0, (SERVANT, "approval", 1.0, 1)),
        ((0, 3), PERCIVAL, 1, (PERCIVAL, "approval", 0.0, 1)),
        ((0, 3), MERLIN, 1, (MERLIN, "approval_told", 0.0, 1)),
        ((0, 1), MORGANA, 1, (MORGANA, "approval_told", 0.0, 0)),
    ],
    ids=["a clean team", "a team with evil", "Percival cannot know", "Merlin was told", "evil knows itself"],
)
def test_votes_are_split_by_team_and_by_what_one_can_know(team, voter, answer, expected):
    assert seen(*proposal(3, *team), vote(voter, answer)) == [expected]


@pytest.mark.parametrize(
    ("leader", "team", "expected"),
    [
        (SERVANT, (SERVANT, MERLIN), [(SERVANT, "clean", 1 - 2 / 4, 0)]),
        (SERVANT, (SERVANT, MORGANA), [(SERVANT, "clean", -2 / 4, 0)]),
        (SERVANT, (MERLIN, PERCIVAL), [(SERVANT, "clean", 1 - 1 / 6, 0)]),
        (PERCIVAL, (MERLIN, PERCIVAL, SERVANT), [(PERCIVAL, "clean", 1 - 1 / 6, 0)]),
        (MERLIN, (MERLIN, PERCIVAL), [(MERLIN, "clean_told", 1 - 2 / 4, 0)]),
        (MORGANA, (MERLIN, PERCIVAL), []),
    ],
    ids=["C(2,1)/C(4,1)", "a team with evil", "leader off the team: C(2,2)/C(4,2)", "C(2,2)/C(4,2)", "Merlin", "evil leaders"],
)
def test_own_teams_are_held_against_a_team_drawn_by_lot(leader, team, expected):
    assert seen(*proposal(leader, *team)) == expected


def test_sides_of_votes_and_teams_are_those_of_the_moment():
    after = seen(SWITCH, *proposal(2, 2, 4), vote(3, 0), roles=SEVEN)
    assert after == [(2, "clean", 1 - 3 / 6, 0), (3, "approval", 1.0, 0)]


CARDS_PHASE = public("phase_began", value=3)


def test_evil_on_a_team_that_goes_is_held_against_its_share_of_the_table():
    went = seen(*proposal(3, 0, 3), CARDS_PHASE)
    assert went == [(MORGANA, "infiltration", 1 - 2 / 5, 0), (ASSASSIN, "infiltration", -2 / 5, 0)]


CHOSEN = public("assassin_chosen", target=ASSASSIN, value=1 << ASSASSIN)


def shot(victim, hit):
    return public("shot_fired", actor=ASSASSIN, target=victim, value=4 * hit)


@pytest.mark.parametrize(
    ("before", "fired", "lift"),
    [
        ([], shot(MERLIN, 1), 1 - 1 / 3),
        ([], shot(SERVANT, 0), -1 / 3),
        ([checked(ASSASSIN, SERVANT, GOOD)], shot(MERLIN, 1), 1 - 1 / 3),
        ([public("role_revealed", target=PERCIVAL, value=index("percival"))], shot(MERLIN, 1), 1 - 1 / 2),
    ],
    ids=["a hit", "a miss", "a check that tells nothing new", "a seat that is known to be another"],
)
def test_a_shot_is_held_against_a_draw_among_those_who_may_be_merlin(before, fired, lift):
    hit = float(lift > 0)
    assert seen(*before, CHOSEN, fired) == [
        (ASSASSIN, "shot", hit, 0),
        (ASSASSIN, "shot_lift", lift, 0),
        (MERLIN, "unfound", 1 - hit, 0),
        (MERLIN, "hiding", -lift, 0),
    ]


def test_all_evil_shooting_together_share_the_shot():
    together = public("assassin_chosen", value=1 << ASSASSIN | 1 << MORGANA)
    assert [one[:2] for one in seen(together, shot(MERLIN, 1))[:4:2]] == [(MORGANA, "shot"), (ASSASSIN, "shot")]


@pytest.mark.parametrize(("answer", "kept"), [(0, 1.0), (1, 0.0)], ids=["kept", "broken"])
def test_a_promise_is_kept_by_the_next_vote_on_the_same_proposal(answer, kept):
    promise = public("promised", actor=SERVANT, value=0)
    found = seen(*proposal(3, 0, 3), promise, vote(SERVANT, answer), vote(SERVANT, answer))
    assert [one for one in found if one[1] == "kept"] == [(SERVANT, "kept", kept, 0)]


def test_a_promise_does_not_outlive_its_proposal():
    promise = public("promised", actor=SERVANT, value=0)
    found = seen(promise, *proposal(3, 0, 3), vote(SERVANT, 0))
    assert [one[1] for one in found] == ["approval"]


# --- the table --------------------------------------------------------------------------------------------------


def rows(*logs):
    return {row["role"]: row for row in fold([Deception()], logs)[0]}


def test_approval_is_a_difference_of_rates_and_needs_both_kinds_of_team():
    clean, dirty = proposal(3, 0, 1), proposal(3, 0, 3)
    both = rows(made(*clean, vote(2, 0), *dirty, vote(2, 1)), made(*clean, vote(2, 1), *dirty, vote(2, 1), match="n"))
    assert (both["servant"]["approval"], both["servant"]["approval_n"]) == (0.5, 4)
    assert both["servant"]["approval_interval"][1] <= 1.0
    assert rows(made(*clean, vote(2, 0)))["servant"]["approval"] is None


def test_what_was_not_observed_is_none():
    found = rows(made())["assassin"]
    assert [found[key] for key in ("false", "approval", "shot", "shot_interval", "shot_lift", "hiding", "kept")] == [None] * 7
    assert found["shot_n"] == 0


def test_the_table_counts_claims_reports_and_announcements_by_role():
    log = made(claim(3, GOOD), report(3, 0, EVIL), checked(2, 0, GOOD), public("announced", actor=2, target=0, value=EVIL))
    found = rows(log)
    assert [found["morgana"][key] for key in ("claims", "reports", "false", "lies")] == [1, 1, 1.0, 1.0]
    assert [found["servant"][key] for key in ("claims", "reports", "lies")] == [0, 1, 1.0]


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
