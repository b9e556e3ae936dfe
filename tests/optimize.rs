//! `cheqqers export --optimize`: shorter circuits, from whose bits the same outcomes follow.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::BTreeMap;
use std::process::Command;

use cheqqers_circuit::{Clbit, Fold, Parity};
use cheqqers_sim::{Dense, Readout, TOLERANCE};
use serde_json::Value;

const GAMES: [&[&str]; 4] = [
    &["--moves", "c3^b4d4"],
    &["--moves", "c3^b4d4 h6-g5 d4^c5e5", "--square", "b4"],
    &[
        "--position",
        "W:W22:B1,2,3,4",
        "--moves",
        "c3^b4d4 h8-g7 d4^c5e5 f8-e7 b4-a5 g7-h6 a5c5^b6",
    ],
    &[
        "--position",
        "B:W18,29:B11,4",
        "--moves",
        "f6^e5g5 d4xf6 g5^f4h4 d4^c5e5 f4^e3g3 c5^b6d6",
    ],
];

fn exported(game: &[&str], more: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cheqqers"))
        .arg("export")
        .args(game)
        .args(more)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// How bits are folded, as the JSON of a circuit tells.
fn fold(json: &Value) -> Fold {
    let bits = json["fold"].as_array().unwrap().iter();
    let parity = |bit: &Value| {
        let clbits: Vec<u32> = serde_json::from_value(bit["clbits"].clone()).unwrap();
        Parity::new(
            clbits.into_iter().map(Clbit),
            bit["flipped"].as_bool().unwrap(),
        )
    };
    Fold::new(bits.map(parity).collect())
}

#[test]
fn every_text_of_every_level_gives_the_exact_outcomes() {
    for game in GAMES {
        for encoding in ["minimal", "paper"] {
            for level in ["0", "1", "2"] {
                let of = |format| {
                    let more = [
                        "--encoding",
                        encoding,
                        "--optimize",
                        level,
                        "--format",
                        format,
                    ];
                    exported(game, &more)
                };
                let json: Value = serde_json::from_str(&of("json")).unwrap();
                let fold = fold(&json);
                let exact = json["probabilities"].as_object().unwrap();
                for format in ["qasm3", "qasm2", "braket", "ionq", "ibm"] {
                    let what = format!("{game:?} {encoding} {level} {format}");
                    let circuit = cheqqers_qasm::read(&of(format)).unwrap().circuit;
                    let readout = Readout::of(&circuit).unwrap();
                    let mut found = BTreeMap::new();
                    for (bits, probability) in Dense::run(&circuit).unwrap().marginal(&readout) {
                        *found.entry(fold.apply(bits).to_string()).or_insert(0.0) += probability;
                    }
                    assert_eq!(found.len(), exact.len(), "{what}");
                    for (bits, probability) in exact {
                        let differ = found[bits] - probability.as_f64().unwrap();
                        assert!(differ.abs() < TOLERANCE, "{what} {bits} {differ}");
                    }
                }
            }
        }
    }
}

fn two_qubit_gates(game: &[&str], more: &[&str]) -> usize {
    let text = exported(game, more);
    let circuit = cheqqers_qasm::read(&text).unwrap().circuit;
    circuit.decomposed().statistics().two_qubit_gates
}

#[test]
fn levels_take_fewer_gates_and_both_encodings_end_alike() {
    for (game, expected) in GAMES
        .into_iter()
        .zip([[2, 1, 0], [4, 3, 1], [7, 5, 5], [11, 10, 6]])
    {
        for (level, expected) in ["0", "1", "2"].into_iter().zip(expected) {
            let minimal = two_qubit_gates(game, &["--optimize", level]);
            assert_eq!(minimal, expected, "{game:?} {level}");
            if level != "0" {
                let paper = ["--encoding", "paper", "--optimize", level];
                assert_eq!(two_qubit_gates(game, &paper), expected, "{game:?} {level}");
            }
        }
    }
}

#[test]
fn what_is_left_to_fold_is_told_in_text_and_drawings() {
    let formulas = ["b4 = c[0] ^ 1", "c5 = c[0] ^ c[1]", "e5 = c[1]"];
    for format in [
        "qasm3", "qasm2", "braket", "ionq", "ibm", "text", "svg", "latex",
    ] {
        let text = exported(GAMES[1], &["--optimize", "2", "--format", format]);
        for formula in formulas {
            assert!(text.contains(formula), "{format}: {text}");
        }
        let whole = exported(GAMES[1], &["--optimize", "1", "--format", format]);
        assert!(!whole.contains(" ^ "), "{format}: {whole}");
    }
}

#[test]
fn a_device_gets_physical_qubits_and_its_own_gates() {
    let text = exported(GAMES[2], &["--format", "ibm"]);
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
