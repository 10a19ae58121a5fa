"""PettingZoo's AEC interface over any game: seats act one after another, several times in a row within a turn.

A seat that dies in the game stays in ``agents``: it may talk, return and win; all seats terminate together when the match ends.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from envs.door import (
    RENDER_MODES,
    Door,
    Info,
    Scribe,
    checked_index,
    checked_render_mode,
    endings_of,
    full_state,
    public_text,
    speak,
)
from envs.engine.actions import IllegalAction
from envs.snapshot import Snapshots

Observation = dict[str, NDArray[np.int8]]


_MADE_BY_RESET = ("agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")


class NotReset(RuntimeError):
    """The environment was used before ``reset``."""


class RawEnv(Snapshots, AECEnv):  # type: ignore[misc]
    """The bare adapter: illegal actions raise ``IllegalAction`` and change nothing; the order of calls is not watched.

    Observation ``{"observation": (F,) int8, "action_mask": (A,) int8}``, fresh arrays; the mask is also in the info. The
    last infos say how the match ended (``envs.door.endings_of``), unless ``lang`` is None.
    """

    def __init__(self, door: Door, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"{door.game.name}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new match: from ``seed``, or the next one of the stream. ``options`` are ignored."""
        self.table = self.door.open(seed)
        self.scribe = Scribe(self.table, self.door.lang)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._over = False
        self._shown = 0
        self._read = [0] * self.table.n
        stop = self.table.count
        self.infos = {name: Info(self.scribe, seat, None, 0, stop) for seat, name in enumerate(self.agents)}
        self._select(stop)

    def _select(self, stop: int) -> None:
        table = self.table
        seat = self._seat = table.actor
        self.agent_selection = name = self.possible_agents[seat]
        self._mask = table.actor_mask()
        self.infos[name] = Info(self.scribe, seat, self._mask.copy(), self._read[seat], stop)

    def observe(self, agent: str) -> Observation:
        """What ``agent`` may know now; asking changes nothing. The mask of a seat that owes no turn allows ``wait`` alone."""
        return self._seen(agent)

    def _seen(self, agent: str) -> Observation:
        table = self.table
        if agent == self.agent_selection and not self._over:
            return {"observation": table.actor_features(), "action_mask": self._mask.copy()}
        seat = self.door.seat_of[agent]
        return {"observation": table.features(seat), "action_mask": self.scribe.idle.copy()}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """(observation, reward since its last step, terminated, truncated, info) of the seat to act."""
        agent = self.agent_selection
        return (
            self._seen(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """The selected seat takes an action: an index, or ``{"action": index, "say": [...]}``.

        Raises ``IllegalAction`` with the legal ones listed, and then changes nothing.
        """
        if self._over:
            self._was_dead_step(action)
            return
        table, seat, read = self.table, self._seat, self.table.count
        if action.__class__ is dict:
            action = speak(table, seat, action)
        if not table.step(int(action)):
            raise IllegalAction(table.refusal(seat, int(action)))
        self._read[seat] = read
        stop = table.count
        self.infos[self.agent_selection] = Info(self.scribe, seat, None, read, stop)
        if table.is_over:
            self._finish(stop)
        else:
            self._select(stop)

    def _finish(self, stop: int) -> None:
        self._over = True
        table = self.table
        ended = self.truncations if table.is_truncated else self.terminations
        for seat, (name, payoff) in enumerate(zip(self.agents, self.door.payoffs(table), strict=True)):
            ended[name] = True
            self.rewards[name] = self._cumulative_rewards[name] = payoff
            self.infos[name] = Info(self.scribe, seat, None, self._read[seat], stop)
        if self.door.lang:
            for name, ending in zip(self.agents, endings_of(table), strict=True):
                self.infos[name].update(ending)
        self.agent_selection = self.agents[0]

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
        """For critics: the observations of all seats side by side, shape (n * F,) int8. Raises ``NotReset``.

        What some seat knows is in it; what no seat has seen yet, such as a vote not counted, is not.
        """
        self._need_reset()
        return full_state(self.table)

    def _need_reset(self) -> None:
        if "table" not in self.__dict__:
            raise NotReset(f"{self.metadata['name']} must be reset before it is used")

    def close(self) -> None:
        """Nothing is held open."""


class Env(RawEnv):
    """The shipped environment: ``RawEnv`` that also watches the order of calls and the kind of every action."""

    def __getattr__(self, name: str) -> Any:
        """Only asked for what is not there: what ``reset`` makes says so."""
        if name in _MADE_BY_RESET:
            raise AttributeError(f"{name} is known once {self.metadata['name']} has been reset")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def observe(self, agent: str) -> Observation:
        """As ``RawEnv.observe``. Raises ``NotReset`` or, for an unknown agent, ValueError."""
        if agent not in self.door.seat_of:
            raise ValueError(f"no agent is called {agent!r}; agents: {', '.join(self.possible_agents)}")
        if not self.agents:
            self._need_reset()
        return self._seen(agent)

    def step(self, action: Any) -> None:
        """As ``RawEnv.step``. Raises ``NotReset`` before the first reset and when every agent is done."""
        if not self.agents:
            self._need_reset()
            raise NotReset(f"the match of {self.metadata['name']} is over; reset it")
        if not self._over and action.__class__ is not dict:
            action = checked_index(action, len(self._mask), self._seat)
        super().step(action)

    def render(self) -> str | None:
        """As ``RawEnv.render``. Raises ``NotReset``."""
        self._need_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """As PettingZoo's. Raises ``NotReset``."""
        self._need_reset()
        return super().agent_iter(max_iter)
