//! Tournaments: whatever interrupts them, and however they are shared, the table is the same.

mod failures;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod interrupted;
mod shared;

use std::fs;
use std::path::Path;

use crate::command::{cheqqers, printed};
use serde_json::Value;
use tempfile::TempDir;

/// A tournament of three players, 90 games in all.
const CUP: &[&str] = &[
    "arena",
    "--player",
    "random",
    "--player",
    "other=random",
    "--player",
    "mcts:2",
    "--games",
    "30",
    "--size",
    "6",
    "--seed",
    "7",
    "--threads",
    "2",
];

fn temporary() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The arguments with a folder behind them.
fn with_out<'a>(args: &[&'a str], folder: &'a Path) -> Vec<&'a str> {
    [args, &["--out", text(folder)]].concat()
}

/// The table of a tournament that is left alone.
fn whole(args: &[&str]) -> String {
    printed(&with_out(args, temporary().path()))
}

fn show(folder: &Path) -> String {
    printed(&["arena", "show", text(folder)])
}

fn json(folder: &Path) -> Value {
    let shown = printed(&["arena", "show", text(folder), "--json"]);
    serde_json::from_str(&shown).unwrap()
}

/// Checks every word of a file of games, and gives how many there are.
fn verified(path: &Path) -> usize {
    printed(&["replay", "--verify", text(path)]);
    let games = fs::read_to_string(path).unwrap();
    games.matches("{\"format\"").count()
}

#[test]
fn the_same_arguments_give_the_same_table_and_its_games_can_be_verified() {
    let folder = temporary();
    let table = printed(&with_out(CUP, folder.path()));
    assert_eq!(table, whole(CUP));
    assert_eq!(table, show(folder.path()));
    // Nothing is missing, so that nothing is played.
    let games = fs::read(folder.path().join("games.jsonl")).unwrap();
    assert_eq!(printed(&["arena", "--resume", text(folder.path())]), table);
    assert_eq!(fs::read(folder.path().join("games.jsonl")).unwrap(), games);
    assert_eq!(verified(&folder.path().join("games.jsonl")), 90);
}

#[test]
fn the_table_counts_what_the_records_say() {
    let folder = temporary();
    let table = printed(&with_out(CUP, folder.path()));
    let json = json(folder.path());
    assert_eq!((&json["games"], &json["of"]), (&90.into(), &90.into()));
    assert!(json["sprt"].is_null());
    let players = json["players"].as_array().unwrap();
    let names: Vec<_> = players
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["mcts:2", "other", "random"]);
    assert!(names.iter().all(|name| table.contains(name)), "{table}");
    let records = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let won = |player: &str, colour: &str| {
        let games = records.split("{\"format\"").skip(1);
        let header = format!("\"{colour}\":\"{player}\"");
        let end = format!("\"status\":\"{colour}_won\"");
        games
            .filter(|game| game.contains(&header) && game.contains(&end))
            .count()
    };
    let best = players.iter().find(|row| row["name"] == "mcts:2").unwrap();
    assert_eq!(best["won"], won("mcts:2", "white") + won("mcts:2", "black"));
    assert_eq!(best["games"], 60);
    for row in players {
        let [low, elo, high] = ["elo_low", "elo", "elo_high"].map(|key| row[key].as_f64().unwrap());
        assert!(low < elo && elo < high);
        let sum: u64 = ["won", "drawn", "lost"]
            .iter()
            .map(|key| row[key].as_u64().unwrap())
            .sum();
        assert_eq!(row["games"], sum);
    }
    assert_eq!(json["pairings"].as_array().unwrap().len(), 3);
}

#[test]
fn a_gauntlet_is_of_the_first_player() {
    let folder = temporary();
    let args = [CUP, &["--format", "gauntlet"]].concat();
    printed(&with_out(&args, folder.path()));
    let json = json(folder.path());
    assert_eq!(json["games"], 60);
    let pairings = json["pairings"].as_array().unwrap();
    assert!(pairings.iter().all(|pairing| pairing["first"] == "random"));
}

