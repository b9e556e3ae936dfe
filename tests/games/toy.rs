//! A game that was made by the steps of the manual and nothing else: it plays, is
//! recorded, leaves as OpenQASM and is measured by a remote service, as every other does.

#[path = "../../crates/game/examples/coins/coins.rs"]
mod coins;

use std::sync::atomic::AtomicBool;

use cheqqers_circuit::Bitstring;
use cheqqers_emulate::{DeviceNoise, Emulator, EmulatorOptions};
use cheqqers_game::record::{Detail, Line, Reader, Record};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::show::{Look, Show};
use cheqqers_game::{Colour, Encoding, Game, GameExt, perft};
use cheqqers_measure::{Measurer, MeasurerKind};
use cheqqers_players::{PlayerKind, Stream, TimeControl, generator};
use cheqqers_program::read;
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_remote::{
    Environment, Journal, NoObserver, Profile, Remote, RetryPolicy, ServiceName, connect,
};
use cheqqers_session::{GameKind, Seats, play_game};
use cheqqers_sim::{Limits, Readout, Sparse};
use cheqqers_testkit::checks;
use coins::{Coins, Move};
use serde_json::Map;

/// The most lines that a game of its size should take.
const MOST_LINES: usize = 150;

fn start() -> Coins {
    Coins::from_header(&Map::new()).unwrap()
}

/// A game between two players, checked ply by ply, and its record.
fn played(white: &str, black: &str, seed: u64, measurer: &mut Measurer) -> Record {
    let game = GameKind::of::<Coins>();
    let player = |name: &str, stream| {
        let kind: PlayerKind = name.parse().unwrap();
        game.seat(&kind, generator(seed, stream))
    };
    let mut seats = Seats {
        white: player(white, Stream::White),
        black: player(black, Stream::Black),
    };
    let start = game.start(&Map::new()).unwrap();
    let mut session = game.session(&start, start.header(Map::new()), usize::MAX);
    session.set_detail(Detail::Trace);
    let fault = play_game(
        &mut session,
        &mut seats,
        measurer,
        TimeControl::Own,
        None,
        &AtomicBool::new(false),
    );
    assert!(fault.unwrap().is_none());
    assert!(session.outcome().is_some());
    let text = session.to_record();
    let record = Reader::new(text.as_bytes()).record().unwrap().unwrap();
    let mut replay = Replay::<Coins>::new(&record, Verify::Everything).unwrap();
    checks::position(replay.position()).unwrap();
    while replay.step().unwrap().is_some() {
        checks::position(replay.position()).unwrap();
    }
    record
}

#[test]
fn it_is_as_short_as_the_page_says() {
    let lines = include_str!("../../crates/game/examples/coins/coins.rs")
        .lines()
        .count();
    assert!(lines <= MOST_LINES, "{lines}");
}

#[test]
fn every_player_plays_it_and_every_record_verifies() {
    checks::start(&start()).unwrap();
    let players = ["random", "mcts:20", "expert:nodes=200"];
    for (seed, (white, black)) in (0..).zip(players.iter().flat_map(|white| {
        let against = players.iter();
        against.map(move |black| (white, black))
    })) {
        for kind in MeasurerKind::ALL {
            let rng = generator(seed, Stream::Measurements);
            let mut measurer = kind.measurer(rng, Encoding::Minimal);
            played(white, black, seed, &mut measurer);
        }
    }
}

#[test]
fn ways_to_play_count_each_outcome() {
    // Seven gates and four looks; then, by a toss, a look that has two outcomes.
    assert_eq!(perft(&start(), 1), 11);
    let tossed = 4 * (11 + 1);
    let (tied, looked) = (3 * 11, [2, 3, 3, 2].map(|lost| 11 - lost - 1));
    let looked: u64 = looked.iter().sum();
    assert_eq!(perft(&start(), 2), tossed + tied + looked);
}

/// Coin 0 tossed and tied to coin 1, which is tied to coin 2.
fn tied() -> Coins {
    ["toss0", "tie0-1", "tie1-2"]
        .iter()
        .fold(start(), |coins, mv| {
            let mv: Move = mv.parse().unwrap();
            let turn = coins.play(mv).unwrap();
            turn.finish(|_| Err::<Bitstring, _>("nothing is measured"))
                .unwrap()
        })
}

#[test]
fn it_is_shown_without_a_word_of_its_own() {
    let coins = tied();
    let (picture, legend) =
        Coins::picture([&coins].into_iter(), None, Look::default(), Colour::White);
    assert_eq!(
        picture,
        "    c0 heads 50 %\n    c1 heads 50 %\n    c2 heads 50 %\n"
    );
    assert_eq!(
        (legend.as_str(), coins.status().as_str()),
        ("", "black to move")
    );
}

#[test]
fn its_circuits_leave_in_every_dialect_that_reads_them_back() {
    let coins = tied();
    let [component] = coins.world().components() else {
        panic!("three coins are tied");
    };
    for encoding in [Encoding::Minimal, Encoding::Paper] {
        let encoded = component.circuit(encoding).unwrap();
        let circuit = encoded.measured(&component.slots()).unwrap();
        for dialect in [Dialect::Qasm3, Dialect::Qasm2, Dialect::Braket] {
            let text = write(&AnnotatedCircuit::new(&circuit), dialect).unwrap();
            let read = read(&text).unwrap().circuit;
            let state = Sparse::run(&read, Limits::default()).unwrap();
            let found = state.marginal(&Readout::of(&read).unwrap());
            let expected = component.outcomes();
            assert_eq!(found.len(), expected.len(), "{text}");
            for ((bits, p), (wanted, probability)) in found.into_iter().zip(expected) {
                assert!(bits == wanted && (p - probability).abs() < 1e-12, "{text}");
            }
        }
    }
}

#[test]
fn a_remote_service_measures_it() {
    let options = EmulatorOptions {
        noise: DeviceNoise::None,
        ..EmulatorOptions::default()
    };
    let server = Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap();
    let profile = Profile {
        url: Some(format!("{}/ionq/v0.4", server.url())),
        ..Profile::new(ServiceName::Ionq, "simulator")
    };
    let environment = Environment {
        variables: [("IONQ_API_KEY".into(), "key".into())].into(),
        home: "/nowhere".into(),
        config: "/nowhere".into(),
        directory: "/nowhere".into(),
    };
    let pace = RetryPolicy::default().scaled(0.01);
    let service = connect(&profile, &environment, pace).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::at(folder.path());
    let remote = Remote::new("ionq", service, "simulator", journal, Box::new(NoObserver));
    let remote = Box::new(remote.with_retry_policy(pace));
    let mut measurer = Measurer::by(remote, Encoding::Minimal);
    let mut jobs = Vec::new();
    for seed in 0..4 {
        let record = played("random", "random", seed, &mut measurer);
        for (_, line) in &record.lines {
            if let Line::Ply(line) = line {
                jobs.extend(line.measured.iter().map(|by| by.more["job"].to_string()));
            }
        }
        let mut replay = Replay::<Coins>::new(&record, Verify::Everything).unwrap();
        replay.finish().unwrap();
    }
    assert!(jobs.len() > 2, "{jobs:?}");
}
