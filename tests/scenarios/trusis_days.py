"""Rows of rules.md C.1 that a day decides: votes, hidden votes, knights by day, talk of the dead."""

ROWS = [
    ("T01", "the most voted dies", "H H T T H H H S", {}, """
        C D E vote A; F G vote B => board A 3, B 2
        day ends => A dies; night 1 begins"""),
    ("T02", "a tie kills nobody", "H H T H H S", {}, """
        B C D vote A; A E F vote B => board A 3, B 3
        day ends => nobody dies; night 1 begins"""),
    ("T03", "no vote kills nobody", "T H H H S", {}, """
        day ends => nobody dies; night 1 begins"""),
    ("T04", "one vote is a plurality and there is no quorum", "H T T H H H H S", {}, """
        C votes A
        day ends => A dies; night 1 begins"""),
    ("T05", "current: a pass locks the vote", "H H H T T H S", {}, """
        D votes A; D votes B; D passes; D may not vote C => board B 1
        round ends; D may not vote C
        day ends => B dies"""),
    ("T05", "fr: a vote may change until the day ends", "H H H T T H S", {"preset": "fr"}, """
        D votes A; D votes B; D passes; round ends; D votes C => board C 1
        day ends => C dies"""),
    ("T05", "pl: a vote may change until the day ends", "H H H T T H S", {"preset": "pl"}, """
        D votes A; D votes B; D passes; round ends; D votes C => board C 1
        day ends => C dies"""),
    ("T06", "the Illusionist's hidden vote replaces the visible one", "H H I H H T T S", {}, """
        D votes A; E votes B; C votes A; C hides B => board A 2, B 1
        day ends => B dies; count A 1, B 2"""),
    ("T07", "the Wise Woman's vote breaks a tie that the board shows", "H H W H H T T S", {}, """
        day ends
        C picks A; night ends => nobody dies
        D E vote A; F G vote B => board A 2, B 2
        day ends => A dies; count A 3, B 2"""),
    ("T08", "her vote counts although she died that night", "H H W H H T T S", {}, """
        day ends
        C picks A; F G vote C; night ends => C dies
        D E vote A; F G vote B => board A 2, B 2
        day ends => A dies; count A 3, B 2"""),
    ("T09", "her vote is void when its target died that night", "H H W H H T T S", {}, """
        day ends
        C picks A; F G vote A; night ends => A dies
        D votes B
        day ends => B dies; count B 1"""),
    ("T10", "hidden and extra votes decide against the board", "H H H I W T T S H", {}, """
        day ends
        E picks B; night ends
        D votes A; D hides C; F G vote A; H I vote B => board A 3, B 2
        day ends => B dies; count A 2, B 3, C 1"""),
    ("T22", "the Gravekeeper calls a Butcher not Trusis", "T T B G H H H H", {}, """
        A D E vote C
        day ends => C dies; D learns C not_trusis"""),
    ("T22", "with trusis_scope team a Butcher is Trusis", "T T B G H H H H", {"trusis_scope": "team"}, """
        A D E vote C
        day ends => C dies; D learns C is_trusis"""),
    ("T23", "an executed Gravekeeper gets no report ever", "T T G H H H H H H", {}, """
        A B vote C
        day ends => C dies; C learns nothing
        night ends => C learns nothing
        A B vote D
        day ends => D dies; C learns nothing"""),
    ("T24", "a revived Gravekeeper hears of deaths after his return only", "T T G K H H H H H", {}, """
        day ends; night ends; day ends; night ends
        A B vote E
        day ends => E dies; C learns E not_trusis; night 3 begins
        A B vote C
        night ends => C dies; day 4 begins
        A B vote F
        day ends => F dies; C learns nothing
        D picks C
        night ends => D dies; C returns; C learns nothing; day 5 begins
        A B vote G
        day ends => G dies; C learns G not_trusis; night 5 begins"""),
    ("T25", "a knight's day sacrifice brings back for the night", "T T K H H H H S", {}, """
        A B vote H
        day ends => H dies
        night ends
        C picks H
        day ends => C dies; H returns; night 2 begins; alive A B D E F G H
        H picks A
        night ends => H learns A is_trusis"""),
    ("T27", "pl: each knight has one phase of his own", "T T K N H H H H", {"preset": "pl"}, """
        A B vote H
        day ends => H dies
        D may not pick H; C may pick H
        night ends
        C may not pick H; D may pick H"""),
    ("T28", "a declared knight who is voted out dies once and still revives", "T T K H H H H S", {}, """
        A B vote D
        day ends => D dies
        night ends
        C picks D; A B E vote C
        day ends => C dies; C dies of day_vote sacrifice; D returns"""),
    ("T29", "two knights bring one back once", "T T K N H H H H", {}, """
        A B vote H
        day ends => H dies
        night ends
        C D pick H
        day ends => C D die; H returns"""),
    ("T30", "nobody is dead on day 1", "T T K H H H H", {}, """
        C may not pick A; C may not pick B; C may not pick C; C may not pick D; C may not pick E"""),
    ("T42", "the dead talk but neither vote nor use powers", "T T K H H H H S", {"dead": "C D"}, """
        D accuses A; D addresses B; D claims human; C accuses A
        C may not pick D; C may not vote A; D may not vote A; D may not pass
        day ends
        C may not pick D; C defends D"""),
    ("T44", "who is introduced to whom", "T T D D H H H H H", {}, """
        => C knows trusis A B; C knows grave_digger C D; D knows trusis A B; D knows grave_digger C D
        => A knows trusis A B; A knows grave_digger nobody; E knows trusis nobody; E knows grave_digger nobody"""),
    ("T45", "nobody votes for himself by day", "T T H H H", {}, """
        A may not vote A; C may not vote C"""),
    ("T48", "cycles with deaths are no stalemate and max_days ends them", "T K K H H H",
        {"stalemate_cycles": 1, "max_days": 4}, """
        A D E vote B
        day ends => B dies
        C picks B; night ends => C dies; B returns
        day ends
        B picks C; night ends => B dies; C returns
        day ends
        C picks B; night ends => C dies; B returns; play goes on; day 4 begins
        day ends => truncated; winners nobody; losers nobody"""),
    ("T48", "five full cycles without a death are a draw", "T K K H H H", {}, """
        day ends; night ends; day ends; night ends; day ends; night ends; day ends; night ends
        day ends => play goes on
        night ends => draw; winners nobody; losers nobody"""),
    ("T49", "a Gravekeeper back at night hears nothing of that day", "T T G K H H H H", {}, """
        day ends
        A B vote C; night ends => C dies
        D picks C; A B vote E
        day ends => D E die; C returns; C learns nothing; night 2 begins
        night ends
        A B vote F
        day ends => F dies; C learns F not_trusis"""),
]  # fmt: skip
