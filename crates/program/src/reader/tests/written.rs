use cheqqers_circuit::{Gate, Qubit};
use cheqqers_qasm::{GroupFacts, GroupNotes, write};
use cheqqers_testkit::strategy;
use proptest::prelude::*;

use super::*;

/// The text that is written anew is the same, and so is what is read from it.
fn check_same(circuit: &Circuit, dialect: Dialect, definitions: Definitions) {
    let names = ["b4", "then d4; x q[0];"].map(str::to_owned);
    let program = AnnotatedCircuit {
        definitions,
        ..AnnotatedCircuit::new(circuit)
    };
    let text = write(&program, dialect).unwrap();
    let parsed = read(&text).unwrap();
    let told = match dialect {
        Dialect::Ionq => Dialect::Qasm3,
        // Nothing tells the qubits of a circuit without operations.
        Dialect::Ibm if circuit.operations().is_empty() => Dialect::Qasm3,
        dialect => dialect,
    };
    assert_eq!(parsed.dialect, told, "{text}");
    let again = write(&parsed.annotated(), parsed.dialect).unwrap();
    let plain: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("//"))
        .collect();
    let plain_again: Vec<&str> = again
        .lines()
        .filter(|line| !line.starts_with("//"))
        .collect();
    assert_eq!(plain_again, plain);
    // Comments and annotations of any kind change nothing.
    let facts = names.each_ref().map(|name| GroupFacts {
        annotation: format!("cheqqers.move {name}"),
        ..GroupFacts::default()
    });
    let described = AnnotatedCircuit {
        title: &names,
        qubits: &[names.to_vec()],
        clbits: &names,
        groups: &names,
        ..program
    };
    for notes in [GroupNotes::Comments, GroupNotes::Annotations] {
        let noted = AnnotatedCircuit {
            facts: &facts,
            notes,
            ..described
        };
        assert_eq!(read(&write(&noted, dialect).unwrap()).as_ref(), Ok(&parsed));
    }
}

proptest! {
    #![proptest_config(strategy::config(200))]

    #[test]
    fn what_was_written_is_written_again(
        circuit in strategy::measured_circuits(1..=6, 25),
        named in any::<bool>(),
    ) {
        let definitions = if named { Definitions::Named } else { Definitions::Flat };
        for dialect in [Dialect::Qasm3, Dialect::Qasm2, Dialect::Braket, Dialect::Ionq] {
            check_same(&circuit, dialect, definitions);
        }
    }

    #[test]
    fn what_was_written_for_a_device_is_written_again(
        circuit in strategy::measured_circuits(2..=6, 25),
        angles in prop::collection::vec(any::<f64>(), 25),
    ) {
        let mut native = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
        let angles = angles.into_iter().filter(|angle| angle.is_finite()).chain([0.5]).cycle();
        for ((gate, qubits), angle) in circuit.gates().zip(angles) {
            match gate.num_qubits() {
                1 if gate.parameter().is_some() => native.push(Gate::Rz(angle), qubits),
                1 => native.push(Gate::Sx, qubits),
                _ => native.push(Gate::Cz, &qubits[..2]),
            }.unwrap();
        }
        for (qubit, clbit) in circuit.measurements() {
            native.measure(qubit, clbit).unwrap();
        }
        check_same(&native, Dialect::Ibm, Definitions::Flat);
    }

    #[test]
    fn what_was_written_does_the_same(circuit in strategy::measured_circuits(3..=5, 20)) {
        use cheqqers_testkit::reference;
        let expected = reference::state(&circuit);
        for dialect in [Dialect::Qasm3, Dialect::Qasm2, Dialect::Braket] {
            for definitions in [Definitions::Flat, Definitions::Named] {
                let program = AnnotatedCircuit { definitions, ..AnnotatedCircuit::new(&circuit) };
                let parsed = read(&write(&program, dialect).unwrap()).unwrap();
                let found = reference::state(&parsed.circuit);
                reference::assert_close(found.as_slice(), expected.as_slice(), 1e-12);
                let measured: Vec<_> = parsed.circuit.measurements().collect();
                prop_assert_eq!(measured, circuit.measurements().collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn a_circuit_of_nothing_is_written_again() {
    for dialect in Dialect::ALL {
        check_same(&Circuit::new(0, 0), dialect, Definitions::Flat);
    }
    let mut alone = Circuit::new(3, 0);
    alone.push(Gate::Sx, &[Qubit(1)]).unwrap();
    check_same(&alone, Dialect::Ibm, Definitions::Flat);
}

/// Split and merge stay gates, in circuits that define one of them or both.
#[test]
fn defined_gates_stay_gates() {
    let qubits = [Qubit(2), Qubit(0), Qubit(1)];
    for gates in [
        vec![Gate::Split],
        vec![Gate::Merge],
        vec![Gate::Merge, Gate::Split],
    ] {
        let mut circuit = Circuit::new(3, 0);
        for &gate in &gates {
            circuit.push(gate, &qubits).unwrap();
        }
        let definitions = Definitions::Named;
        let program = AnnotatedCircuit {
            definitions,
            ..AnnotatedCircuit::new(&circuit)
        };
        for dialect in Dialect::ALL
            .into_iter()
            .filter(|dialect| dialect.has_definitions())
        {
            let parsed = read(&write(&program, dialect).unwrap()).unwrap();
            assert_eq!(
                parsed,
                ParsedCircuit {
                    circuit: circuit.clone(),
                    dialect,
                    definitions,
                    bits: Vec::new(),
                    reads_bits: false,
                }
            );
        }
    }
}
