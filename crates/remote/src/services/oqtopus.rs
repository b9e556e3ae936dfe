//! OQTOPUS, an open cloud that laboratories run; its interface of 2026.
//!
//! A job is registered, its program put into a storage as a zip file, and then submitted. The
//! service compiles for its devices and gives counts, in whose text bit 0 stands last. Addresses
//! in the storage are signed, so they are secrets. Nothing is
//! said of money.

mod archive;
mod credentials;
mod failure;
mod list;
mod shapes;
#[cfg(test)]
mod tests;

use cheqqers_circuit::{Bitstring, counted};
use cheqqers_qasm::Dialect;
use reqwest::blocking::Client;
use reqwest::blocking::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use self::failure::{ERRORS, failed, refusal};
use self::list::PAGE;
use self::shapes::{Device, Job, ListedJob, OutputFile, Registration, secret};
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::environment::Environment;
use crate::error::{RemoteError, shortened};
use crate::http::{Expect, Http, Repeat, Reply};
use crate::profile::Profile;
use crate::retry::{DOWNLOADS, RetryPolicy, UPLOADS};
use crate::service::{
    Capabilities, DeviceInfo, DeviceState, JobOutput, JobResponse, JobState, JobStatus,
    RequestPreview, Service,
};
use crate::service_name::ServiceName;
use crate::services::api::{Api, Token};
use crate::services::descriptor::{ServiceDescriptor, read_openqasm};
use crate::submission::Submission;
use crate::token::checked_address;

/// The most shots of a job.
const MOST_SHOTS: usize = 10_000_000;

/// Descriptor of OQTOPUS.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // Refused: the service names the job before it is submitted: oqtopus-client 1.3.
    submission: Submission::LISTED,
    connect: |profile, environment, retry| {
        Ok(Box::new(Oqtopus::connect(profile, environment, retry)?))
    },
    read_answer: |reply, _, entry| counts(&reply.text(), entry.num_clbits),
    read_program: read_openqasm,
};

/// An OQTOPUS cloud.
#[derive(Debug)]
pub(crate) struct Oqtopus {
    api: Api,
}

impl Oqtopus {
    /// # Errors
    /// Returns an error if there is no address or no token.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let found = credentials::find(profile, environment)?;
        checked_address(ServiceName::Oqtopus, &found.url)?;
        Ok(Self {
            api: Api {
                http: Http::new(DESCRIPTOR.submission, retry)?,
                base: found.url,
                header: ("q-api-token", ""),
                token: Token::Fixed(found.token),
            },
        })
    }

    fn post(&self, expect: Expect, path: &str) -> Result<Reply, RemoteError> {
        self.api
            .send(Repeat::Freely, expect, &Method::POST, path, None)
    }

    /// Gets a job id and an upload for its program. An id that is never used does no harm.
    fn register(&self) -> Result<Registration, RemoteError> {
        let reply = ERRORS.check(self.post(Expect::SecretJson, "jobs")?, None)?;
        secret(&reply.body)
    }

    /// Uploads a program; `None` if the signature is refused.
    fn upload(&self, to: &Registration, archive: &[u8]) -> Result<Option<()>, RemoteError> {
        let place = &to.presigned_url;
        let reply = self
            .api
            .http
            .send(Repeat::Freely, Expect::SecretAnything, |client| {
                // The file must come last.
                let mut form = Form::new();
                for (key, value) in &place.fields {
                    let value = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    form = form.text(key.clone(), value);
                }
                let file = Part::bytes(archive.to_vec())
                    .file_name(archive::INPUT_ZIP)
                    .mime_str("application/zip")
                    .expect("a well-formed media type");
                Ok(client.post(&place.url).multipart(form.part("file", file)))
            })?;
        match reply.status {
            status if status.is_success() => Ok(Some(())),
            StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN => Ok(None),
            status => Err(stored(status)),
        }
    }

    /// Registers a job with its program, and returns its id.
    fn prepare(&self, program: &str) -> Result<String, RemoteError> {
        let archive = archive::pack(&input(program))?;
        for _ in 0..UPLOADS {
            let registered = self.register()?;
            if self.upload(&registered, &archive)?.is_some() {
                return Ok(registered.job_id);
            }
        }
        Err(stored(StatusCode::FORBIDDEN))
    }

    fn listed(&self, job: &str) -> Result<ListedJob, RemoteError> {
        let path = format!("jobs/{job}/status");
        ERRORS
            .about_job(self.api.get(Expect::Json, &path, &[])?, job)?
            .json()
    }

    /// A job with the addresses of its results.
    fn job(&self, job: &str) -> Result<Job, RemoteError> {
        let reply = self
            .api
            .get(Expect::SecretJson, &format!("jobs/{job}"), &[])?;
        secret(&ERRORS.about_job(reply, job)?.body)
    }

    /// The JSON of a job's results.
    fn download(&self, job: &str) -> Result<String, RemoteError> {
        // The job has ended, and its result can be fetched later.
        let mut failed = stored(StatusCode::FORBIDDEN).without_verdict();
        for _ in 0..DOWNLOADS {
            let found = self.job(job)?;
            let address = found.job_info.and_then(|info| info.result);
            let address =
                address.ok_or_else(|| RemoteError::protocol(format!("job {job} has no result")))?;
            let ask = |client: &Client| Ok(client.get(&address));
            let reply = self
                .api
                .http
                .send(Repeat::Freely, Expect::SecretAnything, ask)?;
            match reply.status {
                status if status.is_success() => match archive::unpack(&reply.body) {
                    Ok(text) => return Ok(text),
                    Err(error) => failed = error,
                },
                // The signature has run out: the next is fresh.
                StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN => {}
                status => return Err(stored(status).without_verdict()),
            }
        }
        Err(failed)
    }
}

