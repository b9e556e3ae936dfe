//! IonQ Quantum Cloud, version 0.4 of its API.
//!
//! Programs are OpenQASM 3 (`ionq.qasm3.v1`), results the artifacts of version 2, in which bit 0
//! stands first. What is wrong with a program shows when its job fails, not when it is sent.

mod credentials;
mod failure;
mod output;
mod shapes;
#[cfg(test)]
mod tests;

use std::time::Duration;

use cheqqers_backend::IONQ_PRICES;
use cheqqers_circuit::Gate;
use cheqqers_native::lower;
use cheqqers_program::read;
use cheqqers_qasm::Dialect;
use jiff::{SignedDuration, Timestamp};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use self::failure::ERRORS;
use self::shapes::{Characterizations, Device, Estimate, Job, JobCost, Jobs, SubmitReply};
use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::{Expect, Http, Reply};
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{
    Capabilities, DeviceInfo, DeviceState, JobResponse, JobState, JobStatus, RequestPreview,
    Service,
};
use crate::service_name::ServiceName;
use crate::services::api::{Api, Token};
use crate::services::descriptor::{ServiceDescriptor, read_openqasm};
use crate::services::pages;
use crate::submission::Submission;
use crate::token::checked_address;

/// The service's simulator.
const SIMULATOR: &str = "simulator";

/// Beginning of the names of the service's machines.
const MACHINE: &str = "qpu.";

/// The most shots of a job. A device may allow fewer, which shows when the job fails.
const MOST_SHOTS: usize = 1_000_000;

/// Jobs of a page of the list.
const PAGE: &str = "25";

/// Age of the oldest jobs that are looked through, in hours: a month. Lists have the latest first, and
/// may be long.
const LOOKED_BACK: i64 = 30 * 24;

/// Field of the metadata that holds the idempotency key.
const KEY_FIELD: &str = "cheqqers";

/// Descriptor of IonQ Quantum Cloud.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // A second job; IonQ's clients repeat it all the same, without a promise: ionq-core 0.2,
    // qiskit-ionq 1.1.
    submission: Submission::LISTED,
    connect: |profile, environment, retry| {
        Ok(Box::new(Ionq::connect(profile, environment, retry)?))
    },
    read_answer: |reply, form, entry| output::read(reply, form, entry.num_clbits),
    read_program: read_openqasm,
};

/// IonQ Quantum Cloud.
#[derive(Debug)]
pub(crate) struct Ionq {
    api: Api,
    retry: RetryPolicy,
    /// The noise model of the device `simulator`.
    noise: Option<String>,
}

/// Runner of a job: `simulator`, `simulator:forte-1` with the noise of a machine, `qpu.forte-1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Target<'a> {
    backend: &'a str,
    noise: Option<&'a str>,
}

impl Target<'_> {
    fn is_simulator(self) -> bool {
        self.backend == SIMULATOR
    }

    /// Returns `true` if shots are taken: without noise the simulator gives probabilities.
    fn has_shots(self) -> bool {
        !self.is_simulator() || self.noise.is_some_and(|model| model != "ideal")
    }
}

impl Ionq {
    /// # Errors
    /// Returns an error if there is no key.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let found = credentials::find(profile, environment)?;
        checked_address(ServiceName::Ionq, &found.url)?;
        Ok(Self {
            api: Api {
                http: Http::new(DESCRIPTOR.submission, retry)?,
                base: found.url,
                header: ("Authorization", "apiKey "),
                token: Token::Fixed(found.authorization),
            },
            retry,
            noise: profile.noise.clone(),
        })
    }

    fn target<'a>(&'a self, device: &'a str) -> Target<'a> {
        match device.split_once(':') {
            Some((backend, model)) => Target {
                backend,
                noise: Some(model),
            },
            None => Target {
                backend: device,
                noise: self.noise.as_deref().filter(|_| device == SIMULATOR),
            },
        }
    }

    /// Makes a GET request. A conflict is one of the gateway, not of the service, and passes.
    fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<Reply, RemoteError> {
        let mut repetition = 0;
        loop {
            let reply = self.api.get(Expect::Json, path, query)?;
            if reply.status != StatusCode::CONFLICT {
                return Ok(reply);
            }
            repetition += 1;
            if !self.api.http.waits_before(repetition, self.retry.max_tries) {
                let text = reply.excerpt();
                return Err(RemoteError::Unreachable { text });
            }
        }
    }

    fn job(&self, job: &str) -> Result<Job, RemoteError> {
        ERRORS
            .about_job(self.get(&format!("jobs/{job}"), &[])?, job)?
            .json()
    }

    /// Body of the request that submits a job.
    fn body(&self, entry: &Entry) -> Value {
        let target = self.target(&entry.provenance.device);
        // Only this version names results after the registers of the program.
        let mut settings = json!({"compilation": {"service_version": "v0.4"}});
        if !target.is_simulator() {
            // What it gives is no shot that was ever taken.
            settings["error_mitigation"] = json!({"debiasing": false});
        }
        let mut body = json!({
            "type": "ionq.qasm3.v1",
            "backend": target.backend,
            "shots": entry.provenance.shots,
            "name": entry.key(),
            "metadata": {KEY_FIELD: entry.key()},
            "settings": settings,
            "input": {"data": entry.provenance.qasm},
        });
        if let Some(model) = target.noise {
            body["noise"] = json!({"model": model});
        }
        body
    }

    fn info(found: &Device) -> DeviceInfo {
        let state = match found.status.to_lowercase().as_str() {
            "available" => DeviceState::Online,
            "unavailable" | "retired" => DeviceState::Offline,
            _ => DeviceState::Unknown,
        };
        DeviceInfo {
            name: found.backend.clone(),
            num_qubits: found.qubits,
            state,
            said: found.status.clone(),
            queue: None,
            wait: found.average_queue_time.and_then(milliseconds),
            is_simulator: found.backend == SIMULATOR,
        }
    }

    /// Time of a machine's calibration, where the service says so.
    fn calibrated(&self, backend: &str) -> Option<String> {
        let path = format!("backends/{backend}/characterizations");
        let reply = self.get(&path, &[("limit", "1")]).ok()?;
        let found: Characterizations = reply.json().ok()?;
        found.characterizations?.into_iter().next()?.date
    }
}

