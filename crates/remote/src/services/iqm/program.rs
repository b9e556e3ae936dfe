//! Programs: the payload of a job but for its shots.

use std::collections::BTreeMap;

use cheqqers_circuit::{Circuit, Qubit};
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
#[serde(tag = "name", rename_all = "snake_case")]
enum Instruction {
    Prx {
        locus: [String; 1],
        args: Angles,
    },
    Cz {
        locus: [String; 2],
    },
    Measure {
        locus: Vec<String>,
        args: Measurement,
    },
}

#[derive(Deserialize)]
struct Angles {
    angle: f64,
    phase: f64,
}

#[derive(Deserialize)]
struct Measurement {
    key: String,
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
/// Returns what is wrong with it, in words: it has others than the instructions that are written here, or not
/// one measurement at the end.
pub(super) fn read(text: &str) -> Result<Circuit, String> {
    let program: Program = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let [Instructions { instructions }] = program.circuits;
    let mut circuit = Circuit::new(0, 0);
    let mut qubits: BTreeMap<String, Qubit> = BTreeMap::new();
    let mut qubit = |circuit: &mut Circuit, name: String| {
        let qubit = qubits.entry(name);
        *qubit.or_insert_with(|| circuit.add_qubit())
    };
    let mut is_measured = false;
    for instruction in instructions {
        if is_measured {
            return Err("an instruction follows its measurement".into());
        }
        let appended = match instruction {
            Instruction::Prx {
                locus: [name],
                args: Angles { angle, phase },
            } => {
                let qubit = qubit(&mut circuit, name);
                let rotation = PrxOperation::Prx {
                    qubit,
                    angle,
                    phase,
                };
                rotation.append_to(&mut circuit)
            }
            Instruction::Cz { locus } => {
                let pair = locus.map(|name| qubit(&mut circuit, name));
                PrxOperation::Cz(pair).append_to(&mut circuit)
            }
            Instruction::Measure { locus, args } => {
                is_measured = args.key == KEY;
                locus.into_iter().try_for_each(|name| {
                    let qubit = qubit(&mut circuit, name);
                    let clbit = circuit.add_clbit();
                    circuit.measure(qubit, clbit)
                })
            }
        };
        appended.map_err(|error| error.to_string())?;
    }
    if !is_measured {
        return Err(format!("it has no measurement {KEY:?} at the end"));
    }
    Ok(circuit)
}

/// Body of the request that submits a job.
///
/// # Errors
/// [`RemoteError::Unsuitable`] if its program is none of this service.
pub(super) fn payload(entry: &Entry) -> Result<String, RemoteError> {
    let mut payload: Value = serde_json::from_str(&entry.provenance.qasm).map_err(|error| {
        RemoteError::unsuitable(
            entry.provenance.device.clone(),
            format!("its program is no JSON: {error}"),
        )
    })?;
    payload["shots"] = entry.provenance.shots.into();
    // Off, as shots would be chosen among or changed where nobody sees it.
    payload["heralding_mode"] = "none".into();
    payload["dd_mode"] = "disabled".into();
    Ok(payload.to_string())
}
