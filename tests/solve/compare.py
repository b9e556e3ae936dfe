"""Compares `cheqqers solve` with the model: how many positions there are, how many of them are won, drawn and lost, and the value of the start.

    CHEQQERS=target/debug/cheqqers python3 compare.py

SLOW=1 in the environment adds all of level 1 with endless play, a few minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from model import Rules, summary

CASES = [
    # Level, size, rows, draw after.
    (0, 4, 1, None),
    (0, 4, 1, 40),
    (1, 4, 1, 8),
    (2, 4, 1, 8),
    (0, 5, 1, 7),
    (1, 5, 1, 3),
    (2, 6, 2, 2),
]
SLOW = os.environ.get("SLOW") == "1"

CLOSE = 1e-9

KINGS = "W:WK8:BK1", "..W..........B.."
"""A king a side, on c1 and b4: draughts FEN and board."""


def solved(level: int, size: int, rows: int, draw_after: int | None, position: str | None) -> dict:
    options = {"level": level, "size": size, "rows": rows, "draw-after": draw_after or "off", "position": position}
    words = [word for key, value in options.items() if value is not None for word in (f"--{key}", str(value))]
    done = subprocess.run([os.environ["CHEQQERS"], "solve", *words, "--json"], check=True, capture_output=True)
    return json.loads(done.stdout)


def compare(level: int, size: int, rows: int, draw_after: int | None, fen: str | None = None, board: str | None = None):
    rules = Rules(level, size, rows, draw_after)
    if board is not None:
        rules.start = rules.start._replace(board=board)
    found, expected = solved(level, size, rows, draw_after, fen), summary(rules)
    low, high = expected.pop("value")
    least, most = found["value"]["least"], found["value"]["most"]
    counts = {key: found[key] for key in expected}
    case = f"level {level}, {size} x {size}, rows {rows}, draw after {draw_after or 'off'}{', ' + fen if fen else ''}"
    if not found["closed"] or counts != expected or least > high + CLOSE or low > most + CLOSE:
        sys.exit(f"{case}: {found} is not {expected}, {low} to {high}")
    print(f"{case}: {expected['positions']} positions agree")


for case in CASES:
    compare(*case)
if SLOW:
    compare(1, 4, 1, None, *KINGS)
    compare(1, 4, 1, None)
