"""Games of an expert to learn from, and positions with known values to be measured by.

``cheqqers experiment dataset --out games`` writes the games: 100,000 at each level of Cheqqers by default, every ply with
its value, the probabilities of its outcomes and its luck. They are Parquet files, which any program for data reads;
:func:`games` and :func:`batches` read them here, with PyArrow (``pip install 'cheqqers[dataset]'``).

Reference positions are part of the package: 1,000 of all games, with the values of all their moves, exact or by a full-width
search. :func:`evaluate` tells what a player loses there.

Scores are White's expected points, from 0 (lost) to 1 (won).

>>> from cheqqers import dataset
>>> positions = dataset.reference_positions()
>>> len(positions), sum(position.exact for position in positions) > 200
(1000, True)
>>> report = dataset.evaluate("random", positions[:50], seed=1)
>>> report.positions, 0.02 < report.loss < 1
(50, True)
"""

from __future__ import annotations

import gzip
import importlib.resources
import json
import math
import statistics
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import Game, Position, game_seed
from ._states import missing, num_actions
from .errors import RecordError, SettingError
from .match import _seat
from .players import Chooser

__all__ = [
    "AnalyzedGame",
    "AnalyzedOutcome",
    "AnalyzedPly",
    "ReferencePosition",
    "ReferenceReport",
    "batches",
    "evaluate",
    "games",
    "read_positions",
    "reference_positions",
]


#: What reading a damaged file raises.
_DAMAGED = (
    ValueError, KeyError, TypeError, AttributeError, EOFError, RecursionError, gzip.BadGzipFile, zlib.error
)  # fmt: skip


@dataclass(frozen=True)
class AnalyzedOutcome:
    """An outcome that a ply could have.

    Attributes:
        move: The move with this outcome, as it can be played.
        probability: Its probability, in (0, 1].
        score: Score of the position that it leads to.
        came: ``True`` if it is the one that came.
    """

    move: str
    probability: float
    score: float
    came: bool


@dataclass(frozen=True)
class AnalyzedPly:
    """A ply of a game, with what a search found of it.

    Attributes:
        number: Number of the ply, from 1.
        turn: The player, ``white`` or ``black``.
        move: The move that was made.
        played: The move with its outcomes, as it can be played again.
        action: Number of the move in :attr:`Position.action_space`; ``None`` in a game without one.
        legal_moves: Number of legal moves.
        random: ``True`` if it was made at random, at the beginning of the game.
        score: Score of the position before it.
        exact: ``True`` if that is the exact value, of a solved board.
        expected: Score after the move and before its measurements: the mean over the outcomes. ``None``, as all that
            follows, if it could have too many.
        best: The best move that was found.
        best_score: What that was expected to give.
        loss: Points that the mover lost by not making it.
        luck: Points that the mover won by the outcome that came, beyond what was expected; ``None`` where there was one.
        probability: Probability of the outcome that came.
        outcomes: All outcomes, where there were several. Those that read alike are one, with the mean of their scores.
    """

    number: int
    turn: str
    move: str
    played: str
    action: int | None
    legal_moves: int
    random: bool
    score: float
    exact: bool
    expected: float | None
    best: str | None
    best_score: float | None
    loss: float | None
    luck: float | None
    probability: float | None
    outcomes: list[AnalyzedOutcome] = field(default_factory=list)


@dataclass(frozen=True)
class AnalyzedGame:
    """A game of a dataset.

    Attributes:
        name: Name of the game.
        variant: Name of the game with its level or preset.
        settings: Settings of the game.
        number: Number of the game among those of the variant, from 1.
        result: White's points: 1, 0.5 or 0.
        plies: The plies.
    """

    name: str
    variant: str
    settings: dict[str, Any]
    number: int
    result: float
    plies: list[AnalyzedPly]

    def positions(self) -> Iterator[Position]:
        """The position before each ply. Cost: the game is played again."""
        game = Game(self.name, **self.settings)
        for ply in self.plies:
            yield game.position
            game.push(ply.played)

    @property
    def luck(self) -> float:
        """White's luck in the whole game, in points. Over many games ``result - luck`` has the mean of ``result`` and varies less."""
        lucks = [(ply.luck or 0.0) * (1 if ply.turn == "white" else -1) for ply in self.plies]
        return math.fsum(lucks)


