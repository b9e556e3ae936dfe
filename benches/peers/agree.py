"""That all simulate the same, before anything is timed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from pathlib import Path

import numpy as np

import amplitudes
from circuits import Circuit, Gate, read, word
from games import CAPTURE, ENTER, FAMILIES, MERGE, SPLIT, STEP
from general import KINDS, Case
from peers import sparse_outcome
from simulators import Ours, Peer, cheqqers

SIZES = (6, 9, 12)
GENERAL_SIZES = (6, 9)

PLAYED = (
    (
        ("--position", "W:W22:B1,2,3,4"),
        "c3^b4d4 h8-g7 d4^c5e5 f8-e7 b4-a5 g7-h6 a5c5^b6",
        ((ENTER, 0), (SPLIT, 0, 1), (SPLIT, 1, 2), (STEP, 0), (MERGE, 0, 1)),
    ),
    ((), "c3-d4 f6^e5g5 d4xf6", ((ENTER, 0), (SPLIT, 0, 1), (CAPTURE, 0, 2))),
)
"""Games, and the words of which their circuits should be made."""

BASES = ("", "h a", "sdg a; h a")
"""Before every measurement; together they tell amplitudes and phases."""


def check_words() -> None:
    """That our words are those that the command exports."""
    for options, moves, words in PLAYED:
        arguments = ("--moves", moves, *options, "--format", "qasm2", "--no-measure")
        exported = read(cheqqers("export", *arguments)).gates
        ours = [gate for text, *qubits in words for gate in word(text, *qubits)]
        if list(exported) != ours:
            raise RuntimeError(f"cheqqers export writes {moves} in other words than games.py")


def games(seed: int) -> dict[str, Circuit]:
    """Small circuits of each family of games."""
    small = product(FAMILIES.items(), SIZES)
    return {f"{name}, {size} qubits": family(size, seed) for (name, family), size in small}


def others(seed: int) -> dict[str, Circuit]:
    """Small circuits of each other kind."""
    small = (Case(kind, size) for kind, size in product(KINDS, GENERAL_SIZES))
    return {str(case): case.circuit(seed) for case in small}


def check_states(
    folder: Path, peers: Sequence[Peer], ours: Sequence[Ours], circuits: Mapping[str, Circuit]
) -> None:
    """That every simulator finds the same states as a dictionary of amplitudes."""
    file = folder / "agree.qasm"
    for name, circuit in circuits.items():
        file.write_text(circuit.text())
        expected = state(circuit.gates, circuit.num_qubits)
        for peer in peers:
            for found in peer.states(file):
                fidelity = abs(np.vdot(expected, found)) ** 2 / np.vdot(found, found).real
                agree(peer.name, name, 1, fidelity, peer.tolerance)
        check_ours(file, circuit, ours, name)


def check_ours(file: Path, circuit: Circuit, ours: Iterable[Ours], where: str) -> None:
    for basis in BASES:
        words = [word(basis, qubit) for qubit in range(circuit.num_qubits)]
        gates = (*circuit.gates, *chain.from_iterable(words))
        file.write_text(replace(circuit, gates=gates).all_measured.text())
        expected = abs(state(gates, circuit.num_qubits)) ** 2
        for simulator in ours:
            found = simulator.probabilities(file)
            agree(simulator.name, where, expected, found, simulator.tolerance)


def state(gates: Sequence[Gate], num_qubits: int) -> np.ndarray:
    """The whole state, by the dictionary."""
    found = amplitudes.run(gates)
    return sparse_outcome(found.items(), Circuit(num_qubits, (), ()), whole=True)


def agree(name: str, where: str, expected: object, found: object, tolerance: float) -> None:
    """Fails where a simulator finds something else."""
    off = np.max(np.abs(np.asarray(found) - expected))
    if not off <= tolerance:
        raise RuntimeError(f"{name} deviates by {off:.2g} on {where}")
