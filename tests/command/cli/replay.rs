//! Recorded games shown and checked; files that are none, or lie.

use std::fs;
use std::path::{Path, PathBuf};

use cheqqers_session::names;
use tempfile::TempDir;

use crate::command::{Done, cheqqers, printed};

/// Where a game is recorded whose first three plies are a split, a step and a measured capture.
struct Recorded {
    folder: TempDir,
    lines: Vec<String>,
}

impl Recorded {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace.jsonl");
        let moves = "c3^b4d4 f6-e5 d4xf6{d4}";
        let path = path.to_str().unwrap();
        let args = ["selfplay", "--games", "1", "--seed", "7", "--moves", moves];
        printed(&[&args[..], &["--trace", path]].concat());
        let lines = fs::read_to_string(path)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect();
        Self { folder, lines }
    }

    /// A file with this content.
    fn file(&self, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join("game.jsonl");
        fs::write(&path, content).unwrap();
        path
    }

    /// Replays these lines, with a line end behind each.
    fn replay(&self, lines: &[String], options: &[&str]) -> Done {
        let path = self.file(lines.join("\n") + "\n");
        cheqqers(&[&["replay", path.to_str().unwrap()], options].concat())
    }

    /// Replays the game with a word of one line, counted from 0, changed.
    fn changed(&self, line: usize, from: &str, to: &str, options: &[&str]) -> Done {
        let mut lines = self.lines.clone();
        assert!(lines[line].contains(from), "{}", lines[line]);
        lines[line] = lines[line].replacen(from, to, 1);
        self.replay(&lines, options)
    }
}

