"""IBM's package of schemas accepts every body that is sent to its programs, and what is emulated.

Bodies are taken from dry runs, and from the jobs of a server that does not offer `sampler`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from checks import URL, equal, holds, run

from ibm_quantum_schemas.executor.version_2_0 import ParamsModel as ExecutorParams
from ibm_quantum_schemas.executor.version_2_0 import QuantumProgramResultModel
from ibm_quantum_schemas.sampler.version_0_1 import ParamsModel as SamplerParams
from qiskit import qasm3
from qiskit.primitives.containers.sampler_pub import SamplerPub
from qiskit_ibm_runtime import RuntimeDecoder

CRN = "crn:v1:bluemix:public:quantum-computing:us-east:a/1:2::"
SHOTS = 20
CIRCUIT = (
    'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[3] q;\nbit[3] c;\nx q[1];\n'
    "c[0] = measure q[0];\nc[1] = measure q[1];\nc[2] = measure q[2];\n"
)


def simulated(backend: str, *options: str, url: str = URL, home: str) -> str:
    """What the command prints when it runs a circuit on a backend."""
    circuit = Path(home) / "circuit.qasm"
    circuit.write_text(CIRCUIT)
    variables = {
        "HOME": home,
        "XDG_DATA_HOME": home,
        "XDG_CONFIG_HOME": home,
        "QISKIT_IBM_TOKEN": "any",
        "QISKIT_IBM_INSTANCE": CRN,
        "QISKIT_IBM_URL": f"{url}/ibm/api/v1",
        "IAM_URL": f"{url}/ibm",
        "AWS_ACCESS_KEY_ID": "emulate",
        "AWS_SECRET_ACCESS_KEY": "emulate",
        "CHEQQERS_PACE": "0.02",
        **{
            f"ibm_torino_QRMI_IBM_QS_{name}": value
            for name, value in {
                "ENDPOINT": f"{url}/ibm-system",
                "IAM_ENDPOINT": f"{url}/ibm-system",
                "SERVICE_CRN": CRN,
                "S3_ENDPOINT": f"{url}/s3",
                "S3_BUCKET": "games",
                "S3_REGION": "us-east",
            }.items()
        },
    }
    arguments = ["simulate", str(circuit), "--backend", backend, "--shots", str(SHOTS), *options]
    done = subprocess.run(
        [os.environ["CHEQQERS"], *arguments],
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, **variables},
    )
    if done.returncode:
        raise RuntimeError(f"cheqqers {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def bodies(text: str) -> Iterator[dict]:
    """The JSON objects among what a dry run prints."""
    decoder, place = json.JSONDecoder(), 0
    while (found := re.compile(r"^\s*\{", re.M).search(text, place)) is not None:
        body, place = decoder.raw_decode(text, found.end() - 1)
        yield body


def bodies_of(backend: str) -> list[dict]:
    with TemporaryDirectory() as home:
        return list(bodies(simulated(backend, "--dry-run", home=home)))


@contextmanager
def server(*options: str) -> Iterator[str]:
    """The address of a server of its own."""
    command = [os.environ["CHEQQERS"], "emulate", "--address", "127.0.0.1:0", "--time-scale", "0"]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        holds("the server says where it is", found)
        yield found.group()
    finally:
        process.terminate()
        process.wait()


def asked(
    url: str, data: bytes | None = None, headers: Mapping[str, str] | None = None
) -> dict:
    with urllib.request.urlopen(urllib.request.Request(url, data, headers or {})) as answer:
        return json.load(answer)


def jobs_of(url: str) -> list[tuple[dict, dict]]:
    """The parameters and results of all jobs of a server."""
    form = b"grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=any"
    token = asked(f"{url}/ibm/identity/token", form)["access_token"]
    headers = {
        "Authorization": f"Bearer {token}",
        "Service-CRN": CRN,
        "IBM-API-Version": "2026-04-15",
    }
    api = f"{url}/ibm/api/v1"
    names = [job["id"] for job in asked(f"{api}/jobs", headers=headers)["jobs"]]
    return [
        (
            asked(f"{api}/jobs/{name}", headers=headers)["params"],
            asked(f"{api}/jobs/{name}/results", headers=headers),
        )
        for name in names
    ]


def sampler_accepts(params: dict) -> None:
    SamplerParams.model_validate(params)
    # As the program itself reads it.
    circuit, values, shots = json.loads(json.dumps(params), cls=RuntimeDecoder)["pubs"][0]
    pub = SamplerPub.coerce((qasm3.loads(circuit), values, shots))
    equal("the values of parameters", pub.shape, ())
    equal("the shots", pub.shots, SHOTS)
    equal("the bits", pub.circuit.num_clbits, 3)


def a_job_of_the_platform_is_one_of_sampler() -> None:
    (body,) = bodies_of("ibm:ibm_torino")
    equal("the program", body["program_id"], "sampler")
    sampler_accepts(body["params"])


def a_job_of_the_system_is_one_of_sampler() -> None:
    params, body = bodies_of("ibm-system:ibm_torino")
    equal("the program", body["program_id"], "sampler")
    sampler_accepts(params)


def where_there_is_no_sampler_a_job_is_one_of_executor() -> None:
    with server("--fault", "lacks=sampler", "--seed", "7") as url, TemporaryDirectory() as home:
        simulated("ibm:ibm_torino", "--yes", url=url, home=home)
        jobs = jobs_of(url)
    equal("the jobs", len(jobs), 1)
    for params, result in jobs:
        program = ExecutorParams.model_validate(params).quantum_program
        equal("the shots", program.shots, SHOTS)
        (circuit,) = program.circuits.to_python()
        equal("the bits", circuit.num_clbits, 3)
        equal("the arguments", program.items[0].circuit_arguments.to_numpy().shape, (0,))
        (item,) = QuantumProgramResultModel.model_validate(result).data
        shots = item.results["c"].to_numpy()
        equal("the shape of the result", shots.shape, (SHOTS, 3))
        # The circuit flips the second qubit alone; the device makes some errors.
        holds("bit 1 is in column 1", shots[:, 1].mean() > 0.5 > shots[:, [0, 2]].mean())


run(
    "ibm_schemas",
    [
        a_job_of_the_platform_is_one_of_sampler,
        a_job_of_the_system_is_one_of_sampler,
        where_there_is_no_sampler_a_job_is_one_of_executor,
    ],
)
