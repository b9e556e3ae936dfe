use crate::{Action, Circuit};

/// Size of a circuit, by the measures that decide how well a device runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CircuitStatistics {
    /// Qubits, used or not.
    pub qubits: usize,
    /// Gates on any number of qubits.
    pub gates: usize,
    /// Gates on two qubits.
    pub two_qubit_gates: usize,
    /// Gates on three qubits.
    pub three_qubit_gates: usize,
    /// Layers of operations on different wires, when each comes as early as it can; a measurement is one too.
    pub depth: usize,
    /// Number of measurements.
    pub measurements: usize,
}

impl Circuit {
    /// Counts of what is in the circuit.
    pub fn statistics(&self) -> CircuitStatistics {
        let mut statistics = CircuitStatistics {
            qubits: self.num_qubits(),
            ..CircuitStatistics::default()
        };
        let mut on_qubit = vec![0; self.num_qubits()];
        let mut on_clbit = vec![0; self.num_clbits()];
        for operation in self.operations() {
            let layer = match &operation.action {
                Action::Gate(_, operands) => {
                    let qubits = operands.as_slice();
                    statistics.gates += 1;
                    statistics.two_qubit_gates += usize::from(qubits.len() == 2);
                    statistics.three_qubit_gates += usize::from(qubits.len() == 3);
                    let before = qubits.iter().map(|qubit| on_qubit[qubit.index()]).max();
                    let layer = before.unwrap_or(0) + 1;
                    for qubit in qubits {
                        on_qubit[qubit.index()] = layer;
                    }
                    layer
                }
                Action::Measure(qubit, clbit) => {
                    statistics.measurements += 1;
                    let before = on_qubit[qubit.index()].max(on_clbit[clbit.index()]);
                    on_qubit[qubit.index()] = before + 1;
                    on_clbit[clbit.index()] = before + 1;
                    before + 1
                }
            };
            statistics.depth = statistics.depth.max(layer);
        }
        statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clbit, Gate, Qubit};

    #[test]
    fn gates_on_other_qubits_share_a_layer() {
        let mut circuit = Circuit::new(4, 2);
        let q: Vec<Qubit> = (0..4).map(Qubit).collect();
        circuit.push(Gate::H, &[q[0]]).unwrap();
        circuit.push(Gate::X, &[q[1]]).unwrap();
        circuit.push(Gate::Cx, &[q[0], q[1]]).unwrap();
        circuit.push(Gate::Split, &q[..3]).unwrap();
        circuit.push(Gate::H, &[q[3]]).unwrap();
        circuit.measure(q[3], Clbit(0)).unwrap();
        circuit.measure(q[0], Clbit(1)).unwrap();
        let expected = CircuitStatistics {
            qubits: 4,
            gates: 5,
            two_qubit_gates: 1,
            three_qubit_gates: 1,
            depth: 4,
            measurements: 2,
        };
        assert_eq!(circuit.statistics(), expected);
        assert_eq!(Circuit::new(2, 0).statistics().depth, 0);
    }
}
