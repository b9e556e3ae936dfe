//! IQM Server, version 1 of its API, as IQM Resonance and computers on premises run it.
//!
//! Programs are JSON: circuits of `prx` and `cz` on named qubits, so they are placed here, and for the
//! calibration set that they were placed by. The service lists no jobs, so one whose submit was not
//! answered can't be found there, and no other is sent in its place.

mod credentials;
mod device;
mod failure;
pub(super) mod output;
pub(super) mod program;
mod shapes;
#[cfg(test)]
mod tests;

use cheqqers_circuit::Circuit;
use reqwest::StatusCode;
use reqwest::blocking::{Client, RequestBuilder};
use reqwest::header::AUTHORIZATION;
use serde::de::DeserializeOwned;

use self::credentials::{Credentials, Token};
use self::failure::{about_device, about_job, job_failure, refusal};
use self::shapes::{Architecture, Computer, Computers, Health, Job, Limits, ObservationSet, Queue};
use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::{Expect, Http, Repeat, Reply};
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{
    Capabilities, DeviceInfo, DeviceState, JobResponse, JobState, JobStatus, RequestPreview,
    Service,
};
use crate::service_name::ServiceName;

/// Device that stands for the computer in the variable `IQM_QUANTUM_COMPUTER`.
const DEFAULT: &str = "default";

/// Most shots of a job where the service says nothing of it.
const MOST_SHOTS: usize = 20_000;

/// Client of an IQM Server.
#[derive(Debug)]
pub(crate) struct Iqm {
    http: Http,
    url: String,
    token: Token,
    /// Value of `IQM_QUANTUM_COMPUTER`.
    computer: Option<String>,
    /// Calibrated gates of the device that was described last, with its name.
    known: Option<(String, Architecture)>,
}

impl Iqm {
    /// # Errors
    /// Returns an error if there is no address or no token.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let Credentials {
            url,
            token,
            computer,
        } = credentials::find(profile, environment)?;
        Ok(Self {
            http: Http::new(ServiceName::Iqm, retry)?,
            url,
            token,
            computer,
            known: None,
        })
    }

    /// Name of a device at the service.
    fn computer<'a>(&'a self, device: &'a str) -> &'a str {
        let own = self.computer.as_deref().filter(|_| device == DEFAULT);
        own.unwrap_or(device)
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v1/{path}", self.url)
    }

    fn authorized(&self, request: RequestBuilder) -> Result<RequestBuilder, RemoteError> {
        Ok(request.header(AUTHORIZATION, self.token.authorization()?))
    }

    fn get(&self, path: &str) -> Result<Reply, RemoteError> {
        let url = self.address(path);
        let ask = |client: &Client| self.authorized(client.get(&url));
        self.http.send(Repeat::Freely, Expect::Json, ask)
    }

    /// Reads a description of a computer; errors name `device`.
    fn described<T: DeserializeOwned>(&self, path: &str, device: &str) -> Result<T, RemoteError> {
        about_device(self.get(path)?, device)?.json()
    }

    fn computers(&self) -> Result<Vec<Computer>, RemoteError> {
        let reply = self.get("quantum-computers")?;
        if !reply.status.is_success() {
            return Err(refusal(&reply, None));
        }
        Ok(reply.json::<Computers>()?.quantum_computers)
    }

    fn architecture(&self, device: &str) -> Result<Architecture, RemoteError> {
        let computer = self.computer(device);
        let path = format!("calibration-sets/{computer}/default/dynamic-quantum-architecture");
        self.described(&path, device)
    }

    /// Observations of a calibration set; none where it has none, as those of simulated computers, or
    /// does not show them to this user.
    fn observations(&self, path: &str, device: &str) -> Result<ObservationSet, RemoteError> {
        let reply = self.get(path)?;
        if matches!(reply.status, StatusCode::NOT_FOUND | StatusCode::FORBIDDEN) {
            return Ok(ObservationSet::default());
        }
        about_device(reply, device)?.json()
    }

    /// State and queue of a computer; the queue is nothing that must be known.
    fn info(&self, computer: &str) -> Result<DeviceInfo, RemoteError> {
        let path = |what| format!("quantum-computers/{computer}/{what}");
        let health: Health = self.described(&path("health"), computer)?;
        let queue = self.described::<Queue>(&path("queue-availability"), computer);
        let (state, said) = if health.healthy {
            (DeviceState::Online, "healthy")
        } else {
            (DeviceState::Offline, "not healthy")
        };
        Ok(DeviceInfo {
            name: computer.into(),
            num_qubits: None,
            state,
            said: said.into(),
            queue: queue.ok().map(|queue| queue.queue_length),
            wait: None,
            is_simulator: false,
        })
    }

    fn job(&self, job: &str) -> Result<Job, RemoteError> {
        about_job(self.get(&format!("jobs/{job}"))?, job)?.json()
    }

    /// Address to which a job is sent; its key is the job's tag.
    fn submit_address(&self, entry: &Entry) -> String {
        let computer = self.computer(&entry.provenance.device);
        // Neither has a character that would have to be escaped.
        let path = format!(
            "jobs/{computer}/circuit?use_timeslot=false&tag={}",
            entry.key()
        );
        self.address(&path)
    }
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word.to_lowercase().as_str() {
        "waiting" => JobState::Queued,
        "processing" => JobState::Running,
        "completed" => JobState::Done,
        "failed" => JobState::Failed,
        "cancelled" => JobState::Cancelled,
        _ => JobState::Unknown,
    }
}

