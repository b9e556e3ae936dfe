"""Circuits as objects of other toolkits, run by their own simulators."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from components import components

import cheqqers
from cheqqers import Circuit, Component

COMPONENTS = list(components(200))

GATES = {
    "x y z h s sdg t tdg sx sxdg": (1, None),
    "rx ry rz p": (1, 0.7),
    "cx cz ch swap iswap iswapdg siswap siswapdg": (2, None),
    "ccx ciswap ciswapdg split merge": (3, None),
}


def of_qiskit(circuit: Circuit) -> np.ndarray[Any, Any]:
    from qiskit.quantum_info import Statevector

    return np.asarray(Statevector(circuit.to_qiskit()).data)


def of_cirq(circuit: Circuit) -> np.ndarray[Any, Any]:
    import cirq

    qubits = cirq.LineQubit.range(circuit.num_qubits)
    simulator = cirq.Simulator(dtype=np.complex128)
    return reversed_qubits(simulator.simulate(circuit.to_cirq(), qubit_order=qubits).final_state_vector)


def of_braket(circuit: Circuit) -> np.ndarray[Any, Any]:
    from braket.devices import LocalSimulator

    converted = circuit.to_braket().state_vector()
    return reversed_qubits(LocalSimulator().run(converted, shots=0).result().values[0])


def of_pennylane(circuit: Circuit) -> np.ndarray[Any, Any]:
    import pennylane as qml

    script = circuit.to_pennylane()

    @qml.qnode(qml.device("default.qubit", wires=circuit.num_qubits))
    def state() -> Any:
        script()
        return qml.state()

    return reversed_qubits(np.asarray(state()))


def of_pytket(circuit: Circuit) -> np.ndarray[Any, Any]:
    return reversed_qubits(circuit.to_pytket().get_statevector())


def reversed_qubits(state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The state with qubit 0 in the lowest bit, where it was in the highest."""
    qubits = round(math.log2(len(state)))
    return np.asarray(state).reshape([2] * qubits).transpose().reshape(-1)


def with_spare(values: np.ndarray[Any, Any], component: Component, circuit: Circuit) -> np.ndarray[Any, Any]:
    """Values of a component's basis states as those of its circuit, whose qubits without a square come last, in |0⟩."""
    return np.pad(values, (0, 2**circuit.num_qubits - 2 ** len(component)))


SIMULATORS = [of_qiskit, of_cirq, of_braket, of_pennylane, of_pytket]


@pytest.mark.parametrize("simulate", SIMULATORS)
def test_each_gate_has_its_matrix(simulate: Any) -> None:
    for names, (num_qubits, angle) in GATES.items():
        for name in names.split():
            for basis in range(2**num_qubits):
                circuit = Circuit(num_qubits)
                # The phase shows, too, beside another qubit of the superposition.
                for qubit in range(num_qubits):
                    circuit.append("h", qubit)
                    if basis >> qubit & 1:
                        circuit.append("rz", qubit, angle=0.3 + qubit)
                circuit.append(name, *range(num_qubits), angle=angle)
                expected, found = circuit.amplitudes(), simulate(circuit)
                assert abs(np.vdot(expected, found)) == pytest.approx(1, abs=1e-9), (name, basis)


@pytest.mark.parametrize("simulate", SIMULATORS)
def test_components_have_their_exact_probabilities(simulate: Any) -> None:
    sizes = set()
    for component in COMPONENTS:
        circuit = component.circuit()
        found = np.abs(simulate(circuit)) ** 2
        expected = with_spare(component.probabilities(), component, circuit)
        np.testing.assert_allclose(found, expected, atol=1e-9)
        sizes.add(circuit.num_qubits)
    assert max(sizes) >= 5


def test_qubits_are_the_squares_in_order() -> None:
    for component in COMPONENTS:
        circuit = component.circuit()
        assert circuit.num_qubits >= len(component) == len(component.squares)
        assert [names[-1] for names in circuit.qubit_names[: len(component)]] == component.squares
        expected = with_spare(component.probabilities(), component, circuit)
        np.testing.assert_allclose(circuit.probabilities(), expected, atol=1e-12)
        overlap = np.vdot(circuit.amplitudes(), with_spare(component.amplitudes(), component, circuit))
        assert abs(overlap) == pytest.approx(1, abs=1e-12)


