//! What selfplay writes: the form of every line, and that nothing but the seed decides about it.

mod interrupted;
mod schema;

use std::fs;
use std::path::PathBuf;

use crate::command::{cheqqers, printed};
use crate::schema::{assert_fits, schema};
use cheqqers_checkers::Position;
use cheqqers_game::Colour;
use cheqqers_game::record::{EndLine, Line, Reader, Record};
use cheqqers_game::replay::{Replay, Verify};
use serde_json::Value;
use tempfile::TempDir;

fn temporary() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The trace of some games, as text.
fn trace(folder: &TempDir, args: &[&str]) -> String {
    let path = folder.path().join("trace.jsonl");
    let mut all = vec!["selfplay", "--trace", path.to_str().unwrap(), "--force"];
    all.extend(args);
    printed(&all);
    fs::read_to_string(path).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The games of a record or trace, each verified word by word.
fn verified(text: &str) -> Vec<Record> {
    let mut reader = Reader::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(record) = reader.record().unwrap() {
        let mut replay = Replay::<Position>::new(&record, Verify::Everything).unwrap();
        replay.finish().unwrap();
        games.push(record);
    }
    games
}

const GAMES: [&[&str]; 9] = [
    &["--level", "0"],
    &["--level", "1"],
    &["--level", "2"],
    &["--level", "3"],
    &["--level", "3", "--backend", "local"],
    &["--level", "3", "--backend", "noisy:0.02"],
    &[
        "--level",
        "2",
        "--backend",
        "dense",
        "--encoding",
        "paper",
        "--size",
        "5",
    ],
    &[
        "--entanglement",
        "unlimited",
        "--size",
        "10",
        "--draw-after",
        "60",
    ],
    &[
        "--size",
        "6",
        "--rows",
        "1",
        "--draw-after",
        "off",
        "--moves",
        "c1^b2d2 f6-e5 d2-c3",
    ],
];

#[test]
fn games_of_tournaments_fit_the_schema_too() {
    let (folder, schema) = (temporary(), schema());
    let out = folder.path().to_str().unwrap();
    let players = ["--player", "weak=random", "--player", "random"];
    let mut args = vec!["arena", "--games", "4", "--time", "60+0.6", "--out", out];
    args.extend(players);
    printed(&args);
    let text = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let lines = lines(&text);
    for line in &lines {
        assert_fits(&schema, line);
    }
    let headers: Vec<_> = lines
        .iter()
        .filter(|line| line["format"].is_string())
        .collect();
    assert_eq!(headers.len(), 4);
    for header in headers {
        assert_eq!(header["time"], "60+0.6");
        assert!(header["number"].is_u64() && header["round"].is_u64());
        let names = [&header["white_name"], &header["black_name"]];
        assert_eq!(names.iter().filter(|name| **name == "weak").count(), 1);
    }
}

#[test]
fn every_line_fits_the_schema_and_the_rules() {
    let (folder, schema) = (temporary(), schema());
    for game in GAMES {
        let mut args = vec!["--games", "4", "--seed", "11"];
        args.extend(game);
        let text = trace(&folder, &args);
        for line in lines(&text) {
            assert_fits(&schema, &line);
            if line.get("ply").is_some() {
                assert!(
                    line["legal"].is_array() && line["board"].is_object(),
                    "{line}"
                );
            } else {
                // A game between players has what others may lack.
                for key in ["seed", "white", "black"] {
                    assert!(line.get(key).is_some(), "{line}");
                }
            }
        }
        assert_eq!(verified(&text).len(), 4, "{game:?}");
    }
}

#[test]
fn lines_that_are_no_ply_fit_the_schema() {
    let schema = schema();
    for end in [
        EndLine::resigned(Colour::White),
        EndLine::resigned(Colour::Black),
        EndLine::agreed(),
        EndLine::forfeited(Colour::White, "its time ran out".into()),
    ] {
        assert_fits(&schema, &serde_json::to_value(end).unwrap());
    }
    assert_fits(&schema, &serde_json::json!({"undo": 2}));
    for wrong in [
        r#"{"undo":0}"#,
        r#"{"end":"resigned","status":"white_won"}"#,
        r#"{"end":"agreed","by":"white","status":"draw"}"#,
        r#"{"format":"cheqqers","version":1}"#,
        "{}",
        "[]",
    ] {
        assert!(
            !schema.is_valid(&serde_json::from_str(wrong).unwrap()),
            "{wrong}"
        );
    }
}

#[test]
fn legal_moves_are_sorted_as_text_and_hold_the_move() {
    let folder = temporary();
    for line in lines(&trace(
        &folder,
        &["--games", "3", "--seed", "5", "--size", "12"],
    )) {
        let Some(legal) = line.get("legal").and_then(Value::as_array) else {
            continue;
        };
        let texts: Vec<&[u8]> = legal
            .iter()
            .map(|mv| mv.as_str().unwrap().as_bytes())
            .collect();
        assert!(texts.is_sorted(), "{line}");
        assert!(legal.contains(&line["move"]), "{line}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let run = |threads: &str| {
        let folder = temporary();
        let records = folder.path().join("records");
        let text = trace(
            &folder,
            &[
                "--games",
                "30",
                "--seed",
                "7",
                "--threads",
                threads,
                "--record",
                records.to_str().unwrap(),
            ],
        );
        let mut files: Vec<PathBuf> = fs::read_dir(&records)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        let records: Vec<(String, String)> = files
            .iter()
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap();
                (name.to_owned(), fs::read_to_string(path).unwrap())
            })
            .collect();
        (text, records)
    };
    let one = run("1");
    assert_eq!(one.1.len(), 30);
    assert_eq!(one.1[0].0, "game-01.jsonl");
    for threads in ["2", "3"] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn records_are_the_trace_without_legal_moves_and_boards() {
    let folder = temporary();
    let records = folder.path().join("records");
    let text = trace(
        &folder,
        &[
            "--games",
            "3",
            "--seed",
            "8",
            "--record",
            records.to_str().unwrap(),
        ],
    );
    let mut expected = Vec::new();
    for mut line in lines(&text) {
        let fields = line.as_object_mut().unwrap();
        fields.shift_remove("legal");
        fields.shift_remove("board");
        // Each file has checksums of its own.
        assert!(fields.shift_remove("sum").is_some());
        expected.push(line);
    }
    let mut found = Vec::new();
    for game in 1..=3 {
        let text = fs::read_to_string(records.join(format!("game-{game}.jsonl"))).unwrap();
        assert_eq!(verified(&text).len(), 1);
        found.extend(lines(&text).into_iter().map(|mut line| {
            line.as_object_mut().unwrap().shift_remove("sum");
            line
        }));
    }
    assert_eq!(found, expected);
}

#[test]
fn a_game_is_reproduced_from_its_own_seed() {
    let folder = temporary();
    let moves = "c3^b4d4 f6^e5g5 d4xf6.m1";
    let text = trace(&folder, &["--games", "3", "--seed", "21", "--moves", moves]);
    let seeds: Vec<String> = lines(&text)
        .iter()
        .filter_map(|line| line.get("seed").map(ToString::to_string))
        .collect();
    assert_eq!((seeds.len(), &*seeds[0]), (3, "21"));
    let alone: String = seeds
        .iter()
        .map(|seed| trace(&folder, &["--games", "1", "--seed", seed, "--moves", moves]))
        .collect();
    assert!(alone == text);
}

#[test]
fn statistics_count_what_is_in_the_trace() {
    let folder = temporary();
    let path = folder.path().join("trace.jsonl");
    let path = path.to_str().unwrap();
    let args = ["selfplay", "--games", "40", "--seed", "3", "--json"];
    let fast: Value = serde_json::from_str(&printed(&args)).unwrap();
    let mut with_trace = args.to_vec();
    with_trace.extend(["--trace", path]);
    let slow: Value = serde_json::from_str(&printed(&with_trace)).unwrap();
    let keys: Vec<&String> = slow.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "games",
            "white_won",
            "black_won",
            "draws",
            "plies",
            "mean_plies",
            "mean_plies_decisive",
            "seconds",
            "games_per_second",
            "plies_per_second"
        ]
    );
    let games = verified(&fs::read_to_string(path).unwrap());
    let lengths: Vec<u64> = games.iter().map(|game| game.lines.len() as u64).collect();
    let won = |status: &str| {
        let last = |game: &Record| match &game.lines.last().unwrap().1 {
            Line::Ply(ply) => ply.status.to_string(),
            _ => unreachable!("nobody gives up in selfplay"),
        };
        games.iter().filter(|game| last(game) == status).count() as u64
    };
    for found in [&fast, &slow] {
        assert_eq!(found["games"], 40);
        assert_eq!(found["plies"], lengths.iter().sum::<u64>());
        assert_eq!(found["white_won"], won("white_won"));
        assert_eq!(found["black_won"], won("black_won"));
        assert_eq!(found["draws"], won("draw"));
        assert_eq!(
            found["mean_plies"],
            lengths.iter().sum::<u64>() as f64 / 40.0
        );
    }
    assert_eq!(fast["mean_plies_decisive"], slow["mean_plies_decisive"]);
}

