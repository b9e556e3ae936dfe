"""Chooses the circuits of a version of the benchmark from games, and writes them with where they come from.

    python crates/benchmark/suite/choose.py crates/benchmark/suite/v1

Needs the package `cheqqers`, and the command of the same name on the PATH. A version that was published is never
chosen anew: tests replay its games and compare its circuits with what the command exports.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import cheqqers

RANDOM_GAMES, EXPERT_GAMES, QUANTUM_GAMES = 1500, 150, 4000
EXPERT = "expert:nodes=300"
MAX_PLIES = 300
SIZES = {2: 1, 3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 2, 9: 2, 10: 2, 11: 1, 12: 1, 14: 1, 16: 1}
"""Number of circuits of each size."""
LARGE_SIZES = (18, 20, 22, 24)
"""Sizes of kings that split again and again: random games are over before."""
KINGS = ("W:WK22,29,30:BK4", "W:WK21,22,29:BK4,K8")
KING_GAMES = 6000
DEPTHS = (0.0, 0.3, 0.6, 0.9, 1.0)
"""Quantiles of the numbers of entangling gates among components of DEPTH_SIZE qubits."""
DEPTH_SIZE = 6
MAX_OUTCOMES = 64
"""Most bit strings of circuits that games measure seldom: few shots tell little of more."""
MOST = 400
"""Components of a size that are looked at."""
KING = "W:WK22:BK4"

Instance = tuple[str, str]
"""Moves with outcomes, and a square of the component that the last of them acts on."""


def exported(game: str, moves: str, square: str, optimize: int = 1, position: str | None = None) -> str:
    options = ["--position", position] if position else []
    return subprocess.run(
        ["cheqqers", "export", "--game", game, *options, "--moves", moves, "--last-ply", "--square", square,
         "--optimize", str(optimize)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip


def gates(text: str) -> str:
    """A circuit without its comments."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))


def num_outcomes(text: str) -> int:
    """Number of bit strings that can occur."""
    result = subprocess.run(
        ["cheqqers", "simulate", "-", "--probabilities", "--json"], input=text, check=True, capture_output=True, text=True
    )
    return len(json.loads(result.stdout)["probabilities"])


def num_entangling(text: str) -> int:
    return sum(line.startswith(("cx", "cz", "ch", "ccx", "swap")) for line in text.splitlines())


def played(game: str, seed: int, kind: str) -> cheqqers.Game:
    """A game by random moves, by random moves that prefer splits, or by the expert after six random plies."""
    rng = random.Random(seed)
    under_way = cheqqers.Game(game, seed=seed)
    while under_way.outcome is None and len(under_way.plies) < MAX_PLIES:
        moves = list(under_way.legal_moves)
        quantum = [move for move in moves if "^" in str(move)]
        if kind == "expert" and len(under_way.plies) >= 6:
            under_way.push(under_way.choose(EXPERT))
        elif kind == "quantum" and quantum and rng.random() < 0.9:
            under_way.push(rng.choice(quantum))
        else:
            under_way.push(rng.choice(moves))
    return under_way


def census() -> tuple[dict[int, list[Instance]], dict[str, Any]]:
    """Components of Cheqqers at level 3 by size, and how often games between random players and experts measure each size."""
    measured: Counter[int] = Counter()
    plies = 0
    instances: dict[int, list[Instance]] = defaultdict(list)
    kinds = [("random", RANDOM_GAMES), ("expert", EXPERT_GAMES), ("quantum", QUANTUM_GAMES)]
    for kind, games in kinds:
        for seed in range(1, games + 1):
            game = played("cheqqers", seed, kind)
            moves: list[str] = []
            for ply in game.plies:
                moves.append(str(ply))
                if kind != "quantum":
                    plies += 1
                    measured.update(len(measurement.squares) for measurement in ply.measurements)
                for measurement in ply.measurements:
                    size = len(measurement.squares)
                    if len(instances[size]) < MOST:
                        instances[size].append((" ".join(moves), measurement.squares[0]))
            if kind == "quantum" and seed <= QUANTUM_GAMES // 4:
                large_components(game, moves, instances)
    return instances, {"plies": plies, "measured": dict(sorted(measured.items()))}


