"""The plainest sparse simulator: a dictionary of the amplitudes that are not zero."""

from __future__ import annotations

import cmath
from collections.abc import Iterable

from circuits import Gate
from matrices import PHASES, Matrix, one_qubit

State = dict[int, complex]
"""Amplitudes by basis index; qubit k is bit k of the index."""

LEAST = 1e-12
"""An amplitude below is zero that rounding has left."""


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
    if gate.name in ("cz", "cu1"):
        phase = cmath.exp(1j * gate.angles[0]) if gate.angles else -1
        mask = bit | 1 << controls[0]
        return {i: a * phase if i & mask == mask else a for i, a in state.items()}
    if gate.name == "swap":
        both = bit | 1 << controls[0]
        return {i ^ both if i & both not in (0, both) else i: a for i, a in state.items()}
    [(a, b), (c, d)] = one_qubit(gate.name, gate.angles)
    return mixed(state, bit, ((a, c), (b, d)))


def mixed(state: State, bit: int, images: Matrix) -> State:
    """Takes each value of a bit to its image, an amplitude for 0 and one for 1."""
    new: State = {}
    for index, a in state.items():
        zero, one = images[index & bit != 0]
        new[index & ~bit] = new.get(index & ~bit, 0) + a * zero
        new[index | bit] = new.get(index | bit, 0) + a * one
    return {index: a for index, a in new.items() if abs(a) > LEAST}
