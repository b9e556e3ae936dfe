use cheqqers_backend::Provenance;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Key of the reason for which the fallback took over; in the header of a record, of the fallback itself.
pub(crate) const FALLBACK: &str = "fallback";

/// Key of the draws of a measurement from a pool.
pub(crate) const DRAWS: &str = "pool";

/// Provenance of a recorded measurement: what decided it. Where an [`Option`] is returned, an item that can't be
/// read is treated as missing, as older records lack some.
#[derive(Clone, Copy, Debug)]
pub struct MeasurementProvenance<'a>(&'a Map<String, Value>);

impl<'a> MeasurementProvenance<'a> {
    /// The provenance with these items.
    pub fn new(items: &'a Map<String, Value>) -> Self {
        Self(items)
    }

    /// Name of the deciding job at its service.
    pub fn job(self) -> Option<&'a str> {
        self.text("job")
    }

    /// Number of shots that were looked at.
    pub fn shots(self) -> Option<u64> {
        self.number("shots")
    }

    /// Number of legal shots.
    pub fn accepted(self) -> Option<u64> {
        self.number("accepted")
    }

    /// Number of the other shots.
    pub(crate) fn rejected(self) -> Option<u64> {
        let mut counts = self.0.get("rejected")?.as_object()?.values();
        counts.try_fold(0_u64, |sum, count| sum.checked_add(count.as_u64()?))
    }

    /// Index of the deciding shot in its job.
    pub(crate) fn chosen(self) -> Option<u64> {
        self.number("chosen")
    }

    /// The jobs that ran for the measurement, as JSON.
    pub(crate) fn jobs(self) -> &'a [Value] {
        let jobs = self.0.get("jobs").and_then(Value::as_array);
        jobs.map_or(&[], Vec::as_slice)
    }

    /// The jobs that ran for the measurement; an error if one can't be read.
    #[expect(clippy::vec_box, reason = "the jobs of shots are boxed")]
    pub(crate) fn read_jobs(self) -> serde_json::Result<Vec<Box<Provenance>>> {
        let jobs = self.0.get("jobs");
        jobs.map_or(Ok(Vec::new()), Vec::deserialize)
    }

    /// Returns `true` if shots of a pool decided.
    pub(crate) fn is_decided_by_pool(self) -> bool {
        self.is_pooled() && self.0.contains_key("job") && self.jobs().is_empty()
    }

    /// Returns `true` if shots of a pool were used.
    pub fn is_pooled(self) -> bool {
        self.0.contains_key(DRAWS)
    }

    /// The shots of a pool that were used, in a form of the caller's; an error where they can't be read.
    pub(crate) fn draws<T: Default + Deserialize<'a>>(self) -> serde_json::Result<T> {
        self.0.get(DRAWS).map_or(Ok(T::default()), T::deserialize)
    }

    /// Reason for which the fallback took over in this measurement.
    pub fn fallback(self) -> Option<&'a str> {
        self.text(FALLBACK)
    }

    fn number(self, key: &str) -> Option<u64> {
        self.0.get(key)?.as_u64()
    }

    fn text(self, key: &str) -> Option<&'a str> {
        self.0.get(key)?.as_str()
    }
}
