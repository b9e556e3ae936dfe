"""Players for games of any kind, those written in Python too."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from .errors import GameOverError, SettingError

__all__ = ["Chooser", "GameProtocol", "Mcts", "Random", "player_named"]


@runtime_checkable
class GameProtocol(Protocol):
    """What players need of a game: :class:`cheqqers.Game` has it, and a class of one's own may."""

    @property
    def turn(self) -> str:
        """``white`` or ``black``."""

    @property
    def outcome(self) -> str | None:
        """``white``, ``black`` or ``draw``; ``None`` while the game goes on."""

    @property
    def legal_moves(self) -> Sequence[Any] | Any:
        """The legal moves, at least one while the game goes on."""

    def push(self, move: Any) -> Any:
        """Plays a move, and measures what it asks for."""

    def copy(self) -> Any:
        """A copy that goes on by itself, with measurements of its own."""


class Chooser(Protocol):
    """Anything that chooses moves."""

    def choose(self, game: Any) -> Any:
        """A legal move of the game, which must be left as it is."""


class Random:
    """Chooses each legal move with the same probability.

    Args:
        seed: Seed; a new one by default.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.name = "random"
        self._rng = random.Random(seed)

    def choose(self, game: GameProtocol) -> Any:
        """A legal move."""
        _check_going(game)
        moves = game.legal_moves
        return moves[self._rng.randrange(len(moves))]


def _check_going(game: GameProtocol) -> None:
    if game.outcome is not None:
        raise GameOverError(f"the game is over: {game.outcome}")


class _Node:
    """A sequence of moves, whatever was measured on the way."""

    def __init__(self) -> None:
        self.visits = 0
        self.value = 0.0
        self.children: dict[str, _Node] = {}


class Mcts:
    """Monte Carlo tree search with upper confidence bounds, for any game.

    Measurements are made anew in each rollout, so that a node stands for a sequence of moves. The players of
    :class:`cheqqers.Player` are faster where a game is of this package.

    Args:
        rollouts: Number of rollouts for each move.
        seed: Seed; a new one by default.
        max_plies: Number of plies after which a rollout counts as a draw.
    """

    def __init__(self, rollouts: int = 100, seed: int | str | None = None, max_plies: int = 200) -> None:
        if rollouts < 1:
            raise SettingError("mcts: 1 rollout or more")
        self.name = f"mcts:{rollouts}"
        self._rollouts = rollouts
        self._max_plies = max_plies
        self._rng = random.Random(seed)

    def choose(self, game: GameProtocol) -> Any:
        """The move that was tried most often."""
        _check_going(game)
        root = _Node()
        for _ in range(self._rollouts):
            self._descend(root, game.copy())
        best = max(root.children.items(), key=lambda item: item[1].visits)[0]
        return next(move for move in game.legal_moves if str(move) == best)

    def _descend(self, root: _Node, game: GameProtocol) -> None:
        path: list[tuple[_Node, str]] = []
        node = root
        while game.outcome is None:
            mover = game.turn
            moves = list(game.legal_moves)
            untried = [move for move in moves if str(move) not in node.children]
            move = self._rng.choice(untried) if untried else self._best(node, moves)
            node = node.children.setdefault(str(move), _Node())
            path.append((node, mover))
            game.push(move)
            if untried:
                break
        result = self._rollout(game)
        for node, mover in path:
            node.visits += 1
            node.value += 0.5 if result == "draw" else float(result == mover)

    def _best(self, node: _Node, moves: list[Any]) -> Any:
        visits = sum(node.children[str(move)].visits for move in moves)

        def bound(move: Any) -> float:
            child = node.children[str(move)]
            return child.value / child.visits + math.sqrt(2 * math.log(visits) / child.visits)

        return max(moves, key=bound)

    def _rollout(self, game: GameProtocol) -> str:
        for _ in range(self._max_plies):
            if game.outcome is not None:
                return game.outcome
            moves = game.legal_moves
            game.push(moves[self._rng.randrange(len(moves))])
        return game.outcome or "draw"


def player_named(name: str, seed: int | str | None = None) -> Chooser:
    """The player of a name for any game: ``random`` or ``mcts:N``.

    Raises:
        SettingError: There is no such player.
    """
    kind, _, rollouts = name.partition(":")
    if name == "random":
        return Random(seed)
    if kind == "mcts" and rollouts.isascii() and rollouts.isdigit():
        return Mcts(int(rollouts), seed)
    raise SettingError(f"there is no player {name!r} for such a game: random, mcts:N")