def large_components(game: cheqqers.Game, moves: list[str], instances: dict[int, list[Instance]]) -> None:
    """Adds those components that are too large to be measured often, after the split that made them so."""
    for number in range(1, len(moves) + 1):
        for component in game.position_after(number).components():
            size = len(component.squares)
            target = moves[number - 1].split("^")[-1][:2]
            if size > 12 and "{" not in moves[number - 1] and target in component.squares and len(instances[size]) < MOST:
                instances[size].append((" ".join(moves[:number]), target))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, Any]] = []

    def add(name: str, family: str, game: str, moves: str, square: str, **more: Any) -> None:
        optimize, position = more.pop("optimize", 1), more.pop("position", None)
        text = exported(game, moves, square, optimize, position)
        (folder / f"{name}.qasm").write_text(text)
        qubits = int(text.split("qubit[")[1].split("]")[0])
        if "interference" in more:
            read_from, incoherent = more["interference"]
            clbit = next(
                int(line[5:].split("]")[0]) for line in text.splitlines() if line.startswith("// c[") and line.endswith(f": {read_from}")
            )
            more["interference"] = {"clbit": clbit, "incoherent": incoherent}
        entry = {"name": name, "family": family, "qubits": qubits, **more, "game": game, "position": position}
        entry |= {"moves": moves, "ply": len(moves.split()), "square": square, "optimize": optimize}
        entries.append({key: value for key, value in entry.items() if value is not None})
        print(name, qubits, num_entangling(text))

    instances, counts = census()
    print(counts, {size: len(found) for size, found in sorted(instances.items())})
    for size, number in SIZES.items():
        texts = [(gates(exported("cheqqers", *instance)), instance) for instance in instances[size]]
        # The circuit may have qubits besides those of its squares: sizes are those of circuits.
        texts = [(text, instance) for text, instance in texts if f"qubit[{size}]" in text]
        common = Counter(text for text, _ in texts).most_common(number)
        for rank, (text, uses) in enumerate(common, 1):
            instance = next(instance for other, instance in texts if other == text)
            weight = {"uses": uses} if counts["measured"].get(size) else {}
            quick = {"quick": True} if rank == 1 and size <= 8 else {}
            add(f"size-{size:02}-{rank}", "size", "cheqqers", *instance, **weight, **quick)
    for size, (position, moves, square) in spread_kings().items():
        add(f"size-{size}-1", "size", "cheqqers", moves, square, position=position)
    depths = sorted((num_entangling(exported("cheqqers", *i)), i) for i in instances[DEPTH_SIZE])
    for number, quantile in enumerate(DEPTHS, 1):
        _, instance = depths[round(quantile * (len(depths) - 1))]
        add(f"depth-{number}", "depth", "cheqqers", *instance)
    for name, more in {
        "split": {"moves": "c3^b4d4", "square": "d4"},
        "split-twice": {"moves": "c3^b4d4 h6-g5 b4^a5c5", "square": "d4"},
        "merge": {"moves": "c3^b4d4 h6-g5 b4d4^c5", "square": "c5", "interference": ("d4", 0.5),
                  "optimize": 0, "quick": True},
        "merge-opposite": {"moves": "c3^b4d4 h8-g7 d4-e3 g7-h8 e3-d4 h8-g7 b4d4^c5", "square": "c5", "position": KING,
                           "interference": ("c5", 0.5), "optimize": 0, "quick": True},
        "capture": {"moves": "c3-d4 f6^e5g5 d4xf6", "square": "f6", "quick": True},
    }.items():  # fmt: skip
        add(name, "effect", "cheqqers", **more)
    for game, sizes in {
        "international": (2, 3), "rotation": (1,), "blocking": (2, 4), "queens-chess": (4, 5), "box-chess": (2,),
    }.items():  # fmt: skip
        for size in sizes:
            moves, square = smallest(game, size)
            add(f"{game}-{size}", "game", game, moves, square)
    suite = {"version": 1, **counts, "circuits": entries}
    (folder / "suite.json").write_text(json.dumps(suite, indent=1) + "\n")


def spread_kings() -> dict[int, tuple[str, str, str]]:
    """Of each large size the component with the fewest outcomes in games in which White splits and Black moves on."""
    best: dict[int, tuple[int, int, tuple[str, str, str]]] = {}
    for seed in range(KING_GAMES):
        rng = random.Random(seed)
        position = KINGS[seed % len(KINGS)]
        game = cheqqers.Game("cheqqers", seed=seed, position=position)
        moves: list[str] = []
        while game.outcome is None and len(moves) < 90:
            legal = list(game.legal_moves)
            splits = [move for move in legal if str(move)[2] == "^"]
            usual = splits if game.turn == "white" else [move for move in legal if "^" not in str(move)]
            game.push(rng.choice(usual) if usual and rng.random() < 0.97 else rng.choice(legal))
            moves.append(str(game.plies[-1]))
            target = moves[-1].split("^")[-1][:2]
            if "^" not in moves[-1] or "{" in moves[-1]:
                continue
            try:
                component = game.component(target)
            except cheqqers.CircuitError:
                continue
            size, key = len(component.squares), (len(component.outcomes()), len(moves))
            if size in LARGE_SIZES and (size not in best or key < best[size][:2]):
                best[size] = (*key, (position, " ".join(moves), target))
    return {size: best[size][2] for size in LARGE_SIZES}


def smallest(game: str, size: int) -> Instance:
    """The measurement of a circuit of a size that is reached by the fewest moves of some random games."""
    found: list[Instance] = []
    for seed in range(1, 101):
        moves: list[str] = []
        for ply in played(game, seed, "quantum").plies[:60]:
            moves.append(str(ply))
            for measurement in ply.measurements:
                found.append((" ".join(moves), measurement.squares[0]))
    for instance in sorted(found, key=lambda instance: (len(instance[0].split()), instance)):
        try:
            text = exported(game, *instance)
        except subprocess.CalledProcessError:
            continue
        if text.count("OPENQASM") == 1 and f"qubit[{size}]" in text and num_outcomes(text) <= MAX_OUTCOMES:
            return instance
    raise SystemExit(f"no circuit of {size} qubits in {game}")


if __name__ == "__main__":
    main()
