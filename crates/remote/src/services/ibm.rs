//! IBM Quantum Platform: OpenQASM 3 on a device's own qubits, as a circuit of the program `sampler`.
//!
//! A marker is a tag of its job. In results bit 0 of a register is the lowest bit of a number.

pub(in crate::services) mod account;
pub(in crate::services) mod connection;
pub(in crate::services) mod error;
pub(in crate::services) mod samples;
pub(in crate::services) mod shapes;

use std::thread::sleep;
use std::time::Duration;

use cheqqers_backend::JobError;
use cheqqers_native::Device;
use cheqqers_qasm::Dialect;
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use account::Account;
use connection::{Ask, Connection};
use error::{refused, refused_device, refused_job};
use shapes::{DeviceStatus, Devices, Jobs, Metrics, Submitted, Usage};

use crate::http::{Repeat, Reply};
use crate::service::{
    Answer, Capabilities, Cost, DeviceInfo, Draft, JobState, NewJob, Service, Status,
};
use crate::words::lost;
use crate::{Pace, Profile, ServiceName, Surroundings};

/// The version of the API that the shapes here are of.
const VERSION: &str = "2026-04-15";

/// What the names of devices begin with that check jobs and answer with random bits.
const MOCK: &str = "mock_";

/// How many seconds of the device a job may take: enough for the most shots, and little of the
/// smallest allowance.
const MOST_SECONDS: u32 = 120;

/// How many shots a job has at most where the device does not say.
const MOST_SHOTS: u64 = 100_000;

/// How many jobs are listed at a time.
const PAGE: usize = 50;

/// How often a submission waits that came too soon: five are taken a minute.
const WAITS: u32 = 2;

/// IBM Quantum Platform.
#[derive(Debug)]
pub(crate) struct Ibm {
    connection: Connection,
    pace: Pace,
}

/// The service of a profile.
pub(crate) fn connect(
    profile: &Profile,
    surroundings: &Surroundings,
    pace: Pace,
) -> Result<Ibm, JobError> {
    let account = Account::of_platform(profile, surroundings)?;
    let connection = Connection::new(ServiceName::Ibm, VERSION, account, pace)?;
    Ok(Ibm { connection, pace })
}

/// What the program `sampler` is given: one circuit, and nothing done to its bits.
pub(in crate::services) fn params(job: &NewJob<'_>) -> Value {
    json!({
        "version": 2,
        "support_qiskit": false,
        "pubs": [[job.program, null, job.shots]],
        "options": {
            "dynamical_decoupling": {"enable": false},
            "twirling": {"enable_gates": false, "enable_measure": false},
            "execution": {"init_qubits": true, "meas_type": "classified"},
        },
    })
}

/// What a device can do, from IBM's `configuration` and `properties`.
pub(in crate::services) fn capabilities(
    info: DeviceInfo,
    configuration: &Value,
    properties: &Value,
) -> Result<Capabilities, JobError> {
    let native = Device::from_ibm(configuration, properties).map_err(|error| {
        let device = info.name.clone();
        let text = error.to_string();
        JobError::Unsuitable { device, text }
    })?;
    let most = configuration["max_shots"].as_u64().unwrap_or(MOST_SHOTS);
    Ok(Capabilities {
        info: DeviceInfo {
            num_qubits: Some(native.qubits().len()),
            is_simulator: configuration["simulator"].as_bool().unwrap_or(false),
            ..info
        },
        dialect: Dialect::Ibm,
        shots: 1..=usize::try_from(most).unwrap_or(usize::MAX).max(1),
        calibrated: native.calibrated().map(Into::into),
        native: Some(native),
        is_free: false,
        notes: Vec::new(),
    })
}

impl Ibm {
    /// What is told of a device.
    fn of_device<T: DeserializeOwned>(&mut self, device: &str, what: &str) -> Result<T, JobError> {
        let path = ["backends", device, what];
        let reply = self.connection.call(&Ask::get(&path))?;
        if !reply.status.is_success() {
            return Err(refused_device(ServiceName::Ibm, device, &reply));
        }
        reply.json()
    }

    /// What is left of the instance's time; `None` where that is not told.
    fn usage(&mut self) -> Result<Option<Usage>, JobError> {
        let reply = self.connection.call(&Ask::get(&["instances", "usage"]))?;
        Ok(reply
            .status
            .is_success()
            .then(|| reply.json().ok())
            .flatten())
    }

    /// How far a job has come in the queue, which it does no harm not to know.
    fn metrics(&mut self, job: &str) -> Option<Metrics> {
        let path = ["jobs", job, "metrics"];
        let reply = self.connection.call(&Ask::get(&path)).ok()?;
        reply.json().ok()
    }

    /// What is told of a job.
    fn of_job(&mut self, job: &str, ask: &Ask<'_>) -> Result<Reply, JobError> {
        let reply = self.connection.call(ask)?;
        if reply.status.is_success() {
            return Ok(reply);
        }
        Err(lost(refused(ServiceName::Ibm, job, &reply)))
    }
}

