//! The paper's experiments: what the command leaves, how it goes on, and that random games are those
//! of the paper's program.

use crate::command;
mod paper;
mod variants;

use std::fs::{self, File};
use std::path::Path;

use crate::command::{cheqqers, printed};
use cheqqers_arena::Frequencies;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

/// Runs an experiment into a folder.
fn experiment(folder: &Path, args: &[&str]) {
    let folder = folder.to_str().unwrap();
    let out = printed(&[&["experiment"], args, &["--out", folder]].concat());
    // The summary comes before the folder, which is the last line.
    let (found, last) = out
        .trim_end()
        .rsplit_once('\n')
        .expect("there are two lines or more");
    assert_eq!(last, folder);
    assert!(found.lines().all(|line| line.contains(": ")), "{found}");
}

const TINY: &[&str] = &[
    "complexity",
    "--games",
    "20",
    "--sizes",
    "4..6",
    "--levels",
    "0..1",
];

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The rows of a CSV file, the names first; no cell here has an end of line.
fn csv(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(cells).collect()
}

/// The cells of a row; two quotes in a quoted one are one.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let (mut quoted, mut before) = (false, None);
    for c in row.chars() {
        let last = cells.last_mut().unwrap();
        match c {
            '"' => {
                quoted = !quoted;
                if quoted && before == Some('"') {
                    last.push(c);
                }
            }
            ',' if !quoted => cells.push(String::new()),
            _ => last.push(c),
        }
        before = Some(c);
    }
    cells
}

/// The same of a Parquet file.
fn parquet(path: &Path) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        if rows.is_empty() {
            rows.push(
                row.get_column_iter()
                    .map(|(name, _)| name.clone())
                    .collect(),
            );
        }
        let cell = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Long(number) => number.to_string(),
            Field::Double(number) => number.to_string(),
            Field::Str(text) => text.clone(),
            other => panic!("{other:?}"),
        };
        rows.push(
            row.get_column_iter()
                .map(|(_, field)| cell(field))
                .collect(),
        );
    }
    rows
}

#[test]
fn an_experiment_that_was_cut_off_goes_on_to_the_same_files() {
    let whole = tempfile::tempdir().unwrap();
    experiment(whole.path(), TINY);
    let names = files(whole.path());
    let parts = tempfile::tempdir().unwrap();
    let kept = fs::read_to_string(whole.path().join("complexity.jsonl")).unwrap();
    // The settings, three cells and a part of the fourth.
    let end = kept.match_indices('\n').nth(3).unwrap().0 + 20;
    fs::write(parts.path().join("complexity.jsonl"), &kept[..end]).unwrap();
    experiment(parts.path(), &[TINY, &["--threads", "3"]].concat());
    assert_eq!(files(parts.path()), names);
    for name in names {
        let read = |folder: &Path| fs::read(folder.join(&name)).unwrap();
        assert!(read(whole.path()) == read(parts.path()), "{name}");
    }
}

#[test]
fn a_training_gives_the_same_network_with_any_number_of_threads() {
    let train = |threads: &str, seed: &str| {
        let folder = tempfile::tempdir().unwrap();
        let args = [
            "train",
            "--positions",
            "300",
            "--nodes",
            "20",
            "--level",
            "1",
        ];
        let more = ["--set", "size=6", "--threads", threads, "--seed", seed];
        experiment(folder.path(), &[&args[..], &more].concat());
        let rows = csv(&folder.path().join("train.csv"));
        let number = |row: &[String], name: &str| -> f64 {
            let column = rows[0].iter().position(|found| found == name).unwrap();
            row[column].parse().unwrap()
        };
        assert_eq!(rows.len(), 1 + 2);
        for (row, positions) in rows[1..].iter().zip([300.0, 600.0]) {
            assert!(
                (number(row, "positions") - positions).abs() < 0.5,
                "{row:?}"
            );
            assert!(number(row, "error") > 0.0 && number(row, "error_before") > 0.0);
        }
        // It is not replaced by the way.
        let out = [
            "experiment",
            "train",
            "--out",
            folder.path().to_str().unwrap(),
        ];
        let refused = cheqqers(&out);
        assert!(refused.err.contains("exists already"), "{}", refused.err);
        fs::read(folder.path().join("train.network")).unwrap()
    };
    let network = train("1", "1");
    // Eight features of a square, and three rows more, of 32 units.
    assert_eq!(network.len(), (8 * 18 + 3) * 32 * 2);
    assert!(network == train("3", "1"));
    assert!(network != train("1", "2"));
}

