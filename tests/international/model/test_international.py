"""Checks the model of international quantum draughts against its page's worked examples (section 10), and its counts and invariants (section 13).

SLOW=1 in the environment adds the deeper counts and more random games, a few minutes in all.
"""

from __future__ import annotations

import os
import random
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from international import BLACK, WHITE, Geometry, Position, squares_of

SLOW = os.environ.get("SLOW") == "1"
LARGEST = 50_000 if SLOW else 900

COUNTS = {
    (4, 0): (3, 9, 12, 16),
    (4, 1): (4, 16, 40, 61),
    (4, 2): (4, 16, 38, 62),
    (4, 3): (4, 16, 39, 63),
    (6, 0): (5, 25, 106, 369),
    (6, 1): (7, 49, 266, 1108),
    (6, 2): (7, 49, 249, 1033),
    (6, 3): (7, 49, 253, 1040),
    (8, 0): (7, 49, 302, 1469, 7473, 37628),
    (8, 1): (10, 100, 814, 5013),
    (8, 2): (10, 100, 750, 4391),
    (8, 3): (10, 100, 762, 4435),
    (10, 0): (9, 81, 658, 4265, 27117),
    (10, 1): (13, 169, 1883, 16001),
    (10, 2): (13, 169, 1725, 13504),
    (10, 3): (13, 169, 1751, 13654),
}
"""Section 13, by size and level."""


def position(white: str, black: str, level: int = 3, **settings) -> Position:
    return Position.set_up({"level": level} | settings, white, black)


def after(at: Position, *moves: str) -> Position:
    """Plays moves, several in one text if wished, with their braces written out."""
    for move in " ".join(moves).split():
        name, _, rest = move.partition("{")
        groups = re.findall(r"\{([^}]*)\}", "{" + rest) if rest else []
        at = at.play(name, [[square for square in group.split(",") if square] for group in groups]).position
    return at


def found(at: Position, move: str) -> dict[str, float]:
    """The outcomes of a move: braces as text to probability."""
    braces = lambda outcome: "".join("{" + ",".join(one.occupied) + "}" for one in outcome.measurements)
    return {braces(outcome): outcome.probability for outcome in at.outcomes(move)}


def symbols(at: Position) -> dict[str, str]:
    return {square: symbol for square, (symbol, _) in at.squares().items()}


def captures(at: Position) -> list[str]:
    return [move for move in at.legal() if "x" in move]


