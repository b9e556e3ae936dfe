//! A service that does as it is told, and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::sleep;
use std::time::Duration;

use cheqqers_backend::{Backend, BackendError, FailureClass, Job, MeasurementId, Run};
use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_qasm::Dialect;
use tempfile::TempDir;

use crate::{
    Capabilities, Cost, Deadline, DeviceInfo, DeviceState, Entry, Event, JobOutput, JobResponse,
    JobState, JobStatus, Journal, Observer, Quote, Remote, RemoteError, RequestPreview,
    RetryPolicy, Service,
};

/// Answer to a submit.
#[derive(Clone, Debug)]
pub(super) enum Submit {
    /// The job is taken.
    Take,
    /// It is not.
    Refuse(RemoteError),
    /// It is, and the answer says otherwise.
    Lose(RemoteError),
}

/// A job at the service.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) id: String,
    pub(super) key: String,
    pub(super) state: JobState,
}

/// What the service does next, and what it was asked; without a script it takes jobs and answers them.
#[derive(Debug)]
pub(super) struct Lab {
    pub(super) asked: Vec<String>,
    pub(super) told: Vec<String>,
    pub(super) quotes: Vec<String>,
    pub(super) taken: Vec<Taken>,
    pub(super) submits: VecDeque<Submit>,
    pub(super) statuses: VecDeque<Result<JobStatus, RemoteError>>,
    pub(super) outputs: VecDeque<Result<JobOutput, RemoteError>>,
    pub(super) finds: VecDeque<Result<Vec<String>, RemoteError>>,
    pub(super) approvals: VecDeque<bool>,
    pub(super) cost: Option<Cost>,
    /// State of a new job.
    pub(super) state: JobState,
    /// Jobs can't be cancelled.
    pub(super) is_stubborn: bool,
    /// Time that the first poll takes.
    pub(super) slowness: Duration,
    pub(super) end_error: Option<RemoteError>,
    pub(super) log_error: Option<RemoteError>,
    pub(super) is_free: bool,
    pub(super) device: DeviceState,
    pub(super) num_qubits: usize,
    pub(super) max_shots: usize,
    pub(super) price_date: Option<&'static str>,
}

impl Lab {
    fn find(&mut self, id: &str) -> Result<&mut Taken, RemoteError> {
        let found = self.taken.iter_mut().find(|taken| taken.id == id);
        found.ok_or_else(|| RemoteError::JobNotFound {
            job: id.into(),
            text: "no such job".into(),
        })
    }

    fn take(&mut self, key: &str) -> String {
        let id = format!("job-{}", self.taken.len());
        self.taken.push(Taken {
            id: id.clone(),
            key: key.into(),
            state: self.state,
        });
        id
    }
}

#[derive(Clone, Debug)]
pub(super) struct Shared(Arc<Mutex<Lab>>);

impl Shared {
    pub(super) fn lab(&self) -> MutexGuard<'_, Lab> {
        self.0.lock().unwrap()
    }

    /// What was asked since this was called last.
    pub(super) fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.lab().asked)
    }

    /// Warnings since this was called last.
    pub(super) fn told(&self) -> Vec<String> {
        std::mem::take(&mut self.lab().told)
    }

    fn ask(&self, what: impl Into<String>) -> MutexGuard<'_, Lab> {
        let mut lab = self.lab();
        lab.asked.push(what.into());
        // A test that waits for ever would not fail.
        assert!(lab.asked.len() < 1000, "it asks for ever");
        lab
    }
}

