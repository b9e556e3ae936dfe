//! IBM Quantum Platform: OpenQASM 3 on a device's own qubits, as a circuit of the program `sampler`, or
//! of `executor` where the service offers no `sampler`.
//!
//! The idempotency key is a tag of the job. In results bit 0 of a register is the lowest bit of a number.

pub(in crate::services) mod account;
pub(in crate::services) mod connection;
pub(in crate::services) mod error;
mod instances;
pub(in crate::services) mod program;
pub(in crate::services) mod samples;
pub(in crate::services) mod shapes;
#[cfg(test)]
pub(in crate::services) mod tests;

use std::time::Duration;

use cheqqers_native::Device;
use cheqqers_qasm::Dialect;
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use account::Account;
use connection::{ApiRequest, Connection};
use error::{refused, refused_device, refused_job, refused_part};
use program::{ProgramForm, ProgramForms};
use shapes::{DeviceStatus, Devices, Jobs, Metrics, SubmitReply, Usage};

use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::{Http, Repeat, Reply};
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{
    Capabilities, DeviceChoice, DeviceInfo, DeviceState, JobResponse, JobState, JobStatus,
    RequestPreview, Service,
};
use crate::service_name::ServiceName;
use crate::services::descriptor::{ServiceDescriptor, read_openqasm};
use crate::services::pages::PageCount;
use crate::submission::Submission;

/// The version of the API that the shapes here are of.
const VERSION: &str = "2026-04-15";

/// Beginning of the names of devices that check jobs and answer with random bits.
const MOCK: &str = "mock_";

/// Parameter of lists that shows them and their jobs too, as IBM's client writes it.
const INCLUDE_MOCKS: (&str, &str) = ("include_mocks", "True");

/// Seconds of the device that a job may take, apart from its shots. Jobs of a game take about two.
const BASE_SECONDS: u64 = 10;

/// Shots that a second is enough for: IBM's delay between shots is 0.25 ms by default.
const SHOTS_PER_SECOND: u64 = 2000;

/// Most shots of a job where the device does not say.
const MOST_SHOTS: u64 = 100_000;

/// Jobs of a page of the list.
const PAGE: usize = 50;

/// Descriptor of IBM Quantum Platform.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // A second job, except after these statuses: IBM's client sends again at once after them, as "the
    // IBM Quantum API guarantees that retrying on specific 5xx errors is safe": qiskit-ibm-runtime 0.51,
    // `api/session.py`.
    submission: Submission {
        safe: &[500, 502, 503, 504, 520, 521, 522, 524],
        ..Submission::LISTED
    },
    connect: |profile, environment, retry| Ok(Box::new(connect(profile, environment, retry)?)),
    read_answer: |reply, _, entry| samples::read(&reply.text(), entry),
    read_program: read_openqasm,
};

/// IBM Quantum Platform.
#[derive(Debug)]
pub(crate) struct Ibm {
    connection: Connection,
    forms: ProgramForms,
}

/// Connects to the service of a profile.
pub(crate) fn connect(
    profile: &Profile,
    environment: &Environment,
    retry: RetryPolicy,
) -> Result<Ibm, RemoteError> {
    let account = Account::of_platform(profile, environment)?;
    let http = Http::new(DESCRIPTOR.submission, retry)?;
    Ok(Ibm {
        connection: Connection::new(ServiceName::Ibm, VERSION, account, http),
        forms: ProgramForms::default(),
    })
}

/// Capabilities of a device, from IBM's `configuration` and `properties`.
pub(in crate::services) fn capabilities(
    info: DeviceInfo,
    configuration: &Value,
    properties: &Value,
) -> Result<Capabilities, RemoteError> {
    let native = Device::from_ibm(configuration, properties)
        .map_err(|error| RemoteError::unsuitable(info.name.clone(), error.to_string()))?;
    let most = configuration["max_shots"].as_u64().unwrap_or(MOST_SHOTS);
    Ok(Capabilities {
        info: DeviceInfo {
            num_qubits: Some(native.qubits().len()),
            is_simulator: configuration["simulator"].as_bool().unwrap_or(false),
            ..info
        },
        dialect: Some(Dialect::Ibm),
        shots: 1..=usize::try_from(most).unwrap_or(usize::MAX).max(1),
        calibrated: native.calibrated().map(Into::into),
        native: Some(native),
        is_free: false,
        price_date: None,
        notes: Vec::new(),
    })
}

impl Ibm {
    /// Fetches a description of a device.
    fn of_device<T: DeserializeOwned>(
        &mut self,
        device: &str,
        what: &str,
    ) -> Result<T, RemoteError> {
        let path = ["backends", device, what];
        let reply = self.connection.call(&ApiRequest::get(&path))?;
        if !reply.status.is_success() {
            return Err(refused_device(ServiceName::Ibm, device, &reply));
        }
        reply.json()
    }

