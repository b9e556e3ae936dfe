//! IQM Server, version 1 of its API, as IQM Resonance and computers on premises run it.
//!
//! Programs are JSON: circuits of `prx` and `cz` on named qubits, so they are placed here, and for the
//! calibration set that they were placed by. The service lists no jobs, so one whose submit was not
//! answered can't be found there, and no other is sent in its place. Credits are seconds of the computer,
//! and how many a job takes is told by nobody before it ran.

mod credentials;
mod device;
mod failure;
mod output;
mod program;
mod shapes;
#[cfg(test)]
mod tests;

use cheqqers_backend::ResponseForm;
use cheqqers_circuit::Circuit;
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;

use self::credentials::Credentials;
use self::failure::{ERRORS, failure};
use self::shapes::{Architecture, Computer, Computers, Health, Job, Limits, ObservationSet, Queue};
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
use crate::services::api::Api;
use crate::services::descriptor::ServiceDescriptor;
use crate::submission::Submission;

/// Device that stands for the computer in the variable `IQM_QUANTUM_COMPUTER`.
const DEFAULT: &str = "default";

/// Most shots of a job where the service says nothing of it.
const MOST_SHOTS: usize = 20_000;

/// Descriptor of IQM Server.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // There is no list to find a job in; IQM's client never repeats it, and waits 120 s for the
    // response: iqm-client 36, `iqm_server_client.py`.
    submission: Submission::UNLISTED,
    connect: |profile, environment, retry| Ok(Box::new(Iqm::connect(profile, environment, retry)?)),
    read_answer: |reply, form, entry| match form {
        ResponseForm::Shots => output::shots(reply, entry.num_clbits),
        _ => output::counts(reply, entry.num_clbits),
    },
    read_program: program::read,
};

/// Client of an IQM Server.
#[derive(Debug)]
pub(crate) struct Iqm {
    api: Api,
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
            api: Api {
                http: Http::new(DESCRIPTOR.submission, retry)?,
                base: format!("{url}/api/v1"),
                header: ("Authorization", "Bearer "),
                token,
            },
            computer,
            known: None,
        })
    }

    /// Name of a device at the service.
    fn computer<'a>(&'a self, device: &'a str) -> &'a str {
        let own = self.computer.as_deref().filter(|_| device == DEFAULT);
        own.unwrap_or(device)
    }

    fn get(&self, path: &str) -> Result<Reply, RemoteError> {
        self.api.get(Expect::Json, path, &[])
    }

    /// Reads a description of a computer; errors name `device`.
    fn described<T: DeserializeOwned>(&self, path: &str, device: &str) -> Result<T, RemoteError> {
        ERRORS.about_device(self.get(path)?, device)?.json()
    }

    fn computers(&self) -> Result<Vec<Computer>, RemoteError> {
        let reply = ERRORS.check(self.get("quantum-computers")?, None)?;
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
        ERRORS.about_device(reply, device)?.json()
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
        ERRORS
            .about_job(self.get(&format!("jobs/{job}"))?, job)?
            .json()
    }

    /// Path to which a job is sent; its key is the job's tag.
    fn submit_path(&self, entry: &Entry) -> String {
        let computer = self.computer(&entry.provenance.device);
        // Neither has a character that would have to be escaped.
        format!(
            "jobs/{computer}/circuit?use_timeslot=false&tag={}",
            entry.key()
        )
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
        self.api.http.set_deadline(deadline);
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
            return Err(RemoteError::unsuitable(
                computer,
                format!(
                    "there is no such device; the devices are {}",
                    known.collect::<Vec<_>>().join(", ")
                ),
            ));
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
        let (_, architecture) = known.ok_or_else(|| {
            RemoteError::unsuitable(name.clone(), "another device was described in between")
        })?;
        program::write(circuit, architecture)
            .ok_or_else(|| RemoteError::unsuitable(name.clone(), "the circuit is not in its gates"))
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let body = program::payload(entry)?;
        Ok(vec![self.api.preview(&self.submit_path(entry), body)])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let body = program::payload(entry)?;
        let reply = self.api.submit(&self.submit_path(entry), &body)?;
        let reply = ERRORS.about_device(reply, &entry.provenance.device)?;
        let taken: Job = reply.submitted(entry.key())?;
        Ok(taken.id)
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let found = self.job(job)?;
        let state = state(&found.status);
        let mut status = JobStatus::new(state, found.status.clone());
        status.position = found.queue_position;
        match state {
            JobState::Failed => status.failure = failure(&found),
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
            let reply = ERRORS.about_job(shots, job)?;
            return Ok(JobResponse {
                raw: reply.text(),
                output: output::shots(&reply, entry.num_clbits),
            });
        }
        let reply = ERRORS.about_job(self.get(&path("measurement_counts"))?, job)?;
        Ok(JobResponse {
            raw: reply.text(),
            output: output::counts(&reply, entry.num_clbits),
        })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = format!("jobs/{job}/cancel");
        let reply = self.api.act(&Method::POST, &path)?;
        ERRORS.cancelled(reply, job, || Ok(state(&self.job(job)?.status)))
    }
}
