"""Probabilities of strings of bits that may be many or wide, and how far two of them are apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

LEAST = 1e-12
"""A probability below may be left out."""
EXPECTED = 5
"""Shots that a bin of the chi-square test must have at least; rarer outcomes share one."""
WIDEST = 63
"""Bits of an index that fits into a word; wider ones are Python's integers."""


@dataclass(frozen=True)
class Distribution:
    """Outcomes by ascending index, of which bit 0 is the lowest bit, and their probabilities."""

    width: int
    """Number of bits."""
    indices: np.ndarray
    probabilities: np.ndarray
    shots: int = 0
    """How many shots they were counted from; 0 if they are exact."""


def summed(width: int, indices: np.ndarray, probabilities: np.ndarray) -> Distribution:
    """A distribution whose outcomes may be named several times."""
    unique, inverse = np.unique(indices, return_inverse=True)
    sums = np.bincount(inverse.ravel(), weights=probabilities, minlength=len(unique))
    return Distribution(width, unique, sums)


def parsed(entries: bytes, shots: int = 0) -> Distribution:
    """Probabilities, or counts of so many shots, by strings whose first character is bit 0.

    The text is what stands between the braces of a JSON object: of 24 qubits it has 16 million
    members, for which a dictionary would take too much time and memory.
    """
    text = np.frombuffer(bytearray(entries.translate(None, b'" \n')), np.uint8)
    colons = np.flatnonzero(text == ord(":"))
    if not len(colons):
        raise ValueError("no outcomes")
    width = int(colons[0])
    kind = np.int64 if width <= WIDEST else object
    indices = np.zeros(len(colons), dtype=kind)
    for bit in range(width):
        places = colons - width + bit
        indices |= (text[places] & 1).astype(kind) << bit
        text[places] = ord(" ")
    text[colons] = ord(" ")
    values = np.fromstring(text.tobytes(), sep=",")
    if len(values) != len(colons):
        raise ValueError("not an object of numbers by bits")
    order = np.argsort(indices)
    return Distribution(width, indices[order], values[order] / (shots or 1), shots)


@dataclass(frozen=True)
class Comparison:
    """How far two distributions are apart."""

    difference: float
    """The largest of two probabilities of one outcome."""
    p_value: float | None = None
    """Of a chi-square as large by chance alone, where shots were counted."""


def compare(ours: Distribution, other: Distribution) -> Comparison:
    """Compares all outcomes.

    Raises:
        ValueError: They have other numbers of bits.
    """
    if ours.width != other.width:
        raise ValueError(f"{ours.width} bits of ours, {other.width} of the other's")
    one, two = ours.probabilities, other.probabilities
    if not np.array_equal(ours.indices, other.indices):
        indices = np.concatenate([ours.indices, other.indices])
        unique, inverse = np.unique(indices, return_inverse=True)
        place = inverse.ravel()
        one, two = np.zeros(len(unique)), np.zeros(len(unique))
        one[place[: len(ours.indices)]] = ours.probabilities
        two[place[len(ours.indices) :]] = other.probabilities
    difference = float(np.max(np.abs(one - two)))
    if not ours.shots and not other.shots:
        return Comparison(difference)
    return Comparison(difference, p_value(one, ours.shots, two, other.shots))


def p_value(one: np.ndarray, shots: int, two: np.ndarray, other: int) -> float:
    """The tail of chi-square, of counts beside exact probabilities or beside other counts."""
    from scipy.stats import chi2

    if not shots or (other and other < shots):
        one, shots, two, other = two, other, one, shots
    if not other and np.any(one[two < LEAST]):
        return 0.0
    # The variance of a difference is the sum of both.
    effective = shots * other / (shots + other) if other else shots
    pooled = (one * shots + two * other) / (shots + other) if other else two
    often = pooled * shots >= EXPECTED
    bins = [np.append(values[often], values[~often].sum()) for values in (one, two, pooled)]
    seen = bins[2] * shots >= EXPECTED
    first, second, expected = (values[seen] for values in bins)
    if len(expected) < 2:
        return 1.0
    statistic = effective * np.sum((first - second) ** 2 / expected)
    return float(chi2.sf(statistic, len(expected) - 1))
