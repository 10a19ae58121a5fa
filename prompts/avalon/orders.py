"""The names and numbers of Avalon as its events carry them. No words and no rules live here.

The orders are those of ``envs.avalon.codes`` and ``envs.avalon.roles``; tests/prompts hold them together.
"""

ROLES = (
    "servant", "merlin", "merlin_pure", "percival", "tristan", "isolde", "guinevere", "good_lancelot", "cleric", "troublemaker",
    "minion", "morgana", "mordred", "oberon", "wraith", "evil_lancelot", "trickster", "lunatic", "brute", "revealer", "witch",
    "assassin",
)  # fmt: skip
PHASES = (
    "talk", "proposal", "vote", "cards", "give_sword", "use_sword", "exclude", "hide", "check_by_lady", "check_by_lot",
    "announce", "lead", "deal_plot", "take", "pick", "show", "check_neighbour", "charge", "cancel", "expose", "ambush", "shot",
    "naming", "over",
)  # fmt: skip
_REASONS = (
    "none", "evil_team_missions", "good_team_missions", "rejected_vote", "kill_merlin", "kill_guinevere", "kill_lovers",
    "kill_cleric", "miss_merlin", "miss_guinevere", "miss_lovers", "miss_cleric",
)  # fmt: skip
PLOTS = (
    "lead_to_victory", "ambush", "king_returns", "we_found_you", "charge", "restore_honor", "show_nature", "are_you_the_one",
    "show_strength",
)  # fmt: skip
NAMES = {
    "team": ("good", "evil"),
    "phase": PHASES,
    "outcome": ("open", "good", "evil"),
    "reason": _REASONS,
    "expansion": ("lady", "lancelots", "excalibur", "trapper", "witch", "cleric", "revealer", "plot_cards"),
    "plot": PLOTS,
    "vote": ("approve", "reject"),
    "card": ("success", "fail"),
    "sought": ("merlin", "guinevere", "lovers", "cleric"),
    "channel": ("public", "team", "whisper"),
}
"""``sought``: whom a shot is meant for, as it stands after the verb."""
RESULTS = ("good", "evil", "role")
LABELS = ("none", "evil", "wizard", "lancelot", "role")
ROLE_RESULT, ROLE_LABEL = len(RESULTS) - 1, len(LABELS) - 1
_ANSWERS: dict[str, tuple[str, ...]] = {key: ("role",) if key == "role" else () for key in RESULTS}
PHRASES: dict[str, dict[str, tuple[str, ...]]] = {
    "claim": _ANSWERS,
    "is": _ANSWERS,
    "shown": _ANSWERS,
    "promise": {"approve": (), "reject": ()},
}
"""What a seat claims of itself, what is said of a seat (``is``), what a check shows, and what is promised; each with its verb."""
SEATS = 10
"""Seats of a bit set that shares its number with another one."""
SHOT_UNIT = 256
SHOOT, NAME = 20, 24
"""A choice of the last shot is verb * SHOT_UNIT + argument; from ``SHOOT`` on in the order of ``sought``, then ``NAME``."""
N_GOOD = 10
"""A naming's argument is seat * N_GOOD + role."""
PAIRS = tuple((low, high) for high in range(SEATS) for low in range(high))
LOVERS = NAMES["sought"].index("lovers")
