use super::*;

fn split() -> Circuit {
    let mut circuit = Circuit::new(2, 0);
    circuit.push_in(1, Gate::X, &[Qubit(0)]).unwrap();
    circuit.push_in(1, Gate::S, &[Qubit(0)]).unwrap();
    circuit.push_in(1, Gate::Ch, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.push_in(2, Gate::Cx, &[Qubit(1), Qubit(0)]).unwrap();
    circuit.measure_all();
    circuit
}

#[test]
fn the_default_text_stays_in_the_common_subset() {
    let circuit = split();
    let names = ["b4", "d4"].map(str::to_owned);
    let carried = [vec!["c3".to_owned(), "b4".to_owned()], Vec::new()];
    let groups = ["c3^b4d4", "é"].map(str::to_owned);
    let program = AnnotatedCircuit {
        qubits: &carried,
        clbits: &names,
        groups: &groups,
        ..AnnotatedCircuit::new(&circuit)
    };
    assert_eq!(
        write(&program, Dialect::Qasm3).unwrap(),
        "\
OPENQASM 3.0;
include \"stdgates.inc\";
// q[0]: c3 then b4
// q[1]: ancilla
// c[0]: b4
// c[1]: d4
qubit[2] q;
bit[2] c;
// c3^b4d4
x q[0];
s q[0];
s q[1];
h q[1];
t q[1];
cx q[0], q[1];
tdg q[1];
h q[1];
sdg q[1];
// ?
cx q[1], q[0];
c[0] = measure q[0];
c[1] = measure q[1];
"
    );
}

#[test]
fn every_statement_is_annotated_with_its_groups() {
    let mut circuit = Circuit::new(2, 0);
    circuit.push_in(1, Gate::X, &[Qubit(0)]).unwrap();
    let both = Groups::from(3).union(Groups::from(1));
    circuit
        .push_in(both, Gate::Iswap, &[Qubit(0), Qubit(1)])
        .unwrap();
    circuit.push(Gate::Z, &[Qubit(0)]).unwrap();
    circuit.measure_all();
    let facts = ["", "cheqqers.move 1 é", "", "cheqqers.move 3"].map(|annotation| GroupFacts {
        annotation: annotation.to_owned(),
        ..GroupFacts::default()
    });
    let groups = ["one", "two", "three"].map(str::to_owned);
    let program = AnnotatedCircuit {
        groups: &groups,
        facts: &facts,
        notes: GroupNotes::Annotations,
        ..AnnotatedCircuit::new(&circuit)
    };
    let text = write(&program, Dialect::Qasm3).unwrap();
    let plain = |text: &str| -> String {
        let lines = text
            .lines()
            .filter(|line| !line.contains('@') && !line.starts_with("//"));
        lines.fold(String::new(), |text, line| text + line + "\n")
    };
    let none = AnnotatedCircuit {
        notes: GroupNotes::None,
        ..program
    };
    assert_eq!(plain(&text), write(&none, Dialect::Qasm3).unwrap());
    assert!(text.contains("\n@cheqqers.move 1 ?\nx q[0];\n@cheqqers.move 1 ?\n@cheqqers.move 3\n"));
    assert!(text.ends_with(";\nz q[0];\nc[0] = measure q[0];\nc[1] = measure q[1];\n"));
    // Each statement of the decomposition.
    let of = |ply: u32| text.matches(&format!("@cheqqers.move {ply}")).count();
    assert!(of(3) > 1 && of(1) == of(3) + 1, "{text}");
    let second = write(&program, Dialect::Qasm2).unwrap();
    assert!(second.contains("\n// @cheqqers.move 1 ?\nx q[0];\n"));
}

#[test]
fn dialects_differ_in_header_names_and_measurement() {
    let circuit = split();
    let qasm2 = write(&AnnotatedCircuit::new(&circuit), Dialect::Qasm2).unwrap();
    assert!(qasm2.starts_with("OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[2];\ncreg c[2];\n"));
    assert!(qasm2.ends_with("measure q[0] -> c[0];\nmeasure q[1] -> c[1];\n"));
    let braket = write(&AnnotatedCircuit::new(&circuit), Dialect::Braket).unwrap();
    assert!(!braket.contains("include") && braket.contains("cnot q[0], q[1];\nti q[1];\n"));
}

#[test]
fn every_gate_of_the_table_can_be_written_in_every_dialect() {
    for gate in Gate::all(0.3) {
        let mut circuit = Circuit::new(3, 0);
        let qubits = [Qubit(2), Qubit(0), Qubit(1)];
        circuit.push(gate, &qubits[..gate.num_qubits()]).unwrap();
        for dialect in Dialect::ALL.into_iter().filter(|&d| d != Dialect::Ibm) {
            let text = write(&AnnotatedCircuit::new(&circuit), dialect).unwrap();
            assert!(text.is_ascii() && text.contains("q[2]"), "{dialect} {gate}");
        }
    }
}

#[test]
fn named_gates_have_their_body_once() {
    let mut circuit = Circuit::new(3, 0);
    let qubits = [Qubit(0), Qubit(1), Qubit(2)];
    circuit.push(Gate::Split, &qubits).unwrap();
    circuit.push(Gate::Split, &qubits).unwrap();
    let program = AnnotatedCircuit {
        definitions: Definitions::Named,
        ..AnnotatedCircuit::new(&circuit)
    };
    let text = write(&program, Dialect::Qasm3).unwrap();
    assert_eq!(text.matches("gate split a, b, c {").count(), 1);
    assert_eq!(text.matches("\nsplit q[0], q[1], q[2];").count(), 2);
    assert!(!text.contains("gate merge"));
    assert!(text.contains("// gates with a body: PennyLane"));
}

#[test]
fn a_device_gets_its_own_gates_on_physical_qubits_and_no_others() {
    let mut circuit = Circuit::new(2, 0);
    circuit.push(Gate::Rz(0.5), &[Qubit(1)]).unwrap();
    circuit.push(Gate::Sx, &[Qubit(1)]).unwrap();
    circuit.push(Gate::Cz, &[Qubit(0), Qubit(1)]).unwrap();
    circuit.measure_all();
    assert_eq!(
        write(&AnnotatedCircuit::new(&circuit), Dialect::Ibm).unwrap(),
        "\
OPENQASM 3.0;
include \"stdgates.inc\";
bit[2] c;
rz(0.5) $1;
sx $1;
cz $0, $1;
c[0] = measure $0;
c[1] = measure $1;
"
    );
    circuit.push(Gate::Ch, &[Qubit(0), Qubit(1)]).unwrap();
    assert!(matches!(
        write(&AnnotatedCircuit::new(&circuit), Dialect::Ibm),
        Err(QasmError::UnsupportedGate { gate: Gate::Ch, .. })
    ));
}

#[test]
fn what_is_left_to_fold_stands_in_a_comment() {
    let mut circuit = Circuit::new(1, 0);
    circuit.push(Gate::H, &[Qubit(0)]).unwrap();
    circuit.measure_all();
    let names = ["b4", "d4"].map(str::to_owned);
    let parity = |flipped| cheqqers_circuit::Parity::new([cheqqers_circuit::Clbit(0)], flipped);
    let fold = PostProcessing::new(vec![parity(true), parity(false)]);
    let program = AnnotatedCircuit {
        clbits: &names,
        post_processing: Some(&fold),
        ..AnnotatedCircuit::new(&circuit)
    };
    let text = write(&program, Dialect::Qasm3).unwrap();
    assert!(text.contains("(^: exclusive or):\n// b4 = c[0] ^ 1\n// d4 = c[0]\nqubit[1] q;"));
}

#[test]
fn no_comment_reads_as_a_layout_of_qubits() {
    let circuit = split();
    let title = ["i5^j4h6", "o9-p10", "h4^i3i5", "in front"].map(str::to_owned);
    let program = AnnotatedCircuit {
        title: &title,
        ..AnnotatedCircuit::new(&circuit)
    };
    let text = write(&program, Dialect::Qasm3).unwrap();
    let comments = text.lines().filter(|line| line.starts_with("//"));
    assert_eq!(
        comments.collect::<Vec<_>>(),
        ["// - i5^j4h6", "// - o9-p10", "// h4^i3i5", "// in front"]
    );
}
