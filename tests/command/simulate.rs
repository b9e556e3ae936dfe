//! Circuits that come back: `cheqqers simulate`, and the reader below it.

use crate::command;
mod dynamic;
mod games;
mod observables;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use crate::case::Case;
use crate::command::{Done, command, printed_by, run};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with one file, and the command in it.
struct Bench {
    folder: TempDir,
}

impl Bench {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file.qasm"), text).unwrap();
        Self { folder }
    }

    fn run(&self, args: &[&str]) -> Done {
        run(command(args).current_dir(&self.folder))
    }

    fn printed(&self, args: &[&str]) -> String {
        let all = [&["simulate", "file.qasm"], args].concat();
        printed_by(command(&all).current_dir(&self.folder))
    }

    fn json(&self, args: &[&str]) -> Value {
        let args = [args, &["--json"]].concat();
        serde_json::from_str(&self.printed(&args)).unwrap()
    }

    fn refused(&self, args: &[&str]) -> String {
        let all = [&["simulate", "file.qasm"], args].concat();
        let Done { code, out, err } = self.run(&all);
        assert_eq!((code, &*out), (Some(1), ""), "{args:?}");
        assert!(
            err.starts_with("error: ") && err.lines().count() == 2,
            "{err}"
        );
        err
    }
}

/// What stands behind each key of an object, in the order it stands there.
fn entries(object: &Value) -> Vec<(String, f64)> {
    let object = object.as_object().unwrap();
    let entries = object.iter();
    entries
        .map(|(bits, value)| (bits.clone(), value.as_f64().unwrap()))
        .collect()
}

/// Qubit 0 reads 1 and goes to bit 2, qubit 1 reads 1 with probability sin²(0.5); bit 1 reads nothing.
const ASYMMETRIC: &str = "OPENQASM 3.0;
include \"stdgates.inc\";
qubit[3] q;
bit[3] c;
x q[0];
rx(1.0) q[1];
c[2] = measure q[0];
c[0] = measure q[1];
";

#[test]
fn the_first_character_is_the_first_bit() {
    let bench = Bench::new(ASYMMETRIC);
    for simulator in ["dense", "sparse"] {
        let found = bench.json(&["--probabilities", "--simulator", simulator]);
        let probabilities = entries(&found["probabilities"]);
        let names: Vec<&str> = probabilities.iter().map(|(bits, _)| &bits[..]).collect();
        assert_eq!(names, ["001", "101"]);
        assert!((probabilities[1].1 - 0.5_f64.sin().powi(2)).abs() < 1e-12);
        assert!(found.get("counts").is_none());
        assert_eq!((&found["qubits"], &found["gates"]), (&3.into(), &2.into()));
        assert_eq!(found["simulator"], simulator);
        assert!(found["seconds"].as_f64().unwrap() >= 0.0);
    }
}

#[test]
fn a_seed_gives_the_same_shots_and_they_follow_the_probabilities() {
    let bench = Bench::new(ASYMMETRIC);
    let shots = |seed| {
        let args = ["--shots", "20000", "--seed", seed];
        bench.json(&args)["counts"].clone()
    };
    let counts = entries(&shots("7"));
    assert_eq!(shots("7"), shots("7"));
    assert_ne!(shots("7"), shots("8"));
    let p = 0.5_f64.sin().powi(2);
    let sigma = (20_000.0 * p * (1.0 - p)).sqrt();
    assert_eq!(counts.len(), 2);
    assert!(
        (counts[1].1 - 20_000.0 * p).abs() < 6.0 * sigma,
        "{counts:?}"
    );
    assert!((counts[0].1 + counts[1].1 - 20_000.0).abs() < 0.5);
    let both = bench.json(&["--shots", "3", "--probabilities"]);
    assert!(both.get("counts").is_some() && both.get("probabilities").is_some());
}

#[test]
fn keys_are_in_the_order_of_their_text() {
    let bench = Bench::new("OPENQASM 2.0; include \"qelib1.inc\"; qreg q[4]; h q;");
    for key in ["counts", "probabilities"] {
        let found = bench.json(&["--shots", "2000", "--probabilities"]);
        let names: Vec<String> = entries(&found[key])
            .into_iter()
            .map(|(bits, _)| bits)
            .collect();
        let mut sorted = names.clone();
        sorted.sort();
        assert_eq!((names.len(), &names), (16, &sorted));
    }
}

