//! Small boards solved exactly.

use std::fs;
use std::path::{Path, PathBuf};

use cheqqers_solve::Exploration;
use serde_json::Value;
use tempfile::TempDir;

use crate::command::{cheqqers, command, printed};

const SMALL: [&str; 5] = ["solve", "--size", "4", "--rows", "1"];

fn solved(options: &[&str]) -> Value {
    let text = printed(&[&SMALL[..], options, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn classical_checkers_on_4_by_4_is_a_draw() {
    let options = ["--level", "0", "--draw-after", "off"];
    assert_eq!(
        printed(&[&SMALL[..], &options].concat()),
        "positions 1889 (all, the farthest 36 plies from the start)\n\
         value 0.000000000 to 0.000000000 for White\n\
         won 392, drawn 1242, lost 255, between 0 for the player to move; open 0\n"
    );
    let distinct = solved(&[&options[..], &["--distinct"]].concat());
    assert_eq!(distinct["closed"], true);
    assert_eq!(distinct["positions"], 2409);
    assert_eq!(distinct["expanded"], 2409);
    assert_eq!(distinct["settings"]["draw_after"], "off");
    let by_plies: Vec<u64> = serde_json::from_value(distinct["by_plies"].clone()).unwrap();
    assert_eq!(by_plies[..3], [1, 3, 9]);
    assert_eq!(by_plies.iter().sum::<u64>(), 2409);
}

/// Of what is beyond the limit nothing is known, and the rest is proved all the same.
#[test]
fn positions_beyond_the_limit_are_open() {
    let solved = solved(&["--level", "3", "--limit", "5000", "--threads", "1"]);
    assert_eq!(solved["closed"], false);
    let number = |key: &str| solved[key].as_u64().unwrap();
    assert!(number("positions") >= 5000 && number("expanded") < number("positions"));
    let kinds = ["won", "drawn", "lost", "between", "open"].map(number);
    assert!(number("open") > 0);
    assert_eq!(kinds.iter().sum::<u64>(), number("positions"));
    let bound = |key: &str| solved["value"][key].as_f64().unwrap();
    assert!(-1.0 <= bound("least") && bound("least") <= bound("most") && bound("most") <= 1.0);
}

/// Black is to move, and takes White's only king.
#[test]
fn the_value_is_that_for_white() {
    let position = ["--level", "0", "--position", "B:WK5:BK1,K3"];
    let solved = solved(&position);
    assert_eq!(solved["value"]["least"], -1.0);
    assert_eq!(solved["value"]["most"], -1.0);
}

#[test]
fn games_without_exact_codes_are_refused() {
    for options in [
        &["solve", "--game", "queens-chess"][..],
        &[
            "solve",
            "--size",
            "4",
            "--entanglement",
            "unlimited",
            "--level",
            "2",
        ],
    ] {
        let done = cheqqers(options);
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{options:?}");
        assert!(done.err.contains("no exact code"), "{}", done.err);
    }
}

/// A folder with a table of the level in it.
fn table(level: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.table");
    let options = ["--level", level, "--draw-after", "off", "-o"];
    let path_text = path.to_str().unwrap();
    printed(&[&SMALL[..], &options, &[path_text]].concat());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    (folder, path)
}

fn look_up(path: &Path, options: &[&str]) -> String {
    let path = path.to_str().unwrap();
    printed(&[&["solve", "--table", path], options].concat())
}

/// The settings are those of the table, and values are for White whoever is to move.
#[test]
fn a_table_has_the_values_of_positions_and_moves() {
    let (_folder, path) = table("1");
    assert_eq!(
        look_up(&path, &[]),
        "value 0.000000000 for White\n\
         c1^b2d2   0.000000000\n\
         a1-b2    -1.000000000\n\
         c1-b2    -1.000000000\n\
         c1-d2    -1.000000000\n"
    );
    assert_eq!(
        look_up(&path, &["--moves", "a1-b2"]).lines().next(),
        Some("value -1.000000000 for White, certain within 13 plies")
    );
    let two_thirds = look_up(&path, &["--position", "W:WK7,K8:BK1"]);
    assert!(
        two_thirds.starts_with("value 0.666666667 for White\n"),
        "{two_thirds}"
    );
    let json = look_up(&path, &["--position", "W:WK8:B1,K3", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let least = json["value"]["least"].as_f64().unwrap();
    assert!((least + 9.0 / 32.0).abs() < 1e-9);
    let moves = json["moves"].as_array().unwrap();
    assert!(
        moves
            .iter()
            .all(|mv| mv["value"]["most"].as_f64().unwrap() < least + 1e-9)
    );
    assert_eq!(json["settings"]["size"], 4);
}

/// Checks that a command says why it does not work.
fn refused(options: &[&str], reason: &str) {
    let done = cheqqers(options);
    assert_eq!(done.out, "", "{options:?}");
    assert!(done.err.contains(reason), "{options:?}: {}", done.err);
}

#[test]
fn tables_that_do_not_fit_or_are_damaged_are_refused() {
    let (folder, path) = table("0");
    let name = path.to_str().unwrap();
    let other = "solved with level 0, and this game has level 2";
    refused(&["solve", "--table", name, "--level", "2"], other);
    let player = &*format!("table:{name}");
    let board = [
        "--size",
        "4",
        "--rows",
        "1",
        "--draw-after",
        "off",
        "--level",
        "2",
    ];
    for command in ["play", "selfplay"] {
        refused(&[&[command, "--white", player], &board[..]].concat(), other);
    }
    refused(
        &["solve", "--table", name, "--game", "rotation"],
        "not rotation",
    );
    let far = ["solve", "--table", name, "--position", "W:WK1,K2,K3:BK8"];
    refused(&far, "does not have this position");
    let regret = [&far[..], &["--regret", "random"]].concat();
    refused(&regret, "does not have this position");
    refused(&[&SMALL[..], &["-o", name]].concat(), "exists already");
    let nowhere = folder.path().join("none/table");
    let nowhere = [&SMALL[..], &["-o", nowhere.to_str().unwrap()]].concat();
    refused(&nowhere, "could not write");
    let whole = fs::read(&path).unwrap();
    #[cfg(unix)]
    {
        // A link stays, and leads to the new table.
        let link = folder.path().join("link");
        fs::write(&path, "another file").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let file = ["-o", link.to_str().unwrap(), "--force"];
        let options = ["--level", "0", "--draw-after", "off"];
        let written = [&SMALL[..], &options, &file].concat();
        assert_eq!(cheqqers(&written).code, Some(0));
        assert!(link.is_symlink() && fs::read(&path).unwrap() == whole);
    }
    let part = folder.path().join("part");
    fs::write(&part, &whole[..whole.len() / 2]).unwrap();
    let part = part.to_str().unwrap();
    refused(&["solve", "--table", part], "it is damaged");
    let player = &*format!("table:{part}");
    refused(&["play", "--white", player], "it is damaged");
    refused(&["play", "--white", "table:none"], "no such file");
}

#[cfg(unix)]
#[test]
fn an_interrupted_exploration_goes_on_by_the_same_command() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("level-3.table");
    let part = folder.path().join("level-3.table.part");
    let out = ["-o", table.to_str().unwrap()];
    let endless = [&SMALL[..], &["--level", "3"], &out].concat();
    let mut child = command(&endless).stderr(Stdio::piped()).spawn().unwrap();
    while !part.exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    // The file is made after Ctrl-C is watched for.
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(killed.success());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains("The same command goes on with it."), "{told}");
    assert!(!table.exists());

    let found = Exploration::open(&part).unwrap().codes.len();
    for (other, text) in [
        (&["--level", "2"][..], "exploration of another board"),
        (&["--level", "3", "--distinct"], "--distinct differs"),
        (&["--level", "3", "--moves", "a1-b2"], "another start"),
    ] {
        refused(&[&SMALL[..], other, &out].concat(), text);
    }
    let limit = (found + 10_000).to_string();
    let limit = ["--level", "3", "--limit", &limit, "--json"];
    let whole: Value = serde_json::from_str(&printed(&[&SMALL[..], &limit].concat())).unwrap();
    let rest = printed(&[&SMALL[..], &limit, &out].concat());
    let rest: Value = serde_json::from_str(&rest).unwrap();
    // A larger limit would go on from it.
    assert!(table.exists() && part.exists());
    let first = |solved: &Value| solved["by_plies"].as_array().unwrap()[..6].to_vec();
    assert_eq!(first(&rest), first(&whole));
    assert!(rest["positions"].as_u64().unwrap() >= found as u64 + 10_000);

    fs::write(&part, "something else").unwrap();
    let again = [&SMALL[..], &limit, &out, &["--force"]].concat();
    refused(&again, "it is no exploration of positions");
}

#[test]
fn the_player_of_a_table_plays_games_and_loses_nothing_by_it() {
    let (_folder, path) = table("1");
    let player = &*format!("table:{}", path.to_str().unwrap());
    let games = ["--games", "10", "--seed", "1", "--json"];
    // Black has won then.
    let board = [
        "--size",
        "4",
        "--rows",
        "1",
        "--level",
        "1",
        "--draw-after",
        "off",
    ];
    let players = ["selfplay", "--white", "mcts:50", "--black", player];
    let first = ["--moves", "a1-b2"];
    let played = printed(&[&players[..], &board, &first, &games].concat());
    let played: Value = serde_json::from_str(&played).unwrap();
    assert_eq!(played["black_won"], 10);
    let regret = ["--regret", player, "--regret", "random"];
    let regret = look_up(&path, &[&regret[..], &games].concat());
    let regret: Value = serde_json::from_str(&regret).unwrap();
    let [perfect, random] = [0, 1].map(|number| &regret["players"][number]);
    assert_eq!(perfect["per_move"]["mean"], 0.0);
    assert_eq!(perfect["best"]["mean"], 1.0);
    let [per_move, per_game] = ["per_move", "per_game"].map(|key| &random[key]["mean"]);
    assert!(0.0 < per_move.as_f64().unwrap() && per_move.as_f64() < per_game.as_f64());
    assert_eq!(random["games"], 10);
}

/// Games that a program forfeits are lost, and counted like any other.
#[test]
#[cfg(unix)]
fn a_forfeit_costs_what_the_position_was_worth() {
    let (folder, path) = table("1");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/fake.sh");
    let own = folder.path().join("own");
    let player = format!(
        "engine:/bin/sh {} leave {}",
        script.display(),
        own.display()
    );
    let options = ["--regret", &player, "--games", "4", "--seed", "1", "--json"];
    let regret: Value = serde_json::from_str(&look_up(&path, &options)).unwrap();
    let player = &regret["players"][0];
    assert_eq!(player["games"], 4);
    assert!(
        player["per_game"]["mean"].as_f64().unwrap() > 0.0,
        "{player}"
    );
}
