//! From a circuit to the program that a device runs.

use cheqqers_backend::{JobError, Task};
use cheqqers_circuit::{Circuit, optimize};
use cheqqers_native::{lower, place};

use crate::entry::Prepared;
use crate::service::{Capabilities, Service};

/// Writes a circuit for a device: on its best qubits where it wants them named, else in the
/// dialect of a service that compiles by itself.
pub(crate) fn prepare(
    circuit: &Circuit,
    task: &Task<'_>,
    service: &mut dyn Service,
    device: &Capabilities,
) -> Result<Prepared, JobError> {
    let name = &device.info.name;
    let unsuitable = |text: String| JobError::Unsuitable {
        device: name.clone(),
        text,
    };
    let optimized = optimize(circuit, task.optimization);
    let mirrored = |circuit: Circuit| {
        let mirrored = task.mirrored.map(|bits| circuit.mirrored(bits));
        mirrored
            .unwrap_or(Ok(circuit))
            .map_err(|error| unsuitable(error.to_string()))
    };
    let (written, predicted, calibrated) = match &device.native {
        Some(native) => {
            let placed =
                place(&optimized.circuit, native).map_err(|error| unsuitable(error.to_string()))?;
            let predicted = task.mirrored.is_none().then_some(placed.success);
            let calibrated = native.calibrated().map(Into::into);
            (lower(&mirrored(placed.circuit)?), predicted, calibrated)
        }
        None => (mirrored(optimized.circuit)?, None, None),
    };
    let available = device.info.num_qubits.unwrap_or(usize::MAX);
    let needed = written.num_qubits();
    if needed > available {
        return Err(unsuitable(format!(
            "the circuit has {needed} qubits, the device {available}"
        )));
    }
    let program = service.program(&written, device)?;
    let mut placement = Vec::new();
    if device.native.is_some() {
        let mut measured: Vec<_> = written.measurements().collect();
        measured.sort_by_key(|(_, clbit)| *clbit);
        placement = measured.into_iter().map(|(qubit, _)| qubit.0).collect();
    }
    Ok(Prepared {
        program,
        num_qubits: written.num_qubits(),
        num_clbits: written.num_clbits(),
        placement,
        calibrated: calibrated.or_else(|| device.calibrated.clone()),
        predicted,
        fold: optimized.fold,
    })
}
