use crate::{Bitstring, Clbit};

/// Requested bit: the exclusive or of measured ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parity {
    /// Ascending, each once.
    clbits: Vec<Clbit>,
    is_flipped: bool,
}

impl Parity {
    /// The exclusive or of some clbits, and of 1 if `is_flipped`; a clbit named twice cancels.
    pub fn new(clbits: impl IntoIterator<Item = Clbit>, is_flipped: bool) -> Self {
        let mut parity = Self {
            clbits: Vec::new(),
            is_flipped,
        };
        for clbit in clbits {
            parity.toggle(clbit);
        }
        parity
    }

    /// The clbits, in ascending order.
    pub fn clbits(&self) -> &[Clbit] {
        &self.clbits
    }

    /// Returns `true` if the result is flipped.
    pub fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    pub(crate) fn toggle(&mut self, clbit: Clbit) {
        match self.clbits.binary_search(&clbit) {
            Ok(place) => {
                self.clbits.remove(place);
            }
            Err(place) => self.clbits.insert(place, clbit),
        }
    }

    pub(crate) fn flip(&mut self) {
        self.is_flipped = !self.is_flipped;
    }
}

/// Classical computation of the requested bits from those that a circuit measures: the gates that an
/// optimizer took out because a classical exclusive or does the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PostProcessing {
    bits: Vec<Parity>,
}

impl PostProcessing {
    /// Requested bit `k` is `bits[k]`.
    pub fn new(bits: Vec<Parity>) -> Self {
        Self { bits }
    }

    /// Every one of `num_clbits` bits as it is measured.
    pub fn identity(num_clbits: usize) -> Self {
        let bits = (0..num_clbits).map(|k| Parity::new([Clbit::from_index(k)], false));
        Self::new(bits.collect())
    }

    /// Requested bits, in order.
    pub fn bits(&self) -> &[Parity] {
        &self.bits
    }

    /// Returns `true` if requested bit `k` is clbit `k`, of `num_clbits` of both.
    pub fn is_identity(&self, num_clbits: usize) -> bool {
        *self == Self::identity(num_clbits)
    }

    /// Computes the requested bits from those measured.
    ///
    /// # Panics
    /// Panics if a needed bit was not measured, or more than [`Bitstring::MAX_LEN`] are requested.
    pub fn apply(&self, measured: Bitstring) -> Bitstring {
        let mut requested = Bitstring::zeros(self.bits.len());
        for (k, parity) in self.bits.iter().enumerate() {
            let ones = parity.clbits.iter().filter(|c| measured.bit(c.index()));
            requested = requested.with_bit(k, (ones.count() % 2 == 1) != parity.is_flipped);
        }
        requested
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parity(clbits: &[u32], is_flipped: bool) -> Parity {
        Parity::new(clbits.iter().copied().map(Clbit), is_flipped)
    }

    #[test]
    fn each_bit_is_the_parity_of_those_it_names() {
        let post = PostProcessing::new(vec![
            parity(&[0, 2], true),
            parity(&[1], false),
            parity(&[], true),
        ]);
        for (measured, asked) in [
            ("000", "101"),
            ("100", "001"),
            ("101", "101"),
            ("011", "011"),
        ] {
            let measured: Bitstring = measured.parse().unwrap();
            assert_eq!(post.apply(measured).to_string(), asked);
        }
    }

    #[test]
    fn a_clbit_named_twice_is_none() {
        assert_eq!(parity(&[2, 0, 2], false), parity(&[0], false));
        assert_eq!(parity(&[2, 0], true).clbits(), [Clbit(0), Clbit(2)]);
    }

    #[test]
    fn the_identity_changes_nothing() {
        let bits: Bitstring = "0110".parse().unwrap();
        assert_eq!(PostProcessing::identity(4).apply(bits), bits);
        assert!(PostProcessing::identity(4).is_identity(4));
        assert!(!PostProcessing::identity(4).is_identity(5));
    }
}
