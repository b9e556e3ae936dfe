"""The benchmark as one of metriq-gym's: its own code around ours, with Aer as the device."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from standins import JobStatus, standins

import cheqqers
from cheqqers import metriq
from cheqqers.metriq import NAME, GameCircuits, GameCircuitsData, GameCircuitsResult

QUICK = {"benchmark_name": NAME, "shots": 500, "quick": True}


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    with standins():
        metriq.register()
        yield


class Device:
    """Aer as a device of qBraid's interface, as far as benchmarks use it."""

    id = "aer_simulator"

    def __init__(self, num_qubits: int = 29) -> None:
        self.num_qubits = num_qubits
        self.sent: list[list[Any]] = []
        self.jobs: dict[str, Any] = {}

    def run(self, circuits: list[Any], *, shots: int) -> Any:
        from qiskit_aer import AerSimulator

        self.sent.append(circuits)
        counts = AerSimulator(seed_simulator=7).run(circuits, shots=shots).result().get_counts()
        result = SimpleNamespace(data=SimpleNamespace(measurement_counts=counts))
        name = f"job-{len(self.sent)}"
        self.jobs[name] = SimpleNamespace(id=name, result=lambda: result, status=lambda: JobStatus.COMPLETED)
        return self.jobs[name]

    def results(self, data: GameCircuitsData) -> list[Any]:
        return [self.jobs[name].result().data for name in data.provider_job_ids]


def handler(**config: Any) -> Any:
    """The benchmark of a configuration, as metriq-gym makes it."""
    from metriq_gym.registry import BENCHMARK_HANDLERS
    from metriq_gym.schema_validator import validate_and_create_model

    params = validate_and_create_model({**QUICK, **config})
    return BENCHMARK_HANDLERS[params.benchmark_name](Namespace(), params)


def of_counts(data: GameCircuitsData, counts: list[Any], **config: Any) -> GameCircuitsResult:
    result: GameCircuitsResult = handler(**config).poll_handler(data, [SimpleNamespace(measurement_counts=counts)], [])
    return result


@pytest.fixture(scope="module")
def dispatched() -> tuple[Device, GameCircuitsData]:
    device = Device()
    return device, handler().dispatch_handler(device)


def counts_of(dispatched: tuple[Device, GameCircuitsData]) -> list[dict[str, int]]:
    device, data = dispatched
    return [dict(counts) for counts in device.results(data)[0].measurement_counts]


def new_job(data: GameCircuitsData, **kwargs: Any) -> Any:
    from metriq_gym.constants import JobType
    from metriq_gym.job_manager import MetriqGymJob

    return MetriqGymJob(
        id="test-job",
        job_type=JobType(NAME),
        params=QUICK,
        data=asdict(data),
        provider_name="local",
        device_name="aer_simulator",
        dispatch_time=datetime.now(timezone.utc),
        **kwargs,
    )


@pytest.mark.parametrize("quick", [True, False])
def test_a_perfect_simulator_scores_full_within_its_interval(quick: bool) -> None:
    device, benchmark = Device(), handler(quick=quick)
    data = benchmark.dispatch_handler(device)
    # All circuits are one job, in the order of the names.
    [sent] = device.sent
    assert data.provider_job_ids == ["job-1"]
    assert data.circuit_names == list(cheqqers.benchmark_circuits(quick=quick))
    assert len(sent) == len(data.circuit_names) == (10 if quick else 47)
    result = benchmark.poll_handler(data, device.results(data), list(device.jobs.values()))
    score = result.score
    assert score == result.compute_score() == result.normalized_fidelity
    assert 90 < score.value <= 100 <= score.value + 1.96 * score.uncertainty
    assert 0 < score.uncertainty < 3
    assert result.size == (8 if quick else 24)
    assert result.plies_undisturbed.value > 0.99
    assert set(result.values) == {"normalized_fidelity", "measurements_undisturbed", "plies_undisturbed", "size"}
    assert result.values["size"] == result.size and result.uncertainties["size"] is None


