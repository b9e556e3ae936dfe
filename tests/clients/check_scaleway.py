"""Scaleway's own clients complete jobs, and accept what cheqqers sends."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections import Counter
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import uuid4

import httpx
from qio.core import (
    QuantumComputationModel,
    QuantumComputationParameters,
    QuantumProgram,
    QuantumProgramCompressionFormat,
    QuantumProgramResult,
    QuantumProgramSerializationFormat,
)
from qio.utils.compression import zlib_to_str
from qiskit import QuantumCircuit, transpile
from qiskit.providers import JobError
from qiskit.quantum_info import Statevector
from qiskit_scaleway import ScalewayProvider
from scaleway_qaas_client.v1alpha1 import QaaSClient
from scaleway_qaas_client.v1alpha1.quantum_as_a_service_api_client.models import (
    CreateJobBody,
    CreateModelBody,
    CreateSessionBody,
)

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

# All that the clients need of Python 3.12, which they ask for.
if not hasattr(HTTPStatus, "is_client_error"):
    HTTPStatus.is_client_error = property(lambda status: 400 <= status < 500)
    HTTPStatus.is_server_error = property(lambda status: 500 <= status < 600)

KEY = "key"
PROJECT = str(uuid4())
ASYMMETRIC = asymmetric("")
NOISE = 0.06
MACHINES = ("QPU-GARNET-20PQ", "QPU-IBEX-12PQ")
SIMULATORS = ("EMU-AER-16C-128M", "EMU-IBEX-12PQ-L4")

SENT: list[tuple[str, dict]] = []
"""Path and body of every POST that went through here."""


class Between(BaseHTTPRequestHandler):
    """Hands requests on to the server, and notes those that send something."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.hand_on()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        SENT.append((self.path.removeprefix("/scaleway/qaas/v1alpha1/"), json.loads(body)))
        self.hand_on(body)

    def hand_on(self, body: bytes | None = None) -> None:
        headers = {"x-auth-token": self.headers["x-auth-token"] or ""}
        answer = httpx.request(self.command, URL + self.path, headers=headers, content=body)
        self.send_response(answer.status_code)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, *_: object) -> None:
        pass


BETWEEN = ThreadingHTTPServer(("127.0.0.1", 0), Between)
threading.Thread(target=BETWEEN.serve_forever, daemon=True).start()
BETWEEN_URL = f"http://127.0.0.1:{BETWEEN.server_address[1]}"


def client(url: str = URL, key: str = KEY) -> QaaSClient:
    return QaaSClient(project_id=PROJECT, secret_key=key, url=f"{url}/scaleway")


CLIENT = client()
PROVIDER = ScalewayProvider(project_id=PROJECT, secret_key=KEY, url=f"{URL}/scaleway")


def platform(name: str):
    (found,) = CLIENT.list_platforms(name=name)
    return found


def x_on_the_first(name: str = "") -> QuantumCircuit:
    """The circuit, in the native gates of a platform that has no others."""
    circuit = QuantumCircuit(3, 3)
    circuit.x(0)
    circuit.measure(range(3), range(3))
    return transpile(circuit, basis_gates=["rz", "r", "rxx"]) if "IBEX" in name else circuit


def packed(*programs: QuantumProgram) -> str:
    return QuantumComputationModel(programs=list(programs)).to_json_str()


def submitted(session: str, payload: str, shots: int = SHOTS, through: QaaSClient = CLIENT):
    parameters = QuantumComputationParameters(shots=shots, options={"memory": True})
    model = through.create_model(payload=payload)
    return through.create_job(
        session_id=session, model_id=model.id, parameters=parameters.to_json_str()
    )


def ended(job: str, status: str = "completed"):
    eventually(f"job {job}", lambda: str(CLIENT.get_job(job).status), status)
    return CLIENT.get_job(job)


def texts(job: str) -> list[str]:
    """Results of a job, wherever they are."""
    results = CLIENT.list_job_results(job)
    return [one.result or httpx.get(one.url).raise_for_status().text for one in results]


def counts(text: str) -> dict[str, int]:
    """Counts of strings with bit 0 first."""
    found = QuantumProgramResult.from_json_str(text).to_qiskit_result(
        backend_name="", backend_version="", job_id="", qobj_id="", success=True
    )
    return {bits.replace(" ", "")[::-1]: count for bits, count in found.get_counts().items()}


