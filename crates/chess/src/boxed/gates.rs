//! The gates of moves: what a move does to the qubits of its pairs.

use cheqqers_circuit::Gate;
use cheqqers_game::show::MarkColour;
use cheqqers_world::Effect;
use cozy_chess::Square;
use smallvec::{SmallVec, smallvec};

use super::board::Board;
use super::half::{Half, PairType};
use super::position::slot;
use super::rules::Rules;

/// Effects of a move.
pub(super) type Effects = SmallVec<[Effect; 8]>;

fn enter(square: Square, occupied: bool) -> Effect {
    let slot = slot(square);
    Effect::Enter { slot, occupied }
}

fn one(gate: Gate, square: Square) -> Effect {
    Effect::gate(gate, &[slot(square)])
}

fn cx(control: Square, target: Square) -> Effect {
    Effect::gate(Gate::Cx, &[slot(control), slot(target)])
}

/// Angle of a rotation about y by which a qubit in 0 reads 0 with this probability.
fn angle(probability: f64) -> f64 {
    (2.0 * probability - 1.0).acos()
}

/// A conventional piece becomes a pair, whose red half is of class 0.
pub(super) fn split(rules: Rules, [red, blue]: [Square; 2], pair_type: PairType) -> Effects {
    let mut effects: Effects = smallvec![enter(red, true), enter(blue, false)];
    match pair_type {
        PairType::Equal => effects.push(one(Gate::H, blue)),
        PairType::Phase => effects.extend([one(Gate::X, blue), one(Gate::H, blue)]),
        PairType::Unequal => effects.push(one(Gate::Ry(angle(rules.likely())), blue)),
    }
    effects.push(cx(blue, red));
    effects
}

/// A conventional piece becomes a pair of which the half on `to` goes with that on `with`, and the
/// half that stays with the partner of that one.
pub(super) fn join([from, to]: [Square; 2], with: Square, partner: Square) -> Effects {
    smallvec![
        enter(to, false),
        enter(from, false),
        cx(with, to),
        cx(partner, from),
    ]
}

/// The halves of a pair exchange their classes.
pub(super) fn invert([a, b]: [Square; 2]) -> Effects {
    smallvec![one(Gate::X, a), one(Gate::X, b)]
}

/// Equal and with phase are exchanged.
pub(super) fn flip_phase(blue: Square) -> Effects {
    smallvec![one(Gate::Z, blue)]
}

/// Equal pairs become certain on red, those with phase on blue; the other pairs of the group on their
/// halves of the same class.
pub(super) fn hadamard(board: &Board, square: Square) -> Effects {
    let half = board.expect_half(square);
    let [red, blue] = red_and_blue(square, half);
    let class = half.red_class();
    let others = board.of_group(half.group).filter(|&other| {
        // One half of each other pair: the one that goes with red.
        board.expect_half(other).class == class && ![red, blue].contains(&other)
    });
    let apart: Effects = others
        .flat_map(|other| {
            let partner = board.expect_half(other).partner;
            [cx(red, other), cx(blue, partner)]
        })
        .collect();
    let mut effects = apart.clone();
    effects.extend([cx(blue, red), one(Gate::H, blue), cx(blue, red)]);
    effects.extend(apart);
    effects
}

/// A piece is on the square behind the one that it passes with a probability of 1/6.
pub(super) fn tunnel(to: Square) -> Effects {
    smallvec![enter(to, false), one(Gate::Ry(angle(5.0 / 6.0)), to)]
}

/// The red square of a pair, then the blue one.
pub(super) fn red_and_blue(square: Square, half: Half) -> [Square; 2] {
    match half.mark {
        MarkColour::Red => [square, half.partner],
        MarkColour::Blue => [half.partner, square],
    }
}

/// The group of a pair as gates: the pair itself, then each other pair joined to it.
pub(super) fn group(rules: Rules, board: &Board, group: u8) -> Effects {
    let pairs = board.pairs();
    let mut pairs = pairs.filter(|&red| board.expect_half(red).group == group);
    let first = pairs.next().expect("a group has a pair");
    let half = board.expect_half(first);
    let mut effects = split(rules, [first, half.partner], half.pair_type);
    if half.class {
        effects.extend(invert([first, half.partner]));
    }
    for red in pairs {
        let other = board.expect_half(red);
        let [with, partner] = if other.class == half.class {
            [first, half.partner]
        } else {
            [half.partner, first]
        };
        effects.extend(join([other.partner, red], with, partner));
    }
    effects
}
