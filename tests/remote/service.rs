//! What the tests of every service share.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use cheqqers_backend::{Backend, Run, Task};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_emulate::{Fault, Options, Server};
use cheqqers_remote::{Journal, Pace, Profile, Remote, Service, Surroundings, Unwatched, connect};
use cheqqers_sim::{Dense, Readout};
use cheqqers_testkit::counts::assert_follow;

/// A server with faults, without noise.
pub(crate) fn server(faults: &[&str]) -> Server {
    let options = Options {
        noise: "none".parse().unwrap(),
        faults: faults
            .iter()
            .map(|fault| fault.parse::<Fault>().unwrap())
            .collect(),
        ..Options::default()
    };
    Server::start(options, "127.0.0.1:0".parse().unwrap()).unwrap()
}

/// Hardly any waiting.
pub(crate) fn pace() -> Pace {
    Pace {
        request: Duration::from_secs(20),
        connect: Duration::from_secs(5),
        ..Pace::default().scaled(0.01)
    }
}

/// Surroundings with nothing but variables.
pub(crate) fn around(variables: &[(&str, &str)]) -> Surroundings {
    let variables = variables.iter();
    let variables: BTreeMap<String, String> = variables
        .map(|&(name, value)| (name.into(), value.into()))
        .collect();
    Surroundings {
        variables,
        ..Surroundings::default()
    }
}

pub(crate) fn service(profile: &Profile, around: &Surroundings) -> Box<dyn Service> {
    connect(profile, around, pace()).unwrap()
}

/// The profile's device as a backend, whose jobs are written to a folder.
pub(crate) fn backend(profile: &Profile, around: &Surroundings, folder: &Path) -> Remote {
    let service = service(profile, around);
    let journal = Journal::at(folder);
    let device = profile.device.clone();
    Remote::new("remote", service, device, journal, Box::new(Unwatched)).paced(pace())
}

/// A circuit of a game.
pub(crate) fn game() -> Circuit {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("circuits/cheqqers/capture_chain.qasm");
    cheqqers_qasm::read(&fs::read_to_string(path).unwrap())
        .unwrap()
        .circuit
}

/// Runs the circuit of a game and checks its shots against the exact distribution.
pub(crate) fn check_game(backend: &mut Remote, shots: usize) -> Run {
    let circuits = [game()];
    let mut runs = backend.run(&Task::new(&circuits, shots)).unwrap();
    let run = runs.pop().unwrap();
    assert_eq!(run.shots.len(), shots);
    let readout = Readout::of(&circuits[0]).unwrap();
    let exact = Dense::run(&circuits[0]).unwrap().marginal(&readout);
    // It is no symmetric circuit: turned around, the bits would not pass.
    let turned = |bits: Bitstring| bits.iter().rev().collect::<Bitstring>();
    assert!(
        exact
            .iter()
            .any(|&(bits, _)| !exact.iter().any(|&(other, _)| other == turned(bits)))
    );
    assert_follow(run.shots.iter().copied(), exact);
    run
}
