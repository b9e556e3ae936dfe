"""Cheqqers at levels 0 to 2 with single entanglement, written from the rules page alone, and its positions' values.

Below level 3 nothing interferes: a component is a distribution over the squares that are occupied, and each probability
a power of 1/2, of which the exponent is kept. Positions are tuples, so that they are compared exactly.

The values are found by bounds from both sides (Kelmendi, Křetínský, Weininger, "Value iteration for simple stochastic
games: stopping criterion and learning algorithm", CAV 2018): moves carry them back, and where play may stay for ever
they are set to what leaving is worth, or a draw.
"""

from __future__ import annotations

import sys
from collections import deque
from functools import lru_cache
from itertools import combinations
from typing import Iterable, Iterator, NamedTuple

WHITE, BLACK = 0, 1
CLOSE = 1e-12
MEN, KINGS = "wb", "WB"
SWAPPED = str.maketrans("wWbB", "bBwW")


class Position(NamedTuple):
    turn: int
    chain: int
    """The square of the part that must go on capturing, or -1."""
    clock: int
    """Plies without a capture; 0 where none draws."""
    board: str
    """What is on each square, row by row from a1."""
    components: tuple[tuple[tuple[int, int], ...], ...]
    """Of each component, its outcomes: the occupied squares as bits, and k of the probability 2 ** -k."""


@lru_cache(maxsize=None)
def neighbours(size: int, square: int, forward: int | None) -> tuple[tuple[int, int], ...]:
    """The squares one and two steps on, -1 off the board; `forward` is 1 or -1 for men."""
    found = []
    for dy in (-1, 1) if forward is None else (forward,):
        for dx in (-1, 1):
            places = []
            for steps in (1, 2):
                x, y = square % size + dx * steps, square // size + dy * steps
                places.append(y * size + x if 0 <= x < size and 0 <= y < size else -1)
            if places[0] >= 0:
                found.append(tuple(places))
    return tuple(found)


