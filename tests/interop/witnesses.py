"""Other readers of a file, which say what its bits are; they run in a worker's process."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import conditions
import exact
from distribution import Distribution, parsed

loaded: list[Any] = []
"""The circuit that Qiskit has read last, until it is simulated."""


@dataclass(frozen=True)
class Size:
    """What a reader counts."""

    qubits: int
    gates: int


def qiskit_read(path: Path, version: int) -> Size:
    """Qiskit's readers; that of version 2 with what its old one knew, where the language is not enough."""
    from qiskit import qasm2, qasm3

    loaded.clear()
    text = renamed(path.read_text())
    include = {"include_path": (path.parent, ".")}
    if version == 3:
        circuit = qasm3.loads(text)
    else:
        try:
            circuit = qasm2.loads(text, **include)
        except qasm2.QASM2ParseError:
            circuit = qasm2.loads(
                text,
                custom_instructions=qasm2.LEGACY_CUSTOM_INSTRUCTIONS,
                custom_classical=qasm2.LEGACY_CUSTOM_CLASSICAL,
                **include,
            )
    loaded.append(circuit)
    steps = ("measure", "reset", "barrier", "delay")
    return Size(circuit.num_qubits, circuit.size(lambda step: step.operation.name not in steps))


def renamed(text: str) -> str:
    """A text whose own gates have names of their own, since Qiskit goes by names, not by definitions."""
    for name in {*re.findall(r"\bgate\s+(\w+)", text)} & {*exact.BASIS}:
        text = re.sub(rf"\b{name}\b", f"{name}_as_defined", text)
    return text


def qiskit_exact() -> Distribution:
    """What the file that Qiskit has read does."""
    return exact.distribution(loaded[0])


def qiskit_counted() -> Distribution:
    """The same in shots, where there are too many branches."""
    return exact.counted(loaded[0])


def expected(path: Path) -> Distribution:
    """What somebody has worked out by hand: the `probabilities` of the JSON file beside."""
    case = json.loads(path.with_suffix(".json").read_text())
    return parsed(json.dumps(case["probabilities"])[1:-1].encode())


def pyqasm(path: Path) -> Distribution:
    """PyQASM, which writes loops, functions and constants out; Qiskit reads what is left."""
    import pyqasm
    from qiskit import qasm2, qasm3

    text = path.read_text()
    if not re.search(r"\bOPENQASM\b", text):
        text = f"OPENQASM 3.0;\n{text}"
    module = pyqasm.loads(text)
    module.unroll()
    text = pyqasm.dumps(module)
    read = qasm3.loads if "OPENQASM 3" in text else qasm2.loads
    return exact.distribution(read(text))


def qiskit_with_conditions(path: Path) -> Distribution:
    """Qiskit, once conditions are read that its importer refuses."""
    return exact.distribution(conditions.loads(renamed(path.read_text())))


WITNESSES = {
    "by hand": expected,
    "Qiskit with conditions": qiskit_with_conditions,
    "PyQASM": pyqasm,
}
"""Those that are asked, in turn, where Qiskit refuses a file."""
