//! Operations that every service has, whatever its protocol.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::time::Duration;

use cheqqers_backend::ResponseForm;
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_native::Device;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};

use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::Entry;
use crate::error::RemoteError;

/// A service that runs jobs. Its module keeps its addresses, its JSON and its order of bits.
///
/// Requests that change nothing are retried; [`Self::submit`] is not, unless the service makes it
/// idempotent.
pub trait Service: Debug + Send {
    /// Name on the command line.
    fn name(&self) -> &'static str;

    /// Sets the time after which no request is repeated.
    fn set_deadline(&mut self, deadline: Deadline);

    /// Lists the devices.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError>;

    /// Chooses a device for somebody who names none.
    ///
    /// # Errors
    /// [`RemoteError::Unsuitable`] where a device must be named, as devices differ in price.
    fn choose(&mut self) -> Result<DeviceChoice, RemoteError> {
        Err(RemoteError::unsuitable(
            self.name(),
            "a device must be named",
        ))
    }

    /// Describes a device as it is now.
    ///
    /// # Errors
    /// Returns an error if there is none of that name, or the service can't be asked.
    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError>;

    /// Capabilities assumed where the service is not asked, as in a dry run: the device runs any circuit,
    /// as OpenQASM 3.
    fn assumed(&self, device: &str) -> Capabilities {
        Capabilities::assumed(device, Dialect::Qasm3)
    }

    /// Writes a circuit as a program for a device; its gates and qubits are those of the device where
    /// [`Capabilities::native`] is given. A service with programs of its own form has its own method.
    ///
    /// # Errors
    /// [`RemoteError::Unsuitable`] when it can't be written so.
    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, RemoteError> {
        let unsuitable = |text: String| RemoteError::unsuitable(device.info.name.clone(), text);
        let dialect = device.dialect;
        let dialect = dialect.ok_or_else(|| unsuitable("its programs are not OpenQASM".into()))?;
        write(&AnnotatedCircuit::new(circuit), dialect)
            .map_err(|error| unsuitable(error.to_string()))
    }

    /// Price of a job, where the service says so.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    fn cost(&mut self, _: &Entry) -> Result<Option<Cost>, RemoteError> {
        Ok(None)
    }

    /// Price of a job by published prices, where the service is not asked, as in a dry run.
    fn listed_cost(&self, _: &Entry) -> Option<Cost> {
        None
    }

    /// Number of programs, of so many shots each, that a device takes in one job, at least 1. Their texts
    /// follow each other there, and the price is that of [`Entry::total_shots`].
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    fn max_programs(&mut self, _device: &str, _shots: usize) -> Result<usize, RemoteError> {
        Ok(1)
    }

    /// The same where the service is not asked, as in a dry run.
    fn assumed_programs(&self, _device: &str) -> usize {
        1
    }

    /// Time of the device that a job may take, where that is sent with it.
    fn time_limit(&self, _: &Entry) -> Option<Duration> {
        None
    }

    /// Requests that [`Self::submit`] would make, without secrets.
    ///
    /// # Errors
    /// Returns an error if the job can't be written down.
    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError>;

    /// Sends a job and returns its id at the service.
    ///
    /// # Errors
    /// [`RemoteError::Ambiguous`] when it may have been taken nonetheless: then [`Self::find`] tells.
    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError>;

    /// Ids of the jobs with the idempotency key of this one, the oldest first.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked, [`RemoteError::NoLookup`] if it can never be
    /// asked that, as it has no list of jobs.
    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        Err(RemoteError::NoLookup {
            service: self.name().into(),
            key: entry.key().into(),
        })
    }

    /// Polls a job.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked.
    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError>;

    /// Fetches the result of a job that is done.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked, or has no result.
    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError>;

    /// Requests the cancellation of a job; [`Self::status`] tells whether it happened.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked; not when the job has ended already.
    fn cancel(&mut self, job: &str) -> Result<(), RemoteError>;

    /// Ends what is paid for while it is open, when a series of measurements is over.
    ///
    /// # Errors
    /// Returns an error if it may still be open.
    fn end_series(&mut self, series: &str, device: &str) -> Result<(), RemoteError> {
        let _ = (series, device);
        Ok(())
    }
}

