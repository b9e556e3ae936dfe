"""Settings and first moves of games to compare: games at random alone have few ghosts, since captures are compulsory and measure, and hardly a draw."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Any, Callable, Iterator

from international import Outcome, Position, geometry_of, text_of

PLIES = 60
"""First moves of a game; it goes on at random."""

TRIED = 12
"""Moves of a position that are weighed against each other."""

MOST_BRANCHES = 256
"""Of a component; larger ones only take longer."""

Interest = Callable[[Position], float]


def captures(position: Position) -> int:
    return sum("x" in move for move in position.legal())


def ghosts(position: Position) -> float:
    """Higher with many ghosts, and with several pieces in one component."""
    components = position.board.components(position.board.labels)
    if any(len(component.branches) > MOST_BRANCHES for component in components):
        return -1000
    shared = sum(next(iter(component.branches)).bit_count() - 1 for component in components)
    return len(position.board.ghosts) + 3 * shared - 4 * captures(position)


def peace(position: Position) -> float:
    """Higher after moves of kings, which are needed for all draws but one, where they are safe: with few ghosts."""
    return 2 * position.royal - 5 * captures(position) - len(position.board.ghosts)


def repetition(position: Position) -> float:
    return peace(position) + 5 * position.repeated()


def first_moves(settings: dict[str, Any], interest: Interest | None, rng: random.Random) -> list[str]:
    """With their outcomes, unlikely ones as often as others."""
    if interest is None:
        return []
    position = Position.start(settings)
    moves: list[str] = []
    while len(moves) < PLIES and position.legal():
        move, outcome = chosen(position, interest, rng)
        moves.append(text_of(move, outcome))
        position = outcome.position
    return moves


def chosen(position: Position, interest: Interest, rng: random.Random) -> tuple[str, Outcome]:
    legal = position.legal()
    merges = [move for move in legal if move.find("^") > 3]
    moves = rng.sample(legal, min(TRIED, len(legal))) + rng.sample(merges, min(2, len(merges)))
    tried = [(move, rng.choice(position.outcomes(move))) for move in moves]
    return max(tried, key=lambda one: interest(one[1].position) + rng.gauss(0, 1))


def set_up(level: int, size: int, pieces: tuple[int, int], kings: float, halves: float, rng: random.Random) -> dict[str, Any]:
    """A position with so many white and black pieces, of which these shares are kings, and above level 0 half on either of two squares."""
    geometry = geometry_of(size)
    while True:
        squares = rng.sample(geometry.dark, len(geometry.dark))
        sides = {"white": "", "black": ""}
        for side, number in zip(sides, pieces):
            for _ in range(number):
                king = rng.random() < kings
                count = 2 if level > 0 and rng.random() < halves else 1
                taken = [q for q in squares if king or q // size != geometry.far_row[side]][:count]
                squares = [q for q in squares if q not in taken]
                sides[side] += " " + "K" * king + "/".join(geometry.names[q] for q in taken)
        position = Position.set_up({"level": level, "size": size}, **sides)
        if position.legal():
            return {"size": size, "position": position.text()}


def openings(level: int, games: int, rng: random.Random) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """So many of them, of all kinds in turn."""

    def some(size: int, most: int) -> dict[str, Any]:
        return set_up(level, size, (rng.randint(1, most), rng.randint(1, most)), 0.3, 0.3, rng)

    def ending(*pieces: tuple[int, int]) -> dict[str, Any]:
        return set_up(level, 8, rng.choice(pieces), 0.9, 0, rng)

    kinds: list[tuple[Callable[[], dict[str, Any]], Interest | None]] = [
        (lambda: {}, None),
        (lambda: some(8, 8), ghosts),
        (lambda: {"size": 10, "rows": 2}, ghosts),
        (lambda: ending((1, 1), (1, 2), (2, 1)), peace),
        (lambda: {"size": rng.choice((4, 5, 6, 7))}, None),
        (lambda: some(8, 10), None),
        (lambda: {"size": 8, "rows": 2}, ghosts),
        (lambda: ending((1, 3), (3, 1)), peace),
        (lambda: {"size": 10}, None),
        (lambda: some(6, 6), ghosts),
        (lambda: {"size": 6, "rows": 1, "draw_after": 20}, ghosts),
        (lambda: ending((2, 2), (3, 2), (2, 3)), peace),
        (lambda: {"size": 9, "rows": 2, "draw_after": "off"}, None),
        (lambda: ending((2, 2), (1, 2), (3, 3)), repetition),
        (lambda: ending((1, 2), (2, 2)) | {"draw_after": "off"}, repetition),
    ]
    for _, (settings, interest) in zip(range(games), cycle(kinds)):
        full = {"level": level} | settings()
        yield full, first_moves(full, interest, rng)
