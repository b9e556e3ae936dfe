"""Requests to qBraid, and answers as its documentation has them, are those sent here and those emulated.

The library below qBraid's own client, qbraid-core, may be used by qBraid's customers alone, so it is not
installed: schemas of the documentation judge the bodies, and pyqasm, the reader of OpenQASM by which that
client checks and writes programs, judges the programs.
"""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pyqasm
from jsonschema import Draft202012Validator

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

# What it refuses is told by its exceptions.
logging.getLogger("pyqasm").setLevel(logging.CRITICAL)

HEADER = 'OPENQASM 3.0;\ninclude "stdgates.inc";\n'
ASYMMETRIC = asymmetric(HEADER + "qubit[3] q;\nbit[3] c;\nx q[0];\nc = measure q;\n")
FORTH_AND_BACK = asymmetric(
    HEADER + "qubit[3] q;\nbit[3] c;\nx q[2];\nc[2] = measure q[0];\nc[1] = measure q[1];\n"
    "c[0] = measure q[2];\n"
)
SIMULATOR = "qbraid:qbraid:sim:qir-sv"
BRAKET = "aws:iqm:qpu:garnet"
MACHINE = "rigetti:rigetti:qpu:cepheus-1-108q"
NOISE = 0.15

PROGRAM = {
    "type": "object",
    "properties": {"format": {"enum": ["qasm2", "qasm3"]}, "data": {"type": "string"}},
    "required": ["format", "data"],
    "additionalProperties": False,
}
JOB_REQUEST = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "shots": {"type": "integer", "minimum": 1},
        "deviceQrn": {"type": "string", "minLength": 1},
        "tags": {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}},
        "runtimeOptions": {"type": "object"},
        "program": PROGRAM,
    },
    "required": ["shots", "deviceQrn", "program"],
    "additionalProperties": False,
}
TIMES = {
    "type": "object",
    "properties": {
        "createdAt": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT.*Z$"},
        "endedAt": {"type": ["string", "null"]},
        "executionDuration": {"type": ["integer", "null"], "minimum": 0},
    },
    "required": ["createdAt", "endedAt", "executionDuration"],
}
STATUSES = ["INITIALIZING", "QUEUED", "VALIDATING", "RUNNING", "CANCELLING", "CANCELLED"]
JOB = {
    "type": "object",
    "properties": {
        "jobQrn": {"type": "string"},
        "vendor": {"type": "string"},
        "provider": {"type": "string"},
        "status": {"enum": [*STATUSES, "COMPLETED", "FAILED", "UNKNOWN", "HOLD"]},
        "statusMsg": {"type": ["string", "null"]},
        "experimentType": {"enum": ["gate_model", "analog", "annealing", "other"]},
        "queuePosition": {"type": ["integer", "null"], "minimum": 0},
        "timeStamps": TIMES,
        "cost": {"type": ["number", "null"]},
        "estimatedCost": {"type": "number", "minimum": 0},
        "metadata": {"type": "object"},
        "tags": {"type": "object"},
        "shots": {"type": "integer"},
        "deviceQrn": {"type": "string"},
        "numCircuits": {"type": "integer", "minimum": 1},
    },
}
JOB["required"] = list(JOB["properties"])
PRICE = {"type": "number", "minimum": 0}
DEVICE = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "qrn": {"type": "string", "pattern": "^[^:]+:[^:]+:(qpu|sim):[^:]+$"},
        "vendor": {"type": "string"},
        "deviceType": {"enum": ["SIMULATOR", "QPU"]},
        "runInputTypes": {"type": "array", "items": {"type": "string"}},
        "status": {"enum": ["ONLINE", "UNAVAILABLE", "OFFLINE", "RETIRED"]},
        "queueDepth": {"type": ["integer", "null"]},
        "numberQubits": {"type": ["integer", "null"]},
        "paradigm": {"enum": ["gate_model", "analog", "annealing", "other"]},
        "pricingModel": {"type": ["string", "null"]},
        "pricing": {
            "type": ["object", "null"],
            "properties": {"perTask": PRICE, "perShot": PRICE, "perMinute": PRICE},
            "required": ["perTask", "perShot", "perMinute"],
        },
        "directAccess": {"type": "boolean"},
    },
}
DEVICE["required"] = list(DEVICE["properties"])
RESULT = {
    "type": "object",
    "properties": {
        "status": {"const": "COMPLETED"},
        "cost": {"type": "string"},
        "timeStamps": TIMES,
        "resultData": {
            "type": "object",
            "properties": {
                "measurementCounts": {
                    "type": "object",
                    "patternProperties": {"^[01]+$": {"type": "integer"}},
                    "additionalProperties": False,
                }
            },
            "required": ["measurementCounts"],
        },
    },
    "required": ["status", "cost", "timeStamps", "resultData"],
}
ESTIMATE = {
    "type": "object",
    "properties": {"pricingAvailable": {"type": "boolean"}, "deviceQrn": {"type": "string"}},
    "required": ["pricingAvailable", "deviceQrn"],
    "if": {"properties": {"pricingAvailable": {"const": True}}},
    "then": {"properties": {"estimatedCost": PRICE}, "required": ["estimatedCost", "shots"]},
    "else": {"required": ["reason"]},
}