    /// Fetches the usage of the instance; `None` if the service does not say it.
    fn usage(&mut self) -> Result<Option<Usage>, RemoteError> {
        let reply = self
            .connection
            .call(&ApiRequest::get(&["instances", "usage"]))?;
        Ok(reply
            .status
            .is_success()
            .then(|| reply.json().ok())
            .flatten())
    }

    /// Fetches the progress of a job in the queue and the time that it used; errors do no harm.
    fn metrics(&mut self, job: &str) -> Option<Metrics> {
        let path = ["jobs", job, "metrics"];
        let reply = self.connection.call(&ApiRequest::get(&path)).ok()?;
        reply.json().ok()
    }

    /// Makes a request about a job.
    fn of_job(&mut self, job: &str, request: &ApiRequest<'_>) -> Result<Reply, RemoteError> {
        let reply = self.connection.call(request)?;
        if reply.status.is_success() {
            return Ok(reply);
        }
        Err(refused(ServiceName::Ibm, job, &reply).without_verdict())
    }
}

/// Seconds of the device that a job may take: IBM ends one that takes longer.
pub(in crate::services) fn max_seconds(entry: &Entry) -> u64 {
    BASE_SECONDS + (entry.provenance.shots as u64).div_ceil(SHOTS_PER_SECOND)
}

/// Body of the request that submits a job.
fn submission(entry: &Entry, form: ProgramForm) -> Value {
    json!({
        "program_id": form.id(),
        "backend": entry.provenance.device,
        "tags": [entry.key()],
        "cost": max_seconds(entry),
        "params": form.params(entry),
    })
}

fn post(body: &Value) -> ApiRequest<'_> {
    ApiRequest {
        method: Method::POST,
        body: Some(body),
        repeat: Repeat::Never,
        ..ApiRequest::get(&["jobs"])
    }
}

