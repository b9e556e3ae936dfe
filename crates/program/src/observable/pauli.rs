use std::fmt;

use cheqqers_circuit::{Gate, Qubit};

use super::error::ObservableError;

/// A Pauli operator on one qubit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pauli {
    /// |0⟩⟨1| + |1⟩⟨0|.
    X,
    /// i|1⟩⟨0| - i|0⟩⟨1|.
    Y,
    /// |0⟩⟨0| - |1⟩⟨1|.
    Z,
}

impl Pauli {
    /// The operator of a letter.
    pub(super) fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'X' => Some(Self::X),
            'Y' => Some(Self::Y),
            'Z' => Some(Self::Z),
            _ => None,
        }
    }

    /// Gates that turn a measurement of this operator into one of Z.
    pub(crate) fn basis_change(self) -> &'static [Gate] {
        match self {
            Self::X => &[Gate::H],
            Self::Y => &[Gate::Sdg, Gate::H],
            Self::Z => &[],
        }
    }
}

impl fmt::Display for Pauli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::Z => "Z",
        })
    }
}

/// A product of Pauli operators on different qubits, and the identity on all others.
///
/// In text it is `X0 Z3`, and the identity `I`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PauliString {
    /// Bits of the qubits with X or Y: those that it flips.
    flips: u128,
    /// Bits of the qubits with Y or Z: those that give signs.
    signs: u128,
}

impl PauliString {
    /// The most qubits it may act on: all have numbers below this.
    pub const MAX_QUBITS: usize = 128;

    /// The identity on all qubits.
    pub fn identity() -> Self {
        Self::default()
    }

    /// The product of these operators.
    ///
    /// # Errors
    /// Returns an error if a qubit is named twice, or is number [`Self::MAX_QUBITS`] or above.
    pub fn new(factors: impl IntoIterator<Item = (Qubit, Pauli)>) -> Result<Self, ObservableError> {
        let mut string = Self::default();
        for (qubit, pauli) in factors {
            string = string.with(qubit, pauli)?;
        }
        Ok(string)
    }

    /// The product with one more operator.
    pub(super) fn with(mut self, qubit: Qubit, pauli: Pauli) -> Result<Self, ObservableError> {
        if qubit.index() >= Self::MAX_QUBITS {
            return Err(ObservableError::QubitOutOfRange {
                qubit: u64::from(qubit.0),
            });
        }
        let bit = 1 << qubit.0;
        if self.support() & bit != 0 {
            return Err(ObservableError::RepeatedQubit { qubit });
        }
        if pauli != Pauli::Z {
            self.flips |= bit;
        }
        if pauli != Pauli::X {
            self.signs |= bit;
        }
        Ok(self)
    }

    /// The operator on a qubit; `None` for the identity.
    pub fn factor(&self, qubit: Qubit) -> Option<Pauli> {
        if qubit.index() >= Self::MAX_QUBITS {
            return None;
        }
        match (self.flips >> qubit.0 & 1, self.signs >> qubit.0 & 1) {
            (0, 0) => None,
            (1, 0) => Some(Pauli::X),
            (0, _) => Some(Pauli::Z),
            _ => Some(Pauli::Y),
        }
    }

    /// The operators other than the identity, with their qubits, ascending.
    pub fn factors(&self) -> impl Iterator<Item = (Qubit, Pauli)> + use<> {
        let string = *self;
        let qubits = (0..128).map(Qubit);
        qubits.filter_map(move |qubit| Some((qubit, string.factor(qubit)?)))
    }

    /// The factors on some qubits, ascending, by themselves: qubit `k` is the `k`-th of them.
    pub(crate) fn restricted_to(&self, qubits: &[Qubit]) -> Self {
        let factors = (0..).map(Qubit).zip(qubits);
        let factors = factors.filter_map(|(place, &qubit)| Some((place, self.factor(qubit)?)));
        Self::new(factors).expect("each of few qubits once")
    }

    /// Returns `true` for the identity.
    pub fn is_identity(&self) -> bool {
        self.support() == 0
    }

    /// One more than the highest qubit that it acts on; 0 for the identity.
    pub fn num_qubits(&self) -> usize {
        (u128::BITS - self.support().leading_zeros()) as usize
    }

    /// Bits of the qubits it acts on.
    pub(crate) fn support(&self) -> u128 {
        self.flips | self.signs
    }

    /// Bits of the qubits that it flips.
    pub(crate) fn flips(&self) -> u128 {
        self.flips
    }

    /// Bits of the qubits that give signs.
    pub(crate) fn signs(&self) -> u128 {
        self.signs
    }

    /// Returns `true` if both strings have the same operator on every qubit that they share.
    pub(super) fn commutes_qubit_wise(&self, other: &Self) -> bool {
        let shared = self.support() & other.support();
        (self.flips ^ other.flips) & shared == 0 && (self.signs ^ other.signs) & shared == 0
    }

    /// The product of two strings that agree, each operator once.
    pub(super) fn union(&self, other: &Self) -> Self {
        Self {
            flips: self.flips | other.flips,
            signs: self.signs | other.signs,
        }
    }
}

/// By the first qubits, X before Y before Z; the identity comes first.
impl Ord for PauliString {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.factors().cmp(other.factors())
    }
}

impl PartialOrd for PauliString {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for PauliString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() {
            return f.write_str("I");
        }
        for (place, (qubit, pauli)) in self.factors().enumerate() {
            let space = if place > 0 { " " } else { "" };
            write!(f, "{space}{pauli}{}", qubit.0)?;
        }
        Ok(())
    }
}
