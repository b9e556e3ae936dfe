"""IonQ's own client completes jobs."""

from __future__ import annotations

import json
import warnings
from collections import Counter

from ionq_core import AuthenticatedClient, IonQClient, wait_for_job
from ionq_core.api.backends import get_backend, get_backends
from ionq_core.api.characterizations import get_characterizations_for_backend
from ionq_core.api.default import (
    cancel_job,
    create_job,
    delete_job,
    estimate_job_cost,
    get_job,
    get_job_artifact,
    get_job_cost,
    get_jobs,
)
from ionq_core.api.whoami import get_whoami
from ionq_core.exceptions import AuthenticationError, BadRequestError, NotFoundError
from ionq_core.models import CircuitJobCreationPayload, JobMetadata, Noise, QASM3Circuit
from ionq_core.polling import JobFailedError

from checks import (
    SHOTS,
    SLOW_URL,
    URL,
    Program,
    asymmetric,
    distributed,
    equal,
    eventually,
    game,
    holds,
    refused,
    run,
)

# Of the address, which is not of the outside.
warnings.filterwarnings("ignore", message=".*does not use HTTPS.*")

HEADER = 'OPENQASM 3.0;\ninclude "stdgates.inc";\n'
ASYMMETRIC = asymmetric(
    HEADER + "qubit[3] q;\nbit[3] c;\nx q[0];\nc[0] = measure q[0];\nc[1] = measure q[1];\n"
    "c[2] = measure q[2];\n"
)
MACHINE = "qpu.forte-1"
NOISE = 0.15
SHOTS_V2 = "ionq.result.shots.json.v2"
HISTOGRAM_V2 = "ionq.result.histogram.json.v2"
PROBABILITIES_V2 = "ionq.result.probabilities.json.v2"


def client(url: str = URL, key: str = "emulate") -> AuthenticatedClient:
    return IonQClient(api_key=key, base_url=f"{url}/ionq/v0.4", max_retries=0)


def submitted(
    ionq: AuthenticatedClient, text: str, backend: str = "simulator", **more: object
) -> str:
    body = CircuitJobCreationPayload(
        backend=backend,
        type_="ionq.qasm3.v1",
        input_=QASM3Circuit(data=text),
        name="check",
        shots=SHOTS,
        **more,
    )
    return create_job.sync(client=ionq, body=body).id


def artifacts(program: Program, backend: str, **more: object) -> dict[str, object]:
    """Everything that a job made, by its format."""
    ionq = client()
    job = wait_for_job(ionq, submitted(ionq, program.text, backend, **more), poll_interval=0.1)
    equal("the state", job.status, "completed")
    results = job.results.to_dict()
    found = {}
    for name, told in results.items():
        if isinstance(told, dict) and "id" in told:
            answer = get_job_artifact.sync_detailed(job.id, told["id"], client=ionq)
            equal("the artifact", answer.status_code, 200)
            found[name] = json.loads(answer.content)
    return found


def strings(shots: list[dict], register: str = "c") -> Counter[str]:
    return Counter("".join(map(str, shot["registers"][register])) for shot in shots)


def backends_are_told() -> None:
    ionq = client()
    backends = {backend.backend: backend for backend in get_backends.sync(client=ionq)}
    holds("the usual are there", {"simulator", MACHINE} <= set(backends))
    one = get_backend.sync(MACHINE, client=ionq)
    equal("its state", one.status, "available")
    told = get_characterizations_for_backend.sync(MACHINE, client=ionq, limit=1)
    holds("its calibration is told", told.characterizations[0].qubits == one.qubits)
    holds("the key is known", get_whoami.sync(client=ionq).key_id)


def an_asymmetric_circuit_comes_back_in_every_format() -> None:
    found = artifacts(ASYMMETRIC, "simulator")
    equal("the formats of the exact simulator", SHOTS_V2 in found, False)
    told = found[PROBABILITIES_V2]["probabilities"]["registers"]
    equal("the probabilities", told["c"], {"100": 1.0})
    equal("those of all qubits", told["output_all"], {"100": 1.0})
    found = artifacts(ASYMMETRIC, MACHINE)
    counts = strings(found[SHOTS_V2]["shots"])
    distributed("the shots", counts, ASYMMETRIC, NOISE)
    equal("the histogram", found[HISTOGRAM_V2]["histogram"]["registers"]["c"], dict(counts))
    told = found[PROBABILITIES_V2]["probabilities"]["registers"]["c"]
    distributed("the probabilities", told, ASYMMETRIC, NOISE)


