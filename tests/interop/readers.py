"""Every toolkit that reads OpenQASM, as its users would drive it.

A reader loads a program at once and returns what computes its probabilities, so that a circuit
too large to simulate everywhere is read all the same. Toolkits are imported where they are used:
one that is missing fails as a reader that fails, under its own name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from tempfile import NamedTemporaryFile
from unittest.mock import patch

import numpy as np

from command import cheqqers
from program import Program, Reading, from_amplitudes, from_json, from_shots, without_comments

Load = Callable[[Program], Callable[[], Reading]]

SHOTS = 5_000
QDK_SHOTS = 1_000
"""Fewer, as each takes a tenth of a millisecond."""
SEED = 7


@dataclass(frozen=True)
class Reader:
    """A toolkit's way to read one of the dialects that we export."""

    name: str
    package: str | None
    """The distribution to ask for its version; none for our own reader."""
    dialect: str
    load: Load
    defines_gates: bool = True
    """Whether it reads a text that defines gates of its own."""
    annotations: bool = True
    """It reads annotations of OpenQASM 3."""

    def version(self) -> str:
        return metadata.version(self.package) if self.package else cheqqers("--version").split()[1]


def ours(program: Program) -> Callable[[], Reading]:
    """The command's own reader; it simulates whatever it reads."""
    with NamedTemporaryFile("w", suffix=".qasm") as file:
        file.write(program.text)
        file.flush()
        result = json.loads(cheqqers("simulate", file.name, "--probabilities", "--json"))
    return lambda: Reading(from_json(result["probabilities"]))


def openqasm3(program: Program) -> Callable[[], Reading]:
    """The reference parser of the language; the evaluation is ours."""
    import evaluate

    parsed = evaluate.load(program.text)
    return lambda: evaluate.evaluate(parsed)


def qiskit(program: Program) -> Callable[[], Reading]:
    from qiskit import qasm3

    circuit = qasm3.loads(program.text)
    return lambda: qiskit_reading(circuit)


def qiskit_native(program: Program) -> Callable[[], Reading]:
    """Qiskit's own parser, in Rust."""
    from qiskit import qasm3

    circuit = qasm3.loads_experimental(program.text)
    return lambda: qiskit_reading(circuit)


def qiskit_2(program: Program) -> Callable[[], Reading]:
    from qiskit import qasm2

    circuit = qasm2.loads(program.text)
    return lambda: qiskit_reading(circuit)


def qiskit_reading(circuit) -> Reading:
    """Qiskit's qubit 0 is the lowest bit of an index."""
    from qiskit.quantum_info import Statevector

    last = circuit.num_qubits - 1
    axis_of_bit = {
        circuit.find_bit(step.clbits[0]).index: last - circuit.find_bit(step.qubits[0]).index
        for step in circuit.get_instructions("measure")
    }
    gates = circuit.copy_empty_like()
    gates.data = [step for step in circuit.data if step.operation.name != "measure"]
    gates.remove_final_measurements()
    return from_amplitudes(Statevector.from_instruction(gates).data, axis_of_bit)


def ibm(program: Program) -> Callable[[], Reading]:
    """Qiskit, which must find nothing but the gates of IBM's machines."""
    from qiskit import qasm3

    circuit = qasm3.loads(program.text)
    if foreign := set(circuit.count_ops()) - {"cz", "rz", "sx", "x", "id", "measure"}:
        raise ValueError(f"has {', '.join(sorted(foreign))}")
    return lambda: qiskit_reading(circuit)


def cirq(program: Program) -> Callable[[], Reading]:
    from cirq.contrib.qasm_import import circuit_from_qasm

    circuit = circuit_from_qasm(program.text)
    return lambda: cirq_reading(circuit, lambda key: int(key.removeprefix("c_")))


def cirq_reading(circuit, bit_of_key: Callable[[str], int]) -> Reading:
    import cirq

    qubits = sorted(circuit.all_qubits())
    measured, gates = [], cirq.Circuit()
    for operation in circuit.all_operations():
        if cirq.is_measurement(operation):
            measured.append(operation)
        else:
            gates.append(operation)
    axis_of_bit = {
        bit_of_key(cirq.measurement_key_name(operation)): qubits.index(operation.qubits[0])
        for operation in measured
    }
    simulator = cirq.Simulator(dtype=np.complex128)
    state = simulator.simulate(gates, qubit_order=qubits).final_state_vector
    return from_amplitudes(state, axis_of_bit)


def quirk(program: Program) -> Callable[[], Reading]:
    """Cirq's importer of Quirk, where a wire and its bit are one."""
    import cirq

    wires = cirq.LineQubit.range(program.num_qubits)
    circuit = cirq.quirk_json_to_circuit(json.loads(program.text), qubits=wires)
    bit_of_qubit = {qubit: bit for bit, qubit in program.qubit_of_bit.items()}
    # A measurement is called after its place, as in "row=2,col=7".
    return lambda: cirq_reading(circuit, lambda key: bit_of_qubit[int(re.split("[=,]", key)[1])])


