"""Compares random games of both chess games with their models, `queens` and `boxed`.

Reads JSON Lines on standard input, as `crates/chess/examples/plies.rs` writes them: for each game a header, {"game", "name", "settings", "position"}, and a
line for each ply with the legal moves before it, all outcomes of the move made with their probabilities, the one that happened, and the position after it.
The first disagreement ends the run with status 1.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from importlib import import_module
from typing import Any, Iterable

MODELS = {"queens-chess": "queens", "box-chess": "boxed"}
CLOSE = 1e-9
"""How far two ways to compute a probability may differ."""


class Disagreement(Exception):
    pass


def agree(what: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise Disagreement(f"{what}\n  model    {expected}\n  program  {found}")


def agree_closely(what: str, expected: dict[Any, Any], found: dict[Any, float]) -> None:
    """Compares probabilities by what they are the probabilities of."""
    close = expected.keys() == found.keys() and all(
        abs(float(probability) - found[key]) < CLOSE for key, probability in expected.items()
    )
    if not close:
        raise Disagreement(f"{what}\n  model    {expected}\n  program  {found}")


def occupied(measurements: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """The slots read 1, of each measurement."""
    return tuple(map(tuple, measurements))


def check_position(position: Any, line: dict[str, Any]) -> None:
    """Compares a position with the line of the ply that led to it."""
    board = position.board()
    agree("board", {name: symbol for name, (symbol, _) in board.items()},
          {name: entry["piece"] for name, entry in line["board"].items()})
    agree_closely("probabilities of pieces", {name: p for name, (_, p) in board.items()},
                  {name: entry["p"] for name, entry in line["board"].items()})
    agree("captured", list(position.captured()), line["captured"])
    agree("quiet turns", position.quiet, line["quiet"])
    agree("status", position.status, line["status"])
    agree("position", None if position.mid_turn else position.text(), line["position"])


def check_ply(position: Any, line: dict[str, Any]) -> Any:
    """Compares a ply, and returns the position after it."""
    agree("turn", position.turn, line["turn"])
    agree("legal moves", position.legal(), line["legal"])
    move = line["move"]
    if line["outcomes"] is not None:
        expected = {outcome: probability for outcome, probability, _ in position.outcomes(move)}
        found = {occupied(one["occupied"]): one["probability"] for one in line["outcomes"]}
        agree_closely(f"outcomes of {move}", expected, found)
    made = occupied(line["occupied"])
    probability, after = position.play(move, made)
    agree_closely(f"outcome of {move}", {made: probability}, {made: line["probability"]})
    check_position(after, line)
    return after


def check_end(position: Any) -> None:
    if position is not None and (position.status == "in_progress" or position.legal()):
        raise Disagreement("the game goes on, and the record ends")


def main() -> int:
    games: Counter[str] = Counter()
    plies: Counter[str] = Counter()
    measurements: Counter[str] = Counter()
    name, before, position = "", None, None
    try:
        for text in sys.stdin:
            line = json.loads(text)
            if "game" in line:
                check_end(position)
                name = line["name"]
                games[name] += 1
                position = import_module(MODELS[line["game"]]).Position.start(line["settings"])
                if line["position"] is not None:
                    agree("start", position.text(), line["position"])
                continue
            plies[name] += 1
            measurements[name] += len(line["occupied"])
            before = position
            position = check_ply(before, line)
        check_end(position)
    except Disagreement as disagreement:
        where = f"{name}, game {games[name]}"
        if "move" in line:
            before = "in the middle of a turn" if before.mid_turn else before.text()
            where += f", ply {line['ply']}, {line['move']} in {before}"
        print(f"error: {where}: {disagreement}", file=sys.stderr)
        return 1
    for name, count in games.items():
        print(f"{name}: {count} games, {plies[name]:,} plies, {measurements[name]:,} measurements agree")
    return 0 if games else 1


if __name__ == "__main__":
    sys.exit(main())
