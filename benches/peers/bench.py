"""The tables: what is timed, and in which order."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import numpy as np

from circuits import Circuit, Gate, in_circuit, word
from games import FAMILIES, spread
from general import Case
from markdown import Table, cell, fastest, geometric_mean, ratio, time
from memory import copy_seconds, pass_seconds
from simulators import Files, Ours, Peer, Request, Simulator, Timing

GROWTH = 2.2
"""How many times as long a circuit with one qubit more is expected to take."""
SUMMED = 100
"""How much further off a probability may be that is the sum of many amplitudes."""
AMPLITUDE = 16
"""Bytes, in double precision."""

CCX = "ccx a b c"
BLOCK = "h a; h b; h c; cx a b; t b; cx b c; h a; h b; h c"
"""A word that changes every amplitude, and is one pass where its gates are merged."""


@dataclass
class Bench:
    """The simulators with one number of threads, in the order of the columns."""

    folder: Path
    peers: Sequence[Peer]
    ours: Sequence[Ours]
    request: Request
    patience: float
    """Seconds; a circuit that is expected to take longer is left out."""
    rounds: int = 1
    """Number of times that all simulators take turns with a circuit; the quickest counts."""
    last: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)
    """What each simulator took last in each family, and with how many qubits."""

    @property
    def simulators(self) -> list[Simulator]:
        return [*self.peers, *self.ours]

    def family(self, name: str, title: str, sizes: Sequence[int], seed: int) -> None:
        """A row for each size."""
        heads = ["qubits", "gates", *(simulator.name for simulator in self.simulators)]
        heads += [f"{simulator.name} / fastest peer" for simulator in self.ours]
        table = Table(title, heads)
        for size in sizes:
            circuit = FAMILIES[name](size, seed)
            timings = self.timings(name, circuit)
            best = fastest(timings[: len(self.peers)])
            ratios = [ratio(timing, best) for timing in timings[len(self.peers) :]]
            table.row([size, len(circuit.gates), *map(cell, timings), *ratios])

    def general(self, title: str, cases: Sequence[Case], seed: int) -> None:
        """A row for each circuit, and the geometric means of the ratios."""
        beside = self.peers[0].name if len(self.peers) == 1 else "fastest peer"
        heads = ["circuit", "qubits", "gates", *(simulator.name for simulator in self.simulators)]
        table = Table(title, [*heads, *(f"{simulator.name} / {beside}" for simulator in self.ours)])
        ratios: list[list[tuple[float, Case]]] = [[] for _ in self.ours]
        for case in cases:
            circuit = case.circuit(seed)
            # Each is of its own kind, so that none tells how long the next one takes.
            timings = self.timings(str(case), circuit)
            best = fastest(timings[: len(self.peers)])
            found = timings[len(self.peers) :]
            cells = [*map(cell, timings), *(ratio(timing, best) for timing in found)]
            table.row([case.kind, case.num_qubits, len(circuit.gates), *cells])
            for column, timing in zip(ratios, found, strict=True):
                if timing and best:
                    column.append((timing.seconds / best.seconds, case))
        for simulator, column in zip(self.ours, ratios, strict=True):
            if column:
                mean = geometric_mean([value for value, _ in column])
                worst, case = max(column, key=lambda pair: pair[0])
                slower = sum(value > 1 for value, _ in column)
                print(
                    f"\n{simulator.name} / {beside}: geometric mean {mean:.2f} of {len(column)} circuits, "
                    f"{slower} above 1; the worst is {case}, {worst:.2f}."
                )

    def timings(self, family: str, circuit: Circuit) -> list[Timing | None]:
        """What each simulator takes; all must find the same probabilities."""
        files = Files(self.folder / "some.qasm", self.folder / "all.qasm")
        files.some.write_text(circuit.text())
        files.all.write_text(circuit.all_measured.text())
        timings: dict[str, Timing] = {}
        timed = [
            simulator
            for simulator in self.simulators
            if self.expected(family, simulator, circuit.num_qubits) <= self.patience
        ]
        for _ in range(self.rounds):
            found: list[tuple[Simulator, np.ndarray]] = []
            for simulator in timed:
                note(f"{family}, {circuit.num_qubits} qubits: {simulator.name}")
                timing, probabilities = simulator.time(files, self.request)
                before = timings.get(simulator.name, timing)
                timings[simulator.name] = min(before, timing, key=lambda one: one.seconds)
                found.append((simulator, probabilities))
            check(found, f"{family}, {circuit.num_qubits} qubits")
        for name, timing in timings.items():
            self.last[family, name] = (circuit.num_qubits, timing.seconds)
        return [timings.get(simulator.name) for simulator in self.simulators]

    def expected(self, family: str, simulator: Simulator, num_qubits: int) -> float:
        """How long a circuit will take, by what the last one took."""
        last, seconds = self.last.get((family, simulator.name), (num_qubits, 0))
        return seconds * GROWTH ** (num_qubits - last)

    def gates(self, title: str, num_qubits: int, seed: int) -> None:
        """A row for each sequence of gates, with the time of one gate, and what memory allows."""
        heads = ["gates", *(simulator.name for simulator in self.simulators)]
        table = Table(title, [*heads, *(f"{ours.name} / pass" for ours in self.ours)])
        num_bytes = AMPLITUDE << num_qubits
        threads = self.ours[0].threads
        passed, copied = pass_seconds(num_bytes, threads), copy_seconds(num_bytes, threads)
        prelude = [*spread(num_qubits, seed), *chain.from_iterable(triples(num_qubits, CCX))]
        before = self.timings("prelude", in_circuit(num_qubits, prelude))
        for name, units in sequences(num_qubits).items():
            gates = [*prelude, *chain.from_iterable(units)]
            behind = self.timings(name, in_circuit(num_qubits, gates))
            each = [
                slope(base, full, len(units)) for base, full in zip(before, behind, strict=True)
            ]
            passes = [Timing(passed / 2 if ours.single else passed) for ours in self.ours]
            table.row([name, *map(cell, each), *map(ratio, each[len(self.peers) :], passes)])
        rates = [2 * num_bytes / seconds / 1e9 for seconds in (passed, copied)]
        print(
            f"\nA pass over the state, in double precision, takes {time(passed)}: "
            f"{rates[0]:.1f} GB/s in place; a copy goes at {rates[1]:.1f} GB/s."
        )

    def close(self) -> None:
        for simulator in self.simulators:
            simulator.close()


def sequences(num_qubits: int) -> dict[str, list[list[Gate]]]:
    """Words whose neighbours act on other qubits, so that only wider gates can merge them."""
    half = num_qubits // 2
    pairs = [(k, k + half) for k in range(half)]
    pairs += [(k + half, (k + 1) % half) for k in range(half)]
    return {
        "h": [word("h a", k) for k in range(num_qubits)],
        "s": [word("s a", k) for k in range(num_qubits)],
        "cx, next": [word("cx a b", k, k + 1) for k in range(num_qubits - 1)],
        "cx, far": [word("cx a b", *pair) for pair in pairs],
        "ccx, far": triples(num_qubits, CCX),
        "block of three": triples(num_qubits, BLOCK),
    }


def triples(num_qubits: int, text: str) -> list[list[Gate]]:
    """The word on triples of qubits far from each other, and on others once more."""
    third = num_qubits // 3
    first = [(k, k + third, k + 2 * third) for k in range(third)]
    then = [(k + third, (k + 1) % third + 2 * third, k) for k in range(third)]
    return [word(text, *triple) for triple in first + then]


def slope(base: Timing | None, full: Timing | None, units: int) -> Timing | None:
    """What one of so many further words took, where that can be told."""
    if base is None or full is None or full.seconds <= base.seconds:
        return None
    return Timing((full.seconds - base.seconds) / units)


def check(found: Sequence[tuple[Simulator, np.ndarray]], where: str) -> None:
    """Fails where a simulator does not find the probabilities of the most exact one."""
    if not found:
        return
    exact, expected = min(found, key=lambda pair: pair[0].tolerance)
    for simulator, probabilities in found:
        off = np.max(np.abs(probabilities - expected))
        if not off <= SUMMED * simulator.tolerance:
            raise RuntimeError(f"{simulator.name} deviates by {off:.2g} from {exact.name}: {where}")


def note(text: str) -> None:
    """Says what goes on, where somebody looks on."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