#[test]
fn other_settings_are_refused_with_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), TINY);
    let out = folder.path().to_str().unwrap();
    let done = cheqqers(&[&["experiment"], TINY, &["--seed", "2", "--out", out]].concat());
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err.contains("was begun with seed 1, not 2"),
        "{}",
        done.err
    );
    assert!(done.err.contains("choose another --out"), "{}", done.err);
    let wrong = cheqqers(&["experiment", "complexity", "--sizes", "17", "--out", out]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.err);
}

#[test]
fn results_without_their_journal_are_replaced_by_force_alone() {
    let experiments: [&[&str]; 5] = [
        TINY,
        &["statistics", "--games", "2", "--size", "4", "--depth", "1"],
        &["mcts", "--games", "2", "--size", "4", "--rollouts", "2"],
        &[
            "circuits", "--games", "1", "--game", "cheqqers", "--player", "random",
        ],
        &[
            "trueskill",
            "--player",
            "random",
            "--player",
            "mcts:1",
            "--games",
            "1",
            "--sizes",
            "4",
        ],
    ];
    for args in experiments {
        let folder = tempfile::tempdir().unwrap();
        experiment(folder.path(), args);
        let whole = files(folder.path());
        let journal = folder.path().join(args[0]).with_extension("jsonl");
        fs::remove_file(&journal).unwrap();
        let out = folder.path().to_str().unwrap();
        let args = [args, &["--seed", "2"]].concat();
        let results = folder.path().join(args[0]).with_extension("csv");
        let before = fs::read(&results).unwrap();
        let done = cheqqers(&[&["experiment"], &*args, &["--out", out]].concat());
        assert_eq!((done.code, &*done.out), (Some(1), ""), "{}", done.err);
        let told = format!(
            "may be of another run, as there is no {}\n",
            journal.display()
        );
        assert!(done.err.contains(&told), "{}", done.err);
        assert!(done.err.contains("--force"), "{}", done.err);
        assert!(!journal.exists() && fs::read(&results).unwrap() == before);
        if args[0] == "trueskill" {
            // The games are kept too.
            for part in fs::read_dir(out)
                .unwrap()
                .map(|entry| entry.unwrap().path())
            {
                if part.is_dir() {
                    fs::remove_dir_all(part).unwrap();
                }
            }
        }
        experiment(folder.path(), &[&args, &["--force"][..]].concat());
        assert!(fs::read(&results).unwrap() != before);
        assert_eq!(files(folder.path()), whole);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_experiment_says_how_to_go_on() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let many = [
        "experiment",
        "complexity",
        "--games",
        "100000000",
        "--out",
        out,
    ];
    let mut child = command::command(&many)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path().join("complexity.jsonl").exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    // The file is made after Ctrl-C is watched for.
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains("interrupted after 0 of 88 cells"), "{told}");
    assert!(
        told.contains("The same command again goes on from there."),
        "{told}"
    );
}

#[test]
fn every_table_holds_the_same_rows_as_csv_and_as_parquet_and_every_plot_can_be_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    experiment(path, TINY);
    experiment(
        path,
        &["statistics", "--games", "20", "--size", "6", "--depth", "3"],
    );
    experiment(
        path,
        &[
            "mcts",
            "--quick",
            "--games",
            "4",
            "--rollouts",
            "5",
            "--levels",
            "2..3",
        ],
    );
    let few = [
        "trueskill",
        "--player",
        "random",
        "--player",
        "mcts:5",
        "--games",
        "2",
        "--sizes",
        "4,5",
    ];
    experiment(path, &[&few[..], &["--levels", "3"]].concat());
    let mut tables = 0;
    for name in files(path) {
        let file = path.join(&name);
        let bytes = || fs::read(&file).unwrap();
        match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("csv") => {
                let rows = csv(&file);
                assert!(rows.len() > 1, "{name}");
                assert_eq!(rows, parquet(&file.with_extension("parquet")), "{name}");
                for column in ["experiment", "version", "seed"] {
                    assert!(
                        rows[0].iter().any(|name| name == column),
                        "{name}: {column}"
                    );
                }
                tables += 1;
            }
            Some("svg") => {
                let text = String::from_utf8(bytes()).unwrap();
                assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
                assert_eq!(
                    text.matches("<text").count(),
                    text.matches("</text>").count()
                );
                assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
            }
            Some("png") => {
                let decoder = png::Decoder::new(std::io::Cursor::new(bytes()));
                let mut reader = decoder.read_info().unwrap();
                let mut dots = vec![0; reader.output_buffer_size().unwrap()];
                let info = reader.next_frame(&mut dots).unwrap();
                assert!(info.width >= 880 && info.height > 700, "{name}");
                assert!(dots.iter().any(|&dot| dot != 255), "{name} is not empty");
            }
            _ => {}
        }
    }
    assert_eq!(tables, 2 + 4 + 1 + 2);
}

