"""AQT's own client completes jobs, and accepts what cheqqers sends."""

from __future__ import annotations

import base64
import copy
import json
import math
import os
import subprocess
import tempfile
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import jwt
from aqt_connector import ArnicaApp, ArnicaConfig, fetch_job_state
from aqt_connector._sdk_config import AuthenticationConfig
from aqt_connector.exceptions import InvalidJobIDError, JobNotFoundError
from aqt_connector.models.arnica.request_bodies.jobs import SubmitJobRequest
from aqt_connector.models.arnica.response_bodies.jobs import ResultResponse
from aqt_connector.models.arnica.response_bodies.resources import ResourceDetails
from cryptography.hazmat.primitives.asymmetric import rsa
from pydantic import ValidationError
from qiskit import QuantumCircuit, transpile
from qiskit.circuit import library as gates
from qiskit.quantum_info import Statevector
from qiskit_aqt_provider._cloud.provider import CloudProvider
from qiskit_aqt_provider._cloud.resource import CloudResource
from qiskit_aqt_provider._transformers import qiskit_to_aqt_circuit
from qiskit_aqt_provider.api_client.errors import APIError

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

ASYMMETRIC = asymmetric("")
NOISE = 0.06

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
SENT: list[dict] = []
"""Bodies of the jobs that went through here."""


def number(value: int) -> str:
    raw = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Between(BaseHTTPRequestHandler):
    """Publishes the key of the tokens, hands the rest on to the server, and notes jobs."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path != "/keys":
            self.hand_on()
            return
        public = KEY.public_key().public_numbers()
        key = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "key"}
        key |= {"n": number(public.n), "e": number(public.e)}
        self.reply(200, json.dumps({"keys": [key]}).encode())

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        SENT.append(json.loads(body))
        self.hand_on(body)

    def hand_on(self, body: bytes | None = None) -> None:
        headers = {"authorization": self.headers["authorization"]}
        answer = httpx.request(self.command, URL + self.path, headers=headers, content=body)
        self.reply(answer.status_code, answer.content)

    def reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


BETWEEN = ThreadingHTTPServer(("127.0.0.1", 0), Between)
threading.Thread(target=BETWEEN.serve_forever, daemon=True).start()
BETWEEN_URL = f"http://127.0.0.1:{BETWEEN.server_address[1]}"


def settings(url: str) -> ArnicaConfig:
    """Settings with a folder in which somebody has logged in."""
    home = Path(tempfile.mkdtemp(dir=os.environ["HOME"]))
    folder = home / ".aqt"
    folder.mkdir()
    address = f"{url}/aqt/api"
    (folder / "config").write_text(f'[default]\narnica_url = "{address}"\n')
    config = ArnicaConfig(folder)
    equal("the address", config.arnica_url, address)
    config.oidc_config = AuthenticationConfig(jwks_url=f"{BETWEEN_URL}/keys")
    now = int(time.time())
    claims = {"iss": config.oidc_config.issuer, "sub": "check", "aud": address}
    claims |= {"iat": now, "exp": now + 3600}
    token = jwt.encode(claims, KEY, algorithm="RS256", headers={"kid": "key"})
    (folder / "access_token").write_text(token)
    return config


CONFIG = settings(URL)
TOKEN = (CONFIG._app_dir / "access_token").read_text()


def resource(name: str = "ibex", config: ArnicaConfig = CONFIG) -> CloudResource:
    for workspace in CloudProvider(config).fetch_workspaces():
        if any(found.id == name for found in workspace.list_backends()):
            return workspace.get_backend(name)
    raise AssertionError(f"there is no {name}")


def get(path: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    return httpx.get(f"{URL}/aqt/api/v1/{path}", headers=headers)


def counts(circuit: QuantumCircuit, on: CloudResource) -> dict[str, int]:
    """Counts of strings with bit 0 first."""
    job = on.run(transpile(circuit, on), shots=SHOTS)
    found = job.result(timeout=60, wait=0.1).get_counts()
    return {bits.replace(" ", "")[::-1]: count for bits, count in found.items()}


def x_on_the_first() -> QuantumCircuit:
    circuit = QuantumCircuit(3)
    circuit.x(0)
    circuit.measure_all()
    return circuit


def resources_are_described() -> None:
    provider = CloudProvider(CONFIG)
    found = {
        workspace.id: [one.id for one in workspace.list_backends()]
        for workspace in provider.fetch_workspaces()
    }
    simulators = ["simulator_noise", "simulator_no_noise"]
    equal("the workspaces", found, {"emulated": ["ibex"], "simulators": simulators})
    equal("the qubits", resource().target.num_qubits, 12)
    details = ResourceDetails.model_validate_json(get("resources/ibex").text)
    told = details.characterisation
    equal("the fidelities", len(told.single_qubit_gate_fidelity), 12)
    holds("pairs are worse than single ones", 98 < told.mean_two_qubit_gate_fidelity.value < 99.5)
    simulator = ResourceDetails.model_validate_json(get("resources/simulator_noise").text)
    equal("that of a simulator", simulator.characterisation, None)


def an_asymmetric_circuit_comes_back() -> None:
    for name in ("ibex", "simulator_noise", "simulator_no_noise"):
        noise = 0.0 if name == "simulator_no_noise" else NOISE
        distributed(name, counts(x_on_the_first(), resource(name)), ASYMMETRIC, noise)


def a_batch_comes_back_in_its_order() -> None:
    on = resource()
    other = QuantumCircuit(2, 3)
    other.x(1)
    other.measure([0, 1], [2, 1])
    circuits = [transpile(one, on) for one in (x_on_the_first(), other)]
    result = on.run(circuits, shots=SHOTS, memory=True).result(timeout=60, wait=0.1)
    first = Counter(bits[::-1] for bits in result.get_memory(0))
    distributed("the first", first, ASYMMETRIC, NOISE)
    second = Counter(bits[::-1] for bits in result.get_memory(1))
    distributed("the second", second, Program("", {"010": 1.0}), NOISE)


def gates_do_what_the_client_says() -> None:
    """Circuits with phases, and gates of a pair by any angle, against Qiskit's own state."""
    for angle in (0.3, math.pi / 2, 2.0, -1.1):
        circuit = QuantumCircuit(3)
        circuit.ry(0.9, 0)
        circuit.h(1)
        circuit.rxx(angle, 0, 1)
        circuit.rz(angle, 0)
        circuit.cx(1, 2)
        circuit.p(0.7, 1)
        circuit.rxx(0.8, 2, 0)
        circuit.ry(1.2, 1)
        exact = Statevector(circuit).probabilities_dict()
        program = Program("", {bits[::-1]: share for bits, share in exact.items()})
        circuit.measure_all()
        for name, noise in (("simulator_no_noise", 0.0), ("ibex", NOISE + 0.04)):
            distributed(f"{name}, {angle}", counts(circuit, resource(name)), program, noise)


