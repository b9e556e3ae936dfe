/// The Pauli operator on one of a gate's qubits that the gate commutes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// X: the qubit is the target of a CX, or turns about X.
    X,
    /// Z: the qubit is a control, or gets a phase.
    Z,
}
