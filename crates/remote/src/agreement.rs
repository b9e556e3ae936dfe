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
                shots: entry.provenance.shots,
                cost: None,
            })
        };
        let recalled = entry.agreed_up_to.clone().or_else(implied);
        let standing = self.standing.take().into_iter();
        self.standing = standing.chain(recalled).reduce(JobCost::or);
    }
}
