"""A model of Box chess, written from its rules page alone; section numbers in brackets are the page's.

A group of pairs is kept as the exact quantum state it is: two basis states over the squares, each with its amplitude. Whether a half is real, what a
measurement may find, and whether an attack has a chance are read off that state. The order of the two basis states is the page's class 0 and class 1; only the
text of a position needs it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Iterator, NamedTuple

EMPTY = "."
KINDS = "KQRBNP"
PROMOTIONS = "QRBN"
WHITE, BLACK = "white", "black"
OTHER = {WHITE: BLACK, BLACK: WHITE}
HALF = Fraction(1, 2)
EQUAL, UNEQUAL, PHASE = "e", "u", "p"
TUNNELS = Fraction(1, 6)

DEFAULTS = {
    "board": "8x8",
    "superposition": "free",
    "unequal": True,
    "unequal_faces": 5,
    "inversion": True,
    "phase": False,
    "group_moves": False,
    "attempt": "box",
    "tunnelling": False,
    "remote_collapse": False,
    "groups": 2,
    "draw_after": 100,
    "position": None,
}

PRESETS = {
    "full": {},
    "simplified": {"inversion": False},
    "hadamard": {"unequal": False, "phase": True},
    "hadamard-plus": {"phase": True, "group_moves": True},
    "deterministic": {"unequal": False, "phase": True, "group_moves": True, "attempt": "hadamard"},
    "tunnelling": {"tunnelling": True},
    "no-box": {"attempt": "no-box"},
    "slow": {"superposition": "stay"},
    "remote": {"remote_collapse": True},
    "4x4": {"board": "4x4"},
    "4x5": {"board": "4x5"},
    "4x6": {"board": "4x6"},
    "5x6": {"board": "5x6"},
    "classical": {"superposition": "off"},
}

STARTS = {
    "8x8": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -",
    "4x4": "rqkr/pppp/PPPP/RQKR w - - 0 -",
    "4x5": "rqkr/pppp/4/PPPP/RQKR w - - 0 -",
    "4x6": "rqkr/pppp/4/4/PPPP/RQKR w - - 0 -",
    "5x6": "rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 -",
}

CHOICES = {
    "board": tuple(STARTS),
    "superposition": ("free", "stay", "off"),
    "unequal_faces": (4, 5),
    "attempt": ("box", "no-box", "hadamard"),
    "groups": (0, 1, 2),
}

CASTLINGS = {"K": (4, 6, 7, 5), "Q": (4, 2, 0, 3), "k": (60, 62, 63, 61), "q": (60, 58, 56, 59)}
"""Right: squares of the king before and after, of the rook before and after."""

RIGHTS_LOST_AT = {0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k"}


def checked_settings(settings: dict) -> dict:
    """All settings of section 2, the missing ones at their defaults; ValueError for what the page refuses."""
    unknown = set(settings) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown settings: {sorted(unknown)}")
    full = DEFAULTS | settings
    for name, choices in CHOICES.items():
        if full[name] not in choices:
            raise ValueError(f"{name} is {full[name]!r}, not one of {choices}")
    if full["attempt"] == "hadamard" and full["unequal"]:
        raise ValueError("attempt=hadamard needs unequal=false")
    return full


class Geometry:
    """The lines and leaps of a board of `files` by `rows` squares, number 0 = a1, row by row."""

    def __init__(self, files: int, rows: int):
        self.files, self.rows = files, rows
        self.count = files * rows
        self.names = ["abcdefgh"[q % files] + str(q // files + 1) for q in range(self.count)]
        self.number = {name: q for q, name in enumerate(self.names)}
        self.straight = [[ray for step in ((1, 0), (-1, 0), (0, 1), (0, -1)) if (ray := self._ray(q, *step))] for q in range(self.count)]
        self.diagonal = [[ray for step in ((1, 1), (-1, 1), (1, -1), (-1, -1)) if (ray := self._ray(q, *step))] for q in range(self.count)]
        self.knight = [self._leaps(q, [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]) for q in range(self.count)]
        self.king = [self._leaps(q, [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]) for q in range(self.count)]
        self.pawn = {side: [self._leaps(q, [(-1, up), (1, up)]) for q in range(self.count)] for side, up in ((WHITE, 1), (BLACK, -1))}
        self.ahead = {WHITE: files, BLACK: -files}
        self.second_row = {WHITE: 1, BLACK: rows - 2}
        self.double_steps = rows >= 6
        self.castling = (files, rows) == (8, 8)
        self.lines = {
            "Q": [s + d for s, d in zip(self.straight, self.diagonal)],
            "R": self.straight,
            "B": self.diagonal,
            "K": [[(q,) for q in leaps] for leaps in self.king],
            "N": [[(q,) for q in leaps] for leaps in self.knight],
        }

    def _ray(self, q: int, dx: int, dy: int) -> tuple[int, ...]:
        x, y = q % self.files + dx, q // self.files + dy
        squares = []
        while 0 <= x < self.files and 0 <= y < self.rows:
            squares.append(y * self.files + x)
            x, y = x + dx, y + dy
        return tuple(squares)

    def _leaps(self, q: int, steps: list[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(ray[0] for dx, dy in steps if (ray := self._ray(q, dx, dy)))

    def row(self, q: int) -> int:
        return q // self.files


@lru_cache(maxsize=None)
def geometry_of(board: str) -> Geometry:
    files, rows = board.split("x")
    return Geometry(int(files), int(rows))


State = dict[int, Fraction]
"""A quantum state: basis state (a bit for each occupied square) to amplitude, written as sign times squared size, so that it stays rational."""


def gate_cx(state: State, control: int, target: int) -> State:
    return {mask ^ (1 << target) if mask >> control & 1 else mask: amplitude for mask, amplitude in state.items()}


def gate_h(state: State, square: int) -> State:
    """The Hadamard gate, for states in which amplitudes that meet are of one size."""
    bit = 1 << square
    new: State = {}
    for mask, amplitude in state.items():
        for result, part in ((mask & ~bit, amplitude / 2), (mask | bit, -amplitude / 2 if mask & bit else amplitude / 2)):
            if result not in new:
                new[result] = part
            elif new[result] == part:
                new[result] = 4 * part
            elif new[result] == -part:
                del new[result]
            else:
                raise ValueError("amplitudes of different sizes meet")
    return new


class Group:
    """One pair or a group of entangled pairs: (red, blue) squares of each, and its state of two basis states, class 0 first."""

    __slots__ = ("pairs", "states")

    def __init__(self, pairs: tuple[tuple[int, int], ...], states: tuple[tuple[int, Fraction], tuple[int, Fraction]]):
        self.pairs = pairs
        self.states = states

    @staticmethod
    def superposed(red: int, blue: int, kind: str, likely: Fraction) -> Group:
        """A new pair of the type `kind`, red of class 0 [3, 7]."""
        weight = likely if kind == UNEQUAL else HALF
        rest = weight - 1 if kind == PHASE else 1 - weight
        return Group(((red, blue),), ((1 << red, weight), (1 << blue, rest)))

    def pair(self, square: int) -> tuple[int, int]:
        return next(pair for pair in self.pairs if square in pair)

    def partner(self, square: int) -> int:
        red, blue = self.pair(square)
        return blue if square == red else red

    def entangled(self) -> bool:
        return len(self.pairs) > 1

    def kind(self) -> str:
        (_, first), (_, second) = self.states
        if abs(first) != abs(second):
            return UNEQUAL
        return EQUAL if first == second else PHASE

    def probability(self, square: int) -> Fraction:
        return sum((abs(amplitude) for mask, amplitude in self.states if mask >> square & 1), Fraction(0))

    def ever_together(self, a: int, b: int) -> bool:
        return any(mask >> a & mask >> b & 1 for mask, _ in self.states)

    def moved(self, source: int, target: int) -> Group:
        """One half relabelled to another square."""
        pairs = tuple((target if r == source else r, target if b == source else b) for r, b in self.pairs)
        bits = 1 << source | 1 << target
        (m0, a0), (m1, a1) = self.states
        return Group(pairs, ((m0 ^ bits if m0 >> source & 1 else m0, a0), (m1 ^ bits if m1 >> source & 1 else m1, a1)))

    def joined(self, source: int, arrival: int, named: int) -> Group:
        """A further pair, `arrival` real when `named` is and of its colour, `source` when its partner is [3, 7]."""
        state = gate_cx(gate_cx(dict(self.states), named, arrival), self.partner(named), source)
        named_is_red = named == self.pair(named)[0]
        return Group(self.pairs + ((arrival, source) if named_is_red else (source, arrival),), tuple(state.items()))

    def inverted(self, square: int) -> Group:
        red, blue = self.pair(square)
        bits = 1 << red | 1 << blue
        return Group(self.pairs, tuple((mask ^ bits, amplitude) for mask, amplitude in self.states))

    def with_z(self, square: int) -> Group:
        blue = self.pair(square)[1]
        return Group(self.pairs, tuple((mask, -amplitude if mask >> blue & 1 else amplitude) for mask, amplitude in self.states))

    def after_hadamard(self, square: int) -> int:
        """The squares occupied once the pair of `square` has made a Hadamard move; the gates of section 7."""
        red, blue = pair = self.pair(square)
        state = dict(self.states)
        links = [link for r, b in self.pairs if (r, b) != pair for link in ((red, r), (blue, b))]
        for control, target in links:
            state = gate_cx(state, control, target)
        state = gate_cx(gate_h(gate_cx(state, blue, red), blue), blue, red)
        for control, target in links:
            state = gate_cx(state, control, target)
        (mask,) = state
        return mask


class Action(NamedTuple):
    """`source` acts; the meaning of `target`, `third` and `form` is that of the kind's row in section 4."""

    kind: str
    source: int
    target: int = -1
    third: int = -1
    form: str = ""
    promotion: str = ""

    def text(self, names: list[str]) -> str:
        source, target, third = names[self.source], names[self.target], names[self.third]
        end = f"={self.promotion}" if self.promotion else ""
        match self.kind:
            case "move" | "castle":
                return f"{source}-{target}{end}"
            case "take":
                return f"{source}x{target}{end}"
            case "split":
                return f"{source}^{target}{ {EQUAL: '', UNEQUAL: '>', PHASE: '~'}[self.form] }{third}{end}"
            case "join":
                return f"{source}^{target}&{third}{end}"
            case "invert":
                return f"{source}<>{target}"
            case "z":
                return f"{source}z{target}"
            case "hadamard":
                return f"{source}{target}^{third}"
            case "tunnel":
                return f"{source}|{target}"
            case "remote":
                return f"{source}?"
        raise ValueError(self.kind)


