"""Laws over random matches of Avalon: presets, keys and expansions mixed, 5 to 10 seats. ``MASQUE_LAWS`` multiplies them."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from envs.avalon.codes import EventCode, Outcome, Phase, Reason
from envs.avalon.events import EVENTS, Seen
from envs.avalon.quests import PARTY_SIZES
from envs.avalon.roles import TEAM_OF
from envs.avalon.state import EVENT_ROOM
from envs.avalon.turns import comrades
from envs.engine.events import COMPANY, PUBLIC, SPECTATOR, seats_in, visible_to
from envs.engine.seeds import split
from envs.engine.table import Table
from tests.envs.avalon.random_play import GAME, SCALE, played, random_action, random_setup, random_table, steps
from tests.scenarios.avalon_scene import Scene

SEEDS = range(60 * SCALE)
TRAPPED = range(120 * SCALE)


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("part", [None, *GAME.expansions])
def test_every_match_ends_with_a_winner_and_a_reason(part, players, preset):
    for seed in range(3 * SCALE):
        expansions = () if part is None or (part == "trapper" and players < 8) else (part,)
        table = played(seed, players, preset=preset, roles=None, expansions=expansions, assassin=GAME.presets[preset].assassin)
        g = table.g
        assert Outcome(g.outcome) in (Outcome.GOOD, Outcome.EVIL)
        assert Reason(g.reason) != Reason.NONE
        assert table.returns() == [1 if g.outcome == 1 + TEAM_OF[role] else -1 for role in g.role[:players]]
        assert not table.is_truncated


def test_no_setup_is_ever_stuck():
    ends = Counter(GAME.outcome(played(seed).g)[1] for seed in range(400 * SCALE))
    assert set(ends) >= {"evil_team_missions", "good_team_missions", "kill_merlin", "miss_merlin", "miss_lovers", "miss_cleric"}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_mask_is_may_for_every_index_and_every_seat(seed):
    table, rng = random_table(seed)
    for _ in steps(table, rng):
        if rng.random() < 0.1:
            for seat in range(table.n):
                assert table.mask(seat).tolist() == [table.may(seat, action) for action in range(len(table.actions))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_buffer_has_room_for_every_step(seed):
    table, rng = random_table(seed, players=10)
    for seat, action in steps(table, rng):
        twin = table.copy()
        GAME.rules.act(twin.g, seat, action)
        assert twin.g.events.count <= EVENT_ROOM // 2
        while GAME.rules.unsettled(twin.g):
            twin.g.events.count = 0
            GAME.rules.advance(twin.g)
            assert twin.g.events.count <= EVENT_ROOM - 8


def test_the_buffer_has_room_for_the_largest_deal():
    roles = ["merlin_pure"] * 6 + ["minion", "trickster", "lunatic", "oberon"]
    setup = GAME.setup(10, preset="online", roles=roles, duplicates=True)
    g = GAME.prepare(setup)
    GAME.rules.deal(g, *split(5))
    assert 30 < g.events.count <= EVENT_ROOM


@pytest.mark.parametrize("seed", SEEDS)
def test_every_event_has_the_audience_of_its_table(seed):
    table = played(seed, talk="acts" if seed % 2 else "none")
    ended = next(at for at, event in enumerate(table.journal) if event.code == EventCode.MATCH_ENDED)
    everybody = PUBLIC | (1 << table.n) - 1
    for at, event in enumerate(table.journal):
        kind = EVENTS[EventCode(event.code)]
        seen = Seen.ALL if kind.published and at > ended else kind.seen
        assert event.audience in audiences(seen, event, everybody, table), (EventCode(event.code), event)


def audiences(seen, event, everybody, table):
    """The bit sets that an event of this kind may have."""
    pair = COMPANY | 1 << event.actor % 32 | 1 << event.target % 32
    whispers = {COMPANY | 1 << event.actor % 32 | 1 << other for other in range(table.n)}
    return {
        Seen.ALL: {everybody},
        Seen.ACTOR: {1 << event.actor % 32},
        Seen.PAIR: {pair},
        Seen.ONE: {1 << seat for seat in range(table.n)},
        Seen.ALL_OR_LOG: {everybody, 0},
        Seen.CHANNEL: {everybody, *whispers, COMPANY | comrades(table.g)},
    }[seen]


@pytest.mark.parametrize("seed", TRAPPED)
def test_cards_played_are_cards_counted_and_one_excluded(seed):
    table, rng = random_table(seed, 8 + seed % 3, expansions=("trapper", *(("excalibur",) if seed % 2 else ())), talk="none")
    for _ in steps(table, rng):
        pass
    for mission in missions(table.journal):
        assert len(mission["members"]) == PARTY_SIZES[table.n - 5][mission["quest"]] + 1
        assert len(mission["cards"]) == len(mission["members"])
        assert mission["counted"] == sum(mission["now"].values()) - mission["now"][mission["excluded"]]
        assert mission["value"] == mission["now"][mission["excluded"]]
        assert mission["public"] == 1
        assert mission["seen_by"] == 1 << mission["leader"]
        assert mission["failed"] == (mission["counted"] >= (2 if mission["quest"] == 3 else 1))


def missions(journal):
    """Every mission of a match, folded from the whole log: cards as played, as they read at the end, and what was excluded."""
    found, leader, members, cards, now = [], None, [], {}, {}
    for event in journal:
        if event.code == EventCode.PROPOSAL_BEGAN:
            leader, cards, now, found = event.actor, {}, {}, [*found, {}]
        elif event.code == EventCode.TEAM_PROPOSED:
            members = seats_in(event.value)
        elif event.code == EventCode.CARD_PLAYED:
            cards[event.actor] = now[event.actor] = event.value
        elif event.code == EventCode.CARD_FLIPPED:
            now[event.target] = event.value
        elif event.code == EventCode.CARD_EXCLUDED:
            found[-1].update(excluded=event.target, public=event.audience >> 30)
        elif event.code == EventCode.EXCLUDED_CARD_SEEN and "value" not in found[-1]:
            found[-1].update(value=event.value % 2, seen_by=event.audience)
        elif event.code == EventCode.QUEST_ENDED:
            found[-1].update(counted=event.value % 16, failed=bool(event.value // 16 % 2), quest=event.value // 32)
            found[-1].update(leader=leader, members=members, cards=dict(cards), now=dict(now))
    return [mission for mission in found if "counted" in mission]


@pytest.mark.parametrize("seed", TRAPPED)
def test_nobody_but_its_leader_sees_an_excluded_value_before_the_end(seed):
    table = played(seed, 8 + seed % 3, expansions=("trapper", "excalibur"))
    ended = next(at for at, event in enumerate(table.journal) if event.code == EventCode.MATCH_ENDED)
    for viewer in (SPECTATOR, *range(table.n)):
        told = [e for e in visible_to(viewer, table.journal[:ended]) if e.code == EventCode.EXCLUDED_CARD_SEEN]
        assert {event.actor for event in told} <= {viewer}
    shown = [e for e in visible_to(SPECTATOR, table.journal[ended:]) if e.code == EventCode.EXCLUDED_CARD_SEEN]
    assert len(shown) == sum(event.code == EventCode.CARD_EXCLUDED for event in table.journal)


@pytest.mark.parametrize("seed", SEEDS)
def test_sword_and_witch_never_change_what_was_played(seed):
    table = played(seed, expansions=("excalibur", "witch"))
    played_cards = {(e.actor, at) for at, e in enumerate(table.journal) if e.code == EventCode.CARD_PLAYED}
    assert len(played_cards) == sum(bin(party).count("1") for party in table.g.parties)
    assert sum(table.g.results[quest] == 3 for quest in range(5)) <= 1


@pytest.mark.parametrize("seed", range(20 * SCALE))
def test_hidden_history_changes_nothing_but_what_is_read(seed):
    plain, hidden = (played_alike(seed, hidden_history=flag) for flag in (False, True))
    assert plain.journal == hidden.journal
    assert plain.returns() == hidden.returns()


def played_alike(seed, **keys):
    rng = Random(seed)
    setup = random_setup(rng, 5 + seed % 6)
    setup = GAME.setup(setup.players, setup.preset, setup.roles, setup.expansions, **{**setup.ruleset.model_dump(), **keys})
    table = Table(GAME, setup, seed)
    for _ in steps(table, rng):
        pass
    return table


@pytest.mark.parametrize("seed", range(20 * SCALE))
def test_a_forfeited_seat_never_stops_a_match(seed):
    table, rng = random_table(seed)
    gone = set()
    while not table.is_over:
        if rng.random() < 0.05 and len(gone) < table.n - 1:
            gone.add(rng.randrange(table.n))
            table.forfeit(max(gone))
            continue
        assert not table.to_act & table.g.forfeited
        table.apply(table.actor, random_action(table, table.actor, rng))
    assert table.g.outcome


def test_all_seats_forfeited_still_end():
    table = Table(GAME, GAME.setup(9, expansions=("lady", "excalibur", "plot_cards", "witch")), 4)
    for seat in range(9):
        table.forfeit(seat)
    assert table.is_over


def test_nothing_is_drawn_after_the_deal():
    setup = GAME.setup(10, preset="online", expansions=("lady", "lancelots", "plot_cards", "witch"), lady="sea")
    table = Table(GAME, setup, 11)
    twin = table.copy()
    for seat, action in steps(table, Random(1)):
        twin.apply(seat, action)
    assert twin.journal == table.journal


@pytest.mark.parametrize("seed", SEEDS)
def test_features_stay_within_their_table(seed):
    table, rng = random_table(seed)
    talk = table.setup.talk != "none"
    low, high = np.zeros(table.size), np.zeros(table.size)
    named = np.zeros(table.size, int)
    for row in GAME.features(table.n, talk):
        places = slice(row.start, row.start + row.step * (row.count - 1) + 1, row.step)
        low[places], high[places] = row.low, row.high
        named[places] += 1
    assert named.tolist() == [1] * table.size
    for _ in steps(table, rng):
        seen = table.features(rng.randrange(table.n))
        assert (seen >= low).all()
        assert (seen <= high).all(), [(row.name) for row in GAME.features(table.n, talk) if seen[row.start] > row.high]


def test_all_questions_are_met():
    met = set()
    for seed in range(150 * SCALE):
        table = played(seed)
        met |= {Phase(event.value) for event in table.journal if event.code == EventCode.PHASE_BEGAN}
    assert met == set(Phase) - {Phase.OVER}


def test_the_potential_counts_missions_that_everybody_has_seen():
    scene = Scene("Se Se Se Mi Wi").play("mission A B, nobody fails; nobody hides; mission A B D, D fails; E hides")
    scene.play("A checks B; A announces good => score 1-1; quest 2 is hidden")
    assert [GAME.rules.potential(scene.g, seat) for seat in range(5)] == [30, 30, 30, -30, -30]
