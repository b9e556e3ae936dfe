"""Compares games of the command with the model, `international`.

    CHEQQERS=target/debug/cheqqers python3 compare.py [GAMES [PREVIEWS]]

The command plays so many games of each level (`selfplay --trace`), with settings and first moves from `openings`, and at random from there. Of every ply are
compared: the legal moves before it, the squares that it measured and whether they may be found so, the board after it with all probabilities, what was captured,
the half-move clock and the status. Of the moves that measured, and of so many other legal moves of each position, all outcomes are compared, with their
probabilities and boards, as `cheqqers serve` previews them. CHEQQERS_SEED in the environment makes it other games.
The first disagreement ends the run with status 1.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from international import Outcome, Position, text_of
from openings import openings

CLOSE = 1e-9
"""How far two ways to compute a probability may differ."""

MOST_BODY = 15_000
"""The most bytes of a request; the server takes a little more."""


class Disagreement(Exception):
    pass


def agree(what: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise Disagreement(f"{what}\n  model    {expected}\n  program  {found}")


def agree_closely(what: str, expected: dict[str, float], found: dict[str, float]) -> None:
    """Compares probabilities by what they are the probabilities of."""
    if expected.keys() != found.keys() or any(abs(p - found[key]) > CLOSE for key, p in expected.items()):
        raise Disagreement(f"{what}\n  model    {expected}\n  program  {found}")


def agree_on_board(what: str, position: Position, found: dict[str, tuple[str, float]]) -> None:
    """Compares symbols and probabilities; that a square is certain must be said exactly."""
    squares = position.squares()
    agree(what, {name: symbol for name, (symbol, _) in squares.items()}, {name: symbol for name, (symbol, _) in found.items()})
    agree_closely(f"probabilities of {what}", {name: p for name, (_, p) in squares.items()}, {name: p for name, (_, p) in found.items()})
    agree(f"certain squares of {what}", {name for name, (_, p) in squares.items() if p == 1}, {name for name, (_, p) in found.items() if p == 1})


class Server:
    """`cheqqers serve`, asked what moves may lead to."""

    def __init__(self, command: str, folder: str):
        arguments = [command, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--max-requests", "1000000"]
        self._process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        address = self._process.stdout.readline().split()[-1]
        self._connection = HTTPConnection(urlsplit(address).netloc, timeout=60)

    def close(self) -> None:
        self._connection.close()
        self._process.terminate()
        self._process.wait()

    def preview(self, line: dict[str, Any], move: str) -> dict[str, Any] | None:
        """None where the game is too long for a request, or its positions have too many amplitudes for the server."""
        body = json.dumps({"line": line, "move": move})
        if len(body) > MOST_BODY:
            return None
        self._connection.request("POST", "/api/v1/lines/preview", body, {"content-type": "application/json"})
        answer = json.load(self._connection.getresponse())
        if answer.get("error", {}).get("code") == "full":
            return None
        if "outcomes" not in answer:
            raise Disagreement(f"preview of {move}: {answer}")
        return answer


class Comparison:
    def __init__(self, server: Server, previews: int, rng: random.Random):
        self.server = server
        self.previews = previews
        self.rng = rng
        self.counts: Counter[str] = Counter()

    def game(self, settings: dict[str, Any], lines: list[dict[str, Any]]) -> None:
        header, *plies = lines
        position = Position.start(settings)
        line = {"game": header["game"], "settings": {key: str(value) for key, value in settings.items()}}
        played: list[str] = []
        self.counts["games"] += 1
        for ply in plies:
            try:
                outcome = self.ply(position, ply)
                self.outcomes(position, ply, line | {"moves": " ".join(played)})
            except Disagreement as disagreement:
                where = f"{settings}, seed {header['seed']}, ply {ply['ply']}: {' '.join(played)} {ply['move']}\nin {position.text()}"
                raise Disagreement(f"{where}\n{disagreement}") from None
            played.append(text_of(ply["move"], outcome))
            position = outcome.position
        if position.status == "in_progress" or position.legal():
            raise Disagreement(f"{settings}, seed {header['seed']}: the record ends, and the game goes on: {' '.join(played)}")

    def ply(self, position: Position, ply: dict[str, Any]) -> Outcome:
        agree("turn", position.turn, ply["turn"])
        agree("legal moves", position.legal(), ply["legal"])
        occupied = [measurement["occupied"] for measurement in ply["measured"]]
        try:
            outcome = position.play(ply["move"], occupied)
        except ValueError as error:
            raise Disagreement(str(error)) from None
        agree("measured squares", [sorted(one.squares) for one in outcome.measurements], [sorted(one["squares"]) for one in ply["measured"]])
        after = outcome.position
        agree_on_board("board", after, {name: (entry["piece"], entry["p"]) for name, entry in ply["board"].items()})
        agree("captured", after.captured(), ply["captured"])
        agree("half-move clock", after.quiet, ply["quiet"])
        agree("status", after.status, ply["status"])
        self.counts["plies"] += 1
        self.counts["legal moves"] += len(ply["legal"])
        self.counts["measurements"] += len(occupied)
        return outcome

    def outcomes(self, position: Position, ply: dict[str, Any], line: dict[str, Any]) -> None:
        moves = {ply["move"]} if ply["measured"] else set()
        moves |= set(self.rng.sample(ply["legal"], min(self.previews, len(ply["legal"]))))
        for move in sorted(moves):
            answer = self.server.preview(line, move)
            if answer is None:
                continue
            expected = {text_of(move, outcome): outcome for outcome in position.outcomes(move)}
            probabilities = {one["move"]: one["probability"] for one in answer["outcomes"]}
            agree_closely(f"outcomes of {move}", {text: outcome.probability for text, outcome in expected.items()}, probabilities)
            for one in answer["outcomes"]:
                agree_on_board(f"board after {one['move']}", expected[one["move"]].position, board_shown(one["board"]))
            self.counts["previewed moves"] += 1
            self.counts["previewed outcomes"] += len(expected)


def board_shown(board: dict[str, Any]) -> dict[str, tuple[str, float]]:
    """Symbol and probability of the squares of a board of the API."""
    shown = {}
    for square in board["squares"]:
        (part,) = square["parts"]
        symbol = part["colour"][0]
        shown[square["square"]] = (symbol.upper() if part["kind"] == "king" else symbol, part["probability"])
    return shown


def traced(command: str, settings: dict[str, Any], moves: list[str], seed: int, folder: str) -> list[dict[str, Any]]:
    """The lines of a game that begins with these moves and goes on at random."""
    path = Path(folder, "trace.jsonl")
    options = [f"--set={key}={value}" for key, value in settings.items()]
    arguments = [command, "selfplay", "--game", "international", *options, "--games", "1", "--seed", str(seed), "--trace", str(path), "--force"]
    played = subprocess.run(arguments + (["--moves", " ".join(moves)] if moves else []), capture_output=True, text=True)
    if played.returncode:
        raise Disagreement(f"{settings}: {' '.join(moves)}\n{played.stderr}")
    return [json.loads(text) for text in path.read_text().splitlines()]


def main() -> int:
    games, previews = [int(text) for text in sys.argv[1:]] + [8, 1][len(sys.argv) - 1 :]
    seed = int(os.environ.get("CHEQQERS_SEED", "2026"))
    command = os.environ["CHEQQERS"]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(command, folder)
        try:
            for level in range(4):
                rng = random.Random(seed + level)
                comparison = Comparison(server, previews, rng)
                for number, (settings, moves) in enumerate(openings(level, games, rng)):
                    comparison.game(settings, traced(command, settings, moves, seed + number, folder))
                counts = ", ".join(f"{count:,} {what}" for what, count in comparison.counts.items())
                print(f"international, level {level}, seeds from {seed}: {counts} agree", flush=True)
        except Disagreement as disagreement:
            print(f"error: {disagreement}", file=sys.stderr)
            return 1
        finally:
            server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
