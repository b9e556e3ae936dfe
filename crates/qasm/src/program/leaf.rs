use std::sync::Arc;

use cheqqers_circuit::Gate;

/// Gate of the table or a global phase, where all controls have their values.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Leaf {
    pub(super) kind: LeafKind,
    pub(super) controls: Controls,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum LeafKind {
    /// Gate on the first of these qubits.
    Gate(Gate, [u32; 3]),
    Phase(f64),
}

/// Qubits with the values that they must have; `None` if there are none.
pub(super) type Controls = Option<Arc<[(u32, bool)]>>;

impl Leaf {
    pub(super) fn gate(gate: Gate, qubits: &[u32]) -> Self {
        let mut operands = [0; 3];
        operands[..qubits.len()].copy_from_slice(qubits);
        Self {
            kind: LeafKind::Gate(gate, operands),
            controls: None,
        }
    }

    pub(super) fn phase(angle: f64) -> Self {
        Self {
            kind: LeafKind::Phase(angle),
            controls: None,
        }
    }

    /// The inverse, under the same controls.
    pub(super) fn inverse(&self) -> Self {
        let kind = match self.kind {
            LeafKind::Phase(angle) => LeafKind::Phase(-angle),
            LeafKind::Gate(gate, qubits) => {
                let (inverse, order) = gate.inverse();
                let mut operands = [0; 3];
                for (operand, &place) in operands.iter_mut().zip(order) {
                    *operand = qubits[place];
                }
                LeafKind::Gate(inverse, operands)
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
pub(super) fn inverted(leaves: &[Leaf]) -> Vec<Leaf> {
    leaves.iter().rev().map(Leaf::inverse).collect()
}
