"""Secrecy: what a seat is given is a function of the events it has seen; swapping what it cannot tell apart changes nothing."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from envs.avalon.codes import EventCode, Phase
from envs.avalon.roles import ROLE_IDS
from envs.engine.events import SPECTATOR, visible_to
from envs.engine.table import Table
from tests.envs.avalon.random_play import GAME, SCALE, random_setup
from tests.laws.secrecy import score

SWAPS = range(60 * SCALE)
FAMILIES = range(12 * SCALE)


def given(table, seat):
    """Everything but events that a seat is given."""
    mask = table.mask(seat)
    return mask.tobytes(), table.features(seat).tobytes(), table.refusal(seat, int(np.argmin(mask)))


class Follower:
    """Plays by a plan: a choice follows from the plan, the seat, what it has seen and what is legal, never from the rest."""

    def __init__(self, plan, boldness):
        self.plan, self.boldness = plan, boldness

    def action(self, table, seat):
        legal = [int(action) for action in np.flatnonzero(table.mask(seat))]
        texts = table.actions.texts
        calm = [a for a in legal if texts[a] in ("approve", "success", "pass", "decline")]
        if calm and score(self.plan, seat, len(table.journal)) % 100 >= self.boldness:
            return calm[0]
        return max(legal, key=lambda action: score(self.plan, seat, len(table.news(SPECTATOR)), texts[action]))


@pytest.mark.parametrize("family", FAMILIES)
def test_equal_histories_are_given_equal_things_under_every_deal(family):
    rng = Random(family)
    setup = random_setup(rng, 5 + family % 4)
    first, met = {}, 0
    for seed in range(50):
        table, follower = Table(GAME, setup, seed), Follower(seed % 3, (0, 10, 35)[seed % 3])
        eyes, at = [hash(seat) for seat in range(table.n)], 0
        for _ in range(120):
            for seat in range(table.n):
                for event in visible_to(seat, table.journal[at:]):
                    eyes[seat] = hash((eyes[seat], event))
                shown, roles = given(table, seat), tuple(table.g.role)
                before, dealt = first.setdefault((seat, eyes[seat]), (shown, roles))
                assert before == shown, (family, seed, seat, roles, dealt)
                met += roles != dealt
            at = len(table.journal)
            if table.is_over:
                break
            seat = table.actor
            action = follower.action(table, seat)
            table.apply(seat, action)
            eyes[seat] = hash((eyes[seat], action))
    assert met > 0


def swapped(table, one, other):
    """A fresh table in which two seats hold each other's cards."""

    class Swapped(Table):
        def _open(self, seed):
            self.g = table.first.copy()
            self.g.role[one], self.g.role[other] = self.g.role[other], self.g.role[one]
            GAME.rules.start(self.g)
            self._settle()

    return Swapped(GAME, table.setup, 0)


class Opened(Table):
    """A table that remembers its deal."""

    def _open(self, seed):
        super()._open(seed)
        self.first = self.g.copy()


def indistinguishable(table, viewer):
    """Pairs of other seats with different roles that ``viewer`` may take for each other at the start, labels and all."""
    g, others = table.g, [seat for seat in range(table.n) if seat != viewer]
    pairs = [(a, b) for a in others for b in others if a < b and g.role[a] != g.role[b]]
    return [pair for pair in pairs if visible_to(viewer, swapped(table, *pair).journal) == visible_to(viewer, table.journal)]


@pytest.mark.parametrize("seed", SWAPS)
def test_swapping_two_roles_a_seat_cannot_tell_apart_changes_nothing_it_is_given(seed):
    rng = Random(seed)
    table = Opened(GAME, random_setup(rng, 5 + seed % 6, lancelot_variant="site"), seed)
    viewer = rng.randrange(table.n)
    pairs = indistinguishable(table, viewer)
    if not pairs:
        viewer = next(seat for seat in range(table.n) if indistinguishable(table, seat))
        pairs = indistinguishable(table, viewer)
    pair = rng.choice(pairs)
    assert follow(table, swapped(table, *pair), viewer, dict(zip(pair, pair[::-1], strict=True)), rng) > 0


SEALED = {"success", "fail", "hide"}