def test_random_bits_score_nothing() -> None:
    names = list(cheqqers.benchmark_circuits())
    rng = random.Random(3)
    counts = []
    for circuit in cheqqers.benchmark_circuits().values():
        width = circuit.num_clbits
        shots = [f"{rng.getrandbits(width):0{width}b}" for _ in range(1000)]
        counts.append({bits: shots.count(bits) for bits in set(shots)})
    result = of_counts(GameCircuitsData(["job"], names), counts, quick=False)
    score = result.score
    assert score.value < 3 and score.value - 2 * score.uncertainty <= 0
    assert result.size == 0


def test_the_last_character_is_clbit_zero(dispatched: tuple[Device, GameCircuitsData]) -> None:
    _, data = dispatched
    counts = counts_of(dispatched)
    score = of_counts(data, counts).score
    reversed_bits = [{bits[::-1]: count for bits, count in one.items()} for one in counts]
    assert of_counts(data, reversed_bits).score.value < score.value - 20
    # Registers may be apart, and a provider may return the counts one by one.
    spaced = [{f"{bits[:1]} {bits[1:]}": count for bits, count in one.items()} for one in counts]
    assert of_counts(data, spaced).score == score
    one_by_one = [SimpleNamespace(measurement_counts=one) for one in counts]
    assert handler().poll_handler(data, one_by_one, []).score == score


def test_results_are_those_of_the_package(dispatched: tuple[Device, GameCircuitsData]) -> None:
    _, data = dispatched
    counts = counts_of(dispatched)
    ours = [{bits[::-1]: count for bits, count in one.items()} for one in counts]
    analysis = cheqqers.benchmark_analysis(dict(zip(data.circuit_names, ours)))
    result = of_counts(data, counts)
    for estimate, found in [
        (analysis["score"], result.normalized_fidelity),
        (analysis["measurements"], result.measurements_undisturbed),
        (analysis["plies"], result.plies_undisturbed),
    ]:
        assert found.value == estimate["value"]
        assert max(0, found.value - 1.959964 * found.uncertainty) == pytest.approx(estimate["low"], abs=1e-6)


def test_counts_that_are_not_of_the_circuits_are_refused(dispatched: tuple[Device, GameCircuitsData]) -> None:
    _, data = dispatched
    counts = counts_of(dispatched)
    for wrong in (counts[1:], [*counts, counts[0]]):
        with pytest.raises(ValueError, match=f"counts of {len(wrong)} circuits, where 10 were sent"):
            of_counts(data, wrong)
    with pytest.raises(ValueError, match="expected 2 bits"):
        of_counts(data, counts[::-1])
    with pytest.raises(ValueError, match="no circuit merger"):
        of_counts(GameCircuitsData(["job"], [*data.circuit_names[:-1], "merger"]), counts)
    nothing = SimpleNamespace(measurement_counts=None, get_probabilities=lambda: {})
    with pytest.raises(ValueError, match="probabilities instead of sampled counts"):
        handler().poll_handler(data, [nothing], [])


def test_a_device_that_is_too_small_gets_nothing() -> None:
    small = Device(num_qubits=20)
    with pytest.raises(ValueError, match='needs 24 qubits, and the device has 20; "quick": true'):
        handler(quick=False).dispatch_handler(small)
    assert not small.sent
    assert handler().dispatch_handler(small).provider_job_ids == ["job-1"]


