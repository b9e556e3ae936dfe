//! Statistics of games by preset.

use std::fs;
use std::path::Path;

use cheqqers_session::KNOWN;
use serde_json::Value;

use super::{csv, experiment, files, parquet};
use crate::command::{cheqqers, printed};

const FEW: &[&str] = &[
    "statistics",
    "--games",
    "12",
    "--seed",
    "5",
    "--depth",
    "2",
    "--position-limit",
    "40",
];

/// The cells of a column, by its name.
fn column<'a>(rows: &'a [Vec<String>], name: &str) -> Vec<&'a str> {
    let place = rows[0].iter().position(|other| other == name);
    let place = place.unwrap_or_else(|| panic!("there is no column {name}"));
    rows[1..].iter().map(|row| &*row[place]).collect()
}

/// The same as numbers, 0 where there is none.
fn numbers(rows: &[Vec<String>], name: &str) -> Vec<f64> {
    let number = |cell: &str| match cell {
        "" => 0.0,
        cell => cell.parse().unwrap(),
    };
    column(rows, name).into_iter().map(number).collect()
}

#[test]
fn a_row_of_a_preset_tells_the_games_that_selfplay_plays() {
    let folder = tempfile::tempdir().unwrap();
    let chosen = ["--game", "queens-chess", "--game", "box-chess:4x4"];
    experiment(folder.path(), &[FEW, &chosen].concat());
    let rows = csv(&folder.path().join("statistics.csv"));
    let queens = KNOWN
        .iter()
        .find(|game| game.name == "queens-chess")
        .unwrap();
    let presets: Vec<_> = queens.presets.iter().map(|preset| preset.name).collect();
    assert_eq!(column(&rows, "preset"), [&presets[..], &["4x4"]].concat());
    assert!(
        column(&rows, "player")
            .iter()
            .all(|&player| player == "random")
    );
    let names = column(&rows, "game")
        .into_iter()
        .zip(column(&rows, "preset"));
    for ((game, preset), row) in names.zip(0..) {
        let name = format!("{game}:{preset}");
        let select = ["--white", "random", "--black", "random", "--game", &name];
        let many = ["selfplay", "--json", "--games", "12", "--seed", "5"];
        let played: Value = printed(&[&many[..], &select].concat()).parse().unwrap();
        for count in ["white_won", "black_won", "draws"] {
            assert_eq!(
                column(&rows, count)[row],
                played[count].to_string(),
                "{name}"
            );
        }
        let mean = played["mean_plies"].as_f64().unwrap();
        assert!((numbers(&rows, "mean_plies")[row] - mean).abs() < 1e-9);
    }
    for (share, count) in [("white_won_share", "white_won"), ("draw_rate", "draws")] {
        let ends = ["_low", "_high"].map(|end| numbers(&rows, &format!("{share}{end}")));
        let counts = numbers(&rows, count);
        for (row, share) in numbers(&rows, share).into_iter().enumerate() {
            assert!((share - counts[row] / 12.0).abs() < 1e-9);
            assert!(ends[0][row] <= share && share <= ends[1][row] && ends[0][row] < ends[1][row]);
        }
    }
    let bits = numbers(&rows, "bits_per_game");
    let of_each = numbers(&rows, "entropy_bits_mean").into_iter();
    let of_games = of_each.zip(numbers(&rows, "measurements_per_game"));
    for ((bits, (mean, measured)), preset) in bits.iter().zip(of_games).zip(&presets) {
        assert!((bits - mean * measured).abs() < 1e-3, "{preset}");
    }
}

#[test]
fn threads_change_no_file_and_a_variant_without_growth_has_no_row_of_it() {
    let [one, three] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let chosen = [FEW, &["--game", "queens-chess:2020", "--threads"]].concat();
    experiment(one.path(), &[&chosen[..], &["1"]].concat());
    experiment(three.path(), &[&chosen[..], &["3"]].concat());
    let names = files(one.path());
    assert_eq!(names, files(three.path()));
    for name in &names {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(read(one.path()) == read(three.path()), "{name}");
        if let Some(stem) = name.strip_suffix(".csv") {
            let table = csv(&one.path().join(name));
            let other = parquet(&one.path().join(stem).with_extension("parquet"));
            assert_eq!(&table[1..], other.get(1..).unwrap_or_default(), "{name}");
        }
    }
    let growth = csv(&one.path().join("statistics-growth.csv"));
    assert_eq!(growth.len(), 1, "a deal has too many outcomes to list");
}

