"""Amazon Braket's own client completes tasks, the results of which lie in object storage."""

from __future__ import annotations

import logging
import os
import subprocess
from collections import Counter
from datetime import timedelta
from unittest.mock import patch
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

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

os.environ |= {
    "AWS_ENDPOINT_URL_BRAKET": f"{URL}/braket",
    "AWS_ENDPOINT_URL_S3": f"{URL}/s3",
    "AWS_ACCESS_KEY_ID": "emulate",
    "AWS_SECRET_ACCESS_KEY": "emulate",
    "AWS_REGION": "us-east-1",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_MAX_ATTEMPTS": "1",
    "AMZN_BRAKET_OUT_S3_BUCKET": "amazon-braket-us-east-1-emulate",
}

import boto3
import botocore.auth
from botocore.config import Config
from botocore.exceptions import ClientError
from braket.aws import AwsDevice, AwsQuantumTask, AwsSession
from braket.circuits import Circuit
from braket.ir.openqasm import Program as Source
from braket.program_sets import ProgramSet

SIMULATOR = "arn:aws:braket:::device/quantum-simulator/amazon/sv1"
MACHINE = "arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet"
PROBABILITIES_ONLY = "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1"
RUN = uuid4()
"""Makes the tokens others each time."""
BUCKET = os.environ["AMZN_BRAKET_OUT_S3_BUCKET"]
ASYMMETRIC = asymmetric(
    "OPENQASM 3.0;\nqubit[3] q;\nbit[3] b;\nx q[0];\nb[0] = measure q[0];\n"
    "b[1] = measure q[1];\nb[2] = measure q[2];\n"
)
CROSSED = asymmetric(
    "OPENQASM 3.0;\nqubit[3] q;\nbit[3] b;\nx q[2];\ni q[0];\ni q[1];\nb[0] = measure q[2];\n"
    "b[1] = measure q[0];\nb[2] = measure q[1];\n"
)
NOISE = 0.15

logging.getLogger("braket").setLevel(logging.CRITICAL)


def submitted(text: str, arn: str = SIMULATOR, shots: int = SHOTS) -> AwsQuantumTask:
    return AwsDevice(arn).run(Source(source=text), shots=shots, poll_interval_seconds=0.1)


def slow() -> AwsSession:
    client = boto3.client("braket", endpoint_url=f"{SLOW_URL}/braket")
    return AwsSession(braket_client=client)


def known(task: AwsQuantumTask) -> str:
    try:
        task.state()
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceNotFoundException":
            raise
        return "unknown"
    return "known"


def creation(text: str, token: str, **changes: object) -> dict[str, object]:
    return {
        "clientToken": f"{token}-{RUN}",
        "deviceArn": SIMULATOR,
        "shots": SHOTS,
        "outputS3Bucket": BUCKET,
        "outputS3KeyPrefix": "tasks",
        "action": Source(source=text).json(),
        **changes,
    }


def devices_are_found_with_what_they_can_do() -> None:
    devices = {device.arn: device for device in AwsDevice.get_devices()}
    equal("the devices", set(devices), {SIMULATOR, MACHINE, PROBABILITIES_ONLY})
    for arn, device in devices.items():
        holds(f"{arn} is available", device.is_available)
        action = device.properties.action["braket.ir.openqasm.program"]
        holds(
            "gates are told", {"cnot", "h", "x"} <= {g.lower() for g in action.supportedOperations}
        )
        equal("registers of bits", action.maximumClassicalArrays or 1, 1)
        holds("queues are told", device.queue_depth().quantum_tasks)
    machine = devices[MACHINE]
    equal("its qubits", len(machine.topology_graph.nodes), machine.properties.paradigm.qubitCount)
    refused("no device", ValueError, "not found", lambda: AwsDevice(f"{SIMULATOR}0"))


def an_asymmetric_circuit_comes_back() -> None:
    for program in (ASYMMETRIC, CROSSED):
        result = submitted(program.text).result()
        equal("the counts", result.measurement_counts, Counter({"100": SHOTS}))
        equal("the columns", result.measurements.tolist(), [[1, 0, 0]] * SHOTS)
    equal("the measured qubits", list(result.measured_qubits), [2, 0, 1])


def probabilities_alone_come_back_in_order() -> None:
    result = submitted(ASYMMETRIC.text, PROBABILITIES_ONLY).result()
    holds("they come from the device", result.measurement_probabilities_copied_from_device)
    distributed("the device", result.measurement_probabilities, ASYMMETRIC, NOISE)


def a_game_comes_back() -> None:
    program = game("--format", "braket")
    task = submitted(program.text)
    distributed("the simulator", task.result().measurement_counts, program)
    equal("the state", task.state(), "COMPLETED")
    equal("the shots", task.metadata()["numSuccessfulShots"], SHOTS)
    equal("the place in the queue", task.queue_position().queue_position, None)


