use std::collections::VecDeque;

use cheqqers_circuit::{Bitstring, Circuit};

use crate::{Backend, BackendError, Run, Task};

/// Gives the bits, or failures, that a test wrote down, and keeps what it was asked.
///
/// ```
/// use cheqqers_backend::{Backend, BackendError, Scripted, Task};
/// use cheqqers_circuit::Circuit;
///
/// let down = BackendError::Exhausted { backend: "a device" };
/// let mut backend = Scripted::new([Ok("10".parse()?), Err(down.clone())]);
/// let circuits = [Circuit::new(2, 2)];
/// let task = Task::new(&circuits, 1);
/// assert_eq!(backend.run(&task)?[0].shots, ["10".parse()?]);
/// assert_eq!(backend.run(&task), Err(down));
/// assert_eq!(backend.asked().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    script: VecDeque<Result<Bitstring, BackendError>>,
    asked: Vec<Circuit>,
    is_noisy: bool,
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
            is_noisy: false,
        }
    }

    /// The same as a backend with noise, of which many shots are asked at a time.
    #[must_use]
    pub fn noisy(mut self) -> Self {
        self.is_noisy = true;
        self
    }

    /// The circuits asked for until now, those of runs that failed included.
    pub fn asked(&self) -> &[Circuit] {
        &self.asked
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

    fn run(&mut self, task: &Task<'_>) -> Result<Vec<Run>, BackendError> {
        self.asked.extend(task.circuits.iter().cloned());
        let run = |circuit| -> Result<Run, BackendError> {
            let shots: Result<Vec<_>, _> = (0..task.shots).map(|_| self.next(circuit)).collect();
            Ok(shots?.into())
        };
        task.circuits.iter().map(run).collect()
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
        let task = Task::new(&circuits, 1);
        let runs = scripted.run(&task).unwrap();
        let shots: Vec<_> = runs.into_iter().map(|run| run.shots).collect();
        assert_eq!(shots, [[bits("01")], [bits("1")]]);
        assert_eq!(
            scripted.run(&task),
            Err(BackendError::WrongLength {
                backend: "scripted",
                expected: 1,
                found: 2
            })
        );
        assert_eq!(
            scripted.run(&task),
            Err(BackendError::Exhausted {
                backend: "scripted"
            })
        );
    }
}
