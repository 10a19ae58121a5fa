"""Narration: the exact sentence for each event, who is addressed, and what a line is called for a renderer."""

import copy
import pickle
from types import SimpleNamespace

import pytest

from envs import load_game
from envs.engine.events import COMPANY, GOD, LOG_ONLY, NOBODY, PUBLIC, SPECTATOR, Event
from envs.trusis.codes import EventCode
from envs.trusis.roles import Power
from prompts.narration import NarrationError, Narrator, narrator
from prompts.trusis.vocabulary import VOCABULARY

ALL = PUBLIC | 0xFF
ROLE = {role: index for index, role in enumerate(load_game("trusis").role_ids)}
ENGLISH = Narrator("trusis", "en")


def seats(*numbers):
    return sum(1 << number for number in numbers)


def event(actor=NOBODY, target=NOBODY, value=0, audience=ALL, text=""):
    return Event(0, actor, target, value, audience, text)


WHISPER = COMPANY | seats(2, 5)
TEAM = COMPANY | seats(2, 4, 5)
DEEDS = [
    (Power.SWEEP, "look into", ""),
    (Power.SHIELD, "shield", ""),
    (Power.ADD_VOTE, "tie an unseen vote to", ""),
    (Power.REVIVE, "die so that", " may return"),
    (Power.DIVINE, "read the card of", ""),
    (Power.BLAST, "die and take", " along"),
]
TABLE = [
    ("match_began", event(value=8), GOD, "A match of Trusis begins: 8 seats around the table, one secret card for each."),
    ("role_dealt", event(2, 2, ROLE["butcher"], seats(2)), 2,
     "Your card: Butcher. You stand with the Trusis, though they do not know you, "
     "and have no power but your voice and your vote."),
    ("role_dealt", event(2, 2, ROLE["oracle"], seats(2)), GOD, "Seat 2 is dealt the card Oracle."),
    ("introduced", event(value=seats(1, 4, 6) + (ROLE["trusis"] << 24), audience=seats(1)), 1,
     "You know who holds the card Trusis: seats 1, 4 and 6."),
    ("introduced", event(value=seats(1) + (ROLE["trusis"] << 24), audience=seats(1)), 1,
     "You know who holds the card Trusis: seat 1."),
    ("introduced", event(value=seats(1, 4) + (ROLE["trusis"] << 24), audience=seats(1, 4, 7)), GOD,
     "Secret knowledge of seats 1, 4 and 7: the card Trusis is held by seats 1 and 4."),
    ("phase_began", event(target=3, value=2), GOD, "Day 1 breaks. Seat 3 goes first."),
    ("phase_began", event(target=0, value=25), GOD, "Night 12 falls. Seat 0 goes first."),
    ("round_began", event(value=0), GOD, "Round 1."),
    ("vote_cast", event(2, 5), 2, "Seat 2 votes against seat 5."),
    ("vote_cast", event(2), SPECTATOR, "The vote of seat 2 is withdrawn."),
    ("vote_cast", event(2, 5, audience=seats(2)), 2, "You seal a vote against seat 5; it will be shown when the day ends."),
    ("vote_cast", event(2, audience=seats(2)), 2, "Your sealed vote is withdrawn."),
    ("vote_cast", event(2, 5, audience=seats(2)), GOD, "Seat 2 seals a vote against seat 5."),
    ("vote_cast", event(2, audience=seats(2)), GOD, "The sealed vote of seat 2 is withdrawn."),
    ("kill_vote_cast", event(2, 5, audience=seats(2, 4)), 4, "In the dark, seat 2 votes to kill seat 5."),
    ("kill_vote_cast", event(2, audience=seats(2, 4)), GOD, "In the dark, the vote of seat 2 is withdrawn."),
    ("hidden_vote_cast", event(2, 5, audience=seats(2)), 2, "Your hidden vote falls on seat 5; nobody else can see it."),
    ("hidden_vote_cast", event(2, audience=seats(2)), 2, "Your hidden vote is withdrawn."),
    ("hidden_vote_cast", event(2, 5, audience=seats(2)), GOD, "Seat 2 casts a hidden vote on seat 5."),
    ("hidden_vote_cast", event(2, audience=seats(2)), GOD, "The hidden vote of seat 2 is withdrawn."),
    *(("power_chosen", event(2, 5, power, seats(2)), 2, f"You choose to {deed} seat 5{end}.") for power, deed, end in DEEDS),
    ("power_chosen", event(2, audience=seats(2)), 2, "You leave your power unused."),
    ("power_chosen", event(2, 5, Power.SHIELD, seats(2)), GOD, "Seat 2 secretly chooses to shield seat 5."),
    ("power_chosen", event(2, 5, audience=seats(2)), 2, "You choose to use the card's power on seat 5."),
    ("power_chosen", event(2, audience=seats(2)), GOD, "Seat 2 secretly leaves a power unused."),
    ("passed", event(2), GOD, "Seat 2 passes."),
    ("passed", event(2, audience=seats(2)), 2, "You pass; nobody else knows."),
    ("passed", event(2, audience=seats(2)), GOD, "Seat 2 passes in secret."),
    ("claimed", event(2, value=ROLE["oracle"]), GOD, "Seat 2 claims to be an Oracle."),
    ("claimed", event(2, value=ROLE["priest"], audience=WHISPER), 5, "Seat 2 claims to be a Priest — only seat 5 hears it."),
    ("claimed", event(5, value=ROLE["priest"], audience=WHISPER), 5, "Seat 5 claims to be a Priest — only seat 2 hears it."),
    ("claimed", event(2, value=ROLE["trusis"], audience=TEAM), 5, "Seat 2 claims to be a Trusis — only the team hears it."),
    ("reported", event(2, 6, 0), GOD, "Seat 2 reports: seat 6 is Trusis."),
    ("reported", event(2, 6, 1), GOD, "Seat 2 reports: seat 6 is a Castaway."),
    ("reported", event(2, 6, 2), GOD, "Seat 2 reports: seat 6 is neither Trusis nor Castaway."),
    ("reported", event(2, 6, 3), GOD, "Seat 2 reports: seat 6 is not Trusis."),
    ("reported", event(2, 6, 4 + ROLE["human"]), GOD, "Seat 2 reports: seat 6 holds the card Human."),
    ("reported", event(2, 6, 0, WHISPER), 2, "Seat 2 reports: seat 6 is Trusis — only seat 5 hears it."),
    ("reported", event(2, 6, 0, TEAM), 2, "Seat 2 reports: seat 6 is Trusis — only the team hears it."),
    ("accused", event(2, 6), GOD, "Seat 2 accuses seat 6."),
    ("accused", event(2, 6, audience=WHISPER), GOD, "Seat 2 accuses seat 6 — only seat 5 hears it."),
    ("accused", event(2, 6, audience=TEAM), GOD, "Seat 2 accuses seat 6 — only the team hears it."),
    ("defended", event(2, 6), GOD, "Seat 2 defends seat 6."),
    ("defended", event(2, 6, audience=WHISPER), GOD, "Seat 2 defends seat 6 — only seat 5 hears it."),
    ("defended", event(2, 6, audience=TEAM), GOD, "Seat 2 defends seat 6 — only the team hears it."),
    ("promised", event(2, 6), GOD, "Seat 2 promises to vote against seat 6."),
    ("promised", event(2, 6, audience=WHISPER), GOD, "Seat 2 promises to vote against seat 6 — only seat 5 hears it."),
    ("promised", event(2, 6, audience=TEAM), GOD, "Seat 2 promises to vote against seat 6 — only the team hears it."),
    ("said", event(2, text="good morning"), GOD, "Seat 2 says: «good morning»"),
    ("said", event(2, text="trust me", audience=WHISPER), 5, "Seat 2 says to seat 5 alone: «trust me»"),
    ("said", event(2, text="seat 6 tonight", audience=TEAM), 5, "Seat 2 says to the team alone: «seat 6 tonight»"),
    ("said", event(2), GOD, "Seat 2 says: «»"),
    ("vote_revealed", event(2, 5), GOD, "Revealed: seat 2 voted against seat 5."),
    ("hidden_vote_counted", event(2, 5, 2, LOG_ONLY), GOD, "Unseen on the board: the vote of seat 2 on seat 5 counts 2×."),
    ("died", event(target=5), GOD, "Seat 5 is dead."),
    ("died", event(target=5, value=1 + 1), GOD, "Seat 5 is dead. Team: Trusis."),
    ("died", event(target=5, value=4 + ROLE["wise_woman"]), GOD, "Seat 5 is dead. Card: Wise Woman."),
    ("cause_recorded", event(target=5, value=1, audience=LOG_ONLY), GOD, "What killed seat 5: the day's vote."),
    ("cause_recorded", event(target=5, value=4 + 8, audience=LOG_ONLY), GOD,
     "What killed seat 5: the Trusis' attack and the Kamikaze's blast."),
    ("cause_recorded", event(3, 5, 2, LOG_ONLY), GOD,
     "What killed seat 5: a knight's sacrifice. In exchange, seat 3 will return."),
    ("attack_cancelled", event(target=5, audience=LOG_ONLY), GOD, "A shield holds: the Trusis attack seat 5 in vain."),
    ("revived", event(target=5), GOD, "Seat 5 returns from the dead."),
    ("inspected", event(2, 5, 2, seats(2)), 2, "You look closer in the night: seat 5 is neither Trusis nor Castaway."),
    ("inspected", event(2, 5, 1, seats(2)), GOD, "Seat 2 looks closer in the night: seat 5 is a Castaway."),
    ("oracle_learned", event(2, 5, 4 + ROLE["priest"], seats(2)), 2, "A vision comes to you: seat 5 holds the card Priest."),
    ("oracle_learned", event(2, 5, 4, seats(2)), GOD, "A vision comes to seat 2: seat 5 holds the card Human."),
    ("grave_kept", event(target=5, value=3, audience=seats(2)), 2, "The graves tell you: seat 5 was not Trusis."),
    ("grave_kept", event(target=5, value=0, audience=seats(2, 3)), GOD, "The graves tell seats 2 and 3: seat 5 was Trusis."),
    ("grave_dug", event(target=5, value=4 + ROLE["priest"], audience=seats(2)), 2,
     "You dig by the first light: seat 5 held the card Priest."),
    ("grave_dug", event(target=5, value=4 + ROLE["priest"], audience=seats(2)), GOD,
     "Dug up by seat 2 at first light: seat 5 held the card Priest."),
    ("role_revealed", event(target=5, value=ROLE["grave_digger"]), GOD, "Seat 5 turns over a card: Grave Digger."),
    ("forfeited", event(2), GOD, "Seat 2 forfeits and takes no further part."),
    ("match_ended", event(value=1 + 16), GOD, "The match is over. The Humans win. There is no Trusis left alive."),
    ("match_ended", event(value=2 + 16 * 2), GOD, "The match is over. The Trusis win. The Trusis have gained the majority."),
    ("match_ended", event(value=6 + 16 * 6), GOD,
     "The match is over. There is no result. The last day that the rules allow has ended."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "told", "viewer", "sentence"), TABLE, ids=[f"{row[0]}-{row[3][:40]}" for row in TABLE])