#[test]
fn a_game_is_shown_ply_by_ply_and_closes_with_its_status() {
    let recorded = Recorded::new();
    let done = recorded.replay(&recorded.lines, &[]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(
        done.out
            .starts_with("game 1: Cheqqers at level 3 on 8 x 8, white random"),
        "{}",
        done.out
    );
    for sign in [
        "1. white c3^b4d4\n",
        "2. black f6-e5\n",
        "3. white d4xf6{d4}  50 %\n",
        " The white man on d4 was measured: it was there (50 %), not on b4. ",
        "[○ a]",
    ] {
        assert!(done.out.contains(sign), "{sign}");
    }
    let last: serde_json::Value = serde_json::from_str(recorded.lines.last().unwrap()).unwrap();
    assert_eq!(done.out.lines().last(), last["status"].as_str());
    let unfinished = recorded.replay(&recorded.lines[..3], &["--ascii"]);
    assert_eq!(unfinished.out.lines().last(), Some("in_progress"));
    assert!(unfinished.out.is_ascii());
}

#[test]
fn one_ply_can_be_shown_alone() {
    let recorded = Recorded::new();
    let start = recorded.replay(&recorded.lines, &["--ply", "0"]);
    assert_eq!(start.out.lines().last(), Some("in_progress"));
    let third = recorded.replay(&recorded.lines, &["--ply", "3"]);
    assert!(
        third.out.starts_with("3. white d4xf6{d4}  50 %\n"),
        "{}",
        third.out
    );
    let none = recorded.replay(&recorded.lines, &["--ply", "9999"]);
    assert_eq!((none.code, &*none.out), (Some(1), ""));
    assert!(none.err.contains("has no ply 9999"), "{}", none.err);
}

#[test]
fn a_game_that_follows_the_rules_is_verified() {
    let recorded = Recorded::new();
    let twice = [recorded.lines.clone(), recorded.lines.clone()].concat();
    let done = recorded.replay(&twice, &["--verify"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(
        done.out.contains("game 1, from line 1: follows the rules"),
        "{}",
        done.out
    );
    assert!(
        done.out.contains(&format!(
            "game 2, from line {}: follows the rules",
            recorded.lines.len() + 1
        )),
        "{}",
        done.out
    );
}

#[test]
fn plies_taken_back_and_ends_off_the_board_are_shown() {
    let recorded = Recorded::new();
    // As earlier versions wrote them, who know no checksums.
    let old = |line: &String| line.split(",\"sum\":").next().unwrap().to_owned() + "}";
    let mut lines: Vec<String> = recorded.lines[..4].iter().map(old).collect();
    lines.push(r#"{"undo":2}"#.into());
    lines.push(lines[2].clone());
    lines.push(r#"{"end":"resigned","by":"white","status":"black_won"}"#.into());
    let done = recorded.replay(&lines, &[]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(done.out.contains("2 plies taken back\n"), "{}", done.out);
    assert!(done.out.contains("\n2. black f6-e5\n"), "{}", done.out);
    assert!(
        done.out
            .ends_with("\nBlack has won: white resigned.\nblack_won\n"),
        "{}",
        done.out
    );
    assert_eq!(recorded.replay(&lines, &["--verify"]).code, Some(0));
    lines[4] = r#"{"undo":4}"#.into();
    let done = recorded.replay(&lines, &[]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.err
            .contains("line 5: 4 of 3 plies can't be taken back"),
        "{}",
        done.err
    );
}

#[test]
fn an_end_that_does_not_end_the_game_and_lines_behind_one_are_refused() {
    let recorded = Recorded::new();
    let agreed = r#"{"end":"agreed","status":"draw"}"#;
    let ply = &*recorded.lines[2];
    for (end, behind, sign) in [
        (
            r#"{"end":"agreed","status":"in_progress"}"#,
            None,
            "line 3: end should be {",
        ),
        (
            r#"{"end":"resigned","status":"in_progress"}"#,
            None,
            "line 3: end should be {",
        ),
        (
            r#"{"end":"resigned","by":"white","status":"in_progress"}"#,
            None,
            "line 3: end should be {",
        ),
        (agreed, Some(ply), "line 4: the game is over already"),
        (
            agreed,
            Some(r#"{"undo":1}"#),
            "line 4: the game is over already",
        ),
        (agreed, Some(agreed), "line 4: the game is over already"),
    ] {
        let mut lines = recorded.lines[..2].to_vec();
        lines.push(end.to_owned());
        lines.extend(behind.map(str::to_owned));
        for options in [&[][..], &["--verify"]] {
            let done = recorded.replay(&lines, options);
            assert_eq!(done.code, Some(1), "{end}");
            assert!(done.err.contains(sign), "{end}: {}", done.err);
        }
    }
}

#[test]
fn a_wrong_move_or_outcome_is_refused_and_the_line_named() {
    let recorded = Recorded::new();
    for (line, from, to, sign) in [
        (1, r#""move":"c3^b4d4""#, r#""move":"c3^b4d5""#, "line 2: "),
        (
            1,
            r#""move":"c3^b4d4""#,
            r#""move":"c3""#,
            "line 2: \"c3\" is no move",
        ),
        (2, r#""move":"f6-e5""#, r#""move":"f6-f5""#, "line 3: "),
        (
            3,
            r#""occupied":["d4"]"#,
            r#""occupied":["b4","d4"]"#,
            "line 4: measurement 1 of d4xf6: {b4,d4} is impossible",
        ),
        (
            3,
            r#""occupied":["d4"]"#,
            r#""occupied":["e5"]"#,
            "e5 is not among the squares measured",
        ),
        (
            3,
            r#""squares":["b4","d4"]"#,
            r#""squares":["b4"]"#,
            "line 4: squares should be",
        ),
        (
            0,
            r#""rules":"paper-2025""#,
            r#""rules":"house""#,
            "line 1: the record was played by the rules \"house\"",
        ),
        (
            0,
            r#""game":"cheqqers""#,
            r#""game":"chess""#,
            &format!(
                "line 1: there is no game \"chess\", the games are: {}",
                names()
            ),
        ),
        (0, r#""size":8"#, r#""size":99"#, "line 1: "),
        (
            0,
            r#""level":3"#,
            r#""level":0"#,
            "line 2: c3^b4d4 is not legal: splits belong to level 1",
        ),
        (0, r#""version":1"#, r#""version":2"#, "its version is 2"),
    ] {
        for options in [&[][..], &["--verify"]] {
            let done = recorded.changed(line, from, to, options);
            assert_eq!(done.code, Some(1), "{to}");
            assert!(
                done.err.starts_with("error: ") && done.err.contains(sign),
                "{to}: {}",
                done.err
            );
        }
    }
}

#[test]
fn every_other_lie_is_found_by_verify() {
    let recorded = Recorded::new();
    for (line, from, to, sign) in [
        (1, r#""ply":1"#, r#""ply":2"#, "line 2: ply should be 1"),
        (
            1,
            r#""turn":"white""#,
            r#""turn":"black""#,
            "line 2: turn should be",
        ),
        (
            1,
            r#""legal":["a3-b4","#,
            r#""legal":["#,
            "line 2: legal should be",
        ),
        (1, r#""p":0.5"#, r#""p":0.6"#, "line 2: board should be"),
        (
            1,
            r#"{"piece":"w""#,
            r#"{"piece":"W""#,
            "line 2: board should be",
        ),
        (
            3,
            r#""captured":["e5"]"#,
            r#""captured":[]"#,
            "line 4: captured should be",
        ),
        (
            3,
            r#""occupied":["d4"]"#,
            r#""occupied":["b4"]"#,
            "line 4: ",
        ),
        (
            2,
            r#""quiet":2"#,
            r#""quiet":1"#,
            "line 3: quiet should be 2",
        ),
        (
            2,
            r#""status":"in_progress""#,
            r#""status":"draw""#,
            "line 3: status should be",
        ),
    ] {
        let done = recorded.changed(line, from, to, &["--verify"]);
        assert_eq!(done.code, Some(1), "{to}");
        assert!(done.err.contains(sign), "{to}: {}", done.err);
    }
}

#[test]
fn a_last_line_cut_off_is_left_out_and_told() {
    let recorded = Recorded::new();
    let whole = recorded.lines[..4].join("\n");
    for cut in [whole.len() - 1, whole.len() - 100] {
        let path = recorded.file(&whole[..cut]);
        for options in [&[][..], &["--verify"]] {
            let done = cheqqers(&[&["replay", path.to_str().unwrap()], options].concat());
            assert_eq!(done.code, Some(0));
            assert!(done.err.contains("was cut off"), "{}", done.err);
            assert_eq!(done.out.lines().last(), Some("in_progress"));
        }
    }
    // Without its line end it is whole.
    let path = recorded.file(&whole);
    let done = cheqqers(&["replay", path.to_str().unwrap(), "--ply", "3"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
}

#[test]
fn files_that_are_no_records_are_refused() {
    let recorded = Recorded::new();
    let deep = "[".repeat(100_000);
    let long = format!("{{\"format\":\"{}\"}}\n", "x".repeat(17 << 20));
    let header = &recorded.lines[0];
    let ply = &recorded.lines[1];
    for (content, sign) in [
        (Vec::new(), "the record is empty"),
        (b"\n\n\n".to_vec(), "the record is empty"),
        (b"hello\n".to_vec(), "line 1 is not the header"),
        (b"\xff\xfe\x00\x01\n".to_vec(), "line 1 is not the header"),
        (b"{}\n".to_vec(), "line 1 is not the header"),
        (b"[1]\n".to_vec(), "line 1 is not the header"),
        (b"null\n".to_vec(), "line 1 is not the header"),
        (deep.into_bytes(), "is not the header"),
        (long.into_bytes(), "line 1 is longer than"),
        (header.as_bytes()[..50].to_vec(), "it is cut off"),
        (format!("{ply}\n").into_bytes(), "line 1 is not the header"),
        (
            format!("{header}\n[]\n").into_bytes(),
            "line 2 is not a line of a record",
        ),
        (
            format!("{header}\n{{\"undo\":-1}}\n").into_bytes(),
            "line 2 is not a line of a record",
        ),
        (
            format!("{header}\n{{\"ply\":1}}\n").into_bytes(),
            "line 2 is not a line of a record",
        ),
        (
            format!("{header}\n{{\"ply\"\n{ply}\n").into_bytes(),
            "line 2 is not a line of a record",
        ),
    ] {
        let path = recorded.file(content);
        for options in [&[][..], &["--verify"]] {
            let done = cheqqers(&[&["replay", path.to_str().unwrap()], options].concat());
            assert_eq!(done.code, Some(1), "{sign}: {}", done.err);
            assert!(done.err.contains(sign), "{sign}: {}", done.err);
        }
    }
    for path in ["no/such/file", "/"] {
        let done = cheqqers(&["replay", path]);
        assert_eq!((done.code, &*done.out), (Some(1), ""));
        assert!(
            done.err.contains(&format!("could not read {path}")),
            "{}",
            done.err
        );
    }
}

#[test]
fn signs_that_would_drive_the_terminal_are_not_passed_on() {
    let recorded = Recorded::new();
    for (line, from, to) in [
        (0, r#""white":"random""#, r#""white":"\u001b[2Jrandom""#),
        (1, r#""move":"c3^b4d4""#, r#""move":"\u001b[2J""#),
        (1, r#""turn":"white""#, r#""turn":"\u001b[2J""#),
        (0, r#""rules":"paper-2025""#, r#""rules":"\u001b[2J""#),
        (
            0,
            r#""entanglement":"single""#,
            r#""entanglement":"\u001b[2J""#,
        ),
    ] {
        let done = recorded.changed(line, from, to, &[]);
        assert!(
            !done.out.contains('\u{1b}') && !done.err.contains('\u{1b}'),
            "{to}"
        );
    }
}

/// The same words close a game that is played and one that is replayed.
#[test]
fn the_reason_of_an_end_is_told_as_in_play() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/previous/records");
    let folder = tempfile::tempdir().unwrap();
    for name in ["mcts", "blocking", "cheqqers"] {
        let path = folder.path().join("game.jsonl");
        fs::copy(records.join(format!("{name}.jsonl")), &path).unwrap();
        let path = path.to_str().unwrap();
        let played = printed(&["play", "--resume", path]);
        let replayed = printed(&["replay", path]);
        let [.., told, status] = replayed.lines().collect::<Vec<_>>()[..] else {
            panic!("{replayed}");
        };
        let finished = format!("This game is finished. {told} Nothing was changed.");
        assert!(played.contains(&finished), "{name}: {told}\n{played}");
        assert!(
            ["white_won", "black_won", "draw"].contains(&status),
            "{name}"
        );
    }
}
