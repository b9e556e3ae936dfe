//! A device that does as it is told, and remembers what it was asked.

use std::fmt;
use std::sync::{Arc, Mutex};

use cheqqers_backend::{
    Backend, BackendError, FailureClass, Job, JobFailure, MeasurementId, Provenance, ResponseForm,
    Run, sha256,
};
use cheqqers_circuit::Optimization;

/// Requests to a device, each in words.
#[derive(Clone, Default, Debug)]
pub(super) struct Requests(Arc<Mutex<Vec<String>>>);

impl Requests {
    fn add(&self, request: String) {
        self.0.lock().unwrap().push(request);
    }

    /// Those since this was called last.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// Runner of the jobs of a device.
type Script = Box<dyn FnMut(&Job<'_>) -> Result<Vec<Run>, BackendError> + Send>;

pub(super) struct Device {
    name: &'static str,
    is_noisy: bool,
    script: Script,
    requests: Requests,
    /// Number of circuits that one job holds when it is sent ahead; an error where it can't be sent.
    pub(super) room: Result<usize, BackendError>,
    /// Number of the circuits that were sent in another process.
    pub(super) sent_before: usize,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Device {
    pub(super) fn new(
        name: &'static str,
        script: impl FnMut(&Job<'_>) -> Result<Vec<Run>, BackendError> + Send + 'static,
    ) -> Self {
        Self {
            name,
            is_noisy: true,
            script: Box::new(script),
            requests: Requests::default(),
            room: Ok(0),
            sent_before: 0,
        }
    }

    /// A device that answers its jobs with these, one after the other.
    pub(super) fn scripted(
        name: &'static str,
        answers: impl IntoIterator<Item = Result<Vec<Run>, BackendError>>,
    ) -> Self {
        let mut answers: Vec<_> = answers.into_iter().collect();
        answers.reverse();
        Self::new(name, move |_| answers.pop().expect("no more was expected"))
    }

    pub(super) fn exact(self) -> Self {
        Self {
            is_noisy: false,
            ..self
        }
    }

    pub(super) fn requests(&self) -> Requests {
        self.requests.clone()
    }
}

impl Backend for Device {
    fn name(&self) -> &str {
        self.name
    }

    fn is_noisy(&self) -> bool {
        self.is_noisy
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let suffices = match job.optimization {
            Optimization::Gates => "",
            _ => " shortened further",
        };
        self.requests
            .add(format!("run {}{suffices}", described(job)));
        (self.script)(job)
    }

    fn send(&mut self, job: &Job<'_>) -> Result<usize, BackendError> {
        self.requests.add(format!("send {}", described(job)));
        self.room.clone().map(|room| room.min(job.circuits.len()))
    }

    fn num_sent(&self, job: &Job<'_>) -> usize {
        self.requests.add(format!("recall {}", described(job)));
        self.sent_before.min(job.circuits.len())
    }

    fn cancel(&mut self, id: &MeasurementId) -> Result<(), BackendError> {
        self.requests.add(format!("cancel {}", named(id)));
        Err(failure(FailureClass::Terminal, "it runs"))
    }

    fn end_series(&mut self, series: &str) {
        self.requests.add(format!("end {series}"));
    }
}

/// A job in words: circuits, shots, and the measurement.
fn described(job: &Job<'_>) -> String {
    let id = job.measurement.map(named).unwrap_or_default();
    format!("{}x{} {id}", job.circuits.len(), job.shots)
        .trim_end()
        .to_owned()
}

fn named(id: &MeasurementId) -> String {
    format!("{} #{}", id.name, id.attempt)
}

/// A run with these shots, separated by blanks.
pub(super) fn run(shots: &str) -> Run {
    let shots = shots.split_whitespace().map(|shot| shot.parse().unwrap());
    shots.collect::<Vec<_>>().into()
}

/// A run with these shots that a job took.
pub(super) fn run_by(key: &str, shots: &str) -> Run {
    Run {
        provenance: Some(Box::new(provenance(key, shots))),
        ..run(shots)
    }
}

/// The provenance of shots that a service returned as they are.
pub(super) fn provenance(key: &str, shots: &str) -> Provenance {
    let qasm = format!("program of {key}");
    Provenance {
        service: "service".into(),
        device: "device".into(),
        job: Some(format!("number of {key}")),
        key: key.into(),
        shots: shots.split_whitespace().count(),
        answer: Some(ResponseForm::Shots),
        calibrated: None,
        predicted: None,
        placement: Vec::new(),
        calibration: None,
        qasm_sha256: sha256(qasm.as_bytes()),
        qasm,
        raw: shots.into(),
    }
}

/// The failure of a job.
pub(super) fn failure(class: FailureClass, reason: &str) -> BackendError {
    BackendError::Job(JobFailure {
        key: Some("key".into()),
        class,
        source: Arc::new(std::io::Error::other(reason.to_owned())),
    })
}
