//! Circuits in the gates and couplings of a device.

use cheqqers_circuit::Gate;
use cheqqers_native::Device;
use cheqqers_qasm::Dialect;

use crate::output::Failure;
use crate::program::{Program, without_comments};

/// Reads a circuit that the device can run without compiling it.
pub(super) fn isa(text: &str, device: &Device) -> Result<Program, Failure> {
    let refused = |message: String| Err(Failure::program(message));
    let code = without_comments(text);
    for word in ["gate", "gphase"] {
        if has_word(&code, word) {
            return refused(format!("`{word}` is not supported on hardware"));
        }
    }
    let read = if has_word(&code, "include") {
        Program::read(text)
    } else {
        // An include changes nothing: the gates are those of the device either way.
        Program::read(&code.replacen(';', "; include \"stdgates.inc\";", 1))
    };
    let program = match read {
        Ok(program) => program,
        Err(error) => return refused(format!("the circuit can't be read: {error}")),
    };
    if program.dialect != Dialect::Ibm {
        return refused("the circuit must be OpenQASM 3 on physical qubits, such as $0".into());
    }
    if program.circuit.num_qubits() > device.num_qubits() {
        return refused(format!("the device has {} qubits", device.num_qubits()));
    }
    for (gate, qubits) in program.circuit.gates() {
        match (gate, qubits) {
            (Gate::X | Gate::Sx | Gate::Rz(_), _) => {}
            (Gate::Cz, &[a, b]) if device.edge(a, b).is_some() => {}
            (Gate::Cz, &[a, b]) => {
                return refused(format!(
                    "the instruction cz on qubits ({}, {}) is not supported by the target system",
                    a.index(),
                    b.index()
                ));
            }
            _ => {
                return refused(format!(
                    "the instruction {} is not supported by the target system: circuits must be \
                     in its gates and couplings",
                    gate.name()
                ));
            }
        }
    }
    Ok(program)
}

fn has_word(code: &str, word: &str) -> bool {
    let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|found| found == word)
}
