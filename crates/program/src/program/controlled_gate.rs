use std::sync::Arc;

use cheqqers_circuit::Gate;

/// Gate of the table or a global phase, where all controls have their values.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ControlledGate {
    pub(super) kind: ControlledKind,
    pub(super) controls: Controls,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ControlledKind {
    /// Gate on the first of these qubits.
    Gate(Gate, [u32; 3]),
    Phase(f64),
}

/// Qubits with the values that they must have; `None` if there are none.
pub(super) type Controls = Option<Arc<[(u32, bool)]>>;

impl ControlledGate {
    pub(super) fn gate(gate: Gate, qubits: &[u32]) -> Self {
        let mut operands = [0; 3];
        operands[..qubits.len()].copy_from_slice(qubits);
        Self {
            kind: ControlledKind::Gate(gate, operands),
            controls: None,
        }
    }

    pub(super) fn phase(angle: f64) -> Self {
        Self {
            kind: ControlledKind::Phase(angle),
            controls: None,
        }
    }

    /// The inverse, under the same controls.
    pub(super) fn inverse(&self) -> Self {
        let kind = match self.kind {
            ControlledKind::Phase(angle) => ControlledKind::Phase(-angle),
            ControlledKind::Gate(gate, qubits) => {
                let (inverse, order) = gate.inverse();
                let mut operands = [0; 3];
                for (operand, &place) in operands.iter_mut().zip(order) {
                    *operand = qubits[place];
                }
                ControlledKind::Gate(inverse, operands)
            }
        };
        Self {
            kind,
            controls: self.controls.clone(),
        }
    }

    /// The same under more controls.
    pub(super) fn controlled(mut self, more: &Arc<[(u32, bool)]>) -> Self {
        self.controls = Some(match self.controls {
            None => Arc::clone(more),
            Some(controls) => more.iter().chain(&controls[..]).copied().collect(),
        });
        self
    }
}

/// The inverse of gates in order.
pub(super) fn inverted(gates: &[ControlledGate]) -> Vec<ControlledGate> {
    gates.iter().rev().map(ControlledGate::inverse).collect()
}