class Rules:
    def __init__(self, level: int, size: int = 4, rows: int = 1, draw_after: int | None = None):
        self.level, self.size, self.draw_after = level, size, draw_after
        self.far = {WHITE: size - 1, BLACK: 0}
        men = ["." for _ in range(size * size)]
        for square in range(size * size):
            x, y = square % size, square // size
            if (x + y) % 2 == 0 and (y < rows or y >= size - rows):
                men[square] = "w" if y < rows else "b"
        self.start = Position(WHITE, -1, 0, "".join(men), ())

    def put(self, board: str, square: int, piece: str) -> str:
        """A piece arrives: it is crowned on the far row."""
        side = WHITE if piece in "wW" else BLACK
        if square // self.size == self.far[side]:
            piece = KINGS[side]
        return board[:square] + piece + board[square + 1 :]

    def ways(self, board: str, square: int) -> tuple[tuple[int, int], ...]:
        piece = board[square]
        return neighbours(self.size, square, {"w": 1, "b": -1}.get(piece))

    def captures(self, board: str, turn: int, squares) -> list[tuple[int, int, int]]:
        own, opposing = MEN[turn] + KINGS[turn], MEN[1 - turn] + KINGS[1 - turn]
        return [
            (square, over, to)
            for square in squares
            if board[square] in own
            for over, to in self.ways(board, square)
            if to >= 0 and board[over] in opposing and board[to] == "."
        ]

    def drawn(self, position: Position) -> bool:
        return self.draw_after is not None and position.clock >= self.draw_after

    def successors(self, position: Position) -> list[list[tuple[int, Position]]]:
        """Of each move, the outcomes: exponents of probabilities, and the positions after them."""
        if self.drawn(position):
            return []
        turn, chain, _, board, components = position
        squares = range(len(board)) if chain < 0 else (chain,)
        captures = self.captures(board, turn, squares)
        if captures:
            return [list(self.capture(position, *capture)) for capture in captures]
        moves = []
        for square in squares:
            if board[square] not in MEN[turn] + KINGS[turn]:
                continue
            targets = [to for to, _ in self.ways(board, square) if board[to] == "."]
            cleared = board[:square] + "." + board[square + 1 :]
            for to in targets:
                after = self.put(cleared, to, board[square])
                moves.append([(0, self.quiet(position, after, move_bits(components, square, to)))])
            if self.level == 0:
                continue
            for one, other in combinations(targets, 2):
                after = self.put(self.put(cleared, one, board[square]), other, board[square])
                moves.append([(0, self.quiet(position, after, split_bits(components, square, one, other)))])
        return moves

    def quiet(self, position: Position, board: str, components) -> Position:
        return self.end_turn(position.turn, position.clock + 1, board, components)

    def end_turn(self, turn: int, clock: int, board: str, components) -> Position:
        clock = 0 if self.draw_after is None else clock
        return Position(1 - turn, -1, clock, board, tuple(sorted(components)))

    def land(self, turn: int, clock: int, board: str, components, to: int, piece: str) -> Position:
        """The turn goes on where the part that landed can capture, unless it was crowned."""
        crowned = board[to] != piece
        if not crowned and self.captures(board, turn, (to,)):
            clock = 0 if self.draw_after is None else clock
            return Position(turn, to, clock, board, tuple(sorted(components)))
        return self.end_turn(turn, clock, board, components)

    def capture(self, position: Position, square: int, over: int, to: int) -> Iterator[tuple[int, Position]]:
        component = component_of(position.components, square)
        if component is not None:
            for exponent, board, components, lost in measured(position.board, position.components, component):
                if board[square] == "." or board[over] == ".":
                    yield exponent, self.passed(position, board, components, lost)
                else:
                    yield from self.take(position, board, components, square, over, to, exponent, lost)
            return
        component = component_of(position.components, over)
        if component is not None and self.level >= 2 and is_alone(position.board, component):
            yield 0, self.entangle(position, component, square, over, to)
        else:
            yield from self.take(position, position.board, position.components, square, over, to, 0, False)

    def take(self, position, board, components, square, over, to, exponent, lost) -> Iterator[tuple[int, Position]]:
        """A certain capturer: what it captures is measured unless it is certain too."""
        component = component_of(components, over)
        if component is None:
            yield exponent, self.certain(position.turn, board, components, square, over, to)
            return
        for more, after, left, lost_too in measured(board, components, component):
            if after[over] == ".":
                yield exponent + more, self.passed(position, after, left, lost or lost_too)
            else:
                yield exponent + more, self.certain(position.turn, after, left, square, over, to)

    def certain(self, turn: int, board: str, components, square: int, over: int, to: int) -> Position:
        piece = board[square]
        pieces = list(board)
        pieces[square] = pieces[over] = "."
        return self.land(turn, 0, self.put("".join(pieces), to, piece), components, to, piece)

    def passed(self, position: Position, board: str, components, lost: bool) -> Position:
        return self.end_turn(position.turn, 0 if lost else position.clock + 1, board, components)

    def entangle(self, position: Position, component, square: int, over: int, to: int) -> Position:
        piece = position.board[square]
        board = position.board[:over] + "." + position.board[over + 1 :]
        board = self.put(board, to, piece)
        kets = tuple(
            sorted((bits ^ 1 << over | 1 << to if bits >> over & 1 else bits | 1 << square, k) for bits, k in component)
        )
        components = tuple(other for other in position.components if other != component) + (kets,)
        return self.land(position.turn, position.clock + 1, board, components, to, piece)


def component_of(components, square: int):
    return next((one for one in components if any(bits >> square & 1 for bits, _ in one)), None)


def is_alone(board: str, component) -> bool:
    """Parts of two pieces have two colours."""
    ever = 0
    for bits, _ in component:
        ever |= bits
    return len({board[k] in "wW" for k in range(len(board)) if ever >> k & 1}) == 1


