//! Effects of steps, splits and merges on amplitudes, and the gates that bring them about.
//!
//! A basis state is split into the squares of the move and the rest, all other squares. For the rests with
//! which a source can be the one square of the move that is occupied, the states with one such square
//! occupied are mixed: a step exchanges its two squares, and a split or merge has the matrix
//! [`SPLIT_MATRIX`]. Everything else stays as it is.

use cheqqers_circuit::{Bitstring, Gate};
use cheqqers_world::{ClassicalSlots, Effect, Effects, Slot, TOLERANCE};
use num_complex::Complex64;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use std::f64::consts::FRAC_1_SQRT_2;

use super::condition::{self, Parity};
use super::{Move, Position};
use crate::Square;

/// A split of the first square over the two others, and a merge of those on the first: its own
/// inverse, without phases.
const SPLIT_MATRIX: [[f64; 3]; 3] = [
    [0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [FRAC_1_SQRT_2, 0.5, -0.5],
    [FRAC_1_SQRT_2, -0.5, 0.5],
];

/// A step: the two squares exchanged.
const EXCHANGE: [[f64; 2]; 2] = [[0.0, 1.0], [1.0, 0.0]];

/// Values of squares that are certain.
type Values = SmallVec<[(Square, bool); 8]>;

/// Carries out a step, split or merge of a position whose opposing targets are empty.
pub(super) fn carry_out(position: &mut Position, mv: Move) {
    if let Move::Step { from, to } = mv
        && !position.board.is_quantum(from)
        && !position.board.is_quantum(to)
    {
        position.board.step(from, to);
        return;
    }
    let sources: SmallVec<[Square; 2]> = mv.sources().collect();
    let targets: SmallVec<[Square; 2]> = mv.targets().collect();
    let board = &position.board;
    let mut label = board.part(sources[0]).expect("a source is not empty");
    if let Move::Merge { from, .. } = mv {
        label.piece = position.labels.merged(board, from);
    }
    let mut values = Values::new();
    for &square in sources.iter().chain(&targets) {
        if !board.is_quantum(square) {
            values.push((square, board.is_occupied(square)));
        }
    }
    match mv {
        Move::Step { from, to } => step(position, from, to, &mut values),
        Move::Split { from, to } => split(position, from, to, &mut values),
        Move::Merge { from, to } => merge(position, from, to, &mut values),
        Move::Capture { .. } => unreachable!("a capture is no transition"),
    }
    let is_present = |position: &Position, square: Square| {
        position.world.is_quantum(square.slot()) || value(&values, square)
    };
    for &to in &targets {
        position.board.clear(to);
        if is_present(position, to) {
            position.board.put(to, label);
            position.board.crown(to);
            mark(position, to);
        }
    }
    for &from in &sources {
        if is_present(position, from) {
            mark(position, from);
        } else {
            position.board.clear(from);
        }
    }
    // Other squares of the components can have become certain.
    for &(square, occupied) in &values {
        if !sources.contains(&square) && !targets.contains(&square) {
            position.board.settle(square, occupied);
        }
    }
}

/// Marks a square that is not empty as quantum, or as certain.
fn mark(position: &mut Position, square: Square) {
    if position.world.is_quantum(square.slot()) {
        position.board.set_quantum(square);
    } else {
        position.board.settle(square, true);
    }
}

/// The last value of a square that is certain.
fn value(values: &Values, square: Square) -> bool {
    let last = values.iter().rev().find(|(other, _)| *other == square);
    last.is_some_and(|&(_, occupied)| occupied)
}

fn apply(position: &mut Position, effects: &[Effect], values: &mut Values) {
    let classical = position
        .world
        .apply(position.ply, effects)
        .expect("a legal move fits the world, and there is room for it");
    note(values, &classical);
}

fn note(values: &mut Values, classical: &ClassicalSlots) {
    let squares = classical.iter();
    values.extend(squares.map(|&(slot, occupied)| (Square::from_slot(slot), occupied)));
}

fn step(position: &mut Position, from: Square, to: Square, values: &mut Values) {
    let is_quantum = |square: Square| position.world.is_quantum(square.slot());
    let relabel = |from: Square, to: Square| Effect::Relabel {
        from: from.slot(),
        to: to.slot(),
    };
    match (is_quantum(from), is_quantum(to)) {
        (false, false) => unreachable!("that is no matter of amplitudes"),
        (true, false) => {
            apply(position, &[relabel(from, to)], values);
            values.push((from, false));
        }
        // The piece stays where the target is occupied, so something is on the target in any case.
        (false, true) => {
            apply(position, &[relabel(to, from)], values);
            values.push((to, true));
        }
        (true, true) => {
            let mixed = MixedSquares {
                squares: smallvec![from, to],
                sources: 0b01,
                matrix: EXCHANGE.iter().map(|row| &row[..]).collect(),
            };
            mixed.apply(position, values);
        }
    }
}

fn split(position: &mut Position, from: Square, to: [Square; 2], values: &mut Values) {
    let [a, b] = to.map(Square::slot);
    if to
        .iter()
        .any(|&target| position.world.is_quantum(target.slot()))
    {
        split_or_merge(position, [from, to[0], to[1]], 0b001, values);
        return;
    }
    let mut effects = Effects::new();
    if position.world.is_quantum(from.slot()) {
        let from = from.slot();
        effects.push(Effect::Relabel { from, to: a });
    } else {
        effects.enter(a, true);
    }
    effects.enter(b, false);
    effects.gate(Gate::Ch, &[a, b]);
    effects.gate(Gate::Cx, &[b, a]);
    apply(position, &effects, values);
    values.push((from, false));
}

fn merge(position: &mut Position, from: [Square; 2], to: Square, values: &mut Values) {
    let [a, b] = from.map(Square::slot);
    let both = [(a, true), (b, true)];
    let apart = position.world.linked(a, b) && position.world.joint(&both) <= TOLERANCE;
    if position.world.is_quantum(to.slot()) || !apart {
        split_or_merge(position, [to, from[0], from[1]], 0b110, values);
        return;
    }
    let mut effects = Effects::new();
    mix(&mut effects, a, b);
    apply(position, &effects, values);
    // The sum of the amplitudes is on the first now, their difference on the second.
    if position.world.is_quantum(a) {
        let to = to.slot();
        apply(position, &[Effect::Relabel { from: a, to }], values);
    } else {
        let arrives = value(values, from[0]);
        values.push((to, arrives));
    }
    values.push((from[0], false));
    let is_left = position.world.is_quantum(b);
    if !is_left && !value(values, from[1]) {
        return;
    }
    let mut effects = Effects::new();
    effects.enter(a, false);
    if !is_left {
        effects.enter(b, true);
    }
    mix(&mut effects, a, b);
    apply(position, &effects, values);
}

/// The gates of `|a⟩ → (|a⟩ + |b⟩)/√2, |b⟩ → (|a⟩ - |b⟩)/√2`; nothing and both stay. Their own inverse.
fn mix(effects: &mut Effects, a: Slot, b: Slot) {
    effects.gate(Gate::Cx, &[b, a]);
    effects.gate(Gate::Ch, &[a, b]);
    effects.gate(Gate::Cx, &[b, a]);
}

/// A split or merge in general; `sources` has a bit for each of the squares that is one.
fn split_or_merge(position: &mut Position, squares: [Square; 3], sources: u8, values: &mut Values) {
    let mixed = MixedSquares {
        squares: SmallVec::from_slice(&squares),
        sources,
        matrix: SPLIT_MATRIX.iter().map(|row| &row[..]).collect(),
    };
    mixed.apply(position, values);
}

/// Returns `true` if, with all other squares the same, a source or a target can be the one square of the
/// move that is occupied.
pub(super) fn meets_target(position: &Position, mv: Move) -> bool {
    let mixed = MixedSquares {
        squares: mv.sources().chain(mv.targets()).collect(),
        sources: (1 << mv.sources().count()) - 1,
        matrix: SmallVec::new(),
    };
    let joined = mixed.joined(position);
    joined.amplitudes.iter().any(|&(bits, amplitude)| {
        let occupied = mixed.occupied(position, &joined.slots, bits);
        let rest = bits.index() & !joined.of_move;
        amplitude.norm_sqr() > TOLERANCE
            && occupied.is_power_of_two()
            && occupied & mixed.sources == 0
            && joined.holds.binary_search(&rest).is_ok()
    })
}

/// Squares whose states with one of them occupied are mixed.
struct MixedSquares<'a> {
    /// The source and the target of a step; the square that splits, or is merged onto, and the two others.
    squares: SmallVec<[Square; 3]>,
    /// A bit for each square that is a source.
    sources: u8,
    matrix: SmallVec<[&'a [f64]; 3]>,
}

/// The components of a move, joined.
struct JoinedComponents {
    /// Slots of the components, ascending.
    slots: Vec<Slot>,
    amplitudes: Vec<(Bitstring, Complex64)>,
    /// Bits of slots that belong to the move.
    of_move: u128,
    /// Rests for which a source can be the one square occupied.
    holds: Vec<u128>,
    /// Other rests that have an amplitude which the gates would change.
    fails: Vec<u128>,
}

impl MixedSquares<'_> {
    fn apply(&self, position: &mut Position, values: &mut Values) {
        let joined = self.joined(position);
        if joined.holds.is_empty() {
            // Source and free target exclude each other.
            return;
        }
        let condition = if joined.fails.is_empty() {
            None
        } else {
            let usable = !joined.of_move;
            let found = condition::separating(&joined.slots, usable, &joined.holds, &joined.fails);
            let Some(parity) = found else {
                self.prepare(position, &joined, values);
                return;
            };
            Some(parity)
        };
        let mut effects = Effects::new();
        for &square in &self.squares {
            if !position.world.is_quantum(square.slot()) {
                effects.enter(square.slot(), value(values, square));
            }
        }
        let slots: SmallVec<[Slot; 3]> = self.squares.iter().map(|square| square.slot()).collect();
        match slots[..] {
            [from, to] => exchange(&mut effects, from, to, condition.as_ref()),
            [one, a, b] => {
                mix(&mut effects, a, b);
                exchange(&mut effects, one, a, condition.as_ref());
                mix(&mut effects, a, b);
            }
            _ => unreachable!("a move has two squares or three"),
        }
        apply(position, &effects, values);
    }

    fn joined(&self, position: &Position) -> JoinedComponents {
        let slots = self.squares.iter().map(|square| square.slot());
        let (slots, amplitudes) = position.world.joined(slots);
        let mut joined = JoinedComponents {
            slots,
            amplitudes,
            of_move: 0,
            holds: Vec::new(),
            fails: Vec::new(),
        };
        for square in &self.squares {
            if let Ok(place) = joined.slots.binary_search(&square.slot()) {
                joined.of_move |= 1 << place;
            }
        }
        let mut changed = Vec::new();
        for &(bits, amplitude) in &joined.amplitudes {
            if amplitude.norm_sqr() <= TOLERANCE {
                continue;
            }
            let occupied = self.occupied(position, &joined.slots, bits);
            let rest = bits.index() & !joined.of_move;
            if occupied.is_power_of_two() && occupied & self.sources != 0 {
                joined.holds.push(rest);
            }
            let is_changed = match self.squares.len() {
                2 => occupied.is_power_of_two(),
                _ => matches!(occupied.count_ones(), 1 | 2),
            };
            if is_changed {
                changed.push(rest);
            }
        }
        joined.holds.sort_unstable();
        joined.holds.dedup();
        changed.sort_unstable();
        changed.dedup();
        changed.retain(|rest| joined.holds.binary_search(rest).is_err());
        joined.fails = changed;
        joined
    }

    /// A bit for each square of the move that is occupied in a state.
    fn occupied(&self, position: &Position, slots: &[Slot], bits: Bitstring) -> u8 {
        let squares = self.squares.iter().enumerate();
        squares.fold(0, |occupied, (k, &square)| {
            let is_occupied = match slots.binary_search(&square.slot()) {
                Ok(place) => bits.bit(place),
                Err(_) => position.board.is_occupied(square),
            };
            occupied | u8::from(is_occupied) << k
        })
    }

    /// Gives the components the state that the rules name, where no parity tells when.
    fn prepare(&self, position: &mut Position, joined: &JoinedComponents, values: &mut Values) {
        let mut slots = joined.slots.clone();
        slots.extend(self.squares.iter().map(|square| square.slot()));
        slots.sort_unstable();
        slots.dedup();
        let place = |slot: Slot| slots.binary_search(&slot).expect("it is among them");
        let places: SmallVec<[u128; 3]> = self
            .squares
            .iter()
            .map(|square| 1 << place(square.slot()))
            .collect();
        let mut after: BTreeMap<u128, Complex64> = BTreeMap::new();
        for &(bits, amplitude) in &joined.amplitudes {
            let occupied = self.occupied(position, &joined.slots, bits);
            let rest = bits.index() & !joined.of_move;
            let others = joined.slots.iter().enumerate();
            let others = others
                .filter(|(k, _)| rest >> k & 1 == 1)
                .fold(0, |all, (_, &slot)| all | 1_u128 << place(slot));
            let is_mixed = occupied.is_power_of_two() && joined.holds.binary_search(&rest).is_ok();
            if is_mixed {
                let source = occupied.trailing_zeros() as usize;
                for (row, place) in self.matrix.iter().zip(&places) {
                    *after.entry(others | place).or_default() += amplitude * row[source];
                }
            } else {
                let own = places.iter().enumerate();
                let own = own.filter(|(k, _)| occupied >> k & 1 == 1);
                let own = own.fold(0, |all, (_, place)| all | place);
                *after.entry(others | own).or_default() += amplitude;
            }
        }
        let len = slots.len();
        let amplitudes: Vec<(Bitstring, Complex64)> = after
            .into_iter()
            .map(|(basis, amplitude)| (Bitstring::from_index(basis, len), amplitude))
            .collect();
        let classical = position
            .world
            .replace(position.ply, &slots, &amplitudes)
            .expect("all slots of the components are among these");
        note(values, &classical);
    }
}

/// The gates that exchange two slots, where a parity says so.
fn exchange(effects: &mut Effects, s: Slot, a: Slot, condition: Option<&Parity>) {
    let Some(Parity { slots, is_odd }) = condition else {
        effects.push(Effect::Exchange { slots: [s, a] });
        return;
    };
    let (&last, others) = slots.split_last().expect("a parity has slots");
    let prepare = |effects: &mut Effects, others: &mut dyn Iterator<Item = &Slot>| {
        for &other in others {
            effects.gate(Gate::Cx, &[other, last]);
        }
    };
    prepare(effects, &mut others.iter());
    if !is_odd {
        effects.gate(Gate::X, &[last]);
    }
    effects.gate(Gate::Cx, &[a, s]);
    effects.gate(Gate::Ccx, &[last, s, a]);
    effects.gate(Gate::Cx, &[a, s]);
    if !is_odd {
        effects.gate(Gate::X, &[last]);
    }
    prepare(effects, &mut others.iter().rev());
}
