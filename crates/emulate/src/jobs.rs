//! Jobs of any service: they wait, run, and give shots.
//!
//! Nothing runs in the background. The state of a job follows from the clock, and its circuits are
//! run when somebody asks after its time.

mod spoil;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use cheqqers_circuit::Bitstring;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::clock::Moment;
use crate::fault::{Data, FailureKind};
use crate::machine::Machine;
use crate::program::{Program, Register};
use crate::shared::Shared;

/// What is known of a job to whoever submitted it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Queued,
    Running,
    Completed,
    Failed,
    Cancelled,
    /// A fault: the service is to tell [`Phase::UNKNOWN`] as its state.
    Unknown,
}

impl Phase {
    /// A state that no service has.
    pub(crate) const UNKNOWN: &str = "recalibrating";

    /// Whether it is over.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// Why a job failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) message: String,
}

impl Failure {
    /// The program can't be run.
    pub(crate) fn program(message: impl Into<String>) -> Self {
        Self {
            kind: FailureKind::Program,
            message: message.into(),
        }
    }
}

/// What a program gave.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Measured {
    /// The registers of the program.
    pub(crate) registers: Vec<Register>,
    /// The shots in the order taken, bit `k` being clbit `k`.
    pub(crate) shots: Vec<Bitstring>,
    /// What can come and how probable it is, where the machine has no noise.
    pub(crate) probabilities: Option<Vec<(Bitstring, f64)>>,
}

/// A program, and how often it runs.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run {
    pub(crate) program: Program,
    pub(crate) shots: usize,
}

/// What is submitted.
#[derive(Clone, Debug)]
pub(crate) struct Order<T> {
    /// Its name, where the client chooses it.
    pub(crate) id: Option<String>,
    /// What the service keeps of it.
    pub(crate) details: T,
    pub(crate) machine: Machine,
    /// The programs; or why it is to fail when its turn comes.
    pub(crate) runs: Result<Vec<Run>, Failure>,
}

/// A job, which is there from when it was taken until it is deleted.
#[derive(Debug)]
pub(crate) struct Job<T> {
    pub(crate) id: String,
    /// What the service keeps of it.
    pub(crate) details: T,
    pub(crate) accepted: Moment,
    /// When it leaves the queue, if it is not cancelled before.
    pub(crate) started: Moment,
    /// When it ends, if it is not cancelled before.
    pub(crate) ended: Moment,
    machine: Machine,
    runs: Result<Vec<Run>, Failure>,
    rng: ChaCha8Rng,
    faults: Vec<Data>,
    progress: Mutex<Progress>,
    outcome: OnceLock<Result<Vec<Measured>, Failure>>,
}

#[derive(Debug)]
struct Progress {
    cancelled: Option<Moment>,
    /// How many more answers tell an unknown state.
    unknown: u32,
}

impl<T: Send + Sync + 'static> Job<T> {
    /// How far it is. Where its time has come its circuits run now, beside all else.
    pub(crate) async fn phase(self: &Arc<Self>, shared: &Shared) -> Phase {
        {
            let mut progress = self.progress();
            if progress.unknown > 0 {
                progress.unknown -= 1;
                return Phase::Unknown;
            }
        }
        self.known_phase(shared).await
    }

    /// Waits until it is over.
    pub(crate) async fn end(self: &Arc<Self>, shared: &Shared) -> Phase {
        /// How soon somebody must know that it was cancelled.
        const PATIENCE: Duration = Duration::from_millis(100);
        loop {
            // This is no answer to anybody, so it spends no unknown state.
            let phase = self.known_phase(shared).await;
            if phase.is_final() {
                return phase;
            }
            let left = self.ended.saturating_sub(shared.clock.now());
            tokio::time::sleep(left.clamp(Duration::from_millis(1), PATIENCE)).await;
        }
    }

    async fn known_phase(self: &Arc<Self>, shared: &Shared) -> Phase {
        let now = shared.clock.now();
        if self.cancelled().is_some() {
            return Phase::Cancelled;
        }
        if now < self.started || shared.faults.stands(Data::Paused) {
            return Phase::Queued;
        }
        if now < self.ended {
            return Phase::Running;
        }
        if self.outcome.get().is_none() {
            let job = Arc::clone(self);
            let run = move || {
                job.outcome.get_or_init(|| job.run());
            };
            // It only fails when the server ends, and then nobody asks.
            let _ = tokio::task::spawn_blocking(run).await;
        }
        match self.outcome.get() {
            Some(Ok(_)) => Phase::Completed,
            Some(Err(_)) => Phase::Failed,
            None => Phase::Running,
        }
    }

    /// What came out; `None` before [`Self::phase`] has told that it is completed or failed.
    pub(crate) fn outcome(&self) -> Option<Result<&[Measured], &Failure>> {
        let outcome = self.outcome.get()?;
        Some(outcome.as_ref().map(Vec::as_slice))
    }

    /// Cancels it. It may be too late: whether it is cancelled says [`Self::phase`].
    pub(crate) fn cancel(&self, shared: &Shared) {
        let now = shared.clock.now();
        if now < self.ended || shared.faults.stands(Data::Paused) {
            self.progress().cancelled.get_or_insert(now);
        }
    }

    /// When it was cancelled.
    pub(crate) fn cancelled(&self) -> Option<Moment> {
        self.progress().cancelled
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) -> Result<Vec<Measured>, Failure> {
        for fault in &self.faults {
            if let Data::Fail(kind) = *fault {
                return Err(spoil::failure(kind));
            }
        }
        let mut rng = self.rng.clone();
        let runs = self.runs.as_ref().map_err(Clone::clone)?;
        let measured = runs.iter().map(|Run { program, shots }| {
            let given = self.machine.run(&program.circuit, *shots, &mut rng)?;
            let mut measured = Measured {
                registers: program.registers.clone(),
                shots: given.shots,
                probabilities: given.probabilities,
            };
            for &fault in &self.faults {
                spoil::spoil(&mut measured, fault);
            }
            Ok(measured)
        });
        measured.collect()
    }
}

