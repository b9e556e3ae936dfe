"""IQM's own client completes jobs, and accepts what cheqqers sends."""

from __future__ import annotations

import json
import logging
import math
import os
import subprocess
import tempfile
import warnings
from collections import Counter
from pathlib import Path
from uuid import UUID, uuid4

import requests
from exa.common.errors.iqm_error import (
    AuthenticationError,
    CircuitValidationError,
    ForbiddenError,
    IQMError,
    NotFoundError,
)
from iqm.iqm_client import IQMClient
from iqm.iqm_client.models import validate_circuit
from iqm.iqm_client.validation import validate_circuit_instructions
from iqm.pulse import Circuit, CircuitOperation
from iqm.station_control.client.authentication import ClientConfigurationError
from iqm.station_control.client.qon import ObservationFinder
from iqm.station_control.interface.models import CircuitJobDefinition
from iqm.station_control.interface.models.jobs_new import JobData

from checks import (
    SHOTS,
    SLOW_URL,
    URL,
    Program,
    asymmetric,
    distributed,
    equal,
    eventually,
    holds,
    refused,
    run,
)

# Of parts that the client itself calls obsolete, and its own log of failed jobs.
warnings.filterwarnings("ignore")
logging.disable(logging.ERROR)

ASYMMETRIC = asymmetric("")
NOISE = 0.12


def client(url: str = URL, token: str = "emulate", **more: object) -> IQMClient:
    return IQMClient.from_url(url, token=token, **more)


def prx(qubit: str, angle: float, phase: float = 0.0) -> CircuitOperation:
    return CircuitOperation("prx", (qubit,), {"angle": angle, "phase": phase})


def measure(*qubits: str, key: str = "m") -> CircuitOperation:
    return CircuitOperation("measure", qubits, {"key": key})


def circuit(*operations: CircuitOperation) -> Circuit:
    return Circuit("check", operations)


CIRCUIT = circuit(prx("QB4", math.pi), measure("QB4", "QB20", "QB1"))


def ended(iqm: IQMClient, *circuits: Circuit):
    job = iqm.submit_circuits(list(circuits), shots=SHOTS)
    job.wait_for_completion(polling_interval=0.1, progress_callback=lambda _: None)
    return job


def strings(shots: list[list[int]]) -> Counter[str]:
    return Counter("".join(map(str, shot)) for shot in shots)


def the_computer_is_described() -> None:
    iqm = client()
    equal("its name", iqm.quantum_computer_name, "garnet")
    holds("it is healthy", iqm.get_health()["healthy"])
    static = iqm.get_static_quantum_architecture()
    equal("its qubits", static.qubits, [f"QB{number}" for number in range(1, 21)])
    dynamic = iqm.get_dynamic_quantum_architecture()
    equal("its gates", set(dynamic.gates), {"prx", "cz", "measure"})
    equal("its pairs", set(dynamic.gates["cz"].loci), set(static.connectivity))
    again = iqm.get_dynamic_quantum_architecture(dynamic.calibration_set_id)
    equal("the set by its id", again.calibration_set_id, dynamic.calibration_set_id)
    holds("it tells of itself", iqm.get_about()["about_station"]["version"])


def its_quality_is_found_by_the_client() -> None:
    iqm = client()
    dynamic = iqm.get_dynamic_quantum_architecture()
    found = ObservationFinder(
        iqm.get_calibration_set().observations + iqm.get_quality_metric_set().observations
    )
    t1, t2 = found.get_coherence_times(dynamic.qubits)
    equal("the qubits with times", (set(t1), set(t2)), (set(dynamic.qubits),) * 2)
    holds("they are in seconds", all(1e-5 < time < 1e-4 for time in t1.values()))
    for name, least in (("prx", 0.995), ("cz", 0.98), ("measure", 0.96)):
        gate = dynamic.gates[name]
        for locus in gate.loci:
            kind = gate.get_default_implementation(locus)
            fidelity = found.get_gate_fidelity(name, kind, locus)
            holds(f"{name} of {locus} is good", least < fidelity < 1)
            if name == "measure":
                errors = found.get_measure_errors(name, kind, locus)
                holds("its errors are told", all(0.02 < error < 0.03 for error in errors))
            else:
                duration = found.get_gate_duration(name, kind, locus)
                holds("its duration is told", 1e-8 < duration < 1e-7)


