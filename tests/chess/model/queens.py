"""A model of Queen's quantum chess, written from its rules page alone; section numbers in brackets are the page's.

A type qubit is never entangled and every measurement of it is fair, so the state of a piece is what is known of it: its primary type, its secondary type or that
it is unknown, and the type it shows or that it is quantum. Unknown secondary types are the pools.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Iterable, Iterator, NamedTuple

KINDS = "PNBRQ"
PROMOTIONS = "QRBN"
UNKNOWN = "?"
WHITE, BLACK = "white", "black"
OTHER = {WHITE: BLACK, BLACK: WHITE}
HALF = Fraction(1, 2)
PRIMARY, SECONDARY = 0, 1
MOST_PIECES = 16

DEFAULTS = {
    "quantum": True,
    "secondaries": "drawn",
    "promotion": "choice",
    "far_row": "turn",
    "check_ends": True,
    "idle": "keep",
    "touch": "movable",
    "captured": "collapse",
    "twins": "quantum",
    "castling": True,
    "en_passant": True,
    "draw_after": 100,
    "position": None,
}

PRESETS = {
    "2010": {},
    "2013": {
        "castling": False,
        "en_passant": False,
        "promotion": "queen",
        "far_row": "none",
        "check_ends": False,
        "idle": "requantise",
        "touch": "any",
        "captured": "hidden",
        "twins": "classical",
    },
    "2020": {
        "secondaries": "open",
        "promotion": "queen",
        "far_row": "queen",
        "check_ends": False,
        "idle": "requantise",
        "touch": "any",
        "captured": "hidden",
        "twins": "classical",
    },
    "classical": {"quantum": False},
}

CHOICES = {
    "quantum": (True, False),
    "secondaries": ("drawn", "open"),
    "promotion": ("choice", "queen"),
    "far_row": ("turn", "queen", "none"),
    "check_ends": (True, False),
    "idle": ("keep", "requantise"),
    "touch": ("movable", "any"),
    "captured": ("collapse", "hidden"),
    "twins": ("quantum", "classical"),
    "castling": (True, False),
    "en_passant": (True, False),
}

START = (
    "(r?)(n?)(b?)(q?)k(b?)(n?)(r?)/(p?)(p?)(p?)(p?)(p?)(p?)(p?)(p?)/8/8/8/8/"
    "(P?)(P?)(P?)(P?)(P?)(P?)(P?)(P?)/(R?)(N?)(B?)(Q?)K(B?)(N?)(R?) w KQkq - 0 P8N2B2R2Q1/p8n2b2r2q1"
)
CLASSICAL_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -/-"

LABELS = {"P": 8, "N": 2, "B": 2, "R": 2, "Q": 1}
"""The labels of a side: all of them are in its pool at first [4]."""

DRAW_SLOTS = {"P": "pawn0", "N": "knight0", "B": "bishop0", "R": "rook0", "Q": "queen0"}

CASTLINGS = {"K": (4, 6, 7, 5), "Q": (4, 2, 0, 3), "k": (60, 62, 63, 61), "q": (60, 58, 56, 59)}
"""Right: squares of the king before and after, of the rook before and after."""

RIGHTS_LOST_AT = {0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k"}


def checked_settings(settings: dict) -> dict:
    """All settings of section 2, the missing ones at their defaults; ValueError for what the page does not have."""
    unknown = set(settings) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown settings: {sorted(unknown)}")
    full = DEFAULTS | settings
    for name, choices in CHOICES.items():
        if full[name] not in choices:
            raise ValueError(f"{name} is {full[name]!r}, not one of {choices}")
    return full


# Geometry: square 0 is a1, row by row


def ray(q: int, dx: int, dy: int) -> tuple[int, ...]:
    """The squares from `q` to the edge of the board, without `q`."""
    x, y = q % 8 + dx, q // 8 + dy
    squares = []
    while 0 <= x < 8 and 0 <= y < 8:
        squares.append(y * 8 + x)
        x, y = x + dx, y + dy
    return tuple(squares)


def rays(steps: Iterable[tuple[int, int]]) -> list[list[tuple[int, ...]]]:
    """For each square its rays of these steps, as far as they have squares."""
    steps = list(steps)
    return [[line for dx, dy in steps if (line := ray(q, dx, dy))] for q in range(64)]


def leaps(steps: Iterable[tuple[int, int]]) -> list[list[tuple[int, ...]]]:
    """For each square its single steps, each a line of one square."""
    return [[line[:1] for line in lines] for lines in rays(steps)]


STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
JUMPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]

NAMES = ["abcdefgh"[q % 8] + str(q // 8 + 1) for q in range(64)]
NUMBER = {name: q for q, name in enumerate(NAMES)}
DARK = [(q % 8 + q // 8) % 2 == 0 for q in range(64)]
LINES = {"Q": rays(STRAIGHT + DIAGONAL), "R": rays(STRAIGHT), "B": rays(DIAGONAL), "N": leaps(JUMPS), "K": leaps(STRAIGHT + DIAGONAL)}
PAWN_TAKES = {WHITE: [[line[0] for line in lines] for lines in leaps([(-1, 1), (1, 1)])],
              BLACK: [[line[0] for line in lines] for lines in leaps([(-1, -1), (1, -1)])]}
AHEAD = {WHITE: 8, BLACK: -8}
SECOND_ROW = {WHITE: 1, BLACK: 6}
FAR_ROW = {WHITE: 7, BLACK: 0}

DEAL_ORDER = [NUMBER[name] for name in "a1 b1 c1 d1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a8 b8 c8 d8 f8 g8 h8 a7 b7 c7 d7 e7 f7 g7 h7".split()]


class Piece(NamedTuple):
    """`shown` is None while the piece is quantum, else which type it shows. A piece known to be of one kind shows its primary."""

    side: str
    primary: str
    secondary: str
    shown: int | None

    @property
    def quantum(self) -> bool:
        return self.shown is None

    @property
    def one_kind(self) -> bool:
        """A king, a piece of a game without `quantum`, or a twin: both types are known and of one kind [3]."""
        return self.primary == self.secondary

    @property
    def kind(self) -> str:
        """The kind that a classical piece shows."""
        return self.secondary if self.shown == SECONDARY else self.primary

    def shows(self, kind: str) -> bool:
        return self.shown is not None and self.kind == kind

    def may_have_been(self, kind: str) -> bool:
        """Whether it showed `kind` in its last turn: it shows it now, or is quantum and known to have it."""
        return self.shows(kind) or self.quantum and kind in (self.primary, self.secondary)

    def showing(self, which: int) -> Piece:
        return self._replace(shown=PRIMARY if self.one_kind else which)

    def symbol(self) -> str:
        """[11]"""
        if self.quantum:
            text = f"({self.primary}{self.secondary})"
        elif self.one_kind:
            text = self.primary
        elif self.shown == PRIMARY:
            text = f"[{self.primary}*{self.secondary}]"
        else:
            text = f"[{self.primary}{self.secondary}*]"
        return text if self.side == WHITE else text.lower()


def piece_of(symbol: str) -> Piece:
    """The piece of a symbol of section 11; ValueError for what is none."""
    side = WHITE if symbol.isupper() else BLACK
    text = symbol.upper()
    if symbol not in (text, text.lower()):
        raise ValueError(f"both sides in {symbol!r}")
    if len(text) == 1 and text in "K" + KINDS:
        return Piece(side, text, text, PRIMARY)
    shown: int | None
    if len(text) == 4 and text[0] + text[3] == "()":
        primary, secondary, shown = text[1], text[2], None
    elif len(text) == 5 and text[0] + text[2] + text[4] == "[*]":
        primary, secondary, shown = text[1], text[3], PRIMARY
    elif len(text) == 5 and text[0] + text[3] + text[4] == "[*]":
        primary, secondary, shown = text[1], text[2], SECONDARY
    else:
        raise ValueError(f"no piece {symbol!r}")
    known = secondary in KINDS or secondary == UNKNOWN and shown != SECONDARY
    if primary not in KINDS or not known or primary == secondary and shown is not None:
        raise ValueError(f"no piece {symbol!r}")
    return Piece(side, primary, secondary, shown)


Pool = dict[str, int]
"""Labels not yet seen by kind, in the order P N B R Q, without kinds of which there are none."""


def pool_text(pool: Pool, side: str) -> str:
    text = "".join(f"{kind}{count}" for kind, count in pool.items()) or "-"
    return text if side == WHITE else text.lower()


def pool_of(text: str, side: str) -> Pool:
    pool = {} if text == "-" else {kind.upper(): int(count) for kind, count in zip(text[::2], text[1::2])}
    if any(kind not in LABELS or not 0 < count <= LABELS[kind] for kind, count in pool.items()) or pool_text(pool, side) != text:
        raise ValueError(f"bad pool {text!r}")
    return {kind: pool[kind] for kind in KINDS if kind in pool}


Slots = tuple[str, ...]
Measurements = tuple[Slots, ...]


class Readings:
    """The measurements of one ply: those given are found as given, further ones find their first possible result."""

    def __init__(self, given: Measurements):
        self.given = given
        self.found: Measurements = ()
        self.probability = Fraction(1)
        self.others: list[Measurements] = []
        """What the measurements after the given ones might have found instead, up to the first one that differs."""

    def measure(self, results: dict[Slots, Fraction]) -> Slots:
        """One measurement, of which these are the possible results."""
        at = len(self.found)
        if at < len(self.given):
            slots = self.given[at]
            if slots not in results:
                raise ValueError(f"a measurement cannot find {slots}, only one of {list(results)}")
        else:
            slots, *others = results
            self.others += [self.found + (other,) for other in others]
        self.found += (slots,)
        self.probability *= results[slots]
        return slots


class Action(NamedTuple):
    kind: str
    source: int = -1
    target: int = -1
    promotion: str = ""

    def text(self) -> str:
        """[9]"""
        end = f"={self.promotion}" if self.promotion else ""
        match self.kind:
            case "touch":
                return f"{NAMES[self.source]}?"
            case "move" | "castle":
                return f"{NAMES[self.source]}-{NAMES[self.target]}{end}"
            case "take":
                return f"{NAMES[self.source]}x{NAMES[self.target]}{end}"
            case "promote":
                return f"{NAMES[self.source]}{end}"
            case "deal" | "pass":
                return self.kind
        raise ValueError(self.kind)


class Position:
    """A position; never changed once it is handed out."""

    __slots__ = (
        "settings", "turn", "quiet", "_cells", "_pools", "_rights", "_skipped", "_to_deal", "_touched", "_promoted", "_captured", "_winner", "_legal", "_status",
    )

    settings: dict
    turn: str
    quiet: int
    _cells: list[Piece | None]
    _pools: dict[str, Pool]
    _rights: str
    _skipped: int | None
    _to_deal: bool
    _touched: int | None
    """The piece that must be moved or promoted by a second ply."""
    _promoted: bool
    """A pawn became a queen when it was touched, earlier in this turn."""
    _captured: int | None
    _winner: str | None
    _legal: list[Action] | None
    _status: str | None

    @staticmethod
    def start(settings: dict) -> Position:
        full = checked_settings(settings)
        if full["position"]:
            return Position.parse(full["position"], settings)
        if not full["quantum"]:
            return Position.parse(CLASSICAL_START, settings)
        new = Position._read(START, full)
        new._to_deal = full["secondaries"] == "open"
        return new

    # Text [11]

    @staticmethod
    def parse(text: str, settings: dict) -> Position:
        full = checked_settings(settings)
        new = Position._read(text, full)
        if full["secondaries"] == "open" and any(piece.secondary == UNKNOWN for piece in new._pieces()):
            raise ValueError("an unknown type where secondary types are open")
        return new

    @staticmethod
    def _read(text: str, full: dict) -> Position:
        fields = text.split()
        if len(fields) != 6:
            raise ValueError(f"a position has six fields: {text!r}")
        placement, turn, rights, skipped, quiet, pools = fields
        if turn not in ("w", "b") or not quiet.isdigit() or skipped != "-" and skipped not in NUMBER or pools.count("/") != 1:
            raise ValueError(f"not a position: {text!r}")
        new = Position.__new__(Position)
        new.settings = full
        new.turn = WHITE if turn == "w" else BLACK
        new.quiet = int(quiet)
        new._cells = parsed_placement(placement)
        white, black = pools.split("/")
        new._pools = {WHITE: pool_of(white, WHITE), BLACK: pool_of(black, BLACK)}
        new._rights = "" if rights == "-" else rights
        new._skipped = None if skipped == "-" else NUMBER[skipped]
        new._to_deal = new._promoted = False
        new._touched = new._captured = new._winner = new._legal = new._status = None
        new._refuse_impossible()
        if not full["castling"]:
            new._rights = ""
        if not full["en_passant"]:
            new._skipped = None
        return new

    def _refuse_impossible(self) -> None:
        for side in (WHITE, BLACK):
            pieces = [piece for piece in self._pieces() if piece.side == side]
            if sum(piece.primary == "K" for piece in pieces) != 1:
                raise ValueError(f"not exactly one king of {side}")
            if len(pieces) > MOST_PIECES:
                raise ValueError(f"too many pieces of {side}")
            if sum(piece.secondary == UNKNOWN for piece in pieces) > sum(self._pools[side].values()):
                raise ValueError(f"more unknown types of {side} than labels in the pool")
        if not self.settings["quantum"] and any(piece.quantum or not piece.one_kind for piece in self._pieces()):
            raise ValueError("a quantum piece or one of two types without `quantum`")
        if self.settings["twins"] == "classical" and any(piece.quantum and piece.one_kind for piece in self._pieces()):
            raise ValueError("a quantum twin where twins are classical")
        if "".join(right for right in "KQkq" if right in self._rights) != self._rights:
            raise ValueError(f"bad castling rights {self._rights!r}")
        for right in self._rights:
            side = WHITE if right.isupper() else BLACK
            king, _, rook, _ = (self._cells[square] for square in CASTLINGS[right])
            if king is None or king.side != side or king.primary != "K" or rook is None or rook.side != side:
                raise ValueError(f"castling right {right} without its king or corner piece")
        if self._skipped is not None and not self._double_step_was_made(self._skipped):
            raise ValueError("en passant without such a pawn")

    def _double_step_was_made(self, skipped: int) -> bool:
        mover = OTHER[self.turn]
        origin, target = skipped - AHEAD[mover], skipped + AHEAD[mover]
        if origin // 8 != SECOND_ROW[mover] or self._cells[origin] or self._cells[skipped]:
            return False
        pawn = self._cells[target]
        return pawn is not None and pawn.side == mover and pawn.may_have_been("P")

    def text(self) -> str:
        if self.mid_turn:
            raise ValueError("a position has a text at the start of a turn only")
        rows = []
        for y in range(7, -1, -1):
            row, gap = "", 0
            for piece in self._cells[8 * y : 8 * y + 8]:
                if piece is None:
                    gap += 1
                    continue
                row, gap = row + (str(gap) if gap else "") + piece.symbol(), 0
            rows.append(row + (str(gap) if gap else ""))
        skipped = "-" if self._skipped is None else NAMES[self._skipped]
        pools = "/".join(pool_text(pool, side) for side, pool in self._pools.items())
        return f"{'/'.join(rows)} {self.turn[0]} {self._rights or '-'} {skipped} {self.quiet} {pools}"

    # What is to be seen

    def _pieces(self) -> Iterator[Piece]:
        return (piece for piece in self._cells if piece)

    def board(self) -> dict[str, tuple[str, Fraction]]:
        return {NAMES[q]: (piece.symbol(), Fraction(1)) for q, piece in enumerate(self._cells) if piece}

    def captured(self) -> list[str]:
        """The square of the piece that the last ply took, if it took one."""
        return [] if self._captured is None else [NAMES[self._captured]]

    @property
    def mid_turn(self) -> bool:
        """Whether it has no text: between the plies of a turn, and before a deal."""
        return self._touched is not None or self._to_deal

    @property
    def status(self) -> str:
        if self._status is None:
            self._status = self._find_status()
        return self._status

    def _find_status(self) -> str:
        """The end of the game, tested after every turn [7]."""
        if self._winner:
            return f"{self._winner}_won"
        if self.mid_turn:
            return "in_progress"
        if all(piece.primary == "K" for piece in self._pieces()):
            return "draw"
        limit = self.settings["draw_after"]
        return "draw" if limit != "off" and self.quiet >= limit else "in_progress"

    def legal(self) -> list[str]:
        if self.status != "in_progress":
            return []
        return sorted(action.text() for action in self._legal_actions())

    def _action(self, move: str) -> Action:
        action = next((action for action in self._legal_actions() if action.text() == move), None)
        if action is None or self.status != "in_progress":
            raise ValueError(f"{move} is not legal")
        return action

    def outcomes(self, move: str) -> list[tuple[Measurements, Fraction, Position]]:
        if move == "deal":
            raise ValueError("a deal has too many outcomes to list")
        return list(self._results(self._action(move)))

    def play(self, move: str, measurements: Iterable[Iterable[str]]) -> tuple[Fraction, Position]:
        wanted = tuple(tuple(slots) for slots in measurements)
        readings = Readings(wanted)
        after = self._after(self._action(move), readings)
        if readings.found != wanted:
            raise ValueError(f"{move} has no outcome {wanted}")
        return readings.probability, after

    def perft(self, depth: int) -> int:
        """Whole turns to `depth`, every outcome a branch [10]."""
        if depth == 0:
            return 1
        if self.status != "in_progress":
            return 0
        total = 0
        for action in self._legal_actions():
            if depth == 1 and action.kind in ("move", "castle", "promote", "pass"):
                total += 1
                continue
            for _, _, after in self._results(action):
                total += after.perft(depth if after.mid_turn else depth - 1)
        return total

    # Legal actions [5, 6]

    def _legal_actions(self) -> list[Action]:
        if self._legal is None:
            self._legal = list(self._find_legal())
        return self._legal

    def _find_legal(self) -> Iterator[Action]:
        if self._to_deal:
            yield Action("deal")
        elif self._touched is not None:
            yield from self._second_plies(self._touched)
        else:
            yield from self._first_plies()

    def _second_plies(self, square: int) -> Iterator[Action]:
        """A pawn on the far row is here only to be promoted; it has no move."""
        if self._is_pawn_on_far_row(square):
            for kind in self._promotions():
                yield Action("promote", square, promotion=kind)
        else:
            yield from self._moves(square)

    def _first_plies(self) -> Iterator[Action]:
        found = False
        for square, piece in enumerate(self._cells):
            if piece is None or piece.side != self.turn:
                continue
            moves = [Action("touch", square)] if piece.quantum else list(self._moves(square))
            if not moves and self.settings["touch"] == "any":
                moves = [Action("touch", square)]
            found = found or bool(moves)
            yield from moves
        if not found:
            yield Action("pass")

    def _is_pawn_on_far_row(self, square: int) -> bool:
        piece = self._cells[square]
        return piece.shows("P") and square // 8 == FAR_ROW[piece.side]

    def _promotions(self) -> str:
        return "Q" if self.settings["promotion"] == "queen" else PROMOTIONS

    def _moves(self, source: int) -> Iterator[Action]:
        """The moves of a classical piece."""
        piece = self._cells[source]
        if piece.kind == "P":
            for kind, target in self._pawn_moves(source, piece.side):
                for promotion in self._promotions() if target // 8 == FAR_ROW[piece.side] else ("",):
                    yield Action(kind, source, target, promotion)
            return
        for line in LINES[piece.kind][source]:
            for target in line:
                other = self._cells[target]
                if other is None:
                    yield Action("move", source, target)
                    continue
                if other.side != piece.side:
                    yield Action("take", source, target)
                break
        if piece.kind == "K":
            yield from self._castlings(piece.side)

    def _pawn_moves(self, source: int, side: str) -> Iterator[tuple[str, int]]:
        ahead = AHEAD[side]
        one = source + ahead
        if 0 <= one < 64 and self._cells[one] is None:
            yield "move", one
            if source // 8 == SECOND_ROW[side] and self._cells[one + ahead] is None:
                yield "move", one + ahead
        for target in PAWN_TAKES[side][source]:
            other = self._cells[target]
            if target == self._skipped or other is not None and other.side != side:
                yield "take", target

    def _castlings(self, side: str) -> Iterator[Action]:
        """A right tells that king and corner piece stand where they started."""
        for right in self._rights:
            king, king_to, corner, _ = CASTLINGS[right]
            between = range(min(king, corner) + 1, max(king, corner))
            if right.isupper() == (side == WHITE) and self._cells[corner].shows("R") and not any(self._cells[q] for q in between):
                yield Action("castle", king, king_to)

    def _attacks_king(self, square: int) -> bool:
        """Whether the classical piece on `square` attacks the opposing king."""
        for action in self._moves(square):
            if action.kind == "take":
                victim = self._cells[action.target]
                if victim is not None and victim.primary == "K":
                    return True
        return False

    # Effects

    def _results(self, action: Action) -> Iterator[tuple[Measurements, Fraction, Position]]:
        """Each outcome: what its measurements find, its probability, and the position after."""
        waiting: list[Measurements] = [()]
        while waiting:
            readings = Readings(waiting.pop())
            after = self._after(action, readings)
            yield readings.found, readings.probability, after
            waiting += readings.others

    def _after(self, action: Action, readings: Readings) -> Position:
        new = self._copy()
        match action.kind:
            case "deal":
                new._deal(readings)
            case "touch":
                new._touch(action.source, readings)
            case "promote":
                new._promote_touched(action)
            case "move" | "take":
                new._move(action, readings)
            case "castle":
                new._castle(action)
            case "pass":
                new._end_turn()
        return new

    def _copy(self) -> Position:
        new = Position.__new__(Position)
        new.settings = self.settings
        new.turn, new.quiet = self.turn, self.quiet
        new._cells = self._cells[:]
        new._pools = self._pools.copy()
        new._rights, new._skipped = self._rights, self._skipped
        new._to_deal, new._promoted = False, self._promoted
        new._touched = new._captured = new._winner = new._legal = new._status = None
        return new

    def _end_turn(self, loud: bool = False, skipped: int | None = None) -> None:
        """`loud`: the turn had a capture, a move as a pawn or a promotion."""
        self.quiet = 0 if loud or self._promoted else self.quiet + 1
        self._promoted = False
        self._skipped = skipped
        self.turn = OTHER[self.turn]

    def _end_without_move(self, square: int, loud: bool = False) -> None:
        """The end of a turn whose touched piece stays where it stands [5.3]."""
        if self.settings["idle"] == "requantise":
            self._requantise(square)
        self._end_turn(loud)

    def _requantise(self, square: int) -> None:
        """On a dark square quantum again, but for kings, and twins where they are classical [3, 6]."""
        piece = self._cells[square]
        stays = piece.primary == "K" or piece.one_kind and self.settings["twins"] == "classical"
        if self.settings["quantum"] and DARK[square] and not stays:
            self._cells[square] = piece._replace(shown=None)

    def _drop_rights(self, square: int) -> None:
        for right in RIGHTS_LOST_AT.get(square, ""):
            self._rights = self._rights.replace(right, "")

    # Measurements [4, 8]

    def _measured(self, square: int, readings: Readings) -> Piece:
        """The quantum piece on `square` once it is measured, and its secondary drawn if need be; a twin has nothing to measure [3]."""
        piece = self._cells[square]
        if piece.one_kind:
            return piece.showing(PRIMARY)
        found = readings.measure({(): HALF, (NAMES[square],): HALF})
        if not found:
            return piece.showing(PRIMARY)
        if piece.secondary == UNKNOWN:
            piece = piece._replace(secondary=self._draw(piece.side, readings))
        return piece.showing(SECONDARY)

    def _draw(self, side: str, readings: Readings) -> str:
        """A kind drawn from the pool of `side`; its label leaves the pool."""
        pool = self._pools[side]
        if len(pool) == 1:
            (drawn,) = pool
        else:
            labels = sum(pool.values())
            found = readings.measure({(DRAW_SLOTS[kind],): Fraction(count, labels) for kind, count in pool.items()})
            drawn = next(kind for kind in pool if (DRAW_SLOTS[kind],) == found)
        self._pools[side] = {kind: count - (kind == drawn) for kind, count in pool.items() if count > (kind == drawn)}
        return drawn

    def _deal(self, readings: Readings) -> None:
        for square in DEAL_ORDER:
            piece = self._cells[square]
            piece = piece._replace(secondary=self._draw(piece.side, readings))
            stays = piece.one_kind and self.settings["twins"] == "classical"
            self._cells[square] = piece.showing(PRIMARY) if stays else piece

    # Plies

    def _touch(self, square: int, readings: Readings) -> None:
        """[5]; a classical piece is touched only when it has no move."""
        if not self._cells[square].quantum:
            self._end_without_move(square)
            return
        self._cells[square] = self._measured(square, readings)
        if self._is_pawn_on_far_row(square):
            if self.settings["far_row"] == "turn":
                self._touched = square
                return
            if self.settings["far_row"] == "queen":
                self._promote(square, "Q")
                self._promoted = True
        stays = self.settings["check_ends"] and self._attacks_king(square)
        if stays or not any(self._moves(square)):
            self._end_without_move(square)
        else:
            self._touched = square

    def _promote(self, square: int, kind: str) -> None:
        """Only the type that was the pawn is replaced, of two known pawns the primary [6]."""
        piece = self._cells[square]
        if not self.settings["quantum"]:
            self._cells[square] = piece._replace(primary=kind, secondary=kind)
        elif piece.shown == PRIMARY:
            self._cells[square] = piece._replace(primary=kind).showing(PRIMARY)
        else:
            self._cells[square] = piece._replace(secondary=kind).showing(SECONDARY)

    def _promote_touched(self, action: Action) -> None:
        self._promote(action.source, action.promotion)
        self._end_without_move(action.source, loud=True)

    def _move(self, action: Action, readings: Readings) -> None:
        source, target = action.source, action.target
        is_pawn = self._cells[source].kind == "P"
        if action.kind == "take":
            self._take(target - AHEAD[self.turn] if target == self._skipped else target, readings)
        self._cells[source], self._cells[target] = None, self._cells[source]
        if action.promotion:
            self._promote(target, action.promotion)
        self._requantise(target)
        self._drop_rights(source)
        double_step = self.settings["en_passant"] and is_pawn and abs(target - source) == 16
        self._end_turn(is_pawn or action.kind == "take", (source + target) // 2 if double_step else None)

    def _take(self, square: int, readings: Readings) -> None:
        victim = self._cells[square]
        if victim.quantum and self.settings["captured"] == "collapse":
            self._measured(square, readings)
        if victim.primary == "K":
            self._winner = self.turn
        self._cells[square] = None
        self._captured = square
        self._drop_rights(square)

    def _castle(self, action: Action) -> None:
        king, king_to, corner, corner_to = next(squares for squares in CASTLINGS.values() if squares[:2] == (action.source, action.target))
        self._cells[king_to], self._cells[corner_to] = self._cells[king], self._cells[corner]
        self._cells[king] = self._cells[corner] = None
        self._requantise(corner_to)
        self._drop_rights(king)
        self._end_turn()


def parsed_placement(placement: str) -> list[Piece | None]:
    rows = placement.split("/")
    if len(rows) != 8:
        raise ValueError(f"{len(rows)} rows, not 8")
    cells: list[Piece | None] = []
    for row in reversed(rows):
        line: list[Piece | None] = []
        at = 0
        while at < len(row):
            if row[at].isdigit():
                line += [None] * int(row[at])
                at += 1
                continue
            closing = {"(": ")", "[": "]"}.get(row[at])
            end = row.index(closing, at) + 1 if closing else at + 1
            line.append(piece_of(row[at:end]))
            at = end
        if len(line) != 8:
            raise ValueError(f"row {row!r} is not of 8 squares")
        cells += line
    return cells
