//! IBM Quantum System API: a machine on a site's own premises, and an object storage through which
//! circuits and results go.
//!
//! The client names the job: its id is made of the idempotency key, so that a job which was lost on the way
//! is there already when it is sent again. Jobs are deleted when they have ended, as each may keep one
//! of the site's few lanes: those with an answer at once, as that stays in the storage, others when the
//! next job is sent, as then it has been written down how they ended.

mod site;
mod storage;
#[cfg(test)]
mod tests;

use std::mem::take;
use std::time::Duration;

use cheqqers_backend::sha256;
use cheqqers_qasm::Dialect;
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use site::Site;
use storage::Storage;

use super::ibm::connection::{ApiRequest, Connection};
use super::ibm::error::{ErrorText, NO_JOB, refused, refused_device, refused_job, word};
use super::ibm::program::ProgramForms;
use super::ibm::shapes::{ended, state_of_device};
use super::ibm::{capabilities, samples};
use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::RemoteError;
use crate::http::{Expect, Http, Repeat, Reply};
use crate::profile::Profile;
use crate::retry::RetryPolicy;
use crate::service::{
    Capabilities, DeviceInfo, JobResponse, JobState, JobStatus, RequestPreview, Service,
};
use crate::service_name::ServiceName;
use crate::services::descriptor::{ServiceDescriptor, read_openqasm};
use crate::submission::Submission;

/// The version of the API that the shapes here are of.
const VERSION: &str = "2025-08-15";

/// Descriptor of IBM Quantum System API.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // Refused: the client names the job: IBM's documentation of its REST API.
    submission: Submission::LISTED,
    connect: |profile, environment, retry| Ok(Box::new(connect(profile, environment, retry)?)),
    read_answer: |reply, _, entry| samples::read(&reply.text(), entry),
    read_program: read_openqasm,
};

/// A machine with IBM's Quantum System API.
#[derive(Debug)]
pub(crate) struct IbmSystem {
    connection: Connection,
    storage: Storage,
    timeout: u64,
    forms: ProgramForms,
    /// Jobs without an answer, which are to be deleted.
    ended: Vec<String>,
}

/// Connects to the service of a profile.
pub(crate) fn connect(
    profile: &Profile,
    environment: &Environment,
    retry: RetryPolicy,
) -> Result<IbmSystem, RemoteError> {
    let site = Site::find(profile, environment)?;
    let http = Http::new(DESCRIPTOR.submission, retry)?;
    Ok(IbmSystem {
        connection: Connection::new(ServiceName::IbmSystem, VERSION, site.account, http),
        storage: site.storage,
        timeout: site.timeout,
        forms: ProgramForms::default(),
        ended: Vec::new(),
    })
}

#[derive(Deserialize)]
struct Backends {
    backends: Vec<Backend>,
}

#[derive(Deserialize)]
struct Backend {
    name: String,
    #[serde(default)]
    status: String,
    message: Option<String>,
    locked: Option<bool>,
}

impl Backend {
    fn is_reserved(&self) -> bool {
        self.locked == Some(true)
    }
}

impl From<Backend> for DeviceInfo {
    fn from(backend: Backend) -> Self {
        let state = state_of_device(&backend.status);
        let reserved = backend.is_reserved().then(|| "reserved".to_owned());
        let words = [Some(backend.status), backend.message, reserved];
        let words = words.into_iter().flatten().filter(|word| !word.is_empty());
        Self {
            name: backend.name,
            num_qubits: None,
            state,
            said: words.collect::<Vec<_>>().join(": "),
            queue: None,
            wait: None,
            is_simulator: false,
        }
    }
}

#[derive(Deserialize)]
struct Job {
    #[serde(default)]
    status: String,
    #[serde(default)]
    reason_code: Value,
    #[serde(default)]
    reason_message: Value,
    #[serde(default)]
    usage: Value,
}

