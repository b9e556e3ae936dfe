use cheqqers_circuit::Circuit;
use cheqqers_qasm::{Inputs, Program};

use super::error::SimulateError;
use super::includes::Includes;
use super::recorder::CircuitRecorder;
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
        if args.inputs.is_empty()
            && let Ok(parsed) = cheqqers_qasm::read(text)
            && cheqqers_sim::Readout::of(&parsed.circuit).is_ok()
        {
            return Ok(Self::Static(parsed.circuit));
        }
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
        let mut recorder = CircuitRecorder::default();
        let recorded = parsed.run(&mut recorder, &inputs).ok();
        let circuit = recorded.and_then(|bits| recorder.into_circuit(&bits).ok());
        Ok(match circuit {
            Some(circuit) => Self::Static(circuit),
            None => Self::Dynamic(Box::new(parsed), inputs),
        })
    }
}