def test_each_event_has_its_sentence(name, told, viewer, sentence):
    assert ENGLISH.line(name, told, viewer) == sentence


def test_the_table_tells_every_event_code_of_trusis():
    assert {row[0] for row in TABLE} == {code.name.lower() for code in EventCode}


def test_the_table_tells_every_variant():
    told = {(name, VOCABULARY.events[name].read(ENGLISH, event, viewer >= 0)[0]) for name, event, viewer, _ in TABLE}
    assert told == {(name, variant) for name, shape in VOCABULARY.events.items() for variant in shape.variants}


@pytest.mark.parametrize("lang", ["en", "es", "fr", "pl"])
@pytest.mark.parametrize(("name", "told", "viewer"), [row[:3] for row in TABLE])
def test_every_language_tells_every_event_on_one_line(lang, name, told, viewer):
    line = narrator("trusis", lang, ("Ana", "Łucja")).line(name, told, viewer)
    assert line.isprintable()
    assert not set("{}") & set(line)


@pytest.mark.parametrize(
    ("lang", "name", "told", "viewer", "sentence"),
    [
        ("es", "accused", event(2, 6), GOD, "El asiento 2 acusa al asiento 6."),
        ("es", "claimed", event(2, value=ROLE["wise_woman"]), GOD, "El asiento 2 dice ser Mujer Sabia."),
        ("es", "introduced", event(value=seats(1, 4) + (6 << 24), audience=2), 1,
         "Sabes quién tiene la carta Trusis: asientos 1 y 4."),
        ("fr", "promised", event(2, 6), GOD, "Le siège 2 promet de voter contre le siège 6."),
        ("fr", "reported", event(2, 6, 2), GOD, "Le siège 2 rapporte : le siège 6 n'est ni Trusis ni Naufragé."),
        ("pl", "claimed", event(2, value=ROLE["oracle"]), GOD, "Miejsce 2 podaje się za Wyrocznię."),
        ("pl", "vote_cast", event(2, 6), GOD, "Miejsce 2 głosuje przeciwko miejscu 6."),
        ("pl", "defended", event(2, 6, audience=WHISPER), 5, "Miejsce 2 broni miejsca 6 — słyszy to tylko miejsce 5."),
    ],
)  # fmt: skip
def test_other_languages_decline_what_they_must(lang, name, told, viewer, sentence):
    assert Narrator("trusis", lang).line(name, told, viewer) == sentence