impl From<Job> for JobStatus {
    fn from(job: Job) -> Self {
        let why = ErrorText {
            code: word(&job.reason_code).unwrap_or_default(),
            text: word(&job.reason_message).unwrap_or_default(),
        };
        let nanoseconds = job.usage["quantum_nanoseconds"].as_f64();
        Self {
            cost: nanoseconds.map(|nanoseconds| Cost {
                amount: nanoseconds * 1e-9,
                unit: "s".into(),
            }),
            ..ended(&job.status, why, false)
        }
    }
}

/// Id of the job with an idempotency key: a UUID that is made of it.
fn id(key: &str) -> String {
    let digits = sha256(key.as_bytes());
    let [a, b, c, d, e] = [0..8, 8..12, 12..15, 15..18, 18..30].map(|part| &digits[part]);
    // The digits in front of the third and fourth part say that it was made of chance, as
    // checks of job ids expect.
    format!("{a}-{b}-4{c}-8{d}-{e}")
}

impl IbmSystem {
    /// Fetches a description of a device.
    fn of_device<T: DeserializeOwned>(&mut self, path: &[&str]) -> Result<T, RemoteError> {
        let reply = self.connection.call(&ApiRequest::get(path))?;
        if !reply.status.is_success() {
            let device = path.get(2).unwrap_or(&"");
            return Err(refused_device(ServiceName::IbmSystem, device, &reply));
        }
        reply.json()
    }

    /// Fetches a job; `None` if it has been deleted.
    fn job(&mut self, job: &str) -> Result<Option<Job>, RemoteError> {
        let reply = self
            .connection
            .call(&ApiRequest::get(&["v1", "jobs", job]))?;
        match reply.status {
            status if status.is_success() => reply.json().map(Some),
            _ if is_unknown(&reply) => Ok(None),
            _ => Err(refused(ServiceName::IbmSystem, job, &reply).without_verdict()),
        }
    }

    /// Fetches the result of a job from the storage; `None` if it is not there.
    fn stored(&self, job: &str) -> Result<Option<String>, RemoteError> {
        self.storage.get(self.connection.http(), &results(job))
    }

    /// Deletes a job, which frees its lane. An error costs a lane and nothing else.
    fn delete(&mut self, job: &str) {
        let path = ["v1", "jobs", job];
        let _ = self
            .connection
            .call(&ApiRequest::act(Method::DELETE, &path));
    }

    /// Parameters of a job, which it reads from the storage.
    fn params(&self, entry: &Entry) -> Value {
        self.forms.current().params(entry)
    }

    /// Body of the request that submits a job; `url` returns the addresses of objects.
    fn submission(
        &self,
        entry: &Entry,
        url: impl Fn(&str, &str) -> Result<String, RemoteError>,
    ) -> Result<Value, RemoteError> {
        let id = id(entry.key());
        let object = |method: &str, key: &str| -> Result<Value, RemoteError> {
            Ok(json!({"type": "s3_compatible", "presigned_url": url(method, key)?}))
        };
        Ok(json!({
            "id": id,
            "backend": entry.provenance.device,
            "program_id": self.forms.current().id(),
            "log_level": "info",
            "timeout_secs": self.timeout,
            "storage": {
                "input": object("GET", &input(&id))?,
                "results": object("PUT", &results(&id))?,
                "logs": object("PUT", &format!("logs_{id}.json"))?,
            },
        }))
    }
}

/// Returns `true` if the machine says that it has no such job, which not every 404 does.
fn is_unknown(reply: &Reply) -> bool {
    reply.status == StatusCode::NOT_FOUND && ErrorText::of(reply).code == NO_JOB
}

/// Returns `true` if the machine says that it has a job of this id already.
fn exists(reply: &Reply) -> bool {
    reply.status == StatusCode::CONFLICT && ErrorText::of(reply).code == "1231"
}

/// The objects of a job, called as IBM's own client calls them.
fn input(id: &str) -> String {
    format!("input_{id}.json")
}

