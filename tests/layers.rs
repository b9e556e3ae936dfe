//! The crates use each other as they are meant to, and no other way; read from the manifests.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

const PREFIX: &str = "cheqqers-";

/// Each crate and those of ours that it may use.
const TABLE: &[(&str, &[&str])] = &[
    ("circuit", &[]),
    ("sim", &["circuit"]),
    ("qasm", &["circuit"]),
    ("native", &["circuit"]),
    ("backend", &["circuit", "sim", "native"]),
    ("remote", &["circuit", "backend", "qasm", "native"]),
    ("emulate", &["circuit", "sim", "native", "backend", "qasm"]),
    ("world", &["circuit", "sim"]),
    ("game", &["circuit", "world"]),
    ("checkers", &["circuit", "world", "game"]),
    ("chess", &["circuit", "world", "game"]),
    ("players", &["circuit", "game", "backend"]),
    (
        "session",
        &[
            "circuit", "sim", "qasm", "native", "backend", "remote", "world", "game", "checkers",
            "chess", "players",
        ],
    ),
    (
        "experiments",
        &[
            "circuit", "sim", "qasm", "native", "backend", "remote", "emulate", "world", "game",
            "checkers", "chess", "players",
        ],
    ),
    (
        "web",
        &[
            "circuit", "sim", "qasm", "native", "backend", "remote", "emulate", "world", "game",
            "checkers", "chess", "players", "session",
        ],
    ),
    (
        "cli",
        &[
            "circuit",
            "sim",
            "qasm",
            "native",
            "backend",
            "remote",
            "emulate",
            "world",
            "game",
            "checkers",
            "chess",
            "players",
            "session",
            "experiments",
            "web",
        ],
    ),
    ("testkit", &["circuit", "world", "game"]),
];

/// The only ones that wait for others: all else is synchronous.
const ASYNCHRONOUS: &[&str] = &["remote", "emulate", "web", "cli"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn manifest(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap();
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The manifest of each crate, by the name of its directory.
fn crates() -> BTreeMap<String, Table> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    let folders = entries.map(|entry| entry.unwrap().path());
    folders
        .filter(|folder| folder.is_dir())
        .map(|folder| {
            let name = folder.file_name().and_then(|name| name.to_str());
            let name = name.expect("crates have plain names").to_owned();
            (name, manifest(&folder.join("Cargo.toml")))
        })
        .collect()
}

/// The dependencies of some kinds, for any target: the names of packages.
fn dependencies(manifest: &Table, kinds: &[&str]) -> BTreeSet<String> {
    let mut tables = vec![manifest];
    if let Some(Value::Table(targets)) = manifest.get("target") {
        tables.extend(targets.values().filter_map(Value::as_table));
    }
    let lists = tables.into_iter().flat_map(|table| {
        let of_kinds = kinds.iter().filter_map(|&kind| table.get(kind));
        of_kinds.filter_map(Value::as_table)
    });
    lists
        .flat_map(Table::iter)
        .map(|(name, what)| {
            let renamed = what.get("package").and_then(Value::as_str);
            renamed.unwrap_or(name).to_owned()
        })
        .collect()
}

fn ours(packages: &BTreeSet<String>) -> BTreeSet<String> {
    let names = packages.iter().filter_map(|name| name.strip_prefix(PREFIX));
    names.map(str::to_owned).collect()
}

fn allowed(name: &str) -> BTreeSet<String> {
    let row = TABLE.iter().find(|(row, _)| *row == name);
    let (_, allowed) = row.unwrap_or_else(|| panic!("the crate {name} is not in the table"));
    allowed.iter().map(ToString::to_string).collect()
}

/// What a crate uses, directly or not.
fn below(name: &str) -> BTreeSet<String> {
    let direct = allowed(name);
    let deeper = direct.iter().flat_map(|name| below(name));
    deeper.chain(direct.clone()).collect()
}

#[test]
fn crates_use_only_those_below_them() {
    for (name, manifest) in crates() {
        let used = ours(&dependencies(
            &manifest,
            &["dependencies", "build-dependencies"],
        ));
        let wrong: Vec<_> = used.difference(&allowed(&name)).cloned().collect();
        assert!(wrong.is_empty(), "{name} must not use {wrong:?}");
    }
}

/// Below the testkit it would bring a second copy of the crate under test along.
#[test]
fn unit_tests_use_what_is_below_and_the_testkit_only_above_what_it_uses() {
    for (name, manifest) in crates() {
        let mut allowed = below(&name);
        if name != "testkit" && !below("testkit").contains(&name) {
            allowed.insert("testkit".into());
        }
        let used = ours(&dependencies(&manifest, &["dev-dependencies"]));
        let wrong: Vec<_> = used.difference(&allowed).cloned().collect();
        assert!(wrong.is_empty(), "tests of {name} must not use {wrong:?}");
    }
}

#[test]
fn the_root_only_starts_the_command() {
    let manifest = manifest(&root().join("Cargo.toml"));
    let used = dependencies(&manifest, &["dependencies", "build-dependencies"]);
    assert_eq!(used, BTreeSet::from(["cheqqers-cli".to_owned()]));
    let main = fs::read_to_string(root().join("crates/cli/main.rs")).unwrap();
    let lines = main.lines().filter(|line| !line.trim().is_empty());
    assert!(lines.count() < 20, "the root holds no logic");
}

#[test]
fn only_the_edges_are_asynchronous() {
    for (name, manifest) in crates() {
        let used = dependencies(
            &manifest,
            &["dependencies", "build-dependencies", "dev-dependencies"],
        );
        for library in ["tokio", "reqwest"] {
            assert!(
                !used.contains(library) || ASYNCHRONOUS.contains(&&name[..]),
                "{name} must not use {library}"
            );
        }
    }
}

#[test]
fn the_table_has_no_cycle_and_names_every_crate_once() {
    let names: BTreeSet<&str> = TABLE.iter().map(|&(name, _)| name).collect();
    assert_eq!(names.len(), TABLE.len());
    for (k, (name, uses)) in TABLE.iter().enumerate() {
        // Each row uses rows above it, but for the testkit, which nothing uses.
        let above: BTreeSet<&str> = TABLE[..k].iter().map(|&(name, _)| name).collect();
        assert!(uses.iter().all(|used| above.contains(used)), "{name}");
    }
    for name in crates().keys() {
        assert!(names.contains(&name[..]), "{name} is not in the table");
    }
}

#[test]
fn every_crate_is_named_after_its_folder_and_shares_the_settings() {
    for (name, manifest) in crates() {
        let at = |table: &str, key: &str| {
            let table = manifest.get(table).and_then(Value::as_table);
            table.and_then(|table| table.get(key)).cloned()
        };
        let package = at("package", "name");
        assert_eq!(package, Some(Value::from(format!("{PREFIX}{name}"))));
        // Otherwise the options of the benches reach the harness of the unit tests, and fail.
        assert_eq!(at("lib", "bench"), Some(Value::from(false)), "{name}");
        let shared = Some(Value::from(true));
        assert_eq!(at("lints", "workspace"), shared, "{name}");
        for key in ["version", "edition", "rust-version", "license", "publish"] {
            let inherited = at("package", key).and_then(|value| value.get("workspace").cloned());
            assert_eq!(inherited, shared, "{name}: {key}");
        }
    }
}
