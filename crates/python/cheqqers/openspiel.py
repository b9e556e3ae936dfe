"""Games as games of OpenSpiel, with explicit chance.

Importing this registers ``cheqqers``, and each other game as ``cheqqers_NAME``.

>>> import cheqqers.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("cheqqers(level=3,size=4,rows=1)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['c1-b2', 'a1-b2', 'c1-d2', 'c1^b2d2']

Parameters are the settings of the game, -1 for ``off``; ``preset``; and ``max_plies``, after which the game is drawn. One
that has its default leaves the choice to the preset. In ``position`` and ``preset``, ``_`` stands for a comma, which
OpenSpiel splits, and a text may be quoted, as a number must be: ``cheqqers_queens_chess(preset='2010')``.
"""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from ._core import GameState, game_names, settings
from ._states import board_text, missing, num_actions, pair_planes, planes, returns
from .errors import IllegalMoveError, SettingError

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as _error:
    raise missing(__name__, "openspiel", _error) from _error

__all__ = ["BoardGame", "BoardObserver", "BoardState"]

_CHANCE = int(pyspiel.PlayerId.CHANCE)
_TERMINAL = int(pyspiel.PlayerId.TERMINAL)

# Parameters that are quoted where a game is written.
_TEXTS = ("position", "preset")


def _default(kind: str, default: str | None) -> int | bool | str:
    """Value of a parameter that is not given; its type is that of the parameter."""
    if kind == "true|false":
        return default == "true"
    if re.match(r"\d+(\.\.\d+$| or more)", kind):
        # No number of theirs that the game finds itself may be 0.
        return -1 if default == "off" else int(default or 0)
    return default or ""


def _specification(name: str) -> dict[str, int | bool | str]:
    """Parameters of a game and their defaults."""
    kinds = settings(name).items()
    return {"max_plies": 1000, "preset": "", **{key: _default(kind, default) for key, (kind, default, _) in kinds}}


def _game_type(name: str, *, deterministic: bool = False) -> pyspiel.GameType:
    types = pyspiel.GameType
    return types(
        short_name="cheqqers" if name == "cheqqers" else f"cheqqers_{name.replace('-', '_')}",
        long_name=f"Quantum board games: {name.replace('-', ' ')}",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.DETERMINISTIC if deterministic else types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_specification(name),
    )


def _load(text: str) -> Any:
    return pyspiel.load_game(text)


