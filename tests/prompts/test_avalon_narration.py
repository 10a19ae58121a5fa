"""Narration of Avalon: the exact sentence for each event, who is addressed, and what a line is called for a renderer."""

import pytest

from envs import load_game
from envs.avalon.codes import EventCode, Phase, Plot, Reason, Verb
from envs.engine.events import COMPANY, GOD, LOG_ONLY, NOBODY, PUBLIC, SPECTATOR, Event
from prompts.avalon.vocabulary import VOCABULARY
from prompts.narration import NarrationError, Narrator, narrator

EVERYBODY = 0b11111
ALL = PUBLIC | EVERYBODY
ROLE = {role: index for index, role in enumerate(load_game("avalon").role_ids)}
ENGLISH = Narrator("avalon", "en")
HIT_CLERIC, SECOND = 3 + 4, 8


def seats(*numbers):
    return sum(1 << number for number in numbers)


def event(actor=NOBODY, target=NOBODY, value=0, audience=ALL, text=""):
    return Event(0, actor, target, value, audience, text)


WHISPER = COMPANY | seats(2, 4)
TEAM = COMPANY | seats(1, 2, 4)
MY = seats(2)
EVIL, WIZARD, LANCELOT, EXACT = (label << 24 for label in (1, 2, 3, 4))
TABLE = [
    ("match_began", event(value=5), GOD, "A match of Avalon begins: 5 seats around the table, one secret card for each."),
    ("role_dealt", event(2, 2, ROLE["minion"], MY), 2,
     "Your card: Minion. You stand with Evil, among those who know each other."),
    ("role_dealt", event(2, 2, ROLE["merlin"], MY), GOD, "Seat 2 is dealt the card Merlin."),
    ("introduced", event(value=seats(1, 4) + EVIL, audience=MY), 2, "Known to you as evil: seats 1 and 4."),
    ("introduced", event(value=seats(3) + EVIL, audience=MY), 2, "Known to you as evil: seat 3."),
    ("introduced", event(value=seats(1, 4) + EVIL, audience=MY), GOD, "Known as evil to seat 2: seats 1 and 4."),
    ("introduced", event(value=seats(1, 4) + WIZARD, audience=MY), 2, "You see wizardry, Merlin's or Morgana's: seats 1 and 4."),
    ("introduced", event(value=seats(1) + WIZARD, audience=MY), GOD,
     "Seen as wizardry, Merlin's or Morgana's, by seat 2: seat 1."),
    ("introduced", event(value=seats(0, 1) + LANCELOT, audience=MY), 2,
     "You know where the Lancelots sit, but not which is which: seats 0 and 1."),
    ("introduced", event(value=seats(0, 1) + LANCELOT, audience=MY), GOD,
     "Known as the Lancelots, but not which is which, to seat 2: seats 0 and 1."),
    ("introduced", event(value=seats(3) + EXACT + (ROLE["isolde"] << 24), audience=MY), 2,
     "You know who holds the card Isolde: seat 3."),
    ("introduced", event(value=seats(3) + EXACT + (ROLE["servant"] << 24), audience=MY), GOD,
     "Secret knowledge of seat 2: the card Servant is held by seat 3."),
    ("quest_began", event(value=0), GOD, "Mission 1 begins."),
    ("proposal_began", event(3, value=4 + 8 * 2), GOD, "Mission 3, proposal 5. Seat 3 leads."),
    *((("phase_began", event(target=seat, value=phase), GOD, sentence)) for phase, seat, sentence in [
        (Phase.TALK, 3, "It is time to talk. Seat 3 goes first."),
        (Phase.PROPOSAL, 3, "Seat 3 chooses the team."),
        (Phase.VOTE, NOBODY, "The sealed vote on the team is open."),
        (Phase.CARDS, NOBODY, "The team plays its mission cards in secret."),
        (Phase.GIVE_SWORD, 3, "Seat 3 must hand Excalibur to someone else on the team."),
        (Phase.USE_SWORD, 3, "Seat 3 may turn a mission card with Excalibur."),
        (Phase.EXCLUDE, 3, "Seat 3 must take one card out of the count."),
        (Phase.HIDE, NOBODY, "Everyone is asked in secret whether to hide the result; only the Witch's answer matters."),
        (Phase.CHECK_BY_LADY, 3, "Seat 3 holds the token of the Lady and must check someone's loyalty."),
        (Phase.CHECK_BY_LOT, 3, "The lot falls on seat 3, who must check someone's loyalty."),
        (Phase.ANNOUNCE, 3, "Seat 3 must say something in public about the check."),
        (Phase.LEAD, 3, "Seat 3 may use a plot card to take the lead."),
        (Phase.DEAL_PLOT, 3, "Seat 3 must give the plot card to another seat."),
        (Phase.TAKE, 3, "Seat 3 must choose a seat to take a plot card from."),
        (Phase.PICK, 3, "Seat 3 must pick which plot card to take."),
        (Phase.SHOW, 3, "Seat 3 must choose a seat that will see its loyalty."),
        (Phase.CHECK_NEIGHBOUR, 3, "Seat 3 must check the loyalty of a neighbour."),
        (Phase.CHARGE, NOBODY, "Those who hold a Charge vote first; their votes will be shown."),
        (Phase.CANCEL, 3, "Seat 3 may use a plot card to call off the team."),
        (Phase.EXPOSE, 3, "Seat 3 may use a plot card to make a member of the team play openly."),
        (Phase.AMBUSH, 3, "Seat 3 may use a plot card to look at a mission card."),
        (Phase.SHOT, 3, "Seat 3 must fire the last shot of Evil."),
        (Phase.SHOT, NOBODY, "The shooters of Evil choose their last shot in secret."),
        (Phase.NAMING, 3, "Seat 3 must name one more seat and its card."),
        (Phase.NAMING, NOBODY, "The shooters of Evil choose in secret one more seat and its card."),
    ]),
    ("round_began", event(value=0), GOD, "Round 1 of talk."),
    ("passed", event(2), GOD, "Seat 2 has nothing more to say."),
    ("claimed", event(2, value=0), GOD, "Seat 2 claims to be good."),
    ("claimed", event(2, value=1), GOD, "Seat 2 claims to be evil."),
    ("claimed", event(2, value=2 + ROLE["cleric"]), GOD, "Seat 2 claims to be the Cleric."),
    ("claimed", event(2, value=2, audience=WHISPER), 4, "Seat 2 claims to be a Servant — only seat 4 hears it."),
    ("claimed", event(2, value=1, audience=TEAM), 4, "Seat 2 claims to be evil — only Evil's circle hears it."),
    ("reported", event(2, 1, 0), GOD, "Seat 2 reports: seat 1 is good."),
    ("reported", event(2, 1, 1), GOD, "Seat 2 reports: seat 1 is evil."),
    ("reported", event(2, 1, 2 + ROLE["mordred"]), GOD, "Seat 2 reports: seat 1 holds the card Mordred."),
    ("reported", event(2, 1, 1, WHISPER), 2, "Seat 2 reports: seat 1 is evil — only seat 4 hears it."),
    ("reported", event(2, 3, 1, TEAM), 2, "Seat 2 reports: seat 3 is evil — only Evil's circle hears it."),
    ("vouched", event(2, 1), GOD, "Seat 2 vouches for seat 1."),
    ("vouched", event(2, 1, audience=WHISPER), GOD, "Seat 2 vouches for seat 1 — only seat 4 hears it."),
    ("vouched", event(2, 1, audience=TEAM), GOD, "Seat 2 vouches for seat 1 — only Evil's circle hears it."),
    ("accused", event(2, 1), GOD, "Seat 2 accuses seat 1."),
    ("accused", event(2, 1, audience=WHISPER), GOD, "Seat 2 accuses seat 1 — only seat 4 hears it."),
    ("accused", event(2, 1, audience=TEAM), GOD, "Seat 2 accuses seat 1 — only Evil's circle hears it."),
    ("promised", event(2, value=0), GOD, "Seat 2 promises to approve."),
    ("promised", event(2, value=1), GOD, "Seat 2 promises to reject."),
    ("promised", event(2, value=1, audience=WHISPER), GOD, "Seat 2 promises to reject — only seat 4 hears it."),
    ("promised", event(2, value=0, audience=TEAM), GOD, "Seat 2 promises to approve — only Evil's circle hears it."),
    ("said", event(2, text="good morning"), GOD, "Seat 2 says: «good morning»"),
    ("said", event(2, text="trust me", audience=WHISPER), 4, "Seat 2 says to seat 4 alone: «trust me»"),
    ("said", event(2, text="seat 3", audience=TEAM), 4, "Seat 2 says to Evil's circle alone: «seat 3»"),
    ("seat_picked", event(2, 1, audience=MY), 2, "You pick seat 1 for the team."),
    ("seat_picked", event(2, 1, audience=MY), GOD, "Seat 2 picks seat 1 for the team."),
    ("team_proposed", event(2, value=seats(0, 1, 3)), GOD, "Seat 2 proposes a team: seats 0, 1 and 3."),
    ("team_forced", event(2, value=seats(0, 1)), GOD, "The team of seat 2 goes without a vote: seats 0 and 1."),
    ("vote_cast", event(2, value=0, audience=MY), 2, "You seal your vote: approve."),
    ("vote_cast", event(2, value=1, audience=MY), GOD, "Seat 2 seals a vote: reject."),
    ("votes_counted", event(value=3 + 16 * 2 + 256), GOD, "The votes are counted, 3 to 2: the team is approved."),
    ("votes_counted", event(value=0 + 16 * 5), GOD, "The votes are counted, 0 to 5: the team is not approved."),
    ("votes_revealed", event(value=seats(0, 1, 3) + (1 << 10) + (2 << 14)), GOD,
     "Votes on proposal 2 of mission 3. Approve: seats 0, 1 and 3. Reject: seats 2 and 4."),
    ("votes_revealed", event(value=EVERYBODY), GOD,
     "Votes on proposal 1 of mission 1. Approve: seats 0, 1, 2, 3 and 4. Reject: nobody."),
    ("votes_revealed", event(value=seats(3) + (4 << 10) + (4 << 14), audience=LOG_ONLY), GOD,
     "Secret votes on proposal 5 of mission 5. Approve: seat 3. Reject: all the rest."),
    ("team_rejected", event(value=1 + 8 * 2), GOD, "The team of proposal 2 does not go on mission 3."),
    ("card_played", event(2, value=0, audience=MY), 2, "You play your mission card: Success."),
    ("card_played", event(2, value=1, audience=MY), GOD, "Seat 2 plays a mission card: Fail."),
    ("quest_ended", event(value=0 + 32 * 1), GOD, "Mission 2 succeeds. Fail cards counted: 0."),
    ("quest_ended", event(value=2 + 16 + 32 * 3), GOD, "Mission 4 fails. Fail cards counted: 2."),
    ("quest_ended", event(value=1 + 32 * 3, audience=LOG_ONLY), GOD,
     "Unseen by the table, mission 4 succeeds. Fail cards counted: 1."),
    ("quest_ended", event(value=1 + 16, audience=LOG_ONLY), GOD, "Unseen by the table, mission 1 fails. Fail cards counted: 1."),
    ("quest_hidden", event(value=2), GOD, "A spell hides how mission 3 ends."),
    ("declined", event(2, value=Phase.USE_SWORD), GOD, "Seat 2 leaves Excalibur unused."),
    ("declined", event(2, value=Phase.LEAD), GOD, "Seat 2 does not take the lead."),
    ("declined", event(2, value=Phase.CANCEL), GOD, "Seat 2 lets the team go."),
    ("declined", event(2, value=Phase.EXPOSE), GOD, "Seat 2 asks nobody to play openly."),
    ("declined", event(2, value=Phase.AMBUSH), GOD, "Seat 2 looks at no card."),
    ("checked", event(2, 4), GOD, "Seat 2 is shown the loyalty of seat 4."),
    ("loyalty_learned", event(2, 4, 1, WHISPER), 2, "Known only to seat 2 and seat 4: the check of seat 4 shows Evil."),
    ("loyalty_learned", event(2, 4, 0, WHISPER), 4, "Known only to seat 2 and seat 4: the check of seat 4 shows Good."),
    ("loyalty_learned", event(2, 4, 2 + ROLE["oberon"], WHISPER), GOD,
     "Known only to seat 2 and seat 4: the check of seat 4 shows the card Oberon."),
    ("loyalty_learned", event(2, 4, 1), SPECTATOR, "What seat 2 saw in the check of seat 4: Evil."),
    ("announced", event(2, 4, 0), GOD, "Seat 2 announces: seat 4 is good."),
    ("announced", event(2, 4, 2 + ROLE["brute"]), GOD, "Seat 2 announces: seat 4 holds the card Brute."),
    ("identified", event(2, 4, ROLE["morgana"], MY), 2, "You now know: seat 4 holds the card Morgana."),
    ("identified", event(2, 4, ROLE["good_lancelot"], MY), GOD, "Seat 2 now knows: seat 4 holds the card Good Lancelot."),
    ("sword_given", event(2, 4), GOD, "Seat 2 hands Excalibur to seat 4."),
    ("sword_used", event(2, 4), GOD, "With Excalibur, seat 2 turns the mission card of seat 4."),
    ("sword_used", event(2, 2), GOD, "With Excalibur, seat 2 turns the card it played itself."),
    ("card_flipped", event(2, 4, 1, WHISPER), 4, "Known only to seat 2 and seat 4: the turned card of seat 4 now reads Fail."),
    ("card_flipped", event(2, 2, 0, COMPANY | MY), 2, "Known only to seat 2: its turned card now reads Success."),
    ("card_excluded", event(2, 4), GOD, "Seat 2 takes the mission card of seat 4 out of the count."),
    ("card_excluded", event(2, 2), GOD, "Seat 2 takes its own mission card out of the count."),
    ("excluded_card_seen", event(2, 4, 1 + 2 * 1, MY), 2, "You look at the card of seat 4 that you took out of mission 2: Fail."),
    ("excluded_card_seen", event(2, 4, 0, MY), GOD,
     "Seat 2 looks at the card of seat 4 that was taken out of mission 1: Success."),
    ("excluded_card_seen", event(2, 4, 1 + 2 * 4), 2, "The card of seat 4 that seat 2 took out of mission 5: Fail."),
    ("decision_made", event(2, value=1, audience=MY), 2, "You choose to hide the result."),
    ("decision_made", event(2, value=0, audience=MY), 2, "You leave the result to be shown."),
    ("decision_made", event(2, value=1, audience=MY), GOD, "Seat 2 secretly chooses to hide the result."),
    ("decision_made", event(2, value=0, audience=MY), GOD, "Seat 2 secretly leaves the result to be shown."),
    ("loyalty_cards_laid", event(value=0), GOD,
     "The loyalty cards of all missions lie open: the Lancelots will stay where they are."),
    ("loyalty_cards_laid", event(value=seats(1, 4)), GOD,
     "The loyalty cards of all missions lie open. The Lancelots change sides as these missions begin: 2 and 5."),
    ("loyalty_card_turned", event(value=1), GOD, "The loyalty card is turned up: the Lancelots change sides."),
    ("loyalty_card_turned", event(value=0), GOD, "The loyalty card is turned up: the Lancelots stay where they are."),
    ("role_changed", event(2, 2, ROLE["evil_lancelot"], MY), 2,
     "Your card is now: Evil Lancelot. You stand with Evil. "
     "Where loyalty cards are in play, one may move you to the other side."),
    ("role_changed", event(2, 2, ROLE["good_lancelot"], MY), GOD, "Seat 2 now holds the card Good Lancelot."),
    ("cleric_learned", event(2, 4, 1, MY), 2, "The signs tell you about seat 4, who led the first mission: Evil."),
    ("cleric_learned", event(2, 4, 0, MY), GOD, "The signs tell seat 2 about seat 4, who led the first mission: Good."),
    ("role_revealed", event(target=4, value=ROLE["revealer"]), GOD, "The card of seat 4 is turned up: Revealer."),
    ("plot_card_turned", event(2, value=Plot.ARE_YOU_THE_ONE), GOD, "Seat 2 turns up the plot card “Are You the One?”."),
    ("plot_card_given", event(2, 4, Plot.SHOW_NATURE), GOD, "Seat 2 gives the plot card “Show Your True Nature” to seat 4."),
    ("plot_card_given", event(2, 2, Plot.SHOW_STRENGTH), GOD, "Seat 2 keeps the plot card “Show Your Strength”."),
    ("plot_card_used", event(2, value=Plot.LEAD_TO_VICTORY), GOD, "Seat 2 uses “Lead to Victory” and takes the lead."),
    ("plot_card_used", event(2, value=Plot.KING_RETURNS), GOD, "Seat 2 uses “The King Returns”: the team is called off."),
    ("plot_card_used", event(2, 4, Plot.WE_FOUND_YOU), GOD, "Seat 2 uses “We Found You”: seat 4 must play openly."),
    ("plot_card_used", event(2, 2, Plot.WE_FOUND_YOU), GOD, "Seat 2 uses “We Found You” and will itself play openly."),
    ("plot_card_used", event(2, 4, Plot.AMBUSH), GOD, "Seat 2 uses “Ambush” to look at the mission card of seat 4."),
    ("plot_card_used", event(2, 2, Plot.AMBUSH), GOD, "Seat 2 uses “Ambush” to look at the mission card it played itself."),
    ("plot_card_taken", event(2, 4, Plot.CHARGE), GOD, "Seat 2 takes the plot card “Charge” from seat 4."),
    ("open_votes_shown", event(value=seats(1) + (seats(1, 4) << 10)), GOD, "Open votes. Approve: seat 1. Reject: seat 4."),
    ("card_seen", event(2, 4, 1, WHISPER), 2, "Known only to seat 2 and seat 4: the card of seat 4 reads Fail."),
    ("card_seen", event(2, 2, 0, COMPANY | MY), 2, "Known only to seat 2: the card it played reads Success."),
    ("open_card_shown", event(target=4, value=1), GOD, "The open card of seat 4 reads Fail."),
    ("assassin_chosen", event(target=4, value=seats(4)), GOD, "The last shot of Evil belongs to seat 4."),
    ("assassin_chosen", event(value=seats(1, 4)), GOD, "The last shot of Evil is chosen together: seats 1 and 4."),
    ("shot_chosen", event(2, value=256 * Verb.SHOOT_MERLIN + 3, audience=MY), 2, "You choose a shot at Merlin: seat 3."),
    ("shot_chosen", event(2, value=256 * Verb.SHOOT_LOVERS + 4, audience=MY), 2,
     "You choose a shot at the lovers: seats 1 and 3."),
    ("shot_chosen", event(2, value=256 * Verb.SHOOT_CLERIC, audience=MY), GOD,
     "Seat 2 secretly chooses a shot at the Cleric: seat 0."),
    ("shot_chosen", event(2, value=256 * Verb.NAME + 10 * 3 + ROLE["percival"], audience=MY), 2,
     "You choose whom to name as Percival: seat 3."),
    ("shot_chosen", event(2, value=256 * Verb.NAME + ROLE["servant"], audience=MY), GOD,
     "Seat 2 secretly chooses whom to name as Servant: seat 0."),
    ("shot_fired", event(2, 3, 0 + 4), GOD, "Seat 2 shoots at Merlin: seat 3. It is a hit."),
    ("shot_fired", event(2, 1, 2 + SECOND * (3 + 1)), GOD, "Seat 2 shoots at the lovers: seats 1 and 3. It is a miss."),
    ("shot_fired", event(NOBODY, 3, HIT_CLERIC), GOD, "Evil shoots at the Cleric: seat 3. It is a hit."),
    ("shot_fired", event(NOBODY, 0, 1), GOD, "Evil shoots at Guinevere: seat 0. It is a miss."),
    ("role_named", event(2, 3, ROLE["tristan"] + 32), GOD, "Seat 2 names seat 3 as Tristan, and is right."),
    ("role_named", event(2, 3, ROLE["servant"]), GOD, "Seat 2 names seat 3 as Servant, and is wrong."),
    ("role_named", event(NOBODY, 3, ROLE["merlin"] + 32), GOD, "Evil names seat 3 as Merlin, and is right."),
    ("role_named", event(NOBODY, 3, ROLE["merlin"]), GOD, "Evil names seat 3 as Merlin, and is wrong."),
    ("match_ended", event(value=1 + 16 * Reason.GOOD_TEAM_MISSIONS), GOD,
     "The match is over. Good wins. Three missions have succeeded."),
    ("match_ended", event(value=2 + 16 * Reason.KILL_MERLIN), GOD, "The match is over. Evil wins. The shot at Merlin hit."),
    ("match_ended", event(value=2 + 16 * Reason.REJECTED_VOTE), GOD,
     "The match is over. Evil wins. The fifth team of a mission did not go."),
    ("cards_revealed", event(value=seats(3) + (seats(0, 1, 3) << 10) + (1 << 20)), GOD,
     "The cards of mission 2. Success: seats 0 and 1. Fail: seat 3."),
    ("cards_revealed", event(target=1, value=0 + (seats(0, 1) << 10) + (4 << 20)), GOD,
     "The cards of mission 5. Success: seats 0 and 1. Fail: nobody. Excalibur had turned the card of seat 1."),
    ("forfeited", event(2), GOD, "Seat 2 forfeits; from now on the table answers in its place."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "told", "viewer", "sentence"), TABLE, ids=[f"{row[0]}-{row[3][:40]}" for row in TABLE])
