"""The tables of what was read, in Markdown."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

HEAD = """\
| file | version | qubits | gates | ours | Qiskit | difference | s | Qiskit's s |
| --- | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: |"""

VERDICTS = ("agrees", "differs", "not compared", "read by us alone", "refused by us", "refused by both")


@dataclass
class Row:
    """What was made of one file."""

    path: str
    version: int
    qubits: int | None = None
    gates: int | None = None
    ours: str = ""
    """`read`, `refused`, `crashed`, `memory` or `timeout`."""
    reason: str = ""
    sampled: bool = False
    """Whether we gave counts only."""
    qiskit: str = ""
    qiskit_reason: str = ""
    witness: str = ""
    """Whose probabilities ours were compared with."""
    difference: float | None = None
    """The largest of two probabilities of an outcome."""
    p_value: float | None = None
    """Of a chi-square test, where shots were counted."""
    verdict: str = ""
    note: str = ""
    seconds: float = 0
    other_seconds: float = 0

    def __str__(self) -> str:
        cells = [self.path, self.version, self.qubits, self.gates]
        ours = f"{self.ours}, in shots" if self.sampled else self.ours
        cells += [state(ours, self.reason), state(self.qiskit, self.qiskit_reason)]
        cells += [self.compared(), f"{self.seconds:.2f}", f"{self.other_seconds:.2f}"]
        return line("–" if cell is None else cell for cell in cells)

    def compared(self) -> str:
        if self.difference is None:
            return self.note or self.verdict
        text = f"{self.difference:.1g}"
        if self.p_value is not None:
            text = f"p = {self.p_value:.2g}"
        if self.witness != "Qiskit":
            text += f" ({self.witness})"
        return f"{text} **differs**" if self.verdict == "differs" else text

    @property
    def folder(self) -> str:
        """The set to which it belongs."""
        return self.path.split("/")[0] if "/" in self.path else "."


def state(name: str, reason: str) -> str:
    return f"{name}: {reason}" if reason else name


def line(cells: Iterable[object]) -> str:
    texts = [str(cell).replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(texts)} |"


def totals(rows: Sequence[Row]) -> str:
    """What was made of each set."""
    lines = [
        line(["set", "files", "read by us", "by Qiskit", *VERDICTS]),
        line(["---", *["---:"] * (3 + len(VERDICTS))]),
    ]
    sets: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        sets[row.folder].append(row)
    for name, group in [*sets.items(), ("total", rows)]:
        verdicts = Counter(row.verdict for row in group)
        read = [sum(row.ours == "read" for row in group), sum(row.qiskit == "read" for row in group)]
        lines.append(line([name, len(group), *read, *(verdicts[verdict] for verdict in VERDICTS)]))
    return "\n".join(lines)


def reasons(rows: Sequence[Row]) -> str:
    """Why we refuse files, those reasons first that most files have."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.reason:
            groups[general(row)].append(row)
    lines = [
        line(["why we refuse", "files", "of them read by Qiskit", "for example"]),
        line(["---", "---:", "---:", "---"]),
    ]
    for reason, group in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        known = sum(row.qiskit == "read" for row in group)
        lines.append(line([reason, len(group), known, group[0].path]))
    return "\n".join(lines)


def general(row: Row) -> str:
    """A reason without what belongs to one file."""
    text = re.sub(r"line \d+, column \d+: ", "", row.reason)
    return state(row.ours, re.sub(r"\d+(\.\d+)?", "N", text))
