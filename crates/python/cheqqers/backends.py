"""Backends: whatever runs circuits, as Python already has it.

A backend is an object with a ``name`` for records, a flag ``noisy``, and a method ``run``: see :class:`Backend`.
:meth:`Game.push`, :func:`play`, :func:`arena` and :meth:`World.measure` take one. The adapters here make backends
of the objects of other toolkits, which they do not import before they are used.

Of a noisy backend the first shot that the rules allow decides, and up to 64, 256 and 1,024 shots are taken until
there is one. An exact one is asked for a single shot.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ._core import Circuit
from .errors import BackendError

__all__ = [
    "Backend",
    "BraketDevice",
    "CirqSampler",
        "JobFailed",
    "Journal",
    "LocalSimulator",
    "PennyLaneDevice",
    "PytketBackend",
    "QiskitBackend",
    "QiskitSampler",
    "Queue",
    "Shots",
    "backend_for",
]

#: Results of a circuit: a bit string for each shot in the order taken, the first character being clbit 0; a row
#: of bits for each shot; or the number of shots with each bit string.
Shots = Sequence[str] | Sequence[Sequence[int]] | Mapping[str, int]


@runtime_checkable
class Backend(Protocol):
    """Runs circuits."""

    @property
    def name(self) -> str:
        """Name in records."""

    @property
    def noisy(self) -> bool:
        """True if shots may have bit strings of zero probability, as those of all but exact simulators."""

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Sequence[Shots]:
        """Runs each circuit, and returns the shots of each in their order.

        Args:
            circuits: Measured circuits, independent of each other.
            shots: Number of shots of each.
            measurement_id: Name of the measurement: the same in every process for the same measurement of the same
                game, so that a job that was submitted before can be found; ``None`` outside of a game.

        Raises:
            JobFailed: There will be no shots: the fallback of the game takes over, if it has one.
            Exception: Anything else; the game raises :class:`BackendError` from it, and stays where it was.
        """


class Queue(Protocol):
    """A backend whose jobs outlive the process: see :class:`Journal`."""

    @property
    def name(self) -> str:
        """Name in records."""

    @property
    def noisy(self) -> bool:
        """As for :class:`Backend`."""

    def submit(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> str:
        """Submits a job, and returns the name by which it is found again."""

    def fetch(self, job: str) -> Sequence[Shots] | None:
        """The shots of a job; ``None`` while it is not done.

        Raises:
            JobFailed: The job will never be done.
        """


class JobFailed(Exception):
    """A job that has ended without shots, so that its measurement may be submitted again."""


class LocalSimulator:
    """A simulator of this package: ``local``, ``dense``, ``sparse``, ``noisy:P`` or ``noisy:DEVICE``.

    Raises:
        BackendError: There is no such simulator.
    """

    def __init__(self, kind: str = "local", *, seed: int | None = None) -> None:
        # Says what is wrong with the name.
        Circuit(1).run(1, backend=kind)
        self.name = kind
        self.noisy = kind.startswith("noisy")
        self._seeds = random.Random(seed)

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        """Runs each circuit."""
        return [
            circuit.run(shots, seed=self._seeds.randrange(2**53), backend=self.name) for circuit in circuits
        ]


class QiskitSampler:
    """A Qiskit sampler (``BaseSamplerV2``).

    Args:
        sampler: The sampler.
        pass_manager: Transpiles circuits before, as ``generate_preset_pass_manager(...)`` of a device does.
        noisy: ``False`` for an exact simulator.
        name: Name in records.
        service: Finds a job by its id again, as ``QiskitRuntimeService`` does; needed for :class:`Journal` alone.
    """

    def __init__(
        self,
        sampler: Any,
        *,
        pass_manager: Any = None,
        noisy: bool = True,
        name: str | None = None,
        service: Any = None,
    ) -> None:
        self.name = name or f"qiskit:{type(sampler).__name__}"
        self.noisy = noisy
        self._sampler = sampler
        self._pass_manager = pass_manager
        self._service = service

    def _job(self, circuits: list[Circuit], shots: int) -> Any:
        if self._pass_manager is None:
            # Samplers don't transpile: only gates that all have.
            converted = [circuit.decomposed().to_qiskit() for circuit in circuits]
        else:
            converted = [self._pass_manager.run(circuit.to_qiskit()) for circuit in circuits]
        return self._sampler.run(converted, shots=shots)

    @staticmethod
    def _shots(result: Any) -> list[Shots]:
        # Qiskit's strings have the last clbit first.
        return [[bits[::-1] for bits in pub.data.c.get_bitstrings()] for pub in result]

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        return self._shots(self._job(circuits, shots).result())

    def submit(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> str:
        return str(self._job(circuits, shots).job_id())

    def fetch(self, job: str) -> list[Shots] | None:
        if self._service is None:
            raise BackendError("QiskitSampler(..., service=...) finds jobs again: it has no service")
        known = self._service.job(job)
        return _settled(known, self._shots)


def _settled(job: Any, shots: Any) -> list[Shots] | None:
    """The shots of a Qiskit job that is done."""
    status = str(getattr(job.status(), "name", job.status())).upper()
    if status in ("ERROR", "CANCELLED"):
        raise JobFailed(f"the job has ended as {status}")
    if status != "DONE":
        return None
    results: list[Shots] = shots(job.result())
    return results


class QiskitBackend:
    """A Qiskit backend (``BackendV2``): a device, Aer, or a provider's own.

    Shots are taken one by one where the backend has a memory of them, and otherwise from counts, in an order that
    the measurement fixes. (Qiskit's ``BackendSamplerV2`` returns zeros for backends without a memory.)

    Args:
        backend: The backend.
        pass_manager: Transpiles circuits; by default Qiskit's own for the backend, at level 1.
        noisy: ``False`` for an exact simulator.
        name: Name in records.
        options: Further options of ``backend.run``.
    """

    def __init__(
        self,
        backend: Any,
        *,
        pass_manager: Any = None,
        noisy: bool = True,
        name: str | None = None,
        **options: Any,
    ) -> None:
        self.name = name or f"qiskit:{getattr(backend, 'name', type(backend).__name__)}"
        self.noisy = noisy
        self._backend = backend
        self._pass_manager = pass_manager
        self._options = options

    def _job(self, circuits: list[Circuit], shots: int) -> Any:
        if self._pass_manager is None:
            from qiskit.transpiler.preset_passmanagers import generate_preset_pass_manager

            self._pass_manager = generate_preset_pass_manager(optimization_level=1, backend=self._backend)
        converted = [self._pass_manager.run(circuit.to_qiskit()) for circuit in circuits]
        options = dict(self._options)
        known = getattr(self._backend, "options", None)
        if known is None or hasattr(known, "memory"):
            options.setdefault("memory", True)
        return self._backend.run(converted, shots=shots, **options)

    @staticmethod
    def _shots(result: Any) -> list[Shots]:
        results: list[Shots] = []
        for number in range(len(result.results)):
            try:
                memory = result.get_memory(number)
            except Exception:  # Each provider has its own way to say that there is none.
                counts = result.get_counts(number)
                results.append({_bits(bits): count for bits, count in counts.items()})
            else:
                results.append([_bits(bits) for bits in memory])
        return results

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        return self._shots(self._job(circuits, shots).result())

    def submit(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> str:
        return str(self._job(circuits, shots).job_id())

    def fetch(self, job: str) -> list[Shots] | None:
        return _settled(self._backend.retrieve_job(job), self._shots)


def _bits(text: str) -> str:
    """Qiskit's bits of a shot, registers set apart by blanks and the last clbit first, in our order."""
    return text.replace(" ", "")[::-1]


class CirqSampler:
    """A Cirq sampler (``cirq.Sampler``): a simulator, or an engine's processor.

    Args:
        sampler: The sampler.
        noisy: ``False`` for an exact simulator.
        name: Name in records.
    """

    def __init__(self, sampler: Any, *, noisy: bool = True, name: str | None = None) -> None:
        self.name = name or f"cirq:{type(sampler).__name__}"
        self.noisy = noisy
        self._sampler = sampler

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        converted = [circuit.to_cirq() for circuit in circuits]
        results = [self._sampler.run(circuit, repetitions=shots) for circuit in converted]
        return [_rows(result.measurements["c"]) for result in results]


def _rows(bits: Any) -> list[str]:
    """Rows of bits as bit strings."""
    return ["".join("1" if bit else "0" for bit in row) for row in bits]


class BraketDevice:
    """A device of Amazon Braket (``LocalSimulator`` or ``AwsDevice``).

    Args:
        device: The device.
        noisy: ``False`` for an exact simulator.
        name: Name in records.
        options: Further options of ``device.run``.
    """

    def __init__(self, device: Any, *, noisy: bool = True, name: str | None = None, **options: Any) -> None:
        self.name = name or f"braket:{getattr(device, 'name', type(device).__name__)}"
        self.noisy = noisy
        self._device = device
        self._options = options

    def _task(self, circuit: Circuit, shots: int) -> Any:
        # Without measurements all qubits are read.
        converted = circuit.without_measurements().to_braket()
        return self._device.run(converted, shots=shots, **self._options)

    @staticmethod
    def _shots(circuit: Circuit, result: Any) -> Shots:
        columns = {int(qubit): column for column, qubit in enumerate(result.measured_qubits)}
        measured = sorted((op.clbit, op.qubits[0]) for op in circuit.operations if op.clbit is not None)
        return _rows(result.measurements[:, [columns[qubit] for _, qubit in measured]])

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        return [self._shots(circuit, self._task(circuit, shots).result()) for circuit in circuits]


class PennyLaneDevice:
    """A device of PennyLane.

    Args:
        device: The device, such as ``qml.device("default.qubit")``.
        noisy: ``False`` for an exact simulator.
        name: Name in records.
    """

    def __init__(self, device: Any, *, noisy: bool = True, name: str | None = None) -> None:
        self.name = name or f"pennylane:{getattr(device, 'name', type(device).__name__)}"
        self.noisy = noisy
        self._device = device

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        import pennylane as qml

        results: list[Shots] = []
        for circuit in circuits:
            script = circuit.to_pennylane()
            tape = qml.tape.QuantumScript(script.operations, script.measurements, shots=shots)
            (samples,) = qml.execute([tape], self._device, diff_method=None)
            results.append(_rows(samples.reshape(shots, circuit.num_clbits)))
        return results


class PytketBackend:
    """A backend of pytket.

    Args:
        backend: The backend.
        noisy: ``False`` for an exact simulator.
        name: Name in records.
        optimisation_level: Level of its compilation.
    """

    def __init__(
        self, backend: Any, *, noisy: bool = True, name: str | None = None, optimisation_level: int = 1
    ) -> None:
        self.name = name or f"pytket:{type(backend).__name__}"
        self.noisy = noisy
        self._backend = backend
        self._level = optimisation_level

    def _compiled(self, circuit: Circuit) -> tuple[Any, Any]:
        converted = circuit.to_pytket()
        return self._backend.get_compiled_circuit(converted, optimisation_level=self._level), converted.bits

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> list[Shots]:
        compiled = [self._compiled(circuit) for circuit in circuits]
        handles = self._backend.process_circuits([circuit for circuit, _ in compiled], shots)
        results = self._backend.get_results(handles)
        return [_rows(result.get_shots(cbits=bits)) for result, (_, bits) in zip(results, compiled, strict=True)]

    def submit(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> str:
        compiled = [self._compiled(circuit)[0] for circuit in circuits]
        handles = self._backend.process_circuits(compiled, shots)
        return json.dumps([[str(handle), circuit.num_clbits] for handle, circuit in zip(handles, circuits, strict=True)])

    def fetch(self, job: str) -> list[Shots] | None:
        from pytket.backends import ResultHandle, StatusEnum
        from pytket.circuit import Bit

        results: list[Shots] = []
        for text, clbits in json.loads(job):
            handle = ResultHandle.from_str(text)
            status = self._backend.circuit_status(handle)
            if status.status in (StatusEnum.ERROR, StatusEnum.CANCELLED):
                raise JobFailed(f"the job has ended as {status.status.name}: {status.message}")
            if status.status != StatusEnum.COMPLETED:
                return None
            result = self._backend.get_result(handle)
            results.append(_rows(result.get_shots(cbits=[Bit("c", clbit) for clbit in range(clbits)])))
        return results


class Journal:
    """A backend that submits each measurement once, whatever happens to the process.

    Each job is written to a file before and after it is submitted. A measurement that is asked for again, as by a
    game that was loaded after a crash, goes on with the job that it has. Use one journal for one game at a time.

    Args:
        queue: Submits and fetches jobs.
        path: The file, which is created.
        poll: Seconds between looks at a job that is not done.
        timeout: Seconds after which a measurement fails while its job goes on; ``None`` waits for ever.

    Raises:
        BackendError: By :meth:`run`, where the process ended or the connection failed while a job was being submitted,
            so that nobody knows whether it was: see :meth:`forget` and :meth:`resolve`.
    """

    def __init__(self, queue: Queue, path: str | os.PathLike[str], *, poll: float = 1.0, timeout: float | None = None):
        self.name = queue.name
        self.noisy = queue.noisy
        self._queue = queue
        self._path = Path(path)
        self._poll = poll
        self._timeout = timeout

    def jobs(self) -> dict[str, str | None]:
        """The job of each measurement; ``None`` of one that may have been submitted or not."""
        jobs: dict[str, str | None] = {}
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return jobs
        # A line without an end was being written when the process ended: its job has none yet.
        for number, line in enumerate(text.split("\n")[:-1], 1):
            try:
                entry = json.loads(line)
                measurement, job = entry["measurement"], entry["job"]
            except (ValueError, TypeError, KeyError) as error:
                raise BackendError(f"{self._path}, line {number}: this is no line of a journal") from error
            if entry.get("forgotten"):
                jobs.pop(measurement, None)
            else:
                jobs[measurement] = job
        return jobs

    def _write(self, measurement: str, job: str | None, *, forgotten: bool = False) -> None:
        entry: dict[str, Any] = {"measurement": measurement, "job": job}
        if forgotten:
            entry["forgotten"] = True
        line = json.dumps(entry) + "\n"
        with open(self._path, "r+b" if self._path.exists() else "w+b") as file:
            # What was not written to its end is written over.
            file.seek(file.read().rfind(b"\n") + 1)
            file.truncate()
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())

    def forget(self, measurement: str) -> None:
        """Lets a measurement be submitted again, after somebody has seen that the service has no job of it."""
        self._write(measurement, None, forgotten=True)

    def resolve(self, measurement: str, job: str) -> None:
        """Names the job of a measurement that may have been submitted or not.

        Raises:
            BackendError: The journal knows no such measurement, or the job has no name.
        """
        if measurement not in self.jobs():
            raise BackendError(f"{self._path} has no measurement {measurement!r}")
        self._write(measurement, self._named(job))

    def _named(self, job: object) -> str:
        if isinstance(job, str) and job:
            return job
        raise BackendError(f"{self.name}: a job has a name, not {job!r}")

    def run(self, circuits: list[Circuit], shots: int, *, measurement_id: str | None) -> Sequence[Shots]:
        """Runs each circuit, by the job that the measurement has or else by a new one."""
        if measurement_id is None:
            raise BackendError("a journal is for the measurements of games")
        jobs = self.jobs()
        job = jobs.get(measurement_id)
        if job is None and measurement_id in jobs:
            raise BackendError(
                f"measurement {measurement_id} may have been submitted to {self.name} before, without an answer: look "
                "there for its job, then call resolve() with the measurement and the job, or forget() if there is none"
            )
        if job is None:
            self._write(measurement_id, None)
            try:
                job = self._queue.submit(circuits, shots, measurement_id=measurement_id)
            except JobFailed:
                self.forget(measurement_id)
                raise
            self._write(measurement_id, self._named(job))
        begun = time.monotonic()
        while True:
            try:
                results = self._queue.fetch(job)
            except JobFailed:
                self.forget(measurement_id)
                raise
            if results is not None:
                return results
            if self._timeout is not None and time.monotonic() - begun > self._timeout:
                raise BackendError(f"job {job} was not done after {self._timeout} seconds: measure again to wait on")
            time.sleep(self._poll)


def backend_for(obj: Any, **options: Any) -> Backend:
    """The adapter of an object of a toolkit, chosen by its type.

    Args:
        obj: A Qiskit sampler or backend, a Cirq sampler, a Braket or PennyLane device, a pytket backend, or a backend
            already.
        options: Passed to the adapter, such as ``noisy=False``.

    Raises:
        TypeError: There is no adapter for it.
    """
    modules = {base.__module__.split(".")[0] for base in type(obj).__mro__}
    if isinstance(obj, Backend):
        if options:
            raise TypeError("it is a backend already, which has no such options")
        return obj
    if any(module.startswith("pennylane") for module in modules):
        return PennyLaneDevice(obj, **options)
    if "cirq" in modules:
        return CirqSampler(obj, **options)
    if "braket" in modules:
        return BraketDevice(obj, **options)
    if "pytket" in modules:
        return PytketBackend(obj, **options)
    names = {base.__name__ for base in type(obj).__mro__}
    if "BaseSamplerV2" in names:
        return QiskitSampler(obj, **options)
    if "BackendV2" in names:
        return QiskitBackend(obj, **options)
    raise TypeError(f"there is no adapter for {type(obj).__qualname__}: write a class with name, noisy and run()")