Reading = tuple[int, Fraction]
"""What one measurement found: a bit for each occupied square, and its probability."""

Measurements = tuple[tuple[str, ...], ...]


class Position:
    """A position; never changed once it is handed out."""

    __slots__ = ("settings", "geometry", "turn", "quiet", "_cells", "_halves", "_rights", "_skipped", "_must_move", "_captured", "_legal", "_status")

    settings: dict
    geometry: Geometry
    turn: str
    quiet: int
    _cells: list[str]
    _halves: dict[int, Group]
    _rights: str
    _skipped: int | None
    _must_move: int | None
    _captured: int | None
    _legal: list[Action] | None
    _status: str | None

    @staticmethod
    def start(settings: dict) -> Position:
        return Position.parse(settings.get("position") or STARTS[settings.get("board", DEFAULTS["board"])], settings)

    # Text [13]

    @staticmethod
    def parse(text: str, settings: dict) -> Position:
        full = checked_settings(settings)
        fields = text.split()
        if len(fields) != 6:
            raise ValueError(f"a position has six fields: {text!r}")
        placement, turn, rights, skipped, quiet, pairs = fields
        new = Position.__new__(Position)
        new.settings = full
        new.geometry = geometry_of(full["board"])
        new.turn = {"w": WHITE, "b": BLACK}[turn]
        new.quiet = int(quiet)
        new._rights = "" if rights == "-" else rights
        new._skipped = None if skipped == "-" else new.geometry.number[skipped]
        new._must_move = new._captured = new._legal = new._status = None
        numbered = new._parse_placement(placement)
        new._parse_pairs(pairs, numbered)
        new._refuse_impossible()
        return new

    def _parse_placement(self, placement: str) -> dict[str, dict[str, int]]:
        """Fills the board; gives the squares of each numbered pair by colour."""
        geometry = self.geometry
        rows = placement.split("/")
        if len(rows) != geometry.rows:
            raise ValueError(f"{len(rows)} rows, not {geometry.rows}")
        self._cells = [EMPTY] * geometry.count
        numbered: dict[str, dict[str, int]] = {}
        for y, row in zip(range(geometry.rows - 1, -1, -1), rows):
            x = at = 0
            while at < len(row):
                symbol = row[at]
                if symbol.isdigit():
                    x += int(symbol)
                    at += 1
                    continue
                square = y * geometry.files + x
                if x >= geometry.files:
                    raise ValueError(f"row {row!r} is too long")
                if symbol == "(":
                    end = row.index(")", at)
                    symbol, number, colour = row[at + 1], row[at + 2 : end - 1], row[end - 1]
                    if colour not in "rb" or not number.isdigit() or colour in numbered.setdefault(number, {}):
                        raise ValueError(f"bad half {row[at:end + 1]!r}")
                    numbered[number][colour] = square
                    at = end
                if symbol.upper() not in KINDS:
                    raise ValueError(f"no piece {symbol!r}")
                self._cells[square] = symbol
                x += 1
                at += 1
            if x != geometry.files:
                raise ValueError(f"row {row!r} is not of {geometry.files} squares")
        return numbered

    def _parse_pairs(self, text: str, numbered: dict[str, dict[str, int]]) -> None:
        self._halves = {}
        unused = set(numbered)
        likely = Fraction(self.settings["unequal_faces"], 6)
        for part in [] if text == "-" else text.split(","):
            kind, members = part[-1], part[:-1].split("&")
            if kind not in self._types():
                raise ValueError(f"no pairs of type {kind!r} here")
            weight = likely if kind == UNEQUAL else HALF
            pairs, masks = [], [0, 0]
            for member in members:
                number = member.removeprefix("-")
                if number not in unused or set(numbered[number]) != {"r", "b"}:
                    raise ValueError(f"pair {number} is not of two halves")
                unused.remove(number)
                red, blue = numbered[number]["r"], numbered[number]["b"]
                if self._cells[red] != self._cells[blue]:
                    raise ValueError(f"pair {number} is not of one kind and side")
                pairs.append((red, blue))
                red_class = int(member.startswith("-"))
                masks[red_class] |= 1 << red
                masks[1 - red_class] |= 1 << blue
            if len(pairs) > 1 and len({self._cells[red].isupper() for red, _ in pairs}) == 1:
                raise ValueError("a group whose pairs are all of one side")
            rest = weight - 1 if kind == PHASE else 1 - weight
            self._set_group(Group(tuple(pairs), ((masks[0], weight), (masks[1], rest))))
        if unused:
            raise ValueError(f"pairs without a type: {sorted(unused)}")
        if self._entangled_groups() > self.settings["groups"]:
            raise ValueError("too many groups")

    def _types(self) -> str:
        """The types of pairs that the settings have."""
        if self.settings["superposition"] == "off":
            return ""
        return EQUAL + UNEQUAL * bool(self.settings["unequal"]) + PHASE * bool(self.settings["phase"])

    def _refuse_impossible(self) -> None:
        geometry = self.geometry
        for king in "Kk":
            squares = [q for q, unit in enumerate(self._cells) if unit == king]
            if not squares or set(squares) != set(self._king_squares(king)):
                raise ValueError(f"not exactly one {king}")
        if any(unit in "Pp" and geometry.row(q) in (0, geometry.rows - 1) for q, unit in enumerate(self._cells)):
            raise ValueError("a pawn on a last row")
        if self._rights and (not geometry.castling or "".join(r for r in "KQkq" if r in self._rights) != self._rights):
            raise ValueError(f"bad castling rights {self._rights!r}")
        for right in self._rights:
            king, _, rook, _ = CASTLINGS[right]
            if not self._conventional(king, "K" if right.isupper() else "k") or not self._conventional(rook, "R" if right.isupper() else "r"):
                raise ValueError(f"castling right {right} without its king or rook")
        if self._skipped is not None and not self._double_step_was_made():
            raise ValueError("en passant without such a pawn")
        if self._in_check(OTHER[self.turn]):
            raise ValueError("the side not to move is in check")

    def _double_step_was_made(self) -> bool:
        geometry, mover = self.geometry, OTHER[self.turn]
        ahead = geometry.ahead[mover]
        origin = self._skipped - ahead
        if not geometry.double_steps or geometry.row(origin) != geometry.second_row[mover] or self._cells[self._skipped] != EMPTY:
            return False
        pawn = self._skipped + ahead
        if self._cells[pawn] != self._own("P", mover):
            return False
        group = self._halves.get(pawn)
        return group.partner(pawn) == origin if group else self._cells[origin] == EMPTY

    def text(self) -> str:
        if self.mid_turn:
            raise ValueError("a position has a text at the start of a turn only")
        geometry = self.geometry
        numbers: dict[tuple[int, int], int] = {}
        rows = []
        for y in range(geometry.rows - 1, -1, -1):
            row, gap = "", 0
            for square in range(y * geometry.files, (y + 1) * geometry.files):
                unit = self._cells[square]
                if unit == EMPTY:
                    gap += 1
                    continue
                row, gap = row + (str(gap) if gap else ""), 0
                if square in self._halves:
                    pair = self._halves[square].pair(square)
                    number = numbers.setdefault(pair, len(numbers) + 1)
                    row += f"({unit}{number}{'r' if square == pair[0] else 'b'})"
                else:
                    row += unit
            rows.append(row + (str(gap) if gap else ""))
        groups = []
        for group in self._groups():
            first_mask = group.states[0][0]
            members = sorted((numbers[pair], "" if first_mask >> pair[0] & 1 else "-") for pair in group.pairs)
            groups.append((members[0][0], "&".join(f"{sign}{number}" for number, sign in members) + group.kind()))
        skipped = "-" if self._skipped is None else geometry.names[self._skipped]
        pairs = ",".join(text for _, text in sorted(groups)) or "-"
        return f"{'/'.join(rows)} {self.turn[0]} {self._rights or '-'} {skipped} {self.quiet} {pairs}"

    # What is to be seen

    def board(self) -> dict[str, tuple[str, Fraction]]:
        return {
            self.geometry.names[q]: (unit, self._halves[q].probability(q) if q in self._halves else Fraction(1))
            for q, unit in enumerate(self._cells)
            if unit != EMPTY
        }

    def captured(self) -> list[str]:
        """The square of the piece that the last ply took, if it took one."""
        return [] if self._captured is None else [self.geometry.names[self._captured]]

    @property
    def mid_turn(self) -> bool:
        return self._must_move is not None

    @property
    def status(self) -> str:
        if self._status is None:
            self._status = self._find_status()
        return self._status

    def _find_status(self) -> str:
        """The end of the game, tested before every turn [9]."""
        if not self._legal_actions():
            if self._in_check(self.turn):
                return "black_won" if self.turn == WHITE else "white_won"
            return "draw"
        if self.mid_turn:
            return "in_progress"
        if all(unit in "Kk." for unit in self._cells):
            return "draw"
        limit = self.settings["draw_after"]
        return "draw" if limit != "off" and self.quiet >= limit else "in_progress"

    def legal(self) -> list[str]:
        if self.status != "in_progress":
            return []
        return sorted(action.text(self.geometry.names) for action in self._legal_actions())

    def outcomes(self, move: str) -> list[tuple[Measurements, Fraction, Position]]:
        action = next((action for action in self._legal_actions() if action.text(self.geometry.names) == move), None)
        if action is None or self.status != "in_progress":
            raise ValueError(f"{move} is not legal")
        return [
            (tuple(self._squares_read(mask) for mask, _ in readings), prod((p for _, p in readings), start=Fraction(1)), after)
            for readings, after in self._results(action)
        ]

    def play(self, move: str, measurements) -> tuple[Fraction, Position]:
        wanted = tuple(tuple(squares) for squares in measurements)
        for found, probability, after in self.outcomes(move):
            if found == wanted:
                return probability, after
        raise ValueError(f"{move} has no outcome {wanted}")

    def perft(self, depth: int) -> int:
        """Whole turns to `depth`, every outcome a branch."""
        if depth == 0:
            return 1
        if self.status != "in_progress":
            return 0
        total = 0
        for action in self._legal_actions():
            if depth == 1 and action.kind not in ("take", "tunnel", "remote"):
                total += 1
                continue
            for _, after in self._results(action):
                total += after.perft(depth if after.mid_turn else depth - 1)
        return total

    def _squares_read(self, mask: int) -> tuple[str, ...]:
        return tuple(name for q, name in enumerate(self.geometry.names) if mask >> q & 1)

    # Units

    @staticmethod
    def _own(kind: str, side: str) -> str:
        return kind if side == WHITE else kind.lower()

    @staticmethod
    def _opposed(a: str, b: str) -> bool:
        return b != EMPTY and a.isupper() != b.isupper()

    def _conventional(self, square: int, unit: str) -> bool:
        return self._cells[square] == unit and square not in self._halves

    def _groups(self) -> list[Group]:
        return list({id(group): group for group in self._halves.values()}.values())

    def _entangled_groups(self) -> int:
        return sum(group.entangled() for group in self._groups())

    def _king_squares(self, king: str) -> tuple[int, ...]:
        if king not in self._cells:
            return ()
        square = self._cells.index(king)
        return self._halves[square].pair(square) if square in self._halves else (square,)

    # Attack, chance, check [5]

    def _reached(self, square: int, unit: str) -> Iterator[int]:
        """Unoccupied squares of the ordinary non-capturing moves of `unit` on `square`, castling aside."""
        cells = self._cells
        if unit in "Pp":
            side = WHITE if unit == "P" else BLACK
            ahead = self.geometry.ahead[side]
            one = square + ahead
            if 0 <= one < self.geometry.count and cells[one] == EMPTY:
                yield one
                second = self.geometry.row(square) == self.geometry.second_row[side]
                if second and self.geometry.double_steps and square not in self._halves and cells[one + ahead] == EMPTY:
                    yield one + ahead
            return
        for line in self.geometry.lines[unit.upper()][square]:
            for target in line:
                if cells[target] != EMPTY:
                    break
                yield target

    def _attacked(self, square: int, unit: str) -> Iterator[int]:
        """Squares of the opposing units that `unit` on `square` attacks."""
        cells = self._cells
        if unit in "Pp":
            for target in self.geometry.pawn[WHITE if unit == "P" else BLACK][square]:
                if self._opposed(unit, cells[target]):
                    yield target
            return
        for line in self.geometry.lines[unit.upper()][square]:
            for target in line:
                if cells[target] != EMPTY:
                    if self._opposed(unit, cells[target]):
                        yield target
                    break

    def _attackers(self, target: int, side: str) -> Iterator[int]:
        """Squares of the units of `side` that attack `target`, which may be empty."""
        cells, geometry = self._cells, self.geometry
        queen, rook, bishop, knight, king, pawn = "QRBNKP" if side == WHITE else "qrbnkp"
        for lines, slider in ((geometry.straight[target], rook), (geometry.diagonal[target], bishop)):
            for line in lines:
                for square in line:
                    unit = cells[square]
                    if unit != EMPTY:
                        if unit == slider or unit == queen:
                            yield square
                        break
        for square in geometry.knight[target]:
            if cells[square] == knight:
                yield square
        for square in geometry.king[target]:
            if cells[square] == king:
                yield square
        for square in geometry.pawn[OTHER[side]][target]:
            if cells[square] == pawn:
                yield square

    def _has_chance(self, attacker: int, target: int) -> bool:
        """Whether the chance of the capture is above 0."""
        if self.settings["attempt"] == "hadamard":
            found = self._decided_by_hadamard(attacker, target)
            return all(mask >> square & 1 for group, mask in found for square in (attacker, target) if self._halves.get(square) is group)
        group = self._halves.get(attacker)
        return group is None or self._halves.get(target) is not group or group.ever_together(attacker, target)

    def _in_check(self, side: str) -> bool:
        return any(
            self._has_chance(attacker, square) for square in self._king_squares(self._own("K", side)) for attacker in self._attackers(square, OTHER[side])
        )

    # Legal actions [4]

    def _legal_actions(self) -> list[Action]:
        if self._legal is None:
            self._legal = list(self._find_legal())
        return self._legal

    def _find_legal(self) -> Iterator[Action]:
        """Chances above 0 do not depend on the type of a new pair, unless Hadamard moves decide: then each type is tested."""
        tested: dict[Action, bool] = {}
        for action in self._candidates():
            key = action
            if action.kind == "split" and self.settings["attempt"] != "hadamard":
                key = action._replace(target=min(action.target, action.third), third=max(action.target, action.third), form=EQUAL)
            if key not in tested:
                tested[key] = self._allowed(key)
            if tested[key]:
                yield action

    def _allowed(self, action: Action) -> bool:
        """Whether an action that fits its row leaves the king safe in every outcome [7.6]; a remote collapse, whether a second ply follows in each [11]."""
        if action.kind == "remote":
            return all(after._can_go_on() for _, after in self._results(action))
        return not any(after._in_check(self.turn) for _, after in self._results(action))

    def _can_go_on(self) -> bool:
        return next(self._find_legal(), None) is not None

    def _candidates(self) -> Iterator[Action]:
        white = self.turn == WHITE
        for square, unit in enumerate(self._cells):
            if unit == EMPTY or unit.isupper() != white or (self.mid_turn and square != self._must_move):
                continue
            yield from self._moves(square, unit)
            yield from self._captures(square, unit)
            if square not in self._halves:
                if self.settings["superposition"] != "off":
                    yield from self._superpositions(square, unit)
                    yield from self._entanglements(square, unit)
                if self.settings["tunnelling"] and unit.upper() in "RBQ":
                    yield from self._tunnels(square, unit)
                if unit in "Kk":
                    yield from self._castlings()
        if not self.mid_turn:
            for group in self._groups():
                for pair in group.pairs:
                    if self._cells[pair[0]].isupper() == white:
                        yield from self._pair_actions(group, pair)

    def _promotions(self, unit: str, target: int) -> str | tuple[str]:
        return PROMOTIONS if unit in "Pp" and self.geometry.row(target) in (0, self.geometry.rows - 1) else ("",)

    def _moves(self, source: int, unit: str) -> Iterator[Action]:
        for target in self._reached(source, unit):
            for promotion in self._promotions(unit, target):
                yield Action("move", source, target, promotion=promotion)

    def _captures(self, source: int, unit: str) -> Iterator[Action]:
        """Captures and attempts; kings only where the chance is 0, so a conventional one by a half at most [8.9]."""
        for target in self._attacked(source, unit):
            if self._cells[target] in "Kk" and self._has_chance(source, target):
                continue
            for promotion in self._promotions(unit, target):
                yield Action("take", source, target, promotion=promotion)
        if unit in "Pp" and self._skipped is not None and self._skipped in self.geometry.pawn[self.turn][source]:
            yield Action("take", source, self._skipped)

    def _superpositions(self, source: int, unit: str) -> Iterator[Action]:
        targets = sorted(self._reached(source, unit))
        if self.settings["superposition"] == "free":
            choices = list(combinations(sorted([source, *targets]), 2))
        else:
            choices = [(min(source, target), max(source, target)) for target in targets]
        types = self._types()
        for low, high in choices:
            promoting = low if source == high else high
            for promotion in self._promotions(unit, promoting):
                yield Action("split", source, low, high, EQUAL, promotion)
                if PHASE in types:
                    yield Action("split", source, low, high, PHASE, promotion)
                if UNEQUAL in types:
                    yield Action("split", source, low, high, UNEQUAL, promotion)
                    yield Action("split", source, high, low, UNEQUAL, promotion)

    def _entanglements(self, source: int, unit: str) -> Iterator[Action]:
        if not self._halves or not self.settings["groups"]:
            return
        full = self._entangled_groups() >= self.settings["groups"]
        for target in list(self._reached(source, unit)):
            for promotion in self._promotions(unit, target):
                kind = self._own(promotion, self.turn) if promotion else unit
                for group in self._groups_met(source, target, kind):
                    if full and not group.entangled():
                        continue
                    for mask, _ in group.states:
                        named = min(q for pair in group.pairs for q in pair if mask >> q & 1 and self._opposed(unit, self._cells[q]))
                        yield Action("join", source, target, named, promotion=promotion)

    def _groups_met(self, source: int, target: int, unit: str) -> list[Group]:
        """Groups of which `unit` attacks an opposing half when it stands on both squares [8.1]."""
        standing = self._cells
        self._cells = standing[:]
        self._cells[source] = self._cells[target] = unit
        met = {q for square in (source, target) for q in self._attacked(square, unit) if q in self._halves}
        self._cells = standing
        return list({id(self._halves[q]): self._halves[q] for q in met}.values())

    def _tunnels(self, source: int, unit: str) -> Iterator[Action]:
        for line in self.geometry.lines[unit.upper()][source]:
            for piece, behind in zip(line, line[1:]):
                if self._cells[piece] == EMPTY:
                    continue
                passable = self._opposed(unit, self._cells[piece]) and piece not in self._halves and self._cells[piece] not in "Kk"
                if passable and self._cells[behind] == EMPTY:
                    yield Action("tunnel", source, behind)
                break

    def _castlings(self) -> Iterator[Action]:
        """[6.2.4, 6.2.5]; that rights are intact implies that king and rook are conventional and in place."""
        for right in self._rights:
            if right.isupper() != (self.turn == WHITE):
                continue
            king, king_to, rook, _ = CASTLINGS[right]
            between = range(min(king, rook) + 1, max(king, rook))
            crossed = range(min(king, king_to), max(king, king_to) + 1)
            if all(self._cells[q] == EMPTY for q in between) and not any(True for q in crossed for _ in self._attackers(q, OTHER[self.turn])):
                yield Action("castle", king, king_to)

    def _pair_actions(self, group: Group, pair: tuple[int, int]) -> Iterator[Action]:
        low, high = sorted(pair)
        settings, kind = self.settings, group.kind()
        near = self._one_move_away(low, high)
        if settings["inversion"] and near and (group.entangled() or kind == UNEQUAL):
            yield Action("invert", low, high)
        if settings["phase"] and kind != UNEQUAL and (settings["group_moves"] or not group.entangled()):
            yield Action("z", low, high)
            if near:
                mask = group.after_hadamard(low)
                yield Action("hadamard", low, high, low if mask >> low & 1 else high)
        if settings["remote_collapse"]:
            yield Action("remote", low)

    def _one_move_away(self, a: int, b: int) -> bool:
        """[7.7]"""
        standing = self._cells
        found = False
        for source, target in ((a, b), (b, a)):
            self._cells = standing[:]
            self._cells[target] = EMPTY
            found = found or target in self._reached(source, standing[source])
        self._cells = standing
        return found

    # Effects

    def _next(self) -> Position:
        """A copy with the turn passed on, still to be changed."""
        new = Position.__new__(Position)
        new.settings, new.geometry = self.settings, self.geometry
        new.turn = OTHER[self.turn]
        new.quiet = self.quiet + 1
        new._cells = self._cells[:]
        new._halves = self._halves.copy()
        new._rights = self._rights
        new._skipped = new._must_move = new._captured = new._legal = new._status = None
        return new

    def _set_group(self, group: Group) -> None:
        for red, blue in group.pairs:
            self._halves[red] = self._halves[blue] = group

    def _collapse(self, group: Group, mask: int) -> None:
        for pair in group.pairs:
            for square in pair:
                del self._halves[square]
                if not mask >> square & 1:
                    self._cells[square] = EMPTY

    def _drop_rights(self, square: int) -> None:
        for right in RIGHTS_LOST_AT.get(square, "") if self._rights else "":
            self._rights = self._rights.replace(right, "")

    def _results(self, action: Action) -> list[tuple[tuple[Reading, ...], Position]]:
        """Each outcome of probability above 0: what its measurements read, and the position after."""
        match action.kind:
            case "take":
                return self._after_capture(action)
            case "tunnel":
                return self._after_tunnel(action)
            case "remote":
                return self._after_remote_collapse(action)
        new = self._next()
        unit = self._cells[action.source]
        if unit in "Pp" and action.kind in ("move", "split", "join"):
            new.quiet = 0
        match action.kind:
            case "move":
                new._move(action, unit)
            case "castle":
                new._castle(action)
            case "split":
                new._superpose(action, unit)
            case "join":
                new._entangle(action, unit)
            case "invert":
                new._set_group(new._halves[action.source].inverted(action.source))
            case "z":
                new._set_group(new._halves[action.source].with_z(action.source))
            case "hadamard":
                group = new._halves[action.source]
                new._collapse(group, group.after_hadamard(action.source))
        return [((), new)]

    def _promoted(self, action: Action, unit: str) -> str:
        if not action.promotion:
            return unit
        return action.promotion if unit.isupper() else action.promotion.lower()

    def _note_double_step(self, unit: str, source: int, target: int) -> None:
        """The right to take en passant; the skipped square must be empty [7.9]."""
        if unit in "Pp" and abs(target - source) == 2 * self.geometry.files and self._cells[(source + target) // 2] == EMPTY:
            self._skipped = (source + target) // 2

    def _move(self, action: Action, unit: str) -> None:
        source, target = action.source, action.target
        self._cells[source] = EMPTY
        self._cells[target] = self._promoted(action, unit)
        group = self._halves.pop(source, None)
        if group:
            self._set_group(group.moved(source, target))
            self._cells[group.partner(source)] = self._cells[target]
        self._drop_rights(source)
        self._note_double_step(unit, source, target)

    def _castle(self, action: Action) -> None:
        king, king_to, rook, rook_to = next(squares for squares in CASTLINGS.values() if squares[:2] == (action.source, action.target))
        self._cells[king_to], self._cells[rook_to] = self._cells[king], self._cells[rook]
        self._cells[king] = self._cells[rook] = EMPTY
        self._drop_rights(king)

    def _superpose(self, action: Action, unit: str) -> None:
        """Red is the likely square, or the lower one: in both cases the first in the text."""
        self._cells[action.source] = EMPTY
        self._cells[action.target] = self._cells[action.third] = self._promoted(action, unit)
        self._set_group(Group.superposed(action.target, action.third, action.form, Fraction(self.settings["unequal_faces"], 6)))
        self._drop_rights(action.source)
        for target in (action.target, action.third):
            self._note_double_step(unit, action.source, target)

    def _entangle(self, action: Action, unit: str) -> None:
        self._cells[action.source] = self._cells[action.target] = self._promoted(action, unit)
        self._set_group(self._halves[action.third].joined(action.source, action.target, action.third))
        self._drop_rights(action.source)
        self._note_double_step(unit, action.source, action.target)

    def _after_tunnel(self, action: Action) -> list[tuple[tuple[Reading, ...], Position]]:
        through, back = self._next(), self._next()
        through._cells[action.source], through._cells[action.target] = EMPTY, self._cells[action.source]
        through._drop_rights(action.source)
        return [(((1 << action.target, TUNNELS),), through), (((0, 1 - TUNNELS),), back)]

    def _after_remote_collapse(self, action: Action) -> list[tuple[tuple[Reading, ...], Position]]:
        group = self._halves[action.source]
        results = []
        for mask, amplitude in group.states:
            new = self._next()
            new.turn, new.quiet = self.turn, self.quiet
            new._collapse(group, mask)
            new._must_move = next(square for square in group.pair(action.source) if mask >> square & 1)
            if self._skipped is not None and new._cells[self._victim(self._skipped)] != EMPTY:
                new._skipped = self._skipped
            results.append((((mask, abs(amplitude)),), new))
        return results

    # Attempted captures [6]

    def _victim(self, target: int) -> int:
        """The square of the unit that a capture on `target` is aimed at."""
        return target if target != self._skipped else target - self.geometry.ahead[self.turn]

    def _after_capture(self, action: Action) -> list[tuple[tuple[Reading, ...], Position]]:
        source, unit = action.source, self._cells[action.source]
        victim = self._victim(action.target) if unit in "Pp" else action.target
        results = []
        for readings, collapses in self._measured(source, victim):
            new = self._next()
            for group, mask in collapses:
                new._collapse(group, mask)
            if unit in "Pp":
                new.quiet = 0
            attacker_is_real = new._cells[source] != EMPTY
            if attacker_is_real:
                if new._cells[victim] != EMPTY:
                    new._cells[victim] = EMPTY
                    new._captured = victim
                    new.quiet = 0
                new._cells[source] = EMPTY
                new._cells[action.target] = self._promoted(action, unit)
                new._drop_rights(source)
                new._drop_rights(action.target)
            results.append((readings, new))
        return results

    def _measured(self, source: int, victim: int) -> list[tuple[tuple[Reading, ...], list[tuple[Group, int]]]]:
        """What an attempt may find: the readings, and what each group concerned collapses to."""
        first, second = self._halves.get(source), self._halves.get(victim)
        groups = [first] * (first is not None) + [second] * (second is not None and second is not first)
        if not groups:
            return [((), [])]
        if self.settings["attempt"] == "hadamard":
            return [((), self._decided_by_hadamard(source, victim))]
        if self.settings["attempt"] == "no-box" and len(groups) == 2:
            return self._measured_in_turn(source, first, second)
        found = []
        for states in product(*(group.states for group in groups)):
            mask = sum(mask for mask, _ in states)
            probability = prod((abs(amplitude) for _, amplitude in states), start=Fraction(1))
            found.append((((mask, probability),), [(group, mask) for group in groups]))
        return found

    @staticmethod
    def _measured_in_turn(source: int, first: Group, second: Group) -> list[tuple[tuple[Reading, ...], list[tuple[Group, int]]]]:
        """`no-box`: the group under attack only where the attacker was found."""
        found = []
        for mask, amplitude in first.states:
            reading = (mask, abs(amplitude))
            if not mask >> source & 1:
                found.append(((reading,), [(first, mask)]))
                continue
            for mask2, amplitude2 in second.states:
                found.append(((reading, (mask2, abs(amplitude2))), [(first, mask), (second, mask2)]))
        return found

    def _decided_by_hadamard(self, source: int, victim: int) -> list[tuple[Group, int]]:
        """`hadamard`: what the groups concerned become; of one group the pair under attack decides."""
        first, second = self._halves.get(source), self._halves.get(victim)
        decided = [] if second is None else [(second, second.after_hadamard(victim))]
        if first is not None and first is not second:
            decided.append((first, first.after_hadamard(source)))
        return decided
