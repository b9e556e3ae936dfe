"""IBM's own client finds machines and reads the results of jobs.

It submits circuits in Qiskit's own format, which is not served: jobs are submitted as text here.
"""

from __future__ import annotations

import json
import logging
import os
import urllib.request
import warnings
from collections import Counter
from collections.abc import Mapping

from checks import (
    SHOTS,
    SLOW_URL,
    URL,
    asymmetric,
    distributed,
    equal,
    eventually,
    game,
    holds,
    refused,
    run,
)

# The client would search the real services for instances.
os.environ["QISKIT_FUNCTIONS_EXPERIMENTAL"] = "1"
warnings.filterwarnings("ignore")
logging.getLogger("qiskit_ibm_runtime").setLevel(logging.ERROR)

import numpy as np
from ibm_quantum_schemas.common import F64CompressedTensorModel, OpenQasm3DataModel
from ibm_quantum_schemas.executor.version_2_0 import (
    CircuitItemModel,
    ParamsModel,
    QuantumProgramModel,
)
from qiskit import QuantumCircuit
from qiskit_ibm_runtime import QiskitRuntimeService, RuntimeJobV2, SamplerV2
from qiskit_ibm_runtime.exceptions import IBMRuntimeError, RuntimeJobFailureError

CRN = (
    "crn:v1:bluemix:public:quantum-computing:us-east:a/00000000000000000000000000000000:"
    "00000000-0000-0000-0000-000000000000::"
)
MACHINE = "ibm_torino"
NOISE = 0.15
HEADER = 'OPENQASM 3.0;\ninclude "stdgates.inc";\n'
# On qubits apart from each other, in an order that is not theirs.
ASYMMETRIC = asymmetric(
    HEADER + "bit[3] c;\nx $40;\nc[0] = measure $40;\nc[1] = measure $3;\nc[2] = measure $77;\n"
)


def service(url: str = URL) -> QiskitRuntimeService:
    os.environ["IAM_URL"] = f"{url}/ibm"
    base = f"{url}/ibm/api/v1"
    return QiskitRuntimeService(
        channel="ibm_quantum_platform",
        token="emulate",
        url=base,
        url_resolver=lambda *_, **__: base,
        instance=CRN,
    )


def asked(url: str, data: bytes, headers: Mapping[str, str]) -> dict:
    request = urllib.request.Request(url, data, dict(headers))
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def submitted(text: str, support_qiskit: bool, url: str = URL, tag: str = "check") -> str:
    params = {"version": 2, "support_qiskit": support_qiskit, "pubs": [[text, None, SHOTS]]}
    return posted({"program_id": "sampler", "tags": [tag], "params": params}, url)


def executed(texts: list[str]) -> str:
    """A job of the program `executor`, as IBM's package of schemas writes it."""
    arguments = F64CompressedTensorModel.from_numpy(np.zeros(0))
    program = QuantumProgramModel(
        shots=SHOTS,
        circuits=OpenQasm3DataModel(data=texts),
        items=[CircuitItemModel(circuit_arguments=arguments, shape=[]) for _ in texts],
    )
    params = ParamsModel(quantum_program=program, options={}).model_dump(mode="json")
    return posted({"program_id": "executor", "params": params})


def posted(body: Mapping[str, object], url: str = URL) -> str:
    form = b"grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=emulate"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    token = asked(f"{url}/ibm/identity/token", form, kind)["access_token"]
    headers = {
        "Authorization": f"Bearer {token}",
        "Service-CRN": CRN,
        "IBM-API-Version": "2026-04-15",
        "Content-Type": "application/json",
    }
    data = json.dumps({"backend": MACHINE, **body}).encode()
    return asked(f"{url}/ibm/api/v1/jobs", data, headers)["id"]


