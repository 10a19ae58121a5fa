"""The trained mind of Trusis: what it counts and reads, and that it is the scripted one wherever the network is silent."""

import numpy as np
import pytest

from agents.policy.network import Encoded, Network, softmax
from agents.policy.opponents import AgentOpponent, opponent
from agents.policy.trusis import TrusisPolicy, possible_roles
from agents.policy.trusis_reading import AGAINST, DOOMED, JOINED, LATE, LEFT, STARTED, Chronicle, encode
from agents.scripted.trusis.sides import KILLER
from agents.scripted.trusis.temper import PLAIN, plain_settings, temper_of
from envs.engine.tables import make_table
from envs.seat_company import Company
from envs.trusis.roles import N_ROLES, ROLE_IDS, role_index
from tests.agents.asking import (
    TRUSIS,
    accuses,
    ask,
    claims,
    day,
    dies,
    divines,
    inspects,
    knows_trusis,
    night,
    reports,
    returns,
    round_begins,
    votes,
)


def chronicle(role, *story, **keys):
    asked = ask(role, *story, **keys)
    book = Chronicle(asked.setup, asked.seat)
    book.read(asked.news)
    return book


def noise_network(seed=0, roles=N_ROLES):
    """Random weights of the right shapes."""
    encoded = encode(chronicle("human"))[0]
    overall, seats, pairs = (part.shape[-1] for part in encoded)
    width, rng = 6, np.random.default_rng(seed)
    sizes = {"overall": (width, overall), "seats": (width, seats), "overall_to_seats": (width, width)}
    for k in range(2):
        sizes |= {f"{name}.{k}": (width, width) for name in ("speaker", "hearer", "received", "sent", "around")}
        sizes[f"pair.{k}"] = (width, pairs)
    sizes |= {"context": (width, 2 * width), "roles": (roles, width), "context_to_roles": (roles, width)}
    return Network({f"{name}.weight": rng.normal(size=size) for name, size in sizes.items()})


ONE_DAY = (
    day(1),
    votes(3, 1),
    votes(3, 2),
    votes(4, 5),
    round_begins(1),
    votes(3, 5),
    votes(-1, 2),
    dies(3),
    night(1),
)


@pytest.mark.parametrize(
    ("tally", "voter", "target", "count"),
    [
        (STARTED, 1, 3, 1),
        (JOINED, 2, 3, 1),
        (STARTED, 5, 4, 1),
        (LEFT, 5, 4, 1),
        (JOINED, 5, 3, 1),
        (LATE, 5, 3, 1),
        (LATE, 1, 3, 0),
        (LEFT, 2, 3, 1),
        (AGAINST, 1, 3, 1),
        (AGAINST, 5, 3, 1),
        (AGAINST, 2, 3, 0),
        (DOOMED, 5, 3, 1),
        (AGAINST, 5, 4, 0),
    ],
)
def test_votes_are_counted_by_what_they_did(tally, voter, target, count):
    assert chronicle("human", *ONE_DAY).tallies[tally, voter, target] == count


def test_a_vote_repeated_counts_once_and_a_death_and_a_return_are_dated():
    book = chronicle("human", day(2), votes(3, 1), votes(3, 1), dies(4), returns(4))
    assert (book.tallies[STARTED, 1, 3], book.fallen[4], book.rose[4]) == (1, 2, 1)


def test_reading_ahead_leaves_the_chronicle_as_it_is():
    book = chronicle("human", day(1), votes(3, 1))
    before = [part.copy() for part in encode(book)[0]]
    ahead = book.read_ahead((*votes(3, 2), dies(5), claims(4, "sweeper")))
    assert (ahead.tallies[JOINED, 2, 3], ahead.fallen[5], ahead.spoke[4]) == (1, 1, 1)
    assert all(np.array_equal(now, then) for now, then in zip(encode(book)[0], before, strict=True))


@pytest.mark.parametrize("players", [5, 8, 16, 20])
def test_columns_do_not_depend_on_the_size_of_the_table(players):
    setup = TRUSIS.setup(players)
    here, there = encode(Chronicle(setup, 0))[0], encode(chronicle("human"))[0]
    assert [part.shape[-1] for part in here] == [part.shape[-1] for part in there]
    assert here.pairs.shape[1:3] == (players, players)


TELLING = [
    (day(1), votes(3, 1)),
    (day(1), claims(2, "sweeper")),
    (day(1), reports(2, 4, "is_trusis")),
    (day(1), accuses(2, 4)),
    (day(1), dies(4)),
    (day(1), night(1), dies(4)),
    (day(1), votes(3, 1), votes(4, 1)),
    (day(1), votes(3, 1), night(1)),
    (day(2),),
    (inspects(0, 4, "is_trusis"),),
]


@pytest.mark.parametrize("story", TELLING, ids=range(len(TELLING)))
def test_whatever_was_told_changes_what_is_read(story):
    plain, told = encode(chronicle("sweeper"))[0], encode(chronicle("sweeper", *story))[0]
    assert any(not np.array_equal(one, other) for one, other in zip(plain, told, strict=True))