def test_each_event_has_its_sentence(name, told, viewer, sentence):
    assert ENGLISH.line(name, told, viewer) == sentence


def test_the_table_tells_every_event_code_of_avalon():
    assert {row[0] for row in TABLE} == {code.name.lower() for code in EventCode}


def test_the_table_tells_every_variant():
    told = {(name, VOCABULARY.events[name].read(ENGLISH, event, viewer >= 0)[0]) for name, event, viewer, _ in TABLE}
    assert told == {(name, variant) for name, shape in VOCABULARY.events.items() for variant in shape.variants}


@pytest.mark.parametrize("lang", ["en", "es", "fr", "pl"])
@pytest.mark.parametrize(("name", "told", "viewer"), [row[:3] for row in TABLE])
def test_every_language_tells_every_event_on_one_line(lang, name, told, viewer):
    line = narrator("avalon", lang, ("Ana", "Łucja")).line(name, told, viewer)
    assert line.isprintable()
    assert not set("{}_") & set(line)


@pytest.mark.parametrize(
    ("lang", "name", "told", "viewer", "sentence"),
    [
        ("es", "vouched", event(2, 4), GOD, "El asiento 2 responde por el asiento 4."),
        ("es", "claimed", event(2, value=2 + ROLE["revealer"]), GOD, "El asiento 2 dice ser Revelada."),
        ("es", "introduced", event(value=seats(1, 4) + EVIL, audience=MY), 2, "Del Mal, que tú sepas: asientos 1 y 4."),
        ("es", "shot_fired", event(2, 3, HIT_CLERIC), GOD, "El asiento 2 dispara contra el Clérigo: asiento 3. Acierta."),
        ("fr", "promised", event(2, value=1), GOD, "Le siège 2 promet de voter contre."),
        ("fr", "announced", event(2, 4, 0), GOD, "Le siège 2 annonce : le siège 4 est du côté du Bien."),
        ("fr", "plot_card_taken", event(2, 4, Plot.AMBUSH), GOD, "Le siège 2 prend la carte intrigue “Embuscade” au siège 4."),
        ("pl", "claimed", event(2, value=2 + ROLE["witch"]), GOD, "Miejsce 2 podaje się za Wiedźmę."),
        ("pl", "sword_given", event(2, 4), GOD, "Miejsce 2 przekazuje Excalibur miejscu 4."),
        ("pl", "shot_fired", event(2, 3, 1), GOD, "Miejsce 2 strzela do Ginewry: miejsce 3. Strzał chybia."),
        ("pl", "votes_counted", event(value=3 + 32 + 256), GOD,
         "Głosy policzone, za: 3, przeciw: 2. Drużyna zostaje zatwierdzona."),
    ],
)  # fmt: skip
def test_other_languages_decline_what_they_must(lang, name, told, viewer, sentence):
    assert Narrator("avalon", lang).line(name, told, viewer) == sentence


