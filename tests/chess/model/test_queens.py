"""Checks the model of Queen's quantum chess against its page's worked examples (section 14) and counts (section 15).

SLOW=1 in the environment adds the deeper counts, a few minutes in all.
"""

from __future__ import annotations

import os
import re
import sys
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from queens import DEAL_ORDER, DRAW_SLOTS, KINDS, LABELS, PRESETS, Position

SLOW = os.environ.get("SLOW") == "1"
LARGEST = 3_000_000 if SLOW else 30_000

CHECK = "4k3/8/8/8/8/8/8/4(RB)2K w - - 0 -/-"
PROMOTION = "3(PR)4/8/8/8/8/8/7k/K7 w - - 0 -/-"
CASTLING = "4k3/8/8/8/8/8/8/[R*N]3K2R w KQ - 0 -/-"
TWINS = "4k3/2(nn)5/8/8/8/8/3(NN)4/4K2(RR) w - - 0 -/-"
OWN_KINDS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -/-"


def rules(text: str) -> dict:
    """The settings of a preset, or of one with another setting: "2010 twins=classical"."""
    preset, *changes = text.split()
    return PRESETS[preset] | dict(change.split("=") for change in changes)


def start(preset: str = "2010") -> Position:
    return Position.start(rules(preset))


def position(text: str, preset: str = "2010") -> Position:
    return Position.parse(text, rules(preset))


def found(at: Position, move: str) -> dict[str, Fraction]:
    """The outcomes of a move: braces as text to probability."""
    return {"".join("{" + ",".join(slots) + "}" for slots in measurements): p for measurements, p, _ in at.outcomes(move)}


def after(at: Position, *moves: str) -> Position:
    """Plays moves with their braces written out."""
    for move in moves:
        name, _, rest = move.partition("{")
        groups = re.findall(r"\{([^}]*)\}", "{" + rest) if rest else []
        _, at = at.play(name, [[slot for slot in group.split(",") if slot] for group in groups])
    return at


def symbol(at: Position, square: str) -> str:
    return at.board()[square][0]


def shown(at: Position, square: str) -> dict[str, Fraction]:
    """What a touch shows, with its probability."""
    chances: dict[str, Fraction] = {}
    for _, probability, to in at.outcomes(f"{square}?"):
        text = symbol(to, square)
        kind = text[text.index("*") - 1] if "*" in text else text
        chances[kind] = chances.get(kind, Fraction(0)) + probability
    return chances


def leads_to_a_move(at: Position, square: str) -> Fraction:
    return sum((p for _, p, to in at.outcomes(f"{square}?") if to.turn == at.turn), Fraction(0))


