//! Games with a pool of shots that go on elsewhere: on another backend or another machine.

use std::fs;

use cheqqers_emulate::{Emulator, EmulatorOptions};
use serde_json::Value;

use crate::command;
use crate::games::{Desk, kill_when_sent};

/// A game with a pool that is left after these moves.
fn begun(moves: &str) -> Desk {
    let desk = Desk::new(&[]);
    let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &["--pool"]);
    (game[2], game[4]) = ("human", "human");
    let done = desk.run_with_input(&game, &format!("{moves}quit\n"));
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    desk
}

/// Goes on with it between random players.
const RESUME: [&str; 8] = [
    "play", "--resume", "g.jsonl", "--yes", "--white", "random", "--black", "random",
];

#[test]
fn shots_of_a_pool_are_of_the_backend_that_took_them() {
    let desk = begun("c3^b4d4\nf6-e5\n");
    let resume = [&RESUME[..], &["--backend", "iqm:garnet"]].concat();
    let done = desk.run(&resume);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    for entry in desk.measured("g.jsonl") {
        let decided = if entry["jobs"].is_null() {
            "ionq:qpu.forte-1"
        } else {
            "iqm:garnet"
        };
        assert_eq!(entry["backend"], decided, "{entry}");
    }
    let pooled = |entry: &Value| entry["jobs"].is_null();
    assert!(desk.measured("g.jsonl").iter().any(pooled));
    assert_eq!(desk.verify("g.jsonl"), "");
}

/// Two pieces alike are measured by shots of one circuit in turn, until both are legal together. As
/// the seed of a pool is nobody's to choose, games are played until three have had such a measurement,
/// which two games of five have.
#[test]
fn shots_of_circuits_that_are_alike_are_verified_in_the_order_of_use() {
    let options = EmulatorOptions {
        noise: "noisy:0.05".parse().unwrap(),
        seed: 1,
        ..EmulatorOptions::default()
    };
    let server = Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let desk = Desk::at(&server.url());
    let are_alike = |entry: &Value| {
        let parts = entry["pool"].as_array().map_or(&[][..], Vec::as_slice);
        let [one, other, ..] = parts else {
            return false;
        };
        let circuit = |part: &Value| [part[0]["batch"].clone(), part[0]["circuit"].clone()];
        let is_repeated = one[0]["shots"]
            .as_array()
            .is_some_and(|shots| shots.len() > 1);
        is_repeated && circuit(one) == circuit(other)
    };
    let mut found = 0;
    for seed in 4..104 {
        if found == 3 {
            return;
        }
        let seed = &*seed.to_string();
        let game = ["--pool", "--game", "box-chess"];
        let mut game = Desk::random_game("ionq:qpu.forte-1", "g.jsonl", &game);
        game[6] = seed;
        let _ = fs::remove_file(desk.path("g.jsonl"));
        let done = desk.run(&game);
        assert_eq!((done.code, &*done.err), (Some(0), ""));
        assert_eq!(desk.verify("g.jsonl"), "", "{seed}");
        found += usize::from(desk.measured("g.jsonl").iter().any(are_alike));
    }
    panic!("{found} of 100 games measured pieces alike by shots in turn");
}

#[test]
fn a_game_that_ended_without_its_seeds_verifies_once_it_was_resumed_where_they_are() {
    for backend in ["ionq:qpu.forte-1", "local"] {
        let desk = begun("c3^b4d4\nf6-e5\nd4xf6\n");
        let mut resume = desk.command(&[&RESUME[..], &["--backend", backend]].concat());
        resume.env("XDG_DATA_HOME", desk.path("elsewhere"));
        let done = command::run(&mut resume);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{backend}");
        let told = "resume it once on the machine where it began";
        assert!(done.out.contains(told), "{}", done.out);
        let told = desk.verify("g.jsonl");
        for part in [
            "no line reveals the seeds of the pool",
            "the shots of 1 measurement, in ply 3, were",
            "'cheqqers play --resume FILE'",
        ] {
            assert!(told.contains(part), "{backend}: {told}");
        }
        assert!(
            !told.contains("changed") && !told.contains("wrong"),
            "{told}"
        );
        let done = desk.run(&["play", "--resume", "g.jsonl", "--backend", backend]);
        assert_eq!((done.code, &*done.err), (Some(0), ""), "{backend}");
        assert_eq!(desk.verify("g.jsonl"), "", "{backend}");
    }
}

#[test]
fn a_pool_is_one_task_where_the_device_takes_program_sets() {
    let desk = Desk::new(&["wait=1:1"]);
    let game = Desk::random_game("braket:qpu/iqm/Garnet", "g.jsonl", &["--pool"]);
    kill_when_sent(&desk, &game, 1);
    let open = desk.journal().list().unwrap().remove(0);
    assert_eq!(open.provenance.qasm.matches("OPENQASM").count(), 4);
    assert_eq!(open.total_shots(), 4 * 64);
    let done = desk.run(&["play", "--resume", "g.jsonl", "--yes"]);
    assert_eq!((done.code, &*done.err), (Some(0), ""));
    assert_eq!(desk.verify("g.jsonl"), "");
    let accepted = desk.server.as_ref().unwrap().accepted();
    assert_eq!(accepted.len(), desk.journal().list().unwrap().len());
    assert_eq!(accepted[0].shots, open.total_shots());
    // The price of the pool is told, and of a game with it.
    let game = Desk::random_game("braket:qpu/iqm/Garnet", "h.jsonl", &["--pool"]);
    let done = desk.run(&game);
    let told = "A job of the pool costs up to $0.67, another up to $0.39: ";
    assert!(done.out.contains(told), "{}", done.out);
}
