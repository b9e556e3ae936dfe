"""Tree search with exact chance: PUCT and planning with Gumbel variables, with leaves predicted in batches.

It searches positions of this package, games of one's own (:class:`StochasticGame`), games of the game protocol that tell
their outcomes (:class:`OutcomeGame`), and games of OpenSpiel with explicit chance (:class:`OpenSpielGame`). All outcomes of a
measurement, or of dice, count with their exact probabilities: none is drawn.

>>> import cheqqers, numpy as np
>>> def predict(leaves):
...     return np.zeros(len(leaves)), np.zeros((len(leaves), leaves.num_actions))
>>> game = cheqqers.Game("cheqqers", level=3, size=4)
>>> [found] = cheqqers.search.search([game.position], predict, simulations=32, seed=1)
>>> int(found.visits.sum())
32
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import Game, GameState, Net, Position, PositionSearches, StateSearches
from ._states import num_actions
from .errors import SettingError

__all__ = ["Finding", "Leaves", "OpenSpielGame", "OutcomeGame", "StochasticGame", "search"]


@dataclass(frozen=True)
class Finding:
    """The findings of a search about its root.

    Values are for the first player, who is White, from -1 to 1.

    Attributes:
        value: Value of the root; ``None`` before it was predicted.
        action: Number of the action to play.
        is_solved: ``True`` where the value is exact.
        simulations: Number of simulations.
        predictions: Number of leaves that were predicted.
        actions: Numbers of the legal actions, ascending; the other arrays have an entry for each.
        visits: Simulations that chose it.
        values: Its value; NaN without visits.
        policy: Its share in the policy that the search found: a target to learn.
        prior: Its prior probability.
    """

    value: float | None
    action: int | None
    is_solved: bool
    simulations: int
    predictions: int
    actions: NDArray[np.uint32]
    visits: NDArray[np.uint32]
    values: NDArray[np.float64]
    policy: NDArray[np.float64]
    prior: NDArray[np.float32]


@dataclass(frozen=True)
class Leaves:
    """Leaves that wait for predictions.

    Attributes:
        actions: Numbers of the legal actions of each leaf, ascending.
        observations: Planes of positions (leaves, planes, rows, columns); ``None`` for other games.
        states: States of a game in Python; empty for positions.
        num_actions: Number of actions of the game, legal or not; 0 where it is not known.
    """

    actions: list[list[int]]
    observations: NDArray[np.float32] | None
    states: list[Any]
    num_actions: int

    def __len__(self) -> int:
        return len(self.actions)


#: Predicts leaves: their values for the player to move, and their logits, a row for each. A row has an entry for each
#: action of the game, by its number; for games in Python it may also have one for each legal action alone, in their order.
Predictor = Callable[[Leaves], tuple[ArrayLike, Any]]


class StochasticGame(Protocol):
    """A game of one's own, for one player or two, whose results add up to 0.

    States are values of any type; they are kept, and must stay as they are.
    """

    def value(self, state: Any) -> float | None:
        """The result for player 0, from -1 to 1, at the end of the game; ``None`` before."""

    def turn(self, state: Any) -> int | None:
        """The player to move, 0 or 1; ``None`` where chance decides."""

    def actions(self, state: Any) -> Sequence[int]:
        """The numbers of the legal actions, ascending, at least one."""

    def outcomes(self, state: Any) -> Sequence[tuple[int, float]]:
        """The outcomes of chance with their probabilities, whose sum is 1."""

    def next(self, state: Any, step: int) -> Any:
        """The state after an action or an outcome."""


class OpenSpielGame:
    """Games of OpenSpiel whose states are searched: sequential, of perfect information and with explicit chance.

    Args:
        game: The game, as of ``pyspiel.load_game``.

    Raises:
        SettingError: It is of another kind.
    """

    def __init__(self, game: Any) -> None:
        kind = game.get_type()
        if (kind.dynamics.name, kind.information.name) != ("SEQUENTIAL", "PERFECT_INFORMATION"):
            raise SettingError(f"{kind.short_name} is no sequential game of perfect information")
        if kind.chance_mode.name == "SAMPLED_STOCHASTIC":
            raise SettingError(f"{kind.short_name} draws its chance, and does not tell it")
        if game.num_players() > 2 or (game.num_players() == 2 and kind.utility.name != "ZERO_SUM"):
            raise SettingError(f"{kind.short_name} is no zero-sum game of two players, nor one of a single player")
        self.num_actions = int(game.num_distinct_actions())
        self._largest = max(abs(game.max_utility()), abs(game.min_utility())) or 1.0

    def value(self, state: Any) -> float | None:
        """The return of player 0 as a share of the largest one."""
        return state.returns()[0] / self._largest if state.is_terminal() else None

    def turn(self, state: Any) -> int | None:
        """The player to move."""
        return None if state.is_chance_node() else int(state.current_player())

    def actions(self, state: Any) -> Sequence[int]:
        """The legal actions."""
        return state.legal_actions()  # type: ignore[no-any-return]

    def outcomes(self, state: Any) -> Sequence[tuple[int, float]]:
        """The outcomes of chance."""
        return state.chance_outcomes()  # type: ignore[no-any-return]

    def next(self, state: Any, step: int) -> Any:
        """A copy of the state after an action or an outcome."""
        child = state.clone()
        child.apply_action(step)
        return child


class OutcomeGame:
    """Games of the game protocol, see :class:`cheqqers.players.GameProtocol`, that tell the outcomes of their moves: a
    method ``outcomes(move)`` gives pairs of a probability and the game after it.

    An action is the index of a legal move.
    """

    num_actions = 0

    def value(self, state: Any) -> float | None:
        """The result for White."""
        if isinstance(state, list):
            return None
        results = {"white": 1.0, "black": -1.0, "draw": 0.0}
        return None if state.outcome is None else results[state.outcome]

    def turn(self, state: Any) -> int | None:
        """The player to move."""
        return None if isinstance(state, list) else int(state.turn == "black")

    def actions(self, state: Any) -> Sequence[int]:
        """The indices of the legal moves."""
        return range(len(state.legal_moves))

    def outcomes(self, state: Any) -> Sequence[tuple[int, float]]:
        """The outcomes of the move that was chosen."""
        return [(number, probability) for number, (probability, _) in enumerate(state)]

    def next(self, state: Any, step: int) -> Any:
        """The game after an outcome, or the outcomes of a move."""
        if isinstance(state, list):
            return state[step][1]
        found = list(state.outcomes(state.legal_moves[step]))
        return found[0][1] if len(found) == 1 else found


def search(
    roots: Sequence[Any],
    predict: Predictor | Net,
    *,
    game: StochasticGame | None = None,
    seed: int | None = None,
    threads: int = 1,
    **options: Any,
) -> list[Finding]:
    """Searches from each of some roots, side by side: each batch of leaves is predicted together.

    Args:
        roots: Positions of one game of this package (or games, or states in which a player is to move); with ``game``, its
            states.
        predict: Callable that predicts leaves, or a network in Rust, for positions.
        game: The game of the states.
        seed: Seed of all searches; a new one by default.
        threads: Number of threads that search positions.
        options: ``simulations`` (64), ``selection`` (``gumbel`` or ``puct``), ``noise`` (0: of Gumbel variables, or share of
            Dirichlet noise, for games against oneself), ``considered`` (16 actions of the root), ``c_visit``, ``c_scale``,
            ``c_init``, ``c_base``, ``first_play_reduction``, ``concentration`` (0.3), ``parallel`` (1: simulations of a
            search that wait together), ``max_outcomes`` (32: those that are predicted together).

    Returns:
        A finding for each root.

    Raises:
        SettingError: An option is unknown or out of range, or the positions are of several games.
        ValueError: A prediction is none, such as NaN, or of another shape.
    """
    if unknown := set(options) - _OPTIONS:
        raise SettingError(f"there is no option {min(unknown)!r}: {', '.join(sorted(_OPTIONS))}")
    roots = list(roots)
    if not roots:
        return []
    if threads < 1:
        raise SettingError("threads: 1 or more")
    seeds = random.Random(None if seed is None else int(seed))
    drawn = [seeds.getrandbits(64) for _ in roots]
    if game is not None:
        if isinstance(predict, Net):
            raise SettingError("predict: a network in Rust predicts positions alone")
        return _search_states(list(zip(roots, drawn, strict=True)), predict, game, options)
    positions = [_position(root) for root in roots]
    searches = PositionSearches(list(zip(positions, drawn, strict=True)), threads, options)
    if isinstance(predict, Net):
        searches.run(predict)
        return [Finding(**found) for found in searches.findings()]
    planes = positions[0].planes()
    outputs = num_actions(positions[0])
    while count := searches.select():
        values, actions = searches.leaves()
        observations = None if planes is None else values.reshape(count, *planes.shape)
        leaves = Leaves(actions, observations, [], outputs)
        value, logits = predict(leaves)
        logits = np.ascontiguousarray(logits, dtype=np.float32)
        if logits.shape != (count, outputs):
            raise ValueError(f"logits: of the shape {logits.shape}, not {(count, outputs)}")
        searches.expand(_values(value, count), logits)
    return [Finding(**found) for found in searches.findings()]


_OPTIONS = {
    "simulations",
    "selection",
    "noise",
    "considered",
    "c_visit",
    "c_scale",
    "c_init",
    "c_base",
    "first_play_reduction",
    "concentration",
    "parallel",
    "max_outcomes",
}


def _position(root: Any) -> Position:
    if isinstance(root, Position):
        return root
    if isinstance(root, GameState) and root.is_chance:
        raise SettingError("a state in which chance decides can't be searched: follow an outcome first")
    if isinstance(root, GameState) and root.outcome != root.position.outcome:
        raise SettingError("a state that is drawn by max_plies can't be searched: its position goes on")
    if isinstance(root, Game | GameState):
        return root.position
    raise SettingError(f"{type(root).__name__} is no position: give the game of the states")


def _values(value: ArrayLike, count: int) -> NDArray[np.float32]:
    values = np.ascontiguousarray(value, dtype=np.float32).reshape(-1)
    if len(values) != count:
        raise ValueError(f"{len(values)} values for {count} leaves")
    return values


def _search_states(
    roots: list[tuple[Any, int]], predict: Predictor, game: StochasticGame, options: dict[str, Any]
) -> list[Finding]:
    searches = StateSearches(game, roots, options)
    while count := searches.select():
        states, actions = searches.leaves()
        value, logits = predict(Leaves(actions, None, states, getattr(game, "num_actions", 0)))
        if len(logits) != count:
            raise ValueError(f"{len(logits)} rows of logits for {count} leaves")
        rows = [np.asarray(row, dtype=np.float32) for row in logits]
        legal = [row if len(row) == len(own) else row[own] for row, own in zip(rows, actions, strict=True)]
        searches.expand(_values(value, count).tolist(), [row.tolist() for row in legal])
    return [Finding(**found) for found in searches.findings()]
