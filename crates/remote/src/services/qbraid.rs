//! qBraid, a broker of many vendors' devices; its runtime API of 2026 (`api-v2`).
//!
//! Devices and jobs have names with colons in them, such as `aws:aqt:qpu:ibex-q1`. Programs are OpenQASM 3;
//! those for the devices behind Amazon Braket are forwarded to it as they are, so they are written in the gates
//! that all of its devices take. Results are counts, in whose texts bit 0 stands last whatever the vendor. A
//! job has its idempotency key as a tag, by which the list of jobs is filtered. Prices are in credits.

mod credentials;
mod failure;
mod shapes;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use cheqqers_circuit::{Bitstring, Circuit, counted};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use self::failure::{ERRORS, failure};
use self::shapes::{Device, Envelope, Estimate, Job, Jobs, Output, SubmitReply};
use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::{RemoteError, shortened};
use crate::http::{Expect, Http};
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{
    Capabilities, DeviceInfo, DeviceState, JobOutput, JobResponse, JobState, JobStatus,
    RequestPreview, Service,
};
use crate::service_name::ServiceName;
use crate::services::api::{Api, Token};
use crate::services::braket::program::write_for;
use crate::services::descriptor::{ServiceDescriptor, read_openqasm};
use crate::services::pages::PageCount;
use crate::submission::Submission;

/// Most shots of a job on a device that tells no number.
const MOST_SHOTS: usize = 10_000;

/// Jobs of a page of the list: the most that is allowed.
const PAGE: &str = "100";

/// Name of the tag that holds the idempotency key.
const TAG: &str = "cheqqers";

/// Gates that all devices behind Amazon Braket take: those of IonQ's there, which has the fewest.
const BRAKET_GATES: [&str; 15] = [
    "x", "y", "z", "rx", "ry", "rz", "h", "s", "si", "t", "ti", "v", "vi", "cnot", "swap",
];

/// Descriptor of qBraid.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // A second job, as far as is known; qBraid's client repeats it all the same after errors of the server:
    // qbraid-core 0.6.
    submission: Submission::LISTED,
    connect: |profile, environment, retry| {
        Ok(Box::new(Qbraid::connect(profile, environment, retry)?))
    },
    read_answer: |reply, _, entry| output(&reply.text(), entry.num_clbits),
    read_program: read_openqasm,
};

/// Client of qBraid.
#[derive(Debug)]
pub(crate) struct Qbraid {
    api: Api,
    retry: RetryPolicy,
}

impl Qbraid {
    /// # Errors
    /// Returns an error if there is no key, or no address to which one is sent.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let found = credentials::find(profile, environment)?;
        Ok(Self {
            api: Api {
                http: Http::new(DESCRIPTOR.submission, retry)?,
                base: found.url,
                header: ("X-API-Key", ""),
                token: Token::Fixed(found.key),
            },
            retry,
        })
    }

    fn job(&self, job: &str) -> Result<Job, RemoteError> {
        let reply = self.api.get(Expect::Json, &format!("jobs/{job}"), &[])?;
        let found: Envelope<Job> = ERRORS.about_job(reply, job)?.json()?;
        Ok(found.data)
    }
}

/// Full name of a device, of which qBraid's own may lack the first part: as a backend they then have the name
/// that they have there.
fn qrn(device: &str) -> Cow<'_, str> {
    if device.split(':').count() == 3 {
        format!("qbraid:{device}").into()
    } else {
        device.into()
    }
}

/// Returns `true` if a device is one of Amazon Braket's.
fn is_braket(device: &str) -> bool {
    device.starts_with("aws:")
}

/// Returns `true` if jobs of a device are paid for in an account elsewhere, so that they seem to be free.
fn is_paid_elsewhere(device: &str) -> bool {
    device.starts_with("openquantum:")
}

fn dialect(device: &str) -> Dialect {
    if is_braket(device) {
        Dialect::Braket
    } else {
        Dialect::Qasm3
    }
}

/// Body of the request that submits a job.
fn body(entry: &Entry) -> Value {
    json!({
        "name": entry.key(),
        "shots": entry.provenance.shots,
        "deviceQrn": qrn(&entry.provenance.device),
        "tags": {TAG: entry.key()},
        "runtimeOptions": {},
        "program": {"format": "qasm3", "data": entry.provenance.qasm},
    })
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word.to_uppercase().as_str() {
        "INITIALIZING" | "VALIDATING" => JobState::Created,
        "QUEUED" => JobState::Queued,
        "RUNNING" => JobState::Running,
        "CANCELLING" => JobState::Cancelling,
        "COMPLETED" => JobState::Done,
        "FAILED" => JobState::Failed,
        "CANCELLED" => JobState::Cancelled,
        // Also `HOLD`: the result is there, and withheld until the account is settled.
        _ => JobState::Unknown,
    }
}