def braket(program: Program) -> Callable[[], Reading]:
    """Braket's local simulator counts shots, a column for each measured bit."""
    from braket.default_simulator import StateVectorSimulator
    from braket.ir.openqasm import Program as Source

    source = Source(source=program.text)
    simulator = StateVectorSimulator()
    simulator.parse_program(source)

    def sample() -> Reading:
        # The simulator makes a generator of its own, which takes no seed.
        generator = np.random.default_rng(SEED)
        with patch.object(np.random, "default_rng", lambda: generator):
            rows = simulator.run(source, shots=SHOTS).measurements
        return from_shots(["".join(map(str, row)) for row in rows])

    return sample


def pennylane(program: Program) -> Callable[[], Reading]:
    """PennyLane reads neither includes nor measurements into an indexed bit."""
    import pennylane

    text = re.sub(r"(?m)^(include|c\[\d+\] = measure)\b.*\n", "", without_comments(program.text))
    return pennylane_tape(program, pennylane.from_qasm3(text))


def pennylane_2(program: Program) -> Callable[[], Reading]:
    import pennylane

    return pennylane_tape(program, pennylane.from_qasm(program.text, measurements=[]))


def pennylane_tape(program: Program, queue: Callable[[], object]) -> Callable[[], Reading]:
    import pennylane

    with pennylane.queuing.AnnotatedQueue() as operations:
        queue()
    wires = {f"q[{k}]": k for k in range(program.num_qubits)}
    tape = pennylane.tape.QuantumScript.from_queue(operations)
    gates = [gate.map_wires(wires) for gate in tape.operations]

    def simulate() -> Reading:
        tape = pennylane.tape.QuantumScript(gates, [pennylane.state()])
        device = pennylane.device("default.qubit", wires=program.num_qubits)
        return from_amplitudes(pennylane.execute([tape], device)[0], program.qubit_of_bit)

    return simulate


def pytket(program: Program) -> Callable[[], Reading]:
    """pytket reads OpenQASM 3 through Qiskit."""
    from pytket.extensions.qiskit import qiskit_to_tk
    from qiskit import qasm3

    circuit = qiskit_to_tk(qasm3.loads(program.text))
    return lambda: pytket_reading(circuit)


def pytket_2(program: Program) -> Callable[[], Reading]:
    from pytket.qasm import circuit_from_qasm_str

    circuit = circuit_from_qasm_str(program.text)
    return lambda: pytket_reading(circuit)


def pytket_reading(circuit) -> Reading:
    from pytket.circuit import Circuit, OpType

    gates = Circuit(circuit.n_qubits)
    for command in circuit.get_commands():
        if command.op.type != OpType.Measure:
            gates.add_gate(command.op, command.qubits)
    axis_of_bit = {
        bit.index[0]: circuit.qubits.index(qubit) for qubit, bit in circuit.qubit_to_bit_map.items()
    }
    return from_amplitudes(gates.get_statevector(), axis_of_bit)


def pyqasm(program: Program) -> Callable[[], Reading]:
    """PyQASM validates and unrolls; what it unrolled to is evaluated by us."""
    import pyqasm

    import evaluate

    module = pyqasm.loads(program.text)
    module.validate()
    module.unroll()
    return lambda: evaluate.evaluate(evaluate.load(pyqasm.dumps(module)))


def pyzx(program: Program) -> Callable[[], Reading]:
    import pyzx
    from pyzx.circuit.gates import Measurement

    circuit = pyzx.Circuit.from_qasm(program.text)

    def contract() -> Reading:
        axis_of_bit, gates = {}, pyzx.Circuit(circuit.qubits)
        for gate in circuit.gates:
            if isinstance(gate, Measurement):
                axis_of_bit[int(gate.result_symbol[2:-1])] = gate.target
            else:
                gates.add_gate(gate)
        graph = gates.to_graph()
        graph.apply_state("0" * gates.qubits)
        return from_amplitudes(graph.to_tensor(), axis_of_bit)

    return contract


def mqt(program: Program) -> Callable[[], Reading]:
    """MQT's qubit 0 is the lowest bit of an index."""
    import mqt.core
    from mqt.core.ir import QuantumComputation
    from mqt.core.ir.operations import OpType
    from mqt.ddsim import CircuitSimulator

    circuit = mqt.core.load(program.text)

    def simulate() -> Reading:
        last = circuit.num_qubits - 1
        axis_of_bit, gates = {}, QuantumComputation(circuit.num_qubits)
        for operation in circuit:
            if operation.type_ == OpType.measure:
                axis_of_bit[operation.classics[0]] = last - operation.targets[0]
            else:
                gates.append(operation)
        simulator = CircuitSimulator(gates, seed=SEED)
        simulator.simulate(shots=1)
        return from_amplitudes(simulator.get_constructed_dd().get_vector(), axis_of_bit)

    return simulate


