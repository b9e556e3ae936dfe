//! What a game may spend.

use cheqqers_backend::JobError;

use crate::service::Cost;

/// What may be spent at most; `None`: as much as there is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// How many jobs.
    pub jobs: Option<u64>,
    /// How many shots, over all jobs.
    pub shots: Option<u64>,
    /// How much, in the unit of the service.
    pub cost: Option<f64>,
}

/// What was spent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) jobs: u64,
    pub(crate) shots: u64,
    pub(crate) cost: f64,
}

impl Limits {
    /// Whether one more job may be sent.
    ///
    /// # Errors
    /// [`JobError::Limit`] when it may not, or when what it costs can't be known and there is a limit
    /// to it.
    pub(crate) fn check(
        &self,
        spent: Spent,
        shots: usize,
        cost: Option<&Cost>,
    ) -> Result<(), JobError> {
        let over = |what: String, limit: String| Err(JobError::Limit { what, limit });
        if let Some(most) = self.jobs
            && spent.jobs + 1 > most
        {
            return over(format!("job {}", spent.jobs + 1), format!("{most} jobs"));
        }
        let after = spent.shots + shots as u64;
        if let Some(most) = self.shots
            && after > most
        {
            return over(format!("{after} shots"), format!("{most} shots"));
        }
        match (self.cost, cost) {
            (Some(most), None) => over(
                "a job of which the service does not say what it costs".into(),
                format!("cost of {most}"),
            ),
            (Some(most), Some(cost)) if spent.cost + cost.amount > most => over(
                format!("a cost of {:.4} {}", spent.cost + cost.amount, cost.unit),
                format!("{most} {}", cost.unit),
            ),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_is_allowed_is_and_the_next_is_not() {
        let limits = Limits {
            jobs: Some(2),
            shots: Some(200),
            cost: Some(0.5),
        };
        let spent = |jobs, shots, cost| Spent { jobs, shots, cost };
        let cost = Cost {
            amount: 0.25,
            unit: "USD".into(),
        };
        assert_eq!(limits.check(spent(1, 100, 0.25), 100, Some(&cost)), Ok(()));
        for (spent, shots, cost) in [
            (spent(2, 0, 0.0), 1, Some(&cost)),
            (spent(1, 101, 0.0), 100, Some(&cost)),
            (spent(1, 0, 0.26), 1, Some(&cost)),
            (spent(0, 0, 0.0), 1, None),
        ] {
            assert!(limits.check(spent, shots, cost).is_err(), "{spent:?}");
        }
        assert_eq!(Limits::default().check(spent(9, 9, 9.0), 9, None), Ok(()));
    }
}
