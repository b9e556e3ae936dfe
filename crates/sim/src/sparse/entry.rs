use cheqqers_circuit::Qubit;
use num_complex::Complex64;

/// A mixed amplitude whose squared modulus is below this is an exact zero.
const ZERO_BELOW: f64 = 1e-30;

/// One basis state and its amplitude.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// Qubit `k` in bit `127 - k`: the order of keys is the order of the text.
    pub(crate) key: u128,
    pub(crate) amplitude: Complex64,
}

impl Entry {
    /// The basis state that differs in `flip`, with this amplitude.
    pub(super) fn moved(self, flip: u128, amplitude: Complex64) -> Self {
        Self {
            key: self.key ^ flip,
            amplitude,
        }
    }
}

/// A basis state that a walk over a [`Sparse`](crate::Sparse) state meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BasisState {
    key: u128,
}

impl BasisState {
    #[inline]
    pub(super) fn new(key: u128) -> Self {
        Self { key }
    }

    /// Value of a qubit; `false` where the state has no such qubit.
    ///
    /// # Panics
    /// May panic for qubits from [`Sparse::MAX_QUBITS`](crate::Sparse::MAX_QUBITS) on.
    #[inline]
    pub fn bit(self, qubit: Qubit) -> bool {
        self.key & bit_of(qubit) != 0
    }
}

/// Bit of a qubit in a key.
pub(crate) fn bit_of(qubit: Qubit) -> u128 {
    1 << (127 - qubit.0)
}

/// Returns `true` if an amplitude counts as an exact zero.
pub(crate) fn is_zero(amplitude: Complex64) -> bool {
    amplitude.norm_sqr() < ZERO_BELOW
}