def measured(board: str, components, component):
    """Each outcome: the exponent of its probability, the board, the other components, and whether a piece was found nowhere."""
    left = tuple(other for other in components if other != component)
    ever = 0
    for bits, _ in component:
        ever |= bits
    sides = lambda bits: {board[k] in "wW" for k in range(len(board)) if bits >> k & 1}
    for bits, exponent in component:
        after = "".join("." if ever >> k & 1 and not bits >> k & 1 else piece for k, piece in enumerate(board))
        yield exponent, after, left, sides(bits) != sides(ever)


def move_bits(components, square: int, to: int):
    moved = lambda bits: bits ^ 1 << square | 1 << to if bits >> square & 1 else bits
    return tuple(tuple(sorted((moved(bits), k) for bits, k in one)) for one in components)


def split_bits(components, square: int, one: int, other: int):
    component = component_of(components, square)
    left = tuple(kept for kept in components if kept != component)
    kets = []
    for bits, k in component or ((1 << square, 0),):
        if bits >> square & 1:
            rest = bits ^ 1 << square
            kets += [(rest | 1 << one, k + 1), (rest | 1 << other, k + 1)]
        else:
            kets.append((bits, k))
    return left + (tuple(sorted(kets)),)


def turned(position: Position, places: list[int], swaps: bool) -> Position:
    """The same with what was on square `places[k]` on square k, and the colours exchanged if wished."""
    board = "".join(position.board[place] for place in places)
    bits_of = lambda bits: sum(1 << k for k, place in enumerate(places) if bits >> place & 1)
    components = (tuple(sorted((bits_of(bits), k) for bits, k in one)) for one in position.components)
    return Position(
        position.turn ^ swaps,
        position.chain if position.chain < 0 else places.index(position.chain),
        position.clock,
        board.translate(SWAPPED) if swaps else board,
        tuple(sorted(components)),
    )


