"""PettingZoo's Parallel interface over any game: one step is one action of every seat, a round is ``turn_actions`` steps.

The round's length never depends on what anybody does: a seat whose turn is closed waits until the round's steps are over,
and only then does the table move on. Within a step seats are taken in the order of their numbers: any order that went by
whose turn it is would tell, by the order of words, who had closed its turn.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from envs.aec import NotReset, Observation
from envs.door import (
    RENDER_MODES,
    Door,
    Info,
    Scribe,
    checked_index,
    checked_render_mode,
    endings_of,
    full_state,
    messages_of,
    public_text,
)
from envs.engine.actions import IllegalAction
from envs.engine.events import seats_in
from envs.snapshot import Snapshots

WAIT = 0
END_TURN = 1
"""The first two actions of every game's table."""


Choice = tuple[int, list[tuple[int, str]]]
"""An action's index and the (channel, text) messages sent before it."""
Outcome = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class UnknownSeat(ValueError):
    """An action was given for a name that is no seat."""


class Parallel(Snapshots, ParallelEnv):  # type: ignore[misc]
    """All seats at once. A seat dead in the game stays in ``agents``; everybody terminates together at the end.

    The last infos say how the match ended (``envs.door.endings_of``), unless ``lang`` is None.
    """

    def __init__(self, door: Door, render_mode: str | None = None) -> None:
        self.metadata = {"name": f"{door.game.name}_v0", "render_modes": list(RENDER_MODES)}
        self.render_mode = checked_render_mode(render_mode)
        self.door = door
        self.possible_agents = list(door.agents)
        self.agents: list[str] = []
        self.action_spaces = door.action_spaces
        self.observation_spaces = door.observation_spaces
        self._shown = 0

    def observation_space(self, agent: str) -> Dict:
        """The same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same object at each call."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deals a new match: from ``seed``, or the next one of the stream. ``options`` are ignored."""
        self.table = self.door.open(seed)
        self.scribe = Scribe(self.table, self.door.lang)
        self.agents = list(self.possible_agents)
        self._steps_left = self.table.setup.ruleset.actions_per_turn
        self._read = [0] * self.table.n
        self._shown = 0
        observations = {name: self._observation(seat) for seat, name in enumerate(self.agents)}
        return observations, {name: self._info(seat, observations[name]) for seat, name in enumerate(self.agents)}

    def _observation(self, seat: int) -> Observation:
        return {"observation": self.table.features(seat), "action_mask": self.table.mask(seat)}

    def _info(self, seat: int, observation: Observation) -> Info:
        return Info(self.scribe, seat, observation["action_mask"].copy(), self._read[seat], self.table.count)

    def step(self, actions: Mapping[str, Any]) -> Outcome:
        """One action of every seat: an index, ``{"action": index, "say": [...]}``, or None.

        A missing or None action is ``wait``; where a turn is owed ``end_turn``, or where that may not be the first legal
        action, and the seat's info says ``missing_action``. An action of a seat dead in the game that may not talk now is
        ignored and its info says ``ignored_action``. Raises ``UnknownSeat`` or ``IllegalAction`` before anything is
        applied. An action made impossible within the same step, by a seat before it, is dropped and the info says
        ``overtaken``.
        """
        if not self.agents:
            raise NotReset(f"the match of {self.metadata['name']} is over or not begun; reset it")
        chosen, flags = self._checked(actions)
        self._read = [self.table.count] * self.table.n
        for seat in range(self.table.n):
            self._apply(seat, chosen[seat], flags[seat])
        self._steps_left -= 1
        if self._steps_left == 0:
            self._end_round()
        return self._outcome(flags)

    def _checked(self, actions: Mapping[str, Any]) -> tuple[list[Choice], list[dict[str, bool]]]:
        for name in actions:
            if name not in self.door.seat_of:
                raise UnknownSeat(f"no seat is called {name!r}; seats: {', '.join(self.possible_agents)}")
        flags: list[dict[str, bool]] = [{} for _ in self.agents]
        chosen = [self._choice(seat, actions.get(name), flags[seat]) for seat, name in enumerate(self.agents)]
        return chosen, flags

    def _choice(self, seat: int, action: Any, flags: dict[str, bool]) -> Choice:
        owes = bool(self.table.to_act >> seat & 1)
        if action is None:
            flags["missing_action"] = True
            return (self._idle(seat) if owes else WAIT), []
        messages = messages_of(action, self.table.n) if isinstance(action, Mapping) else []
        wanted = action.get("action") if isinstance(action, Mapping) else action
        index = checked_index(wanted, len(self.table.actions), seat)
        if not owes and index != WAIT and self.door.game.is_dead(self.table.glance, seat):
            flags["ignored_action"] = True
            return WAIT, []
        if not self.table.may(seat, index):
            raise IllegalAction(self.table.refusal(seat, index))
        self._check_messages(seat, messages)
        return index, messages

    def _idle(self, seat: int) -> int:
        return END_TURN if self.table.may(seat, END_TURN) else int(np.flatnonzero(self.table.mask(seat))[0])

    def _check_messages(self, seat: int, messages: list[tuple[int, str]]) -> None:
        if messages:
            rehearsal = self.table.copy()
            for channel, text in messages:
                rehearsal.say(seat, channel, text)

    def _apply(self, seat: int, choice: Choice, flags: dict[str, bool]) -> None:
        index, messages = choice
        for channel, text in messages:
            if self.table.may_say(seat, channel):
                self.table.say(seat, channel, text)
            else:
                flags["overtaken"] = True
        if index == WAIT:
            return
        if self.table.may(seat, index):
            self.table.hold(seat, index)
        else:
            flags["overtaken"] = True

    def _end_round(self) -> None:
        """Closes the turns still open; a question that must be answered, such as a leader's next pick, is asked on."""
        for seat in seats_in(self.table.to_act):
            if self.table.may(seat, END_TURN):
                self.table.hold(seat, END_TURN)
        self.table.release()
        self._steps_left = self.table.setup.ruleset.actions_per_turn

    def _outcome(self, flags: list[dict[str, bool]]) -> Outcome:
        table, names = self.table, self.agents
        over, cut = table.is_over, table.is_over and table.is_truncated
        payoffs = self.door.payoffs(table) if over else [0.0] * table.n
        observations = {name: self._observation(seat) for seat, name in enumerate(names)}
        infos: dict[str, dict[str, Any]] = {name: self._info(seat, observations[name]) for seat, name in enumerate(names)}
        for seat, name in enumerate(names):
            infos[name].update(flags[seat])
        if over and self.door.lang:
            for name, ending in zip(names, endings_of(table), strict=True):
                infos[name].update(ending)
        self.agents = [] if over else names
        return (
            observations,
            dict(zip(names, payoffs, strict=True)),
            dict.fromkeys(names, over and not cut),
            dict.fromkeys(names, cut),
            infos,
        )

    def render(self) -> str | None:
        """The match as a spectator sees it: printed (``human``: what is new since the last call) or returned (``ansi``)."""
        if self.render_mode == "ansi":
            return public_text(self.scribe)
        if self.render_mode == "human":
            lines = public_text(self.scribe).splitlines()
            print("\n".join(lines[self._shown :]))
            self._shown = len(lines)
        return None

    def state(self) -> NDArray[np.int8]:
        """Full information for critics: the observations of all seats side by side, shape (n * F,) int8."""
        if not hasattr(self, "table"):
            raise NotReset(f"{self.metadata['name']} must be reset before it is used")
        return full_state(self.table)

    def close(self) -> None:
        """Nothing is held open."""
