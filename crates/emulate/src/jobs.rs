//! Jobs of any service: queued, run, measured.
//!
//! Nothing runs in the background. The phase of a job follows from the clock; its circuits run at
//! the first query after its end.

mod spoil;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::clock::Moment;
use crate::fault::JobFault;
use crate::machine::Machine;
use crate::output::{Failure, ProgramOutput};
use crate::program::Program;
use crate::shared::{AcceptedJob, SharedState};

/// Phase of a job as its client sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Queued,
    Running,
    Completed,
    Failed,
    Cancelled,
    /// Fault: the service reports [`Phase::UNKNOWN`].
    Unknown,
}

impl Phase {
    /// State that no service documents.
    pub(crate) const UNKNOWN: &str = "recalibrating";

    /// Returns `true` if the phase never changes again.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// Program with its number of shots.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ProgramRun {
    pub(crate) program: Program,
    pub(crate) shots: usize,
}

/// Job to submit; `T` is the service's data of it.
#[derive(Clone, Debug)]
pub(crate) struct JobRequest<T> {
    /// Id that the client chose; `None` for a new one.
    pub(crate) id: Option<String>,
    pub(crate) details: T,
    pub(crate) machine: Machine,
    /// Programs to run, or the failure that ends the job.
    pub(crate) runs: Result<Vec<ProgramRun>, Failure>,
}

/// Submitted job; `T` is the service's data of it.
#[derive(Debug)]
pub(crate) struct Job<T> {
    pub(crate) id: String,
    pub(crate) details: T,
    pub(crate) accepted: Moment,
    /// Time at which it leaves the queue, unless cancelled before.
    pub(crate) started: Moment,
    /// Time at which it ends, unless cancelled before.
    pub(crate) ended: Moment,
    machine: Machine,
    runs: Result<Vec<ProgramRun>, Failure>,
    rng: ChaCha8Rng,
    faults: Vec<JobFault>,
    progress: Mutex<Progress>,
    outputs: OnceLock<Result<Vec<ProgramOutput>, Failure>>,
}

#[derive(Debug)]
struct Progress {
    cancelled: Option<Moment>,
    /// Number of queries still to be answered with an unknown state.
    unknown: u32,
}

impl<T: Send + Sync + 'static> Job<T> {
    /// Current phase of the job. Runs the circuits, on a thread of their own, once their time has come.
    pub(crate) async fn phase(self: &Arc<Self>, shared: &SharedState) -> Phase {
        {
            let mut progress = self.progress();
            if progress.unknown > 0 {
                progress.unknown -= 1;
                return Phase::Unknown;
            }
        }
        self.clock_phase(shared).await
    }

    /// Waits for the final phase.
    pub(crate) async fn end(self: &Arc<Self>, shared: &SharedState) -> Phase {
        /// Maximum delay in noticing a cancellation.
        const MAX_DELAY: Duration = Duration::from_millis(100);
        loop {
            // No client asked, so this counts for no unknown state.
            let phase = self.clock_phase(shared).await;
            if phase.is_final() {
                return phase;
            }
            let left = self.ended.saturating_sub(shared.clock.now());
            tokio::time::sleep(left.clamp(Duration::from_millis(1), MAX_DELAY)).await;
        }
    }

    async fn clock_phase(self: &Arc<Self>, shared: &SharedState) -> Phase {
        let now = shared.clock.now();
        if self.cancelled().is_some() {
            return Phase::Cancelled;
        }
        if now < self.started || shared.faults.has(JobFault::Paused) {
            return Phase::Queued;
        }
        if now < self.ended {
            return Phase::Running;
        }
        if self.outputs.get().is_none() {
            let job = Arc::clone(self);
            let run = move || {
                job.outputs.get_or_init(|| job.run());
            };
            // Fails only when the server ends.
            let _ = tokio::task::spawn_blocking(run).await;
        }
        match self.outputs.get() {
            Some(Ok(_)) => Phase::Completed,
            Some(Err(_)) => Phase::Failed,
            None => Phase::Running,
        }
    }

    /// Output of each program, or the failure. `None` until [`Self::phase`] has returned a final
    /// phase, and for a cancelled job.
    pub(crate) fn outputs(&self) -> Option<Result<&[ProgramOutput], &Failure>> {
        let outputs = self.outputs.get()?;
        Some(outputs.as_ref().map(Vec::as_slice))
    }

    /// Cancels the job unless it has ended.
    pub(crate) fn cancel(&self, shared: &SharedState) {
        let now = shared.clock.now();
        if now < self.ended || shared.faults.has(JobFault::Paused) {
            self.progress().cancelled.get_or_insert(now);
        }
    }

    /// Time of its cancellation.
    pub(crate) fn cancelled(&self) -> Option<Moment> {
        self.progress().cancelled
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) -> Result<Vec<ProgramOutput>, Failure> {
        for fault in &self.faults {
            if let JobFault::Fail(kind) = *fault {
                return Err(spoil::failure(kind));
            }
        }
        let mut rng = self.rng.clone();
        let runs = self.runs.as_ref().map_err(Clone::clone)?;
        let output = runs.iter().map(|ProgramRun { program, shots }| {
            let given = self.machine.run(&program.circuit, *shots, &mut rng)?;
            let mut output = ProgramOutput {
                registers: program.registers.clone(),
                shots: given.shots,
                probabilities: given.probabilities,
            };
            for &fault in &self.faults {
                spoil::apply(&mut output, fault);
            }
            Ok(output)
        });
        output.collect()
    }
}

