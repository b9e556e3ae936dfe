use std::collections::BTreeMap;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::{seed, strategy};
use proptest::prelude::*;

use super::*;
use crate::expectation::Expectation;

fn parsed(text: &str) -> Observable {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Observables on few qubits.
pub(crate) fn observables(num_qubits: u32, most: usize) -> impl Strategy<Value = Observable> {
    let factor = prop_oneof![
        Just(None),
        Just(Some(Pauli::X)),
        Just(Some(Pauli::Y)),
        Just(Some(Pauli::Z)),
    ];
    let string = prop::collection::vec(factor, num_qubits as usize).prop_map(|factors| {
        let factors = (0..).map(Qubit).zip(factors);
        PauliString::new(factors.filter_map(|(qubit, pauli)| Some((qubit, pauli?)))).unwrap()
    });
    let terms = prop::collection::vec((string, -3.0..3.0), 0..=most);
    terms.prop_map(|terms| Observable::new(terms).unwrap())
}

#[test]
fn what_is_written_in_many_ways_is_one_observable() {
    let canonical = "2 + Z0 Z1 + 0.5 X2 - 0.15 Y3 Z4";
    for text in [
        canonical,
        "Z0 Z1 + 0.5 X2 - 1.5e-1 Y3*Z4 + 2",
        "Z1*Z0+.5*X2-15E-2Y3Z4+2",
        "  1. Z0 Z1 - 0.15 Z4 Y3 + 0.25 X2 +2 I+ 0.25*X2 ",
        "ZZIII + 0.5 IIXII - 0.15 IIIYZ + 2 IIIII",
        "3 - I5 + Z0 Z1 + I7 0.5 X2 - 0.15 Y3 Z4",
    ]
    .iter()
    .map(|text| text.replace("I7 0.5", "0.5 I7"))
    {
        assert_eq!(parsed(&text).to_string(), canonical, "{text}");
    }
    assert_eq!(parsed("X0 - X0").to_string(), "0");
    assert_eq!(parsed("0").to_string(), "0");
    assert_eq!(parsed("-X0").to_string(), "-X0");
    assert_eq!(parsed("- 2 + 0").to_string(), "-2");
    assert_eq!(parsed("X127").num_qubits(), 128);
    assert_eq!(
        (parsed("3").num_qubits(), parsed("3 - 4 X0").bound()),
        (0, 7.0)
    );
}

#[test]
fn the_first_letter_of_a_string_is_qubit_zero() {
    assert_eq!(parsed("XYZI"), parsed("X0 Y1 Z2"));
    let mut circuit = Circuit::new(2, 0);
    circuit.push(Gate::X, &[Qubit(1)]).unwrap();
    let state = Dense::run(&circuit).unwrap();
    assert_eq!(state.expectation(&parsed("ZI")), Ok(1.0));
    assert_eq!(state.expectation(&parsed("IZ")), Ok(-1.0));
}

#[test]
fn what_is_no_observable_is_refused_with_its_place() {
    for (text, message) in [
        (
            "",
            "the observable ends where a number or a Pauli operator should follow",
        ),
        ("X0 +", "the observable ends where"),
        ("2 *", "the observable ends where"),
        ("X", "X at character 1 has no number of its qubit"),
        ("Z0 XY1", "X at character 4 has no number"),
        ("x0", "'x' at character 1 is no part of an observable"),
        ("A0", "'A' at character 1 is no part"),
        ("XAZ", "'A' at character 2 is no part"),
        ("X0 2", "'2' at character 4 is no part"),
        ("X0 * * Y1", "'*' at character 6 is no part"),
        ("X0 + + Y1", "'+' at character 6 is no part"),
        ("1.2.3 X0", "1.2.3 at character 1 is no finite number"),
        ("1e999 X0", "1e999 at character 1 is no finite number"),
        ("2e X0", "2e at character 1 is no finite number"),
        ("XX + XXX", "a string of 3 operators stands beside one of 2"),
        ("X0 Z0", "qubit 0 has two operators in one product"),
        ("XX Z0", "qubit 0 has two operators in one product"),
        (
            "X128",
            "qubit 128 is beyond the last that an observable may have, 127",
        ),
        ("X99999999999999999999999", "is beyond the last"),
        ("1e308 + 1e308", "the coefficients are too large"),
        ("1e308 Z0 - 1e308 Z1", "the coefficients are too large"),
    ] {
        let error = text.parse::<Observable>().unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn strings_that_agree_share_a_basis() {
    let observable = parsed("Z0 Z1 + 3 X0 X1 + Z1 Z2 + 2 Z2 + Y2 + 5 + X2");
    let bases = observable.bases();
    let operators: Vec<String> = bases
        .iter()
        .map(|basis| basis.operators().to_string())
        .collect();
    assert_eq!(operators, ["X0 X1 Z2", "Z0 Z1 Z2", "X2", "Y2"]);
    assert!(parsed("7").bases().is_empty());
    let constant = parsed("7").estimate(&[]);
    assert_eq!((constant.value, constant.standard_error), (7.0, 0.0));
}

#[test]
fn estimates_are_near_the_exact_value() {
    let mut circuit = Circuit::new(3, 0);
    for (gate, qubits) in [
        (Gate::Rx(0.7), vec![0]),
        (Gate::Ry(1.9), vec![1]),
        (Gate::Siswap, vec![0, 1]),
        (Gate::T, vec![1]),
        (Gate::Ch, vec![1, 2]),
        (Gate::Sx, vec![2]),
    ] {
        let qubits: Vec<Qubit> = qubits.into_iter().map(Qubit).collect();
        circuit.push(gate, &qubits).unwrap();
    }
    let observable = parsed("XYZ + 2 ZZI - 0.5 IYX + YII + 0.25 IIZ - 1.5");
    let exact = Dense::run(&circuit)
        .unwrap()
        .expectation(&observable)
        .unwrap();
    let mut rng = seed::rng(seed::choose(91));
    let counts: Vec<BTreeMap<_, _>> = observable
        .bases()
        .iter()
        .map(|basis| {
            let rotated = basis.circuit(&circuit);
            let state = Dense::run(&rotated).unwrap();
            let readout = Readout::of(&rotated).unwrap();
            state
                .counts(&readout, 40_000, &mut rng)
                .into_iter()
                .collect()
        })
        .collect();
    let estimate = observable.estimate(&counts);
    let error = estimate.standard_error;
    assert!(
        (estimate.value - exact).abs() < 6.0 * error,
        "{estimate:?} {exact}"
    );
    // Each of the bases has a deviation of 3 at most.
    assert!(error > 1e-3 && error < 0.03, "{error}");
}

proptest! {
    #![proptest_config(strategy::config(256))]

    #[test]
    fn text_round_trips(observable in observables(4, 8)) {
        prop_assert_eq!(parsed(&observable.to_string()), observable);
    }

    #[test]
    fn bases_hold_each_string_once(observable in observables(3, 8), circuit in strategy::circuits(3..=3, 4)) {
        let bases = observable.bases();
        let state = Dense::run(&circuit).unwrap();
        // The exact distribution in each basis, as counts of many shots.
        let counts: Vec<BTreeMap<_, _>> = bases.iter().map(|basis| {
            let rotated = basis.circuit(&circuit);
            let state = Dense::run(&rotated).unwrap();
            let marginal = state.marginal(&Readout::of(&rotated).unwrap());
            let count = |probability: f64| format!("{:.0}", probability * 1e15).parse().unwrap();
            marginal.into_iter().map(|(bits, p)| (bits, count(p))).collect()
        }).collect();
        let exact = state.expectation(&observable).unwrap();
        let estimate = observable.estimate(&counts);
        prop_assert!((estimate.value - exact).abs() < 1e-9, "{} {}", estimate.value, exact);
    }
}
