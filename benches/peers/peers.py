"""The simulators that people install: each makes its own circuit of ours, and runs it.

In every state qubit k is bit k of the index, in memory too, so that none has the better order.
"""

from __future__ import annotations

import ctypes
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import amplitudes
from circuits import Circuit
from matrices import u3


@dataclass
class Run:
    """One run of a circuit."""

    gates: float
    """Seconds that the gates took, by the simulator's own clock where it has one."""
    call: float
    """Seconds until the user's call came back."""
    read: Callable[[], np.ndarray]
    """The whole state, or the probabilities of the measured bits, the first being bit 0."""


class Peer:
    """A simulator with so many threads."""

    settings: tuple[object, ...] = (None,)
    """Those among which it is as quick as it can be."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def prepare(self, circuit: Circuit, setting: object, whole: bool) -> Callable[[], Run]:
        """What runs the circuit, which is made before; `whole` asks for the whole state."""
        raise NotImplementedError


class QSim(Peer):
    """qsim through Cirq, in single precision, with gates fused to so many qubits."""

    settings = (2, 3, 4, 5, 6)

    def prepare(self, circuit: Circuit, setting: int, whole: bool) -> Callable[[], Run]:
        import cirq
        import qsimcirq

        named = {"x": cirq.X, "y": cirq.Y, "z": cirq.Z, "h": cirq.H, "s": cirq.S, "t": cirq.T}
        named |= {"sdg": cirq.S**-1, "tdg": cirq.T**-1, "cx": cirq.CX, "ccx": cirq.CCX}
        named |= {"cz": cirq.CZ, "swap": cirq.SWAP}
        turned = {"rx": cirq.rx, "ry": cirq.ry, "rz": cirq.rz, "cu1": cirq.cphase}
        turned["u3"] = lambda *angles: cirq.MatrixGate(np.array(u3(*angles)))
        qubits = cirq.LineQubit.range(circuit.num_qubits)
        program = cirq.Circuit()
        for gate in circuit.gates:
            known = named.get(gate.name) or turned[gate.name](*gate.angles)
            program.append(known(*(qubits[qubit] for qubit in gate.qubits)))
        simulator = qsimcirq.QSimSimulator(
            qsimcirq.QSimOptions(
                max_fused_gate_size=setting,
                cpu_threads=self.threads,
                verbosity=2,
                denormals_are_zeros=True,
            )
        )
        order = qubits[::-1]

        def run() -> Run:
            printed()
            start = time.perf_counter()
            _, state, _ = simulator.simulate_into_1d_array(program, qubit_order=order)
            call = time.perf_counter() - start
            own = re.findall(r"(?:fuse|simu) time is (\S+) seconds", printed())
            return Run(sum(map(float, own)), call, lambda: outcome(state, circuit, whole))

        return run


class Qulacs(Peer):
    """Qulacs as it is, with its light optimizer, and with blocks of two qubits."""

    settings = ("plain", "light", "2")

    def prepare(self, circuit: Circuit, setting: str, whole: bool) -> Callable[[], Run]:
        import qulacs
        from qulacs.circuit import QuantumCircuitOptimizer

        program = qulacs.QuantumCircuit(circuit.num_qubits)
        named = {"x": "X", "y": "Y", "z": "Z", "h": "H", "s": "S", "sdg": "Sdag", "t": "T"}
        named |= {"tdg": "Tdag", "cx": "CNOT", "cz": "CZ", "swap": "SWAP", "u3": "U3"}
        for gate in circuit.gates:
            if gate.name in ("rx", "ry", "rz"):
                # Its rotations turn the other way round.
                getattr(program, f"add_{gate.name.upper()}_gate")(*gate.qubits, -gate.angles[0])
            elif gate.name == "ccx":
                program.add_gate(qulacs.gate.TOFFOLI(*gate.qubits))
            elif gate.name == "cu1":
                diagonal = [1, 1, 1, np.exp(1j * gate.angles[0])]
                program.add_gate(qulacs.gate.DiagonalMatrix(list(gate.qubits), diagonal))
            else:
                getattr(program, f"add_{named[gate.name]}_gate")(*gate.qubits, *gate.angles)
        if setting == "light":
            QuantumCircuitOptimizer().optimize_light(program)
        elif setting == "2":
            QuantumCircuitOptimizer().optimize(program, 2)
        state = qulacs.QuantumState(circuit.num_qubits)

        def run() -> Run:
            state.set_zero_state()
            start = time.perf_counter()
            program.update_quantum_state(state)
            call = time.perf_counter() - start
            return Run(call, call, lambda: outcome(state.get_vector(), circuit, whole))

        return run


class Aer(Peer):
    """Qiskit Aer's state vector, with its own fusion."""

    precision = "double"

    def prepare(self, circuit: Circuit, setting: None, whole: bool) -> Callable[[], Run]:
        import qiskit
        from qiskit_aer import AerSimulator

        program = qiskit.QuantumCircuit(circuit.num_qubits)
        renamed = {"u3": "u", "cu1": "cp"}
        for gate in circuit.gates:
            add = getattr(program, renamed.get(gate.name, gate.name))
            add(*gate.angles, *gate.qubits)
        if whole:
            program.save_statevector()
        else:
            program.save_probabilities(list(circuit.measured))
        simulator = AerSimulator(
            method="statevector",
            precision=self.precision,
            max_parallel_threads=self.threads,
            # Else it leaves out the qubits that the saved ones do not depend on.
            enable_truncation=False,
        )

        def run() -> Run:
            start = time.perf_counter()
            result = simulator.run(program, shots=1).result()
            call = time.perf_counter() - start
            if not result.success:
                raise RuntimeError(result.status)
            data = result.data(0)
            saved = data["statevector" if whole else "probabilities"]
            return Run(result.results[0].time_taken, call, lambda: np.asarray(saved))

        return run


