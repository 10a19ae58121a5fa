"""Whole matches told: every event that the rules can emit has its line, for every reader it may have."""

import random

import pytest

from envs import load_game
from envs.engine.events import GOD, SPECTATOR
from envs.engine.table import Table
from prompts.narration import narrator
from prompts.quoting import quoted_in

TRUSIS = load_game("trusis")
EVERY_ROLE = TRUSIS.setup(
    roles=[*TRUSIS.role_ids, "human", "human", "human", "human", "trusis"], talk="text", reveal_on_death="role"
)
SEALED = TRUSIS.setup(
    players=12, vote_visibility="end", knight_dies="now", wise_woman_mode="double_target", reveal_on_death="team"
)


def played(setup, seed):
    table, chance = Table(TRUSIS, setup, seed), random.Random(seed)
    while not table.is_over:
        seat = table.actor
        if table.may_say(seat, 0):
            table.say(seat, 0, "good\nmorning")
        table.apply(seat, int(chance.choice(table.mask(seat).nonzero()[0])))
    return table


def told(table, lang, viewer):
    names = [TRUSIS.codes(event.code).name.lower() for event in table.news(viewer)]
    return narrator("trusis", lang).lines(zip(names, table.news(viewer), strict=True), viewer)


@pytest.fixture(scope="module", params=[EVERY_ROLE, SEALED], ids=["every role", "sealed votes"])
def table(request):
    return played(request.param, 7)


@pytest.mark.parametrize("lang", ["en", "es", "fr", "pl"])
@pytest.mark.parametrize("viewer", [GOD, SPECTATOR, 0, 5, 11])
def test_every_event_of_a_match_is_one_printable_line(table, lang, viewer):
    lines = told(table, lang, viewer)
    assert len(lines) == len(table.news(viewer))
    assert [line for line in lines if not line.isprintable()] == []


@pytest.mark.parametrize("lang", ["en", "es", "fr", "pl"])
def test_a_transcript_holds_exactly_the_messages_that_were_sent(table, lang):
    sent = [event.text for event in table.journal if event.text]
    assert [message for line in told(table, lang, GOD) for message in quoted_in(line)] == sent


def test_a_spectator_is_never_addressed(table):
    assert [line for line in told(table, "en", SPECTATOR) if " you" in line.lower()] == []
