"""Two-qubit gates of our circuits on machines, against what Qiskit's transpiler needs there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from circuits import Circuit, Component
from program import TOLERANCE, deviation, from_json
from readers import qiskit_reading
from manual import table

PRESETS = Path(__file__).resolve().parents[2] / "crates" / "native" / "presets"
DEVICES = ("torino", "fez", "pittsburgh")
MOST_QUBITS = 8
SHORTENED = ("--optimize", "1")
SEEDS = (1, 2, 3)
"""Qiskit tries with each, and its best counts."""
COLUMNS = ("ours", "Qiskit, as played", "Qiskit, `--optimize 1`")


@dataclass(frozen=True)
class Placed:
    """Two-qubit gates of one circuit on one machine."""

    name: str
    qubits: int
    device: str
    ours: int
    """Of our circuit, shortened and placed."""
    qiskit: int
    """Of Qiskit's best from the circuit as played."""
    qiskit_shortened: int
    """Of Qiskit's best from our shortened one."""
    deviation: float
    """How far the probabilities of ours are from those of the case."""
    foreign: str
    """An operation of ours that the machine does not have; empty when it has all."""

    @property
    def numbers(self) -> tuple[int, int, int]:
        return self.ours, self.qiskit, self.qiskit_shortened

    @property
    def problem(self) -> str:
        what = ""
        if self.foreign:
            what = f"there is no {self.foreign}"
        elif not self.deviation <= TOLERANCE:
            what = f"deviates by {self.deviation:.3g}"
        elif self.ours > min(self.qiskit, self.qiskit_shortened):
            what = "Qiskit needs fewer cz"
        return what and f"{self.name} on {self.device}: {what}"


def place_all(workers: Executor, kept: Sequence[tuple[Component, list[Circuit]]]) -> list[Placed]:
    """Places every kept circuit that is small enough on every machine."""
    runs = [
        (component, circuit, device)
        for component, circuits in kept
        for circuit in circuits
        if circuit.program("qasm3").num_qubits <= MOST_QUBITS
        for device in DEVICES
    ]
    return list(workers.map(place, *zip(*runs, strict=True)))


def place(component: Component, circuit: Circuit, device: str) -> Placed:
    from qiskit import qasm3

    options = (*circuit.options, *SHORTENED)
    ours = qasm3.loads(component.export("ibm", *options, "--device", device))
    reading = qiskit_reading(without_idle_qubits(ours))
    return Placed(
        circuit.name,
        circuit.program("qasm3").num_qubits,
        device,
        ours.count_ops().get("cz", 0),
        fewest(circuit.texts["qasm3"], device),
        fewest(component.export("qasm3", *options), device),
        deviation(reading, from_json(circuit.expected)),
        foreign(ours, device),
    )


def without_idle_qubits(circuit):
    """The circuit without what else a machine has, which is too much to simulate."""
    from qiskit import QuantumCircuit

    used = sorted({circuit.find_bit(qubit).index for step in circuit for qubit in step.qubits})
    small = QuantumCircuit(len(used), circuit.num_clbits)
    for step in circuit:
        qubits = [used.index(circuit.find_bit(qubit).index) for qubit in step.qubits]
        clbits = [circuit.find_bit(clbit).index for clbit in step.clbits]
        small.append(step.operation, qubits, clbits)
    return small


def foreign(circuit, device: str) -> str:
    """The first operation that the machine does not have there."""
    for step in circuit:
        qubits = tuple(circuit.find_bit(qubit).index for qubit in step.qubits)
        if not target(device).instruction_supported(step.operation.name, qubits):
            return f"{step.operation.name} on {', '.join(f'${qubit}' for qubit in qubits)}"
    return ""


def fewest(text: str, device: str) -> int:
    """What Qiskit's transpiler leaves at level 3, measurements being part of the circuit."""
    from qiskit import qasm3, transpile

    circuit = qasm3.loads(text)
    settings = {"target": target(device), "optimization_level": 3}
    tries = [transpile(circuit, seed_transpiler=seed, **settings) for seed in SEEDS]
    return min(tried.count_ops().get("cz", 0) for tried in tries)


@cache
def target(device: str):
    """A machine as Qiskit knows it, from the same description that ours is placed by."""
    from qiskit.circuit import Measure, Parameter
    from qiskit.circuit import library as gates
    from qiskit.transpiler import InstructionProperties, Target

    described = json.loads((PRESETS / f"{device}.json").read_text())
    one_qubit, readout = {}, {}
    for qubit, row in enumerate(described["qubits"]):
        _, _, one_for_zero, zero_for_one, readout_length, error, length = row
        one_qubit[qubit,] = InstructionProperties(length * 1e-9, error)
        wrong = (one_for_zero + zero_for_one) / 2
        readout[qubit,] = InstructionProperties(readout_length * 1e-9, wrong)
    two_qubit = {}
    for a, b, error, length in described["edges"]:
        if error is not None and error < 1:
            for pair in ((a, b), (b, a)):
                two_qubit[pair] = InstructionProperties(length * 1e-9, error)
    machine = Target(num_qubits=len(described["qubits"]))
    for gate in (gates.SXGate(), gates.XGate(), gates.IGate()):
        machine.add_instruction(gate, dict(one_qubit))
    # It is no pulse, but a change of what comes after.
    free = {qubits: InstructionProperties(0.0, 0.0) for qubits in one_qubit}
    machine.add_instruction(gates.RZGate(Parameter("angle")), free)
    machine.add_instruction(gates.CZGate(), two_qubit)
    machine.add_instruction(Measure(), readout)
    return machine


def listing(placed: Sequence[Placed]) -> str:
    """Every circuit on every machine, a line each."""
    heads = ["circuit", "qubits", "device", *COLUMNS]
    return table(heads, [[row.name, row.qubits, row.device, *row.numbers] for row in placed])


def summary(placed: Sequence[Placed]) -> str:
    """The README's table."""
    rows = [sums(device, [row for row in placed if row.device == device]) for device in DEVICES]
    return table(["device", "circuits", *COLUMNS], [*rows, sums("all of them", placed)])


def sums(name: str, placed: Sequence[Placed]) -> list[object]:
    columns = zip(*(row.numbers for row in placed), strict=True)
    return [name, len(placed), *map(sum, columns)]