def platforms_are_described() -> None:
    found = {one.name: one for one in CLIENT.list_platforms()}
    equal("the platforms", set(found), {*MACHINES, *SIMULATORS, "QPU-ASCELLA-6PQ"})
    for name, one in found.items():
        equal("the same by its id", CLIENT.get_platform(one.id).to_dict(), one.to_dict())
        equal("what is unknown", one.additional_properties, {})
        equal(f"the kind of {name}", one.type_, "qpu" if name.startswith("QPU") else "simulator")
        equal(f"the state of {name}", one.availability, "available")
    garnet = found["QPU-GARNET-20PQ"]
    equal("the currency", garnet.price_per_shot.currency_code, "EUR")
    equal("the price of a shot", garnet.price_per_shot.nanos, 1_200_000)
    equal("the qubits", garnet.max_qubit_count, 20)
    names = [one.name for one in CLIENT.list_platforms(platform_type="SIMULATOR")]
    equal("the simulators", names, sorted(SIMULATORS))
    names = [one.name for one in CLIENT.list_platforms(backend_name="ibex")]
    equal("those of a backend", names, ["QPU-IBEX-12PQ"])
    names = [one.name for one in CLIENT.list_platforms(platform_technology="PHOTONIC")]
    equal("those of light", names, ["QPU-ASCELLA-6PQ"])
    equal("the bookings", CLIENT.list_bookings(), [])
    equal("the applications", CLIENT.list_applications(), [])


def an_asymmetric_circuit_comes_back() -> None:
    for name in (*MACHINES, *SIMULATORS):
        program = QuantumProgram.from_qiskit_circuit(x_on_the_first(name))
        session = CLIENT.create_session(platform_id=platform(name).id)
        job = ended(submitted(session.id, packed(program)).id)
        equal("its session", job.session_id, session.id)
        equal("what is unknown", job.additional_properties, {})
        (text,) = texts(job.id)
        noise = 0.0 if name == "EMU-AER-16C-128M" else NOISE
        distributed(name, counts(text), ASYMMETRIC, noise)


def programs_of_cheqqers_are_read_by_the_packages() -> None:
    """A circuit of a game, by the package that the service uses, and run."""
    wanted = game("--format", "qasm3")
    for compression in (
        QuantumProgramCompressionFormat.NONE,
        QuantumProgramCompressionFormat.ZLIB_BASE64_V1,
    ):
        circuit = QuantumProgram(
            compression_format=QuantumProgramCompressionFormat.NONE,
            serialization_format=QuantumProgramSerializationFormat.QASM_V3,
            serialization=wanted.text,
        ).to_qiskit_circuit()
        again = QuantumProgram.from_qiskit_circuit(circuit, compression_format=compression)
        session = CLIENT.create_session(platform_id=platform("EMU-AER-16C-128M").id)
        (text,) = texts(ended(submitted(session.id, packed(again)).id).id)
        distributed(str(compression), counts(text), wanted)


def several_programs_have_a_result_each() -> None:
    other = QuantumCircuit(2, 3)
    other.x(1)
    other.measure([0, 1], [2, 1])
    programs = [QuantumProgram.from_qiskit_circuit(one) for one in (x_on_the_first(), other)]
    old = QuantumProgram.from_qiskit_circuit(other, QuantumProgramSerializationFormat.QASM_V2)
    session = CLIENT.create_session(platform_id=platform("EMU-AER-16C-128M").id)
    found = texts(ended(submitted(session.id, packed(*programs, old)).id).id)
    equal("the results", len(found), 3)
    bits = sorted(max(counts(text)) for text in found)
    equal("their bits", bits, ["010", "010", "100"])


