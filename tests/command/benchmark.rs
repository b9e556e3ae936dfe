//! A benchmark of backends, made of the circuits of games: `cheqqers benchmark`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cheqqers_benchmark::{Origin, Suite};
use serde_json::Value;

use crate::command::{Done, command, printed, run};

fn here(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(&[&["benchmark"], args].concat());
    command.current_dir(folder);
    command
}

fn done(folder: &Path, args: &[&str]) -> Done {
    run(&mut here(folder, args))
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn each_circuit_is_the_one_that_its_moves_make() {
    for circuit in &Suite::v1().circuits {
        let Origin {
            game,
            position,
            moves,
            square,
            optimize,
            ..
        } = &circuit.origin;
        let optimize = optimize.to_string();
        let mut args = vec!["export", "--last-ply", "--game", game, "--moves", moves];
        args.extend(["--square", square, "--optimize", &optimize]);
        args.extend(
            position
                .iter()
                .flat_map(|position| ["--position", position]),
        );
        assert_eq!(printed(&args), circuit.qasm, "{}", circuit.name);
    }
}

#[test]
fn results_are_told_kept_verified_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let noisy = [
        "--backend",
        "noisy:2x",
        "--quick",
        "--shots",
        "300",
        "--seed",
        "4",
    ];
    let first = done(at, &noisy);
    assert_eq!((first.code, &*first.err), (Some(0), ""));
    for word in [
        "score ",
        "size ",
        "measurements undisturbed",
        "\n     8 ",
        "benchmark-noisy-2x\n",
    ] {
        assert!(first.out.contains(word), "{word}: {}", first.out);
    }
    for name in [
        "benchmark.json",
        "benchmark.md",
        "size.svg",
        "volumetric.svg",
    ] {
        assert!(at.join("benchmark-noisy-2x").join(name).exists(), "{name}");
    }
    // Again it has nothing left to run, and says the same.
    assert_eq!(done(at, &noisy).out, first.out);
    assert_eq!(done(at, &["--verify", "benchmark-noisy-2x"]).out, first.out);
    // The same seed gives the same counts.
    let again = [&noisy[..], &["--out", "again", "--json"]].concat();
    let again: Value = serde_json::from_str(&done(at, &again).out).unwrap();
    let kept = json(&at.join("benchmark-noisy-2x/benchmark.json"));
    assert_eq!(
        (&again["circuits"], &again["analysis"]),
        (&kept["circuits"], &kept["analysis"])
    );
    let schema: Value = serde_json::from_str(&printed(&["benchmark", "schema"])).unwrap();
    jsonschema::validate(&schema, &kept).unwrap();
    let exact = [
        "--backend",
        "local",
        "--quick",
        "--shots",
        "300",
        "--out",
        "exact",
    ];
    assert_eq!(done(at, &exact).code, Some(0));
    let compared = done(at, &["compare", "exact", "again"]);
    assert_eq!((compared.code, &*compared.err), (Some(0), ""));
    assert!(
        compared.out.starts_with("| | local | noisy:2x |\n"),
        "{}",
        compared.out
    );
    assert!(
        compared
            .out
            .ends_with("| shots | 300 | 300 |\n\n* better beyond the intervals\n")
    );
    let score = compared
        .out
        .lines()
        .find(|line| line.starts_with("| score "))
        .unwrap();
    assert!(score.contains(")* |"), "{score}");
}

#[test]
fn other_settings_and_changed_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let exact = [
        "--backend",
        "local",
        "--quick",
        "--shots",
        "300",
        "--out",
        "exact",
    ];
    assert_eq!(done(at, &exact).code, Some(0));
    let refused = |args: &[&str], text: &str| {
        let Done { code, out, err } = done(at, args);
        assert_eq!((code, &*out), (Some(1), ""), "{args:?}");
        assert!(err.starts_with("error: ") && err.contains(text), "{err}");
    };
    let other = [
        "--backend",
        "noisy",
        "--quick",
        "--shots",
        "300",
        "--out",
        "exact",
    ];
    refused(&other, "another backend: local");
    let more = [
        "--backend",
        "local",
        "--quick",
        "--shots",
        "301",
        "--out",
        "exact",
    ];
    refused(&more, "another number of shots: 300");
    refused(&["--verify", "nowhere"], "can't be read");
    let path = at.join("exact/benchmark.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut changed = json(&path);
    changed["analysis"]["score"]["value"] = 42.0.into();
    fs::write(&path, changed.to_string()).unwrap();
    refused(&["--verify", "exact"], "score.value is 42");
    let mut changed = json(&path);
    changed["backend"] = "local\u{1b}[31m".into();
    fs::write(&path, changed.to_string()).unwrap();
    refused(&["--verify", "exact"], "has a control character");
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    refused(&["--verify", "exact"], "is no result of this benchmark");
    refused(&exact, "is no result of this benchmark");
    fs::write(
        &path,
        text.replace("cheqqers-benchmark-1", "cheqqers-benchmark-2"),
    )
    .unwrap();
    refused(&["--verify", "exact"], "its format is");
}

