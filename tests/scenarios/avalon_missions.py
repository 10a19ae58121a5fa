"""Rows of rules.md C.2: votes, cards, sight, assassination, loyalty, plot cards."""

PLAIN_5 = "Se Se Se Mi Mi"
PLAIN_6 = "Se Se Se Se Mi Mi"
SWITCH = "switch stay stay stay stay"
PLAIN_7 = "Se Se Se Se Mi Mi Mi"

ROWS = [
    ("A01", "a tie rejects", PLAIN_6, {}, """
        A team A B; A B C approve => votes 3-3; leader B; proposal 2; now PROPOSAL"""),
    ("A02", "online: the fifth team goes without a vote", PLAIN_5, {}, """
        4 teams rejected => leader E; proposal 5
        E team A B => forced team A B; now CARDS"""),
    ("A03", "printed: the fifth rejection gives evil the game", PLAIN_5, {"preset": "printed"}, """
        4 teams rejected; E team A B => now VOTE
        nobody approves => evil wins; reason rejected_vote; leader E; proposal 5"""),
    ("A04", "the King Returns on the forced fifth team gives evil the game", PLAIN_5,
     {"use": "plot_cards", "plot": "king_returns"}, """
        A gives B; 4 teams rejected; E team A B => B asked CANCEL
        B cancels => evil wins; reason rejected_vote"""),
    ("A05", "seven players, mission 4: one Fail is not enough", PLAIN_7, {}, """
        mission A B, nobody fails; mission A B E, E fails; mission A B C, nobody fails
        mission A B C E, E fails => quest 4 succeeds with 1"""),
    ("A06", "seven players, mission 4: two Fails are", PLAIN_7, {}, """
        mission A B, nobody fails; mission A B E, E fails; mission A B C, nobody fails
        mission A B E F, E F fail => quest 4 fails with 2"""),
    ("A07", "five players, mission 4: one Fail is enough", PLAIN_5, {}, """
        mission A B, nobody fails; mission A B D, D fails; mission A B, nobody fails
        mission A B D, D fails => quest 4 fails with 1"""),
    ("A07", "six players, mission 4: one Fail is enough", PLAIN_6, {}, """
        mission A B, nobody fails; mission A B E, E fails; mission A B C D, nobody fails
        mission A B E, E fails => quest 4 fails with 1"""),
    ("A08", "a vote and a card are final", PLAIN_5, {}, """
        A team A B; A votes approve; A may not vote reject; A may not vote approve
        all approve; A plays success; A may not play success; A may not play fail"""),
    ("A09", "good never fails", PLAIN_5, {}, """
        A team A D; all approve; A may not play fail => A may only success; D may only success or fail"""),
    ("A10", "the Lunatic always fails", "Se Se Se Mi Lu", {}, """
        A team A E; all approve; E may not play success => E may only fail"""),
    ("A11", "the Brute fails in missions 1 to 3 only", "Se Se Se Mi Br", {}, """
        mission A B, nobody fails; mission A B D, D fails; C team A E; all approve => E may only success or fail
        E fails => quest 3 fails with 1
        D team A B E; all approve; E may not play fail => E may only success"""),
    ("A12", "Merlin sees Oberon, not Mordred, not the Wraith", "Me Se Se Se Md Wr Ob", {}, """
        => A knows G as evil; A knows E as nothing; A knows F as nothing; A knows B as nothing"""),
    ("A13", "a minion sees the Trickster as evil, the Lancelot exactly, Oberon not", "Gl Se Se Se Se Se Mi Ob El Tk", {}, """
        => G knows J as evil; G knows I as evil_lancelot; G knows H as nothing; G knows A as nothing"""),
    ("A14", "nobody to shoot at: three successes end the game", PLAIN_5, {}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A B, nobody fails
        => good wins; reason good_team_missions; never SHOT; winners A B C"""),
    ("A15", "evil is public by then and refused as a victim", "Me Se Se Ob Mi", {"order": "E"}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A B, nobody fails
        => E asked SHOT; D is public as oberon; E is public as minion; A is public as nothing
        E may not shoot_merlin D; E may not shoot_merlin E; E may shoot_merlin A; E may shoot_merlin B"""),
    ("A15", "printed: the assassin's list does not tell who Oberon is", "Me Pe Se Ob As", {"preset": "printed"}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A B, nobody fails
        => E asked SHOT; D is public as nothing
        E may shoot_merlin D; E may not shoot_merlin E; E shoot_merlin D => good wins; reason miss_merlin"""),
    ("A16", "one lover of two is a miss", "Me Tr Is Se Mi Mi", {}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A B C D, nobody fails => E asked SHOT
        E shoot_lovers B+D => good wins; reason miss_lovers; winners A B C D"""),
    ("A17", "a hit on the Cleric asks for a plain role", "Cl Me Tr Is Se Mi Mi Mi", {}, """
        mission A B C, nobody fails; mission A B C D, nobody fails; mission A B C D, nobody fails
        F shoot_cleric A => A is public as cleric; F asked NAMING; play goes on
        F may not name B merlin; F may not name A cleric; F may not name G servant; F may name C tristan
        F name E servant => evil wins; reason kill_cleric; winners F G H"""),
    ("A18", "Merlin may be named when nothing else is left", "Me Cl Gl El Mi", {"order": "E"}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A B, nobody fails; E shoot_cleric B => E asked NAMING
        E may not name A servant; E may not name C good_lancelot; E may not name A cleric; E may name C merlin
        E name A merlin => evil wins; reason kill_cleric"""),
    ("A18", "a miss on the Cleric ends the game", "Me Cl Gl El Mi", {"order": "E"}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A B, nobody fails
        E shoot_cleric A => good wins; reason miss_cleric"""),
    ("A19", "the Lady never returns to a holder", PLAIN_5, {"use": "lady"}, """
        mission A B, nobody fails; mission A B D, D fails => E asked CHECK_BY_LADY; token E
        E may not check E; E checks A => E learns A good
        E announces evil => token A; C asked PROPOSAL
        mission A B, nobody fails => A asked CHECK_BY_LADY
        A may not check A; A may not check E; A checks B; A announces good => token B"""),
    ("A20", "the Trickster shows good", "Tm Tk Se Mi Se", {"use": "lady"}, """
        mission A C, nobody fails; mission A C E, nobody fails; E checks B => E learns B good"""),
    ("A20", "the Troublemaker shows evil", "Tm Tk Se Mi Se", {"use": "lady"}, """
        mission A C, nobody fails; mission A C E, nobody fails; E checks A => E learns A evil"""),
    *(
        ("A21", f"the Lady of the Sea on a {role}", "Me Tm Se Se Md Tk Mi Se", {"lady": "sea", "decoy": "minion"}, f"""
        mission A B C, nobody fails; mission A B C D, nobody fails; H checks {seat} => H learns {seat} {shown}
        H may announce role:mordred; H may announce good; H may not announce role:trickster; H may not announce evil""")
        for role, seat, shown in (
            ("Mordred", "E", "mordred"), ("Trickster", "F", "good"), ("Troublemaker", "B", "minion"), ("Servant", "C", "good"))
    ),
    ("A22", "Percival knows both wizards by checking one", "Me Se Mg Mi Pe", {"use": "lady"}, """
        => E knows A as wizard; E knows C as wizard
        mission A B, nobody fails; mission A B D, D fails; E checks C
        => E learns C evil; E knows C as morgana; E knows A as merlin; E was told A is merlin"""),
    ("A23", "the loyalty card comes before the Lady", "Gl Se Se El Mi", {"use": "lady", "loyalty": SWITCH}, """
        mission A B, nobody fails; mission A B C, nobody fails; E checks A => E learns A evil"""),
    ("A24", "Merlin's mark stays and a minion's label changes", "Me Gl Se El Mi", {"loyalty": SWITCH}, """
        mission A B, nobody fails; mission A B C, nobody fails
        => A knows D as evil; A knows B as nothing; E knows D as good_lancelot; E knows B as nothing
        => E was told D is good_lancelot; B knows E as nothing; D knows E as nothing
        C team B D; all approve => B may only fail; D may only success"""),
    ("A24", "the pure Merlin's label changes", "Mp Gl Se El Mi", {"loyalty": SWITCH}, """
        => A knows D as evil_lancelot
        mission A B, nobody fails; mission A B C, nobody fails => A knows D as good_lancelot; A knows B as nothing"""),
    ("A25", "the assassin is drawn by the side of now", "Me Gl Se El Mi",
     {"loyalty": SWITCH, "order": "DB"}, """
        mission A B, nobody fails; mission A B C, nobody fails; mission A C, nobody fails
        => B asked SHOT; B is public as evil_lancelot; D is public as nothing
        B shoot_merlin A => evil wins; reason kill_merlin; winners B E"""),
    ("A26", "the Cleric on a Trickster", "Tk Cl Se Se Mi", {}, "mission B C, nobody fails => B learns A good"),
    ("A26", "the Cleric on a Troublemaker", "Tm Cl Se Mi Mi", {}, "mission B C, nobody fails => B learns A evil"),
    ("A26", "the Cleric who led himself", "Cl Se Se Mi Mi", {}, "mission B C, nobody fails => A learns nothing"),
    ("A27", "the Cleric hears of the leader whose team went", "Se Tm Cl Mi Mi", {}, """
        1 team rejected; mission C A, nobody fails => C learns B evil"""),
    ("A28", "the Revealer is public after the second failure", "Se Se Se Re Mi", {}, """
        mission A D, D fails => D is public as nothing
        mission A B C, nobody fails => D is public as nothing
        mission A D, D fails => D is public as revealer; E is public as nothing"""),
    ("A29", "a hidden second failure does not tell of the Revealer", "Se Se Se Re Wi", {}, """
        mission A D, D fails; nobody hides; mission A B D, D fails; E hides => A asked CHECK_BY_LOT
        A checks B; A announces good => quest 2 is hidden; score 0-2; D is public as nothing"""),
    ("A29", "the site's leak may be switched on", "Se Se Se Re Wi", {"witch_hides_revealer": False}, """
        mission A D, D fails; nobody hides; mission A B D, D fails; E hides
        A checks B; A announces good => quest 2 is hidden; D is public as revealer"""),
    ("A30", "hiding the deciding success leads to the assassination", "Me Se Se Wi Mi", {}, """
        mission A B, nobody fails; nobody hides; mission A B C, nobody fails; nobody hides
        mission A B, nobody fails; D hides; A checks B; A announces good => quest 3 is hidden; now SHOT; play goes on"""),
    ("A31", "the lot never falls on the Witch, who may be checked", "Se Se Se Wi Mi", {"checkers": "DB"}, """
        mission A B, nobody fails => A B C D E asked HIDE
        D hides => B asked CHECK_BY_LOT
        B may not check B; B checks D => B learns D evil
        B may announce evil; B announces good => quest 1 is hidden; quest 2"""),
    ("A32", "a forced team has no open votes", PLAIN_5, {"use": "plot_cards", "plot": "charge"}, """
        A gives B; A team A C => B asked CHARGE
        B votes approve => A C D E asked VOTE
        nobody approves => votes 1-4
        3 teams rejected; E team A B => now CARDS"""),
    ("A33", "the nearer King Returns is asked first", PLAIN_7, {"use": "plot_cards", "plot": "king_returns king_returns"}, """
        A gives C; A gives B; A team A D; all approve => B asked CANCEL
        B declines => C asked CANCEL
        C cancels => proposal 2; leader B; B holds king_returns; C holds nothing"""),
    ("A34", "who leads to victory deals this round's card", PLAIN_5, {"use": "plot_cards", "plot": "lead_to_victory ambush"}, """
        A gives D => A asked PROPOSAL
        mission A B, nobody fails => D asked LEAD; leader B
        D leads => leader D; D asked DEAL_PLOT
        D may not give D; D gives B => D asked PROPOSAL; B holds ambush; D holds nothing"""),
    ("A35", "the sword goes to another member", PLAIN_7, {"use": "excalibur"}, """
        A team A B; A may not give A; A may not give C; A gives B => sword B; now VOTE"""),
    ("A36", "a rejected team gives the sword back", PLAIN_7, {"use": "excalibur"}, """
        A team A B; A gives B; nobody approves => sword nobody; leader B
        B team C D; B gives D => sword D"""),
    ("A37", "a forced team gets the sword too", PLAIN_5, {"use": "excalibur"}, """
        4 teams rejected; E team A B => E asked GIVE_SWORD
        E gives A => sword A; now CARDS"""),
    ("A38", "the only Fail is turned", PLAIN_5, {"use": "excalibur"}, """
        mission A B, nobody fails; until PROPOSAL; B team A B D; B gives A; all approve; D fails => A asked USE_SWORD
        A flips D => quest 2 succeeds with 0; A sees D success; D sees D success; B sees no card of D"""),
    ("A39", "a Success turned in the deciding mission", "Me Se Se Mi Mi", {"use": "excalibur"}, """
        mission A B, nobody fails; mission A B D, D fails; mission A B, nobody fails; mission A B D, D fails; until PROPOSAL
        E team A B C; E gives A; all approve; nobody fails; A flips B
        => quest 5 fails with 1; evil wins; reason evil_team_missions; never SHOT"""),
    ("A40", "one of two Fails in mission 4 is turned", PLAIN_7, {"use": "excalibur"}, """
        mission A B, nobody fails; mission A B E, E fails; mission A B C, nobody fails; until PROPOSAL
        D team A B E F; D gives A; all approve; E F fail; A flips E => quest 4 succeeds with 1"""),
    ("A41", "the sword reaches participants only", PLAIN_7, {"use": "excalibur"}, """
        A team A B; A gives B; all approve; nobody fails; B may not flip C; B may flip A; B may decline"""),
    ("A42", "the sword does not reach the own card", PLAIN_7, {"use": "excalibur"}, """
        A team A B; A gives B; all approve; nobody fails; B may not flip B"""),
    ("A42", "unless the ruleset lets it", PLAIN_7, {"use": "excalibur", "excalibur_self": True}, """
        A team A B; A gives B; all approve; nobody fails; B flips B => quest 1 fails with 1"""),
    ("A43", "an ambush sees the turned card", PLAIN_7, {"use": "excalibur plot_cards", "plot": "ambush ambush"}, """
        A gives C; A gives D; A team A B; A gives B; all approve; nobody fails; B flips A => C asked AMBUSH
        C may not look E; C looks A => C sees A fail; A sees A fail; D sees no card of A; D asked AMBUSH
        D may not look A; D looks B => D sees B success"""),
    ("A44", "the open card shows what it reads after the sword", PLAIN_7,
     {"use": "excalibur plot_cards", "plot": "we_found_you charge"}, """
        A gives C; A gives D; A team A B; A gives B; until VOTE; all approve => C asked EXPOSE
        C may not expose D; C exposes A; nobody fails; B flips A => G sees A fail; quest 1 fails with 1"""),
]  # fmt: skip
