//! Amazon Braket, the quantum computing service of AWS.
//!
//! A task is created with a token of ours: the same request with the same token gives the same task,
//! so a request whose answer was lost is made again. Where a device takes program sets, the programs of a
//! job are one task. Results are in a bucket of the user's. Devices
//! are named by their ARN or by what stands in it after `device/`; `sv1`, `dm1` and `tn1` are Amazon's
//! simulators.

mod arn;
mod device;
mod failure;
mod hours;
mod location;
mod output;
pub(super) mod program;
mod program_set;
mod requests;
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use cheqqers_backend::{BRAKET_PRICES, sha256};
use cheqqers_circuit::Circuit;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use self::arn::region_of;
use self::device::Device;
use self::failure::{Subject, failed, good, no_results};
use self::location::OutputLocation;
use self::shapes::{DeviceSummary, QuantumTask, QuantumTaskPage, SubmitReply, page_request};
use crate::aws::{Account, Bucket, segment};
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
use crate::services::pages;
use crate::submission::Submission;
use crate::token::checked_address;

/// Key of the tag that holds the idempotency key.
const TAG: &str = "cheqqers";

/// Descriptor of Amazon Braket.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // The same task, by `clientToken`: botocore, `braket/2019-09-01`.
    submission: Submission::LISTED,
    connect: |profile, environment, retry| {
        Ok(Box::new(Braket::connect(profile, environment, retry)?))
    },
    read_answer: |reply, _, entry| output::read(&reply.text(), entry),
    read_program: read_openqasm,
};

/// Client of Amazon Braket for one account, over all regions.
#[derive(Debug)]
pub(crate) struct Braket {
    http: Http,
    account: Account,
    /// Address in place of Amazon's own.
    url: Option<String>,
    /// The same of the storage.
    storage: Option<String>,
    /// Location of results that the user chose.
    chosen: Option<OutputLocation>,
    /// Locations of results, by region.
    locations: BTreeMap<String, OutputLocation>,
    reservation: Option<Reservation>,
    /// Devices, by the names that the user has for them.
    known: BTreeMap<String, Device>,
}

/// A time in which a device is the user's alone.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reservation {
    arn: String,
    /// The ARN of the device, where it is not for whatever device is used.
    device: Option<String>,
}

impl Reservation {
    fn find(profile: &Profile, environment: &Environment) -> Option<Self> {
        let variable = |name| environment.variable(name).map(str::to_owned);
        match profile.instance.clone() {
            Some(arn) => Some(Self { arn, device: None }),
            None => Some(Self {
                arn: variable("AMZN_BRAKET_RESERVATION_TIME_WINDOW_ARN")?,
                device: variable("AMZN_BRAKET_RESERVATION_DEVICE_ARN"),
            }),
        }
    }

    fn is_for(&self, arn: &str) -> bool {
        self.device.as_ref().is_none_or(|device| device == arn)
    }
}

