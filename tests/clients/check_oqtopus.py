"""OQTOPUS's own client completes jobs."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

from oqtopus_client import OqtopusClient, OqtopusConfig, OqtopusJobSpec
from oqtopus_client.services.errors import UserApiError

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

HEADER = 'OPENQASM 3;\ninclude "stdgates.inc";\n'
ASYMMETRIC = asymmetric(HEADER + "qubit[3] q;\nbit[3] c;\nx q[0];\nc = measure q;\n")
FORTH_AND_BACK = asymmetric(
    HEADER + "qubit[3] q;\nbit[3] c;\nx q[2];\nc[2] = measure q[0];\nc[1] = measure q[1];\n"
    "c[0] = measure q[2];\n"
)
NOISE = 0.15


def client(url: str = URL, token: str = "emulate") -> OqtopusClient:
    return OqtopusClient(OqtopusConfig(url=f"{url}/oqtopus", api_token=token))


def spec(
    text: str, device: str = "qulacs", name: str | None = "check", **options: object
) -> OqtopusJobSpec:
    return OqtopusJobSpec.sampling(
        device_id=device, program=text, shots=SHOTS, name=name, **options
    )


def mirrored(counts: dict[str, int]) -> dict[str, int]:
    """Counts with bit 0 first: the service prints it last."""
    return {bits[::-1]: number for bits, number in counts.items()}


def devices_are_listed_and_told() -> None:
    devices = {device.device_id: device for device in client().list_devices()}
    holds("there is a simulator", devices["qulacs"].device_type == "simulator")
    machines = [device for device in devices.values() if device.device_type == "QPU"]
    holds("there is a machine", machines)
    machine = client().get_device(machines[0].device_id)
    equal("its status", machine.status, "available")
    qubits = machine.device_info["qubits"]
    equal("the number of its qubits", len(qubits), machine.n_qubits)
    refused("an unknown device", UserApiError, "404", lambda: client().get_device("nowhere"))


def a_token_is_wanted_and_told() -> None:
    holds("a token expires", client().get_api_token_status().api_token_expiration)
    refused("no token", UserApiError, "401", lambda: client(token="").list_devices())


def an_asymmetric_circuit_comes_back() -> None:
    for program in (ASYMMETRIC, FORTH_AND_BACK):
        result = client().run_sampling(spec(program.text), interval=0.1)
        equal("the state", result.status.value, "succeeded")
        equal("the counts", result.get_counts(), {"001": SHOTS})
        equal("the counts by number", result.counts_with_integer_keys()["counts"], {1: SHOTS})


def a_job_needs_no_name() -> None:
    result = client().run_sampling(spec(ASYMMETRIC.text, name=None), interval=0.1)
    equal("the counts", result.get_counts(), {"001": SHOTS})


def a_game_comes_back() -> None:
    program = game("--format", "qasm3")
    result = client().run_sampling(spec(program.text), interval=0.1)
    distributed("the simulator", mirrored(result.get_counts()), program)
    holds("the program is there", "OPENQASM 3" in result.job_info.input.program[0])
    equal("the shots", result.shots, SHOTS)
    holds("times are told", result.submitted_at <= result.ended_at)


def a_machine_makes_faults_and_tells_what_it_ran() -> None:
    program = game("--format", "qasm3")
    machine = next(d for d in client().list_devices() if d.device_type == "QPU")
    result = client().run_sampling(spec(program.text, machine.device_id), interval=0.1)
    distributed("the machine", mirrored(result.get_counts()), program, NOISE)
    holds("the program run is there", "OPENQASM 3" in result.transpile_result.transpiled_program)


def a_wrong_program_fails_later() -> None:
    submitted = client().submit_job(spec(HEADER + "qubit[1] q;\nfoo q[0];\n"))
    job = client().wait_for_job(submitted.job_id, interval=0.1)
    equal("the state", job.status.value, "failed")
    holds("the message names the gate", "foo" in job.message)


def a_job_is_cancelled_while_it_waits() -> None:
    slow = client(SLOW_URL)
    job_id = slow.submit_job(spec(ASYMMETRIC.text)).job_id
    holds("it waits", slow.status(job_id).value in ("submitted", "ready"))
    refused("deleting a live job", UserApiError, "400", lambda: slow.delete_job(job_id))
    slow.cancel_job(job_id)
    eventually("the job", lambda: slow.status(job_id).value, "cancelled")
    # A second time changes nothing; a job that has ended otherwise can't be cancelled.
    slow.cancel_job(job_id)
    ended = client().run_sampling(spec(ASYMMETRIC.text), interval=0.1).job_id
    refused("a late cancel", UserApiError, "400", lambda: client().cancel_job(ended))
    slow.delete_job(job_id)
    refused("a deleted job", UserApiError, "404", lambda: slow.status(job_id))


def jobs_are_listed() -> None:
    job_id = client().run_sampling(spec(ASYMMETRIC.text), interval=0.1).job_id
    holds("the job is listed", job_id in [job.job_id for job in client().list_jobs(size=100)])
    equal("one to a page", len(client().list_jobs(size=1, page=1)), 1)


def a_presigned_address_must_be_whole() -> None:
    job_id = client().run_sampling(spec(ASYMMETRIC.text), interval=0.1).job_id
    request = urllib.request.Request(
        f"{URL}/oqtopus/jobs/{job_id}", headers={"q-api-token": "emulate"}
    )
    with urllib.request.urlopen(request) as answer:
        address = json.load(answer)["job_info"]["result"]
    urllib.request.urlopen(address).close()
    refused(
        "an address without its signature",
        urllib.error.HTTPError,
        "403",
        lambda: urllib.request.urlopen(address.split("?")[0]),
    )


run(
    "oqtopus",
    [
        devices_are_listed_and_told,
        a_token_is_wanted_and_told,
        an_asymmetric_circuit_comes_back,
        a_job_needs_no_name,
        a_game_comes_back,
        a_machine_makes_faults_and_tells_what_it_ran,
        a_wrong_program_fails_later,
        a_job_is_cancelled_while_it_waits,
        jobs_are_listed,
        a_presigned_address_must_be_whole,
    ],
)
