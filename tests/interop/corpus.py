"""Reads every OpenQASM file of a folder, with `cheqqers simulate` and with Qiskit, and compares.

Started by `tests/interop/run --corpus FOLDER`. Prints Markdown: a row for each file, then the totals
of each top-level folder, and why files are refused. Probabilities of all bits must agree within 1e-9.
"""

from __future__ import annotations

import argparse
import dataclasses
import fnmatch
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import summary
import witnesses
from distribution import Distribution, compare, parsed
from isolated import Failed, Limits, Worker, command
from summary import Row
from witnesses import WITNESSES

TOLERANCE = 1e-9
LEAST_P_VALUE = 1e-6
"""p-value below which counts are said to differ."""
SHOTS = 20_000
SEED = 7
GIB = 1 << 30


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests/interop/run",
        description=__doc__.split("\n\n")[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--corpus", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--max-qubits", type=int, default=24, metavar="N", help="leave larger files out")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="of each reader")
    parser.add_argument("--memory", type=float, default=8, metavar="GIB", help="of each reader")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="files at a time")
    parser.add_argument(
        "--exclude",
        action="append",
        default=["*/invalid/*"],
        metavar="PATTERN",
        help="paths that are left out, as files that are meant to be refused",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rows there as well")
    return parser.parse_args()


def main() -> int:
    arguments = options()
    files = list(chosen(arguments.corpus, arguments.exclude, arguments.max_qubits))
    if not files:
        print(f"{arguments.corpus} has no such files", file=sys.stderr)
        return 1
    limits = Limits(arguments.timeout, int(arguments.memory * GIB))
    print(summary.HEAD)
    rows = []
    for row in all_rows(arguments.corpus, files, limits, arguments.jobs):
        if row.qubits is None or row.qubits <= arguments.max_qubits:
            rows.append(row)
            print(row, flush=True)
    print(f"\n{summary.totals(rows)}\n\n{summary.reasons(rows)}")
    if arguments.json:
        text = json.dumps([dataclasses.asdict(row) for row in rows], indent=1)
        arguments.json.write_text(text + "\n")
    return 1 if any(row.verdict == "differs" for row in rows) else 0


def chosen(folder: Path, excluded: Iterable[str], most: int) -> Iterator[Path]:
    """The files with so many declared qubits at most; where that can't be told, readers will."""
    for path in sorted(folder.rglob("*.qasm")):
        name = path.relative_to(folder).as_posix()
        if not any(fnmatch.fnmatch(f"/{name}", pattern) for pattern in excluded):
            declared = declared_qubits(path.read_text(errors="replace"))
            if declared is None or declared <= most:
                yield path


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def declared_qubits(text: str) -> int | None:
    """The number of qubits, where it stands in the text."""
    code = without_comments(text)
    sizes = re.findall(r"\bqreg\s+\w+\s*\[\s*(\w+)\s*\]\s*;", code)
    sizes += re.findall(r"\bqubit\s*\[\s*([^]]+?)\s*\]\s*\w+\s*;", code)
    sizes += ["1"] * len(re.findall(r"\bqubit\s+\w+\s*;", code))
    if not sizes or not all(size.isdecimal() for size in sizes):
        return None
    return sum(map(int, sizes))


def version_of(text: str) -> int:
    """The version that a text names, or else the one whose words it has."""
    code = without_comments(text)
    if named := re.search(r"\bOPENQASM\s+(\d)", code):
        return int(named[1])
    return 2 if re.search(r"\b[qc]reg\b|qelib1", code) and "stdgates" not in code else 3


def all_rows(folder: Path, files: Iterable[Path], limits: Limits, jobs: int) -> Iterator[Row]:
    """The rows in the order of the files, so many at a time."""
    workers: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(jobs):
        workers.put(Worker(limits))

    def work(path: Path) -> Row:
        worker = workers.get()
        try:
            return Case(path, path.relative_to(folder).as_posix(), limits, worker).row()
        finally:
            workers.put(worker)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, files)
    for _ in range(jobs):
        workers.get().close()