def a_machine_makes_faults() -> None:
    program = game("--format", "braket")
    counts = submitted(program.text, MACHINE).result().measurement_counts
    distributed("the machine", counts, program, NOISE)


def a_set_of_programs_is_one_task() -> None:
    one = "OPENQASM 3.0;\nqubit[1] q;\nbit[1] b;\nx q[0];\nb[0] = measure q[0];\n"
    texts = [ASYMMETRIC.text, CROSSED.text.replace("x q[2];\ni q[0]", "x q[0];\ni q[2]"), one]
    right = ["100", "010", "1"]
    for arn in (MACHINE, PROBABILITIES_ONLY):
        device = AwsDevice(arn)
        limits = device.properties.action["braket.ir.openqasm.program_set"]
        equal("executables", limits.maximumExecutables, 100)
        programs = ProgramSet(texts, shots_per_executable=SHOTS)
        task = device.run(programs, poll_interval_seconds=0.1)
        result = task.result()
        equal("the programs", len(result), 3)
        for number, bits in enumerate(right):
            [entry] = result[number]
            equal("the width", entry.measurements.shape, (SHOTS, len(bits)))
            equal("the text", entry.program, texts[number])
            equal("what comes most", entry.counts.most_common(1)[0][0], bits)
        metadata = task.metadata()
        equal("all shots", metadata["shots"], 3 * SHOTS)
        equal("executables", metadata["actionMetadata"]["executableCount"], 3)
        equal("done", result.task_metadata.successfulShots, 3 * SHOTS)
    holds(
        "simulators take none",
        "braket.ir.openqasm.program_set" not in AwsDevice(SIMULATOR).properties.action,
    )
    bell = ProgramSet([Circuit().x(0).measure(0), Circuit().i(0).measure(0)])
    result = AwsDevice(MACHINE).run(bell, shots=2 * SHOTS, poll_interval_seconds=0.1).result()
    equal("X first", [entry[0].counts.most_common(1)[0][0] for entry in result], ["1", "0"])
    refused(
        "shots that are not shared evenly",
        ClientError,
        "ValidationException",
        lambda: AwsSession().create_quantum_task(
            **creation("", "uneven", deviceArn=MACHINE, shots=7, action=programs.to_ir().json())
        ),
    )


def a_set_of_ours_is_read_by_the_client() -> None:
    command = [os.environ["CHEQQERS"], "backends", "check", "braket:qpu/iqm/Garnet", "--yes"]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    holds(f"the check was made: {done.stderr}", "bits come in the order" in done.stdout)
    filters = [{"name": "deviceArn", "operator": "EQUAL", "values": [MACHINE]}]
    tasks = boto3.client("braket").search_quantum_tasks(filters=filters)["quantumTasks"]
    of_ours = [AwsQuantumTask(task["quantumTaskArn"]) for task in tasks if task["tags"]]
    kinds = [task.metadata()["actionMetadata"] for task in of_ours]
    equal("the programs of tasks", [kind.get("programCount", 1) for kind in kinds], [1, 1, 3])
    # Programs come back as they were sent, and the client checks them against its schemas.
    result = of_ours[-1].result()
    found = [program[0].counts.most_common(1)[0][0] for program in result]
    equal("what comes most", found, ["1100", "1010", "0101"])
    equal("the texts", {type(program) for program in result.programs}, {Source})


def a_token_makes_one_task() -> None:
    session = AwsSession()
    first = session.create_quantum_task(**creation(ASYMMETRIC.text, "the same"))
    equal("the second", session.create_quantum_task(**creation(ASYMMETRIC.text, "the same")), first)
    holds(
        "others differ",
        session.create_quantum_task(**creation(ASYMMETRIC.text, "another")) != first,
    )
    refused(
        "the token for another task",
        ClientError,
        "ConflictException",
        lambda: session.create_quantum_task(**creation(CROSSED.text, "the same")),
    )


def what_can_not_run_is_refused_or_fails() -> None:
    session = AwsSession()
    wrong = {
        "included": 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[1] q;\nx q[0];\n',
        "undefined": "OPENQASM 3.0;\nqubit[2] q;\nbit[2] b;\ncx q[0], q[1];\nb = measure q;\n",
        "two registers": "OPENQASM 3.0;\nqubit[2] q;\nbit[1] a;\nbit[1] b;\nx q[0];\n"
        "a[0] = measure q[0];\nb[0] = measure q[1];\n",
    }
    for name, text in wrong.items():
        refused(
            name,
            ClientError,
            "ValidationException",
            lambda text=text, name=name: session.create_quantum_task(**creation(text, name)),
        )
    refused(
        "too many shots",
        ClientError,
        "ValidationException",
        lambda: session.create_quantum_task(**creation(ASYMMETRIC.text, "many", shots=10**9)),
    )
    refused(
        "an unknown device",
        ClientError,
        "ResourceNotFoundException",
        lambda: session.create_quantum_task(
            **creation(ASYMMETRIC.text, "nowhere", deviceArn=f"{SIMULATOR}0")
        ),
    )