def fits(what: str, value: object, schema: Mapping[str, object]) -> None:
    errors = [error.message for error in Draft202012Validator(schema).iter_errors(value)]
    equal(f"what is wrong with {what}", errors, [])


def asked(
    path: str, body: object = None, method: str | None = None, url: str = URL, key: str = "any"
) -> object:
    """The data in an answer; a refusal has the code and the message that the service's client reads."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/qbraid/api/v1/{path}", data, method=method)
    request.add_header("X-API-Key", key)
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request) as answer:
            envelope = json.load(answer)
    except urllib.error.HTTPError as error:
        envelope = json.load(error)
        equal("a refusal", (envelope["success"], bool(envelope["message"])), (False, True))
        raise RuntimeError(f"{error.code} {envelope['error']['code']}") from error
    equal("an answer", envelope["success"], True)
    return envelope["data"]


def body(text: str, device: str = SIMULATOR, **more: object) -> dict:
    program = {"format": "qasm3", "data": text}
    request = {"name": "check", "shots": SHOTS, "deviceQrn": device, "program": program}
    return {**request, "tags": {}, "runtimeOptions": {}, **more}


def finished(request: dict) -> dict:
    """A job once it has ended."""
    fits("a request", request, JOB_REQUEST)
    name = asked("jobs", request)["jobQrn"]
    ended = ("COMPLETED", "FAILED")
    states = lambda: "ended" if asked(f"jobs/{name}")["status"] in ended else "open"  # noqa: E731
    eventually("the job", states, "ended")
    job = asked(f"jobs/{name}")
    fits("a job", job, JOB)
    return job


def counts(request: dict) -> dict[str, int]:
    """Counts of a job, bit 0 last, as the service has it."""
    job = finished(request)
    equal("the state", job["status"], "COMPLETED")
    result = asked(f"jobs/{job['jobQrn']}/result")
    fits("a result", result, RESULT)
    return result["resultData"]["measurementCounts"]


def mirrored(found: Mapping[str, int]) -> dict[str, int]:
    return {bits[::-1]: number for bits, number in found.items()}


def read(text: str) -> pyqasm.QasmModule:
    """A program as qBraid's client reads and checks it."""
    module = pyqasm.loads(text)
    module.validate()
    return module


def sent(device: str, text: str) -> dict:
    """The body by which the command would send a circuit to a device."""
    with TemporaryDirectory() as home:
        circuit = Path(home) / "circuit.qasm"
        circuit.write_text(text)
        variables = {
            "HOME": home,
            "XDG_DATA_HOME": home,
            "XDG_CONFIG_HOME": home,
            "QBRAID_API_KEY": "any",
            "QBRAID_API_URL": f"{URL}/qbraid/api/v1",
        }
        backend = ["--backend", f"qbraid:{device}", "--shots", str(SHOTS), "--dry-run"]
        done = subprocess.run(
            [os.environ["CHEQQERS"], "simulate", str(circuit), *backend],
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, **variables},
        )
    holds(f"the dry run ends well: {done.stderr}", done.returncode == 0)
    place = re.search(r"^\s*\{", done.stdout, re.M).end() - 1
    return json.JSONDecoder().raw_decode(done.stdout, place)[0]


