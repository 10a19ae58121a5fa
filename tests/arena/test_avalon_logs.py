"""Matches of Avalon from the command line to the log and back: played, told, checked, tampered with, and the same bytes again."""

import json
import subprocess
import sys

import pytest

from agents.agent import Reply
from arena.cli import main as cli
from arena.match.log import encode
from arena.match.reading import parse_log
from arena.metrics.balance import Balance
from arena.metrics.deception import Deception
from arena.metrics.fold import fold
from arena.metrics.outcome import WinRates
from arena.replay.check import difference
from arena.replay.text import transcript
from arena.tournament.runner import run
from arena.tournament.schedule import schedule
from arena.tournament.spec import Tournament, entrants_of
from arena.tournament.store import Store
from envs.engine.events import GOD, SPECTATOR
from tests.arena.shell import logs
from tests.arena.stage import AVALON, avalon_plan, entries, play, play_random, quiet, read, says, whisper

LANGUAGES = ("en", "es", "fr", "pl")
TRAPPER = {"expansions": ("trapper", "excalibur", "witch")}
PLOTS = {"expansions": ("plot_cards", "lady", "lancelots"), "fifth_proposal": "forced"}
SETUPS = {
    "printed, 5 players": (5, {}),
    "online, 7 players": (7, {"preset": "online"}),
    "Trapper, Excalibur and Witch": (8, TRAPPER),
    "Plot Cards, Lady and Lancelots": (9, PLOTS),
    "Lady of the Sea, Cleric, Revealer": (10, {"lady": "sea", "expansions": ("cleric", "revealer")}),
    "secret votes, all evil shoots": (6, {"anonymous_voting": True, "assassin": "collective"}),
    "switches from mission 1 on": (7, {"expansions": ("lancelots",), "lancelot_variant": "v2"}),
    "no talk": (5, {"talk": "none"}),
}
PLAYED = play_random(avalon_plan(8, 3, **TRAPPER), spec="random?by=verb")


def told(log, viewer=GOD, lang="en"):
    return [line.text for line in transcript(log, lang, viewer)]


@pytest.mark.parametrize("agent", ["random?by=verb", "heuristic"])
@pytest.mark.parametrize(("players", "keys"), SETUPS.values(), ids=SETUPS)
def test_a_log_agrees_with_the_rules_that_played_it(players, keys, agent):
    assert difference(read(play_random(avalon_plan(players, 2, **keys), spec=agent))) == ""


@pytest.mark.parametrize(("players", "keys"), SETUPS.values(), ids=SETUPS)
def test_the_header_gives_the_roles_as_they_were_dealt(players, keys):
    played = play_random(avalon_plan(players, 2, **keys), spec="heuristic")
    dealt = [AVALON.role_ids[entry.get("value", 0)] for entry in entries(played, "role_dealt")]
    assert read(played).header["deal"]["roles"] == dealt


@pytest.fixture(scope="module")
def crowded():
    """Matches in which nearly everything happens."""
    plans = [avalon_plan(players, seed, **keys) for players, keys in SETUPS.values() for seed in range(12)]
    return [read(play_random(plan, spec="random?by=verb")) for plan in plans]


def test_whatever_can_happen_is_found_in_a_log(crowded):
    found = {entry["event"] for log in crowded for entry in log.entries if "event" in entry}
    every = {code.name.lower() for code in AVALON.codes}
    assert every - found == {"said", "forfeited"}


