"""Balance of Avalon: evil's wins when the heuristic plays itself at every size of table, beside human play.

``MASQUE_REPORT=1 pytest tests/arena/test_balance.py`` prints the figures; ``arena run --balance`` plays them at full length.
"""

import json
import os

import pytest
from rich.console import Console

from arena.boards.tables import show_balance
from arena.cli.main import main
from arena.metrics.ledger import ledger_of

BAND = 0.25
"""How far from human play the heuristic may be."""
REPORT = bool(os.environ.get("MASQUE_REPORT"))


@pytest.mark.parametrize("players", ledger_of("avalon").human.rates)
def test_evil_wins_about_as_often_as_among_people(players, tmp_path, capsys, record_property):
    command = ["run", "--balance", "--players", str(players), "--blocks", "30", "--out", str(tmp_path), "--json"]
    assert main(command) == 0
    (row,) = json.loads(capsys.readouterr().out)["balance"]
    record_property("evil_wins", f"{row['wins']} of {row['n']}, people {row['human']}")
    with capsys.disabled():
        show_balance(Console(highlight=False, quiet=not REPORT), [row])
    assert (row["n"], row["players"]) == (30, players)
    assert abs(row["rate"] - row["human"]) < BAND
