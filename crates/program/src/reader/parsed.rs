use cheqqers_circuit::Circuit;
use cheqqers_qasm::{AnnotatedCircuit, Definitions, Dialect};

use crate::program::BitRegister;

/// Circuit read from OpenQASM.
#[derive(Clone, PartialEq, Debug)]
pub struct ParsedCircuit {
    /// Circuit with qubits and bits in the order of their declaration, and gates of the gate table.
    pub circuit: Circuit,
    /// Dialect of the text. [`Dialect::Ionq`] is reported as [`Dialect::Qasm3`], which has the same
    /// gates.
    pub dialect: Dialect,
    /// [`Definitions::Named`] if the text defines split or merge.
    pub definitions: Definitions,
    /// Registers of bits, in the order of their declaration.
    pub bits: Vec<BitRegister>,
    /// `true` if the program measures qubits or declares outputs: then its outcome is its bits, even if
    /// the circuit's measurements set none of them. Otherwise all qubits are read out at the end.
    pub reads_bits: bool,
}

impl ParsedCircuit {
    /// Circuit to write to get the text back, apart from comments and names of registers.
    pub fn annotated(&self) -> AnnotatedCircuit<'_> {
        AnnotatedCircuit {
            definitions: self.definitions,
            ..AnnotatedCircuit::new(&self.circuit)
        }
    }
}