impl Service for Iqm {
    fn name(&self) -> &'static str {
        ServiceName::Iqm.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let computers = self.computers()?.into_iter();
        computers
            .map(|computer| self.info(&computer.alias))
            .collect()
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let computer = self.computer(device).to_owned();
        let known = self.computers()?;
        if known.iter().all(|known| !known.is_called(&computer)) {
            let known = known.iter().map(|known| &known.alias[..]);
            return Err(RemoteError::Unsuitable {
                device: computer,
                text: format!(
                    "there is no such device; the devices are {}",
                    known.collect::<Vec<_>>().join(", ")
                ),
            });
        }
        let info = self.info(&computer)?;
        let architecture = self.architecture(device)?;
        let set = &architecture.calibration_set_id;
        let path = format!("calibration-sets/{computer}/{set}");
        let metrics = self.observations(&format!("{path}/metrics"), device)?;
        let times = self.observations(&path, device)?;
        let mut notes = device::notes(&metrics);
        let native = device::native(&computer, &architecture, &metrics, &times)?;
        let limits = format!("quantum-computers/{computer}/limits");
        let limits = self.described::<Limits>(&limits, device);
        let most = limits.ok().and_then(|limits| limits.most_shots());
        if most.is_none() {
            notes.push("the service does not say how many shots a job may have".into());
        }
        let capabilities = Capabilities {
            info: DeviceInfo {
                num_qubits: Some(native.num_qubits()),
                ..info
            },
            dialect: None,
            shots: 1..=most.unwrap_or(MOST_SHOTS),
            native: Some(native),
            calibrated: metrics.time().map(str::to_owned),
            is_free: false,
            price_date: None,
            notes,
        };
        self.known = Some((device.into(), architecture));
        Ok(capabilities)
    }

    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, RemoteError> {
        let name = &device.info.name;
        let known = self.known.as_ref();
        let known = known.filter(|(known, _)| self.computer(known) == name);
        let (_, architecture) = known.ok_or_else(|| RemoteError::Unsuitable {
            device: name.clone(),
            text: "another device was described in between".into(),
        })?;
        program::write(circuit, architecture).ok_or_else(|| RemoteError::Unsuitable {
            device: name.clone(),
            text: "the circuit is not in its gates".into(),
        })
    }

    /// Credits are seconds of the computer, and how many a job takes is told by nobody before it ran.
    fn cost(&mut self, _: &Entry) -> Result<Option<Cost>, RemoteError> {
        Ok(None)
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let url = self.submit_address(entry);
        let body = program::payload(entry)?;
        Ok(vec![RequestPreview::of_json_with_token(&url, body)])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let url = self.submit_address(entry);
        let body = program::payload(entry)?;
        let authorized = |request| self.authorized(request);
        let reply = self.http.submit_json(&url, &body, authorized)?;
        let reply = about_device(reply, &entry.provenance.device)?;
        // It was taken, and what it is called is not known.
        let taken: Job = reply.json().map_err(|_| RemoteError::Ambiguous {
            key: entry.key().into(),
        })?;
        Ok(taken.id)
    }

    /// The service has no list of jobs.
    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        Err(RemoteError::NoLookup {
            service: self.name().into(),
            key: entry.key().into(),
        })
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let found = self.job(job)?;
        let state = state(&found.status);
        let mut status = JobStatus::new(state, found.status.clone());
        status.position = found.queue_position;
        match state {
            JobState::Failed => status.failure = job_failure(&found),
            JobState::Done => {
                status.cost = found.runtime_ms.map(|milliseconds| Cost {
                    amount: milliseconds / 1000.0,
                    unit: "s".into(),
                });
            }
            _ => {}
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let path = |kind| format!("jobs/{job}/artifacts/{kind}");
        let shots = self.get(&path("measurements"))?;
        if shots.status != StatusCode::NOT_FOUND {
            let reply = about_job(shots, job)?;
            return Ok(JobResponse {
                raw: reply.text(),
                output: output::shots(&reply, entry.num_clbits),
            });
        }
        let reply = about_job(self.get(&path("measurement_counts"))?, job)?;
        Ok(JobResponse {
            raw: reply.text(),
            output: output::counts(&reply, entry.num_clbits),
        })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let url = self.address(&format!("jobs/{job}/cancel"));
        let reply = self.http.send(Repeat::Freely, Expect::Anything, |client| {
            self.authorized(client.post(&url))
        })?;
        if reply.status.is_success() || state(&self.job(job)?.status).is_final() {
            return Ok(());
        }
        about_job(reply, job).map(|_| ())
    }
}
