"""Random components of all games, and their exact probabilities."""

from __future__ import annotations

import random
from collections.abc import Iterator

import cheqqers
from cheqqers import Component

#: Games, and levels, with components of several squares.
STARTS = [
    *({"name": "cheqqers", "level": level} for level in (1, 2, 3)),
    *({"name": name} for name in cheqqers.game_names() if name != "cheqqers"),
]


def components(count: int, max_qubits: int = 8, seed: int = 1) -> Iterator[Component]:
    """Components of positions in random games, no two alike in a row."""
    rng = random.Random(seed)
    found = 0
    for number in range(1_000_000):
        start = STARTS[number % len(STARTS)]
        game = cheqqers.Game(**start, seed=seed + number)
        length = rng.randrange(4, 60)
        while game.outcome is None and len(game) < length:
            game.push(rng.choice(game.legal_moves))
        known = set()
        for component in game.components():
            circuit = component.circuit()
            # A chess game has many alike.
            shape = tuple((operation.name, tuple(operation.qubits)) for operation in circuit.operations)
            if circuit.num_qubits > max_qubits or shape in known:
                continue
            known.add(shape)
            yield component
            found += 1
            if found == count:
                return
