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
