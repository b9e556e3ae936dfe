//! Scaleway's Quantum as a Service, version v1alpha1 of its API.
//!
//! Programs are OpenQASM 3, in the gates that a platform lists if it lists any, and results are those of
//! Qiskit, in whose texts bit 0 stands last. A program is stored as a model and run in a session, which simulators are paid for
//! by the time it is open. The jobs of a series share a session, found by its tag and opened when there is
//! none; it ends when it was idle for a while, or with the series. A job has its idempotency key as
//! a tag, by which it is found in the sessions of its series.

mod credentials;
mod failure;
mod gates;
mod output;
mod price;
mod program;
mod shapes;
#[cfg(test)]
mod tests;

use cheqqers_circuit::Circuit;
use cheqqers_qasm::Dialect;
use jiff::Timestamp;
use reqwest::Method;
use reqwest::blocking::Client;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::credentials::Credentials;
use self::failure::{ERRORS, failure};
use self::shapes::{Job, Model, Page, Platform, Session, StoredOutput};
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
use crate::services::api::{Api, Token};
use crate::services::descriptor::{ServiceDescriptor, read_openqasm};
use crate::services::pages::PageCount;
use crate::submission::Submission;

/// Elements of a page of a list: the most that is allowed.
const PAGE: &str = "100";

/// Most shots of a job on a platform that tells no number.
const MOST_SHOTS: usize = 1000;

/// Descriptor of Scaleway's Quantum as a Service.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // A second job; Scaleway's client never repeats it: scaleway-qaas-client 0.1.
    submission: Submission::LISTED,
    connect: |profile, environment, retry| {
        Ok(Box::new(Scaleway::connect(profile, environment, retry)?))
    },
    read_answer: |reply, _, entry| output::read(&reply.text(), entry.num_clbits),
    read_program: read_openqasm,
};

/// Client of Scaleway's Quantum as a Service.
#[derive(Debug)]
pub(crate) struct Scaleway {
    api: Api,
    project: String,
    /// Platform that was described last.
    known: Option<Platform>,
}

