use cheqqers_circuit::Circuit;
use cheqqers_program::{Inputs, ParseErrorKind, Program, RunError};
use cheqqers_sim::{Readout, SimError};

use super::error::SimulateError;
use super::includes::Includes;
use crate::args::Simulate;
use crate::error::Failure;

/// Circuit of a file.
#[derive(Debug)]
pub(super) enum Source {
    /// Gates, and then measurements.
    Static(Circuit),
    /// Circuit that measures in the middle, resets qubits, sets bits or decides by results.
    Dynamic(Box<Program>, Inputs),
}

impl Source {
    /// The circuit of a text.
    ///
    /// # Errors
    /// Returns an error if it is not supported or declares nothing to read, or an input or an
    /// included file is wrong.
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
            if inputs.names().any(|other| other == name) {
                return Err(SimulateError::RepeatedInput { name: name.clone() }.into());
            }
            let inserted = inputs.insert(name, value);
            inserted.map_err(|source| SimulateError::Input {
                name: name.clone(),
                source,
            })?;
        }
        match parsed.to_circuit(&inputs) {
            Ok(found) => match Readout::of(&found.circuit) {
                Err(SimError::GateAfterMeasurement { .. }) => {}
                Err(source) => {
                    return Err(SimulateError::new(&args.file, &found.circuit, source).into());
                }
                // The outcome is bits that no measurement sets.
                Ok(_) if found.reads_bits && found.circuit.measurements().next().is_none() => {}
                // A command that failed leaves nothing in a pipe: no circuit of one certain outcome.
                Ok(_) if found.circuit.num_qubits() == 0 => {
                    let path = args.file.clone();
                    return Err(SimulateError::Empty { path }.into());
                }
                Ok(_) => return Ok(Self::Static(found.circuit)),
            },
            Err(error) => match error.kind {
                ParseErrorKind::Feedforward
                | ParseErrorKind::Reset
                | ParseErrorKind::Discarded { .. }
                | ParseErrorKind::SetBit { .. } => {}
                _ => {
                    let path = args.file.clone();
                    let source = RunError::Program(error);
                    return Err(SimulateError::Branch { path, source }.into());
                }
            },
        }
        Ok(Self::Dynamic(Box::new(parsed), inputs))
    }
}
