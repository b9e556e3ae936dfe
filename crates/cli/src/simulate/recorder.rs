//! Circuits of programs that measure last.

use cheqqers_circuit::{Circuit, Clbit, Gate, MeasuredBit, Processor, Qubit};
use cheqqers_qasm::BitValue;
use thiserror::Error;

/// Processor that records gates and measurements as a circuit.
#[derive(Debug, Default)]
pub(super) struct CircuitRecorder {
    gates: Circuit,
    /// Qubit of each measurement.
    measured: Vec<Qubit>,
    /// The last use of each qubit.
    uses: Vec<Use>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    None,
    Gate,
    Measured,
}

/// A step that a circuit with measurements last has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the circuit does not measure last")]
pub(super) struct NotLast;

impl CircuitRecorder {
    /// The circuit whose clbits are these.
    ///
    /// # Errors
    /// Returns an error if one is known to be 1, which no measurement says.
    pub(super) fn into_circuit(self, bits: &[BitValue]) -> Result<Circuit, NotLast> {
        let mut circuit = self.gates;
        for bit in bits {
            let clbit: Clbit = circuit.add_clbit();
            match *bit {
                BitValue::Known(false) => {}
                BitValue::Known(true) => return Err(NotLast),
                BitValue::Measured(MeasuredBit(index)) => {
                    let measured = circuit.measure(self.measured[index], clbit);
                    measured.expect("a qubit and a clbit of the circuit");
                }
            }
        }
        Ok(circuit)
    }
}

impl Processor for CircuitRecorder {
    type Error = NotLast;

    fn add_qubits(&mut self, number: usize) -> Result<(), NotLast> {
        for _ in 0..number {
            self.gates.add_qubit();
            self.uses.push(Use::None);
        }
        Ok(())
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), NotLast> {
        for qubit in qubits {
            let of_qubit = &mut self.uses[qubit.index()];
            if *of_qubit == Use::Measured {
                return Err(NotLast);
            }
            *of_qubit = Use::Gate;
        }
        self.gates.push(gate, qubits).map_err(|_| NotLast)
    }

    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, NotLast> {
        self.measured.push(qubit);
        self.uses[qubit.index()] = Use::Measured;
        Ok(MeasuredBit(self.measured.len() - 1))
    }

    fn reset(&mut self, qubit: Qubit) -> Result<(), NotLast> {
        if self.uses[qubit.index()] != Use::None {
            return Err(NotLast);
        }
        // It starts in |0⟩.
        Ok(())
    }

    fn value(&mut self, _: MeasuredBit) -> Result<bool, NotLast> {
        Err(NotLast)
    }
}