/// A device that a service chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceChoice {
    /// Name at the service.
    pub device: String,
    /// Reason of the choice, for people.
    pub reason: String,
}

/// A device of a service.
#[derive(Clone, PartialEq, Debug)]
pub struct DeviceInfo {
    /// Name at the service.
    pub name: String,
    /// Number of qubits, where the service says so.
    pub num_qubits: Option<usize>,
    /// Readiness to take jobs.
    pub state: DeviceState,
    /// State in the service's own words.
    pub said: String,
    /// Number of jobs that wait.
    pub queue: Option<u64>,
    /// Expected time in the queue.
    pub wait: Option<Duration>,
    /// The device is a simulator.
    pub is_simulator: bool,
}

/// Readiness of a device to take jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceState {
    /// Takes and runs jobs.
    Online,
    /// Takes jobs but does not run them now.
    Paused,
    /// Takes no jobs.
    Offline,
    /// Given by the service in a word that is not known.
    Unknown,
}

/// A device with what it can run, as it was when the service was asked.
#[derive(Clone, Debug)]
pub struct Capabilities {
    /// Name, size and readiness of the device.
    pub info: DeviceInfo,
    /// Dialect of its programs; `None` for JSON of the service's own form.
    pub dialect: Option<Dialect>,
    /// Numbers of shots that a job may have.
    pub shots: RangeInclusive<usize>,
    /// Qubits, edges and errors, where programs must be written for them.
    pub native: Option<Device>,
    /// Time of its calibration, in the service's own words.
    pub calibrated: Option<String>,
    /// Jobs cost nothing, as far as is known.
    pub is_free: bool,
    /// Day of the list that a part of its price comes from, as `2026-11-20`; `None` where the service
    /// itself says what jobs cost.
    pub price_date: Option<&'static str>,
    /// Remarks for people, a line each.
    pub notes: Vec<String>,
}

/// State of a device that was not asked for it.
const NOT_ASKED: &str = "not asked";

impl Capabilities {
    /// Those of a device that is not asked: it runs any circuit in this dialect.
    pub(crate) fn assumed(device: &str, dialect: Dialect) -> Self {
        Self {
            info: DeviceInfo {
                name: device.into(),
                num_qubits: None,
                state: DeviceState::Unknown,
                said: NOT_ASKED.into(),
                queue: None,
                wait: None,
                is_simulator: false,
            },
            dialect: Some(dialect),
            shots: 1..=usize::MAX,
            native: None,
            calibrated: None,
            is_free: false,
            price_date: None,
            notes: Vec::new(),
        }
    }

    /// Returns `true` if the service was not asked: see [`Service::assumed`].
    pub(crate) fn are_assumed(&self) -> bool {
        self.info.said == NOT_ASKED
    }
}

/// An HTTP request that a dry run shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestPreview {
    /// Method and address, without the user and password that an address may hold.
    pub line: String,
    /// Headers, without secrets.
    pub headers: Vec<(String, String)>,
    /// Body as text; empty where the request has none.
    pub body: String,
}

/// State of a job at its service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    /// Taken by the service.
    Created,
    /// Waiting for the device.
    Queued,
    /// The device runs the job now.
    Running,
    /// Cancellation was requested; the job may still be done.
    Cancelling,
    /// Done, with an output to fetch.
    Done,
    /// Ended by an error, without an output.
    Failed,
    /// Ended by cancellation, without an output.
    Cancelled,
    /// Given in a word that is not known; the job is taken to be under way.
    Unknown,
}

