"""Circuits that are no games: those on which simulators are usually compared.

All in plain gates: `h x s sdg t tdg rx ry rz u3 cx cz cu1 swap ccx`. What is random is drawn from
the seed, and nothing is left out that only this input would make superfluous.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from circuits import Circuit, Gate, generator, in_circuit

LAYERS = 4
"""Of the variational circuits."""
STEPS = 10
"""Of Trotter's formula."""
GATES_PER_QUBIT = 30
"""Of random Cliffords and T gates."""
MOST_ITERATIONS = 8
"""Of Grover's search; more are the same again."""
FULL = 2 * math.pi

Gates = Iterator[Gate]


def quantum_volume(num_qubits: int, rng: random.Random) -> Gates:
    """Layers of random blocks on random pairs, as many as there are qubits."""
    for _ in range(num_qubits):
        order = rng.sample(range(num_qubits), num_qubits)
        for first, second in zip(order[::2], order[1::2]):
            yield from block(first, second, rng)


def block(first: int, second: int, rng: random.Random) -> Gates:
    """A random block of two qubits: three `cx`, and random gates around each."""
    pair = (first, second)
    for control, target in (pair, pair[::-1], pair):
        yield from (random_u3(qubit, rng) for qubit in pair)
        yield Gate("cx", (control, target))
    yield from (random_u3(qubit, rng) for qubit in pair)


def random_u3(qubit: int, rng: random.Random) -> Gate:
    """A gate that is equally likely to be any."""
    theta = math.acos(1 - 2 * rng.random())
    return Gate("u3", (qubit,), (theta, rng.uniform(0, FULL), rng.uniform(0, FULL)))


def qft(num_qubits: int, rng: random.Random) -> Gates:
    """The Fourier transform of a random basis state."""
    yield from (Gate("x", (qubit,)) for qubit in range(num_qubits) if rng.random() < 0.5)
    yield from transform(range(num_qubits))


def entangled_qft(num_qubits: int, rng: random.Random) -> Gates:
    """The Fourier transform of a GHZ state."""
    yield from ghz(num_qubits, rng)
    yield from transform(range(num_qubits))


def transform(qubits: Sequence[int]) -> Gates:
    """The Fourier transform, the first qubit being the lowest bit."""
    for target in reversed(range(len(qubits))):
        yield Gate("h", (qubits[target],))
        for control in reversed(range(target)):
            angle = math.pi / 2 ** (target - control)
            yield Gate("cu1", (qubits[control], qubits[target]), (angle,))
    for low in range(len(qubits) // 2):
        yield Gate("swap", (qubits[low], qubits[-1 - low]))


def inverse(gates: Sequence[Gate]) -> Gates:
    """The gates of a Fourier transform backwards."""
    for gate in reversed(gates):
        yield gate._replace(angles=tuple(-angle for angle in gate.angles))


def phase_estimation(num_qubits: int, rng: random.Random) -> Gates:
    """A random phase, estimated with all qubits but the last."""
    counting, target = range(num_qubits - 1), num_qubits - 1
    phase = rng.random()
    yield Gate("x", (target,))
    yield from (Gate("h", (qubit,)) for qubit in counting)
    for qubit in counting:
        yield Gate("cu1", (qubit, target), (FULL * (phase * 2**qubit % 1),))
    yield from inverse(list(transform(counting)))


def qaoa(layers: int) -> Callable[[int, random.Random], Gates]:
    """So many layers for the largest cut of a random regular graph, of degree 3 or 4."""

    def circuit(num_qubits: int, rng: random.Random) -> Gates:
        edges = regular_graph(num_qubits, 4 if num_qubits % 2 else 3, rng)
        yield from (Gate("h", (qubit,)) for qubit in range(num_qubits))
        for _ in range(layers):
            cost, mixer = rng.uniform(0, math.pi), rng.uniform(0, math.pi)
            for edge in edges:
                yield from coupled(*edge, cost)
            yield from (Gate("rx", (qubit,), (mixer,)) for qubit in range(num_qubits))

    return circuit


def coupled(first: int, second: int, angle: float) -> Gates:
    """The rotation about ZZ."""
    yield Gate("cx", (first, second))
    yield Gate("rz", (second,), (angle,))
    yield Gate("cx", (first, second))


def regular_graph(num_nodes: int, degree: int, rng: random.Random) -> list[tuple[int, int]]:
    """The edges of a connected graph, whose half-edges are paired at random until it is one."""
    while True:
        ends = [node for node in range(num_nodes) for _ in range(degree)]
        rng.shuffle(ends)
        edges = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2])}
        simple = len(edges) == len(ends) // 2 and all(a != b for a, b in edges)
        if simple and connected(num_nodes, edges):
            return sorted(edges)


