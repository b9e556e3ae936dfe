"""A circuit as text, and the probabilities of its bits as arrays."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    """A circuit as text of some dialect, and its shape, for toolkits that drop a part of it."""

    text: str
    num_qubits: int
    qubit_of_bit: dict[int, int]
    """The measured qubit of every bit."""


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*\n?", "", text)


def shaped(text: str, openqasm: str) -> Program:
    """A text with the shape that the same circuit has as OpenQASM 3."""
    code = without_comments(openqasm)
    declared = re.search(r"(?m)^qubit\[(\d+)\] q;", code)
    if not declared:
        raise ValueError("no declaration of qubits")
    measured = re.findall(r"(?m)^c\[(\d+)\] = measure q\[(\d+)\];", code)
    return Program(text, int(declared[1]), {int(bit): int(qubit) for bit, qubit in measured})


@dataclass(frozen=True)
class Reading:
    """Probabilities of all strings of bits, bit 0 being the highest of an index."""

    probabilities: np.ndarray
    shots: int = 0
    """How many shots they were counted from; 0 if they are exact."""


def from_amplitudes(amplitudes: object, axis_of_bit: Mapping[int, int]) -> Reading:
    """Probabilities of the measured bits; axis 0 is the highest bit of a state's index."""
    state = np.asarray(amplitudes).reshape(-1)
    axes = [axis_of_bit[bit] for bit in range(len(axis_of_bit))]
    num_axes = state.size.bit_length() - 1
    others = [axis for axis in range(num_axes) if axis not in axes]
    squares = (np.abs(state) ** 2).reshape([2] * num_axes).transpose(axes + others)
    return Reading(squares.reshape(2 ** len(axes), -1).sum(axis=1))


def from_shots(shots: Sequence[str]) -> Reading:
    """Frequencies of strings of bits, bit 0 first."""
    counts = np.bincount([int(bits, 2) for bits in shots], minlength=2 ** len(shots[0]))
    return Reading(counts / len(shots), len(shots))


def from_json(probabilities: Mapping[str, float]) -> np.ndarray:
    """Probabilities of strings of bits, bit 0 first, those left out being 0."""
    width = len(next(iter(probabilities)))
    dense = np.zeros(2**width)
    for bits, probability in probabilities.items():
        dense[int(bits, 2)] = probability
    return dense


Fold = Sequence[tuple[Sequence[int], bool]]
"""What a bit asked for is: the exclusive or of these measured bits, flipped or not."""


def folded(reading: Reading, fold: Fold) -> Reading:
    """Probabilities of the bits asked for, from those of the measured ones."""
    size = reading.probabilities.size
    highest = size.bit_length() - 2
    indices = np.arange(size)
    asked = np.zeros_like(indices)
    for clbits, flipped in fold:
        bit = np.full_like(indices, flipped)
        for clbit in clbits:
            bit ^= indices >> (highest - clbit) & 1
        asked = asked << 1 | bit
    sums = np.bincount(asked, weights=reading.probabilities, minlength=2 ** len(fold))
    return Reading(sums, reading.shots)


TOLERANCE = 1e-9
SIGMAS = 5.0
"""Seeds are fixed, so what passes once passes again, for all the comparisons that there are."""


def deviation(reading: Reading, expected: np.ndarray) -> float:
    """How far a reading is from what is expected, in the unit of `allowed`."""
    if reading.probabilities.shape != expected.shape:
        raise ValueError(f"{reading.probabilities.size} strings of bits instead of {expected.size}")
    distance = np.abs(reading.probabilities - expected)
    if not reading.shots:
        return float(distance.max())
    if np.any(reading.probabilities[expected < 1e-12]):
        return np.inf
    # What is certain may have been rounded to a little more than 1.
    variance = expected * np.maximum(1 - expected, 0)
    errors = np.sqrt(variance / reading.shots) + 1 / (SIGMAS * reading.shots)
    return float((distance / errors).max())


def allowed(reading: Reading) -> float:
    """What a deviation may be: exact ones in probability, counted ones in standard errors."""
    return SIGMAS if reading.shots else TOLERANCE