impl JobState {
    /// Returns `true` if the state will not change any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// State of a job at its service, with what else the service says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct JobStatus {
    /// State at the time of the poll.
    pub state: JobState,
    /// The state in the service's own words.
    pub said: String,
    /// Number of jobs before it in the queue.
    pub position: Option<u64>,
    /// Expected time to its end.
    pub wait: Option<Duration>,
    /// Price so far.
    pub cost: Option<Cost>,
    /// Cause of its failure.
    pub failure: Option<RemoteError>,
}

impl JobStatus {
    /// A state of which nothing else is known.
    pub fn new(state: JobState, said: impl Into<String>) -> Self {
        Self {
            state,
            said: said.into(),
            position: None,
            wait: None,
            cost: None,
            failure: None,
        }
    }
}

/// Result of a job: the service's response, and what was read from it.
#[derive(Clone, PartialEq, Debug)]
pub struct JobResponse {
    /// The response, word for word.
    pub raw: String,
    /// The bits in it, or [`RemoteError::Protocol`] where it can't be understood.
    pub output: Result<JobOutput, RemoteError>,
}

/// Bits of a job in the form that the service returns; clbit 0 is the first of every bitstring.
#[derive(Clone, PartialEq, Debug)]
pub enum JobOutput {
    /// Every shot, in the order taken.
    Shots(Vec<Bitstring>),
    /// Number of shots with each bitstring.
    Counts(Vec<(Bitstring, u64)>),
    /// Probability of each bitstring.
    Probabilities(Vec<(Bitstring, f64)>),
    /// Output of each program of a job that holds several.
    Programs(Vec<JobOutput>),
}

impl JobOutput {
    /// Form in which the service returned the bits.
    pub fn form(&self) -> ResponseForm {
        match self {
            Self::Shots(_) => ResponseForm::Shots,
            Self::Counts(_) => ResponseForm::Counts,
            Self::Probabilities(_) => ResponseForm::Probabilities,
            Self::Programs(outputs) => outputs.first().map_or(ResponseForm::Shots, Self::form),
        }
    }
}

#[cfg(all(test, feature = "services"))]
mod tests {
    use super::*;

    #[test]
    fn previews_show_no_user_and_password() {
        let line = |url| RequestPreview::new("POST", url, Vec::new(), "").line;
        for (url, shown) in [
            (
                "https://me:pa%3Ass@host:8080/v1/jobs?a=b@c",
                "POST https://host:8080/v1/jobs?a=b@c",
            ),
            ("http://me@[::1]/jobs", "POST http://[::1]/jobs"),
            (
                "https://host/v1/jobs/JOB/submit",
                "POST https://host/v1/jobs/JOB/submit",
            ),
            (
                "the address in the first answer",
                "POST the address in the first answer",
            ),
        ] {
            assert_eq!(line(url), shown);
        }
    }

    #[test]
    fn jobs_that_have_ended_do_not_go_on() {
        use JobState::{Cancelled, Cancelling, Created, Done, Failed, Queued, Running, Unknown};
        for state in [Done, Failed, Cancelled] {
            assert!(state.is_final(), "{state:?}");
        }
        for state in [Created, Queued, Running, Cancelling, Unknown] {
            assert!(!state.is_final(), "{state:?}");
        }
        let status = JobStatus::new(Queued, "waits");
        assert_eq!((status.state, &*status.said), (Queued, "waits"));
    }

    #[test]
    fn a_device_that_was_not_asked_takes_everything() {
        let assumed = Capabilities::assumed("device", Dialect::Qasm3);
        assert!(assumed.are_assumed());
        assert_eq!(assumed.shots, 1..=usize::MAX);
        let mut asked = assumed;
        asked.info.said = "online".into();
        assert!(!asked.are_assumed());
    }

    #[test]
    fn outputs_have_a_form() {
        let forms = [
            JobOutput::Shots(Vec::new()).form(),
            JobOutput::Counts(Vec::new()).form(),
            JobOutput::Probabilities(Vec::new()).form(),
        ];
        let expected = [
            ResponseForm::Shots,
            ResponseForm::Counts,
            ResponseForm::Probabilities,
        ];
        assert_eq!(forms, expected);
    }
}
