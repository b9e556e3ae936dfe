use std::fmt::Debug;

use cheqqers_circuit::{CircuitError, Optimization};
use cheqqers_native::PlaceError;
use cheqqers_sim::SimError;
use thiserror::Error;

use crate::{JobError, Run, Task};

/// What runs circuits.
pub trait Backend: Debug + Send {
    /// The name in records and messages.
    fn name(&self) -> &str;

    /// Whether it may give bits that the exact state excludes, so that one shot may not be enough.
    fn is_noisy(&self) -> bool {
        false
    }

    /// How far circuits whose bits alone matter are best shortened: no further than faults still
    /// show in the bits.
    fn optimization(&self) -> Optimization {
        if self.is_noisy() {
            Optimization::Gates
        } else {
            Optimization::Folded
        }
    }

    /// Runs every circuit of a task, and gives what came of each.
    ///
    /// # Errors
    /// When not every circuit could be run; the shots of those that were are lost, unless the task
    /// answers a question: asked again, they are given again.
    fn run(&mut self, task: &Task<'_>) -> Result<Vec<Run>, BackendError>;
}

/// Why circuits gave no bits.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum BackendError {
    /// A simulator refused the circuit.
    #[error("the circuit of {num_qubits} qubits could not be simulated")]
    Simulation {
        /// How many qubits it has.
        num_qubits: usize,
        /// Why.
        #[source]
        source: SimError,
    },
    /// A device has no room for the circuit.
    #[error("the circuit could not be placed on the device")]
    Placement(#[from] PlaceError),
    /// A circuit has no inverse.
    #[error("the circuit can't be undone")]
    Mirror(#[source] CircuitError),
    /// A job somewhere else gave no shots.
    #[error("{}", job_text(.marker.as_deref()))]
    Job {
        /// Our own name of the job, where it got one.
        marker: Option<String>,
        /// Whether it may still be answered.
        is_open: bool,
        /// Why.
        #[source]
        source: JobError,
    },
    /// What was scripted has been given already.
    #[error("{backend} has no more bits to give")]
    Exhausted {
        /// The backend's name.
        backend: &'static str,
    },
    /// What was scripted is not of this circuit.
    #[error("{backend} has {found} bits for a circuit that measures {expected}")]
    WrongLength {
        /// The backend's name.
        backend: &'static str,
        /// How many clbits the circuit has.
        expected: usize,
        /// How many bits there are.
        found: usize,
    },
}

impl BackendError {
    /// Whether the answer may still come, so that nobody else may be asked the same: going on with
    /// the same question goes on with the same job.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Job { is_open: true, .. })
    }
}

fn job_text(marker: Option<&str>) -> String {
    marker.map_or_else(
        || "the job was not sent".into(),
        |marker| format!("job {marker} gave no shots"),
    )
}
