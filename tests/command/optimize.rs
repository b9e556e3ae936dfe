//! `cheqqers export --optimize`: shorter circuits, from whose bits the same outcomes follow.
//!
//! Of a hundred components; of 2,000 with `--features slow-tests`.

use crate::command;
mod minimal;

use std::collections::BTreeMap;

use crate::case::Case;
use cheqqers_circuit::{Bitstring, Clbit, Parity, PostProcessing};
use cheqqers_qasm::Dialect;
use cheqqers_sim::{Dense, Readout, TOLERANCE};
use serde_json::Value;

/// Cases of the corpus, and the two-qubit gates of each level.
const CASES: [(&str, [usize; 3]); 4] = [
    ("split", [2, 1, 0]),
    ("double_split", [4, 3, 1]),
    ("merge_with_remainder", [7, 5, 5]),
    ("entangled_pieces_split_on", [11, 10, 6]),
];

/// How bits are folded, as the JSON of a circuit tells.
fn fold(json: &Value) -> PostProcessing {
    let bits = json["fold"].as_array().unwrap().iter();
    let parity = |bit: &Value| {
        let clbits: Vec<u32> = serde_json::from_value(bit["clbits"].clone()).unwrap();
        Parity::new(
            clbits.into_iter().map(Clbit),
            bit["flipped"].as_bool().unwrap(),
        )
    };
    PostProcessing::new(bits.map(parity).collect())
}

/// Compares what a circuit gives, its bits folded, with the exact outcomes.
fn assert_gives(text: &str, fold: &PostProcessing, exact: &[(Bitstring, f64)], what: &str) {
    let circuit = cheqqers_program::read(text).unwrap().circuit;
    let readout = Readout::of(&circuit).unwrap();
    let mut found = BTreeMap::new();
    for (bits, probability) in Dense::run(&circuit).unwrap().marginal(&readout) {
        *found.entry(fold.apply(bits)).or_insert(0.0) += probability;
    }
    assert_eq!(found.len(), exact.len(), "{what}");
    for (bits, probability) in exact {
        let differ = found[bits] - probability;
        assert!(differ.abs() < TOLERANCE, "{what} {bits} {differ}");
    }
}

#[test]
fn every_text_of_every_level_gives_the_exact_outcomes() {
    for (name, _) in CASES {
        let case = Case::named(name);
        let exact = case.play().component().outcomes();
        for encoding in ["minimal", "paper"] {
            for level in ["0", "1", "2"] {
                let chosen = ["--encoding", encoding, "--optimize", level, "--format"];
                let of = |format| case.exported(&[&chosen[..], &[format]].concat());
                let json: Value = serde_json::from_str(&of("json")).unwrap();
                let fold = fold(&json);
                let told = json["probabilities"].as_object().unwrap();
                assert_eq!(told.len(), exact.len(), "{name} {encoding} {level}");
                for (bits, probability) in &exact {
                    let told = told[&bits.to_string()].as_f64().unwrap();
                    assert!((told - probability).abs() < TOLERANCE, "{name} {bits}");
                }
                for format in Dialect::ALL.map(Dialect::name) {
                    let what = format!("{name} {encoding} {level} {format}");
                    assert_gives(&of(format), &fold, &exact, &what);
                }
            }
        }
    }
}

fn two_qubit_gates(case: &Case, more: &[&str]) -> usize {
    let text = case.exported(more);
    let circuit = cheqqers_program::read(&text).unwrap().circuit;
    circuit.decomposed().statistics().two_qubit_gates
}

#[test]
fn levels_take_fewer_gates_and_both_encodings_end_alike() {
    for (name, expected) in CASES {
        let case = Case::named(name);
        for (level, expected) in ["0", "1", "2"].into_iter().zip(expected) {
            let minimal = two_qubit_gates(case, &["--optimize", level]);
            assert_eq!(minimal, expected, "{name} {level}");
            if level != "0" {
                let paper = ["--encoding", "paper", "--optimize", level];
                assert_eq!(two_qubit_gates(case, &paper), expected, "{name} {level}");
            }
        }
    }
}

#[test]
fn what_is_left_to_fold_is_told_in_text_and_drawings() {
    let case = Case::named("double_split");
    let formulas = ["b4 = c[0] ^ 1", "c5 = c[0] ^ c[1]", "e5 = c[1]"];
    let drawings = ["text", "svg", "latex"];
    for format in Dialect::ALL.map(Dialect::name).into_iter().chain(drawings) {
        let text = case.exported(&["--optimize", "2", "--format", format]);
        for formula in formulas {
            assert!(text.contains(formula), "{format}: {text}");
        }
        let whole = case.exported(&["--optimize", "1", "--format", format]);
        assert!(!whole.contains(" ^ "), "{format}: {whole}");
    }
}

#[test]
fn a_device_gets_physical_qubits_and_its_own_gates() {
    let text = Case::named("merge_with_remainder").exported(&["--format", "ibm"]);
    let statements = text.lines().filter(|line| !line.starts_with("//"));
    for statement in statements.skip(3) {
        let word = statement.split(['(', ' ', '[']).next().unwrap();
        assert!(["rz", "sx", "x", "cz", "c"].contains(&word), "{statement}");
        assert!(
            statement.contains('$') && !statement.contains("q["),
            "{statement}"
        );
    }
}

#[test]
fn a_square_that_is_certainly_empty_has_no_qubit() {
    let moves = "c1^b2d2 b8-a7 d2^c3e3 a7-b6 c3e3^d4";
    for more in [&[][..], &["--no-measure"], &["--optimize", "1"]] {
        let args = ["export", "--rows", "1", "--moves", moves];
        let text = command::printed(&[&args[..], more].concat());
        let circuit = cheqqers_program::read(&text).unwrap().circuit;
        assert_eq!(circuit.num_qubits(), 2, "{text}");
        assert!(text.contains("b2") && text.contains("d4"), "{text}");
    }
}