impl Scaleway {
    /// # Errors
    /// Returns an error if there is no key or no project, or no address to which a key is sent.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let Credentials { url, key, project } = credentials::find(profile, environment)?;
        Ok(Self {
            api: Api {
                http: Http::new(DESCRIPTOR.submission, retry)?,
                base: format!("{url}/qaas/v1alpha1"),
                header: ("X-Auth-Token", ""),
                token: Token::Fixed(key),
            },
            project,
            known: None,
        })
    }

    /// Makes a POST request that does no harm when it is carried out twice.
    fn post(&self, path: &str, body: &Value) -> Result<Reply, RemoteError> {
        self.api.send(
            Repeat::Freely,
            Expect::Json,
            &Method::POST,
            path,
            Some(&body.to_string()),
        )
    }

    /// All elements of a list, whose name in the answer is that of its path.
    fn list<T: DeserializeOwned>(
        &self,
        name: &str,
        query: &[(&str, &str)],
    ) -> Result<Vec<T>, RemoteError> {
        let mut all = Vec::new();
        let mut pages = PageCount::default();
        for number in 1.. {
            pages.add()?;
            let number = number.to_string();
            let query = [query, &[("page", &number[..]), ("page_size", PAGE)]].concat();
            let reply = ERRORS.check(self.api.get(Expect::Json, name, &query)?, None)?;
            let mut page: Page = reply.json()?;
            let found = page.lists.remove(name).unwrap_or(Value::Array(Vec::new()));
            let found: Vec<T> =
                serde_json::from_value(found).map_err(|error| reply.protocol_error(error))?;
            let is_empty = found.is_empty();
            all.extend(found);
            if is_empty || all.len() >= page.total_count {
                break;
            }
        }
        Ok(all)
    }

    /// Platforms whose programs can be written here.
    fn platforms(&self) -> Result<Vec<Platform>, RemoteError> {
        let mut found: Vec<Platform> = self.list("platforms", &[])?;
        found.retain(Platform::runs_circuits);
        Ok(found)
    }

    /// Describes a platform as it is now.
    fn describe(&mut self, device: &str) -> Result<&Platform, RemoteError> {
        let found: Vec<Platform> = self.list("platforms", &[("name", device)])?;
        let found = found.into_iter().find(|platform| platform.name == device);
        let unsuitable = |text: String| RemoteError::unsuitable(device, text);
        let Some(found) = found else {
            let all = self.platforms()?;
            let names: Vec<&str> = all.iter().map(|platform| &platform.name[..]).collect();
            return Err(unsuitable(format!(
                "there is no such platform; the platforms are {}",
                names.join(", ")
            )));
        };
        if !found.runs_circuits() {
            return Err(unsuitable(
                "only the platforms of IQM, AQT and Aer are known to run such programs".into(),
            ));
        }
        Ok(self.known.insert(found))
    }

    /// A platform as it was described last.
    fn platform(&mut self, device: &str) -> Result<Platform, RemoteError> {
        match self.known.as_ref().filter(|known| known.name == device) {
            Some(known) => Ok(known.clone()),
            None => self.describe(device).cloned(),
        }
    }

    /// Sessions with a tag, the oldest first.
    fn sessions(&self, tag: &str) -> Result<Vec<Session>, RemoteError> {
        let query = [("project_id", &self.project[..]), ("tags", tag)];
        let mut found: Vec<Session> = self.list("sessions", &query)?;
        found.retain(|session| session.has_tag(tag));
        found.sort_by_key(|session| session.created_at);
        Ok(found)
    }

    /// Id of the session of a job, which is opened unless it is there.
    fn session(&self, entry: &Entry, platform: &Platform) -> Result<String, RemoteError> {
        let tag = program::session_tag(entry);
        let all = self.sessions(&tag)?;
        let now = Timestamp::now();
        let takes_jobs = |session: &&Session| session.is_open() && !session.ends_soon(now);
        if let Some(open) = all.iter().find(takes_jobs) {
            return Ok(open.id.clone());
        }
        // The same for every process that finds it so.
        let body = program::session(&self.project, platform, &tag, all.len());
        let reply = ERRORS.about_device(self.post("sessions", &body)?, &platform.name);
        let opened: Session = match reply {
            Err(RemoteError::BadProgram { text, .. }) => {
                return Err(RemoteError::unsuitable(platform.name.clone(), text));
            }
            reply => reply?.json()?,
        };
        Ok(opened.id)
    }

    fn job(&self, job: &str) -> Result<Job, RemoteError> {
        let reply = self.api.get(Expect::Json, &format!("jobs/{job}"), &[])?;
        ERRORS.about_job(reply, job)?.json()
    }

    /// The text of a result, which may lie at a signed address.
    fn text(&self, job: &str, result: StoredOutput) -> Result<String, RemoteError> {
        if let Some(text) = result.result.filter(|text| !text.is_empty()) {
            return Ok(text);
        }
        let address = result.url.filter(|url| !url.is_empty());
        let address = address.ok_or_else(|| {
            RemoteError::protocol(format!("job {job} has a result without text and address"))
        })?;
        let ask = |client: &Client| Ok(client.get(&address));
        let reply = self
            .api
            .http
            .send(Repeat::Freely, Expect::SecretAnything, ask)?;
        if reply.status.is_success() {
            return Ok(reply.text());
        }
        // Asked again, the service signs anew.
        Err(RemoteError::Unreachable {
            text: format!("its storage answers HTTP {}", reply.status.as_u16()),
        })
    }
}

fn info(platform: &Platform) -> DeviceInfo {
    let state = match &platform.availability[..] {
        "available" | "scarce" => DeviceState::Online,
        "shortage" | "maintenance" => DeviceState::Offline,
        _ => DeviceState::Unknown,
    };
    DeviceInfo {
        name: platform.name.clone(),
        num_qubits: platform.max_qubit_count,
        state,
        said: platform.availability.clone(),
        queue: None,
        wait: None,
        is_simulator: platform.is_simulator(),
    }
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word {
        "waiting" => JobState::Queued,
        "running" => JobState::Running,
        "completed" => JobState::Done,
        "cancelling" => JobState::Cancelling,
        "cancelled" => JobState::Cancelled,
        "error" => JobState::Failed,
        _ => JobState::Unknown,
    }
}

