//! Jobs as the journal keeps them: enough to go on with one in another process.

use std::collections::BTreeMap;

use cheqqers_backend::{MeasurementId, Provenance, sha256};
use cheqqers_circuit::{Bitstring, Clbit, Parity, PostProcessing, counted};
use serde::{Deserialize, Deserializer, Serialize};

use crate::cost::Cost;
use crate::error::RemoteError;
use crate::job_cost::JobCost;
use crate::job_key;

/// Version of the form that is written.
const VERSION: u32 = 2;

/// Reason of a job that its user gave up.
const GIVEN_UP: &str = "it was given up";

/// A job, from before it is sent until it is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    version: u32,
    /// Service, device, program and idempotency key; the response is in a file of its own.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// Backend as the user named it.
    pub backend: String,
    /// Measurement that the job is part of.
    #[serde(rename = "question", deserialize_with = "measurement_id")]
    pub measurement: Option<MeasurementId>,
    /// Time at which the entry was made, in UTC.
    pub created: jiff::Timestamp,
    /// Qubits of the program.
    pub num_qubits: usize,
    /// Clbits that the program measures, all of them in one register.
    pub num_clbits: usize,
    /// Clbits of each program in a job of several, which run one after the other; none in a job of one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    widths: Vec<usize>,
    /// Requested bits as parities of the program's: the clbits that are added up, and whether the
    /// sum is flipped.
    #[serde(rename = "fold")]
    parities: Vec<(Vec<u32>, bool)>,
    /// Bits that the first and the last clbits of the program should read, half of them each, in a job
    /// that tests their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    probe: Option<String>,
    /// State as far as the journal knows.
    pub state: EntryState,
    /// Shots in the order taken, clbit 0 of the program first.
    pub bits: Vec<String>,
    /// Price, where it is known.
    pub cost: Option<Cost>,
    /// The user agreed to the cost of such jobs.
    pub agreed: bool,
    /// The largest job of the series that the user agreed to when it began; others are agreed to one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agreed_up_to: Option<JobCost>,
    /// Time at which the job was last sent, where it was sent more than once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resent: Option<jiff::Timestamp>,
}

/// State of a job as far as the journal knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryState {
    /// About to be sent, or sent without confirmation.
    Sending,
    /// Taken by the service.
    Sent,
    /// Answered, with its shots in the entry.
    Answered,
    /// Ended without an answer.
    Failed {
        /// The error, in words.
        reason: String,
    },
    /// Cancelled before it was answered.
    Cancelled,
}

/// Readings of the bits that a job prepared to test its device.
struct ProbeReading<'a> {
    prepared: &'a str,
    /// Number of shots that read the prepared bits.
    as_prepared: usize,
    /// The most frequent other reading, with its number of shots.
    other: Option<(String, usize)>,
}

impl Entry {
    /// A job for a device that is about to be sent, without a program.
    pub fn new(key: impl Into<String>, backend: &str, service: &str, device: &str) -> Self {
        Self {
            version: VERSION,
            provenance: Provenance {
                service: service.into(),
                device: device.into(),
                job: None,
                key: key.into(),
                shots: 0,
                answer: None,
                calibrated: None,
                predicted: None,
                placement: Vec::new(),
                calibration: None,
                qasm: String::new(),
                qasm_sha256: String::new(),
                raw: String::new(),
            },
            backend: backend.into(),
            measurement: None,
            created: jiff::Timestamp::now(),
            num_qubits: 0,
            num_clbits: 0,
            widths: Vec::new(),
            parities: Vec::new(),
            probe: None,
            state: EntryState::Sending,
            bits: Vec::new(),
            cost: None,
            agreed: false,
            agreed_up_to: None,
            resent: None,
        }
    }

    /// The same job with a program.
    #[must_use]
    pub fn with_program(
        mut self,
        program: impl Into<String>,
        num_qubits: usize,
        num_clbits: usize,
        shots: usize,
    ) -> Self {
        let program = program.into();
        self.provenance.qasm_sha256 = sha256(program.as_bytes());
        self.provenance.qasm = program;
        self.provenance.shots = shots;
        Self {
            num_qubits,
            num_clbits,
            ..self
        }
    }

    /// The same job with several programs, one behind the other in the text, given the clbits of each.
    pub(crate) fn with_programs(self, widths: Vec<usize>) -> Self {
        Self { widths, ..self }
    }

