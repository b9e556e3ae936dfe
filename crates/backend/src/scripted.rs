use std::collections::VecDeque;

use cheqqers_circuit::{Bitstring, Circuit};

use crate::backend::next_bits;
use crate::{Backend, BackendError};

/// Gives the bits, or failures, that a test wrote down, and keeps what it was asked.
///
/// ```
/// use cheqqers_backend::{Backend, BackendError, Scripted};
/// use cheqqers_circuit::Circuit;
///
/// let down = BackendError::Exhausted { backend: "a device" };
/// let mut backend = Scripted::new([Ok("10".parse()?), Err(down.clone())]);
/// let circuits = [Circuit::new(2, 2)];
/// assert_eq!(backend.run(&circuits, 1)?, [["10".parse()?]]);
/// assert_eq!(backend.run(&circuits, 1), Err(down));
/// assert_eq!(backend.asked().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    script: VecDeque<Result<Bitstring, BackendError>>,
    asked: Vec<Circuit>,
}

impl Scripted {
    const NAME: &str = "scripted";

    /// Answers with these entries in order: one for each shot of each circuit.
    ///
    /// A failure ends the run it is met in.
    pub fn new(script: impl IntoIterator<Item = Result<Bitstring, BackendError>>) -> Self {
        Self {
            script: script.into_iter().collect(),
            asked: Vec::new(),
        }
    }

    /// The circuits asked for until now, those of runs that failed included.
    pub fn asked(&self) -> &[Circuit] {
        &self.asked
    }
}

impl Backend for Scripted {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn run(
        &mut self,
        circuits: &[Circuit],
        shots: usize,
    ) -> Result<Vec<Vec<Bitstring>>, BackendError> {
        self.asked.extend(circuits.iter().cloned());
        let script = &mut self.script;
        let mut run = |circuit: &Circuit| {
            (0..shots)
                .map(|_| next_bits(Self::NAME, circuit, script.pop_front().transpose()?))
                .collect()
        };
        circuits.iter().map(&mut run).collect()
    }
}
