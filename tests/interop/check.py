"""All readers against all circuits."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field

from circuits import Circuit
from program import allowed, deviation, folded, from_json
from readers import READERS, Reader

MOST_SIMULATED = 10
"""Qubits up to which every toolkit simulates; larger circuits are read only."""


@dataclass
class Finding:
    """What one reader made of one circuit."""

    reader: Reader
    circuit: str
    deviation: float | None = None
    shots: int = 0
    problem: str = ""


@dataclass
class Tally:
    """What one reader made of all circuits."""

    reader: Reader
    read: int = 0
    simulated: int = 0
    deviation: float = 0.0
    shots: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        if finding.problem:
            self.problems.append(f"{finding.circuit}: {finding.problem}")
            return
        self.read += 1
        if finding.deviation is not None:
            self.simulated += 1
            self.deviation = max(self.deviation, finding.deviation)
            self.shots = finding.shots


def check_all(workers: Executor, circuits: Iterable[Circuit]) -> list[Tally]:
    """Lets every reader read every circuit that it says it reads."""
    tallies = {reader: Tally(reader) for reader in READERS}
    for findings in workers.map(check, circuits, chunksize=4):
        for finding in findings:
            tallies[finding.reader].add(finding)
    return list(tallies.values())


def check(circuit: Circuit) -> list[Finding]:
    """Lets every reader read one circuit."""
    return [find(reader, circuit) for reader in READERS if reads(reader, circuit)]


def reads(reader: Reader, circuit: Circuit) -> bool:
    if circuit.defines_gates and not reader.defines_gates:
        return False
    if circuit.is_annotated and not reader.annotations:
        return False
    return reader.dialect in circuit.texts


def find(reader: Reader, circuit: Circuit) -> Finding:
    program = circuit.program(reader.dialect)
    finding = Finding(reader, circuit.name)
    try:
        simulate = reader.load(program)
        if program.num_qubits <= MOST_SIMULATED:
            reading = folded(simulate(), circuit.fold)
            finding.shots = reading.shots
            finding.deviation = deviation(reading, from_json(circuit.expected))
            if not finding.deviation <= allowed(reading):
                finding.problem = f"deviates by {finding.deviation:.3g}"
    # Whatever a toolkit throws is a circuit that it does not read, and is reported as such.
    except Exception as error:
        finding.problem = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return finding


def table(tallies: Iterable[Tally]) -> str:
    """What the readers made of the circuits, a line each."""
    heads = f"{'toolkit':26} {'version':9} {'dialect':7} {'read':>5} {'simulated':>9}"
    lines = [f"{heads}  largest deviation"]
    for tally in tallies:
        unit = f" standard errors of {tally.shots} shots" if tally.shots else ""
        lines.append(
            f"{tally.reader.name:26} {tally.reader.version():9} {tally.reader.dialect:7}"
            f" {tally.read:5} {tally.simulated:9}  {tally.deviation:.2g}{unit}"
        )
        lines += [f"    {problem}" for problem in tally.problems[:5]]
        if len(tally.problems) > 5:
            lines.append(f"    and {len(tally.problems) - 5} more")
    return "\n".join(lines)