    /// The programs of the job, each with the number of its clbits.
    pub(crate) fn programs(&self) -> Vec<(&str, usize)> {
        let text = &*self.provenance.qasm;
        if self.widths.is_empty() {
            return vec![(text, self.num_clbits)];
        }
        let texts = split_programs(text).into_iter();
        texts.zip(self.widths.iter().copied()).collect()
    }

    /// Returns `true` if the job holds several programs.
    pub(crate) fn is_of_several(&self) -> bool {
        !self.widths.is_empty()
    }

    /// Number of shots that all programs of the job take together.
    pub fn total_shots(&self) -> usize {
        let programs = self.widths.len().max(1);
        self.provenance.shots.saturating_mul(programs)
    }

    /// The reason why the clbits of its programs are not those of the job, in words.
    pub(crate) fn programs_fault(&self) -> Option<String> {
        let found = split_programs(&self.provenance.qasm).len();
        let clbits = self.widths.iter().copied().reduce(usize::saturating_add)?;
        let is_whole = found > 1 && found == self.widths.len() && clbits == self.num_clbits;
        (!is_whole).then(|| format!("and its text has {}", counted(found, "program")))
    }

    /// Adds the parities that give the next requested bits, clbit 0 of which is this clbit of the job.
    pub(crate) fn add_post_processing(
        &mut self,
        post_processing: &PostProcessing,
        first_clbit: Clbit,
    ) {
        let numbered = |parity: &Parity| {
            let clbits = parity.clbits().iter();
            let clbits = clbits.map(|clbit| clbit.0 + first_clbit.0).collect();
            (clbits, parity.is_flipped())
        };
        self.parities
            .extend(post_processing.bits().iter().map(numbered));
    }

    /// Says that the first and the last clbits of the first program should read these bits.
    pub(crate) fn set_probe(&mut self, bits: Bitstring) {
        self.probe = Some(bits.to_string());
    }

    /// Checks that the device does not return the bits in another order, as far as the job tests it.
    ///
    /// # Errors
    /// [`RemoteError::BitOrder`] if it does.
    pub(crate) fn check_bit_order(&self) -> Result<(), RemoteError> {
        match self.bit_order_fault() {
            None => Ok(()),
            Some((prepared, read)) => Err(RemoteError::BitOrder {
                key: self.key().into(),
                prepared: prepared.into(),
                read,
            }),
        }
    }

    /// Prepared bits of the probe, and those that more shots read instead, and a quarter of all at least,
    /// if the device returns the bits in another order: then as many of them are set.
    pub(crate) fn bit_order_fault(&self) -> Option<(&str, String)> {
        let ones = |bits: &str| bits.matches('1').count();
        let fault = self.probe_fault();
        fault.filter(|(prepared, read)| ones(prepared) == ones(read))
    }

    /// Prepared bits of the probe, and those that more shots read instead, and a quarter of all at least:
    /// random bits are no order.
    pub(crate) fn probe_fault(&self) -> Option<(&str, String)> {
        let reading = self.probe_reading()?;
        let (read, count) = reading.other?;
        let is_fault = count > reading.as_prepared && 4 * count >= self.bits.len();
        is_fault.then_some((reading.prepared, read))
    }

    /// Returns `true` if the job shows that the device returns the bits in the order asked for: more shots
    /// read the prepared bits of the probe than any others. A job without a shot shows nothing.
    pub(crate) fn shows_bit_order(&self) -> bool {
        self.probe_reading().is_some_and(|reading| {
            reading.as_prepared > reading.other.map_or(0, |(_, count)| count)
        })
    }

