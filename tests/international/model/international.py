"""A model of international quantum draughts, written from its rules page alone; section numbers in brackets are the page's.

The quantum state is kept as amplitudes of basis states, a bit for each occupied square. Steps, splits and merges act on them as section 5 defines it, without
gates and conditions. A move is worked out with all its outcomes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from math import prod, sqrt
from typing import Container, Iterable, Iterator, NamedTuple

WHITE, BLACK = "white", "black"
OTHER = {WHITE: BLACK, BLACK: WHITE}
WON = {WHITE: "white_won", BLACK: "black_won"}

TOLERANCE = 1e-12
"""Of probabilities, also that of a basis state: at most so much is none [5]."""

MOST_SLOTS, MOST_AMPLITUDES = 128, 1 << 22
REPETITIONS, ROYAL_LIMIT = 3, 50
LONE_LIMITS = {"long": 32, "short": 10}

DEFAULTS = {"level": 3, "size": 8, "rows": None, "draw_after": 100, "position": None}

HALF = sqrt(0.5)
EXCHANGE = ((0.0, 1.0), (1.0, 0.0))
MIX = ((0.0, HALF, HALF), (HALF, 0.5, -0.5), (HALF, -0.5, 0.5))
"""U(s; a,b) over s, a, b [5]."""


class Geometry:
    """A board: its dark squares by number, row by row from a1, and the lines between them."""

    def __init__(self, size: int):
        self.size = size
        self.names = ["abcdefghijklmnop"[q % size] + str(q // size + 1) for q in range(size * size)]
        self.number = {name: q for q, name in enumerate(self.names)}
        self.dark = [q for q in range(size * size) if (q % size + q // size) % 2 == 0]
        self.rays = {q: [self._ray(q, *step) for step in ((-1, 1), (1, 1), (-1, -1), (1, -1))] for q in self.dark}
        """Squares on the diagonals up-left, up-right, down-left, down-right: the order of open squares [3]."""
        self.far_row = {WHITE: size - 1, BLACK: 0}

    def _ray(self, q: int, dx: int, dy: int) -> tuple[int, ...]:
        x, y = q % self.size + dx, q // self.size + dy
        squares = []
        while 0 <= x < self.size and 0 <= y < self.size:
            squares.append(y * self.size + x)
            x, y = x + dx, y + dy
        return tuple(squares)

    def forward(self, q: int, side: str) -> list[tuple[int, ...]]:
        return self.rays[q][:2] if side == WHITE else self.rays[q][2:]

    def draughts_number(self, q: int) -> int:
        """From 1, row by row from the top left."""
        x, y = q % self.size, q // self.size
        return 1 + sum(d // self.size > y for d in self.dark) + x // 2


@lru_cache(maxsize=None)
def geometry_of(size: int) -> Geometry:
    return Geometry(size)


class Label(NamedTuple):
    """What all that may stand on one square is known by [1]."""

    side: str
    king: bool
    numbers: frozenset[int]

    def arrived(self, row_is_far: bool) -> Label:
        return self._replace(king=self.king or row_is_far)

    def symbol(self) -> str:
        letter = "w" if self.side == WHITE else "b"
        return letter.upper() if self.king else letter


class Component(NamedTuple):
    """Squares that are not certain, and amplitudes of which of them are occupied; both as bits."""

    squares: int
    branches: dict[int, float]

    def probability(self, q: int) -> float:
        return sum(a * a for mask, a in self.branches.items() if mask >> q & 1)


def squares_of(mask: int) -> list[int]:
    return [q for q in range(mask.bit_length()) if mask >> q & 1]


def mask_of(squares: Iterable[int]) -> int:
    return sum(1 << q for q in set(squares))


class Board:
    """Labels of the squares that are not empty, and the component of each ghost. Never changed once it is handed out."""

    __slots__ = ("labels", "ghosts")

    def __init__(self, labels: dict[int, Label], ghosts: dict[int, Component]):
        self.labels = labels
        self.ghosts = ghosts

    def certain(self, q: int) -> bool:
        return q in self.labels and q not in self.ghosts

    def probability(self, q: int) -> float:
        if q in self.ghosts:
            return self.ghosts[q].probability(q)
        return 1.0 if q in self.labels else 0.0

    def components(self, squares: Iterable[int]) -> list[Component]:
        """The components of the ghosts among these squares, each once."""
        found = {self.ghosts[q].squares: self.ghosts[q] for q in squares if q in self.ghosts}
        return list(found.values())

    def _settled(self, gone: list[Component], squares: int, branches: dict[int, float]) -> Board:
        """With one component in place of others; what has become empty or certain leaves it [5, vacating]."""
        labels, ghosts = dict(self.labels), dict(self.ghosts)
        for component in gone:
            for q in squares_of(component.squares):
                del ghosts[q]
        total = sum(a * a for a in branches.values())
        component = Component(squares, {mask: a / sqrt(total) for mask, a in branches.items()})
        empty = certain = 0
        for q in squares_of(squares):
            probability = component.probability(q)
            if probability <= TOLERANCE:
                empty |= 1 << q
                labels.pop(q, None)
            elif probability >= 1 - TOLERANCE:
                certain |= 1 << q
        left = squares & ~empty & ~certain
        if left:
            kept = {mask & left: a for mask, a in component.branches.items() if not mask & empty and mask & certain == certain}
            total = sum(a * a for a in kept.values())
            component = Component(left, {mask: a / sqrt(total) for mask, a in kept.items()})
            ghosts |= {q: component for q in squares_of(left)}
        return Board(labels, ghosts)

    def measured(self, squares: Iterable[int]) -> list[tuple[int, float, Board]]:
        """What measuring these squares, single ones, may find, as bits; its probability; the board then."""
        asked = mask_of(squares)
        components = self.components(squares)
        found: list[dict[int, float]] = []
        for component in components:
            chances: dict[int, float] = {}
            for mask, a in component.branches.items():
                chances[mask & asked] = chances.get(mask & asked, 0.0) + a * a
            found.append(chances)
        results = []
        for parts in product(*found):
            probability = prod(chances[part] for chances, part in zip(found, parts))
            if probability <= TOLERANCE:
                continue
            board = self
            for component, part in zip(components, parts):
                left = {mask: a for mask, a in component.branches.items() if mask & asked == part}
                board = board._settled([component], component.squares, left)
            results.append((sum(parts), probability, board))
        return results

    def moved(self, sources: tuple[int, ...], targets: tuple[int, ...], label: Label, far_row: range) -> Board:
        """After a step, split or merge, whose targets are measured already if they had to be [5]."""
        acted = sources + targets
        if len(targets) == 2 or len(sources) == 1 == len(targets):
            order, matrix = acted, EXCHANGE if len(acted) == 2 else MIX
        else:
            order, matrix = targets + sources, MIX
        q_mask = mask_of(acted)
        components = self.components(acted)
        branches = {mask_of(q for q in acted if self.certain(q)): 1.0}
        for component in components:
            branches = {one | other: a * b for one, a in branches.items() for other, b in component.branches.items()}
        squares = q_mask
        for component in components:
            squares |= component.squares

        source_states = {1 << q for q in sources}
        moving = {mask & ~q_mask for mask, a in branches.items() if mask & q_mask in source_states and a * a > TOLERANCE}
        single = [1 << q for q in order]
        after = {mask: a for mask, a in branches.items() if mask & q_mask not in single or mask & ~q_mask not in moving}
        for rest in moving:
            before = [branches.get(rest | state, 0.0) for state in single]
            for row, state in zip(matrix, single):
                after[rest | state] = sum(factor * a for factor, a in zip(row, before))
        after = {mask: a for mask, a in after.items() if a * a > TOLERANCE}
        labels = self.labels | {t: label.arrived(t in far_row) for t in targets}
        return Board(labels, self.ghosts)._settled(components, squares, after)

    def jumped(self, source: int, captured: int, target: int, far_row: range) -> Board:
        """After a capture that succeeded: all three squares are certain or empty."""
        labels = dict(self.labels)
        del labels[captured]
        label = labels.pop(source)
        labels[target] = label.arrived(target in far_row)
        return Board(labels, self.ghosts)


class Move(NamedTuple):
    """`targets` in the order of open squares, `sources` lower index first."""

    kind: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    captured: int = -1

    def text(self, names: list[str]) -> str:
        sources = "".join(names[q] for q in self.sources)
        targets = "".join(names[q] for q in sorted(self.targets))
        sign = {"step": "-", "split": "^", "merge": "^", "capture": "x"}[self.kind]
        return sources + sign + targets


class Measurement(NamedTuple):
    squares: tuple[str, ...]
    occupied: tuple[str, ...]


class Outcome(NamedTuple):
    measurements: tuple[Measurement, ...]
    probability: float
    position: Position


def text_of(move: str, outcome: Outcome) -> str:
    """A move with its outcome, as it can be played again [8]."""
    return move + "".join("{" + ",".join(measurement.occupied) + "}" for measurement in outcome.measurements)


class Path(NamedTuple):
    """A way that the measurements of a move may go."""

    board: Board
    measurements: tuple[Measurement, ...] = ()
    probability: float = 1.0


def jumps(geometry: Geometry, labels: dict[int, Label], ghosts: Container[int], source: int, taken: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Captures of the part on a square: the captured square and the landing square [6, points 1 to 3]."""
    label = labels[source]
    for ray in geometry.rays[source]:
        reach = range(len(ray) if label.king else min(1, len(ray)))
        at = next((i for i in reach if ray[i] in labels), None)
        if at is None or labels[ray[at]].side == label.side or labels[ray[at]].numbers & taken:
            continue
        for target in ray[at + 1 :] if label.king else ray[at + 1 : at + 2]:
            if target in labels and target not in ghosts:
                break
            yield ray[at], target