/// A time in milliseconds.
fn milliseconds(time: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(time / 1000.0).ok()
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word.to_lowercase().as_str() {
        "submitted" => JobState::Created,
        "ready" => JobState::Queued,
        "started" => JobState::Running,
        "completed" => JobState::Done,
        "failed" => JobState::Failed,
        "canceled" | "cancelled" => JobState::Cancelled,
        _ => JobState::Unknown,
    }
}

/// Numbers of gates on one and on two qubits of a program in a machine's own gates, turns about Z
/// aside, which cost nothing there.
fn sizes(program: &str) -> Option<(usize, usize)> {
    let circuit = lower(&read(program).ok()?.circuit);
    let (mut single, mut double) = (0, 0);
    for (gate, _) in circuit.gates() {
        match gate {
            Gate::Rz(_) => {}
            Gate::Cz => double += 1,
            _ => single += 1,
        }
    }
    Some((single, double))
}

/// Remarks on a device.
fn notes(found: &Device, target: Target<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if !target.has_shots() {
        notes.push(
            "without a noise model the simulator gives probabilities, from which shots are drawn \
             here; simulator:forte-1 gives shots"
                .into(),
        );
    }
    if let Some(model) = target.noise {
        notes.push(format!("it has the noise of {model}"));
    }
    if !target.is_simulator() {
        notes.push("every job has a least price, however few its shots".into());
        notes.push("debiasing is off, as it gives no shots".into());
    }
    if found.degraded == Some(true) {
        notes.push("the service calls the device degraded".into());
    }
    notes
}