#[test]
fn a_file_that_is_there_is_replaced_by_force_but_not_while_it_is_written_to() {
    let folder = temporary();
    let path = folder.path().join("trace.jsonl");
    fs::write(&path, "x".repeat(1 << 20)).unwrap();
    let args = ["selfplay", "--games", "2", "--trace"];
    let args = [&args[..], &[path.to_str().unwrap()]].concat();
    let done = cheqqers(&args);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(done.err.contains("exists already"), "{}", done.err);
    assert!(done.err.contains("--force"), "{}", done.err);
    assert_eq!(fs::metadata(&path).unwrap().len(), 1 << 20);
    let text = trace(&folder, &["--games", "2", "--size", "4"]);
    assert_eq!(verified(&text).len(), 2);
    let args = [&args[..], &["--force"]].concat();
    let file = fs::File::options().append(true).open(&path).unwrap();
    file.lock().unwrap();
    let done = cheqqers(&args);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(done.err.contains("is in use"), "{}", done.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "left as it was");
    // Closing it is not enough: a child that another test is starting holds it for a moment.
    file.unlock().unwrap();
    printed(&args);
}

#[test]
fn a_record_does_not_go_into_the_trace() {
    for (force, told) in [(&[][..], "exists already"), (&["--force"], "is in use")] {
        let folder = temporary();
        let path = folder.path().join("game-1.jsonl");
        let files = ["--trace", path.to_str().unwrap(), "--record"];
        let args = [&["selfplay", "--games", "2"], &files[..]].concat();
        let place = [folder.path().to_str().unwrap()];
        let done = cheqqers(&[&args[..], &place, force].concat());
        assert_eq!((done.code, &*done.out), (Some(1), ""));
        assert!(done.err.contains(told), "{}", done.err);
    }
}