def a_game_comes_back() -> None:
    program = game("--format", "ionq")
    told = artifacts(program, "simulator")[PROBABILITIES_V2]["probabilities"]["registers"]["c"]
    distributed("the exact simulator", told, program)
    shots = artifacts(program, "simulator", noise=Noise(model="forte-1"))[SHOTS_V2]["shots"]
    distributed("the simulator with noise", strings(shots), program, NOISE)
    equal("its shots", len(shots), SHOTS)
    shots = artifacts(program, MACHINE)[SHOTS_V2]["shots"]
    distributed("the machine", strings(shots), program, NOISE)


def a_price_is_estimated_and_told() -> None:
    ionq = client()
    gates = {"shots": 1000, "field_1q_gates": 200, "field_2q_gates": 100}
    price = estimate_job_cost.sync(client=ionq, backend=MACHINE, **gates)
    equal("the price", (round(price.estimated_total_cost, 6), price.estimated_unit), (141.5, "usd"))
    equal("the gates", price.estimate_context.field_2q_gates, 100)
    rates = price.rate_card.rates[0]
    least = estimate_job_cost.sync(client=ionq, backend=MACHINE, shots=1)
    equal("the least", least.estimated_total_cost, rates.job_cost_minimum)
    job_id = submitted(ionq, ASYMMETRIC.text, MACHINE)
    wait_for_job(ionq, job_id, poll_interval=0.1)
    told = get_job_cost.sync(uuid=job_id, client=ionq)
    equal("the bill", (told.cost.value, told.cost.unit), (rates.job_cost_minimum, "usd"))


def a_wrong_program_fails_later() -> None:
    ionq = client()
    for text, says in (
        (HEADER + "qubit[1] q;\nfoo q[0];\n", "foo"),
        (HEADER + "qubit[1] q;\nbit[1] c;\nc[0] = measure q[0];\nif (c[0]) x q[0];\n", "if"),
    ):
        job_id = submitted(ionq, text)
        refused(
            says,
            JobFailedError,
            says,
            lambda job_id=job_id: wait_for_job(ionq, job_id, poll_interval=0.1),
        )
        holds("it has a code", get_job.sync(uuid=job_id, client=ionq).failure.code)


def a_wrong_request_is_refused() -> None:
    refused(
        "an unknown backend",
        BadRequestError,
        "qpu.unknown",
        lambda: submitted(client(), ASYMMETRIC.text, "qpu.unknown"),
    )
    ionq = client()
    body = CircuitJobCreationPayload(
        backend="simulator",
        type_="ionq.qasm3.v1",
        input_=QASM3Circuit(data=ASYMMETRIC.text),
        shots=0,
    )
    refused("no shots", BadRequestError, "shots", lambda: create_job.sync(client=ionq, body=body))
    refused("no job", NotFoundError, "job", lambda: get_job.sync(uuid="none", client=ionq))
    refused(
        "no key",
        AuthenticationError,
        "key",
        lambda: submitted(client(key="bad key"), ASYMMETRIC.text),
    )


def a_job_is_cancelled_and_deleted() -> None:
    ionq = client(SLOW_URL)
    job_id = submitted(ionq, ASYMMETRIC.text, MACHINE)

    def state() -> str:
        return get_job.sync(uuid=job_id, client=ionq).status

    holds("it waits", state() in ("submitted", "ready"))
    equal("the answer", cancel_job.sync(uuid=job_id, client=ionq).status, "canceled")
    eventually("the job", state, "canceled")
    equal("the answer", delete_job.sync(uuid=job_id, client=ionq).status, "deleted")
    refused("a deleted job", NotFoundError, "job", state)


def jobs_are_listed_with_what_marks_them() -> None:
    ionq = client()
    marker = JobMetadata.from_dict({"marker": "7f3c"})
    job_id = submitted(ionq, ASYMMETRIC.text, metadata=marker)
    jobs = {job.id: job for job in get_jobs.sync(client=ionq, limit=25).jobs}
    equal("the marker", jobs[job_id].metadata.to_dict(), {"marker": "7f3c"})


run(
    "ionq",
    [
        backends_are_told,
        an_asymmetric_circuit_comes_back_in_every_format,
        a_game_comes_back,
        a_price_is_estimated_and_told,
        a_wrong_program_fails_later,
        a_wrong_request_is_refused,
        a_job_is_cancelled_and_deleted,
        jobs_are_listed_with_what_marks_them,
    ],
)
