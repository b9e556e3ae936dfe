use std::fmt;

use crate::{Bitstring, Clbit};

/// One bit that was asked for: the exclusive or of measured ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Parity {
    /// Measured bits, in ascending order, each once.
    pub clbits: Vec<Clbit>,
    /// Whether the result is flipped at last.
    pub flipped: bool,
}

/// As a formula over `c`: `c[0]`, `c[0] ^ c[2] ^ 1`, `0`.
impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clbits = self.clbits.iter().map(|clbit| format!("c[{}]", clbit.0));
        let terms: Vec<String> = clbits.chain(self.flipped.then(|| "1".to_owned())).collect();
        if terms.is_empty() {
            f.write_str("0")
        } else {
            f.write_str(&terms.join(" ^ "))
        }
    }
}

/// How the bits that were asked for follow from those that a circuit measures: what an optimizer
/// took out of the circuit because a classical exclusive or does the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fold {
    bits: Vec<Parity>,
}

impl Fold {
    /// Bit `k` asked for is `bits[k]`.
    pub fn new(bits: Vec<Parity>) -> Self {
        Self { bits }
    }

    /// Every one of `num_clbits` bits as it is measured.
    pub fn identity(num_clbits: usize) -> Self {
        let bits = (0..num_clbits).map(|k| Parity {
            clbits: vec![Clbit::from_index(k)],
            flipped: false,
        });
        Self::new(bits.collect())
    }

    /// Each bit asked for, in order.
    pub fn bits(&self) -> &[Parity] {
        &self.bits
    }

    /// Whether there is nothing to do: bit `k` is clbit `k`, and there are `num_clbits` of both.
    pub fn is_identity(&self, num_clbits: usize) -> bool {
        *self == Self::identity(num_clbits)
    }

    /// The bits asked for, from those measured.
    ///
    /// # Panics
    /// When a bit that is needed was not measured, or more than [`Bitstring::MAX_LEN`] are asked for.
    pub fn apply(&self, measured: Bitstring) -> Bitstring {
        let mut asked = Bitstring::zeros(self.bits.len());
        for (k, parity) in self.bits.iter().enumerate() {
            let ones = parity.clbits.iter().filter(|c| measured.bit(c.index()));
            asked = asked.with_bit(k, (ones.count() % 2 == 1) != parity.flipped);
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parity(clbits: &[u32], flipped: bool) -> Parity {
        Parity {
            clbits: clbits.iter().copied().map(Clbit).collect(),
            flipped,
        }
    }

    #[test]
    fn each_bit_is_the_parity_of_those_it_names() {
        let fold = Fold::new(vec![
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
            assert_eq!(fold.apply(measured).to_string(), asked);
        }
    }

    #[test]
    fn formulas_read_like_programs() {
        assert_eq!(parity(&[0, 2], true).to_string(), "c[0] ^ c[2] ^ 1");
        assert_eq!(parity(&[3], false).to_string(), "c[3]");
        assert_eq!(parity(&[], true).to_string(), "1");
        assert_eq!(parity(&[], false).to_string(), "0");
    }

    #[test]
    fn the_identity_changes_nothing() {
        let bits: Bitstring = "0110".parse().unwrap();
        assert_eq!(Fold::identity(4).apply(bits), bits);
        assert!(Fold::identity(4).is_identity(4));
        assert!(!Fold::identity(4).is_identity(5));
    }
}
