"""The plainest sparse simulator: a dictionary of the amplitudes that are not zero."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable

from circuits import Gate

State = dict[int, complex]
"""Amplitudes by basis index; qubit k is bit k of the index."""

LEAST = 1e-12
"""An amplitude below is zero that rounding has left."""

HALF = math.sqrt(0.5)
PHASES = {
    "z": -1,
    "s": 1j,
    "sdg": -1j,
    "t": cmath.exp(0.25j * math.pi),
    "tdg": cmath.exp(-0.25j * math.pi),
}


def run(gates: Iterable[Gate]) -> State:
    """The state that the gates make of |0...0⟩."""
    state: State = {0: 1}
    for gate in gates:
        state = apply(state, gate)
    return state


def apply(state: State, gate: Gate) -> State:
    *controls, target = gate.qubits
    bit = 1 << target
    if gate.name in PHASES:
        phase = PHASES[gate.name]
        return {index: a * phase if index & bit else a for index, a in state.items()}
    if gate.name in ("x", "cx", "ccx"):
        mask = sum(1 << control for control in controls)
        return {i ^ bit if i & mask == mask else i: a for i, a in state.items()}
    if gate.name == "h":
        return mixed(state, bit, ((HALF, HALF), (HALF, -HALF)))
    if gate.name == "ry":
        cos, sin = math.cos(gate.angle / 2), math.sin(gate.angle / 2)
        return mixed(state, bit, ((cos, sin), (-sin, cos)))
    raise ValueError(f"no gate of these circuits: {gate.name}")


def mixed(state: State, bit: int, images: tuple[tuple[float, float], ...]) -> State:
    """Takes each value of a bit to its image, an amplitude for 0 and one for 1."""
    new: State = {}
    for index, a in state.items():
        zero, one = images[index & bit != 0]
        new[index & ~bit] = new.get(index & ~bit, 0) + a * zero
        new[index | bit] = new.get(index | bit, 0) + a * one
    return {index: a for index, a in new.items() if abs(a) > LEAST}
