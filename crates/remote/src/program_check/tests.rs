use cheqqers_backend::order_probe;
use cheqqers_circuit::{Clbit, Gate, Optimization, PostProcessing, Qubit};
use cheqqers_native::{Basis, lower_to};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_sim::minimize;

use super::*;

/// Two anticorrelated bits, the first of which is 1 with this angle's probability.
fn pair(angle: f64) -> Circuit {
    let mut circuit = Circuit::new(2, 2);
    for (gate, qubits) in [
        (Gate::Rx(angle), &[Qubit(0)][..]),
        (Gate::Cx, &[Qubit(0), Qubit(1)]),
        (Gate::X, &[Qubit(1)]),
    ] {
        circuit.push(gate, qubits).unwrap();
    }
    for bit in 0..2 {
        circuit.measure(Qubit(bit), Clbit(bit)).unwrap();
    }
    circuit
}

/// Two qubits whose bits, once measured into two clbits, tell the phases of their rotations.
pub(crate) fn interfering() -> Circuit {
    let mut circuit = Circuit::new(2, 2);
    let (a, b) = (Qubit(0), Qubit(1));
    for (gate, qubits) in [
        (Gate::H, &[a][..]),
        (Gate::Rz(0.7), &[a]),
        (Gate::Cx, &[a, b]),
        (Gate::Rz(0.4), &[b]),
        (Gate::Cx, &[a, b]),
        (Gate::H, &[a]),
        (Gate::Ry(0.3), &[b]),
    ] {
        circuit.push(gate, qubits).unwrap();
    }
    circuit
}

/// A job of circuits, beside a probe.
fn entry(service: &str, circuits: &[Circuit], text: impl Fn(&Circuit) -> String) -> Entry {
    let joined = Circuit::side_by_side(circuits);
    let minimal = minimize(&joined, Optimization::Gates).with_measured_clbits();
    let ([before, behind], bits) = order_probe();
    let first_clbit = Clbit::from_index(before.num_clbits());
    let circuit = Circuit::side_by_side(&[before, minimal.circuit, behind]);
    let mut entry = Entry::new("cheqqers-0", "test", service, "device");
    entry.set_probe(bits);
    entry.add_post_processing(&minimal.post_processing, first_clbit);
    let (qubits, clbits) = (circuit.num_qubits(), circuit.num_clbits());
    entry.with_program(text(&circuit), qubits, clbits, 64)
}

fn in_dialect(circuit: &Circuit, dialect: Dialect) -> String {
    write(&AnnotatedCircuit::new(circuit), dialect).unwrap()
}

/// On qubits of a device, in its gates.
fn on_device(circuit: &Circuit) -> String {
    let to = |qubit: Qubit| Qubit(150 - 3 * qubit.0);
    let placed = circuit.relabelled(151, to).unwrap();
    in_dialect(&lower_to(&placed, Basis::Heron), Dialect::Ibm)
}

#[test]
fn programs_are_those_of_their_circuits_and_of_no_others() {
    let circuits = [pair(1.0), pair(2.0)];
    let others = [pair(2.0), pair(1.0)];
    let jobs = [
        entry("ionq", &circuits, |one| in_dialect(one, Dialect::Qasm3)),
        entry("braket", &circuits, |one| in_dialect(one, Dialect::Braket)),
        entry("ibm", &circuits, on_device),
    ];
    for job in jobs {
        let service = &job.provenance.service;
        assert_eq!(check_program(&job, &circuits), Ok(true), "{service}");
        // Those that it does not run may follow.
        let more = [&circuits[..], &others].concat();
        assert_eq!(check_program(&job, &more), Ok(true), "{service}");
        let fault = check_program(&job, &others);
        assert_eq!(fault, Err(ProgramError::Distribution), "{service}");
        let fault = check_program(&job, &circuits[..1]);
        assert_eq!(fault, Err(ProgramError::NumBits(4)), "{service}");
    }
}

#[test]
fn programs_that_measure_too_little_or_too_early_are_refused() {
    let circuits = [pair(1.0)];
    let job = |program: &str, first: u32| {
        let job = Entry::new("cheqqers-0", "test", "ionq", "device");
        let mut job = job.with_program(program, 1, 2, 64);
        job.add_post_processing(&PostProcessing::identity(2), Clbit(first));
        job
    };
    let probed = entry("ionq", &circuits, |one| in_dialect(one, Dialect::Qasm3));
    let fault = check_program(&job(&probed.provenance.qasm, 8), &circuits);
    assert_eq!(fault, Err(ProgramError::NoClbit(9)));
    let early = "OPENQASM 3.0;\nqubit q;\nbit[2] c;\nc[0] = measure q;\nx q;\nc[1] = measure q;\n";
    let fault = check_program(&job(early, 0), &circuits);
    assert!(
        matches!(fault, Err(ProgramError::Simulation(_))),
        "{fault:?}"
    );
    let fault = check_program(&job("no program", 0), &circuits);
    assert!(
        matches!(fault, Err(ProgramError::Unreadable(_))),
        "{fault:?}"
    );
}

#[test]
fn states_that_are_too_large_are_not_compared() {
    let mut wide = Circuit::new(24, 0);
    for qubit in (0..24).map(Qubit) {
        wide.push(Gate::Rx(1.0), &[qubit]).unwrap();
        if qubit.0 > 0 {
            wide.push(Gate::Cx, &[Qubit(qubit.0 - 1), qubit]).unwrap();
            wide.push(Gate::Rx(1.0), &[qubit]).unwrap();
        }
    }
    wide.measure_all();
    let circuits = [wide];
    let job = entry("ionq", &circuits, |one| in_dialect(one, Dialect::Qasm3));
    assert_eq!(check_program(&job, &circuits), Ok(false));
}
