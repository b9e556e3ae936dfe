"""What is timed, seen from outside: each simulator in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PEERS = {
    "qsim": "qsim single",
    "qulacs": "Qulacs",
    "aer": "Aer",
    "aer-single": "Aer single",
    "lightning": "Lightning",
}
SPARSE_PEERS = {"dictionary": "dictionary", "qblaze": "qblaze"}

DOUBLE = 1e-9
SINGLE = 1e-5
"""How far a probability may be off on the small circuits by which states are compared."""


@dataclass(frozen=True)
class Timing:
    """How long a circuit took."""

    seconds: float
    setting: str | None = None
    """The one that was quickest, where there are several."""


@dataclass(frozen=True)
class Files:
    """One circuit, with measurements of some qubits and of all."""

    some: Path
    all: Path


@dataclass(frozen=True)
class Request:
    """What is asked of a simulator."""

    repeat: int
    """The median of so many runs is taken."""
    budget: float
    """Seconds after which no further run of them is begun."""
    clock: str
    """`gates` or `call`."""


class Simulator:
    """A simulator with so many threads."""

    def __init__(self, name: str, threads: int, tolerance: float) -> None:
        self.name = name
        self.threads = threads
        self.tolerance = tolerance

    def time(self, files: Files, request: Request) -> tuple[Timing, np.ndarray]:
        """How long the circuit takes, and the probabilities of some of its bits."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends its process."""


class Peer(Simulator):
    """A simulator of `peers.py` in a process that lives as long as this."""

    def __init__(self, key: str, name: str, threads: int) -> None:
        super().__init__(name, threads, SINGLE if "single" in name else DOUBLE)
        count = str(threads)
        limits = ("OMP", "OPENBLAS", "MKL", "QULACS", "RAYON")
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("worker.py")), key, count],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {f"{limit}_NUM_THREADS": count for limit in limits},
        )

    def ask(self, file: Path, **request: object) -> dict:
        try:
            self.process.stdin.write(json.dumps({"file": str(file), **request}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RuntimeError(f"{self.name} ended with status {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return answer

    def states(self, file: Path) -> list[np.ndarray]:
        """The final state with each of its settings."""
        found = self.ask(file, whole=True)["states"]
        return [np.array(state) @ [1, 1j] for state in found]

    def time(self, files: Files, request: Request) -> tuple[Timing, np.ndarray]:
        answer = self.ask(files.some, whole=False, **vars(request))
        timing = Timing(answer["seconds"], answer["setting"])
        return timing, np.array(answer["probabilities"])

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Ours(Simulator):
    """`cheqqers simulate` with its dense or its sparse simulator, or with the one that it chooses."""

    def __init__(self, kind: str | None, threads: int, *options: str) -> None:
        self.single = "single" in options
        name = "cheqqers single" if self.single else "cheqqers" if kind else "cheqqers, its choice"
        super().__init__(name, threads, SINGLE if self.single else DOUBLE)
        self.kind = kind
        chosen = ("--simulator", kind) if kind else ()
        self.options = (*chosen, "--threads", str(threads), *options)

    def run(self, file: Path, *options: str) -> dict:
        return json.loads(cheqqers("simulate", str(file), "--json", *self.options, *options))

    def probabilities(self, file: Path) -> np.ndarray:
        """Of every outcome, by its index."""
        return by_index(self.run(file, "--probabilities")["probabilities"])

    def time(self, files: Files, request: Request) -> tuple[Timing, np.ndarray]:
        found = self.run(files.some, "--probabilities")
        affordable = int(request.budget / max(found["seconds"], 1e-6))
        repeat = max(1, min(request.repeat, affordable))
        # All are measured, so that no gate is of no consequence.
        report = self.run(files.all, "--shots", "1", "--repeat", str(repeat))
        setting = None if self.kind else report["simulator"]
        return Timing(report["seconds"], setting), by_index(found["probabilities"])


def cheqqers(*arguments: str) -> str:
    """What the command prints. The variable CHEQQERS says where it is."""
    command = [os.environ["CHEQQERS"], *arguments]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode:
        raise RuntimeError(f"cheqqers {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def by_index(probabilities: dict[str, float]) -> np.ndarray:
    """Probabilities by bits, the first character being bit 0; what is not named is 0."""
    table = np.zeros(1 << len(next(iter(probabilities))))
    for bits, probability in probabilities.items():
        table[int(bits[::-1], 2)] = probability
    return table


def has_single() -> bool:
    """Whether the command simulates in single precision."""
    return "--precision" in cheqqers("simulate", "--help")


def dense(keys: Sequence[str], threads: int) -> tuple[list[Peer], list[Ours]]:
    """The dense simulators, theirs and ours."""
    peers = [Peer(key, name, threads) for key, name in PEERS.items() if key in keys]
    ours = [Ours("dense", threads)]
    if has_single():
        ours.append(Ours("dense", threads, "--precision", "single"))
    return peers, ours


def general(keys: Sequence[str], threads: int) -> tuple[list[Peer], list[Ours]]:
    """The dense simulators, and ours as it runs where nothing is asked for."""
    peers, ours = dense(keys, threads)
    return peers, [*ours, Ours(None, threads)]


def sparse(keys: Sequence[str], threads: int) -> tuple[list[Peer], list[Ours]]:
    """The sparse simulators, theirs and ours."""
    peers = [Peer(key, name, threads) for key, name in SPARSE_PEERS.items() if key in keys]
    return peers, [Ours("sparse", threads)]
