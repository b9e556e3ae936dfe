use std::collections::BTreeMap;

use crate::cost::Cost;
use crate::entry::Entry;
use crate::error::RemoteError;
use cheqqers_circuit::counted;

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

/// Jobs that count towards the limits so far: shots and price by idempotency key.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Spending {
    jobs: BTreeMap<String, (u64, Option<Cost>)>,
}

impl Spending {
    /// Counts a job as it is now: with the price that is known, and not at all if the service refused it.
    pub(crate) fn note(&mut self, entry: &Entry) {
        if entry.ended_without_job() {
            self.jobs.remove(entry.key());
        } else {
            let spent = (entry.total_shots() as u64, entry.cost.clone());
            self.jobs.insert(entry.key().to_owned(), spent);
        }
    }

    /// Counts a second job that the service made of one, by its name there.
    pub(crate) fn note_duplicate(&mut self, entry: &Entry, job: &str) {
        let spent = (entry.total_shots() as u64, entry.cost.clone());
        self.jobs.insert(format!("{} {job}", entry.key()), spent);
    }

    fn num_jobs(&self) -> u64 {
        self.jobs.len() as u64
    }

    fn shots(&self) -> u64 {
        self.jobs.values().map(|(shots, _)| shots).sum()
    }

    /// Price in a unit, as the jobs of a series may run at several services.
    fn cost_in(&self, unit: &str) -> f64 {
        let costs = self.jobs.values().filter_map(|(_, cost)| cost.as_ref());
        let in_unit = costs.filter(|cost| cost.unit == unit);
        in_unit.map(|cost| cost.amount).sum()
    }
}

impl SpendingLimits {
    /// Checks that one more job may be sent.
    ///
    /// # Errors
    /// [`RemoteError::Limit`] when it may not, and [`RemoteError::UnknownPrice`] when its price is not
    /// known and there is a limit to it.
    pub(crate) fn check(
        &self,
        spent: &Spending,
        shots: usize,
        cost: Option<&Cost>,
    ) -> Result<(), RemoteError> {
        let exceeded = |what: String, limit: String| Err(RemoteError::Limit { what, limit });
        if let Some(most) = self.jobs
            && spent.num_jobs() + 1 > most
        {
            let next = spent.num_jobs() + 1;
            return exceeded(format!("job {next}"), counted(most, "job"));
        }
        let after = spent.shots() + shots as u64;
        if let Some(most) = self.shots
            && after > most
        {
            return exceeded(counted(after, "shot"), counted(most, "shot"));
        }
        match (self.cost, cost) {
            (Some(_), None) => Err(RemoteError::UnknownPrice),
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
    use crate::entry::EntryState;

    #[test]
    fn the_last_that_is_allowed_is_and_the_next_is_not() {
        let limits = SpendingLimits {
            jobs: Some(2),
            shots: Some(200),
            cost: Some(0.5),
        };
        // All shots are those of the first job.
        let spent = |jobs: usize, shots, amount| {
            let cost = |amount, unit: &str| {
                let unit = unit.into();
                Some(Cost { amount, unit })
            };
            let first = (0.to_string(), (shots, cost(amount, "USD")));
            let others = (1..jobs).map(|job| (job.to_string(), (0, cost(9.0, "EUR"))));
            let all = [first].into_iter().chain(others).take(jobs);
            Spending {
                jobs: all.collect(),
            }
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
        ] {
            let refused = limits.check(&spent, shots, cost);
            assert!(
                matches!(refused, Err(RemoteError::Limit { .. })),
                "{spent:?}"
            );
        }
        let refused = limits.check(&Spending::default(), 1, None);
        assert_eq!(refused, Err(RemoteError::UnknownPrice));
        assert_eq!(
            SpendingLimits::default().check(&spent(9, 9, 9.0), 9, None),
            Ok(())
        );
        let in_other_unit = SpendingLimits {
            jobs: None,
            ..limits
        };
        let allowed = in_other_unit.check(&spent(2, 0, 0.0), 1, Some(&cost));
        assert_eq!(allowed, Ok(()));
    }

    #[test]
    fn a_refused_job_does_not_count_whether_it_was_counted_or_not() {
        let mut spent = Spending::default();
        let mut entry = Entry::new("cheqqers-1", "lab", "ionq", "simulator");
        entry.provenance.shots = 64;
        spent.note(&entry);
        spent.note(&entry);
        assert_eq!((spent.num_jobs(), spent.shots()), (1, 64));
        entry.state = EntryState::Failed {
            reason: "refused".into(),
        };
        spent.note(&entry);
        spent.note(&entry);
        assert_eq!(spent, Spending::default());
    }

    #[test]
    fn a_second_job_of_the_service_counts_as_another() {
        let mut spent = Spending::default();
        let mut entry = Entry::new("cheqqers-1", "lab", "ionq", "simulator");
        entry.provenance.shots = 64;
        entry.cost = Some(Cost {
            amount: 2.0,
            unit: "USD".into(),
        });
        spent.note(&entry);
        for _ in 0..2 {
            spent.note_duplicate(&entry, "other");
        }
        assert_eq!((spent.num_jobs(), spent.shots()), (2, 128));
        assert!((spent.cost_in("USD") - 4.0).abs() < 1e-12);
        assert!(spent.cost_in("EUR").abs() < 1e-12);
    }
}