/// Error of a request that the storage refuses; its own words hold parts of signatures.
fn stored(status: StatusCode) -> RemoteError {
    RemoteError::protocol(format!("its storage answers HTTP {}", status.as_u16()))
}

/// Text that is uploaded.
fn input(program: &str) -> String {
    json!({"program": [program]}).to_string()
}

/// Body of the request that submits a job.
fn body(entry: &Entry) -> Value {
    json!({
        "name": entry.key(),
        "description": "",
        "device_id": entry.provenance.device,
        "job_type": "sampling",
        "shots": entry.provenance.shots,
        // The site's own compiler.
        "transpiler_info": {},
        "simulator_info": {},
        // Off: what it gives is no shot that was ever taken.
        "mitigation_info": {},
    })
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word.to_lowercase().as_str() {
        "registered" | "submitted" => JobState::Created,
        "ready" => JobState::Queued,
        "running" => JobState::Running,
        "cancelling" => JobState::Cancelling,
        "succeeded" => JobState::Done,
        "failed" => JobState::Failed,
        "cancelled" => JobState::Cancelled,
        _ => JobState::Unknown,
    }
}

fn info(found: &Device) -> DeviceInfo {
    let state = match found.status.to_lowercase().as_str() {
        "available" => DeviceState::Online,
        "unavailable" => DeviceState::Offline,
        _ => DeviceState::Unknown,
    };
    let until = found.available_at.as_ref();
    let until = until.filter(|_| state == DeviceState::Offline);
    DeviceInfo {
        name: found.id.clone(),
        num_qubits: found.n_qubits,
        state,
        said: until.map_or_else(
            || found.status.clone(),
            |until| format!("{} until {until}", found.status),
        ),
        queue: found.n_pending_jobs,
        wait: None,
        is_simulator: found.kind.eq_ignore_ascii_case("simulator"),
    }
}

/// Parses counts; bit 0 is last in the service's texts and first in ours.
fn counts(text: &str, num_clbits: usize) -> Result<JobOutput, RemoteError> {
    let output: OutputFile = serde_json::from_str(text)
        .map_err(|error| RemoteError::protocol(format!("{error} in {}", shortened(text))))?;
    let counts = output.sampling.and_then(|sampling| sampling.counts);
    let counts =
        counts.ok_or_else(|| RemoteError::protocol(format!("no counts in {}", shortened(text))))?;
    let counts = counts.into_iter().map(|(key, count)| {
        let reversed: String = key.chars().rev().collect();
        let bits = reversed.parse::<Bitstring>().ok();
        let bits = bits.filter(|bits| bits.len() == num_clbits);
        let bits = bits.ok_or_else(|| {
            RemoteError::protocol(format!(
                "counts of {key:?} for {}",
                counted(num_clbits, "bit")
            ))
        })?;
        Ok((bits, count))
    });
    Ok(JobOutput::Counts(counts.collect::<Result<_, _>>()?))
}

