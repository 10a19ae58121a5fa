"""The heuristic of Avalon: legal in every edition, with every expansion and role; reproducible; no way to the game."""

import asyncio
import dataclasses
from itertools import combinations

import pytest

from agents.scripted.avalon.mind import AvalonMind
from envs.engine.events import Event
from envs.engine.record import Record
from envs.engine.table import Table
from tests.agents.avalon.asking import ALL_TALK, answer, ask, asked_in, reply_to, team
from tests.agents.avalon.playing import AVALON, match_of
from tests.agents.test_every_agent import reachable_from

HEURISTIC = ("heuristic", "heuristic")
SIDES = (HEURISTIC, ("random?by=verb", "heuristic"), ("heuristic", "random?by=verb"))
EDITIONS = (
    dict(),
    dict(preset="online", talk="text"),
    dict(preset="online", assassin="collective", lady="sea"),
    dict(talk="none", anonymous_voting=True, lancelot_variant="v1"),
    dict(lancelot_variant="v2", announcements="truthful", excalibur_self=True),
    dict(lancelot_variant="v3", evil_channel=True, turn_actions=1, plot_deck="ubg"),
    dict(talk_rounds=2, hidden_history=True, duplicates=True, lovers_strict=False),
)
NO_TRAPPER = tuple(part for part in AVALON.expansions if part != "trapper")
NO_PLOTS = tuple(part for part in AVALON.expansions if part != "plot_cards")
PAIRS = [pair for pair in combinations(AVALON.expansions, 2) if set(pair) != {"trapper", "plot_cards"}]
TABLES = [
    *[(players, ()) for players in range(5, 11)],
    *[(players, (part,)) for part in AVALON.expansions for players in (8, 9, 10)],
    *[(players, (part,)) for part in AVALON.expansions if part != "trapper" for players in (5, 6, 7)],
    *[(8 + at % 3, pair) for at, pair in enumerate(PAIRS)],
    *[(10, NO_TRAPPER), (10, NO_PLOTS)],
]
"""Players and expansions; more than two that bring roles need a large table."""
ROLES = (
    "merlin_pure guinevere good_lancelot evil_lancelot lunatic",
    "merlin percival tristan isolde brute trickster",
    "troublemaker cleric servant servant trickster wraith lunatic",
    "merlin percival guinevere good_lancelot troublemaker evil_lancelot morgana witch",
    "guinevere good_lancelot cleric tristan isolde servant evil_lancelot revealer brute",
    "merlin percival cleric tristan isolde troublemaker mordred wraith oberon lunatic",
    "servant servant servant minion minion",
    "tristan isolde servant oberon wraith",
    "cleric servant servant lunatic brute",
    "guinevere good_lancelot servant evil_lancelot minion",
)


def played(setup, sides, seed):
    return match_of(setup, sides, seed).play_out()


def actions_of(match):
    return [(seat, reply.actions, reply.says) for seat, reply in match.replies]


@pytest.mark.parametrize("seed", range(100))
def test_every_reply_is_legal_in_every_edition_with_every_pair_of_expansions(seed):
    players, parts = TABLES[seed % len(TABLES)]
    setup = AVALON.setup(players=players, expansions=parts, **EDITIONS[seed % len(EDITIONS)])
    assert all(played(setup, sides, seed).table.is_over for sides in SIDES)


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_reply_is_legal_at_every_table_size(players, edition):
    assert played(AVALON.setup(players=players, **edition), HEURISTIC, players).table.is_over


@pytest.mark.parametrize("roles", ROLES)
@pytest.mark.parametrize("sides", SIDES, ids=["among its like", "evil against random", "good against random"])
@pytest.mark.parametrize("assassin", ["random_evil", "collective"])
def test_every_reply_is_legal_in_every_role(roles, sides, assassin):
    setup = AVALON.setup(roles=roles.split(), preset="online", assassin=assassin, expansions=("excalibur", "lady"))
    assert all(played(setup, sides, seed).table.is_over for seed in range(3))


@pytest.mark.parametrize("parts", [(), NO_PLOTS, NO_TRAPPER], ids=["plain", "all but plots", "all but the trapper"])
def test_the_same_seed_gives_the_same_replies(parts):
    setup = AVALON.setup(players=10, expansions=parts, talk="text")
    assert actions_of(played(setup, HEURISTIC, 7)) == actions_of(played(setup, HEURISTIC, 7))


