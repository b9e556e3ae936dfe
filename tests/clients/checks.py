"""What the checks of all clients share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

URL = os.environ["EMULATE_URL"]
"""A server whose jobs end at once."""
SLOW_URL = os.environ["EMULATE_SLOW_URL"]
"""A server whose jobs wait."""
SHOTS = 400
CASE = Path(__file__).parents[2] / "circuits/cheqqers/merge_with_remainder.json"


@dataclass(frozen=True)
class Program:
    """A circuit as text, and the probabilities of its bits, bit 0 first."""

    text: str
    probabilities: Mapping[str, float]


def asymmetric(text: str) -> Program:
    """X on the first of three qubits: any other order of the bits is another string."""
    return Program(text, {"100": 1.0})


def game(*options: str) -> Program:
    """A position with three different probabilities, as the command exports it."""
    case = json.loads(CASE.read_text())
    arguments = ["export", "--moves", case["moves"], "--square", case["bits"][0], *options]
    for option, value in case["start"].items():
        arguments += [f"--{option.replace('_', '-')}", str(value)]
    done = subprocess.run(
        [os.environ["CHEQQERS"], *arguments], capture_output=True, check=False, text=True
    )
    if done.returncode:
        raise RuntimeError(f"cheqqers {' '.join(arguments)}: {done.stderr.strip()}")
    return Program(done.stdout, case["probabilities"])


def equal(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{what} is {found!r}, not {wanted!r}")


def holds(what: str, condition: object) -> None:
    if not condition:
        raise AssertionError(f"wrong: {what}")


def refused(what: str, kind: type[Exception], says: str, call: Callable[[], object]) -> None:
    """A call must fail, with this kind of error and these words in its message."""
    try:
        call()
    except kind as error:
        holds(f"{what} is refused with {says!r}: {error}", says in str(error))
    else:
        raise AssertionError(f"{what} is not refused")


def distributed(
    what: str, found: Mapping[str, float], program: Program, noise: float = 0.0
) -> None:
    """Counts, or probabilities, of strings of bits are those of a program.

    With noise a part of the runs may end anywhere. Exact ones stay within 6 standard errors of
    the shots, or 1e-9 where they sum to 1.
    """
    total = sum(found.values())
    exact = abs(total - 1) < 1e-6
    for bits in {*found, *program.probabilities}:
        wanted = program.probabilities.get(bits, 0.0)
        share = found.get(bits, 0.0) / total
        error = 1e-9 if exact else 6 * sqrt(wanted * (1 - wanted) / total)
        if abs(share - wanted) > error + noise:
            raise AssertionError(f"{what}: {bits} has {share}, not {wanted}: {dict(found)}")


def eventually(what: str, states: Callable[[], str], wanted: str, seconds: float = 20) -> None:
    """Something comes into a state, sooner or later."""
    end = time.monotonic() + seconds
    while (state := states()) != wanted:
        if time.monotonic() > end:
            raise AssertionError(f"{what} is still {state!r}, not {wanted!r}")
        time.sleep(0.1)


def run(client: str, checks: Iterable[Callable[[], None]]) -> None:
    """Makes all checks and ends the program; one that fails says why."""
    passed = failed = 0
    for check in checks:
        try:
            check()
            passed += 1
        # A client may throw whatever it likes: the check has failed, and the others go on.
        except Exception as error:
            failed += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = " ".join(f"{type(error).__name__}: {error}".split())[:1000]
            print(
                f"{client}: {check.__name__}: {told} ({Path(place.filename).name}:{place.lineno})"
            )
    print(f"{client}: {passed} checks passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
