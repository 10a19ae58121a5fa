"""The command line: exit codes, one sentence for bad input, machine-readable listings, and a light start."""

import json
import subprocess
import sys

import pytest

from agents.agent import HarnessFault
from arena.cli import main as cli
from arena.cli import play
from arena.match import playing
from tests.arena.shell import COMMAND
from tests.arena.stage import make_plan, play_random

QUICK = ("--players", "5", "--set", "max_days=2", "--agents", "random")


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text(play_random(make_plan(8, 3)).log)
    return path


def arena(capsys, *arguments):
    """(exit code, stdout, stderr) of one command."""
    code = cli.main(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("fly",), "invalid choice: 'fly'"),
        (("games", "--colour"), "unrecognized arguments: --colour"),
        (("play", "chess"), "no game is called 'chess'; known games: trusis"),
        (("play", "trusis", "--players", "4"), "Trusis seats 5 to 20 players, not 4"),
        (("play", "trusis", "--players", "many"), "argument --players: invalid int value: 'many'"),
        (
            ("play", "trusis", "--roles", "human,seer,human,trusis,human"),
            "no Trusis role is called 'seer'; known roles: black_knight",
        ),
        (("play", "trusis", "--players", "6", "--roles", "human,trusis,human,human,human"), "6 players need 6 roles, got 5"),
        (("play", "trusis", "--roles", ""), "8 players need 8 roles, got 0"),
        (("play", "trusis", "--preset", "mars"), "trusis has no preset 'mars'; known presets: current"),
        (("play", "trusis", "--expansions", "lady"), "trusis has no expansion 'lady'"),
        (("play", "trusis", "--set", "speed=1"), "trusis has no ruleset key 'speed'; known keys:"),
        (("play", "trusis", "--set", "speed"), "--set takes KEY=VALUE, not 'speed'"),
        (("play", "trusis", "--set", "max_days=0"), "ruleset key 'max_days' cannot be 0"),
        (("play", "trusis", "--set", "majority=most"), "ruleset key 'majority' cannot be 'most'"),
        (("play", "trusis", "--agents", "gpt"), "no agent is called 'gpt'; known kinds:"),
        (("play", "trusis", "--agents", "random?mood=1"), "'random' has no option 'mood'"),
        (("play", "trusis", "--agents", "random,random,random"), "3 agents cannot share 8 seats evenly; give 1, 2, 4 or 8"),
        (("play", "trusis", "--agents", "a=random,a=heuristic"), "two agents are called 'a'"),
        (("play", "trusis", "--as", "seat:8"), "god, public or seat:0 to seat:7, not as 'seat:8'"),
        (("play", "trusis", "--lang", "xx"), "trusis has no language 'xx'; known languages: en"),
        (("play", "trusis", "--log", "/no/such/folder/x.jsonl"), "--log takes the name of a file in a folder that exists"),
        (("play", "trusis", "--log", "/dev/null"), "--log takes the name of a file in a folder that exists, not '/dev/null'"),
        (("play", "trusis", "--agents", ","), "a line-up needs at least one agent"),
        (("run", "--agents", ","), "a line-up needs at least one agent"),
        (("run", "--out", "/dev/null/x", "--blocks", "1"), "/dev/null/x/trusis cannot be written: "),
        (("play", "trusis", "--human", "8"), "seats are 0 to 7, not 8"),
        (("run", "none.toml"), "there is no tournament file at none.toml"),
        (("run", "--players", "8", "--agents", "random,heuristic,random"), "3 agents cannot share 8 seats evenly"),
        (("run", "--agents", ",".join(["random"] * 13)), "13 agents cannot share 5 seats evenly"),
        (("run", "--game", "chess"), "no game is called 'chess'"),
        (("run", "--balance", "--game", "trusis"), "there are no figures of human play of trusis to stand beside; known: avalon"),
        (("run", "--balance", "--agents", "a=random,b=random"), "one agent in all seats, not by 2"),
        (("run", "--balance", "--agents", ","), "one agent in all seats, not by 0"),
        (("run", "--balance", "--players", "4"), "Avalon seats 5 to 10 players, not 4"),
        (("play", "avalon", "--players", "11"), "Avalon seats 5 to 10 players, not 11"),
        (
            ("play", "avalon", "--expansions", "trapper"),
            "the Trapper needs 8 to 10 players and excludes Plot Cards; got 5 players",
        ),
        (("play", "avalon", "--expansions", "magic"), "avalon has no expansion 'magic'; known: lady, lancelots, excalibur"),
        (("play", "avalon", "--roles", "merlin,percival,seer,morgana,assassin"), "no Avalon role is called 'seer'"),
        (("play", "avalon", "--set", "fifth_proposal=never"), "ruleset key 'fifth_proposal' cannot be 'never'"),
        (("play", "avalon", "--as", "seat:5"), "god, public or seat:0 to seat:4, not as 'seat:5'"),
        (("play", "avalon", "--lang", "xx"), "avalon has no language 'xx'; known languages: en"),
        (("run", "--blocks", "0"), "a tournament has at least 1 block, not 0"),
        (("run", "--workers", "0"), "a tournament needs at least 1 worker, not 0"),
        (("run", "--probe", "some"), "not 'some'"),
        (("run", "--reasks", "99"), "0 to 20 times, not 99"),
        (("run", "--deadline", "-1"), "seconds above 0, not -1"),
        (("status", "nowhere"), "nowhere holds no tournament: there is no tournament.json in it"),
        (("replay", "none.jsonl"), "there is no log at none.jsonl"),
        (("check", "none.jsonl"), "there is no log at none.jsonl"),
        (("check", "."), ". holds no log"),
        (("replay", "."), ". holds no log"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2_before_anything_is_played(capsys, tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = arena(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("arena: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_cannot_be_kept_is_said_before_anything_is_played(capsys, tmp_path, monkeypatch):
    def refuse(dir):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(play, "TemporaryFile", refuse)
    code, out, err = arena(capsys, "play", "trusis", *QUICK, "--log", tmp_path / "x.jsonl")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"arena: --log cannot write '{tmp_path / 'x.jsonl'}': permission denied"


@pytest.mark.parametrize(
    "text", ["", "what?", "{}\n", '{"header":{"schema_version":2}}\n'], ids=["empty", "text", "no header", "newer"]
)
@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_file_that_is_no_log_is_bad_input(capsys, tmp_path, command, text):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    code, out, err = arena(capsys, command, path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(path) in err


def test_games_are_listed(capsys):
    code, out, _ = arena(capsys, "games", "--json")
    trusis = next(row for row in json.loads(out) if row["game"] == "trusis")
    assert (code, trusis["min_players"], trusis["max_players"]) == (0, 5, 20)
    assert "current" in trusis["presets"]
    assert "trusis" in arena(capsys, "games")[1]


def test_agents_are_listed(capsys):
    code, out, _ = arena(capsys, "agents", "--json")
    assert code == 0
    assert {"random", "heuristic"} <= {row["kind"] for row in json.loads(out)}
    assert "random" in arena(capsys, "agents")[1]


def test_a_match_is_told_as_it_is_played_and_its_log_kept(capsys, tmp_path):
    path = tmp_path / "match.jsonl"
    code, out, _ = arena(capsys, "play", "trusis", *QUICK, "--seed", 4, "--log", path)
    assert code == 0
    assert "Day 1 breaks." in out
    assert "seed 4" in out
    assert arena(capsys, "check", path) == (0, f"{path} agrees with the rules\n", "")


@pytest.mark.parametrize("view", ["god", "public", "seat:2"])
def test_live_telling_and_replay_are_the_same_lines(capsys, tmp_path, view):
    path = tmp_path / "match.jsonl"
    live = arena(capsys, "play", "trusis", *QUICK, "--seed", 4, "--log", path, "--as", view, "--lang", "fr")[1]
    again = arena(capsys, "replay", path, "--text", "--as", view, "--lang", "fr")[1]
    assert live.split("\nseed 4")[0] == again


def test_a_line_up_may_name_every_seat(capsys, tmp_path):
    path = tmp_path / "match.jsonl"
    arena(capsys, "play", "trusis", *QUICK[:4], "--agents", "random,heuristic,random,random,heuristic", "--log", path)
    seats = json.loads(path.read_text().splitlines()[0])["header"]["seats"]
    assert [seat["agent"] for seat in seats] == ["random", "heuristic", "random", "random", "heuristic"]


def test_the_roles_of_a_match_may_be_chosen(capsys, tmp_path):
    path = tmp_path / "match.jsonl"
    arena(capsys, "play", "trusis", "--roles", "trusis,human,human,oracle,human", "--agents", "random", "--log", path)
    assert sorted(json.loads(path.read_text().splitlines()[0])["header"]["roles"]) == ["human"] * 3 + ["oracle", "trusis"]


def test_a_world_that_fails_is_no_bad_input(capsys, monkeypatch):
    def down(*_, **__):
        raise HarnessFault("the endpoint is down")

    monkeypatch.setattr(playing, "build", down)
    assert arena(capsys, "play", "trusis") == (1, "", "arena: the endpoint is down\n")


TABLES = {"overall", "by_team", "by_role", "deception", "balance"}


def test_without_arguments_bots_play_every_game_each_with_its_board_and_folder(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = arena(capsys, "run")
    assert code == 0
    assert err.count("40/40") == 2
    trusis, avalon = out.split("\nAvalon ")
    assert all(title in trusis and title in avalon for title in ("Win rate by team", "Win rate by role", "What was said"))
    assert "Final votes of each day" in trusis
    assert all(title in avalon for title in ("Approves teams without evil", "Own teams without evil", "The last shot"))
    assert "40 of 40 matches; logs: runs/trusis-" in trusis
    assert "40 of 40 matches; logs: runs/avalon-" in avalon
    assert len(list((tmp_path / "runs").iterdir())) == 2
    assert out == arena(capsys, "run")[1]


def test_every_game_goes_into_its_own_folder_and_goes_on_where_it_stopped(capsys, tmp_path):
    both = ("run", "--agents", "random", "--blocks", 2, "--out", tmp_path)
    first = arena(capsys, *both)[1]
    (gone,) = sorted((tmp_path / "avalon" / "matches").iterdir())[:1]
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/matches/*") if path != gone}
    gone.unlink()
    code, again, _ = arena(capsys, *both)
    assert (code, again) == (0, first)
    assert gone.exists()
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_one_game_alone_goes_into_the_folder_itself(capsys, tmp_path):
    out = arena(capsys, "run", "--game", "avalon", "--agents", "random", "--blocks", 1, "--out", tmp_path)[1]
    assert f"1 of 1 matches; logs: {tmp_path}/matches" in out
    assert "Final votes" not in out


def test_the_boards_of_every_game_can_be_had_as_json(capsys, tmp_path):
    out = arena(capsys, "run", "--agents", "random", "--blocks", 1, "--out", tmp_path, "--json")[1]
    games = json.loads(out)["games"]
    assert {name: (board["planned"], board["finished"]) for name, board in games.items()} == {"trusis": (1, 1), "avalon": (1, 1)}
    assert all(set(board["tables"]) == TABLES for board in games.values())


def test_a_folder_of_one_tournament_is_not_filled_with_others(capsys, tmp_path):
    arena(capsys, "run", *QUICK, "--blocks", 1, "--out", tmp_path)
    code, _, err = arena(capsys, "run", "--blocks", 1, "--out", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert "holds a single tournament; give another folder with --out, or name one game with --game" in err


def test_a_folder_of_several_tournaments_is_checked_and_replayed_log_by_log(capsys, tmp_path):
    arena(capsys, "run", "--agents", "random", "--blocks", 1, "--out", tmp_path)
    assert arena(capsys, "check", tmp_path)[1].count("agrees with the rules") == 2
    assert arena(capsys, "replay", tmp_path, "00000")[0] == 2
    assert arena(capsys, "replay", tmp_path / "avalon", "00000")[0] == 0


@pytest.mark.parametrize(("agents", "players"), [("random,heuristic", 6), ("random", 5), ("a=random,b=random,c=random", 6)])
def test_a_table_is_as_large_as_its_line_up_needs(capsys, tmp_path, agents, players):
    arena(capsys, "run", "--game", "avalon", "--agents", agents, "--blocks", 1, "--out", tmp_path)
    assert json.loads((tmp_path / "tournament.json").read_text())["players"] == players


def test_a_failing_world_keeps_the_other_game_and_is_code_1(capsys, tmp_path, monkeypatch):
    real = playing.build

    def down(spec, seed):
        if spec == "heuristic":
            raise HarnessFault("the endpoint is down")
        return real(spec, seed)

    monkeypatch.setattr(playing, "build", down)
    code, out, err = arena(capsys, "run", "--agents", "heuristic", "--blocks", 1, "--out", tmp_path)
    assert (code, out.count("0 of 1 matches")) == (1, 2)
    assert "run it again to play what is missing" in err


def test_ctrl_c_in_one_game_does_not_begin_the_next(capsys, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "build", interrupted)
    code, out, err = arena(capsys, "run", "--blocks", 1, "--out", tmp_path)
    assert code == 130
    assert "everything finished is kept" in err
    assert str(tmp_path / "avalon") not in out


def test_the_balance_of_a_game_is_shown_beside_human_play(capsys, tmp_path):
    code, out, _ = arena(capsys, "run", "--balance", "--blocks", 2, "--out", tmp_path)
    assert code == 0
    assert "Evil's wins beside human play (ProAvalon)" in out
    assert all(figure in out for figure in ("57.0%", "56.5%", "58.0%", "63.0%", "52.0%", "59.0%"))
    assert "12 of 12 matches" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["05", "06", "07", "08", "09", "10"]
    rows = json.loads(arena(capsys, "run", "--balance", "--blocks", 2, "--out", tmp_path, "--json")[1])["balance"]
    assert [(row["players"], row["n"], row["human"]) for row in rows][:2] == [(5, 2, 0.57), (6, 2, 0.565)]


def test_a_board_of_one_agent_in_all_seats_shows_its_balance(capsys, tmp_path):
    out = arena(capsys, "run", "--game", "avalon", "--agents", "heuristic", "--blocks", 2, "--out", tmp_path)[1]
    assert "Evil's wins beside human play (ProAvalon), one agent in all seats" in out


def test_a_board_can_be_had_as_json(capsys, tmp_path):
    out = arena(capsys, "run", *QUICK, "--blocks", 2, "--out", tmp_path, "--json")[1]
    board = json.loads(out)
    assert (board["game"], board["planned"], board["finished"]) == ("trusis", 2, 2)
    assert set(board["tables"]) == TABLES
    assert board["tables"]["balance"] == []
    row = board["tables"]["overall"][0]
    assert row["n"] == row["wins"] + row["losses"] + row["open"] == 10


def test_a_tournament_file_and_options_go_together(capsys, tmp_path):
    spec = tmp_path / "spec.toml"
    spec.write_text('players = 5\nagents = ["random"]\nblocks = 9\nruleset = { max_days = 2 }\n')
    out = arena(capsys, "run", spec, "--blocks", 1, "--set", "talk=none", "--out", tmp_path / "out", "--json")[1]
    assert json.loads(out)["planned"] == 1
    card = json.loads((tmp_path / "out" / "tournament.json").read_text())
    assert (card["ruleset"]["talk"], card["ruleset"]["max_days"]) == ("none", 2)


def test_another_tournament_in_the_same_folder_is_bad_input(capsys, tmp_path):
    arena(capsys, "run", *QUICK, "--blocks", 1, "--out", tmp_path)
    code, _, err = arena(capsys, "run", *QUICK, "--blocks", 1, "--seed", 9, "--out", tmp_path)
    assert code == 2
    assert "holds another tournament: its seed is 0, not 9" in err


def test_status_says_what_is_missing(capsys, tmp_path):
    arena(capsys, "run", *QUICK, "--blocks", 3, "--out", tmp_path)
    gone = sorted((tmp_path / "matches").iterdir())[1]
    gone.unlink()
    code, out, _ = arena(capsys, "status", tmp_path, "--json")
    found = json.loads(out)
    assert (code, found["planned"], found["finished"], found["missing"]) == (0, 3, 2, [gone.stem])
    assert "2 of 3 matches finished" in arena(capsys, "status", tmp_path)[1]


def test_an_empty_tournament_shows_n_a_and_is_no_failure(capsys, tmp_path):
    from rich.console import Console

    from arena.boards.board import board_of
    from arena.boards.tables import show_board

    show_board(Console(), board_of(iter(())), "avalon")
    assert capsys.readouterr().out.count("n/a") >= 4


def test_a_match_of_a_tournament_is_found_by_the_beginning_of_its_name(capsys, tmp_path):
    arena(capsys, "run", *QUICK, "--blocks", 2, "--out", tmp_path)
    assert arena(capsys, "replay", tmp_path, "00001")[0] == 0
    code, _, err = arena(capsys, "replay", tmp_path)
    assert code == 2
    assert "holds 2 logs that could be meant; name one, such as 00000-00-" in err


def test_a_tampered_log_is_a_no(capsys, log):
    log.write_text(log.read_text().replace('"event":"vote_cast"', '"event":"vote_revealed"', 1))
    code, out, _ = arena(capsys, "check", log)
    assert code == 1
    assert f"{log} line " in out


def test_checks_can_be_had_as_json(capsys, log):
    code, out, _ = arena(capsys, "check", log, "--json")
    assert (code, json.loads(out)) == (0, [{"log": str(log), "agrees": True, "difference": None}])


def test_a_folder_is_checked_log_by_log(capsys, tmp_path):
    arena(capsys, "run", *QUICK, "--blocks", 3, "--out", tmp_path)
    assert arena(capsys, "check", tmp_path)[1].count("agrees with the rules") == 3


def test_a_cut_log_can_be_replayed_with_a_warning_and_fails_the_check(capsys, log):
    log.write_text(log.read_text()[:-200])
    code, out, err = arena(capsys, "replay", log)
    assert (code, "incomplete" in out, "is cut off and was left out" in err) == (0, True, True)
    assert arena(capsys, "check", log)[0] == 1


def test_ctrl_c_anywhere_is_code_130(capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "build", interrupted)
    assert arena(capsys, "play", "trusis")[0] == 130


def test_a_fault_of_our_own_is_never_hidden(monkeypatch):
    def broken(*_, **__):
        raise ValueError("a bug")

    monkeypatch.setattr(playing, "build", broken)
    with pytest.raises(ValueError, match="a bug"):
        cli.main(["play", "trusis"])


def test_names_are_never_read_as_markup(capsys, tmp_path):
    out = arena(capsys, "run", *QUICK[:4], "--agents", "[red]x[/red]</b>%=random", "--blocks", 1, "--out", tmp_path)[1]
    assert "[red]x[/red]</b>%" in out


LIGHT = """
import sys
from arena.cli.main import main
code = main([{command!r}])
heavy = sorted({{"numba", "torch", "openai", "rich.progress"}} & set(sys.modules))
print(code, heavy, file=sys.stderr)
"""


@pytest.mark.parametrize("command", ["games", "agents"])
def test_listings_load_nothing_heavy(command):
    ran = subprocess.run([sys.executable, "-c", LIGHT.format(command=command)], capture_output=True, text=True, check=True)
    assert ran.stderr == "0 []\n"


HIDDEN = """
import sys
sys.path.insert(0, {place!r})
from arena.cli.main import main
sys.exit(main(["games"]))
"""


def test_another_package_called_agents_is_named(tmp_path):
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text("")
    ran = subprocess.run([sys.executable, "-c", HIDDEN.format(place=str(tmp_path))], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert f"Masque's package 'agents' is hidden: the first of that name on the path was found at {tmp_path}" in ran.stderr


def test_help_is_code_0():
    ran = subprocess.run([*COMMAND, "run", "--help"], capture_output=True, text=True, check=True)
    assert "SPEC.toml" in ran.stdout


def test_a_closed_pipe_is_no_failure():
    ran = subprocess.run(
        f"{' '.join(COMMAND)} play trusis --agents random --seed 1 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""


def test_a_terminal_without_letters_still_gets_a_transcript():
    ran = subprocess.run(
        [*COMMAND, "play", "trusis", "--lang", "pl", "--seed", "1", "--agents", "random"],
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
