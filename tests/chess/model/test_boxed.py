"""Checks the model of Box chess against its page's worked examples (section 16) and counts (section 17).

SLOW=1 in the environment adds the deeper counts and longer random games, a few minutes in all.
"""

from __future__ import annotations

import math
import os
import random
import re
import sys
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import boxed
from boxed import PRESETS, Group, Position

SLOW = os.environ.get("SLOW") == "1"

EXAMPLE_4 = "7k/8/8/(n2r)7/2(n2b)5/8/8/(R1r)3(R1b)2K w - - 0 1e,2e"
EXAMPLE_5 = "k7/8/5N2/8/4(r1r)(r1b)2/8/8/6K1 w - - 0 1e"
EXAMPLE_9 = "4(r2r)2k/8/8/(r2b)7/8/8/6(K1b)1/4(K1r)3 w - - 0 1&-2e"
EXAMPLE_11 = "k7/2P5/8/8/3p4/8/4P3/7K w - - 0 -"
EXAMPLE_16 = "7k/8/8/8/8/p7/8/R6K w - - 0 -"
UNEQUAL_KNIGHTS = "r3k2r/8/8/3(n1r)1(n1b)2/8/8/3P4/R3K2R w KQkq - 0 1u"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 -"


def position(text: str, preset: str = "full", **changes) -> Position:
    return Position.parse(text, PRESETS[preset] | changes)


def found(at: Position, move: str) -> dict[str, Fraction]:
    """The outcomes of a move: braces as text to probability."""
    return {braces(measurements): probability for measurements, probability, _ in at.outcomes(move)}


def braces(measurements) -> str:
    return "".join("{" + ",".join(squares) + "}" for squares in measurements)


def after(at: Position, *moves: str) -> Position:
    """Plays moves with their braces written out."""
    for move in moves:
        name, _, rest = move.partition("{")
        groups = re.findall(r"\{([^}]*)\}", "{" + rest) if rest else []
        _, at = at.play(name, [[square for square in group.split(",") if square] for group in groups])
    return at


def units(at: Position) -> dict[str, str]:
    return {square: symbol for square, (symbol, _) in at.board().items()}


def certain(at: Position) -> set[str]:
    return {square for square, (_, probability) in at.board().items() if probability == 1}


def simulate(gates: str) -> dict[frozenset[str], float]:
    """Amplitudes after gates on named qubits that start in 0, straight from the gates' matrices."""
    state = {frozenset(): 1.0}
    for gate in gates.split(";"):
        name, operands = gate.split()
        *controls, target = operands.split(",")
        new: dict[frozenset[str], float] = {}
        for bits, amplitude in state.items():
            flipped = bits ^ {target}
            if name == "x" or name == "cx" and controls[0] in bits:
                parts = [(flipped, 1.0)]
            elif name == "cx":
                parts = [(bits, 1.0)]
            elif name == "z":
                parts = [(bits, -1.0 if target in bits else 1.0)]
            elif name == "h":
                parts = [(bits, math.sqrt(0.5) * (-1 if target in bits else 1)), (flipped, math.sqrt(0.5))]
            else:
                angle = float(name.removeprefix("ry(").removesuffix(")")) / 2
                parts = [(bits, math.cos(angle)), (flipped, math.sin(angle) * (-1 if target in bits else 1))]
            for result, factor in parts:
                new[result] = new.get(result, 0.0) + factor * amplitude
        state = {bits: amplitude for bits, amplitude in new.items() if abs(amplitude) > 1e-9}
    return state


def amplitudes(at: Position, square: str) -> dict[frozenset[str], float]:
    group = at._halves[at.geometry.number[square]]
    return {frozenset(at._squares_read(mask)): math.copysign(math.sqrt(abs(amplitude)), amplitude) for mask, amplitude in group.states}


