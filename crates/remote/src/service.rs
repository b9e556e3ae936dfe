//! What every service can do, whatever its protocol.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::time::Duration;

use cheqqers_backend::{AnswerKind, JobError};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_native::Device;
use cheqqers_qasm::{Dialect, Program, write};

/// A service that runs jobs: one module for each keeps its addresses, its JSON and its order of bits.
///
/// Requests that change nothing are repeated while they fail for a while; [`Self::submit`] is not.
pub trait Service: Debug + Send {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Its devices.
    ///
    /// # Errors
    /// When they can't be had.
    fn devices(&mut self) -> Result<Vec<DeviceInfo>, JobError>;

    /// What a device can do, as it stands now.
    ///
    /// # Errors
    /// When there is none of that name, or what is said of it can't be had.
    fn capabilities(&mut self, device: &str) -> Result<Capabilities, JobError>;

    /// A circuit as a program that a device runs, its gates and qubits those of the device where it
    /// wants them so.
    ///
    /// # Errors
    /// [`JobError::Unsuitable`] when it can't be written so.
    fn program(&mut self, circuit: &Circuit, device: &Capabilities) -> Result<String, JobError> {
        write(&Program::new(circuit), device.dialect).map_err(|error| JobError::Unsuitable {
            device: device.info.name.clone(),
            text: error.to_string(),
        })
    }

    /// What a job would cost, where the service says so.
    ///
    /// # Errors
    /// When the service can't be asked.
    fn cost(&mut self, job: &NewJob<'_>) -> Result<Option<Cost>, JobError>;

    /// The requests that [`Self::submit`] makes, without secrets.
    ///
    /// # Errors
    /// When the job can't be written down.
    fn drafts(&mut self, job: &NewJob<'_>) -> Result<Vec<Draft>, JobError>;

    /// Sends a job and gives the service's name of it.
    ///
    /// # Errors
    /// [`JobError::Ambiguous`] when it may have been taken nonetheless: then [`Self::find`] tells.
    fn submit(&mut self, job: &NewJob<'_>) -> Result<String, JobError>;

    /// The service's names of the jobs that bear a marker, the oldest first.
    ///
    /// # Errors
    /// When they can't be looked for.
    fn find(&mut self, job: &NewJob<'_>) -> Result<Vec<String>, JobError>;

    /// How a job stands.
    ///
    /// # Errors
    /// When that can't be had.
    fn status(&mut self, job: &str) -> Result<Status, JobError>;

    /// What a job gave; `asked` is the job as it was sent.
    ///
    /// # Errors
    /// When it can't be had, or not be understood.
    fn result(&mut self, job: &str, asked: &NewJob<'_>) -> Result<Answer, JobError>;

    /// Asks for a job to end. Whether it did shows in [`Self::status`].
    ///
    /// # Errors
    /// When that can't be asked for; not when the job has ended already.
    fn cancel(&mut self, job: &str) -> Result<(), JobError>;
}

/// A job as it is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct NewJob<'a> {
    /// The device.
    pub device: &'a str,
    /// The program, in the device's dialect.
    pub program: &'a str,
    /// How many qubits the program has.
    pub num_qubits: usize,
    /// How many clbits it measures, all of them in one register.
    pub num_clbits: usize,
    /// How many shots.
    pub shots: usize,
    /// Our own name of it, by which it is found again.
    pub marker: &'a str,
}

/// A device of a service.
#[derive(Clone, PartialEq, Debug)]
pub struct DeviceInfo {
    /// The service's name of it.
    pub name: String,
    /// How many qubits it has, where that is said.
    pub num_qubits: Option<usize>,
    /// Whether it takes jobs.
    pub state: DeviceState,
    /// What the service says of its state, in its own words.
    pub said: String,
    /// How many jobs wait.
    pub queue: Option<u64>,
    /// How long a job is expected to wait.
    pub wait: Option<Duration>,
    /// Whether it is a simulator.
    pub is_simulator: bool,
}

/// Whether a device takes jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceState {
    /// It takes and runs them.
    Online,
    /// It takes them but does not run them for now.
    Paused,
    /// It takes none.
    Offline,
    /// The service uses a word that is not known.
    Unknown,
}

/// What a device can do.
#[derive(Clone, Debug)]
pub struct Capabilities {
    /// The device.
    pub info: DeviceInfo,
    /// What programs must be written in.
    pub dialect: Dialect,
    /// How many shots a job may have.
    pub shots: RangeInclusive<usize>,
    /// Its qubits, edges and errors, where programs must be written for them.
    pub native: Option<Device>,
    /// When its errors were measured, in the service's own words.
    pub calibrated: Option<String>,
    /// Whether jobs cost nothing, as far as is known.
    pub is_free: bool,
    /// What else is worth knowing, a line each.
    pub notes: Vec<String>,
}

/// What something costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// How much.
    pub amount: f64,
    /// Of what: "USD", or "s" for seconds of the device.
    pub unit: String,
}

/// A request that would be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The method and the address.
    pub line: String,
    /// The headers, secrets left out.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

/// Where a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    /// The service has it.
    Created,
    /// It waits for the device.
    Queued,
    /// It runs.
    Running,
    /// It is being cancelled.
    Cancelling,
    /// It has an answer.
    Done,
    /// It has none and will have none.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
    /// The service uses a word that is not known; the job is taken to be under way.
    Unknown,
}

impl JobState {
    /// Whether nothing more will happen.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// How a job stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// Where it is.
    pub state: JobState,
    /// The service's own word.
    pub said: String,
    /// How many jobs are before it.
    pub position: Option<u64>,
    /// How long it is still expected to take.
    pub wait: Option<Duration>,
    /// What it has cost.
    pub cost: Option<Cost>,
    /// Why it failed.
    pub failure: Option<JobError>,
}

impl Status {
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

/// What a job gave. In every bitstring clbit 0 comes first.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The bits.
    pub outcomes: Outcomes,
    /// The service's answer, word for word.
    pub raw: String,
}

/// The bits that a job gave.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcomes {
    /// Every shot in the order taken.
    Shots(Vec<Bitstring>),
    /// How often each bitstring came.
    Counts(Vec<(Bitstring, u64)>),
    /// The probability of each bitstring.
    Probabilities(Vec<(Bitstring, f64)>),
}

impl Outcomes {
    /// How honest they are.
    pub fn kind(&self) -> AnswerKind {
        match self {
            Self::Shots(_) => AnswerKind::Shots,
            Self::Counts(_) => AnswerKind::Counts,
            Self::Probabilities(_) => AnswerKind::Probabilities,
        }
    }
}
