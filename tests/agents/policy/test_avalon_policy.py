"""The trained mind of Avalon: what it reads, how it believes a network, and that it is the scripted one where that is silent."""

import asyncio

import numpy as np
import pytest

from agents.policy.avalon import AvalonPolicy, fitted
from agents.policy.network import Encoded, Network
from agents.policy.opponents import AgentOpponent, opponent
from agents.scripted.avalon.space import space_of
from agents.scripted.avalon.temper import PLAIN, temper_of
from envs.avalon.roles import N_ROLES, ROLE_IDS
from envs.engine.tables import make_table
from envs.seat_company import Company
from tests.agents.avalon.asking import (
    EIGHT,
    accuses,
    announces,
    ask,
    asked_in,
    begins,
    claims,
    ends,
    mission,
    sees_evil,
    sees_wizards,
    shooting,
    team,
    votes,
    vouches,
)
from tests.agents.avalon.playing import AVALON

VOTE = ("approve", "reject")


def mind_after(role, *story, network=None, settings=None, **keys):
    """A mind that has heard a story."""
    mind = AvalonPolicy(1, network, settings or {})
    asyncio.run(mind.act(ask(role, *story, kind="probe", **keys)))
    return mind


def noise_network(seed=0, size=1.0):
    """Random weights of the right shapes."""
    overall, seats, pairs = (part.shape[-1] for part in mind_after("servant").reading())
    width, rng = 6, np.random.default_rng(seed)
    sizes = {"overall": (width, overall), "seats": (width, seats), "overall_to_seats": (width, width)}
    for k in range(2):
        sizes |= {f"{name}.{k}": (width, width) for name in ("speaker", "hearer", "received", "sent", "around")}
        sizes[f"pair.{k}"] = (width, pairs)
    sizes |= {"context": (width, 2 * width), "roles": (N_ROLES, width), "context_to_roles": (N_ROLES, width)}
    return Network({f"{name}.weight": size * rng.normal(size=shape) for name, shape in sizes.items()})


class Oracle(Network):
    """Says of every seat the role that it was given, whatever it reads."""

    def __init__(self, *roles):
        self.found = np.array([[9.0 * (role == name) for name in ROLE_IDS] for role in roles], np.float32)

    def logits(self, encoded):
        return self.found[None]


# --- reading ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(5, 11))
def test_columns_do_not_depend_on_the_size_of_the_table(players):
    setup = AVALON.setup(players)
    here, there = mind_after("servant", roles=setup.roles).reading(), mind_after("servant").reading()
    assert [part.shape[-1] for part in here] == [part.shape[-1] for part in there]
    assert here.pairs.shape[1:3] == (players, players)


TELLING = {
    "a leader": (begins(1, 1, 3),),
    "a proposal": team(1, 0, 1),
    "a vote": (*team(1, 0, 1), votes(1, 0, 2, 3)),
    "a mission": mission(1, 1, 0, 1),
    "an accusation": (accuses(2, 4),),
    "praise": (vouches(2, 4),),
    "a claim": (claims(3, "good"),),
    "an announcement": (announces(3, 4, "evil"),),
    "evil that is seen": (sees_evil(2, 3),),
    "wizards": (sees_wizards(2, 3),),
    "the end": (shooting(3),),
}


@pytest.mark.parametrize("story", TELLING.values(), ids=TELLING)
def test_whatever_was_told_changes_what_is_read(story):
    plain, told = mind_after("merlin").reading(), mind_after("merlin", *story).reading()
    assert any(not np.array_equal(one, other) for one, other in zip(plain, told, strict=True))


def test_no_seat_has_a_place_of_its_own_in_the_network():
    story = (*team(1, 0, 1), votes(1, 0, 2, 3), ends(1, 1), accuses(2, 1), *team(2, 2, 3, 4, leader=2))
    encoded = mind_after("percival", sees_wizards(1, 3), *story).reading()
    order = np.random.default_rng(0).permutation(5)
    shuffled = Encoded(encoded.overall, encoded.seats[:, order], encoded.pairs[:, order][:, :, order])
    network = noise_network()
    assert np.allclose(network.logits(encoded)[:, order], network.logits(shuffled), rtol=1e-4, atol=1e-3)


def test_nothing_is_read_before_the_first_request():
    with pytest.raises(RuntimeError, match="not been asked"):
        AvalonPolicy(1, None, {}).reading()


@pytest.mark.parametrize(
    ("phase", "legal", "crucial"), [("shot", ("shoot_merlin",), True), ("vote", VOTE, False)], ids=["a shot", "a vote"]
)
def test_only_the_end_is_crucial(phase, legal, crucial):
    mind = AvalonPolicy(1, None, {})
    asyncio.run(mind.act(ask("assassin", sees_evil(3), *team(1, 1, 2), asked_in(phase), legal=legal)))
    assert mind.is_crucial == crucial


def test_by_the_scripted_book_those_who_see_through_a_team_look_like_merlin():
    story = (sees_evil(3), *mission(1, 0, 1, 2), *team(2, 1, 2, 3, leader=1), votes(2, 0, 1, 2, 3))
    evil, merlin, _ = mind_after("assassin", *story)._record.habits.posterior().T
    assert merlin.argmax() == 4
    assert evil.round(3).tolist() == [1, 0, 0, 1, 0]