fn results(id: &str) -> String {
    format!("results_{id}.json")
}

fn post(body: &Value) -> ApiRequest<'_> {
    // The same job is not taken twice.
    ApiRequest {
        body: Some(body),
        repeat: Repeat::SameJob { exists },
        expect: Expect::Anything,
        ..ApiRequest::act(Method::POST, &["v1", "jobs"])
    }
}

impl Service for IbmSystem {
    fn name(&self) -> &'static str {
        ServiceName::IbmSystem.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.connection.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let found: Backends = self.of_device(&["v1", "backends"])?;
        Ok(found.backends.into_iter().map(Into::into).collect())
    }

    fn assumed(&self, device: &str) -> Capabilities {
        Capabilities::assumed(device, Dialect::Ibm)
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let backend: Backend = self.of_device(&["v1", "backends", device])?;
        let configuration = self.of_device(&["v1", "backends", device, "configuration"])?;
        let properties = self.of_device(&["v1", "backends", device, "properties"])?;
        let is_reserved = backend.is_reserved();
        let mut found = capabilities(backend.into(), &configuration, &properties)?;
        if is_reserved {
            let note = "it is reserved: jobs of others are refused";
            found.notes.push(note.into());
        }
        Ok(found)
    }

    fn time_limit(&self, _: &Entry) -> Option<Duration> {
        Some(Duration::from_secs(self.timeout))
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let body = self.submission(entry, |_, key| self.storage.preview(key))?;
        let url = self.storage.preview(&input(&id(entry.key())))?;
        let params = serde_json::to_string_pretty(&self.params(entry)).unwrap_or_default();
        let upload = RequestPreview::new("PUT", &url, Vec::new(), params);
        let mut previews = vec![upload];
        previews.extend(self.connection.previews(&post(&body))?);
        Ok(previews)
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let id = id(entry.key());
        let body = self.submission(entry, |method, key| self.storage.presigned(method, key))?;
        let params = self.params(entry).to_string();
        self.storage
            .put(self.connection.http(), &input(&id), &params)?;
        for ended in take(&mut self.ended) {
            self.delete(&ended);
        }
        let reply = self.connection.call(&post(&body))?;
        if reply.status.is_success() || exists(&reply) {
            self.forms.took(&id, self.forms.current());
            return Ok(id);
        }
        Err(refused_job(
            ServiceName::IbmSystem,
            &entry.provenance.device,
            &reply,
        ))
    }

    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let id = id(entry.key());
        let is_there = self.job(&id)?.is_some() || self.stored(&id)?.is_some();
        Ok(is_there.then_some(id).into_iter().collect())
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let status: JobStatus = match self.job(job)? {
            Some(found) => self.forms.judge(job, found.into()),
            None if self.stored(job)?.is_some() => JobStatus::new(JobState::Done, "deleted"),
            None => {
                return Err(RemoteError::JobNotFound {
                    job: job.into(),
                    text: "nor does the storage have a result of it".into(),
                });
            }
        };
        let has_no_answer = matches!(status.state, JobState::Failed | JobState::Cancelled);
        if has_no_answer && !self.ended.iter().any(|ended| ended == job) {
            self.ended.push(job.into());
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let raw = self
            .stored(job)?
            .ok_or_else(|| RemoteError::protocol("the job has ended and left no result"))?;
        let output = samples::read(&raw, entry);
        // One that can't be understood stays: it may be read once more.
        if output.is_ok() {
            self.delete(job);
        }
        Ok(JobResponse { raw, output })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = ["v1", "jobs", job, "cancel"];
        let reply = self
            .connection
            .call(&ApiRequest::act(Method::POST, &path))?;
        // In conflict with its having ended, or deleted after that.
        let has_ended = reply.status == StatusCode::CONFLICT || is_unknown(&reply);
        if reply.status.is_success() || has_ended {
            return Ok(());
        }
        Err(refused(ServiceName::IbmSystem, job, &reply).without_verdict())
    }
}
