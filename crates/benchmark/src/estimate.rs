use cheqqers_arena::wilson;
use serde::{Deserialize, Serialize};

/// A number with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct IntervalEstimate {
    /// The estimated number.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl IntervalEstimate {
    /// A share of shots, with Wilson's interval; from 0 to 1 where there are none.
    pub(crate) fn share(part: u64, of: u64) -> Self {
        let (low, high) = wilson(part, of).unwrap_or((0.0, 1.0));
        let value = if of == 0 {
            0.0
        } else {
            part as f64 / of as f64
        };
        Self { value, low, high }.rounded()
    }

    /// A number with the standard deviation of its resampled values, within limits.
    pub(crate) fn resampled(value: f64, deviation: f64, (least, most): (f64, f64)) -> Self {
        let within = |value: f64| value.clamp(least, most);
        let half = cheqqers_arena::Z * deviation;
        Self {
            value: within(value),
            low: within(value - half),
            high: within(value + half),
        }
        .rounded()
    }

    /// The number that a monotonic function makes of this one.
    pub(crate) fn mapped(self, map: impl Fn(f64) -> f64) -> Self {
        let (low, high) = (map(self.low), map(self.high));
        Self {
            value: map(self.value),
            low: low.min(high),
            high: low.max(high),
        }
        .rounded()
    }

    /// To nine decimal places: what is written reads the same on every machine.
    fn rounded(self) -> Self {
        let round = |value: f64| (value * 1e9).round() / 1e9 + 0.0;
        Self {
            value: round(self.value),
            low: round(self.low),
            high: round(self.high),
        }
    }

    /// In percent, as `97.1 % (96.0 to 98.0)`.
    pub fn percent(self) -> String {
        let Self { value, low, high } = self;
        format!(
            "{:.1} % ({:.1} to {:.1})",
            100.0 * value,
            100.0 * low,
            100.0 * high
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_within_their_intervals_and_their_limits() {
        let share = IntervalEstimate::share(19, 20);
        assert!(share.low < 0.95 && 0.95 < share.high && share.high < 1.0);
        assert!((share.value - 0.95).abs() < 1e-12);
        assert_eq!(
            IntervalEstimate::share(0, 0),
            IntervalEstimate {
                value: 0.0,
                low: 0.0,
                high: 1.0
            }
        );
        let resampled = IntervalEstimate::resampled(1.01, 0.01, (0.0, 1.0));
        assert_eq!((resampled.value, resampled.high), (1.0, 1.0));
        assert!((resampled.low - 0.9904).abs() < 1e-6);
        let mapped = share.mapped(|share| 1.0 - 2.0 * share);
        assert!((mapped.low - 1.0 + 2.0 * share.high).abs() < 2e-9);
        assert_eq!(
            IntervalEstimate::resampled(0.971, 0.0, (0.0, 1.0)).percent(),
            "97.1 % (97.1 to 97.1)"
        );
    }
}
