//! The crates use each other as they are meant to, and no other way; read from the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

const PREFIX: &str = "cheqqers-";

/// The floor of each crate, and those of ours that it uses: no more, no fewer, all on floors below.
/// `testkit` is for tests alone, and stands on none.
const TABLE: &[(u32, &str, &[&str])] = &[
    (1, "circuit", &[]),
    (1, "files", &[]),
    (1, "manual", &[]),
    (1, "picture", &[]),
    (1, "search", &[]),
    (2, "sim", &["circuit"]),
    (2, "qasm", &["circuit"]),
    (2, "native", &["circuit"]),
    (3, "program", &["circuit", "sim", "qasm"]),
    (3, "backend", &["circuit", "sim", "native"]),
    (3, "world", &["circuit", "sim"]),
    (
        4,
        "remote",
        &[
            "circuit", "files", "sim", "qasm", "native", "program", "backend",
        ],
    ),
    (
        4,
        "emulate",
        &["circuit", "sim", "qasm", "native", "program", "backend"],
    ),
    (4, "game", &["circuit", "world"]),
    (5, "measure", &["circuit", "backend", "game"]),
    (5, "checkers", &["circuit", "world", "game"]),
    (5, "chess", &["circuit", "world", "game"]),
    (5, "solve", &["game"]),
    (6, "players", &["circuit", "search", "game", "solve"]),
    (
        7,
        "session",
        &[
            "circuit", "sim", "qasm", "native", "search", "world", "game", "measure", "checkers",
            "chess", "players", "solve",
        ],
    ),
    (8, "puzzles", &["game", "measure", "players", "session"]),
    (8, "engine", &["world", "game", "players", "session"]),
    (
        9,
        "arena",
        &["files", "game", "players", "solve", "session", "engine"],
    ),
    (
        10,
        "benchmark",
        &[
            "circuit", "files", "picture", "sim", "program", "backend", "arena",
        ],
    ),
    (
        11,
        "experiments",
        &[
            "circuit",
            "files",
            "native",
            "picture",
            "backend",
            "world",
            "game",
            "measure",
            "players",
            "solve",
            "session",
            "engine",
            "arena",
            "benchmark",
        ],
    ),
    (
        10,
        "web",
        &[
            "manual", "picture", "circuit", "world", "remote", "game", "measure", "players",
            "solve", "session", "puzzles",
        ],
    ),
    (
        12,
        "cli",
        &[
            "picture",
            "circuit",
            "files",
            "sim",
            "qasm",
            "native",
            "program",
            "backend",
            "benchmark",
            "world",
            "remote",
            "emulate",
            "game",
            "measure",
            "players",
            "solve",
            "session",
            "engine",
            "arena",
            "experiments",
            "puzzles",
            "web",
        ],
    ),
    (
        11,
        "fuzz",
        &[
            "circuit", "qasm", "native", "program", "backend", "remote", "game", "measure",
            "checkers", "players", "session", "engine", "web",
        ],
    ),
    (
        13,
        "python",
        &[
            "circuit",
            "files",
            "sim",
            "qasm",
            "native",
            "program",
            "backend",
            "benchmark",
            "search",
            "world",
            "game",
            "measure",
            "players",
            "solve",
            "session",
            "engine",
            "arena",
            "cli",
        ],
    ),
    (
        0,
        "testkit",
        &["circuit", "sim", "world", "game", "checkers"],
    ),
];

/// The only ones that wait for others: all else is synchronous.
const ASYNCHRONOUS: &[&str] = &["remote", "emulate", "web", "cli"];

/// Crates above `session`, whose code is over values and generic over no game.
const ABOVE_SESSIONS: &[&str] = &[
    "arena",
    "cli",
    "engine",
    "experiments",
    "puzzles",
    "python",
    "web",
];

/// Signs of code that is generic over a game.
const GENERIC: &[&str] = &[
    ": Game>",
    ": Game,",
    ": Show>",
    ": Show,",
    ": Playable>",
    ": Playable,",
    ": Game<",
    "GameVisitor",
];

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

fn row(name: &str) -> BTreeSet<String> {
    let row = TABLE.iter().find(|(_, row, _)| *row == name);
    let (_, _, uses) = row.unwrap_or_else(|| panic!("the crate {name} is not in the table"));
    uses.iter().map(ToString::to_string).collect()
}

/// The folder of a crate's source. That of the manual has its pages in `src`.
fn source_folder(name: &str) -> PathBuf {
    let folder = root().join("crates").join(name);
    if folder.join("lib.rs").exists() {
        folder
    } else {
        folder.join("src")
    }
}

