"""Lets every toolkit with an OpenQASM reader load what the command exports, and compares.

Started by `tests/interop/run`, which installs the toolkits. Every toolkit must read every circuit
and find our probabilities, within 1e-9 or, where it counts shots, 5 standard errors; our circuits
must have no more two-qubit gates than Qiskit leaves, on machines too, and the manual must say how
many.
"""

from __future__ import annotations

import argparse
import logging
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from check import check_all, table
from circuits import corpus, random_components
from counts import count_all, markdown
from manual import replaced
from placed import listing, place_all, summary

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "crates/manual/src/explanation/optimization.md"
"""The page that has the tables."""
COMPONENTS = 100
"""Random components that are checked, unless more are asked for."""
COUNTED = 200
"""Random components whose gates are counted, for the manual."""
PAPER_EACH = 5
OPTIMIZED_EACH = 5
ANNOTATED_EACH = 5
"""Of every so many random components the paper's, the optimized, or the annotated circuit is checked too."""


def main() -> int:
    options = argparse.ArgumentParser(
        prog="tests/interop/run", description=__doc__.split("\n\n")[0]
    )
    options.add_argument("--update", action="store_true", help="write the manual's tables anew")
    options.add_argument(
        "--components", type=int, default=COMPONENTS, metavar="N", help="random components that are checked"
    )
    arguments = options.parse_args()
    # Toolkits have much to say that is no matter of the circuits.
    warnings.filterwarnings("ignore")
    logging.disable()
    with TemporaryDirectory() as folder, ProcessPoolExecutor() as workers:
        kept = corpus(ROOT / "circuits")
        components = random_components(Path(folder), max(arguments.components, COUNTED))
        checked = components[: arguments.components]
        circuits = [circuit for _, circuits in kept for circuit in circuits]
        for component, _ in kept:
            circuits += [component.minimal("--optimize", "2"), component.paper()]
        # Of gates that undo each other nothing is left to run.
        circuits = [circuit for circuit in circuits if circuit.has_qubits]
        circuits += [component.minimal() for component in checked]
        circuits += [component.minimal("--optimize", "2") for component in checked[::OPTIMIZED_EACH]]
        circuits += [component.paper("--flat") for component in checked[::PAPER_EACH]]
        circuits += [component.annotated() for component in checked[::ANNOTATED_EACH]]
        tallies = check_all(workers, circuits)
        print(table(tallies), flush=True)

        # The manual's tables are of one game.
        checkers = corpus(ROOT / "circuits" / "cheqqers")
        cases = count_all(workers, [component for component, _ in checkers])
        games = count_all(workers, components[:COUNTED])
        placed = place_all(workers, checkers)
    counted = markdown(cases, games)
    print(f"\n{counted}\n{listing(placed)}")
    failures = [
        f"{row.name}: Qiskit needs fewer two-qubit gates" for row in cases + games if row.beaten
    ]
    failures += [row.problem for row in placed if row.problem]
    old = PAGE.read_text()
    new = replaced(old, "two-qubit gates", counted)
    new = replaced(new, "two-qubit gates on machines", summary(placed))
    if arguments.update:
        PAGE.write_text(new)
    elif new != old:
        failures.append(
            f"{PAGE.name} has other tables of two-qubit gates: run tests/interop/run --update"
        )
    print("\n".join(failures))
    problems = sum(len(tally.problems) for tally in tallies)
    passed = sum(tally.read for tally in tallies) + len(cases) + len(games) + len(placed)
    print(f"{sum(tally.read > 0 for tally in tallies)} readers, {len(circuits)} circuits")
    print(f"interop: {passed} passed, {problems + len(failures)} failed")
    return 1 if problems or failures else 0


if __name__ == "__main__":
    sys.exit(main())
