"""IonQ's plugin for Qiskit completes jobs of its own, and reads those submitted as text."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping

from checks import (
    SHOTS,
    SLOW_URL,
    URL,
    asymmetric,
    distributed,
    equal,
    eventually,
    holds,
    refused,
    run,
)

# The plugin would ask the real service how many qubits there are.
os.environ["IONQ_API_URL"] = f"{URL}/ionq/v0.4"
os.environ["IONQ_API_KEY"] = "emulate"
warnings.filterwarnings("ignore")

from qiskit import QuantumCircuit
from qiskit_ionq import IonQProvider
from qiskit_ionq.exceptions import IonQJobFailureError, IonQJobStateError
from qiskit_ionq.ionq_backend import IonQBackend

ASYMMETRIC = asymmetric("")
NOISE = 0.15


def backend(name: str, url: str = URL) -> IonQBackend:
    return IonQProvider("emulate", url=f"{url}/ionq/v0.4").get_backend(name)


def asymmetric_circuit() -> QuantumCircuit:
    circuit = QuantumCircuit(3, 3)
    circuit.x(0)
    circuit.measure(range(3), range(3))
    return circuit


def with_a_late_measurement() -> QuantumCircuit:
    """The plugin submits this as OpenQASM 3, as a list of gates can't have it."""
    circuit = QuantumCircuit(3, 3)
    circuit.x(0)
    circuit.measure(1, 1)
    circuit.h(2)
    circuit.h(2)
    circuit.measure(0, 0)
    circuit.measure(2, 2)
    circuit.reset(1)
    return circuit


def mirrored(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts with bit 0 first: Qiskit prints it last."""
    return {bits[::-1]: number for bits, number in counts.items()}


def lists_of_gates_come_back() -> None:
    for name, noise in (("ionq_simulator", 0.0), ("ionq_qpu.forte-1", NOISE)):
        job = backend(name).run(asymmetric_circuit(), shots=SHOTS)
        distributed(name, mirrored(job.result().get_counts()), ASYMMETRIC, noise)
    circuit = QuantumCircuit(2, 2)
    circuit.ry(0.7, 0)
    circuit.cx(0, 1)
    circuit.measure([1, 0], [0, 1])
    job = backend("ionq_simulator").run(circuit, shots=SHOTS)
    found = job.result().get_probabilities()
    holds("the probability of a rotation", abs(found["11"] - 0.1175789) < 1e-6)


def text_is_submitted_where_it_must_and_fails_as_it_should() -> None:
    job = backend("ionq_qpu.forte-1").run(with_a_late_measurement(), shots=SHOTS)
    refused("a reset", IonQJobFailureError, "CompilationError", job.result)


def a_job_is_cancelled() -> None:
    job = backend("ionq_qpu.forte-1", SLOW_URL).run(asymmetric_circuit(), shots=SHOTS)
    equal("the state", job.status().name, "QUEUED")
    job.cancel()
    eventually("the job", lambda: job.status().name, "CANCELLED")
    refused("its result", IonQJobStateError, "canceled", job.result)


run(
    "qiskit_ionq",
    [
        lists_of_gates_come_back,
        text_is_submitted_where_it_must_and_fails_as_it_should,
        a_job_is_cancelled,
    ],
)
