"""Circuits as objects of other toolkits, built gate by gate.

The toolkits are imported when they are asked for; none is needed otherwise. Qubit ``k`` and clbit ``k`` keep their
numbers. Gates that a toolkit lacks are replaced by their decomposition into gates on one qubit and CX, phase
included.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from typing import Any

from ._core import Circuit, Operation
from .errors import CircuitError

__all__ = ["to_braket", "to_cirq", "to_pennylane", "to_pytket", "to_qiskit"]


def _expanded(circuit: Circuit, known: Collection[str]) -> Iterator[tuple[str, list[int], float | None]]:
    """The gates in order, those that are not known decomposed."""
    for operation in circuit.operations:
        if operation.clbit is None:
            yield from _parts(operation, known)


def _parts(operation: Operation, known: Collection[str]) -> Iterator[tuple[str, list[int], float | None]]:
    """A gate, or its decomposition where it is not known."""
    if operation.name in known:
        yield operation.name, operation.qubits, operation.angle
        return
    single = Circuit(len(operation.qubits))
    single.append(operation.name, *range(len(operation.qubits)), angle=operation.angle)
    for part in single.decomposed().operations:
        yield part.name, [operation.qubits[qubit] for qubit in part.qubits], part.angle


def _moves(circuit: Circuit, known: Collection[str]) -> list[dict[str, Any]]:
    """The moves of the gates, each with the range of gates from ``first`` to before ``end`` that it made."""
    moves: list[dict[str, Any]] = []
    end = 0
    for operation in circuit.operations:
        if operation.clbit is not None:
            continue
        first, end = end, end + sum(1 for _ in _parts(operation, known))
        if not operation.plies:
            continue
        told = {
            "plies": operation.plies,
            "player": operation.player,
            "move": operation.move,
            "prepared": operation.prepared,
        }
        if moves and moves[-1]["end"] == first and all(moves[-1][key] == told[key] for key in told):
            moves[-1]["end"] = end
        else:
            moves.append({"first": first, "end": end, **told})
    return moves


def _measurements(circuit: Circuit) -> dict[int, int]:
    """The qubit of each clbit that is measured, in the order of the clbits."""
    measured: dict[int, int] = {}
    for operation in circuit.operations:
        again = set(operation.qubits) & set(measured.values())
        if operation.clbit is None and again:
            raise CircuitError(f"qubit {min(again)} has a gate after its measurement: measure at the end")
        if operation.clbit is None:
            continue
        if operation.clbit in measured or again:
            raise CircuitError("a qubit or clbit is measured twice")
        measured[operation.clbit] = operation.qubits[0]
    return dict(sorted(measured.items()))


def _whole(circuit: Circuit) -> list[int]:
    """The measured qubit of each clbit, for toolkits that have no bits without a measurement."""
    measured = _measurements(circuit)
    if measured and list(measured) != list(range(circuit.num_clbits)):
        raise CircuitError("a clbit is never measured")
    return list(measured.values())


def _idle(circuit: Circuit) -> set[int]:
    """The qubits that no gate acts on."""
    used = {qubit for operation in circuit.operations for qubit in operation.qubits}
    return set(range(circuit.num_qubits)) - used


_QISKIT = {
    *("x", "y", "z", "h", "s", "sdg", "t", "tdg", "sx", "sxdg", "rx", "ry", "rz", "p"),
    *("cx", "cz", "ch", "swap", "iswap", "ccx"),
}


def to_qiskit(circuit: Circuit) -> Any:
    """A ``qiskit.QuantumCircuit`` with one register ``q`` and, if there are clbits, one ``c``.

    Of the circuit of a game, ``metadata["moves"]`` lists which instructions each move made: those from ``first`` to before
    ``end``, with ``plies``, ``player``, ``move`` and ``prepared`` as :class:`Operation` has them.
    """
    from qiskit import ClassicalRegister, QuantumCircuit, QuantumRegister

    registers = [QuantumRegister(circuit.num_qubits, "q")]
    if circuit.num_clbits:
        registers.append(ClassicalRegister(circuit.num_clbits, "c"))
    converted = QuantumCircuit(*registers)
    for name, qubits, angle in _expanded(circuit, _QISKIT):
        angles = [] if angle is None else [angle]
        getattr(converted, name)(*angles, *qubits)
    for clbit, qubit in _measurements(circuit).items():
        converted.measure(qubit, clbit)
    if moves := _moves(circuit, _QISKIT):
        converted.metadata = {"moves": moves}
    return converted


def _cirq_gates() -> tuple[dict[str, Any], dict[str, Callable[[float], Any]]]:
    """Gates without and with an angle."""
    import cirq

    fixed = {
        "x": cirq.X,
        "y": cirq.Y,
        "z": cirq.Z,
        "h": cirq.H,
        "s": cirq.S,
        "sdg": cirq.S**-1,
        "t": cirq.T,
        "tdg": cirq.T**-1,
        "sx": cirq.X**0.5,
        "sxdg": cirq.X**-0.5,
        "cx": cirq.CNOT,
        "cz": cirq.CZ,
        "ch": cirq.H.controlled(),
        "swap": cirq.SWAP,
        "iswap": cirq.ISWAP,
        "iswapdg": cirq.ISWAP**-1,
        "siswap": cirq.SQRT_ISWAP,
        "siswapdg": cirq.SQRT_ISWAP_INV,
        "ccx": cirq.CCNOT,
    }
    def phase(angle: float) -> Any:
        return cirq.ZPowGate(exponent=angle / math.pi)

    return fixed, {"rx": cirq.rx, "ry": cirq.ry, "rz": cirq.rz, "p": phase}


def to_cirq(circuit: Circuit) -> Any:
    """A ``cirq.Circuit`` on ``LineQubit``\\ s, measured with the one key ``c``: bit ``k`` of it is clbit ``k``.

    Cirq's basis states have qubit 0 in the highest bit.
    """
    import cirq

    fixed, turned = _cirq_gates()
    qubits = cirq.LineQubit.range(circuit.num_qubits)
    converted = cirq.Circuit(cirq.I(qubits[qubit]) for qubit in sorted(_idle(circuit)))
    for name, places, angle in _expanded(circuit, {**fixed, **turned}):
        gate = fixed[name] if angle is None else turned[name](angle)
        converted.append(gate.on(*(qubits[place] for place in places)))
    measured = _whole(circuit)
    if measured:
        converted.append(cirq.measure(*(qubits[qubit] for qubit in measured), key="c"))
    return converted


_BRAKET = {
    **{name: name for name in ("x", "y", "z", "h", "s", "t", "rx", "ry", "rz", "cz", "swap", "iswap")},
    **{"sdg": "si", "tdg": "ti", "sx": "v", "sxdg": "vi", "p": "phaseshift", "cx": "cnot", "ccx": "ccnot"},
}


def to_braket(circuit: Circuit) -> Any:
    """A ``braket.circuits.Circuit``, its measurements in the order of the clbits.

    Braket's basis states have qubit 0 in the highest bit.
    """
    from braket.circuits import Circuit as BraketCircuit

    converted = BraketCircuit()
    for qubit in sorted(_idle(circuit)):
        converted.i(qubit)
    for name, qubits, angle in _expanded(circuit, _BRAKET):
        angles = [] if angle is None else [angle]
        getattr(converted, _BRAKET[name])(*qubits, *angles)
    for qubit in _whole(circuit):
        converted.measure(qubit)
    return converted


def _pennylane_gates() -> dict[str, Callable[..., Any]]:
    import pennylane as qml

    def adjoint(gate: Any) -> Callable[..., Any]:
        return lambda *args, **kwargs: qml.adjoint(gate(*args, **kwargs))

    gates: dict[str, Callable[..., Any]] = {
        "x": qml.PauliX,
        "y": qml.PauliY,
        "z": qml.PauliZ,
        "h": qml.Hadamard,
        "s": qml.S,
        "t": qml.T,
        "sx": qml.SX,
        "rx": qml.RX,
        "ry": qml.RY,
        "rz": qml.RZ,
        "p": qml.PhaseShift,
        "cx": qml.CNOT,
        "cz": qml.CZ,
        "ch": qml.CH,
        "swap": qml.SWAP,
        "iswap": qml.ISWAP,
        "siswap": qml.SISWAP,
        "ccx": qml.Toffoli,
    }
    return gates | {"sdg": adjoint(qml.S), "tdg": adjoint(qml.T), "sxdg": adjoint(qml.SX)}


def to_pennylane(circuit: Circuit) -> Any:
    """A ``pennylane.tape.QuantumScript`` on the wires 0 and up, with a sample of the measured wires, if any.

    Called inside a QNode, it applies its gates there: ``script()`` and then ``return qml.probs(wires=...)``.
    PennyLane's basis states have the first wire in the highest bit.
    """
    import pennylane as qml

    def apply(script: Any) -> None:
        for operation in script.operations:
            qml.apply(operation)

    script_type = type("Script", (qml.tape.QuantumScript,), {"__call__": apply})
    gates = _pennylane_gates()
    operations = [qml.Identity(wires=qubit) for qubit in sorted(_idle(circuit))]
    for name, wires, angle in _expanded(circuit, gates):
        angles = [] if angle is None else [angle]
        operations.append(gates[name](*angles, wires=wires))
    measured = _whole(circuit)
    return script_type(operations, [qml.sample(wires=measured)] if measured else [])


_PYTKET = {
    **{name: name.upper() for name in ("x", "y", "z", "h", "s", "t", "cx", "cz", "ch", "swap", "ccx", "sx")},
    **{"sdg": "Sdg", "tdg": "Tdg", "sxdg": "SXdg", "rx": "Rx", "ry": "Ry", "rz": "Rz", "p": "U1"},
}


def to_pytket(circuit: Circuit) -> Any:
    """A ``pytket.Circuit`` with one register ``q`` and one ``c``. Its angles are in half turns, as pytket has them.

    pytket's basis states have qubit 0 in the highest bit.
    """
    from pytket.circuit import Circuit as PytketCircuit

    converted = PytketCircuit(circuit.num_qubits, circuit.num_clbits)
    for name, qubits, angle in _expanded(circuit, _PYTKET):
        angles = [] if angle is None else [angle / math.pi]
        getattr(converted, _PYTKET[name])(*angles, *qubits)
    for clbit, qubit in _measurements(circuit).items():
        converted.Measure(qubit, clbit)
    return converted