    fn probe_reading(&self) -> Option<ProbeReading<'_>> {
        let prepared = self.probe.as_deref()?;
        let half = prepared.len() / 2;
        let mut counts = BTreeMap::new();
        for bits in &self.bits {
            let end = self.widths.first().copied().unwrap_or(bits.len());
            let behind = end.checked_sub(half)?;
            let read = [bits.get(..half)?, bits.get(behind..end)?].concat();
            *counts.entry(read).or_insert(0) += 1;
        }
        Some(ProbeReading {
            prepared,
            as_prepared: counts.remove(prepared).unwrap_or(0),
            other: counts.into_iter().max_by_key(|&(_, count)| count),
        })
    }

    /// Idempotency key of the job.
    pub fn key(&self) -> &str {
        &self.provenance.key
    }

    /// Shots of the job, and its price where it is known.
    pub(crate) fn job_cost(&self) -> JobCost {
        JobCost {
            shots: self.total_shots(),
            cost: self.cost.clone(),
        }
    }

    /// The reason why its probe can't be one of these test bits, in words.
    pub(crate) fn probe_misfit(&self, test_bits: &str) -> Option<String> {
        let probe = self.probe.as_deref()?;
        if probe != test_bits {
            return Some(format!("and the test bits are {test_bits}"));
        }
        let half = probe.len() / 2;
        let end = self.first_width();
        let mut read = self.parities.iter().flat_map(|(clbits, _)| clbits);
        let is_test = |&clbit: &u32| {
            let clbit = clbit as usize;
            clbit < half || (clbit + half >= end && clbit < end)
        };
        read.any(is_test)
            .then(|| "and its test bits are among those asked for".into())
    }

    /// Number of clbits of the first program.
    fn first_width(&self) -> usize {
        self.widths.first().copied().unwrap_or(self.num_clbits)
    }

    /// Returns `true` if the requested bits that are not constant are the clbits beside the probe, in order: a
    /// remote backend is noisy, so that no bits are computed from others.
    pub(crate) fn reads_clbits_in_order(&self) -> bool {
        let half = self.probe.as_ref().map_or(0, |probe| probe.len() / 2);
        let end = self.first_width();
        let parities = self.parities.iter();
        let measured = parities.filter(|(clbits, _)| !clbits.is_empty());
        (half..end.saturating_sub(half))
            .chain(end..)
            .zip(measured)
            .all(|(clbit, (clbits, is_flipped))| {
                !is_flipped && matches!(clbits[..], [only] if only as usize == clbit)
            })
    }

    /// The reason why the job, as the first of its game, is more than what was agreed to with it, in words.
    pub(crate) fn agreement_fault(&self) -> Option<String> {
        let agreed = self.agreed_up_to.as_ref()?;
        let job = self.job_cost();
        let is_covered = agreed.shots >= job.shots && agreed.covers(&job);
        (!is_covered).then(|| format!("less than its own {job}"))
    }

    /// Returns `true` if the form is one that this version reads.
    pub(crate) fn is_readable(&self) -> bool {
        (1..=VERSION).contains(&self.version)
    }

    /// Returns `true` if the entry is whole and of a job that was not sent yet.
    pub(crate) fn is_unsent(&self) -> bool {
        let program = sha256(self.provenance.qasm.as_bytes());
        self.is_readable()
            && self.state == EntryState::Sending
            && self.provenance.job.is_none()
            && job_key::is_key(self.key())
            && self.provenance.qasm_sha256 == program
    }

    /// The job as it was before it was sent.
    #[must_use]
    pub fn before_sending(&self) -> Self {
        let provenance = Provenance {
            job: None,
            answer: None,
            raw: String::new(),
            ..self.provenance.clone()
        };
        Self {
            provenance,
            state: EntryState::Sending,
            bits: Vec::new(),
            resent: None,
            ..self.clone()
        }
    }

    /// Returns `true` if the job ended without an answer.
    pub fn has_failed(&self) -> bool {
        matches!(
            self.state,
            EntryState::Failed { .. } | EntryState::Cancelled
        )
    }

    /// Reason why the job ended without an answer, if it did.
    pub fn failure(&self) -> Option<String> {
        match &self.state {
            EntryState::Failed { reason } => Some(reason.clone()),
            EntryState::Cancelled => Some("the job was cancelled".into()),
            EntryState::Sending | EntryState::Sent | EntryState::Answered => None,
        }
    }

    /// Ends the job without an answer, as its user wants.
    pub(crate) fn give_up(&mut self) {
        let reason = GIVEN_UP.into();
        self.state = EntryState::Failed { reason };
    }

    /// Returns `true` if the service answered the job, whether it was given up after that or not.
    pub fn has_answer(&self) -> bool {
        !self.bits.is_empty()
    }

    /// Returns `true` if the user gave the job up, so that its measurement gets a new one.
    pub fn is_given_up(&self) -> bool {
        matches!(&self.state, EntryState::Failed { reason } if reason == GIVEN_UP)
    }

    /// Returns `true` if the user may give the job up: it may still be answered, or its answer is of no
    /// use.
    pub fn may_be_given_up(&self) -> bool {
        let is_useless = || self.bits.is_empty() || self.bit_order_fault().is_some();
        self.is_pending() || (self.state == EntryState::Answered && is_useless())
    }

    /// Returns `true` if the job ended before the service was known to have it, and was not given up.
    pub(crate) fn ended_without_job(&self) -> bool {
        self.has_failed() && self.provenance.job.is_none() && !self.is_given_up()
    }

    /// Returns `true` if the job may still be answered.
    pub fn is_pending(&self) -> bool {
        matches!(self.state, EntryState::Sending | EntryState::Sent)
    }

    /// Number of bits requested for each shot.
    pub(crate) fn num_bits(&self) -> usize {
        self.parities.len()
    }

    /// Requested bits by those that the program measures.
    pub(crate) fn post_processing(&self) -> PostProcessing {
        let parity = |(clbits, is_flipped): &(Vec<u32>, bool)| {
            Parity::new(clbits.iter().copied().map(Clbit), *is_flipped)
        };
        PostProcessing::new(self.parities.iter().map(parity).collect())
    }

    /// Requested bits of each shot; `None` when those of the entry are not of its program, or are more than a
    /// [`Bitstring`] holds.
    pub fn shots(&self) -> Option<Vec<Bitstring>> {
        self.separated(&[self.num_bits()])?.pop()
    }

    /// Requested bits of each shot, separated into runs of circuits with so many clbits each; `None` as for
    /// [`Self::shots`].
    pub(crate) fn separated(&self, widths: &[usize]) -> Option<Vec<Vec<Bitstring>>> {
        let is_whole = widths.iter().sum::<usize>() == self.num_bits();
        if !is_whole || widths.iter().any(|&width| width > Bitstring::MAX_LEN) {
            return None;
        }
        let mut runs = vec![Vec::with_capacity(self.bits.len()); widths.len()];
        for text in &self.bits {
            let bits = self.requested(text)?;
            let mut left = &bits[..];
            for (run, &width) in runs.iter_mut().zip(widths) {
                let (own, behind) = left.split_at(width);
                run.push(own.iter().copied().collect());
                left = behind;
            }
        }
        Some(runs)
    }

    /// Requested bits of a shot.
    fn requested(&self, text: &str) -> Option<Vec<bool>> {
        let read = text.bytes().map(|bit| match bit {
            b'0' => Some(false),
            b'1' => Some(true),
            _ => None,
        });
        let read: Vec<bool> = read.collect::<Option<_>>()?;
        let parity = |(clbits, is_flipped): &(Vec<u32>, bool)| {
            let mut bits = clbits.iter().map(|&clbit| read.get(clbit as usize));
            bits.try_fold(*is_flipped, |sum, bit| Some(sum ^ bit?))
        };
        let parities = self.parities.iter().map(parity);
        (read.len() == self.num_clbits).then(|| parities.collect())?
    }
}