/// The jobs of a service, in the order of their submission.
#[derive(Debug)]
pub(crate) struct Jobs<T> {
    all: Mutex<Vec<Arc<Job<T>>>>,
}

impl<T> Default for Jobs<T> {
    fn default() -> Self {
        Self {
            all: Mutex::default(),
        }
    }
}

impl<T: Clone + Send + Sync + 'static> Jobs<T> {
    /// Takes a job.
    pub(crate) fn submit(&self, shared: &Shared, order: Order<T>) -> Arc<Job<T>> {
        let faults = shared.faults.of_job();
        if faults.contains(&Data::Duplicate) {
            let id = None;
            let again = Order {
                id,
                ..order.clone()
            };
            self.add(new_job(shared, again, faults.clone()));
        }
        self.add(new_job(shared, order, faults))
    }

    fn add(&self, job: Job<T>) -> Arc<Job<T>> {
        let job = Arc::new(job);
        self.lock().push(Arc::clone(&job));
        job
    }

    /// The job of a name.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job<T>>> {
        self.lock().iter().find(|job| job.id == id).cloned()
    }

    /// All of them, the latest last.
    pub(crate) fn all(&self) -> Vec<Arc<Job<T>>> {
        self.lock().clone()
    }

    /// Forgets the job of a name.
    pub(crate) fn delete(&self, id: &str) {
        self.lock().retain(|job| job.id != id);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Job<T>>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A device's queue takes from 5 s to a minute, that of a simulator a second.
fn queue_seconds(machine: &Machine, rng: &mut ChaCha8Rng) -> f64 {
    match machine {
        Machine::Exact => 1.0,
        Machine::Noisy(_) | Machine::Placed(_) => {
            let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            5.0 + 55.0 * unit
        }
    }
}

fn new_job<T>(shared: &Shared, order: Order<T>, faults: Vec<Data>) -> Job<T> {
    // What a job takes besides its shots, and what a shot takes.
    const OVERHEAD: f64 = 2.0;
    const SHOT: f64 = 250e-6;
    let mut rng = shared.rng();
    let shots: usize = order.runs.iter().flatten().map(|run| run.shots).sum();
    let accepted = shared.clock.now();
    let queue = shared.clock.scaled(queue_seconds(&order.machine, &mut rng));
    let waits = faults.iter().map(|fault| match fault {
        Data::Wait(seconds) => Duration::from_secs_f64(*seconds),
        _ => Duration::ZERO,
    });
    let started = accepted + queue + waits.sum::<Duration>();
    let ended = started + shared.clock.scaled(OVERHEAD + SHOT * shots as f64);
    let unknown = faults.iter().map(|fault| match fault {
        Data::UnknownState(answers) => *answers,
        _ => 0,
    });
    Job {
        id: order.id.unwrap_or_else(|| shared.uuid()),
        details: order.details,
        accepted,
        started,
        ended,
        machine: order.machine,
        runs: order.runs,
        rng,
        progress: Mutex::new(Progress {
            cancelled: None,
            unknown: unknown.sum(),
        }),
        faults,
        outcome: OnceLock::new(),
    }
}
