//! Programs: the payload of a job but for its shots.

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_native::{PrxOperation, prx_operations};
use serde::Deserialize;
use serde_json::{Value, json};

use super::shapes::Architecture;
use crate::entry::Entry;
use crate::error::RemoteError;

/// Key of the one measurement of a program.
pub(super) const KEY: &str = "m";

/// A program as far as its circuit needs it.
#[derive(Deserialize)]
struct Program {
    circuits: [Instructions; 1],
}

#[derive(Deserialize)]
struct Instructions {
    instructions: Vec<Instruction>,
}

#[derive(Deserialize)]
struct Instruction {
    name: String,
    locus: Vec<String>,
    args: Arguments,
}

#[derive(Deserialize)]
struct Arguments {
    #[serde(default)]
    angle: f64,
    #[serde(default)]
    phase: f64,
}

/// Writes a placed circuit with its calibration set; `None` if it has other gates than `rz`, `rx` and
/// `cz`. All bits are of one measurement, clbit 0 first.
pub(super) fn write(circuit: &Circuit, architecture: &Architecture) -> Option<String> {
    let name = |qubit: Qubit| architecture.qubits.get(qubit.index());
    let mut instructions = Vec::new();
    for operation in prx_operations(circuit)? {
        instructions.push(match operation {
            PrxOperation::Prx {
                qubit,
                angle,
                phase,
            } => json!({
                "name": "prx",
                "locus": [name(qubit)?],
                "args": {"angle": angle, "phase": phase},
            }),
            PrxOperation::Cz([a, b]) => json!({
                "name": "cz",
                "locus": [name(a)?, name(b)?],
                "args": {},
            }),
        });
    }
    let mut measured: Vec<_> = circuit.measurements().collect();
    measured.sort_by_key(|&(_, clbit)| clbit);
    let locus: Option<Vec<&String>> = measured.iter().map(|&(qubit, _)| name(qubit)).collect();
    instructions.push(json!({
        "name": "measure",
        "locus": locus?,
        "args": {"key": KEY},
    }));
    let program = json!({
        "circuits": [{"name": "cheqqers", "instructions": instructions}],
        "calibration_set_id": architecture.calibration_set_id,
    });
    Some(program.to_string())
}

/// Circuit of a program, with the qubits in the order in which it names them.
///
/// # Errors
/// Returns what is wrong with it, in words.
pub(in crate::services) fn read(text: &str) -> Result<Circuit, String> {
    let program: Program = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let [Instructions { instructions }] = &program.circuits;
    let mut circuit = Circuit::new(0, 0);
    let mut names: Vec<&String> = Vec::new();
    for Instruction { name, locus, args } in instructions {
        let mut qubits = Vec::new();
        for name in locus {
            let known = names.iter().position(|known| *known == name);
            qubits.push(known.map_or_else(
                || {
                    names.push(name);
                    circuit.add_qubit()
                },
                Qubit::from_index,
            ));
        }
        let Arguments { angle, phase } = *args;
        let appended = match &**name {
            "prx" => [Gate::Rz(-phase), Gate::Rx(angle), Gate::Rz(phase)]
                .iter()
                .try_for_each(|gate| circuit.push(*gate, &qubits)),
            "cz" => circuit.push(Gate::Cz, &qubits),
            "measure" => qubits.iter().try_for_each(|&qubit| {
                let clbit = circuit.add_clbit();
                circuit.measure(qubit, clbit)
            }),
            _ => return Err(format!("it has an instruction {name}")),
        };
        appended.map_err(|error| error.to_string())?;
    }
    Ok(circuit)
}

/// Body of the request that submits a job.
///
/// # Errors
/// [`RemoteError::Unsuitable`] if its program is none of this service.
pub(super) fn payload(entry: &Entry) -> Result<String, RemoteError> {
    let mut payload: Value =
        serde_json::from_str(&entry.provenance.qasm).map_err(|error| RemoteError::Unsuitable {
            device: entry.provenance.device.clone(),
            text: format!("its program is no JSON: {error}"),
        })?;
    payload["shots"] = entry.provenance.shots.into();
    // Off, as shots would be chosen among or changed where nobody sees it.
    payload["heralding_mode"] = "none".into();
    payload["dd_mode"] = "disabled".into();
    Ok(payload.to_string())
}
