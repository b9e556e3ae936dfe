use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use smallvec::SmallVec;

use super::op::{Block, MOST_QUBITS, Op, Price};
use crate::class::{Class, Mix};

/// Numbers up to this come of rounding: they stand for zero.
const ROUNDING: f64 = 1e-15;

/// The most rows of a matrix.
const MOST_ROWS: usize = 1 << MOST_QUBITS;

const ZERO: Complex64 = Complex64::new(0.0, 0.0);
const ONE: Complex64 = Complex64::new(1.0, 0.0);

/// The matrix of what was taken together so far.
#[derive(Debug)]
pub(super) struct Unitary {
    qubits: SmallVec<[Qubit; MOST_QUBITS]>,
    /// 2ᵏ rows of 2ᵏ numbers, and what is not used; bit `j` of a row is qubit `j`.
    rows: [Complex64; MOST_ROWS * MOST_ROWS],
}

impl Unitary {
    pub(super) fn identity(qubits: &[Qubit]) -> Self {
        let mut unitary = Self {
            qubits: SmallVec::new(),
            rows: [ZERO; MOST_ROWS * MOST_ROWS],
        };
        unitary.rows[0] = ONE;
        unitary.include(qubits);
        unitary
    }

    /// Adds those of the qubits that are not there yet.
    pub(super) fn include(&mut self, qubits: &[Qubit]) {
        for &qubit in qubits {
            if self.qubits.contains(&qubit) {
                continue;
            }
            let dim = self.dim();
            // From the last row on: each moves to where no other row is still to come from.
            for row in (0..dim).rev() {
                let (from, to) = (row * dim, row * 2 * dim);
                self.rows.copy_within(from..from + dim, to);
                self.rows[to + dim..to + 2 * dim].fill(ZERO);
            }
            for row in 0..dim {
                let (from, to) = (row * 2 * dim, (row + dim) * 2 * dim);
                self.rows[to..to + dim].fill(ZERO);
                self.rows.copy_within(from..from + dim, to + dim);
            }
            self.qubits.push(qubit);
        }
    }

    fn dim(&self) -> usize {
        1 << self.qubits.len()
    }

    fn bit(&self, qubit: Qubit) -> usize {
        let place = self.qubits.iter().position(|&own| own == qubit);
        1 << place.expect("its qubits were included")
    }

    /// A gate on qubits in its order, controls first.
    pub(super) fn follow(&mut self, class: Class, qubits: &[Qubit]) {
        let targets = match class {
            Class::Phase(_) => 0,
            Class::Diagonal(..) | Class::Flip(_) => 1,
            Class::Exchange(_) => 2,
            Class::Several(_) => unreachable!("words are spelled out before"),
        };
        let (controls, targets) = qubits.split_at(qubits.len() - targets);
        let controls = self.mask(controls);
        match (class, targets) {
            (Class::Phase(factor), _) => self.scale(controls, controls, factor),
            (Class::Diagonal(zero, one), &[target]) => {
                let target = self.bit(target);
                self.scale(controls | target, controls, zero);
                self.scale(controls | target, controls | target, one);
            }
            (Class::Flip(mix), &[target]) => {
                let target = self.bit(target);
                self.mix(controls | target, controls, controls | target, mix);
            }
            (Class::Exchange(mix), &[one, other]) => {
                let (one, other) = (self.bit(one), self.bit(other));
                let mask = controls | one | other;
                self.mix(mask, controls | one, controls | other, mix);
            }
            _ => unreachable!("a class has so many targets"),
        }
    }