class Examples(unittest.TestCase):
    """Section 14."""

    def test_01_start(self):
        touches = sorted(f"{file}{row}?" for row in "12" for file in "abcdefgh" if file + row != "e1")
        self.assertEqual(start().legal(), touches)
        self.assertEqual(start().perft(1), 427)

    def test_02_types_shown(self):
        fifteenths = {kind: Fraction(count, 15) / 2 for kind, count in LABELS.items()}
        self.assertEqual(shown(start(), "d1"), fifteenths | {"Q": fifteenths["Q"] + Fraction(1, 2)})
        self.assertEqual(shown(start(), "e2"), fifteenths | {"P": Fraction(23, 30)})
        self.assertEqual(found(start(), "e2?")["{e2}{queen0}"], Fraction(1, 30))

    def test_03_touch_leads_to_a_move(self):
        for square in ("a1", "c1", "d1", "f1", "h1"):
            self.assertEqual(leads_to_a_move(start(), square), Fraction(1, 15))
        for square in ("b1", "g1"):
            self.assertEqual(leads_to_a_move(start(), square), Fraction(17, 30))
        for file in "abcdefgh":
            self.assertEqual(leads_to_a_move(start(), file + "2"), 1)
        over = after(start(), "a1?{}")
        self.assertEqual((over.turn, symbol(over, "a1")), ("black", "[R*?]"))

    def test_04_landing(self):
        at = after(start(), "e2?{}", "e2-e4")
        self.assertEqual(symbol(at, "e4"), "[P*?]")
        self.assertEqual(at.text().split()[3], "e3")
        self.assertEqual(found(at, "d7?")["{d7}{knight0}"], Fraction(1, 15))
        at = after(at, "d7?{d7}{knight0}")
        self.assertEqual(at.legal(), ["d7-b6", "d7-c5", "d7-e5", "d7-f6"])
        self.assertEqual(symbol(after(at, "d7-b6"), "b6"), "(pn)")

    def test_05_next_draw(self):
        at = after(start(), "e2?{}", "e2-e4", "d7?{d7}{knight0}", "d7-b6", "a1?{}")
        self.assertEqual(at.text().split()[5], "P8N2B2R2Q1/p8n1b2r2q1")
        chances = found(at, "e7?")
        self.assertEqual(chances["{e7}{knight0}"], Fraction(1, 2) * Fraction(1, 14))
        self.assertEqual(chances["{e7}{pawn0}"], Fraction(1, 2) * Fraction(4, 7))

    def test_06_pools(self):
        at = after(start(), "a2?{a2}{pawn0}", "a2-a3", "a8?{}", "b2?{b2}{pawn0}", "b2-b3")
        self.assertEqual(at.text().split()[5], "P6N2B2R2Q1/p8n2b2r2q1")
        only_pawns = position("k7/8/8/8/8/8/4(P?)3/K7 w - - 0 P6/-")
        self.assertEqual(found(only_pawns, "e2?"), {"{}": Fraction(1, 2), "{e2}": Fraction(1, 2)})

    def test_07_quantum_again_on_dark(self):
        at = position("3(QN)4/8/8/8/8/8/7k/K7 w - - 0 -/-")
        queen = after(at, "d8?{}")
        self.assertEqual(found(at, "d8?")["{}"], Fraction(1, 2))
        for target, text in (("c8", "[Q*N]"), ("d7", "[Q*N]"), ("d6", "(QN)")):
            self.assertEqual(symbol(after(queen, f"d8-{target}"), target), text)
        self.assertEqual(shown(after(queen, "d8-d6", "h2-g2"), "d6"), {"Q": Fraction(1, 2), "N": Fraction(1, 2)})

    def test_08_check_ends_the_turn(self):
        at = position(CHECK)
        rook = after(at, "e1?{}")
        self.assertEqual((rook.turn, symbol(rook, "e1")), ("black", "[R*B]"))
        self.assertEqual(after(rook, "e8-e7", "e1xe7").status, "white_won")
        bishop = after(at, "e1?{e1}")
        self.assertEqual((bishop.turn, len(bishop.legal())), ("white", 7))

    def test_09_captured_collapses(self):
        at = position("7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1")
        expected = {"{}": Fraction(1, 2), "{d5}{pawn0}": Fraction(3, 7), "{d5}{knight0}": Fraction(1, 14)}
        self.assertEqual(found(at, "c3xd5"), expected)
        for _, _, to in at.outcomes("c3xd5"):
            self.assertEqual((symbol(to, "d5"), to.captured()), ("[N*?]", ["d5"]))

    def test_10_promotion_by_touch(self):
        pawn = after(position(PROMOTION), "d8?{}")
        self.assertEqual(pawn.legal(), ["d8=B", "d8=N", "d8=Q", "d8=R"])
        knight = after(pawn, "d8=N")
        self.assertEqual((knight.turn, symbol(knight, "d8"), knight.quiet), ("black", "[N*R]", 0))
        self.assertEqual(after(position(PROMOTION), "d8?{d8}").turn, "white")
        idle = after(position(PROMOTION, "2013"), "d8?{}")
        self.assertEqual((idle.turn, symbol(idle, "d8")), ("black", "(PR)"))
        queen = after(position(PROMOTION, "2020"), "d8?{}")
        self.assertEqual((queen.turn, symbol(queen, "d8")), ("white", "[Q*R]"))

    def test_11_en_passant(self):
        at = after(position("4k3/4(p?)3/8/5[P*Q]2/8/8/8/4K3 b - - 0 -/p1n1"), "e7?{}", "e7-e5")
        self.assertEqual(symbol(at, "e5"), "(p?)")
        expected = {"{}": Fraction(1, 2), "{e5}{pawn0}": Fraction(1, 4), "{e5}{knight0}": Fraction(1, 4)}
        self.assertEqual(found(at, "f5xe6"), expected)
        taken = after(at, "f5xe6{}")
        self.assertEqual((symbol(taken, "e6"), taken.captured()), ("[P*Q]", ["e5"]))
        self.assertNotIn("e5", taken.board())

    def test_12_castling(self):
        at = position(CASTLING)
        self.assertEqual(symbol(after(at, "e1-c1"), "d1"), "[R*N]")
        self.assertEqual(symbol(after(at, "e1-g1"), "f1"), "R")
        black = position("4k2[r*n]/8/8/8/8/8/8/4K3 b k - 0 -/-")
        self.assertEqual(symbol(after(black, "e8-g8"), "f8"), "(rn)")

    def test_13_draw_by_quiet_turns(self):
        at = position("k7/7r/8/8/8/8/(R?)7/K7 w - - 99 P1/-")
        self.assertEqual(after(at, "a2?{}").status, "draw")
        pawn = after(at, "a2?{a2}")
        self.assertEqual(pawn.legal(), ["a2-a3", "a2-a4"])
        self.assertEqual(after(pawn, "a2-a3").quiet, 0)

    def test_14_ends(self):
        self.assertEqual(position("k7/8/8/8/8/8/8/K7 w - - 0 -/-").status, "draw")
        at = position("8/8/8/8/8/5k2/4Q3/K7 w - - 0 -/-", "classical")
        self.assertEqual(after(at, "e2xf3").status, "white_won")

    def test_15_deal_of_own_kinds(self):
        at = start("2020")
        pools = {"white": dict(LABELS), "black": dict(LABELS)}
        draws = []
        for square in DEAL_ORDER:
            piece = at._cells[square]
            pool = pools[piece.side]
            if sum(count > 0 for count in pool.values()) > 1:
                draws.append((DRAW_SLOTS[piece.primary],))
            pool[piece.primary] -= 1
        _, dealt = at.play("deal", draws)
        self.assertEqual(dealt.text(), OWN_KINDS)
        legal = dealt.legal()
        self.assertEqual((len(legal), sum(move.endswith("?") for move in legal)), (26, 6))

    def test_twins(self):
        """[3]"""
        at = position("7k/8/8/2b5/8/8/3(RR)4/K7 w - - 0 -/-")
        self.assertEqual(found(at, "d2?"), {"": 1})
        dark = after(at, "d2?", "d2-d4")
        self.assertEqual(symbol(dark, "d4"), "(RR)")
        self.assertEqual(found(dark, "c5xd4"), {"": 1})
        self.assertEqual(symbol(after(at, "d2?", "d2-d3"), "d3"), "R")
        check = after(position("3k4/8/8/8/8/8/3(RR)4/K7 w - - 0 -/-"), "d2?")
        self.assertEqual((check.turn, symbol(check, "d2")), ("black", "R"))
        stuck = after(position("7k/8/8/8/8/8/2p5/K1(PP)5 w - - 0 -/-"), "c1?")
        self.assertEqual((stuck.turn, symbol(stuck, "c1")), ("black", "P"))

    def test_16_pieces_of_one_kind(self):
        own = sum(Fraction(LABELS[kind] * LABELS[kind], 15) for kind in KINDS)
        self.assertEqual(own, Fraction(77, 15))
        chances = [found(start(), f"{square}?")["{%s}{%s}" % (square, DRAW_SLOTS[kind])] * 2
                   for square, kind in zip("a1 b1 c1 d1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2".split(), "RNBQBNRPPPPPPPP")]
        self.assertEqual(sum(chances), own)