class Examples(unittest.TestCase):
    """Section 16."""

    def test_01_start(self):
        legal = Position.start({}).legal()
        self.assertEqual(len(legal), 110)
        self.assertEqual(sum("-" in move for move in legal), 20)
        self.assertEqual(sum(">" in move for move in legal), 60)
        self.assertEqual(sum("^" in move and ">" not in move for move in legal), 30)

    def test_02_conventional_takes_half(self):
        text = "7k/8/8/(n1r)7/2(n1b)5/8/8/R6K w - - 0 "
        for pairs, faces, chance in (("1e", 5, "1/2"), ("1u", 5, "5/6"), ("-1u", 5, "1/6"), ("1u", 4, "2/3"), ("-1u", 4, "1/3")):
            at = position(text + pairs, unequal_faces=faces)
            self.assertEqual(found(at, "a1xa5"), {"{a5}": Fraction(chance), "{c4}": 1 - Fraction(chance)})
        taken, missed = after(at, "a1xa5{a5}"), after(at, "a1xa5{c4}")
        self.assertEqual((taken.captured(), taken.quiet, units(taken)), (["a5"], 0, {"a5": "R", "h1": "K", "h8": "k"}))
        self.assertEqual((missed.captured(), missed.quiet, units(missed)), ([], 1, {"a5": "R", "c4": "n", "h1": "K", "h8": "k"}))
        self.assertEqual(certain(missed), {"a5", "c4", "h1", "h8"})

    def test_03_half_takes_conventional(self):
        at = position("7k/8/8/n7/8/8/8/(R1r)3(R1b)2K w - - 0 1e")
        self.assertEqual(found(at, "a1xa5"), {"{a1}": Fraction(1, 2), "{e1}": Fraction(1, 2)})
        self.assertEqual(units(after(at, "a1xa5{a1}")), {"a5": "R", "h1": "K", "h8": "k"})
        self.assertEqual(units(after(at, "a1xa5{e1}")), {"e1": "R", "a5": "n", "h1": "K", "h8": "k"})

    def test_04_half_takes_half(self):
        at = position(EXAMPLE_4)
        self.assertEqual(found(at, "a1xa5"), {name: Fraction(1, 4) for name in ("{a1,a5}", "{e1,a5}", "{a1,c4}", "{e1,c4}")})
        self.assertEqual([to.captured() for _, _, to in at.outcomes("a1xa5")].count(["a5"]), 1)
        self.assertEqual(after(at, "a1xa5{a1,a5}").captured(), ["a5"])
        self.assertEqual(
            found(position(EXAMPLE_4.replace("1e,2e", "1u,2u")), "a1xa5"),
            {"{a1,a5}": Fraction(25, 36), "{e1,a5}": Fraction(5, 36), "{a1,c4}": Fraction(5, 36), "{e1,c4}": Fraction(1, 36)},
        )
        at = position(EXAMPLE_4, "no-box")
        self.assertEqual(found(at, "a1xa5"), {"{a1}{a5}": Fraction(1, 4), "{a1}{c4}": Fraction(1, 4), "{e1}": Fraction(1, 2)})
        missed = after(at, "a1xa5{e1}").board()
        self.assertEqual((missed["a5"], missed["c4"]), (("n", Fraction(1, 2)), ("n", Fraction(1, 2))))

    def test_05_entanglement(self):
        half = Fraction(1, 2)
        at = position(EXAMPLE_5)
        self.assertEqual([move for move in at.legal() if move.startswith("f6^d5&")], ["f6^d5&e4", "f6^d5&f4"])
        crossed = after(after(at, "f6^d5&f4"), "a8-a7")
        self.assertEqual(found(crossed, "f6xe4"), {"{e4,f6}": half, "{f4,d5}": half})
        self.assertEqual(found(crossed, "d5xf4"), {"{f4,d5}": half, "{e4,f6}": half})
        self.assertEqual([to.captured() for _, _, to in crossed.outcomes("f6xe4")], [["e4"], []])
        joined = after(at, "f6^d5&e4")
        self.assertEqual(amplitudes(joined, "d5"), simulate_close("x e4;h f4;cx f4,e4;cx e4,d5;cx f4,f6", amplitudes(joined, "d5")))
        joined = after(joined, "a8-a7")
        for move in ("f6xe4", "d5xf4"):
            self.assertEqual(found(joined, move), {"{e4,d5}": half, "{f4,f6}": half})
            self.assertEqual([to.captured() for _, _, to in joined.outcomes(move)], [[], []])
        self.assertEqual(amplitudes(after(joined, "d5<>f6"), "d5"), amplitudes(crossed, "d5"))

    def test_06_group_of_three(self):
        at = position("k7/8/5(N1r)2/3(N1b)4/(b3r)3(r2r)(r2b)2/6P1/3(b3b)4/6K1 w - - 0 1&2&-3u")
        self.assertEqual(found(at, "g3xf4"), {"{d2,e4,f6}": Fraction(5, 6), "{a4,f4,d5}": Fraction(1, 6)})
        missed, taken = after(at, "g3xf4{d2,e4,f6}"), after(at, "g3xf4{a4,f4,d5}")
        self.assertEqual(units(missed), {"a8": "k", "d2": "b", "e4": "r", "f6": "N", "f4": "P", "g1": "K"})
        self.assertEqual((taken.captured(), units(taken)), (["f4"], {"a8": "k", "a4": "b", "d5": "N", "f4": "P", "g1": "K"}))

    def test_07_mate(self):
        self.assertEqual(after(position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 -"), "a1^a1a8").status, "white_won")
        mate = after(position(EXAMPLE_11), "c7^c7c8=Q")
        self.assertEqual((mate.status, mate.legal(), units(mate)["c7"], units(mate)["c8"]), ("white_won", [], "Q", "Q"))

    def test_08_half_kings(self):
        at = position("4r2k/8/8/8/8/8/8/4(K1r)1(K1b)1 w - - 0 1e")
        self.assertEqual(at.legal(), ["e1-d1", "e1-d2", "e1-f1", "e1-f2"])

    def test_09_chance_0(self):
        at = position(EXAMPLE_9)
        self.assertEqual(len(at.legal()), 13)
        self.assertLessEqual({"e1-f1", "g2-f1", "e1-f2", "g2-f2"}, set(at.legal()))
        self.assertEqual(position(EXAMPLE_9.replace("-2", "2")).legal(), ["e1-d1", "e1-d2", "e1-f1", "e1-f2"])
        at = position(EXAMPLE_9.replace(" w ", " b "))
        self.assertEqual(found(at, "e8xe1"), {"{e1,a5}": Fraction(1, 2), "{g2,e8}": Fraction(1, 2)})
        self.assertEqual(units(after(at, "e8xe1{g2,e8}")), {"g2": "K", "e1": "r", "h8": "k"})

    def test_10_groups(self):
        text = "k7/8/(n1r)(n3r)6/8/(N2r)(N4r)6/(n1b)(n3b)2(b5r)3/(N2b)(N4b)3(b5b)1R/7K w - - 0 "
        joins = [move for move in position(text + "1&2e,3&4e,5e").legal() if "&" in move]
        self.assertEqual(joins, ["h2^h6&b3", "h2^h6&b6"])
        joins = [move for move in position(text + "1&2&3&4e,5e").legal() if "&" in move]
        self.assertEqual([move for move in joins if move.startswith("h1")], ["h1^g1&e3", "h1^g2&e3", "h1^g2&f2"])
        self.assertEqual(sum(move.startswith("h2") for move in joins), 16)
        self.assertEqual(len(joins), 19)

    def test_11_promotion_and_en_passant(self):
        half = Fraction(1, 2)
        at = after(position(EXAMPLE_11), "e2^e2e4")
        self.assertEqual(found(at, "d4xe3"), {"{e2}": half, "{e4}": half})
        missed, taken = after(at, "d4xe3{e2}"), after(at, "d4xe3{e4}")
        self.assertEqual((missed.captured(), units(missed)["e3"], units(missed)["e2"]), ([], "p", "P"))
        self.assertEqual((taken.captured(), units(taken)["e3"], "e2" in units(taken)), (["e4"], "p", False))
        self.assertEqual([move for move in at.legal() if "&" in move], ["d4^d3&e2", "d4^d3&e4"])
        at = after(position(EXAMPLE_11), "e2^e3e4")
        self.assertEqual(at.text().split()[3], "-")
        self.assertEqual(after(at, "d4xe3{e3}").captured(), ["e3"])
        self.assertEqual(after(at, "d4xe3{e4}").captured(), [])

    def test_12_castling(self):
        legal = position("4k3/8/8/1(r1r)3(r1b)2/8/8/8/R3K2R w KQ - 0 1e").legal()
        self.assertIn("e1-c1", legal)
        self.assertNotIn("e1-g1", legal)

    def test_13_hadamard(self):
        at = after(Position.start(PRESETS["hadamard"]), "b1^b1c3", "a7-a6")
        back = after(at, "b1c3^b1")
        self.assertEqual((units(back)["b1"], "c3" in units(back)), ("N", False))
        self.assertIn("b1", certain(back))
        at = after(at, "b1zc3", "a6-a5")
        self.assertNotIn("b1c3^b1", at.legal())
        on_c3 = after(at, "b1c3^c3")
        self.assertEqual((units(on_c3)["c3"], "b1" in units(on_c3)), ("N", False))
        self.assertEqual(set(simulate("x b1;h c3;cx c3,b1;z c3;cx c3,b1;h c3;cx c3,b1")), {frozenset({"c3"})})

    def test_14_hadamard_of_a_group(self):
        text = "k7/8/5(N1r)2/3(N1b)4/4(r2r)(r2b)2/8/8/6K1 b - - 0 "
        at = after(position(text + "1&2e", "hadamard-plus"), "e4f4^e4")
        self.assertEqual((units(at), len(certain(at))), ({"a8": "k", "e4": "r", "f6": "N", "g1": "K"}, 4))
        at = after(position(text + "1&-2p", "hadamard-plus"), "e4f4^f4")
        self.assertEqual((units(at), len(certain(at))), ({"a8": "k", "f4": "r", "f6": "N", "g1": "K"}, 4))

    def test_15_deterministic(self):
        at = position(EXAMPLE_4.replace("2e", "2p"), "deterministic")
        self.assertEqual(found(at, "a1xa5"), {"": Fraction(1)})
        at = after(at, "a1xa5")
        self.assertEqual((at.captured(), units(at)), ([], {"a5": "R", "c4": "n", "h1": "K", "h8": "k"}))
        at = after(position(EXAMPLE_4, "deterministic"), "a1xa5")
        self.assertEqual((at.captured(), units(at)), (["a5"], {"a5": "R", "h1": "K", "h8": "k"}))

    def test_16_tunnelling(self):
        at = position(EXAMPLE_16, "tunnelling")
        self.assertEqual(found(at, "a1|a4"), {"{a4}": Fraction(1, 6), "{}": Fraction(5, 6)})
        self.assertEqual(units(after(at, "a1|a4{}")), units(at))
        self.assertEqual(units(after(at, "a1|a4{a4}")), {"a3": "p", "a4": "R", "h1": "K", "h8": "k"})

    def test_17_remote_collapse(self):
        at = position(EXAMPLE_4, "remote")
        self.assertEqual(found(at, "a1?"), {"{a1}": Fraction(1, 2), "{e1}": Fraction(1, 2)})
        for square in ("a1", "e1"):
            middle = after(at, "a1?{" + square + "}")
            self.assertTrue(middle.mid_turn)
            self.assertEqual((middle.turn, {move[:2] for move in middle.legal()}), ("white", {square}))
            self.assertEqual((after(middle, middle.legal()[0]).turn, middle.quiet), ("black", 0))

    def test_18_inversion(self):
        text = "7k/8/8/8/8/8/8/(R1r)3(R1b)2K w - - 0 1"
        at = position(text + "u")
        self.assertEqual(at.board()["a1"][1], Fraction(5, 6))
        self.assertEqual(after(at, "a1<>e1").board()["a1"][1], Fraction(1, 6))
        self.assertNotIn("a1<>e1", position(text + "e").legal())
        self.assertNotIn("a1<>e1", position(text.replace("(R1r)3", "(R1r)N2") + "u").legal())

    def test_19_small_board(self):
        self.assertEqual(Position.start({"board": "4x4"}).legal(), ["a2xb3", "b2xa3", "b2xc3", "c2xb3", "c2xd3", "d2xc3"])

    def test_20_pair_form(self):
        self.assertEqual({bits for bits in simulate("h q0;cx q0,q1")}, {frozenset(), frozenset({"q0", "q1"})})
        joined = after(position(EXAMPLE_5), "f6^d5&e4")
        together = {frozenset(squares & {"e4", "d5"}) for squares in amplitudes(joined, "d5")}
        self.assertEqual(together, {frozenset(), frozenset({"e4", "d5"})})


def simulate_close(gates: str, expected: dict[frozenset[str], float]) -> dict[frozenset[str], float]:
    """The simulated state, with each amplitude that is as expected but for rounding given as expected."""
    simulated = simulate(gates)
    for bits, amplitude in simulated.items():
        if math.isclose(amplitude, expected.get(bits, 0.0), abs_tol=1e-9):
            simulated[bits] = expected[bits]
    return simulated


class Circuits(unittest.TestCase):
    """Section 7: the states of groups against the gates."""

    def check(self, at: Position, square: str, gates: str):
        self.assertEqual(amplitudes(at, square), simulate_close(gates, amplitudes(at, square)))

    def test_superpositions(self):
        start = Position.start(PRESETS["hadamard-plus"])
        self.check(after(start, "b1^a3c3"), "a3", "x a3;h c3;cx c3,a3")
        self.check(after(start, "b1^a3~c3"), "a3", "x a3;x c3;h c3;cx c3,a3")
        self.check(after(start, "b1^c3>a3"), "a3", "x c3;ry(0.84106867056793) a3;cx a3,c3")
        start = Position.start({"unequal_faces": 4})
        self.check(after(start, "b1^c3>a3"), "a3", "x c3;ry(1.23095941734077) a3;cx a3,c3")

    def test_changes(self):
        pair = "x e4;h f4;cx f4,e4;cx e4,d5;cx f4,f6"
        at = after(position(EXAMPLE_5, "hadamard-plus"), "f6^d5&e4", "a8-a7")
        self.check(after(at, "d5<>f6"), "d5", pair + ";x d5;x f6")
        self.check(after(at, "d5zf6"), "d5", pair + ";z f6")
        hadamard = ";cx e4,d5;cx f4,f6;cx f4,e4;h f4;cx f4,e4;cx e4,d5;cx f4,f6"
        self.assertEqual(set(simulate(pair + hadamard)), {frozenset({"e4", "d5"})})
        self.assertEqual(set(simulate(pair + ";z f6" + hadamard)), {frozenset({"f4", "f6"})})
        self.assertEqual(units(after(at, "d5zf6", "e4f4^f4")), {"a7": "k", "f4": "r", "f6": "N", "g1": "K"})


class Rules(unittest.TestCase):
    """Rules that no worked example shows."""

    def test_refusals(self):
        for text, preset, changes in (
            ("8/8/8/8/8/8/8/K7 w - - 0 -", "full", {}),
            ("kk6/8/8/8/8/8/8/K7 w - - 0 -", "full", {}),
            ("k7/8/8/8/8/8/8/(K1r)(K1b)K5 w - - 0 1e", "full", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)5 w - - 0 1e", "full", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)(N1b)4 w - - 0 1e", "full", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)(R1b)4 w - - 0 -", "full", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)(R1b)(R2r)(R2b)2 w - - 0 1&2e", "full", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)(R1b)4 w - - 0 1p", "full", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)(R1b)4 w - - 0 1u", "hadamard", {}),
            ("k7/8/8/8/8/8/8/K1(R1r)(R1b)4 w - - 0 1e", "classical", {}),
            ("k7/8/8/8/8/8/8/K6p w - - 0 -", "full", {}),
            ("k7/8/8/8/8/8/8/(R1r)(R1b)5K w - - 0 1e", "full", {}),
            ("k7/8/8/8/8/4P3/8/7K b - e3 0 -", "full", {}),
            (EXAMPLE_9, "full", {"groups": 0}),
            (EXAMPLE_4, "full", {"attempt": "hadamard"}),
        ):
            with self.assertRaises(ValueError, msg=f"{text} {preset} {changes}"):
                position(text, preset, **changes)

    def test_promotion_changes_both_halves(self):
        at = after(position("k7/8/3(P1r)4/7(P1b)/8/8/8/7K w - - 0 1e"), "d6-d7", "a8-b7", "d7-d8=R")
        self.assertEqual((units(at)["d8"], units(at)["h5"]), ("R", "R"))

    def test_failed_attempt_of_a_pawn_resets_the_quiet_count(self):
        at = position("k7/8/8/(n1r)7/1P(n1b)5/8/8/R6K w - - 7 1e")
        self.assertEqual((after(at, "b4xa5{c4}").quiet, after(at, "a1xa5{c4}").quiet), (0, 8))

    def test_draws(self):
        self.assertEqual(position("k7/8/8/8/8/8/8/7K w - - 0 -").status, "draw")
        self.assertEqual(position("(k1r)(k1b)6/8/8/8/8/8/8/7K w - - 0 1e").status, "draw")
        self.assertEqual(position("k7/8/8/8/8/8/R7/7K b - - 99 -", draw_after=100).status, "in_progress")
        self.assertEqual(position("k7/8/8/8/8/8/R7/7K b - - 100 -").status, "draw")
        self.assertEqual(position("k7/8/8/8/8/8/R7/7K b - - 100 -", draw_after="off").status, "in_progress")
        self.assertEqual(position("k7/8/KQ6/8/8/8/8/8 b - - 100 -").status, "draw")
        self.assertEqual(position("k7/1Q6/1K6/8/8/8/8/8 b - - 100 -").status, "white_won")

    def test_castling_rights(self):
        at = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 -")
        for move, rights in (("a1^a1b1", "Kkq"), ("e1^e1e2", "kq"), ("h1xh8", "Qq"), ("e1-g1", "kq")):
            self.assertEqual(after(at, move).text().split()[2], rights)
        castled = after(at, "e1-c1", "e8-g8")
        self.assertEqual({square: castled.board()[square][0] for square in ("c1", "d1", "f8", "g8")}, {"c1": "K", "d1": "R", "f8": "r", "g8": "k"})