def test_whatever_can_happen_agrees_with_the_rules(crowded):
    assert [difference(log) for log in crowded if difference(log)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_can_happen_is_told_in_every_language(crowded, lang):
    lines = [line for log in crowded for line in told(log, lang=lang)]
    assert all(line and "\n" not in line for line in lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("viewer", [GOD, SPECTATOR, 0, 7], ids=["god", "public", "seat 0", "seat 7"])
def test_every_match_is_told_in_every_language_to_everybody(lang, viewer):
    lines = told(read(PLAYED), viewer, lang)
    assert len(lines) > 50
    assert all(line and "\n" not in line for line in lines)


def test_god_is_told_most_and_the_public_least():
    counts = [len(told(read(PLAYED), viewer)) for viewer in (GOD, 0, SPECTATOR)]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == 3


def test_a_log_with_messages_whispers_refusals_and_fallbacks_agrees():
    agents = {
        0: lambda r: says("a < b & [bold]c[/bold]") if r.number == 0 else quiet_turn(r),
        1: lambda r: "nonsense",
        2: lambda r: whisper("psst", 4) if r.number == 0 else quiet_turn(r),
        3: lambda r: Reply(("accuse:1", "to:2", "claim:role:merlin", "report:0=evil")) if r.number == 0 else quiet_turn(r),
        4: quiet_turn,
    }
    played = play(avalon_plan(talk="text"), agents)
    assert difference(read(played)) == ""
    assert {entry["event"] for entry in read(played).entries if "event" in entry} >= {"said", "reply_refused", "fallback_taken"}
    heard = [viewer for viewer in (GOD, SPECTATOR, *range(5)) if any("psst" in line for line in told(read(played), viewer))]
    assert heard == [GOD, 2, 4]


def quiet_turn(request):
    """Silent in talk; elsewhere the first choices that make a whole turn."""
    return quiet(request) if "end_turn" in request.legal_texts else Reply(first_choices(request))


def first_choices(request):
    picks = [text for text in request.legal_texts if text.startswith("add:")]
    return (f"propose:{','.join(map(str, range(PARTY[request.clock['quest']])))}",) if picks else request.legal_texts[:1]


PARTY = {1: 2, 2: 3, 3: 2, 4: 3, 5: 3}


# --- tampering ----------------------------------------------------------------------------------------------------

ROWS = [json.loads(line) for line in PLAYED.log.splitlines()]
LAST = len(ROWS) - 1


def place(name, nth=0):
    return [number for number, row in enumerate(ROWS) if row.get("event") == name or row.get("do") == name][nth]


def changed(number, **fields):
    rows = [dict(row) for row in ROWS]
    rows[number].update(fields)
    return parse_log("\n".join(map(encode, rows)), "log")


def without(number):
    return parse_log("\n".join(map(encode, [*ROWS[:number], *ROWS[number + 1 :]])), "log")


def header(**fields):
    return changed(0, header={**ROWS[0]["header"], **fields})


CARD, BALLOT, TEAM, SEEN = place("card_played"), place("vote_cast"), place("team_proposed"), place("excluded_card_seen")
DEAL = ROWS[0]["header"]["deal"]


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (changed(CARD, value=1 - ROWS[CARD].get("value", 0)), f"line {CARD + 1}: the log has"),
        (changed(BALLOT, value=1 - ROWS[BALLOT].get("value", 0)), f"line {BALLOT + 1}: the log has"),
        (changed(TEAM, value=ROWS[TEAM]["value"] ^ 3), f"line {TEAM + 1}: the log has"),
        (changed(SEEN, audience="public"), f"line {SEEN + 1}: the log has"),
        (without(SEEN), f"line {SEEN + 1}: the log has"),
        (without(place("approve")), "which no action brings about"),
        (changed(place("approve"), do="fail"), "seat"),
        (
            changed(LAST, result={**ROWS[LAST]["result"], "reason": "kill_lovers"}),
            f"line {LAST + 1}: the log says that reason is",
        ),
        (header(deal={**DEAL, "roles": DEAL["roles"][::-1]}), "the log says that roles is"),
        (header(deal={**DEAL, "seed": DEAL["seed"] + 1}), "line 1: the log says that"),
    ],
    ids=[
        "another card was played",
        "another vote was cast",
        "another team was proposed",
        "a private card was public",
        "a private card was left out",
        "a vote was left out",
        "a card instead of a vote",
        "another end",
        "other roles",
        "another deal",
    ],
)
def test_a_log_that_was_tampered_with_is_found_out(log, sentence):
    assert sentence in difference(log)
    assert difference(log).startswith("log line ")