fn info(found: &Device) -> DeviceInfo {
    let state = match found.status.to_uppercase().as_str() {
        "ONLINE" => DeviceState::Online,
        "UNAVAILABLE" | "OFFLINE" | "RETIRED" => DeviceState::Offline,
        _ => DeviceState::Unknown,
    };
    let until = found.next_available.as_ref();
    let until = until.filter(|_| state == DeviceState::Offline);
    let reason = found.status_msg.as_ref().filter(|text| !text.is_empty());
    let mut said = found.status.clone();
    if let Some(until) = until {
        said = format!("{said} until {until}");
    }
    if let Some(reason) = reason {
        said = format!("{said}: {}", shortened(reason));
    }
    DeviceInfo {
        name: found.qrn.clone(),
        num_qubits: found.number_qubits,
        state,
        said,
        queue: found.queue_depth,
        wait: found
            .avg_queue_time
            .and_then(|minutes| Duration::try_from_secs_f64(60.0 * minutes).ok()),
        is_simulator: found.is_simulator(),
    }
}

/// Remarks on a device.
fn notes(found: &Device) -> Vec<String> {
    let mut notes =
        vec!["the service gives counts: the order of the shots is drawn here".to_owned()];
    if is_paid_elsewhere(&found.qrn) {
        notes.push(
            "jobs are paid for in an account at Open Quantum, of which nothing is told".into(),
        );
        return notes;
    }
    match found.prices() {
        None => notes.push("the service tells no price".into()),
        Some([0.0, 0.0, 0.0]) => {}
        Some(prices) => {
            let parts = [
                "for a job",
                "for each shot",
                "for each minute of the device",
            ];
            let parts = prices.iter().zip(parts).filter(|(price, _)| **price != 0.0);
            let parts: Vec<String> = parts
                .map(|(price, what)| format!("{price} {what}"))
                .collect();
            notes.push(format!(
                "it costs, in credits of which 100 are $1, {}",
                parts.join(" and ")
            ));
            if prices[2] != 0.0 {
                notes.push("the price of its time is an estimate, which a job may exceed".into());
            }
        }
    }
    notes
}

/// Parses a result. In its texts bit 0 is the last, and registers may stand apart.
fn output(text: &str, num_clbits: usize) -> Result<JobOutput, RemoteError> {
    let output: Envelope<Output> = serde_json::from_str(text)
        .map_err(|error| RemoteError::protocol(format!("{error} in {}", shortened(text))))?;
    let data = output.data.result_data;
    match (data.measurement_counts, data.measurement_probabilities) {
        (Some(counts), _) => Ok(JobOutput::Counts(by_bits(counts, num_clbits)?)),
        (None, Some(shares)) => Ok(JobOutput::Probabilities(by_bits(shares, num_clbits)?)),
        (None, None) => Err(RemoteError::protocol(format!(
            "no counts in {}",
            shortened(text)
        ))),
    }
}

fn by_bits<T>(
    found: BTreeMap<String, T>,
    num_clbits: usize,
) -> Result<Vec<(Bitstring, T)>, RemoteError> {
    let found = found.into_iter().map(|(key, value)| {
        let reversed: String = key.chars().rev().filter(|bit| *bit != ' ').collect();
        let bits = reversed.parse::<Bitstring>().ok();
        let bits = bits.filter(|bits| bits.len() == num_clbits);
        let bits = bits.ok_or_else(|| {
            RemoteError::protocol(format!(
                "a result of {key:?} for {}",
                counted(num_clbits, "bit")
            ))
        })?;
        Ok((bits, value))
    });
    found.collect()
}

