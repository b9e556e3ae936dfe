//! Texts of circuits and of devices.

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_native::{Device, place};
use cheqqers_program::{BitValue, Inputs, MeasuredBit, Processor, Program, read};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, forms, write};

/// The most operations of a circuit that is written and read again.
const MOST_OPERATIONS: usize = 2000;

/// The most qubits of a circuit that is drawn, or of a device that a circuit is placed on.
const MOST_QUBITS: usize = 64;

/// The most steps of a program that is run.
const MOST_STEPS: usize = 100_000;

/// Reads a program in OpenQASM and runs it with several measured bits. If it is a circuit, writes it,
/// reads that back, and writes it in all other forms.
pub(crate) fn qasm(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let include = |name: &str| match name {
        "a" => Some("gate included a, b { cx a, b; }".to_owned()),
        "b" => Some(text.to_owned()),
        _ => None,
    };
    if let Err(error) = Program::parse(text, include) {
        let _ = error.to_string();
        return;
    }
    // A circuit by itself has no included files.
    let Ok(program) = Program::parse(text, |_| None) else {
        return;
    };
    let program = program.with_max_steps(MOST_STEPS);
    let [Some(num_gates), Some(_), Some(_)] =
        [0, u64::MAX, 0x9e37_79b9_7f4a_7c15].map(|bits| run(&program, bits))
    else {
        return;
    };
    let parsed = match read(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    assert_eq!(parsed.circuit.gates().count(), num_gates, "{text}");
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

/// Runs a program with these measured bits, again and again; returns the number of its gates, `None` if
/// it stops with an error.
fn run(program: &Program, bits: u64) -> Option<usize> {
    let mut processor = Counter {
        bits,
        ..Counter::default()
    };
    let mut inputs = Inputs::new();
    for (name, _) in program.inputs() {
        inputs.insert(name, "1").expect("a number is a value");
    }
    let found = match program.run(&mut processor, &inputs) {
        Ok(found) => found,
        Err(error) => {
            let _ = error.to_string();
            return None;
        }
    };
    let registers = program.bits().iter();
    let sizes = registers.map(|register| register.size.unwrap_or(1));
    assert_eq!(found.len(), sizes.sum::<usize>());
    for bit in found {
        if let BitValue::Measured(bit) = bit {
            assert!(bit.0 < processor.num_measured);
        }
    }
    Some(processor.num_gates)
}

/// Processor that counts, and checks what it is asked to do.
#[derive(Debug, Default)]
struct Counter {
    num_qubits: usize,
    num_gates: usize,
    num_measured: usize,
    /// Measured bits, which repeat.
    bits: u64,
}

/// Error of a processor that has no more time.
#[derive(Debug)]
struct TooMany;

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("too many operations")
    }
}

impl std::error::Error for TooMany {}

impl Processor for Counter {
    type Error = TooMany;

    fn add_qubits(&mut self, number: usize) -> Result<(), TooMany> {
        self.num_qubits += number;
        Ok(())
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), TooMany> {
        assert_eq!(qubits.len(), gate.num_qubits());
        assert!(gate.parameter().is_none_or(f64::is_finite), "{gate}");
        for (k, qubit) in qubits.iter().enumerate() {
            assert!(qubit.index() < self.num_qubits && !qubits[..k].contains(qubit));
        }
        self.num_gates += 1;
        if self.num_gates > MOST_STEPS {
            return Err(TooMany);
        }
        Ok(())
    }

    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, TooMany> {
        assert!(qubit.index() < self.num_qubits);
        self.num_measured += 1;
        Ok(MeasuredBit(self.num_measured - 1))
    }

    fn reset(&mut self, qubit: Qubit) -> Result<(), TooMany> {
        assert!(qubit.index() < self.num_qubits);
        Ok(())
    }

    fn value(&mut self, bit: MeasuredBit) -> Result<bool, TooMany> {
        assert!(bit.0 < self.num_measured);
        Ok(self.bits >> (bit.0 % 64) & 1 == 1)
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
