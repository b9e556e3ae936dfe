use cheqqers_circuit::{CanonicalCircuit, Circuit};

use crate::error::RemoteError;
use crate::remote::Remote;

/// Circuits of a pool that a device runs in a number of jobs.
#[derive(Clone, Debug, Default)]
pub struct PoolCircuits {
    /// The circuits, in the order given.
    pub circuits: Vec<CanonicalCircuit>,
    /// Circuits of the jobs that run them, each side by side.
    pub jobs: Vec<Circuit>,
}

impl PoolCircuits {
    /// The first circuits of a list, as many as a device runs in so many jobs.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked for the size of the device.
    pub fn of(
        mut circuits: Vec<CanonicalCircuit>,
        jobs: usize,
        backend: &mut Remote,
    ) -> Result<Self, RemoteError> {
        let all: Vec<Circuit> = circuits.iter().map(|form| form.circuit().clone()).collect();
        let mut sizes = backend.bundle_sizes(&all)?;
        sizes.truncate(jobs);
        circuits.truncate(sizes.iter().sum());
        Ok(Self {
            circuits,
            jobs: Circuit::in_groups(&all, sizes),
        })
    }
}
