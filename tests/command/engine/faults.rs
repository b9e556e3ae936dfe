//! What becomes of programs that do wrong.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::run;
use crate::engine::series::Series;

/// The last line of the trace of a game that White, a program at fault, plays against random moves.
fn end(mode: &str, args: &[&str]) -> Value {
    let series = Series::new();
    let args = [&["--games", "1", "--seed", "5"], args].concat();
    let done = series.selfplay(&series.fake(mode), "random", &args);
    assert_eq!((done.code, &*done.err), (Some(0), ""), "{mode}");
    series.assert_all_gone();
    series.trace().pop().unwrap()
}

/// The program loses for this reason.
fn loses(mode: &str, args: &[&str], reason: &str) {
    let end = end(mode, args);
    let text = |key: &str| end[key].as_str().unwrap_or_default();
    let found = ["end", "by", "status"].map(text);
    assert_eq!(found, ["forfeited", "white", "black_won"], "{mode}");
    assert!(text("reason").contains(reason), "{mode}: {end}");
    assert!(!text("reason").contains(char::is_control), "{mode}: {end}");
}

#[test]
fn a_program_at_fault_loses_and_leaves_no_process() {
    let clock = &["--time", "2"][..];
    let cases = [
        ("crash", &[][..], "ended (signal: 9"),
        ("leave", &[], "ended (exit status: 3)"),
        ("closed", &[], "ended (it closed its output)"),
        ("illegal", &[], "the move \"a1-a2\" is not legal: "),
        ("unreadable", &[], "the move \"castles\" is not legal: "),
        ("garbage", &[], "\\u{7}"),
        ("garbage", &[], "is no answer: there is no reply \"My\""),
        ("binary", &[], "no UTF-8 text"),
        ("endless", &[], "a line is longer than 65536 bytes"),
        ("error", &[], "it does not go on: \"no more\""),
        ("silent", &[], "there was no answer within 5.0 s"),
        ("children", clock, "its time ran out"),
        ("flood", clock, "its time ran out"),
    ];
    thread::scope(|scope| {
        for (mode, args, reason) in cases {
            scope.spawn(move || loses(mode, args, reason));
        }
    });
}

#[test]
fn a_program_that_fails_to_start_again_loses_that_game() {
    let series = Series::new();
    let done = series.selfplay("random", &series.fake("once"), &["--games", "2"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    let trace = series.trace();
    let ends = trace.iter().filter(|line| line.get("end").is_some());
    let ends: Vec<_> = ends
        .map(|end| (end["by"].clone(), end["status"].clone()))
        .collect();
    let black = ("black".into(), "white_won".into());
    assert_eq!(ends, [black.clone(), black]);
    // No ply is played, as it was to be ready before the first.
    assert!(trace.iter().all(|line| line.get("ply").is_none()));
    series.assert_all_gone();
}

#[test]
fn words_out_of_season_are_no_answers() {
    for mode in ["eager", "late", "stubborn"] {
        let last = end(mode, &[]);
        assert!(last.get("ply").is_some(), "{mode}: {last}");
        assert_ne!(last["status"], "in_progress", "{mode}");
    }
}

#[test]
fn a_program_that_can_not_play_is_an_error_before_the_first_move() {
    for (mode, reason) in [
        ("dead", "ended (exit status: 3)"),
        (
            "other",
            "\"uciok\" is no answer: there is no reply \"uciok\"",
        ),
        ("newer", "version 1 was asked for"),
        ("mute", "there was no answer within 5.0 s"),
        ("choosy", "it does not go on: \"not that game\""),
    ] {
        let series = Series::new();
        let fake = series.fake(mode);
        for command in ["selfplay", "play"] {
            let trace = series.path("game.jsonl");
            let record = ["--record", trace.to_str().unwrap()];
            let args = [
                &[command, "--white", &fake, "--black", "random"],
                &record[..],
            ]
            .concat();
            let done = run(&mut series.command(&args));
            assert_eq!((done.code, &*done.out), (Some(1), ""), "{mode}");
            assert!(
                done.err.contains("can't play") && done.err.contains(reason),
                "{}",
                done.err
            );
            assert!(done.err.contains("write 'cqi 1'"), "{}", done.err);
            assert!(!trace.exists(), "{mode}");
        }
        series.assert_all_gone();
    }
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let series = Series::new();
    let none = "engine:./no-such-engine --fast";
    let done = series.selfplay(none, "random", &[]);
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err
            .contains("\"./no-such-engine --fast\" can't be started"),
        "{}",
        done.err
    );
    assert!(done.err.contains("no shell is started"), "{}", done.err);
    assert!(!series.path("trace.jsonl").exists());
}

#[test]
fn a_name_without_a_command_is_wrong_usage() {
    for command in ["selfplay", "play"] {
        let series = Series::new();
        let done = run(&mut series.command(&[command, "--white", "engine:"]));
        assert_eq!(done.code, Some(2), "{}", done.err);
        assert!(
            done.err.contains("there is no command behind \"engine:\""),
            "{}",
            done.err
        );
    }
}

#[test]
fn a_game_in_the_terminal_is_lost_by_a_fault_as_well() {
    let series = Series::new();
    let record = series.path("game.jsonl");
    let args = [
        "play",
        "--white",
        &series.fake("leave"),
        "--black",
        "random",
        "--time",
        "60+1",
        "--record",
        record.to_str().unwrap(),
    ];
    let done = run(&mut series.command(&args));
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert!(
        done.out.contains("lack has won: white forfeits, "),
        "{}",
        done.out
    );
    let text = fs::read_to_string(record).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["time"], "60+1");
    assert!(text.lines().last().unwrap().contains("exit status: 3"));
    series.assert_all_gone();
}

#[test]
fn an_interrupted_game_leaves_no_process() {
    let series = Series::new();
    let record = series.path("game.jsonl");
    let fake = series.fake("children");
    let record_name = record.to_str().unwrap();
    let args = [
        "play",
        "--white",
        &fake,
        "--black",
        "random",
        "--record",
        record_name,
    ];
    let mut command = series.command(&args);
    let mut game = command.stdout(Stdio::null()).spawn().unwrap();
    // The third ply never comes.
    while fs::read_to_string(&record).map_or(0, |text| text.lines().count()) < 3 {
        thread::sleep(Duration::from_millis(5));
    }
    let pid = game.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    assert_eq!(game.wait().unwrap().code(), Some(130));
    series.assert_all_gone();
}