COUNTS = (
    (None, "2010", (427, 162471)),
    (None, "2013", (288, 80776)),
    (None, "classical", (20, 400, 8902, 197742)),
    (CHECK, "2010", (11, 55, 1246, 8499)),
    (CHECK, "2013", (23, 110, 2500, 16773)),
    (CHECK, "2020", (23, 110, 2500, 16773)),
    ("r3k2(n?)/8/8/8/8/8/4(P?)3/(R?)3K3 w - - 0 P1N1R1/p1b1", "2010", (38, 961, 27383, 707922)),
    ("r3k2(n?)/8/8/8/8/8/4(P?)3/(R?)3K3 w - - 0 P1N1R1/p1b1", "2010 twins=classical", (38, 961, 27413, 714253)),
    ("r3k2(n?)/8/8/8/8/8/4(P?)3/(R?)3K3 w - - 0 P1N1R1/p1b1", "2013", (50, 1151, 38091, 963268)),
    (CASTLING, "2010", (26, 130, 3668, 24868)),
    (CASTLING, "2010 twins=classical", (26, 130, 3686, 24948)),
    (TWINS, "2010", (19, 190, 3994, 45877)),
    (TWINS, "2020 twins=quantum", (19, 190, 4057, 46468)),
    ("3(PR)2k1/8/8/8/8/(pq)7/1P6/K7 w - - 0 -/-", "2010", (11, 98, 1542, 19533)),
    ("3(PR)2k1/8/8/8/8/(pq)7/1P6/K7 w - - 0 -/-", "2013", (19, 446, 7588, 184785)),
    ("3(PR)2k1/8/8/8/8/(pq)7/1P6/K7 w - - 0 -/-", "2020", (38, 922, 26019, 647244)),
    ("4k3/3(p?)4/8/4[P*Q]3/8/8/8/4K3 b - - 0 -/p1n1", "2010", (14, 91, 1050, 8326)),
    ("4k3/3(p?)4/8/4[P*Q]3/8/8/8/4K3 b - - 0 -/p1n1", "2013", (14, 86, 1025, 8136)),
    (OWN_KINDS, "2020", (26, 676, 18132)),
    (
        "(rp)(np)(bp)(qp)k(bp)(np)(rp)/(pr)(pn)(pb)(pq)(pb)(pn)(pr)p/8/8/8/8/"
        "(PR)(PN)(PB)(PQ)(PB)(PN)(PR)P/(RP)(NP)(BP)(QP)K(BP)(NP)(RP) w KQkq - 0 -/-",
        "2020",
        (76, 5660, 426599),
    ),
)