impl Service for Ionq {
    fn name(&self) -> &'static str {
        ServiceName::Ionq.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.api.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let reply = ERRORS.check(self.get("backends", &[])?, None)?;
        let found: Vec<Device> = reply.json()?;
        let mut devices: Vec<DeviceInfo> = found.iter().map(Self::info).collect();
        // The simulator with the noise of each machine there is.
        let simulator = devices.iter().find(|device| device.name == SIMULATOR);
        if let Some(simulator) = simulator.cloned() {
            let models: Vec<String> = devices
                .iter()
                .filter_map(|device| device.name.strip_prefix(MACHINE))
                .map(|model| format!("{SIMULATOR}:{model}"))
                .collect();
            devices.extend(models.into_iter().map(|name| DeviceInfo {
                name,
                ..simulator.clone()
            }));
        }
        Ok(devices)
    }

    fn assumed(&self, device: &str) -> Capabilities {
        let mut assumed = Capabilities::assumed(device, Dialect::Ionq);
        // As published: a dry run counts the jobs that circuits take side by side.
        let sizes = [("qpu.forte", 36), ("qpu.aria", 25)];
        let size = sizes.iter().find(|(name, _)| device.starts_with(name));
        assumed.info.num_qubits = size.map(|(_, num_qubits)| *num_qubits);
        assumed
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        // What is said of devices needs no key, so a bad one would be noticed too late.
        ERRORS.check(self.get("whoami", &[])?, None)?;
        let target = self.target(device);
        let path = format!("backends/{}", target.backend);
        let found: Device = ERRORS.about_device(self.get(&path, &[])?, device)?.json()?;
        if target.noise.is_some() && !target.is_simulator() {
            return Err(RemoteError::unsuitable(
                device,
                "only the simulator takes a noise model",
            ));
        }
        let calibrated = if target.is_simulator() {
            None
        } else {
            self.calibrated(target.backend)
        };
        Ok(Capabilities {
            info: DeviceInfo {
                name: device.into(),
                ..Self::info(&found)
            },
            dialect: Some(Dialect::Ionq),
            shots: 1..=MOST_SHOTS,
            native: None,
            calibrated,
            is_free: target.is_simulator(),
            price_date: None,
            notes: notes(&found, target),
        })
    }

    fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        let target = self.target(&entry.provenance.device);
        if target.is_simulator() {
            return Ok(Some(Cost {
                amount: 0.0,
                unit: "USD".into(),
            }));
        }
        let Some((single, double)) = sizes(&entry.provenance.qasm) else {
            return Ok(None);
        };
        let number = |number: usize| number.to_string();
        let query = [
            ("backend", target.backend.to_owned()),
            ("qubits", number(entry.num_qubits)),
            ("shots", number(entry.provenance.shots)),
            ("1q_gates", number(single)),
            ("2q_gates", number(double)),
            ("error_mitigation", "false".into()),
        ];
        let query: Vec<(&str, &str)> = query
            .iter()
            .map(|(key, value)| (*key, &value[..]))
            .collect();
        let reply =
            ERRORS.about_device(self.get("jobs/estimate", &query)?, &entry.provenance.device)?;
        Ok(reply.json::<Estimate>()?.cost())
    }

    fn listed_cost(&self, entry: &Entry) -> Option<Cost> {
        let amount = if self.target(&entry.provenance.device).is_simulator() {
            0.0
        } else {
            let (single, double) = sizes(&entry.provenance.qasm)?;
            IONQ_PRICES.job(entry.provenance.shots, single, double)
        };
        let unit = "USD".into();
        Some(Cost { amount, unit })
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let body = self.body(entry).to_string();
        Ok(vec![self.api.preview("jobs", body)])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let reply = self.api.submit("jobs", &self.body(entry).to_string())?;
        let reply = ERRORS.about_device(reply, &entry.provenance.device)?;
        let taken: SubmitReply = reply.submitted(entry.key())?;
        Ok(taken.id)
    }

    /// Reads the list back to the page after those that have it, or for a month.
    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let since = Timestamp::now() - SignedDuration::from_hours(LOOKED_BACK);
        let mut has_found = false;
        let mut found: Vec<Job> = pages::all(|next| {
            let mut query = vec![("limit", PAGE)];
            query.extend(next.map(|next| ("next", next)));
            let reply = ERRORS.check(self.get("jobs", &query)?, None)?;
            let page: Jobs = reply.json()?;
            let is_old = page.are_before(since);
            let mut ours = page.jobs;
            ours.retain(|listed| listed.has_tag(KEY_FIELD, entry.key()));
            let is_behind = has_found && ours.is_empty();
            has_found |= !ours.is_empty();
            Ok((ours, page.next.filter(|_| !is_old && !is_behind)))
        })?;
        found.sort_by(|a, b| a.submitted_at.cmp(&b.submitted_at));
        Ok(found.into_iter().map(|listed| listed.id).collect())
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let found = self.job(job)?;
        let state = state(&found.status);
        let mut status = JobStatus::new(state, found.status.clone());
        if !state.is_final() {
            status.wait = found.predicted_wait_time_ms.and_then(milliseconds);
        }
        let backend = found.backend.as_deref().unwrap_or_default();
        if state == JobState::Done && backend != SIMULATOR {
            // What it did cost is good to know, and no reason to lose the answer.
            let reply = self.get(&format!("jobs/{job}/cost"), &[]);
            let cost = reply.and_then(|reply| reply.json::<JobCost>());
            status.cost = cost.ok().and_then(JobCost::cost);
        }
        let failure = found.failure.as_ref();
        status.failure = failure
            .filter(|_| state == JobState::Failed)
            .map(|failure| failure.to_error(backend));
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let found = self.job(job)?;
        let Some((form, artifact)) = output::best(&found) else {
            let given: Vec<&str> = found.formats().collect();
            return Err(RemoteError::protocol(format!(
                "a completed job without results, but [{}]",
                given.join(", ")
            )));
        };
        let path = format!("jobs/{job}/artifacts/{artifact}");
        let reply = ERRORS.about_job(self.get(&path, &[])?, job)?;
        Ok(JobResponse {
            raw: reply.text(),
            output: output::read(&reply, form, entry.num_clbits),
        })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = format!("jobs/{job}/status/cancel");
        let reply = self.api.act(&Method::PUT, &path)?;
        ERRORS.cancelled(reply, job, || Ok(state(&self.job(job)?.status)))
    }
}