STRANGE = (None, 7, 9, -1, 99, "x", [], [7], {}, True, 1e400)
BRIEF = play_random(avalon_plan(5, 3, expansions=("lady", "excalibur")), spec="random?by=verb").log
SMALL = [json.loads(line) for line in BRIEF.splitlines()]
SPOILT_EVENTS = sorted({row["event"] for row in SMALL if "event" in row})


def spoilt(name, key, value):
    """The log with ``key`` of its first event called ``name`` set to ``value``."""
    rows = [dict(row) for row in SMALL]
    next(row for row in rows if row.get("event") == name)[key] = value
    return "\n".join(map(json.dumps, rows))


def survives(text):
    """Whether a log is either usable or refused with one of our own sentences."""
    try:
        log = parse_log(text)
        difference(log)
        fold([WinRates("role"), Deception(), Balance()], [log])
        [line for viewer in (GOD, 0) for line in transcript(log, "en", viewer)]
    except ValueError as error:
        return type(error).__module__.partition(".")[0] in ("arena", "prompts", "envs")
    return True


@pytest.mark.parametrize("key", ["audience", "actor", "target", "value", "company"])
@pytest.mark.parametrize("name", SPOILT_EVENTS)
def test_a_spoilt_event_is_used_or_refused_but_never_a_crash(name, key):
    assert [value for value in STRANGE if not survives(spoilt(name, key, value))] == []


# --- the command line ---------------------------------------------------------------------------------------------


def arena(capsys, *arguments):
    code = cli.main(list(map(str, arguments)))
    return code, capsys.readouterr().out


SITE = ("--preset", "online", "--roles", "site")


@pytest.mark.parametrize(
    "options",
    [
        ("--as", "god", "--lang", "en"),
        ("--as", "public", "--lang", "es"),
        ("--as", "seat:2", "--lang", "fr", "--players", "8", "--expansions", "trapper,excalibur,witch"),
        ("--as", "seat:0", "--lang", "pl", "--players", "9", "--preset", "online", "--expansions", "plot_cards,lady,lancelots"),
        ("--as", "god", "--agents", "random,heuristic", "--players", "6", "--set", "talk=none", *SITE),
    ],
    ids=["god", "the public in Spanish", "a seat, with the Trapper", "a seat, with Plot Cards", "a line-up and a set of roles"],
)
def test_a_match_is_told_live_kept_replayed_and_checked(capsys, tmp_path, options):
    path = tmp_path / "match.jsonl"
    code, live = arena(capsys, "play", "avalon", "--seed", 4, "--log", path, *options)
    view = [word for option in ("--as", "--lang") if option in options for word in (option, options[options.index(option) + 1])]
    assert code == 0
    assert arena(capsys, "replay", path, "--text", *view) == (0, live.split("\nseed 4")[0])
    assert arena(capsys, "check", path) == (0, f"{path} agrees with the rules\n")


def test_a_tampered_log_is_a_no(capsys, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text(PLAYED.log.replace('"event":"team_proposed"', '"event":"team_forced"', 1))
    code, out = arena(capsys, "check", path)
    assert (code, out.startswith(f"{path} line ")) == (1, True)


PROGRAM = """
from tests.arena.stage import avalon_plan, play_random
print(play_random(avalon_plan(8, 3, expansions=("trapper", "excalibur", "witch")), spec="heuristic").log, end="")
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_order_of_sets_never_reaches_a_log(hash_seed):
    environment = {"PYTHONHASHSEED": hash_seed, "PATH": ""}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == play_random(avalon_plan(8, 3, **TRAPPER), spec="heuristic").log


def test_one_and_four_workers_give_the_same_bytes(tmp_path):
    held = Tournament(AVALON.setup(players=8, **TRAPPER), entrants_of(("random", "heuristic")), 4, 5)
    for folder, workers in (("one", 1), ("four", 4)):
        store = Store(tmp_path / folder)
        store.open(held)
        assert run(schedule(held), store, workers).played == 8
    assert logs(tmp_path / "one") == logs(tmp_path / "four")


def test_compiled_and_interpreted_rules_write_the_same_log():
    plan = avalon_plan(8, 3, **TRAPPER)
    assert play_random(plan, spec="heuristic", compiled=True).log == play_random(plan, spec="heuristic").log