#[test]
fn a_test_ends_as_soon_as_it_knows_with_any_number_of_threads() {
    let test = |threads: &str| {
        whole(&[
            "arena",
            "--player",
            "mcts:30",
            "--player",
            "random",
            "--games",
            "4000",
            "--size",
            "6",
            "--seed",
            "7",
            "--sprt",
            "0,100",
            "--threads",
            threads,
        ])
    };
    let table = test("1");
    let found = "a lead of 100 Elo explains the games better than one of 0";
    assert!(table.contains(found), "{table}");
    assert!(!table.contains("4000 of 4000"), "{table}");
    assert_eq!(table, test("3"));
}

#[test]
fn without_a_seed_the_same_command_goes_on_too() {
    let folder = temporary();
    let args = [
        "arena", "--player", "a=random", "--player", "b=random", "--games", "4", "--size", "4",
    ];
    let table = printed(&with_out(&args, folder.path()));
    assert_eq!(printed(&with_out(&args, folder.path())), table);
}

#[test]
fn moves_may_be_made_first() {
    let folder = temporary();
    let moves = ["--moves", "c3^b4d4 f6-e5 d4xf6.m1"];
    let args = [
        "arena", "--player", "a=random", "--player", "b=random", "--games", "6", "--seed", "7",
    ];
    let args = [&args[..], &moves].concat();
    let table = printed(&with_out(&args, folder.path()));
    let path = folder.path().join("games.jsonl");
    let records = fs::read_to_string(&path).unwrap();
    assert_eq!(
        records
            .matches("\"ply\":3,\"turn\":\"white\",\"move\":\"d4xf6\"")
            .count(),
        6
    );
    assert_eq!(verified(&path), 6);
    assert_eq!(printed(&["arena", "--resume", text(folder.path())]), table);
    let other = cheqqers(&with_out(&args[..args.len() - 2], folder.path()));
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("with moves ["), "{}", other.err);
}

/// Luck stands in the records, is added up alike whoever counts, and does not change who won.
#[test]
fn results_are_adjusted_by_the_luck_that_records_tell() {
    let folder = temporary();
    let args = [CUP, &["--level", "3"]].concat();
    let table = printed(&with_out(&args, folder.path()));
    assert!(
        table.contains("adjusted by the luck of measurements"),
        "{table}"
    );
    let adjusted = json(folder.path());
    assert_eq!(adjusted["luck"], 1);
    let off = temporary();
    let args = [&args[..], &["--luck", "off"]].concat();
    assert!(!printed(&with_out(&args, off.path())).contains("adjusted"));
    let plain = json(off.path());
    assert!(plain["luck"].is_null());
    for (row, before) in [("players", "score"), ("pairings", "score")].map(|(key, field)| {
        let of = |table: &Value| -> Vec<(String, f64)> {
            let name = |row: &Value| {
                row["name"]
                    .as_str()
                    .or(row["second"].as_str())
                    .map(str::to_owned)
            };
            let rows = table[key].as_array().unwrap().iter();
            let mut rows: Vec<_> = rows
                .map(|row| {
                    (
                        name(row).unwrap() + &row["first"].to_string(),
                        row[field].as_f64().unwrap(),
                    )
                })
                .collect();
            rows.sort_by(|a, b| a.0.cmp(&b.0));
            rows
        };
        (of(&adjusted), of(&plain))
    }) {
        assert_eq!(row, before);
    }
    let records = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let luck = records.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line.get("move")?;
        assert_eq!(
            line["luck"].is_null(),
            line["measured"].as_array().unwrap().is_empty()
        );
        line["luck"].as_f64()
    });
    let luck: Vec<f64> = luck.collect();
    assert!(luck.iter().any(|luck| *luck > 0.0) && luck.iter().any(|luck| *luck < 0.0));
    // The same by a replay, of the game that was finished first.
    let end = records[1..].find("{\"format\"").unwrap() + 1;
    let first = &records[..end];
    let file = folder.path().join("first.jsonl");
    fs::write(&file, first).unwrap();
    let told = printed(&["replay", text(&file)]);
    let all: f64 = first
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).unwrap()["luck"].as_f64())
        .sum::<f64>()
        - 1.0;
    assert!(told.contains(&format!("{all:+.3}\n")), "{all} {told}");
    assert_eq!(printed(&["replay", text(&file), "--luck", "1"]), told);
}