def as_qiskit(circuit: dict) -> QuantumCircuit:
    """A circuit as it is sent, in the gates that the client makes of it."""
    found = QuantumCircuit(circuit["number_of_qubits"])
    for one in circuit["quantum_circuit"]:
        match one:
            case {"operation": "RZ", "phi": phi, "qubit": qubit}:
                found.append(gates.RZGate(phi * math.pi), [qubit])
            case {"operation": "R", "theta": theta, "phi": phi, "qubit": qubit}:
                found.append(gates.RGate(theta * math.pi, phi * math.pi), [qubit])
            case {"operation": "RXX", "theta": theta, "qubits": qubits}:
                found.append(gates.RXXGate(theta * math.pi), qubits)
    return found


def what_cheqqers_sends_is_what_the_client_would() -> None:
    """Plays a game there, and reads its jobs and their results by the client's own types."""
    home = settings(BETWEEN_URL)._app_dir.parent
    record = home / "game.jsonl"
    (home / ".aqt/access_token").write_text(TOKEN)
    arguments = ["play", "--white", "random", "--black", "random", "--seed", "6", "--yes"]
    arguments += ["--backend", "aqt:emulated/ibex", "--record", str(record)]
    environment = {
        **os.environ,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "CHEQQERS_PACE": "0.02",
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
    jobs = {job["marker"]: job for entry in measured for job in entry.get("jobs", [])}
    holds("jobs were sent", len(jobs) > 2)
    equal("their labels", {body["label"] for body in SENT}, set(jobs))
    for body in SENT:
        request = SubmitJobRequest.model_validate(body)
        # As the client would write it, nothing is lost and nothing is added.
        equal("the body", request.model_dump(mode="json"), body)
        told = jobs[body["label"]]
        (circuit,) = body["payload"]["circuits"]
        equal("the shots", circuit["repetitions"], told["asked"])
        sent = {key: value for key, value in circuit.items() if key != "repetitions"}
        program = json.loads(told["program"])
        equal("the program", program["circuits"], [sent])
        equal("the qubits", program["measured"], told["placement"])
        result = ResultResponse.model_validate_json(get(f"result/{told['job']}").text)
        equal("the label", result.job.label, body["label"])
        # The client writes the same operations for the circuit that Qiskit makes of them.
        qiskit = as_qiskit(circuit)
        exact = Statevector(qiskit).probabilities_dict()
        qiskit.measure_all()
        again = qiskit_to_aqt_circuit(qiskit).model_dump(mode="json")
        for one, other in zip(again, circuit["quantum_circuit"], strict=True):
            equal("the fields", set(one), set(other))
            for key, value in one.items():
                same = math.isclose(value, other[key]) if isinstance(value, float) else value == other[key]
                holds(f"{key} of {one} is that of {other}", same)
        shots = Counter("".join(map(str, shot)) for shot in result.response.result[0])
        expected = Program("", {bits[::-1]: share for bits, share in exact.items()})
        distributed("the shots", shots, expected, 0.15)


def what_the_types_refuse_is_refused() -> None:
    operations = [
        {"operation": "R", "qubit": 0, "theta": 0.5, "phi": 0.0},
        {"operation": "RXX", "qubits": [0, 1], "theta": 0.5},
        {"operation": "RZ", "qubit": 0, "phi": -7.5},
        {"operation": "MEASURE"},
    ]
    circuit = {"repetitions": 1, "quantum_circuit": operations, "number_of_qubits": 2}
    good = {"job_type": "quantum_circuit", "label": None, "payload": {"circuits": [circuit]}}

    def answers(body: dict) -> tuple[bool, bool]:
        try:
            SubmitJobRequest.model_validate(body)
            accepted = True
        except (ValidationError, TypeError):
            accepted = False
        headers = {"Authorization": f"Bearer {TOKEN}"}
        address = f"{URL}/aqt/api/v1/submit/emulated/ibex"
        status = httpx.post(address, headers=headers, json=body).status_code
        holds(f"{status} is one of both", status in (200, 422))
        return accepted, status == 200

    equal("a good body", answers(good), (True, True))
    for place, value, accepted in (
        (("payload", "circuits", 0, "repetitions"), 2000, True),
        (("payload", "circuits", 0, "repetitions"), 2001, False),
        (("payload", "circuits", 0, "repetitions"), 0, False),
        (("payload", "circuits", 0, "number_of_qubits"), 3, True),
        (("payload", "circuits", 0, "number_of_qubits"), 1, False),
        (("payload", "circuits", 0, "number_of_qubits"), 32, False),
        (("payload", "circuits", 0, "quantum_circuit"), operations[:3], False),
        (("payload", "circuits", 0, "quantum_circuit"), operations[3:], True),
        (("payload", "circuits", 0, "quantum_circuit"), operations[3:] * 2, False),
        (("payload", "circuits", 0, "quantum_circuit"), [operations[0]] * 1999 + operations[3:], True),
        (("payload", "circuits", 0, "quantum_circuit"), [operations[0]] * 2000 + operations[3:], False),
        (("payload", "circuits", 0, "quantum_circuit", 0, "theta"), 1.0, True),
        (("payload", "circuits", 0, "quantum_circuit", 0, "theta"), 1.01, False),
        (("payload", "circuits", 0, "quantum_circuit", 0, "phi"), 2.0, True),
        (("payload", "circuits", 0, "quantum_circuit", 0, "phi"), -0.5, False),
        (("payload", "circuits", 0, "quantum_circuit", 0, "more"), 1, False),
        (("payload", "circuits", 0, "quantum_circuit", 1, "theta"), 0.51, False),
        (("payload", "circuits", 0, "quantum_circuit", 1, "qubits"), [0], False),
        (("payload", "circuits", 0, "quantum_circuit", 2, "operation"), "H", False),
        (("payload", "circuits"), [circuit] * 50, True),
        (("payload", "circuits"), [circuit] * 51, False),
        (("payload", "circuits"), [], False),
        (("label",), 1, False),
        (("job_type",), "other", False),
    ):
        body = copy.deepcopy(good)
        holder = body
        for key in place[:-1]:
            holder = holder[key]
        holder[place[-1]] = value
        equal(f"{place} as {str(value)[:60]}", answers(body), (accepted, accepted))


def a_wrong_request_is_refused() -> None:
    bad = httpx.get(f"{URL}/aqt/api/v1/workspaces", headers={"Authorization": "Bearer bad"})
    equal("a bad token", (bad.status_code, bad.json()["detail"]), (401, "Unauthorized"))
    with ArnicaApp(CONFIG) as app:
        refused("no job", JobNotFoundError, "", lambda: fetch_job_state(app, uuid4()))
        refused("no id", InvalidJobIDError, "", lambda: fetch_job_state(app, "7"))
    on = resource()
    on.workspace_id = "simulators"
    circuit = transpile(x_on_the_first(), on)
    refused("another workspace", APIError, "no such resource", lambda: on.run(circuit, shots=1))


def a_job_is_cancelled() -> None:
    """The client has no call for it, but reads the state that comes of it."""
    config = settings(SLOW_URL)
    on = resource(config=config)
    job = on.run(transpile(x_on_the_first(), on), shots=1)
    with ArnicaApp(config) as app:
        state = lambda: fetch_job_state(app, UUID(job.job_id())).status.value
        equal("the state", state(), "queued")
        token = (config._app_dir / "access_token").read_text()
        address = f"{SLOW_URL}/aqt/api/v1/jobs/{job.job_id()}"
        cancel = lambda: httpx.delete(address, headers={"Authorization": f"Bearer {token}"})
        equal("the answer", cancel().status_code, 204)
        eventually("the job", state, "cancelled")
        equal("the answer then", cancel().status_code, 208)
    equal("the client's own state", job.status().name, "CANCELLED")


run(
    "aqt",
    [
        resources_are_described,
        an_asymmetric_circuit_comes_back,
        a_batch_comes_back_in_its_order,
        gates_do_what_the_client_says,
        what_cheqqers_sends_is_what_the_client_would,
        what_the_types_refuse_is_refused,
        a_wrong_request_is_refused,
        a_job_is_cancelled,
    ],
)