def the_provider_for_qiskit_runs_circuits() -> None:
    provider = PROVIDER
    found = {one.name for one in provider.backends(operational=True)}
    equal("the backends", found, {*MACHINES, *SIMULATORS})
    for name in found:
        backend = provider.get_backend(name)
        job = backend.run(x_on_the_first(name), shots=SHOTS, memory=True)
        result = job.result(timeout=60, fetch_interval=1)
        noise = 0.0 if name == "EMU-AER-16C-128M" else NOISE
        read = {bits[::-1]: count for bits, count in result.get_counts().items()}
        distributed(name, read, ASYMMETRIC, noise)
        equal(f"the shots of {name}", len(result.results[0].data.memory), SHOTS)
    ions = provider.get_backend("QPU-IBEX-12PQ")
    equal("the gates of ions", set(ions.target.operation_names), {"rz", "r", "rxx", "measure"})
    garnet = provider.get_backend("QPU-GARNET-20PQ")
    holds("those of a machine that compiles", {"r", "cz", "ccx"} <= garnet.target.operation_names)
    job = ions.run(x_on_the_first(), shots=10)
    refused("other gates", JobError, "not supported: x", lambda: job.result(fetch_interval=1))
    failing = QuantumCircuit(13, 1)
    failing.rz(1, range(13))
    failing.measure(0, 0)
    job = provider.get_backend("QPU-IBEX-12PQ").run(failing, shots=10)
    refused("a large circuit", JobError, "13 qubits", lambda: job.result(fetch_interval=1))


def sessions_are_shared_until_they_end() -> None:
    on = platform("QPU-GARNET-20PQ").id
    key = str(uuid4())
    arguments = {"platform_id": on, "deduplication_id": key}
    first = CLIENT.create_session(
        **arguments, max_duration="2min", max_idle_duration="90s", name="ours"
    )
    equal("what is unknown", first.additional_properties, {})
    equal("its limits", (first.max_duration, first.max_idle_duration), ("120s", "90s"))
    equal("the same", CLIENT.create_session(**arguments).id, first.id)
    holds("it is listed", first.id in [one.id for one in CLIENT.list_sessions(on)])
    elsewhere = CLIENT.list_sessions(platform("QPU-IBEX-12PQ").id)
    holds("it is of this platform alone", first.id not in [one.id for one in elsewhere])
    equal("what may be done", [str(one) for one in CLIENT.list_session_acls(first.id)], ["full"])
    program = packed(QuantumProgram.from_qiskit_circuit(x_on_the_first()))
    job = submitted(first.id, program)
    equal("its jobs", [one.id for one in CLIENT.list_jobs(first.id)], [job.id])
    CLIENT.terminate_session(first.id)
    eventually("the session", lambda: str(CLIENT.get_session(first.id).status), "stopped")
    refused("a job", Exception, "412", lambda: submitted(first.id, program))
    second = CLIENT.create_session(**arguments)
    holds("another is opened", second.id != first.id)
    CLIENT.delete_session(second.id)
    refused("a deleted session", Exception, "404", lambda: CLIENT.get_session(second.id))


def jobs_wait_and_are_cancelled() -> None:
    slow = client(SLOW_URL)
    program = packed(QuantumProgram.from_qiskit_circuit(x_on_the_first()))
    session = slow.create_session(platform_id=platform("QPU-GARNET-20PQ").id)
    job = submitted(session.id, program, through=slow)
    equal("its state", slow.get_job(job.id).status, "waiting")
    equal("its results", slow.list_job_results(job.id), [])
    equal("those that wait", slow.get_session(session.id).waiting_job_count, 1)
    slow.cancel_job(job.id)
    eventually("the job", lambda: str(slow.get_job(job.id).status), "cancelled")
    other = submitted(session.id, program, through=slow)
    slow.terminate_session(session.id)
    eventually("the job", lambda: str(slow.get_job(other.id).status), "cancelled")


def long_results_have_an_address() -> None:
    session = CLIENT.create_session(platform_id=platform("QPU-GARNET-20PQ").id)
    program = packed(QuantumProgram.from_qiskit_circuit(x_on_the_first()))
    job = ended(submitted(session.id, program, shots=20_000).id)
    (result,) = CLIENT.list_job_results(job.id)
    equal("its text", result.result, "")
    holds("it has an address", result.url.startswith(URL))
    (text,) = texts(job.id)
    distributed("its counts", counts(text), ASYMMETRIC, NOISE)


def what_is_wrong_is_refused() -> None:
    refused("a key", Exception, "401", client(key="bad").list_platforms)
    refused("a platform", Exception, "404", lambda: CLIENT.get_platform("1"))
    refused("a session", Exception, "404", lambda: CLIENT.create_session(platform_id="1"))
    refused("a model", Exception, "404", lambda: CLIENT.get_model("1"))
    session = CLIENT.create_session(platform_id=platform("QPU-IBEX-12PQ").id)
    program = packed(QuantumProgram.from_qiskit_circuit(x_on_the_first()))
    for shots in (0, 2001):
        refused("shots", Exception, "shots", lambda: submitted(session.id, program, shots))
    no_model = lambda: CLIENT.create_job(session.id, parameters={"shots": 1})
    refused("no model", Exception, "model_id", no_model)
    bad = QuantumProgram(
        compression_format=QuantumProgramCompressionFormat.NONE,
        serialization_format=QuantumProgramSerializationFormat.QASM_V3,
        serialization="OPENQASM 3.0; qubit[1] q; x q[0];",
    )
    job = ended(submitted(session.id, packed(bad)).id, "error")
    holds(f"it says why: {job.progress_message}", "stdgates" in job.progress_message)