def an_asymmetric_circuit_comes_back_in_every_format() -> None:
    job = ended(client(), CIRCUIT)
    equal("the state", job.status, "completed")
    (shots,) = job.result()
    equal("its keys and shots", {key: len(found) for key, found in shots.items()}, {"m": SHOTS})
    counts = strings(shots["m"])
    distributed("the shots", counts, ASYMMETRIC, NOISE)
    (told,) = job.result_counts()
    equal("the keys", told.measurement_keys, ["m"])
    equal("the counts", told.counts, dict(counts))
    again = client().get_job(job.job_id)
    equal("its payload", again.payload().circuits, [CIRCUIT])
    holds("its set is told", again.job_data.compilation.calibration_set_id)
    holds("its times are told", again.find_timeline_entry("completed", "iqm-server"))


def a_batch_comes_back_in_its_order() -> None:
    keys = circuit(prx("QB1", math.pi), measure("QB2", key="a"), measure("QB1", key="b"))
    job = ended(client(), CIRCUIT, keys)
    first, second = job.result()
    distributed("the first", strings(first["m"]), ASYMMETRIC, NOISE)
    for key, bit in (("a", "0"), ("b", "1")):
        distributed(key, strings(second[key]), Program("", {bit: 1.0}), NOISE)
    keys_told = job.result_counts()[1].measurement_keys
    equal("the keys of the second", keys_told, ["a", "b"])


def gates_do_what_the_client_says() -> None:
    # Hadamard by two rotations, on both sides of a CZ: a Bell pair, and the phase turns it.
    half = math.pi / 2

    def hadamard(qubit: str) -> tuple[CircuitOperation, CircuitOperation]:
        return prx(qubit, half, half), prx(qubit, math.pi)

    cz = CircuitOperation("cz", ("QB5", "QB4"), {})
    bell = circuit(
        *hadamard("QB4"), *hadamard("QB5"), cz, *hadamard("QB5"), measure("QB4", "QB5")
    )
    (shots,) = ended(client(), bell).result()
    distributed("a Bell pair", strings(shots["m"]), Program("", {"00": 0.5, "11": 0.5}), NOISE)
    for phase, bits in ((0.0, "1"), (math.pi, "0")):
        twice = circuit(prx("QB1", half), prx("QB1", half, phase), measure("QB1"))
        (shots,) = ended(client(), twice).result()
        distributed("two quarters of a turn", strings(shots["m"]), Program("", {bits: 1.0}), NOISE)


