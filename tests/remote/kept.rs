//! Games that a service measures in, of which nobody asked for a record.

use std::fs;
use std::path::PathBuf;

use crate::games::Desk;

/// The files of games that are kept.
fn kept(desk: &Desk) -> Vec<PathBuf> {
    let folder = desk.path("data/cheqqers/games/terminal");
    let files = fs::read_dir(folder).into_iter().flatten();
    files.map(|file| file.unwrap().path()).collect()
}

/// A game between random players, without `--record`.
const GAME: [&str; 12] = [
    "play",
    "--white",
    "random",
    "--black",
    "random",
    "--seed",
    "6",
    "--size",
    "5",
    "--yes",
    "--backend",
    "braket:qpu/ionq/Forte-1",
];

#[test]
fn a_game_that_is_paid_for_is_recorded_and_named_at_once() {
    let desk = Desk::new(&[]);
    let done = desk.run(&GAME);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let [path] = &kept(&desk)[..] else {
        panic!("it is recorded");
    };
    let path = path.to_str().unwrap();
    let told = format!("It is recorded in {path}.\n");
    let before_moves = done.out.split('\u{2591}').next().unwrap();
    assert!(before_moves.contains(&told), "{}", done.out);
    assert_eq!(desk.verify(path), "");
    assert!(fs::read_to_string(path).unwrap().contains("\"job\""));
    // Another game leaves it alone, although it is finished.
    let local = ["play", "--white", "random", "--size", "4", "--seed", "1"];
    assert_eq!(desk.run(&local).code, Some(0));
    assert_eq!(kept(&desk).len(), 1);
}

#[test]
fn nothing_is_paid_for_where_the_game_can_not_be_recorded() {
    let desk = Desk::new(&[]);
    fs::create_dir_all(desk.path("data/cheqqers")).unwrap();
    fs::write(desk.path("data/cheqqers/games"), "in the way").unwrap();
    let done = desk.run(&GAME);
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(
        done.err.contains("could not write") && done.err.contains("games/terminal"),
        "{}",
        done.err
    );
    assert_eq!(desk.journal().list().unwrap(), []);
}

#[test]
fn a_dry_run_keeps_nothing() {
    let desk = Desk::new(&[]);
    let done = desk.run(&[&GAME[..], &["--dry-run"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(kept(&desk).is_empty());
}