def _parts(folder: str | PathLike[str], variant: str | None) -> list[tuple[Path, Path]]:
    """The files of plies and of outcomes, in the order of their names."""
    folder = Path(folder)
    files = sorted(folder.glob("dataset-plies-*.parquet"))
    if not files:
        raise SettingError(f"{folder} has no games: 'cheqqers experiment dataset --out {folder}' writes them")
    names = {path: path.stem.removeprefix("dataset-plies-").rsplit("-", 1)[0] for path in files}
    if variant is not None:
        known = sorted(set(names.values()))
        if variant not in known:
            raise SettingError(f"{folder} has no games of {variant}, but of {', '.join(known)}")
        files = [path for path in files if names[path] == variant]
    parts = [(path, path.with_name(path.name.replace("-plies-", "-outcomes-", 1))) for path in files]
    if gone := [str(outcomes) for _, outcomes in parts if not outcomes.exists()]:
        raise SettingError(f"{gone[0]} is missing: the same 'cheqqers experiment dataset' writes it again")
    return parts


def _rows(path: Path) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """What is the same in all rows, and the rows."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise missing("pyarrow.parquet", "dataset", error) from error
    try:
        file = pyarrow.parquet.ParquetFile(path)
        metadata = {key.decode(): value.decode() for key, value in (file.metadata.metadata or {}).items()}
        # Settings are columns too.
        columns = [name for name in file.schema.names if name not in metadata]
        rows: list[dict[str, Any]] = file.read(columns=columns).to_pylist()
    except pyarrow.ArrowException as error:
        raise RecordError(f"{path} can't be read: {error}") from error
    if metadata.get("experiment") != "dataset":
        raise RecordError(f"{path}: not written by 'cheqqers experiment dataset'")
    return metadata, rows


def games(folder: str | PathLike[str], variant: str | None = None) -> Iterator[AnalyzedGame]:
    """The games that ``cheqqers experiment dataset`` has written to a folder, one after the other.

    Of each 1,000 games all plies are in memory at a time.

    Args:
        folder: The folder.
        variant: Only games of this variant, named as in the names of its files: ``level-3``, ``queens-chess-2020``.

    Warns if there are fewer than were asked for, as while the command still writes them.

    Raises:
        SettingError: The folder has no such games.
        RecordError: A file is damaged, or not of a dataset.
        ImportError: PyArrow is not installed.
    """
    counts: dict[str, int] = {}
    asked = 0
    for plies_path, outcomes_path in _parts(folder, variant):
        metadata, rows = _rows(plies_path)
        asked = int(metadata["games"])
        outcomes: dict[tuple[int, int], list[AnalyzedOutcome]] = {}
        for row in _rows(outcomes_path)[1]:
            outcome = AnalyzedOutcome(row["played"], row["probability"], row["score"], bool(row["came"]))
            outcomes.setdefault((row["number"], row["ply"]), []).append(outcome)
        by_game: dict[int, list[dict[str, Any]]] = {}
        for row in rows:
            by_game.setdefault(row["number"], []).append(row)
        for number, of_game in by_game.items():
            plies = [
                AnalyzedPly(
                    row["ply"],
                    row["turn"],
                    row["move"],
                    row["played"],
                    row["action"],
                    row["legal_moves"],
                    bool(row["random"]),
                    row["score"],
                    bool(row["exact"]),
                    row["expected"],
                    row["best"],
                    row["best_score"],
                    row["loss"],
                    row["luck"],
                    row["probability"],
                    outcomes.get((number, row["ply"]), []),
                )
                for row in of_game
            ]
            settings = json.loads(metadata["settings"])
            result = of_game[0]["result"]
            yield AnalyzedGame(metadata["game"], metadata["variant"], settings, number, result, plies)
        counts[metadata["variant"]] = counts.get(metadata["variant"], 0) + len(by_game)
    for name, count in counts.items():
        if count < asked:
            warnings.warn(f"{folder} has {count} games of {name}, of {asked} that were asked for", stacklevel=2)


def batches(
    folder: str | PathLike[str], variant: str, size: int = 1024, *, random: bool = False
) -> Iterator[dict[str, NDArray[Any]]]:
    """Positions of a dataset as arrays, ``size`` at a time: the last batch may have fewer.

    Each is seen by the player to move, as :class:`BatchedEnv` has it. A batch has ``observation`` (planes, ``float32``),
    ``action_mask`` (``int8``), ``action`` (the move that was made), ``value`` (what the search found, from -1 to 1),
    ``result`` (of the game: 1, 0 or -1), ``adjusted_result`` (that less the luck from here on: its mean is the same and it varies
    less, and it may be beyond -1 and 1) and ``game`` (the number of the game).

    Args:
        folder: The folder.
        variant: The variant, as for :func:`games`.
        size: Number of positions in a batch.
        random: ``True`` for those before random moves too.

    Raises:
        SettingError: The folder has no such games, or the game has no numbers for its moves.
    """
    if size < 1:
        raise SettingError(f"size: a batch has at least one position, not {size}")
    names = ("observation", "action_mask", "action", "value", "result", "adjusted_result", "game")
    rows: dict[str, list[Any]] = {name: [] for name in names}
    types = dict(zip(names, (np.float32, np.int8, np.int64, np.float32, np.float32, np.float32, np.int64)))

    def batch() -> dict[str, NDArray[Any]]:
        return {name: np.asarray(rows[name][:size], dtype=types[name]) for name in names}

    for game in games(folder, variant):
        luck = game.luck
        for ply, position in zip(game.plies, game.positions()):
            planes = position.planes()
            if planes is None or ply.action is None:
                raise SettingError(f"{game.variant}: its moves have no numbers, or it has no planes")
            sign = 1.0 if ply.turn == "white" else -1.0
            if random or not ply.random:
                mask = np.zeros(num_actions(position), np.int8)
                mask[[action for action in position.legal_actions() if action is not None]] = 1
                scores = (ply.score, game.result, game.result - luck)
                values = [sign * (2 * score - 1) for score in scores]
                for name, value in zip(names, (planes, mask, ply.action, *values, game.number)):
                    rows[name].append(value)
            # What chance gives later is not known yet; what it gave before is part of the position.
            luck -= sign * (ply.luck or 0.0)
            if len(rows["game"]) == size:
                yield batch()
                for column in rows.values():
                    column.clear()
    if rows["game"]:
        yield batch()


@dataclass(frozen=True)
class ReferencePosition:
    """A position with the values of its moves.

    Attributes:
        source: Name of its game with level or preset, or with the settings of a solved board.
        name: Name of the game.
        settings: Settings of the game.
        plies: The moves since the start, each with its outcomes.
        turn: The player to move.
        exact: ``True`` if values are exact, ``False`` if they were found by a search.
        depth: Depth of the search, in plies; 0 where values are exact.
        scores: Score of each legal move: the mean over its outcomes.
    """

    source: str
    name: str
    settings: dict[str, Any]
    plies: list[str]
    turn: str
    exact: bool
    depth: int
    scores: dict[str, float]

    def game(self, *, seed: int | None = None) -> Game:
        """A game that stands at the position."""
        return Game(self.name, seed=seed, moves=" ".join(self.plies), **self.settings)

    @property
    def best(self) -> float:
        """Score of the best move."""
        scores = self.scores.values()
        return max(scores) if self.turn == "white" else min(scores)

    def loss(self, move: object) -> float:
        """Points that the player to move loses by a move, of which there is the text or the object.

        Raises:
            KeyError: It is not legal.
        """
        return abs(self.best - self.scores[str(move)])


def read_positions(path: str | PathLike[str]) -> list[ReferencePosition]:
    """The positions in a file ``positions.json`` that ``cheqqers experiment positions`` has written, which may be
    compressed as ``positions.json.gz``.

    Raises:
        OSError: It can't be read.
        RecordError: It is no such file.
    """
    data = Path(path).read_bytes()
    try:
        document = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        version = document["version"] if document["format"] == "cheqqers-positions" else None
        positions = [
            ReferencePosition(
                source["name"],
                source["game"],
                source["settings"],
                position["plies"].split(),
                position["turn"],
                source["exact"],
                position["depth"],
                {move: float(score) for move, score in position["moves"].items()},
            )
            for source in document["sources"]
            for position in source["positions"]
        ]
    except _DAMAGED as error:
        raise RecordError(f"{path}: damaged, or not written by 'cheqqers experiment positions'") from error
    if version != 1 or not all(position.scores for position in positions):
        raise RecordError(f"{path}: positions of another version")
    return positions


def reference_positions() -> list[ReferencePosition]:
    """The reference positions of this package: 1,000, of three solved boards of Cheqqers with exact values, and of all games
    by a full-width search of 1,000,000 positions each, which reaches fewer plies where there are more moves: see
    :attr:`ReferencePosition.depth`.

    They are what ``cheqqers experiment positions`` finds with the tables of those boards; to compare results, state the version
    of this package.
    """
    file = importlib.resources.files(__package__) / "positions.json.gz"
    with importlib.resources.as_file(file) as path:
        return read_positions(path)


@dataclass(frozen=True)
class ReferenceReport:
    """What a player loses in reference positions.

    Attributes:
        positions: Number of positions.
        loss: Mean loss of a move, in points.
        error: Standard error of the mean; not a number for a single position.
        best_share: Share of the moves that lose nothing, to within a millionth of a point.
        by_source: The same for each source of positions.
    """

    positions: int
    loss: float
    error: float
    best_share: float
    by_source: dict[str, ReferenceReport] = field(default_factory=dict)

    @classmethod
    def _of(cls, losses: Sequence[float]) -> ReferenceReport:
        error = statistics.stdev(losses) / len(losses) ** 0.5 if len(losses) > 1 else math.nan
        best_share = sum(loss < 1e-6 for loss in losses) / len(losses)
        return cls(len(losses), statistics.fmean(losses), error, best_share)


def evaluate(
    player: str | Chooser, positions: Sequence[ReferencePosition] | None = None, *, seed: int = 1
) -> ReferenceReport:
    """What a player loses by its moves in reference positions.

    Values of a search are not the truth: a player that looks deeper may lose points by better moves. Compare players by positions
    with ``exact`` values, or by games.

    Args:
        player: A player's name, as ``"expert:nodes=1000"``, or an object with a method ``choose``.
        positions: The positions; by default all of :func:`reference_positions`.
        seed: Seed of the player; each position has one of its own.

    Raises:
        SettingError: There are no positions.
        PlayerError: An engine failed.
        IllegalMoveError: The player chose a move that is not legal.
    """
    if positions is None:
        positions = reference_positions()
    if not positions:
        raise SettingError("positions: none are given")
    losses: dict[str, list[float]] = {}
    for number, position in enumerate(positions, 1):
        game = position.game(seed=game_seed(seed, number))
        chooser = _seat(player, game, game_seed(seed, number), game.turn)
        move = chooser.choose(game)
        losses.setdefault(position.source, []).append(position.loss(game.push(move).move))
    whole = ReferenceReport._of([loss for of_source in losses.values() for loss in of_source])
    by_source = {source: ReferenceReport._of(of_source) for source, of_source in losses.items()}
    return ReferenceReport(whole.positions, whole.loss, whole.error, whole.best_share, by_source)