def test_configurations_are_checked(tmp_path: Path) -> None:
    from jsonschema import ValidationError
    from metriq_gym.schema_validator import load_and_validate, load_schema

    file = tmp_path / "config.json"

    def loaded(config: dict[str, Any]) -> dict[str, Any]:
        file.write_text(json.dumps(config))
        found: dict[str, Any] = load_and_validate(str(file)).model_dump()
        return found

    assert loaded(QUICK) == QUICK
    assert loaded({"benchmark_name": NAME}) == {"benchmark_name": NAME, "shots": 200, "quick": False}
    assert loaded({"benchmark_name": NAME, "shots": 1_000_000})["shots"] == 1_000_000
    for wrong in (
        {"shots": 0},
        {"shots": 1_000_001},
        {"shots": 1.5},
        {"shots": "200"},
        {"quick": "yes"},
        {"quick": 1},
        {"quik": True},
    ):
        with pytest.raises(ValidationError):
            loaded({"benchmark_name": NAME, **wrong})
    with pytest.raises(ValueError, match="not a valid JobType"):
        loaded({"benchmark_name": "Game Circuit"})
    with pytest.raises(ValueError, match="Missing benchmark_name"):
        loaded({"shots": 10})
    schema = load_schema(NAME)
    assert schema["properties"]["benchmark_name"]["const"] == NAME
    # The texts have the numbers of the suite.
    circuits = cheqqers.benchmark_circuits()
    widest = max(circuit.num_qubits for circuit in circuits.values())
    assert f"{len(circuits)} of up to {widest}" in schema["properties"]["quick"]["description"]


def test_resources_are_those_of_the_circuits(capsys: Any) -> None:
    from metriq_gym.constants import JobType
    from metriq_gym.resource_estimation import aggregate_resource_estimates, print_resource_estimate, quantinuum_hqc_formula

    batches = handler().estimate_resources_handler(None)
    [batch] = batches
    estimate = aggregate_resource_estimates(batches, hqc_fn=quantinuum_hqc_formula)
    circuits = cheqqers.benchmark_circuits(quick=True).values()
    assert (estimate.job_count, estimate.circuit_count, batch.shots) == (1, len(circuits), 500)
    assert (estimate.total_shots, estimate.max_qubits) == (500 * len(circuits), 8)
    counts = estimate.total_gate_counts
    assert counts.two_qubit == sum(circuit.num_two_qubit_gates for circuit in circuits)
    assert counts.one_qubit + counts.two_qubit == sum(circuit.num_gates for circuit in circuits)
    assert counts.measurements == sum(circuit.num_clbits for circuit in circuits)
    assert counts.multi_qubit == counts.resets == 0
    print_resource_estimate(JobType(NAME), "local", None, estimate)
    assert f"Resource estimate for {NAME} on local" in capsys.readouterr().out


def test_two_qubit_gates_are_counted(dispatched: tuple[Device, GameCircuitsData]) -> None:
    from metriq_gym.exporters.dict_exporter import DictExporter

    _, data = dispatched
    gates = [circuit.num_two_qubit_gates for circuit in cheqqers.benchmark_circuits(quick=True).values()]
    assert data.input_two_qubit_gate_counts == data.transpiled_two_qubit_gate_counts == gates
    record = DictExporter(new_job(data), of_counts(data, counts_of(dispatched))).export()
    assert record["circuit_metadata"] == {
        "input_two_qubit_gate_counts": gates,
        "transpiled_two_qubit_gate_counts": gates,
    }
    bare = GameCircuitsData(["job"], ["merge"])
    assert bare.input_two_qubit_gate_counts is bare.transpiled_two_qubit_gate_counts is None


def test_records_have_values_and_uncertainties(dispatched: tuple[Device, GameCircuitsData]) -> None:
    from metriq_gym.exporters.dict_exporter import DictExporter

    _, data = dispatched
    result = of_counts(data, counts_of(dispatched))
    record = DictExporter(new_job(data), result).export()
    assert record["job_type"] == NAME
    assert record["platform"] == {"provider": "local", "device": "aer_simulator"}
    results = record["results"]
    assert results["score"] == results["normalized_fidelity"]
    assert set(results["score"]) == {"value", "uncertainty"}
    assert results["size"] == 8
    assert json.loads(json.dumps(record)) == record
    # What metriq-gym keeps of a result becomes the same result.
    kept = json.loads(json.dumps(result.model_dump(exclude={"score"})))
    assert GameCircuitsResult.model_validate(kept) == result


