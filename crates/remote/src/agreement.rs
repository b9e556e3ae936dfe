use crate::entry::Entry;
use crate::job_cost::JobCost;

/// The largest jobs that the user agreed to.
#[derive(Debug, Default)]
pub(crate) struct Agreement {
    /// Announced before the first job, to which the user agrees together with it.
    pub(crate) announced: Option<JobCost>,
    /// Agreed to with the first job, for all of the series.
    pub(crate) standing: Option<JobCost>,
    /// Beyond that, for the circuits that run now.
    once: Option<JobCost>,
}

impl Agreement {
    pub(crate) fn covers(&self, entry: &Entry) -> bool {
        let mut agreed = self.standing.iter().chain(&self.once);
        entry.agreed || agreed.any(|agreed| agreed.covers(&entry.job_cost()))
    }

    /// The agreement, or what was announced, if a job is more than that.
    pub(crate) fn exceeded_by(&self, job: &JobCost) -> Option<JobCost> {
        let agreed = self.standing.as_ref().or(self.announced.as_ref());
        agreed.filter(|agreed| !agreed.covers(job)).cloned()
    }

    /// Notes the agreement to jobs, given by the largest: to the first ones for the series, to later ones for
    /// the present measurement.
    pub(crate) fn agree_to(&mut self, largest: Option<JobCost>) {
        if self.standing.is_some() {
            self.once = largest;
        } else {
            let announced = self.announced.take();
            self.standing = announced.into_iter().chain(largest).reduce(JobCost::or);
        }
    }

    /// Drops the agreement to the last measurement's jobs.
    pub(crate) fn end_once(&mut self) {
        self.once = None;
    }

    pub(crate) fn recall(&mut self, entry: &Entry) {
        let is_first = entry.measurement.as_ref().is_none_or(|id| id.attempt == 0);
        // Earlier versions wrote down that there was an agreement, and it was to the first job; its price may
        // be what it cost in the end.
        let implied = || {
            is_first.then_some(JobCost {
                shots: entry.total_shots(),
                cost: None,
            })
        };
        let recalled = entry.agreed_up_to.clone().or_else(implied);
        let standing = self.standing.take().into_iter();
        self.standing = standing.chain(recalled).reduce(JobCost::or);
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_backend::MeasurementId;

    use super::*;

    fn job(shots: usize) -> JobCost {
        JobCost { shots, cost: None }
    }

    fn entry(shots: usize, attempt: u32) -> Entry {
        let mut entry = Entry::new("key", "b", "s", "d").with_program("", 1, 1, shots);
        entry.measurement = Some(MeasurementId {
            series: "game".into(),
            history: String::new(),
            name: "1 a 0".into(),
            attempt,
        });
        entry
    }

    #[test]
    fn the_first_agreement_stands_and_later_ones_are_for_once() {
        let mut agreement = Agreement::default();
        assert!(!agreement.covers(&entry(5, 0)));
        assert_eq!(agreement.exceeded_by(&job(5)), None);
        agreement.agree_to(Some(job(5)));
        assert!(agreement.covers(&entry(5, 0)) && !agreement.covers(&entry(6, 0)));
        assert_eq!(agreement.exceeded_by(&job(5)), None);
        assert_eq!(agreement.exceeded_by(&job(6)), Some(job(5)));
        agreement.agree_to(Some(job(9)));
        assert!(agreement.covers(&entry(9, 0)));
        agreement.end_once();
        assert!(!agreement.covers(&entry(9, 0)) && agreement.covers(&entry(5, 0)));
        let mut agreed = entry(99, 0);
        agreed.agreed = true;
        assert!(agreement.covers(&agreed));
    }

    #[test]
    fn what_was_announced_stands_with_the_first_agreement() {
        let mut agreement = Agreement {
            announced: Some(job(8)),
            ..Agreement::default()
        };
        assert!(!agreement.covers(&entry(5, 0)));
        assert_eq!(agreement.exceeded_by(&job(9)), Some(job(8)));
        agreement.agree_to(Some(job(5)));
        assert_eq!(agreement.standing, Some(job(8)));
        assert_eq!(agreement.announced, None);
    }

    #[test]
    fn agreements_of_earlier_processes_are_recalled() {
        let recalled = |entries: &[Entry]| {
            let mut agreement = Agreement::default();
            for entry in entries {
                agreement.recall(entry);
            }
            agreement.standing
        };
        assert_eq!(recalled(&[entry(5, 0), entry(7, 0)]), Some(job(7)));
        // Earlier versions did not write it down: only first attempts were agreed to.
        assert_eq!(recalled(&[entry(5, 0), entry(64, 1)]), Some(job(5)));
        let mut written = entry(5, 1);
        written.agreed_up_to = Some(job(6));
        assert_eq!(recalled(&[written]), Some(job(6)));
    }
}
