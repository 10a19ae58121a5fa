"""The 51 Trusis scenarios of rules.md C.1, each as a seating string, named actions and expected events."""

import pytest

from tests.scenarios import trusis_days, trusis_nights, trusis_victories
from tests.scenarios.scene import Scene

ROWS = [*trusis_days.ROWS, *trusis_nights.ROWS, *trusis_victories.ROWS]


@pytest.mark.parametrize(
    ("seating", "keys", "script"), [row[2:] for row in ROWS], ids=[f"{number} {rule}" for number, rule, *_ in ROWS]
)
def test_the_rulebook_says(seating, keys, script):
    Scene(seating, **keys).play(script)


def test_every_scenario_of_the_rulebook_is_played():
    assert {row[0] for row in ROWS} == {f"T{number:02}" for number in range(1, 52)}