class AerSingle(Aer):
    """Qiskit Aer in single precision."""

    precision = "single"


class Lightning(Peer):
    """PennyLane's Lightning; it has the first wire in the highest bit."""

    def prepare(self, circuit: Circuit, setting: None, whole: bool) -> Callable[[], Run]:
        import pennylane as qml

        named = {"x": qml.X, "y": qml.Y, "z": qml.Z, "h": qml.Hadamard, "s": qml.S, "t": qml.T}
        named |= {"cx": qml.CNOT, "ccx": qml.Toffoli, "cz": qml.CZ, "swap": qml.SWAP}
        named |= {"rx": qml.RX, "ry": qml.RY, "rz": qml.RZ, "u3": qml.U3}
        named |= {"cu1": qml.ControlledPhaseShift}
        last = circuit.num_qubits - 1
        operations = []
        for gate in circuit.gates:
            wires = [last - qubit for qubit in gate.qubits]
            if gate.name in ("sdg", "tdg"):
                operations.append(qml.adjoint(named[gate.name[0]](wires), lazy=True))
            else:
                operations.append(named[gate.name](*gate.angles, wires))
        measured = [last - qubit for qubit in reversed(circuit.measured)]
        result = qml.state() if whole else qml.probs(wires=measured)
        device = qml.device("lightning.qubit", wires=circuit.num_qubits)
        program = qml.tape.QuantumScript(operations, [result])
        [program], _ = device.preprocess_transforms()([program])

        def run() -> Run:
            start = time.perf_counter()
            found = device.execute(program)
            call = time.perf_counter() - start
            return Run(call, call, lambda: np.asarray(found))

        return run


class Dictionary(Peer):
    """Our own dictionary of amplitudes."""

    def prepare(self, circuit: Circuit, setting: None, whole: bool) -> Callable[[], Run]:
        def run() -> Run:
            start = time.perf_counter()
            state = amplitudes.run(circuit.gates)
            call = time.perf_counter() - start
            return Run(call, call, lambda: sparse_outcome(state.items(), circuit, whole))

        return run


class QBlaze(Peer):
    """qblaze, which keeps the amplitudes that are not zero; it is told gate by gate."""

    def prepare(self, circuit: Circuit, setting: None, whole: bool) -> Callable[[], Run]:
        import qblaze

        def run() -> Run:
            state = qblaze.Simulator(qubit_count=circuit.num_qubits, thread_count=self.threads)
            calls = []
            for gate in circuit.gates:
                calls.append((getattr(state, gate.name), (*gate.qubits, *gate.angles)))
            start = time.perf_counter()
            for function, arguments in calls:
                function(*arguments)
            state.flush()
            call = time.perf_counter() - start
            return Run(call, call, lambda: sparse_outcome(state, circuit, whole))

        return run


PEERS: dict[str, type[Peer]] = {
    "qsim": QSim,
    "qulacs": Qulacs,
    "aer": Aer,
    "aer-single": AerSingle,
    "lightning": Lightning,
    "dictionary": Dictionary,
    "qblaze": QBlaze,
}


def outcome(state: np.ndarray, circuit: Circuit, whole: bool) -> np.ndarray:
    return state if whole else marginal(state, circuit)


def sparse_outcome(state, circuit: Circuit, whole: bool) -> np.ndarray:
    if whole:
        full = np.zeros(1 << circuit.num_qubits, complex)
        for index, amplitude in state:
            full[index] = amplitude
        return full
    probabilities = np.zeros(1 << len(circuit.measured))
    for index, amplitude in state:
        bits = sum((index >> qubit & 1) << bit for bit, qubit in enumerate(circuit.measured))
        probabilities[bits] += abs(amplitude) ** 2
    return probabilities


def marginal(state: np.ndarray, circuit: Circuit) -> np.ndarray:
    """The probabilities of the measured bits of a whole state."""
    shape, above = [], circuit.num_qubits
    for qubit in reversed(circuit.measured):
        shape += [1 << (above - qubit - 1), 2]
        above = qubit
    shape.append(1 << above)
    probabilities = state.real**2 + state.imag**2
    others = tuple(range(0, len(shape), 2))
    return probabilities.reshape(shape).sum(axis=others, dtype=float).ravel()


def printed() -> str:
    """What was written to standard output since, by C as well: the worker's is a file."""
    ctypes.CDLL(None).fflush(None)
    end = os.lseek(1, 0, os.SEEK_CUR)
    text = os.pread(1, end, 0).decode()
    os.ftruncate(1, 0)
    os.lseek(1, 0, os.SEEK_SET)
    return text
