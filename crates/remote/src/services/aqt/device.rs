//! A resource as it is characterised: all its qubits, and all its pairs, are taken to be alike.

use cheqqers_native::{Basis, Device, PhysicalQubit};

use super::shapes::{Characterisation, ResourceDetails};
use crate::error::RemoteError;

/// Infidelities of a gate on one qubit and on two, and error of a readout, of a resource that tells none:
/// those of the gates of the simulator with noise in AQT's own package, and a readout of its order.
const NOMINAL: [f64; 3] = [1.5e-3, 7.5e-3, 3e-3];

const SECOND_IN_MICROSECONDS: f64 = 1e6;
const MICROSECOND_IN_NANOSECONDS: f64 = 1e3;

/// Remarks on what is known of a resource.
pub(super) fn notes(details: &ResourceDetails) -> Vec<String> {
    let mut notes = vec![
        "the service has no list of jobs: if a submit is not answered, you must look for the job there yourself".into(),
    ];
    if details.characterisation.is_none() {
        notes.push("no errors are told, so predictions are guesses".into());
    }
    notes
}

/// Qubits with their errors, any two of which have a gate.
///
/// # Errors
/// [`RemoteError::Protocol`] when a number is out of range.
pub(super) fn native(name: &str, details: &ResourceDetails) -> Result<Device, RemoteError> {
    let (qubit, [error, length]) = if let Some(told) = &details.characterisation {
        qubit_and_pair(told)
    } else {
        let [sx_error, error, readout] = NOMINAL;
        let qubit = PhysicalQubit {
            sx_error,
            readout: [readout; 2],
            ..PhysicalQubit::PERFECT
        };
        (qubit, [error, 0.0])
    };
    let device = Device::all_to_all(name, details.available_qubits, qubit, error, length);
    let device = device.map_err(|error| RemoteError::protocol(error.to_string()))?;
    Ok(device.with_basis(Basis::Prx))
}

/// The mean qubit, and error and duration of the gate of a pair.
fn qubit_and_pair(told: &Characterisation) -> (PhysicalQubit, [f64; 2]) {
    let infidelity = |percent: f64| (1.0 - percent / 100.0).clamp(0.0, 1.0);
    let single = told.single_qubit_gate_fidelity.values();
    let single: Vec<f64> = single.map(|told| infidelity(told.value)).collect();
    let mean = single.iter().sum::<f64>() / single.len() as f64;
    let qubit = PhysicalQubit {
        t1: Some(told.t1_s.value * SECOND_IN_MICROSECONDS),
        t2: Some(told.t2_coherence_time_s.value * SECOND_IN_MICROSECONDS),
        // A lower bound of the fidelity of preparation and readout of either bit.
        readout: [infidelity(told.spam_fidelity_lower_bound); 2],
        readout_length: told.readout_time_micros * MICROSECOND_IN_NANOSECONDS,
        sx_error: if single.is_empty() { NOMINAL[0] } else { mean },
        sx_length: told.single_qubit_gate_duration_micros * MICROSECOND_IN_NANOSECONDS,
    };
    let error = infidelity(told.mean_two_qubit_gate_fidelity.value);
    let length = told.two_qubit_gate_duration_micros * MICROSECOND_IN_NANOSECONDS;
    (qubit, [error, length])
}