def mirrored(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts with bit 0 first: Qiskit prints it last."""
    return {bits[::-1]: number for bits, number in counts.items()}


def finished(job: RuntimeJobV2) -> RuntimeJobV2:
    eventually("the job", lambda: str(job.status()), "DONE")
    return job


def machines_are_told() -> None:
    ibm = service()
    names = {backend.name for backend in ibm.backends()}
    equal("the devices", names, {MACHINE, "ibm_fez", "ibm_pittsburgh"})
    names = {backend.name for backend in ibm.backends(include_mocks=True)}
    holds("mocks are told where they are asked for", "mock_torino" in names)
    backend = ibm.backend(MACHINE)
    equal("its qubits", backend.num_qubits, 133)
    holds("it runs", backend.status().operational)
    target = backend.target
    holds("its gates", {"cz", "rz", "sx", "x", "measure"} <= set(target.operation_names))
    edges = target.build_coupling_map().get_edges()
    holds("its edges", len(edges) >= 2 * 100)
    errors = [target["cz"][edge].error for edge in edges]
    holds("their errors", any(0 < error < 0.1 for error in errors))
    properties = backend.properties()
    holds("its calibration", 0 < properties.readout_error(0) < 0.5)
    holds("how long qubits keep", properties.t1(0) > 1e-6)


def usage_is_told() -> None:
    usage = service().usage()
    holds("there is time left", usage["usage_remaining_seconds"] > 0)


def an_asymmetric_circuit_comes_back_in_every_format() -> None:
    ibm = service()
    job = finished(ibm.job(submitted(ASYMMETRIC.text, True)))
    register = job.result()[0].data.c
    equal("the shots", register.num_shots, SHOTS)
    distributed("the typed result", mirrored(register.get_counts()), ASYMMETRIC, NOISE)
    job = finished(ibm.job(submitted(ASYMMETRIC.text, False)))
    told = job.result()["results"][0]["data"]["c"]
    equal("its bits", told["num_bits"], 3)
    counts: dict[str, int] = {}
    for sample in told["samples"]:
        bits = format(int(sample, 16), "03b")[::-1]
        counts[bits] = counts.get(bits, 0) + 1
    distributed("the plain result", counts, ASYMMETRIC, NOISE)


def executor_gives_the_bits_of_each_circuit() -> None:
    program = game("--format", "ibm", "--device", "torino", "--optimize", "1")
    job = finished(service().job(executed([ASYMMETRIC.text, program.text])))
    for expected, item in zip((ASYMMETRIC, program), job.result(), strict=True):
        rows = ["".join("01"[int(bit)] for bit in row) for row in item["c"]]
        equal("the shots", len(rows), SHOTS)
        distributed("the result", Counter(rows), expected, NOISE)


def a_game_comes_back() -> None:
    program = game("--format", "ibm", "--device", "torino", "--optimize", "1")
    job = finished(service().job(submitted(program.text, True)))
    distributed("the machine", mirrored(job.result()[0].data.c.get_counts()), program, NOISE)
    equal("its machine", job.backend().name, MACHINE)
    holds("times are told", job.metrics()["timestamps"]["finished"])
    holds("its program is told", "cz $" in job.inputs["pubs"][0][0])


def what_is_not_of_the_machine_fails_later() -> None:
    ibm = service()
    for text in (
        HEADER + "bit[1] c;\nh $0;\nc[0] = measure $0;\n",
        HEADER + "bit[1] c;\ncz $0, $100;\nc[0] = measure $0;\n",
        HEADER + "bit[1] c;\nqubit[1] q;\nx q[0];\nc[0] = measure q[0];\n",
    ):
        job = ibm.job(submitted(text, True))
        eventually("the job", lambda job=job: str(job.status()), "ERROR")
        refused(text, RuntimeJobFailureError, "", job.result)
        holds("it is told why", job.error_message())


def a_job_is_cancelled_and_only_once() -> None:
    job = service(SLOW_URL).job(submitted(ASYMMETRIC.text, True, SLOW_URL))
    holds("it waits", str(job.status()) in ("QUEUED", "INITIALIZING"))
    job.cancel()
    eventually("the job", lambda: str(job.status()), "CANCELLED")
    refused("a second cancel", Exception, "", job.cancel)


def jobs_are_listed_by_their_tags() -> None:
    job_id = submitted(ASYMMETRIC.text, True, tag="marker-7f3c")
    found = service().jobs(job_tags=["marker-7f3c"])
    equal("the jobs", [job.job_id() for job in found], [job_id])
    refused("no job", IBMRuntimeError, "", lambda: service().job("none"))


def its_own_format_is_refused_with_a_reason() -> None:
    circuit = QuantumCircuit(1, 1)
    circuit.x(0)
    circuit.measure(0, 0)
    sampler = SamplerV2(mode=service().backend(MACHINE))
    refused("QPY", IBMRuntimeError, "OpenQASM", lambda: sampler.run([circuit], shots=SHOTS))


run(
    "ibm",
    [
        machines_are_told,
        usage_is_told,
        an_asymmetric_circuit_comes_back_in_every_format,
        executor_gives_the_bits_of_each_circuit,
        a_game_comes_back,
        what_is_not_of_the_machine_fails_later,
        a_job_is_cancelled_and_only_once,
        jobs_are_listed_by_their_tags,
        its_own_format_is_refused_with_a_reason,
    ],
)