def qutip_qip(program: Program) -> Callable[[], Reading]:
    import qutip
    from qutip_qip.operations import Measurement
    from qutip_qip.qasm import read_qasm

    circuit = read_qasm(program.text, strmode=True)

    def simulate() -> Reading:
        measured = [step for step in circuit.gates if isinstance(step, Measurement)]
        circuit.gates = [step for step in circuit.gates if not isinstance(step, Measurement)]
        state = circuit.run(qutip.basis([2] * circuit.N, [0] * circuit.N))
        axis_of_bit = {step.classical_store: step.targets[0] for step in measured}
        return from_amplitudes(state.full(), axis_of_bit)

    return simulate


def qdk(program: Program) -> Callable[[], Reading]:
    """The simulator of Q# counts shots."""
    from qdk.openqasm import OutputSemantics, ProgramType, compile, run

    options = {"output_semantics": OutputSemantics.OpenQasm, "program_type": ProgramType.File}
    compile(program.text, **options)
    return lambda: from_shots(
        run(program.text, shots=QDK_SHOTS, as_bitstring=True, seed=SEED, **options)
    )


def qibo(program: Program) -> Callable[[], Reading]:
    import qibo

    circuit = qibo.Circuit.from_qasm(program.text)

    def simulate() -> Reading:
        gates = qibo.Circuit(circuit.nqubits)
        gates.add(gate for gate in circuit.queue if gate.name != "measure")
        (register,) = circuit.measurements
        backend = qibo.backends.NumpyBackend()
        state = backend.execute_circuit(gates).state()
        return from_amplitudes(state, dict(enumerate(register.target_qubits)))

    return simulate


def quimb(program: Program) -> Callable[[], Reading]:
    """quimb leaves measurements out."""
    from quimb.tensor import Circuit

    circuit = Circuit.from_openqasm3_str(program.text)
    return lambda: from_amplitudes(circuit.to_dense(optimize="greedy"), program.qubit_of_bit)


def quimb_2(program: Program) -> Callable[[], Reading]:
    from quimb.tensor import Circuit

    circuit = Circuit.from_openqasm2_str(program.text)
    return lambda: from_amplitudes(circuit.to_dense(optimize="greedy"), program.qubit_of_bit)


READERS = [
    Reader("cheqqers simulate", None, "qasm3", ours),
    Reader("OpenQASM reference parser", "openqasm3", "qasm3", openqasm3),
    Reader("Qiskit", "qiskit", "qasm3", qiskit),
    Reader("Qiskit, native parser", "qiskit", "qasm3", qiskit_native, defines_gates=False, annotations=False),
    Reader("Cirq", "cirq-core", "qasm3", cirq, annotations=False),
    Reader("Braket simulator", "amazon-braket-default-simulator", "braket", braket),
    Reader("PennyLane", "pennylane", "qasm3", pennylane, defines_gates=False),
    Reader("pytket, through Qiskit", "pytket", "qasm3", pytket, defines_gates=False),
    Reader("PyQASM", "pyqasm", "qasm3", pyqasm),
    Reader("PyZX", "pyzx", "qasm3", pyzx, annotations=False),
    Reader("MQT Core and DDSIM", "mqt.core", "qasm3", mqt, annotations=False),
    Reader("QDK (Q#)", "qdk", "qasm3", qdk, annotations=False),
    Reader("Qibo", "qibo", "qasm3", qibo),
    Reader("quimb", "quimb", "qasm3", quimb, annotations=False),
    Reader("cheqqers simulate", None, "qasm2", ours),
    Reader("OpenQASM reference parser", "openqasm3", "qasm2", openqasm3),
    Reader("Qiskit", "qiskit", "qasm2", qiskit_2),
    Reader("Cirq", "cirq-core", "qasm2", cirq),
    Reader("PennyLane", "pennylane", "qasm2", pennylane_2, defines_gates=False),
    Reader("pytket", "pytket", "qasm2", pytket_2),
    Reader("PyQASM", "pyqasm", "qasm2", pyqasm),
    Reader("PyZX", "pyzx", "qasm2", pyzx),
    Reader("MQT Core and DDSIM", "mqt.core", "qasm2", mqt),
    Reader("QuTiP-QIP", "qutip-qip", "qasm2", qutip_qip),
    Reader("Qibo", "qibo", "qasm2", qibo),
    Reader("quimb", "quimb", "qasm2", quimb_2),
    Reader("Qiskit", "qiskit", "ibm", ibm),
    Reader("Qiskit", "qiskit", "ionq", qiskit),
    Reader("Cirq, importer of Quirk", "cirq-core", "quirk", quirk),
]