@pytest.mark.parametrize(
    ("name", "told", "kind"),
    [
        ("match_began", None, "heading"),
        ("phase_began", event(target=0, value=2), "heading"),
        ("round_began", None, "subheading"),
        ("vote_cast", event(2, 5), "public"),
        ("vote_cast", event(2, 5, audience=seats(2)), "private"),
        ("passed", event(2, audience=seats(2)), "private"),
        ("said", event(2, audience=WHISPER), "speech"),
        ("inspected", event(2, 5, 0, seats(2)), "private"),
        ("cause_recorded", event(target=5, value=1, audience=LOG_ONLY), "log"),
        ("match_ended", None, "result"),
    ],
)
def test_each_line_has_a_kind(name, told, kind):
    assert ENGLISH.kind(name, told) == kind


def test_names_stand_beside_the_seat():
    assert Narrator("trusis", "en", ("Ana", "", "Łucja")).line("vote_cast", event(2, 1)) == "Seat 2 (Łucja) votes against seat 1."


def test_lines_are_told_in_order():
    told = [("phase_began", event(target=0, value=2)), ("vote_cast", event(0, 1))]
    assert ENGLISH.lines(told, 0) == ["Day 1 breaks. Seat 0 goes first.", "Seat 0 votes against seat 1."]


def test_a_private_event_is_told_to_each_reader_in_turn():
    secret = event(2, 5, Power.DIVINE, seats(2))
    assert [ENGLISH.line("power_chosen", secret, viewer) for viewer in (2, GOD, 2)] == [
        "You choose to read the card of seat 5.",
        "Seat 2 secretly chooses to read the card of seat 5.",
        "You choose to read the card of seat 5.",
    ]


