"""Circuits as lists of gates, and as plain text that every simulator here is given."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple


class Gate(NamedTuple):
    """A gate by its name in OpenQASM 2, controls first, and its angles where it has some."""

    name: str
    qubits: tuple[int, ...]
    angles: tuple[float, ...] = ()

    def __str__(self) -> str:
        angles = f"({','.join(map(repr, self.angles))})" if self.angles else ""
        return f"{self.name}{angles} {','.join(f'q[{qubit}]' for qubit in self.qubits)};"


@dataclass(frozen=True)
class Circuit:
    """Gates from |0...0⟩ on, and the qubits that are measured at the end, in ascending order."""

    num_qubits: int
    gates: tuple[Gate, ...]
    measured: tuple[int, ...]

    @property
    def all_measured(self) -> Circuit:
        return replace(self, measured=tuple(range(self.num_qubits)))

    def text(self) -> str:
        """The circuit in flat OpenQASM 2."""
        lines = ["OPENQASM 2.0;", 'include "qelib1.inc";']
        lines += [f"qreg q[{self.num_qubits}];", f"creg c[{len(self.measured)}];"]
        lines += map(str, self.gates)
        lines += [f"measure q[{q}] -> c[{c}];" for c, q in enumerate(self.measured)]
        return "\n".join(lines) + "\n"


STATEMENT = re.compile(r"(\w+)(?:\(([^)]*)\))? (q\[\d+\](?:, ?q\[\d+\])*);")
REGISTER = re.compile(r"qreg q\[(\d+)\];")
MEASUREMENT = re.compile(r"measure q\[(\d+)\] -> c\[\d+\];")


def read(text: str) -> Circuit:
    """Reads flat OpenQASM 2 with one register, as this module and `cheqqers export` write it."""
    gates, num_qubits, measured = [], 0, []
    for line in text.splitlines():
        if match := REGISTER.fullmatch(line):
            num_qubits = int(match[1])
        elif match := MEASUREMENT.fullmatch(line):
            measured.append(int(match[1]))
        elif match := STATEMENT.fullmatch(line):
            qubits = tuple(map(int, re.findall(r"\d+", match[3])))
            angles = tuple(map(float, match[2].split(","))) if match[2] else ()
            gates.append(Gate(match[1], qubits, angles))
        elif not line.startswith(("OPENQASM", "include", "creg", "//")):
            raise ValueError(f"not a line of a flat circuit: {line}")
    return Circuit(num_qubits, tuple(gates), tuple(measured))


def word(text: str, *qubits: int) -> list[Gate]:
    """The gates of a word such as `h a; cx a b`, the letters being the qubits in order."""
    gates = []
    for gate in filter(None, text.split(";")):
        name, *letters = gate.split()
        gates.append(Gate(name, tuple(qubits["abc".index(letter)] for letter in letters)))
    return gates


def generator(family: str, num_qubits: int, seed: int) -> random.Random:
    return random.Random(f"{family} {num_qubits} {seed}")


def measured(num_qubits: int) -> tuple[int, int, int]:
    """The qubits by whose probabilities results are compared."""
    return (0, num_qubits // 2, num_qubits - 1)


def in_circuit(num_qubits: int, gates: Iterable[Gate]) -> Circuit:
    """The gates, with three qubits measured."""
    return Circuit(num_qubits, tuple(gates), measured(num_qubits))


def num_components(num_qubits: int, gates: Iterable[Gate]) -> int:
    """Into how many parts the qubits fall that no gate links."""
    above = list(range(num_qubits))

    def root(qubit: int) -> int:
        while above[qubit] != qubit:
            qubit = above[qubit]
        return qubit

    for gate in gates:
        for qubit in gate.qubits:
            above[root(qubit)] = root(gate.qubits[0])
    return sum(above[qubit] == qubit for qubit in range(num_qubits))


def renumbered(gates: Sequence[Gate]) -> list[Gate]:
    """The gates with their qubits numbered in the order in which they are met."""
    numbers: dict[int, int] = {}
    for gate in gates:
        for qubit in gate.qubits:
            numbers.setdefault(qubit, len(numbers))
    return [gate._replace(qubits=tuple(numbers[q] for q in gate.qubits)) for gate in gates]