def a_task_is_cancelled_and_only_once() -> None:
    session = slow()
    task = AwsQuantumTask(
        session.create_quantum_task(**creation(ASYMMETRIC.text, "cancelled")), session
    )
    # A task is not known at once. The client asks three times, at times of its own choosing: all
    # may be too early.
    eventually("the task", lambda: known(task), "known")
    holds("it waits", task.state() in ("CREATED", "QUEUED"))
    holds("it has a place", task.queue_position().queue_position is not None)
    task.cancel()
    eventually("the task", task.state, "CANCELLED")
    refused("a second cancel", ClientError, "ConflictException", task.cancel)
    equal("the result", task.result(), None)


def tasks_are_searched() -> None:
    task = submitted(ASYMMETRIC.text)
    task.result()
    client = boto3.client("braket")
    filters = [{"name": "quantumTaskArn", "operator": "EQUAL", "values": [task.id]}]
    found = client.search_quantum_tasks(filters=filters)["quantumTasks"]
    equal("what is found", [entry["quantumTaskArn"] for entry in found], [task.id])
    equal("its state", found[0]["status"], "COMPLETED")
    filters = [{"name": "status", "operator": "EQUAL", "values": ["FAILED"]}]
    arns = [
        entry["quantumTaskArn"]
        for entry in client.search_quantum_tasks(filters=filters)["quantumTasks"]
    ]
    holds("others are left out", task.id not in arns)


def a_wrong_key_is_refused() -> None:
    wrong = boto3.client("braket", aws_secret_access_key="wrong", aws_access_key_id="emulate")
    refused(
        "a wrong signature",
        ClientError,
        "InvalidSignatureException",
        lambda: wrong.get_device(deviceArn=SIMULATOR),
    )
    wrong = boto3.client("s3", aws_secret_access_key="wrong", aws_access_key_id="emulate")
    refused(
        "a wrong signature",
        ClientError,
        "SignatureDoesNotMatch",
        lambda: wrong.get_object(Bucket=BUCKET, Key="tasks/a"),
    )


def objects_are_kept() -> None:
    storage = boto3.client("s3")
    storage.put_object(Bucket=BUCKET, Key="a b/ü+c", Body=b"bytes", ContentType="text/plain")
    found = storage.get_object(Bucket=BUCKET, Key="a b/ü+c")
    equal("the object", found["Body"].read(), b"bytes")
    equal("its type", found["ContentType"], "text/plain")
    equal("its size", storage.head_object(Bucket=BUCKET, Key="a b/ü+c")["ContentLength"], 5)
    refused(
        "no object",
        ClientError,
        "NoSuchKey",
        lambda: storage.get_object(Bucket=BUCKET, Key="nothing"),
    )
    refused("no object", ClientError, "404", lambda: storage.head_object(Bucket=BUCKET, Key="no"))


def presigned_addresses_work_and_expire() -> None:
    # Without being told the client signs addresses as before version 4.
    storage = boto3.client("s3", config=Config(signature_version="s3v4"))
    place = {"Bucket": BUCKET, "Key": "signed"}
    put = storage.generate_presigned_url("put_object", Params=place, ExpiresIn=60)
    urlopen(Request(put, b"bytes", method="PUT")).close()
    get = storage.generate_presigned_url("get_object", Params=place, ExpiresIn=60)
    with urlopen(get) as answer:
        equal("the object", answer.read(), b"bytes")
    longer = get.replace("X-Amz-Expires=60", "X-Amz-Expires=61")
    refused("a changed address", HTTPError, "403", lambda: urlopen(longer))
    refused("an address of another kind", HTTPError, "403", lambda: urlopen(put))
    now = botocore.auth.get_current_datetime

    def signed(seconds_ago: float) -> str:
        past = lambda: now() - timedelta(seconds=seconds_ago)
        with patch.object(botocore.auth, "get_current_datetime", past):
            return storage.generate_presigned_url("get_object", Params=place, ExpiresIn=60)

    urlopen(signed(30)).close()
    refused("an address that has expired", HTTPError, "403", lambda: urlopen(signed(90)))


run(
    "braket",
    [
        devices_are_found_with_what_they_can_do,
        an_asymmetric_circuit_comes_back,
        probabilities_alone_come_back_in_order,
        a_game_comes_back,
        a_machine_makes_faults,
        a_set_of_programs_is_one_task,
        a_set_of_ours_is_read_by_the_client,
        a_token_makes_one_task,
        what_can_not_run_is_refused_or_fails,
        a_task_is_cancelled_and_only_once,
        tasks_are_searched,
        a_wrong_key_is_refused,
        objects_are_kept,
        presigned_addresses_work_and_expire,
    ],
)
