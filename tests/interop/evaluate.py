"""What a circuit does, by the reference parser of OpenQASM and the matrices of its gates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import openqasm3
from openqasm3 import ast

from program import Reading, from_amplitudes

H = np.array([[1, 1], [1, -1]]) / math.sqrt(2)
X = np.array([[0, 1], [1, 0]])
S = np.diag([1, 1j])
T = np.diag([1, np.exp(1j * math.pi / 4)])


def controlled(matrix: np.ndarray) -> np.ndarray:
    """The gate under a control, which is the first qubit."""
    return np.block([[np.eye(len(matrix)), np.zeros_like(matrix)], [np.zeros_like(matrix), matrix]])


def rz(angle: float) -> np.ndarray:
    return np.diag([np.exp(-0.5j * angle), np.exp(0.5j * angle)])


def ry(angle: float) -> np.ndarray:
    cosine, sine = math.cos(angle / 2), math.sin(angle / 2)
    return np.array([[cosine, -sine], [sine, cosine]])


ROTATIONS = {"ry": ry, "rz": rz}

# The first qubit is the highest bit of an index.
GATES = {
    "id": np.eye(2),
    "x": X,
    "y": np.array([[0, -1j], [1j, 0]]),
    "z": S @ S,
    "h": H,
    "s": S,
    "sdg": S.conj(),
    "t": T,
    "tdg": T.conj(),
    "sx": np.array([[1 + 1j, 1 - 1j], [1 - 1j, 1 + 1j]]) / 2,
    "cx": controlled(X),
    "cz": controlled(S @ S),
    "ccx": controlled(controlled(X)),
    "swap": np.eye(4)[[0, 2, 1, 3]],
}


def load(text: str) -> ast.Program:
    """Parses either version of the language."""
    return openqasm3.parse(text)


def evaluate(program: ast.Program) -> Reading:
    """The exact probabilities of a circuit whose measurements come last."""
    return Evaluation(program).reading()


class Evaluation:
    """A state vector that follows a program's statements; qubit 0 is its first axis."""

    def __init__(self, program: ast.Program) -> None:
        self.definitions: dict[str, ast.QuantumGateDefinition] = {}
        self.qubit_of_bit: dict[int, int] = {}
        self.wires: dict[str, int] = {}
        self.state = np.ones([], dtype=complex)
        for statement in program.statements:
            self.follow(statement)

    def reading(self) -> Reading:
        return from_amplitudes(self.state, self.qubit_of_bit)

    def follow(self, statement: ast.Statement) -> None:
        match statement:
            case ast.Include() | ast.ClassicalDeclaration():
                pass
            case ast.QubitDeclaration(qubit=ast.Identifier(name=name), size=size):
                for index in range(size.value):
                    self.wire(f"{name}[{index}]")
            case ast.QuantumGateDefinition(name=ast.Identifier(name=name)):
                self.definitions[name] = statement
            case ast.QuantumGate(modifiers=[]):
                if self.qubit_of_bit:
                    raise ValueError("a gate after a measurement")
                self.apply(statement, {})
            case ast.QuantumMeasurementStatement(target=ast.IndexedIdentifier() as bit):
                self.qubit_of_bit[index_of(bit)] = self.wire(spelling(statement.measure.qubit))
            case _:
                raise ValueError(f"a statement that no export writes: {type(statement).__name__}")

    def wire(self, name: str) -> int:
        """The axis of a qubit; a physical one is there once it is named."""
        if name not in self.wires:
            self.wires[name] = self.state.ndim
            self.state = np.stack([self.state, np.zeros_like(self.state)], axis=-1)
        return self.wires[name]

    def apply(self, gate: ast.QuantumGate, names: dict[str, str]) -> None:
        spelled = [spelling(qubit) for qubit in gate.qubits]
        qubits = [names.get(qubit, qubit) for qubit in spelled]
        if definition := self.definitions.get(gate.name.name):
            inner = dict(zip((qubit.name for qubit in definition.qubits), qubits, strict=True))
            for statement in definition.body:
                self.apply(statement, inner)
            return
        name = gate.name.name
        rotation = ROTATIONS.get(name)
        matrix = rotation(number(gate.arguments[0])) if rotation else GATES[name]
        self.multiply(matrix, [self.wire(qubit) for qubit in qubits])

    def multiply(self, matrix: np.ndarray, axes: Sequence[int]) -> None:
        k = len(axes)
        product = np.tensordot(matrix.reshape([2] * 2 * k), self.state, (range(k, 2 * k), axes))
        self.state = np.moveaxis(product, range(k), axes)


def spelling(qubit: ast.Identifier | ast.IndexedIdentifier) -> str:
    return (
        qubit.name if isinstance(qubit, ast.Identifier) else f"{qubit.name.name}[{index_of(qubit)}]"
    )


def index_of(element: ast.IndexedIdentifier) -> int:
    return element.indices[0][0].value


def number(expression: ast.Expression) -> float:
    if isinstance(expression, ast.UnaryExpression) and expression.op.name == "-":
        return -number(expression.expression)
    return float(expression.value)