def connected(num_nodes: int, edges: set[tuple[int, int]]) -> bool:
    reached, old = {0}, set()
    while reached != old:
        old = set(reached)
        reached |= {node for edge in edges if old & set(edge) for node in edge}
    return len(reached) == num_nodes


def ansatz(num_qubits: int, rng: random.Random) -> Gates:
    """Rotations by random angles and ladders of `cz`, in turn."""
    yield from rotations(("ry", "rz"), num_qubits, rng)
    for _ in range(LAYERS):
        yield from (Gate("cz", (qubit, qubit + 1)) for qubit in range(num_qubits - 1))
        yield from rotations(("ry", "rz"), num_qubits, rng)


def neural_network(num_qubits: int, rng: random.Random) -> Gates:
    """Data written into phases, twice, and trained layers of `ry` and `cx` after them."""
    data = [rng.uniform(0, 1) for _ in range(num_qubits)]
    for _ in range(2):
        yield from (Gate("h", (qubit,)) for qubit in range(num_qubits))
        yield from (Gate("rz", (qubit,), (2 * value,)) for qubit, value in enumerate(data))
        for qubit in range(num_qubits - 1):
            angle = 2 * (math.pi - data[qubit]) * (math.pi - data[qubit + 1])
            yield from coupled(qubit, qubit + 1, angle)
    for _ in range(LAYERS):
        yield from rotations(("ry",), num_qubits, rng)
        yield from (Gate("cx", (qubit, (qubit + 1) % num_qubits)) for qubit in range(num_qubits))
    yield from rotations(("ry",), num_qubits, rng)


def rotations(names: Sequence[str], num_qubits: int, rng: random.Random) -> Gates:
    for name in names:
        for qubit in range(num_qubits):
            yield Gate(name, (qubit,), (rng.uniform(0, FULL),))


def clifford_t(num_qubits: int, rng: random.Random) -> Gates:
    """Random Clifford gates and T gates."""
    yield from (Gate("h", (qubit,)) for qubit in range(num_qubits))
    for _ in range(GATES_PER_QUBIT * num_qubits):
        [name] = rng.choices(("h", "s", "t", "cx"), (2, 1, 2, 3))
        qubits = rng.sample(range(num_qubits), 2 if name == "cx" else 1)
        yield Gate(name, tuple(qubits))


def adder(num_qubits: int, _: random.Random) -> Gates:
    """Cuccaro's adder of all pairs of numbers at once; an odd qubit copies the carry.

    Source: arXiv:quant-ph/0410184, section 2.
    """
    size = (num_qubits - 2) // 2
    a = [2 * bit + 2 for bit in range(size)]
    b = [2 * bit + 1 for bit in range(size)]
    carries, out = [0, *a], 2 * size + 1
    yield from (Gate("h", (qubit,)) for qubit in range(1, out))
    for bit in range(size):
        carry = carries[bit]
        yield Gate("cx", (a[bit], b[bit]))
        yield Gate("cx", (a[bit], carry))
        yield Gate("ccx", (carry, b[bit], a[bit]))
    yield Gate("cx", (a[-1], out))
    for bit in reversed(range(size)):
        carry = carries[bit]
        yield Gate("ccx", (carry, b[bit], a[bit]))
        yield Gate("cx", (a[bit], carry))
        yield Gate("cx", (carry, b[bit]))
    yield from (Gate("cx", (out, qubit)) for qubit in range(out + 1, num_qubits))


def ghz(num_qubits: int, _: random.Random) -> Gates:
    """All qubits 0, or all 1."""
    yield Gate("h", (0,))
    yield from (Gate("cx", (qubit, qubit + 1)) for qubit in range(num_qubits - 1))


