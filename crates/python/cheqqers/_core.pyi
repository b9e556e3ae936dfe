"""The extension module: games, circuits, players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, NoReturn, TypeAlias, final, overload

import numpy as np
from numpy.typing import NDArray

from .backends import Backend
from .players import Chooser

_Color: TypeAlias = Literal["white", "black"]
_Result: TypeAlias = Literal["white", "black", "draw"]

__version__: str
__all__ = [
    "BatchedGames",
    "Circuit",
    "Component",
    "Game",
    "GameState",
    "LegalMoves",
    "Measurement",
    "Move",
    "MoveOutcome",
    "MovesIterator",
    "Net",
    "Operation",
    "Part",
    "Player",
    "Ply",
    "Position",
    "PositionSearches",
    "SelfplayCounts",
    "StateSearches",
    "Table",
    "World",
    "__version__",
    "benchmark",
    "benchmark_analysis",
    "benchmark_circuits",
    "game_names",
    "game_seed",
    "main",
    "presets",
    "read_games",
    "selfplay",
    "settings",
]

def main(args: Sequence[str]) -> NoReturn:
    """Runs the command with these arguments, the name of the program first, and ends the process with its exit status."""
def game_names() -> list[str]:
    """Names of all games, the usual one first."""
def game_seed(seed: int, game: int) -> int:
    """Seed of a game of many, ``game`` counting from 1: that of ``cheqqers selfplay --seed SEED``.

    Raises:
        SettingError: ``game`` is 0.
    """
def settings(game: str) -> dict[str, tuple[str, str | None, str]]:
    """Settings of a game: for each its values, its default (``None`` where the game finds it) and its effect.

    Raises:
        SettingError: There is no such game.
    """
def presets(game: str) -> dict[str, str]:
    """Presets of a game, each with its effect.

    Raises:
        SettingError: There is no such game.
    """
def read_games(path: str | PathLike[str]) -> list[Game]:
    """The games of a file of records, each verified.

    Raises:
        RecordError: The file holds something else.
        OSError: The file can't be read.
    """
def benchmark(
    backend: str | Backend,
    folder: str | PathLike[str],
    *,
    quick: bool = False,
    shots: int = 200,
    seed: int | None = None,
) -> dict[str, Any]:
    """Runs the circuits of games on a backend, and tells how well it did: as ``cheqqers benchmark``.

    Args:
        backend: ``local``, ``dense``, ``noisy:P`` or another simulator of this package; or an object as in
            :mod:`cheqqers.backends`.
        folder: Folder for counts, report and plots; a run that was interrupted goes on there.
        quick: Runs only ten circuits of up to 8 qubits.
        shots: Number of shots of each circuit.
        seed: Seed of a simulator of this package.

    Returns:
        The counts of each circuit as ``circuits``, and as ``analysis`` the score, the size, and all that is computed of
        each size and circuit, each with its 95 % interval.

    Raises:
        BackendError: The backend failed.
        OSError: The folder can't be written.
        ValueError: The folder holds something else.
    """
def benchmark_circuits(*, quick: bool = False) -> dict[str, Circuit]:
    """Circuits of the benchmark by name, in the order of its suite. Each measures all its clbits at the end.

    Args:
        quick: Only the ten circuits of up to 8 qubits.
    """
def benchmark_analysis(counts: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """The score of counts of :func:`benchmark_circuits` that were measured by any means, with all that is computed of
    them: ``analysis`` as :func:`benchmark` returns it.

    Args:
        counts: For each circuit its number of shots by bit string. The first character of a bit string is clbit 0,
            while Qiskit writes it last; there are no blanks.

    Raises:
        ValueError: The circuits are neither all of the suite nor all of its quick part, one of them has no shots, or a
            bit string is not of its clbits.
    """
def selfplay(
    name: str = "cheqqers",
    *,
    games: int = 100,
    white: str = "random",
    black: str = "random",
    seed: int | None = None,
    threads: int | None = None,
    max_plies: int | None = None,
    preset: str | None = None,
    **settings: object,
) -> SelfplayCounts:
    """Plays many games between players of this package on several threads, without records: as ``cheqqers selfplay``.

    Args:
        name: Name of the game, or ``NAME:PRESET``.
        games: Number of games.
        white: Name of White's player.
        black: Name of Black's player.
        seed: Seed of all games.
        threads: Number of games at a time; by default one for each core.
        max_plies: Number of plies after which a game is stopped.
        preset: Name of a preset, see :func:`presets`.
        settings: Settings of the game.

    Raises:
        SettingError: There is no such game, player or setting.
        PlayerError: An engine failed.
    """
@final
class BatchedGames:
    """Games stepped together, and the arrays that steps fill: what ``BatchedEnv`` is made of."""
    def __new__(
        cls,
        name: str,
        num_envs: int,
        *,
        seed: int,
        threads: int,
        autoreset: str,
        max_plies: int | None,
        luck: int | None,
        mask: bool,
        planes: bool,
        pairs: bool,
        double: bool,
        preset: str | None,
        settings: dict[str, object],
    ) -> BatchedGames: ...
    def step(self, actions: NDArray[np.int64]) -> None:
        """Steps every game by its action."""
    def reset(self, rows: NDArray[np.bool_]) -> None:
        """Begins the next game in rows."""
    def restart(self, seed: int) -> None:
        """Begins all games anew, with a seed."""
    def position(self, index: int) -> Position:
        """The position of a game."""
    def records(self) -> list[tuple[int, list[int]]]:
        """The games as they are: their numbers, and the actions of each."""
    def restore(self, seed: int, records: Sequence[tuple[int, list[int]]]) -> None:
        """Plays games again that were recorded, with their seed."""
    @property
    def games(self) -> NDArray[np.uint64]: ...
    @property
    def plies(self) -> NDArray[np.uint32]: ...
    @property
    def to_play(self) -> NDArray[np.int8]: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def terminations(self) -> NDArray[np.bool_]: ...
    @property
    def truncations(self) -> NDArray[np.bool_]: ...
    @property
    def observations(self) -> dict[str, NDArray[Any]]: ...
    @property
    def last_observations(self) -> dict[str, NDArray[Any]]: ...

@final
class Circuit:
    """A quantum circuit: gates on qubits and measurements, in order.

    Qubit ``k`` is bit ``k`` of a basis index. In bit strings the first character is clbit 0.

    Args:
        num_qubits: Number of qubits, all in |0⟩.
        num_clbits: Number of clbits.
    """
    def __new__(cls, num_qubits: int, num_clbits: int = 0) -> Circuit: ...
    @classmethod
    def from_qasm(cls, text: str) -> Circuit:
        """Reads OpenQASM 3 or 2: gates, definitions of gates, measurements.

        Raises:
            CircuitError: The text is not supported, with the place of the first error.
        """
    @property
    def num_qubits(self) -> int:
        """Number of qubits."""
    @property
    def num_clbits(self) -> int:
        """Number of clbits."""
    @property
    def num_gates(self) -> int:
        """Number of gates."""
    @property
    def num_two_qubit_gates(self) -> int:
        """Number of gates on two qubits."""
    @property
    def depth(self) -> int:
        """Number of layers of operations on different wires."""
    @property
    def qubit_names(self) -> list[list[str]]:
        """For each qubit the squares it has carried, in order of time; empty where none are known."""
    @property
    def clbit_names(self) -> list[str]:
        """For each clbit the square that it reads; empty where none are known."""
    @property
    def operations(self) -> list[Operation]:
        """Gates and measurements in order."""
    def append(self, gate: str, *qubits: int, angle: float | None = None) -> None:
        """Appends a gate, by its name in the gate table, on qubits, controls first.

        Args:
            gate: Name, as ``h``, ``cx`` or ``iswap``.
            qubits: As many as the gate has.
            angle: Angle in radians, of ``rx``, ``ry``, ``rz`` and ``p``.

        Raises:
            CircuitError: There is no such gate, or it has other qubits.
        """
    def measure(self, qubit: int, clbit: int) -> None:
        """Appends a measurement of a qubit into a clbit.

        Raises:
            CircuitError: There is no such qubit or clbit.
        """
    def measure_all(self) -> None:
        """Adds a clbit for each qubit, and measures qubit ``k`` into clbit ``k`` of them."""
    def without_measurements(self) -> Circuit:
        """The gates alone."""
    def inverse(self) -> Circuit:
        """The circuit that undoes this one.

        Raises:
            CircuitError: It measures something.
        """
    def decomposed(self) -> Circuit:
        """The circuit with each gate decomposed into gates on one qubit and CX, phase included."""
    def optimized(self) -> Circuit:
        """A shorter circuit whose clbits have the same probabilities."""
    def amplitudes(self) -> NDArray[np.complex128]:
        """Amplitudes of all basis states, by basis index, measurements left undone.

        Returns:
            An array of complex128 of length 2ⁿ, for up to 26 qubits.

        Raises:
            CircuitError: There are more qubits.
            ForkError: The process was forked after the simulator had been used.
        """
    def probabilities(self) -> NDArray[np.float64]:
        """Probabilities of all basis states, by basis index, as :meth:`amplitudes`.

        Returns:
            An array of float64 of length 2ⁿ.
        """
    def run(self, shots: int, *, seed: int | None = None, backend: str = "local") -> list[str]:
        """Runs the circuit on a local simulator.

        Args:
            shots: Number of shots.
            seed: Seed, for the same shots again.
            backend: ``local``, ``dense``, ``sparse``, or ``noisy:P``, ``noisy:DEVICE``.

        Returns:
            A bit string for each shot; of all qubits where nothing is measured.

        Raises:
            BackendError: There is no such simulator, or the circuit is beyond its limits.
        """
    def counts(self, shots: int, *, seed: int | None = None, backend: str = "local") -> dict[str, int]:
        """The number of shots with each bit string, as :meth:`run`."""
    def expectation(self, observable: str) -> float:
        """Exact expectation value of an observable, measurements left undone.

        An observable is a sum of products of X, Y and Z, each before the number of its qubit, with
        coefficients, as ``Z0 Z1 + 0.5 X2 - 2``. A product such as ``XXZ`` names all qubits in order,
        qubit 0 first.

        Args:
            observable: Text of the observable.

        Raises:
            CircuitError: It is no observable of the circuit, or the circuit has too many amplitudes.
            ForkError: The process was forked after the simulator had been used.
        """
    def estimate(
        self, observable: str, shots: int, *, seed: int | None = None, backend: str = "local"
    ) -> tuple[float, float]:
        """Estimate of an expectation value from shots in as few bases as are found.

        Args:
            observable: Observable, as of :meth:`expectation`.
            shots: Number of shots in each basis.
            seed: Seed, for the same estimate again.
            backend: Simulator, as of :meth:`run`.

        Returns:
            The estimate and its standard error.

        Raises:
            CircuitError: It is no observable of the circuit, or there are too few or too many shots.
            BackendError: There is no such simulator, or the circuit is beyond its limits.
        """
    def qasm(self, dialect: str = "qasm3", *, gate_moves: Literal["comments", "annotations", "none"] = "comments") -> str:
        """OpenQASM, with the squares of qubits and clbits in comments.

        Args:
            dialect: ``qasm3``, ``qasm2``, ``braket``, ``ionq`` or ``ibm``.
            gate_moves: Form in which it tells the moves of gates, as in :meth:`export`.

        Raises:
            CircuitError: There is no such dialect or form, or the dialect lacks a gate.
        """
    def export(self, format: str, *, gate_moves: Literal["comments", "annotations", "none"] = "comments") -> str:
        """Text in a format of ``cheqqers export``.

        Args:
            format: ``qasm3``, ``qasm2``, ``braket``, ``ionq``, ``ibm``, ``quirk``, ``quirk-url``, ``json``, ``text``,
                ``svg`` or ``latex``. ``json`` has no probabilities.
            gate_moves: Form in which OpenQASM tells the moves of gates: ``comments``, ``annotations``, which many readers
                refuse, or ``none``, which ``json`` follows, too.

        Raises:
            CircuitError: There is no such format or form, or it lacks a gate, or has no room for the circuit.
        """
    def quirk(self) -> str:
        """JSON that Quirk imports.

        Raises:
            CircuitError: There are more than 16 qubits.
        """
    def to_quirk_url(self) -> str:
        """Address that opens the circuit in Quirk.

        Raises:
            CircuitError: There are more than 16 qubits.
        """
    def svg(self) -> str:
        """Drawing as SVG."""
    def latex(self) -> str:
        """Drawing as LaTeX, with quantikz2."""
    def to_qiskit(self) -> Any:
        """A ``qiskit.QuantumCircuit``, built gate by gate: see :mod:`cheqqers.toolkits`."""
    def to_cirq(self) -> Any:
        """A ``cirq.Circuit`` on line qubits, measured with the key ``c``."""
    def to_braket(self) -> Any:
        """A ``braket.circuits.Circuit``, built gate by gate."""
    def to_pennylane(self) -> Any:
        """A ``pennylane.tape.QuantumScript`` that can be called as a quantum function, too."""
    def to_pytket(self) -> Any:
        """A ``pytket.Circuit``, built gate by gate."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Circuit: ...
    def __deepcopy__(self, _memo: object) -> Circuit: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    @classmethod
    def _restore(cls, wires: tuple[int, int], operations: list[Any], names: tuple[Any, ...], moves: tuple[Any, ...]) -> Circuit: ...

