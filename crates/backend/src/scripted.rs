use std::collections::VecDeque;

use cheqqers_circuit::{Bitstring, Circuit};

use crate::{Backend, BackendError, Job, Run};

/// Returns the bits, or failures, of a script, and keeps the circuits that were run.
///
/// ```
/// use cheqqers_backend::{Backend, BackendError, Job, Scripted};
/// use cheqqers_circuit::Circuit;
///
/// let down = BackendError::Exhausted { backend: "a device" };
/// let mut backend = Scripted::new([Ok("10".parse()?), Err(down.clone())]);
/// let circuits = [Circuit::new(2, 2)];
/// let job = Job::new(&circuits, 1);
/// assert_eq!(backend.run(&job)?[0].shots, ["10".parse()?]);
/// assert_eq!(backend.run(&job), Err(down));
/// assert_eq!(backend.circuits().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    script: VecDeque<Result<Bitstring, BackendError>>,
    circuits: Vec<Circuit>,
    is_noisy: bool,
}

impl Scripted {
    const NAME: &str = "scripted";

    /// A backend with a script of one entry for each shot of each circuit, in order. A failure ends the
    /// run in which it is met.
    pub fn new(script: impl IntoIterator<Item = Result<Bitstring, BackendError>>) -> Self {
        Self {
            script: script.into_iter().collect(),
            circuits: Vec::new(),
            is_noisy: false,
        }
    }

    /// Makes it pass for a backend with noise, which is asked for many shots at a time.
    #[must_use]
    pub fn noisy(mut self) -> Self {
        self.is_noisy = true;
        self
    }

    /// Circuits that were run until now, those of failed runs included.
    pub fn circuits(&self) -> &[Circuit] {
        &self.circuits
    }

    fn next(&mut self, circuit: &Circuit) -> Result<Bitstring, BackendError> {
        let backend = Self::NAME;
        let entry = self.script.pop_front();
        let bits = entry.ok_or(BackendError::Exhausted { backend })??;
        let (expected, found) = (circuit.num_clbits(), bits.len());
        if found != expected {
            return Err(BackendError::WrongLength {
                backend,
                expected,
                found,
            });
        }
        Ok(bits)
    }
}

impl Backend for Scripted {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn is_noisy(&self) -> bool {
        self.is_noisy
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        self.circuits.extend(job.circuits.iter().cloned());
        let run = |circuit| -> Result<Run, BackendError> {
            let shots: Result<Vec<_>, _> = (0..job.shots).map(|_| self.next(circuit)).collect();
            Ok(shots?.into())
        };
        job.circuits.iter().map(run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_order_of_circuits_and_then_no_more() {
        let bits = |text: &str| -> Bitstring { text.parse().unwrap() };
        let mut scripted = Scripted::new(["01", "1", "00", "10"].map(|text| Ok(bits(text))));
        let circuits = [Circuit::new(2, 2), Circuit::new(1, 1)];
        let job = Job::new(&circuits, 1);
        let runs = scripted.run(&job).unwrap();
        let shots: Vec<_> = runs.into_iter().map(|run| run.shots).collect();
        assert_eq!(shots, [[bits("01")], [bits("1")]]);
        assert_eq!(
            scripted.run(&job),
            Err(BackendError::WrongLength {
                backend: "scripted",
                expected: 1,
                found: 2
            })
        );
        assert_eq!(
            scripted.run(&job),
            Err(BackendError::Exhausted {
                backend: "scripted"
            })
        );
    }

    #[test]
    fn a_failure_ends_its_run_and_all_circuits_are_kept() {
        let bits = |text: &str| -> Bitstring { text.parse().unwrap() };
        let down = BackendError::Exhausted { backend: "device" };
        let mut scripted = Scripted::new([Ok(bits("01")), Err(down.clone()), Ok(bits("1"))]);
        assert_eq!((scripted.name(), scripted.is_noisy()), ("scripted", false));
        let circuits = [Circuit::new(2, 2), Circuit::new(1, 1)];
        assert_eq!(scripted.run(&Job::new(&circuits, 2)), Err(down));
        assert_eq!(scripted.circuits(), circuits);
        let runs = scripted.run(&Job::new(&circuits[1..], 1)).unwrap();
        assert_eq!(runs[0].shots, [bits("1")]);
        assert_eq!(scripted.circuits().len(), 3);
        assert!(Scripted::default().noisy().is_noisy());
    }
}
