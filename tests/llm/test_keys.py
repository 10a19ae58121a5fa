"""Keys are nowhere but in the request itself (SEC-13), and endpoints are found by name, address and file."""

import logging
from pathlib import Path

import pytest

from agents.agent import HarnessFault
from agents.llm.client import clean
from agents.llm.endpoints import EndpointError, find_place, known_endpoints
from agents.roster import SpecError, build, check_spec
from arena.cli.main import main
from tests.llm.stage import ask, fresh_table, request_at, served

CANARY = "sk-CANARY123456"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("model", ["fake", "status%3D401", "html", "hang", "garbage", "status%3D500"])
def test_the_key_is_in_no_file_no_output_and_no_record(tmp_path, capsys, monkeypatch, caplog, model):
    monkeypatch.setenv("MY_KEY", CANARY)
    monkeypatch.chdir(tmp_path)
    with served() as endpoint, caplog.at_level(logging.DEBUG):
        spec = f"llm:{model}@{endpoint.url}?key_env=MY_KEY&seconds=0.2"
        command = [
            "run",
            "--json",
            "--players",
            "5",
            "--agents",
            f"a={spec},b=random,c=random,d=random,e=random",
            "--blocks",
            "1",
        ]
        main([*command, "--out", "out", "--cache", "cache.db", "--set", "max_days=1", "--set", "talk=text"])
        assert endpoint.authorizations == {f"Bearer {CANARY}"}
    shown = capsys.readouterr()
    assert CANARY not in shown.out + shown.err
    assert "CANARY123456" not in caplog.text
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or CANARY.encode() not in path.read_bytes()


def test_the_key_is_in_no_repr(monkeypatch):
    monkeypatch.setenv("MY_KEY", CANARY)
    agent = build("llm:x@http://127.0.0.1:1/v1?key_env=MY_KEY", 1)
    assert CANARY not in repr(agent) + repr(vars(agent)) + str(check_spec("llm:x@http://h/v1?key_env=MY_KEY"))


def test_an_endpoint_whose_key_is_missing_names_the_variable(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    place = find_place("gpt-5-mini")
    with pytest.raises(EndpointError, match="needs a key; set the environment variable OPENAI_API_KEY"):
        place.endpoint.key()


@pytest.mark.parametrize(
    "spec",
    [
        f"llm:x@http://user:{CANARY}@host/v1",
        f"llm:x@http://{CANARY}@host/v1?lang=es",
        f"llm:x@http://host/v1?key_env={CANARY}",
        f"llm:x@http://host/v1?key_env={CANARY.lower()}",
    ],
)
def test_a_secret_in_a_spec_is_refused_and_not_repeated(spec):
    with pytest.raises(SpecError) as refused:
        check_spec(spec)
    assert "canary" not in str(refused.value).lower()


def test_an_unknown_option_is_refused_without_its_value():
    with pytest.raises(SpecError) as refused:
        check_spec(f"llm:x@http://h/v1?api_key={CANARY}")
    assert "CANARY" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"Incorrect API key provided: {CANARY}.", "Incorrect API key provided: ***"),
        (f"Authorization: Bearer {CANARY}", "Authorization: ***"),
        (f"cannot reach http://me:{CANARY}@host/v1", "cannot reach http:***host/v1"),
        ("a plain\n sentence", "a plain sentence"),
    ],
)
def test_what_servers_say_is_told_without_keys(text, kept):
    assert clean(text) == kept


def test_an_error_of_the_transport_carries_no_chain_of_requests(monkeypatch):
    monkeypatch.setenv("MY_KEY", CANARY)
    with served() as endpoint:
        error, _ = ask(endpoint, request_at(fresh_table()), "status%3D403", "?key_env=MY_KEY")
    assert isinstance(error, HarnessFault)
    assert error.__suppress_context__
    assert error.__cause__ is None


# --- endpoints -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "url", "endpoint"),
    [
        ("gpt-5-mini", "", "openai"),
        ("meta/llama-3", "", "openrouter"),
        ("mistral-small", "", "mistral"),
        ("qwen3", "http://localhost:8000/v1", "localhost:8000"),
        ("qwen3:8b", "http://localhost:11434/v1/", "ollama"),
    ],
)
def test_endpoints_are_found_by_model_or_by_address(model, url, endpoint):
    assert find_place(model, url).endpoint.id == endpoint


@pytest.mark.parametrize(
    ("model", "url", "sentence"),
    [
        ("qwen3", "", "no endpoint is known for the model 'qwen3'; give an address: llm:qwen3@http://localhost:8000/v1"),
        ("x", "localhost:8000", "is no address of an endpoint"),
        ("x", "http://h:99999/v1", "an address that cannot be read"),
        ("x", "http://h/v1?key=1", "an address holds no user, password or query"),
    ],
)
def test_an_endpoint_that_is_not_there_is_one_sentence(model, url, sentence):
    with pytest.raises(EndpointError, match=sentence.replace("?", r"\?")):
        find_place(model, url)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[endpoint]", "is not TOML"),
        ('[[endpoint]]\nid = "a"\nurl = "http://h"\nkey = "sk-CANARY123456"\n', "extra inputs are not permitted"),
        ('[[endpoint]]\nid = "a"\nurl = "http://u:p@h"\n', "an address holds no user"),
        ('[[endpoint]]\nid = "a"\nurl = "http://h"\nconcurrent = 0\n', "greater than or equal to 1"),
    ],
)
def test_a_wrong_endpoint_file_is_one_sentence_without_its_values(tmp_path, monkeypatch, text, sentence):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    monkeypatch.setenv("MASQUE_ENDPOINTS", str(path))
    with pytest.raises(EndpointError, match=sentence) as refused:
        known_endpoints()
    assert "CANARY" not in str(refused.value)


def test_prices_make_costs():
    price = find_place("gpt-5-mini").price
    assert price.cost(1_000_000, 100_000) == pytest.approx(0.45)
    assert price.cost(None, 5) is None


def test_the_library_is_not_imported_before_a_call_is_made():
    import subprocess
    import sys

    code = (
        "import sys, agents.roster, arena.cli.main, arena.tournament.runner;"
        "agents.roster.build('llm:x@http://h/v1', 1);"
        "sys.exit(bool({'openai', 'httpx2', 'aiohttp'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