def what_is_sent_fits_the_documentation_and_is_read_by_its_reader() -> None:
    for program in (ASYMMETRIC, game("--format", "qasm3")):
        for device in (SIMULATOR, BRAKET, MACHINE):
            request = sent(device, program.text)
            fits("a request", request, JOB_REQUEST)
            equal("the device and shots", (request["deviceQrn"], request["shots"]), (device, SHOTS))
            module = read(request["program"]["data"])
            holds("it measures", module.has_measurements())
            # What the client would write of it is run as well.
            again = body(pyqasm.dumps(module), device, tags=request["tags"])
            holds("it has an answer", counts(again))


def every_order_of_bits_is_told_apart() -> None:
    for program in (ASYMMETRIC, FORTH_AND_BACK):
        equal("the counts", counts(body(program.text)), {"001": SHOTS})


def a_game_comes_back_from_each_vendor() -> None:
    plain, braket = game("--format", "qasm3"), game("--format", "braket")
    cases: list[tuple[str, Program, float]] = [
        (SIMULATOR, plain, 0.0),
        (MACHINE, plain, NOISE),
        (BRAKET, plain, NOISE),
        (BRAKET, braket, NOISE),
    ]
    for device, program, noise in cases:
        for text in (program.text, pyqasm.dumps(read(program.text))):
            distributed(device, mirrored(counts(body(text, device))), program, noise)


def devices_and_prices_are_told() -> None:
    devices = {device["qrn"]: device for device in asked("devices?retired=false")}
    for device in devices.values():
        fits("a device", device, DEVICE)
        equal("the device", asked(f"devices/{device['qrn']}"), device)
        query = urllib.parse.urlencode({"deviceQrn": device["qrn"], "shots": 100})
        fits("an estimate", asked(f"jobs/cost-estimate?{query}"), ESTIMATE)
    holds("the usual are there", {SIMULATOR, BRAKET, MACHINE} <= set(devices))
    job = finished(body(ASYMMETRIC.text, BRAKET))
    equal("the price", job["cost"], 30 + 0.145 * SHOTS)
    refused("an unknown device", RuntimeError, "404 NOT_FOUND", lambda: asked("devices/nowhere"))


def a_key_is_wanted() -> None:
    holds("the owner is told", asked("users/verify")["organizationUserId"])
    refused("a bad key", RuntimeError, "401", lambda: asked("users/verify", key="bad"))


def a_wrong_program_fails_later_and_is_read_by_nobody() -> None:
    text = HEADER + "qubit[1] q;\nbit[1] c;\nfoo q[0];\nc[0] = measure q[0];\n"
    refused("the program", Exception, "foo", lambda: read(text))
    job = finished(body(text))
    equal("the state and the price", (job["status"], job["cost"]), ("FAILED", 0))
    holds("the message names the gate", "foo" in job["statusMsg"])
    path = f"jobs/{job['jobQrn']}/result"
    refused("its result", RuntimeError, "409", lambda: asked(path))


def jobs_are_found_by_their_tag() -> None:
    name = finished(body(ASYMMETRIC.text, tags={"cheqqers": "mark"}))["jobQrn"]
    finished(body(ASYMMETRIC.text, tags={"cheqqers": "other"}))
    query = urllib.parse.urlencode({"tags": '{"cheqqers":"mark"}', "limit": 100, "page": 1})
    listed = asked(f"jobs?statusGroup=all&{query}")
    equal("the jobs", [job["jobQrn"] for job in listed], [name])


def a_job_is_cancelled_while_it_waits() -> None:
    name = asked("jobs", body(ASYMMETRIC.text), url=SLOW_URL)["jobQrn"]
    state = lambda: asked(f"jobs/{name}", url=SLOW_URL)["status"]  # noqa: E731
    eventually("the job", state, "QUEUED")
    told = asked(f"jobs/{name}/cancel", method="POST", url=SLOW_URL)
    equal("the answer", (told["jobQrn"], told["status"]), (name, "CANCELLING"))
    eventually("the job", state, "CANCELLED")
    again = lambda: asked(f"jobs/{name}/cancel", method="POST", url=SLOW_URL)  # noqa: E731
    refused("a late cancel", RuntimeError, "400", again)


run(
    "qbraid",
    [
        what_is_sent_fits_the_documentation_and_is_read_by_its_reader,
        every_order_of_bits_is_told_apart,
        a_game_comes_back_from_each_vendor,
        devices_and_prices_are_told,
        a_key_is_wanted,
        a_wrong_program_fails_later_and_is_read_by_nobody,
        jobs_are_found_by_their_tag,
        a_job_is_cancelled_while_it_waits,
    ],
)
