"""Rows of rules.md C.1 about the win check."""

ROWS = [
    ("T31", "Humans win when the last Role.TRUSIS dies, allies or not", "T B H H H", {"dead": "E"}, """
        C D vote A
        day ends => A dies; humans win; winners C D E; losers A B"""),
    ("T32", "current: a living castaway takes the victory", "T B H H C", {}, """
        C D vote A
        day ends => castaways win; winners E; losers A B C D"""),
    ("T32", "fr: a living castaway takes the victory", "T B H H C", {"preset": "fr"}, """
        C D vote A
        day ends => castaways win"""),
    ("T32", "bga_wiki_en: a living castaway takes the victory", "T B H H C", {"preset": "bga_wiki_en"}, """
        C D vote A
        day ends => castaways win"""),
    ("T32", "pl: a living castaway takes the victory", "T B H H C", {"preset": "pl"}, """
        C D vote A
        day ends => castaways win"""),
    ("T32", "by key the match is void", "T B H H C", {"castaway_override": "void"}, """
        C D vote A
        day ends => void; winners nobody; losers nobody"""),
    ("T33", "strict: equal numbers are no majority", "T T H H H", {}, """
        A B vote E
        day ends => E dies; alive A B C D; play goes on; night 1 begins"""),
    ("T33", "parity: equal numbers win", "T T H H H", {"majority": "parity"}, """
        A B vote E
        day ends => trusis win; winners A B; losers C D E"""),
    ("T33", "a living Priest holds parity off", "T T H P H", {"majority": "parity_unless_priest_or_wise_woman"}, """
        A B vote E
        day ends => play goes on; night 1 begins"""),
    ("T33", "without Priest and Wise Woman parity wins", "T T H H H",
        {"majority": "parity_unless_priest_or_wise_woman"}, """
        A B vote E
        day ends => trusis win"""),
    ("T34", "allies count against the majority", "T T B H H", {}, """
        A B vote E
        day ends => alive A B C D; play goes on"""),
    ("T35", "Trusis win by elimination without a majority", "T B O Z H", {}, """
        day ends
        A votes E
        night ends => alive A B C D; trusis win; winners A B C D; losers E"""),
    ("T36", "current: castaways are left out of the majority and win", "T T H C C H", {}, """
        A B vote F
        day ends => alive A B C D E; castaways win; winners D E"""),
    ("T36", "pl: castaways are counted", "T T H C C H", {"preset": "pl"}, """
        A B vote F
        day ends => alive A B C D E; play goes on"""),
    ("T36", "bga_wiki_en: castaways are counted", "T T H C C H", {"preset": "bga_wiki_en"}, """
        A B vote F
        day ends => alive A B C D E; play goes on"""),
    ("T37", "strict: one Trusis, one Butcher, one castaway play on", "T B C H H", {}, """
        A B vote E
        day ends
        A votes D; night ends => alive A B C; play goes on
        day ends
        A votes C; night ends => alive A B; trusis win"""),
    ("T37", "parity: the castaways win now", "T B C H H", {"majority": "parity"}, """
        A B vote E
        day ends => play goes on
        A votes D; night ends => alive A B C; castaways win"""),
    ("T38", "both conditions: Humans by default", "T Z H B H", {}, """
        A B vote E; day ends
        A votes C; B picks A
        night ends => alive D; humans win; winners C E; losers A B D"""),
    ("T38", "both conditions: Trusis by key", "T Z H B H", {"simultaneous_win": "trusis"}, """
        A B vote E; day ends
        A votes C; B picks A
        night ends => alive D; trusis win; winners A B D"""),
    ("T38", "both conditions: a draw by key", "T Z H B H", {"simultaneous_win": "draw"}, """
        A B vote E; day ends
        A votes C; B picks A
        night ends => alive D; draw; winners nobody; losers nobody"""),
    ("T39", "nobody alive: Humans by default", "T Z H H H", {"dead": "D E"}, """
        day ends
        A votes C; B picks A
        night ends => alive nobody; humans win; winners C D E"""),
    ("T39", "nobody alive: a draw by key", "T Z H H H", {"dead": "D E", "simultaneous_win": "draw"}, """
        day ends
        A votes C; B picks A
        night ends => alive nobody; draw"""),
    ("T40", "the win check does not wait for a queued revival", "T T N H H H", {}, """
        D E F vote B; day ends => B dies
        night ends
        C picks B; D E F vote A
        day ends => A C die; humans win; nobody returns"""),
    ("T40", "with pending_revival_blocks_win it does", "T T N H H H", {"pending_revival_blocks_win": True}, """
        D E F vote B; day ends => B dies
        night ends
        C picks B; D E F vote A
        day ends => A C die; B returns; play goes on; night 2 begins"""),
    ("T41", "a revival can win at the start of the night", "T T N H H", {}, """
        C D E vote B; day ends => B dies
        A votes E; night ends => E dies; play goes on
        C picks B
        day ends => C dies; B returns; night 2 begins; alive A B D; trusis win; winners A B C"""),
    ("T46", "current: one Trusis against castaways only has met the condition", "T C H H H", {"dead": "D E"}, """
        A votes C
        day ends => alive A B; castaways win"""),
    ("T46", "pl: one Trusis and one castaway play on", "T C H H H", {"preset": "pl", "dead": "D E"}, """
        A votes C
        day ends => alive A B; play goes on"""),
    ("T46", "bga_wiki_en: one Trusis and one castaway play on", "T C H H H",
        {"preset": "bga_wiki_en", "dead": "D E"}, """
        A votes C
        day ends => alive A B; play goes on"""),
    ("T47", "only castaways alive: they win", "C C T H H", {"dead": "D E"}, """
        A B vote C
        day ends => alive A B; castaways win; winners A B; losers C D E"""),
]  # fmt: skip
