"""The 69 Avalon scenarios of rules.md C.2 to C.4, each as a seating string, named actions and expected facts."""

import pytest

from envs.engine.game import SetupError
from tests.scenarios import avalon_missions, avalon_trapper
from tests.scenarios.avalon_scene import GAME, Scene

ROWS = [*avalon_missions.ROWS, *avalon_trapper.ROWS]
REFUSED = avalon_trapper.REFUSED


@pytest.mark.parametrize(
    ("seating", "keys", "script"), [row[2:] for row in ROWS], ids=[f"{number} {rule}" for number, rule, *_ in ROWS]
)
def test_the_rulebook_says(seating, keys, script):
    Scene(seating, **keys).play(script)


@pytest.mark.parametrize("asked", [row[2] for row in REFUSED], ids=[f"{number} {what}" for number, what, _ in REFUSED])
def test_the_trapper_is_refused(asked):
    with pytest.raises(SetupError, match=r"the Trapper needs 8 to 10 players and excludes Plot Cards; got \d players"):
        GAME.setup(**asked)


def test_every_scenario_of_the_rulebook_is_played():
    assert {row[0] for row in [*ROWS, *REFUSED]} == {f"A{number:02}" for number in range(1, 70)}