@final
class Operation:
    """A gate or a measurement of a circuit.

    Attributes:
        name: Name of the gate, or ``measure``.
        qubits: Numbers of its qubits, controls first.
        clbit: Number of the clbit that a measurement writes.
        angle: Angle in radians, of gates that have one.
        move: The move that the gate belongs to, in the circuit of a game; the last where there are several.
        plies: The plies whose gates it is made of, ascending: one, unless the circuit was optimized. 0 is a set-up.
        player: Who played the move.
        prepared: Gates of the last of the plies prepare a state, in place of gates before: a set-up, or what a measurement
            of other squares or the move left.
    """
    @property
    def name(self) -> str:
        """Name of the gate, or `measure`."""
    @property
    def qubits(self) -> list[int]: ...
    @property
    def clbit(self) -> int | None:
        """Clbit of a measurement."""
    @property
    def angle(self) -> float | None:
        """Angle in radians."""
    @property
    def move(self) -> str | None:
        """The move that it belongs to."""
    @property
    def plies(self) -> list[int]:
        """The plies that it belongs to."""
    @property
    def player(self) -> str | None:
        """Player of the move."""
    @property
    def prepared(self) -> bool:
        """A gate of a ply that prepares a state."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, fields: tuple[Any, ...], origin: tuple[Any, ...]) -> Operation: ...


@final
class Component:
    """Squares that share one circuit, as they are linked by moves: bit ``k`` is ``squares[k]``. It equals another one of the
    same squares in the same state, by whatever gates.
    """
    @property
    def squares(self) -> list[str]:
        """Names of the squares, in the order of the bits."""
    def circuit(self, *, encoding: Literal["minimal", "paper"] = "minimal", measured: bool = False) -> Circuit:
        """The circuit that prepares the component; qubit ``k`` is ``squares[k]``.

        Args:
            encoding: ``minimal``, with the fewest qubits, or ``paper``, with the gates of the paper. Qubits that no longer
                stand for a square come last.
            measured: Adds clbit ``k`` for ``squares[k]``.
        """
    def probabilities(self) -> NDArray[np.float64]:
        """Exact probabilities by basis index.

        Returns:
            An array of float64 of length 2ⁿ.

        Raises:
            CircuitError: There are more than 26 squares.
        """
    def amplitudes(self) -> NDArray[np.complex128]:
        """Exact amplitudes by basis index, up to a global phase those of :meth:`circuit`.

        Returns:
            An array of complex128 of length 2ⁿ.

        Raises:
            CircuitError: There are more than 26 squares.
        """
    def outcomes(self) -> dict[str, float]:
        """Possible bit strings and their probabilities, however many squares there are."""
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, owner: Position | World, slot: int) -> Component: ...


@final
class Move:
    """A move of one ply. ``str`` writes it as the command does, and it equals that text."""
    @property
    def kind(self) -> str:
        """Kind of the move, such as ``step`` or ``capture``."""
    @property
    def sources(self) -> list[str]:
        """Names of the squares it starts from."""
    @property
    def targets(self) -> list[str]:
        """Names of the squares it leads to."""
    @property
    def over(self) -> list[str]:
        """Names of the squares it jumps over."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, game: str, mv: tuple[str, list[str]]) -> Move: ...