/// All source of a crate but that of its tests, as text.
fn source(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &source(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            let whole = fs::read_to_string(&path).unwrap();
            let code = whole.split("#[cfg(test)]\nmod tests {").next();
            text += code.expect("a text has a first part");
        }
    }
    text
}

/// What a crate uses, directly or not.
fn below(name: &str) -> BTreeSet<String> {
    let direct = row(name);
    let deeper = direct.iter().flat_map(|name| below(name));
    deeper.chain(direct.clone()).collect()
}

#[test]
fn crates_use_those_of_the_table_and_no_others() {
    for (name, manifest) in crates() {
        let used = ours(&dependencies(
            &manifest,
            &["dependencies", "build-dependencies"],
        ));
        let row = row(&name);
        let wrong: Vec<_> = used.difference(&row).collect();
        assert!(wrong.is_empty(), "{name} must not use {wrong:?}");
        let spare: Vec<_> = row.difference(&used).collect();
        assert!(
            spare.is_empty(),
            "{name} does not use {spare:?}: take it out of its row"
        );
        let source = source(&source_folder(&name));
        let unused: Vec<_> = used
            .iter()
            .filter(|used| !source.contains(&format!("cheqqers_{used}")))
            .collect();
        assert!(
            unused.is_empty(),
            "no code of {name} names {unused:?}: take it out of its manifest"
        );
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
    let main = fs::read_to_string(root().join("crates/main.rs")).unwrap();
    let lines = main.lines().filter(|line| !line.trim().is_empty());
    assert!(lines.count() < 20, "the root holds no logic");
    // The first command of the README names no program, and other crates have some.
    let started = manifest["package"].get("default-run");
    assert_eq!(started, Some(&Value::from("cheqqers")));
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
fn a_crate_stands_on_those_of_lower_floors() {
    let floors: BTreeMap<&str, u32> = TABLE.iter().map(|row| (row.1, row.0)).collect();
    assert_eq!(floors.len(), TABLE.len(), "a crate has one row");
    for &(floor, name, uses) in TABLE.iter().filter(|row| row.1 != "testkit") {
        for used in uses {
            let below = floors.get(used);
            let stands = below.is_some_and(|&below| 0 < below && below < floor);
            assert!(stands, "{name} can't stand on {used}");
        }
    }
    let crates = crates();
    for name in floors.keys() {
        assert!(crates.contains_key(*name), "there is no crate {name}");
    }
}

/// Source files of a folder, at any depth.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn nothing_above_sessions_is_generic_over_a_game() {
    let crates = root().join("crates");
    let mut typed = BTreeSet::new();
    for name in ABOVE_SESSIONS {
        for path in files(&crates.join(name).join("src")) {
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            if GENERIC.iter().any(|sign| text.contains(sign)) {
                let path = path.strip_prefix(&crates).unwrap();
                let parts = path.iter().map(|part| part.to_str().unwrap());
                typed.insert(parts.collect::<Vec<_>>().join("/"));
            }
        }
    }
    assert!(
        typed.is_empty(),
        "{typed:?} know the type of a game: use `Session`"
    );
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
        for key in ["version", "edition", "rust-version", "license"] {
            let inherited = at("package", key).and_then(|value| value.get("workspace").cloned());
            assert_eq!(inherited, shared, "{name}: {key}");
        }
        // The others are packed with the files that they are built from, and no more.
        let is_published = at("package", "publish").is_none();
        assert_eq!(
            is_published,
            !["fuzz", "python", "testkit"].contains(&&*name),
            "{name}"
        );
        assert_eq!(at("package", "include").is_some(), is_published, "{name}");
    }
}

/// The first part of a crate's documentation may name others, and is not let grow old.
#[test]
fn crate_docs_name_neighbours_alone() {
    for name in crates().keys() {
        let text = fs::read_to_string(source_folder(name).join("lib.rs")).unwrap();
        let docs = text.lines().take_while(|line| line.starts_with("//!"));
        let prose = docs.take_while(|line| !line.starts_with("//! ```"));
        let prose = prose.collect::<Vec<_>>().join("\n").replace('_', "-");
        for named in prose.split(PREFIX).skip(1) {
            let end = named.find(|letter: char| !letter.is_lowercase());
            let named = &named[..end.unwrap_or(named.len())];
            let is_neighbour = row(name).contains(named) || row(named).contains(&name[..]);
            assert!(is_neighbour, "the docs of {name} name {named}");
        }
    }
}
