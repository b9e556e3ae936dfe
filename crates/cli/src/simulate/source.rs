use cheqqers_circuit::Circuit;
use cheqqers_qasm::{Inputs, Program};
use cheqqers_sim::Readout;

use super::error::SimulateError;
use super::includes::Includes;
use crate::args::Simulate;
use crate::error::Failure;

/// Circuit of a file.
#[derive(Debug)]
pub(super) enum Source {
    /// Gates, and then measurements.
    Static(Circuit),
    /// Circuit that measures in the middle, resets qubits or decides by results.
    Dynamic(Box<Program>, Inputs),
}

impl Source {
    /// The circuit of a text.
    ///
    /// # Errors
    /// Returns an error if it is not supported, or an input or an included file is wrong.
    pub(super) fn read(args: &Simulate, text: &str) -> Result<Self, Failure> {
        let mut includes = Includes::beside(&args.file);
        let parsed = Program::parse(text, |name| includes.text(name));
        if let Some(error) = includes.into_error() {
            return Err(error.into());
        }
        let unreadable = |source| SimulateError::Unreadable {
            path: args.file.clone(),
            source,
        };
        let parsed = parsed.map_err(unreadable)?;
        let mut inputs = Inputs::new();
        for (name, value) in &args.inputs {
            let inserted = inputs.insert(name, value);
            inserted.map_err(|source| SimulateError::Input {
                name: name.clone(),
                source,
            })?;
        }
        let circuit = parsed.to_circuit(&inputs).ok().map(|found| found.circuit);
        let measures_last = |circuit: &Circuit| Readout::of(circuit).is_ok();
        Ok(match circuit.filter(measures_last) {
            Some(circuit) => Self::Static(circuit),
            None => Self::Dynamic(Box::new(parsed), inputs),
        })
    }
}