impl Service for Shared {
    fn name(&self) -> &'static str {
        "lab"
    }

    fn set_deadline(&mut self, _: Deadline) {}

    fn devices(&mut self) -> Result<Vec<DeviceInfo>, RemoteError> {
        Ok(Vec::new())
    }

    fn capabilities(&mut self, device: &str) -> Result<Capabilities, RemoteError> {
        let lab = self.ask("describe");
        let info = DeviceInfo {
            name: device.into(),
            num_qubits: Some(lab.num_qubits),
            state: lab.device,
            said: "as the lab says".into(),
            queue: None,
            wait: None,
            is_simulator: false,
        };
        Ok(Capabilities {
            info,
            dialect: Some(Dialect::Qasm3),
            shots: 2..=lab.max_shots,
            native: None,
            calibrated: Some("today".into()),
            is_free: lab.is_free,
            price_date: lab.price_date,
            notes: Vec::new(),
        })
    }

    fn cost(&mut self, _: &Entry) -> Result<Option<Cost>, RemoteError> {
        Ok(self.lab().cost.clone())
    }

    fn listed_cost(&self, _: &Entry) -> Option<Cost> {
        self.lab().cost.clone()
    }

    fn previews(&mut self, entry: &Entry) -> Result<Vec<RequestPreview>, RemoteError> {
        let shots = entry.provenance.shots;
        Ok(vec![RequestPreview {
            line: format!("POST {shots} shots"),
            headers: Vec::new(),
            body: String::new(),
        }])
    }

    fn submit(&mut self, entry: &Entry) -> Result<String, RemoteError> {
        let mut lab = self.ask(format!("submit x{}", entry.provenance.shots));
        match lab.submits.pop_front().unwrap_or(Submit::Take) {
            Submit::Take => Ok(lab.take(entry.key())),
            Submit::Refuse(error) => Err(error),
            Submit::Lose(error) => {
                lab.take(entry.key());
                Err(error)
            }
        }
    }

    fn find(&mut self, entry: &Entry) -> Result<Vec<String>, RemoteError> {
        let mut lab = self.ask("find");
        let of_key = lab.taken.iter().filter(|taken| taken.key == entry.key());
        let found = of_key.map(|taken| taken.id.clone()).collect();
        lab.finds.pop_front().unwrap_or(Ok(found))
    }

    fn status(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let mut lab = self.ask(format!("status {job}"));
        sleep(std::mem::take(&mut lab.slowness));
        if let Some(status) = lab.statuses.pop_front() {
            return status;
        }
        let state = lab.find(job)?.state;
        Ok(JobStatus::new(state, "as it is"))
    }

    fn response(&mut self, job: &str, entry: &Entry) -> Result<JobResponse, RemoteError> {
        let mut lab = self.ask(format!("response {job}"));
        let output = lab.outputs.pop_front();
        Ok(JobResponse {
            raw: format!("raw of {job}"),
            output: output.unwrap_or_else(|| Ok(right(entry))),
        })
    }

    fn cancel(&mut self, job: &str) -> Result<(), RemoteError> {
        let mut lab = self.ask(format!("cancel {job}"));
        let is_stubborn = lab.is_stubborn;
        let taken = lab.find(job)?;
        if !taken.state.is_final() && !is_stubborn {
            taken.state = JobState::Cancelled;
        }
        Ok(())
    }

    fn end_series(&mut self, series: &str, device: &str) -> Result<(), RemoteError> {
        let lab = self.ask(format!("end {series} {device}"));
        lab.end_error.clone().map_or(Ok(()), Err)
    }
}

/// Shots whose requested bits are 0, and whose test bits are read as they should be.
fn right(entry: &Entry) -> JobOutput {
    let requested = "0".repeat(entry.num_bits());
    let is_probed = entry.num_clbits > entry.num_bits();
    let bits = if is_probed {
        format!("11{requested}00")
    } else {
        requested
    };
    JobOutput::Shots(vec![bits.parse().unwrap(); entry.provenance.shots])
}

impl Observer for Shared {
    fn approves(&mut self, quote: &Quote<'_>) -> bool {
        let Quote {
            jobs,
            shots,
            cost,
            exceeded,
            ..
        } = quote;
        let cost = cost.map(ToString::to_string).unwrap_or_default();
        let exceeded = exceeded
            .map(|of| format!(" above {of}"))
            .unwrap_or_default();
        let mut lab = self.lab();
        lab.quotes
            .push(format!("{jobs} jobs {shots} shots {cost}{exceeded}"));
        lab.approvals.pop_front().unwrap_or(true)
    }

    fn log(&mut self, _: &Entry) -> Result<(), RemoteError> {
        self.lab().log_error.take().map_or(Ok(()), Err)
    }

    fn notify(&mut self, event: &Event<'_>) {
        let text = match event {
            Event::Preview(preview) => preview.line.clone(),
            Event::Sending { .. } => "sending".into(),
            Event::Resumed { .. } => "resumed".into(),
            Event::Sent { job, .. } => format!("sent {job}"),
            Event::Waiting { status, .. } => format!("waiting {:?}", status.state),
            Event::Ended { .. } => "ended".into(),
            Event::Open { key, .. } => format!("open {key}"),
            Event::Warning(text) => (*text).to_owned(),
        };
        self.lab().told.push(text);
    }
}

