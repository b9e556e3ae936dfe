use cheqqers_circuit::{Circuit, Qubit};

/// Circuit on sites: vertices of the graph, numbered in order of first use.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RoutedCircuit {
    /// Circuit whose gates on two qubits act on neighbouring sites only.
    pub(crate) circuit: Circuit,
    /// Site of each qubit at the start; `None` for one without operations.
    pub(crate) initial_layout: Vec<Option<Qubit>>,
    /// Site of each qubit at the end.
    pub(crate) final_layout: Vec<Option<Qubit>>,
}

impl RoutedCircuit {
    /// Number of gates on two qubits.
    pub(crate) fn cost(&self) -> usize {
        self.circuit.statistics().two_qubit_gates
    }
}
