//! From a circuit to the program that a device runs.

use cheqqers_backend::{Job, order_probe};
use cheqqers_circuit::{Circuit, Clbit, counted};
use cheqqers_native::{lower_to, place};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_sim::minimize;

use crate::bundle_capacity::BundleCapacity;
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::service::{Capabilities, Service};

/// Adds the programs of circuits to an entry, one for each: on the best qubits of the device where programs
/// must name them, else in the dialect of a service that compiles by itself. A probe of the order of bits, if
/// needed, runs beside the first circuit where there is room.
pub(crate) fn prepare(
    circuits: &[Circuit],
    job: &Job<'_>,
    service: &mut dyn Service,
    device: &Capabilities,
    shots: usize,
    needs_probe: bool,
    mut entry: Entry,
) -> Result<Entry, RemoteError> {
    let (mut text, mut num_qubits, mut widths) = (String::new(), 0, Vec::new());
    for (index, circuit) in circuits.iter().enumerate() {
        let first = widths.iter().sum();
        let is_probed = needs_probe && index == 0;
        let (program, written) =
            add_program(circuit, job, service, device, is_probed, first, &mut entry)?;
        text.push_str(&program);
        num_qubits += written.num_qubits();
        widths.push(written.num_clbits());
    }
    let entry = entry.with_program(text, num_qubits, widths.iter().sum(), shots);
    Ok(if widths.len() > 1 {
        entry.with_programs(widths)
    } else {
        entry
    })
}

/// The program of a circuit, with the circuit as it is written there. What is known of its bits, which come
/// after so many of the job, is added to the entry.
fn add_program(
    circuit: &Circuit,
    job: &Job<'_>,
    service: &mut dyn Service,
    device: &Capabilities,
    needs_probe: bool,
    bits_before: usize,
    entry: &mut Entry,
) -> Result<(String, Circuit), RemoteError> {
    let name = &device.info.name;
    let unsuitable = |text: String| RemoteError::unsuitable(name.clone(), text);
    let mut optimized = minimize(circuit, job.optimization).with_measured_clbits();
    let mut first_clbit = Clbit::from_index(bits_before);
    let is_probed = needs_probe
        && BundleCapacity::of(device)
            .without_probe()
            .fits(&optimized.circuit);
    if is_probed {
        let ([before, behind], bits) = order_probe();
        first_clbit = Clbit::from_index(bits_before + before.num_clbits());
        // Not optimized: the optimizer knows what it reads.
        optimized.circuit = Circuit::side_by_side(&[before, optimized.circuit, behind]);
        entry.set_probe(bits);
    }
    let mirrored = |circuit: Circuit| {
        let mirrored = job.mirrored.map(|bits| circuit.mirrored(bits));
        mirrored
            .unwrap_or(Ok(circuit))
            .map_err(|error| unsuitable(error.to_string()))
    };
    let provenance = &mut entry.provenance;
    provenance.calibrated.clone_from(&device.calibrated);
    let written = match &device.native {
        Some(native) => {
            let placed =
                place(&optimized.circuit, native).map_err(|error| unsuitable(error.to_string()))?;
            provenance.predicted = job.mirrored.is_none().then_some(placed.success_probability);
            if let Some(calibrated) = native.calibrated() {
                provenance.calibrated = Some(calibrated.into());
            }
            lower_to(&mirrored(placed.circuit)?, native.basis())
        }
        None => mirrored(optimized.circuit)?,
    };
    let available = device.info.num_qubits.unwrap_or(usize::MAX);
    let needed = written.num_qubits();
    if needed > available {
        return Err(unsuitable(format!(
            "the circuit has {}, the device {available}",
            counted(needed, "qubit")
        )));
    }
    if let Some(native) = &device.native {
        let calibration = provenance.calibration.get_or_insert_default();
        calibration.include(&written, native);
        let mut measured: Vec<_> = written.measurements().collect();
        measured.sort_by_key(|(_, clbit)| *clbit);
        let placement = measured.into_iter().map(|(qubit, _)| qubit.0);
        provenance.placement.extend(placement);
    }
    entry.add_post_processing(&optimized.post_processing, first_clbit);
    let program = service.program(&written, device).or_else(|error| {
        if !device.are_assumed() {
            return Err(error);
        }
        // The form of its programs depends on the description of the device.
        write(&AnnotatedCircuit::new(&written), Dialect::Qasm3)
            .map_err(|error| unsuitable(error.to_string()))
    })?;
    Ok((program, written))
}
