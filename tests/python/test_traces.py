"""Games through Python, ply by ply as the command traces them for the same seeds: all games and presets.

``CHEQQERS_TRACES`` is the number of games of each preset and level, 4 by default.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cheqqers

GAMES = int(os.environ.get("CHEQQERS_TRACES", "4"))
SEED = 31
#: Plies compared of a game, of which some have no end for hundreds.
PLIES = 200


def starts() -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for name in cheqqers.game_names():
        if "level" in cheqqers.settings(name):
            found += [(name, {"level": level}) for level in range(4)]
        else:
            found.append((name, {}))
        found += [(f"{name}:{preset}", {}) for preset in cheqqers.presets(name)]
    return found


def trace(name: str, settings: dict[str, Any], path: Path) -> list[list[dict[str, Any]]]:
    """The lines of each game of the command."""
    options = [f"--set={key}={value}" for key, value in settings.items()]
    subprocess.run(
        [sys.executable, "-m", "cheqqers", "selfplay", "--game", name, *options]
        + [f"--games={GAMES}", f"--seed={SEED}", f"--trace={path}"],
        check=True,
        capture_output=True,
    )
    games: list[list[dict[str, Any]]] = []
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        if "format" in entry:
            games.append([])
        games[-1].append(entry)
    return games


@pytest.mark.parametrize(("name", "settings"), starts(), ids=str)
def test_games_are_those_of_the_command(name: str, settings: dict[str, Any], tmp_path: Path) -> None:
    traced = trace(name, settings, tmp_path / "trace.jsonl")
    assert len(traced) == GAMES
    for number, (header, *lines) in enumerate(traced, 1):
        seed = cheqqers.game_seed(SEED, number)
        game = cheqqers.Game(name, seed=seed, **settings)
        seats = {color: cheqqers.Player("random", seed=seed, color=color) for color in ("white", "black")}
        for entry in lines[:PLIES]:
            assert game.turn == entry["turn"]
            assert sorted(map(str, game.legal_moves)) == entry["legal"]
            move = seats[game.turn].choose(game)
            assert move == entry["move"] and move in game.legal_moves
            ply = game.push(move)
            measured = [
                {"squares": m.squares, "occupied": m.occupied, "backend": m.backend} for m in ply.measurements
            ]
            assert measured == entry["measured"]
            parts: dict[str, float] = {}
            for place, part in entry["board"].items():
                # Parts that share a square have a mark behind its name.
                square = place.rstrip("'")
                parts[square] = parts.get(square, 0) + part["p"]
            assert game.position.probabilities() == pytest.approx(parts)
        if len(lines) <= PLIES:
            assert (game.outcome is None) == (lines[-1]["status"] == "in_progress")
            game.players = ("random", "random")
            text = game.record()
            recorded = [json.loads(line) for line in text.splitlines()]
            kept = [header] + [{k: v for k, v in entry.items() if k not in ("legal", "board")} for entry in lines]
            assert [told(entry) for entry in recorded] == [told(entry) for entry in kept]


def told(entry: dict[str, Any]) -> dict[str, Any]:
    """A line without its checksum and the identity of the game."""
    return {key: value for key, value in entry.items() if key not in ("sum", "id")}
