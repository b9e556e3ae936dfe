"""The matrices of gates on one qubit."""

from __future__ import annotations

import cmath
import math

Matrix = tuple[tuple[complex, complex], tuple[complex, complex]]
"""Two rows; the columns are the images of |0⟩ and |1⟩."""

HALF = math.sqrt(0.5)
PHASES = {
    "z": -1,
    "s": 1j,
    "sdg": -1j,
    "t": cmath.exp(0.25j * math.pi),
    "tdg": cmath.exp(-0.25j * math.pi),
}
"""What gates multiply |1⟩ by that leave |0⟩ as it is."""


def u3(theta: float, phi: float, lam: float) -> Matrix:
    """The most general gate on one qubit, as OpenQASM 2 defines it."""
    cos, sin = math.cos(theta / 2), math.sin(theta / 2)
    return (
        (cos, -cmath.exp(1j * lam) * sin),
        (cmath.exp(1j * phi) * sin, cmath.exp(1j * (phi + lam)) * cos),
    )


def rotation(name: str, angle: float) -> Matrix:
    """`rx`, `ry` or `rz`."""
    cos, sin = math.cos(angle / 2), math.sin(angle / 2)
    if name == "rx":
        return ((cos, -1j * sin), (-1j * sin, cos))
    if name == "ry":
        return ((cos, -sin), (sin, cos))
    return ((cos - 1j * sin, 0), (0, cos + 1j * sin))


def one_qubit(name: str, angles: tuple[float, ...]) -> Matrix:
    """The matrix of a gate on one qubit that changes more than a phase."""
    match name:
        case "h":
            return ((HALF, HALF), (HALF, -HALF))
        case "y":
            return ((0, -1j), (1j, 0))
        case "rx" | "ry" | "rz":
            return rotation(name, *angles)
        case "u3":
            return u3(*angles)
    raise ValueError(f"no gate of these circuits: {name}")
