"""Rows of rules.md C.4: the Trapper, with 8 players unless noted."""

EIGHT = "Se Se Se Se Se Mi Mi Mi"
TRAPPER = {"use": "trapper"}
SWORD = {"use": "trapper excalibur"}
MISSIONS = """
        mission A B C D, nobody fails; mission A B C F G, F G fail; mission A B C D E, nobody fails; until PROPOSAL
"""
REFUSED = [
    ("A45", "seven players", {"players": 7, "expansions": ("trapper",)}),
    ("A45", "with the plot cards", {"players": 8, "expansions": ("trapper", "plot_cards")}),
]
ROWS = [
    ("A46", "three members are not enough", EIGHT, TRAPPER, """
        A adds A; A adds B; A adds C => A asked PROPOSAL
        A may not decline; A may not approve; A adds D => now VOTE"""),
    ("A47", "the only Fail excluded", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails => A asked EXCLUDE
        A excludes F => quest 1 succeeds with 0; A sees F fail"""),
    ("A48", "a Success excluded", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A excludes A => quest 1 fails with 1; A sees A success"""),
    ("A49", "one of two Fails in mission 4 excluded", EIGHT, TRAPPER, MISSIONS + """
        D team A B C D F G; all approve; F G fail; D excludes F => quest 4 succeeds with 1"""),
    ("A50", "two Fails left in mission 4", EIGHT, TRAPPER, MISSIONS + """
        D team A B C D F G; all approve; F G fail; D excludes A => quest 4 fails with 2"""),
    ("A51", "a Success turned to Fail, then excluded", EIGHT, SWORD, """
        A team A B C D; A gives B; all approve; nobody fails; B flips C; A excludes C
        => A sees C fail; quest 1 succeeds with 0"""),
    ("A52", "excluding the holder does not undo the flip", EIGHT, SWORD, """
        A team A B C F; A gives B; all approve; F fails; B flips F; A excludes B
        => quest 1 succeeds with 0; A sees B success; F sees F success"""),
    ("A53", "the sword comes first", EIGHT, SWORD, """
        A team A B C D; A gives B; all approve; nobody fails => B asked USE_SWORD
        A may not exclude C"""),
    ("A54", "the leader's own card", "Mi Se Se Se Se Se Mi Mi", TRAPPER, """
        A team A B C D; all approve; A fails; A may exclude A; A excludes A => quest 1 succeeds with 0; A sees A fail"""),
    ("A55", "a leader who stayed at home", EIGHT, TRAPPER, """
        A team B C D F; all approve; F fails; A may not exclude A; A excludes F => quest 1 succeeds with 0"""),
    ("A56", "no change after confirming", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A excludes F; A may not exclude B; A may not decline"""),
    ("A57", "nothing is shown before confirming", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A may not look F; A may not decline; A may not flip F
        => A sees no card of F; A asked EXCLUDE"""),
    ("A58", "an idle leader: the table excludes a card and shows it to him", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A is absent
        => everybody knows the card of A is out; A sees A success; quest 1 fails with 1"""),
    ("A58", "any legal answer of a fallback completes the mission", EIGHT, TRAPPER, """
        A team B C D F; all approve; nobody fails; anything
        => everybody knows the card of B is out; A sees B success; quest 1 succeeds with 0"""),
    ("A59", "the others see whose, not what", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A excludes F
        => everybody knows the card of F is out; B knows the card of F is out; B sees no card of F; G sees no card of F"""),
    ("A60", "at the end the history shows the value, the table never", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A excludes F => B sees no card of F
        mission A B C D E, nobody fails; anything; mission A B C D E, nobody fails; anything
        => good wins; B sees F fail; table 1 shows F with a tick and the mark; table 1 shows A with a tick
        => table 1 shows H with nothing"""),
    ("A61", "the Witch hides the result, not the exclusion", "Se Se Se Se Se Mi Mi Wi", TRAPPER, """
        A team A B C F; all approve; F fails; A excludes F; H hides; A checks B; A announces good
        => quest 1 is hidden; score 1-0; A sees F fail; B sees no card of F; B knows the card of F is out"""),
    ("A62", "the Lunatic's card excluded", "Se Se Se Se Se Mi Mi Lu", TRAPPER, """
        A team A B C H; all approve => H may only fail
        H fails; A excludes H => quest 1 succeeds with 0"""),
    ("A63", "the Brute keeps his limits", "Se Se Se Se Se Mi Mi Br", TRAPPER, MISSIONS + """
        D team A B C D E H; all approve; H may not play fail => H may only success"""),
    ("A64", "the Trickster's card does not lie", "Se Se Se Se Se Mi Mi Tk", TRAPPER, """
        A team A B C H; all approve; H fails; A excludes H => A sees H fail"""),
    ("A65", "a forced team has one more member too", EIGHT, TRAPPER, """
        4 teams rejected; E adds A; E adds B; E adds C => E asked PROPOSAL
        E adds F => forced team A B C F; now CARDS
        F fails => E asked EXCLUDE
        E excludes F => quest 1 succeeds with 0; E sees F fail; A sees no card of F"""),
    ("A66", "the sword passes and the wrong card is excluded", EIGHT, SWORD, """
        A team A B C F; A gives B; all approve; F fails; B declines; A excludes C => quest 1 fails with 1"""),
    ("A67", "the next leader does not learn the last exclusion", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A excludes F => leader B; quest 2
        B team A B C D E; all approve; nobody fails; B excludes A
        => B sees no card of F; B knows the card of A is out; B sees A success; A sees F fail"""),
    ("A68", "the excluded player's own entry shows no value", EIGHT, TRAPPER, """
        A team A B C F; all approve; F fails; A excludes F => F sees no card of F; F knows the card of F is out"""),
    ("A69", "a Fail turned to Success, then excluded", EIGHT, SWORD, """
        A team A B C F; A gives B; all approve; F fails; B flips F; A excludes F
        => A sees F success; quest 1 succeeds with 0"""),
]  # fmt: skip
