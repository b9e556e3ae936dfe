"""Random games through the Python package, beside `cheqqers.selfplay` on one thread and beside python-chess.

    pip install ./crates/python chess
    python benches/peers/python.py

Prints games and plies per second, and ratios within the run: a game through objects against the loop in Rust, and moves of
our chess against those of python-chess where that is installed (its licence is the GPL; nothing here depends on it).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import cheqqers

PLIES = 200


def played(begin: Callable[[int], Any], games: int) -> tuple[float, float]:
    """Games and plies per second of random games of at most so many plies."""
    rng = random.Random(1).random
    plies = 0
    begun = time.perf_counter()
    for seed in range(games):
        game = begin(seed)
        for _ in range(PLIES):
            moves = game.legal_moves
            if not isinstance(moves, cheqqers.LegalMoves):
                moves = list(moves)
            if not moves:
                break
            game.push(moves[int(rng() * len(moves))])
            plies += 1
    seconds = time.perf_counter() - begun
    return games / seconds, plies / seconds


def main() -> None:
    games, plies = played(lambda seed: cheqqers.Game("cheqqers", level=3, seed=seed), 3000)
    begun = time.perf_counter()
    count = 60_000
    cheqqers.selfplay("cheqqers", games=count, level=3, seed=1, threads=1)
    native = count / (time.perf_counter() - begun)
    print(f"cheqqers, level 3: {games:,.0f} games/s, {plies:,.0f} plies/s; selfplay {native:,.0f} games/s")
    print(f"ratio {games / native:.3f}")
    try:
        import chess
    except ImportError:
        print("python-chess is not installed")
        return
    _, theirs = played(lambda _: chess.Board(), 60)
    print(f"python-chess: {theirs:,.0f} plies/s")
    for name in ("queens-chess:classical", "queens-chess", "box-chess"):
        _, ours = played(lambda seed, name=name: cheqqers.Game(name, seed=seed), 60)
        print(f"{name}: {ours:,.0f} plies/s, ratio {ours / theirs:.1f}")


if __name__ == "__main__":
    main()