#[test]
fn wrong_games_presets_players_and_options_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (args, told) in [
        (&["--game", "chess"][..], "there is no game \"chess\""),
        (&["--game", "queens-chess:1850"], "has no preset \"1850\""),
        (&["--game", "queens-chess", "--levels", "1"], "--levels"),
        (&["--game", "queens-chess", "--size", "6"], "--size"),
        (&["--rows", "1", "--game", "cheqqers"], "--rows"),
        (&["--player", "engine:./some"], "there is no player"),
        (&["--player", "human"], "there is no player"),
        (&["--size", "4", "--rows", "3"], "rows"),
    ] {
        let first = ["experiment", "statistics", "--out", out.to_str().unwrap()];
        let done = cheqqers(&[&first[..], args].concat());
        assert_eq!(
            (done.code, &*done.out),
            (Some(2), ""),
            "{args:?}: {}",
            done.err
        );
        assert!(done.err.contains(told), "{args:?}: {}", done.err);
        assert!(!out.exists(), "{args:?}");
    }
}

/// Source: OEIS A083276, positions of chess after so many plies.
#[test]
fn classical_chess_grows_as_published() {
    let folder = tempfile::tempdir().unwrap();
    let chosen = [
        "--game",
        "queens-chess:classical",
        "--game",
        "box-chess:classical",
    ];
    let one = ["statistics", "--games", "1", "--depth", "3"];
    experiment(folder.path(), &[&one[..], &chosen].concat());
    let rows = csv(&folder.path().join("statistics-growth.csv"));
    let published = ["20", "400", "5362"];
    assert_eq!(column(&rows, "positions"), [published, published].concat());
}

#[test]
fn circuits_of_players_and_of_records_are_counted_by_variant() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl");
    let many = [
        "selfplay",
        "--games",
        "3",
        "--seed",
        "9",
        "--game",
        "box-chess:4x4",
        "--trace",
    ];
    cheqqers(&[&many[..], &[record.to_str().unwrap()]].concat());
    let few = [
        "circuits", "--games", "4", "--player", "random", "--game", "cheqqers",
    ];
    let more = ["--record", record.to_str().unwrap()];
    let [one, three] = ["one", "three"].map(|name| folder.path().join(name));
    experiment(&one, &[&few[..], &more, &["--threads", "1"]].concat());
    experiment(&three, &[&few[..], &more, &["--threads", "3"]].concat());
    for name in files(&one) {
        assert!(
            fs::read(one.join(&name)).unwrap() == fs::read(three.join(&name)).unwrap(),
            "{name}"
        );
    }
    let rows = csv(&one.join("circuits.csv"));
    let games = column(&rows, "game");
    assert!(games.contains(&"cheqqers") && games.contains(&"box-chess"));
    let of = |level: &str| {
        let rows = rows[1..].iter().zip(column(&rows, "level"));
        rows.filter(|&(_, other)| other == level).count()
    };
    // Nothing is measured at level 0.
    assert!(of("0") == 0 && of("3") > 1);
    let shares = numbers(&rows, "share");
    let sums = numbers(&rows, "cumulative_share");
    let mut sum = 0.0;
    for ((rank, share), cumulative) in numbers(&rows, "rank").iter().zip(shares).zip(sums) {
        sum = if *rank > 1.0 { sum + share } else { share };
        assert!((sum - cumulative).abs() < 1e-9 && sum < 1.0 + 1e-9);
    }
    let table: Value = fs::read_to_string(one.join("circuits.json"))
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(table["rows"].as_array().unwrap().len(), 5);
}

#[test]
fn results_of_other_settings_are_not_replaced() {
    let games = folder_with_records();
    let record = games.path().join("games.jsonl");
    let record = ["--record", record.to_str().unwrap()];
    for (args, others) in [
        (
            &["statistics", "--games", "2", "--depth", "1", "--size", "4"][..],
            &[&["--seed", "2"][..], &["--player", "mcts:2"]][..],
        ),
        (
            &[
                "circuits", "--games", "1", "--player", "random", "--game", "cheqqers",
            ],
            &[&["--seed", "2"], &record],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let out = ["--out", folder.path().to_str().unwrap()];
        let args = [&["experiment"], args, &out].concat();
        let first = cheqqers(&args);
        assert_eq!(first.code, Some(0), "{}", first.err);
        let held = || {
            files(folder.path())
                .into_iter()
                .map(|name| fs::read(folder.path().join(name)).unwrap())
        };
        let before: Vec<_> = held().collect();
        for other in others {
            let done = cheqqers(&[&args[..], other].concat());
            assert_eq!((done.code, &*done.out), (Some(1), ""), "{other:?}");
            assert!(done.err.contains("was begun with"), "{}", done.err);
            assert!(held().eq(before.iter().cloned()), "{other:?}");
        }
        let again = cheqqers(&args);
        assert_eq!((again.code, again.out), (Some(0), first.out));
    }
}

/// A folder with records of some games.
fn folder_with_records() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let args = [
        "selfplay", "--games", "1", "--seed", "9", "--size", "4", "--trace",
    ];
    let done = cheqqers(&[&args[..], &[path.to_str().unwrap()]].concat());
    assert_eq!(done.code, Some(0), "{}", done.err);
    folder
}
