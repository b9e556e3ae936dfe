//! Circuits on the qubits of a machine.

use cheqqers_circuit::{Circuit, Qubit};
use cheqqers_native::{Device, PlaceError, Placement, place};

/// A circuit on a device, and what there is to tell of it.
pub(crate) struct OnDevice {
    pub(crate) placed: Placement,
    pub(crate) title: String,
}

impl OnDevice {
    /// Places a circuit.
    pub(crate) fn new(circuit: &Circuit, device: &Device) -> Result<Self, PlaceError> {
        let placed = place(circuit, device)?;
        let calibrated = device
            .calibrated()
            .map(|date| format!(", calibrated {date}"));
        let title = format!(
            "placed on {}{}; {:.1} of 100 runs are expected to have no fault",
            device.name(),
            calibrated.unwrap_or_default(),
            100.0 * placed.success_probability
        );
        Ok(Self { placed, title })
    }

    /// The names carried by each of the device's qubits, at the place where it is measured, from
    /// those of the circuit's qubits.
    pub(crate) fn carried(&self, carried: &[Vec<String>]) -> Vec<Vec<String>> {
        let mut placed = vec![Vec::new(); self.placed.circuit.num_qubits()];
        let ends = self
            .placed
            .initial_layout
            .iter()
            .zip(&self.placed.final_layout);
        for (names, (start, end)) in carried.iter().zip(ends) {
            let (Some(start), Some(end)) = (start, end) else {
                continue;
            };
            placed[end.index()].clone_from(names);
            if let Some(last) = placed[end.index()].last_mut().filter(|_| start != end) {
                last.push_str(&moved_from(*start));
            }
        }
        placed
    }
}

fn moved_from(start: Qubit) -> String {
    format!(" (at first on ${})", start.0)
}