@final
class LegalMoves:
    """The legal moves of a position, a sequence in ascending order. It equals those of the same moves in the same game.

    A move is built when it is looked at, so that ``random.choice(game.legal_moves)`` builds one.
    """
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, mv: object, /) -> bool: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def index(self, move: Move | str) -> int:
        """Index of a move.

        Raises:
            ValueError: It is not legal.
        """
    def count(self, move: object) -> int:
        """1 for a legal move, 0 for others."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, game: str, moves: list[Any]) -> LegalMoves: ...


@final
class MovesIterator:
    """Iterator over legal moves."""
    def __iter__(self) -> MovesIterator: ...
    def __next__(self) -> Move: ...

@final
class Part:
    """A part of a piece on the board.

    Attributes:
        square: Name of its square.
        piece: Number that parts of one piece share.
        color: ``white``, ``black`` or ``None``.
        kind: Kind of piece; empty while none of its kinds is shown.
        kinds: Kinds of a piece that has several.
        probability: Probability that it is there, in (0, 1].
        phase: Phase relative to the first part of its piece, in radians, in [0, 2π); ``None`` where there is none.
        coherence: Normalized coherence with the first part, in (0, 1]: less than 1 where other pieces are entangled
            with it.
    """
    @property
    def square(self) -> str: ...
    @property
    def piece(self) -> int:
        """Parts of one piece share it."""
    @property
    def color(self) -> _Color | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def kinds(self) -> list[str]: ...
    @property
    def probability(self) -> float: ...
    @property
    def phase(self) -> float | None:
        """Phase in radians."""
    @property
    def coherence(self) -> float | None:
        """Share of the phase that interference could show."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, names: tuple[Any, ...], numbers: tuple[Any, ...]) -> Part: ...