#[test]
fn a_circuit_without_measurements_is_read_out_on_every_qubit() {
    let bench = Bench::new("OPENQASM 3.0; qubit[3] q; bit[7] c; x q[1]; i q[0];");
    let found = bench.json(&["--shots", "5"]);
    assert_eq!(entries(&found["counts"]), [("010".to_owned(), 5.0)]);
    assert_eq!(found["gates"], 1);
}

#[test]
fn people_get_a_table() {
    let bench = Bench::new(ASYMMETRIC);
    let text = bench.printed(&["--shots", "8", "--seed", "5", "--probabilities"]);
    for line in [
        "qubits               3",
        "gates                2",
        "simulator        dense",
    ] {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    assert!(text.contains("\nseed                 5\n"), "{text}");
    assert!(
        text.contains("\n001  0.770151152934\n101  0.229848847066\n"),
        "{text}"
    );
    let usual = bench.printed(&[]);
    assert!(usual.contains("\nshots             1024\n"), "{usual}");
}

#[test]
fn threads_and_repetitions_change_no_result() {
    let mut text = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[17] q;\nh q;\n".to_owned();
    let layer = |k| {
        let next = k + 1;
        format!("rz(0.{k}) q[{k}];\ncx q[{k}], q[{next}];\nry(1.{k}) q[{k}];\n")
    };
    text.push_str(&(0..16).map(layer).collect::<String>());
    text += "bit[2] c;\nc[0] = measure q[3];\nc[1] = measure q[16];\n";
    let bench = Bench::new(&text);
    let result = |args: &[&str]| {
        let found =
            bench.json(&[args, &["--probabilities", "--shots", "50", "--seed", "1"]].concat());
        (found["probabilities"].clone(), found["counts"].clone())
    };
    let usual = result(&[]);
    assert_eq!(result(&["--threads", "1"]), usual);
    assert_eq!(result(&["--threads", "3", "--repeat", "2"]), usual);
    let (sparse, _) = result(&["--simulator", "sparse"]);
    for (a, b) in entries(&sparse).iter().zip(entries(&usual.0)) {
        assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-12);
    }
}

#[test]
fn more_threads_than_cores_are_not_started() {
    let layers = "h q; cx q[0], q[19]; ".repeat(8);
    let text = format!("OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[20] q;\n{layers}");
    let bench = Bench::new(&text);
    let seconds = |threads| {
        let args = ["--threads", threads, "--shots", "1"];
        bench.json(&args)["seconds"].as_f64().unwrap()
    };
    // Threads that wait for each other took hundreds of times as long.
    let (one, many) = (seconds("1"), seconds("1024"));
    assert!(many < 10.0 * one + 1.0, "{many} s instead of {one} s");
}

#[test]
fn circuits_of_many_basis_states_go_to_the_dense_simulator_by_themselves() {
    let mut text = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[23] q;\nh q;\n".to_owned();
    text.extend((1..23).map(|k| format!("cx q[{}], q[{k}];\n", k - 1)));
    text += "bit c;\ncx q[0], q[22];\nc = measure q[22];\n";
    let bench = Bench::new(&text);
    let found = bench.json(&["--probabilities"]);
    assert_eq!(found["simulator"], "dense");
    let reason =
        "updating all 2^23 amplitudes takes less time than the non-zero ones, by an estimate";
    assert_eq!(found["reason"], reason);
    let halves = entries(&found["probabilities"]);
    assert!(halves.iter().all(|(_, p)| (p - 0.5).abs() < 1e-9) && halves.len() == 2);
    let few = text.replace("h q;", "h q[0];");
    let bench = Bench::new(&few);
    assert_eq!(bench.json(&[])["simulator"], "sparse");
    let asked = bench.json(&["--simulator", "dense"]);
    assert_eq!(asked["simulator"], "dense");
    assert_eq!(asked["reason"], "--simulator asks for it");
}

#[test]
fn circuits_of_more_qubits_than_an_outcome_has_bits_run() {
    let text = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[300] q;\nbit c;\nx q;\nc = measure q[299];\n";
    let found = Bench::new(text).json(&["--probabilities"]);
    assert_eq!(
        (&found["qubits"], &found["components"]),
        (&300.into(), &300.into())
    );
    assert_eq!(entries(&found["probabilities"]), [("1".into(), 1.0)]);
}