def w_state(num_qubits: int, _: random.Random) -> Gates:
    """Any one qubit 1, the others 0."""
    yield Gate("x", (0,))
    for qubit in range(num_qubits - 1):
        angle = math.acos(math.sqrt(1 / (num_qubits - qubit)))
        yield Gate("ry", (qubit + 1,), (-angle,))
        yield Gate("cz", (qubit, qubit + 1))
        yield Gate("ry", (qubit + 1,), (angle,))
        yield Gate("cx", (qubit + 1, qubit))


def grover(num_qubits: int, rng: random.Random) -> Gates:
    """Grover's search for a random string, with nearly half of the qubits as work space."""
    size = num_qubits // 2 + 1
    searched, work = range(size), range(size, num_qubits)
    zeros = [qubit for qubit in searched if rng.random() < 0.5]
    iterations = min(MOST_ITERATIONS, int(math.pi / 4 * math.sqrt(2**size)))
    yield from (Gate("h", (qubit,)) for qubit in searched)
    for _ in range(iterations):
        yield from on_all("x", zeros)
        yield from phase_of_all(searched, work)
        yield from on_all("x", zeros)
        yield from on_all("h", searched)
        yield from on_all("x", searched)
        yield from phase_of_all(searched, work)
        yield from on_all("x", searched)
        yield from on_all("h", searched)


def on_all(name: str, qubits: Sequence[int]) -> Gates:
    return (Gate(name, (qubit,)) for qubit in qubits)


def phase_of_all(qubits: Sequence[int], work: Sequence[int]) -> Gates:
    """Turns the sign where all qubits are 1, with a tree of `ccx` that is taken back."""
    *controls, target = qubits
    tree, last = [], controls[0]
    for control, space in zip(controls[1:], work):
        tree.append(Gate("ccx", (last, control, space)))
        last = space
    yield from tree
    yield Gate("cz", (last, target))
    yield from reversed(tree)


def ising(num_qubits: int, rng: random.Random) -> Gates:
    """Trotter steps of a chain in a transverse field, its couplings disordered."""
    couplings = [rng.uniform(0.1, 0.5) for _ in range(num_qubits - 1)]
    fields = [rng.uniform(0.1, 0.5) for _ in range(num_qubits)]
    for _ in range(STEPS):
        for qubit, coupling in enumerate(couplings):
            yield from coupled(qubit, qubit + 1, coupling)
        yield from (Gate("rx", (qubit,), (field,)) for qubit, field in enumerate(fields))


KINDS: dict[str, Callable[[int, random.Random], Gates]] = {
    "quantum volume": quantum_volume,
    "QFT": qft,
    "QFT of GHZ": entangled_qft,
    "phase estimation": phase_estimation,
    "QAOA, p = 1": qaoa(1),
    "QAOA, p = 2": qaoa(2),
    "QAOA, p = 3": qaoa(3),
    "ansatz": ansatz,
    "neural network": neural_network,
    "Clifford + T": clifford_t,
    "adder": adder,
    "GHZ": ghz,
    "W": w_state,
    "Grover": grover,
    "Ising": ising,
}


@dataclass(frozen=True)
class Case:
    """A kind of circuit and its size."""

    kind: str
    num_qubits: int

    def __str__(self) -> str:
        return f"{self.kind} of {self.num_qubits} qubits"

    def circuit(self, seed: int) -> Circuit:
        rng = generator(self.kind, self.num_qubits, seed)
        return in_circuit(self.num_qubits, KINDS[self.kind](self.num_qubits, rng))


SIZES = {
    "quantum volume": (16, 20, 24),
    "QFT": (16, 22),
    "QFT of GHZ": (25,),
    "phase estimation": (19, 24),
    "QAOA, p = 1": (18,),
    "QAOA, p = 2": (22,),
    "QAOA, p = 3": (20,),
    "ansatz": (17, 23, 26),
    "neural network": (18, 24),
    "Clifford + T": (16, 20, 25),
    "adder": (18, 22, 26),
    "GHZ": (20, 26),
    "W": (19, 24),
    "Grover": (16, 22),
    "Ising": (20, 25),
}
CASES = [Case(kind, size) for kind, sizes in SIZES.items() for size in sizes]
"""Thirty circuits, half of them up to 20 qubits."""