class RandomGames(unittest.TestCase):
    """Invariants along random play of every preset."""

    def check(self, at: Position, settings: dict):
        if not at.mid_turn:
            text = at.text()
            read = Position.parse(text, settings)
            self.assertEqual((read.text(), read.board(), read.legal(), read.status), (text, at.board(), at.legal(), at.status))
        for group in at._groups():
            self.check_group(group)

    def check_group(self, group: Group):
        """The page's classes: a Hadamard move leaves red if equal, blue if with phase, the others on halves of the same class."""
        self.assertEqual(sum(abs(amplitude) for _, amplitude in group.states), 1)
        for mask, _ in group.states:
            self.assertTrue(all((mask >> red & 1) + (mask >> blue & 1) == 1 for red, blue in group.pairs))
        if group.kind() == boxed.UNEQUAL:
            self.assertGreater(abs(group.states[0][1]), abs(group.states[1][1]))
            return
        for red, blue in group.pairs:
            stands = red if group.kind() == boxed.EQUAL else blue
            (expected,) = (mask for mask, _ in group.states if mask >> stands & 1)
            self.assertEqual(group.after_hadamard(red), expected)

    def test_invariants(self):
        for seed, (name, settings) in enumerate(PRESETS.items()):
            chance = random.Random(seed)
            for _ in range(6 if SLOW else 1):
                at = Position.start(settings)
                for _ in range(1000 if SLOW else 100):
                    if at.status != "in_progress":
                        break
                    self.check(at, settings)
                    outcomes = at.outcomes(chance.choice(at.legal()))
                    self.assertEqual(sum(probability for _, probability, _ in outcomes), 1, name)
                    at = chance.choices([to for _, _, to in outcomes], [float(probability) for _, probability, _ in outcomes])[0]


