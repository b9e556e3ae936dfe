"""The benchmark of game circuits as one of metriq-gym's.

metriq-gym 0.8 has no mechanism for plug-ins: :func:`register` adds the benchmark to its tables, in this process alone.
So its command ``mgym`` does not know the benchmark; ``python -m cheqqers.metriq`` is the same command, and does.

A configuration is ``{"benchmark_name": "Game Circuits", "shots": 200, "quick": false}``, where all but the name have
these values by default.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import NormalDist
from typing import Any

from ._core import benchmark_analysis, benchmark_circuits


def _unusable(error: object) -> ImportError:
    return ImportError(f"cheqqers.metriq: pip install metriq-gym, version 0.8 ({error})")


try:
    from metriq_gym.benchmarks.benchmark import Benchmark, BenchmarkData, BenchmarkResult, BenchmarkScore
    from metriq_gym.exceptions import DeviceCapacityError
    from metriq_gym.helpers.task_helpers import flatten_counts
    from metriq_gym.resource_estimation import CircuitBatch, count_two_qubit_gates
except ImportError as _error:
    raise _unusable(_error) from _error

__all__ = ["NAME", "GameCircuits", "GameCircuitsData", "GameCircuitsResult", "main", "register"]

#: Name of the benchmark in configuration files.
NAME = "Game Circuits"

_MEMBER = "GAME_CIRCUITS"

_SCHEMA = Path(__file__).with_name("metriq.schema.json")

# Half the width of a 95 % interval in standard deviations.
_HALF_WIDTH = NormalDist().inv_cdf(0.975)


def _score(estimate: Mapping[str, float]) -> Any:
    """A number with its standard deviation, of its 95 % interval."""
    value = estimate["value"]
    # Where the interval ends at a limit, its other half is the whole one.
    half = max(value - estimate["low"], estimate["high"] - value)
    return BenchmarkScore(value=value, uncertainty=half / _HALF_WIDTH)


def _reordered(counts: Mapping[str, int]) -> Counter[str]:
    """Qiskit's counts, whose last character is clbit 0, by bit strings whose first one is."""
    reordered: Counter[str] = Counter()
    for bits, count in counts.items():
        reordered[bits.replace(" ", "")[::-1]] += count
    return reordered


@dataclass
class GameCircuitsData(BenchmarkData):  # type: ignore[misc]
    """Jobs that were dispatched.

    Attributes:
        circuit_names: Names of the circuits, in the order in which they were sent.
    """

    circuit_names: list[str]


class GameCircuitsResult(BenchmarkResult):  # type: ignore[misc]
    """Numbers of a device, each but the size with its standard deviation.

    Attributes:
        normalized_fidelity: The score: 100 without noise, 0 for random bits.
        measurements_undisturbed: Share of the measurements of games that noise leaves undisturbed.
        plies_undisturbed: Share of the plies of games.
        size: Largest number of qubits up to which all circuits pass.
    """

    normalized_fidelity: BenchmarkScore
    measurements_undisturbed: BenchmarkScore
    plies_undisturbed: BenchmarkScore
    size: int

    def compute_score(self) -> Any:
        """The normalized fidelity."""
        return self.normalized_fidelity


