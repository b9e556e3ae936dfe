//! What every service must do.

use std::collections::BTreeSet;
use std::time::Duration;

use cheqqers_backend::{Backend, BackendError, Job, ResponseForm, Run};
use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_circuit::{Bitstring, Circuit, Clbit, Gate, Qubit};
use cheqqers_emulate::{DeviceNoise, Emulator, EmulatorOptions};
use cheqqers_game::{GameExt, Pending, Turn};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, write};
use cheqqers_remote::{
    Entry, Environment, JobState, Journal, NoObserver, Profile, Remote, RemoteError, RetryPolicy,
    Service, connect,
};
use cheqqers_testkit::playout::random_game;
use cheqqers_world::Encoding;

/// A server without noise on which these things go wrong.
pub(crate) fn server(faults: &[&str]) -> Emulator {
    let options = EmulatorOptions {
        noise: DeviceNoise::None,
        faults: faults.iter().map(|fault| fault.parse().unwrap()).collect(),
        ..EmulatorOptions::default()
    };
    Emulator::start(options, ([127, 0, 0, 1], 0).into()).unwrap()
}

/// The service of a profile for somebody who has these variables.
pub(crate) fn service(profile: &Profile, variables: &[(&str, &str)]) -> Box<dyn Service> {
    service_at(profile, variables, pace())
}

/// The same at a pace of its own.
pub(crate) fn service_at(
    profile: &Profile,
    variables: &[(&str, &str)],
    pace: RetryPolicy,
) -> Box<dyn Service> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let environment = Environment {
        variables: variables.iter().map(owned).collect(),
        home: "/nowhere".into(),
        config: "/nowhere".into(),
        directory: "/nowhere".into(),
    };
    connect(profile, &environment, pace).unwrap()
}

/// In a hurry.
pub(crate) fn pace() -> RetryPolicy {
    RetryPolicy {
        settle_timeout: Duration::from_millis(300),
        ..RetryPolicy::default().scaled(0.01)
    }
}

/// X on qubit 1 of 3, which is measured into bit 2: text `001`, index 4.
pub(crate) fn asymmetric() -> Circuit {
    let mut circuit = Circuit::new(3, 3);
    circuit.push(Gate::X, &[Qubit(1)]).unwrap();
    for (qubit, clbit) in [(0, 1), (1, 2), (2, 0)] {
        circuit.measure(Qubit(qubit), Clbit(clbit)).unwrap();
    }
    circuit
}

/// The first measurement of a random game in which several bits can come out, with the circuit that
/// asks for them.
pub(crate) fn measurement() -> (Pending<Position>, Circuit) {
    let start = Position::initial(Rules::new(Level::Interference));
    let games = (0..50).flat_map(|seed| random_game(start.clone(), seed));
    let found = games.filter_map(|ply| match ply.before.clone().play(ply.mv) {
        Ok(Turn::Pending(pending)) => Some(pending),
        _ => None,
    });
    let asked = found.map(|pending| {
        let circuits = pending.circuits(Encoding::Minimal).unwrap();
        (pending, circuits)
    });
    let (pending, circuits) = asked
        .filter(|(_, circuits)| circuits.len() == 1 && circuits[0].num_clbits() > 2)
        .find(|(pending, _)| pending.outcomes().count() > 1)
        .unwrap();
    (pending, circuits.into_iter().next().unwrap())
}

/// A remote backend, and the folder of its journal.
pub(crate) fn remote(service: Box<dyn Service>, device: &str) -> (Remote, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::at(folder.path());
    let remote = Remote::new("test", service, device, journal, Box::new(NoObserver));
    (remote.with_retry_policy(pace()), folder)
}

fn run(remote: &mut Remote, circuit: &Circuit, shots: usize) -> Run {
    let circuits = [circuit.clone()];
    let runs = remote.run(&Job::new(&circuits, shots)).unwrap();
    let [run] = <[Run; 1]>::try_from(runs).unwrap();
    run
}

