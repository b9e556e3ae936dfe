use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use smallvec::SmallVec;

use super::op::{Block, MOST_QUBITS, Op, Price, is_rounding, parts};
use crate::class::{Class, Mix};

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

impl Default for Unitary {
    /// The identity on no qubit.
    fn default() -> Self {
        let mut rows = [ZERO; MOST_ROWS * MOST_ROWS];
        rows[0] = ONE;
        Self {
            qubits: SmallVec::new(),
            rows,
        }
    }
}

impl Unitary {
    /// Becomes the identity on no qubit.
    pub(super) fn clear(&mut self) {
        self.qubits.clear();
        self.rows[0] = ONE;
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
            Class::Several(_) => unreachable!("decompositions are expanded before"),
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
        let mut bits = [0; MOST_QUBITS];
        for (bit, &qubit) in bits.iter_mut().zip(&op.qubits) {
            *bit = self.bit(qubit);
        }
        let all: usize = bits.iter().sum();
        for block in &op.blocks {
            let len = block.states.len();
            let mut places = [0; MOST_ROWS];
            for (place, state) in places.iter_mut().zip(&block.states) {
                let set = bits.iter().enumerate();
                *place = set.map(|(k, bit)| (state >> k & 1) * bit).sum();
            }
            let places = &places[..len];
            for base in (0..dim).filter(|row| row & all == 0) {
                let mut old = [[ZERO; MOST_ROWS]; MOST_ROWS];
                for (old, place) in old.iter_mut().zip(places) {
                    old[..dim].copy_from_slice(&self.rows[(base | place) * dim..][..dim]);
                }
                for (factors, place) in block.matrix.chunks_exact(len).zip(places) {
                    let row = &mut self.rows[(base | place) * dim..][..dim];
                    row.fill(ZERO);
                    for (&factor, old) in factors.iter().zip(&old) {
                        if factor != ZERO {
                            for (sum, old) in row.iter_mut().zip(old) {
                                *sum += factor * old;
                            }
                        }
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

    fn matrix(&self) -> &[Complex64] {
        &self.rows[..self.dim() * self.dim()]
    }

    /// Calls `visit` with each set of basis states that are mixed with each other alone, as bits, and
    /// whether half of their [parts](parts) are mixed alone too.
    fn blocks(&self, mut visit: impl FnMut(u16, bool)) {
        let sets = parts(self.dim(), self.matrix());
        for &set in &sets {
            let (re, im) = (set & 0xff, set >> 8);
            if re & im != 0 {
                visit(re, false);
            } else if (re | im).trailing_zeros() == re.trailing_zeros() {
                // The other half has the same states.
                visit(re | im, true);
            }
        }
    }

    /// Returns `true` if a state that is mixed with no other keeps its amplitude.
    fn keeps(&self, states: u16) -> bool {
        let state = states.trailing_zeros() as usize;
        let entry = self.rows[state * self.dim() + state] - ONE;
        states.is_power_of_two() && is_rounding(entry.re) && is_rounding(entry.im)
    }

    pub(super) fn price(&self, price: Price) -> f64 {
        let mut sum = 0.0;
        self.blocks(|states, is_real| {
            if !self.keeps(states) {
                sum += price.of(states.count_ones() as usize, is_real, self.qubits.len());
            }
        });
        sum
    }

    /// Taken apart; `None` when it does nothing.
    pub(super) fn op(&self) -> Option<Op> {
        let mut blocks = SmallVec::new();
        self.blocks(|set, is_real| {
            if self.keeps(set) {
                return;
            }
            let states: SmallVec<[usize; MOST_ROWS]> = (0..self.dim())
                .filter(|&state| set >> state & 1 == 1)
                .collect();
            let entry = |row: usize, column: usize| {
                let entry = self.rows[row * self.dim() + column];
                let snap = |part: f64| if is_rounding(part) { 0.0 } else { part };
                Complex64::new(snap(entry.re), snap(entry.im))
            };
            let rows = states.iter();
            let matrix = rows
                .flat_map(|&row| states.iter().map(move |&column| entry(row, column)))
                .collect();
            blocks.push(Block {
                states,
                matrix,
                is_real,
            });
        });
        (!blocks.is_empty()).then(|| Op {
            qubits: self.qubits.clone(),
            blocks,
        })
    }
}