#[test]
fn large_circuits_of_few_basis_states_run() {
    let mut text = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\nqubit[128] q;\nh q[0];\n".to_owned();
    let link = |k: usize| format!("cx q[{}], q[{k}];\n", k - 1);
    text.push_str(&(1..128).map(link).collect::<String>());
    let found = Bench::new(&text).json(&["--probabilities"]);
    let names: Vec<String> = entries(&found["probabilities"])
        .into_iter()
        .map(|(bits, _)| bits)
        .collect();
    assert_eq!(names, ["0".repeat(128), "1".repeat(128)]);
    assert_eq!(found["simulator"], "sparse");
}

#[test]
fn standard_input_is_read() {
    let mut child = command(&["simulate", "-", "--json", "--shots", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"OPENQASM 3.0; x $1;").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(entries(&found["counts"]), [("01".to_owned(), 2.0)]);
}

#[test]
fn a_text_without_a_qubit_that_sets_no_bit_is_no_circuit() {
    let mut child = command(&["simulate", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    let message =
        "error: standard input holds no circuit: it has no qubit, and sets no bit\n  Check";
    let errors = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), &*stdout), (Some(1), &b""[..]));
    assert!(errors.starts_with(message), "{errors}");
    for text in [
        "",
        " \n\t\n",
        "// nothing\n/* at all */\n",
        "OPENQASM 3.0;\ninclude \"stdgates.inc\";\n",
        "OPENQASM 3.0;\nbit[2] c;\n",
        "OPENQASM 2.0;\ninclude \"qelib1.inc\";\ngate g a { h a; }\n",
    ] {
        for args in [&[][..], &["--probabilities"], &["--backend", "local"]] {
            let errors = Bench::new(text).refused(args);
            assert!(errors.contains("file.qasm holds no circuit: "), "{errors}");
        }
    }
    // Bits alone have an outcome, and qubits alone are measured.
    let bits = Bench::new("output bit[2] c; c = \"01\";").json(&["--probabilities"]);
    assert_eq!(entries(&bits["probabilities"]).len(), 1);
    Bench::new("qubit q;").json(&[]);
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_what_to_do() {
    let start = "OPENQASM 3.0;\ninclude \"stdgates.inc\";\n";
    let qubits = |number: usize| format!("{start}qubit[{number}] q;\n");
    let linked = |number: usize| {
        let link = |k: usize| format!("cx q[{}], q[{k}];\n", k - 1);
        qubits(number) + &(1..number).map(link).collect::<String>()
    };
    for (text, args, message) in [
        (
            format!("{start}qubit q;\n  defcal x q {{ }}"),
            &[][..],
            "file.qasm can't be read as OpenQASM: line 4, column 3: `defcal` is not supported",
        ),
        (
            "{\"format\":\"cheqqers\"}".into(),
            &[],
            "line 1, column 2: expected a statement",
        ),
        (
            linked(60),
            &["--simulator", "dense"],
            "60 qubits are more than 28\n  Try --simulator sparse",
        ),
        (
            qubits(129),
            &[],
            "an outcome has 129 bits, more than 128\n  Measure fewer qubits",
        ),
        (
            format!("{}bit[129] c;\nc[0] = measure q[0];", qubits(1)),
            &[],
            "an outcome has 129 bits, more than 128\n  Measure fewer qubits",
        ),
        (
            qubits(129),
            &["--simulator", "dense"],
            "an outcome has 129 bits, more than 128\n  Measure fewer qubits",
        ),
        (
            format!("{}h q;", linked(23)),
            &["--simulator", "sparse"],
            "more than the limit of 4194304\n  Try --simulator dense, which holds 28 qubits",
        ),
        (
            format!("{}h q;", linked(30)),
            &[],
            "more than the limit of 4194304\n  No simulator here holds this state",
        ),
    ] {
        let errors = Bench::new(&text).refused(args);
        assert!(errors.contains(message), "{errors}");
    }
    let bench = Bench::new("");
    let Done { code, out, err } = bench.run(&["simulate", "none.qasm"]);
    assert_eq!((code, &*out), (Some(1), ""));
    assert!(
        err.starts_with("error: could not read none.qasm: "),
        "{err}"
    );
    fs::write(bench.folder.path().join("file.qasm"), b"OPENQASM \xff").unwrap();
    let errors = bench.refused(&[]);
    let message = "file.qasm is not UTF-8 text: byte 10 is part of no character\n  Save it as";
    assert!(errors.contains(message), "{errors}");
    // A hole of a file: it takes no room.
    let file = fs::File::create(bench.folder.path().join("file.qasm")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let errors = bench.refused(&[]);
    assert!(
        errors.contains("file.qasm is larger than 64 MiB"),
        "{errors}"
    );
    file.set_len(64 << 20).unwrap();
    let errors = bench.refused(&[]);
    assert!(errors.contains("line 1, column 1"), "{errors}");
}

#[test]
fn wrong_usage_is_told_apart() {
    let bench = Bench::new(ASYMMETRIC);
    for args in [
        &["simulate"][..],
        &["simulate", "file.qasm", "--shots", "0"],
        &["simulate", "file.qasm", "--shots", "1000000001"],
        &["simulate", "file.qasm", "--repeat", "0"],
        &["simulate", "file.qasm", "--threads", "0"],
        &["simulate", "file.qasm", "--simulator", "exact"],
        &["simulate", "file.qasm", "--seed", "-1"],
    ] {
        assert_eq!(bench.run(args).code, Some(2), "{args:?}");
    }
}

/// Every form that is exported, in both encodings, gives what the game says.
#[test]
fn what_is_exported_gives_the_outcomes_of_the_game() {
    let bench = Bench::new("");
    for name in [
        "split",
        "merge_with_remainder",
        "entangling_capture",
        "entangled_pieces_split_on",
    ] {
        let case = Case::named(name);
        let expected: Vec<(String, f64)> = case
            .play()
            .component()
            .outcomes()
            .into_iter()
            .map(|(bits, probability)| (bits.to_string(), probability))
            .collect();
        assert!(expected.len() > 1, "{name}");
        for encoding in [&["minimal"][..], &["paper"], &["paper", "--flat"]] {
            for format in ["qasm3", "qasm2", "braket"] {
                let args = [&["--format", format, "--encoding"], encoding].concat();
                let text = case.exported(&args);
                fs::write(bench.folder.path().join("file.qasm"), text).unwrap();
                let found = entries(&bench.json(&["--probabilities"])["probabilities"]);
                assert_eq!(found.len(), expected.len(), "{name} {args:?}: {found:?}");
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!(found.0, expected.0, "{name} {args:?}");
                    assert!((found.1 - expected.1).abs() < 1e-12, "{name} {args:?}");
                }
            }
        }
    }
}

#[test]
fn an_export_without_moves_is_titled_and_runs() {
    let position = "W:W~21,~22:B1|21,22:10*0.6,0;01*0.8,0";
    let text = command::printed(&["export", "--position", position]);
    assert!(text.contains("\n// cheqqers at the start\n"), "{text}");
    let found = Bench::new(&text).json(&["--probabilities"]);
    let found = entries(&found["probabilities"]);
    assert!((found[0].1 - 0.64).abs() < 1e-12, "{found:?}");
}

/// c3^b4d4, b4-a5, d4^c5e5, a5c5^b6, f6xd4, as many toolkits compute it.
#[test]
fn a_fragment_in_many_encodings_has_its_known_probabilities() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/simulate");
    let high = (3.0 + 2.0 * 2.0_f64.sqrt()) / 8.0;
    for name in [
        "fragment_minimal.qasm",
        "fragment_paper.qasm",
        "fragment_paper_2.qasm",
        "fragment_braket.qasm",
    ] {
        let bench = Bench::new(&fs::read_to_string(root.join(name)).unwrap());
        let found = entries(&bench.json(&["--probabilities"])["probabilities"]);
        let expected = [("00010", 0.25), ("01100", high), ("10100", 0.75 - high)];
        for (found, expected) in found.iter().zip(expected) {
            // The minimal one has no bit for the square that is always empty.
            assert!(expected.0.starts_with(&found.0), "{name}: {found:?}");
            assert!((found.1 - expected.1).abs() < 1e-12, "{name}: {found:?}");
        }
    }
}
