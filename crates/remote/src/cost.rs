use serde::{Deserialize, Serialize};

/// Price of a job. Serialised as a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(f64, String)", into = "(f64, String)")]
pub struct Cost {
    /// Amount, in `unit`.
    pub amount: f64,
    /// "USD", or "s" for seconds of the device.
    pub unit: String,
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