@final
class MoveOutcome:
    """A way in which a move may end."""
    @property
    def text(self) -> str:
        """The move with its outcome, as :meth:`Game.push` takes it."""
    @property
    def probability(self) -> float:
        """Probability in (0, 1]."""
    @property
    def description(self) -> str:
        """Description of it, in sentences."""
    @property
    def position(self) -> Position:
        """The position after it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, text: str, probability: float, told: list[str], position: Position) -> MoveOutcome: ...


@final
class Position:
    """A position of a game. It equals another one of the same game and rules from which the same can follow."""
    @property
    def game(self) -> str:
        """Name of the game."""
    @property
    def title(self) -> str:
        """The game and its main options."""
    @property
    def status(self) -> str:
        """Whose turn it is and what must be done, or how the game ended."""
    @property
    def settings(self) -> dict[str, Any]:
        """Settings of a game that starts here: ``Game(position.game, **position.settings)`` stands at an equal position.

        Raises:
            SettingError: They can't say all of the position, as of one within a chain of captures. ``start`` and ``moves`` do.
        """
    @property
    def start(self) -> dict[str, Any]:
        """Settings of the game in which it was reached. ``Game(position.game, moves=position.moves, **position.start)`` reaches
        it again.
        """
    @property
    def moves(self) -> str:
        """The moves that reached it from the start, with their outcomes."""
    @property
    def turn(self) -> _Color:
        """``white`` or ``black``."""
    @property
    def outcome(self) -> _Result | None:
        """``white``, ``black`` or ``draw``; ``None`` while the game goes on by its rules."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves."""
    @property
    def evaluation(self) -> float:
        """Static evaluation for White, from -1 (lost) to 1 (won)."""
    @property
    def key(self) -> int | None:
        """Hash of the position, equal for positions from which the same can follow; ``None`` if the game has none."""
    @property
    def action_space(self) -> tuple[str, list[int]] | None:
        """Name and shape of the numbering of moves, for players that learn; ``None`` where the game has none."""
    def legal_actions(self) -> list[int | None]:
        """Numbers of the legal moves, in the order of :attr:`legal_moves`; ``None`` for a move that has none."""
    def moves_of_action(self, action: int) -> list[str]:
        """Texts of the moves that the player to move has by a number, legal or not."""
    @property
    def planes_name(self) -> str | None:
        """Name and version of the planes; ``None`` where the game has none."""
    @property
    def plane_names(self) -> list[str]:
        """Meaning of each plane."""
    def planes(self) -> NDArray[np.float64] | None:
        """The position as planes, as the player to move sees the board; ``None`` where the game has none.

        Returns:
            An array of float64: planes, rows, columns.
        """
    def pairs(self) -> NDArray[np.float64] | None:
        """Pairs of squares as planes: the probability that both are occupied, their coherence as real and imaginary
        part, 1 for two of one component, and 1 for parts of one piece; ``None`` where qubits are not squares.

        Returns:
            An array of float64: planes, cells, cells; cells are those of :meth:`planes`, row by row.
        """
    def outcomes(self, move: Move | str) -> list[MoveOutcome]:
        """The ways in which a legal move may end, the likeliest first.

        Raises:
            IllegalMoveError: The move is not legal, or has more than 1024 outcomes.
        """
    def parts(self) -> list[Part]:
        """All parts of pieces, in the order of the board."""
    def probabilities(self) -> dict[str, float]:
        """For each square that may hold something, the probability that it does."""
    def components(self) -> list[Component]:
        """The components, in the order of the board."""
    def component(self, square: str) -> Component:
        """The component that holds a square.

        Raises:
            CircuitError: Nothing there is in superposition.
        """
    def circuit(self, square: str, *, encoding: Literal["minimal", "paper"] = "minimal", measured: bool = False) -> Circuit:
        """The circuit of the component that holds a square: see :meth:`Component.circuit`.

        Raises:
            CircuitError: Nothing there is in superposition.
        """
    def amplitudes(self, square: str) -> NDArray[np.complex128]:
        """The amplitudes of the component that holds a square: see :meth:`Component.amplitudes`.

        Raises:
            CircuitError: Nothing there is in superposition.
        """
    def perft(self, depth: int) -> int:
        """Number of ways to play so many whole turns; a measured move counts once for each outcome."""
    def svg(self, *, bottom: _Color = "white") -> str:
        """Drawing of the board as SVG.

        Args:
            bottom: Whose side is below, ``white`` or ``black``.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _of_slot(self, slot: int) -> Component | None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, game: str, history: tuple[str, str]) -> Position: ...


@final
class Measurement:
    """A measurement that was made."""
    @property
    def squares(self) -> list[str]:
        """Names of the squares measured, in the order of the bits."""
    @property
    def occupied(self) -> list[str]:
        """Names of those found occupied."""
    @property
    def bits(self) -> str:
        """The bits read, the first character that of the first square."""
    @property
    def probability(self) -> float:
        """Exact probability of the bits, in (0, 1]."""
    @property
    def backend(self) -> str:
        """Name of the backend."""
    @property
    def provenance(self) -> dict[str, Any]:
        """Further provenance, by its keys in records: shots, accepted and rejected ones, jobs."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, read: tuple[Any, ...], probability: float, by: tuple[str, str]) -> Measurement: ...