class GameCircuits(Benchmark):  # type: ignore[misc]
    """Circuits of games, all in one job, and the score of their counts."""

    def _circuits(self) -> dict[str, Any]:
        """Circuits by name, as Qiskit's, of gates on one qubit and CX."""
        circuits = benchmark_circuits(quick=self.params.quick)
        return {name: circuit.to_qiskit() for name, circuit in circuits.items()}

    def dispatch_handler(self, device: Any) -> GameCircuitsData:
        """Sends the circuits.

        Raises:
            DeviceCapacityError: The device has too few qubits for the largest.
        """
        circuits = self._circuits()
        needed = max(circuit.num_qubits for circuit in circuits.values())
        qubits = getattr(device, "num_qubits", None)
        if isinstance(qubits, int) and qubits < needed:
            advice = "" if self.params.quick else '; "quick": true needs fewer'
            raise DeviceCapacityError(f"{NAME} needs {needed} qubits, and the device has {qubits}{advice}")
        gates = [count_two_qubit_gates(circuit) for circuit in circuits.values()]
        data: GameCircuitsData = GameCircuitsData.from_quantum_job(
            device.run(list(circuits.values()), shots=self.params.shots),
            circuit_names=list(circuits),
            # They are sent as they are.
            input_two_qubit_gate_counts=gates,
            transpiled_two_qubit_gate_counts=gates,
        )
        return data

    def poll_handler(
        self, job_data: GameCircuitsData, result_data: list[Any], quantum_jobs: list[Any]
    ) -> GameCircuitsResult:
        """Scores the counts, which are in the order of the circuits.

        Raises:
            ValueError: There are not as many counts as circuits, or they are not of these circuits.
        """
        counts = flatten_counts(result_data)
        names = job_data.circuit_names
        if len(counts) != len(names):
            raise ValueError(f"counts of {len(counts)} circuits, where {len(names)} were sent")
        analysis = benchmark_analysis({name: _reordered(one) for name, one in zip(names, counts, strict=True)})
        return GameCircuitsResult(
            normalized_fidelity=_score(analysis["score"]),
            measurements_undisturbed=_score(analysis["measurements"]),
            plies_undisturbed=_score(analysis["plies"]),
            size=analysis["size"],
        )

    def estimate_resources_handler(self, device: Any) -> list[Any]:
        """The circuits that would be sent, as one batch."""
        return [CircuitBatch(circuits=list(self._circuits().values()), shots=self.params.shots)]


def _job_type(job_types: type[StrEnum]) -> StrEnum:
    """The member of metriq-gym's list of benchmarks, which is added where it is not there."""
    known = job_types._value2member_map_.get(NAME)
    if known is not None:
        return job_types(NAME)
    member = str.__new__(job_types, NAME)
    member._name_ = _MEMBER
    member._value_ = NAME
    vars(member).update(_sort_order_=len(job_types), __objclass__=job_types)
    # The class of an enumeration refuses members after it is made, as `setattr` sees it.
    type.__setattr__(job_types, _MEMBER, member)
    job_types._member_names_.append(_MEMBER)
    job_types._member_map_[_MEMBER] = member
    job_types._value2member_map_[NAME] = member
    return member


def register() -> None:
    """Makes the benchmark known to metriq-gym, as long as this process lasts. It may be called again.

    Raises:
        ImportError: metriq-gym, or something that it needs, is missing or has another version.
    """
    try:
        from metriq_gym import constants, registry

        job_types, schemas = constants.JobType, constants.SCHEMA_MAPPING
        handlers, data = registry.BENCHMARK_HANDLERS, registry.BENCHMARK_DATA_CLASSES
        results = registry.BENCHMARK_RESULT_CLASSES
    except (ImportError, AttributeError) as error:
        raise _unusable(error) from error
    if not all(isinstance(table, dict) for table in (schemas, handlers, data, results)):
        raise _unusable("its benchmarks are in no tables")
    if not (isinstance(job_types, type) and issubclass(job_types, StrEnum)):
        raise _unusable("its benchmarks have no list of names")
    job_type = _job_type(job_types)
    # It is joined to the folder of their own, and stays what it is as an absolute path.
    schemas[job_type] = str(_SCHEMA.resolve())
    handlers[job_type], data[job_type], results[job_type] = GameCircuits, GameCircuitsData, GameCircuitsResult


def main() -> int:
    """Runs metriq-gym's command with the arguments of this process, and the benchmark registered.

    Raises:
        ImportError: As :func:`register` does.
    """
    register()
    try:
        from metriq_gym.run import main as run
    except ImportError as error:
        raise _unusable(error) from error
    status: int = run()
    return status


if __name__ == "__main__":
    sys.exit(main())
