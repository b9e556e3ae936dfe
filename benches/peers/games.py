"""Random games as circuits, in the words of `cheqqers export`."""

from __future__ import annotations

import random

import amplitudes
from circuits import Circuit, Gate, generator, in_circuit, num_components, renumbered, word

SPLIT = "s a; s b; h b; t b; cx a b; tdg b; h b; sdg b; cx b a"
MERGE = "cx b a; s b; h b; t b; cx a b; tdg b; h b; sdg b; cx b a; sdg a; z b"
STEP = "s a"
CAPTURE = "x b; cx a b; s a"
ENTER = "x a"

MOVES_PER_QUBIT = 3
WEIGHTS = {"split": 4, "step": 3, "merge": 2, "capture": 2}
QUBITS_PER_CAPTURE = 6
QUBITS_PER_COMPONENT = 5


class Game:
    """Pieces of one component on a board that has a qubit for each square they need.

    One piece begins. Each further one enters as it captures a part of another, and is entangled
    with it from then on. A qubit that a merge has emptied is used again, as in the minimal
    encoding.
    """

    def __init__(self, num_qubits: int, rng: random.Random) -> None:
        self.rng = rng
        self.pieces = [[0]]
        """The qubits of each piece's parts."""
        self.free = list(range(1, num_qubits))
        """The qubits that are in |0⟩."""
        self.untouched = set(self.free)
        self.captures = max(1, num_qubits // QUBITS_PER_CAPTURE)
        """How many are left to play."""
        self.gates = word(ENTER, 0)
        """Those of the move that is being played."""
        self.state = amplitudes.run(self.gates)

    def play(self, num_moves: int) -> list[list[Gate]]:
        """The gates of each move."""
        return [self.move(left) for left in range(num_moves, 0, -1)]

    def move(self, left: int) -> list[Gate]:
        """The gates of one move of so many that are left, within which every qubit is reached."""
        kinds = self.possible()
        if len(self.untouched) >= left:
            kinds = [kind for kind in kinds if kind in ("split", "capture")]
        [kind] = self.rng.choices(kinds, [WEIGHTS[kind] for kind in kinds])
        getattr(self, kind)()
        gates, self.gates = self.gates, []
        return gates

    def possible(self) -> list[str]:
        kinds = ["step"]
        if self.free:
            kinds.append("split")
        if self.with_parts():
            kinds.append("merge")
            if self.free and self.captures:
                kinds.append("capture")
        return kinds

    def step(self) -> None:
        self.push(STEP, self.rng.choice(self.rng.choice(self.pieces)))

    def split(self) -> None:
        piece = self.rng.choice(self.pieces)
        source, target = self.rng.choice(piece), self.take()
        piece.append(target)
        self.push(SPLIT, source, target)

    def merge(self) -> None:
        piece = self.rng.choice(self.with_parts())
        sources = self.rng.sample(piece, 2)
        self.push(MERGE, *sources)
        for qubit in sources:
            if not any(index >> qubit & 1 for index in self.state):
                piece.remove(qubit)
                self.free.append(qubit)
        self.free.sort()

    def capture(self) -> None:
        self.captures -= 1
        piece = self.rng.choice(self.with_parts())
        captured, capturer = self.rng.choice(piece), self.take()
        piece.remove(captured)
        self.pieces.append([captured, capturer])
        self.push(CAPTURE, captured, capturer)

    def with_parts(self) -> list[list[int]]:
        """The pieces that have several parts."""
        return [piece for piece in self.pieces if len(piece) > 1]

    def take(self) -> int:
        qubit = self.free.pop(0)
        self.untouched.discard(qubit)
        return qubit

    def push(self, text: str, *qubits: int) -> None:
        gates = word(text, *qubits)
        for gate in gates:
            self.state = amplitudes.apply(self.state, gate)
        self.gates += gates


def game(num_qubits: int, seed: int) -> Circuit:
    """One component over all qubits."""
    return circuit(num_qubits, one_game(num_qubits, generator("game", num_qubits, seed)), 1)


def full(num_qubits: int, seed: int) -> Circuit:
    """The same game on a state that has no zero."""
    gates = one_game(num_qubits, generator("game", num_qubits, seed))
    return circuit(num_qubits, spread(num_qubits, seed) + gates, 1)


def several(num_qubits: int, seed: int) -> Circuit:
    """Several components on one register, their moves in turn at random."""
    rng = generator("several", num_qubits, seed)
    count = max(2, num_qubits // QUBITS_PER_COMPONENT)
    sizes = [num_qubits // count + (k < num_qubits % count) for k in range(count)]
    games = []
    for k, size in enumerate(sizes):
        first = sum(sizes[:k])
        moves = Game(size, rng).play(MOVES_PER_QUBIT * size)
        games.append([shifted(move, first) for move in moves])
    turns = [k for k, moves in enumerate(games) for _ in moves]
    rng.shuffle(turns)
    moves_of = [iter(moves) for moves in games]
    gates = [gate for turn in turns for gate in next(moves_of[turn])]
    return circuit(num_qubits, renumbered(gates), count)


FAMILIES = {"game": game, "several": several, "full": full}


def one_game(num_qubits: int, rng: random.Random) -> list[Gate]:
    moves = Game(num_qubits, rng).play(MOVES_PER_QUBIT * num_qubits)
    return [gate for move in moves for gate in move]


def spread(num_qubits: int, seed: int) -> list[Gate]:
    """Rotations by angles that are all different, so that no amplitude is or becomes zero."""
    rng = generator("spread", num_qubits, seed)
    return [Gate("ry", (qubit,), (round(rng.uniform(0.4, 2.7), 6),)) for qubit in range(num_qubits)]


def shifted(gates: list[Gate], by: int) -> list[Gate]:
    return [gate._replace(qubits=tuple(qubit + by for qubit in gate.qubits)) for gate in gates]


def circuit(num_qubits: int, gates: list[Gate], components: int) -> Circuit:
    """Measures three qubits, and checks that the gates link what they should."""
    found = num_components(num_qubits, gates)
    if found != components:
        raise ValueError(f"{found} components of {num_qubits} qubits, not {components}")
    return in_circuit(num_qubits, gates)
