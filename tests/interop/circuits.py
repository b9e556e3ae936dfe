"""The circuits to check, written by the command: those of `circuits/` and those of random games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from command import cheqqers
from program import Fold, Program, shaped, without_comments

OPENQASM = ("qasm3", "qasm2", "braket")
ALL_FORMS = (*OPENQASM, "ionq", "ibm", "quirk")
QUIRK_WIRES = 16
PAPER = ("--encoding", "paper")
ANNOTATED = ("--gate-moves", "annotations")

SEED = 2025
BOARDS = (("8", "single"), ("8", "unlimited"), ("16", "unlimited"))
GAMES = 100
"""On each board, and with each entanglement; a large board has files that a small one lacks."""
PLIES = 12
"""Of each random game so many positions are looked at."""
MOST_QUBITS = 12


@dataclass(frozen=True)
class Circuit:
    """A circuit in every form, and what its bits should be."""

    name: str
    texts: dict[str, str]
    fold: Fold
    expected: dict[str, float]
    options: tuple[str, ...]
    """With which `export` wrote it."""

    @property
    def defines_gates(self) -> bool:
        return self.options == PAPER

    @property
    def is_annotated(self) -> bool:
        return self.options == ANNOTATED

    @property
    def has_qubits(self) -> bool:
        return "\nqubit[" in self.texts["qasm3"]

    def program(self, form: str) -> Program:
        return shaped(self.texts[form], self.texts["qasm3"])

    def kept_as(self, file: Path, case: dict) -> Circuit:
        """The same circuit as a file has it, whose case says what its bits should be."""
        texts = {**self.texts, "qasm3": file.read_text()}
        return replace(self, texts=texts, expected=case["probabilities"])


@dataclass(frozen=True)
class Component:
    """A component of a position, by the arguments with which `export` writes its circuit."""

    name: str
    arguments: tuple[str, ...]

    def export(self, form: str, *options: str) -> str:
        return cheqqers("export", *self.arguments, "--format", form, *options)

    def minimal(self, *options: str) -> Circuit:
        """Its circuit in the minimal encoding."""
        return self._circuit(ALL_FORMS, options)

    def paper(self, *options: str) -> Circuit:
        """Its circuit in the paper's encoding, whose gates it defines unless told `--flat`."""
        return self._circuit(OPENQASM, (*PAPER, *options))

    def annotated(self) -> Circuit:
        """Its circuit with the move of every gate as an annotation."""
        return self._circuit(OPENQASM, ANNOTATED)

    def _circuit(self, forms: tuple[str, ...], options: tuple[str, ...]) -> Circuit:
        described = json.loads(self.export("json", *options))
        if described["num_qubits"] > QUIRK_WIRES:
            forms = tuple(form for form in forms if form != "quirk")
        return Circuit(
            " ".join([self.name, *options]),
            {form: self.export(form, *options) for form in forms},
            [(bit["clbits"], bit["flipped"]) for bit in described["fold"]],
            described["probabilities"],
            options,
        )


def corpus(folder: Path) -> list[tuple[Component, list[Circuit]]]:
    """The cases kept in a folder, and their circuits as the files have them."""
    cases = []
    for file in sorted(folder.glob("**/*.json")):
        case = json.loads(file.read_text())
        arguments = ["--moves", case["moves"], "--square", case["bits"][0]]
        for option, value in case["start"].items():
            arguments += [f"--{option.replace('_', '-')}", str(value)]
        if case["last_ply"]:
            arguments.append("--last-ply")
        component = Component(file.stem, tuple(arguments))
        kept = [component.minimal().kept_as(file.with_suffix(".qasm"), case)]
        paper = file.with_suffix(".paper.qasm")
        if paper.exists():
            kept.append(component.paper("--flat").kept_as(paper, case))
        cases.append((component, kept))
    if not cases:
        raise RuntimeError(f"{folder} has no cases")
    return cases


def random_components(games: Path, count: int) -> list[Component]:
    """Components of random games at level 3 with circuits that differ, of all sizes in turn.

    The games stay in the folder: the components' arguments name them.
    """
    found: dict[str, tuple[int, Component]] = {}
    for size, entanglement in BOARDS:
        folder = games / f"{entanglement}-{size}"
        cheqqers(
            *("selfplay", "--games", str(GAMES), "--seed", str(SEED)),
            *("--size", size, "--entanglement", entanglement, "--record", str(folder)),
        )
        for game in sorted(folder.iterdir()):
            for component, text in components_of(game):
                qubits = shaped(text, text).num_qubits
                if qubits <= MOST_QUBITS:
                    found.setdefault(without_comments(text), (qubits, component))
    seen: Counter[int] = Counter()
    turns = []
    for qubits, component in found.values():
        turns.append((seen[qubits], -qubits, component))
        seen[qubits] += 1
    turns.sort(key=lambda turn: turn[:2])
    if len(turns) < count:
        raise RuntimeError(f"random games have only {len(turns)} circuits that differ")
    return [component for _, _, component in turns[:count]]


def components_of(game: Path) -> Iterator[tuple[Component, str]]:
    """The components at some plies of a recorded game, and their circuits."""
    with game.open() as lines:
        plies = sum('"ply"' in line for line in lines)
    chosen = random.Random(f"{SEED} {game.name}").sample(range(1, plies + 1), min(plies, PLIES))
    for ply in sorted(chosen):
        arguments = (str(game), "--ply", str(ply))
        with TemporaryDirectory() as folder:
            try:
                cheqqers("export", *arguments, "-o", folder)
            except RuntimeError as error:
                if "there is no component" not in str(error):
                    raise
            for file in sorted(Path(folder).iterdir()):
                name = f"{game.parent.name} {game.stem} ply {ply} {file.stem}"
                yield Component(name, (*arguments, "--square", file.stem)), file.read_text()
