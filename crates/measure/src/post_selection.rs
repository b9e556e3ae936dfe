use std::fmt;

use cheqqers_backend::Provenance;
use cheqqers_circuit::{Bitstring, counted};
use cheqqers_game::{Judge, Verdict};
use serde_json::{Map, Value, json};

/// The rule by which a shot decides, by its name in records; fixed before any shot is seen.
const RULE: &str = "first_legal";

/// Counts of the legal shots of a measurement, and of the others by the reason to reject them.
///
/// Of a noisy backend's shots the first legal one decides. Which ones are rejected depends on the
/// position alone, never on who gains, and none is chosen for its bits: the outcome follows the
/// backend's own distribution, given that it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PostSelection {
    /// Number of shots.
    pub shots: usize,
    /// Number of legal shots.
    pub accepted: usize,
    /// Numbers of rejected shots, in the order of [`Verdict::REJECTED`].
    pub rejected: [usize; Verdict::REJECTED.len()],
}

impl PostSelection {
    /// Counts shots and returns the first legal one, with its index.
    ///
    /// # Errors
    /// A shot that has not one bit for each slot measured, which no fault of a qubit explains.
    pub fn select(
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

    /// The provenance of a record: `shots`, `accepted` and `rejected`, `chosen`, the index of the
    /// deciding shot in its job, and `rule`; of remote jobs also `job`, the deciding one, and `jobs`,
    /// all of them.
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
            more.insert("jobs".into(), json!(jobs));
        }
        more
    }

    /// The same where the last shot decided, which `job` took for a pool.
    pub(crate) fn to_pool_record(self, job: Option<&str>) -> Map<String, Value> {
        let mut more = self.to_record(self.shots - 1, &[]);
        more.insert("job".into(), job.into());
        more
    }

    /// The reasons that occurred, and how often.
    fn classes(self) -> impl Iterator<Item = (Verdict, usize)> {
        let classes = Verdict::REJECTED.into_iter().zip(self.rejected);
        classes.filter(|&(_, count)| count > 0)
    }
}

impl fmt::Display for PostSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shots = counted(self.shots, "shot");
        write!(f, "{} of {shots} are legal", self.accepted)?;
        for (class, count) in self.classes() {
            write!(f, ", {count} {}", class.name().replace('_', " "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_tell_the_shot_that_decided_and_why_others_did_not() {
        let mut selection = PostSelection {
            shots: 7,
            accepted: 4,
            ..PostSelection::default()
        };
        selection.rejected[1] = 3;
        let class = Verdict::REJECTED[1].name();
        let expected = json!({
            "shots": 7,
            "accepted": 4,
            "rejected": {class: 3},
            "chosen": 2,
            "rule": "first_legal",
        });
        assert_eq!(Value::from(selection.to_record(2, &[])), expected);
        let pooled = selection.to_pool_record(Some("a job"));
        assert_eq!(pooled["chosen"], 6);
        assert_eq!(pooled["job"], "a job");
        assert_eq!(selection.to_pool_record(None)["job"], Value::Null);
        let told = format!("4 of 7 shots are legal, 3 {}", class.replace('_', " "));
        assert_eq!(selection.to_string(), told);
    }
}
