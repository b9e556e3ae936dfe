"""Many games stepped together in Rust, for players that learn."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import BatchedGames, Position
from ._states import num_actions
from .errors import SettingError

__all__ = ["BatchedEnv"]


#: The most games that one environment steps.
MAX_ENVS = 1_000_000


class BatchedEnv:
    """Games that begin at the same position and are stepped together, each by the number of its move.

    All arrays are filled in place, without the GIL: copy what must outlive the next step. They are NumPy's, so that
    ``torch.from_dlpack`` and the like see the same memory. Actions and planes are as the player to move sees the board;
    see :attr:`Position.action_space` and :meth:`Position.planes`.

    The ``n``-th of ``N`` environments plays the games ``n``, ``n + N``, ``n + 2N`` and so on of the seed, counted from
    1. Game ``k`` has the seed ``cheqqers.game_seed(seed, k)``, and with random moves it is game ``k`` of
    ``cheqqers selfplay --seed``: it depends neither on the number of environments nor on that of threads.

    Args:
        name: Name of the game, or ``NAME:PRESET``.
        num_envs: Number of games at a time.
        seed: Seed of all games; a new one by default.
        threads: Number of threads, at most one for each 256 games.
        autoreset: When the next game begins where one has ended, as Gymnasium names it: ``same_step``, ``next_step`` (in
            the step after, which ignores the action) or ``disabled`` (by :meth:`reset` with a mask).
        max_plies: Number of plies after which a game is truncated.
        reward: ``result`` (1, 0 or -1 when the game ends), or ``luck-adjusted``: each ply gives in addition the negative
            of what its measurements gave by chance, which has the mean 0 whatever the players do.
        luck_nodes: Number of positions searched to tell the luck of a measurement.
        planes: ``True`` for observations as planes.
        pairs: ``True`` for planes of pairs of squares, see :meth:`Position.pairs`.
        mask: ``True`` for masks of the legal actions.
        dtype: Type of the planes, ``float32`` or ``float64``.
        preset: Name of a preset, see :func:`presets`.
        settings: Settings of the game.

    Attributes:
        observations: What :meth:`step` returns first: ``observation`` (games, planes, rows, columns), ``pairs``,
            ``action_mask`` (games, actions) and ``to_play`` (0 for White, 1 for Black).
        rewards: Rewards of White and of Black for the last ply (games, 2).
        terminations: Games that ended by their rules in the last step.
        truncations: Games that were stopped by ``max_plies`` in the last step.
        plies: Plies of each game.
        games: Number of the game that each environment plays, from 1.
        num_actions: Number of actions.
        action_space_name: Name and version of the numbering of moves.
        planes_name: Name and version of the planes.

    Raises:
        SettingError: There is no such game or setting, or the game has no numbering, planes or pairs.
    """

    def __init__(
        self,
        name: str = "cheqqers",
        num_envs: int = 1024,
        *,
        seed: int | None = None,
        threads: int = 1,
        autoreset: str = "same_step",
        max_plies: int | None = None,
        reward: str = "result",
        luck_nodes: int = 1,
        planes: bool = True,
        pairs: bool = False,
        mask: bool = True,
        dtype: str = "float32",
        preset: str | None = None,
        **settings: object,
    ) -> None:
        if reward not in ("result", "luck-adjusted"):
            raise SettingError(f"reward: {reward!r} is none of result, luck-adjusted")
        if np.dtype(dtype).name not in ("float32", "float64"):
            raise SettingError(f"dtype: {dtype!r} is none of float32, float64")
        if not 1 <= num_envs <= MAX_ENVS:
            raise SettingError(f"num_envs: 1 to {MAX_ENVS}")
        self.num_envs = num_envs
        self.seed = secrets.randbelow(2**53) if seed is None else seed
        self.autoreset = autoreset
        self._args = (name, num_envs)
        self._options: dict[str, Any] = {
            "threads": threads,
            "autoreset": autoreset,
            "max_plies": max_plies,
            "luck": luck_nodes if reward == "luck-adjusted" else None,
            "mask": mask,
            "planes": planes,
            "pairs": pairs,
            "double": np.dtype(dtype).name == "float64",
            "preset": preset,
            "settings": settings,
        }
        self._begin()

    def _begin(self) -> None:
        games = BatchedGames(*self._args, seed=self.seed, **self._options)
        self._games = games
        self._started = False
        self._random = np.full(self.num_envs, -1, dtype=np.int64)
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)
        self.observations: dict[str, NDArray[Any]] = {**games.observations, "to_play": games.to_play}
        self.final_observations: dict[str, NDArray[Any]] = games.last_observations
        self.rewards = games.rewards
        self.terminations = games.terminations
        self.truncations = games.truncations
        self.plies = games.plies
        self.games = games.games
        position = games.position(0)
        space = position.action_space
        assert space is not None
        self.action_space_name, self.action_shape = space
        self.num_actions = num_actions(position)
        self.planes_name = position.planes_name

    @property
    def metadata(self) -> dict[str, Any]:
        """Names of the numbering of moves, of the planes, and of the way in which games begin anew."""
        return {
            "autoreset_mode": self.autoreset,
            "action_space": self.action_space_name,
            "planes": self.planes_name,
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begins games anew: all, or those of the mask ``options["reset_mask"]``.

        Args:
            seed: Seed of all games. Without it the first call begins the first games of the seed, and each later one the
                next ones.
            options: ``reset_mask``: ``True`` for each game that begins anew.

        Returns:
            Observations, and an empty dictionary.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None and (seed is not None or not self._started):
            raise SettingError("reset_mask: the first reset, and one with a seed, begin all games")
        rows = np.ones(self.num_envs, dtype=np.bool_)
        if mask is not None:
            given = np.asarray(mask)
            if given.shape != rows.shape or given.dtype.kind != "b":
                raise ValueError(f"reset_mask: {given.dtype} of the shape {given.shape}, not bool of ({self.num_envs},)")
            rows[:] = given
        if not self._started or seed is not None:
            self.seed = self.seed if seed is None else seed
            self._games.restart(self.seed)
            self._started = True
        else:
            self._games.reset(rows)
        return self.observations, {}

    def step(
        self, actions: ArrayLike | None = None
    ) -> tuple[dict[str, NDArray[Any]], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a move in each game.

        Args:
            actions: Number of the move for each game, or -1 for a random legal one; ``None`` for random ones in all
                games. Those of games that have ended are ignored.

        Returns:
            Observations, rewards, terminations, truncations, and a dictionary: with ``same_step`` it has ``final_obs``, the
            last observations of the games that ended, and ``_final_obs``, which says which these are.

        Raises:
            IllegalMoveError: An action is not legal. No game was stepped then.
            BusyError: Another thread steps this environment.
        """
        if not self._started:
            self.reset()
        self._games.step(self._random if actions is None else self._checked(actions))
        infos: dict[str, Any] = {}
        if self.autoreset == "same_step":
            np.logical_or(self.terminations, self.truncations, out=self._ended)
            infos = {"final_obs": self.final_observations, "_final_obs": self._ended}
        return self.observations, self.rewards, self.terminations, self.truncations, infos

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions: numbers of moves, not {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions: of the shape {chosen.shape}, not ({self.num_envs},)")
        if chosen.dtype == np.uint64:
            # Those that int64 has not are numbers of no move.
            chosen = np.minimum(chosen, np.iinfo(np.int64).max)
        return np.ascontiguousarray(chosen, dtype=np.int64)

    def position(self, index: int) -> Position:
        """The position of a game."""
        return self._games.position(index)

    def close(self) -> None:
        """Does nothing: all memory is freed with the environment."""

    def _arrays(self) -> list[NDArray[Any]]:
        arrays = [*self.observations.values(), *self.final_observations.values()]
        return [*arrays, self.rewards, self.terminations, self.truncations, self.plies, self.games]

    def __getstate__(self) -> dict[str, Any]:
        return {
            "args": self._args,
            "options": self._options,
            "seed": self.seed,
            "started": self._started,
            "records": self._games.records(),
            "arrays": [array.copy() for array in self._arrays()],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._args, self._options, self.seed = state["args"], state["options"], state["seed"]
        self.num_envs, self.autoreset = self._args[1], self._options["autoreset"]
        self._begin()
        self._games.restore(self.seed, state["records"])
        self._started = state["started"]
        for array, values in zip(self._arrays(), state["arrays"], strict=True):
            array[...] = values

    def __repr__(self) -> str:
        return f"<BatchedEnv {self._args[0]}: {self.num_envs} games>"
