//! What can't be held is told, with what to do about it.

use std::fs::{self, File};

use super::{CUP, temporary, text, with_out};
use crate::command::{cheqqers, command, printed, run};

#[test]
fn other_arguments_are_refused_and_what_differs_is_named() {
    let folder = temporary();
    printed(&with_out(CUP, folder.path()));
    for (option, value, told) in [
        ("--games", "31", "games 30, not 31"),
        ("--seed", "8", "seed 7, not 8"),
        ("--format", "gauntlet", "pairings round-robin, not gauntlet"),
        ("--level", "2", "level 3, not 2"),
        ("--player", "last=random", "players ["),
        ("--backend", "dense", "backend sparse, not dense"),
    ] {
        let place = CUP
            .iter()
            .position(|arg| *arg == option && option != "--player");
        let mut args = CUP.to_vec();
        match place {
            Some(place) => args[place + 1] = value,
            None => args.extend([option, value]),
        }
        let done = cheqqers(&with_out(&args, folder.path()));
        assert_eq!(done.code, Some(1), "{option}");
        assert!(done.err.contains(told), "{}", done.err);
        assert!(done.err.contains("--resume DIR"), "{}", done.err);
    }
}

#[test]
fn plans_that_are_none_are_wrong_usage() {
    let folder = temporary();
    let refused = |args: &[&str], told: &str| {
        let args = [&["arena"], args].concat();
        let out = folder.path().join("none");
        let done = cheqqers(&with_out(&args, &out));
        assert_eq!(done.code, Some(2), "{}", done.err);
        assert!(done.err.contains(told), "{}", done.err);
        assert!(!out.exists());
    };
    let two = ["--player", "a=random", "--player", "b=random"];
    refused(&["--player", "random"], "two players or more");
    refused(
        &["--player", "random", "--player", "random"],
        "two players are called \"random\"",
    );
    refused(
        &[&two[..], &["--games", "99999999999"]].concat(),
        "1 to 10000000 games",
    );
    refused(
        &[&two[..], &["--player", "random", "--sprt", "0,5"]].concat(),
        "of two players",
    );
    refused(
        &[&two[..], &["--sprt", "5,0"]].concat(),
        "must be above the first",
    );
    refused(&[&two[..], &["--sprt", "5"]].concat(), "two leads");
    refused(
        &[&two[..], &["--sprt", "0,5", "--alpha", "0.5"]].concat(),
        "below 0.5",
    );
    refused(&[&two[..], &["--shard", "4/3"]].concat(), "i/n");
    refused(
        &["--player", "a=nobody", "--player", "random"],
        "no player \"nobody\"",
    );
    refused(
        &[&two[..], &["--resume", "somewhere"]].concat(),
        "cannot be used with",
    );
    let alone = cheqqers(&["arena", "--player", "random"]);
    assert_eq!(alone.code, Some(2));
    assert!(alone.err.contains("--out"), "{}", alone.err);
}

#[test]
fn folders_without_a_tournament_are_told() {
    let folder = temporary();
    let path = text(folder.path());
    for args in [
        &["arena", "show", path][..],
        &["arena", "--resume", path],
        &["arena", "merge", "--out", path, path],
    ] {
        let done = cheqqers(args);
        assert_eq!(done.code, Some(1), "{args:?}");
        assert!(
            done.err.contains("there is no tournament in"),
            "{}",
            done.err
        );
    }
    let file = folder.path().join("file");
    fs::write(&file, "a note\n").unwrap();
    let done = cheqqers(&with_out(CUP, &file.join("cup")));
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("could not write"), "{}", done.err);
    fs::write(folder.path().join("arena.json"), "{}\n").unwrap();
    let done = cheqqers(&["arena", "show", path]);
    assert!(
        done.err.contains("is not the plan of a tournament"),
        "{}",
        done.err
    );
}

#[test]
fn a_folder_with_games_of_something_else_gets_no_plan() {
    let folder = temporary();
    let games = folder.path().join("games.jsonl");
    let part = folder.path().join("part");
    printed(&with_out(CUP, &part));
    let other = CUP.iter().map(|&arg| if arg == "7" { "8" } else { arg });
    let other: Vec<&str> = other.collect();
    let of_other = fs::read_to_string(part.join("games.jsonl")).unwrap();
    let merge = ["arena", "merge", text(&part), "--out", text(folder.path())];
    let begin = with_out(&other, folder.path());
    for (args, held) in [
        (&begin[..], &*of_other),
        (&begin, "a note\n"),
        (&merge, "a note\n"),
    ] {
        fs::write(&games, held).unwrap();
        let done = cheqqers(args);
        assert_eq!(done.code, Some(1), "{}", done.err);
        assert!(
            done.err.contains("is of no game of this tournament"),
            "{}",
            done.err
        );
        assert_eq!(fs::read_to_string(&games).unwrap(), held);
        assert!(!folder.path().join("arena.json").exists());
    }
    // Games of this tournament whose plan is lost are kept.
    fs::write(&games, of_other).unwrap();
    printed(&with_out(CUP, folder.path()));
}

#[test]
fn parts_of_different_tournaments_are_not_merged() {
    let folder = temporary();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    let args = [
        "arena", "--player", "a=random", "--player", "b=random", "--games", "2", "--size", "4",
    ];
    for (part, seed) in [(&one, "7"), (&two, "8")] {
        printed(&with_out(&[&args[..], &["--seed", seed]].concat(), part));
    }
    let out = folder.path().join("out");
    let done = cheqqers(&[
        "arena",
        "merge",
        "--out",
        text(&out),
        text(&one),
        text(&two),
    ]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("seed 8, not 7"), "{}", done.err);
    assert!(!out.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_that_can_not_be_printed_is_an_error_and_the_games_are_kept() {
    let folder = temporary();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let done = run(command(&with_out(CUP, folder.path())).stdout(full));
    // The helper reads what was not printed elsewhere: nothing.
    assert_eq!((done.code, &*done.out), (Some(1), ""));
    assert!(
        done.err.contains("could not write to standard output"),
        "{}",
        done.err
    );
    assert_eq!(super::json(folder.path())["games"], 90);
}
