"""Games as environments of PettingZoo, in which two agents move in turn.

Importing this registers ``cheqqers/Cheqqers-v0`` and one environment for each other game.

>>> import pettingzoo
>>> import cheqqers.pettingzoo
>>> env = pettingzoo.make("aec", "cheqqers/Cheqqers-v0", level=3, size=4, rows=1)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import GameState, game_names
from ._states import board_text, measure, missing, num_actions, pair_planes, planes, returns
from .errors import SettingError

try:
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, register
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as _error:
    raise missing(__name__, "pettingzoo", _error) from _error

__all__ = ["env", "raw_env"]

_AGENTS = ["player_0", "player_1"]


def env(name: str = "cheqqers", **options: Any) -> AECEnv:
    """An environment in which an illegal action loses the game; the arguments are those of :class:`raw_env`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw_env(name, **options), -1)))


class raw_env(AECEnv):  # type: ignore[misc]
    """A game of the agents ``player_0``, who is White, and ``player_1``.

    An action is the number of a move, see :attr:`Position.action_space`. An observation has the planes of the position,
    ``observation``, and the ``action_mask``. Planes and actions are as the player to move sees the board, also in what
    the other agent observes; the mask of an agent whose turn it is not is empty. An agent may move several times in a
    row. Rewards are 1, -1 and 0, when the game is over.

    Measurements are drawn by a generator of the environment's own: after :meth:`reset` with a seed the game depends on the
    actions alone.

    Args:
        name: Name of the game, or ``NAME:PRESET``.
        max_plies: Number of plies after which the game is truncated; by default there is none.
        pairs: ``True`` for observations that have ``pairs``, see :meth:`Position.pairs`.
        render_mode: ``ansi`` for boards as text, ``svg`` for drawings.
        preset: Name of a preset, see :func:`presets`.
        settings: Settings of the game.

    Attributes:
        game_state: The :class:`GameState`, with the position.
        metadata: Among others the names of the numbering of moves and of the planes, ``action_space_name`` and
            ``planes_name``.

    Raises:
        SettingError: There is no such game, setting or mode, or the game has no planes of pairs.
    """

    def __init__(
        self,
        name: str = "cheqqers",
        *,
        max_plies: int | None = None,
        pairs: bool = False,
        render_mode: str | None = None,
        preset: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        self._start = GameState(name, max_plies=max_plies, preset=preset, **settings)
        self.game_state = self._start.copy()
        self._pairs = pairs
        self._num_actions = num_actions(self._start.position)
        self._rng = np.random.default_rng()
        position = self._start.position
        space = position.action_space
        modes = ["ansi", "svg"]
        if render_mode not in (None, *modes):
            raise SettingError(f"render_mode: {render_mode!r} is none of {', '.join(modes)}")
        self.metadata = {
            "name": f"{position.game.replace('-', '_')}_v0",
            "render_modes": modes,
            "is_parallelizable": False,
            "action_space_name": space and space[0],
            "planes_name": position.planes_name,
        }
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents: list[str] = []
        self.action_spaces = {agent: Discrete(self._num_actions) for agent in _AGENTS}
        self.observation_spaces = {agent: self._observation_space() for agent in _AGENTS}

    def _observation_space(self) -> Dict:
        spaces = {
            "observation": Box(-1.0, 1.0, planes(self._start).shape, np.float32),
            "action_mask": Box(0, 1, (self._num_actions,), np.int8),
        }
        if self._pairs:
            spaces["pairs"] = Box(-1.0, 1.0, pair_planes(self._start).shape, np.float32)
        return Dict(spaces)

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Without a seed the generator of measurements goes on; there are no options."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.game_state = self._start.copy()
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._turn()

    def _turn(self) -> None:
        """Tells whose turn it is, or that the game is over."""
        state = self.game_state
        self.agent_selection = _AGENTS[state.turn == "black"]
        if state.outcome is not None:
            ended = self.truncations if state.position.outcome is None else self.terminations
            ended.update(dict.fromkeys(_AGENTS, True))
            self.rewards = dict(zip(_AGENTS, returns(state), strict=True))
            self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Plays a move, and draws what it measures.

        Raises:
            IllegalMoveError: The action is not legal. With :func:`env` it loses the game.
        """
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game_state.apply(int(action))
        measure(self.game_state, self._rng)
        self._turn()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The planes, and the mask of the actions that are legal for this agent now."""
        mask = np.zeros(self._num_actions, dtype=np.int8)
        if agent == _AGENTS[self.game_state.turn == "black"]:
            mask[self.game_state.legal_actions()] = 1
        observation: dict[str, NDArray[Any]] = {"observation": planes(self.game_state), "action_mask": mask}
        if self._pairs:
            observation["pairs"] = pair_planes(self.game_state)
        return observation

    def state(self) -> NDArray[np.float32]:
        """The planes, which all agents observe."""
        return planes(self.game_state)

    def render(self) -> str | None:
        """The board as text or as a drawing."""
        if self.render_mode is None:
            logger.warn("render: there is no render_mode")
            return None
        return self.game_state.position.svg() if self.render_mode == "svg" else board_text(self.game_state)

    def close(self) -> None:
        """Does nothing."""


for _name in game_names():
    register("aec", f"cheqqers/{_name.title().replace('-', '')}-v0", f"{__name__}:env", kwargs={"name": _name})