/// Jobs of a service, in the order of their submission.
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
    /// Submits a job.
    pub(crate) fn submit(&self, shared: &SharedState, request: JobRequest<T>) -> Arc<Job<T>> {
        let faults = shared.faults.for_job();
        if faults.contains(&JobFault::Duplicate) {
            let again = JobRequest {
                id: None,
                ..request.clone()
            };
            self.add(shared, new_job(shared, again, faults.clone()));
        }
        self.add(shared, new_job(shared, request, faults))
    }

    fn add(&self, shared: &SharedState, job: Job<T>) -> Arc<Job<T>> {
        let runs = job.runs.iter().flatten();
        shared.accepted().push(AcceptedJob {
            id: job.id.clone(),
            shots: runs.map(|run| run.shots).sum(),
        });
        let job = Arc::new(job);
        self.lock().push(Arc::clone(&job));
        job
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job<T>>> {
        self.lock().iter().find(|job| job.id == id).cloned()
    }

    /// All jobs, the latest last.
    pub(crate) fn all(&self) -> Vec<Arc<Job<T>>> {
        self.lock().clone()
    }

    pub(crate) fn delete(&self, id: &str) {
        self.lock().retain(|job| job.id != id);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Job<T>>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Time in the queue: 5 s to a minute for a device, a second for a simulator.
fn queue_seconds(machine: &Machine, rng: &mut ChaCha8Rng) -> f64 {
    match machine {
        Machine::Exact | Machine::Random => 1.0,
        Machine::Noisy(_) | Machine::Placed(_) => {
            let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            5.0 + 55.0 * unit
        }
    }
}

fn new_job<T>(shared: &SharedState, request: JobRequest<T>, faults: Vec<JobFault>) -> Job<T> {
    // Seconds of a job besides its shots, and of a shot.
    const OVERHEAD: f64 = 2.0;
    const SHOT: f64 = 250e-6;
    let mut rng = shared.rng();
    let shots: usize = request.runs.iter().flatten().map(|run| run.shots).sum();
    let accepted = shared.clock.now();
    let queue = shared
        .clock
        .scaled(queue_seconds(&request.machine, &mut rng));
    let waits = faults.iter().map(|fault| match fault {
        JobFault::Wait(seconds) => Duration::from_secs_f64(*seconds),
        _ => Duration::ZERO,
    });
    let started = accepted + queue + waits.sum::<Duration>();
    let ended = started + shared.clock.scaled(OVERHEAD + SHOT * shots as f64);
    let unknown = faults.iter().map(|fault| match fault {
        JobFault::UnknownState(answers) => *answers,
        _ => 0,
    });
    Job {
        id: request.id.unwrap_or_else(|| shared.uuid()),
        details: request.details,
        accepted,
        started,
        ended,
        machine: request.machine,
        runs: request.runs,
        rng,
        progress: Mutex::new(Progress {
            cancelled: None,
            unknown: unknown.sum(),
        }),
        faults,
        outputs: OnceLock::new(),
    }
}
