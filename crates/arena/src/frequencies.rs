use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::rating::Z;

/// Frequency distribution of whole numbers, such as the plies of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frequencies {
    counts: BTreeMap<u32, u64>,
}

impl Frequencies {
    /// Counts a number.
    pub fn count(&mut self, length: u32) {
        *self.counts.entry(length).or_default() += 1;
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Self) {
        for (&length, &count) in &other.counts {
            *self.counts.entry(length).or_default() += count;
        }
    }

    /// Numbers that occurred and their counts, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().map(|(&length, &count)| (length, count))
    }

    /// Number of counts in all.
    pub fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns `true` if nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Sum of all numbers.
    pub fn sum(&self) -> u64 {
        self.iter()
            .map(|(length, count)| u64::from(length) * count)
            .sum()
    }

    /// Mean; `None` if empty.
    pub fn mean(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.sum() as f64 / self.len() as f64)
    }

    /// Standard deviation of the population, with divisor n - 1; `None` of fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        let (mean, len) = (self.mean()?, self.len());
        let square = |(length, count)| (f64::from(length) - mean).powi(2) * count as f64;
        let squares: f64 = self.iter().map(square).sum();
        (len > 1).then(|| (squares / (len - 1) as f64).sqrt())
    }

    /// Standard error of the mean; `None` of fewer than two.
    pub fn standard_error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.len() as f64).sqrt())
    }

    /// Quantile: the number below which this share lies, the mean of both neighbours when it falls
    /// between two; `None` if empty.
    ///
    /// Source: Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996, definition 2.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let rank = share * self.len() as f64;
        let below = self.ranked(rank.ceil())?;
        let above = self.ranked((rank + 1.0).floor())?;
        Some(f64::midpoint(below.into(), above.into()))
    }

    /// The median; `None` if empty.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }

    /// The number of this rank, from 1 in ascending order; the last one beyond that.
    fn ranked(&self, rank: f64) -> Option<u32> {
        let mut seen = 0;
        for (length, count) in self.iter() {
            seen += count;
            if seen as f64 >= rank {
                return Some(length);
            }
        }
        self.counts.last_key_value().map(|(&length, _)| length)
    }

    /// JSON list of pairs of a number and its count.
    pub fn to_json(&self) -> Value {
        self.iter()
            .map(|(length, count)| json!([length, count]))
            .collect()
    }

    /// Reads such a list; `None` if it is malformed.
    pub fn from_json(value: &Value) -> Option<Self> {
        let pair = |pair: &Value| {
            let length = u32::try_from(pair.get(0)?.as_u64()?).ok()?;
            // So many that no sum of them is too large.
            let count = u32::try_from(pair.get(1)?.as_u64()?).ok()?;
            Some((length, u64::from(count)))
        };
        let counts = value.as_array()?.iter().map(pair).collect::<Option<_>>()?;
        Some(Self { counts })
    }
}

impl FromIterator<u32> for Frequencies {
    fn from_iter<I: IntoIterator<Item = u32>>(lengths: I) -> Self {
        let mut all = Self::default();
        lengths.into_iter().for_each(|length| all.count(length));
        all
    }
}

/// Wilson's 95 % confidence interval of a share; `None` of no trials.
///
/// Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
pub fn wilson(successes: u64, trials: u64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (share + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Rounding would leave a remainder at the ends.
    let low = if successes == 0 { 0.0 } else { centre - half };
    let high = if successes == trials {
        1.0
    } else {
        centre + half
    };
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-12)
    }

    #[test]
    fn moments_and_quantiles_are_those_of_the_list() {
        let lengths: Frequencies = [4, 1, 3, 3, 9].into_iter().collect();
        assert_eq!((lengths.len(), lengths.sum()), (5, 20));
        assert!(close(lengths.mean(), 4.0));
        // Squared distances 0, 9, 1, 1, 25.
        assert!(close(lengths.deviation(), 3.0));
        assert!(close(lengths.standard_error(), 3.0 / 5.0_f64.sqrt()));
        assert!(close(lengths.median(), 3.0));
        assert!(close(lengths.quantile(0.9), 9.0));
        assert!(close(lengths.quantile(0.2), 2.0));
        let even: Frequencies = [1, 2, 4, 8].into_iter().collect();
        assert!(close(even.median(), 3.0));
    }

    #[test]
    fn of_none_there_is_no_mean() {
        let none = Frequencies::default();
        assert_eq!(
            (none.mean(), none.median(), none.deviation()),
            (None, None, None)
        );
        let one: Frequencies = [7].into_iter().collect();
        assert_eq!((one.median(), one.standard_error()), (Some(7.0), None));
    }

    #[test]
    fn lists_of_pairs_read_back() {
        let lengths: Frequencies = [4, 1, 3, 3].into_iter().collect();
        assert_eq!(Frequencies::from_json(&lengths.to_json()), Some(lengths));
        for wrong in [json!(7), json!([[1]]), json!([[-1, 2]])] {
            assert_eq!(Frequencies::from_json(&wrong), None);
        }
    }

    #[test]
    fn wilson_gives_the_textbook_interval() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I.
        let (low, high) = wilson(81, 263).unwrap();
        assert!(
            (low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5,
            "{low} {high}"
        );
        let (low, high) = wilson(0, 20).unwrap();
        assert!(low.abs() <= 0.0 && (high - 0.1611).abs() < 5e-5, "{high}");
        assert_eq!(wilson(20, 20), Some((1.0 - high, 1.0)));
        assert_eq!(wilson(0, 0), None);
    }
}