def test_another_seed_gives_other_replies():
    setup = AVALON.setup(players=8)
    assert actions_of(played(setup, HEURISTIC, 7)) != actions_of(played(setup, HEURISTIC, 8))


def test_no_mind_leads_to_the_game():
    match = match_of(AVALON.setup(players=10, expansions=NO_PLOTS), HEURISTIC, 5)
    match.play_out()
    assert [thing for thing in reachable_from(match.agents[0]) if isinstance(thing, Table | Record)] == []


STRANGE = [
    (Event(99, 0, 0, 0, 1),),
    (Event(16, -1, -1, 1 << 29, 1), Event(5, 77, 3, 0, 1), Event(5, -1, -1, 255, 1), Event(20, -1, -1, -1, 1)),
    (Event(16, 3, -1, 0, 1 << 30), Event(23, -1, -1, 1023, 1), Event(20, -1, -1, 0, 1 << 30), Event(9, 3, -1, 999, 1 << 30)),
    (Event(3, -1, -1, (99 << 24) + 7, 1), Event(3, -1, -1, (1 << 24) + 1023, 1), Event(40, -1, 3, 99, 1), Event(2, 0, 0, 99, 1)),
    tuple(Event(code, -1, -1, 0, 0) for code in range(60)),
    tuple(Event(code, 3, 3, 3, 1 << 30, "\ud800") for code in range(60)),
    tuple(Event(40, -1, seat, seat % 3, 1 << 30) for seat in range(5)) + tuple(Event(27, 0, k, 1, 1) for k in range(1, 5)),
]
STRANGE_IDS = ["unknown code", "no such seat", "no such value", "no such role", "nobody", "to oneself", "contradictions"]
QUESTIONS = [ALL_TALK, ("approve", "reject"), ("success", "fail"), ("add",), ("exclude",), ("flip", "decline"), ("check",)]


@pytest.mark.parametrize("legal", QUESTIONS, ids=["talk", "vote", "card", "team", "exclusion", "sword", "check"])
@pytest.mark.parametrize("role", ["servant", "morgana"])
@pytest.mark.parametrize("story", STRANGE, ids=STRANGE_IDS)
def test_strange_news_do_not_disturb_it(role, legal, story):
    asked = ask(role, team(2, 1, 2, 3), story, legal=legal)
    assert set(answer(asked)[:1]) <= set(asked.legal_texts())


@pytest.mark.parametrize("story", STRANGE, ids=STRANGE_IDS)
def test_beliefs_stay_probabilities_whatever_the_news(story):
    beliefs = reply_to(ask("servant", team(2, 1, 2, 3), story, kind="probe")).beliefs
    assert [sum(row.values()) for row in beliefs.values()] == pytest.approx([1.0] * 5)


@pytest.mark.parametrize("legal", QUESTIONS, ids=["talk", "vote", "card", "team", "exclusion", "sword", "check"])
def test_a_seat_that_was_never_told_its_card_plays_on(legal):
    asked = dataclasses.replace(ask("servant", legal=legal), news=(), clock={}, names=())
    assert answer(asked)[0] in asked.legal_texts()


@pytest.mark.parametrize(
    ("legal", "harmless"),
    [
        (ALL_TALK, "pass"),
        (("flip", "decline"), "decline"),
        (("approve", "reject"), "approve"),
        (("exclude:1", "exclude:2"), "exclude:1"),
    ],
)
def test_after_a_refusal_it_does_the_harmless_thing(legal, harmless):
    assert answer(ask("servant", asked_in("talk"), legal=legal, attempt=1)) == [harmless]


@pytest.mark.parametrize("kind", ["turn", "over"])
def test_where_nothing_is_legal_nothing_is_done(kind):
    assert reply_to(ask("servant", kind=kind)).actions == ()


def test_a_mind_may_be_asked_without_the_roster():
    reply = asyncio.run(AvalonMind(1).act(ask("servant", team(1, 0, 1), legal=("approve", "reject"))))
    assert len(reply.actions) == 1