def test_no_seat_has_a_place_of_its_own_in_the_network():
    book = chronicle("human", *ONE_DAY, claims(6, "priest"), reports(2, 5, "is_trusis"))
    encoded = encode(book)[0]
    order = np.random.default_rng(0).permutation(book.n)
    shuffled = Encoded(encoded.overall, encoded.seats[:, order], encoded.pairs[:, order][:, :, order])
    network = noise_network()
    assert np.allclose(network.logits(encoded)[:, order], network.logits(shuffled), rtol=1e-4, atol=1e-3)


def test_what_is_certain_stays_certain_and_the_deck_is_kept():
    book = chronicle("trusis", knows_trusis(0, 0, 4), divines(0, 5, "butcher"), dies(6, shown=4 + role_index("priest")))
    possible = possible_roles(book)
    assert possible[4].nonzero()[0].tolist() == [role_index("trusis")]
    assert possible[5].nonzero()[0].tolist() == [role_index("butcher")]
    assert possible[6].nonzero()[0].tolist() == [role_index("priest")]
    assert possible[1, role_index("butcher")] == possible[1, role_index("trusis")] == 0
    guess = TrusisPolicy(1, noise_network(), {})._guess_from(book)
    assert guess.rows[4][KILLER] == 1.0
    assert [row[KILLER] for seat, row in enumerate(guess.rows) if seat not in (0, 4)] == [0.0] * 14
    assert all(abs(sum(row) - 1) < 1e-9 for row in guess.rows)


def test_news_that_the_deck_cannot_hold_leave_a_guess_all_the_same():
    book = chronicle("trusis", knows_trusis(0, 0, 4, 5), inspects(0, 6, "is_trusis"))
    assert possible_roles(book)[6].nonzero()[0].tolist() == [role_index("trusis")]
    rows = TrusisPolicy(1, noise_network(), {})._guess_from(book).rows
    assert np.isfinite(rows).all()
    assert rows[6][KILLER] == 1.0


def played(make, talk="acts", seed=4):
    table = make_table(TRUSIS, TRUSIS.setup(8, talk=talk), seed, False)
    Company(table, {seat: make(seat) for seat in range(8)}).play_on()
    return table.history


@pytest.mark.parametrize("talk", ["none", "acts"])
def test_without_a_network_it_is_the_heuristic(talk):
    plain = played(lambda seat: opponent("heuristic", seat), talk)
    assert played(lambda seat: AgentOpponent(TrusisPolicy(seat, None, {})), talk) == plain
    assert played(lambda seat: AgentOpponent(TrusisPolicy(seat, noise_network(), {})), talk) != plain


def test_settings_change_the_temper_of_their_team_alone():
    settings = {"trusis.join": 0.75, "trusis.kill_worth.3": 2.0, "humans.sure": 0.25}
    assert temper_of(settings, "trusis.").join == 0.75
    assert temper_of(settings, "trusis.").kill_worth == (*PLAIN.kill_worth[:3], 2.0)
    assert temper_of(settings, "humans.").join == PLAIN.join
    assert temper_of(plain_settings("castaways"), "castaways.") == PLAIN


@pytest.mark.parametrize("team", ["humans", "trusis", "castaways"])
def test_a_search_moves_only_what_its_team_goes_by(team):
    names = TrusisPolicy.plain_settings(team)
    assert all(name.startswith(f"{team}.") for name in names)
    assert ("trusis.kill_hunt" in names) == (team == "trusis")
    assert (f"{team}.prize.sweeper" in names, f"{team}.prize.castaway" in names) == (True, False)


def test_a_prize_makes_a_card_worth_hunting():
    book = chronicle("trusis", knows_trusis(0, 0, 4))
    nothing = {f"trusis.prize.{name}": 0.0 for name in ROLE_IDS}
    plain = TrusisPolicy(1, noise_network(), nothing)._guess_from(book)
    prized = TrusisPolicy(1, noise_network(), {**nothing, **{name: 1.0 for name in nothing}})._guess_from(book)
    assert plain.special == [0.0] * 16
    assert prized.special == pytest.approx([1.0] * 16)


def test_nothing_is_read_before_the_first_request():
    with pytest.raises(RuntimeError, match="not been asked"):
        TrusisPolicy(1, None, {}).reading()


def test_shares_sum_to_one():
    shares = softmax(np.array([[0.0, 1000.0], [3.0, 3.0]], np.float32))
    assert shares.tolist() == [[0.0, 1.0], [0.5, 0.5]]


def test_numbers_tuned_with_talk_are_not_used_without_it():
    settings = {"trusis.join": 0.75, **{f"trusis.prize.{name}": 0.0 for name in ROLE_IDS}}
    mind = TrusisPolicy(1, noise_network(), settings)
    loud, silent = (Chronicle(TRUSIS.setup(8, talk=talk), 0) for talk in ("acts", "none"))
    for book in (loud, silent):
        book.role = role_index("trusis")
    assert (mind._temper(loud).join, mind._temper(silent)) == (0.75, PLAIN)
    assert (max(mind._guess_from(loud).special), max(mind._guess_from(silent).special) > 0) == (0.0, True)