class Examples(unittest.TestCase):
    """Section 10."""

    def assert_close(self, expected: dict, values: dict) -> None:
        self.assertEqual(sorted(expected), sorted(values))
        for key, value in expected.items():
            self.assertAlmostEqual(value, values[key], delta=1e-11, msg=key)

    def assert_board(self, at: Position, **expected: float) -> None:
        """Compares probabilities of White's squares, and of others that are named."""
        squares = {square: p for square, (symbol, p) in at.squares().items() if symbol in "wW" or square in expected}
        self.assert_close({square: float(p) for square, p in expected.items()}, squares)

    def test_01_splits(self):
        for level in (1, 2, 3):
            at = after(Position.start({"level": level}), "c3^b4d4 b6-a5 d4^c5e5")
            self.assertEqual({at.squares()[square][1] for square in ("a3", "e3", "g3")}, {1.0})
            self.assert_close({"b4": 0.5, "c5": 0.25, "e5": 0.25}, {q: p for q, (_, p) in at.squares().items() if p < 1})

    def test_02_merge(self):
        at = after(position("c3", "h8"), "c3^b4d4 h8-g7 b4d4^c5")
        self.assert_board(at, c5=1)
        self.assertEqual(at.board.ghosts, {})

    REMAINDER = "c3^b4d4 h6-g5 d4^c5e5 g5-h4 b4-a5 h4-g3 a5c5^b6"

    def test_03_remainder_of_a_merge(self):
        at = after(position("c3", "h6"), self.REMAINDER)
        self.assert_board(at, b6=0.728553390593, a5=0.010723304703, c5=0.010723304703, e5=0.25)
        number = at.geometry.number
        branches = at.board.ghosts[number["a5"]].branches
        self.assertLess(branches[1 << number["a5"]] * branches[1 << number["c5"]], 0)

    def test_04_merge_again(self):
        at = after(position("c3", "h6 h8"), self.REMAINDER, "h8-g7 a5c5^b6")
        self.assert_board(at, a5=0.5, c5=0.25, e5=0.25)
        before = after(position("Kc3", "h2 h4 h6 d8 f8"), "c3^b4d4 h4-g3 d4^c5e5 h6-g5 b4-a5 g5-h4 a5c5^b6 d8-e7")
        at = after(before, "a5c5^b4")
        self.assertNotIn("b4", at.squares())
        self.assert_close({q: p for q, (_, p) in before.squares().items()}, {q: p for q, (_, p) in at.squares().items()})

    def test_05_certain_onto_a_ghost(self):
        for level in (2, 3):
            at = after(position("e3 b4/d4", "h8", level), "e3-d4")
            self.assert_board(at, d4=1, e3=0.5, b4=0.5)
            looked = at.board.measured([at.geometry.number[name] for name in ("b4", "d4", "e3")])
            names = [{at.geometry.names[q] for q in squares_of(one)} for one, _, _ in looked]
            self.assertCountEqual(names, [{"e3"}, {"b4"}])

    def test_06_ghost_onto_a_ghost(self):
        self.assert_board(after(position("e3/g3 b4/d4", "h8"), "e3-d4"), d4=0.75, e3=0.25, b4=0.5, g3=0.5)

    def test_07_split_onto_a_ghost(self):
        self.assert_board(after(position("e3 b4/d4", "h8"), "e3^d4f4"), d4=0.75, f4=0.25, e3=0.5, b4=0.5)

    def test_08_parts_change_places(self):
        self.assert_board(after(position("c3", "h8"), "c3^b4d4 h8-g7 d4^c5e5 g7-h6 b4-c5"), b4=0.25, c5=0.5, e5=0.25)

    def test_09_split_onto_an_own_part(self):
        at = after(position("c3", "h8"), "c3^b4d4 h8-g7 b4^a5c5 g7-h6 d4^c5e5")
        self.assert_board(at, a5=1 / 4, c5=9 / 16, e5=1 / 16, d4=1 / 8)

    def test_10_opposing_ghost(self):
        for level in (1, 2, 3):
            at = position("b4", "a5/c5 d6", level)
            self.assertEqual(captures(at), [])
            self.assert_close({"{a5}": 0.5, "{}": 0.5}, found(at, "b4-a5"))
            self.assertEqual(symbols(after(at, "b4-a5{a5}")), {"b4": "w", "a5": "b", "d6": "b"})
            moved = after(at, "b4-a5{}")
            self.assertEqual(symbols(moved), {"a5": "w", "c5": "b", "d6": "b"})
            self.assertEqual(moved.board.ghosts, {})

    CAPTURE = ("b4/d4 f6/h6", "e5/g5 d8 h8")

    def test_11_capture(self):
        for level in (2, 3):
            at = position(*self.CAPTURE, level)
            every = [a + b + c for a in ("d4,", "") for b in ("e5,", "") for c in ("f6", "")]
            self.assert_close({"{" + one.strip(",") + "}": 0.125 for one in every}, found(at, "d4xf6"))
            self.assertEqual({outcome.measurements[0].squares for outcome in at.outcomes("d4xf6")}, {("d4", "e5", "f6")})
            captured = after(at, "d4xf6{d4,e5}")
            self.assertEqual(symbols(captured), {"f6": "w", "h6": "w", "d8": "b", "h8": "b"})
            self.assertEqual(captured.captured(), ["e5"])
            blocked = after(at, "d4xf6{d4,e5,f6}")
            self.assertEqual(symbols(blocked), {"d4": "w", "f6": "w", "e5": "b", "d8": "b", "h8": "b"})

    def test_12_capture_at_level_1(self):
        at = position(*self.CAPTURE, 1)
        self.assert_close({"{f6}": 1 / 2, "{}{}": 1 / 4, "{}{e5}{}": 1 / 8, "{}{e5}{d4}": 1 / 8}, found(at, "d4xf6"))

    def test_13_step_of_a_ghost(self):
        at = position("b4/d4", "h8", 1)
        self.assert_close({"{b4}": 0.5, "{}": 0.5}, found(at, "b4-a5"))
        self.assert_board(after(at, "b4-a5{b4}"), a5=1)
        stayed = after(at, "b4-a5{}")
        self.assert_board(stayed, d4=1)
        self.assertEqual(stayed.quiet, 1)
        self.assert_board(after(position("b4/d4", "h8", 2), "b4-a5"), a5=0.5, d4=0.5)

    def test_14_split_onto_both_parts(self):
        at = position("c3", "b4/d4 a5 e5", 1)
        self.assert_close({"{b4}": 0.5, "{}": 0.5}, found(at, "c3^b4d4"))
        refused = after(at, "c3^b4d4{}")
        self.assertEqual(symbols(refused), {"c3": "w", "d4": "b", "a5": "b", "e5": "b"})
        self.assertEqual((refused.quiet, refused.turn, refused.board.ghosts), (0, BLACK, {}))

    def test_15_longest_capture(self):
        for last in ("e5", "e5/a5"):
            self.assertEqual(position("d2", f"c3 e3 {last}", size=6).legal(), ["d2xf4"])

    def test_16_only_the_first_capture_is_held_to_it(self):
        at = position("a1", "b2 b4 d4 d6", 0)
        self.assertEqual(at.legal(), ["a1xc3"])
        self.assertEqual(after(at, "a1xc3").legal(), ["c3xa5", "c3xe5"])

    def test_17_piece_numbers(self):
        self.assertEqual(position("c3 h2", "d4/f6 g3", 2).legal(), ["c3xe5", "h2xf4"])
        self.assertEqual(position("c3 h2", "d4 f6 g3", 2).legal(), ["c3xe5"])

    def test_18_flying_captures(self):
        landings = ["a1xe5", "a1xf6", "a1xg7", "a1xh8"]
        self.assertEqual(position("Ka1", "d4 h2").legal(), landings)
        self.assertEqual(position("Ka1 f6/h6", "d4 h2").legal(), landings)
        at = position("Ka1 f6/h6 c3/a5", "d4 h2 e5")
        self.assertEqual(captures(at), [])
        self.assertEqual([move for move in at.legal() if move.startswith("a1-")], ["a1-b2", "a1-c3"])

    def test_19_kings_fly_over_ghosts(self):
        at = position("Ka1 c3/e1", "h6")
        self.assertEqual([move for move in at.legal() if move.startswith("a1-")], ["a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8"])
        self.assert_board(after(at, "a1-d4"), d4=1, c3=0.5, e1=0.5)

    def test_20_merge_of_two_pieces(self):
        self.assert_board(after(position("a3/b4 d4/e3", "h8"), "b4d4^c5"), c5=1 / 4, b4=3 / 8, d4=3 / 8, a3=1 / 2, e3=1 / 2)

    def test_21_crown_of_the_last_arrival(self):
        at = after(position("c5/g5 Kd4", "a1"), "d4-c5")
        self.assertEqual(at.squares()["c5"], ("W", 1.0))
        self.assertEqual({square: symbol for square, symbol in symbols(at).items() if symbol in "wW"}, {"c5": "W", "d4": "W", "g5": "w"})

    def test_22_crowning_ends_the_turn(self):
        at = after(position("d6", "e7 g7 a1"), "d6xf8")
        self.assertEqual((at.turn, at.mid_turn, symbols(at)), (BLACK, False, {"f8": "W", "g7": "b", "a1": "b"}))

    def test_23_draws(self):
        at = after(position("Ka1", "Kc7", 0), "a1-b2 c7-d8 b2-a1 d8-c7 a1-b2 c7-d8 b2-a1")
        self.assertEqual(at.status, "in_progress")
        self.assertEqual(after(at, "d8-c7").status, "draw")
        for white, black, plies in (("Ka1", "Kc7", 10), ("Ka1", "Kc7 a3", 10), ("Ka1", "Kc7 Kb8 h8", 32), ("Ka1 Ke1", "Kc7 Kb8", 50)):
            self.assertTrue(self.kings_draw_after(position(white, black, 0), plies), (white, black))

    def kings_draw_after(self, start: Position, plies: int) -> bool:
        """Looks for a game of kings' moves without repetitions and captures that is drawn after so many plies and not before."""
        rng = random.Random(1)
        for _ in range(200):
            at, seen = start, {start._key()}
            for ply in range(plies):
                kings = {square for square, symbol in symbols(at).items() if symbol in "WB"}
                afters = [after(at, move) for move in at.legal() if "-" in move and move[:2] in kings]
                afters = [to for to in afters if to._key() not in seen and not any("x" in move for move in to._moves())]
                if not afters:
                    break
                at = rng.choice(afters)
                seen.add(at._key())
                if at.status != "in_progress":
                    self.assertEqual((at.status, ply + 1), ("draw", plies))
                    return True
        return False