def read_back(kind: type, body: dict) -> None:
    """As the client would write it, nothing is lost and nothing is added."""
    read = kind.from_dict(dict(body))
    equal(f"fields unknown to {kind.__name__}", read.additional_properties, {})
    equal("the body", read.to_dict(), body)


def what_cheqqers_sends_is_what_the_clients_would() -> None:
    """Plays games there, and reads all they send and get by the clients' own types."""
    for name in MACHINES:
        SENT.clear()
        game_is_read(name)


def game_is_read(name: str) -> None:
    target = PROVIDER.get_backend(name).target
    home = Path(tempfile.mkdtemp(dir=os.environ["HOME"]))
    record = home / "game.jsonl"
    arguments = ["play", "--white", "random", "--black", "random", "--seed", "6", "--yes"]
    arguments += ["--backend", f"scaleway:{name}", "--record", str(record)]
    environment = {
        **os.environ,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "CHEQQERS_PACE": "0.02",
        "SCW_API_URL": f"{BETWEEN_URL}/scaleway",
        "SCW_SECRET_KEY": KEY,
        "SCW_PROJECT_ID": PROJECT,
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
    bodies = {path: [body for at, body in SENT if at == path] for path, _ in SENT}
    models, sessions, sent = (bodies[path] for path in ("models", "sessions", "jobs"))
    equal("one session", len(sessions), 1)
    read_back(CreateSessionBody, sessions[0])
    # It is over with the game, not when it has been idle.
    (session,) = {body["session_id"] for body in sent}
    equal("its end", SENT[-1][0], f"sessions/{session}/terminate")
    equal("its state", CLIENT.get_session(session).status, "stopped")
    equal("the tags", [body["tags"] for body in sent], [[key] for key in jobs])
    for model, body in zip(models, sent, strict=True):
        read_back(CreateModelBody, model)
        read_back(CreateJobBody, body)
        told = jobs[body["name"]]
        parameters = QuantumComputationParameters.from_json_str(body["parameters"])
        equal("the parameters", parameters.to_json_dict(), json.loads(body["parameters"]))
        equal("the shots", parameters.shots, told["asked"])
        payload = QuantumComputationModel.from_json_str(model["payload"])
        equal("the payload", payload.to_json_dict(), json.loads(model["payload"]))
        (program,) = payload.programs
        equal("the program", zlib_to_str(program.serialization), told["program"])
        circuit = program.to_qiskit_circuit()
        holds("its gates are listed", set(circuit.count_ops()) <= set(target.operation_names))
        (text,) = texts(told["job"])
        equal("the answer", text, told["raw"])
        distributed("the shots", counts(text), expected(circuit), 0.15)


def expected(circuit: QuantumCircuit) -> Program:
    """Exact probabilities of the bits that a circuit measures at its end."""
    places = {}
    bare = QuantumCircuit(circuit.num_qubits)
    for one in circuit.data:
        qubits = [circuit.find_bit(qubit).index for qubit in one.qubits]
        if one.operation.name == "measure":
            places[circuit.find_bit(one.clbits[0]).index] = qubits[0]
        else:
            bare.append(one.operation, qubits)
    order = [places[clbit] for clbit in sorted(places)]
    exact = Statevector(bare).probabilities_dict(order)
    return Program("", {bits[::-1]: share for bits, share in exact.items()})


run(
    "scaleway",
    [
        platforms_are_described,
        an_asymmetric_circuit_comes_back,
        programs_of_cheqqers_are_read_by_the_packages,
        several_programs_have_a_result_each,
        the_provider_for_qiskit_runs_circuits,
        sessions_are_shared_until_they_end,
        jobs_wait_and_are_cancelled,
        long_results_have_an_address,
        what_is_wrong_is_refused,
        what_cheqqers_sends_is_what_the_clients_would,
    ],
)