def canonical(position: Position, size: int) -> Position:
    """The same as White sees it, and on a board of odd size one of two mirror images."""
    places = list(range(size * size))
    if position.turn == BLACK:
        position = turned(position, places[::-1], True)
    if size % 2 == 0:
        return position
    return min(position, turned(position, [k // size * size + size - 1 - k % size for k in places], False))


class Solved:
    """All positions of a game, and bounds of their values for White."""

    def __init__(self, rules: Rules):
        self.positions = [rules.start]
        self.numbers = {rules.start: 0}
        self.moves: list[list[list[tuple[float, int]]]] = []
        self.low: list[float] = []
        self.high: list[float] = []
        for position in self.positions:
            moves = rules.successors(position)
            self.moves.append([[(0.5**k, self.number(after)) for k, after in outcomes] for outcomes in moves])
            if not moves:
                value = 0.0 if rules.drawn(position) else (1.0 if position.turn == BLACK else -1.0)
                self.low.append(value)
                self.high.append(value)
            else:
                self.low.append(-1.0)
                self.high.append(1.0)
        self.before: list[list[int]] = [[] for _ in self.positions]
        for number, moves in enumerate(self.moves):
            for after in {after for outcomes in moves for _, after in outcomes}:
                self.before[after].append(number)
        self.solve()

    def number(self, position: Position) -> int:
        number = self.numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
        return number

    def best(self, number: int, bounds: list[float]) -> float:
        choose = max if self.positions[number].turn == WHITE else min
        return choose(sum(p * bounds[after] for p, after in outcomes) for outcomes in self.moves[number])

    def carry_back(self, first: Iterable[int]) -> None:
        """Carries bounds back by moves, to these positions first, until they change no more."""
        waiting = deque(number for number in first if self.moves[number])
        queued = bytearray(len(self.moves))
        for number in waiting:
            queued[number] = 1
        while waiting:
            number = waiting.popleft()
            queued[number] = 0
            if self.high[number] - self.low[number] < CLOSE:
                continue
            low = max(self.low[number], self.best(number, self.low))
            high = min(self.high[number], self.best(number, self.high))
            changed = max(low - self.low[number], self.high[number] - high)
            if changed > CLOSE:
                self.low[number], self.high[number] = low, high
                for before in self.before[number]:
                    if not queued[before] and self.moves[before]:
                        queued[before] = 1
                        waiting.append(before)

    def solve(self) -> None:
        changed = set(reversed(range(len(self.moves))))
        while changed:
            self.carry_back(changed | {before for number in changed for before in self.before[number]})
            changed = set()
            for side in (WHITE, BLACK):
                for together in self.end_components(side):
                    changed |= self.leave(side, together)

    def end_components(self, side: int) -> list[set[int]]:
        """Sets in which play can stay for ever if the opponent of `side` keeps to its best moves, as far as they are known."""
        bounds = self.low if side == WHITE else self.high
        sign = 1 if side == WHITE else -1
        allowed: dict[int, list[list[int]]] = {}
        for number, moves in enumerate(self.moves):
            if self.high[number] - self.low[number] < 1e-9:
                continue
            chosen = moves
            if self.positions[number].turn != side:
                known = [sign * sum(p * bounds[after] for p, after in outcomes) for outcomes in moves]
                chosen = [outcomes for outcomes, value in zip(moves, known) if value <= min(known) + 1e-10]
            allowed[number] = [[after for _, after in outcomes] for outcomes in chosen]
        found = []
        pending = [set(allowed)]
        while pending:
            among = pending.pop()
            for part in strong_components(among, allowed):
                inside = {}
                for number in part:
                    stay = [outcomes for outcomes in allowed[number] if all(after in part for after in outcomes)]
                    if stay:
                        inside[number] = stay
                if len(inside) == len(part):
                    if all(inside[number] == allowed[number] for number in part) or len(part) == len(among):
                        found.append(part)
                        continue
                allowed.update(inside)
                if inside:
                    pending.append(set(inside))
        return found

    def leave(self, side: int, together: set[int]) -> set[int]:
        """Sets the bound of positions where `side` alone may leave, to the best of that and of a draw; returns those it changed."""
        bounds, best = (self.high, max) if side == WHITE else (self.low, min)
        value = 0.0
        for number in together:
            if self.positions[number].turn == side:
                for outcomes in self.moves[number]:
                    if not all(after in together for _, after in outcomes):
                        value = best(value, sum(p * bounds[after] for p, after in outcomes))
        changed = {number for number in together if best(bounds[number], value) != value and abs(bounds[number] - value) > CLOSE}
        for number in changed:
            bounds[number] = value
        return changed


def strong_components(among: set[int], allowed: dict[int, list[list[int]]]) -> list[set[int]]:
    """Tarjan's algorithm without recursion."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found = []
    for root in among:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        path = [(root, iter([k for outcomes in allowed[root] for k in outcomes if k in among]))]
        while path:
            number, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[number])
                if low[number] == index[number]:
                    part = set()
                    while number not in part:
                        part.add(stack.pop())
                    on_stack -= part
                    found.append(part)
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                on_stack.add(following)
                after = [k for outcomes in allowed[following] for k in outcomes if k in among]
                path.append((following, iter(after)))
            elif following in on_stack:
                low[number] = min(low[number], index[following])
    return found


def summary(rules: Rules) -> dict:
    """What `cheqqers solve --json` prints, as far as this model finds it."""
    solved = Solved(rules)
    counts = {"won": 0, "drawn": 0, "lost": 0, "between": 0, "open": 0}
    seen = set()
    for position, low, high in zip(solved.positions, solved.low, solved.high):
        own = canonical(position, rules.size)
        if own in seen:
            continue
        seen.add(own)
        value = (low + high) / 2 * (1 if position.turn == WHITE else -1)
        if high - low > 1e-9:
            counts["open"] += 1
        elif abs(value) > 1 - 1e-9:
            counts["won" if value > 0 else "lost"] += 1
        else:
            counts["drawn" if abs(value) < 1e-9 else "between"] += 1
    return {"positions": len(seen), **counts, "value": [solved.low[0], solved.high[0]]}


if __name__ == "__main__":
    level, size, rows, draw_after = sys.argv[1:]
    print(summary(Rules(int(level), int(size), int(rows), None if draw_after == "off" else int(draw_after))))