impl Service for Ibm {
    fn name(&self) -> &'static str {
        ServiceName::Ibm.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.connection.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let request = ApiRequest {
            query: &[("fields", "wait_time_seconds"), INCLUDE_MOCKS],
            ..ApiRequest::get(&["backends"])
        };
        let reply = self.connection.call(&request)?;
        if !reply.status.is_success() {
            return Err(refused(ServiceName::Ibm, "backends", &reply));
        }
        let found: Devices = reply.json()?;
        Ok(found.devices.into_iter().map(Into::into).collect())
    }

    /// The device with the fewest jobs among those that are online and whose gates circuits can be
    /// written in; the first listed of several, or where no queue is known.
    fn choose(&mut self) -> Result<DeviceChoice, RemoteError> {
        let mut devices = self.devices()?;
        devices
            .retain(|device| device.state == DeviceState::Online && !device.name.starts_with(MOCK));
        devices.sort_by_key(|device| device.queue.unwrap_or(u64::MAX));
        let count = devices.len();
        let mut unsuitable = 0;
        for device in devices {
            match self.capabilities(&device.name) {
                Ok(found) if found.info.state == DeviceState::Online => {}
                Ok(_) | Err(RemoteError::Unsuitable { .. }) => {
                    unsuitable += 1;
                    continue;
                }
                Err(error) => return Err(error),
            }
            let place = match device.queue {
                Some(1) => "1 job waits there, the fewest of".into(),
                Some(queue) => format!("{queue} jobs wait there, the fewest of"),
                None => "no queue is known; the first suitable of".to_owned(),
            };
            let apart = if unsuitable > 0 {
                format!(", apart from {unsuitable} that can't run circuits of a game")
            } else {
                String::new()
            };
            let reason = format!("{place} the {count} devices that are online{apart}");
            let device = device.name;
            return Ok(DeviceChoice { device, reason });
        }
        Err(RemoteError::DeviceOffline {
            device: ServiceName::Ibm.title().into(),
            text: "no device that can run circuits of a game is online".into(),
        })
    }

    fn assumed(&self, device: &str) -> Capabilities {
        Capabilities::assumed(device, Dialect::Ibm)
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let status: DeviceStatus = self.of_device(device, "status")?;
        let configuration = self.of_device(device, "configuration")?;
        let properties = self.of_device(device, "properties")?;
        let info = DeviceInfo {
            name: device.into(),
            num_qubits: None,
            state: status.state(),
            said: status.said(),
            queue: status.length_queue,
            wait: None,
            is_simulator: false,
        };
        let mut found = capabilities(info, &configuration, &properties)?;
        let is_mock = device.starts_with(MOCK);
        found.is_free = is_mock;
        found.notes = vec!["a minute takes five jobs at most".into()];
        if is_mock {
            found
                .notes
                .push("jobs are checked and answered with random bits".into());
        } else if let Some(usage) = self.usage()? {
            found.notes.extend(usage.note());
            if usage.is_used_up() {
                found.notes.push("the instance's time is used up".into());
            }
        }
        Ok(found)
    }

    /// The most seconds that the job may take: the service tells no price before, only whether any time
    /// is left.
    fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        if entry.provenance.device.starts_with(MOCK) {
            return Ok(Some(Cost::free()));
        }
        match self.usage()? {
            Some(usage) if usage.is_used_up() => Err(RemoteError::Quota {
                text: usage.note().unwrap_or_else(|| "no time is left".into()),
            }),
            _ => Ok(Some(Cost {
                amount: max_seconds(entry) as f64,
                unit: "s".into(),
            })),
        }
    }

    fn listed_cost(&self, entry: &Entry) -> Option<Cost> {
        Some(Cost {
            amount: max_seconds(entry) as f64,
            unit: "s".into(),
        })
    }

    fn time_limit(&self, entry: &Entry) -> Option<Duration> {
        Some(Duration::from_secs(max_seconds(entry)))
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let body = submission(entry, self.forms.current());
        self.connection.previews(&post(&body))
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let mut form = self.forms.current();
        let mut first = None;
        let reply = loop {
            let body = submission(entry, form);
            let reply = self.connection.call(&post(&body))?;
            if reply.status.is_success() {
                break reply;
            }
            let error = refused_job(ServiceName::Ibm, &entry.provenance.device, &reply);
            let next = refused_part(&error, &reply).and_then(|part| form.after(part));
            let first = first.get_or_insert(error);
            let next = next.ok_or_else(|| first.clone())?;
            // A proxy may refuse what the service took: a second job is not sent unless there is none.
            let found = self.find(entry).map_err(|_| RemoteError::Ambiguous {
                key: entry.key().into(),
            })?;
            if let Some(job) = found.into_iter().next() {
                self.forms.took(&job, form);
                return Ok(job);
            }
            form = next;
        };
        let job: SubmitReply = reply.submitted(entry.key())?;
        self.forms.took(&job.id, form);
        Ok(job.id)
    }

    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let mut found = Vec::new();
        let mut seen = 0;
        let mut pages = PageCount::default();
        loop {
            pages.add()?;
            let (limit, offset) = (PAGE.to_string(), seen.to_string());
            let query = [
                ("tags", entry.key()),
                ("limit", &limit),
                ("offset", &offset),
                ("sort", "ASC"),
                ("exclude_params", "true"),
                INCLUDE_MOCKS,
            ];
            let request = ApiRequest {
                query: &query,
                ..ApiRequest::get(&["jobs"])
            };
            let page: Jobs = self.of_job(entry.key(), &request)?.json()?;
            seen += page.jobs.len();
            let is_last = page.jobs.is_empty() || page.count.is_none_or(|count| seen >= count);
            let ours = page.jobs.into_iter().filter(|one| one.has_tag(entry.key()));
            found.extend(ours.filter_map(|one| one.name()));
            if is_last {
                break;
            }
        }
        // Those of the same moment stay as they were listed.
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let path = ["jobs", job];
        let request = ApiRequest {
            query: &[("exclude_params", "true")],
            ..ApiRequest::get(&path)
        };
        let found: shapes::Job = self.of_job(job, &request)?.json()?;
        let mut status = self.forms.judge(job, found.into());
        if status.state == JobState::Queued
            && let Some(metrics) = self.metrics(job)
        {
            status.position = metrics.position_in_queue;
            let start = metrics.estimated_start_time;
            let wait = start.map(|start| start.duration_since(jiff::Timestamp::now()));
            status.wait = wait.and_then(|wait| Duration::try_from(wait).ok());
        }
        // From version 2026-03-15 on the job itself does not tell it.
        if status.state.is_final() && status.cost.is_none() {
            status.cost = self.metrics(job).and_then(|metrics| metrics.cost());
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let path = ["jobs", job, "results"];
        let raw = self.of_job(job, &ApiRequest::get(&path))?.text();
        let output = samples::read(&raw, entry);
        Ok(JobResponse { raw, output })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = ["jobs", job, "cancel"];
        let reply = self
            .connection
            .call(&ApiRequest::act(Method::POST, &path))?;
        // In conflict with its having ended.
        if reply.status.is_success() || reply.status == StatusCode::CONFLICT {
            return Ok(());
        }
        Err(refused(ServiceName::Ibm, job, &reply).without_verdict())
    }
}