def test_gates_say_which_move_made_them() -> None:
    game = cheqqers.Game(level=3, moves="c3^b4d4 h6-g5 b4-a5 g5-h4 d4^c5e5")
    (component,) = game.components()
    for encoding in ("minimal", "paper"):
        circuit = component.circuit(encoding=encoding, measured=True)
        copied = pickle.loads(pickle.dumps(circuit))
        assert copied.operations == circuit.operations and copied.export("json") == circuit.export("json")
        gates = [operation for operation in circuit.operations if operation.clbit is None]
        told = {(*gate.plies, gate.player, gate.move, gate.prepared) for gate in gates}
        moves = {1: "c3^b4d4", 3: "b4-a5", 5: "d4^c5e5"}
        assert told == {(ply, "white", move, False) for ply, move in moves.items()}
        assert not any(one.plies or one.player or one.prepared for one in circuit.operations if one.clbit is not None)
        # As in JSON, and gate by gate in the objects of Qiskit, with what replaces gates that it has not.
        written = [one for one in json.loads(circuit.export("json"))["operations"] if "gate" in one]
        assert [(one["ply"], one["player"], one["move"]) for one in written] == [
            (gate.plies[-1], gate.player, gate.move) for gate in gates
        ]
        assert "\n@cheqqers.move 3 white b4-a5\n" in circuit.qasm(gate_moves="annotations")
        assert "\n// b4-a5\n" not in circuit.export("qasm3", gate_moves="none")
        converted = circuit.to_qiskit()
        ranges = converted.metadata["moves"]
        assert [(one["plies"], one["player"], one["move"]) for one in ranges] == [
            ([ply], "white", move) for ply, move in moves.items()
        ]
        assert [one["first"] for one in ranges] == [0, *(one["end"] for one in ranges[:-1])]
        assert ranges[-1]["end"] == sum(one.operation.name != "measure" for one in converted.data)
    with pytest.raises(cheqqers.CircuitError, match="comments, annotations or none"):
        circuit.qasm(gate_moves="loud")  # type: ignore[arg-type]
    assert not Circuit(1).to_qiskit().metadata


def test_what_toolkits_have_not_is_refused() -> None:
    circuit = Circuit(1, 1)
    circuit.append("x", 0)
    circuit.measure(0, 0)
    circuit.append("x", 0)
    for convert in (circuit.to_qiskit, circuit.to_cirq, circuit.to_braket, circuit.to_pennylane, circuit.to_pytket):
        with pytest.raises(cheqqers.CircuitError, match="after its measurement"):
            convert()
    unmeasured = Circuit(2, 2)
    unmeasured.measure(0, 1)
    for convert in (unmeasured.to_cirq, unmeasured.to_braket, unmeasured.to_pennylane):
        with pytest.raises(cheqqers.CircuitError, match="never measured"):
            convert()


def test_the_encoding_of_the_paper_has_the_same_probabilities() -> None:
    for component in COMPONENTS[:40]:
        circuit = component.circuit(encoding="paper")
        if circuit.num_qubits > 14:
            continue
        state = circuit.probabilities().reshape(-1, 2 ** len(component))
        np.testing.assert_allclose(state.sum(axis=0), component.probabilities(), atol=1e-9)


def test_texts_come_back_as_the_same_circuit() -> None:
    for component in COMPONENTS[:50]:
        circuit = component.circuit(measured=True)
        for dialect in ("qasm3", "qasm2"):
            read = Circuit.from_qasm(circuit.qasm(dialect))
            assert read.num_clbits == circuit.num_clbits
            np.testing.assert_allclose(read.probabilities(), circuit.probabilities(), atol=1e-12)


def test_every_format_of_the_command_is_written() -> None:
    circuit = COMPONENTS[0].circuit(measured=True)
    with pytest.raises(cheqqers.CircuitError, match="the formats are: qasm3, ") as refused:
        circuit.export("qasm4")
    formats = str(refused.value).partition("are: ")[2].split(", ")
    texts = {name: circuit.export(name) for name in formats}
    assert all(text.strip() for text in texts.values())
    assert texts["ibm"] == circuit.qasm("ibm")
    assert texts["quirk-url"].strip() == circuit.to_quirk_url()


def test_measured_circuits_count_as_the_state_says() -> None:
    for component in COMPONENTS[:20]:
        counts = component.circuit(measured=True).counts(2000, seed=5)
        for bits, probability in component.outcomes().items():
            deviation = math.sqrt(2000 * probability * (1 - probability)) or 1
            assert abs(counts.get(bits, 0) - 2000 * probability) < 5 * deviation
        assert set(counts) <= set(component.outcomes())


def test_quirk_gets_an_address() -> None:
    game = cheqqers.Game(moves="c3^b4d4")
    assert game.circuit("b4").to_quirk_url().startswith("https://algassert.com/quirk#circuit=")
