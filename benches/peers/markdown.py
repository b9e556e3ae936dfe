"""Tables of times."""

from __future__ import annotations

import math
from collections.abc import Sequence

from simulators import Timing


UNITS = (("s", 1), ("ms", 1e-3), ("µs", 1e-6))


class Table:
    """A table that is printed line by line, as its numbers come."""

    def __init__(self, title: str, heads: Sequence[str], texts: int = 1) -> None:
        print(f"\n### {title}\n")
        self.row(heads)
        self.row(["---"] * texts + ["---:"] * (len(heads) - texts))

    def row(self, cells: Sequence[object]) -> None:
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


def cell(timing: Timing | None) -> str:
    """A time, and in brackets the setting that was quickest."""
    if timing is None:
        return "–"
    setting = f" ({timing.setting})" if timing.setting else ""
    return time(timing.seconds) + setting


def time(seconds: float) -> str:
    """Three digits, in the unit that fits."""
    name, unit = next((pair for pair in UNITS if seconds >= pair[1]), UNITS[-1])
    value = seconds / unit
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f} {name}"


def ratio(ours: Timing | None, theirs: Timing | None) -> str:
    """How many times as long ours took."""
    return f"{ours.seconds / theirs.seconds:.2f}" if ours and theirs else "–"


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def fastest(timings: Sequence[Timing | None]) -> Timing | None:
    return min(filter(None, timings), key=lambda timing: timing.seconds, default=None)
