//! The few statements that the corpus is written in.

use cheqqers_circuit::{Circuit, Clbit, Gate, Qubit};

/// Reads a program of gates without angles and of measurements, a statement a line.
pub(crate) fn read(text: &str) -> Circuit {
    let mut circuit = Circuit::default();
    let statements = text.lines().filter(|line| !line.starts_with("//"));
    for statement in statements.filter_map(|line| line.strip_suffix(';')) {
        let numbers: Vec<u32> = statement
            .split(['[', ']'])
            .skip(1)
            .step_by(2)
            .map(|number| number.parse().unwrap())
            .collect();
        match (statement.split([' ', '[']).next(), &numbers[..]) {
            (Some("OPENQASM" | "include"), _) => {}
            (Some("qubit"), &[qubits]) => circuit = Circuit::new(qubits as usize, 0),
            (Some("bit"), &[clbits]) => {
                for _ in 0..clbits {
                    circuit.add_clbit();
                }
            }
            (Some("c"), &[clbit, qubit]) => circuit.measure(Qubit(qubit), Clbit(clbit)).unwrap(),
            (Some(name), _) => {
                let gate = Gate::from_name(name, &[]).unwrap();
                let qubits: Vec<Qubit> = numbers.into_iter().map(Qubit).collect();
                circuit.push(gate, &qubits).unwrap();
            }
            (None, _) => unreachable!("a statement has a first word"),
        }
    }
    circuit
}
