use std::collections::BTreeMap;
use std::fmt;

use cheqqers_circuit::Bitstring;

/// How often each bitstring came, in order of the bits as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    counts: BTreeMap<Bitstring, u64>,
}

impl Counts {
    /// How often the bits came.
    pub fn get(&self, bits: Bitstring) -> u64 {
        self.counts.get(&bits).copied().unwrap_or(0)
    }

    /// How many shots there were.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How many different bitstrings came.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there was no shot.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// What came, and how often, in order of the bits as text.
    pub fn iter(&self) -> impl Iterator<Item = (Bitstring, u64)> + '_ {
        self.counts.iter().map(|(&bits, &count)| (bits, count))
    }

    /// Counts bits `times` times more.
    pub fn add(&mut self, bits: Bitstring, times: u64) {
        // What never came has no entry.
        if times > 0 {
            *self.counts.entry(bits).or_default() += times;
        }
    }
}

impl Extend<Bitstring> for Counts {
    fn extend<I: IntoIterator<Item = Bitstring>>(&mut self, shots: I) {
        for bits in shots {
            self.add(bits, 1);
        }
    }
}

impl FromIterator<Bitstring> for Counts {
    fn from_iter<I: IntoIterator<Item = Bitstring>>(shots: I) -> Self {
        let mut counts = Self::default();
        counts.extend(shots);
        counts
    }
}

/// One line for each bitstring: the bits, a colon, how often they came.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, (bits, count)) in self.iter().enumerate() {
            let line_end = if k == 0 { "" } else { "\n" };
            write!(f, "{line_end}{bits}: {count}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(text: &str) -> Bitstring {
        text.parse().unwrap()
    }

    #[test]
    fn shots_are_summed_up_in_order_of_their_text() {
        let counts: Counts = ["10", "01", "10"].into_iter().map(bits).collect();
        assert_eq!(counts.to_string(), "01: 1\n10: 2");
        assert_eq!((counts.total(), counts.len()), (3, 2));
        assert_eq!(counts.get(bits("11")), 0);
    }

    #[test]
    fn nothing_counted_leaves_no_entry() {
        let mut counts = Counts::default();
        counts.add(bits("1"), 0);
        assert!(counts.is_empty());
        assert_eq!(counts.to_string(), "");
    }
}