impl Service for Oqtopus {
    fn name(&self) -> &'static str {
        ServiceName::Oqtopus.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.api.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let reply = ERRORS.check(self.api.get(Expect::Json, "devices", &[])?, None)?;
        let found: Vec<Device> = reply.json()?;
        Ok(found.iter().map(info).collect())
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let reply = self
            .api
            .get(Expect::Json, &format!("devices/{device}"), &[])?;
        let found: Device = ERRORS.about_device(reply, device)?.json()?;
        let info = info(&found);
        let mut notes = vec![
            "the service gives counts: the order of the shots is drawn here".to_owned(),
            "readout mitigation is off, as it gives no shots".to_owned(),
        ];
        notes.extend(found.description.filter(|text| !text.is_empty()));
        Ok(Capabilities {
            is_free: info.is_simulator,
            price_date: None,
            info,
            dialect: Some(Dialect::Qasm3),
            shots: 1..=MOST_SHOTS,
            native: None,
            calibrated: found.calibrated_at,
            notes,
        })
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        Ok(vec![
            self.api.preview("jobs", ""),
            RequestPreview::new(
                "POST",
                "the address in the first answer",
                vec![("Content-Type".into(), "multipart/form-data".into())],
                format!(
                    "the fields in the first answer (secret), then the file {} with {} in it: {}",
                    archive::INPUT_ZIP,
                    archive::INPUT_JSON,
                    input(&entry.provenance.qasm)
                ),
            ),
            self.api.preview("jobs/JOB/submit", body(entry).to_string()),
        ])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let name = self.prepare(&entry.provenance.qasm)?;
        // A job that has been submitted is not submitted again, so this may be repeated; its state below
        // tells whether it was.
        let repeat = Repeat::SameJob { exists: |_| false };
        let path = format!("jobs/{name}/submit");
        let body = body(entry).to_string();
        let sent = self
            .api
            .send(repeat, Expect::Anything, &Method::POST, &path, Some(&body));
        let refused = match sent {
            Ok(reply) if reply.status.is_success() => return Ok(name),
            Ok(reply) => refusal(&reply, Some(&entry.provenance.device)),
            Err(_) => RemoteError::Ambiguous {
                key: entry.key().into(),
            },
        };
        match self.listed(&name) {
            Ok(listed) if listed.is_registered() => Err(refused),
            // An earlier try was taken, and its answer lost.
            Ok(_) => Ok(name),
            // Only the last try was refused.
            Err(_) => Err(RemoteError::Ambiguous {
                key: entry.key().into(),
            }),
        }
    }

    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let size = PAGE.to_string();
        list::search(entry.key(), |page| {
            let page = page.to_string();
            let query = [
                ("q", entry.key()),
                ("fields", "job_id,name,status"),
                ("order", "DESC"),
                ("size", &size),
                ("page", &page),
            ];
            // Clouds that ignore `fields` list signed addresses too.
            let reply = self.api.get(Expect::SecretJson, "jobs", &query)?;
            secret(&ERRORS.check(reply, None)?.body)
        })
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let said = self.listed(job)?.status;
        let state = state(&said);
        let mut status = JobStatus::new(state, said);
        if state == JobState::Failed {
            // Without the reason it has failed all the same.
            let info = self.job(job).ok().and_then(|found| found.job_info);
            let message = info.and_then(|info| info.message);
            status.failure = message.map(|message| failed(&shortened(&message)));
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let raw = self.download(job)?;
        let output = counts(&raw, entry.num_clbits);
        Ok(JobResponse { raw, output })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let reply = self.post(Expect::Anything, &format!("jobs/{job}/cancel"))?;
        // In the wrong state it answers 400, in older versions 404.
        ERRORS.cancelled(reply, job, || Ok(state(&self.listed(job)?.status)))
    }
}
