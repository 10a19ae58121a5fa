"""Failures reported elsewhere (cases.md, area Trusis, with ENV-19 and ENV-20), played as scenes on this rulebook."""

import pytest

from envs import load_game
from envs.engine.table import Table
from tests.scenarios.scene import Scene

ROWS = [
    ("TRU-01 current leaves castaways out", "T T H C H", {}, """
        A B vote E
        day ends => alive A B C D; castaways win; winners D; losers A B C E"""),
    ("TRU-01 the wiki text counts castaways", "T T H C H", {"preset": "bga_wiki_en"}, """
        A B vote E
        day ends => alive A B C D; play goes on"""),
    ("TRU-01 current counts a helper among the others", "T T B H H", {}, """
        A B vote E
        day ends => alive A B C D; play goes on"""),
    ("TRU-01 the wiki text counts a helper among the others", "T T B H H", {"preset": "bga_wiki_en"}, """
        A B vote E
        day ends => alive A B C D; play goes on"""),
    ("TRU-02 parity is no win and the majority ends the match at dawn", "T T H H H", {}, """
        A B vote E
        day ends => play goes on; night 1 begins
        A B vote D
        night ends => trusis win; no phase begins"""),
    ("TRU-03 the castaways alone win, their dead included", "T H H C C", {"dead": "E"}, """
        B C vote A
        day ends => castaways win; winners D E; losers A B C"""),
    ("TRU-03 a castaway executed the day before takes nothing", "T H H C H", {}, """
        B C vote D; day ends; night ends
        B C vote A
        day ends => humans win; winners B C E; losers A D"""),
    ("TRU-03 a castaway who dies in the same phase takes nothing", "T H H C Z", {}, """
        day ends
        A votes D; E picks A
        night ends => A D E die; humans win; winners B C; losers A D E"""),
    ("TRU-05 nobody alive at dusk, sacrifice first", "T K H H H", {"dead": "C D E"}, """
        B picks C; B votes A
        day ends => A B die; alive nobody; humans win"""),
    ("TRU-05 nobody alive at dusk, vote first", "T K H H H", {"dead": "C D E"}, """
        B votes A; B picks C
        day ends => A B die; alive nobody; humans win"""),
    ("TRU-05 the last Human and the last Trusis die in one night", "T Z H H H", {"dead": "D E"}, """
        day ends
        B picks A; A votes C
        night ends => A B C die; humans win"""),
    ("TRU-06 a revived seat votes, is voted for, has its power and dies again", "T T S K H H H H", {}, """
        A B vote C
        day ends => C dies
        D picks C
        night ends => D dies; C returns; alive A B C E F G H
        C votes F; A may vote C; B may vote C; E may vote C; F may vote C => board F 1
        day ends => F dies
        C picks A; A B vote C
        night ends => C dies; C learns A is_trusis"""),
    ("TRU-07 with knight_dies now the votes on him and by him go", "H H H K T H H", {"dead": "G", "knight_dies": "now"},
        """
        A B C vote D; D votes A => board A 1, D 3
        D picks G => D dies; board nothing; play goes on
        A may not vote D; B may not vote D; A votes F => board F 1
        day ends => F dies; G returns; night 1 begins"""),
    ("TRU-07 a pass made before he died is undone", "H H H K T H H", {"dead": "G", "knight_dies": "now"}, """
        A votes D; A passes; D picks G => D dies; board nothing
        round ends; A votes B
        day ends => B dies"""),
    ("TRU-07 by default the knight's last vote counts", "H H H K T H H", {"dead": "G"}, """
        D votes A; D picks G => nobody dies
        day ends => A D die; count A 1"""),
    ("TRU-09 the extra vote adds to the board", "T T W H H H H H", {}, """
        day ends
        C picks E; night ends
        A B vote D; C F vote E => board D 2, E 2
        day ends => E dies; count D 2, E 3"""),
    ("TRU-09 the extra vote of a dead Wise Woman counts", "T T W H H H H H", {}, """
        day ends
        C picks E; A B vote C; night ends => C dies
        F votes D; G votes E => board D 1, E 1
        day ends => E dies; count D 1, E 2"""),
    ("TRU-11 a tie for the most kills nobody", "T H H H H", {}, """
        C D vote A; A E vote B; B votes C => board A 2, B 2, C 1
        day ends => nobody dies"""),
    ("TRU-11 one vote on each of five kills nobody", "T H H H H", {}, """
        A votes B; B votes C; C votes D; D votes E; E votes A
        day ends => nobody dies"""),
    ("TRU-11 three against two kills", "T H H H H", {}, """
        C D E vote B; A B vote C
        day ends => B dies"""),
    ("TRU-11 no kill vote kills nobody", "T T H H H H H", {}, """
        day ends
        night ends => nobody dies"""),
    ("TRU-12 a pass is final by night and takes no turn of others", "T T S P H H H", {}, """
        day ends
        D passes; D may not pick C => it is night 1
        round ends; D may not pick C; C picks A => it is night 1
        night ends => C learns A is_trusis"""),
    ("TRU-12 a changed vote counts once", "T T S P H H H", {}, """
        A votes C; A votes D; A passes => board D 1
        day ends => D dies; count D 1"""),
    ("TRU-13 the same vote twice is refused", "T T S P H H H", {}, """
        A votes C; A may not vote C; A may vote D => board C 1; it is day 1"""),
    ("TRU-14 a tied kill vote leaves all other powers", "T T P S W K H H H H", {}, """
        A B vote J
        day ends => J dies
        A votes G; B votes H; C picks G; D picks A; E picks B; F picks J
        night ends => F dies; J returns; D learns A is_trusis; day 2 begins
        day ends => B dies; count B 1"""),
    ("TRU-14 no kill vote leaves all other powers", "T T P S W K H H H H", {}, """
        A B vote J
        day ends
        C picks G; D picks C; E picks B; F picks J
        night ends => F dies; J returns; D learns C neither"""),
    ("TRU-15 a dying Sweeper learns, asking first", "T T S H H H H", {}, """
        day ends
        C picks A; A B vote C
        night ends => C dies; C learns A is_trusis"""),
    ("TRU-15 a dying Sweeper learns, asking last", "T T S H H H H", {}, """
        day ends
        A B vote C; C picks A
        night ends => C dies; C learns A is_trusis"""),
    ("TRU-17 two causes are one death", "T T K H H H H", {}, """
        A B vote D; day ends
        C picks D; A B vote C
        night ends => C dies; C dies of trusis sacrifice; D returns"""),
    ("TRU-18 the check before the revival decides", "T T K H H H", {"dead": "F"}, """
        day ends
        C picks F; A B vote D
        night ends => C D die; nobody returns; trusis win; no phase begins"""),
    ("TRU-18 by key the check waits for the revival", "T T K H H H", {"dead": "F", "pending_revival_blocks_win": True}, """
        day ends
        C picks F; A B vote D
        night ends => C D die; F returns; alive A B E F; play goes on; day 2 begins"""),
    ("TRU-22 three answers of the Sweeper", "T S B C H H H H", {}, """
        day ends
        B picks A; night ends => B learns A is_trusis
        day ends
        B picks C; night ends => B learns C neither
        day ends
        B picks D; night ends => B learns D is_castaway
        day ends
        B picks E; night ends => B learns E neither"""),
    ("TRU-22 a helper's grave is not Trusis", "T G B C H H H H", {}, """
        D E vote C
        day ends => B learns C not_trusis
        night ends
        D E F vote A; day ends => castaways win"""),
    ("TRU-22 the grave of a Trusis is", "T T G H H H H H", {}, """
        D E F vote A
        day ends => C learns A is_trusis"""),
    ("TRU-22 a shield holds for one night", "T T P H H H H", {}, """
        day ends
        A B vote D; C picks D; night ends => nobody dies
        day ends
        A B vote D; night ends => D dies"""),
    ("TRU-22 a shield does not hold by day", "T T P H H H H", {}, """
        day ends
        C picks D; night ends
        A B vote D; day ends => D dies"""),
    ("ENV-19 no night follows the execution of the last Trusis", "T B H H H", {}, """
        C D E vote A
        day ends => humans win; no phase begins; winners C D E
        A may not vote B; A may not end; B may not pass"""),
    ("ENV-20 a win by the vote of the last day counts", "T H H H H", {"max_days": 3}, """
        day ends; night ends; day ends; night ends
        B C vote A
        day ends => humans win; no phase begins"""),
    ("ENV-20 without a result the last day truncates", "T H H H H", {"max_days": 3}, """
        day ends; night ends; day ends; night ends => play goes on; day 3 begins
        day ends => truncated; no phase begins; winners nobody; losers nobody"""),
]  # fmt: skip


@pytest.mark.parametrize(("seating", "keys", "script"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reported_failure_does_not_happen_here(seating, keys, script):
    Scene(seating, **keys).play(script)


def test_a_channel_that_does_not_exist_is_no_way_to_speak():
    table = Table(load_game("trusis"), load_game("trusis").setup(8, talk="text"), 1)
    speaker = table.actor
    assert not any(table.may_say(speaker, channel) for channel in (-1, -2, -30, 2 + speaker, 2 + 8, 40))
