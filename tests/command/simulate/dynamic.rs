//! Circuits that measure in the middle, reset qubits and decide by results.

use std::f64::consts::TAU;
use std::fs;

use super::{Bench, entries};

const START: &str = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\n";

fn bench(text: &str) -> Bench {
    Bench::new(&format!("{START}{text}"))
}

#[track_caller]
fn assert_outcomes(found: &[(String, f64)], expected: &[(&str, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.0, expected.0);
        assert!((found.1 - expected.1).abs() < 1e-9, "{found:?}");
    }
}

/// Carries a state from qubit 0 to qubit 2, and undoes its preparation there.
const TELEPORTATION: &str = "qubit[3] q;
bit[2] sent;
bit received;
ry(1.1) q[0];
rz(0.7) q[0];
h q[1];
cx q[1], q[2];
cx q[0], q[1];
h q[0];
sent = measure q[0:1];
if (sent[1]) x q[2];
if (sent[0]) { z q[2]; }
rz(-0.7) q[2];
ry(-1.1) q[2];
received = measure q[2];
";

#[test]
fn teleportation_carries_a_state_over() {
    let bench = bench(TELEPORTATION);
    let found = bench.json(&["--probabilities"]);
    let expected = [("000", 0.25), ("010", 0.25), ("100", 0.25), ("110", 0.25)];
    assert_outcomes(&entries(&found["probabilities"]), &expected);
    assert_eq!(
        (&found["branches"], &found["omitted"]),
        (&4.into(), &0.0.into())
    );
    assert_eq!((&found["qubits"], &found["gates"]), (&3.into(), &10.into()));
    assert_eq!(found["simulator"], "branches");
    let args = ["--shots", "400", "--seed", "8"];
    let shots = bench.json(&args);
    assert_eq!(shots["branches"], 4);
    let counts = entries(&shots["counts"]);
    assert!(
        counts.iter().all(|(bits, _)| bits.ends_with('0')),
        "{counts:?}"
    );
    assert!((counts.iter().map(|(_, count)| count).sum::<f64>() - 400.0).abs() < 0.5);
    let again = bench.json(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(again["counts"], shots["counts"]);
    let text = bench.printed(&["--probabilities"]);
    assert!(text.contains("\nbranches             4\n"), "{text}");
    let values = bench.json(&["--observable", "Z2", "--observable", "X0 + 2 Z0 Z1"]);
    let values = values["observables"].as_array().unwrap();
    // The sender's qubits have collapsed.
    for (found, expected) in values.iter().zip([1.0, 0.0]) {
        assert!((found["value"].as_f64().unwrap() - expected).abs() < 1e-9);
    }
}

#[test]
fn loops_that_end_sooner_or_later_run() {
    let bench = bench(
        "qubit q;
bit success;
uint[3] turns = 0;
output uint[3] counted;
while (!success) {
    reset q;
    ry(2 * arcsin(sqrt(0.5))) q;
    success = measure q;
    turns += 1;
    if (turns == 7) break;
}
counted = turns;
",
    );
    let found = entries(&bench.json(&["--probabilities"])["probabilities"]);
    // The first bit counts one.
    let expected = [
        ("001", 1.0 / 16.0),
        ("010", 0.25),
        ("011", 1.0 / 64.0),
        ("100", 0.5),
        ("101", 1.0 / 32.0),
        ("110", 1.0 / 8.0),
        ("111", 1.0 / 64.0),
    ];
    assert_outcomes(&found, &expected);
    let endless = Bench::new(&format!(
        "{START}qubit q; bit c; while (!c) {{ ry(0.5) q; c = measure q; }}"
    ));
    let counts = endless.json(&["--shots", "100000", "--seed", "4"]);
    assert_outcomes(&entries(&counts["counts"]), &[("1", 100_000.0)]);
    assert!(counts["branches"].as_u64().unwrap() < 400, "{counts}");
    let found = endless.json(&["--probabilities"]);
    let (_, probability) = entries(&found["probabilities"]).remove(0);
    let omitted = found["omitted"].as_f64().unwrap();
    assert!(omitted > 0.0 && (probability + omitted - 1.0).abs() < 1e-12);
}

#[test]
fn a_code_corrects_what_its_syndrome_shows() {
    for (flipped, syndrome) in [
        ("", "00"),
        ("x q[0];", "10"),
        ("x q[1];", "11"),
        ("x q[2];", "01"),
    ] {
        let bench = bench(&format!(
            "qubit[3] q;
qubit[2] a;
bit[2] syndrome;
bit[3] data;
ry(0.8) q[0];
cx q[0], q[1:2];
{flipped}
reset a;
cx q[0], a[0];
cx q[1], a[0];
cx q[1], a[1];
cx q[2], a[1];
syndrome = measure a;
switch (int[2](syndrome)) {{
    case 1 {{ x q[0]; }}
    case -1 {{ x q[1]; }}
    case -2 {{ x q[2]; }}
    default {{ }}
}}
cx q[0], q[1:2];
ry(-0.8) q[0];
data = measure q;
"
        ));
        let found = bench.json(&["--probabilities"]);
        assert_outcomes(
            &entries(&found["probabilities"]),
            &[(&format!("{syndrome}000"), 1.0)],
        );
        assert_eq!(found["branches"], 1);
    }
}

#[test]
fn phases_are_estimated_by_one_qubit_and_given_by_an_input() {
    let bench = bench(
        "input float turns;
qubit q;
qubit target;
bit[4] c;
float correction = 0;
x target;
for int k in [0:3] {
    reset q;
    h q;
    cp(tau * turns * 2 ** (3 - k)) q, target;
    p(-correction) q;
    h q;
    c[k] = measure q;
    correction = correction / 2;
    if (c[k]) correction += pi / 2;
}
",
    );
    let found = bench.json(&["--probabilities", "--set", "turns=11/16"]);
    assert_outcomes(&entries(&found["probabilities"]), &[("1101", 1.0)]);
    let found = bench.json(&["--probabilities", "--set", "turns = 10.5 / 16"]);
    assert_eq!(found["branches"], 16);
    let expected = (256.0 * (TAU / 64.0).sin().powi(2)).recip();
    let nearest = entries(&found["probabilities"]);
    let near: Vec<f64> = nearest
        .iter()
        .filter(|(bits, _)| ["0101", "1101"].contains(&&bits[..]))
        .map(|(_, probability)| *probability)
        .collect();
    assert!(near.len() == 2 && near.iter().all(|p| (p - expected).abs() < 1e-9));
    let errors = bench.refused(&["--probabilities"]);
    let message = "the input `turns` has no value\n  Values of inputs are given by --set";
    assert!(errors.contains(message), "{errors}");
    let errors = bench.refused(&["--set", "turns=1/"]);
    assert!(errors.contains("the input turns"), "{errors}");
    let errors = bench.refused(&["--set", "turns=1", "--set", "other=2"]);
    assert!(errors.contains("other"), "{errors}");
    assert_eq!(
        bench.run(&["simulate", "file.qasm", "--set", "turns"]).code,
        Some(2)
    );
}

#[test]
fn a_circuit_with_inputs_that_measures_last_takes_the_usual_road() {
    let bench =
        bench("input angle turn;\nqubit[2] q;\nbit[2] c;\nrx(turn) q[1];\nc = measure q;\n");
    let args = ["--probabilities", "--set", "turn=pi/2"];
    let found = bench.json(&[&args[..], &["--simulator", "sparse"]].concat());
    assert_outcomes(
        &entries(&found["probabilities"]),
        &[("00", 0.5), ("01", 0.5)],
    );
    assert_eq!(
        (&found["simulator"], &found["components"]),
        (&"sparse".into(), &2.into())
    );
    assert!(found.get("branches").is_none());
}

#[test]
fn files_of_the_folder_are_included() {
    let bench =
        bench("include \"gates.inc\";\nqubit q;\nbit c;\nflip q;\nc = measure q;\nflip q;\n");
    let folder = bench.folder.path();
    let errors = bench.refused(&[]);
    assert!(
        errors.contains("can't find \"gates.inc\" to include"),
        "{errors}"
    );
    assert!(errors.contains("\n  Files are looked for in"), "{errors}");
    fs::write(folder.join("gates.inc"), "gate flip q { x q; }\n").unwrap();
    let found = bench.json(&["--shots", "5"]);
    assert_outcomes(&entries(&found["counts"]), &[("1", 5.0)]);
    fs::write(folder.join("gates.inc"), "gate flip q { y y; }\n").unwrap();
    let errors = bench.refused(&[]);
    assert!(errors.contains("gates.inc"), "{errors}");
    // A hole of a file: it takes no room.
    let file = fs::File::create(folder.join("gates.inc")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let errors = bench.refused(&[]);
    assert!(
        errors.contains("gates.inc is larger than 64 MiB"),
        "{errors}"
    );
}

#[test]
fn a_circuit_that_measures_nothing_is_read_out_on_every_qubit() {
    let found = bench("qubit[2] q;\nx q;\nreset q[0];\n").json(&["--shots", "3"]);
    assert_outcomes(&entries(&found["counts"]), &[("01", 3.0)]);
    // A gate on a qubit after its measurement.
    let found = bench("qubit q;\nbit c;\nc = measure q;\nx q;\n").json(&["--shots", "3"]);
    assert_outcomes(&entries(&found["counts"]), &[("0", 3.0)]);
}

#[test]
fn limits_are_told_with_their_place_and_what_to_do() {
    let coins = bench("qubit q; bit c; for int k in [1:19] { h q; c = measure q; if (c) z q; }");
    let errors = coins.refused(&["--probabilities"]);
    assert!(
        errors.contains("more than 262144 branches\n  Ask for --shots"),
        "{errors}"
    );
    let found = coins.json(&["--shots", "50"]);
    assert!(found["branches"].as_u64().unwrap() <= 50);
    let wide = bench(
        "qubit[40] q; bit c; ry(1) q; for int k in [1:39] { cx q[k - 1], q[k]; } ry(1) q; reset q[0];",
    );
    let errors = wide.refused(&[]);
    assert!(errors.contains("line 3, column"), "{errors}");
    assert!(
        errors.contains("more than the limit of 4194304\n"),
        "{errors}"
    );
    let endless = bench("qubit q; bit c; while (!c) { c = measure q; reset q; }");
    let errors = endless.refused(&["--shots", "1"]);
    assert!(
        errors.contains("\n  Check that its loops have an end"),
        "{errors}"
    );
    let dynamic = bench(TELEPORTATION);
    for option in [
        &["--simulator", "dense"][..],
        &["--precision", "single"],
        &["--repeat", "2"],
        &["--backend", "local"],
    ] {
        let errors = dynamic.refused(option);
        assert!(errors.contains("measures in the middle"), "{errors}");
        assert!(errors.contains(option[0]), "{errors}");
    }
    for shots in [&[][..], &["--shots", "9"]] {
        let errors = dynamic.refused(&[&["--observable", "Z3"], shots].concat());
        assert!(errors.contains("there are 3 qubits"), "{errors}");
    }
}

#[test]
fn options_for_static_circuits_refuse_dynamic_ones_alone() {
    let dense = ["--simulator", "dense"];
    let dynamic = bench("qubit q; bit c; c = measure q; if (c) x q;").refused(&dense);
    assert!(dynamic.contains("--simulator is for circuits"), "{dynamic}");
    for (text, expected) in [
        (
            "input float theta; qubit q; rx(theta) q;",
            "the input `theta` has no value",
        ),
        ("qubit[2] q; int k = 7; x q[k];", "`q` has no index 7"),
        ("qubit q; rx(1 / 0) q;", "division by zero"),
    ] {
        let found = bench(text).refused(&dense);
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn an_input_has_one_value() {
    let text = "input int n; qubit q; bit c; if (n == 1) { x q; } c = measure q;";
    let twice = bench(text).refused(&["--set", "n=1", "--set", "n=2"]);
    assert!(twice.contains("the input n is set twice"), "{twice}");
    for wrong in ["=1", "n=", "n"] {
        let done = bench(text).run(&["simulate", "file.qasm", "--set", wrong]);
        assert_eq!(done.code, Some(2), "{wrong}");
        assert!(done.err.contains("write NAME=VALUE"), "{}", done.err);
    }
}

#[test]
fn bits_are_the_outcome_whatever_they_hold() {
    for (text, expected) in [
        ("qubit q; bit c; x q; c = measure q; c = 0;", "0"),
        ("output bit[2] o; qubit q; bit c; x q; c = measure q;", "00"),
        (
            "qubit q; x q; output bool o; o = false; bit c = measure q;",
            "0",
        ),
        ("qubit q; output uint[8] o; o = 5; h q;", "10100000"),
        (
            "qubit[3] q; bit[2] c; h q; c[0] = measure q[0]; c = \"00\";",
            "00",
        ),
        ("qubit[2] q; bit[2] c; x q[1];", "01"),
    ] {
        let found = bench(text).json(&["--probabilities"]);
        assert_outcomes(&entries(&found["probabilities"]), &[(expected, 1.0)]);
    }
}