def follow(here, there, viewer, moved, rng):
    """Plays both tables alike, hidden cards moved with their holders, until what is public must differ; counts the steps."""
    for step in range(400):
        assert visible_to(viewer, here.journal) == visible_to(viewer, there.journal)
        assert given(here, viewer) == given(there, viewer)
        if here.is_over or not play_alike(here, there, moved, rng):
            return step + 1
        if visible_to(viewer, here.journal) != visible_to(viewer, there.journal):
            assert must_differ(here, there, viewer, moved)
            return step + 1
    return 400


def play_alike(here, there, moved, rng):
    """One action of the seat to act; a secret card goes where the other holder sits, if that seat plays in the same mission."""
    seat = here.actor
    legal = [int(action) for action in np.flatnonzero(here.mask(seat))]
    calm = [action for action in legal if here.actions.texts[action] in ("approve", "pass", "success")]
    action = calm[0] if calm and rng.random() < 0.6 else rng.choice(legal)
    word = here.actions.texts[action].partition(":")[0]
    twin = moved.get(seat, seat) if word in SEALED and there.to_act >> moved.get(seat, seat) & 1 else seat
    if not there.to_act >> twin & 1 or not there.may(twin, action):
        return False
    here.apply(seat, action)
    there.apply(twin, action)
    return here.to_act == there.to_act or word in SEALED


PUBLIC_OUTCOMES = {
    *(EventCode.ROLE_REVEALED, EventCode.QUEST_ENDED, EventCode.ASSASSIN_CHOSEN, EventCode.SHOT_FIRED, EventCode.ROLE_NAMED),
    *(EventCode.MATCH_ENDED, EventCode.LOYALTY_LEARNED, EventCode.CLERIC_LEARNED, EventCode.CARD_FLIPPED, EventCode.CARD_SEEN),
    *(EventCode.EXCLUDED_CARD_SEEN, EventCode.OPEN_CARD_SHOWN, EventCode.ROLE_CHANGED, EventCode.IDENTIFIED),
}
"""What may rightly tell the two matches apart once it happens: results, reveals, and checks of the swapped seats."""


def must_differ(here, there, viewer, moved):
    """Whether the first difference for the viewer shows a fact about the swapped cards, or is the lot that skips the Witch."""
    pairs = zip(visible_to(viewer, here.journal), visible_to(viewer, there.journal), strict=False)
    first = next((pair for pair in pairs if pair[0] != pair[1]), None)
    is_lot = first is not None and first[0].code == EventCode.PHASE_BEGAN and first[0].value == Phase.CHECK_BY_LOT
    return first is None or is_lot or {first[0].code, first[1].code} & PUBLIC_OUTCOMES


@pytest.mark.parametrize("seed", range(30 * SCALE))
def test_the_witch_is_asked_with_everybody_else(seed):
    table, rng = Table(GAME, GAME.setup(7, preset="online", expansions=("witch",), talk="none"), seed), Random(seed)
    while table.phase_name != "HIDE":
        table.apply(table.actor, int(rng.choice(np.flatnonzero(table.mask(table.actor)))))
    assert table.to_act == (1 << 7) - 1
    assert Counter(tuple(table.legal_texts(seat)) for seat in range(7)) == {("decline",): 6, ("decline", "hide"): 1}


def test_percivals_pair_stands_in_no_order():
    merlin, setup = ROLE_IDS.index("merlin"), GAME.setup(5)
    first = 0
    for seed in range(2000):
        g = Table(GAME, setup, seed).g
        percival = g.role.index(ROLE_IDS.index("percival"))
        wizards = [seat for seat in range(5) if g.known[percival][seat] == 2]
        first += g.role[wizards[0]] == merlin
    assert abs(first / 2000 - 0.5) < 0.035


@pytest.mark.parametrize("viewer", [SPECTATOR, *range(7)])
def test_cards_are_seen_by_their_owner_and_the_sword_alone(viewer):
    from tests.scenarios.avalon_scene import Scene

    scene = Scene("Se Se Se Se Mi Mi Mi", use="excalibur").play("A team A B; A gives B; all approve; nobody fails; B flips A")
    codes = {EventCode.CARD_PLAYED, EventCode.CARD_FLIPPED}
    seen = [(event.code, event.actor) for event in scene.table.news(viewer) if event.code in codes]
    played, flipped = int(EventCode.CARD_PLAYED), int(EventCode.CARD_FLIPPED)
    assert seen == {0: [(played, 0), (flipped, 1)], 1: [(played, 1), (flipped, 1)]}.get(viewer, [])
