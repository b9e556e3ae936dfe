//! Amazon Braket.
//!
//! A task is created with a token of ours: the same request with the same token gives the same task,
//! so a request whose answer was lost is made again. Results are in a bucket of the user's. Devices
//! are named by their ARN or by what stands in it after `device/`; `sv1`, `dm1` and `tn1` are Amazon's
//! simulators.

mod ask;
mod device;
mod failure;
mod hours;
mod outcome;
mod place;
mod program;
mod shapes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use cheqqers_backend::JobError;
use cheqqers_circuit::Circuit;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use self::ask::good;
use self::device::{Device, region_of};
use self::failure::{About, failed, no_results};
use self::place::{Place, Wanted};
use self::shapes::{Created, Found, FoundTasks, Task};
use crate::aws::{Account, Bucket, address, segment};
use crate::http::{Expect, Http, Repeat};
use crate::marker::hash;
use crate::{
    Answer, Capabilities, Cost, DeviceInfo, Draft, JobState, NewJob, Pace, Profile, Service,
    Status, Surroundings,
};

const NAME: &str = "braket";

/// The key of the tag that holds the marker.
const TAG: &str = "cheqqers";

/// How many entries a page of a list has: the most there may be.
const PAGE: u32 = 100;

/// Amazon Braket.
#[derive(Debug)]
pub(crate) struct Braket {
    http: Http,
    pace: Pace,
    account: Account,
    /// The address in place of Amazon's own.
    url: Option<String>,
    /// The same of the storage.
    storage: Option<String>,
    /// Where the user wants results.
    wanted: Option<Wanted>,
    /// Where results are put, by region.
    places: BTreeMap<String, Place>,
    reservation: Option<Reservation>,
    /// What is known of devices, by the names that the user has for them.
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
    fn find(profile: &Profile, surroundings: &Surroundings) -> Option<Self> {
        let variable = |name| surroundings.variable(name).map(str::to_owned);
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
    /// When there are no keys, or an address is none.
    pub(crate) fn connect(
        profile: &Profile,
        surroundings: &Surroundings,
        pace: Pace,
    ) -> Result<Self, JobError> {
        let account = Account::find(profile, surroundings, NAME)?;
        let own = |text: &Option<String>, service| {
            let text = text.as_deref().or_else(|| account.address(service));
            text.map(|text| text.trim_end_matches('/').to_owned())
        };
        let (url, storage) = (own(&profile.url, "braket"), own(&profile.storage_url, "s3"));
        for text in [&url, &storage].into_iter().flatten() {
            address(text)?;
        }
        Ok(Self {
            http: Http::new(pace)?,
            pace,
            url,
            storage,
            wanted: Wanted::find(profile, surroundings)?,
            places: BTreeMap::new(),
            reservation: Reservation::find(profile, surroundings),
            known: BTreeMap::new(),
            account,
        })
    }

    /// A device as it stands now.
    fn look_at(&mut self, name: &str) -> Result<&Device, JobError> {
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
        let found = good(reply, About::Device(name))?;
        let device = Device::read(&found, arn, region, is_reserved)?;
        Ok(self
            .known
            .entry(name.into())
            .insert_entry(device)
            .into_mut())
    }

    /// A device as it stood when it was looked at.
    fn known(&mut self, name: &str) -> Result<&Device, JobError> {
        if self.known.contains_key(name) {
            return Ok(&self.known[name]);
        }
        self.look_at(name)
    }

    /// Where the results of a region's tasks are put.
    fn place(&mut self, region: &str) -> Result<&Place, JobError> {
        if !self.places.contains_key(region) {
            let place = match &self.wanted {
                Some(wanted) => wanted.place(),
                None => Place::of_account(region, &self.account_id(region)?),
            };
            self.places.insert(region.into(), place);
        }
        Ok(&self.places[region])
    }

    /// The request that creates a task: its region, its address and its body.
    fn draft(&mut self, job: &NewJob<'_>) -> Result<(String, Value), JobError> {
        let device = self.known(job.device)?;
        device.check(job)?;
        let (arn, region) = (device.arn.clone(), device.region.clone());
        let place = self.place(&region)?.clone();
        let action = json!({
            "braketSchemaHeader": {"name": "braket.ir.openqasm.program", "version": "1"},
            "source": job.program,
        });
        let mut body = json!({
            "clientToken": job.marker,
            "deviceArn": arn,
            "shots": job.shots,
            "outputS3Bucket": place.bucket,
            "outputS3KeyPrefix": place.folder,
            "action": action.to_string(),
            "tags": {TAG: job.marker},
        });
        let reservation = self.reservation.as_ref();
        if let Some(reservation) = reservation.filter(|reservation| reservation.is_for(&arn)) {
            body["associations"] =
                json!([{"arn": reservation.arn, "type": "RESERVATION_TIME_WINDOW_ARN"}]);
        }
        Ok((region, body))
    }

    /// What the service says of a task.
    fn task(&self, job: &str) -> Result<Task, JobError> {
        let path = format!(
            "quantum-task/{}?additionalAttributeNames=QueueInfo",
            segment(job)
        );
        let region = region_of_task(job)?;
        let reply = self.send_until_known(|| self.send(&Method::GET, region, &path, None))?;
        good(reply, About::Task(job))?.json()
    }
}

/// The region in which a task is.
fn region_of_task(job: &str) -> Result<&str, JobError> {
    region_of(job).ok_or_else(|| JobError::Protocol {
        what: format!("the service's name of the job, {job:?}, has no region"),
        raw: None,
    })
}

/// The state that a word of the service tells.
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
        NAME
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, JobError> {
        let all = self.all()?;
        let of_gates = all.iter().filter(|found| found.has_gates());
        Ok(of_gates.map(Found::info).collect())
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, JobError> {
        self.look_at(device).map(|found| found.capabilities(device))
    }

    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, JobError> {
        let known = self.known(&device.info.name)?;
        program::write_for(circuit, known.operations.as_deref()).map_err(|text| {
            JobError::Unsuitable {
                device: device.info.name.clone(),
                text,
            }
        })
    }

    fn cost(&mut self, job: &NewJob<'_>) -> Result<Option<Cost>, JobError> {
        Ok(self.known(job.device)?.cost(job.shots))
    }

    fn drafts(&mut self, job: &NewJob<'_>) -> Result<Vec<Draft>, JobError> {
        let (region, body) = self.draft(job)?;
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut headers = vec![
            header("Content-Type", "application/json"),
            header("X-Amz-Date", "(the time)"),
            header("Authorization", "AWS4-HMAC-SHA256 (secret)"),
        ];
        if self.account.has_token() {
            headers.push(header("X-Amz-Security-Token", "(secret)"));
        }
        Ok(vec![Draft {
            line: format!("POST {}", self.url(&region, "quantum-task")),
            headers,
            body: body.to_string(),
        }])
    }

    fn submit(&mut self, job: &NewJob<'_>) -> Result<String, JobError> {
        let (region, body) = self.draft(job)?;
        let path = "quantum-task";
        // Its token makes a task that is created again the same one.
        let reply = self.send_as(Repeat::SameJob, &Method::POST, &region, path, Some(&body))?;
        let ambiguous = || JobError::Ambiguous {
            marker: job.marker.into(),
        };
        if reply.status == StatusCode::CONFLICT {
            // The token has a task already, which was asked for in other words.
            return Err(ambiguous());
        }
        let bucket = body["outputS3Bucket"].as_str().unwrap_or_default();
        let about = About::Submit {
            device: job.device,
            bucket,
        };
        // It was taken, and what it is called is to be found out.
        let created: Result<Created, JobError> = good(reply, about)?.json();
        created
            .map(|created| created.quantum_task_arn)
            .map_err(|_| ambiguous())
    }

    fn find(&mut self, job: &NewJob<'_>) -> Result<Vec<String>, JobError> {
        let device = self.known(job.device)?;
        let (arn, region) = (device.arn.clone(), device.region.clone());
        let mut found: Vec<Task> = Vec::new();
        let mut next: Option<String> = None;
        loop {
            // There is no filter for tags.
            let filter = json!({"name": "deviceArn", "operator": "EQUAL", "values": [arn]});
            let mut body = json!({"filters": [filter], "maxResults": PAGE});
            if let Some(next) = &next {
                body["nextToken"] = json!(next);
            }
            let reply = self.send(&Method::POST, &region, "quantum-tasks", Some(&body))?;
            let page: FoundTasks = good(reply, About::Account)?.json()?;
            let ours = page.quantum_tasks.into_iter();
            found.extend(ours.filter(|task| task.bears(TAG, job.marker)));
            if page.next_token.is_none() || page.next_token == next {
                break;
            }
            next = page.next_token;
        }
        found.sort_by(|a, b| a.created_at.cmp(&b.created_at));
        Ok(found
            .into_iter()
            .map(|task| task.quantum_task_arn)
            .collect())
    }

    fn status(&mut self, job: &str) -> Result<Status, JobError> {
        let task = self.task(job)?;
        let state = state(&task.status);
        let mut status = Status::new(state, task.status.clone());
        status.position = task.queue_info.as_ref().and_then(shapes::Queue::before);
        if state == JobState::Failed {
            let reason = task.failure_reason.as_deref();
            status.failure = Some(failed(reason.unwrap_or("the service does not say why")));
        }
        Ok(status)
    }

    fn result(&mut self, job: &str, asked: &NewJob<'_>) -> Result<Answer, JobError> {
        let task = self.task(job)?;
        let (Some(bucket), Some(folder)) = (&task.output_bucket, &task.output_directory) else {
            return Err(JobError::Protocol {
                what: "it does not say where the results are".into(),
                raw: None,
            });
        };
        let bucket = Bucket::new(bucket, region_of_task(job)?, self.storage.as_deref())?;
        let url = bucket.object(&format!("{}/results.json", folder.trim_matches('/')))?;
        let reply = self.send_until_known(|| {
            let sent = self.http.send(Repeat::Freely, Expect::Json, |client| {
                self.signed(client, client.get(url.clone()), bucket.scope())
            });
            sent.map_err(|error| match error {
                JobError::Unreachable { text } => no_results(bucket.name(), &text),
                error => error,
            })
        })?;
        let reply = good(reply, About::Results(bucket.name()))?;
        let raw = reply.text();
        Ok(Answer {
            outcomes: outcome::read(&raw, asked)?,
            raw,
        })
    }

    fn cancel(&mut self, job: &str) -> Result<(), JobError> {
        let path = format!("quantum-task/{}/cancel", segment(job));
        // Every cancellation of a task is the same one.
        let body = json!({"clientToken": format!("cancel-{}", &hash(job.as_bytes())[..32])});
        let region = region_of_task(job)?;
        let reply =
            self.send_until_known(|| self.send(&Method::PUT, region, &path, Some(&body)))?;
        if reply.status == StatusCode::CONFLICT && state(&self.task(job)?.status).is_final() {
            return Ok(());
        }
        good(reply, About::Task(job)).map(|_| ())
    }
}
