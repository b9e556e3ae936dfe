//! Texts of circuits and of devices.

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_native::{Device, place};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, forms, read, write};

/// The most operations of a circuit that is written and read again.
const MOST_OPERATIONS: usize = 2000;

/// The most qubits of a circuit that is drawn, or of a device that a circuit is placed on.
const MOST_QUBITS: usize = 64;

/// Reads a program in OpenQASM, writes it, reads that back, and writes it in all other forms.
pub(crate) fn qasm(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let parsed = match read(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    if parsed.circuit.operations().len() > MOST_OPERATIONS {
        return;
    }
    // Gates that the dialect lacks are written as others, once.
    if let Ok(written) = write(&parsed.annotated(), parsed.dialect) {
        let again = read(&written);
        let again = again.unwrap_or_else(|error| panic!("{error} in\n{written}"));
        let twice = write(&again.annotated(), again.dialect);
        assert_eq!(twice.as_ref(), Ok(&written));
    }
    let plain = AnnotatedCircuit::new(&parsed.circuit);
    for dialect in Dialect::ALL {
        if let Ok(written) = write(&plain, dialect) {
            let again = read(&written);
            assert!(again.is_ok(), "{again:?} in\n{written}");
        }
    }
    if parsed.circuit.num_qubits() <= MOST_QUBITS {
        let _ = forms::json(&plain, None);
        let _ = forms::latex(&plain);
        let _ = forms::quirk(&plain);
        let _ = forms::svg(&plain);
    }
}

/// Descriptions of devices and their calibration, in either format. A circuit is placed on what is read.
pub(crate) fn device(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match Device::from_json(text) {
        Ok(device) if device.num_qubits() <= MOST_QUBITS => {
            // A device that the circuit does not fit is an error.
            let _ = place(&three_qubits(), &device);
        }
        Ok(_) => {}
        Err(error) => drop(error.to_string()),
    }
}

/// Three qubits in a row.
fn three_qubits() -> Circuit {
    let mut circuit = Circuit::new(3, 0);
    for (gate, qubits) in [
        (Gate::H, &[Qubit(0)][..]),
        (Gate::Cx, &[Qubit(0), Qubit(1)]),
        (Gate::Cx, &[Qubit(1), Qubit(2)]),
    ] {
        circuit.push(gate, qubits).expect("there are three qubits");
    }
    circuit.measure_all();
    circuit
}