@pytest.mark.parametrize(
    ("name", "told", "kind"),
    [
        ("quest_began", None, "heading"),
        ("phase_began", event(target=0), "subheading"),
        ("team_proposed", event(2, value=3), "public"),
        ("votes_revealed", event(), "public"),
        ("votes_revealed", event(audience=LOG_ONLY), "log"),
        ("vote_cast", event(2, audience=MY), "private"),
        ("quest_ended", event(), "result"),
        ("quest_ended", event(audience=LOG_ONLY), "log"),
        ("loyalty_learned", event(2, 4, audience=WHISPER), "private"),
        ("loyalty_learned", event(2, 4), "public"),
        ("excluded_card_seen", event(2, 4, audience=MY), "private"),
        ("excluded_card_seen", event(2, 4), "public"),
        ("announced", event(2, 4), "speech"),
        ("match_ended", event(value=1), "result"),
    ],
)
def test_each_line_has_a_kind(name, told, kind):
    assert ENGLISH.kind(name, told) == kind


def test_names_stand_beside_the_seat():
    told = event(2, value=seats(0, 1))
    line = Narrator("avalon", "en", ("Ana", "", "Łucja")).line("team_proposed", told)
    assert line == "Seat 2 (Łucja) proposes a team: seats 0 (Ana) and 1."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("phase_began", event(target=0, value=Phase.OVER)),
        ("phase_began", event(target=0, value=-1)),
        ("declined", event(2, value=Phase.CARDS)),
        ("introduced", event(value=seats(1), audience=MY)),
        ("plot_card_used", event(2, value=Plot.CHARGE)),
        ("claimed", event(2, value=2 + len(ROLE))),
        ("promised", event(2, value=2)),
        ("shot_chosen", event(2, value=256 * Verb.CHECK, audience=MY)),
        ("shot_chosen", event(2, value=256 * Verb.SHOOT_LOVERS + 45, audience=MY)),
        ("role_revealed", event(target=1, value=-1)),
        ("match_ended", event(value=3)),
    ],
)
def test_what_has_no_words_is_refused(name, told):
    with pytest.raises(NarrationError, match=f"^'{name}' cannot be told of "):
        ENGLISH.line(name, told)
