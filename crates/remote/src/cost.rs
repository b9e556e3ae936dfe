use std::fmt;

use serde::{Deserialize, Serialize};

/// Price of a job. Serialised as a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(f64, String)", into = "(f64, String)")]
pub struct Cost {
    /// Amount, in `unit`.
    pub amount: f64,
    /// "USD", "EUR", or "s" for seconds of the device.
    pub unit: String,
}

impl Cost {
    /// The price of jobs that cost nothing.
    pub(crate) fn free() -> Self {
        Self {
            amount: 0.0,
            unit: "USD".into(),
        }
    }

    /// The price of so many jobs.
    #[must_use]
    pub fn times(&self, jobs: f64) -> Self {
        Self {
            amount: self.amount * jobs,
            unit: self.unit.clone(),
        }
    }

    /// The sum of prices; `None` if there are none, or they differ in their units.
    pub(crate) fn total(costs: &[&Self]) -> Option<Self> {
        let unit = &costs.first()?.unit;
        costs.iter().all(|cost| cost.unit == *unit).then(|| Self {
            amount: costs.iter().map(|cost| cost.amount).sum(),
            unit: unit.clone(),
        })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit.as_str() {
            "USD" => write!(f, "${:.2}", self.amount),
            "EUR" => write!(f, "\u{20ac}{:.2}", self.amount),
            "s" => write!(f, "{:.1} s of device time", self.amount),
            unit => write!(f, "{} {unit}", self.amount),
        }
    }
}

impl From<(f64, String)> for Cost {
    fn from((amount, unit): (f64, String)) -> Self {
        Self { amount, unit }
    }
}

impl From<Cost> for (f64, String) {
    fn from(cost: Cost) -> Self {
        (cost.amount, cost.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(amount: f64, unit: &str) -> Cost {
        let unit = unit.into();
        Cost { amount, unit }
    }

    #[test]
    fn prices_add_up_in_one_unit() {
        let (two, three, euro) = (cost(2.0, "USD"), cost(3.0, "USD"), cost(1.0, "EUR"));
        assert_eq!(Cost::total(&[&two, &three]), Some(cost(5.0, "USD")));
        assert_eq!(Cost::total(&[&two, &euro]), None);
        assert_eq!(Cost::total(&[]), None);
        assert_eq!(two.times(2.5), cost(5.0, "USD"));
        assert_eq!(Cost::free(), cost(0.0, "USD"));
    }

    #[test]
    fn prices_are_written_with_their_units_and_kept_as_pairs() {
        for (unit, text) in [
            ("USD", "$1.50"),
            ("EUR", "\u{20ac}1.50"),
            ("s", "1.5 s of device time"),
            ("HQC", "1.5 HQC"),
        ] {
            assert_eq!(cost(1.5, unit).to_string(), text);
        }
        let pair = serde_json::to_value(cost(1.5, "USD")).unwrap();
        assert_eq!(pair, serde_json::json!([1.5, "USD"]));
        assert_eq!(Cost::deserialize(pair).unwrap(), cost(1.5, "USD"));
    }
}
