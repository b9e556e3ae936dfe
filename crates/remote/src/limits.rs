use std::collections::BTreeMap;

use crate::cost::Cost;
use crate::entry::Entry;
use crate::error::RemoteError;

/// Limits to what a series of measurements may spend; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SpendingLimits {
    /// Maximum number of jobs.
    pub jobs: Option<u64>,
    /// Maximum number of shots, over all jobs.
    pub shots: Option<u64>,
    /// Highest price of all jobs, in the unit of the service.
    pub cost: Option<f64>,
}

/// Jobs, shots and price that count towards the limits so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Spending {
    jobs: u64,
    shots: u64,
    /// Price by unit, as the jobs of a series may run at several services.
    cost: BTreeMap<String, f64>,
}

impl Spending {
    /// Counts a job, unless the service refused it.
    pub(crate) fn add(&mut self, entry: &Entry) {
        if entry.was_refused() {
            return;
        }
        self.jobs += 1;
        self.shots += entry.provenance.shots as u64;
        self.adjust(None, entry.cost.as_ref());
    }

    /// Takes back a job that was counted and that the service refused.
    pub(crate) fn remove(&mut self, entry: &Entry) {
        self.jobs -= 1;
        self.shots -= entry.provenance.shots as u64;
        self.adjust(entry.cost.as_ref(), None);
    }

    /// Replaces the expected price of a job by what it did cost.
    pub(crate) fn adjust(&mut self, expected: Option<&Cost>, actual: Option<&Cost>) {
        for (cost, sign) in [(expected, -1.0), (actual, 1.0)] {
            if let Some(cost) = cost {
                *self.cost.entry(cost.unit.clone()).or_default() += sign * cost.amount;
            }
        }
    }

    /// Price so far in a unit.
    fn cost_in(&self, unit: &str) -> f64 {
        self.cost.get(unit).copied().unwrap_or(0.0)
    }
}

impl SpendingLimits {
    /// Checks that one more job may be sent.
    ///
    /// # Errors
    /// [`RemoteError::Limit`] when it may not, or when its price is not known and there is a limit to
    /// it.
    pub(crate) fn check(
        &self,
        spent: &Spending,
        shots: usize,
        cost: Option<&Cost>,
    ) -> Result<(), RemoteError> {
        let exceeded = |what: String, limit: String| Err(RemoteError::Limit { what, limit });
        if let Some(most) = self.jobs
            && spent.jobs + 1 > most
        {
            return exceeded(format!("job {}", spent.jobs + 1), format!("{most} jobs"));
        }
        let after = spent.shots + shots as u64;
        if let Some(most) = self.shots
            && after > most
        {
            return exceeded(format!("{after} shots"), format!("{most} shots"));
        }
        match (self.cost, cost) {
            (Some(most), None) => exceeded(
                "a job whose price the service does not tell".into(),
                format!("cost of {most}"),
            ),
            (Some(most), Some(cost)) => {
                let Cost { amount, unit } = cost;
                let after = spent.cost_in(unit) + amount;
                if after <= most {
                    return Ok(());
                }
                exceeded(
                    format!("a cost of {after:.4} {unit}"),
                    format!("{most} {unit}"),
                )
            }
            (None, _) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_is_allowed_is_and_the_next_is_not() {
        let limits = SpendingLimits {
            jobs: Some(2),
            shots: Some(200),
            cost: Some(0.5),
        };
        let spent = |jobs, shots, cost| Spending {
            jobs,
            shots,
            cost: [("USD".into(), cost), ("EUR".into(), 9.0)].into(),
        };
        let cost = Cost {
            amount: 0.25,
            unit: "USD".into(),
        };
        let allowed = limits.check(&spent(1, 100, 0.25), 100, Some(&cost));
        assert_eq!(allowed, Ok(()));
        for (spent, shots, cost) in [
            (spent(2, 0, 0.0), 1, Some(&cost)),
            (spent(1, 101, 0.0), 100, Some(&cost)),
            (spent(1, 0, 0.26), 1, Some(&cost)),
            (spent(0, 0, 0.0), 1, None),
        ] {
            assert!(limits.check(&spent, shots, cost).is_err(), "{spent:?}");
        }
        assert_eq!(
            SpendingLimits::default().check(&spent(9, 9, 9.0), 9, None),
            Ok(())
        );
    }
}