def test_jobs_are_kept_in_files(dispatched: tuple[Device, GameCircuitsData], tmp_path: Path) -> None:
    from metriq_gym.job_manager import JobManager, MetriqGymJob
    from metriq_gym.registry import BENCHMARK_DATA_CLASSES

    device, data = dispatched
    file = tmp_path / "jobs.jsonl"
    job = new_job(data)
    JobManager(jobs_file=file).add_job(job)
    [read] = JobManager(jobs_file=file).get_jobs()
    assert read == job and read.job_type is job.job_type
    assert MetriqGymJob.deserialize(job.serialize()) == job
    restored = BENCHMARK_DATA_CLASSES[read.job_type](**read.data)
    assert restored == data and type(restored) is GameCircuitsData
    assert handler().poll_handler(restored, device.results(restored), []) == of_counts(data, counts_of(dispatched))


def test_registering_again_changes_nothing() -> None:
    from metriq_gym import constants, registry

    tables = (
        constants.SCHEMA_MAPPING,
        registry.BENCHMARK_HANDLERS,
        registry.BENCHMARK_DATA_CLASSES,
        registry.BENCHMARK_RESULT_CLASSES,
    )
    before = [dict(table) for table in tables], list(constants.JobType)
    metriq.register()
    assert ([dict(table) for table in tables], list(constants.JobType)) == before
    member = constants.JobType(NAME)
    assert member is constants.JobType["GAME_CIRCUITS"] is constants.JobType.GAME_CIRCUITS
    assert (member.name, member.value, str(member), member == NAME) == ("GAME_CIRCUITS", NAME, NAME, True)
    assert repr(member) == f"<JobType.GAME_CIRCUITS: '{NAME}'>"
    assert registry.get_available_benchmarks()[-1] == NAME and len(constants.JobType) == len(tables[1])
    assert tables[1][member] is GameCircuits
    assert constants.JobType("WIT") is constants.JobType.WIT


def test_the_command_dispatches_and_polls(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    from metriq_gym import run
    from metriq_gym.qplatform import device as devices

    device = Device()
    monkeypatch.setattr(run, "setup_device", lambda provider, name: device)
    monkeypatch.setattr(run, "load_job", lambda name, *, provider, **data: device.jobs[name])
    monkeypatch.setattr(devices, "normalized_metadata", lambda device: {"simulator": True})
    monkeypatch.setenv("MGYM_LOCAL_DB_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("config.json").write_text(json.dumps(QUICK))

    def command(*args: str) -> str:
        monkeypatch.setattr(sys, "argv", ["cheqqers.metriq", "job", *args])
        with pytest.raises(SystemExit) as ended:
            metriq.main()
        assert not ended.value.code
        out: str = capsys.readouterr().out
        return out

    there = ["config.json", "--provider", "local", "--device", "aer_simulator"]
    assert "Circuits" in command("estimate", *there) and not device.sent
    assert f"✓ {NAME} dispatched" in command("dispatch", *there)
    assert "score: " in command("poll", "latest")
    assert "Cached" in command("poll", "latest", "--json", "result.json")
    record = json.loads(Path("result.json").read_text())
    assert record["job_type"] == NAME and record["results"]["score"]["value"] > 90
    assert NAME in command("view", "latest")


def test_what_is_missing_is_said() -> None:
    def failed(*args: str) -> str:
        ended = subprocess.run([sys.executable, *args], capture_output=True, text=True)
        assert ended.returncode == 1
        return ended.stderr.splitlines()[-1]

    text = "ImportError: cheqqers.metriq: pip install metriq-gym, version 0.8 ("
    # The tests have none of qBraid's packages.
    assert failed("-m", "cheqqers.metriq", "job", "view") == f"{text}No module named 'qbraid')"
    without = "import sys; sys.modules['metriq_gym'] = None; import cheqqers.metriq"
    assert failed("-c", without).startswith(text)
    other = "import types; tables.BENCHMARK_HANDLERS = []; sys.modules['metriq_gym.registry'] = tables"
    program = f"import sys, types, metriq_gym; tables = types.ModuleType('registry'); {other}; metriq_gym.registry = tables"
    assert failed("-c", f"{program}; import cheqqers.metriq as ours; ours.register()").startswith(text)