class Counts(unittest.TestCase):
    """Section 15."""

    def test_counts(self):
        for text, preset, counts in COUNTS:
            at = start(preset) if text is None else position(text, preset)
            for depth, count in enumerate(counts, 1):
                if count <= LARGEST:
                    self.assertEqual(at.perft(depth), count, f"{text or 'start'} {preset}, depth {depth}")


class Refused(unittest.TestCase):
    """Section 11."""

    def test_positions(self):
        for text in (
            "8/8/8/8/8/8/8/K7 w - - 0 -/-",
            "kk6/8/8/8/8/8/8/K7 w - - 0 -/-",
            "k7/8/8/8/8/PPPPPPPP/PPPPPPPP/K7 w - - 0 -/-",
            "k7/8/8/8/8/8/(P?)7/K7 w - - 0 -/-",
            "k7/8/8/8/8/8/(P?)7/K7 w - - 0 P9/-",
            "k7/8/8/8/8/8/[P*P]7/K7 w - - 0 -/-",
            "k7/8/8/8/8/8/8/K7 b - e3 0 -/-",
        ):
            with self.assertRaises(ValueError, msg=text):
                position(text)
        with self.assertRaises(ValueError):
            position("k7/8/8/8/8/8/(P?)7/K7 w - - 0 P1/-", "2020")
        twin = "k7/8/8/8/8/8/(PP)7/K7 w - - 0 -/-"
        for preset in ("2013", "2020", "classical"):
            with self.assertRaises(ValueError):
                position(twin, preset)
        self.assertEqual(position(twin).text(), twin)


if __name__ == "__main__":
    unittest.main()