/// Programs of a text, each of which begins with the version of OpenQASM.
fn split_programs(text: &str) -> Vec<&str> {
    let starts = text.match_indices("OPENQASM ").map(|(start, _)| start);
    let mut starts: Vec<usize> = starts.collect();
    starts.push(text.len());
    starts
        .windows(2)
        .map(|ends| &text[ends[0]..ends[1]])
        .collect()
}

/// A [`MeasurementId`] in either form: version 1 has the parts of its name one by one.
#[derive(Deserialize)]
#[serde(untagged)]
enum IdForm {
    Current(MeasurementId),
    Version1 {
        game: String,
        past_sha256: String,
        ply: u32,
        #[serde(rename = "move")]
        mv: String,
        measurement: u32,
        attempt: u32,
    },
}

fn measurement_id<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<MeasurementId>, D::Error> {
    let form = Option::<IdForm>::deserialize(deserializer)?;
    Ok(form.map(|form| match form {
        IdForm::Current(id) => id,
        IdForm::Version1 {
            game,
            past_sha256,
            ply,
            mv,
            measurement,
            attempt,
        } => MeasurementId {
            series: game,
            history: past_sha256,
            name: format!("{ply} {mv} {measurement}"),
            attempt,
        },
    }))
}

#[cfg(test)]
mod tests;