def test_any_object_with_the_attributes_is_an_event():
    told = SimpleNamespace(actor=2, target=5, value=0, audience=ALL, text="")
    assert ENGLISH.line("accused", told) == "Seat 2 accuses seat 5."


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda given: pickle.loads(pickle.dumps(given))], ids=["copy", "pickle"])
def test_a_narrator_may_be_copied(copied):
    assert copied(Narrator("trusis", "fr", ("Ana",))).line("died", event(target=0)) == "Le siège 0 (Ana) meurt."


def test_a_header_names_game_seats_and_cards():
    assert Narrator("trusis", "en", ("Ana", "Bo")).header("current", ("trusis", "human", "human")) == [
        "Trusis: 3 seats, rules “current”.",
        "Seats: 0 (Ana), 1 (Bo).",
        "Cards in play: 1 × Trusis, 2 × Human.",
    ]


@pytest.mark.parametrize(
    ("name", "told", "sentence"),
    [
        ("quest_failed", event(), "no event of trusis is called 'quest_failed'; known events: accused, "),
        ("role_revealed", event(target=1, value=14), "'role_revealed' cannot be told of "),
        ("role_revealed", event(target=1, value=-1), "'role_revealed' cannot be told of "),
        ("reported", event(1, 2, -1), "'reported' cannot be told of "),
        ("power_chosen", event(1, 2, Power.KILL_VOTE), "'power_chosen' cannot be told of "),
        ("power_chosen", event(1, 2, 9), "'power_chosen' cannot be told of "),
        ("power_chosen", event(1, 2, -1), "'power_chosen' cannot be told of "),
        ("match_ended", event(value=7), "'match_ended' cannot be told of "),
    ],
)
def test_what_has_no_words_is_refused(name, told, sentence):
    with pytest.raises(NarrationError) as refused:
        ENGLISH.line(name, told)
    assert str(refused.value).startswith(sentence)
