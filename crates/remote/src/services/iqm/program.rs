//! Programs: the payload of a job but for its shots.

use cheqqers_circuit::{Circuit, Qubit};
use cheqqers_native::{PrxOperation, prx_operations};
use serde_json::{Value, json};

use super::shapes::Architecture;
use crate::entry::Entry;
use crate::error::RemoteError;

/// Key of the one measurement of a program.
pub(super) const KEY: &str = "m";

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
