//! AQT Arnica, version 1 of its API.
//!
//! Programs are JSON: circuits in the gates of trapped ions, any two of which can be entangled, and a
//! measurement of all qubits. A device is a workspace and a resource in it, as `WORKSPACE/RESOURCE`.
//! The service lists no jobs, so one whose submit was not answered can't be found there, and no other is
//! sent in its place. Access is a matter of contracts, and nothing is told of prices.

mod credentials;
mod device;
mod failure;
mod output;
mod program;
mod shapes;
#[cfg(test)]
mod tests;

use cheqqers_circuit::Circuit;
use reqwest::Method;

use self::credentials::Credentials;
use self::failure::{ERRORS, failure};
use self::shapes::{JobReply, ResourceDetails, Workspace, WorkspaceResource};
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

/// Most shots of a job.
const MOST_SHOTS: usize = 2000;

/// Descriptor of AQT Arnica.
pub(super) const DESCRIPTOR: ServiceDescriptor = ServiceDescriptor {
    // There is no list to find a job in; AQT's client waits 10 s for the response: qiskit-aqt-provider 2.0.
    submission: Submission::UNLISTED,
    connect: |profile, environment, retry| Ok(Box::new(Aqt::connect(profile, environment, retry)?)),
    read_answer: |reply, _, entry| output::shots(reply, &program::measured(entry)?),
    read_program: program::read,
};

/// Client of AQT Arnica.
#[derive(Debug)]
pub(crate) struct Aqt {
    api: Api,
}

impl Aqt {
    /// # Errors
    /// Returns an error if there is no token, or no address to which one is sent.
    pub(crate) fn connect(
        profile: &Profile,
        environment: &Environment,
        retry: RetryPolicy,
    ) -> Result<Self, RemoteError> {
        let Credentials { url, token } = credentials::find(profile, environment)?;
        Ok(Self {
            api: Api {
                http: Http::new(DESCRIPTOR.submission, retry)?,
                base: format!("{url}/v1"),
                header: ("Authorization", "Bearer "),
                token,
            },
        })
    }

    fn get(&self, path: &str) -> Result<Reply, RemoteError> {
        self.api.get(Expect::Json, path, &[])
    }

    fn workspaces(&self) -> Result<Vec<Workspace>, RemoteError> {
        ERRORS.check(self.get("workspaces")?, None)?.json()
    }

    fn details(&self, resource: &str, device: &str) -> Result<ResourceDetails, RemoteError> {
        ERRORS
            .about_device(self.get(&format!("resources/{resource}"))?, device)?
            .json()
    }

    fn job(&self, job: &str) -> Result<JobReply, RemoteError> {
        ERRORS
            .about_job(self.get(&format!("result/{job}"))?, job)?
            .json()
    }
}

/// Path to which a job is sent.
fn submit_path(entry: &Entry) -> String {
    // No character of it would have to be escaped: the service knows the device.
    format!("submit/{}", entry.provenance.device)
}

/// Name of a resource of a workspace as a device.
fn device_name(workspace: &Workspace, resource: &WorkspaceResource) -> String {
    format!("{}/{}", workspace.id, resource.id)
}

fn info(
    workspace: &Workspace,
    resource: &WorkspaceResource,
    details: &ResourceDetails,
) -> DeviceInfo {
    let (state, said) = match &details.status.to_lowercase()[..] {
        "online" if !workspace.accepting_job_submissions => {
            (DeviceState::Offline, "the workspace accepts no jobs")
        }
        "online" if !workspace.jobs_being_processed => (
            DeviceState::Paused,
            "the workspace accepts jobs, but runs none now",
        ),
        "online" => (DeviceState::Online, "online"),
        "offline" | "maintenance" | "unavailable" => (DeviceState::Offline, &details.status[..]),
        _ => (DeviceState::Unknown, &details.status[..]),
    };
    DeviceInfo {
        name: device_name(workspace, resource),
        num_qubits: Some(details.available_qubits),
        state,
        said: said.into(),
        queue: None,
        wait: None,
        is_simulator: resource.kind == "simulator",
    }
}

/// Parses a state.
fn state(word: &str) -> JobState {
    match word.to_lowercase().as_str() {
        "queued" => JobState::Queued,
        "ongoing" => JobState::Running,
        "finished" => JobState::Done,
        "error" => JobState::Failed,
        "cancelled" => JobState::Cancelled,
        _ => JobState::Unknown,
    }
}

impl Service for Aqt {
    fn name(&self) -> &'static str {
        ServiceName::Aqt.name()
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.api.http.set_deadline(deadline);
    }

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        let mut devices = Vec::new();
        for workspace in self.workspaces()? {
            for resource in &workspace.resources {
                let name = device_name(&workspace, resource);
                let details = self.details(&resource.id, &name)?;
                devices.push(info(&workspace, resource, &details));
            }
        }
        Ok(devices)
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let workspaces = self.workspaces()?;
        let all = workspaces.iter().flat_map(|workspace| {
            let resources = workspace.resources.iter();
            resources.map(move |resource| (workspace, resource, device_name(workspace, resource)))
        });
        let all: Vec<_> = all.collect();
        let known = all.iter().find(|(_, _, name)| name == device);
        let &(workspace, resource, _) = known.ok_or_else(|| {
            let names = all.iter().map(|(_, _, name)| &name[..]);
            RemoteError::unsuitable(
                device,
                format!(
                    "there is no such device; the devices are {}",
                    names.collect::<Vec<_>>().join(", ")
                ),
            )
        })?;
        let details = self.details(&resource.id, device)?;
        let calibrated = details.characterisation.as_ref();
        Ok(Capabilities {
            info: info(workspace, resource, &details),
            dialect: None,
            shots: 1..=MOST_SHOTS,
            native: Some(device::native(device, &details)?),
            calibrated: calibrated.map(|told| told.updated_at.clone()),
            is_free: false,
            price_date: None,
            notes: device::notes(&details),
        })
    }

    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, RemoteError> {
        program::write(circuit)
            .map_err(|text| RemoteError::unsuitable(device.info.name.clone(), text))
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let body = program::payload(entry)?;
        Ok(vec![self.api.preview(&submit_path(entry), body)])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let body = program::payload(entry)?;
        let reply = self.api.submit(&submit_path(entry), &body)?;
        let reply = ERRORS.about_device(reply, &entry.provenance.device)?;
        let taken: JobReply = reply.submitted(entry.key())?;
        Ok(taken.job.job_id)
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let found = self.job(job)?.response;
        let state = state(&found.status);
        let mut status = JobStatus::new(state, found.status);
        if state == JobState::Failed {
            status.failure = found.message.map(|message| failure(&message));
        }
        Ok(status)
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let measured = program::measured(entry)?;
        let reply = ERRORS.about_job(self.get(&format!("result/{job}"))?, job)?;
        Ok(JobResponse {
            raw: reply.text(),
            output: output::shots(&reply, &measured),
        })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let path = format!("jobs/{job}");
        let reply = self.api.act(&Method::DELETE, &path)?;
        let state = || Ok(state(&self.job(job)?.response.status));
        ERRORS.cancelled(reply, job, state)
    }
}