/// A journal, and a service, for any number of processes one after the other.
pub(super) struct Bench {
    folder: TempDir,
    pub(super) shared: Shared,
    pub(super) retry: RetryPolicy,
}

impl Bench {
    pub(super) fn new() -> Self {
        let lab = Lab {
            asked: Vec::new(),
            told: Vec::new(),
            quotes: Vec::new(),
            taken: Vec::new(),
            submits: VecDeque::new(),
            statuses: VecDeque::new(),
            outputs: VecDeque::new(),
            finds: VecDeque::new(),
            approvals: VecDeque::new(),
            cost: None,
            state: JobState::Done,
            is_stubborn: false,
            slowness: Duration::ZERO,
            end_error: None,
            log_error: None,
            is_free: true,
            device: DeviceState::Online,
            num_qubits: 20,
            max_shots: 1000,
            price_date: None,
        };
        let moment = Duration::from_millis(1);
        let retry = RetryPolicy {
            initial_backoff: moment,
            max_backoff: moment,
            max_tries: 3,
            initial_poll_interval: moment,
            max_poll_interval: moment,
            settle_timeout: Duration::ZERO,
            ..RetryPolicy::default()
        };
        Self {
            folder: tempfile::tempdir().unwrap(),
            shared: Shared(Arc::new(Mutex::new(lab))),
            retry,
        }
    }

    pub(super) fn lab(&self) -> MutexGuard<'_, Lab> {
        self.shared.lab()
    }

    pub(super) fn asked(&self) -> Vec<String> {
        self.shared.asked()
    }

    pub(super) fn told(&self) -> Vec<String> {
        self.shared.told()
    }

    pub(super) fn journal(&self) -> Journal {
        Journal::at(self.folder.path())
    }

    /// A process that goes on with the journal.
    pub(super) fn remote(&self) -> Remote {
        self.remote_of("device")
    }

    pub(super) fn remote_of(&self, device: &str) -> Remote {
        let service = Box::new(self.shared.clone());
        let observer = Box::new(self.shared.clone());
        let name = format!("lab:{device}");
        Remote::new(name, service, device, self.journal(), observer).with_retry_policy(self.retry)
    }

    /// The entry of the first circuit's job that came after so many others.
    pub(super) fn entry(&self, id: &MeasurementId, again: u32) -> Option<Entry> {
        self.journal().load(&id.job_key(0, again)).unwrap()
    }
}

/// A measurement of a game.
pub(super) fn id(name: &str) -> MeasurementId {
    MeasurementId {
        series: "game".into(),
        history: cheqqers_backend::sha256(b""),
        name: name.into(),
        attempt: 0,
    }
}

/// A circuit of so many qubits, all quantum and measured.
pub(super) fn circuit(num_qubits: u32) -> Circuit {
    let mut circuit = Circuit::new(num_qubits as usize, 0);
    for k in 0..num_qubits {
        circuit.push(Gate::H, &[Qubit(k)]).unwrap();
    }
    circuit.measure_all();
    circuit
}

/// Runs circuits of two qubits with five shots.
pub(super) fn measure(
    remote: &mut Remote,
    id: &MeasurementId,
    circuits: usize,
) -> Result<Vec<Run>, BackendError> {
    let circuits = vec![circuit(2); circuits];
    remote.run(&Job::new(&circuits, 5).of_measurement(id))
}

/// The error of a run, and whether the job may still be answered.
pub(super) fn error(result: Result<Vec<Run>, BackendError>) -> (RemoteError, FailureClass) {
    let error = result.unwrap_err();
    let BackendError::Job(failure) = &error else {
        panic!("{error}");
    };
    let class = failure.class;
    (RemoteError::of(&error).unwrap().clone(), class)
}

pub(super) fn unreachable_error() -> RemoteError {
    RemoteError::Unreachable {
        text: "no word".into(),
    }
}

pub(super) fn lost() -> RemoteError {
    RemoteError::Ambiguous { key: "key".into() }
}

#[expect(clippy::unnecessary_wraps, reason = "prices are where they are known")]
pub(super) fn dollars(amount: f64) -> Option<Cost> {
    let unit = "USD".into();
    Some(Cost { amount, unit })
}
