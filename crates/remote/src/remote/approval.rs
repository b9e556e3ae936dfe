//! Prices of jobs, the limits, and the user's agreement.

use std::time::Instant;

use cheqqers_backend::{BackendError, Job};
use cheqqers_circuit::Circuit;
use jiff::Zoned;
use jiff::civil::Date;

use super::{Bundle, Remote};
use crate::cost::Cost;
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::job_cost::JobCost;
use crate::job_key;
use crate::limits::SpendingLimits;
use crate::observer::{Event, Quote};

/// Days after which listed prices may have changed.
const PRICE_DAYS: i32 = 90;

impl Remote {
    /// Shots of a job that runs circuits so many times, as far as the device allows, each as a program of its
    /// own, and its price; nothing is sent. In a dry run it is that of published prices.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked, the device can't run such a job, or a dry run has no
    /// published price.
    pub fn quote(&mut self, circuits: &[Circuit], shots: usize) -> Result<JobCost, RemoteError> {
        let most = *self.capabilities()?.shots.end();
        let job = Job::new(circuits, shots.min(most));
        let mut entry = self.prepared(job_key::random(), circuits, &job, !self.is_probed)?;
        entry.cost = self.quoted_cost(&entry)?;
        if self.is_dry_run && entry.cost.is_none() {
            return Err(RemoteError::DryRun);
        }
        Ok(entry.job_cost())
    }

    /// Number of jobs that run the circuits of a measurement, with their shots and their price together; nothing is
    /// sent. In a dry run the price is that of published prices, if there is one.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked, or the device can't run one of the jobs.
    pub fn quote_all(&mut self, job: &Job<'_>) -> Result<(usize, JobCost), BackendError> {
        let failed = |error| Failure::terminal(error).of_job(None);
        let bundles = self.bundles(job, usize::MAX)?;
        let entries = bundles.iter().map(|bundle| self.priced(bundle, job));
        let entries: Result<Vec<Entry>, RemoteError> = entries.collect();
        let entries = entries.map_err(failed)?;
        Ok((entries.len(), total(&entries)))
    }

