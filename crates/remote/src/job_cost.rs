use std::fmt;

use cheqqers_circuit::counted;
use serde::{Deserialize, Serialize};

use crate::cost::Cost;

/// Shots and price of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobCost {
    /// Number of shots.
    pub shots: usize,
    /// Price, where it is known.
    pub cost: Option<Cost>,
}

impl JobCost {
    /// The larger number of shots, and the higher price; that of the first where they differ in their units.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            shots: self.shots.max(other.shots),
            cost: match (self.cost, other.cost) {
                (Some(a), Some(b)) if a.unit == b.unit && b.amount > a.amount => Some(b),
                (a, b) => a.or(b),
            },
        }
    }

    /// Returns `true` if a job costs no more than this: by its price, and by its shots where one of the prices
    /// is not known.
    pub(crate) fn covers(&self, job: &Self) -> bool {
        match (&self.cost, &job.cost) {
            (Some(most), Some(cost)) => cost.unit == most.unit && cost.amount <= most.amount,
            _ => job.shots <= self.shots,
        }
    }
}

impl fmt::Display for JobCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.shots, "shot"))?;
        match &self.cost {
            Some(cost) => write!(f, " for up to {cost}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(shots: usize, amount: Option<f64>) -> JobCost {
        let unit = "USD".into();
        let cost = amount.map(|amount| Cost { amount, unit });
        JobCost { shots, cost }
    }

    #[test]
    fn a_job_is_covered_by_its_price_or_where_that_is_not_known_by_its_shots() {
        let priced = job(64, Some(5.42));
        for (shots, amount, expected) in [
            (64, Some(5.42), true),
            (256, Some(5.42), true),
            (64, Some(5.43), false),
            (64, None, true),
            (256, None, false),
        ] {
            let covers = priced.covers(&job(shots, amount));
            assert_eq!(covers, expected, "{shots} {amount:?}");
        }
        let unpriced = job(64, None);
        assert!(unpriced.covers(&job(64, Some(9.0))));
        assert!(!unpriced.covers(&job(65, Some(0.1))));
        let mut euros = job(1, Some(0.1));
        euros.cost.as_mut().unwrap().unit = "EUR".into();
        assert!(!priced.covers(&euros));
    }

    #[test]
    fn the_larger_of_each_counts() {
        for first in [Some(5.42), None] {
            let both = job(64, first).or(job(32, Some(6.0)));
            assert_eq!(both.to_string(), "64 shots for up to $6.00");
        }
        assert_eq!(job(1, None).to_string(), "1 shot");
    }
}
