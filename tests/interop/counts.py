"""Two-qubit gates of our circuits, against what Qiskit makes of them at its highest level."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import mean

from circuits import PAPER, Component
from program import shaped, without_comments
from manual import table

LEVELS = ("0", "1", "2")
SEED = 7
ONE_QUBIT = {"x", "y", "z", "h", "s", "sdg", "t", "tdg", "sx", "rx", "ry", "rz", "id"}
TWO_QUBIT = {"cx": 1, "cz": 1, "swap": 3, "ccx": 6}
"""What each costs where only cx is there."""


@dataclass(frozen=True)
class Counts:
    """Two-qubit gates of one component's circuits."""

    name: str
    qubits: int
    ours: tuple[int, ...]
    """At each level of `--optimize`."""
    qiskit: int
    """Qiskit's own from our circuit as played."""
    paper: int
    """Of the paper's encoding, as played."""
    qiskit_paper: int
    """Qiskit's own from the paper's encoding."""

    @property
    def beaten(self) -> bool:
        return self.ours[-1] > min(self.qiskit, self.qiskit_paper)


def count_all(workers: Executor, components: Sequence[Component]) -> list[Counts]:
    return list(workers.map(count, components, chunksize=4))


def count(component: Component) -> Counts:
    ours = [component.export("qasm3", "--optimize", level) for level in LEVELS]
    paper = component.export("qasm3", *PAPER, "--flat")
    return Counts(
        component.name,
        shaped(ours[0], ours[0]).num_qubits,
        tuple(two_qubit_gates(text) for text in ours),
        transpiled(ours[0]),
        two_qubit_gates(paper),
        transpiled(paper),
    )


def two_qubit_gates(text: str) -> int:
    """Counts the gates of a flat OpenQASM 3 text."""
    total = 0
    for gate in re.findall(r"(?m)^(\w+)(?:\([^)]*\))? (?:q\[|\$)\d", without_comments(text)):
        if gate not in ONE_QUBIT:
            total += TWO_QUBIT[gate]
    return total


def transpiled(text: str) -> int:
    """What Qiskit's transpiler leaves at level 3, measurements being part of the circuit."""
    from qiskit import qasm3, transpile

    best = transpile(
        qasm3.loads(text),
        basis_gates=["cx", "rz", "sx", "x"],
        optimization_level=3,
        seed_transpiler=SEED,
    )
    return best.count_ops().get("cx", 0)


def markdown(corpus: Sequence[Counts], games: Sequence[Counts]) -> str:
    """The README's table."""
    heads = ["circuit", "qubits", "as played", "`--optimize 1`", "`--optimize 2`", "Qiskit"]
    heads += ["the paper's", "Qiskit"]
    lines = [[row.name.replace("_", " "), *numbers(row)] for row in corpus]
    rows = [numbers(row) for row in games]
    columns = list(zip(*rows, strict=True))
    lines += [
        [f"{len(rows)} of random games, mean", *(f"{mean(column):.2f}" for column in columns)],
        ["all of them", *map(sum, columns)],
        ["the largest of each", *map(max, columns)],
    ]
    return table(heads, lines)


def numbers(counts: Counts) -> list[int]:
    return [counts.qubits, *counts.ours, counts.qiskit, counts.paper, counts.qiskit_paper]