/// The error that a remote backend attached to its failure.
pub(crate) fn cause(error: &BackendError) -> RemoteError {
    RemoteError::of(error).unwrap().clone()
}

/// Why the asymmetric circuit has no answer.
pub(crate) fn failure(service: Box<dyn Service>, device: &str) -> RemoteError {
    let (mut remote, _folder) = remote(service, device);
    cause(&remote.run(&Job::new(&[asymmetric()], 8)).unwrap_err())
}

/// A failed job, a result that can't be read and a device that is offline are told apart; `failing` is
/// the error under a fault.
pub(crate) fn failures_are_told_apart(failing: impl Fn(&str) -> RemoteError) {
    let failed = failing("fail=device:9");
    assert!(matches!(failed, RemoteError::Failed { .. }), "{failed}");
    let lost = failing("missing-register:9");
    assert!(
        matches!(lost, RemoteError::Protocol { raw: Some(_), .. }),
        "{lost}"
    );
    let offline = failing("offline");
    assert!(
        matches!(offline, RemoteError::DeviceOffline { .. }),
        "{offline}"
    );
}

/// Bits keep their places, and what a game asks has the answers that it allows and all of them.
pub(crate) fn answers(service: Box<dyn Service>, device: &str, form: ResponseForm) {
    let (mut remote, _folder) = remote(service, device);
    let found = run(&mut remote, &asymmetric(), 8);
    let bits: Bitstring = "001".parse().unwrap();
    assert_eq!(found.shots, [bits; 8]);
    let provenance = found.provenance.unwrap();
    assert_eq!((provenance.answer, provenance.shots), (Some(form), 8));
    assert!(!provenance.job.unwrap().is_empty() && !provenance.raw.is_empty());
    let (pending, circuit) = measurement();
    let legal: BTreeSet<Bitstring> = pending.outcomes().map(|(bits, _)| bits).collect();
    let least = pending.outcomes().map(|(_, p)| p).fold(1.0, f64::min);
    assert!(least > 0.05, "{least}");
    let found: BTreeSet<Bitstring> = run(&mut remote, &circuit, 400).shots.into_iter().collect();
    assert_eq!(found, legal);
}

/// A job as the core sends it.
pub(crate) fn job(device: &str, program: &str, key: &str) -> Entry {
    Entry::new(key, "test", "test", device).with_program(program, 3, 3, 8)
}

/// A job is found by its key and nothing else, and can be cancelled until it ends. The server's
/// first job must wait.
pub(crate) fn finds_and_cancels(service: &mut dyn Service, device: &str, dialect: Dialect) {
    let program = write(&AnnotatedCircuit::new(&asymmetric()), dialect).unwrap();
    let waiting = job(device, &program, "cheqqers-0123456789abcdef");
    let name = service.submit(&waiting).unwrap();
    for other in [
        "cheqqers-0123456789abcde",
        "cheqqers-0123456789abcdef0",
        "0123",
    ] {
        service.submit(&job(device, &program, other)).unwrap();
    }
    assert_eq!(service.find(&waiting).unwrap(), std::slice::from_ref(&name));
    let absent = job(device, &program, "cheqqers-absent");
    assert_eq!(service.find(&absent).unwrap(), [""; 0]);
    assert!(!service.status(&name).unwrap().state.is_final());
    service.cancel(&name).unwrap();
    assert_eq!(service.status(&name).unwrap().state, JobState::Cancelled);
    // Cancelling a job that has ended is no error.
    service.cancel(&name).unwrap();
}

/// What is wrong with the credentials or the device is told as such.
pub(crate) fn tells_what_is_wrong(mut good: Box<dyn Service>, mut bad: Box<dyn Service>) {
    let refused = |error| matches!(error, RemoteError::Unauthorised { .. });
    assert!(refused(bad.capabilities("simulator").unwrap_err()));
    let unknown = good.capabilities("no-such-device").unwrap_err();
    assert!(
        matches!(unknown, RemoteError::Unsuitable { .. }),
        "{unknown}"
    );
}
