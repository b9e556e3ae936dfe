"""Compares recorded games of classical chess with the package `chess` (requirements.txt).

Reads JSON Lines on standard input: games of `box-chess:classical` (chess) and `queens-chess:classical` (kings are taken, check plays no part). Each game is a
header line, {"game", "name", "settings", "position"}, and a line for each ply, {"turn", "legal", "move", "captured", "quiet", "status", "position", ...}. Each
position is rebuilt by pushing the moves. The first disagreement ends the run with status 1.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

import chess

COLOURS = {"white": chess.WHITE, "black": chess.BLACK}
WON = {chess.WHITE: "white_won", chess.BLACK: "black_won"}
CASTLINGS = (
    (chess.WHITE, chess.E1, chess.G1, chess.H1, chess.BB_F1 | chess.BB_G1),
    (chess.WHITE, chess.E1, chess.C1, chess.A1, chess.BB_B1 | chess.BB_C1 | chess.BB_D1),
    (chess.BLACK, chess.E8, chess.G8, chess.H8, chess.BB_F8 | chess.BB_G8),
    (chess.BLACK, chess.E8, chess.C8, chess.A8, chess.BB_B8 | chess.BB_C8 | chess.BB_D8),
)


class Disagreement(Exception):
    pass


class BoxChess:
    """Chess with bare kings and a number of quiet turns as its only draws but stalemate."""

    @staticmethod
    def moves(board: chess.Board) -> list[chess.Move]:
        return list(board.legal_moves)

    @staticmethod
    def status(board: chess.Board, draw_after: int | str) -> str:
        if not any(board.legal_moves):
            return WON[not board.turn] if board.is_check() else "draw"
        return "draw" if drawn(board, draw_after) else "in_progress"


class QueensChess:
    """Chess in which kings are taken and check plays no part, in castling neither."""

    @staticmethod
    def moves(board: chess.Board) -> list[chess.Move]:
        plain = [move for move in board.pseudo_legal_moves if not board.is_castling(move)]
        moves = plain + list(QueensChess.castlings(board))
        return moves or [chess.Move.null()]

    @staticmethod
    def castlings(board: chess.Board):
        for side, king, king_to, rook, between in CASTLINGS:
            intact = board.castling_rights & chess.BB_SQUARES[rook] and board.king(side) == king
            if side == board.turn and intact and not board.occupied & between:
                yield chess.Move(king, king_to)

    @staticmethod
    def status(board: chess.Board, draw_after: int | str) -> str:
        for side in chess.COLORS:
            if board.king(side) is None:
                return WON[not side]
        return "draw" if drawn(board, draw_after) else "in_progress"


GAMES = {"box-chess": BoxChess, "queens-chess": QueensChess}


def drawn(board: chess.Board, draw_after: int | str) -> bool:
    bare = not board.occupied & ~board.kings
    return bare or draw_after != "off" and board.halfmove_clock >= draw_after


def move_text(board: chess.Board, move: chess.Move) -> str:
    if not move:
        return "pass"
    sign = "x" if board.is_capture(move) else "-"
    promotion = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return f"{chess.square_name(move.from_square)}{sign}{chess.square_name(move.to_square)}{promotion}"


def captured(board: chess.Board, move: chess.Move) -> list[str]:
    if not board.is_capture(move):
        return []
    if board.is_en_passant(move):
        return [chess.square_name(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))]
    return [chess.square_name(move.to_square)]


def position_fields(board: chess.Board) -> list[str]:
    """The fields that both games' positions share with FEN; the skipped square stands there after every double step."""
    return board.fen(en_passant="fen").split()[:5]


def parse_position(text: str | None) -> chess.Board:
    return chess.Board(" ".join(text.split()[:5] + ["1"])) if text else chess.Board()


def agree(what: str, game: object, library: object) -> None:
    if game != library:
        raise Disagreement(f"{what}: the game says {game}, python-chess {library}")


def check_ply(rules: type, board: chess.Board, ply: dict, draw_after: int | str) -> None:
    """Compares the position before the ply, pushes its move, compares what came of it."""
    agree("side to move", COLOURS[ply["turn"]], board.turn)
    moves = {move_text(board, move): move for move in rules.moves(board)}
    if ply["legal"] != sorted(moves):
        only_game = sorted(set(ply["legal"]) - set(moves))
        only_library = sorted(set(moves) - set(ply["legal"]))
        if only_game or only_library:
            raise Disagreement(f"legal moves: only in the game {only_game}, only in python-chess {only_library}")
        raise Disagreement("legal moves are not sorted, or one is there twice")
    if ply["move"] not in moves:
        raise Disagreement(f"{ply['move']} was played and is not legal")
    move = moves[ply["move"]]
    agree("captured", ply["captured"], captured(board, move))
    board.push(move)
    agree("status", ply["status"], rules.status(board, draw_after))
    agree("quiet turns", ply["quiet"], board.halfmove_clock)
    agree("position", ply["position"].split()[:5], position_fields(board))


def check(lines) -> Counter[str]:
    """The number of positions that agree, by name of the game."""
    positions: Counter[str] = Counter()
    header, number, board = None, 0, chess.Board()
    for at, line in enumerate(lines, 1):
        record = json.loads(line)
        if "game" in record:
            header, number, board = record, number + 1, parse_position(record["position"])
            continue
        if header is None:
            raise Disagreement(f"line {at}: a ply before any header")
        rules = GAMES[header["game"]]
        before = board.fen()
        try:
            check_ply(rules, board, record, header["settings"]["draw_after"])
        except Disagreement as problem:
            raise Disagreement(f"{header['name']}, game {number}, line {at}, {record['move']} from {before}: {problem}") from None
        positions[header["name"]] += 1
    return positions


def main() -> int:
    try:
        positions = check(line for line in sys.stdin if line.strip())
    except Disagreement as problem:
        print(problem)
        return 1
    if not positions:
        print("no positions were read")
        return 1
    for name, count in sorted(positions.items()):
        print(f"{name}: {count} positions agree with python-chess {chess.__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
