//! Parameters and circuits of jobs.

use cheqqers_circuit::Gate;
use cheqqers_native::Device;
use cheqqers_qasm::Dialect;
use serde_json::Value;

use super::error::IbmError;
use crate::jobs::ProgramRun;
use crate::output::Failure;
use crate::program::{Program, without_comments};

/// Parameters of the program `sampler`.
#[derive(Debug)]
pub(crate) struct SamplerParams {
    /// Programs to run, or the failure that ends the job.
    pub(crate) runs: Result<Vec<ProgramRun>, Failure>,
    /// Results are to be in the types of Qiskit.
    pub(crate) is_typed: bool,
}

/// Default number of shots.
const DEFAULT_SHOTS: u64 = 4096;

/// Maximum number of executions of a job: circuits times shots.
const MAX_EXECUTIONS: u64 = 10_000_000;

impl SamplerParams {
    /// Reads the parameters of a job.
    ///
    /// # Errors
    /// Returns an error if the service refuses the request at once; a circuit that the device can't
    /// run is no such error.
    pub(crate) fn read(params: &Value, device: &Device) -> Result<Self, IbmError> {
        let invalid = |message: &str| Err(IbmError::invalid(message));
        if params.get("version") != Some(&Value::from(2)) {
            return invalid("params.version must be 2");
        }
        let pubs = params.get("pubs").and_then(Value::as_array);
        let Some(pubs) = pubs.filter(|pubs| !pubs.is_empty()) else {
            return invalid("params.pubs must be a list of one pub at least");
        };
        let general = params.get("shots").and_then(Value::as_u64);
        let options = params.get("options");
        let of_options = options.and_then(|options| options.get("default_shots")?.as_u64());
        let general = general.or(of_options).unwrap_or(DEFAULT_SHOTS);
        let mut texts = Vec::new();
        let mut executions = 0u64;
        for one in pubs {
            let parts = one.as_array().map_or(&[][..], Vec::as_slice);
            let text = match parts.first() {
                Some(Value::String(text)) => text,
                Some(Value::Object(_)) => {
                    return invalid(
                        "this emulator reads no QPY: submit circuits as OpenQASM 3 text",
                    );
                }
                _ => return invalid("a pub is a list that starts with a circuit"),
            };
            if !parts.get(1).is_none_or(is_empty) {
                return invalid("this emulator takes no parameter values");
            }
            let shots = match parts.get(2) {
                None | Some(Value::Null) => general,
                Some(shots) => shots.as_u64().unwrap_or(0),
            };
            if shots == 0 {
                return invalid("shots must be an integer from 1");
            }
            executions = executions.saturating_add(shots);
            texts.push((text, shots));
        }
        if executions > MAX_EXECUTIONS {
            return invalid("a job has at most 10000000 executions");
        }
        let runs = texts.into_iter().map(|(text, shots)| {
            let shots = usize::try_from(shots).expect("ten million at most");
            isa(text, device).map(|program| ProgramRun { program, shots })
        });
        Ok(Self {
            runs: runs.collect(),
            is_typed: params.get("support_qiskit") == Some(&Value::Bool(true)),
        })
    }
}

/// Returns `true` for no parameter values.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        _ => false,
    }
}

/// Reads a circuit that the device can run without compiling it.
fn isa(text: &str, device: &Device) -> Result<Program, Failure> {
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