impl Braket {
    /// # Errors
    /// Returns an error if there are no keys, or an address is none.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let account = Account::find(profile, environment, ServiceName::Braket.name())?;
        let own = |text: &Option<String>, service| {
            let text = text.as_deref().or_else(|| account.address(service));
            text.map(|text| text.trim_end_matches('/').to_owned())
        };
        let (url, storage) = (own(&profile.url, "braket"), own(&profile.storage_url, "s3"));
        let tokens = account.address("sts");
        for text in [url.as_deref(), storage.as_deref(), tokens]
            .into_iter()
            .flatten()
        {
            checked_address(ServiceName::Braket, text)?;
        }
        Ok(Self {
            http: Http::new(DESCRIPTOR.submission, retry)?,
            url,
            storage,
            chosen: OutputLocation::chosen(profile, environment)?,
            locations: BTreeMap::new(),
            reservation: Reservation::find(profile, environment),
            known: BTreeMap::new(),
            account,
        })
    }

    /// Fetches a device as it is now.
    fn fetch_device(&mut self, name: &str) -> Result<&Device, RemoteError> {
        let arn = match self.known.get(name) {
            Some(known) => known.arn.clone(),
            None => self.arn(name)?,
        };
        let region = match region_of(&arn) {
            Some(region) => region.to_owned(),
            None => self.account.region()?.to_owned(),
        };
        let path = format!("device/{}", segment(&arn));
        let reply = self.send(&Method::GET, &region, &path, None)?;
        let reserved = self.reservation.as_ref();
        let is_reserved = reserved.is_some_and(|reservation| reservation.is_for(&arn));
        let found = good(reply, Subject::Device(name))?;
        let device = Device::read(&found, arn, region, is_reserved)?;
        Ok(self
            .known
            .entry(name.into())
            .insert_entry(device)
            .into_mut())
    }

    /// A device as it was when it was fetched.
    fn known(&mut self, name: &str) -> Result<&Device, RemoteError> {
        if self.known.contains_key(name) {
            return Ok(&self.known[name]);
        }
        self.fetch_device(name)
    }

    /// Location of the results of a region's tasks.
    fn location(&mut self, region: &str) -> Result<&OutputLocation, RemoteError> {
        if !self.locations.contains_key(region) {
            let location = match &self.chosen {
                Some(chosen) => chosen.clone(),
                None => OutputLocation::of_account(region, &self.account_id(region)?),
            };
            self.locations.insert(region.into(), location);
        }
        Ok(&self.locations[region])
    }

    /// Region and body of the request that creates a task.
    fn preview(&mut self, entry: &Entry) -> Result<(String, Value), RemoteError> {
        let device = self.known(&entry.provenance.device)?;
        device.check(entry)?;
        let (arn, region) = (device.arn.clone(), device.region.clone());
        let location = self.location(&region)?.clone();
        let program = |source: &str| json!({"braketSchemaHeader": header("openqasm.program"), "source": source});
        let action = if entry.is_of_several() {
            let programs = entry.programs().into_iter();
            let programs: Vec<Value> = programs.map(|(source, _)| program(source)).collect();
            json!({"braketSchemaHeader": header("openqasm.program_set"), "programs": programs})
        } else {
            program(&entry.provenance.qasm)
        };
        let mut body = json!({
            "clientToken": entry.key(),
            "deviceArn": arn,
            // Shared out evenly among the programs of a set.
            "shots": entry.total_shots(),
            "outputS3Bucket": location.bucket,
            "outputS3KeyPrefix": location.folder,
            "action": action.to_string(),
            "tags": {TAG: entry.key()},
        });
        let reservation = self.reservation.as_ref();
        if let Some(reservation) = reservation.filter(|reservation| reservation.is_for(&arn)) {
            body["associations"] =
                json!([{"arn": reservation.arn, "type": "RESERVATION_TIME_WINDOW_ARN"}]);
        }
        Ok((region, body))
    }

    /// Fetches an object of the results.
    fn object(&self, bucket: &Bucket, key: &str) -> Result<Reply, RemoteError> {
        let url = bucket.object(key)?;
        let reply = self.send_until_known(|| {
            let sent = self.http.send(Repeat::Freely, Expect::Json, |client| {
                self.signed(client, client.get(url.clone()), bucket.scope())
            });
            sent.map_err(|error| match error {
                RemoteError::Unreachable { text } => no_results(bucket.name(), &text),
                error => error,
            })
        })?;
        good(reply, Subject::Output(bucket.name()))
    }

    /// Fetches a task.
    fn task(&self, job: &str) -> Result<QuantumTask, RemoteError> {
        let path = format!(
            "quantum-task/{}?additionalAttributeNames=QueueInfo",
            segment(job)
        );
        let region = region_of_task(job)?;
        let reply = self.send_until_known(|| self.send(&Method::GET, region, &path, None))?;
        good(reply, Subject::Task(job))?.json()
    }
}

/// Header of a form of actions.
fn header(name: &str) -> Value {
    json!({"name": format!("braket.ir.{name}"), "version": "1"})
}

/// Region of a task.
fn region_of_task(job: &str) -> Result<&str, RemoteError> {
    region_of(job).ok_or_else(|| {
        RemoteError::protocol(format!(
            "the service's name of the job, {job:?}, has no region"
        ))
    })
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word.to_uppercase().as_str() {
        "CREATED" => JobState::Created,
        "QUEUED" => JobState::Queued,
        "RUNNING" => JobState::Running,
        "CANCELLING" => JobState::Cancelling,
        "COMPLETED" => JobState::Done,
        "FAILED" => JobState::Failed,
        "CANCELLED" => JobState::Cancelled,
        _ => JobState::Unknown,
    }
}