@final
class Ply:
    """A ply that was played. ``str`` writes the move, followed by its outcomes in braces."""
    @property
    def number(self) -> int:
        """Number of the ply, from 1."""
    @property
    def move(self) -> Move:
        """The move that was played, without outcomes."""
    @property
    def turn(self) -> _Color:
        """The player, ``white`` or ``black``."""
    @property
    def measurements(self) -> list[Measurement]:
        """Its measurements, in order."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, number: int, mv: Move, turn: str, measurements: list[Measurement]) -> Ply: ...


@final
class Game:
    """A game under way.

    Args:
        name: Name of the game, or ``NAME:PRESET``.
        seed: Seed of the measurements, below 2⁶⁴; a new one by default.
        preset: Name of a preset, see :func:`presets`.
        backend: Backend that measures: a simulator, ``sparse`` (the exact state, by default), ``local``, ``dense``,
            ``noisy:P`` or ``noisy:DEVICE``; or an object as in :mod:`cheqqers.backends`.
        fallback: Simulator, ``local``, ``dense`` or ``noisy:P``, that takes over for good from a backend that is an object,
            from the first measurement on for which that raises :class:`backends.JobFailed` or has no legal shot.
        pool: Circuits of which such a backend takes 64 shots each before the first measurement, in one call; measurements
            of these use the shots. ``True`` for all that are known to be measured often in this game, the number of the
            commonest, or a list of circuits. The record reveals the seeds of their order at its end; until then they are
            kept with the game, which can be pickled, and not in its record.
        encoding: Encoding of the circuits that it runs, ``minimal`` or ``paper``.
        moves: Moves to make first, with outcomes in braces.
        settings: Settings of the game, as ``level=3`` and ``draw_after=None``: see :func:`settings`.

    Raises:
        SettingError: There is no such game, preset or setting, or it does not take the value; or it is not known which
            circuits are measured often.
        BackendError: There is no such simulator.
        CircuitError: A circuit can't be in a pool.
        IllegalMoveError: One of the moves is not legal.
    """
    def __new__(
        cls,
        name: str = "cheqqers",
        *,
        seed: int | None = None,
        preset: str | None = None,
        backend: str | Backend | None = None,
        fallback: str | None = None,
        pool: bool | int | Iterable[Circuit] | None = None,
        encoding: Literal["minimal", "paper"] = "minimal",
        moves: str | None = None,
        **settings: object,
    ) -> Game: ...
    @classmethod
    def from_record(cls, text: str, *, seed: int | None = None) -> Game:
        """The game of a record, as the command writes it: JSON Lines or, at level 0, a draughts record. The record is verified; a last line
        that was cut off is left out.

        Raises:
            RecordError: The text is no record, has several games, or does not follow the rules.
        """
    @classmethod
    def load(cls, path: str | PathLike[str], *, seed: int | None = None) -> Game:
        """The game of a file with one record: see :meth:`from_record`.

        Raises:
            RecordError: The file holds no such record.
            OSError: The file can't be read.
        """
    @property
    def name(self) -> str:
        """Name of the game."""
    @property
    def seed(self) -> int:
        """Seed of the measurements from where the game was begun, loaded or copied."""
    @property
    def title(self) -> str:
        """The game and its main options."""
    @property
    def settings(self) -> dict[str, Any]:
        """All settings of the game."""
    @property
    def turn(self) -> _Color:
        """``white`` or ``black``."""
    @property
    def outcome(self) -> _Result | None:
        """``white``, ``black`` or ``draw``; ``None`` while the game goes on."""
    @property
    def status(self) -> str:
        """Whose turn it is and what must be done, or how the game ended."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when the game is over."""
    @property
    def plies(self) -> list[Ply]:
        """The plies that were played."""
    @property
    def moves(self) -> str:
        """The moves with their outcomes, as the option ``--moves`` of the command and ``moves`` of :class:`Game` take them."""
    def luck(self, nodes: int = 1) -> list[float]:
        """Counts how lucky the measurements were: for each ply White's gain in points (a win is 1, a draw 0.5), beyond what was
        expected of its measurements by the exact probabilities. The mean is 0 for every ply, whatever the search finds, so
        that a result less its luck has the mean of the result, and varies less. With a noisy backend it may have another
        mean. Outcomes that were given, not measured, are no luck.

        Args:
            nodes: Number of positions searched for each outcome, at least a ply deep.

        Returns:
            The gain in each of :attr:`plies`, 0.0 where nothing was measured.

        Raises:
            ValueError: ``nodes`` is 0.
        """
    @property
    def position(self) -> Position:
        """The position it stands at. It stays as it is when the game goes on."""
    def push(
        self,
        move: Move | str,
        *,
        outcome: bool | str | Sequence[str] | Sequence[Sequence[str]] | None = None,
        backend: str | Backend | None = None,
    ) -> Ply:
        """Plays a move, and measures what it asks for.

        Args:
            move: A move or its text, which may be followed by outcomes, as in ``"d4xf6{d4}"``.
            outcome: What is measured, where it is not left to chance: ``True`` for a capture that succeeds and ``False`` for one
                that does not; or the squares found occupied, as ``"b4,d4"`` or a list; or a list of lists for several
                measurements.
            backend: Backend of this move: the name of a simulator, or an object as in :mod:`cheqqers.backends`. By default
                that of the game. While it is asked, the game can be looked at and saved, but takes no other move.

        Returns:
            The ply, with its measurements.

        Raises:
            IllegalMoveError: The move is not legal, or its outcome impossible.
            BackendError: A measurement got no answer.
            BusyError: Another thread searches, measures or changes the game.

        The game stays as it was where an error is raised.
        """
    def pop(self) -> Ply:
        """Takes the last ply back, and returns it. It is not recorded.

        The same move played again is the same measurement for a backend: a :class:`backends.Journal` answers it by the
        same job.

        Raises:
            IndexError: No ply was played.
            GameOverError: The game ended by agreement or resignation.
        """
    def describe(self, ply: int | None = None) -> str:
        """Describes a ply in sentences; by default the last one.

        Raises:
            IndexError: There is no such ply.
        """
    def position_after(self, ply: int) -> Position:
        """The position after a ply; 0 is the start, and negative numbers count from the end.

        Raises:
            IndexError: There is no such ply.
        """
    def outcomes(self, move: Move | str) -> list[MoveOutcome]:
        """The ways in which a legal move may end, before it is made: see :meth:`Position.outcomes`."""
    def components(self) -> list[Component]:
        """The components of the position."""
    def component(self, square: str) -> Component:
        """The component that holds a square: see :meth:`Position.component`."""
    def circuit(self, square: str, *, encoding: Literal["minimal", "paper"] = "minimal", measured: bool = False) -> Circuit:
        """The circuit of the component that holds a square: see :meth:`Component.circuit`."""
    def choose(
        self, player: str | Chooser, *, time: float | None = None, nodes: int | None = None
    ) -> Move | str:
        """A move that a player chooses; the game stays as it is.

        Args:
            player: Name of a player, or an object with a method ``choose``.
            time: Seconds to think.
            nodes: Positions to search, for those who count them.

        Raises:
            GameOverError: The game is over.
            PlayerError: An engine failed.
            SettingError: There is no such player.
        """
    def perft(self, depth: int) -> int:
        """Number of ways to play so many whole turns from here: see :meth:`Position.perft`."""
    def resign(self) -> None:
        """Resigns for the player to move.

        Raises:
            GameOverError: The game is over.
        """
    def agree_draw(self) -> None:
        """Ends the game as a draw by agreement.

        Raises:
            GameOverError: The game is over.
        """
    @property
    def players(self) -> tuple[str, str]:
        """Names of White's and Black's player, as records have them."""
    @players.setter
    def players(self, players: tuple[str, str]) -> None:
        """Names of White's and Black's player, as records have them."""
    def header(self) -> dict[str, Any]:
        """The header of the record."""
    def record(self) -> str:
        """The game as a record: JSON Lines, as the command writes them."""
    def pdn(self) -> str:
        """The game as a draughts record (PDN, or QPDN where it is not classical).

        Raises:
            RecordError: The game has no such form.
        """
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the record to a file, as a whole or not at all.

        Raises:
            OSError: The file can't be written.
        """
    def copy(self, *, seed: int | None = None) -> Game:
        """A copy that goes on by itself, with new measurements: a new seed unless one is given, and an identity of its own.
        ``copy.copy`` and ``copy.deepcopy`` make exact copies, as pickling does, which measure what the original would.
        """
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: dict[Any, Any]) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, record: str, state: str) -> Game: ...
    def __setstate__(self, state: tuple[Any]) -> None: ...

@final
class GameState:
    """A state of a game with explicit chance: a position to move in, or part of a measurement.

    Moves are numbers, as :attr:`Position.action_space` has them, and so are outcomes of chance: a measurement is a chain
    of small chance nodes, each for the next square of a component that reads 1, with exact probabilities.

    Args:
        name: Name of the game, or ``NAME:PRESET``.
        max_plies: Number of plies after which the game is drawn.
        preset: Name of a preset, see :func:`presets`.
        settings: Settings of the game.

    Raises:
        SettingError: There is no such game or setting, or it has no numbering of its moves.
    """
    def __new__(
        cls, name: str = "cheqqers", *, max_plies: int | None = None, preset: str | None = None, **settings: object
    ) -> GameState: ...
    @property
    def position(self) -> Position:
        """The position; the one before the measurement while one is under way."""
    @property
    def turn(self) -> _Color:
        """The player to move, ``white`` or ``black``; while a measurement is under way, the one whose move it is."""
    @property
    def outcome(self) -> _Result | None:
        """``white``, ``black`` or ``draw``; ``None`` while the game is in progress."""
    @property
    def is_chance(self) -> bool:
        """``True`` where chance decides."""
    @property
    def history(self) -> list[int]:
        """Actions and outcomes of chance until now."""
    @property
    def plies(self) -> int:
        """Number of plies begun."""
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of chance and their exact probabilities, ascending; none where a player is to move."""
    def legal_actions(self) -> list[int]:
        """Numbers of the legal moves, ascending; none where chance decides or the game is over."""
    def text(self, number: int) -> str:
        """The move of a number as text, or the square that an outcome of chance is about."""
    def apply(self, number: int) -> None:
        """Follows a legal action, or an outcome of chance.

        Raises:
            IllegalMoveError: It is none.
            GameOverError: The game is over.
        """
    def copy(self) -> GameState:
        """The same state, which goes on by itself."""
    def __copy__(self) -> GameState: ...
    def __deepcopy__(self, _memo: object) -> GameState: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, game: str, settings: str, max_plies: int | None, history: list[int]) -> GameState: ...