class Position:
    """A position between two plies; never changed once it is handed out."""

    __slots__ = ("geometry", "level", "draw_after", "board", "turn", "quiet", "royal", "_seen", "_lone", "_chain", "_taken", "_captured", "_legal", "_status")

    geometry: Geometry
    level: int
    draw_after: int | None
    board: Board
    turn: str
    quiet: int
    royal: int
    _seen: tuple
    """Positions since the last irreversible ply, this one included [7, counters]."""
    _lone: tuple[str | None, int]
    """The case of the rule of a lone king, and its count [7, rule 4]."""
    _chain: int | None
    """The square from which the same player must go on capturing."""
    _taken: frozenset[int]
    """Numbers of the pieces captured in this turn."""
    _captured: tuple[int, ...]
    _legal: dict[str, Move] | None
    _status: str | None

    @staticmethod
    def start(settings: dict) -> Position:
        full = DEFAULTS | {key: value for key, value in settings.items() if value is not None}
        if full["position"] is not None:
            return Position.parse(full["position"], settings)
        size, rows = full["size"], full["rows"] or (full["size"] - 1) // 2
        geometry = geometry_of(size)
        labels = {}
        for number, q in enumerate(geometry.dark):
            if q // size < rows:
                labels[q] = Label(WHITE, False, frozenset([number]))
            elif q // size >= size - rows:
                labels[q] = Label(BLACK, False, frozenset([number]))
        return Position._new(full, Board(labels, {}), WHITE)

    @staticmethod
    def set_up(settings: dict, white: str, black: str, turn: str = WHITE) -> Position:
        """Pieces as in the page's examples: `c3` a man, `Kc3` a king, `b4/d4` one that is half on either."""
        full = DEFAULTS | settings
        geometry = geometry_of(full["size"])
        labels: dict[int, Label] = {}
        ghosts: dict[int, Component] = {}
        pieces = [(WHITE, text) for text in white.split()] + [(BLACK, text) for text in black.split()]
        for number, (side, text) in enumerate(pieces):
            squares = [geometry.number[name] for name in text.removeprefix("K").split("/")]
            for q in squares:
                labels[q] = Label(side, text.startswith("K"), frozenset([number]))
            if len(squares) == 2:
                component = Component(mask_of(squares), {1 << q: HALF for q in squares})
                ghosts |= {q: component for q in squares}
        return Position._new(full, Board(labels, ghosts), turn)

    @staticmethod
    def _new(settings: dict, board: Board, turn: str) -> Position:
        new = Position.__new__(Position)
        new.geometry = geometry_of(settings["size"])
        new.level = settings["level"]
        new.draw_after = None if settings["draw_after"] == "off" else settings["draw_after"]
        new.board, new.turn = board, turn
        new.quiet = new.royal = 0
        new._lone = (None, 0)
        new._chain, new._taken, new._captured = None, frozenset(), ()
        new._seen = (new._key(),)
        new._legal = None
        new._status = None
        new._status = new._bare_status()
        return new

    # Text: a draughts FEN, with `~` before ghosts and a block of amplitudes for each component

    @staticmethod
    def parse(text: str, settings: dict) -> Position:
        """Blocks of one piece each: the text does not tell whose the numbers of other ones are."""
        full = DEFAULTS | settings
        geometry = geometry_of(full["size"])
        by_number = {geometry.draughts_number(q): q for q in geometry.dark}
        sides, *blocks = text.split("|")
        turn, *lists = sides.split(":")
        labels: dict[int, Label] = {}
        ghosts: dict[int, Component] = {}
        for entries in lists:
            for entry in entries[1:].split(","):
                name = entry.lstrip("~K")
                first, _, last = name.partition("-")
                for number in range(int(first), int(last or first) + 1):
                    labels[by_number[number]] = Label({"W": WHITE, "B": BLACK}[entries[0]], "K" in entry, frozenset([number]))
        for block in blocks:
            numbers, kets = block.split(":")
            squares = [by_number[int(number)] for number in numbers.split(",")]
            branches = {}
            for ket in kets.split(";"):
                bits, amplitude = ket.split("*")
                branches[sum(1 << q for q, bit in zip(squares, bits) if bit == "1")] = float(amplitude.split(",")[0])
            if any(mask.bit_count() != 1 for mask in branches):
                raise ValueError(f"not one piece: {block}")
            component = Component(mask_of(squares), branches)
            for q in squares:
                labels[q] = labels[q]._replace(numbers=labels[squares[0]].numbers)
                ghosts[q] = component
        return Position._new(full, Board(labels, ghosts), {"W": WHITE, "B": BLACK}[turn])

    def text(self) -> str:
        geometry, board = self.geometry, self.board
        numbers = {q: geometry.draughts_number(q) for q in board.labels}
        text = self.turn[0].upper()
        for side in (WHITE, BLACK):
            own = sorted((number, q) for q, number in numbers.items() if board.labels[q].side == side)
            entries = ("~" * (q in board.ghosts) + "K" * board.labels[q].king + str(number) for number, q in own)
            text += f":{side[0].upper()}" + ",".join(entries)
        for component in board.components(board.labels):
            squares = squares_of(component.squares)
            kets = ("".join(str(mask >> q & 1) for q in squares) + f"*{a!r},0" for mask, a in component.branches.items())
            text += "|" + ",".join(str(numbers[q]) for q in squares) + ":" + ";".join(kets)
        return text

    # What can be seen

    @property
    def mid_turn(self) -> bool:
        return self._chain is not None

    def captured(self) -> list[str]:
        """Squares of what the last ply certainly captured."""
        return [self.geometry.names[q] for q in self._captured]

    def squares(self) -> dict[str, tuple[str, float]]:
        """Symbol and probability of every square that is not empty."""
        names, board = self.geometry.names, self.board
        return {names[q]: (label.symbol(), board.probability(q)) for q, label in sorted(board.labels.items())}

    @property
    def status(self) -> str:
        """[7] The last rule is looked at when somebody asks."""
        if self._status is None:
            self._status = "in_progress" if self._moves() else WON[OTHER[self.turn]]
        return self._status

    def legal(self) -> list[str]:
        return [] if self.status != "in_progress" else sorted(self._moves())

    # Moves [3, 6]

    def _moves(self) -> dict[str, Move]:
        if self._legal is None:
            moves = self._captures() or list(self._quiet_moves())
            self._legal = {move.text(self.geometry.names): move for move in moves}
        return self._legal

    def _own(self) -> list[int]:
        return sorted(q for q, label in self.board.labels.items() if label.side == self.turn)

    def _open(self, q: int) -> list[int]:
        label = self.board.labels[q]
        squares = []
        if label.king:
            for ray in self.geometry.rays[q]:
                for target in ray:
                    if self.board.certain(target):
                        break
                    squares.append(target)
        else:
            squares = [ray[0] for ray in self.geometry.forward(q, label.side) if ray and not self.board.certain(ray[0])]
        return squares

    def _quiet_moves(self) -> Iterator[Move]:
        own = self._own()
        opens = {q: self._open(q) for q in own}
        for q in own:
            for target in opens[q]:
                yield from self._within_limits(Move("step", (q,), (target,)))
            if self.level >= 1:
                for targets in combinations(opens[q], 2):
                    yield from self._within_limits(Move("split", (q,), targets))
        if self.level >= 3:
            for sources in combinations([q for q in own if q in self.board.ghosts], 2):
                for target in opens[sources[0]]:
                    if target in opens[sources[1]]:
                        yield from self._within_limits(Move("merge", sources, (target,)))

    def _within_limits(self, move: Move) -> Iterator[Move]:
        """[9, limits] Of the opponent's components nothing is joined."""
        acted = [q for q in move.sources + move.targets if q not in self.board.labels or self.board.labels[q].side == self.turn]
        components = self.board.components(acted)
        slots = mask_of(acted)
        for component in components:
            slots |= component.squares
        amplitudes = prod(len(component.branches) for component in components) * (1 if move.kind == "step" else 4)
        if slots.bit_count() <= MOST_SLOTS and amplitudes <= MOST_AMPLITUDES:
            yield move

    def _captures(self) -> list[Move]:
        if self._chain is not None:
            return list(self._captures_from(self._chain))
        captures = [move for q in self._own() for move in self._captures_from(q)]
        lengths = [self._length(move) for move in captures]
        return [move for move, length in zip(captures, lengths) if length == max(lengths)]

    def _captures_from(self, source: int) -> Iterator[Move]:
        for captured, target in jumps(self.geometry, self.board.labels, self.board.ghosts, source, self._taken):
            yield Move("capture", (source,), (target,), captured)

    def _length(self, move: Move) -> int:
        """The chain that a first capture can lead to on the picture of the board [6, longest capture]."""
        (source,), (target,) = move.sources, move.targets
        labels = self.board.labels
        ray = next(ray for ray in self.geometry.rays[source] if target in ray)
        behind = ray[ray.index(move.captured) + 1 : ray.index(target) + 1]
        if any(q in labels for q in behind):
            return 1
        return self._chain_length(labels, source, move.captured, target, frozenset())

    def _chain_length(self, labels: dict[int, Label], source: int, captured: int, target: int, taken: frozenset[int]) -> int:
        label = labels[source]
        arrived = label.arrived(target in self._far_row())
        after = {q: other for q, other in labels.items() if q not in (source, captured)} | {target: arrived}
        if arrived != label:
            return 1
        taken |= labels[captured].numbers
        further = jumps(self.geometry, after, (), target, taken)
        return 1 + max((self._chain_length(after, target, m, t, taken) for m, t in further), default=0)

    def _far_row(self) -> range:
        size = self.geometry.size
        return range(size * self.geometry.far_row[self.turn], size * (self.geometry.far_row[self.turn] + 1))

    # Plies [4, 5, 6]

    def play(self, text: str, occupied: Iterable[Iterable[str]] = ()) -> Outcome:
        """The outcome of a move in which the measurements found these squares occupied; ValueError if there is none."""
        wanted = tuple(map(tuple, occupied))
        for outcome in self.outcomes(text):
            if tuple(measurement.occupied for measurement in outcome.measurements) == wanted:
                return outcome
        raise ValueError(f"{text} can't find {wanted}")

    def outcomes(self, text: str) -> list[Outcome]:
        if text not in self.legal():
            raise ValueError(f"{text} is not legal")
        move = self._moves()[text]
        return list(self._capture(move) if move.kind == "capture" else self._quiet_move(move))

    def _measured(self, path: Path, squares: Iterable[int]) -> Iterator[tuple[int, Path]]:
        """One measurement more; what it found comes with each way."""
        names = self.geometry.names
        squares = sorted(squares)
        for found, probability, board in path.board.measured(squares):
            measurement = Measurement(tuple(names[q] for q in squares), tuple(names[q] for q in squares_of(found)))
            yield found, Path(board, path.measurements + (measurement,), path.probability * probability)

    def _targets_measured(self, path: Path, targets: tuple[int, ...]) -> Iterator[tuple[bool, Path]]:
        """Targets measured one by one, until one is found occupied or certain: whether the move is refused [4, 5]."""
        if not targets:
            yield False, path
        elif path.board.certain(targets[0]):
            yield True, path
        elif targets[0] not in path.board.labels:
            yield from self._targets_measured(path, targets[1:])
        else:
            for found, after in self._measured(path, targets[:1]):
                if found:
                    yield True, after
                else:
                    yield from self._targets_measured(after, targets[1:])

    def _quiet_move(self, move: Move) -> Iterator[Outcome]:
        labels, ghosts = self.board.labels, self.board.ghosts
        label = labels[move.sources[0]]
        rank = "king" if label.king else "man"
        label = label._replace(numbers=label.numbers.union(*(labels[q].numbers for q in move.sources)))
        asked = tuple(t for t in move.targets if t in ghosts and (self.level == 1 or labels[t].side != self.turn))
        for refused, path in self._targets_measured(Path(self.board), asked):
            if refused:
                yield self._outcome(path, "refused")
            elif self.level == 1 and move.kind == "step" and move.sources[0] in path.board.ghosts:
                for found, after in self._measured(path, move.sources):
                    if found:
                        after = after._replace(board=after.board.moved(move.sources, move.targets, label, self._far_row()))
                    yield self._outcome(after, rank)
            else:
                board = path.board.moved(move.sources, move.targets, label, self._far_row())
                yield self._outcome(path._replace(board=board), rank)

    def _capture(self, move: Move) -> Iterator[Outcome]:
        (source,), (target,) = move.sources, move.targets
        if self.level >= 2:
            ghosts = [q for q in (source, move.captured, target) if q in self.board.ghosts]
            paths = self._measured(Path(self.board), ghosts) if ghosts else [(0, Path(self.board))]
            for _, path in paths:
                labels = path.board.labels
                yield self._capture_made(move, path, source in labels and move.captured in labels and target not in labels)
            return
        asked = (target,) if target in self.board.ghosts else ()
        for refused, path in self._targets_measured(Path(self.board), asked):
            if refused:
                yield self._outcome(path, "refused")
            else:
                yield from self._captured_measured(move, path)

    def _captured_measured(self, move: Move, path: Path) -> Iterator[Outcome]:
        """At level 1: the captured square, then the source."""
        for square in (move.captured, move.sources[0]):
            if square not in path.board.ghosts:
                continue
            for found, after in self._measured(path, [square]):
                if found:
                    yield from self._captured_measured(move, after)
                elif square == move.captured:
                    yield self._outcome(after, "refused")
                else:
                    yield self._capture_made(move, after, False)
            return
        yield self._capture_made(move, path, True)

    def _capture_made(self, move: Move, path: Path, success: bool) -> Outcome:
        if not success:
            return self._outcome(path, "capture")
        (source,), (target,) = move.sources, move.targets
        before = path.board.labels
        board = path.board.jumped(source, move.captured, target, self._far_row())
        taken = self._taken | before[move.captured].numbers
        crowned = board.labels[target] != before[source]
        goes_on = not crowned and any(jumps(self.geometry, board.labels, board.ghosts, target, taken))
        chain = (target, taken) if goes_on else None
        return self._outcome(path._replace(board=board), "capture", (move.captured,), chain)

    # Counters and ends [7]

    def _outcome(self, path: Path, ply: str, captured: tuple[int, ...] = (), chain: tuple[int, frozenset[int]] | None = None) -> Outcome:
        """`ply` is one of the rows of the table of counters: capture, man, king, refused."""
        new = Position.__new__(Position)
        new.geometry, new.level, new.draw_after = self.geometry, self.level, self.draw_after
        new.board = path.board
        new._chain, new._taken = chain or (None, frozenset())
        new.turn = self.turn if chain else OTHER[self.turn]
        new._captured = captured
        new.quiet = {"capture": 0, "refused": self.quiet}.get(ply, self.quiet + 1)
        new.royal = {"capture": 0, "man": 0, "refused": self.royal}.get(ply, self.royal + 1)
        new._seen = (self._seen if ply in ("king", "refused") else ()) + (new._key(),)
        case = new._lone_case()
        new._lone = (case, self._lone[1] + 1 if case == self._lone[0] else 1)
        new._legal = None
        new._status = new._bare_status() or new._drawn()
        return Outcome(path.measurements, path.probability, new)

    def _key(self) -> tuple:
        squares = ((q, label.side, label.king, round(self.board.probability(q) * 2**20)) for q, label in sorted(self.board.labels.items()))
        return self.turn, *squares

    def _sides(self) -> dict[str, list[Label]]:
        return {side: [label for label in self.board.labels.values() if label.side == side] for side in (WHITE, BLACK)}

    def _lone_case(self) -> str | None:
        sides = self._sides()
        for side in (WHITE, BLACK):
            own, others = sides[side], sides[OTHER[side]]
            if len(own) == 1 and own[0].king and any(label.king for label in others):
                return {1: "short", 2: "short", 3: "long"}.get(len(others))
        return None

    def _bare_status(self) -> str | None:
        for side, labels in self._sides().items():
            if not labels:
                return WON[OTHER[side]]
        return None

    def repeated(self) -> int:
        """How often this position has occurred [7, rule 2]."""
        return self._seen.count(self._seen[-1])

    def _drawn(self) -> str | None:
        if self.draw_after is None:
            return None
        case, count = self._lone
        drawn = (
            self.repeated() >= REPETITIONS
            or self.royal >= ROYAL_LIMIT and all(any(label.king for label in labels) for labels in self._sides().values())
            or case is not None and count >= LONE_LIMITS[case]
            or self.quiet >= self.draw_after
        )
        return "draw" if drawn else None

    # Counts [13]

    def perft(self, turns: int) -> int:
        """Number of lines of so many turns, every outcome of a measurement a line of its own, a chain one turn."""
        if turns == 0:
            return 1
        afters = (outcome.position for text in self.legal() for outcome in self.outcomes(text))
        return sum(after.perft(turns if after.mid_turn else turns - 1) for after in afters)
