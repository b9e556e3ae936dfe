//! Files and texts of any size, which neither fill the memory nor the screen.

use std::fs;
use std::path::Path;

use crate::command::{Done, cheqqers, command, run};

/// The longest error: some lines.
const LONGEST: usize = 2000;

fn refused(args: &[&str]) -> String {
    let done = cheqqers(args);
    assert!(matches!(done.code, Some(1 | 2)), "{args:?}: {}", done.err);
    assert!(
        done.err.len() < LONGEST,
        "{args:?}: {} bytes",
        done.err.len()
    );
    done.err
}

#[test]
#[cfg(target_os = "linux")]
fn no_device_without_an_end_is_read_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("cheqqers").join("config.toml");
    fs::create_dir(config.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink("/dev/zero", config).unwrap();
    let cup = folder.path().join("cup");
    fs::create_dir(&cup).unwrap();
    std::os::unix::fs::symlink("/dev/zero", cup.join("arena.json")).unwrap();
    let moves = ["export", "--moves", "c3^b4d4", "--format", "ibm"];
    let device = refused(&[&moves[..], &["--device", "/dev/zero"]].concat());
    assert!(
        device.contains("/dev/zero is larger than 64 MiB\n"),
        "{device}"
    );
    let circuit = refused(&["simulate", "/dev/zero"]);
    assert!(
        circuit.contains("/dev/zero is larger than 64 MiB\n"),
        "{circuit}"
    );
    let record = refused(&["replay", "/dev/zero"]);
    assert!(record.contains("longer than 16777216 bytes"), "{record}");
    let remote = [
        "play",
        "--backend",
        "ionq:simulator",
        "--dry-run",
        "--pool=/dev/zero",
    ];
    let Done { err, .. } = run(command(&remote)
        .env("HOME", folder.path())
        .env("IONQ_API_KEY", "any"));
    assert!(err.contains("/dev/zero is larger than 64 MiB\n"), "{err}");
    let plan = refused(&["arena", "show", cup.to_str().unwrap()]);
    assert!(plan.contains("it is larger than 64 MiB"), "{plan}");
    let Done { code, err, .. } = run(command(&["play", "--backend", "mine"])
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path()));
    assert_eq!(code, Some(2), "{err}");
    assert!(
        err.contains("config.toml can't be read: it is larger than 1 MiB"),
        "{err}"
    );
}

#[test]
fn folders_and_missing_files_are_told_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let missing = Path::new(folder).join("none");
    let missing = missing.to_str().unwrap();
    let moves = ["export", "--moves", "c3^b4d4", "--format", "ibm"];
    for args in [
        &["replay", folder][..],
        &["simulate", folder],
        &[&moves[..], &["--device", folder]].concat(),
    ] {
        let error = refused(args);
        assert!(error.contains(": it is a folder, not a file\n"), "{error}");
    }
    for args in [&["replay", missing][..], &["simulate", missing]] {
        let error = refused(args);
        assert!(
            error.contains(": there is no such file or folder\n"),
            "{error}"
        );
    }
}

#[test]
fn what_errors_quote_is_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let path = path.to_str().unwrap();
    let captures = "x15".repeat(300_000);
    fs::write(
        path,
        format!("[GameType \"21\"]\n\n1. 11-15 22{captures}\n"),
    )
    .unwrap();
    let error = refused(&["replay", path]);
    assert!(error.contains("..."), "{error}");
    let long = "x".repeat(60_000);
    refused(&["play", "--white", &long]);
    refused(&["play", "--game", &long]);
    refused(&["play", "--set", &long]);
    refused(&["perft", "--depth", "1", "--position", &long]);
    refused(&["perft", "--depth", "1", "--moves", &long]);
    refused(&[
        "perft",
        "--depth",
        "1",
        "--moves",
        "c3^b4d4",
        "--outcomes",
        &long,
    ]);
    refused(&["replay", &long]);
    refused(&[&long]);
    fs::write(path, format!("OPENQASM 3.0;\n{long} q;\n")).unwrap();
    refused(&["simulate", path]);
    fs::write(
        path,
        format!("{{\"format\":\"cheqqers\",\"version\":1,\"game\":\"{long}\"}}\n"),
    )
    .unwrap();
    refused(&["replay", path]);
}

#[test]
fn numbers_out_of_range_are_told_the_range() {
    for (args, told) in [
        (&["play", "--white", "mcts:0"][..], "1 to 4294967295"),
        (
            &["play", "--white", "expert:0"],
            "1 to 86400000 milliseconds",
        ),
        (
            &["perft", "--depth", "1", "--draw-after", "1000000000000"],
            "1..4294967295|off",
        ),
    ] {
        let error = refused(args);
        assert!(error.contains(told), "{error}");
    }
}