impl Service for Qbraid {
    fn name(&self) -> &'static str {
        ServiceName::Qbraid.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.api.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let query = [("retired", "false")];
        let reply = ERRORS.check(self.api.get(Expect::Json, "devices", &query)?, None)?;
        let found: Envelope<Vec<Device>> = reply.json()?;
        let found = found.data.iter().filter(|device| device.runs_circuits());
        Ok(found.map(info).collect())
    }

    fn assumed(&self, device: &str) -> Capabilities {
        Capabilities::assumed(device, dialect(device))
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let path = format!("devices/{}", qrn(device));
        let reply = self.api.get(Expect::Json, &path, &[])?;
        let found: Envelope<Device> = ERRORS.about_device(reply, device)?.json()?;
        let found = found.data;
        if !found.runs_circuits() {
            let types = found.run_input_types.unwrap_or_default();
            return Err(RemoteError::unsuitable(
                device,
                format!(
                    "jobs of programs in OpenQASM 3 can't be sent to it; it takes [{}]",
                    types.join(", ")
                ),
            ));
        }
        let info = DeviceInfo {
            name: device.into(),
            ..info(&found)
        };
        let most = found.max_shots.filter(|&most| most > 0);
        let most = most.unwrap_or(MOST_SHOTS);
        let is_free = found.prices() == Some([0.0; 3]) && !is_paid_elsewhere(device);
        Ok(Capabilities {
            is_free: info.is_simulator && is_free,
            price_date: None,
            dialect: Some(dialect(device)),
            shots: found.min_shots.unwrap_or(1).clamp(1, most)..=most,
            native: None,
            calibrated: None,
            notes: notes(&found),
            info,
        })
    }

    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, RemoteError> {
        let name = &device.info.name;
        let written = if is_braket(name) {
            write_for(circuit, Some(&BRAKET_GATES.map(str::to_owned)))
        } else {
            let circuit = AnnotatedCircuit::new(circuit);
            write(&circuit, Dialect::Qasm3).map_err(|error| error.to_string())
        };
        written.map_err(|text| RemoteError::unsuitable(name.clone(), text))
    }

    fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        let device = &entry.provenance.device;
        if is_paid_elsewhere(device) {
            return Ok(None);
        }
        let shots = entry.provenance.shots.to_string();
        let query = [("deviceQrn", &*qrn(device)), ("shots", &shots)];
        let reply = self.api.get(Expect::Json, "jobs/cost-estimate", &query)?;
        let found: Envelope<Estimate> = ERRORS.about_device(reply, device)?.json()?;
        Ok(found.data.cost())
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        Ok(vec![self.api.preview("jobs", body(entry).to_string())])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let reply = self.api.submit("jobs", &body(entry).to_string())?;
        let reply = ERRORS.about_device(reply, &entry.provenance.device)?;
        // Without a name it may have been refused or taken: the list tells.
        let taken: Envelope<SubmitReply> = reply.submitted(entry.key())?;
        Ok(taken.data.job_qrn)
    }

    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let tags = json!({TAG: entry.key()}).to_string();
        let mut found: Vec<Job> = Vec::new();
        let mut pages = PageCount::default();
        for page in 1.. {
            pages.add()?;
            let page = page.to_string();
            let query = [
                ("statusGroup", "all"),
                ("tags", &tags[..]),
                ("limit", PAGE),
                ("page", &page),
            ];
            let reply = ERRORS.check(self.api.get(Expect::Json, "jobs", &query)?, None)?;
            let listed: Jobs = reply.json()?;
            let has_next = listed.pagination.is_some_and(|pages| pages.has_next);
            let is_empty = listed.data.is_empty();
            let ours = |job: &Job| job.has_tag(TAG, entry.key());
            found.extend(listed.data.into_iter().filter(ours));
            if is_empty || !has_next {
                break;
            }
        }
        // The list has the latest first.
        found.reverse();
        found.sort_by(|a, b| a.created().cmp(&b.created()));
        Ok(found.into_iter().map(|job| job.qrn).collect())
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let found = self.job(job)?;
        let state = state(&found.status);
        let mut status = JobStatus::new(state, found.status);
        match state {
            JobState::Done => status.cost = found.cost.and_then(|cost| cost.cost()),
            JobState::Failed => {
                let message = found.status_msg.filter(|message| !message.is_empty());
                status.failure = message.map(|message| failure(&message));
            }
            _ => status.position = found.queue_position,
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        // Until it is there, the answer is 409, after which it is asked for again.
        let path = format!("jobs/{job}/result");
        let reply = ERRORS.about_job(self.api.get(Expect::Json, &path, &[])?, job)?;
        let raw = reply.text();
        let output = output(&raw, entry.num_clbits);
        Ok(JobResponse { raw, output })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = format!("jobs/{job}/cancel");
        let mut repetition = 0;
        loop {
            let reply = self.api.act(&Method::POST, &path)?;
            // A job that is being initialized can't be cancelled yet.
            let is_early = reply.status == StatusCode::CONFLICT;
            let state = || Ok(state(&self.job(job)?.status));
            let cancelled = ERRORS.cancelled(reply, job, state);
            repetition += 1;
            let is_over = cancelled.is_ok() || !is_early;
            if is_over || !self.api.http.waits_before(repetition, self.retry.max_tries) {
                return cancelled;
            }
        }
    }
}
