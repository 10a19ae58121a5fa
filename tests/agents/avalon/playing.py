"""Whole matches of Avalon between agents: the driver of the other tests, with turns that several seats owe at once."""

from envs import load_game
from envs.avalon.codes import Verb
from tests.agents.driver import Match, Played, table_of

AVALON = load_game("avalon")


class AvalonMatch(Match):
    """A match whose turns end where the rules close them."""

    async def turn(self, seat):
        reply = await self.reply(self.request(seat))
        table = self.table
        for say in reply.says:
            table.say(seat, say.channel, say.text)
        for action in reply.actions:
            assert table.may(seat, action), table.refusal(seat, action)
            table.hold(seat, action)
        if table.may(seat, int(Verb.END_TURN)):
            table.hold(seat, int(Verb.END_TURN))
        table.release()
        return reply


def match_of(setup, spec_of_team, seed: int, compiled: bool | None = False) -> AvalonMatch:
    """A dealt match with one agent spec for the good and one for the evil seats."""
    table = table_of(setup, seed, compiled)
    roles = list(table.state.role)[: table.n]
    specs = [spec_of_team[AVALON.team_of(AVALON.role_ids[role])] for role in roles]
    return AvalonMatch(table, specs, seed)


def play_sides(setup, good: str, evil: str, seed: int, compiled: bool | None = False) -> Played:
    """Plays ``setup`` to its end."""
    return match_of(setup, (good, evil), seed, compiled).play_out()