    /// The price of a job; in a dry run by published prices, if there are any.
    fn quoted_cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        if self.is_dry_run {
            return Ok(self.service.listed_cost(entry));
        }
        self.cost(entry)
    }

    /// As [`Self::quote`], of the largest job that is expected: who agrees to the first job agrees to those
    /// that cost no more than this.
    ///
    /// # Errors
    /// As [`Self::quote`].
    pub fn announce(&mut self, circuits: &[Circuit], shots: usize) -> Result<JobCost, RemoteError> {
        let quoted = self.quote(circuits, shots)?;
        self.agreement.announced = Some(quoted.clone());
        Ok(quoted)
    }

    pub(super) fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        let device = self.capabilities()?;
        if device.is_free {
            return Ok(Some(Cost::free()));
        }
        let listed = device.price_date.filter(|date| is_outdated(date));
        if let Some(date) = listed
            && !self.has_warned_of_prices
        {
            self.has_warned_of_prices = true;
            let text = format!(
                "the prices are of {date}, more than {PRICE_DAYS} days old, and may differ"
            );
            self.observer.notify(&Event::Warning(&text));
        }
        self.service.cost(entry)
    }

    /// Makes sure that the user agrees to the cost of jobs.
    pub(super) fn approve(&mut self, entries: &mut [Entry]) -> Result<(), RemoteError> {
        let is_covered = entries.iter().all(|entry| self.agreement.covers(entry));
        if !is_covered && !self.capabilities()?.is_free {
            self.ask_approval(entries)?;
            self.agreement.agree_to(largest(entries));
        }
        for entry in entries {
            entry.agreed = true;
            entry.agreed_up_to.clone_from(&self.agreement.standing);
        }
        Ok(())
    }

    /// Asks the user to agree to the cost of jobs.
    fn ask_approval(&mut self, entries: &[Entry]) -> Result<(), RemoteError> {
        let JobCost { shots, cost } = total(entries);
        let largest = largest(entries);
        let exceeded = largest
            .as_ref()
            .and_then(|job| self.agreement.exceeded_by(job));
        let quote = Quote {
            backend: &self.name,
            jobs: entries.len(),
            shots,
            cost: cost.as_ref(),
            exceeded: exceeded.as_ref(),
        };
        let asked = Instant::now();
        let is_approved = self.observer.approves(&quote);
        self.set_deadline(self.deadline.put_off(asked.elapsed()));
        match (largest, exceeded) {
            _ if is_approved => Ok(()),
            (Some(requested), Some(agreed)) => Err(RemoteError::Excess { requested, agreed }),
            _ => Err(RemoteError::Declined),
        }
    }

    /// Takes note of what the user agreed to with an earlier job of the series on this device.
    pub(super) fn recall_agreement(&mut self, entry: &Entry) {
        if entry.agreed && self.check_place(entry).is_ok() {
            self.agreement.recall(entry);
        }
    }

    /// Checks that the limits allow all jobs of a measurement, and that the user agrees to their cost
    /// together: else some would be sent in vain.
    pub(super) fn approve_all(
        &mut self,
        bundles: &[Bundle],
        job: &Job<'_>,
    ) -> Result<(), BackendError> {
        let failed = |error| Failure::terminal(error).of_job(None);
        if bundles.len() < 2 {
            return Ok(());
        }
        let mut new = Vec::with_capacity(bundles.len());
        for bundle in bundles {
            let known = job.measurement.map(|id| self.journalled(id, bundle.start));
            let is_known = known.transpose()?.flatten().is_some();
            if !is_known && !self.is_at_service(bundle, job).map_err(failed)? {
                new.push(bundle);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        let is_free = self.capabilities().map_err(failed)?.is_free;
        if is_free && self.limits == SpendingLimits::default() {
            return Ok(());
        }
        let mut spent = self.spent.clone();
        let mut entries = Vec::with_capacity(new.len());
        for bundle in new {
            let priced = self.priced(bundle, job).map_err(failed)?;
            let (shots, cost) = (priced.total_shots(), priced.cost.as_ref());
            self.limits.check(&spent, shots, cost).map_err(failed)?;
            spent.note(&priced);
            entries.push(priced);
        }
        self.approve(&mut entries).map_err(failed)
    }

    /// The entry of a job that is not sent, with its price.
    fn priced(&mut self, bundle: &Bundle, job: &Job<'_>) -> Result<Entry, RemoteError> {
        let needs_probe = self.needs_probe(bundle.start, job);
        let circuits = bundle.circuits(job);
        let mut entry = self.prepared(job_key::random(), circuits, job, needs_probe)?;
        entry.cost = self.quoted_cost(&entry)?;
        Ok(entry)
    }
}

/// The shots of several jobs together, and their price if each has one in the same unit.
fn total(entries: &[Entry]) -> JobCost {
    let costs: Option<Vec<&Cost>> = entries.iter().map(|entry| entry.cost.as_ref()).collect();
    JobCost {
        shots: entries.iter().map(Entry::total_shots).sum(),
        cost: costs.as_deref().and_then(Cost::total),
    }
}

/// The most shots of several jobs, and their highest price; `None` if there are no jobs.
fn largest(entries: &[Entry]) -> Option<JobCost> {
    entries.iter().map(Entry::job_cost).reduce(JobCost::or)
}

/// Returns `true` if a list of prices of this day is old.
fn is_outdated(date: &str) -> bool {
    let today = Zoned::now().date();
    let listed: Result<Date, _> = date.parse();
    listed.is_ok_and(|listed| (today - listed).get_days() > PRICE_DAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_outdated_after_90_days() {
        let today = Zoned::now().date();
        let before = |days: i32| (today - jiff::Span::new().days(days)).to_string();
        assert!(!is_outdated(&before(0)) && !is_outdated(&before(90)));
        assert!(is_outdated(&before(91)) && is_outdated("2020-01-01"));
    }
}
