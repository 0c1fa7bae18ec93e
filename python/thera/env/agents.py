"""One game with PettingZoo's interface for agents that act in turn (AEC)."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from .._limits import brief, whole
from . import spaces
from ._numpy import np
from .vectors import Vector

_pettingzoo: Any = spaces.optional("pettingzoo")
_Base: Any = _pettingzoo.AECEnv if _pettingzoo else object


class Agents(_Base):  # type: ignore[misc]
    """A game in which agents act in turn: player_0 has the first seat, and so on.

    >>> import thera
    >>> env = thera.env.aec("hermit", "3x3")
    >>> env.reset()
    >>> env.agent_selection, env.action_space("player_0")
    ('player_0', Discrete(63))
    >>> env.step(62)
    >>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum())
    ('player_1', 0)

    An observation is a dict: "observation" has the planes as the player to move sees them,
    whoever asks, and "action_mask" is int8[A], all zero for who is not to move. An action
    that is masked ends the game: -1 for the agent that chose it and 0 for the others.

    The class is an AECEnv where PettingZoo is installed, and its spaces are Gymnasium's
    where that is.
    """

    def __init__(self, game: str, variant: str = "", *, render_mode: Optional[str] = None) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode {brief(render_mode)}: want 'ansi' or None")
        self._vector = Vector(game, 1, variant)
        self.metadata: Dict[str, Any] = {
            "name": self._vector.version,
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents: List[str] = [f"player_{seat}" for seat in range(self._vector.seats)]
        num_actions = self._vector.num_actions
        self.action_spaces: Dict[str, Any] = {agent: spaces.actions(num_actions) for agent in self.possible_agents}
        self.observation_spaces: Dict[str, Any] = {
            agent: spaces.observations(self._vector.observation_shape, num_actions) for agent in self.possible_agents
        }
        self.agents: List[str] = []
        self.rewards: Dict[str, float] = {}
        self.terminations: Dict[str, bool] = {}
        self.truncations: Dict[str, bool] = {}
        self.infos: Dict[str, Dict[str, Any]] = {}
        self._cumulative_rewards: Dict[str, float] = {}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. Seed and options change nothing, since the games have no chance."""
        if seed is not None:
            whole("seed", seed, 0, 2**64 - 1)
        self._shown = self._vector.reset()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[int(self._shown.current_player[0])]

    def _selected(self) -> str:
        if not self.agents:
            raise ValueError("no agent is playing: want a reset() first")
        return self.agent_selection

    def step(self, action: Any) -> None:
        """Makes an action of the selected agent; None if it is terminated.

        >>> import thera
        >>> env = thera.env.aec("hermit", "1x1")
        >>> env.reset()
        >>> env.step(0)
        >>> env.rewards
        {'player_0': 1.0, 'player_1': -1.0}
        """
        agent = self._selected()
        if self.terminations[agent]:
            self._remove(agent, action)
            return
        number = whole(f"action of {agent}", action, 0, self._vector.num_actions - 1)
        self._cumulative_rewards[agent] = 0.0
        if self._shown.legal_action_mask[0, number]:
            self._shown = self._vector.step(np.array([number], np.int32))
            self.rewards = {name: float(reward) for name, reward in zip(self.possible_agents, self._shown.rewards[0])}
            is_over = bool(self._shown.terminated[0])
        else:
            self.rewards = {name: -1.0 if name == agent else 0.0 for name in self.agents}
            is_over = True
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward
        self.terminations = {name: is_over for name in self.agents}
        self.agent_selection = self.agents[0] if is_over else self._mover()

    def _remove(self, agent: str, action: Any) -> None:
        """Makes the step of an agent whose game is over, which only takes it off the list."""
        if action is not None:
            raise ValueError(f"action {brief(action)} of {agent}: want None, because the game is over")
        self.agents.remove(agent)
        self.rewards = {name: 0.0 for name in self.agents}
        del self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Dict[str, Any]:
        """Returns what an agent observes, in new arrays."""
        agent = self._possible(agent)
        if not hasattr(self, "_shown"):
            raise ValueError("no game has begun: want a reset() first")
        mask = self._shown.legal_action_mask[0].astype(np.int8)
        if agent != self.agent_selection or self.terminations.get(agent, True):
            mask[:] = 0
        return {"observation": self._shown.observation[0].copy(), "action_mask": mask}

    def _possible(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"agent {brief(agent)}: want one of {', '.join(self.possible_agents)}")
        return agent

    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Any]], float, bool, bool, Dict[str, Any]]:
        """Returns of the selected agent: observation, reward since its last step, termination, truncation, info."""
        agent = self._selected()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yields the selected agent until all are gone; each must make its step meanwhile."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations, always the same object."""
        return self.observation_spaces[self._possible(agent)]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions, always the same object."""
        return self.action_spaces[self._possible(agent)]

    @property
    def num_agents(self) -> int:
        """The number of agents that have not been removed."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """The number of agents at the start."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Agents:
        """The environment itself."""
        return self

    def render(self) -> Optional[str]:
        """Returns the board as text if render_mode is "ansi"."""
        return str(self._vector.position(0).board) if self.render_mode else None

    def close(self) -> None:
        """Frees the game."""
        self._vector.close()

    def __str__(self) -> str:
        return self._vector.version

    def __repr__(self) -> str:
        return f"<AEC of {self._vector.game} {self._vector.variant!r}, {self._vector.version}>"