#[test]
fn players_that_can_not_play_are_told_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let trueskill = |players: &[&str]| {
        let first = ["experiment", "trueskill", "--out", out.to_str().unwrap()];
        let players = players.iter().flat_map(|player| ["--player", player]);
        cheqqers(&first.into_iter().chain(players).collect::<Vec<_>>())
    };
    let done = trueskill(&["random", "engine:./no-such-engine"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("no-such-engine"), "{}", done.err);
    assert!(!out.exists());
    let done = trueskill(&["random"]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("Write --player"), "{}", done.err);
}

#[test]
fn a_row_tells_the_seed_with_which_selfplay_plays_its_games() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), TINY);
    let rows = csv(&folder.path().join("complexity.csv"));
    let column = |name: &str| rows[0].iter().position(|other| other == name).unwrap();
    for row in rows[1..].iter().step_by(3) {
        let cell = |name: &str| &row[column(name)][..];
        let draw_after = match cell("draw_after") {
            "" => "off",
            plies => plies,
        };
        let text = printed(&[
            "selfplay",
            "--json",
            "--games",
            cell("games"),
            "--seed",
            cell("cell_seed"),
            "--size",
            cell("size"),
            "--level",
            cell("level"),
            "--rows",
            "1",
            "--draw-after",
            draw_after,
        ]);
        let played: Value = text.parse().unwrap();
        for name in ["white_won", "black_won", "draws"] {
            assert_eq!(played[name].to_string(), cell(name), "{row:?}");
        }
        let mean = played["mean_plies"].as_f64().unwrap();
        assert!((mean - cell("mean_plies").parse::<f64>().unwrap()).abs() < 1e-9);
    }
}

/// Lengths are those of the table, which nothing else tells.
#[test]
fn the_lengths_of_games_are_those_that_the_means_are_of() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), TINY);
    let means = csv(&folder.path().join("complexity.csv"));
    let lengths = csv(&folder.path().join("complexity-lengths.csv"));
    let row = means
        .iter()
        .find(|row| row[..2] == ["6", "1"] && row[3] == "40")
        .unwrap();
    let of_row = lengths.iter().filter(|row| row[..3] == ["6", "1", "40"]);
    let all: Frequencies = of_row
        .flat_map(|row| {
            let [plies, count] = [4, 5].map(|k| row[k].parse::<u32>().unwrap());
            (0..count).map(move |_| plies)
        })
        .collect();
    let column = |name: &str| means[0].iter().position(|other| other == name).unwrap();
    let cell = |name: &str| row[column(name)].parse::<f64>().unwrap();
    assert!((all.mean().unwrap() - cell("mean_plies")).abs() < 1e-9);
    assert!((all.median().unwrap() - cell("median_plies")).abs() < 1e-9);
    assert!((all.standard_error().unwrap() - cell("mean_plies_error")).abs() < 1e-9);
}

#[test]
fn strength_is_rated_with_entrants_in_parts_and_told_in_markdown() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("strength");
    let args = [
        "experiment",
        "strength",
        "--quick",
        "--levels",
        "3",
        "--without",
        "random",
        "--entrant",
        "mine=mcts:5",
        "--out",
        out.to_str().unwrap(),
        "--shard",
    ];
    let [first, whole] = ["1/2", "2/2"].map(|shard| printed(&[&args[..], &[shard]].concat()));
    assert!(
        first.contains("games: the table is written when the other parts are played"),
        "{first}"
    );
    let table = fs::read_to_string(out.join("strength.md")).unwrap();
    assert_eq!(whole, format!("{table}{}\n", out.display()));
    let names: Vec<_> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .collect();
    assert_eq!(names.len(), 3, "{table}");
    assert!(names.iter().any(|row| row.starts_with("mine`")), "{table}");
    assert!(
        table.contains("protocol 1, 2 games for each pairing and level"),
        "{table}"
    );
    let rows = csv(&out.join("strength.csv"));
    assert_eq!(rows.len(), 4);
    assert!(
        rows[0].contains(&"adjusted_elo_low".to_owned()),
        "{:?}",
        rows[0]
    );
    let shown = printed(&["arena", "show", out.join("level-3").to_str().unwrap()]);
    assert!(shown.contains("6 of 6 games"), "{shown}");
    // Other players are another table.
    let done = cheqqers(
        &[
            &args[..3],
            &["--out", out.to_str().unwrap(), "--levels", "3"],
        ]
        .concat(),
    );
    assert_eq!(done.code, Some(1));
    assert!(
        done.err.contains("is of another tournament, with players"),
        "{}",
        done.err
    );
}
