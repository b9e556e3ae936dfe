"""Quantum board games on qubits.

A :class:`Game` records every move as gates in a circuit for each entangled component, and measures that circuit
where a move depends on it: exactly, on a local simulator, or on any backend that Python can reach.

>>> import cheqqers
>>> game = cheqqers.Game("cheqqers", level=3, seed=7)
>>> game.push("c3^b4d4")
<Ply 1: c3^b4d4>
>>> round(game.position.probabilities()["b4"], 3)
0.5
>>> game.circuit("b4").num_qubits
2
"""

from collections.abc import Sequence

from . import backends, dataset, language, players, search, toolkits
from ._core import (
    Circuit,
    Component,
    Game,
    GameState,
    LegalMoves,
    Measurement,
    Move,
    MoveOutcome,
    Net,
    Operation,
    Part,
    Player,
    Ply,
    Position,
    SelfplayCounts,
    Table,
    World,
    __version__,
    benchmark,
    benchmark_analysis,
    benchmark_circuits,
    game_names,
    game_seed,
    presets,
    read_games,
    selfplay,
    settings,
)
from .batch import BatchedEnv
from .errors import (
    BackendError,
    BusyError,
    CircuitError,
    Error,
    ForkError,
    GameOverError,
    IllegalMoveError,
    PlayerError,
    RecordError,
    SettingError,
)
from .match import Standing, arena, play

Sequence.register(LegalMoves)

__all__ = [
    "BatchedEnv",
    "BackendError",
    "BusyError",
    "Circuit",
    "CircuitError",
    "Component",
    "Error",
    "ForkError",
    "Game",
    "GameOverError",
    "GameState",
    "IllegalMoveError",
    "LegalMoves",
    "Measurement",
    "Move",
    "MoveOutcome",
    "Net",
    "Operation",
    "Part",
    "Player",
    "PlayerError",
    "Ply",
    "Position",
    "RecordError",
    "SelfplayCounts",
    "SettingError",
    "Standing",
    "Table",
    "World",
    "__version__",
    "arena",
    "backends",
    "benchmark",
    "benchmark_analysis",
    "benchmark_circuits",
    "dataset",
    "game_names",
    "game_seed",
    "language",
    "play",
    "players",
    "presets",
    "read_games",
    "search",
    "selfplay",
    "settings",
    "toolkits",
]