@final
class Net:
    """A network in a file, as ``net:FILE`` plays with it: it predicts values and policies in Rust.

    Args:
        path: Name of the file.

    Raises:
        RecordError: The file holds something else, or can't be read.
    """
    def __new__(cls, path: str | PathLike[str]) -> Net: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> Net:
        """Reads a network from bytes, as a file has them."""
    def to_bytes(self) -> bytes:
        """The bytes of its file."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    @property
    def header(self) -> str:
        """First line of the file, as JSON."""

@final
class PositionSearches:
    """Searches of positions side by side."""
    def __new__(
        cls, roots: Sequence[tuple[Position, int]], threads: int, options: dict[str, Any]
    ) -> PositionSearches: ...
    def select(self) -> int:
        """Runs all searches up to leaves, and returns the number of these."""
    def leaves(self) -> tuple[NDArray[np.float32], list[list[int]]]:
        """Planes of the leaves, one row of numbers for each, and their legal actions."""
    def expand(self, values: NDArray[np.float32], logits: NDArray[np.float32]) -> None:
        """Gives predictions to the leaves."""
    def run(self, net: Net) -> None:
        """Completes all searches with the predictions of a network."""
    def findings(self) -> list[dict[str, Any]]:
        """The findings of each search."""

@final
class StateSearches:
    """Searches of states of a game in Python, side by side."""
    def __new__(cls, game: Any, roots: Sequence[tuple[Any, int]], options: dict[str, Any]) -> StateSearches: ...
    def select(self) -> int:
        """Runs all searches up to leaves, and returns the number of these."""
    def leaves(self) -> tuple[list[Any], list[list[int]]]:
        """States of the leaves, and their legal actions."""
    def expand(self, values: list[float], logits: list[list[float]]) -> None:
        """Gives predictions to the leaves, with logits for the legal actions of each."""
    def findings(self) -> list[dict[str, Any]]:
        """The findings of each search."""

@final
class Player:
    """A player: ``random``, ``mcts:N``, ``expert[:MS]``, ``expert:nodes=N``, ``table:FILE``, ``net:FILE``,
    ``engine:COMMAND`` or ``hub:COMMAND``.

    Args:
        name: Name, as the command takes it.
        seed: Seed of its choices; a new one by default.
        color: Side whose random stream it uses, so that choices are those of ``cheqqers selfplay``.

    Raises:
        SettingError: There is no such player, or its file can't be opened.
    """
    def __new__(cls, name: str, *, seed: int | None = None, color: _Color = "white") -> Player: ...
    @property
    def name(self) -> str:
        """Name of the player."""
    def choose(self, game: Game, *, time: float | None = None, nodes: int | None = None) -> Move:
        """A move of a game, which stays as it is.

        Args:
            game: The game, which must not be over.
            time: Seconds to think, in place of its own limit.
            nodes: Positions to search, in place of its own limit.

        Raises:
            GameOverError: The game is over.
            PlayerError: An engine failed.
            BusyError: Another thread chooses with this player, or changes the game.
        """

@final
class Table:
    """A solved board, in a file that ``cheqqers solve -o FILE`` wrote.

    A player has it by the name ``table:FILE``.

    Args:
        path: The file.

    Raises:
        OSError: The file can't be read.
        RecordError: It is no table, or a damaged one.
    """
    def __new__(cls, path: str | PathLike[str]) -> Table: ...
    @property
    def settings(self) -> dict[str, Any]:
        """Settings of the start that was solved."""
    @property
    def closed(self) -> bool:
        """``True`` if all positions that can be reached from the start are in it."""
    def value(self, game: Game | Position) -> float | None:
        """Value of a position for White, under perfect play of both: 1 a win, 0 a draw, -1 a loss, rounded to 11 digits. ``None``
        if the table does not have it, or not exactly.

        Args:
            game: A game, or a position.

        Raises:
            SettingError: The table is of another game, or of other rules.
        """
    def moves(self, game: Game | Position) -> dict[str, float | None]:
        """The same for each legal move, by its text: the mean over its outcomes.

        Args:
            game: A game, or a position.

        Raises:
            SettingError: The table is of another game, or of other rules.
        """
    def __len__(self) -> int: ...

@final
class SelfplayCounts:
    """Outcomes of many games.

    Attributes:
        games: Number of games.
        white_won: Number of games that White won.
        black_won: Number of games that Black won.
        draws: Number of drawn games.
        unfinished: Number of games that were stopped by ``max_plies``.
        plies: Number of plies of all games together.
        seed: Seed of the games.
    """
    @property
    def games(self) -> int: ...
    @property
    def white_won(self) -> int: ...
    @property
    def black_won(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def unfinished(self) -> int: ...
    @property
    def plies(self) -> int:
        """Plies of all games together."""
    @property
    def seed(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, ends: list[int], plies: int, seed: int) -> SelfplayCounts: ...


@final
class World:
    """Quantum slots without a game, for quantum board games of one's own.

    A slot is whatever may be occupied or not, as a square; its name is a text, and one that was never set is empty. Its state
    is exact, and its circuit is recorded.

    Args:
        seed: Seed of measurements; a new one by default.
    """
    def __new__(cls, *, seed: int | None = None) -> World: ...
    @property
    def slots(self) -> list[str]:
        """Names of the slots, in the order they were first used."""
    def set(self, slot: str, occupied: bool = True) -> None:
        """Sets a slot that is not in superposition.

        Raises:
            CircuitError: It is.
        """
    def value(self, slot: str) -> bool | None:
        """The value of a slot; ``None`` while it is in superposition.

        Raises:
            CircuitError: There is no such slot.
        """
    def gate(
        self, name: str, *slots: str, angle: float | None = None, control: dict[str, bool] | None = None
    ) -> None:
        """Applies a gate of the gate table.

        Args:
            name: Name of the gate, as ``h`` or ``iswap``.
            slots: Its slots, controls first.
            angle: Angle in radians, of gates that have one.
            control: Slots and the values they must have for the gate to act.

        Raises:
            CircuitError: There is no such gate, or it does not fit the slots. Nothing has changed then.
        """
    def step(self, source: str, target: str, *, control: dict[str, bool] | None = None) -> None:
        """Moves what is on a slot to an empty one, with a phase of i, as an iSWAP does.

        Args:
            source: The slot it leaves.
            target: The slot it moves to.
            control: As for :meth:`gate`.
        """
    def split(self, source: str, first: str, second: str, *, control: dict[str, bool] | None = None) -> None:
        """Splits what is on a slot over two empty ones, with an amplitude of i/√2 each.

        Args:
            source: The slot it leaves.
            first: The one slot.
            second: The other.
            control: As for :meth:`gate`.
        """
    def merge(self, first: str, second: str, target: str, *, control: dict[str, bool] | None = None) -> None:
        """Merges what is on two slots into an empty one, the inverse of :meth:`split`: what does not interfere stays on ``second``.

        Args:
            first: The one slot.
            second: The other.
            target: The slot where they meet.
            control: As for :meth:`gate`.
        """
    def probability(self, slot: str) -> float:
        """Probability that a slot is occupied.

        Raises:
            CircuitError: There is no such slot.
        """
    def probabilities(self) -> dict[str, float]:
        """The probability of each slot."""
    def joint(self, values: dict[str, bool]) -> float:
        """Probability that slots have these values together.

        Raises:
            CircuitError: There is no such slot.
        """
    def components(self) -> list[Component]:
        """The components: slots that share a circuit."""
    def component(self, slot: str) -> Component:
        """The component of a slot.

        Raises:
            CircuitError: It is not in superposition.
        """
    def circuit(self, slot: str, *, encoding: Literal["minimal", "paper"] = "minimal", measured: bool = False) -> Circuit:
        """The circuit of the component of a slot: see :meth:`Component.circuit`."""
    def amplitudes(self, slot: str) -> NDArray[np.complex128]:
        """The amplitudes of the component of a slot: see :meth:`Component.amplitudes`."""
    def measure(
        self, *slots: str, outcome: dict[str, bool] | None = None, backend: Backend | None = None
    ) -> dict[str, bool]:
        """Measures slots together, by default all, and returns their values. Others that they are linked with change, too.

        Args:
            slots: Names of slots.
            outcome: The values they are to have, where it is not left to chance.
            backend: What measures, as for :meth:`Game.push`.

        Raises:
            CircuitError: There is no such slot, or the outcome is impossible.
            BackendError: The backend gave no answer.
            BusyError: Another thread uses the world.

        Nothing has changed where an error is raised.
        """
    def copy(self, *, seed: int | None = None) -> World:
        """A copy that goes on by itself, with a new seed unless one is given. ``copy.copy`` and ``copy.deepcopy`` make exact
        copies, as pickling does, which measure what the original would.
        """
    def __copy__(self) -> World: ...
    def __deepcopy__(self, _memo: object) -> World: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _of_slot(self, slot: int) -> Component | None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @classmethod
    def _restore(cls, seed: int, drawn: str, calls: list[Any]) -> World: ...