def what_cheqqers_sends_is_what_the_client_would() -> None:
    """Plays a game there, and reads its jobs by the client's own types."""
    iqm = client()
    architecture = iqm.get_dynamic_quantum_architecture()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.jsonl"
        arguments = ["play", "--white", "random", "--black", "random", "--seed", "6", "--yes"]
        arguments += ["--backend", "iqm:garnet", "--record", str(record)]
        environment = {
            **os.environ,
            "HOME": folder,
            "XDG_DATA_HOME": folder,
            "XDG_CONFIG_HOME": folder,
            "CHEQQERS_PACE": "0.02",
            "IQM_TOKEN": "emulate",
            "IQM_SERVER_URL": URL,
        }
        done = subprocess.run(
            [os.environ["CHEQQERS"], *arguments],
            capture_output=True,
            check=False,
            env=environment,
            text=True,
        )
        equal(f"the end of the game ({done.stderr.strip()})", done.returncode, 0)
        plies = [json.loads(line) for line in record.read_text().splitlines()[1:]]
    measured = [entry for ply in plies for entry in ply.get("measured", [])]
    jobs = [job for entry in measured for job in entry.get("jobs", [])]
    holds("jobs were sent", len(jobs) > 2)
    for told in jobs:
        # As it was sent, which the client's type reads; as it would write it, nothing is lost.
        answer = requests.get(
            f"{URL}/api/v1/jobs/{told['job']}/payload",
            headers={"Authorization": "Bearer emulate"},
            timeout=20,
        )
        sent = json.loads(answer.text)
        definition = CircuitJobDefinition.model_validate(sent)
        written = json.loads(definition.model_dump_json())
        holds("no key is unknown", set(sent) <= set(written))
        equal("the shots", definition.shots, told["asked"])
        equal("the set", definition.calibration_set_id, architecture.calibration_set_id)
        equal("heralding and decoupling", (sent["heralding_mode"], sent["dd_mode"]), ("none", "disabled"))
        program = json.loads(told["program"])
        equal("the program", program["circuits"], sent["circuits"])
        for one in definition.circuits:
            validate_circuit(one)
        validate_circuit_instructions(architecture, definition.circuits)
        job = requests.get(
            f"{URL}/api/v1/jobs/{told['job']}",
            headers={"Authorization": "Bearer emulate"},
            timeout=20,
        )
        JobData.model_validate_json(job.text)
        equal("its tag", job.json()["tag"], told["marker"])


def a_wrong_circuit_is_refused() -> None:
    iqm = client()
    apart = circuit(CircuitOperation("cz", ("QB1", "QB3"), {}), measure("QB1"))
    refused("a pair apart", CircuitValidationError, "QB3", lambda: ended(iqm, apart))
    # The client stops it before it is sent; sent all the same, it fails there.
    definition = iqm.create_circuit_job_definition([CIRCUIT], shots=1)
    definition.circuits = [apart]
    job = iqm.submit_circuit_job(definition)
    job.wait_for_completion(polling_interval=0.1, progress_callback=lambda _: None)
    equal("the state", job.status, "failed")
    holds("it says why", "calibrated" in job.errors)
    equal("its result", job.result(), None)


def a_wrong_request_is_refused() -> None:
    refused("no token", AuthenticationError, "Unauthorized", lambda: client(token="bad token"))
    refused(
        "another computer",
        ClientConfigurationError,
        "garnet",
        lambda: client(quantum_computer="ruby"),
    )
    iqm = client()
    refused("no job", NotFoundError, "job", lambda: iqm.get_job(uuid4()))
    shots = 10**7
    refused("too many shots", IQMError, "shots", lambda: iqm.submit_circuits([CIRCUIT], shots=shots))
    unknown = UUID(int=0)
    refused(
        "another calibration set",
        NotFoundError,
        "calibration set",
        lambda: iqm.get_quality_metric_set(unknown),
    )
    refused(
        "no timeslot",
        ForbiddenError,
        "timeslot",
        lambda: iqm.submit_circuits([CIRCUIT], use_timeslot=True),
    )


def a_job_is_cancelled_and_deleted() -> None:
    iqm = client(SLOW_URL)
    job = iqm.submit_circuits([CIRCUIT], shots=1)
    equal("the state", job.update(), "waiting")
    equal("its place in the queue", job.job_data.queue_position, 0)
    job.cancel()
    eventually("the job", job.update, "cancelled")
    refused("a job that has ended", ForbiddenError, "ended", lambda: iqm.cancel_job(job.job_id))
    iqm.delete_job(job.job_id)
    refused("a deleted job", NotFoundError, "job", lambda: iqm.get_job(job.job_id))


run(
    "iqm",
    [
        the_computer_is_described,
        its_quality_is_found_by_the_client,
        an_asymmetric_circuit_comes_back_in_every_format,
        a_batch_comes_back_in_its_order,
        gates_do_what_the_client_says,
        what_cheqqers_sends_is_what_the_client_would,
        a_wrong_circuit_is_refused,
        a_wrong_request_is_refused,
        a_job_is_cancelled_and_deleted,
    ],
)
