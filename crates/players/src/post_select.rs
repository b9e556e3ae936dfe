//! From the shots of a noisy backend to bits that can be: what the exact state excludes is thrown
//! away, and the first shot that is left decides.
//!
//! Which shots are thrown away depends on the position alone, never on who gains, and none is chosen
//! for what it says. So the bits follow the backend's own distribution, given that they are legal.

use std::fmt;

use cheqqers_backend::Provenance;
use cheqqers_circuit::Bitstring;
use cheqqers_game::{Judge, Verdict};
use serde_json::{Map, Value, json};

/// What a record calls the rule by which a shot decides, fixed before any shot was seen.
const RULE: &str = "first_legal";

/// How many shots a noisy backend is asked for at first: enough to see how good it is.
pub(crate) const SHOTS: usize = 64;

/// How often a noisy backend is asked at most.
pub(crate) const ATTEMPTS: u32 = 3;

/// How many times more are asked for where none was legal, once for each.
pub(crate) const MORE: [usize; ATTEMPTS as usize - 1] = [4, 16];

/// How many shots of a measurement were legal, and why the others were not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many came.
    pub shots: usize,
    /// How many were legal.
    pub accepted: usize,
    /// How many were not, class by class of [`Verdict::REJECTED`].
    pub rejected: [usize; Verdict::REJECTED.len()],
}

impl Tally {
    /// Counts shots, and gives the first legal one in the order they came, and its index.
    ///
    /// # Errors
    /// A shot that has not one bit for each slot measured, which no fault of a qubit explains.
    pub fn post_select(
        &mut self,
        judge: &Judge,
        shots: impl IntoIterator<Item = Bitstring>,
    ) -> Result<Option<(usize, Bitstring)>, Bitstring> {
        let mut first = None;
        for (index, bits) in shots.into_iter().enumerate() {
            let verdict = judge.verdict(bits).ok_or(bits)?;
            self.shots += 1;
            let mut classes = Verdict::REJECTED.iter();
            if let Some(class) = classes.position(|&class| class == verdict) {
                self.rejected[class] += 1;
            } else {
                self.accepted += 1;
                first = first.or(Some((index, bits)));
            }
        }
        Ok(first)
    }

    /// What a record says of it: `shots`, `accepted` and `rejected`, the classes that occurred, and
    /// `chosen`, the index of the shot that decided among those of its job, by which `rule`. Of remote jobs also
    /// `job`, the one that decided, and `jobs`, all that were asked.
    pub(crate) fn to_record(self, chosen: usize, jobs: &[Box<Provenance>]) -> Map<String, Value> {
        let rejected: Map<String, Value> = self
            .classes()
            .map(|(class, count)| (class.name().to_owned(), count.into()))
            .collect();
        let mut more = Map::new();
        if let Some(last) = jobs.last() {
            more.insert("job".into(), last.job.clone().into());
        }
        more.insert("shots".into(), self.shots.into());
        more.insert("accepted".into(), self.accepted.into());
        more.insert("rejected".into(), rejected.into());
        more.insert("chosen".into(), chosen.into());
        more.insert("rule".into(), RULE.into());
        if !jobs.is_empty() {
            more.insert("jobs".into(), jobs.iter().map(|job| of_job(job)).collect());
        }
        more
    }

    /// The classes that occurred.
    fn classes(self) -> impl Iterator<Item = (Verdict, usize)> {
        let classes = Verdict::REJECTED.into_iter().zip(self.rejected);
        classes.filter(|&(_, count)| count > 0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} shots are legal", self.accepted, self.shots)?;
        for (class, count) in self.classes() {
            write!(f, ", {count} {}", class.name().replace('_', " "))?;
        }
        Ok(())
    }
}

/// What a record says of a job.
fn of_job(job: &Provenance) -> Value {
    json!({
        "service": job.service,
        "device": job.device,
        "job": job.job,
        "marker": job.marker,
        "asked": job.asked,
        "answer": job.answer.name(),
        "calibrated": job.calibrated,
        "predicted": job.predicted,
        "placement": job.placement,
        "program": job.program,
        "program_sha256": job.program_hash,
        "raw": job.raw,
    })
}