STARTS = {
    "full": (110, 12340, 1374582),
    "simplified": (110, 12340, 1370062),
    "hadamard": (80, 6560, 551614),
    "hadamard-plus": (140, 19920, 2789366),
    "deterministic": (80, 6560, 550510),
    "tunnelling": (110, 12340, 1374602),
    "no-box": (110, 12340, 1373862),
    "slow": (80, 6520, 508174),
    "remote": (110, 12340, 1588722),
    "4x4": (6, 30, 274, 3288, 44083),
    "4x5": (16, 270, 4976, 91112),
    "4x6": (44, 1810, 68642, 2269615),
    "5x6": (66, 4191, 248116, 13602181),
    "classical": (20, 400, 8902, 197281),
}

POSITIONS = (
    (EXAMPLE_5, "full", {}, (128, 5221, 260947)),
    (EXAMPLE_5, "simplified", {}, (128, 5207, 259117)),
    (EXAMPLE_5, "no-box", {}, (128, 5158, 249421)),
    (EXAMPLE_5, "hadamard-plus", {"unequal": False}, (94, 3487, 140232)),
    (EXAMPLE_5, "deterministic", {}, (113, 3983, 247096)),
    (EXAMPLE_4, "full", {}, (43, 1484, 144111)),
    (EXAMPLE_4, "no-box", {}, (42, 1320, 98757)),
    (EXAMPLE_4, "remote", {}, (501, 81825)),
    (EXAMPLE_4, "hadamard", {}, (39, 1135, 86443)),
    (EXAMPLE_4, "hadamard-plus", {}, (51, 2189, 251435)),
    (EXAMPLE_4, "deterministic", {}, (36, 960, 42584)),
    (EXAMPLE_9.replace(" w ", " b "), "full", {}, (49, 666, 62050)),
    (EXAMPLE_9.replace(" w ", " b "), "simplified", {}, (49, 666, 61851)),
    (EXAMPLE_9.replace(" w ", " b "), "hadamard-plus", {}, (56, 837, 96870)),
    (EXAMPLE_9.replace(" w ", " b "), "deterministic", {}, (43, 594, 33012)),
    (EXAMPLE_11, "full", {}, (48, 611, 33208)),
    (EXAMPLE_11, "hadamard", {}, (35, 338, 15376)),
    (EXAMPLE_11, "deterministic", {}, (35, 490, 24962)),
    (EXAMPLE_16, "tunnelling", {}, (115, 2445, 184701)),
    (EXAMPLE_16, "slow", {}, (41, 610, 24404)),
    (UNEQUAL_KNIGHTS, "full", {}, (315, 85577)),
    (KIWIPETE, "classical", {}, (48, 2039, 97862)),
)


class Counts(unittest.TestCase):
    """Section 17."""

    LARGEST = 3_000_000 if SLOW else 30_000

    def check(self, at: Position, counts: tuple[int, ...], label: str):
        for depth, count in enumerate(counts, 1):
            if count <= self.LARGEST:
                self.assertEqual(at.perft(depth), count, f"{label}, depth {depth}")

    def test_starts(self):
        for name, counts in STARTS.items():
            self.check(Position.start(PRESETS[name]), counts, name)

    def test_positions(self):
        for text, preset, changes, counts in POSITIONS:
            self.check(position(text, preset, **changes), counts, f"{text} {preset}")


if __name__ == "__main__":
    unittest.main()