    /// An op whose qubits are all here.
    pub(super) fn follow_op(&mut self, op: &Op) {
        let dim = self.dim();
        let bits: Vec<usize> = op.qubits.iter().map(|&qubit| self.bit(qubit)).collect();
        let all: usize = bits.iter().sum();
        let place = |state: usize| -> usize {
            let set = bits.iter().enumerate();
            set.filter(|(k, _)| state >> k & 1 == 1)
                .map(|(_, bit)| bit)
                .sum()
        };
        for block in &op.blocks {
            let len = block.states.len();
            let places: Vec<usize> = block.states.iter().map(|&state| place(state)).collect();
            for base in (0..dim).filter(|row| row & all == 0) {
                for column in 0..dim {
                    let mut old = [ZERO; MOST_ROWS];
                    for (old, place) in old.iter_mut().zip(&places) {
                        *old = self.rows[(base | place) * dim + column];
                    }
                    for (row, place) in block.matrix.chunks_exact(len).zip(&places) {
                        let terms = row.iter().zip(old);
                        let sum = terms.map(|(factor, old)| factor * old).sum();
                        self.rows[(base | place) * dim + column] = sum;
                    }
                }
            }
        }
    }

    fn mask(&self, qubits: &[Qubit]) -> usize {
        qubits.iter().map(|&qubit| self.bit(qubit)).sum()
    }

    fn scale(&mut self, mask: usize, selected: usize, factor: Complex64) {
        let dim = self.dim();
        for (row, entries) in self.rows.chunks_exact_mut(dim).enumerate().take(dim) {
            if row & mask == selected {
                for entry in entries {
                    *entry *= factor;
                }
            }
        }
    }

    /// Mixes each row that `low` selects with the one that differs from it in `low ^ high`.
    fn mix(&mut self, mask: usize, low: usize, high: usize, mix: Mix) {
        let dim = self.dim();
        for row in (0..dim).filter(|row| row & mask == low) {
            let other = row ^ low ^ high;
            for column in 0..dim {
                let (a, b) = (row * dim + column, other * dim + column);
                (self.rows[a], self.rows[b]) = mix.pair(self.rows[a], self.rows[b]);
            }
        }
    }

    /// For each basis state the lowest one it is mixed with, itself perhaps.
    fn leaders(&self) -> [usize; MOST_ROWS] {
        let dim = self.dim();
        let mut leaders = std::array::from_fn(|state| state);
        for row in 0..dim {
            for column in 0..dim {
                let (a, b) = (leaders[row], leaders[column]);
                if a != b && !is_rounding(self.rows[row * dim + column]) {
                    let (low, high) = (a.min(b), a.max(b));
                    for leader in &mut leaders[..dim] {
                        if *leader == high {
                            *leader = low;
                        }
                    }
                }
            }
        }
        leaders
    }

    /// Returns `true` if a state that is mixed with no other keeps its amplitude.
    fn keeps(&self, state: usize) -> bool {
        is_rounding(self.rows[state * self.dim() + state] - ONE)
    }

    pub(super) fn price(&self, price: Price) -> f64 {
        let dim = self.dim();
        let leaders = self.leaders();
        let mut sizes = [0_usize; MOST_ROWS];
        for &leader in &leaders[..dim] {
            sizes[leader] += 1;
        }
        (0..dim)
            .filter(|&state| sizes[state] > 1 || (sizes[state] == 1 && !self.keeps(state)))
            .map(|state| price.of(sizes[state], self.qubits.len()))
            .sum()
    }

    /// Taken apart; `None` when it does nothing.
    pub(super) fn op(self) -> Option<Op> {
        let dim = self.dim();
        let leaders = self.leaders();
        let mut blocks = Vec::new();
        for leader in 0..dim {
            let states: Vec<usize> = (0..dim).filter(|&s| leaders[s] == leader).collect();
            if states.is_empty() || (states.len() == 1 && self.keeps(leader)) {
                continue;
            }
            let entry = |row: usize, column: usize| {
                let entry = self.rows[row * dim + column];
                let snap = |part: f64| if part.abs() <= ROUNDING { 0.0 } else { part };
                Complex64::new(snap(entry.re), snap(entry.im))
            };
            let rows = states.iter();
            let matrix = rows
                .flat_map(|&row| states.iter().map(move |&column| entry(row, column)))
                .collect();
            blocks.push(Block { states, matrix });
        }
        (!blocks.is_empty()).then_some(Op {
            qubits: self.qubits.to_vec(),
            blocks,
        })
    }
}

fn is_rounding(entry: Complex64) -> bool {
    entry.re.abs() <= ROUNDING && entry.im.abs() <= ROUNDING
}
