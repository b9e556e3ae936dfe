use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use smallvec::SmallVec;

/// The most qubits of one [`Op`]: a matrix of 8 rows.
pub(crate) const MOST_QUBITS: usize = 3;

/// A unitary on a few qubits.
#[derive(Clone, Debug, PartialEq)]
pub struct Op {
    pub(crate) qubits: SmallVec<[Qubit; MOST_QUBITS]>,
    /// Its non-trivial blocks; no basis state is in two of them.
    pub(crate) blocks: SmallVec<[Block; 1]>,
}

/// A matrix on some of the basis states of an [`Op`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// Bit `j` of each is qubit `j` of the op; ascending.
    pub(crate) states: SmallVec<[usize; 1 << MOST_QUBITS]>,
    /// Rows of as many numbers as there are states.
    pub(crate) matrix: SmallVec<[Complex64; 16]>,
    /// `true` if it is one real matrix on each half of the [parts](parts).
    pub(crate) is_real: bool,
}

impl Op {
    /// Returns `true` if it mixes no basis states.
    pub(crate) fn is_diagonal(&self) -> bool {
        self.blocks.iter().all(|block| block.states.len() == 1)
    }

    /// Returns `true` if it takes each basis state to one, with a factor.
    pub(crate) fn is_monomial(&self) -> bool {
        let is_zero = |entry: &Complex64| is_rounding(entry.re) && is_rounding(entry.im);
        self.blocks.iter().all(|block| {
            let mut rows = block.matrix.chunks_exact(block.states.len());
            rows.all(|row| row.iter().filter(|entry| !is_zero(entry)).count() == 1)
        })
    }
}

/// The largest number of rows of a matrix, those of its parts.
const MOST_PARTS: usize = 16;

/// Sets of the parts of a matrix that do not mix, as bits: bit `k` is the real part of row `k`, bit
/// `k + 8` its imaginary part.
///
/// A set has either both parts of each of its rows, or one. Then another set has the other ones, and
/// the matrix between them is the same: that is so for a real matrix, and for a rotation about x.
pub(crate) fn parts(len: usize, matrix: &[Complex64]) -> SmallVec<[u16; MOST_PARTS]> {
    let rows = (1_u16 << len) - 1;
    let all = rows << 8 | rows;
    let mut sets: SmallVec<[u16; MOST_PARTS]> = SmallVec::new();
    for (row, entries) in matrix.chunks_exact(len).enumerate() {
        let mut linked = 1_u16 << row;
        for (column, entry) in entries.iter().enumerate() {
            linked |= u16::from(!is_rounding(entry.re)) << column;
            linked |= u16::from(!is_rounding(entry.im)) << (column + 8);
        }
        // Nothing is left to be found, as often in a dense matrix.
        if linked == all {
            sets.clear();
            sets.push(all);
            return sets;
        }
        for mut set in [linked, linked.rotate_left(8)] {
            sets.retain(|&mut other| {
                let meets = set & other != 0;
                if meets {
                    set |= other;
                }
                !meets
            });
            sets.push(set);
        }
    }
    sets
}

/// Numbers up to this come of rounding: they stand for zero.
const ROUNDING: f64 = 1e-15;

pub(super) fn is_rounding(number: f64) -> bool {
    number.abs() <= ROUNDING
}

/// Cost of ops, in multiplications of one amplitude's part by a real number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Price {
    /// For gates that are to come together as the matrices of their decompositions: those on one
    /// qubit, and factors, are free, as they go along with others anyway.
    Gates,
    /// Of work on amplitudes that come from the second level of the cache.
    Cached,
}

/// Reading and writing a part.
const TOUCH: f64 = 2.0;

impl Price {
    /// The price of mixing `num_states` of `2^num_qubits` basis states, for each part of all
    /// amplitudes.
    pub(crate) fn of(self, num_states: usize, is_real: bool, num_qubits: usize) -> f64 {
        let states = num_states as f64;
        let price = match self {
            Self::Gates if num_states == 1 => 0.0,
            Self::Gates => states * (states + 1.0),
            Self::Cached if is_real || num_states == 1 => states * (states + TOUCH),
            // Three products do for four.
            Self::Cached => states * (1.5 * states + 0.5 + TOUCH),
        };
        price / f64::from(1_u32 << num_qubits)
    }
}