#[test]
fn a_run_that_was_killed_goes_on_with_the_same_counts() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let args = |out| {
        [
            "--backend",
            "noisy",
            "--shots",
            "100",
            "--seed",
            "5",
            "--out",
            out,
        ]
    };
    let mut child = here(at, &args("killed"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let path = at.join("killed/benchmark.json");
    let num_circuits = || {
        let text = fs::read(&path).unwrap_or_default();
        let value: Value = serde_json::from_slice(&text).unwrap_or_default();
        value["circuits"].as_array().map_or(0, Vec::len)
    };
    let begun = Instant::now();
    while num_circuits() < 5 && begun.elapsed() < Duration::from_mins(2) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = num_circuits();
    assert!(kept >= 5 && kept < Suite::v1().circuits.len(), "{kept}");
    let unfinished = done(at, &["--verify", "killed"]);
    assert!(
        unfinished.err.contains("is unfinished"),
        "{}",
        unfinished.err
    );
    for out in ["killed", "whole"] {
        assert_eq!(done(at, &args(out)).code, Some(0));
    }
    let circuits = |out: &str| json(&at.join(out).join("benchmark.json"))["circuits"].clone();
    assert_eq!(circuits("killed"), circuits("whole"));
}

#[test]
fn the_circuits_are_written_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert_eq!(done(at, &["circuits", "suite"]).out, "suite\n");
    let index = json(&at.join("suite/suite.json"));
    assert_eq!(
        index["circuits"].as_array().unwrap().len(),
        Suite::v1().circuits.len()
    );
    let text = fs::read_to_string(at.join("suite/merge.qasm")).unwrap();
    assert_eq!(text, Suite::v1().circuit("merge").unwrap().qasm);
    fs::remove_file(at.join("suite/split.qasm")).unwrap();
    assert_eq!(done(at, &["circuits", "suite"]).code, Some(0));
    assert!(at.join("suite/split.qasm").exists());
    fs::write(at.join("suite/merge.qasm"), "mine").unwrap();
    let again = done(at, &["circuits", "suite"]);
    assert!(again.err.contains("merge.qasm exists"), "{}", again.err);
}

#[test]
fn of_a_whole_run_and_a_quick_one_the_same_circuits_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = [
        "--backend",
        "local",
        "--shots",
        "20",
        "--seed",
        "1",
        "--out",
    ];
    assert_eq!(done(at, &[&run[..], &["all"]].concat()).code, Some(0));
    assert_eq!(
        done(at, &[&run[..], &["part", "--quick"]].concat()).code,
        Some(0)
    );
    let compared = done(at, &["compare", "all", "part"]).out;
    // Each circuit of either run has the same shots.
    for line in compared
        .lines()
        .skip(2)
        .filter(|line| line.starts_with('|'))
    {
        let cells: Vec<&str> = line.split('|').collect();
        assert_eq!(cells[2], cells[3], "{line}");
    }
    assert!(compared.contains("Only the circuits of the quick part are compared.\n"));
    assert!(!compared.contains("size-24-1"));
}

#[test]
fn counts_of_other_programs_are_scored_as_those_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = [
        "--backend",
        "noisy:4x",
        "--quick",
        "--shots",
        "50",
        "--seed",
        "4",
    ];
    assert_eq!(done(at, &run).code, Some(0));
    let kept = json(&at.join("benchmark-noisy-4x/benchmark.json"));
    let circuits = kept["circuits"].as_array().unwrap().iter();
    let mut counts: serde_json::Map<String, Value> = circuits
        .map(|circuit| {
            let name = circuit["name"].as_str().unwrap().to_owned();
            (name, circuit["counts"].clone())
        })
        .collect();
    let write = |counts: &serde_json::Map<String, Value>| {
        fs::write(at.join("aer.json"), serde_json::to_vec(counts).unwrap()).unwrap();
    };
    write(&counts);
    let scored = done(at, &["score", "aer.json"]);
    assert_eq!((scored.code, &*scored.err), (Some(0), ""));
    let result = json(&at.join("benchmark-aer/benchmark.json"));
    assert_eq!(result["analysis"], kept["analysis"]);
    assert_eq!(
        (&result["quick"], &result["shots"]),
        (&true.into(), &50.into())
    );
    let shown = done(at, &["--verify", "benchmark-aer"]);
    assert_eq!(shown.out, scored.out);

    let refused = |text: &str| {
        let Done { code, out, err } = done(at, &["score", "aer.json", "--out", "other"]);
        assert_eq!((code, &*out), (Some(1), ""));
        assert!(err.starts_with("error: ") && err.contains(text), "{err}");
        assert!(!at.join("other").exists());
    };
    let again = done(at, &["score", "aer.json"]);
    assert!(again.err.contains("holds a run already"), "{}", again.err);
    counts.insert("size-02-1".into(), serde_json::json!({"012": 1}));
    write(&counts);
    refused("size-02-1: expected 2 bits, got \"012\"");
    counts.remove("size-02-1");
    write(&counts);
    refused("missing counts of size-02-1");
    fs::write(at.join("aer.json"), r#"{"size-02-1": {"01": 3, "01": 4}}"#).unwrap();
    refused("\"01\" is given twice");
    fs::write(at.join("aer.json"), "[]").unwrap();
    refused("has no counts by circuit and bit string");
    fs::remove_file(at.join("aer.json")).unwrap();
    refused("could not read aer.json");
}
