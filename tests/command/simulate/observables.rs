//! Expectation values by `--observable`.

use serde_json::Value;

use crate::simulate::Bench;

/// rx(0.7) on qubit 0, which cx copies to qubit 1, and a plus state that reads nothing.
const LINKED: &str = "OPENQASM 3.0;
include \"stdgates.inc\";
qubit[3] q;
bit[2] c;
rx(0.7) q[0];
cx q[0], q[1];
h q[2];
c[0] = measure q[0];
c[1] = measure q[1];
";

fn values(found: &Value) -> Vec<f64> {
    let all = found["observables"].as_array().unwrap().iter();
    all.map(|observable| observable["value"].as_f64().unwrap())
        .collect()
}

#[test]
fn expectation_values_are_exact_whatever_the_simulator() {
    let bench = Bench::new(LINKED);
    let (sin, cos) = 0.7_f64.sin_cos();
    let expected = [cos, 1.0 + 0.5, -sin, 0.0, 2.0 * sin - 3.0];
    for (simulator, precision, within) in [
        ("dense", "double", 1e-12),
        ("dense", "single", 1e-5),
        ("sparse", "double", 1e-12),
    ] {
        let found = bench.json(&[
            "--simulator",
            simulator,
            "--precision",
            precision,
            "--observable",
            "Z0",
            "--observable",
            "Z0*Z1 + 0.5 X2",
            "--observable=Y0 X1",
            "--observable=ZZZ",
            "--observable=-2 X0 Y1 - 3",
        ]);
        for (found, expected) in values(&found).iter().zip(expected) {
            assert!((found - expected).abs() < within, "{found} {expected}");
        }
        assert_eq!(found["observables"][1]["observable"], "Z0 Z1 + 0.5 X2");
        assert!(found.get("counts").is_none() && found.get("probabilities").is_none());
    }
    let text = bench.printed(&["--observable", "X2 + Z0", "--probabilities"]);
    assert!(text.contains("\n\nZ0 + X2: 1.764842187284\n"), "{text}");
    assert!(text.contains("\n11  0.1175789"), "{text}");
}

#[test]
fn shots_estimate_within_their_error() {
    let bench = Bench::new(LINKED);
    let args = ["--observable", "Z0 Z1 + 0.5 X2 + Y0 X1 + 2", "--seed", "3"];
    let found = bench.json(&[&args[..], &["--shots", "20000"]].concat());
    let value = values(&found)[0];
    let error = found["observables"][0]["standard_error"].as_f64().unwrap();
    let expected = 3.5 - 0.7_f64.sin();
    assert!((value - expected).abs() < 6.0 * error, "{value} {error}");
    // Only the basis of Y0 X1 has a spread.
    let spread = 0.7_f64.cos() / 20_000.0_f64.sqrt();
    assert!((error / spread - 1.0).abs() < 0.05, "{error} {spread}");
    assert_eq!(
        (&found["seed"], &found["shots"]),
        (&3.into(), &20_000.into())
    );
    let again = bench.json(&[&args[..], &["--shots", "20000", "--threads", "1"]].concat());
    assert_eq!(again["observables"], found["observables"]);
    let one = bench.json(&[&args[..], &["--shots", "1"]].concat());
    assert_eq!(one["observables"][0]["standard_error"], Value::Null);
    let text = bench.printed(&[&args[..], &["--shots", "100"]].concat());
    assert!(
        text.contains("\nshots              100\nseed                 3\n\n"),
        "{text}"
    );
    assert!(text.contains(" ± 0."), "{text}");
}

#[test]
fn shots_estimate_where_results_decide() {
    let bench = Bench::new(
        "OPENQASM 3.0; include \"stdgates.inc\"; qubit[2] q; bit c;
        ry(0.8) q[0]; c = measure q[0]; if (c) rx(0.5) q[1]; else h q[1];",
    );
    let args = ["--observable", "X1 + Z0 Y1 - Z1", "--seed", "4"];
    let exact = bench.json(&args);
    let found = bench.json(&[&args[..], &["--shots", "40000"]].concat());
    assert_eq!(
        (&found["branches"], &found["shots"]),
        (&2.into(), &40_000.into())
    );
    assert!(found.get("counts").is_none() && found.get("omitted").is_none());
    let error = found["observables"][0]["standard_error"].as_f64().unwrap();
    let (exact, value) = (values(&exact)[0], values(&found)[0]);
    assert!(
        error < 0.02 && (value - exact).abs() < 6.0 * error,
        "{value} {exact}"
    );
}

#[test]
fn what_is_no_observable_of_the_circuit_is_refused() {
    let bench = Bench::new(LINKED);
    for args in [
        &["--observable", "Z3"][..],
        &["--observable", "Z3", "--shots", "9"],
    ] {
        let errors = bench.refused(args);
        let message =
            "the observable acts on qubit 3, but there are 3 qubits\n  Qubits are numbered";
        assert!(errors.contains(message), "{errors}");
    }
    for (text, message) in [
        ("Z", "Z at character 1 has no number of its qubit"),
        ("Z0 Z0", "qubit 0 has two operators"),
        ("", "the observable ends"),
    ] {
        let done = bench.run(&["simulate", "file.qasm", "--observable", text]);
        assert_eq!(done.code, Some(2), "{text}");
        assert!(done.err.contains(message), "{}", done.err);
    }
}
