//! Programs in the gates of a device.

use cheqqers_circuit::{Action, Circuit, Gate, Qubit};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};

/// A circuit as a program: a gate that is none of the device's is written out by its word.
///
/// # Errors
/// Returns an error if that is not possible, with why.
pub(in crate::services) fn write_for(
    circuit: &Circuit,
    operations: Option<&[String]>,
) -> Result<String, String> {
    let text = |circuit: &Circuit| {
        write(&AnnotatedCircuit::new(circuit), Dialect::Braket).map_err(|error| error.to_string())
    };
    let program = text(circuit)?;
    match operations {
        Some(operations) if !missing(&program, operations).is_empty() => {
            let plain = expanded(circuit, operations).map_err(|error| error.to_string())?;
            text(&plain)
        }
        _ => Ok(program),
    }
}

/// The circuit with every qubit measured: those that it leaves out go to clbits after its own, which
/// are not read.
///
/// # Errors
/// Returns an error if there are too many clbits.
pub(super) fn measured(circuit: &Circuit) -> Result<Circuit, cheqqers_circuit::CircuitError> {
    let mut all = circuit.clone();
    let known: Vec<_> = circuit.measurements().map(|(qubit, _)| qubit).collect();
    let qubits = (0..circuit.num_qubits()).map(Qubit::from_index);
    for qubit in qubits.filter(|qubit| !known.contains(qubit)) {
        let clbit = all.add_clbit();
        all.measure(qubit, clbit)?;
    }
    Ok(all)
}

/// The circuit with every gate that the device lacks replaced by its word.
fn expanded(
    circuit: &Circuit,
    operations: &[String],
) -> Result<Circuit, cheqqers_circuit::CircuitError> {
    let mut plain = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
    for operation in circuit.operations() {
        match &operation.action {
            Action::Measure(qubit, clbit) => plain.measure(*qubit, *clbit)?,
            Action::Gate(gate, operands) => {
                let operands = operands.as_slice();
                for (part, places) in word(*gate, operations) {
                    let qubits: Vec<_> = places.iter().map(|&place| operands[place]).collect();
                    plain.push(part, &qubits)?;
                }
            }
        }
    }
    Ok(plain)
}

/// The gate itself where the device has it, else its word in gates that nearly all devices have.
fn word(gate: Gate, operations: &[String]) -> Vec<(Gate, Vec<usize>)> {
    let spelling = Dialect::Braket.spelling(gate);
    if spelling.is_some_and(|spelling| has(operations, spelling)) {
        return vec![(gate, (0..gate.num_qubits()).collect())];
    }
    match gate {
        // Primitives of the table, which have no word there.
        Gate::Sx => [Gate::H, Gate::S, Gate::H]
            .map(|gate| (gate, vec![0]))
            .into(),
        Gate::Sxdg => [Gate::H, Gate::Sdg, Gate::H]
            .map(|gate| (gate, vec![0]))
            .into(),
        // Up to a global phase.
        Gate::P(angle) => vec![(Gate::Rz(angle), vec![0])],
        _ => gate.decomposition(),
    }
}

fn has(operations: &[String], name: &str) -> bool {
    let mut all = operations.iter();
    all.any(|operation| operation.eq_ignore_ascii_case(name))
}

/// The gates of a program of ours that are not among the operations, each once.
pub(in crate::services) fn missing(program: &str, operations: &[String]) -> Vec<String> {
    let mut missing: Vec<String> = Vec::new();
    let lines = program.lines().map(str::trim);
    for line in lines.filter(|line| !line.starts_with("//") && !line.contains("= measure ")) {
        let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = &line[..end.unwrap_or(line.len())];
        let is_gate = !["", "OPENQASM", "qubit", "bit"].contains(&name);
        if is_gate && !has(operations, name) && !missing.iter().any(|known| known == name) {
            missing.push(name.into());
        }
    }
    missing
}
