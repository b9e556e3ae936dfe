"""Parts that the interfaces of other toolkits share: they stand on :class:`GameState`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._core import GameState, Position
from .errors import SettingError

__all__ = ["board_text", "measure", "num_actions", "pair_planes", "planes", "returns"]

_RETURNS = {"white": [1.0, -1.0], "black": [-1.0, 1.0], "draw": [0.0, 0.0], None: [0.0, 0.0]}


def returns(state: GameState) -> list[float]:
    """Results of White and of Black: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
    return list(_RETURNS[state.outcome])


def num_actions(position: Position) -> int:
    """Number of actions of a game with numbered moves, legal or not."""
    space = position.action_space
    assert space is not None, "its moves have numbers"
    return int(np.prod(space[1]))


def planes(state: GameState) -> NDArray[np.float32]:
    """The position as planes, as the player to move sees the board."""
    values = state.position.planes()
    if values is None:
        raise SettingError(f"{state.position.game} has no planes")
    return values.astype(np.float32)


def pair_planes(state: GameState) -> NDArray[np.float32]:
    """Pairs of squares as planes: see :meth:`Position.pairs`."""
    values = state.position.pairs()
    if values is None:
        raise SettingError(f"{state.position.game} has no planes of pairs")
    return values.astype(np.float32)


def measure(state: GameState, rng: np.random.Generator) -> None:
    """Follows outcomes of chance, drawn with their probabilities, until a player is to move or the game is over."""
    while outcomes := state.chance_outcomes():
        numbers, probabilities = zip(*outcomes, strict=True)
        state.apply(int(rng.choice(numbers, p=probabilities)))


def board_text(state: GameState) -> str:
    """The board, and below it whose turn it is or how the game ended."""
    position = state.position
    stopped = position.outcome is None and state.outcome is not None
    return f"{position}\n{f'draw after {state.plies} plies' if stopped else position.status}"


def missing(module: str, extra: str, error: ImportError) -> ModuleNotFoundError:
    """The error of an interface whose toolkit is not installed."""
    return ModuleNotFoundError(f"{module}: pip install cheqqers[{extra}] ({error})", name=error.name)