class Counts(unittest.TestCase):
    """Section 13."""

    def test_counts(self):
        for (size, level), counts in COUNTS.items():
            for turns, leaves in enumerate(counts, 1):
                if leaves <= LARGEST:
                    start = Position.start({"size": size, "level": level})
                    self.assertEqual(start.perft(turns), leaves, (size, level, turns))


class Invariants(unittest.TestCase):
    """Section 13, in random games."""

    def test_invariants(self):
        rng = random.Random(2026)
        for level in range(4):
            for size in (4, 5, 6, 7, 8) if SLOW else (5, 8):
                at = Position.start({"level": level, "size": size})
                pieces = self.pieces(at)
                while at.legal():
                    outcomes = at.outcomes(rng.choice(at.legal()))
                    self.assertAlmostEqual(sum(outcome.probability for outcome in outcomes), 1)
                    (made,) = rng.choices(outcomes, [outcome.probability for outcome in outcomes])
                    if made.position.captured():
                        pieces[WHITE if at.turn == BLACK else BLACK] -= 1
                    at = made.position
                    self.check(at, pieces)

    @staticmethod
    def pieces(at: Position) -> dict[str, float]:
        board = at.board
        return {side: sum(board.probability(q) for q, label in board.labels.items() if label.side == side) for side in (WHITE, BLACK)}

    def check(self, at: Position, pieces: dict[str, float]) -> None:
        for side, count in self.pieces(at).items():
            self.assertAlmostEqual(count, pieces[side])
        for component in at.board.components(at.board.labels):
            squares = squares_of(component.squares)
            self.assertEqual(len({at.board.labels[q].side for q in squares}), 1)
            (count,) = {mask.bit_count() for mask in component.branches}
            self.assertTrue(0 < count < len(squares))
            self.assertTrue(count == 1 or at.level >= 2)
            self.assertAlmostEqual(sum(a * a for a in component.branches.values()), 1)


class Boards(unittest.TestCase):
    def test_draughts_numbers(self):
        geometry = Geometry(8)
        names = sorted((geometry.draughts_number(q), geometry.names[q]) for q in geometry.dark)
        self.assertEqual([number for number, _ in names], list(range(1, 33)))
        self.assertEqual([name for _, name in names][:8], "b8 d8 f8 h8 a7 c7 e7 g7".split())

    def test_text_is_read_back(self):
        at = after(position("c3 Kg1", "h8"), "c3^b4d4 h8-g7 d4^c5e5")
        again = Position.parse(at.text(), {})
        self.assertEqual((again.text(), again.squares(), again.turn), (at.text(), at.squares(), at.turn))


if __name__ == "__main__":
    unittest.main()