impl Service for Braket {
    fn name(&self) -> &'static str {
        ServiceName::Braket.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let all = self.all()?;
        let of_gates = all.iter().filter(|found| found.has_gates());
        Ok(of_gates.map(DeviceSummary::info).collect())
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        self.fetch_device(device)
            .map(|found| found.capabilities(device))
    }

    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, RemoteError> {
        let known = self.known(&device.info.name)?;
        let unsuitable = |text: String| RemoteError::unsuitable(device.info.name.clone(), text);
        let measured = if known.requires_all_measured {
            program::measured(circuit).map_err(|error| unsuitable(error.to_string()))?
        } else {
            circuit.clone()
        };
        program::write_for(&measured, known.operations.as_deref()).map_err(unsuitable)
    }

    fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        Ok(self
            .known(&entry.provenance.device)?
            .cost(entry.total_shots()))
    }

    fn listed_cost(&self, entry: &Entry) -> Option<Cost> {
        let shot = BRAKET_PRICES.shot(&entry.provenance.device)?;
        Some(Cost {
            amount: BRAKET_PRICES.job + shot * entry.total_shots() as f64,
            unit: "USD".into(),
        })
    }

    fn max_programs(&mut self, device: &str, shots: usize) -> Result<usize, RemoteError> {
        Ok(self.known(device)?.max_programs(shots))
    }

    /// All machines take sets, of up to 100 programs.
    ///
    /// Source: "Running multiple programs" in Amazon's guide, and its announcement of program sets.
    fn assumed_programs(&self, device: &str) -> usize {
        if device.contains("qpu/") { 100 } else { 1 }
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let (region, body) = self.preview(entry)?;
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut headers = vec![
            header("Content-Type", "application/json"),
            header("X-Amz-Date", "(the time)"),
            header("Authorization", "AWS4-HMAC-SHA256 (secret)"),
        ];
        if self.account.has_token() {
            headers.push(header("X-Amz-Security-Token", "(secret)"));
        }
        let url = self.url(&region, "quantum-task");
        let preview = RequestPreview::new("POST", &url, headers, body.to_string());
        Ok(vec![preview])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let (region, body) = self.preview(entry)?;
        let path = "quantum-task";
        // Its token makes a task that is created again the same one.
        let repeat = Repeat::SameJob {
            exists: |reply| reply.status == StatusCode::CONFLICT,
        };
        let reply = self.send_as(repeat, &Method::POST, &region, path, Some(&body))?;
        if reply.status == StatusCode::CONFLICT {
            // The token has a task already, which was asked for in other words.
            return Err(RemoteError::Ambiguous {
                key: entry.key().into(),
            });
        }
        let bucket = body["outputS3Bucket"].as_str().unwrap_or_default();
        let about = Subject::Submit {
            device: &entry.provenance.device,
            bucket,
        };
        let created: SubmitReply = good(reply, about)?.submitted(entry.key())?;
        Ok(created.quantum_task_arn)
    }

    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let device = self.known(&entry.provenance.device)?;
        let (arn, region) = (device.arn.clone(), device.region.clone());
        let mut found: Vec<QuantumTask> = pages::all(|next| {
            // There is no filter for tags.
            let filter = json!({"name": "deviceArn", "operator": "EQUAL", "values": [arn]});
            let body = page_request(&json!([filter]), next);
            let reply = self.send(&Method::POST, &region, "quantum-tasks", Some(&body))?;
            let page: QuantumTaskPage = good(reply, Subject::Account)?.json()?;
            let mut ours = page.quantum_tasks;
            ours.retain(|task| task.has_tag(TAG, entry.key()));
            Ok((ours, page.next_token))
        })?;
        found.sort_by(|a, b| a.created_at.cmp(&b.created_at));
        Ok(found.into_iter().map(|task| task.arn).collect())
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let task = self.task(job)?;
        let state = state(&task.status);
        let mut status = JobStatus::new(state, task.status.clone());
        status.position = task.queue_info.as_ref().and_then(shapes::Queue::before);
        if state == JobState::Failed {
            let reason = task.failure_reason.as_deref();
            status.failure = Some(failed(reason.unwrap_or("the service does not say why")));
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let task = self.task(job)?;
        let (Some(bucket), Some(folder)) = (&task.output_bucket, &task.output_directory) else {
            return Err(RemoteError::protocol(
                "it does not say where the results are",
            ));
        };
        let bucket = Bucket::new(bucket, region_of_task(job)?, self.storage.as_deref())?;
        let folder = folder.trim_matches('/');
        let mut raw = self
            .object(&bucket, &format!("{folder}/results.json"))?
            .text();
        if entry.is_of_several() {
            raw = program_set::whole(&raw, folder, |key| self.object(&bucket, key))?;
        }
        let output = output::read(&raw, entry);
        Ok(JobResponse { raw, output })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = format!("quantum-task/{}/cancel", segment(job));
        // Every cancellation of a task is the same one.
        let body = json!({"clientToken": format!("cancel-{}", &sha256(job.as_bytes())[..32])});
        let region = region_of_task(job)?;
        let reply =
            self.send_until_known(|| self.send(&Method::PUT, region, &path, Some(&body)))?;
        if reply.status == StatusCode::CONFLICT && state(&self.task(job)?.status).is_final() {
            return Ok(());
        }
        good(reply, Subject::Task(job)).map(|_| ())
    }
}