/// The body that submits a job.
fn submission(job: &NewJob<'_>) -> Value {
    json!({
        "program_id": "sampler",
        "backend": job.device,
        "tags": [job.marker],
        "cost": MOST_SECONDS,
        "params": params(job),
    })
}

fn post(body: &Value) -> Ask<'_> {
    Ask {
        method: Method::POST,
        body: Some(body),
        repeat: Repeat::Never,
        ..Ask::get(&["jobs"])
    }
}

impl Service for Ibm {
    fn name(&self) -> &'static str {
        ServiceName::Ibm.name()
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, JobError> {
        let ask = Ask {
            query: &[("fields", "wait_time_seconds")],
            ..Ask::get(&["backends"])
        };
        let reply = self.connection.call(&ask)?;
        if !reply.status.is_success() {
            return Err(refused(ServiceName::Ibm, "backends", &reply));
        }
        let found: Devices = reply.json()?;
        Ok(found.devices.into_iter().map(Into::into).collect())
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, JobError> {
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
            found.notes.extend(usage.told());
            if usage.is_used_up() {
                found.notes.push("the instance's time is used up".into());
            }
        }
        Ok(found)
    }

    /// Nothing is said of that before, but whether any time is left.
    fn cost(&mut self, job: &NewJob<'_>) -> Result<Option<Cost>, JobError> {
        if job.device.starts_with(MOCK) {
            return Ok(None);
        }
        match self.usage()? {
            Some(usage) if usage.is_used_up() => Err(JobError::Quota {
                text: usage.told().unwrap_or_else(|| "no time is left".into()),
            }),
            _ => Ok(None),
        }
    }

    fn drafts(&mut self, job: &NewJob<'_>) -> Result<Vec<Draft>, JobError> {
        Ok(self.connection.drafts(&post(&submission(job))))
    }

    fn submit(&mut self, job: &NewJob<'_>) -> Result<String, JobError> {
        let body = submission(job);
        let mut waits = 0;
        let reply = loop {
            match self.connection.call(&post(&body)) {
                Err(JobError::RateLimited { .. }) if waits < WAITS => waits += 1,
                reply => break reply?,
            }
            sleep(self.pace.longest);
        };
        if !reply.status.is_success() {
            return Err(refused_job(ServiceName::Ibm, job.device, &reply));
        }
        // It has been taken, whatever came back.
        let submitted: Result<Submitted, JobError> = reply.json();
        submitted
            .map(|job| job.id)
            .map_err(|_| JobError::Ambiguous {
                marker: job.marker.into(),
            })
    }

    fn find(&mut self, job: &NewJob<'_>) -> Result<Vec<String>, JobError> {
        let mut found = Vec::new();
        let mut seen = 0;
        loop {
            let (limit, offset) = (PAGE.to_string(), seen.to_string());
            let query = [
                ("tags", job.marker),
                ("limit", &limit),
                ("offset", &offset),
                ("sort", "ASC"),
                ("exclude_params", "true"),
            ];
            let ask = Ask {
                query: &query,
                ..Ask::get(&["jobs"])
            };
            let page: Jobs = self.of_job(job.marker, &ask)?.json()?;
            seen += page.jobs.len();
            let is_last = page.jobs.is_empty() || page.count.is_none_or(|count| seen >= count);
            let ours = page.jobs.into_iter().filter(|one| one.bears(job.marker));
            found.extend(ours.filter_map(|one| one.name()));
            if is_last {
                break;
            }
        }
        // Those of the same moment stay as they were listed.
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    fn status(&mut self, job: &str) -> Result<Status, JobError> {
        let path = ["jobs", job];
        let ask = Ask {
            query: &[("exclude_params", "true")],
            ..Ask::get(&path)
        };
        let found: shapes::Job = self.of_job(job, &ask)?.json()?;
        let mut status = Status::from(found);
        if status.state == JobState::Queued
            && let Some(metrics) = self.metrics(job)
        {
            status.position = metrics.position_in_queue;
            let start = metrics.estimated_start_time;
            let wait = start.map(|start| start.duration_since(jiff::Timestamp::now()));
            status.wait = wait.and_then(|wait| Duration::try_from(wait).ok());
        }
        Ok(status)
    }

    fn result(&mut self, job: &str, asked: &NewJob<'_>) -> Result<Answer, JobError> {
        let path = ["jobs", job, "results"];
        let reply = self.of_job(job, &Ask::get(&path))?;
        samples::read(&reply.text(), asked)
    }

    fn cancel(&mut self, job: &str) -> Result<(), JobError> {
        let path = ["jobs", job, "cancel"];
        let reply = self.connection.call(&Ask::act(Method::POST, &path))?;
        // In conflict with its having ended.
        if reply.status.is_success() || reply.status == StatusCode::CONFLICT {
            return Ok(());
        }
        Err(lost(refused(ServiceName::Ibm, job, &reply)))
    }
}
