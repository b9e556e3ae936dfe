use cheqqers_backend::order_probe;
use cheqqers_circuit::{Gate, Optimization};
use cheqqers_native::{Basis, lower_to};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_sim::minimize;

use super::*;

/// A piece that is split unevenly, and one that follows it.
fn pair(angle: f64) -> Circuit {
    let mut circuit = Circuit::new(3, 3);
    let [a, b, c] = [0, 1, 2].map(Qubit);
    for (gate, qubits) in [
        (Gate::Rx(angle), &[a][..]),
        (Gate::Cx, &[a, b]),
        (Gate::X, &[b]),
        (Gate::H, &[c]),
        (Gate::Cx, &[b, c]),
    ] {
        circuit.push(gate, qubits).unwrap();
    }
    for (qubit, clbit) in [(b, 0), (c, 1), (a, 2)] {
        circuit.measure(qubit, Clbit(clbit)).unwrap();
    }
    circuit
}

/// A job of circuits, beside a probe.
fn entry(service: &str, circuits: &[Circuit], text: impl Fn(&Circuit) -> String) -> Entry {
    let joined = Circuit::side_by_side(circuits);
    let minimal = minimize(&joined, Optimization::PostProcessed).with_measured_clbits();
    let ([before, behind], bits) = order_probe();
    let first_clbit = Clbit::from_index(before.num_clbits());
    let circuit = Circuit::side_by_side(&[before, minimal.circuit, behind]);
    let mut entry = Entry::new("cheqqers-0", "test", service, "device");
    entry.set_probe(bits);
    entry.set_post_processing(&minimal.post_processing, first_clbit);
    let (qubits, clbits) = (circuit.num_qubits(), circuit.num_clbits());
    entry.with_program(text(&circuit), qubits, clbits, 64)
}

fn in_dialect(circuit: &Circuit, dialect: Dialect) -> String {
    write(&AnnotatedCircuit::new(circuit), dialect).unwrap()
}

/// On qubits of a device, in its gates.
fn on_device(circuit: &Circuit) -> String {
    let places = (0..circuit.num_qubits()).map(|qubit| Qubit::from_index(150 - 3 * qubit));
    let places: Vec<Qubit> = places.collect();
    let placed = circuit.relabelled(151, |qubit| places[qubit.index()]);
    in_dialect(&lower_to(&placed.unwrap(), Basis::Heron), Dialect::Ibm)
}

fn with_fold(entry: &Entry, change: impl FnOnce(&mut serde_json::Value)) -> Entry {
    let mut line = serde_json::to_value(entry).unwrap();
    change(&mut line["fold"]);
    serde_json::from_value(line).unwrap()
}

#[test]
fn programs_of_all_forms_are_those_of_their_circuits_and_of_no_others() {
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
        assert_eq!(fault, Err(ProgramError::Outcomes), "{service}");
        let fault = check_program(&job, &circuits[..1]);
        assert_eq!(fault, Err(ProgramError::Bits), "{service}");
    }
}

#[test]
fn parities_that_are_swapped_flipped_or_of_other_bits_are_found() {
    let circuits = [pair(1.0), pair(2.0)];
    let job = entry("ionq", &circuits, |one| in_dialect(one, Dialect::Qasm3));
    let unchanged = with_fold(&job, |_| ());
    assert_eq!(check_program(&unchanged, &circuits), Ok(true));
    let swap = |a: usize, b: usize| with_fold(&job, |fold| fold.as_array_mut().unwrap().swap(a, b));
    let changed = [
        swap(0, 2),
        swap(0, 3),
        with_fold(&job, |fold| {
            fold[0][1] = (!fold[0][1].as_bool().unwrap()).into();
        }),
        with_fold(&job, |fold| fold[0][0] = fold[3][0].clone()),
        // Correct by itself, and no more independent of the other circuit.
        with_fold(&job, |fold| fold[1] = fold[4].clone()),
        with_fold(&job, |fold| fold[2][0] = serde_json::json!([])),
    ];
    for (case, changed) in changed.iter().enumerate() {
        let fault = check_program(changed, &circuits);
        assert_eq!(fault, Err(ProgramError::Outcomes), "{case}: {changed:?}");
    }
    let beyond = with_fold(&job, |fold| fold[0][0] = serde_json::json!([1000]));
    assert_eq!(check_program(&beyond, &circuits), Err(ProgramError::Bits));
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
    let job = entry("ionq", &[wide.clone()], |one| {
        in_dialect(one, Dialect::Qasm3)
    });
    assert_eq!(check_program(&job, &[wide]), Ok(false));
}