#[test]
fn no_record_of_another_run_is_replaced_unasked() {
    let folder = temporary();
    let place = folder.path().to_str().unwrap();
    let args = ["selfplay", "--games", "2", "--size", "4", "--record", place];
    printed(&[&args[..], &["--seed", "1"]].concat());
    let records =
        || ["game-1.jsonl", "game-2.jsonl"].map(|name| fs::read(folder.path().join(name)).unwrap());
    let before = records();
    // The first file that is there is named before anything is played.
    fs::remove_file(folder.path().join("game-1.jsonl")).unwrap();
    let other = [&args[..], &["--seed", "2"]].concat();
    let done = cheqqers(&other);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err.contains("game-2.jsonl exists already"),
        "{}",
        done.err
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    printed(&[&other[..], &["--force"]].concat());
    let after = records();
    assert!(after[0] != before[0] && after[1] != before[1]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_may_go_into_a_pipe_or_nowhere() {
    let done = printed(&["selfplay", "--games", "2", "--trace", "/dev/stdout"]);
    let games = done.find("games  ").unwrap();
    assert_eq!(verified(&done[..games]).len(), 2);
    printed(&["selfplay", "--games", "2", "--trace", "/dev/null"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_no_statistics_are_printed() {
    let done = cheqqers(&["selfplay", "--games", "3", "--trace", "/dev/full"]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err.contains("could not write /dev/full"),
        "{}",
        done.err
    );
    assert!(done.err.contains("Make room"), "{}", done.err);
    for folder in ["/dev/null/records", "/proc/records"] {
        let done = cheqqers(&["selfplay", "--games", "3", "--record", folder]);
        assert_eq!((done.code, &*done.out), (Some(1), ""));
        assert!(done.err.contains(folder), "{}", done.err);
    }
}