@dataclass
class Case:
    """One file."""

    path: Path
    name: str
    limits: Limits
    worker: Worker

    def row(self) -> Row:
        version = version_of(self.path.read_text(errors="replace"))
        row = Row(self.name, version)
        ours, row.seconds = self.tried(self.printed)
        theirs, row.other_seconds = self.tried(
            lambda: self.worker.call(witnesses.qiskit_read, self.path, version)
        )
        row.ours, row.reason = state_of(ours)
        row.qiskit, row.qiskit_reason = state_of(theirs)
        if not isinstance(theirs, Failed):
            row.qubits, row.gates = theirs.qubits, theirs.gates
        if isinstance(ours, Failed):
            row.verdict = "refused by both" if isinstance(theirs, Failed) else "refused by us"
            return row
        found, row.qubits, row.gates = reported(ours)
        row.sampled = found.shots > 0
        if isinstance(theirs, Failed):
            self.ask_others(row, found)
        else:
            self.ask_qiskit(row, found)
        return row

    def tried(self, work: Callable[[], Any]) -> tuple[Any, float]:
        """What comes of some work, and how long it takes."""
        start = time.perf_counter()
        try:
            value = work()
        except Failed as failure:
            reason = failure.reason.replace(f"{self.path} ", "").replace(str(self.path), "the file")
            value = Failed(failure.kind, reason)
        return value, round(time.perf_counter() - start, 3)

    def printed(self) -> bytes:
        """Our report with probabilities, or with counts where it has none."""
        arguments = ["simulate", str(self.path), "--json"]
        try:
            return command([*arguments, "--probabilities"], self.limits)
        except Failed as failure:
            if failure.kind != "refused":
                raise
            try:
                return command([*arguments, "--shots", str(SHOTS), "--seed", str(SEED)], self.limits)
            except Failed:
                raise failure from None

    def ask_qiskit(self, row: Row, found: Distribution) -> None:
        theirs, seconds = self.tried(lambda: self.worker.call(witnesses.qiskit_exact))
        row.other_seconds += seconds
        if isinstance(theirs, Failed) and theirs.reason.startswith("TooManyBranches"):
            theirs, seconds = self.tried(lambda: self.worker.call(witnesses.qiskit_counted))
            row.other_seconds += seconds
        if isinstance(theirs, Failed):
            row.verdict, row.qiskit_reason = "not compared", theirs.reason
        else:
            judge(row, found, theirs, "Qiskit")

    def ask_others(self, row: Row, found: Distribution) -> None:
        row.verdict = "read by us alone"
        for name, witness in WITNESSES.items():
            theirs, _ = self.tried(lambda: self.worker.call(witness, self.path))
            if not isinstance(theirs, Failed):
                judge(row, found, theirs, name)
                return


def reported(text: bytes) -> tuple[Distribution, int, int]:
    """The outcomes of a report, its qubits and gates."""
    exact = b'"probabilities":{' in text
    name = b'"probabilities":{' if exact else b'"counts":{'
    start = text.index(name) + len(name)
    end = text.index(b"}", start)
    rest = json.loads(text[:start] + text[end:])
    return parsed(text[start:end], 0 if exact else SHOTS), rest["qubits"], rest["gates"]


def state_of(value: object) -> tuple[str, str]:
    return (value.kind, value.reason) if isinstance(value, Failed) else ("read", "")


def judge(row: Row, ours: Distribution, theirs: Distribution, name: str) -> None:
    """Writes down how far the two are apart."""
    row.witness = name
    try:
        found = compare(ours, theirs)
    except ValueError as error:
        row.verdict, row.note = "differs", str(error)
        return
    row.difference, row.p_value = found.difference, found.p_value
    same = found.difference <= TOLERANCE if row.p_value is None else row.p_value > LEAST_P_VALUE
    row.verdict = "agrees" if same else "differs"


if __name__ == "__main__":
    sys.exit(main())
