"""Rows of rules.md C.1 that a night decides: kill votes, shields, blasts, investigations, knights by night."""

ROWS = [
    ("T11", "two kill votes apart are a tie", "T T H H H H H", {}, """
        day ends
        A votes C; B votes D
        night ends => nobody dies; day 2 begins"""),
    ("T12", "one kill vote is enough", "T T H H H H H", {}, """
        day ends
        A votes C
        night ends => C dies; day 2 begins"""),
    ("T13", "a shield stops the vote and the Grave Digger hears nothing", "T T P H D H H H", {}, """
        day ends
        A B vote D; C picks D
        night ends => nobody dies; E learns nothing; day 2 begins"""),
    ("T14", "a shield does not stop a Kamikaze", "T T P H Z H H H", {}, """
        day ends
        C picks D; E picks D
        night ends => D E die; D dies of kamikaze; E dies of kamikaze"""),
    ("T15", "a Kamikaze voids the shield against the vote too", "T T P H Z D H H H", {}, """
        day ends
        A B vote D; C picks D; E picks D
        night ends => D E die; D dies of trusis kamikaze; E dies of kamikaze; F learns D human"""),
    ("T16", "vote and Kamikaze on one seat kill it once", "T T P H Z D H H H", {}, """
        day ends
        A B vote D; E picks D
        night ends => D E die; D dies of trusis kamikaze; F learns D human"""),
    ("T17", "a dying Kamikaze still takes his target along", "T T P H Z D H H H", {}, """
        day ends
        A B vote E; E picks D
        night ends => D E die; E dies of trusis kamikaze; D dies of kamikaze; F learns E kamikaze"""),
    ("T18", "current: Priest and Wise Woman may not choose themselves", "T T P W H H H S", {}, """
        day ends
        C may not pick C; D may not pick D"""),
    ("T18", "fr: they may", "T T P W H H H S", {"preset": "fr"}, """
        day ends
        A B vote C; C picks C; D picks D
        night ends => nobody dies
        D votes E; day ends => nobody dies; count D 1, E 1"""),
    ("T18", "pl: they may", "T T P W H H H S", {"preset": "pl"}, """
        day ends
        A B vote C; C picks C; D picks D
        night ends => nobody dies
        D votes E; day ends => nobody dies; count D 1, E 1"""),
    ("T19", "the Sweeper tells Trusis, Castaway and neither", "T T S O C H H H", {}, """
        day ends
        C picks D; night ends => C learns D neither
        day ends
        C picks A; night ends => C learns A is_trusis
        day ends
        C picks E; night ends => C learns E is_castaway
        day ends
        C picks F; night ends => C learns F neither"""),
    ("T20", "a Sweeper killed that night gets his answer and may say it", "T T S P H H H H", {}, """
        day ends
        C picks D; A B vote C
        night ends => C dies; C learns D neither
        C reports D neither; C may not vote A"""),
    ("T21", "the Oracle learns the exact role", "T T O K H H H H", {}, """
        day ends
        C picks D
        night ends => C learns D white_knight"""),
    ("T26", "a knight's night sacrifice brings back for the day", "T T K H H H H S", {}, """
        A B vote D
        day ends => D dies
        C picks D
        night ends => C dies; D returns; day 2 begins
        D votes A; A votes D"""),
    ("T43", "other Trusis-team roles have no kill vote", "T T B O H H H H H", {}, """
        day ends
        C D may not vote E; A may vote E"""),
    ("T50", "a Grave Digger back by day hears nothing of that night", "T T D K H H H H H", {}, """
        E F G vote C
        day ends => C dies
        night ends; day ends
        D picks C; A B vote E
        night ends => D E die; C returns; C learns nothing; day 3 begins
        day ends
        A B vote F; night ends => F dies; C learns F human"""),
    ("T51", "a knight who is also the victim dies once, with both causes, and revives", "T T D K H H H H", {}, """
        A B vote E
        day ends => E dies
        D picks E; A B vote D
        night ends => D dies; D dies of trusis sacrifice; C learns D white_knight; E returns"""),
]  # fmt: skip