impl Service for Scaleway {
    fn name(&self) -> &'static str {
        ServiceName::Scaleway.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.api.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        Ok(self.platforms()?.iter().map(info).collect())
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let platform = self.describe(device)?;
        let most = platform.max_shot_count.filter(|&most| most > 0);
        Ok(Capabilities {
            info: info(platform),
            dialect: Some(Dialect::Qasm3),
            shots: 1..=most.unwrap_or(MOST_SHOTS),
            native: None,
            calibrated: None,
            is_free: false,
            price_date: None,
            notes: price::notes(platform),
        })
    }

    /// Writes the circuit in gates that the platform lists, if it lists any.
    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, RemoteError> {
        let name = &device.info.name;
        let listed = self.platform(name)?.gates();
        gates::write(circuit, listed.as_ref())
            .map_err(|text| RemoteError::unsuitable(name.clone(), text))
    }

    fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        let platform = self.platform(&entry.provenance.device)?;
        Ok(price::of_job(&platform, entry.provenance.shots))
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let platform = self.platform(&entry.provenance.device)?;
        let tag = program::session_tag(entry);
        let model = program::model(&self.project, &platform, &entry.provenance.qasm);
        let model = format!(
            "{model}\nThe serialization in it is, compressed and in base64:\n{}",
            entry.provenance.qasm
        );
        let session = program::session(&self.project, &platform, &tag, 0);
        let session = format!("{session}\nunless the game has a session already");
        let job = program::job(entry, "SESSION", "MODEL").to_string();
        Ok(vec![
            self.api.preview("models", model),
            self.api.preview("sessions", session),
            self.api.preview("jobs", job),
        ])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let device = &entry.provenance.device;
        let platform = self.platform(device)?;
        // A model that is never run costs nothing, a session does.
        let model = program::model(&self.project, &platform, &entry.provenance.qasm);
        let model: Model = ERRORS
            .about_device(self.post("models", &model)?, device)?
            .json()?;
        let submit = |session: &str| {
            let body = program::job(entry, session, &model.id).to_string();
            self.api.submit("jobs", &body)
        };
        let session = self.session(entry, &platform)?;
        let mut reply = submit(&session)?;
        if !reply.status.is_success() {
            // It may have ended since it was listed.
            let next = self.session(entry, &platform)?;
            if next != session {
                reply = submit(&next)?;
            }
        }
        let reply = ERRORS.about_device(reply, device)?;
        let taken: Job = reply.submitted(entry.key())?;
        Ok(taken.id)
    }

    /// Lists the jobs with the key in all sessions of the series, open or not.
    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let mut found: Vec<Job> = Vec::new();
        for session in self.sessions(&program::session_tag(entry))? {
            let query = [
                ("session_id", &session.id[..]),
                ("tags", entry.key()),
                ("order_by", "created_at_asc"),
            ];
            let listed: Vec<Job> = self.list("jobs", &query)?;
            found.extend(listed.into_iter().filter(|job| job.has_tag(entry.key())));
        }
        found.sort_by_key(|job| job.created_at);
        Ok(found.into_iter().map(|job| job.id).collect())
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let found = self.job(job)?;
        let state = state(&found.status);
        let mut status = JobStatus::new(state, found.status);
        if state == JobState::Failed {
            let message = found.progress_message.filter(|message| !message.is_empty());
            status.failure = message.map(|message| failure(&message));
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let path = format!("jobs/{job}/results");
        // The addresses in it are signed.
        let reply = ERRORS.about_job(self.api.get(Expect::SecretJson, &path, &[])?, job)?;
        let results = shapes::results(&reply.body)?;
        // One program has one result.
        let result = results.into_iter().next();
        let result =
            result.ok_or_else(|| RemoteError::protocol(format!("job {job} has no result")))?;
        let raw = self.text(job, result)?;
        let output = output::read(&raw, entry.num_clbits);
        Ok(JobResponse { raw, output })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let reply = self.post(&format!("jobs/{job}/cancel"), &json!({}))?;
        ERRORS.cancelled(reply, job, || Ok(state(&self.job(job)?.status)))
    }

    /// Ends the sessions of a series, but for those in which a job is under way.
    fn end_series(&mut self, series: &str, device: &str) -> Result<(), RemoteError> {
        for session in self.sessions(&program::tag_of_series(series, device))? {
            if !session.is_open() {
                continue;
            }
            let jobs: Vec<Job> = self.list("jobs", &[("session_id", &session.id)])?;
            if jobs.iter().all(|job| state(&job.status).is_final()) {
                let reply = self.post(&format!("sessions/{}/terminate", session.id), &json!({}))?;
                ERRORS.about_device(reply, device)?;
            }
        }
        Ok(())
    }
}
