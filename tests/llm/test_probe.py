"""``arena probe``: what it finds out about endpoints of every kind."""

import json

import pytest

from arena.cli.main import main
from tests.llm.stage import served


def probed(capsys, model):
    with served() as endpoint:
        code = main(["probe", f"{model}@{endpoint.url}", "--json", "--seconds", "1"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("fake", {"schema_mode": "json_schema", "schema_enforced": True, "system_role": True, "tokens_parameter": "max_tokens"}),
        ("prose", {"schema_mode": "json_schema", "schema_enforced": False}),
        ("no-json", {"schema_mode": "prompt", "schema_enforced": False}),
        ("no-schema", {"schema_mode": "json_object"}),
        ("no-system", {"system_role": False}),
        ("new-parameters", {"tokens_parameter": "max_completion_tokens", "sampling": "not taken: temperature"}),
        ("usage-absent", {"usage_told": False, "context": "not told"}),
        ("reasoning", {"reasoning_apart": True}),
    ],
)
def test_the_probe_tells_what_an_endpoint_supports(capsys, model, expected):
    code, found = probed(capsys, model)
    assert code == 0
    assert {name: found[name] for name in expected} == expected
    assert found["seconds"] > 0


def test_the_probe_notices_a_context_that_is_cut_silently(capsys):
    _, found = probed(capsys, "short-context%3D500")
    assert found["context"].startswith("cut silently")


def test_the_probe_says_no_for_an_endpoint_that_cannot_be_used(capsys):
    code, found = probed(capsys, "status%3D404")
    assert code == 1
    assert "status 404" in found["problem"]


def test_the_probe_is_readable(capsys):
    with served() as endpoint:
        assert main(["probe", f"llm:prose@{endpoint.url}"]) == 0
    out = capsys.readouterr().out
    assert "schema enforced    no" in out
    assert "note: schema_not_enforced" in out