class BoardGame(pyspiel.Game):  # type: ignore[misc]
    """A game, of which each has a class. White is player 0.

    Args:
        params: Parameters that differ from their defaults, or all.

    Attributes:
        name: Name of the game in this package.
        start: The first :class:`GameState`.

    Raises:
        SettingError: A setting does not take its value.
    """

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        defaults = _specification(self.name)
        given = {key: value for key, value in (params or {}).items() if value != defaults.get(key)}
        chosen: dict[str, Any] = {}
        for key, value in given.items():
            chosen[key] = value
            if key in _TEXTS:
                chosen[key] = value.strip("'").replace("_", ",")
                # So that a game that is written is read again as the same.
                given[key] = "'" + chosen[key].replace(",", "_") + "'"
            elif type(value) is int and value == -1:
                chosen[key] = None
        max_plies = chosen.pop("max_plies", defaults["max_plies"])
        if max_plies is None or max_plies < 1:
            raise SettingError("max_plies: 1 or more")
        self._settings = {**chosen, "max_plies": max_plies}
        self.start = self.begun(None)
        deterministic = chosen.get("level") == 0
        # Each node of chance is about one more slot that reads 1: squares, where there are pairs of them.
        slots = 128
        if self.start.position.pairs() is not None:
            slots = planes(self.start)[0].size
        self._slots = 0 if deterministic else slots
        info = pyspiel.GameInfo(
            num_distinct_actions=num_actions(self.start.position),
            max_chance_outcomes=0 if deterministic else slots + 1,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max_plies,
        )
        super().__init__(_game_type(self.name, deterministic=deterministic), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        # Theirs forgets attributes.
        return _load, (str(self),)

    def begun(self, position: str | None) -> GameState:
        """The game at a position, as the setting has it, or at its own."""
        chosen = self._settings if position is None else {**self._settings, "position": position}
        return GameState(self.name, **chosen)

    def new_initial_state(self, state: Any = None) -> BoardState:
        """The state in which the game begins, or another one.

        Args:
            state: A dictionary as :meth:`BoardState.to_dict` has it, a struct or JSON: ``start`` is the position to begin at,
                if it is not that of the game, and ``history`` has the actions and outcomes of chance since.
        """
        if isinstance(state, str):
            state = json.loads(state)
        elif isinstance(state, pyspiel.StateStruct):
            state = state.to_dict()
        state = state or {}
        begun = BoardState(self, state.get("start"))
        for number in state.get("history", ()):
            begun.apply_action(number)
        return begun

    def max_chance_nodes_in_history(self) -> int:
        """Number of nodes of chance, at most: each of them settles a slot, and a slot is settled once in a ply."""
        return self._slots * int(self.max_game_length())

    def action_struct_spec(self) -> tuple[str, str]:
        """Form of an action as JSON, and an example."""
        return '{"move": string}', json.dumps({"move": self.start.text(self.start.legal_actions()[0])})

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """An observer of the board, or, with perfect recall, of the history. The parameter ``pairs=True`` adds planes of
        pairs of squares.
        """
        # Where there is no type, theirs in C++ gives the parameters first.
        if isinstance(iig_obs_type, dict):
            iig_obs_type, params = None, iig_obs_type
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BoardState(pyspiel.State):  # type: ignore[misc]
    """A position, or part of a measurement.

    Args:
        game: The game, which makes its states itself.
        start: The position to begin at.

    Attributes:
        game_state: The :class:`GameState`, with the position.
    """

    def __init__(self, game: BoardGame, start: str | None = None) -> None:
        super().__init__(game)
        self.game_state = game.start.copy() if start is None else game.begun(start)
        self._start = start
        # The move whose measurement is under way, and what was read.
        self._measured: tuple[str, ...] = ()
        self._player = self._current_player()

    def _current_player(self) -> int:
        if self.game_state.outcome is not None:
            return _TERMINAL
        if self.game_state.is_chance:
            return _CHANCE
        return int(self.game_state.turn == "black")

    def current_player(self) -> int:
        """The player to move, or the one that stands for chance or for the end."""
        return self._player

    def is_terminal(self) -> bool:
        """``True`` when the game is over."""
        return self._player == _TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.game_state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of chance and their exact probabilities."""
        return self.game_state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        text = self.game_state.text(action)
        self.game_state.apply(action)
        self._measured = (*self._measured, text) if self._player == _CHANCE else (text,)
        self._player = self._current_player()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game_state.text(action)

    def returns(self) -> list[float]:
        """Results of both players: 1, -1 or 0, which is 0 until the game is over."""
        return returns(self.game_state)

    def __str__(self) -> str:
        text = board_text(self.game_state)
        if self._player != _CHANCE:
            return text
        move, *read = self._measured
        return f"{text}\n{move} measures: {', '.join(read) or 'nothing yet'}"

    def _to_struct(self) -> dict[str, Any]:
        """The start and the history, which :meth:`BoardGame.new_initial_state` takes, and what they led to."""
        state = self.game_state
        player = {_CHANCE: "chance", _TERMINAL: "terminal"}.get(self._player, state.turn)
        names = ("square", "piece", "color", "kind", "kinds", "probability", "phase")
        parts = [{name: getattr(part, name) for name in names} for part in state.position.parts()]
        return {
            "start": self._start,
            "history": state.history,
            "current_player": player,
            "status": state.position.status,
            "parts": parts,
            "measured": list(self._measured) if self._player == _CHANCE else [],
            "outcome": state.outcome,
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"outcome" if player == _CHANCE else "move": self.game_state.text(action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        text = struct["outcome" if self._player == _CHANCE else "move"]
        found = [action for action in self.legal_actions() if self.game_state.text(action) == text]
        if not found:
            raise IllegalMoveError(f"{text!r} is not legal")
        return found


class BoardObserver:
    """Observer of the board, the same for both players: planes as the player to move sees it, and one more, which has 1 on
    each square where that is player 0.

    Args:
        game: The game.
        params: ``pairs``: ``True`` for planes of pairs of squares too.

    Attributes:
        tensor: All values in one array.
        dict: Views of it: ``observation`` (planes, rows, columns), and ``pairs``.

    Raises:
        SettingError: The game has no planes of pairs, or there is no such parameter.
    """

    def __init__(self, game: BoardGame, params: dict[str, Any] | None = None) -> None:
        if unknown := set(params or {}) - {"pairs"}:
            raise SettingError(f"observers have no parameter {min(unknown)!r}: pairs")
        count, *board = planes(game.start).shape
        shapes = {"observation": (count + 1, *board)}
        if (params or {}).get("pairs"):
            shapes["pairs"] = pair_planes(game.start).shape
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        views = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {key: view.reshape(shape) for (key, shape), view in zip(shapes.items(), views, strict=True)}

    def set_from(self, state: BoardState, player: int) -> None:
        """Fills the arrays."""
        self.dict["observation"][:-1] = planes(state.game_state)
        self.dict["observation"][-1] = state.game_state.turn == "white"
        if "pairs" in self.dict:
            self.dict["pairs"][:] = pair_planes(state.game_state)

    def string_from(self, state: BoardState, player: int) -> str:
        """The board as text."""
        return str(state)


for _name in game_names():
    # OpenSpiel drops what it registers after the interpreter's end, which only a class survives.
    pyspiel.register_game(_game_type(_name), type("BoardGame", (BoardGame,), {"name": _name}))