#[test]
fn luck_is_not_counted_of_noisy_measurements() {
    let folder = temporary();
    let args = [
        "arena",
        "--player",
        "a=random",
        "--player",
        "b=random",
        "--games",
        "2",
        "--size",
        "4",
        "--backend",
        "noisy:0.01",
    ];
    let done = cheqqers(&with_out(
        &[&args[..], &["--luck", "1"]].concat(),
        folder.path(),
    ));
    assert_eq!(done.code, Some(2));
    assert!(
        done.err
            .contains("luck can't be counted with a noisy backend"),
        "{}",
        done.err
    );
    printed(&with_out(&args, folder.path()));
    assert!(json(folder.path())["luck"].is_null());
    let done = cheqqers(&[
        "selfplay",
        "--games",
        "2",
        "--luck",
        "1",
        "--backend",
        "noisy:0.01",
    ]);
    assert_eq!(done.code, Some(2));
    for wrong in ["0", "-1", "many"] {
        let done = cheqqers(&["selfplay", "--luck", wrong]);
        assert_eq!(done.code, Some(2));
        assert!(
            done.err.contains("write a number of positions, 1 or more"),
            "{}",
            done.err
        );
    }
}

#[test]
fn games_of_too_many_plies_are_draws() {
    let folder = temporary();
    let args = [
        "arena", "--player", "a=random", "--player", "b=random", "--games", "2",
    ];
    let args = [
        &args[..],
        &["--size", "5", "--seed", "7", "--random-plies", "9"],
        &["--max-plies", "3"],
    ]
    .concat();
    let table = printed(&with_out(&args, folder.path()));
    assert!(
        table.contains("a             2       0       2       0"),
        "{table}"
    );
    let games = folder.path().join("games.jsonl");
    let records = fs::read_to_string(&games).unwrap();
    assert_eq!(records.matches("\"max_plies\":3").count(), 2);
    assert_eq!(records.matches("{\"end\":\"stopped\"").count(), 2);
    assert_eq!(records.matches("\"ply\":3").count(), 2);
    assert_eq!(verified(&games), 2);
    // The limit stays that of the folder, whatever the command says of it.
    printed(&with_out(&args[..args.len() - 2], folder.path()));
    let more = [&args[..args.len() - 1], &["4"]].concat();
    let refused = cheqqers(&with_out(&more, folder.path()));
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("max_plies"), "{}", refused.err);
}

#[test]
fn pairs_of_games_begin_with_the_same_random_plies() {
    let folder = temporary();
    let args = [
        "arena",
        "--player",
        "a=mcts:2",
        "--player",
        "b=mcts:2",
        "--games",
        "12",
        "--level",
        "3",
        "--seed",
        "7",
        "--random-plies",
        "12",
    ];
    printed(&with_out(&args, folder.path()));
    let records = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let mut games: Vec<(u64, Vec<String>)> = Vec::new();
    for line in records.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(number) = line["number"].as_u64() {
            assert_eq!(line["random_plies"], 12);
            games.push((number, Vec::new()));
        } else if line["ply"].as_u64().is_some_and(|ply| ply <= 12) {
            let ply = format!("{} {}", line["move"], line["measured"]);
            games.last_mut().unwrap().1.push(ply);
        }
    }
    games.sort();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].1, pair[1].1);
    }
    let mut openings: Vec<_> = games.iter().map(|(_, plies)| plies).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 6);
    assert!(
        openings
            .iter()
            .any(|plies| plies.iter().any(|ply| ply.contains("sparse")))
    );
    assert_eq!(verified(&folder.path().join("games.jsonl")), 12);
}