# --- believing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "evil"), [(5, 2), (7, 3), (10, 4)])
def test_a_fitted_distribution_agrees_with_every_seat_and_keeps_what_cannot_be(players, evil):
    space, rng = space_of(players, evil), np.random.default_rng(3)
    known = np.where(space.sets & 1, 1e-12, 1.0)
    wanted = rng.random(len(known)) ** 3 * known
    chances = wanted @ space.members / wanted.sum()
    found = fitted(known / known.sum(), space.members, chances)
    assert found.sum() == pytest.approx(1)
    assert found @ space.members == pytest.approx(chances, abs=0.02)
    assert found[space.sets & 1 == 1].max() < 1e-3


def test_a_good_seat_goes_by_what_the_network_says():
    roles = ("servant", "merlin", "percival", "morgana", "assassin")
    for seats, vote in (((1, 2), "approve"), ((1, 3), "reject")):
        asked = ask("servant", *mission(1, 0, 1, 3), *team(2, 0, *seats), legal=VOTE)
        assert asyncio.run(AvalonPolicy(1, Oracle(*roles), {}).act(asked)).actions == (asked.actions.index(vote),)


def test_the_shot_goes_where_the_network_says_but_never_at_a_comrade():
    for merlin in (1, 2, 4):
        roles = ["merlin" if seat in (merlin, 3) else "servant" for seat in range(5)]
        asked = ask("assassin", sees_evil(3), asked_in("shot"), legal=("shoot_merlin",))
        reply = asyncio.run(AvalonPolicy(1, Oracle(*roles), {}).act(asked))
        assert [asked.actions.texts[action] for action in reply.actions] == [f"shoot_merlin:{merlin}"]


def test_what_is_certain_stays_certain():
    mind = mind_after("merlin", sees_evil(2, 3), network=Oracle("evil", "morgana", "servant", "servant", "assassin"))
    assert np.round(mind._suspicion.evil_now, 3).tolist() == [0, 0, 1, 1, 0]


def test_merlin_covers_himself_with_what_one_who_was_told_nothing_would_read():
    story, network = (*mission(1, 1, 1, 2), accuses(3, 4)), noise_network(size=0.2)
    one, other = (mind_after("merlin", sees_evil(*evil), *story, network=network) for evil in ((1, 3), (2, 4)))
    servant = mind_after("servant", *story, network=network)
    assert one._suspicion.cover.tolist() == other._suspicion.cover.tolist() == servant._suspicion.mine.tolist()
    assert one._suspicion.mine.argmax() != other._suspicion.mine.argmax()


# --- playing ------------------------------------------------------------------------------------------------------------


def played(make, seed=4, **keys):
    table = make_table(AVALON, AVALON.setup(**{"players": 5, "talk": "acts", **keys}), seed, False)
    Company(table, {seat: make(seat) for seat in range(table.n)}).play_on()
    return table.history


@pytest.mark.parametrize("talk", ["none", "acts"])
def test_without_a_network_it_is_the_heuristic(talk):
    plain = played(lambda seat: opponent("heuristic", seat), talk=talk)
    assert played(lambda seat: AgentOpponent(AvalonPolicy(seat, None, {})), talk=talk) == plain
    assert played(lambda seat: AgentOpponent(AvalonPolicy(seat, noise_network(), {})), talk=talk) != plain


@pytest.mark.parametrize("part", ["", *AVALON.expansions])
def test_it_plays_every_expansion_and_the_same_twice(part):
    network, keys = noise_network(), dict(players=8, expansions=(part,) if part else ())
    first, second = (played(lambda seat: AgentOpponent(AvalonPolicy(seat, network, {})), **keys) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "roles",
    [("servant", "servant", "servant", "minion", "minion"), ("tristan", "isolde", "servant", "oberon", "wraith"), EIGHT],
    ids=["no Merlin", "lovers and loners", "eight"],
)
def test_it_plays_other_decks(roles):
    network = noise_network()
    assert played(lambda seat: AgentOpponent(AvalonPolicy(seat, network, {})), roles=roles, players=len(roles), preset="online")


# --- settings -----------------------------------------------------------------------------------------------------------


def test_settings_change_the_temper_of_their_team_alone():
    settings = {"good.guilty": 0.5, "evil.loyal": 1.0}
    assert (temper_of(settings, "good.").guilty, temper_of(settings, "evil.").guilty) == (0.5, PLAIN.guilty)
    assert temper_of(AvalonPolicy.plain_settings("evil"), "evil.") == PLAIN


@pytest.mark.parametrize("side", ["good", "evil"])
def test_a_search_moves_only_what_its_side_goes_by(side):
    names = AvalonPolicy.plain_settings(side)
    assert all(name.startswith(f"{side}.") for name in names)
    assert (f"{side}.feints" in names, f"{side}.loyal" in names) == (side == "good", side == "evil")


def test_a_merlin_who_feints_accuses_the_good_and_vouches_for_evil():
    asked = ask("merlin", sees_evil(2, 3), begins(2), asked_in("talk"), legal=("accuse", "vouch", "pass"))
    mind = AvalonPolicy(1, None, {"good.feints": 1.0})
    said = {asked.actions.texts[action].partition(":")[::2] for action in asyncio.run(mind.act(asked)).actions}
    assert {seat for verb, seat in said if verb == "vouch"} <= {"2", "3"}
    assert {seat for verb, seat in said if verb == "accuse"} <= {"1", "4"}
    assert len(said) == 3


def test_a_veiled_merlin_lets_a_dirty_team_pass():
    def votes_of(veil):
        asked = ask("merlin", sees_evil(2, 3), *mission(1, 0, 0, 1), *team(2, 1, 3, 4, leader=1), legal=VOTE)
        return asyncio.run(AvalonPolicy(1, None, {"good.veil_votes": veil}).act(asked)).actions == (
            asked.actions.index("approve"),
        )

    assert (votes_of(0.0), votes_of(1.0)) == (False, True)
