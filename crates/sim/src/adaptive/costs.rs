//! Estimated costs of the ops of a circuit on a sparse and on a dense state.
//!
//! The numbers are nanoseconds of one core with AVX-512, measured on 8 to 22 qubits. Only their ratios
//! matter; without AVX-512 dense states take up to four times as long.

use cheqqers_circuit::Qubit;

use crate::Sparse;
use crate::evolve::FEWEST_QUBITS;
use crate::fuse::{Block, Op, Price, mask_of};
use crate::precision::Precision;

/// The share of the cost of all ops on a dense state by which a sparse one may cost more: it may come to
/// have fewer amplitudes again.
const MARGIN: f64 = 0.05;

/// The share of the cost of all ops on a dense state up to which the work on a sparse one is little.
const LITTLE: f64 = 0.15;

/// Cost of an amplitude of a sparse state that becomes dense.
const CONVERSION: f64 = 50.0;

/// Cost of a multiplication on a dense state, as a [`Price`] counts them.
const PRODUCT: f64 = 0.04;

/// Cost of an amplitude of a pass over a dense state.
const PASS: f64 = 0.1;

/// Non-zero amplitudes up to which gates are applied to a sparse state one by one, whatever the estimate.
pub(super) fn few(num_qubits: usize) -> usize {
    if num_qubits < FEWEST_QUBITS {
        // The gates are applied to a small state vector one by one as well.
        (1 << num_qubits) / 8
    } else {
        Sparse::BEFORE_FUSING
    }
}

/// The costs of a sequence of ops so far.
#[derive(Debug)]
pub(super) struct Costs {
    /// Of the ops up to the last one asked about, on a sparse state.
    sparse: f64,
    /// Of the same ones on a dense state.
    dense: f64,
    /// Of all ops on a dense state.
    total: f64,
    live: LiveQubits,
    /// Amplitudes of a row, the least that a dense state is worked on.
    row: usize,
}

impl Costs {
    /// The costs of ops that are to come, in double or single precision.
    pub(super) fn new<T: Precision>(state: &Sparse, ops: &[Op]) -> Self {
        let live = LiveQubits::of::<T>(state);
        let mut all = live;
        let cost = |op| {
            all.include(op);
            dense(op, all.amplitudes())
        };
        let total: f64 = ops.iter().map(cost).sum();
        Self {
            sparse: 0.0,
            dense: 0.0,
            total,
            live,
            row: T::ROW_LEN,
        }
    }

    /// Adds the costs of an op on so many non-zero amplitudes. Returns `false` if the sparse state would
    /// cost too much more then, its conversion included.
    pub(super) fn favour_sparse(&mut self, len: usize, op: &Op) -> bool {
        let most = op.blocks.iter().map(|block| block.states.len()).max();
        let len_after = len * most.unwrap_or(1);
        self.sparse += sparse(len, op);
        self.live.include(op);
        let amplitudes = self.live.amplitudes().min((len_after * self.row) as f64);
        self.dense += dense(op, amplitudes);
        self.sparse + CONVERSION * len_after as f64 <= self.dense + self.margin()
    }

    /// Excess of the sparse state's cost that is accepted. The cost of all ops may be estimated far too high, as
    /// a dense state skips zeros, too.
    fn margin(&self) -> f64 {
        self.dense.min(MARGIN * self.total)
    }

    /// Returns `true` if starting over costs little.
    pub(super) fn restart_is_cheap(&self) -> bool {
        self.sparse <= LITTLE * self.total
    }
}

/// Cost of an op on a sparse state with so many amplitudes, at most.
fn sparse(len: usize, op: &Op) -> f64 {
    let block = |states: usize| {
        // Each of its amplitudes may make all others.
        let len = (len * states) as f64;
        match states {
            1 => 100.0 + len,
            states => 300.0 + len * (1.0 + 3.0 * states as f64),
        }
    };
    op.blocks.iter().map(|own| block(own.states.len())).sum()
}

/// Cost of an op on so many amplitudes of a dense state.
fn dense(op: &Op, amplitudes: f64) -> f64 {
    let price = |block: &Block| {
        // Factors are applied along with other blocks.
        let pass = if block.states.len() == 1 { 0.0 } else { PASS };
        pass + PRODUCT * Price::Cached.of(block.states.len(), block.is_real, op.qubits.len())
    };
    2000.0 + amplitudes * op.blocks.iter().map(price).sum::<f64>()
}

/// Qubits of which both values may occur, as bits.
#[derive(Clone, Copy, Debug)]
struct LiveQubits(u128);

impl LiveQubits {
    fn of<T: Precision>(state: &Sparse) -> Self {
        let certain: Vec<Qubit> = state
            .certain_qubits()
            .into_iter()
            .map(|(qubit, _)| qubit)
            .collect();
        let all = (1 << state.num_qubits()) - 1;
        Self(all & !mask_of(&certain) | (T::ROW_LEN as u128 - 1))
    }

    fn include(&mut self, op: &Op) {
        if !op.is_diagonal() {
            self.0 |= mask_of(&op.qubits);
        }
    }

    /// Amplitudes of a dense state that may not be zero.
    fn amplitudes(self) -> f64 {
        f64::from(self.0.count_ones()).exp2()
    }
}
