use cheqqers_circuit::Qubit;
use num_complex::Complex64;

/// The most qubits of one [`Op`]: a matrix of 8 rows.
pub(crate) const MOST_QUBITS: usize = 3;

/// A unitary on a few qubits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Op {
    pub(crate) qubits: Vec<Qubit>,
    /// Its non-trivial blocks; no basis state is in two of them.
    pub(crate) blocks: Vec<Block>,
}

/// A matrix on some of the basis states of an [`Op`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// Bit `j` of each is qubit `j` of the op; ascending.
    pub(crate) states: Vec<usize>,
    /// Rows of as many numbers as there are states.
    pub(crate) matrix: Vec<Complex64>,
}

/// Cost of a block, in multiplications of an amplitude by a number.
#[derive(Clone, Copy)]
pub(super) struct Price {
    /// Reading and writing an amplitude.
    pub(super) touch: f64,
    /// `true` if terms on one qubit, and factors, are free: they go along with others anyway.
    pub(super) along: bool,
}

impl Price {
    /// The price of mixing `num_states` of `2^num_qubits` basis states, for each amplitude.
    pub(super) fn of(self, num_states: usize, num_qubits: usize) -> f64 {
        if self.along && num_states == 1 {
            return 0.0;
        }
        let states = num_states as f64;
        states * (states + self.touch) / f64::from(1_u32 << num_qubits)
    }
}
